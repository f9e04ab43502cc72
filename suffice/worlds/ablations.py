"""The ablations of Certify (section 9): the same questions, decided without one of the parts.

| name | what is left out |
|---|---|
| `check` | the entity check: whatever a passage states is taken to be of the thing asked about |
| `rounds` | the second and third round: five passages are looked at for each lookup |
| `links` | statements: a passage links if it names the subject and holds a value of the type asked for (the 2-section's view, G8) |
| `plan` | closure over all rules: where rules offer several ways to a fact, one is fixed in advance, by seed |
| `examples` | the examples that a model decomposes questions by: other sets of them |

>>> from suffice.rules import parse_program
>>> rules = parse_program("g(X,Z) :- f(X,Y), f(Y,Z). g(X,Z) :- m(X,Y), f(Y,Z). h(X) :- m(X,X).")
>>> print(commit_rules(rules, 1), end="")
g(X,Z) :- m(X,Y), f(Y,Z).
h(X) :- m(X,X).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import regex

from suffice.extractors import Lexicon, Link, Links, Lookup, Passage, Rejection
from suffice.extractors.statements import Found
from suffice.extractors.text import fold, split_title
from suffice.extractors.values import shape_of, value_of
from suffice.rules import Atom, Program, Rule, Signature, String

__all__ = ["ABLATIONS", "ONE_ROUND", "Ablation", "CoOccurrenceLinker", "commit_rules", "linkers_of"]

Ablation: TypeAlias = Literal["check", "rounds", "links", "plan", "examples"]
ABLATIONS: tuple[Ablation, ...] = get_args(Ablation)
#: One round of five passages, as the paper has it.
ONE_ROUND = (5,)


def commit_rules(rules: Program, seed: int) -> Program:
    """Fix one rule for each predicate that several rules derive.

    Comparisons are calculated, not planned: predicates with a rule over `comparable/2`, and those that rest on nothing else
    than these, keep all their rules.

    Args:
        rules: the library and the user's own.
        seed: chooses, each rule alike.
    """
    by_head: dict[Signature, list[Rule]] = {}
    for rule in rules.proper_rules:
        by_head.setdefault(rule.head.signature, []).append(rule)
    calculated = _calculated(by_head)
    dropped: set[Rule] = set()
    for head, choices in by_head.items():
        if len(choices) > 1 and head not in calculated:
            kept = random.Random(f"{seed}:{head}").choice(choices)
            dropped |= {rule for rule in choices if rule != kept}
    return Program(
        tuple(rule for rule in rules.rules if rule not in dropped), rules.shows, constants=rules.constants
    )


def _calculated(by_head: dict[Signature, list[Rule]]) -> set[Signature]:
    """Predicates that a comparison derives, or that rest on one."""
    found = {Signature("comparable", 2)}
    while True:
        more = {
            head
            for head, rules in by_head.items()
            if head not in found and any(atom.signature in found for rule in rules for atom in rule.positive)
        }
        if not more:
            return found
        found |= more


class CoOccurrenceLinker:
    """Links whatever passage names the subject and holds a value of the type asked for: no pattern states it.

    The value is the first behind the subject's first mention that is not the subject itself. Its links are `unchecked`, so
    no certificate over them is valid: an ablation.

    Args:
        lexicon: for the name of patterns.
    """

    name = "co-occurrence"

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def begin(self) -> None:
        """Nothing is counted."""

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Link passages to a lookup."""
        links = Links()
        for passage in passages:
            found = self._find(lookup, passage)
            if found is None:
                links.rejected.append(Rejection(passage, None, "does not name the subject with a value"))
            else:
                fact = Atom(lookup.relation, (String(lookup.subject.name), found.value))
                links.accepted.append(Link(fact, passage, found, "unchecked"))
        return links

    def _find(self, lookup: Lookup, passage: Passage) -> Found | None:
        if not passage.sentences:
            return None
        subject = fold(split_title(lookup.subject.name)[0])
        text = passage.view.text
        place = 0
        if subject != fold(split_title(passage.unit.title)[0]):
            words = r"\W+".join(map(regex.escape, subject.split()))
            mention = regex.search(rf"(?<!\w){words}(?!\w)", text.casefold()) if words else None
            if mention is None or len(text.casefold()) != len(text):
                return None
            place = mention.end()
        for match in regex.finditer(shape_of(lookup.value), text[place:]):
            surface = match[0].strip('" ,')
            value = value_of(lookup.value, surface)
            if value is None or not surface or fold(surface) in subject or subject in fold(surface):
                continue
            start = place + match.start() + match[0].index(surface)
            sentence = passage.sentences[passage.sentence_at(start)]
            quoted, spot = (
                passage.view.span(sentence.start, sentence.end),
                passage.view.span(start, start + len(surface)),
            )
            return Found(
                lookup.relation,
                value,
                surface,
                self.name,
                passage.view.source[quoted[0] : quoted[1]],
                *quoted,
                *spot,
                first=sentence.start == passage.sentences[0].start,
            )
        return None


def linkers_of(ablation: Ablation | None, lexicon: Lexicon) -> tuple[CoOccurrenceLinker, ...] | None:
    """The linkers of an ablation; None for those that stand by default."""
    return (CoOccurrenceLinker(lexicon),) if ablation == "links" else None
