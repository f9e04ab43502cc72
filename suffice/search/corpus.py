"""Corpora: JSON Lines of `_id`, `title`, `text`, plain or gzipped.

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "c.jsonl"
>>> _ = path.write_text('{"_id": "u1", "title": "Free Guy", "text": "A film."}\\n')
>>> read_corpus(path)[0].title
'Free Guy'
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import CorpusError
from suffice.extractors import Unit

__all__ = ["read_corpus", "read_lines", "write_corpus"]


_LONGEST_NUMBER = 100


class _Line(BaseModel):
    """One line of a corpus; other keys are let pass."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str | None = Field(default=None, alias="_id", min_length=1, pattern=r"^[^\p{C}]+$")
    title: str = ""
    text: str


def read_lines(path: Path | str) -> Iterator[tuple[int, object]]:
    """Line numbers and JSON values of a JSON Lines file; blank lines are passed over.

    Raises:
        CorpusError: if the file cannot be read, or a line is not JSON.
    """
    file, number = str(path), 0
    try:
        with gzip.open(path, "rb") if file.endswith(".gz") else open(path, "rb") as lines:
            for number, raw in enumerate(lines, start=1):
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if line:
                    yield number, json.loads(line, parse_constant=_refuse, parse_int=_read_int)
    except json.JSONDecodeError as error:
        raise CorpusError(
            f"not JSON ({error.msg})",
            file=file,
            line=number,
            column=error.colno,
            remedy="write one JSON object a line",
        ) from None
    except UnicodeDecodeError:
        raise CorpusError("not UTF-8", file=file, line=number, remedy="save it as UTF-8") from None
    except RecursionError:
        raise CorpusError("nested too deeply", file=file, line=number, remedy="write flat objects") from None
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise CorpusError(
            f"cannot be read ({error})", file=file, line=number or None, remedy="give a JSON Lines file"
        ) from None


def _refuse(constant: str) -> None:
    raise ValueError(f"`{constant}` is not JSON")


def _read_int(digits: str) -> int | str:
    """A number; what is longer than any number that is meant as one stays text."""
    return int(digits) if len(digits) < _LONGEST_NUMBER else digits


def read_corpus(*paths: Path | str) -> list[Unit]:
    """Read corpora into units; a line without `_id` is named by its file and number.

    Raises:
        CorpusError: if a line is not JSON or lacks a text, an id comes twice, or there is no passage at all.
    """
    units: dict[str, Unit] = {}
    places: dict[str, str] = {}
    for path in paths:
        file = str(path)
        for number, data in read_lines(path):
            try:
                line = _Line.model_validate(data)
            except ValidationError as error:
                first = error.errors()[0]
                key = ".".join(map(str, first["loc"]))
                raise CorpusError(
                    f"`{key}`: {first['msg']}" if key else "is no object",
                    file=file,
                    line=number,
                    remedy='write {"_id": "...", "title": "...", "text": "..."}',
                ) from None
            unit_id = line.id or f"{Path(file).name.split('.')[0]}-{number}"
            if unit_id in units:
                raise CorpusError(
                    f"id `{unit_id}` stands at {places[unit_id]} already",
                    file=file,
                    line=number,
                    remedy="give each passage an id of its own",
                )
            units[unit_id] = Unit(unit_id, line.title, line.text)
            places[unit_id] = f"{file}:{number}"
    if not units:
        raise CorpusError(
            "no passage in it", file=", ".join(map(str, paths)), remedy="give at least one passage"
        )
    return list(units.values())


def write_corpus(path: Path, units: Iterable[Unit]) -> None:
    """Write units as JSON Lines."""
    with open(path, "w", encoding="utf-8") as lines:
        for unit in units:
            record = {"_id": unit.id, "title": unit.title, "text": unit.text}
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
