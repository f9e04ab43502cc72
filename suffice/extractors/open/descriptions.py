"""Questions about a thing that is described and not named, taken apart from the inside by their syntax.

`Who is the spouse of the actor who voices Batman in the Lego Batman Movie?` is read as two lookups, each worded with `{0}` for
what is known: `Who voices {0} in the Lego Batman Movie?` of Batman, then `Who is the spouse of {0}?` of whoever that is.
A description is a common noun with `the`, or with an owner, and what relates it to a name: a relative clause, a
participle, a preposition. Of a question with descriptions side by side, or of more than four, nothing is read.

>>> from suffice.extractors.lexicon import read_lexicon
>>> asked = "Who is the spouse of the actor who voices Batman in the Lego Batman Movie?"
>>> for described in read_description(asked, read_lexicon())[0].described:
...     print(described.wording)
Who voices {0} in the Lego Batman Movie?
Who is the spouse of {0}?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.lookups import Described
from suffice.extractors.open.asked import names_in, read_asked, type_of_noun
from suffice.extractors.open.comparisons import identifier
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import words_for
from suffice.extractors.questions import Reading, read_question
from suffice.rules import Atom, Literal, Rule, String, Term, Variable

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

__all__ = ["read_description"]

_MOST = 4
#: Stands for what an inner description describes, while the rest is parsed.
_STAND_IN = "Xavia"
_RELATIVE = frozenset(["relcl", "acl"])
_PLACES = "administrative territorial entity|country|nation|state|province|county|city|town|village|district|region|territory|municipality|continent"
_WITHIN = regex.compile(
    rf"(?:the )?(?P<class>{_PLACES}) (?:(?:where|in which|that) (?P<name>.+?) (?:is|was|can be|are|lies)(?: (?:located|found|situated|based|headquartered|from))?(?: in)?"
    rf"|(?:containing|of) (?P<name>.+?)|(?P<name>.+?) (?:is|was|can be|lies) ?(?:located|situated|found|from|based)? ?(?:in)?)$",
    regex.I,
)
_OWNED_PLACE = regex.compile(rf"(?P<name>.+?)'s? (?P<class>{_PLACES})$")
_DEED = regex.compile(r"(?P<name>.+?) (?P<deed>was born|is born|died|passed away)")
#: `the father of A` or `the river that crosses A`, and words behind it that are the question's own: `fight`, `flow into`.
_WHOLE_BEFORE_TAIL = regex.compile(
    r"(?P<own>(?:the )?[\p{Ll}\- ]+? (?:(?:of|by|behind|for)|(?:who|that|which) \p{Ll}[\p{Ll} ]*?) (?:the )?"
    r"[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*(?:,? (?:(?:of|the|and|in|de|la|von|van) )*[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*)*)"
    r"(?P<tail>(?: \p{Ll}+){1,4})",
)
_STRANDED = regex.compile(r" (?:to|of|from|in|on|by|for|with|at|into|through|after)$")
_ROLE = regex.compile(
    r"Who (?:is )?(?:plays?|played|playing|voices?|voiced|portrays?|portrayed) (?P<role>.+?) (?:in|on|from) .+\?"
)


@dataclass(frozen=True, slots=True)
class _Step:
    """One lookup: its wording, and the name that it is asked of; None for what the step before found."""

    wording: str
    name: str | None
    value: ValueType


def read_description(question: str, lexicon: Lexicon) -> list[Reading]:
    """Readings of a question with a description in it; empty where there is none that can be taken apart.

    Args:
        question: clean, as asked.
        lexicon: whose relations are used where a description words one of them.
    """
    text = question.strip()
    if not text.endswith("?"):
        text = regex.sub(r"[.\s]*$", "", text) + "?"
    text = _straighten(text[:1].upper() + text[1:])
    # Whole questions of the lexicon's come first: `Who wrote the lyrics of A?` describes nothing.
    # Those without an open relation are the lexicon's own.
    left = {entry.word_lookup(name) for name, entry in lexicon.relation.items() if entry.open}
    if (whole := _of_lexicon(text, lexicon)) and any(step.wording in left for step in whole):
        return [_reading(whole)]
    steps: list[_Step] = []
    for _ in range(_MOST):
        inner = _innermost(text)
        if inner is None:
            break
        start, end = inner
        taken = _steps_of(text[start:end], lexicon)
        if taken is None or (steps and _STAND_IN not in text[start:end]):
            return []
        steps += taken
        text = f"{text[:start]}{_STAND_IN}{text[end:]}"
    if not steps or text.count(_STAND_IN) != 1:
        return []
    last = _final(text, lexicon)
    if last is None:
        return []
    return [_reading([*steps, *last])]


#: Bodies that people are in, and how sentences say so: `the club A plays for`.
_BODIES = "university|college|school|team|club|band|group|company|party|organization|organisation|label|league|newspaper|army|church"
_DONE = (
    r"attended|joined|studied at|graduated from|plays for|played for|plays in|played in|works for|worked for|works at|"
    r"worked at|belongs to|belonged to|(?:is|was) (?:a member|part|a part) of|(?:is|was) signed to|founded|co-founded"
)

#: Word orders that are put straight before a question is parsed: what was asked, and how it is asked plainly.
_ORDERS = (
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
        rf"(.*\bthe (?:[\p{{Ll}}\-]+ )?(?:{_BODIES})) ([\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*(?: [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*)*) ((?:{_DONE})\b.*)",
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


def _straighten(text: str) -> str:
    for form, plain in _ORDERS:
        text = regex.sub(f"^{form}$", plain, text)
    return text


_PLACED = regex.compile(
    rf"\bthe (?:{_PLACES}) (?:(?:where|in which|that) )?(?:the )?[\p{{Lu}}\"][\p{{L}}\p{{M}}.'\-]*(?:,? (?:(?:of|the|de|del|la) )?[\p{{Lu}}\p{{N}}][\p{{L}}\p{{M}}.'\-]*)*"
    r" (?:is|was|can be|lies)(?: (?:located|found|situated|based|headquartered|from))?(?: in)?\b(?! (?:a|the|part|born|citizen))"
)


_BODY = regex.compile(
    rf"\bthe (?:[\p{{Ll}}\-]+ )?(?:{_BODIES}) that [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*(?: [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*)* (?:{_DONE})\b"
)


def _innermost(text: str) -> tuple[int, int] | None:
    """The smallest description in a question: its span."""
    if placed := _PLACED.search(text) or _BODY.search(text):
        return placed.span()
    document = parse(text)
    found: list[tuple[int, int, int]] = []
    for token in document:
        if token.pos_ not in ("NOUN", "PROPN") or token.dep_ == "compound":
            continue
        span = _described(token, document[:])
        if span is None:
            continue
        start, end = span[0], _before_main_verb(document, *span)
        words = text[start:end]
        if start == 0 and regex.match(r"(?:What|Which|Who|How)\b", words):
            continue
        # The names of an answer's own noun stay: `What is the capital of Peru?` describes nothing inside.
        if _is_whole(text, start, end):
            continue
        found.append((end - start, start, end))
    if not found:
        return None
    _, start, end = min(found)
    # A name that the parse broke off is taken to its end: `It'll Be Me`.
    if regex.search(r"(?:^|[ \"])[\p{Lu}][\p{L}'.]*$", text[:end]):
        rest = regex.match(r"(?:'\p{L}+)?(?:(?: (?:of|the|and|to|a)){0,2} [\p{Lu}][\p{L}'.\-]*)*", text[end:])
        end += rest.end() if rest else 0
    return start, end


def _before_main_verb(document: Doc, start: int, end: int) -> int:
    """Where a description ends that runs up to the question's end and so has its main verb in it.

    `What did the man who built it use?`: behind `did`, the bare verb is the question's own.
    """
    if document.text[end:].strip(" ?"):
        return end
    before = document.text[:start]
    if (own := _WHOLE_BEFORE_TAIL.fullmatch(document.text[start:end])) and regex.search(
        rf"\b(?:did|does|do{'|is|was|are|were' if _STRANDED.search(own['tail']) else ''}) (?:the [\p{{Ll}} ]+ (?:of|by|for) )*$",
        before,
        regex.I,
    ):
        return start + len(own["own"])
    inside = [token for token in document if start <= token.idx < end]
    if regex.search(r"\b(?:did|does|do)\b", before, regex.I):
        for token in inside[1:]:
            last = document[token.i - 1]
            bare = token.tag_ in ("VB", "VBP") or (token.tag_ == "NN" and token.lemma_ in words_for("bare"))
            if not bare or last.lower_ in words_for("no_bare") or last.pos_ == "ADJ":
                continue
            if any(one.i < token.i and one.pos_ in ("VERB", "AUX") for one in inside):
                return token.idx - 1
    elif regex.match(
        r"(?:When|Where|Why|(?:In )?(?:what|which) (?:year|city|place|town|country)) (?:is|was|are|were) $",
        before,
        regex.I,
    ):
        token = inside[-1]
        verbs = [one for one in inside if one.i < token.i and one.pos_ in ("VERB", "AUX")]
        last = document[token.i - 1]
        done = token.tag_ in ("VBN", "VBD") or (token.pos_ == "ADJ" and token.text.endswith("ed"))
        if (
            verbs
            and done
            and (
                last.lower_ in ("for", "in", "at", "to", "with", "of")
                or last.pos_ not in ("AUX", "ADP", "PART", "PRON")
            )
        ):
            return last.idx + len(last)
    return end


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the question is nothing but `who is` and this description."""
    before, after = text[:start].strip(), text[end:].strip(" ?")
    return not after and bool(
        regex.fullmatch(
            r"(?:Who|What|Which|Where|When|How)(?:'s| is| was| are| were| did| does| do)(?: the name of)?",
            before,
        )
    )


def _described(token: Token, text: Span) -> tuple[int, int] | None:
    """The span of a noun with what describes it, if that names something."""
    kids = list(token.children)
    owner = next((kid for kid in kids if kid.dep_ == "poss" and kid.pos_ == "PROPN"), None)
    definite = any(kid.dep_ == "det" and kid.lower_ == "the" for kid in kids)
    describing = [
        kid
        for kid in kids
        if kid.i > token.i
        and (
            kid.dep_ in _RELATIVE
            or (kid.dep_ == "prep" and kid.lower_ in ("of", "behind", "for", "in", "on", "from", "by"))
        )
    ]
    if token.text[:1].isupper() and not any(kid.dep_ in _RELATIVE for kid in describing):
        return None
    if definite and not describing and _is_maker(token):
        compounds = [
            kid.i for kid in kids if kid.dep_ == "compound" and kid.pos_ == "PROPN" and kid.i < token.i
        ]
        if compounds:
            return _span(token, min(kid.i for kid in kids), token.i)
    if owner is not None:
        first = min(kid.i for kid in owner.subtree)
        behind = [
            kid for kid in kids if kid.i > token.i and kid.dep_ == "prep" and kid.lower_ in ("in", "on")
        ]
        last = max((one.i for kid in behind for one in kid.subtree), default=token.i)
        return _span(token, first, last)
    if not definite or not describing:
        return None
    if (
        token.pos_ == "NOUN"
        and describing[0].dep_ == "prep"
        and not any(kid.dep_ in _RELATIVE for kid in describing)
    ):
        inside = [one for one in describing[0].subtree if one.i > describing[0].i]
        if not any(one.pos_ == "PROPN" or one.text[:1].isupper() or one.is_quote for one in inside):
            return None
    elif not names_in(" " + " ".join(one.text for kid in describing for one in kid.subtree)):
        return None
    own = [
        kid.i
        for kid in kids
        if kid.i < token.i and kid.dep_ in ("det", "amod", "compound", "nummod", "nmod", "advmod")
    ]
    first = min([token.i, *own])
    last = max(one.i for kid in describing for one in kid.subtree)
    return _span(token, first, last)


def _is_maker(token: Token) -> bool:
    """Whether a noun says who made or does something: `the Hello Love singer`."""
    return token.lower_ in words_for("makers")


def _span(token: Token, first: int, last: int) -> tuple[int, int]:
    document = token.doc
    while last > token.i and document[last].is_punct and document[last].text not in ('"', ")"):
        last -= 1
    return document[first].idx, document[last].idx + len(document[last])


def _steps_of(phrase: str, lexicon: Lexicon) -> list[_Step] | None:
    """The lookups of a description."""
    phrase = phrase.strip(" ,")
    bare = regex.sub(r"^the ", "", phrase)
    for form in (_WITHIN, _OWNED_PLACE):
        if found := form.fullmatch(bare):
            name = regex.sub(r"^the ", "", found.captures("name")[0])
            kind = found["class"].lower()
            value: ValueType = "country" if kind in ("country", "nation") else "place"
            return [_Step(f"In which {kind} is {{0}}?", _known(name), value)]
    made = regex.fullmatch(
        rf"(?P<name>[\p{{Lu}}\"].+) (?P<noun>{'|'.join(sorted(words_for('makers')))})", bare
    )
    if made and not made["name"].endswith("'s"):
        phrase = f"the {made['noun']} of {made['name']}"
        bare = phrase.removeprefix("the ")
    if steps := _of_lexicon(f"Who is {phrase}?", lexicon):
        return steps
    if found := regex.match(
        r"(?P<noun>[^,]+?) (?P<rel>who|that|which|where|in which|on which|whose) (?P<rest>.+)$", bare
    ):
        noun, rest = found["noun"], found["rest"]
        if type_of_noun(noun) == "person" and found["rel"] in ("who", "that", "which"):
            wording = f"Who {rest}?" if _is_clause(rest) else f"Who is it that {rest}?"
            if steps := _of_lexicon(wording, lexicon):
                return steps
        elif found["rel"] in ("that", "which", "who") and _is_clause(rest):
            wording = f"Which {noun} {rest}?"
            if steps := _of_lexicon(wording, lexicon) or _of_lexicon(f"Who {rest}?", lexicon):
                return steps
        else:
            wording = _inverted(noun, found["rel"], rest) or f"Which {noun} is it {found['rel']} {rest}?"
            if steps := _of_lexicon(wording, lexicon):
                return steps
            if found["rel"] in ("where", "in which") and (deed := _DEED.fullmatch(rest)):
                asked = "was {} born" if "born" in deed["deed"] else "did {} die"
                if steps := _of_lexicon(f"Where {asked.format(deed['name'])}?", lexicon):
                    kind = noun.split()[-1].lower()
                    if kind in ("country", "state", "county", "province"):
                        # Where somebody was born is a town; what it is in is another lookup.
                        value = "country" if kind == "country" else "place"
                        steps.append(_Step(f"In which {kind} is {{0}}?", None, value))
                    return steps
            studied = _inverted(noun, "that", rest) if found["rel"] in ("where", "in which") else None
            asked = regex.sub(r"^Which .+? (did|does|was|is) ", r"Where \1 ", studied or "")
            if studied and (steps := _of_lexicon(asked, lexicon)):
                return steps
            citizen = regex.fullmatch(r"(?P<name>.+?) (?:is|was) a citizen(?: of)?", rest)
            if citizen and (steps := _of_lexicon(f"What nationality is {citizen['name']}?", lexicon)):
                return steps
        return _worded(wording)
    if found := regex.match(r"(?P<noun>[\p{L}\- ]+?) (?P<verb>\p{L}+ing) (?P<rest>.+)$", bare):
        verb = found["verb"]
        word = "Who" if type_of_noun(found["noun"]) == "person" else f"Which {found['noun']}"
        return _worded(f"{word} is {verb} {found['rest']}?")
    if found := regex.match(r"(?P<noun>[\p{L}\- ]+?) (?:of|behind|for|in|on|from|by) (?P<name>.+)$", bare):
        word = "Who" if type_of_noun(found["noun"]) == "person" else "What"
        return _worded(f"{word} is {phrase}?", found["name"])
    if found := regex.match(r"(?P<name>.+?)'s? (?P<noun>[\p{L}\- ]+?)(?P<more> (?:in|on) .+)?$", bare):
        word = "Who" if type_of_noun(found["noun"]) == "person" else "What"
        return _worded(
            f"{word} is the {found['noun']} of {found['name']}{found['more'] or ''}?", found["name"]
        )
    return None


def _inverted(noun: str, relative: str, clause: str) -> str | None:
    """`Which team did Ann play for?` of the team that Ann played for; None where the clause has another shape."""
    if relative not in ("that", "which", "who"):
        return None
    if found := regex.match(r"(?P<name>[\p{Lu}\"].*?) (?P<be>is|was|are|were) (?P<rest>.+)$", clause):
        return f"Which {noun} {found['be']} {found['name']} {found['rest']}?"
    document = parse(f"This is the {noun} that {clause}.")
    verb = next((token for token in document if token.dep_ == "relcl"), None)
    own = next((kid for kid in verb.children if kid.dep_ == "nsubj"), None) if verb is not None else None
    if verb is None or own is None or verb.tag_ not in ("VBD", "VBZ", "VBP"):
        return None
    auxiliary = "did" if verb.tag_ == "VBD" else "does"
    span = [token for token in own.subtree]
    name = document[span[0].i : span[-1].i + 1].text
    rest = document[verb.i + 1 : -1].text
    if not clause.startswith(name):
        return None
    return f"Which {noun} {auxiliary} {name} {verb.lemma_} {rest}".rstrip() + "?"


def _is_clause(rest: str) -> bool:
    """Whether a relative clause has no subject of its own: `voices Batman`, not `Ann played for`."""
    first = parse(f"It {rest}.")[1]
    return first.pos_ in ("VERB", "AUX") or (first.tag_.startswith("V"))


def _of_lexicon(question: str, lexicon: Lexicon) -> list[_Step] | None:
    """A question that the lexicon reads as a chain of its relations from one name."""
    for reading in read_question(question, lexicon)[:3]:
        rule = reading.rules[0]
        if len(reading.rules) > 1 or reading.frame != "ask":
            continue
        name = reading.names[0]
        if regex.match(r"[^\p{Lu}\p{N}\"]", name) or regex.search(r"\b(?:who|which|that|where)\b|'s ", name):
            continue
        steps: list[_Step] = []
        for place, literal in enumerate(rule.body):
            if not isinstance(literal, Literal):
                return None
            entry = lexicon.relation[literal.atom.name]
            if entry.derived:
                return None
            steps.append(
                _Step(entry.word_lookup(literal.atom.name), _known(name) if place == 0 else None, entry.value)
            )
        return steps
    return None


def _worded(question: str, name: str | None = None) -> list[_Step] | None:
    """A lookup in the question's own words, of the first name in it."""
    role = _ROLE.match(question)
    if _STAND_IN in question:
        name = _STAND_IN
    elif role and names_in(role["role"]):
        name = names_in(role["role"])[0]
    elif name is None or name not in question:
        names = [one for one in names_in(question[1:]) if one in question]
        name = names[0] if names else None
    if name is None:
        return None
    wording = question.replace(name, "{0}", 1)
    return [_Step(wording, _known(name), read_asked(wording, name).value)]


def _known(name: str) -> str | None:
    if name == _STAND_IN:
        return None
    # `newspaper The North Star`: the word for its kind is no part of a name.
    return regex.sub(r"^(?:[\p{Ll}\-]+ )+(?=[\p{Lu}\"])", "", name.strip(' "')).strip(' "')


def _final(text: str, lexicon: Lexicon) -> list[_Step] | None:
    """The lookups of what is left of the question."""
    if found := regex.fullmatch(
        rf"(?:In |To )?(?:which|what) (?P<class>{_PLACES}) (?:is|does|can|was) {_STAND_IN}(?: (?:located|found|situated|belong|in|to|be))*\?",
        text,
        flags=regex.I,
    ):
        kind = found["class"].lower()
        return [_Step(f"In which {kind} is {{0}}?", None, "country" if kind == "country" else "place")]
    if found := regex.fullmatch(
        rf"(?:Which|What) (?P<class>{_PLACES}) (?:includes|contains|has) {_STAND_IN}\?", text
    ):
        return [_Step(f"In which {found['class']} is {{0}}?", None, "place")]
    if steps := _of_lexicon(text, lexicon):
        return steps
    wording = text.replace(_STAND_IN, "{0}", 1)
    return [_Step(wording, None, read_asked(wording, "").value)]


def _reading(steps: list[_Step]) -> Reading:
    body: list[Literal] = []
    described: dict[str, Described] = {}
    names: list[str] = []
    subject: Term | None = None
    for step in steps:
        if step.name is not None:
            names.append(step.name)
            subject = String(step.name)
        assert subject is not None
        name = identifier(step.wording)
        described[name] = Described(name, step.wording, step.value)
        value = Variable(f"V{len(body) + 1}")
        body.append(Literal(Atom(name, (subject, value))))
        subject = value
    assert subject is not None
    rule = Rule(Atom("answer", (subject,)), tuple(body))
    return Reading((rule,), tuple(names), (), steps[-1].value, "open chain", tuple(described.values()))
