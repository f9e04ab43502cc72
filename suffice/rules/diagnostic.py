"""What is wrong with a rule file: one value per finding, with place, cause and remedy.

>>> place = Location("a.lp", 3, 7)
>>> print(Diagnostic("unsafe", place, "`X` is unsafe in this rule", "bind `X` in a positive body literal"))
a.lp:3:7: error[unsafe]: `X` is unsafe in this rule; bind `X` in a positive body literal
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from suffice.errors import ProgramError, RuleSyntaxError, SufficeError
from suffice.rules.rule import Location

__all__ = ["Diagnostic", "Severity"]

Severity = Literal["error", "warning"]

#: Kinds that say that the text is not even a clingo program.
_SYNTAX = frozenset({"syntax", "character", "string", "comment", "number"})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a rule file.

    Args:
        kind: what sort of finding, one word (docs/rules.md lists them).
        location: where.
        cause: what is wrong, one clause.
        remedy: what to write instead.
        severity: an "error" makes the program unusable; a "warning" is probably a slip.
    """

    kind: str
    location: Location
    cause: str
    remedy: str
    severity: Severity = "error"

    @property
    def error(self) -> SufficeError:
        """The same finding as an exception, for those who want a program or nothing."""
        kind = RuleSyntaxError if self.kind in _SYNTAX else ProgramError
        file, line, column = self.location
        return kind(self.cause, file=file, line=line, column=column, remedy=self.remedy)

    def __str__(self) -> str:
        return f"{self.location}: {self.severity}[{self.kind}]: {self.cause}; {self.remedy}"
