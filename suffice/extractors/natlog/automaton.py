"""The automaton that reads a proof's relations from left to right: does the evidence support or refute the claim?

Three states; `N` is absorbing. It decides exactly as the composition of the relations does (a test compares all
sequences up to length 5). In `strict` mode only `=`, `!` and `|` conclusively show sufficiency: an entailment or a cover
leaves the evidence insufficient (AdMIRaL section 3.3); in `automaton` mode an evidence that is more specific than the
claim supports it (ProoFVer, QA-NatVer).

>>> fold(["=", "<", "|"])
'REFUTES'
>>> fold(["<"], mode="strict")
'NOT ENOUGH INFO'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from suffice.extractors.natlog.relations import Relation

__all__ = ["MODES", "VERDICTS", "Mode", "State", "Verdict", "advance", "fold", "verdict_of"]

Mode: TypeAlias = Literal["strict", "automaton"]
MODES: tuple[Mode, ...] = get_args(Mode)
State: TypeAlias = Literal["S", "R", "N"]
Verdict: TypeAlias = Literal["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

_NEXT: dict[State, dict[Relation, State]] = {
    "S": {"=": "S", "<": "S", "!": "R", "|": "R"},
    "R": {"=": "R", ">": "R", "!": "S", "v": "S"},
    "N": {},
}
_VERDICT: dict[State, Verdict] = {"S": "SUPPORTS", "R": "REFUTES", "N": "NOT ENOUGH INFO"}
#: What strict mode takes for independence.
_INCONCLUSIVE = frozenset("<>v")


def advance(state: State, relation: Relation, mode: Mode = "automaton") -> State:
    """The state after one more relation."""
    if mode == "strict" and relation in _INCONCLUSIVE:
        return "N"
    return _NEXT[state].get(relation, "N")


def fold(relations: Iterable[Relation], mode: Mode = "automaton") -> Verdict:
    """The verdict on a whole sequence of relations, from evidence to claim."""
    state: State = "S"
    for relation in relations:
        state = advance(state, relation, mode)
    return _VERDICT[state]


def verdict_of(relation: Relation) -> Verdict:
    """What one relation of evidence to claim says of the claim, the evidence being true.

    >>> [verdict_of(one) for one in ("=", "<", "!", "|", ">", "v", "#")] == ["SUPPORTS"] * 2 + ["REFUTES"] * 2 + [
    ...     "NOT ENOUGH INFO"] * 3
    True
    """
    return "SUPPORTS" if relation in "=<" else "REFUTES" if relation in "!|" else "NOT ENOUGH INFO"
