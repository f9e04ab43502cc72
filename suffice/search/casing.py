"""The capitals of a question that was written without them: `who played barney in how i met your mother`.

Names cannot be seen in small letters. The corpus knows them: its titles, and how its passages write a word. A run of words that is
a title but for case is written as the title; of the words left, those that the passages nearest to the question write with a
capital in mid-sentence and never without. (Lita et al. 2003, tRuEcasIng, with the corpus for a language model.) What passages also write
small is a common word, and stays: `the director of photography` is no film of that name, whatever titles there are.

>>> from suffice.extractors import Unit
>>> from suffice.search.index import build_index
>>> texts = {"Free Guy": "In Free Guy, Ryan Reynolds plays Guy.", "The Teller (film)": "It is about the teller of a bank."}
>>> units = {title: Unit(title, title, text) for title, text in texts.items()}
>>> casing = Casing(units, build_index(list(units.values())))
>>> casing.restore("who does ryan reynolds play in free guy?")
'Who does Ryan Reynolds play in Free Guy?'
>>> casing.restore("who is the teller of the film?")
'who is the teller of the film?'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import regex

from suffice.extractors import Unit
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.open.forms.names import TITLES
from suffice.extractors.open.words import nouns_for, stem, words_for
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.search.index import Index

__all__ = ["Casing", "differs_in_case"]

#: Words of the longest title looked for, and of the longest name that only passages tell.
_LONGEST_TITLE = 10
_LONGEST_NAME = 3
#: Passages that tell how a word is written: as many as a lookup is searched in.
_NEAREST = 20
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.\-/&][\p{L}\p{M}\p{N}]+)*\.?(?<!\.)|[\p{L}]\.(?=[\p{L} ])")
_FUNCTION = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "from",
        "to",
        "into",
        "onto",
        "as",
        "and",
        "or",
        "but",
        "nor",
        "than",
        "then",
        "that",
        "which",
        "who",
        "whom",
        "whose",
        "what",
        "when",
        "where",
        "why",
        "how",
        "is",
        "was",
        "are",
        "were",
        "be",
        "been",
        "do",
        "does",
        "did",
        "done",
        "have",
        "has",
        "had",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "must",
        "it",
        "its",
        "he",
        "him",
        "his",
        "she",
        "her",
        "they",
        "them",
        "their",
        "this",
        "these",
        "those",
        "there",
        "here",
        "not",
        "no",
        "also",
        "i",
        "we",
        "us",
        "you",
        "me",
        "my",
        "your",
        "our",
        "over",
        "under",
        "between",
        "after",
        "before",
        "during",
        "s",
    ]
)


class Casing:
    """Restores capitals by one corpus.

    Args:
        units: the corpus by id.
        index: over the same units.
    """

    def __init__(self, units: Mapping[str, Unit], index: Index) -> None:
        self._units = units
        self._index = index
        self._named: dict[str, tuple[str, ...]] | None = None

    def restore(self, question: str, exclude: AbstractSet[str] = frozenset()) -> str:
        """The question with the capitals of names; as it is, where it has them.

        Args:
            question: as asked.
            exclude: ids of units to do as if they were not there.
        """
        words = list(_WORD.finditer(question))
        if not words:
            return question
        plain = not any(_has_capital(word[0]) for word in words[1:])
        taken = [question.count('"', 0, word.start()) % 2 == 1 for word in words]
        taken[0] = True
        changes: list[tuple[int, int, str]] = []

        def write(longest: int, shortest: int, name_of: Callable[[str], str | None]) -> None:
            for first, last in _runs(len(words), longest):
                start, end = words[first].start(), words[last - 1].end()
                # What is in quotes is as it was meant; `a British journal` is not the British Journal.
                if any(taken[first:last]) or last - first < shortest or is_adjective(words[first][0]):
                    continue
                # `bart's father`
                text = regex.sub(r"['’]s$", "", question[start:end])
                # `the gift of the magi` is more than The Gift.
                longer = text == question[start:end] and regex.match(r" of\b", question[end:])
                articles = {words[one][0].lower() for one in (first - 1, first)} & {"the", "a", "an"}
                if '"' in text or (longer and articles):
                    continue
                name = name_of(text)
                if name is not None and name != text:
                    changes.append((start, start + len(text), name))
                    taken[first:last] = [True] * (last - first)

        write(_LONGEST_TITLE, 1, lambda text: self._title(text, exclude) if plain or _is_long(text) else None)
        near = self._near(question, exclude)
        # Beside names with capitals a word alone is a name only where another was written without.
        sure = plain or bool(changes)
        write(_LONGEST_NAME, 1 if sure else 2, lambda text: self._name(text, near, exclude, 1 if sure else 2))
        for start, end, name in sorted(changes, reverse=True):
            question = f"{question[:start]}{name}{question[end:]}"
        return question[:1].upper() + question[1:] if changes else question

    def _title(self, text: str, exclude: AbstractSet[str]) -> str | None:
        """The title that a run of words is, if it is a name."""
        if not _tells(text) or (" of " in text and _is_office(text.split()[0])):
            return None
        key = _key(text)
        ids = [id_ for id_ in self._titles().get(key, ()) if id_ not in exclude]
        forms = {form for id_ in ids for form in _forms(self._units[id_].title) if _key(form) == key}
        capital = (name for name in sorted(forms) if not any(word[:1].islower() for word in _telling(name)))
        name = next(capital, None)
        return None if name is None or _is_small(text, self._near(text, exclude)) else name

    def _name(self, text: str, near: Sequence[str], exclude: AbstractSet[str], least: int) -> str | None:
        """How the passages write a run of words, if with capitals so often at least and never without."""
        first, *_, last = [word.lower() for word in _WORD.findall(text)] * 2
        if (
            first in _FUNCTION
            or last in _FUNCTION
            or not _tells(text)
            or _is_office(first)
            or _is_office(last)
            or first[0].isdigit()
            or not any(word[0].islower() for word in _WORD.findall(text))
        ):
            return None
        forms = [form for form, inside in _written(text, near) if inside]
        # What stands in titles and at the beginning of sentences alone tells nothing.
        if len(forms) < least or _is_small(text, near) or _is_small(text, self._near(text, exclude)):
            return None
        return max(sorted(set(forms)), key=forms.count)

    def _near(self, query: str, exclude: AbstractSet[str]) -> list[str]:
        found = self._index.search(query, _NEAREST, exclude)
        return [self._units[one].text for one in found]

    def _titles(self) -> dict[str, tuple[str, ...]]:
        """The units that go by a name, by its folded form; made once, when first asked for."""
        if self._named is None:
            self._named = {}
            for unit in self._units.values():
                for form in _forms(unit.title):
                    key = _key(form)
                    if key.count(" ") < _LONGEST_TITLE:
                        self._named[key] = (*self._named.get(key, ()), unit.id)
        return self._named


def _forms(title: str) -> tuple[str, ...]:
    """A title without its bracket, and without what follows a comma."""
    name = split_title(title)[0] if title.endswith(")") else title
    return (name, name.partition(",")[0]) if "," in name else (name,)


def differs_in_case(one: str, other: str) -> bool:
    """Whether two texts are the same but for capitals and marks, and not the same altogether.

    >>> differs_in_case("who is ann ek", "Who is Ann Ek?"), differs_in_case("who is ann ek", "Who was Ann Ek?")
    (True, False)
    """
    return one != other and _key(one) == _key(other)


def _key(text: str) -> str:
    """The folded form of a text, `&` being `and`."""
    return fold(text.replace("&", " and ") if "&" in text else text)


def _runs(count: int, longest: int) -> Iterator[tuple[int, int]]:
    """Runs of words but the first, the longest first, of equal ones the first."""
    for length in range(min(longest, count - 1), 0, -1):
        for first in range(1, count - length + 1):
            yield first, first + length


def _has_capital(word: str) -> bool:
    return word != "I" and any(c.isupper() for c in word)


def _tells(text: str) -> bool:
    """Whether words may be a name: not function words alone, no number, no word for a kind of thing alone."""
    bare = [word for word in tokens_of(text) if word not in _FUNCTION and regex.search(r"\p{L}", word)]
    if not bare:
        return False
    common = words_for("empty") | words_for("general") | words_for("bare")
    kinds = ("person", "place", "organisation", "work")
    return len(bare) > 1 or not (
        bare[0] in common or len(bare[0]) < 2 or any(stem(bare[0]) in nouns_for(kind) for kind in kinds)
    )


def _telling(text: str) -> list[str]:
    """The words of a text, as written, that are no function words."""
    return [word for word in _WORD.findall(text) if word.lower() not in _FUNCTION]


def _is_office(word: str) -> bool:
    """Whether a word is a common noun for a person, which texts write with a capital beside a name."""
    return stem(word) in nouns_for("person") or regex.fullmatch(TITLES, word.title()) is not None


def _is_long(text: str) -> bool:
    """Whether words in small letters alone may be a title beside names with capitals: several that are no function words."""
    words = _telling(text)
    return len(words) > 1 and any(word[:1].islower() for word in words)


def _form(text: str) -> regex.Pattern[str]:
    words = [regex.escape(word) for word in regex.findall(r"[\p{L}\p{M}\p{N}]+", text)]
    return regex.compile(
        r"(?<![\p{L}\p{N}])" + r"[^\p{L}\p{N}]{1,3}".join(words) + r"(?![\p{L}\p{N}])", regex.I
    )


def _written(text: str, passages: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """How passages write a run of words with capitals on all that are no function words, and whether inside of a sentence."""
    form = _form(text)
    for passage in passages:
        for match in form.finditer(passage):
            words = _telling(match[0])
            if words and all(not word[:1].islower() for word in words):
                yield (
                    match[0],
                    bool(
                        regex.search(r"[\p{Ll}\p{N},;] $", passage[max(0, match.start() - 3) : match.start()])
                    ),
                )


def _is_small(text: str, passages: Sequence[str]) -> bool:
    """Whether some passage begins the words with a small letter, as it does no name; of four words and more, whether most do."""
    form = _form(text)
    small = large = 0
    for passage in passages:
        for match in form.finditer(passage):
            word = next(iter(_telling(match[0])), "")
            small += word[:1].islower()
            large += not word[:1].islower()
    return small > (large if len(tokens_of(text)) > 3 else 0)
