"""Word orders that are put straight before a question is parsed."""

from __future__ import annotations

import regex

from suffice.extractors.open.words import words_for

__all__ = ["BODIES", "DONE", "straighten"]

#: Places and bodies that people are in, and how sentences say so: `the club A plays for`.
BODIES = "city|town|village|county|country|state|province|university|college|school|team|club|band|group|company|party|organization|organisation|label|league|newspaper|army|church"
DONE = (
    r"attended|joined|studied at|graduated from|plays for|played for|plays in|played in|works for|worked for|works at|"
    r"worked at|belongs to|belonged to|(?:is|was) (?:a member|part|a part) of|(?:is|was) signed to|founded|co-founded|"
    r"(?:is|was) born in|(?:is|was) a (?:citizen|national) of|(?:is|was) named after|(?:is|was) buried in|died in|lives in|lived in|grew up in|comes from|came from|(?:is|was) from"
)
#: What was asked, and how it is asked plainly.
_ORDERS = (
    (r"(?:At|In) (?:what|which) (?:place|location|site|spot) (.+)", r"Where \1"),
    (
        r"(?:What|Which) (?:is|was) the name of (?:the |a |an )?((?:[\p{Ll}\-]+ )?[\p{Ll}\-]+) (?:that|which|who) (.+)",
        r"Which \1 \2",
    ),
    (
        r"(?:What|Which) (?:is|was) the name of the ((?:[\p{Ll}\-]+ )?[\p{Ll}\-]+) (?:where|in which) (.+?)(?: (is|was|are|were) (located|situated|found))?\?",
        r"In which \1 is \2?",
    ),
    (
        r"(?:Of|In) (?:what|which) country (?:is|was) (.+?)(?: a)? (?:citizen|national)(?: of)?\?",
        r"What nationality is \1?",
    ),
    (r"Who (?:is|was) the (?:[\p{Ll}]+) (?:who|that) (\p{Ll}.+)", r"Who \1"),
    (r"(.*)\b(is|was|are|were) in charge of (.*)", r"\1\2 the leader of \3"),
    # `The man who built it played who in Cars?`
    (
        r"(The .+?) (?:also )?(?:plays?|played) (?:who|(?:which|what) (?:character|role|part)) in (.+)\?",
        r"What character did \1 play in \2?",
    ),
    (
        r"(?:What|Which) (?:character|role|part) in (.+) (?:was|is) (?:played|portrayed|voiced) by (.+)\?",
        r"What character did \2 play in \1?",
    ),
    # `Where did the band form that made it?`
    (
        r"(Where|When|Why|How) (did|does|was|is|were|are) (the (?:[\p{L}\-]+ )?[\p{L}\-]+) (form|born|founded|formed|established|located|headquartered|based|built|released|published|held|start|begin|end|play|live|die) ((?:that|who|which|for which|in which) .+)\?",
        r"\1 \2 \3 \5 \4?",
    ),
    # `the county that A was born in`, `in what county was A born`: where somebody was born is a town.
    (
        r"(?:In )?(?:what|which|What|Which) (county|state|province|district|region) was (.+) born(?: in)?\?",
        r"In which \1 is the birthplace of \2 located?",
    ),
    (
        r"(?:In )?(?:what|which|What|Which) (county|state|province|district|region) did (.+) die(?: in)?\?",
        r"In which \1 is the place of death of \2 located?",
    ),
    (
        r"((?:.*? )?)([\p{Lu}][\p{L}\p{M}.\-]*(?: [\p{Lu}][\p{L}\p{M}.\-]*)*)'s? place of (birth|death|burial)\b(.*)",
        r"\1the place of \3 of \2\4",
    ),
    # `the university A attended`: the pronoun is put in.
    (
        rf"(.*\bthe (?:[\p{{Ll}}\-]+ )?(?:{BODIES})) ([\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*(?: [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*)*) ((?:{DONE})\b.*)",
        r"\1 that \2 \3",
    ),
    (r"(?:The )?(.+) is located (?:at|in|on) which (\p{Ll}+)\?", r"In which \2 is the \1 located?"),
    (r"Who (?:was|is) married to (.+)\?", r"Who is the spouse of \1?"),
    (r"(.*)\bthe (?:actor|actress) of (.+?) (?:from|in|on) (.+)\?", r"\1the actor who played \2 in \3?"),
    (
        r"(.*[ ^])([\p{Lu}][\p{L} .]+?)'s? (?:actor|actress) (?:from|in|on) (.+)\?",
        r"\1the actor who played \2 in \3?",
    ),
    (
        rf"(.*)\bthe ([\p{{Lu}}][\p{{L}}'.]*(?: (?:(?:of|the|and|in) )?[\p{{Lu}}][\p{{L}}'.]*)*) ({'|'.join(sorted(words_for('makers')))})\b(.*)\?",
        r"\1the \3 of \2\4?",
    ),
    (
        r"(.*)\b(?:the cast member of|the actor in|the actress in|the star of) (.+)\?",
        r"\1the actor who starred in \2?",
    ),
)


def straighten(text: str) -> str:
    """The question in plain word order.

    >>> straighten("Who was married to the founder of Acme?")
    'Who is the spouse of the founder of Acme?'
    """
    for form, plain in _ORDERS:
        text = regex.sub(f"^{form}$", plain, text)
    return text
