"""clingo's text, our own: nothing is lost.

>>> from suffice.rules.parse import parse_program
>>> print(write_clingo(parse_program("p(X) :- q(X).")).text, end="")
p(X) :- q(X).
#defined q/1.
"""

from __future__ import annotations

from suffice.rules.dialects.dialect import Read, Written
from suffice.rules.parse import parse_sources
from suffice.rules.program import Program

__all__ = ["read_clingo", "write_clingo"]


def read_clingo(text: str, file: str) -> Read:
    """Read a program from clingo's text."""
    return Read(parse_sources([(file, text)]))


def write_clingo(program: Program) -> Written:
    """Write a program as clingo's text; a predicate that nothing defines is `#defined`, so that it is no mistake."""
    known = {rule.head.signature for rule in program.rules}
    known |= program.evidence or frozenset()
    known |= program.abducible | program.lookups.keys()
    used = (atom.signature for rule in program.rules for atom in (*rule.positive, *rule.suspended))
    lines = [f"#defined {signature}.\n" for signature in dict.fromkeys(used) if signature not in known]
    return Written(str(program) + "".join(lines))
