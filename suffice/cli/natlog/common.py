"""What the commands of the group share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, get_args

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from suffice.cli.display import visible
from suffice.errors import UsageError

if TYPE_CHECKING:
    from suffice.extractors.natlog import Knowledge, Mode, Proof

__all__ = [
    "LexiconFile",
    "ModeOption",
    "NoWordNetOption",
    "SensesOption",
    "WordNetOption",
    "choose",
    "choose_knowledge",
    "choose_mode",
    "print_proof",
    "word_knowledge",
]

WordNetOption = Annotated[
    str | None,
    typer.Option(
        "--wordnet", metavar="DIR", help="Folder of WordNet's files. Default: where it is installed."
    ),
]
NoWordNetOption = Annotated[bool, typer.Option("--no-wordnet", help="Do without, even if it is installed.")]
LexiconFile = Annotated[
    Path | None,
    typer.Option("--lexicon", metavar="FILE", help="Your own lexicon (.toml) instead of the one that ships."),
]
SensesOption = Annotated[
    str,
    typer.Option("--senses", help="Senses of a word in WordNet that count: likely, tagged, first or all."),
]
ModeOption = Annotated[
    str,
    typer.Option(
        "--mode", help="automaton, or strict: then an entailment does not suffice, only =, ! and | do."
    ),
]
_Senses = Literal["likely", "tagged", "first", "all"]
_T = TypeVar("_T", bound=str)


def choose(option: str, given: str, choices: tuple[_T, ...]) -> _T:
    """One of some values.

    Raises:
        UsageError: it is none of them.
    """
    if given not in choices:
        raise UsageError(f"{option} `{given}`: no such choice", remedy=f"choose from {', '.join(choices)}")
    return next(one for one in choices if one == given)


def choose_mode(given: str) -> Mode:
    """The mode."""
    from suffice.extractors.natlog import MODES

    return choose("--mode", given, MODES)


def choose_knowledge(lexicon: Path | None, wordnet: str | None, no_wordnet: bool, senses: str) -> Knowledge:
    """The lexical knowledge that the options name."""
    from suffice.extractors.natlog import read_knowledge

    policy: _Senses = choose("--senses", senses, get_args(_Senses))
    if wordnet is not None and no_wordnet:
        raise UsageError("--wordnet and --no-wordnet exclude each other", remedy="give one of them")
    if wordnet is not None and not Path(wordnet).is_dir():
        raise UsageError(
            "no such folder", file=wordnet, remedy="name the folder of WordNet's index and data files"
        )
    place = None if no_wordnet else wordnet if wordnet is not None else "find"
    return read_knowledge(lexicon, place, policy=policy)


def word_knowledge(knowledge: Knowledge) -> str:
    """The lexical knowledge in a few words."""
    own = f"own lexicon {knowledge.lexicon.sha256[:12]}"
    if knowledge.wordnet is None:
        return f"{own}, no WordNet"
    return f"{own}, WordNet {knowledge.wordnet.sha256[:12]} ({knowledge.wordnet.policy} senses)"


def print_proof(proof: Proof) -> RenderableType:
    """A proof for a terminal: the steps as a table, the verdict, and what would have to be added."""
    from suffice.extractors.natlog.display import proof_rows, word_outcome

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("", "evidence", "claim", "", "relation", "stands in", "why"):
        table.add_column(heading)
    for row in proof_rows(proof):
        cells = (
            str(row.number),
            row.evidence or "-",
            row.claim or "-",
            row.sign,
            row.relation,
            row.operators,
            row.why,
        )
        table.add_row(*(visible(cell, "yellow" if row.is_gap else "") for cell in cells))
    parts: list[RenderableType] = [table] if table.row_count else []
    parts.append(visible(word_outcome(proof), "bold"))
    if proof.gaps:
        parts.append(Text("what would have to be added:"))
        parts += [visible(f"  {gap.needed} ({gap.reason})") for gap in proof.gaps]
    return Group(*parts)
