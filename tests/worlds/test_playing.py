"""Playing a benchmark: the same bytes however it is done, resumed, cut short; and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from suffice.errors import BenchmarkError, FamilyError, UsageError
from suffice.files import hold
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.playing import play_benchmark
from suffice.worlds.fiction.run import PlaysFolder
from suffice.worlds.fiction.writing import generate
from tests.cli.running import run_command
from tests.worlds.fictions import correct_manifest

POLICIES = ("premise", "random", "robustrag")
#: Everything but the times, which no two runs share.
FILES = ("run.json", "public.jsonl", "labels.jsonl", "plays.jsonl", "pages.jsonl")


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A little more than a process is given at once."""
    folder = tmp_path_factory.mktemp("playing") / "worlds"
    options = Options(
        worlds=12,
        hops=(1, 2),
        attacks=("replica", "stale"),
        families=("harbour",),
        seed=5,
        replicas=5,
        distractors=8,
    )
    generate(options, [], folder)
    return folder


@pytest.fixture(scope="module")
def played(worlds: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("played") / "run"
    play_benchmark(Benchmark(worlds), POLICIES, out)
    return contents(out)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def test_every_policy_plays_every_world_in_order(worlds: Path, played: dict[str, bytes]) -> None:
    plays = [json.loads(line) for line in played["plays.jsonl"].splitlines()]
    expected = [(world.public.world, policy) for world in Benchmark(worlds).worlds() for policy in POLICIES]
    assert [(one["world"], one["policy"]) for one in plays] == expected
    assert len(expected) == 24 * len(POLICIES)
    assert {one["outcome"] for one in plays} == {"answer", "cannot_determine"}


def test_two_processes_give_the_same_bytes_as_one(
    worlds: Path, played: dict[str, bytes], tmp_path: Path
) -> None:
    play_benchmark(Benchmark(worlds), POLICIES, tmp_path / "run", workers=2)
    assert contents(tmp_path / "run") == played


def test_another_hash_seed_gives_the_same_bytes(
    worlds: Path, played: dict[str, bytes], tmp_path: Path
) -> None:
    command = [
        sys.executable,
        "-m",
        "suffice",
        "worlds",
        "play",
        str(worlds),
        "--policies",
        ",".join(POLICIES),
    ]
    subprocess.run(
        [*command, "--out", str(tmp_path / "run"), "--workers", "1"],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        check=True,
        capture_output=True,
    )
    assert contents(tmp_path / "run") == played


class Stop(Exception):
    """Somebody presses Ctrl-C."""


@pytest.mark.parametrize("after", [0, 7])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    worlds: Path, played: dict[str, bytes], tmp_path: Path, after: int
) -> None:
    advances: list[int] = []

    @contextmanager
    def stopping(label: str, total: int) -> Iterator[Callable[[int], None]]:
        def advance(done: int) -> None:
            advances.append(done)
            if sum(advances) > after:
                raise Stop

        assert total == 24
        yield advance

    out = tmp_path / "run"
    with pytest.raises(Stop):
        play_benchmark(Benchmark(worlds), POLICIES, out, watch=stopping)
    assert len((out / "public.jsonl").read_bytes().splitlines()) == after + 1
    with (out / "plays.jsonl").open("ab") as file:  # a line that was being written
        file.write(b'{"world": "w0')
    advances.clear()
    after = 100
    play_benchmark(Benchmark(worlds), POLICIES, out, watch=stopping)
    assert contents(out) == played
    assert sum(advances) == 24  # what was there is told first, then every world as it comes


def test_a_finished_run_is_left_as_it_is(worlds: Path, played: dict[str, bytes], tmp_path: Path) -> None:
    for _ in range(2):
        play_benchmark(Benchmark(worlds), POLICIES, tmp_path / "run")
    assert contents(tmp_path / "run") == played


@pytest.mark.parametrize(("limit", "expected"), [(1, 1), (5, 5), (1000, 24)])
def test_a_limit_plays_the_first_ones(
    worlds: Path, played: dict[str, bytes], tmp_path: Path, limit: int, expected: int
) -> None:
    folder = play_benchmark(Benchmark(worlds), POLICIES, tmp_path / "run", limit=limit)
    plays = played["plays.jsonl"].splitlines(keepends=True)
    assert (tmp_path / "run" / "plays.jsonl").read_bytes() == b"".join(plays[: expected * len(POLICIES)])
    assert folder.read_manifest().worlds == expected


def test_the_seed_moves_what_draws_alone(worlds: Path, played: dict[str, bytes], tmp_path: Path) -> None:
    folder = play_benchmark(Benchmark(worlds), POLICIES, tmp_path / "run", seed=1, limit=6)
    before = [json.loads(line) for line in played["plays.jsonl"].splitlines()]
    after = [one.model_dump(mode="json") for world in folder.worlds() for one in world.plays]
    changed = {one["policy"] for one, other in zip(before, after, strict=False) if one != other}
    assert changed == {"random"}


def test_another_run_is_not_mixed_in(worlds: Path, tmp_path: Path) -> None:
    play_benchmark(Benchmark(worlds), ["repeat"], tmp_path / "run", limit=1)
    for change in ({"limit": 2}, {"seed": 1}, {"index": "prose"}):
        with pytest.raises(UsageError, match="another"):
            play_benchmark(Benchmark(worlds), ["repeat"], tmp_path / "run", **{"limit": 1, **change})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="policies"):
        play_benchmark(Benchmark(worlds), ["topical"], tmp_path / "run", limit=1)
    assert len(list(PlaysFolder(tmp_path / "run").worlds())) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--policies", "premise,wisdom"], "no policy `wisdom`"),
        (["--policies", ""], "--policies: none"),
        (["--policies", " , "], "--policies: none"),
        (["--policies", "repeat,repeat"], "one twice"),
        (["--policies", "premise-model"], "no model is configured"),
        (["--policies", "repeat,expansion-model"], "SUFFICE_MODEL_URL and SUFFICE_MODEL"),
        (["--policies", "repeat", "--limit", "0"], "limit"),
        (["--policies", "repeat", "--index", "titles"], "no index `titles`"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_written(
    worlds: Path,
    tmp_path: Path,
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SUFFICE_MODEL_URL", "SUFFICE_MODEL"):
        monkeypatch.delenv(name, raising=False)
    out = tmp_path / "run"
    code, said, error = run_command(capsys, monkeypatch, "worlds", "play", worlds, "--out", out, *arguments)
    assert (code, said) == (2, "")
    assert message in error
    assert "Traceback" not in error
    if "--limit" not in arguments:  # that one is answered by the parser, with the usage
        assert len(error.splitlines()) == 1
    assert not out.exists()


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_of_nothing_is_refused(worlds: Path, tmp_path: Path, limit: int) -> None:
    with pytest.raises(UsageError, match="--limit"):
        play_benchmark(Benchmark(worlds), ["repeat"], tmp_path / "run", limit=limit)


def spoil(worlds: Path, folder: Path, name: str, change: Callable[[str], str]) -> Benchmark:
    """A copy of a benchmark with one file changed."""
    for file in sorted(worlds.rglob("*")):
        if file.is_file():
            copy = folder / file.relative_to(worlds)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    text = (folder / name).read_text("utf-8")
    assert change(text) != text
    (folder / name).write_text(change(text), "utf-8")
    with pytest.raises(BenchmarkError, match="is not what the manifest says"):
        Benchmark(folder).check_hashes()
    correct_manifest(folder)
    return Benchmark(folder)


def repeat_id(text: str) -> str:
    first, second, rest = text.split("\n", 2)
    taken, other = json.loads(first)["_id"], json.loads(second)["_id"]
    return "\n".join((first, second.replace(other, taken), rest))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("corpus.jsonl", repeat_id, "two pages have the id"),
        (
            "public.jsonl",
            lambda text: text.replace('"initial":["w0', '"initial":["v0', 1),
            "is not in its corpus",
        ),
        ("public.jsonl", lambda text: text.replace('"family":"', '"family":"x', 1), "no family `x"),
        ("labels.jsonl", lambda text: text.partition("\n")[2], "`world` is"),
        ("proofs.jsonl", lambda text: text[:-40], "proofs.jsonl"),
        ("families/harbour.toml", lambda text: text[:200], "harbour.toml"),
    ],
)
def test_a_damaged_benchmark_is_named(
    worlds: Path, tmp_path: Path, name: str, change: Callable[[str], str], message: str
) -> None:
    benchmark = spoil(worlds, tmp_path / "copy", name, change)
    with pytest.raises((BenchmarkError, FamilyError), match=message):
        play_benchmark(benchmark, ["repeat"], tmp_path / "run")


def test_real_seals_need_the_keys_of_every_family(tmp_path: Path) -> None:
    """Without a family's keys any well-formed seal would count: that is refused, and not taken for textual seals."""
    options = Options(
        worlds=2, hops=(1,), attacks=("forged-signed",), families=("archives",), hmac=True, replicas=5
    )
    generate(options, [], tmp_path / "worlds")
    folder = play_benchmark(Benchmark(tmp_path / "worlds"), ["premise"], tmp_path / "run")
    answers = [one.answer for world in folder.worlds() for one in world.plays]
    assert answers == [world.label.answer for world in folder.worlds()]

    def drop(text: str) -> str:
        keys = json.loads(text)
        del keys["archives"]
        return json.dumps(keys)

    benchmark = spoil(tmp_path / "worlds", tmp_path / "copy", "keys.json", drop)
    with pytest.raises(BenchmarkError, match="no keys of family `archives`"):
        play_benchmark(benchmark, ["premise"], tmp_path / "other")


def test_only_one_process_plays_into_a_folder(worlds: Path, tmp_path: Path) -> None:
    with hold(tmp_path / "run"), pytest.raises(UsageError, match="another process is writing there"):
        play_benchmark(Benchmark(worlds), ["repeat"], tmp_path / "run", limit=2)
    play_benchmark(Benchmark(worlds), ["repeat"], tmp_path / "run", limit=2)
    assert not list(tmp_path.glob(".*.lock"))


def test_a_seed_below_zero_is_refused(
    worlds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    code, _, _ = run_command(capsys, monkeypatch, "worlds", "play", worlds, "--seed", "-4", "--out", out)
    assert code == 2
    assert not out.exists()
