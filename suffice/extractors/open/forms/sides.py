"""Comparisons of two things of which one at least is described: `Were the director of A and the director of B both Danish?`

The descriptions are looked up first, and what they find is compared as two named things are.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.lookups import Described
from suffice.extractors.open.comparisons import read_comparison
from suffice.extractors.open.descriptions.reading import follow_steps
from suffice.extractors.open.descriptions.steps import Step, is_well_formed, steps_of
from suffice.extractors.open.forms.names import NAME
from suffice.extractors.questions import Reading
from suffice.rules import Atom, Literal, Rule, String, Term, Variable

__all__ = ["read_sides"]

#: Stand for what a description describes; no question has them.
_SIDES = ("Xavia Prima", "Xavia Secunda")
_NOUN = r"\p{Ll}[\p{Ll}\-]*(?: [\p{Ll}\-]+){0,2}?"
#: A description that ends with a name, and nothing behind that name that would go on with it.
_DESCRIBED = regex.compile(
    rf"\bthe (?:{_NOUN} (?:of|behind|from) |{_NOUN} (?:who|that|which) (?!is\b|was\b|are\b|were\b)\p{{Ll}}+ )(?:the )?(?:\p{{Ll}}+ )?(?P<name>{NAME})(?= and | or |,|\?| \p{{Ll}})"
)


def read_sides(question: str, lexicon: Lexicon) -> Reading | None:
    """The reading of a comparison with descriptions for its sides; None where it is none.

    Args:
        question: with its question mark.
        lexicon: whose relations are used where a description words one of them.
    """
    if not regex.search(r" (?:and|or) ", question) or any(side in question for side in _SIDES):
        return None
    text = question
    chains: dict[str, list[Step]] = {}
    for side in _SIDES:
        found = _DESCRIBED.search(text)
        if found is None:
            break
        # `the band that sang A or B`: one band, and two songs.
        steps = steps_of(found[0], lexicon)
        if not steps or not all(map(is_well_formed, steps)):
            return None
        chains[side] = steps
        text = f"{text[: found.start()]}{side}{text[found.end() :]}"
    if not chains or _DESCRIBED.search(text):
        return None
    readings = [one for one in read_comparison(text, lexicon) if set(chains) <= set(one.names)]
    return _joined(readings[0], chains) if readings else None


def _joined(reading: Reading, chains: dict[str, list[Step]]) -> Reading:
    """A comparison with the lookups of its sides put before it."""
    body: list[Literal] = []
    described: dict[str, Described] = {}
    found: dict[str, Term] = {}
    names = [name for name in reading.names if name not in chains]
    for place, (side, steps) in enumerate(chains.items()):
        names.extend(step.name for step in steps if step.name is not None)
        lookups, relations = follow_steps(steps, (Variable(f"Side{place}x{number}") for number in count()))
        body.extend(lookups)
        described |= {one.name: one for one in relations}
        found[side] = lookups[-1].atom.args[1]

    def put(atom: Atom) -> Atom:
        return replace(
            atom,
            args=tuple(found.get(one.value, one) if isinstance(one, String) else one for one in atom.args),
        )

    rules = tuple(
        Rule(
            put(rule.head),
            (*body, *(Literal(put(one.atom)) if isinstance(one, Literal) else one for one in rule.body)),
        )
        for rule in reading.rules
    )
    kinds = tuple(kind for kind in reading.kinds if kind[0] not in chains)
    described |= {one.name: one for one in reading.described}
    return Reading(
        rules, tuple(names), kinds, reading.value, reading.frame, tuple(described.values()), reading.single
    )
