"""Questions to requirement programs, by the frames of a lexicon: no passage is seen.

>>> from suffice.extractors.lexicon import read_lexicon
>>> reading = read_question("When was the director of film Free Guy born?", read_lexicon())[0]
>>> print(reading.rules[0])
answer(V2) :- director("Free Guy",V1), date_of_birth(V1,V2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

import regex

from suffice.extractors.lexicon import Frame, Lexicon, SubjectType
from suffice.extractors.lookups import Described
from suffice.extractors.patterns import SECONDS, compile_pattern, words_of
from suffice.extractors.text import clean
from suffice.rules import Atom, Comparison, Literal, Rule, String, Symbol, Term, Variable

__all__ = ["MAX_READINGS", "Chain", "LexiconReader", "Named", "Phrase", "Reading", "read_question"]

#: A question may be read in several ways (`A and B and C`); so many are kept, best first.
MAX_READINGS = 8
_LONGEST_QUESTION = 500
_DEEPEST_PHRASE = 6


@dataclass(frozen=True, slots=True)
class Named:
    """A thing named in the question, and the word for its kind if there was one (`film Free Guy`)."""

    name: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """A thing described by its relation to another: `the director of ...`."""

    relation: str
    of: Phrase


Phrase: TypeAlias = Named | Chain


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a question.

    Args:
        rules: what derives `answer/1`; requirements are the body atoms.
        names: the things that the question names, as written.
        kinds: the word for the kind of a named thing, where the question gives one.
        value: type of the answer: a value type, `name` (one of the named sides) or `yes/no`.
        frame: which frame it is, for the trace.
        described: relations that it brings along.
        single: whether two answers are none, whatever the type is.
    """

    rules: tuple[Rule, ...]
    names: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    value: str
    frame: str
    described: tuple[Described, ...] = ()
    single: bool = False


def read_question(question: str, lexicon: Lexicon) -> list[Reading]:
    """Read a question; an empty list means that no frame fits.

    Args:
        question: one question, in the lexicon's language.
        lexicon: its frames, relations and words.

    Returns:
        Readings, those first that leave least to the names.
    """
    text = clean(question[:_LONGEST_QUESTION]).text
    if len(question) > _LONGEST_QUESTION or not text:
        return []
    if text[-1] not in "?.!":
        text += "?"
    readings: dict[tuple[Rule, ...], Reading] = {}
    for reading in islice(_readings(text, _grammar(lexicon)), MAX_READINGS * 8):
        readings.setdefault(reading.rules, reading)
    return sorted(readings.values(), key=_strangeness)[:MAX_READINGS]


@dataclass(frozen=True, slots=True)
class LexiconReader:
    """Reads questions by the frames of a lexicon.

    Args:
        lexicon: the frames.
        names_only: whether to leave a question to others where a frame would take a description for a name
            (`actor who played Hamlet`), or where a relation is open.
    """

    lexicon: Lexicon
    name: str = "lexicon"
    names_only: bool = False

    def read(self, question: str) -> list[Reading]:
        """Readings, the best first (`read_question`)."""
        readings = read_question(question, self.lexicon)
        if not self.names_only:
            return readings
        return [one for one in readings if not any(map(_describes, one.names)) and not self._is_open(one)]

    def _is_open(self, reading: Reading) -> bool:
        """Whether it chains lookups of which one is better left to the open linker."""
        atoms = reading.rules[0].positive if reading.frame == "ask" else ()
        relations = (self.lexicon.relation.get(atom.name) for atom in atoms)
        return any(relation is not None and relation.open for relation in relations)


#: `actor who played Hamlet`, `wife of the leader of the Hussites`: begins with no capital, and relates to something.
_DESCRIPTION = regex.compile(
    r"[^\p{Lu}\"]*\b\p{Ll}.*\b(?:who|whom|that|which|whose|where|when|of|in|for|by|from|on|with|to|playing)\b.*"
    r"|(?:who|that|which|whose|where) .*"
)


#: `Nim's actress`, `Another Page performer`: an owner or a work, and a common noun.
_OWNED = regex.compile(
    r"\p{L}'s? \p{Ll}+(?:$| (?:in|on|of|from) )| (?:performer|singer|director|author|composer|producer|creator|maker|star)$"
)


#: `Moon River in the movie Tidal Blue`, `Liang Ji in`: more than a name.
_MORE = regex.compile(
    r"[\p{Lu}\"].* (?:in|from|on|of) (?:the (?:\d{4} )?|his |her )(?:film|movie|musical|show|series|novel|book|play|opera|album|video)\b.*"
    r"|.* (?:in|of|on|at|from|for|to|with|by|as|located|situated|formed|founded|established|released|born|built|held)|of .*|\d+(?:st|nd|rd|th) \p{L}+ of .*|(?:last|first|family|given|middle|sur)[ ]?name .*"
)


def _describes(name: str) -> bool:
    return (
        (bool(_DESCRIPTION.fullmatch(name)) and not name[:1].isupper())
        or bool(_OWNED.search(name))
        or bool(_MORE.fullmatch(name))
    )


def _strangeness(reading: Reading) -> tuple[int, int]:
    """Fewer words left inside names is better: what a frame can explain should not be part of a name."""
    return sum(len(name.split()) for name in reading.names), -len(reading.rules[0].body)


def _readings(text: str, grammar: _Grammar) -> Iterator[Reading]:
    lexicon = grammar.lexicon
    for frame, form in grammar.frames:
        for slots in grammar.matches(form, text):
            yield from _of_frame(frame, slots, grammar)
    for name, form in grammar.asks:
        for slots in grammar.matches(form, text):
            for phrase in grammar.phrases(slots["x"]):
                if grammar.agree(name, phrase):
                    yield _ask(Chain(name, phrase), lexicon)


def _of_frame(frame: Frame, slots: dict[str, str], grammar: _Grammar) -> Iterator[Reading]:
    lexicon = grammar.lexicon
    if frame.kind == "ask":
        for phrase in grammar.phrases(slots["x"]):
            if isinstance(phrase, Chain):
                yield _ask(phrase, lexicon)
        return
    kind = grammar.kind_of(slots.get("class", ""))
    roles: list[str | None] = [*grammar.relations_named(slots["role"])] if "role" in slots else [None]
    for role, left, right in product(roles, grammar.phrases(slots["a"]), grammar.phrases(slots["b"])):
        a, b = _with_kind(left, kind), _with_kind(right, kind)
        if a is None or b is None:
            continue
        pair = a, b
        if role is not None:
            if not (grammar.agree(role, a) and grammar.agree(role, b)):
                continue
            a, b = Chain(role, a), Chain(role, b)
        if frame.kind == "order":
            for order in lexicon.order.values():
                if _says(slots["order"], order.phrase) and grammar.agree(order.relation, a, b):
                    path = (order.relation,) if role is None else (role, order.relation)
                    yield _order(pair, path, order.pick)
        else:
            for same in lexicon.same.values():
                if _says(slots["same"], same.phrase):
                    relation = same.of.get(grammar.type_of(a), same.relation)
                    if grammar.agree(relation, a, b):
                        yield _same(a, b, relation, lexicon)


def _ask(chain: Chain, lexicon: Lexicon) -> Reading:
    body: list[Literal] = []
    value = _expand(chain, body)
    rule = Rule(Atom("answer", (value,)), tuple(body))
    return Reading((rule,), _names(chain), _kinds(chain), lexicon.relation[chain.relation].value, "ask")


def _order(pair: tuple[Phrase, Phrase], path: tuple[str, ...], pick: str) -> Reading:
    """`answer(a)` if what the path leads to from a comes first in the order, `answer(b)` if what it leads to from b does.

    A side that is described (`the director of A`) is answered by what it describes.
    """
    body: list[Literal] = []
    (one, left), (other, right) = (_follow(side, path, body) for side in pair)
    # The values must be given to the order as something to compare; which of them comes first is its business.
    comparable = Rule(Atom("comparable", (left, right)), tuple(body))
    answers = (
        Rule(Atom("answer", (winner,)), (*body, Literal(Atom(pick, values))))
        for winner, values in ((one, (left, right)), (other, (right, left)))
    )
    a, b = pair
    rules = (*answers, comparable)
    return Reading(rules, _names(a) + _names(b), _kinds(a) + _kinds(b), "name", f"order:{path[-1]}")


def _same(a: Phrase, b: Phrase, relation: str, lexicon: Lexicon) -> Reading:
    """`yes` on a common value; `no` on two that cannot be the same.

    Two countries are, and two dates of which one is earlier; two names or places may be one thing in other words.
    """
    body: list[Literal] = []
    left = _expand(Chain(relation, a), body)
    right = _expand(Chain(relation, b), body)
    alike = tuple(_replaced(literal, right, left) for literal in body)
    rules = [Rule(Atom("answer", (Symbol("yes"),)), alike)]
    no = Atom("answer", (Symbol("no"),))
    kind = lexicon.relation[relation].value
    if kind in ("country", "number"):
        rules.append(Rule(no, (*body, Comparison(left, (("!=", right),)))))
    elif kind == "date":
        rules += [Rule(no, (*body, Literal(Atom(order, (left, right))))) for order in ("earlier", "later")]
        rules.append(Rule(Atom("comparable", (left, right)), tuple(body)))
    return Reading(tuple(rules), _names(a) + _names(b), _kinds(a) + _kinds(b), "yes/no", f"same:{relation}")


def _expand(phrase: Phrase, body: list[Literal]) -> Term:
    """The term that a phrase stands for; what must hold of it is added to the body."""
    if isinstance(phrase, Named):
        return String(phrase.name)
    subject = _expand(phrase.of, body)
    value = Variable(f"V{len(body) + 1}")
    body.append(Literal(Atom(phrase.relation, (subject, value))))
    return value


def _follow(phrase: Phrase, path: tuple[str, ...], body: list[Literal]) -> tuple[Term, Term]:
    """The term that a phrase stands for, and where a path of relations leads from it."""
    subject = end = _expand(phrase, body)
    for relation in path:
        value = Variable(f"V{len(body) + 1}")
        body.append(Literal(Atom(relation, (end, value))))
        end = value
    return subject, end


def _replaced(literal: Literal, old: Term, new: Term) -> Literal:
    return Literal(Atom(literal.atom.name, tuple(new if arg == old else arg for arg in literal.atom.args)))


def _names(phrase: Phrase) -> tuple[str, ...]:
    return (phrase.name,) if isinstance(phrase, Named) else _names(phrase.of)


def _kinds(phrase: Phrase) -> tuple[tuple[str, str], ...]:
    match phrase:
        case Named(name=name, kind=str(kind)):
            return ((name, kind),)
        case Chain(of=inner):
            return _kinds(inner)
    return ()


def _with_kind(phrase: Phrase, kind: str | None) -> Phrase | None:
    """A named thing is of the kind that the frame says; None where it is said to be of another."""
    if kind is None or isinstance(phrase, Chain):
        return phrase
    return Named(phrase.name, kind) if phrase.kind in (None, kind) else None


def _says(text: str, phrases: tuple[str, ...]) -> bool:
    return text.casefold() in {phrase.casefold() for phrase in phrases}


class _Grammar:
    """A lexicon's frames and nouns, compiled."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        relations = lexicon.relation
        roles = tuple(
            form for relation in relations.values() for name in relation.name for form in (name, f"{name}s")
        )
        self.slots = {
            "x": ".+?",
            "a": ".+?",
            "b": ".+?",
            "class": words_of(lexicon.class_words),
            "role": words_of(roles),
            "order": words_of(tuple(phrase for order in lexicon.order.values() for phrase in order.phrase)),
            "same": words_of(tuple(phrase for same in lexicon.same.values() for phrase in same.phrase)),
        }
        self.frames = [(frame, form) for frame in lexicon.frame for form in frame.form]
        self.asks = [(name, form) for name, relation in relations.items() for form in relation.ask]
        nouns = {noun: None for relation in relations.values() for noun in relation.name}
        some = words_of(tuple(nouns))
        # A noun that ends in a verb (`company that published`) takes its object directly.
        direct = words_of(tuple(noun for noun in nouns if " that " in noun))
        self._of = regex.compile(rf"(?:(?i:the) )?(?P<noun>{some})s? (?:of|for|to) (?:the )?(?P<of>.+)")
        self._possessive = regex.compile(rf"(?P<of>.+?) ?'s? (?P<noun>{some})")
        self._direct = regex.compile(rf"(?:(?i:the) )?(?P<noun>{direct}) (?P<of>.+)")
        # Words for kinds count only as the lexicon writes them: `Battle Of Blood Island` is no island.
        kinds = "|".join(sorted(map(regex.escape, lexicon.class_words), key=len, reverse=True)) or r"(?!)"
        # `the abolitionist newspaper The North Star`: what else is said of the kind goes with it, before a capital.
        self._kind_first = regex.compile(
            rf"(?:(?i:the) )?(?:(?P<kind>{kinds})[:,]? (?P<name>.+)|(?:[\p{{Ll}}\-]+ |\d{{4}} ){{1,3}}(?P<kind>{kinds}) (?P<name>[\p{{Lu}}\p{{N}}\"].*))"
        )
        self._kind_last = regex.compile(rf"(?P<name>.+) (?P<kind>{kinds})")

    def matches(self, form: str, text: str) -> Iterator[dict[str, str]]:
        """Every way in which a form fits a text: of two sides, the first may end at each `and` or `or`."""
        first = compile_pattern(form, self.slots, whole=True).match(text, timeout=SECONDS)
        if first is None:
            return
        yield _stripped(first)
        if "a" not in first.groupdict():
            return
        for border in regex.finditer(r",? (?:and|or) ", text, flags=regex.IGNORECASE):
            length = border.start() - first.start("a")
            if length > 0 and border.start() != first.end("a"):
                slots = {**self.slots, "a": f".{{{length}}}"}
                other = compile_pattern(form, slots, whole=True).match(text, timeout=SECONDS)
                if other is not None:
                    yield _stripped(other)

    def phrases(self, text: str, depth: int = 0) -> list[Phrase]:
        """Ways to read a noun phrase: a relation to another phrase, a kind and a name, or just a name."""
        text = text.strip(" ,:")
        if not text or depth > _DEEPEST_PHRASE:
            return []
        found: list[Phrase] = []
        for pattern in (self._of, self._possessive, self._direct):
            match = pattern.fullmatch(text)
            if match:
                inner = self.phrases(match["of"], depth + 1)
                found += [
                    Chain(name, phrase)
                    for name in self.relations_named(match["noun"])
                    for phrase in inner
                    if self.agree(name, phrase)
                ]
        for pattern in (self._kind_first, self._kind_last):
            match = pattern.fullmatch(text)
            if match and match["name"].strip(" ,:"):
                found.append(Named(match["name"].strip(" ,:"), self.kind_of(match["kind"])))
        # `the Harrow Bridge` in running text is Harrow Bridge; a title's own article is written with a capital.
        return [*found, Named(text.removeprefix("the "))]

    def agree(self, relation: str, *subjects: Phrase) -> bool:
        """Whether all may be subjects of the relation, as far as their types are known."""
        wanted = self.lexicon.relation[relation].subject
        return all("any" in (wanted, have) or wanted == have for have in map(self.type_of, subjects))

    def type_of(self, phrase: Phrase) -> SubjectType:
        """What a phrase stands for: by its word for a kind, or by the relation whose value it is."""
        match phrase:
            case Named(kind=str(kind)):
                return self.lexicon.kind[kind].type
            case Chain(relation=name) if self.lexicon.relation[name].value in (
                "person",
                "work",
                "organisation",
                "place",
            ):
                return self.lexicon.relation[name].value  # type: ignore[return-value]
        return "any"

    def kind_of(self, word: str) -> str | None:
        """The kind that a word stands for."""
        return next((name for name, kind in self.lexicon.kind.items() if _says(word, kind.words)), None)

    def relations_named(self, word: str) -> list[str]:
        """Relations that go by a noun, singular or plural."""
        plurals = (word, word.removesuffix("s"))
        return [
            name
            for name, relation in self.lexicon.relation.items()
            if any(_says(form, relation.name) for form in plurals)
        ]


_GRAMMARS: dict[str, _Grammar] = {}


def _grammar(lexicon: Lexicon) -> _Grammar:
    if lexicon.sha256 not in _GRAMMARS:
        _GRAMMARS[lexicon.sha256] = _Grammar(lexicon)
    return _GRAMMARS[lexicon.sha256]


def _stripped(match: regex.Match[str]) -> dict[str, str]:
    return {name: text.strip(" ,:") for name, text in match.groupdict().items() if text is not None}
