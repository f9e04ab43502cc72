"""`reliabilityrag`: ReliabilityRAG's rank-aware maximum independent set over answers of pages in isolation.

Two pages contradict each other if their answers differ; the largest set without a contradiction is kept, and of several
the one whose pages rank best (the initial pages' order is their rank). The set is found by clingo, exactly, whatever the
graph: `independent_set.lp`.

Source: Shen et al. 2025, ReliabilityRAG: Effective and Provably Robust Defense for RAG-based Web-Search.

>>> independent_set(4, [(0, 1), (1, 2), (2, 3)])
(0, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations

from suffice.extractors.text import fold
from suffice.search.inquiry import Answer, View
from suffice.search.policies.votes import Isolated, conclude_as, given, initial_answers, majority

__all__ = ["ReliabilityRag", "contradictions", "independent_set", "reliable"]


@cache
def _program() -> str:
    return files("suffice.search.policies").joinpath("independent_set.lp").read_text("utf-8")


def contradictions(answers: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places whose answers differ.

    >>> contradictions(["Kolm", "kolm", "Tarn"])
    [(0, 2), (1, 2)]
    """
    folded = [fold(answer) for answer in answers]
    return [(p, q) for p, q in combinations(range(len(folded)), 2) if folded[p] != folded[q]]


def independent_set(pages: int, edges: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The largest set of pages without an edge; of several the first in the order of their sorted members.

    Args:
        pages: how many there are: 0 to `pages` - 1, best first.
        edges: pairs of them.

    Returns:
        Its members, ascending.
    """
    import clingo

    control = clingo.Control(["--warn=none"])
    facts = [f"page({page})." for page in range(pages)] + [f"contradicts({p},{q})." for p, q in edges]
    control.add("base", [], _program() + "\n".join(facts))
    control.ground([("base", [])])
    best: tuple[int, ...] = ()
    with control.solve(yield_=True) as models:
        for model in models:
            best = tuple(sorted(atom.arguments[0].number for atom in model.symbols(shown=True)))
    return best


def reliable(isolated: Sequence[Isolated]) -> list[tuple[str, str]]:
    """The pages of the set that is kept, with their answers; pages that answer nothing are left out before.

    >>> reliable([("p1", "Tarn"), ("p2", "Kolm"), ("p3", None), ("p4", "Kolm")])
    [('p2', 'Kolm'), ('p4', 'Kolm')]
    """
    pages = given(isolated)
    kept = independent_set(len(pages), contradictions([answer for _, answer in pages]))
    return [pages[place] for place in kept]


class ReliabilityRag:
    """Answers with the majority of the largest set of initial pages that do not contradict each other."""

    def conclude(self, view: View) -> Answer:
        """The set's answer; it cites the set."""
        kept = reliable(initial_answers(view))
        return conclude_as(majority(kept), kept, "no initial page answers")
