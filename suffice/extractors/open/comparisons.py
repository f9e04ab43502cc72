"""Questions that compare two things that they name, read by their shape: both of a class, which of a class, more, same.

What is asked of each side is worded as a lookup of its own (`facets` finds their values):

| question | lookup of each side |
|---|---|
| Are A and B both board games? | Is {0} board games? |
| Which is a Macedonian weekly, A or B? | Is {0} a Macedonian weekly? |
| Which mountain is taller, A or B? | How high is {0}? |
| Which genus has more species, A or B? | How many species does {0} have? |
| What profession did A and B both have? | Which profession is {0}? |
| Are A and B in the same family? | In which family is {0}? |

>>> from suffice.extractors.lexicon import read_lexicon
>>> reading = read_comparison("Are Senet and Go both board games?", read_lexicon())[0]
>>> print(*reading.rules, sep="\\n")
answer(yes) :- is_board_games("Senet",stated), is_board_games("Go",stated).
answer(no) :- is_board_games("Senet",otherwise), is_board_games("Go",V2).
answer(no) :- is_board_games("Senet",V1), is_board_games("Go",otherwise).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.lookups import Described
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.words import content_of, is_content
from suffice.extractors.questions import Reading
from suffice.extractors.text import tokens_of
from suffice.rules import Atom, Comparison, Literal, Rule, String, Symbol, Variable

__all__ = ["OTHERWISE", "STATED", "UNSAID", "identifier", "read_comparison"]

_NOUN = r"[\p{L}'\- ]{2,60}?"
_BE = r"(?:is|was|are|were)"
_SAME = regex.compile(
    r"(?:both )?(?:located |situated |found |set |based |held |born )?(?:in|of|from|on|to|share|have|belong to|endemic to|native to|members? of|within) "
    r"(?:the )?same (?P<class>[\p{L}\- ]+?)(?: of .*)?$",
    regex.I,
)
_RELATES = r"(?:of|by|from|behind|that|who|which|for|in|whose)\b"
_AUXILIARY = r"(?:is|was|are|were|has|have|had)"
_VERB = r"(?:\p{Ll}{2,}(?:s|ed)|sang|wrote|won|ran|began|grew|drew|flew|led|held|made|sold|took|came|went)"
_PREDICATE = r"(?:a |an |the )?(?:\p{Ll}|\p{Lu}\p{Ll}+(?:an|ish|ese|ian|ch|sh) )[\p{L}\p{N}'\-]*(?: .+)?"
_BOTH = [
    r"^(?:Are|Were|Is|Was) (?:both )?(?:of )?(?P<names>.+? and .+?),? (?:both|each|all) (?P<what>.+)$",
    rf"^(?:Are|Were) both (?P<names>.+? and .+?) (?P<what>(?!of\b|the\b|and\b|for\b|de\b|to\b){_PREDICATE})$",
    r"^(?:Are|Were) both (?P<names>.+? and .+?) (?P<what>.+)$",
    r"^(?:Are|Were) (?P<names>.+? and .+?) (?P<what>\p{Ll}.*)$",
]
_BOTH_DID = [
    r"^(?:Did|Do|Have|Has|Had) (?P<names>.+? and .+?),? both (?P<what>\p{Ll}.+)$",
    r"^(?:Did|Do|Have|Has|Had) both (?P<names>.+? and .+?) (?P<what>(?!of\b|the\b|and\b|for\b)\p{Ll}.+)$",
]
_SAME_AS = [
    r"^(?:Is|Was) (?P<a>.+?) (?:located |situated |found |based )?in the same (?P<class>\p{Ll}+) as (?P<b>.+)$",
]
_WHICH = [
    rf"^(?:Which|What|Who)(?P<class> {_NOUN})?? (?P<what>(?:{_AUXILIARY} )?\p{{Ll}}+ (?:the )?(?:more|most|fewer|larger|greater) [^,:]+?)[,:] ?(?P<names>(?:the )?[\p{{Lu}}\p{{N}}\"].*? or .+)$",
    rf"^(?:Wh?i+ch|What|Who)(?: (?:one )?(?:of|out of|between) (?:these|the|the two))?(?P<class> {_NOUN})?? (?P<what>{_AUXILIARY} [^,:]+?)[,:] ?(?P<names>(?:the )?[\p{{Lu}}\p{{N}}\"].*? or .+)$",
    rf"^(?:Wh?i+ch|What|Who)(?: (?:one )?(?:of|out of|between) (?:these|the|the two))?(?P<class> {_NOUN})?? (?P<what>{_AUXILIARY} [^,:]+?) (?P<names>(?:the )?[\p{{Lu}}\p{{N}}\"].*? or .+)$",
    rf"^(?:Wh?i+ch|What|Who)(?P<class> {_NOUN})?? (?P<what>{_VERB} [^,:]+?)[,:] ?(?P<names>(?:the )?[\p{{Lu}}\p{{N}}\"].*? or .+)$",
    rf"^(?:Which|What)(?P<class> {_NOUN})?[,:] (?P<names>.+? or .+?),? (?P<what>(?:{_AUXILIARY}|{_VERB}) .+)$",
    rf"^(?:Between|Of|Out of) (?P<names>.+? and .+?), (?:which|who|what)(?: one)?(?P<class> {_NOUN})?? (?P<what>(?:{_AUXILIARY}|{_VERB}) .+)$",
    rf"^(?:Is|Was|Are|Were) (?P<names>.+? or .+?) (?P<what>{_PREDICATE})$",
]
_COMMON = [
    rf"^(?:What|Which)(?P<class> {_NOUN}) (?:do|did|does|are|were|have) (?:both )?(?P<names>.+? and .+?)(?: both)?(?: (?:share|have|hold|held|had|practice|play|in common|both))+?$",
    rf"^(?:What|Which)(?P<class> {_NOUN}) (?:is|are|was|were) shared by (?:both )?(?P<names>.+? and .+)$",
    rf"^(?P<names>.+? and .+?) (?:are|were) (?:both )?(?:what|which)(?P<class> {_NOUN})$",
    rf"^(?:Both )?(?P<names>.+? and .+?) (?:are|were) (?:both )?(?:examples? of )?(?:what|which)(?P<class> {_NOUN})$",
    rf"^(?:What|Which)(?P<class> {_NOUN}) (?:are|were|do|did) (?:both )?(?P<names>.+? and .+)$",
]
_HIGH = regex.compile(
    rf"(?:{_BE}|stands?|stood|has) (?:the )?(?:a )?(?P<how>taller|higher|highest|tallest|lower|lowest|shorter)(?: in)?(?: elevation| height| peak| altitude)?$",
    regex.I,
)
_LENGTH = regex.compile(rf"(?:{_BE}|runs?) (?:the )?(?P<how>longer|longest)$", regex.I)
_MORE = regex.compile(
    r"(?:has|have|had|won|wrote|released|contains?|includes?|has won|has released|produced|directed|recorded|with|published|has published|employs?) (?:the )?(?:a )?(?P<how>more|most|fewer|fewest|larger|largest|greater|higher|smaller|highest)(?: (?:number|amount)(?: of)?)? (?P<unit>[\p{L}' \-]+)$",
    regex.I,
)
_LESS = frozenset(["lower", "lowest", "fewer", "fewest", "smaller", "shorter"])
_COMPARES = regex.compile(
    r"\b(?:more|most|less|least|first|earlier|later|\p{L}+er than|longer|larger|older|younger|taller|bigger|smaller|shorter|higher|lower|greater|later|newer|wider|faster|heavier|last|further|farther|closer|oldest|newest|\p{Ll}{2,}(?:est))\b|^(?:is|was|are|were) (?:the )?(?:\p{Ll}{2,}er)$",
    regex.I,
)
#: What a passage may say of its topic where a class is asked for: that it is of the class; that it is of another, which excludes it;
#: or of another that does not, the class being said nowhere.
STATED, OTHERWISE, UNSAID = Symbol("stated"), Symbol("otherwise"), Symbol("unsaid")
#: What a class or a deed cannot be told of by its words being there: negation, order in time, age, life.
_BEYOND_WORDS = regex.compile(
    r"\b(?:not|never|neither|nor|no|without|except|besides|unlike|before|after|since|until|than|older|younger|alive|dead|living|"
    r"deceased|former|still|only|at least|at most)\b|n't\b|\d",
    regex.I,
)
#: What is described as a genus is one.
_AS = regex.compile(
    r"^(?:described|known|classified|considered|regarded|categori[sz]ed|defined)(?: as)?(?: being)? (?=an? |the )"
)
_PARTICIPLE = regex.compile(r"(?:\p{Ll}{2,}ed|born|made|written|held|set|built|found|sung|led|known) ")
#: Classes of which a thing has one only.
_EXCLUSIVE = frozenset(["family", "genus", "order", "country", "continent", "state", "county"])


@dataclass(frozen=True, slots=True)
class _Sides:
    """Two named things, and what is said of them."""

    a: str
    b: str
    what: str
    kind: str = ""


def read_comparison(question: str, lexicon: Lexicon) -> list[Reading]:
    """Readings of a question that compares two named things; empty where it has no such shape.

    Args:
        question: clean, as asked.
        lexicon: whose orders (`born first`) and relations are used where it has them.
    """
    text = regex.sub(r"\s*[?.]*\s*$", "", question.strip())
    text = text[:1].upper() + text[1:]
    found: list[Reading] = []
    for form in _WHICH:
        if not found:
            for sides in _match(form, text, "or|and"):
                found += _which(sides, lexicon)
    if not found:
        for form in _BOTH:
            if not found:
                for sides in _match(form, text, "and"):
                    found += _both(sides)
    if not found:
        for form in _BOTH_DID:
            if not found:
                for sides in _match(form, text, "and"):
                    found += _both(sides, did=True)
        for form in _SAME_AS:
            match = regex.match(form, text, flags=regex.V1)
            if match and (a := _name(match["a"])) and (b := _name(match["b"])):
                found += _same(_Sides(a, b, ""), match["class"])
    if not found:
        for form in _COMMON:
            if not found:
                for sides in _match(form, text, "and"):
                    found += _common(sides, lexicon)
    return list({reading.rules: reading for reading in found}.values())[:4]


def identifier(wording: str) -> str:
    """A predicate's name for a wording.

    >>> identifier("How many species does {0} have?")
    'how_many_species_does_have'
    """
    words = tokens_of(wording.replace("{0}", " "))
    plain = "_".join(word for word in words if word.isascii())[:80].strip("_")
    return plain if plain[:1].isalpha() else f"asked_{plain}"


def _match(form: str, text: str, joint: str) -> Iterator[_Sides]:
    """Every way to part the names; a side begins with a capital, a digit or a quote."""
    match = regex.match(form, text, flags=regex.V1)
    if match is None:
        return
    names = regex.sub(r"^(?:both |either |the (?:\p{Ll}+ )*(?=\p{Ll}+ \p{Lu}))", "", match["names"].strip())
    for border in regex.finditer(rf",? (?:{joint}) ", names):
        a, b = _name(names[: border.start()]), _name(names[border.end() :])
        if a and b:
            kind = match.groupdict().get("class") or ""
            yield _Sides(a, b, match["what"].strip() if "what" in match.groupdict() else "", kind.strip())


def _name(text: str) -> str | None:
    """A side's name: without an article and the words for its kind before it."""
    text = text.strip(' ,:"')
    # `the director of Ostric` is no kind of Ostric.
    text = (
        regex.sub(rf"^(?:the |a |an )?(?:(?!{_RELATES})[\p{{Ll}}]+ ){{0,3}}(?=[\p{{Lu}}\p{{N}}\"])", "", text)
        or text
    )
    return text if regex.match(r"[\p{Lu}\p{N}]", text) and len(text) < 80 else None


def _which(sides: _Sides, lexicon: Lexicon) -> Iterator[Reading]:
    what = sides.what
    said = regex.sub(rf"^{_AUXILIARY} ", "", what)
    orders = [
        order
        for order in lexicon.order.values()
        if any(_alike(said, phrase) or _alike(what, phrase) for phrase in order.phrase)
    ]
    if orders:
        # An older university was founded earlier, an older film released earlier, an older player born earlier.
        kind = type_of_noun(sides.kind)
        subjects = [lexicon.relation[order.relation].subject for order in orders]
        fitting = [kind == subject for subject in subjects]
        if True not in fitting and sides.kind and kind not in ("text", "person"):
            fitting = [subject == "any" for subject in subjects]
        order = orders[fitting.index(True) if True in fitting else 0]
        if reading := _ordered(sides, lexicon, order.relation, order.pick):
            yield reading
        return
    if high := _HIGH.fullmatch(what):
        yield _measured(sides, "How high is {0}?", high["how"])
    elif long := _LENGTH.fullmatch(what):
        yield _measured(sides, "How long is {0}?", long["how"])
    elif more := _MORE.fullmatch(what):
        unit = more["unit"].strip()
        wording = (
            "What is the population of {0}?"
            if unit in ("population", "people", "inhabitants")
            else f"How many {unit} does {{0}} have?"
        )
        yield _measured(sides, wording, more["how"])
    elif not _COMPARES.search(what):
        yield from _of_class(sides)


def _alike(one: str, other: str) -> bool:
    plain = [regex.sub(r"\b(?:most|more) recently\b", "later", text.casefold()) for text in (one, other)]
    return plain[0] == plain[1]


def _ordered(sides: _Sides, lexicon: Lexicon, relation: str, pick: str) -> Reading | None:
    entry = lexicon.relation.get(relation)
    if entry is None or entry.derived:
        return None
    wording = entry.word_lookup(relation)
    described = Described(identifier(wording), wording, entry.value, entry.functional)
    left, right = Variable("V1"), Variable("V2")
    body = _each(described, sides, left, right)
    rules = (
        Rule(Atom("answer", (String(sides.a),)), (*body, Literal(Atom(pick, (left, right))))),
        Rule(Atom("answer", (String(sides.b),)), (*body, Literal(Atom(pick, (right, left))))),
        Rule(Atom("comparable", (left, right)), body),
    )
    return _reading(rules, sides, "name", f"order:{relation}", described)


def _measured(sides: _Sides, wording: str, how: str) -> Reading:
    described = Described(identifier(wording), wording, "number")
    left, right = Variable("V1"), Variable("V2")
    body = _each(described, sides, left, right)
    sign = "<" if how.lower() in _LESS else ">"
    rules = (
        Rule(Atom("answer", (String(sides.a),)), (*body, Comparison(left, ((sign, right),)))),
        Rule(Atom("answer", (String(sides.b),)), (*body, Comparison(right, ((sign, left),)))),
    )
    return _reading(rules, sides, "name", "more", described)


def _of_class(sides: _Sides) -> Iterator[Reading]:
    """`answer(a)` if a is of the class, and b is introduced without its being said: the question says that one of them is."""
    wording = _class_wording(sides.what)
    if not content_of(wording) or _BEYOND_WORDS.search(sides.what):
        return
    described = Described(identifier(wording), wording)
    rules = []
    for other in (OTHERWISE, UNSAID):
        rules.append(Rule(Atom("answer", (String(sides.a),)), _each(described, sides, STATED, other)))
        rules.append(Rule(Atom("answer", (String(sides.b),)), _each(described, sides, other, STATED)))
    yield _reading(tuple(rules), sides, "name", "which", described)


def _both(sides: _Sides, *, did: bool = False) -> Iterator[Reading]:
    same = _SAME.search(sides.what)
    if same and same["class"] not in ("nationality", "citizenship"):
        yield from _same(sides, same["class"].strip())
        return
    if regex.search(r"\b(?:same|similar|different|related)\b", sides.what):
        return
    # Behind `are` a verb is a participle; what is described as a genus is one.
    said = sides.what if did else _AS.sub("", sides.what)
    participle = not did and _PARTICIPLE.match(said)
    wording = f"Is it {{0}} that is {said}?" if participle else _class_wording(said)
    if not content_of(wording) or _BEYOND_WORDS.search(sides.what):
        return
    described = Described(identifier(wording), wording)
    yes, no = Symbol("yes"), Symbol("no")
    # Both must be known: of a side that no passage introduces nothing is said.
    rules = [Rule(Atom("answer", (yes,)), _each(described, sides, STATED, STATED))]
    if not did:
        rules.append(Rule(Atom("answer", (no,)), _each(described, sides, OTHERWISE, Variable("V2"))))
        rules.append(Rule(Atom("answer", (no,)), _each(described, sides, Variable("V1"), OTHERWISE)))
    yield _reading(tuple(rules), sides, "yes/no", "both", described)


def _same(sides: _Sides, kind: str) -> Iterator[Reading]:
    noun = kind.split()[-1].lower()
    wording = f"In which {noun} is {{0}}?"
    described = Described(identifier(wording), wording)
    left, right = Variable("V1"), Variable("V2")
    rules = [Rule(Atom("answer", (Symbol("yes"),)), _each(described, sides, left, left))]
    if noun in _EXCLUSIVE:
        body = _each(described, sides, left, right)
        rules.append(Rule(Atom("answer", (Symbol("no"),)), (*body, Comparison(left, (("!=", right),)))))
    yield _reading(tuple(rules), sides, "yes/no", "same", described)


def _common(sides: _Sides, lexicon: Lexicon) -> Iterator[Reading]:
    """What both are introduced as."""
    words = [word for word in tokens_of(sides.kind) if is_content(word)]
    if not words or len(words) > 2:
        return
    wording = f"Which {' '.join(words)} is {{0}}?"
    if (
        words[-1] in ("nationality", "citizenship", "country")
        and "country_of_citizenship" in lexicon.relation
    ):
        wording = lexicon.relation["country_of_citizenship"].word_lookup("country_of_citizenship")
    described = Described(identifier(wording), wording, "country" if "nationality" in wording else "text")
    value = Variable("V1")
    rule = Rule(Atom("answer", (value,)), _each(described, sides, value, value))
    yield _reading((rule,), sides, "text", "common", described)


def _class_wording(what: str) -> str:
    what = what.strip()
    if found := regex.match(rf"(?:{_BE}) (.+)$", what):
        return f"Is {{0}} {found[1]}?"
    if regex.match(rf"(?:{_AUXILIARY}|{_VERB}) (?!of\b)", what):
        return f"Is it {{0}} that {what}?"
    return f"Is {{0}} {what}?"


def _each(
    described: Described, sides: _Sides, left: Symbol | Variable, right: Symbol | Variable
) -> tuple[Literal, ...]:
    return (
        Literal(Atom(described.name, (String(sides.a), left))),
        Literal(Atom(described.name, (String(sides.b), right))),
    )


def _reading(
    rules: tuple[Rule, ...], sides: _Sides, value: str, frame: str, *described: Described
) -> Reading:
    names = (sides.a, sides.b)
    # Of `Which genus has more species, A or B?` the class is a word for the kind of A and B.
    noun = sides.kind.partition(" of ")[0].split()[-1:] if value == "name" else []
    kinds = tuple((name, word.lower()) for name in names for word in noun)
    return Reading(rules, names, kinds, value, f"open {frame}", described)
