"""Where each predicate of a program occurs, for the checks.

>>> from suffice.rules.parse import parse_sources
>>> where = Occurrences(parse_sources([("a.lp", "p(X) :- q(X, Y). lookup(q, 2, \\"Q of {0}?\\").")]))
>>> {str(signature): str(place) for signature, place in where.bodies.items()}
{'q/2': 'a.lp:1:9'}
"""

from __future__ import annotations

from suffice.rules.aggregates import Aggregate
from suffice.rules.atoms import Atom, Literal, Signature
from suffice.rules.convert import PlacedRule
from suffice.rules.parse import Parsed
from suffice.rules.program import RESERVED
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, Symbol

__all__ = ["Occurrences"]


class Occurrences:
    """An index of what was parsed: first places of predicates in heads and bodies, and the declarations.

    Declarations are read after `#const` has been replaced, as clingo reads them.
    """

    def __init__(self, parsed: Parsed) -> None:
        self.program = parsed.program
        self.defined = parsed.defined
        self.unread = parsed.unread
        self.rules: list[PlacedRule] = []
        self.declaring: list[tuple[Rule, Location]] = []
        self.heads: dict[Signature, Location] = {}
        self.bodies: dict[Signature, Location] = {}
        self.first: dict[Signature, Location] = {}
        self._bodyless: set[Signature] = set()
        for placed, resolved in zip(parsed.rules, parsed.program.resolved, strict=True):
            head = placed.rule.head.signature
            place = placed.rule.location or Location("", 1, 1)
            if RESERVED.get(head.name) == head.arity and head.name != "witnessed" and head.positive:
                self.declaring.append((resolved, place))
            else:
                self.rules.append(placed)
                self.heads.setdefault(head, place)
                self.first.setdefault(head, place)
                if not placed.rule.body:
                    self._bodyless.add(head)
            for part, at in zip(placed.rule.body, placed.body, strict=True):
                match part:
                    case Literal(atom=atom):
                        atoms: tuple[Atom, ...] = (atom,)
                    case Aggregate(atoms=atoms):
                        pass
                    case _:
                        continue
                for atom in atoms:
                    self.bodies.setdefault(atom.signature, at)
                    self.first.setdefault(atom.signature, at)
        self.declared = frozenset(
            signature for name in ("evidence", "abducible") for signature, _ in self.declarations(name)
        )

    def declarations(self, name: str) -> list[tuple[Signature, Location]]:
        """Predicates that a well-formed declaration of this name names, and where it stands."""
        found = []
        for rule, place in self.declaring:
            match rule.head.args:
                case (Symbol(name=predicate, args=(), positive=positive), Number(value=arity), *_):
                    if rule.head.name == name and rule.is_fact:
                        found.append((Signature(predicate, arity, positive), place))
        return found

    def is_given(self, signature: Signature, *, by_rule: bool = True) -> bool:
        """Whether something in the program gives atoms of a predicate, or nobody can tell."""
        return (
            signature in (self.heads if by_rule else self._bodyless)
            or signature in self.defined
            or signature.name in self.unread
            or signature.name in RESERVED
        )
