"""Facts up to their names: what rules can't tell apart is decided once.

Rules without arithmetic, order or aggregates can't tell names apart except by equality (Datalog is generic): facts that differ
in their names alone have the same consequences up to these names. And a value that is only ever looked up in a list of the
rules (`signed(R, Issuer), authority(Issuer)`) matters by the lists it is on, and not by which value it is.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 5.1 (genericity) and chapter 16.

>>> from suffice.rules import parse_atom, parse_program
>>> rules = parse_program('''answer(X) :- kept(R, X), signed(R, I), authority(I).
... authority("A"; "B"). evidence(kept, 2). evidence(signed, 2).''')
>>> abstraction = Abstraction(rules)
>>> one = {"p1": [parse_atom('kept(p1,"Vel")'), parse_atom('signed(p1,"A")')]}
>>> other = {"q7": [parse_atom('kept(q7,"Kolm")'), parse_atom('signed(q7,"B")')]}
>>> Pattern(abstraction, [], one).key == Pattern(abstraction, [], other).key
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from suffice.rules import Atom, Literal, Number, Program, Rule, Signature, String, Symbol, Term, Variable

__all__ = ["Abstraction", "Pattern", "is_generic"]

_MARK, _UNIT = "~", "unit_"
_NUMBERED = re.compile(f"{_MARK}[0-9]+{_MARK}")
_RESERVED = re.compile(f"{_NUMBERED.pattern}|{_UNIT}[0-9]+_")
#: Stands for every value that is on no list.
_UNLISTED = f"{_MARK}{_MARK}"


def is_generic(program: Program) -> bool:
    """Whether rules compare values by equality alone: no order, no arithmetic, no aggregate.

    >>> from suffice.rules import parse_program
    >>> is_generic(parse_program("p(X) :- q(X,Y), X != Y.")), is_generic(parse_program("p(X) :- q(X,Y), X < Y."))
    (True, False)
    """
    for rule in program.rules:
        if rule.aggregates or any(
            op not in ("=", "!=") for part in rule.comparisons for op, _ in part.guards
        ):
            return False
        terms = [term for part in (rule.head, *rule.negative, *rule.positive) for term in part.args]
        terms += [term for part in rule.comparisons for term in part.terms]
        for leaf in (leaf for term in terms for leaf in _leaves(term)):
            if not isinstance(leaf, (Variable, String, Number, Symbol)):
                return False
            if _RESERVED.search(str(leaf)):  # it would be taken for a replaced name
                return False
    return True


def _leaves(term: Term) -> Iterator[Term]:
    """A term's innermost terms."""
    if isinstance(term, Symbol) and term.args:
        for part in term.args:
            yield from _leaves(part)
    else:
        yield term


class Abstraction:
    """What some rules can't tell apart.

    Args:
        rules: of a family.
    """

    def __init__(self, rules: Program) -> None:
        self.generic = is_generic(rules)
        self.constants = frozenset(
            leaf.value
            for rule in rules.rules
            for part in (rule.head, *rule.body)
            for term in (part.args if isinstance(part, Atom) else part.terms)
            for leaf in _leaves(term)
            if isinstance(leaf, String)
        )
        lists = _lists(rules)
        self.looked_up = _looked_up(rules, lists) if self.generic else frozenset()
        on: dict[str, list[str]] = {}
        for fact in rules.facts:
            if fact.signature in lists and isinstance(fact.args[0], String):
                on.setdefault(fact.args[0].value, []).append(fact.name)
        first: dict[frozenset[str], str] = {}
        self._representatives = {value: first.setdefault(frozenset(on[value]), value) for value in sorted(on)}

    def represent(self, value: str) -> str:
        """One value for all that are on the same lists."""
        return self._representatives.get(value, _UNLISTED)


def _lists(rules: Program) -> frozenset[Signature]:
    """Predicates of one argument of which nothing but facts in the rules is known."""
    stated = {rule.head.signature for rule in rules.proper_rules} | (rules.evidence or frozenset())
    return frozenset(fact.signature for fact in rules.facts if len(fact.args) == 1) - stated


def _looked_up(rules: Program, lists: frozenset[Signature]) -> frozenset[tuple[Signature, int]]:
    """Places of evidence whose value is joined with nothing but lists."""
    places = {(signature, place) for signature in rules.evidence or () for place in range(signature.arity)}
    for rule in rules.proper_rules:
        for part in rule.body:
            if not isinstance(part, Literal):
                continue
            for place, term in enumerate(part.atom.args):
                if (part.atom.signature, place) in places and not _only_listed(rule, part, term, lists):
                    places.discard((part.atom.signature, place))
        for place in range(rule.head.signature.arity):
            places.discard((rule.head.signature, place))
    return frozenset(places)


def _only_listed(rule: Rule, where: Literal, term: Term, lists: frozenset[Signature]) -> bool:
    """Whether a variable stands at one place of a literal, and else in positive literals of lists alone."""
    if not isinstance(term, Variable):
        return False
    if term.name == "_":
        return True
    if term.name in rule.head.variables or where.variables.count(term.name) > 1 or where.negated:
        return False
    return all(
        isinstance(part, Literal) and not part.negated and part.atom.signature in lists
        for part in rule.body
        if part is not where and term.name in part.variables
    )


class Pattern:
    """Facts with their names replaced, in order of first use, by numbered ones.

    Args:
        abstraction: of the rules that will be applied.
        names: that the question asks about.
        facts: of each page, by its id.
    """

    def __init__(
        self, abstraction: Abstraction, names: Sequence[str], facts: Mapping[str, Sequence[Atom]]
    ) -> None:
        self._abstraction = abstraction
        self._new: dict[str, str] = {}
        self.names = tuple(map(self._replace, names))
        self._units = {page: f"{_UNIT}{place}_" for place, page in enumerate(facts)}
        self._pages = {unit: page for page, unit in self._units.items()}
        self._stated = tuple(
            (unit, tuple(self._rename(atom, page, unit) for atom in facts[page]))
            for page, unit in self._units.items()
        )
        self._old = {new: old for old, new in self._new.items()}

    @property
    def key(self) -> object:
        """Equal for what the rules can't tell apart."""
        return self.names, self._stated

    def program(self, rules: Program, names: int | None = None) -> Program:
        """The rules with the facts, and which page states each.

        Args:
            rules: to add them to.
            names: of how many names it is asked; all if None.
        """
        asked = [Rule(Atom("asked", (String(name),))) for name in self.names[:names]]
        stated = [
            line
            for unit, atoms in self._stated
            for atom in atoms
            for line in (Rule(atom), Rule(Atom("states", (Symbol(unit), Symbol(atom.name, atom.args)))))
        ]
        return rules.extended([*asked, *stated])

    @property
    def facts(self) -> dict[str, tuple[Atom, ...]]:
        """The facts of each unit, renamed."""
        return dict(self._stated)

    def unit(self, page: str) -> str:
        """What stands for a page."""
        return self._units[page]

    def page(self, unit: str) -> str:
        """The id of the page that a unit stands for."""
        return self._pages[unit]

    def text(self, text: str) -> str:
        """A text with the names put back."""
        return _NUMBERED.sub(lambda found: self._old.get(found[0], found[0]), text)

    def restore(self, atom: Atom) -> Atom:
        """An atom with names and pages put back."""
        return atom.mapped(self._restore)

    def _replace(self, value: str) -> str:
        if not self._abstraction.generic or value in self._abstraction.constants:
            return value
        return self._new.setdefault(value, f"{_MARK}{len(self._new)}{_MARK}")

    def _rename(self, atom: Atom, page: str, unit: str) -> Atom:
        signature, looked_up = atom.signature, self._abstraction.looked_up

        def change(place: int, term: Term) -> Term:
            if isinstance(term, String):
                if (signature, place) in looked_up:
                    return String(self._abstraction.represent(term.value))
                return String(self._replace(term.value))
            return Symbol(unit) if term == Symbol(page) else term

        return Atom(atom.name, tuple(change(place, term) for place, term in enumerate(atom.args)))

    def _restore(self, term: Term) -> Term:
        if isinstance(term, String):
            return String(self.text(term.value))
        if isinstance(term, Symbol) and term.name in self._pages and not term.args:
            return Symbol(self._pages[term.name])
        return term
