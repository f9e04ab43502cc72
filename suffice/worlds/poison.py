"""Attack files of others, put into a corpus and taken out again.

PoisonedRAG's files name a wrong answer and texts that argue for it; in its black-box setting a poison page is the question,
a full stop and such a text (Zou, Geng, Wang and Jia 2024). RAGDefender's files set a text against a passage that holds the
answer: GARAG's is that passage with typing errors (Cho et al. 2024), a blind one merely strays from it.

>>> attack = Attack("q1", "Where is it?", "Rome", "Oslo", ("It is in Oslo.",))
>>> units = inject([Unit("u1", "It", "It is in Rome.")], [attack])
>>> units[1].id, units[1].text, remove(units) == units[:1]
('poison:q1:0', 'Where is it?.It is in Oslo.', True)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import CorpusError, UsageError
from suffice.extractors import Unit
from suffice.files import read_text

__all__ = [
    "FORMS",
    "MARK",
    "Attack",
    "Form",
    "inject",
    "is_poison",
    "read_attacks",
    "remove",
    "to_poisonedrag",
]

#: How a poison page begins: `black-box` with the question and a full stop, `plain` with its text.
Form: TypeAlias = Literal["black-box", "plain"]
FORMS: tuple[Form, ...] = ("black-box", "plain")
#: Ids of poison pages begin so, and no others.
MARK = "poison:"


@dataclass(frozen=True, slots=True)
class Attack:
    """What is done to one question.

    Args:
        id: of the question; no two attacks of a file share it.
        question: as a user asks it.
        correct: the right answer; None where the file names none.
        incorrect: what the texts argue for; None for an attack that only disturbs.
        texts: one poison page each.
        targets: texts of the passages that hold the right answer, where the file brings them.
        titles: of the poison pages, in the order of the texts; none where the file brings none.
    """

    id: str
    question: str
    correct: str | None
    incorrect: str | None
    texts: tuple[str, ...]
    targets: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    def pages(self, form: Form | None = None) -> tuple[Unit, ...]:
        """The poison pages.

        Args:
            form: by default `black-box` where there is an incorrect answer, else `plain`, as the sources have it.
        """
        chosen = form or ("plain" if self.incorrect is None else "black-box")
        head = f"{self.question}." if chosen == "black-box" else ""
        return tuple(
            Unit(f"{MARK}{self.id}:{number}", title, head + text)
            for number, (text, title) in enumerate(
                zip(self.texts, chain(self.titles, repeat("")), strict=False)
            )
        )


def is_poison(unit_id: str) -> bool:
    """Whether a page was injected.

    >>> is_poison("poison:q1:0"), is_poison("u1")
    (True, False)
    """
    return unit_id.startswith(MARK)


def inject(
    units: Iterable[Unit],
    attacks: Iterable[Attack],
    *,
    form: Form | None = None,
) -> list[Unit]:
    """A corpus with the attacks' pages behind its own; `remove` undoes it exactly.

    Args:
        units: the corpus.
        attacks: no two of the same id.
        form: of the pages; see `Attack.pages`.

    Raises:
        UsageError: a page of the corpus has an id that marks poison, or two attacks share an id.
    """
    poisoned = list(units)
    marked = next((unit.id for unit in poisoned if is_poison(unit.id)), None)
    if marked is not None:
        raise UsageError(f"page `{marked}` counts as injected already", remedy="remove the poison first")
    seen: set[str] = set()
    for attack in attacks:
        if attack.id in seen:
            raise UsageError(f"two attacks have the id `{attack.id}`", remedy="give each an id of its own")
        seen.add(attack.id)
        poisoned.extend(attack.pages(form))
    return poisoned


def remove(units: Iterable[Unit]) -> list[Unit]:
    """The corpus without injected pages, in its order."""
    return [unit for unit in units if not is_poison(unit.id)]


def to_poisonedrag(attack: Attack) -> dict[str, object]:
    """An attack as a record of PoisonedRAG's files.

    Raises:
        UsageError: it has no incorrect answer.

    >>> to_poisonedrag(Attack("q1", "Where?", "Rome", "Oslo", ("In Oslo.",)))["incorrect answer"]
    'Oslo'
    """
    if attack.correct is None or attack.incorrect is None:
        raise UsageError(f"attack `{attack.id}` argues for no answer", remedy="leave it out")
    return {
        "id": attack.id,
        "question": attack.question,
        "correct answer": attack.correct,
        "incorrect answer": attack.incorrect,
        "adv_texts": list(attack.texts),
    }


class _Targeted(BaseModel):
    """PoisonedRAG's record."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    correct: str = Field(alias="correct answer", min_length=1)
    incorrect: str = Field(alias="incorrect answer", min_length=1)
    texts: tuple[str, ...] = Field(alias="adv_texts", min_length=1)

    def attack(self) -> Attack:
        return Attack(self.id, self.question, self.correct, self.incorrect, self.texts)


class _Disturbing(BaseModel):
    """RAGDefender's record: one text against one passage; several records share a question."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    query: str = Field(min_length=1)
    target: str = Field(alias="ground_truth")
    text: str = Field(alias="adversarial_document")

    def attack(self) -> Attack:
        name = "q" + hashlib.sha256(self.query.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return Attack(name, self.query, None, None, (self.text,), (self.target,))


def read_attacks(path: Path | str) -> list[Attack]:
    """Read a file of attacks.

    Args:
        path: PoisonedRAG's object of records by id, or a JSON list or JSON Lines of PoisonedRAG's or RAGDefender's
            records; plain or gzipped. RAGDefender's records of one question are one attack.

    Returns:
        At least one attack, in the order of the file.

    Raises:
        CorpusError: it cannot be read, or a record has neither shape, or an id comes twice.
    """
    file = str(path)
    attacks: dict[str, Attack] = {}
    for line, key, record in _records(read_text(file, CorpusError), file):
        shape: type[_Targeted | _Disturbing] = (
            _Disturbing if isinstance(record, Mapping) and "query" in record else _Targeted
        )
        if key is not None and isinstance(record, Mapping):
            record = {"id": key, **record}
        try:
            attack = shape.model_validate(record).attack()
        except ValidationError as error:
            raise _fault(_first_of(error), file, line, key) from None
        if key is not None and attack.incorrect is not None and attack.id != key:
            raise _fault(f"`id` is `{attack.id}`", file, line, key)
        known = attacks.get(attack.id)
        if known is None:
            attacks[attack.id] = attack
        elif known.incorrect is None and attack.incorrect is None:
            attacks[attack.id] = replace(
                known,
                texts=known.texts + attack.texts,
                targets=tuple(dict.fromkeys(known.targets + attack.targets)),
            )
        else:
            raise _fault(f"id `{attack.id}` was given already", file, line, key)
    if not attacks:
        raise CorpusError("no attack in it", file=file, remedy="give at least one record")
    return list(attacks.values())


def _first_of(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"`{place}`: {first['msg']}" if place else "no object"


def _fault(cause: str, file: str, line: int | None, key: str | None) -> CorpusError:
    return CorpusError(
        f"record `{key}`: {cause}" if key is not None else cause,
        file=file,
        line=line,
        remedy="give PoisonedRAG's fields (id, question, correct answer, incorrect answer, adv_texts) "
        "or RAGDefender's (query, ground_truth, adversarial_document)",
    )


def _records(text: str, file: str) -> Iterator[tuple[int | None, str | None, object]]:
    """Records with their line, or with their key where the file is one object."""
    number = 1
    try:
        if text.lstrip().startswith("["):
            whole = _load(text)
            for number, record in enumerate(whole if isinstance(whole, list) else (), start=1):
                yield number, None, record
            return
        by_id = _whole_object(text)
        if by_id is not None:
            for key, record in by_id.items():
                yield None, key, record
            return
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                yield number, None, _load(line)
    except json.JSONDecodeError as error:
        raise CorpusError(
            f"not JSON ({error.msg})",
            file=file,
            line=number + error.lineno - 1,
            column=error.colno,
            remedy="write an object of records by id, a list, or one object a line",
        ) from None
    except RecursionError:
        raise CorpusError("nested too deeply", file=file, line=number) from None
    except _Twice as error:
        raise CorpusError(f"key `{error}` stands twice in an object", file=file, line=number) from None


def _whole_object(text: str) -> dict[str, object] | None:
    """The records of a file that is one object of them; None for JSON Lines."""
    first, _, rest = text.lstrip().partition("\n")
    try:
        record = _load(first)
    except json.JSONDecodeError:
        # A line that is no value by itself: an object over several lines, or damaged lines, which are told by line.
        if first.lstrip().startswith("{") and not first.rstrip().endswith("}"):
            whole = _load(text)
            return whole if isinstance(whole, dict) else None
        return None
    if isinstance(record, dict) and not rest.strip() and not {"question", "query"} & record.keys():
        return record
    return None


class _Twice(Exception):
    """A key that an object has twice."""


def _load(text: str) -> object:
    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        record = dict(pairs)
        if len(record) < len(pairs):
            keys = [key for key, _ in pairs]
            raise _Twice(next(key for key in keys if keys.count(key) > 1))
        return record

    found: object = json.loads(text, object_pairs_hook=build)
    return found
