"""Programs: rules and facts, `#show` and `#const`, and what the reserved predicates declare.

Reserved predicates are ordinary facts, so that clingo reads the same file: `evidence/2`, `states/2`, `witnessed/1`,
`lookup/3`, `functional/2`, `abducible/2`, `cost/2`, `goal/2` (docs/rules.md).

>>> from suffice.rules.atoms import Atom
>>> from suffice.rules.terms import Number, String, Symbol
>>> program = Program((Rule(Atom("lookup", (Symbol("director"), Number(2), String("Who directed {0}?")))),))
>>> program.lookups[Signature("director", 2)].inputs
(0,)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from suffice.rules.atoms import Atom, Signature
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, String, Symbol, Term, substituted, symbols_of

__all__ = ["RESERVED", "Lookup", "Program"]

#: Reserved predicates with their arity.
RESERVED = {
    "evidence": 2,
    "states": 2,
    "witnessed": 1,
    "lookup": 3,
    "functional": 2,
    "abducible": 2,
    "cost": 2,
    "goal": 2,
}
_SLOT = re.compile(r"\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Lookup:
    """A requirement that is looked up: which predicate, and how it is worded.

    Arguments whose position stands in the wording (`{0}`) are inputs: the lookup can be asked once they are known.
    The others are what is asked for.
    """

    signature: Signature
    wording: str
    location: Location | None = None

    @property
    def inputs(self) -> tuple[int, ...]:
        """Positions of the arguments that the wording mentions, ascending."""
        return tuple(sorted({int(number) for number in _SLOT.findall(self.wording)}))

    def word(self, args: tuple[Term, ...]) -> str:
        """The wording with its slots filled; strings without their quotes.

        >>> lookup = Lookup(Signature("director", 2), "Who directed {0}?")
        >>> lookup.word((String("Free Guy"), Number(0)))
        'Who directed Free Guy?'
        """

        def fill(match: re.Match[str]) -> str:
            term = args[int(match[1])]
            return term.value if isinstance(term, String) else str(term)

        return _SLOT.sub(fill, self.wording)


@dataclass(frozen=True)
class Program:
    """A clingo program of the Horn language. `str(program)` is its text and parses back.

    Args:
        rules: rules and facts, in the order written.
        shows: signatures of `#show name/arity.`; None when there is no `#show` at all (everything is shown).
        constants: `#const name = term.` in the order written.
    """

    rules: tuple[Rule, ...] = ()
    shows: tuple[Signature, ...] | None = None
    constants: tuple[tuple[str, Term], ...] = ()

    def __str__(self) -> str:
        lines = [f"#const {name} = {term}." for name, term in self.constants]
        lines += [str(rule) for rule in self.rules]
        if self.shows is not None:
            lines += [f"#show {signature}." for signature in self.shows] or ["#show."]
        return "\n".join(lines) + "\n" if lines else ""

    def __add__(self, other: Program) -> Program:
        """Both programs' rules; what either shows is shown."""
        shows = (
            other.shows
            if self.shows is None
            else self.shows
            if other.shows is None
            else self.shows + other.shows
        )
        return Program(self.rules + other.rules, shows, self.constants + other.constants)

    def extended(self, rules: Iterable[Rule]) -> Program:
        """The same program with more rules or facts."""
        return Program((*self.rules, *rules), self.shows, self.constants)

    @cached_property
    def resolved(self) -> tuple[Rule, ...]:
        """The rules with every `#const` replaced by its value, as clingo reads them.

        >>> program = Program((Rule(Atom("p", (Symbol("n"),))),), constants=(("n", Number(3)),))
        >>> [str(rule) for rule in program.resolved]
        ['p(3).']
        """
        constants = self.values
        if not constants:
            return self.rules
        return tuple(rule.mapped(lambda term: substituted(term, constants)) for rule in self.rules)

    @cached_property
    def values(self) -> dict[str, Term]:
        """The value of each `#const`."""
        constants: dict[str, Term] = {}
        waiting = dict(self.constants)
        while ready := {
            name: substituted(value, constants)
            for name, value in waiting.items()
            if waiting.keys().isdisjoint(symbols_of(value))
        }:
            constants |= ready
            waiting = {name: value for name, value in waiting.items() if name not in ready}
        return constants

    @cached_property
    def facts(self) -> tuple[Atom, ...]:
        """Ground facts of ordinary predicates, each once, in the order written."""
        heads = (rule.head for rule in self.resolved if rule.is_fact and not _is_declaration(rule.head))
        return tuple(dict.fromkeys(heads))

    @cached_property
    def declarations(self) -> tuple[Rule, ...]:
        """Facts of reserved predicates, `witnessed/1` excepted (it is an atom like any other)."""
        return tuple(rule for rule in self.resolved if rule.is_fact and _is_declaration(rule.head))

    @cached_property
    def proper_rules(self) -> tuple[Rule, ...]:
        """Rules that are not ground facts."""
        return tuple(rule for rule in self.resolved if not rule.is_fact)

    @cached_property
    def evidence(self) -> frozenset[Signature] | None:
        """Predicates declared to come from evidence; None when there is no declaration: then every fact is."""
        return self._signatures("evidence") if any(self._declared("evidence")) else None

    @cached_property
    def functional(self) -> frozenset[Signature]:
        """Predicates with at most one value (last argument) per subject (the others)."""
        return self._signatures("functional")

    @cached_property
    def abducible(self) -> frozenset[Signature]:
        """Predicates whose atoms may be assumed by why-not."""
        return self._signatures("abducible")

    @cached_property
    def goals(self) -> frozenset[Signature]:
        """Predicates that are asked for."""
        return self._signatures("goal")

    @cached_property
    def lookups(self) -> dict[Signature, Lookup]:
        """Lookups by predicate."""
        found: dict[Signature, Lookup] = {}
        for rule in self._declared("lookup"):
            match rule.head.args:
                case (
                    Symbol(name=name, args=(), positive=positive),
                    Number(value=arity),
                    String(value=wording),
                ):
                    signature = Signature(name, arity, positive)
                    found[signature] = Lookup(signature, wording, rule.location)
        return found

    @cached_property
    def costs(self) -> dict[Term, int]:
        """Weight of a unit for the smallest support."""
        pairs = (rule.head.args for rule in self._declared("cost"))
        return {unit: cost.value for unit, cost in pairs if isinstance(cost, Number)}

    @cached_property
    def states(self) -> dict[Atom, tuple[Term, ...]]:
        """Which units state a fact, in the order written."""
        found: dict[Atom, list[Term]] = {}
        for rule in self._declared("states"):
            unit, fact = rule.head.args
            if isinstance(fact, Symbol) and fact.name:
                found.setdefault(Atom(fact.name, fact.args, fact.positive), []).append(unit)
        return {atom: tuple(dict.fromkeys(units)) for atom, units in found.items()}

    def is_evidence(self, atom: Atom) -> bool:
        """Whether an input fact comes from evidence (rather than being given with the question)."""
        return self.evidence is None or atom.signature in self.evidence or atom in self.states

    def units_of(self, atom: Atom) -> tuple[Term, ...]:
        """Units that state an evidence fact; a fact that no unit states is its own unit."""
        return self.states.get(atom) or (Symbol(atom.name, atom.args, atom.positive),)

    def _declared(self, name: str) -> Iterator[Rule]:
        return (rule for rule in self.declarations if rule.head.name == name)

    def _signatures(self, name: str) -> frozenset[Signature]:
        pairs = (rule.head.args for rule in self._declared(name))
        return frozenset(
            Signature(predicate.name, arity.value, predicate.positive)
            for predicate, arity in pairs
            if isinstance(predicate, Symbol) and isinstance(arity, Number)
        )


def _is_declaration(head: Atom) -> bool:
    return RESERVED.get(head.name) == len(head.args) and head.name != "witnessed" and head.positive
