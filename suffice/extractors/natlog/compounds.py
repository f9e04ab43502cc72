"""What no step may cut: words of several parts, titles, and what stands in quotes.

A sea lion is no lion, who looked after Ann did not look, and who wrote The Old Man and the Sea did not write The Old Man.

>>> from suffice.extractors.natlog.knowledge import read_knowledge
>>> from suffice.extractors.natlog.rewriting import Rewriting
>>> from suffice.extractors.natlog.words import read_sentence
>>> evidence, claim = read_sentence("He ate ice cream."), read_sentence("He ate cream.")
>>> spans = [((0, 2), (0, 2)), ((2, 3), (2, 2)), ((3, 5), (2, 4))]
>>> step = Rewriting.of(evidence, claim, spans, frozenset(), 1)
>>> list(step.explanations())[0][1].kind, find_cut(step, "left_out", read_knowledge())
('left_out', 'ice cream')
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from suffice.extractors.natlog.grammar import read_grammar
from suffice.extractors.natlog.knowledge import Knowledge
from suffice.extractors.natlog.rewriting import STRUCTURAL, Rewriting
from suffice.extractors.natlog.words import Sentence

__all__ = ["find_cut"]

_LONGEST = 3
#: Steps that leave what a phrase means alone.
_HARMLESS = {*STRUCTURAL, "equal"} - {"left_out", "added", "punctuation", "article", "auxiliary"}
_ARTICLES = frozenset(["The", "A", "An"])
_SMALL = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"])
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


def find_cut(rewriting: Rewriting, kind: str, knowledge: Knowledge) -> str | None:
    """What a step cuts, of what must stay whole; None if nothing.

    Args:
        rewriting: the step.
        kind: of its witness.
        knowledge: that knows words of several parts.
    """
    if kind in _HARMLESS:
        return None
    for scan, count in ((rewriting.before, rewriting.old), (rewriting.after, rewriting.new)):
        sentence, start, end = scan.sentence, rewriting.start, rewriting.start + count
        if kind != "punctuation" and sum(word.text == '"' for word in sentence.words) % 2:
            return '"'  # a quotation that is not closed may reach anywhere
        titles = _titles(sentence)
        compounds = [] if kind == "name" else _compounds(sentence, start, end, knowledge)
        for first, behind in (*titles, *compounds):
            # A title has no other name, wider or narrower: `The Lebowski` is not The Big Lebowski.
            inside = (
                start <= first and behind <= end and (kind in STRUCTURAL or (first, behind) not in titles)
            )
            if first < end and start < behind and not inside:
                return " ".join(word.text for word in sentence.words[first:behind])
    return None


def _compounds(sentence: Sentence, start: int, end: int, knowledge: Knowledge) -> Iterator[tuple[int, int]]:
    """Common words of two or three parts around a span."""
    words, tags = sentence.words, sentence.tags
    for length in range(2, _LONGEST + 1):
        for first in range(max(0, start - length + 1), min(end, len(words) - length + 1)):
            behind = first + length
            phrase = " ".join(word.norm for word in words[first:behind])
            if any(word.text[:1].isupper() for word in words[max(1, first) : behind]):
                continue  # a name
            if not all(word.text[:1].isalpha() for word in words[first:behind]):
                continue
            if set(tags[first:behind]) == {"W"} and knowledge.is_compound(phrase):
                yield first, behind
            if tags[first] == "V" and knowledge.is_phrasal(phrase):
                yield first, behind


@lru_cache(maxsize=4096)
def _titles(sentence: Sentence) -> tuple[tuple[int, int], ...]:
    """What stands in quotes, and titles: from a capital article, or behind a verb of making, to the last capital."""
    words = sentence.words
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(words):
        if closing := _QUOTES.get(words[place].text):  # one that is not closed reaches to the end
            inside = range(place + 1, len(words))
            behind = next((at for at in inside if words[at].text == closing), len(words))
            found.append((place + 1, behind))
            place = behind
        elif _begins_title(sentence, place):
            behind = _title_end(sentence, place)
            found.append((place, behind))
            place = behind - 1
        place += 1
    return tuple(found)


def _begins_title(sentence: Sentence, place: int) -> bool:
    """`wrote War and Peace`, `starred in Beauty and the Beast`, and `The Old Man` within a sentence."""
    words, classes = sentence.words, read_grammar().words
    if place == 0 or not words[place].text[:1].isupper():
        return False
    if words[place].text in _ARTICLES and place + 1 < len(words) and words[place + 1].text[:1].isupper():
        return True
    verb = place - 2 if words[place - 1].norm == "in" and place > 1 else place - 1
    made = {"star"} if verb == place - 2 else classes.authoring
    return bool(read_grammar().verb_lemmas(words[verb].norm) & made)


def _title_end(sentence: Sentence, place: int) -> int:
    """Behind the last capital; of small words at most two stand between."""
    words = sentence.words
    behind = place + 1
    for at in range(behind, len(words)):
        if words[at].text[:1].isupper():
            behind = at + 1
        elif words[at].norm not in _SMALL or at - behind >= 2:
            break
    return behind
