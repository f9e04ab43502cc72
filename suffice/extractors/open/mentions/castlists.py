"""Lists of actors and roles without punctuation, as they come from tables: where one entry ends and the next begins."""

from __future__ import annotations

import regex

from suffice.extractors.open.mentions.names import NAME
from suffice.extractors.open.syntax import parse
from suffice.extractors.patterns import SECONDS

__all__ = ["actor_before", "is_run_together", "read_billing"]

_WORD = regex.compile(r"[\p{Lu}][\p{L}\p{M}.'’\-]*")
_PARTICLES = frozenset(["de", "la", "von", "van", "der", "da", "di", "bin", "al", "the", "of"])
_BILLED = regex.compile(
    rf"\b(?:Voiced|Portrayed|Played) by (?P<list>(?:{NAME} \([^()]*\d{{4}}[^()]*\)[, ]*)+)"
)
_ENTRY = regex.compile(rf"(?P<v>{NAME}) \((?P<when>[^()]*)\)")


def is_run_together(text: str) -> bool:
    """Whether roles and actors follow one another without a mark: `Ann Ek as Mona Bo Lund as Rex`.

    >>> is_run_together("Ann Ek as Mona Bo Lund as Rex"), is_run_together("Ann Ek as Mona, Bo Lund as Rex")
    (True, False)
    """
    return any(
        not regex.search(r"[,;:()\n]|(?<!\p{Lu})\. | and ", part) for part in regex.split(r" as ", text)[1:-1]
    )


def actor_before(text: str, start: int, end: int) -> int:
    """Where the actor's name begins in a run-together list; -1 if it cannot be told.

    Args:
        text: the sentence.
        start: of the words with capitals that end where ` as ` begins.
        end: behind them.

    >>> text = "Gus Lind as Henry X. Harper Ann Ek as Mona"
    >>> text[actor_before(text, 12, 34):34]
    'Ann Ek'
    """
    before = text.rfind(" as ", 0, end)
    if before < 0 and len(text[start:end].split()) < 3:
        return start
    first = before + len(" as ") if before >= 0 else start
    words = [(one[0], first + one.start()) for one in regex.finditer(r"\S+", text[first:end])]
    # A mark tells: `Mona; Bo Lund as Rex`.
    for place in range(len(words) - 1, 0, -1):
        if words[place - 1][0].endswith((",", ";", ":", ")")):
            return words[place][1]
    names = [one for one in words if _WORD.fullmatch(one[0])]
    if len(names) == 3 and len(words) == 3 and before >= 0:
        # An actor has two names, a role often one.
        return words[1][1]
    # An initial stands inside of a name: `Henry X. Harper Ann Ek`.
    initials = [place for place, (word, _) in enumerate(words) if regex.fullmatch(r"\p{Lu}\.", word)]
    if initials and initials[-1] + 2 == len(words) - 2:
        return words[-2][1]
    # A word in small letters ends a role: `the cook Ann Ek`.
    small = [
        place
        for place, (word, _) in enumerate(words)
        if word[:1].islower() and word not in _PARTICLES and not word.startswith(("'", "’"))
    ]
    if small and len(words) - small[-1] - 1 in (2, 3):
        return words[small[-1] + 1][1]
    if len(words) == 4 and len(names) == 4:
        # Two and two, if the parser too sees a name of one person there.
        document = parse(text)
        for span in document.ents:
            if span.label_ == "PERSON" and words[2][1] in (span.start_char, span.end_char + 1):
                return words[2][1]
    return -1


def read_billing(text: str, which: str) -> tuple[int, int] | None:
    """The one name that an infobox bills: `Voiced by Ann Ek (1999 – 2000) Bo Lund (1999 – present)`.

    Args:
        text: the sentence.
        which: `original` for the first one, `current` for the one to the present; else there must be one only.
    """
    billed = _BILLED.search(text, timeout=SECONDS)
    if billed is None:
        return None
    offset = billed.start("list")
    entries = [
        (offset + one.start("v"), offset + one.end("v"), one["when"])
        for one in _ENTRY.finditer(billed["list"])
    ]
    if which in ("original", "originally", "first"):
        return entries[0][:2]
    present = [one for one in entries if "present" in one[2].lower()]
    chosen = present if which else entries
    return chosen[0][:2] if len(chosen) == 1 else None
