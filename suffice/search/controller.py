"""The controller: plays one policy on one world, the same way for all.

The pages that are there from the start, then so many rounds of query and search, then the answer, then the release guard.
Lists are ranked first and what was seen before is taken out after: seen pages use up their places. Whatever a policy does
wrong ends the play as an error, which is an observation and is counted.

Source: Socrates-RAG, the algorithm (controller, release guard, terminal errors).

>>> from suffice.rules import parse_program
>>> from suffice.extractors.blocks import textual_seals
>>> rules = parse_program('''goal(answer, 1). answer(V) :- asked(N), kept(R, N, V). evidence(kept, 3). #defined asked/1.
... column(kept, 1, holder). column(kept, 2, place). lookup(kept, 3, "kept {1}"). claimed(R, V) :- kept(R, N, V).''')
>>> pages = [Unit("p1", "", "[Record: notice | Holder: Vel]"), Unit("p2", "", "[Record: kept | Holder: Vel | Place: Kolm]")]
>>> from suffice.search.frozen import FrozenIndex
>>> from suffice.search.policies.premise import Premise
>>> world = Setting("w", "Where does Vel live?", rules, textual_seals, tuple(pages), ("p1",), Budget(queries=2, pages=3))
>>> play(world, "premise", Premise(), FrozenIndex(pages)).answer
'Kolm'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from suffice.errors import SufficeError
from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader, Seals
from suffice.rules import Program
from suffice.search.inquiry import Answer, Budget, Play, Policy, Round, View
from suffice.search.reading import conclude, release

__all__ = ["Searchable", "Setting", "play"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a play is of: the public side of a world.

    Args:
        world: its id.
        question: as asked.
        rules: of its family.
        seals: which seals are sound.
        pages: the corpus; a policy is shown only what it starts from and what it finds.
        initial: ids of the pages that are there from the start.
        budget: what may be searched.
    """

    world: str
    question: str
    rules: Program
    seals: Seals
    pages: tuple[Unit, ...]
    initial: tuple[str, ...]
    budget: Budget


class Searchable(Protocol):
    """An index, as a play needs it."""

    def search(self, query: str, limit: int) -> Sequence[str]:
        """The ids of the nearest pages, nearest first."""
        ...

    def share(self, word: str) -> float:
        """In which share of the pages a word stands."""
        ...


def play(setting: Setting, name: str, policy: Policy, index: Searchable) -> Play:
    """Play a policy to its end.

    Args:
        setting: of the world.
        name: of the policy.
        policy: active (it inquires) or fixed (it concludes from the initial pages, without guard).
        index: over the setting's pages.
    """
    pages = {page.id: page for page in setting.pages}
    reader = PageReader(setting.rules, setting.seals)
    seen = list(setting.initial)
    rounds: list[Round] = []
    proposed: Answer | None = None

    def view() -> View:
        return View(
            setting.question,
            setting.rules,
            reader,
            tuple(pages[page] for page in seen),
            len(setting.initial),
            tuple(rounds),
            setting.budget.queries - len(rounds),
            index.share,
        )

    def ended(answer: str | None = None, withheld: str | None = None, error: str | None = None) -> Play:
        usage = getattr(policy, "usage", None)
        return Play(
            world=setting.world,
            policy=name,
            outcome="error" if error is not None else "cannot_determine" if answer is None else "answer",
            answer=answer,
            proposed=proposed,
            rounds=tuple(rounds),
            seen=tuple(seen),
            withheld=withheld,
            error=error,
            calls=getattr(usage, "calls", 0),
            input_tokens=getattr(usage, "input_tokens", 0),
            output_tokens=getattr(usage, "output_tokens", 0),
        )

    try:
        if not hasattr(policy, "inquire"):
            proposed = policy.conclude(view())
            return ended(proposed.short_answer)
        while len(rounds) < setting.budget.queries:
            inquiry = policy.inquire(view())
            if inquiry.stop:
                break
            found = tuple(index.search(inquiry.query, setting.budget.pages))
            new = tuple(page for page in found if page not in seen)
            rounds.append(Round(inquiry=inquiry, found=found, new=new))
            seen += new
        finish = getattr(policy, "conclude", conclude)
        proposed = finish(view())
        if proposed.short_answer is None:
            return ended()
        withheld = release(view(), proposed)
        return ended(proposed.short_answer if withheld is None else None, withheld)
    except (SufficeError, ValidationError) as error:
        return ended(error=" ".join(str(error).split()))
