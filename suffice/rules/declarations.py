"""Checks of what the reserved predicates declare.

>>> from suffice.rules.atoms import Signature
>>> str(nearest(Signature("drector", 2), [Signature("director", 2), Signature("born", 2)]))
'director/2'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from suffice.rules.atoms import Atom, Signature
from suffice.rules.diagnostic import Diagnostic, Severity
from suffice.rules.occurrences import Occurrences
from suffice.rules.program import RESERVED
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, String, Symbol, Term

__all__ = ["check_declarations", "nearest"]

_SHAPES = {
    "abducible": "`abducible(predicate, arity).`",
    "cost": "`cost(unit, number).` with a number of 0 or more",
    "evidence": "`evidence(predicate, arity).`",
    "functional": "`functional(predicate, arity).` with an arity of 1 or more",
    "goal": "`goal(predicate, arity).`",
    "lookup": '`lookup(predicate, arity, "wording with {0}").`',
    "states": "`states(unit, fact).`",
}
_SLOT = re.compile(r"\{([^{}]*)\}")


def nearest(signature: Signature, others: Iterable[Signature]) -> Signature | None:
    """The predicate that was probably meant: the same name with another arity, or a similar name."""
    by_name = {other.name: other for other in others if other != signature}
    if signature.name in by_name:
        return by_name[signature.name]
    close = difflib.get_close_matches(signature.name, by_name, n=1, cutoff=0.75)
    return by_name[close[0]] if close else None


def check_declarations(where: Occurrences) -> Iterator[Diagnostic]:
    """Declarations of the wrong shape, about nothing, or twice."""
    yield from _misnamed(where)
    facts = frozenset(where.program.facts)
    units = {unit for stated in where.program.states.values() for unit in stated}
    units |= {Symbol(fact.name, fact.args, fact.positive) for fact in facts}
    seen: dict[tuple[str, Signature], Location] = {}
    for rule, place in where.declaring:
        name = rule.head.name
        if not rule.is_fact or not _has_shape(name, rule.head.args):
            yield _wrong_shape(rule, place)
            continue
        match name, rule.head.args:
            case "states", (_, Symbol() as fact):
                yield from _stated(where, facts, Atom(fact.name, fact.args, fact.positive), place)
            case "cost", (unit, _):
                if unit not in units and not where.unread:
                    cause = f"`{unit}` is no unit: nothing says what it states"
                    yield Diagnostic("unknown", place, cause, f"add `states({unit}, fact).`", "warning")
            case _, (Symbol() as predicate, Number(value=arity), *rest):
                signature = Signature(predicate.name, arity, predicate.positive)
                yield from _about(where, name, signature, place)
                if rest and isinstance(rest[0], String):
                    yield from _slots(signature, rest[0].value, place)
                there = seen.setdefault((name, signature), place)
                if name == "lookup" and there != place:
                    cause = f"`{signature}` already has a lookup at {there}; only the last one counts"
                    yield Diagnostic("twice", place, cause, "leave one of the two", "warning")


def _misnamed(where: Occurrences) -> Iterator[Diagnostic]:
    """A reserved name with another arity is a predicate like any other; that is rarely meant."""
    for signature, place in where.first.items():
        arity = RESERVED.get(signature.name)
        if arity is not None and (arity != signature.arity or not signature.positive):
            cause = f"`{signature}` is not the reserved `{signature.name}/{arity}` and declares nothing"
            remedy = f"write {_SHAPES.get(signature.name, '`witnessed(rule)`')} or choose another name"
            yield Diagnostic("reserved", place, cause, remedy, "warning")


def _has_shape(name: str, args: tuple[Term, ...]) -> bool:
    match name, args:
        case "states", (_, Symbol(name=fact)):
            return bool(fact)
        case "cost", (_, Number(value=cost)):
            return cost >= 0
        case "lookup", (Symbol(name=predicate, args=()), Number(value=arity), String()):
            return bool(predicate) and arity >= 0
        case (
            ("abducible" | "evidence" | "functional" | "goal"),
            (
                Symbol(name=predicate, args=()),
                Number(value=arity),
            ),
        ):
            return bool(predicate) and arity >= (name == "functional")
    return False


def _wrong_shape(rule: Rule, place: Location) -> Diagnostic:
    remedy = f"write {_SHAPES[rule.head.name]}"
    if rule.body:
        return Diagnostic("declaration", place, f"`{rule.head.name}` must be declared by facts", remedy)
    if isinstance(rule.head.args[0], String) and rule.head.name not in ("states", "cost"):
        remedy += f", without quotes around `{rule.head.args[0].value}`"
    return Diagnostic("declaration", place, f"`{rule.head}` declares nothing", remedy)


def _about(where: Occurrences, name: str, signature: Signature, place: Location) -> Iterator[Diagnostic]:
    """A declaration about a predicate that occurs nowhere; goals have a check of their own."""
    if (
        name == "goal"
        or signature.name in where.unread
        or not any(placed.rule.body for placed in where.rules)
    ):
        return
    known = {*where.first, *(goal for goal, _ in where.declarations("goal"))}
    if name in ("functional", "abducible"):
        known |= where.program.lookups.keys() | (where.program.evidence or frozenset())
    if signature not in known:
        hint = nearest(signature, where.first)
        remedy = f"did you mean `{hint}`?" if hint else "use it in a rule, or delete the declaration"
        cause = f"`{name}` is declared for `{signature}`, which no rule or fact has"
        severity: Severity = "warning"
        yield Diagnostic("unknown", place, cause, remedy, severity)


def _slots(signature: Signature, wording: str, place: Location) -> Iterator[Diagnostic]:
    for slot in _SLOT.findall(wording):
        if not slot.isdecimal():
            cause = f"`{{{slot}}}` in the wording is not a slot and stays as it is"
            yield Diagnostic("slot", place, cause, "slots are `{0}`, `{1}`, ...", "warning")
        elif int(slot) >= signature.arity:
            cause = f"the wording has a slot `{{{slot}}}`, but `{signature}` has {signature.arity} arguments"
            yield Diagnostic("slot", place, cause, "count arguments from 0")


def _stated(where: Occurrences, facts: frozenset[Atom], fact: Atom, place: Location) -> Iterator[Diagnostic]:
    signature = fact.signature
    written_short = any(
        placed.rule.head.signature == signature and not placed.rule.body and not placed.rule.is_fact
        for placed in where.rules
    )
    if fact in facts or signature.name in where.unread or written_short:
        return
    cause = f"`{fact}` is stated but does not stand in the program"
    if signature in where.heads and not any(other.signature == signature for other in facts):
        yield Diagnostic(
            "states", place, f"{cause}: `{signature}` is derived", "units state facts, not conclusions"
        )
    else:
        yield Diagnostic("states", place, cause, f"add the fact `{fact}.`")
