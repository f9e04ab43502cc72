"""What is compared: each arm is a setting of the loop and a judge of sufficiency.

>>> [arm.name for arm in ARMS if arm.against]
['joint', 'joint, default merge']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from suffice.search.prefix.rerank import Placed
from suffice.search.prefix.sufficiency import Verdict

__all__ = ["ARMS", "Arm", "Oracle"]


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm.

    Args:
        name: of it.
        changes: to the settings.
        judge: a name of `SUFFICIENCY`, or `oracle`.
        against: arms that its recall is compared with.
    """

    name: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    judge: str = "always-incomplete"
    against: tuple[str, ...] = ()


_BASES = ("bm25", "initial", "not-joint", "top-1", "joint-docs")

#: All arms, in the order in which they are told. `bm25` is the index alone; `initial` is the first hop.
ARMS = (
    Arm("initial", judge="always-complete"),
    Arm("joint", against=_BASES),
    Arm("joint, default merge", {"merge": "default"}, against=_BASES[:3]),
    Arm("not-joint", {"scheme": "not-joint"}),
    Arm("top-1", {"scheme": "top-1"}),
    Arm("joint-docs", {"scheme": "joint-docs"}),
    Arm("stop: proof", judge="proof"),
    Arm("stop: proof-strict", judge="proof-strict"),
    Arm("stop: always-complete", judge="always-complete"),
    Arm("stop: always-incomplete", {"hops": 3}),
    Arm("stop: fixed-hops", {"hops": 3}, judge="fixed-hops"),
    Arm("stop: classifier", judge="classifier"),
    Arm("stop: closure", judge="closure"),
    Arm("stop: oracle", judge="oracle"),
    Arm("first: bm25", {"initial": "bm25"}),
    Arm("first: generator", {"initial": "generator"}),
    Arm("first: both"),
    Arm("first: titles", {"initial": "titles"}),
)


class Oracle:
    """Enough if the kept sentences are of every gold document: needs labels, so it bounds what a judge could do.

    Args:
        gold: for each claim its gold sets.
    """

    def __init__(self, gold: Mapping[str, Sequence[AbstractSet[str]]]) -> None:
        self._gold = gold

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        held = {one.document for one in sentences}
        return Verdict(any(one <= held for one in self._gold[claim]))
