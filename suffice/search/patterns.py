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

__all__ = ["Abstraction", "Pattern", "in_order", "is_generic"]

#: What stands for a name, a page, and every value that is on no list.
_RESERVED = re.compile(r"~[0-9]*~|unit_[0-9]+_")
_UNLISTED = "~~"


def is_generic(program: Program) -> bool:
    """Whether rules compare values by equality alone: no order, no arithmetic, no aggregate.

    >>> from suffice.rules import parse_program
    >>> is_generic(parse_program("p(X) :- q(X,Y), X != Y.")), is_generic(parse_program("p(X) :- q(X,Y), X < Y."))
    (True, False)
    """
    for rule in program.resolved:
        if rule.aggregates or any(
            op not in ("=", "!=") for part in rule.comparisons for op, _ in part.guards
        ):
            return False
        for leaf in _constants(rule):
            if not isinstance(leaf, (Variable, String, Number, Symbol)):
                return False
            # It would be taken for what stands for a name.
            if _RESERVED.fullmatch(str(leaf.value if isinstance(leaf, String) else leaf)):
                return False
    return True


def _constants(rule: Rule) -> Iterator[Term]:
    """The innermost terms of a rule without aggregates."""
    for part in (rule.head, *rule.plain):
        for term in part.args if isinstance(part, Atom) else part.terms:
            yield from _leaves(term)


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
        leaves = [leaf for rule in rules.resolved for leaf in _constants(rule)]
        self.constants = frozenset(leaf.value for leaf in leaves if isinstance(leaf, String))
        self.symbols = (
            frozenset(leaf.name for leaf in leaves if isinstance(leaf, Symbol)) | rules.values.keys()
        )
        self.lists = lists = _lists(rules)
        self.looked_up = _looked_up(rules, lists) if self.generic else frozenset()
        on: dict[str, list[Signature]] = {}
        for fact in rules.facts:
            if fact.signature in lists and isinstance(fact.args[0], String):
                on.setdefault(fact.args[0].value, []).append(fact.signature)
        first: dict[frozenset[Signature], str] = {}
        self._representatives = {value: first.setdefault(frozenset(on[value]), value) for value in sorted(on)}

    def represent(self, value: str) -> str:
        """One value for all that are on the same lists."""
        return self._representatives.get(value, _UNLISTED)


def _lists(rules: Program) -> frozenset[Signature]:
    """Predicates of one argument of which nothing but facts in the rules is known, and nothing else is asked."""
    others = {rule.head.signature for rule in rules.proper_rules} | (rules.evidence or frozenset())
    others |= rules.lookups.keys() | rules.goals | rules.functional | {Signature("asked", 1)}
    return frozenset(fact.signature for fact in rules.facts if len(fact.args) == 1) - others


def _looked_up(rules: Program, lists: frozenset[Signature]) -> frozenset[tuple[Signature, int]]:
    """Places of evidence whose value is joined with nothing but lists."""
    # Of functional predicates it matters whether values differ.
    evidence = (rules.evidence or frozenset()) - rules.functional - rules.goals
    places = {(signature, place) for signature in evidence for place in range(signature.arity)}
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


def in_order(names: Sequence[str], facts: Mapping[str, Sequence[Atom]]) -> dict[str, Sequence[Atom]]:
    """Pages in an order that depends on what they state, up to their names, and not on how they stand.

    Fact sets of one pattern come out in one order wherever equal pages are interchangeable; so more of them are seen to be one.

    Args:
        names: that the question asks about.
        facts: of each page, by its id.

    >>> from suffice.rules import parse_atom
    >>> facts = {page: [parse_atom(f'{kind}({page},"{name}")')] for page, kind, name in [("a", "q", "Vel"), ("b", "p", "Kolm")]}
    >>> list(in_order([], facts))
    ['b', 'a']
    """

    def shape(page: str) -> tuple[str, ...]:
        found: dict[str, str] = {name: f"?{place}" for place, name in enumerate(names)}
        found[page] = "@"
        return tuple(
            " ".join([atom.name, *(found.setdefault(_bare(term), f"~{len(found)}") for term in atom.args)])
            for atom in facts[page]
        )

    return {page: facts[page] for page in sorted(facts, key=shape)}


def _bare(term: Term) -> str:
    return term.value if isinstance(term, String) else str(term)


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
        self._constants = abstraction.constants if abstraction.generic else None
        self._new: dict[str, str] = {}
        self.names = tuple(map(self._replace, names))
        # A page that the rules name keeps its id.
        kept = facts.keys() & abstraction.symbols if abstraction.generic else facts.keys()
        self._units = {page: page if page in kept else f"unit_{place}_" for place, page in enumerate(facts)}
        self._pages = {unit: page for page, unit in self._units.items()}
        listed = any(atom.signature in abstraction.lists for atoms in facts.values() for atom in atoms)
        looked_up = frozenset() if listed else abstraction.looked_up

        def rename(atom: Atom) -> Atom:
            signature = atom.signature
            return Atom(
                atom.name,
                tuple(
                    String(abstraction.represent(term.value))
                    if isinstance(term, String) and (signature, place) in looked_up
                    else self._rename(term)
                    for place, term in enumerate(atom.args)
                ),
                atom.positive,
            )

        self._stated = tuple((unit, tuple(map(rename, facts[page]))) for unit, page in self._pages.items())
        self._old = {new: old for old, new in self._new.items()}
        self._symbols = {unit: name for name, unit in self._units.items()}

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
            for line in (
                Rule(atom),
                Rule(Atom("states", (Symbol(unit), Symbol(atom.name, atom.args, atom.positive)))),
            )
        ]
        return rules.extended([*asked, *stated])

    @property
    def facts(self) -> dict[str, tuple[Atom, ...]]:
        """The facts of each unit, renamed."""
        return dict(self._stated)

    def unit(self, page: str) -> str:
        """What stands for a page."""
        return self._units[page]

    def page(self, unit: Term) -> str | None:
        """The id of the page that a unit stands for; None if it is no page but a fact of the rules."""
        return self._pages.get(unit.name) if isinstance(unit, Symbol) and not unit.args else None

    def restore(self, term: Term) -> Term:
        """A term with names and pages put back."""
        match term:
            case String(value=value):
                return String(self._old.get(value, value))
            case Symbol(name=name, args=(), positive=positive):
                return Symbol(self._symbols.get(name, name), (), positive)
            case Symbol(name=name, args=args, positive=positive):
                return Symbol(name, tuple(map(self.restore, args)), positive)
            case _:
                return term

    def _replace(self, value: str) -> str:
        if self._constants is None or value in self._constants:
            return value
        return self._new.setdefault(value, f"~{len(self._new)}~")

    def _rename(self, term: Term) -> Term:
        match term:
            case String(value=value):
                return String(self._replace(value))
            case Symbol(name=name, args=()) if self._constants is not None:
                if name not in self._units and _RESERVED.fullmatch(name):
                    self._units[name] = f"unit_{len(self._units)}_"
                return Symbol(self._units.get(name, name), (), term.positive)
            case Symbol(name=name, args=args, positive=positive):
                return Symbol(name, tuple(map(self._rename, args)), positive)
            case _:
                return term
