"""What the fixed-context baselines share: answers of pages in isolation, and their majority.

Two answers are the same if they agree but for case, marks and punctuation (`fold`).

>>> majority([("p1", "Kolm House"), ("p2", "kolm house"), ("p3", "Tarn"), ("p4", None)])
'Kolm House'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from suffice.extractors.text import fold
from suffice.search.inquiry import Answer, View
from suffice.search.reading import isolated_answers

__all__ = ["Isolated", "conclude_as", "given", "initial_answers", "majority", "spelled"]

#: A page's id and what it answers if it alone is read; None where it answers nothing.
Isolated: TypeAlias = tuple[str, str | None]


def initial_answers(view: View) -> tuple[Isolated, ...]:
    """What each of the initial pages answers by itself."""
    return isolated_answers(view)[: view.initial]


def given(isolated: Iterable[Isolated]) -> list[tuple[str, str]]:
    """The pages that answer something, in order."""
    return [(page, answer) for page, answer in isolated if answer is not None]


def spelled(isolated: Iterable[Isolated], folded: str) -> str | None:
    """An answer as the first page that gives it spells it."""
    return next((answer for _, answer in given(isolated) if fold(answer) == folded), None)


def majority(isolated: Iterable[Isolated]) -> str | None:
    """The answer that most pages give; a tie goes to the one given first. None where no page answers."""
    pages = given(isolated)
    counts = Counter(fold(answer) for _, answer in pages)
    return spelled(pages, max(counts, key=counts.__getitem__)) if counts else None


def conclude_as(answer: str | None, isolated: Iterable[Isolated], uncertainty: str) -> Answer:
    """An answer that cites the pages that give it; without one, an abstention.

    Args:
        answer: None to abstain.
        isolated: pages that may be cited.
        uncertainty: why an abstention abstains.

    >>> conclude_as("Kolm", [("p1", "Kolm"), ("p2", "Tarn")], "").cited_ids
    ('p1',)
    """
    if answer is None:
        return Answer(short_answer=None, residual_uncertainty=uncertainty)
    cited = tuple(page for page, other in given(isolated) if fold(other) == fold(answer))
    return Answer(short_answer=answer, cited_ids=cited)
