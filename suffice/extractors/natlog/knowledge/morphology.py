"""Inflection of English nouns and verbs. A lemma is one whose regular forms include the word, so that `hoped` is not of `hop`.

>>> sorted(inflect("carry", "v")), sorted(inflect("hop", "v"))
(['carried', 'carries', 'carrying'], ['hopped', 'hopping', 'hops'])
>>> lemma_candidates("boxes", "n"), lemma_candidates("hoped", "v"), lemma_candidates("glass", "n")
(('box', 'boxe'), ('hope',), ())
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["guess_pos", "inflect", "lemma_candidates"]

_HISSES = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"
#: What an inflected form may end in, and what its lemma then ends in.
_ENDINGS = {
    "n": (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")),
    "v": (
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
        ("ied", "y"),
        ("ed", ""),
        ("d", ""),
        ("ying", "ie"),
        ("ing", ""),
        ("ing", "e"),
    ),
}
#: Words that end like an inflected form and are none.
_NEVER = frozenset(
    [
        "is",
        "was",
        "has",
        "this",
        "his",
        "its",
        "us",
        "as",
        "yes",
        "does",
        "during",
        "nothing",
        "something",
        "anything",
        "everything",
        "news",
        "series",
        "species",
    ]
)
#: A guess at the part of speech by the ending, for words that nothing is known of.
_SUFFIXES = (
    (("ly",), "r"),
    (("tion", "sion", "ness", "ment", "ity", "ism", "ist", "ship", "hood", "ance", "ence", "er", "or"), "n"),
    (("ous", "ful", "less", "able", "ible", "ish", "ive", "ical", "ic"), "a"),
    (("ize", "ise", "ify", "ed", "ing"), "v"),
)


def _doubles(stem: str) -> tuple[bool, bool]:
    """Whether the last consonant may be doubled, and whether it must be: `hop` must, `travel` may, `walk` may not."""
    if not re.search(r"[^aeiou][aeiouy][^aeiouwxy]\Z", stem) and not re.fullmatch(
        r"[aeiou][^aeiouwxy]", stem
    ):
        if re.search(r"qui[^aeiouwxy]\Z", stem):
            return True, True
        return False, False
    return True, len(re.findall(r"[aeiouy]+", stem)) == 1


@lru_cache(maxsize=1 << 14)
def inflect(lemma: str, pos: str) -> frozenset[str]:
    """The regular forms of a noun or verb, itself excepted; of other words there are none.

    Args:
        lemma: one word in lower case.
        pos: its letter.
    """
    if pos not in _ENDINGS or len(lemma) < 2:
        return frozenset()
    after_consonant = lemma[-2] not in _VOWELS
    if lemma.endswith("y") and after_consonant:
        third = {f"{lemma[:-1]}ies"}
    elif lemma.endswith(_HISSES):
        third = {f"{lemma}es"}
    elif lemma.endswith("o"):
        third = {f"{lemma}es", f"{lemma}s"} if after_consonant else {f"{lemma}s"}
    else:
        third = {f"{lemma}s"}
    if pos == "n":
        if lemma.endswith("f") and not lemma.endswith("ff"):
            third.add(f"{lemma[:-1]}ves")
        elif lemma.endswith("fe"):
            third.add(f"{lemma[:-2]}ves")
        return frozenset(third)
    if lemma.endswith("ie"):
        return frozenset(third | {f"{lemma}d", f"{lemma[:-2]}ying"})
    if lemma.endswith("e"):
        going = {f"{lemma}ing"} if lemma.endswith(("ee", "ye", "oe")) else {f"{lemma[:-1]}ing"}
        return frozenset(third | going | {f"{lemma}d"})
    if lemma.endswith("y") and after_consonant:
        return frozenset(third | {f"{lemma[:-1]}ied", f"{lemma}ing"})
    may, must = _doubles(lemma)
    stems = ([f"{lemma}{lemma[-1]}"] if may else []) + ([] if must else [lemma])
    if lemma.endswith("c"):
        stems.append(f"{lemma}k")
    return frozenset(third | {stem + ending for stem in stems for ending in ("ed", "ing")})


@lru_cache(maxsize=1 << 15)
def lemma_candidates(word: str, pos: str) -> tuple[str, ...]:
    """What a word may be a regular form of.

    Args:
        word: in lower case.
        pos: the letter of a part of speech.
    """
    if pos not in _ENDINGS or word in _NEVER or len(word) > 60:
        return ()
    found: dict[str, None] = {}
    for ending, instead in _ENDINGS[pos]:
        if not word.endswith(ending) or len(word) - len(ending) < 2:
            continue
        stem = word[: -len(ending)] + instead
        undoubled = stem[:-1] if ending in ("ed", "ing") and stem[-1] == stem[-2] else stem
        for lemma in (stem, undoubled, stem[:-1] if stem.endswith("ck") else stem):
            if len(lemma) > 1 and word in inflect(lemma, pos):
                found[lemma] = None
    return tuple(found)


def guess_pos(word: str) -> str:
    """The likeliest part of speech of a word that nothing is known of, by its ending; else a noun.

    >>> [guess_pos(word) for word in ("blorbly", "blorbness", "blorbous", "blorbized", "blorb")]
    ['r', 'n', 'a', 'v', 'n']
    """
    return next((pos for endings, pos in _SUFFIXES if word.endswith(endings) and len(word) > 4), "n")
