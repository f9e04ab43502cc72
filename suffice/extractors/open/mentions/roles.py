"""Who plays a role, and which role somebody plays: `Ann Ek as Mona`, `Mona (Ann Ek)`, `Mona, played by Ann Ek`."""

from __future__ import annotations

import regex

from suffice.extractors.open.mentions.names import NAME, Answers, Sentence, is_named, loosen, person_of
from suffice.extractors.open.words import words_for
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import tokens_of
from suffice.rules import String

__all__ = ["CAST", "CAST_AS", "read_cast", "read_role"]

_PLAY = r"(?:plays?|played|portrays?|portrayed|voices?|voiced|playing|portraying|voicing|stars? as|starred as|acts? as)"
CAST = regex.compile(
    rf"(?:Who|Which \p{{L}}+)(?: is it that| is)? {_PLAY} (?:(?:the )?(?:role|part|voice|character) of )?(?P<role>.+?)(?: (?:in|on|from) (?:the )?(?:(?:film|movie|series|show|television series|tv series|sitcom|game) )?(?P<work>.+?)(?: (?:movie|film))?)?\?"
)
CAST_AS = regex.compile(
    r"(?:Who (?:did|does|is it that)|What (?:character|role|part) (?:did|does)) (?P<who>.+?) plays? (?:in|on) (?:the )?(?:(?:film|movie|series|show) )?(?P<work>.+?)\?"
)


def read_cast(role: str, work: str, title: str, one: Sentence) -> Answers:
    """Who plays a role."""
    text = one.text
    wanted = set(tokens_of(role)) - {"the", "a", "character"}
    there = set(tokens_of(text)) | set(tokens_of(title))
    works = {token for token in tokens_of(work) if token not in words_for("starters")}
    if not works <= there or not wanted or not wanted <= set(tokens_of(text)) | {"s"}:
        return
    parts = [part for part in regex.findall(r"[\p{L}\p{N}'.\-]+", role)]
    named = (
        r"(?:[\p{Lu}\"][\p{L}\p{M}.\"'\-]* ){0,2}" + r"[ \-]".join(map(regex.escape, parts)) + r"(?![\p{L}])"
    )
    for form in (
        rf"(?P<v>{NAME}) (?:\([^()]*\) )?(?:plays |played |voices |reprising (?:his|her) role )?as (?:the )?(?:[\p{{Ll}}\-]+ ){{0,3}}{named}",
        rf"{named}(?: [\p{{Lu}}][\p{{L}}.]+)? \((?P<v>{NAME})\)",
        rf"{named}[^.;()]{{0,30}}?,? (?:is |was |who is |as )?(?:played|portrayed|voiced|performed) (?:[\p{{Ll}}]+ )?by (?:\p{{Ll}}+ ){{0,3}}(?P<v>{NAME})",
        rf"(?P<v>{NAME}) {_PLAY} (?:the )?(?:(?:role|part|voice) of )?(?:[\p{{Ll}}\-]+ ){{0,3}}{named}",
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if text.count(" as ") > 2 and not regex.search(r"[,;]", text[max(0, start - 3) : end]):
                # A cast list without commas: what stands before the last two words is the role before.
                start = end - len(" ".join(text[start:end].split()[-2:]))
            yield person_of(text[start:end]), start, end, "plays the role"


def read_role(who: str, work: str, title: str, one: Sentence) -> Answers:
    """Which role somebody plays."""
    text = one.text
    works = {token for token in tokens_of(work) if token not in words_for("starters")}
    if not works <= set(tokens_of(text)) | set(tokens_of(title)) or not is_named(who, text):
        return
    role = r"(?P<v>(?:the )?[\p{Lu}][\p{L}\p{M}.'\-]*(?:(?: (?:the|of|al|de|[\p{Lu}][\p{L}\p{M}.'\-]*)| / [\p{Lu}][\p{L}'\-]*))*)"
    for form in (
        rf"{loosen(who)} (?:\([^()]*\) )?as {role}",
        rf"{loosen(who)} {_PLAY} {role}",
        rf"{role} \({loosen(who)}\)",
        rf"{role},? (?:is |was )?(?:played|portrayed|voiced) by {loosen(who)}",
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            yield String(text[start:end].strip(" ,.")), start, end, "plays the role"
            return
