"""What must hold: terms, atoms, Horn rules and programs; text to rules and back; the checks and the Python notation."""

from typing import TYPE_CHECKING

from suffice.face import imported_on_demand

if TYPE_CHECKING:
    from suffice.rules.aggregates import Aggregate, BodyElement, Element
    from suffice.rules.atoms import Atom, Comparison, Literal, Signature
    from suffice.rules.check import diagnose, fragment
    from suffice.rules.diagnostic import Diagnostic
    from suffice.rules.notation import Predicate, aggregate, interval, predicates, rules, symbol, variables
    from suffice.rules.parse import (
        Parsed,
        parse_atom,
        parse_program,
        parse_sources,
        parse_term,
        read_program,
        read_source,
    )
    from suffice.rules.program import RESERVED, Lookup, Program
    from suffice.rules.rule import Location, Rule
    from suffice.rules.tables import Table, find_tables, read_facts, write_facts
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
    from suffice.rules.units import join_units
    from suffice.rules.wording import word_term
else:
    __getattr__ = imported_on_demand(
        __name__,
        {
            "aggregates": "Aggregate BodyElement Element",
            "atoms": "Atom Comparison Literal Signature",
            "check": "diagnose fragment",
            "diagnostic": "Diagnostic",
            "notation": "Predicate aggregate interval predicates rules symbol variables",
            "parse": "Parsed parse_atom parse_program parse_sources parse_term read_program read_source",
            "program": "RESERVED Lookup Program",
            "rule": "Location Rule",
            "tables": "Table find_tables read_facts write_facts",
            "terms": "Extremum Interval Number Operation String Symbol Term Variable",
            "units": "join_units",
            "wording": "word_term",
        },
    )

__all__ = [
    "RESERVED",
    "Aggregate",
    "Atom",
    "BodyElement",
    "Comparison",
    "Diagnostic",
    "Element",
    "Extremum",
    "Interval",
    "Literal",
    "Location",
    "Lookup",
    "Number",
    "Operation",
    "Parsed",
    "Predicate",
    "Program",
    "Rule",
    "Signature",
    "String",
    "Symbol",
    "Table",
    "Term",
    "Variable",
    "aggregate",
    "diagnose",
    "find_tables",
    "fragment",
    "interval",
    "join_units",
    "parse_atom",
    "parse_program",
    "parse_sources",
    "parse_term",
    "predicates",
    "read_facts",
    "read_program",
    "read_source",
    "rules",
    "symbol",
    "variables",
    "word_term",
    "write_facts",
]
