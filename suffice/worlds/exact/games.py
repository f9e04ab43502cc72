"""Further game logs, played with the PyPI package `textworld` where it is installed.

Each game is a house with a quest, made, compiled and played from one seed: at each turn the next command of the quest's plan, or, with
the chance `explore`, any command that is possible. A command after which the facts are what they were is no action and is left out;
so is one that the game asks back about, after which its last action is stale. The gold answer comes from who last made each needed
fact true, and is tried out on the game's own logic: replaying only the enabling turns must make the action possible, and must not
without any one of them.

Source: Côté et al. (2018), TextWorld: A Learning Environment for Text-based Games.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from suffice.errors import EngineError

__all__ = ["MAX_TURNS", "find_sources", "play_games"]

#: textworld has no types.
_Theirs: TypeAlias = Any
#: No game is played longer.
MAX_TURNS = 40


def play_games(games: int, seed: int = 0) -> Iterator[str]:
    """Play games.

    Args:
        games: how many.
        seed: of the first; each further game has the next one. A seed of which textworld makes no game is left out.

    Yields:
        One line of JSON for each game, in the shape that `read_logs` reads.

    Raises:
        EngineError: `textworld` is not installed, or can't compile games on this machine.
    """
    try:
        textworld = import_module("textworld")
    except ImportError:
        raise EngineError(
            "textworld is not installed", remedy="pip install textworld (Linux or macOS)"
        ) from None
    made = 0
    while made < games:
        record = _play(textworld, seed)
        seed += 1
        if record is not None:
            made += 1
            yield json.dumps(record, ensure_ascii=False)


def _play(textworld: _Theirs, seed: int) -> dict[str, Any] | None:
    chance = random.Random(seed)
    sizes = {
        "nb_rooms": chance.choice((3, 4, 5, 6, 8)),
        "nb_objects": chance.choice((6, 8, 10, 14)),
        "quest_length": chance.randint(3, 8),
    }
    explore = chance.choice((0.0, 0.3, 0.5, 0.7))
    with tempfile.TemporaryDirectory() as folder:
        options = textworld.GameOptions()
        for name, value in {**sizes, "seeds": seed, "path": str(Path(folder, "game"))}.items():
            setattr(options, name, value)
        try:
            game = textworld.generator.make_game(options)
        except _refusals():
            return None
        try:
            place = textworld.generator.compile_game(game, options)
        except (OSError, RuntimeError) as error:
            raise EngineError(f"textworld can't compile a game: {error}") from None
        wanted = textworld.EnvInfos(
            facts=True, last_action=True, admissible_commands=True, policy_commands=True, game=True
        )
        env = textworld.start(place, wanted)
        try:
            return {
                "id": f"tw-{seed}",
                "seed": seed,
                "options": {**sizes, "explore": explore},
                **_log(env, chance, explore),
                "textworld": textworld.__version__,
            }
        finally:
            env.close()


def _refusals() -> tuple[type[Exception], ...]:
    """What textworld raises where it makes no game of a size and a seed."""
    return (
        import_module("textworld.generator.chaining").QuestGenerationError,
        import_module("textworld.generator.world").NoFreeExitError,
        import_module("textworld.generator.vtypes").NotEnoughNounsError,
    )


def _log(env: _Theirs, chance: random.Random, explore: float) -> dict[str, Any]:
    """What was typed, printed and changed."""
    state = env.reset()
    things = state.game.infos
    ids = {info.name: name for name, info in things.items() if info.name}

    def fact(proposition: _Theirs) -> list[str]:
        return [proposition.name, *(ids.get(arg.name, arg.name) for arg in proposition.arguments)]

    start = list(state.facts)
    steps: list[dict[str, Any]] = []
    actions: list[Any] = []
    done = False
    for _ in range(MAX_TURNS):
        if done or not state.policy_commands:
            break
        before = set(state.facts)
        command = state.policy_commands[0]
        if chance.random() < explore:
            command = chance.choice(sorted(state.admissible_commands))
        state, _, done = env.step(command)
        now = set(state.facts)
        if now == before:
            continue
        action = state.last_action
        if now - before != set(action.added) or before - now != set(action.removed):
            break  # something else changed too: not a log of one action a turn
        steps.append(
            {
                "t": len(steps),
                "command": command,
                "feedback": state.feedback.split("\n>")[0].strip(),
                "action": action.name,
                "pre": [fact(one) for one in action.preconditions],
                "added": sorted(map(fact, action.added)),
                "removed": sorted(map(fact, action.removed)),
            }
        )
        actions.append(action)
    return {
        "entities": {name: {"name": info.name, "type": info.type} for name, info in things.items()},
        "init": sorted(map(fact, start)),
        "steps": steps,
        "queries": [_query(steps, turn, start, actions) for turn in range(len(steps))],
    }


def _query(
    steps: Sequence[dict[str, Any]], turn: int, start: Sequence[Any], actions: Sequence[Any]
) -> dict[str, Any]:
    edges = find_sources(steps, turn)
    enabling = sorted({source for _, _, source in edges})
    without = [[other for other in enabling if other != left_out] for left_out in enabling]
    return {
        "t": turn,
        "enabling": enabling,
        "edges": edges,
        "replay_sufficient": _replays(start, actions, enabling, turn),
        "replay_necessary": [
            one
            for one, rest in zip(enabling, without, strict=True)
            if not _replays(start, actions, rest, turn)
        ],
    }


def find_sources(steps: Sequence[dict[str, Any]], turn: int) -> list[tuple[int, list[str], int]]:
    """Which fact of which turn each action on the way needed: who last made it true.

    >>> steps = [{"t": 0, "pre": [], "added": [["closed", "d"]], "removed": []}, {"t": 1, "pre": [["closed", "d"]]}]
    >>> find_sources(steps, 1)
    [(1, ['closed', 'd'], 0)]
    """
    edges: dict[tuple[int, str], tuple[int, list[str], int]] = {}
    waiting, seen = [turn], {turn}
    while waiting:
        asked = waiting.pop()
        for fact in steps[asked]["pre"]:
            sources = [other for other in range(asked) if fact in steps[other]["added"]]
            if sources:
                edges[asked, "\0".join(fact)] = (asked, fact, sources[-1])
                if sources[-1] not in seen:
                    seen.add(sources[-1])
                    waiting.append(sources[-1])
    return sorted(edges.values())


def _replays(start: Iterable[Any], actions: Sequence[Any], turns: Iterable[int], last: int) -> bool:
    """Whether these turns, and then the last one, can be done from the start, by what each needs."""
    facts = set(start)
    for turn in (*turns, last):
        action = actions[turn]
        if not facts.issuperset(action.preconditions):
            return False
        facts = (facts - set(action.removed)) | set(action.added)
    return True
