"""Programs in other notations: read and written, what is lost named (docs/dialects.md).

>>> written = DIALECTS["souffle"].write(DIALECTS["clingo"].read("p(a). q(X) :- p(X).", "a.lp").require())
>>> print(written.text, end="")
.decl p(x1:symbol)
.decl q(x1:symbol)
p("a").
q(X) :- p(X).
.output p
.output q
>>> for loss in written.lost:
...     print(loss)
a.lp:1:1: the constant `a`: Souffle has no constants; written as strings
"""

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from suffice.errors import UsageError
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.dialects.clingo import read_clingo, write_clingo
from suffice.rules.dialects.dialect import Dialect, Loss, Read, Written, joined
from suffice.rules.dialects.prolog_reader import read_prolog
from suffice.rules.dialects.prolog_writer import write_prolog
from suffice.rules.dialects.pydatalog_reader import read_pydatalog
from suffice.rules.dialects.pydatalog_writer import write_pydatalog
from suffice.rules.dialects.souffle_reader import read_souffle
from suffice.rules.dialects.souffle_writer import write_souffle
from suffice.rules.parse import parse_sources

__all__ = ["DIALECTS", "Dialect", "Loss", "Read", "Written", "read_files"]

_ALL = (
    Dialect("clingo", ".lp", read_clingo, write_clingo),
    Dialect("souffle", ".dl", read_souffle, write_souffle),
    Dialect("prolog", ".pl", read_prolog, write_prolog),
    Dialect("pydatalog", ".py", read_pydatalog, write_pydatalog),
)

#: Dialects by name.
DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in _ALL}


def read_files(sources: Iterable[tuple[str, str | Diagnostic]], dialect: Dialect | None = None) -> Read:
    """One program from several texts, each in the dialect of its suffix.

    Args:
        sources: pairs of a file name and its text, or what `read_source` says of it.
        dialect: of all of them, if not that of the suffix; standard input, `-`, is clingo's.

    Returns:
        The program, what was lost, and everything that is wrong.

    Raises:
        UsageError: a suffix is that of no dialect.
    """
    ours: list[tuple[str, str | Diagnostic]] = []  # read as one: `#const` holds in all of them
    found: list[Read] = []
    for file, text in sources:
        own = dialect or _dialect_of(file)
        if own.name == "clingo" or isinstance(text, Diagnostic):
            ours.append((file, text))
        else:
            found.append(own.read(text, file))
    parsed = joined([parse_sources(ours), *(read.parsed for read in found)])
    return Read(parsed, tuple(loss for read in found for loss in read.lost))


def _dialect_of(file: str) -> Dialect:
    suffix = PurePath(file).suffix or ".lp"
    for dialect in _ALL:
        if dialect.suffix == suffix:
            return dialect
    names = ", ".join(f"{dialect.suffix} ({dialect.name})" for dialect in _ALL)
    raise UsageError(
        f"`{suffix}` is the suffix of no dialect", file=file, remedy=f"say which with --from, or use {names}"
    )
