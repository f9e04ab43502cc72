"""Record blocks: the part of a page that says what kind of record it is, who signed it, and what it states.

A block is `[Key: value | Key: value | ...]`, at most one on a page, read by a grammar and not by looking for words: a
page that merely says "signed and controlling" is not signed. A record is signed if its block names an issuer and a
docket and ends in a seal that a `Seals` accepts: any well-formed one (as in the paper: the signature is textual), or a
real HMAC under the issuer's key, over all fields before it.

Source: Socrates-RAG, the release guard (a page is signed if it carries a well-formed signature block).

>>> block = read_block("Kept there. [Record: final | Signed: Office | Docket: Tav | Place: Kolm | Seal: 00ff00ff00ff00ff]")
>>> block.record, block.fields["place"], textual_seals(block), read_block("signed and controlling") is None
('final', 'Kolm', True, True)
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from suffice.extractors.passages import Unit
from suffice.rules import Atom, Number, Program, String, Symbol

__all__ = [
    "Block",
    "PageReader",
    "Seals",
    "hmac_seals",
    "read_block",
    "seal_text",
    "textual_seals",
    "without_block",
    "write_block",
]

#: What no string of a program can hold.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_BLOCK = re.compile(r"\[([^\[\]]*)\]")
_KEY = re.compile(r"[A-Za-z][A-Za-z ]*")
_SEAL = re.compile(r"[0-9a-f]{16}")
_CONSTANT = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Block:
    """What a block says.

    Args:
        fields: values by key in lower case, in order; without the seal.
        seal: as it stands, None where there is none.
    """

    fields: Mapping[str, str]
    seal: str | None

    @property
    def record(self) -> str | None:
        """The kind of record."""
        return self.fields.get("record")


#: Whether a block's seal is sound.
Seals: TypeAlias = Callable[[Block], bool]


def read_block(text: str) -> Block | None:
    """The block of a page; None if it has none, more than one, or one that is not well-formed.

    Args:
        text: of the page.
    """
    found = [body for body in _BLOCK.findall(text) if ":" in body]
    if len(found) != 1 or _NO_TEXT.search(found[0]):
        return None
    fields: dict[str, str] = {}
    for part in found[0].split("|"):
        key, colon, value = part.partition(":")
        key, value = key.strip(), value.strip()
        # A line break in a value could make two lists of fields one text to seal.
        if not colon or not value or "\n" in value or not _KEY.fullmatch(key) or key.lower() in fields:
            return None
        fields[key.lower()] = value
    if "record" not in fields or "seal" in [*fields][:-1]:
        return None
    seal = fields.pop("seal", None)
    return Block(fields, seal)


def without_block(text: str) -> str:
    """A page's sentences, without what could be a block.

    >>> without_block("Kept there. [Record: final | Place: Kolm]")
    'Kept there.'
    """
    return _BLOCK.sub("", text).strip()


def write_block(fields: Mapping[str, str], seal: str | None = None) -> str:
    """A block as text; the inverse of `read_block`.

    >>> write_block({"record": "final", "place": "Kolm"})
    '[Record: final | Place: Kolm]'
    """
    parts = [f"{key.capitalize()}: {value}" for key, value in fields.items()]
    if seal is not None:
        parts.append(f"Seal: {seal}")
    return f"[{' | '.join(parts)}]"


def seal_text(fields: Mapping[str, str], key: bytes | None = None) -> str:
    """A seal over fields: HMAC-SHA256 under a key, else a hash that anybody can make; 16 hexadecimal digits.

    Args:
        fields: all fields before the seal, in order.
        key: the issuer's.

    >>> len(seal_text({"record": "final"})), seal_text({"a": "b"}, b"k") == seal_text({"a": "b"}, b"l")
    (16, False)
    """
    message = "\n".join(f"{name}={value}" for name, value in fields.items()).encode()
    if key is None:
        return blake2b(message, digest_size=8).hexdigest()
    return hmac.digest(key, message, "sha256")[:8].hex()


def textual_seals(block: Block) -> bool:
    """A textual signature: an issuer, a docket, and a well-formed seal, whoever wrote it."""
    return (
        block.seal is not None
        and "signed" in block.fields
        and "docket" in block.fields
        and _SEAL.fullmatch(block.seal) is not None
    )


def hmac_seals(keys: Mapping[str, bytes]) -> Seals:
    """Signatures that only who has the issuer's key can make.

    Args:
        keys: by issuer.
    """

    def check(block: Block) -> bool:
        key = keys.get(block.fields.get("signed", ""))
        if key is None or not textual_seals(block) or block.seal is None:
            return False
        return hmac.compare_digest(seal_text(block.fields, key), block.seal)

    return check


class PageReader:
    """Reads pages into facts, as a program's `column/3` declares.

    `column(final, 1, holder).` says that the first argument after the page of `final(page, ...)` is the field `holder`
    of blocks whose record is `final`. Of every block it also reads `status(page, s)` and `docket(page, d)`, and of signed
    ones `signed(page, issuer)` and `supersedes(page, docket)`.

    Args:
        program: with the declarations.
        seals: which seals are sound.

    >>> from suffice.rules import parse_program
    >>> reader = PageReader(parse_program('column(final, 1, holder). column(final, 2, place).'), textual_seals)
    >>> page = Unit("p1", "", "[Record: final | Status: controlling | Holder: Vel | Place: Kolm]")
    >>> [str(fact) for fact in reader.read(page)]
    ['final(p1,"Vel","Kolm")', 'status(p1,controlling)']
    """

    def __init__(self, program: Program, seals: Seals) -> None:
        self.seals = seals
        columns: dict[str, dict[int, str]] = {}
        for fact in program.facts:
            match fact:
                case Atom(
                    "column", (Symbol(name=kind, args=()), Number(value=place), Symbol(name=key, args=()))
                ):
                    columns.setdefault(kind, {})[place] = key.replace("_", " ")
        self.columns: Mapping[str, tuple[str, ...]] = {
            kind: tuple(keys[place] for place in sorted(keys)) for kind, keys in columns.items()
        }

    def read(self, page: Unit) -> tuple[Atom, ...]:
        """The facts that a page states; none where it has no block.

        Args:
            page: with an id that is a constant.
        """
        block = read_block(page.text)
        if block is None:
            return ()
        unit, fields = Symbol(page.id), block.fields
        facts: list[Atom] = []
        keys = self.columns.get(block.record or "")
        if keys is not None and all(key in fields for key in keys):
            facts.append(Atom(block.record or "", (unit, *(String(fields[key]) for key in keys))))
        status = fields.get("status", "")
        if _CONSTANT.fullmatch(status):
            facts.append(Atom("status", (unit, Symbol(status))))
        if "docket" in fields:
            facts.append(Atom("docket", (unit, String(fields["docket"]))))
        if self.seals(block):
            facts.append(Atom("signed", (unit, String(fields["signed"]))))
            if "supersedes" in fields:
                facts.append(Atom("supersedes", (unit, String(fields["supersedes"]))))
        return tuple(facts)

    def read_all(self, pages: Iterable[Unit]) -> dict[str, tuple[Atom, ...]]:
        """The facts of several pages, by id."""
        return {page.id: self.read(page) for page in pages}
