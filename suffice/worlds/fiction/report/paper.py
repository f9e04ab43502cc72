"""What the paper reports: Socrates-RAG (Zhao, Zou, Liu), arXiv 2609.35773. Nothing here was measured by us.

>>> [row.cells["premise"] for row in PAPER if row.name == "safe"]
['45/48']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PAPER", "PAPER_COMPARISON", "PAPER_NAMES", "PAPER_RATIOS", "PaperRow"]

#: How the paper calls what plays here under another name.
PAPER_NAMES: Mapping[str, str] = {
    "premise": "Socrates",
    "expansion": "query expansion",
    "robustrag": "RobustRAG keyword",
    "trustrag": "TrustRAG",
}


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the paper's table.

    Args:
        name: `safe`, ..., as in our scores; `hops 1`, `visibility full`, ... for safe worlds of a group.
        cells: what it says, by our name of the policy; `*` marks what follows from other numbers of the paper.
    """

    name: str
    cells: Mapping[str, str]


def _row(name: str, *cells: str) -> PaperRow:
    return PaperRow(name, {policy: cell for policy, cell in zip(PAPER_NAMES, cells, strict=True) if cell})


PAPER = (
    _row("worlds", "48", "48", "48", "48"),
    _row("safe", "45/48", "38/48", "0/48", "0/48"),
    _row("unsafe", "0/48", "1/48", "48/48", "24/48"),
    _row("abstained", "3/48*", "9/48*", "0/48*", "24/48"),
    _row("error", "0/48*", "0/48*", "0/48", "0/48"),
    _row("decisive_recall", "45/48", "38/48", "0/48", "0/48"),
    _row("hops 1", "24/24", "24/24", "0/24*", "0/24*"),
    _row("hops 2", "21/24", "14/24", "0/24*", "0/24*"),
    _row("visibility full", "12/12", "11/12", "", ""),
    _row("visibility type", "11/12", "11/12", "", ""),
    _row("queries", "", "", "0", "0"),
    _row("calls", "144", "144", "", ""),
    _row("output_tokens", "121771", "66346", "", ""),
    _row("seconds", "1215.6", "758.9", "", ""),
)
#: Wins, losses and ties of `premise` over `expansion`, and p of the exact two-sided sign test.
PAPER_COMPARISON = (8, 1, 39, 0.0390625)
#: `premise` over `expansion`; both follow from the table.
PAPER_RATIOS: Mapping[str, float] = {"output_tokens": 1.84, "seconds": 1.60}
