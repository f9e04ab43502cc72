"""What must hold: terms, atoms, Horn rules and programs; text to rules and back."""

from suffice.rules.atoms import Atom, BodyElement, Comparison, Literal, Signature
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.parse import parse_atom, parse_program, parse_term, read_program
from suffice.rules.program import RESERVED, Lookup, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    Variable,
)

__all__ = [
    "RESERVED",
    "Atom",
    "BodyElement",
    "Comparison",
    "Diagnostic",
    "Extremum",
    "Interval",
    "Literal",
    "Location",
    "Lookup",
    "Number",
    "Operation",
    "Program",
    "Rule",
    "Signature",
    "String",
    "Symbol",
    "Term",
    "Variable",
    "parse_atom",
    "parse_program",
    "parse_term",
    "read_program",
]
