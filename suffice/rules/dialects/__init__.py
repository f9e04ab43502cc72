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

from collections.abc import Mapping

from suffice.rules.dialects.clingo import read_clingo, write_clingo
from suffice.rules.dialects.dialect import Dialect, Loss, Read, Written
from suffice.rules.dialects.prolog_reader import read_prolog
from suffice.rules.dialects.prolog_writer import write_prolog
from suffice.rules.dialects.pydatalog_reader import read_pydatalog
from suffice.rules.dialects.pydatalog_writer import write_pydatalog
from suffice.rules.dialects.souffle_reader import read_souffle
from suffice.rules.dialects.souffle_writer import write_souffle

__all__ = ["DIALECTS", "Dialect", "Loss", "Read", "Written"]

_ALL = (
    Dialect("clingo", ".lp", read_clingo, write_clingo),
    Dialect("souffle", ".dl", read_souffle, write_souffle),
    Dialect("prolog", ".pl", read_prolog, write_prolog),
    Dialect("pydatalog", ".py", read_pydatalog, write_pydatalog),
)

#: Dialects by name.
DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in _ALL}
