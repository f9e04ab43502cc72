"""What a clause may be asked of: the names in it, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import regex

from suffice.extractors.open.asked import names_in
from suffice.extractors.open.conditions.clauses import Clause
from suffice.extractors.open.conditions.wordings import MONTHS, is_adjective
from suffice.extractors.open.descriptions.steps import STAND_IN
from suffice.extractors.open.syntax import parse
from suffice.extractors.values import value_of

__all__ = ["plain_name", "subjects_of"]

_ARTICLES = frozenset(["the", "a", "an", "this", "in", "on", "at"])
#: Words for the kind of a thing that a clause begins with, before its name.
_KIND = regex.compile(
    r"(?:The|A|An|This) |(?:(?:The|A|An|This) )?(?:\p{Lu}[\p{L}.]* )*(?:(?!of\b|from\b|in\b|by\b|to\b|for\b)[\p{Ll}\-]+ )+"
)
_REST_OF_NAME = regex.compile(
    r"(?: (?:of|and|&|in|for) (?:the )?[\p{Lu}\p{N}][\p{L}\p{N}.'\-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}.'\-]*)*)+"
)
_DAY = rf"(?:\d{{1,2}} )?(?:{MONTHS})(?: \d{{1,2}})?"
_WHEN = regex.compile(
    r"(?:Since|In|On|During|From|Until|By|After|Before) [^,]*\d[^,]*, (?:[Tt]he )?(?=[\p{Lu}\"])"
)


def subjects_of(clause: Clause) -> Iterator[tuple[str, Clause]]:
    """Names that a clause may be asked of, the likeliest first, each with the clause that has `STAND_IN` for it.

    The grammatical subject comes before other names; with an article and without, since a title may have it.
    """
    seen: set[str] = set()
    spans = [span for span in _name_spans(clause) if not regex.match(r"\d{3,4}, ", clause.text[slice(*span)])]
    whole = [span for span in spans if _is_whole(clause.text[slice(*span)])]
    # Whole names first: `Tusker` before `Tusker beer brand`.
    for first, last in sorted(spans, key=lambda span: span not in whole):
        # `Fame` of `Hall of Fame` is no name.
        if any(a <= first and last <= b and (a, b) != (first, last) for a, b in whole):
            continue
        words = clause.text[first:last]
        lead = regex.match(
            r"(?:(?:The|A|An|This|In) (?=[\p{Lu}\p{N}\"])|(?:[\p{L}\-]+ )*?[\p{Ll}\-]+ (?=[\p{Lu}\p{N}\"][\p{L}\p{N}.]))",
            words,
        )
        # Of a whole name only an article may be cut off: `Oslo` is another thing than the `University of Oslo`.
        if lead and (first, last) in whole and regex.match(r"\p{Lu}\p{L}+ \p{Ll}", lead[0]):
            lead = None
        for cut in (len(lead[0]), 0) if lead else (0,):
            name = words[cut:]
            if (
                not regex.match(r"[\p{Lu}\p{N}\"](?!\d*, )", name)
                or name in seen
                or regex.fullmatch(r"[\p{N}\p{P}]+|\p{L}", name)
            ):
                continue
            if value_of("date", name) is not None or regex.fullmatch(_DAY, name) or is_adjective(name):
                continue
            seen.add(name)
            if clause.text[:first] == "The " and not cut:
                seen.add(f"The {name}")
                yield f"The {name}", _asked_of(clause, 0, last)
            yield name, _asked_of(clause, first + cut, last)


def _asked_of(clause: Clause, first: int, last: int) -> Clause:
    """A clause with `STAND_IN` for a name; quotes around it, and a word for its kind before it, are no part of the clause."""
    left = clause.text[:first].rstrip('"')
    left = "" if first < clause.gap and _KIND.fullmatch(left) else left
    right = clause.text[last:].lstrip('"')
    text = f"{left}{STAND_IN}{right}"
    if first > clause.gap:
        return replace(clause, text=text)
    shorter = _without_asides(text)
    shift = len(shorter) - len(clause.text)
    return replace(clause, text=shorter, gap=clause.gap + shift, end=clause.end + shift)


def _name_spans(clause: Clause) -> Iterator[tuple[int, int]]:
    text = clause.text
    spans: list[tuple[int, int]] = []
    for token in parse(f"{text}."):
        if token.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos") or token.pos_ not in (
            "PROPN",
            "NOUN",
        ):
            continue
        near = [one for left in token.lefts for one in left.subtree] + [token]
        first = next(
            (
                one.idx
                for one in near
                if regex.match(r"[\p{Lu}\p{N}\"]", one.text) and one.lower_ not in _ARTICLES
            ),
            None,
        )
        if first is None:
            continue
        last = token.idx + len(token)
        of = _REST_OF_NAME.match(text, last)
        spans += [(first, of.end())] if of else []
        spans.append((first, last))
    for offset, part in ((0, text[: clause.gap]), (clause.end, text[clause.end :])):
        place = 0
        for name in names_in(part):
            found = part.find(name, place)
            if found >= 0:
                spans.append((offset + found, offset + found + len(name)))
                place = found + len(name)
    for first, last in spans:
        if last > clause.gap and first < clause.end:
            continue
        while first < last and text[first] in '" ':
            first += 1
        while first < last and text[last - 1] in '" ,':
            last -= 1
        # `Since 2 June 2017, the Leader of Orrin`: a time before it is no part of a name.
        when = _WHEN.match(text, first, last)
        yield (when.end() if when else first), last


def _is_whole(name: str) -> bool:
    """Whether every word of a name has a capital, but for `of` and the like."""
    return all(
        regex.match(r"[\p{Lu}\p{N}\"&(]|(?:of|the|and|for|in|de|la|von|van)$", word) for word in name.split()
    ) and not name.startswith(("The ", "In ", "On ", "At "))


def plain_name(text: str) -> str:
    """A name without the words for its kind before it."""
    return regex.sub(
        r"^(?:\p{Lu}\p{Ll}+ )?(?:[\p{Ll}\-]+ )+(?=[\p{Lu}\p{N}\"])(?<!\b(?:of|the|and|in|for|de|von|van) )",
        "",
        text.strip(" ,"),
    ).strip(' ",')


def _without_asides(text: str) -> str:
    """Without what is said in passing of the subject: `A, a painter from Oslo, was taught by ...`."""
    form = rf"^{STAND_IN}, [^\"]+?, (?=(?:is|was|are|were|has|had|did|does|\p{{Ll}}+(?:ed|s))\b)"
    return regex.sub(form, f"{STAND_IN} ", text)
