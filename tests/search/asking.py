"""What the tests of asking share: one reader, small corpora, cases written as text files."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from suffice.engine.certificate import Abstention, Certificate
from suffice.extractors import Lexicon, Reader, Unit, read_lexicon
from suffice.rules import Program, parse_program
from suffice.search import Asker, Decision, build_index, read_library
from suffice.search.readers import WITHOUT_MODEL, make_readers

#: Keeps nothing: the pipeline is loaded once a process.
READER = Reader(cache=None)
CASES = Path(__file__).parents[1] / "cases" / "ask"


def make_asker(
    units: Sequence[Unit],
    *,
    lexicon: Lexicon | None = None,
    rules: Program | None = None,
    index: str | None = None,
    check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
    rounds: Sequence[int] = (5, 5, 10),
) -> Asker:
    """Someone to ask over a few units, with all readers that need no model."""
    words = lexicon or read_lexicon()
    readers, linkers = make_readers(WITHOUT_MODEL, words, check)
    return Asker(
        {unit.id: unit for unit in units},
        build_index(units, index),
        words,
        rules or read_library(),
        READER,
        check=check,
        rounds=rounds,
        readers=readers,
        linkers=linkers,
    )


def ask(question: str, *passages: tuple[str, str], exclude: AbstractSet[str] = frozenset()) -> Decision:
    """Ask a question over passages given as title and text; their ids are u1, u2 and so on."""
    units = [Unit(f"u{place}", *passage) for place, passage in enumerate(passages, start=1)]
    return make_asker(units).ask(question, exclude=exclude)


@dataclass
class Asked:
    """One question of a case: what is asked, without which units, and the lines of what is expected."""

    question: str
    without: frozenset[str]
    expected: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Case:
    """A case file (tests/cases/README.md)."""

    units: list[Unit]
    asked: list[Asked]
    rules: Program
    lexicon: Lexicon


def read_case(path: Path, folder: Path) -> Case:
    """Read a case file; a lexicon in it is written into a folder, since lexicons are files."""
    units: list[Unit] = []
    asked: list[Asked] = []
    rules = read_library()
    lexicon = read_lexicon()
    blocks = path.read_text(encoding="utf-8").split("\n=== ")
    for block in blocks[1:]:
        head, _, body = block.partition("\n")
        kind, _, rest = head.partition(" ")
        body = body.strip()
        if kind == "passage":
            unit, _, title = rest.partition(":")
            units.append(Unit(unit, title.removeprefix(" "), body))
        elif kind == "rules":
            rules = rules + parse_program(body, f"{path.name} rules")
        elif kind == "lexicon":
            written = folder / f"{path.stem}.toml"
            written.write_text(body, encoding="utf-8")
            lexicon = read_lexicon(written)
        elif kind == "question":
            asked.append(Asked(body, frozenset(rest.removeprefix("without ").split())))
        elif kind == "expect":
            for line in filter(None, map(str.strip, body.splitlines())):
                what, _, value = line.partition(" ")
                asked[-1].expected.append((what, value.strip()))
        else:
            raise ValueError(f"{path.name}: no block `{kind}`")
    return Case(units, asked, rules, lexicon)


@lru_cache(maxsize=1)
def case_files() -> list[Path]:
    """All case files, in order."""
    return sorted(CASES.glob("*.txt"))


def told(outcome: Certificate | Abstention) -> list[tuple[str, str]]:
    """What a decision says, in the words of the case files."""
    if isinstance(outcome, Certificate):
        lines = [("answer", outcome.answer)]
        lines += [("support", " ".join(unit.strip('"') for unit in outcome.support))]
        lines += [(link.status, f"{link.unit} {link.fact}") for link in outcome.links]
        return lines
    lines = [("abstain", outcome.reason)]
    for need in outcome.requirements:
        lines.append((need.status, need.wording or need.atom))
        if need.detail:
            lines.append(("detail", need.detail))
        lines += [("rejected", f"{link.title}: {link.reason}") for link in need.rejected]
        lines += [("waits", atom) for atom in need.waits_for]
    return lines
