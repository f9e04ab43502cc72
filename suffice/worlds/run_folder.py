"""A run's folder: records appended line by line, so that a run that was killed can be resumed.

`run.json` says what the run is of, `corpus.jsonl` holds the passages that ids refer to, `originals.jsonl` and
`twins.jsonl` one record for each question, `report.json` what the records come to. `times.jsonl` is apart: everything
else is the same bytes for the same manifest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from suffice.errors import UsageError
from suffice.files import write_text
from suffice.worlds.records import Evidence, Manifest, OriginalRecord, Timing, TwinRecord

__all__ = ["RunFolder"]

_Model = TypeVar("_Model", bound=BaseModel)


class RunFolder:
    """The files of one run.

    Args:
        path: a folder.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def begin(self, manifest: Manifest) -> None:
        """Make the folder and write the manifest, or check that the folder is of the same one.

        Args:
            manifest: of the run to begin or to resume.

        Raises:
            UsageError: it cannot be written to, holds another run, or records without a manifest.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            probe = self.path / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise UsageError(
                f"cannot be written to ({error.strerror})",
                file=str(self.path),
                remedy="give a folder of your own with `--out`",
            ) from None
        if not (self.path / "run.json").exists():
            if any(self._file(model).exists() for model in _FILES):
                raise UsageError("holds records without `run.json`", file=str(self.path), remedy=_ANOTHER)
            self.write("run.json", manifest.model_dump_json(indent=2) + "\n")
            return
        kept = self.read_manifest()
        if kept != manifest:
            before, now = kept.model_dump(), manifest.model_dump()
            changed = ", ".join(f"`{name}`" for name in before if before[name] != now[name])
            raise UsageError(f"holds a run with another {changed}", file=str(self.path), remedy=_ANOTHER)

    def read_manifest(self) -> Manifest:
        """The manifest.

        Raises:
            UsageError: there is none.
        """
        try:
            return Manifest.model_validate_json((self.path / "run.json").read_bytes())
        except (OSError, ValidationError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a manifest"
            raise UsageError(
                f"`run.json` cannot be read ({reason})", file=str(self.path), remedy=_ANOTHER
            ) from None

    def read(self, model: type[_Model]) -> list[_Model]:
        """The records of a kind; a last line that was cut off is left out.

        Raises:
            UsageError: another line is damaged.
        """
        lines = self._lines(model)
        records = []
        for number, line in enumerate(lines, start=1):
            try:
                records.append(model.model_validate_json(line))
            except ValidationError:
                raise UsageError(
                    "the record is damaged", file=str(self._file(model)), line=number, remedy=_ANOTHER
                ) from None
        return records

    def resume(self, questions: Sequence[str]) -> tuple[list[OriginalRecord], list[TwinRecord]]:
        """The pairs that are there already; whatever stands behind the last whole pair is cut off.

        Args:
            questions: ids in the order of the run.

        Raises:
            UsageError: a record is damaged, or is not of the question that stands in its place.
        """
        originals, twins = self.read(OriginalRecord), self.read(TwinRecord)
        done = min(len(originals), len(twins))
        originals, twins = originals[:done], twins[:done]
        for records in (originals, twins):
            if [record.question for record in records] != list(questions[:done]):
                raise UsageError("its records are of other questions", file=str(self.path), remedy=_ANOTHER)
        for model in (OriginalRecord, TwinRecord):
            lines = self._lines(model)[:done]
            if self._file(model).exists():
                os.truncate(self._file(model), sum(len(line) + 1 for line in lines))
        here = set(questions[:done])
        self._keep(Timing, [time for time in self.read(Timing) if time.question in here])
        self._keep(Evidence, [seen for seen in self.read(Evidence) if seen.question in here])
        return originals, twins

    def _keep(self, model: type[_Model], records: Sequence[_Model]) -> None:
        """Write a file of records anew, if it is there."""
        if self._file(model).exists():
            self.write(_FILES[model], "".join(record.model_dump_json() + "\n" for record in records))

    def append(self, records: Iterable[OriginalRecord | TwinRecord | Timing | Evidence]) -> None:
        """Add records to their files."""
        for record in records:
            with self._file(type(record)).open("a", encoding="utf-8", newline="\n") as file:
                file.write(record.model_dump_json() + "\n")

    def write(self, name: str, text: str) -> None:
        """Write a whole file: it is there in full or not at all."""
        write_text(self.path / name, text)

    def _file(self, model: type[BaseModel]) -> Path:
        return self.path / _FILES[model]

    def _lines(self, model: type[BaseModel]) -> list[bytes]:
        """Lines that end in a line feed, without it."""
        file = self._file(model)
        return file.read_bytes().split(b"\n")[:-1] if file.exists() else []


_FILES: dict[type[BaseModel], str] = {
    OriginalRecord: "originals.jsonl",
    TwinRecord: "twins.jsonl",
    Timing: "times.jsonl",
    Evidence: "evidence.jsonl",
}
_ANOTHER = "give another folder, or empty this one"
