"""Where something is: `Which state is A located?`, `A lies in what county?`, `Where can A be found?`."""

from __future__ import annotations

import regex

from suffice.extractors.open.facets.areas import AREAS
from suffice.extractors.open.families.form import BE, NOUN, Form, is_thing

__all__ = ["FORMS"]

_ON = ("island", "continent", "planet", "peninsula")
_KINDS = "|".join(
    [
        *_ON,
        *AREAS,
        "borough",
        "department",
        "prefecture",
        "parish",
        "canton",
        "neighborhood",
        "neighbourhood",
        "suburb",
        "metropolitan area",
    ]
)
_OF = r"(?:(?:U\.?S\.? |American |Indian |Australian |German |administrative |present-day |modern )?)"
_TAIL = r"(?: (?:be )?(?:located|situated|found|lie)(?: (?:in|on|at))?| in| on| (?:belong|be) (?:to|in)| part of)?"


def _lowered(what: str) -> str:
    """Without the capital of an article that began a sentence."""
    return regex.sub(r"^The ", "the ", what.strip(" ,"))


def _in_which(found: regex.Match[str]) -> str:
    """`In which state is A located?`, where A is a name or the question says that it is a place that is asked for."""
    what = _lowered(found["what"])
    # What is described (`the town where A was born`) needs the word `located`, or must be plain.
    tail = found.groupdict().get("tail") or ""
    described = regex.match(r"the \p{Ll}", what) and (
        regex.search(r"located|situated|found", tail)
        or (
            tail
            and regex.fullmatch(
                r"the \p{Ll}(?:(?!\b(?:is|was|did|does|who|which|that|whose|where)\b).)* [\p{Lu}\p{N}\"][^ ]*",
                what,
            )
        )
    )
    if (not is_thing(what) and not described) or regex.search(r" (?:and|or) (?:the )?[\p{Lu}\"]", what):
        return found[0]
    kind = found["kind"]
    be = found["be"] if found["be"] in ("is", "was", "are", "were") else "is"
    return f"{'On' if kind in _ON else 'In'} which {kind} {be} {what} located?"


def _where(found: regex.Match[str]) -> str:
    what = _lowered(found["what"])
    if not is_thing(what):
        return found[0]
    be = found["be"] if found["be"] in ("is", "was", "are", "were") else "is"
    return f"Where {be} {what} {found.groupdict().get('how') or 'located'}?".replace(
        " situated?", " located?"
    )


FORMS: tuple[Form, ...] = (
    (
        rf"(?:What|Which) {BE} the name of (?:the |an? )?(?P<noun>{NOUN}(?: {NOUN}){{0,3}}) (?:where|in which|that) (?P<what>.+?) (?P<be>is|was)(?P<how>(?: located| situated| found| based| headquartered)?)(?: in)?\?",
        r"In which \g<noun> \g<be> \g<what>\g<how>?",
    ),
    (
        rf"(?:(?:In|On|At|Within|Inside|To) )?(?:which|what|Which|What) {_OF}(?P<kind>{_KINDS}) (?P<be>is|was|are|were|can|would|does|do|did) (?:(?:you|one|we|I|people) find )?(?P<what>[^?]+?)(?P<tail>{_TAIL})\?",
        _in_which,
    ),
    (
        rf"(?:(?:In|On) )?(?:which|what|Which|What) {_OF}(?P<kind>{_KINDS}) (?P<what>(?:the )?[\p{{Lu}}\"][^?]*?) (?P<be>is|was|are|were)(?: located| situated| found)?(?: in| on)?\?",
        _in_which,
    ),
    (
        rf"(?P<what>(?:The |the )?[\p{{Lu}}\"][^?]*?) (?P<be>is|was|are|were|lies|sits)(?P<tail>(?: located| situated| found)?) (?:with)?(?:in|on|at) (?:which|what) {_OF}(?P<kind>{_KINDS})\?",
        _in_which,
    ),
    (
        rf"(?:What|Which) (?P<be>is|was) the {_OF}(?P<kind>{_KINDS}) (?:that|which) (?:contains|includes|encompasses) (?P<what>[^?]+?)(?P<tail>)\?",
        lambda found: f"In which {found['kind']} is {found['what']} located?",
    ),
    (
        rf"(?:What|Which) {_OF}(?P<kind>{_KINDS}) (?P<be>contains|includes|has|holds|encompasses) (?P<what>(?:the )?[\p{{Lu}}\"][^?]*)\?",
        lambda found: _in_which(found) if is_thing(found["what"]) else found[0],
    ),
    (
        r"(?:Where|(?:In|At) (?:which|what) (?:place|location|spot|area)|(?:What|Which) is the location of)(?: (?P<be>is|was|are|were|can|could|would|do|does))? (?:(?:you|one|we|I) find )?(?P<what>(?:the )?[\p{Lu}\"][^?]*?)(?: (?:be )?(?:found|located|situated|located at|located in|situated in|at))?\?",
        lambda found: _where(found) if found["be"] or found[0].startswith(("What", "Which")) else found[0],
    ),
    (
        r"(?P<what>(?:The |the )?[\p{Lu}\"][^?]*?) (?P<be>is|was|are|were) (?P<how>located|situated|headquartered|based|buried)(?: (?:in|at|on))?(?: where| what(?: place| location)?)?\?",
        _where,
    ),
)
