"""A question's gold facts, and the names that a run used for what they are about. For scoring only.

>>> from suffice.extractors import read_lexicon
>>> gold = GoldFacts.of((Triple("Ann", "father", "Bob"), Triple("Bob", "date_of_birth", "1 May 1912")), read_lexicon())
>>> gold.roots, gold.agrees("date_of_birth", "bob", "May 1, 1912"), gold.agrees("mother", "Ann", "Eve")
(('ann',), True, None)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from suffice.extractors import Lexicon
from suffice.rules import String, word_term
from suffice.search import Trace
from suffice.worlds.answers import is_same_value
from suffice.worlds.questions import Triple
from suffice.worlds.surfaces import plain, without_bracket

__all__ = ["GoldFacts", "Names", "key_of"]


def key_of(name: str) -> str:
    """A name without case, marks, punctuation and disambiguator.

    >>> key_of("Kidnapped (1971 film)")
    'kidnapped'
    """
    return plain(without_bracket(name))


@dataclass(frozen=True, slots=True)
class GoldFacts:
    """The gold triples of a question.

    Args:
        facts: in the order of the hops: what a fact is about comes as a value before it, or is named by the question.
        roots: keys of the subjects that the question must name.
        lexicon: for the types of relations.
    """

    facts: tuple[Triple, ...]
    roots: tuple[str, ...]
    lexicon: Lexicon

    @classmethod
    def of(cls, triples: Sequence[Triple], lexicon: Lexicon) -> GoldFacts:
        """Put triples in the order of their hops."""
        values = {key_of(triple.value) for triple in triples}
        subjects = dict.fromkeys(key_of(triple.subject) for triple in triples)
        # Facts in a circle (two spouses) start with the first.
        roots = [one for one in subjects if one not in values] or list(subjects)[:1]
        known, facts, left = set(roots), [], list(dict.fromkeys(triples))
        while left:
            fact = next((one for one in left if key_of(one.subject) in known), left[0])
            left.remove(fact)
            facts.append(fact)
            known |= {key_of(fact.subject), key_of(fact.value)}
        return cls(tuple(facts), tuple(roots), lexicon)

    def same(self, fact: Triple, value: str) -> bool:
        """Whether a text is the fact's value, as a value of the relation's type."""
        relation = self.lexicon.relation.get(fact.relation)
        kind = relation.value if relation else "text"
        return is_same_value(kind, value, fact.value) or key_of(value) == key_of(fact.value) != ""

    def agrees(self, relation: str, subject: str, value: str) -> bool | None:
        """Whether a gold fact says so; None where none is about this relation and subject."""
        about = [f for f in self.facts if f.relation == relation and key_of(f.subject) == key_of(subject)]
        return any(self.same(fact, value) for fact in about) if about else None


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a question, and links made for it, used for the subjects of its gold facts.

    Args:
        used: for each subject's key the keys of the names used.
        unnamed: keys of the roots that the reading of the question does not name.
    """

    used: dict[str, set[str]]
    unnamed: tuple[str, ...]

    @classmethod
    def of(cls, gold: GoldFacts, trace: Trace, states: Callable[[Triple, str], bool]) -> Names:
        """Follow the names along the hops.

        Args:
            gold: the gold facts.
            trace: of a decision.
            states: whether a passage is gold evidence of a fact; what is linked there names the fact's value.
        """
        names = {key_of(name) for name in trace.reading.names} if trace.reading else set()
        used = {root: {root} for root in gold.roots if root in names}
        unnamed, others = [root for root in gold.roots if root not in used], sorted(names - used.keys())
        for root, name in _paired(unnamed, others):
            # The question words that name in its own way.
            used[root] = {root, name}
        values = [key for fact in gold.facts if (key := key_of(fact.value)) not in used]
        for root, own in _paired([root for root in unnamed if root not in used], values):
            # The data itself words a value in another way where it is the subject of the next hop.
            used[root] = used[own] = {root, own}
        named = set(used)
        for fact in gold.facts:
            subject = used.setdefault(key_of(fact.subject), {key_of(fact.subject)})
            objects = used.setdefault(key_of(fact.value), {key_of(fact.value)})
            for link in trace.links:
                if link.fact.name == fact.relation and key_of(word_term(link.fact.args[0])) in subject:
                    value = link.fact.args[1]
                    if isinstance(value, String) and (
                        gold.same(fact, value.value) or states(fact, link.passage.unit.id)
                    ):
                        objects.add(key_of(value.value))
        return cls(used, tuple(root for root in gold.roots if root not in named))

    def mean(self, name: str, subject: str) -> bool:
        """Whether a name was used for a gold subject."""
        return key_of(name) in self.used.get(key_of(subject), ())


def _paired(ones: Sequence[str], others: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of names with most words in common, each name once; of two that are left, none in common is enough."""
    left, right, pairs = list(ones), list(others), []
    while left and right:
        shared, one, other = max(
            ((len(set(a.split()) & set(b.split())), a, b) for a in left for b in right),
            key=lambda found: found[0],
        )
        if not shared and not len(left) == len(right) == 1:
            break
        pairs.append((one, other))
        left.remove(one)
        right.remove(other)
    return pairs
