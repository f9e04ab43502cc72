"""What is known of how two short phrases relate: forms, numbers, dates, names, our own lexicon, and WordNet if at hand.

>>> knowledge = read_knowledge()
>>> knowledge.relate("a poodle", "the animals")
Lexical(relation='<', witness=Witness(kind='listed', detail=('n', 'poodle', '1', 'n:poodle', 'n:dog', 'n:mammal', 'n:animal', '1', 'animal')))
>>> [found.relation for found in map(knowledge.relate, ("alive", "3 dogs", "May 1990"), ("dead", "at least two dogs", "1990s")) if found]
['!', '<', '<']
>>> knowledge.relate("hungry", "hippo") is None
True
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from suffice.extractors.natlog.knowledge.dates import Days, read_days, relate_days
from suffice.extractors.natlog.knowledge.forms import Forms
from suffice.extractors.natlog.knowledge.lexicon import WordLexicon, read_lexicon
from suffice.extractors.natlog.knowledge.names import NameRules, is_name
from suffice.extractors.natlog.knowledge.numbers import read_quantity, relate_quantities
from suffice.extractors.natlog.knowledge.paths import Paths
from suffice.extractors.natlog.knowledge.phrases import MAX_LENGTH, normal_form, plain
from suffice.extractors.natlog.knowledge.thesaurus import POS, pos_of
from suffice.extractors.natlog.knowledge.witnesses import Lexical, Witness
from suffice.extractors.natlog.knowledge.wordnet import Places, Policy, WordNet, find_wordnet
from suffice.extractors.natlog.relations import Relation, converse
from suffice.extractors.tables import read_table

__all__ = ["Knowledge", "read_knowledge"]

#: The family of countries: any name or demonym of one excludes any of another, where one value can hold.
_COUNTRY = "country"


class Knowledge:
    """Lexical knowledge; an object does not change, and answers the same question always the same way.

    Args:
        lexicon: our own.
        wordnet: WordNet, if at hand.
    """

    def __init__(
        self, lexicon: WordLexicon, wordnet: WordNet | None = None, *, policy: Policy = "likely"
    ) -> None:
        self.lexicon = lexicon
        self.wordnet = wordnet
        self.forms = Forms(lexicon, wordnet)
        self._names = NameRules(lexicon.name)
        self._listed = Paths(lexicon, "listed")
        self._thesauri: tuple[Paths, ...] = (self._listed,)
        if wordnet:
            self._thesauri += (Paths(wordnet, "synset_path", reach={"a": 1}),)
        self._wholes = Paths(Places(wordnet), "part") if wordnet else None
        self._relate = lru_cache(maxsize=1 << 17)(self._find)

    def __reduce__(self) -> tuple[object, ...]:
        return Knowledge, (self.lexicon, self.wordnet)

    @cached_property
    def sha256(self) -> str:
        """Hash of all that answers depend on but the program."""
        return f"{self.lexicon.sha256}{':' + self.wordnet.sha256 if self.wordnet else ''}"

    def relate(self, x: str, y: str, *, pos: str | None = None, functional: bool = False) -> Lexical | None:
        """How what one phrase names relates to what another names.

        Args:
            x: a phrase of the evidence: a word or a few.
            y: a phrase of the claim.
            pos: the part of speech of both (`n`, `noun` ...), if known.
            functional: whether the slot that they fill has one value, and both are of one type and granularity (two cities,
                two persons).

        Returns:
            The relation of x to y with its witness, None where nothing is known; `#` for two different names.
        """
        return self._relate(x, y, pos_of(pos), functional)

    def verify(self, x: str, y: str, lexical: Lexical) -> bool:
        """Whether a witness shows that a relation holds; nothing is searched for.

        Args:
            x: a phrase of the evidence.
            y: a phrase of the claim.
            lexical: the relation with its witness. Where `witness.needs_one_value`, the caller sees to it that the slot has.
        """
        relation, witness = lexical.relation, lexical.witness
        match witness.kind:
            case "equal":
                return relation == "=" and witness.detail in self._equalities(x, y, None)
            case "numeric":
                return self._numeric(x, y) == lexical
            case "date":
                return self._date(x, y) == lexical
            case "family":
                return lexical in self._families(x, y, functional=True)
            case "name":
                return lexical in (
                    self._name(x, y),
                    self._other_name(x, y, True),
                    self._other_name(x, y, False),
                )
            case "modifier":
                return self._modifier(x, y) == lexical
            case "part":
                return self._check_part(x, y, lexical)
        pos = witness.detail[0] if witness.detail else ""
        if pos not in POS or not plain(x) or not plain(y) or max(len(plain(x)), len(plain(y))) > MAX_LENGTH:
            return False
        return any(
            paths.check(self._ends(x, pos, paths), self._ends(y, pos, paths), lexical)
            for paths in self._thesauri
        )

    def knows(self, word: str) -> bool:
        """Whether anything is known of a word or short phrase beside its form."""
        text = plain(word)
        if not text or len(text) > MAX_LENGTH:
            return False
        return bool(
            self._members(text)
            or read_quantity(text)
            or _days_of(text)
            or any(self.lexicon.senses(lemma, pos) for pos in POS for lemma in self.lemmas(text, pos))
            or (
                self.wordnet
                and any(self.wordnet.has(lemma, pos) for pos in POS for lemma in self.lemmas(text, pos))
            )
        )

    def is_compound(self, phrase: str) -> bool:
        """Whether a phrase is a word of its own, and no kind of what its last part names: `sea lion`, `ice cream`.

        Args:
            phrase: two words or more.
        """
        lemmas = self._noun_forms(phrase)
        if lemmas & self.lexicon.opaque:
            return True
        if not self.wordnet or not any(self.wordnet.has(lemma, "n") for lemma in lemmas):
            return False
        found = self.relate(phrase, phrase.rsplit(" ", 1)[-1], pos="n")
        return found is None or found.relation not in ("=", "<")

    def _noun_forms(self, phrase: str) -> frozenset[str]:
        """A phrase and its lemmas as a noun, in lower case."""
        return frozenset(lemma.lower() for lemma in (phrase, *self.lemmas(phrase, "n")))

    def is_phrasal(self, phrase: str) -> bool:
        """Whether a verb with what follows it does not say what the verb alone says: `looked after`, `giving up`.

        Args:
            phrase: two words or more, the verb in any form.
        """
        return not self.lexicon.phrasal.isdisjoint(self.lemmas(phrase.lower(), "v"))

    def lemmas(self, word: str, pos: str | None = None) -> tuple[str, ...]:
        """The lemmas of a word or a short phrase, those that are known if any is; of a phrase its head is reduced.

        Args:
            word: as written; a capital at its beginning is kept.
            pos: part of speech; None for all.
        """
        return self.forms.lemmas(word, pos_of(pos))

    def pos_counts(self, word: str) -> dict[str, int]:
        """How often a word occurs as each part of speech that it can be, in WordNet's tagged texts.

        Without WordNet, or for a word that it has not: 1 for each that the lexicon has, else for the one that its ending tells.
        """
        return dict(self.forms.pos_counts(word))

    def modifier_effect(self, word: str) -> str | None:
        """What a modifier that is no mere restriction does: `excluding`, `open`; None for any other word."""
        return self.lexicon.modifiers.get(word.lower().removesuffix("-"))

    def implicative(self, phrase: str) -> tuple[str, str] | None:
        """What follows of its complement from a verb, and from the verb negated: `+` that it holds, `-` that it does not, or `?`.

        Args:
            phrase: a verb in any form with its particle: `managed to`, `refusing to`.
        """
        return next(
            (
                found
                for lemma in self.lemmas(phrase.lower(), "v")
                if (found := self.lexicon.implicative.get(lemma))
            ),
            None,
        )

    def _find(self, x: str, y: str, pos: str | None, functional: bool) -> Lexical | None:
        one, other = plain(x), plain(y)
        if not one or not other:
            return None
        same = next(self._equalities(x, y, pos), None)
        if same:
            return Lexical("=", Witness("equal", same))
        if max(len(one), len(other)) > MAX_LENGTH:
            return None
        if pos in (None, "n"):
            found = self._date(x, y) or self._numeric(x, y) or self._name(x, y)
            if found:
                return found
        family = next(self._families(x, y, functional), None)
        if family and family.relation == "=":
            return family
        for paths in self._thesauri:
            if found := self._path(x, y, pos, paths):
                return found
            if family:
                return family
        return self._modifier(x, y) or self._part(x, y) or self._other_name(x, y, functional)

    def _equalities(self, x: str, y: str, pos: str | None) -> Iterator[tuple[str, ...]]:
        """By which forms two phrases are equal: as they stand, or as forms of one noun or verb."""
        if not plain(x) or not plain(y):
            return
        if (form := normal_form(x)) == normal_form(y):
            yield "form", form
            return
        for one in ("n", "v") if pos is None else (pos,):
            if one not in ("n", "v") or not (self._may_be(x, one) and self._may_be(y, one)):
                continue
            others = {lemma.lower() for lemma in self.lemmas(y, one)}
            for lemma in self.lemmas(x, one):
                if lemma.lower() in others:
                    yield "lemma", lemma.lower()

    def _may_be(self, text: str, pos: str) -> bool:
        """Whether a phrase may be of a part of speech: not of one that it never is in WordNet's tagged texts while it is of others."""
        if is_name(plain(text)) and pos == "v" and self._is_proper(plain(text)):
            return False
        counts = self.pos_counts(text)
        return pos in counts and (counts[pos] > 0 or not any(counts.values()))

    def _is_proper(self, text: str) -> bool:
        """Whether a word with a capital is a name that means something else without it: `May`, `Turkey`."""
        return text[:1].isupper() and (text in _countries() or text in self.lexicon.members)

    def _ends(self, text: str, pos: str, paths: Paths) -> tuple[str, ...]:
        """The lemmas of a phrase that ways through a thesaurus may begin at."""
        text = plain(text)
        if self._is_proper(text) and (paths is self._listed or pos != "n"):
            return ()
        if pos not in ("n", "v"):
            return (text,)
        return self.lemmas(text, pos)

    def _path(self, x: str, y: str, pos: str | None, paths: Paths) -> Lexical | None:
        for one in POS if pos is None else (pos,):
            if pos is None and paths is not self._listed and not self._may_both_be(x, y, one):
                continue
            found = paths.relate(self._ends(x, one, paths), self._ends(y, one, paths), one)
            if found:
                return found
        return None

    def _may_both_be(self, x: str, y: str, pos: str) -> bool:
        """Whether two phrases may be of a part of speech, and it is the most frequent one of either."""
        if not (self._may_be(x, pos) and self._may_be(y, pos)):
            return False
        return any(counts[pos] == max(counts.values()) for counts in (self.pos_counts(x), self.pos_counts(y)))

    def _members(self, text: str) -> tuple[tuple[str, str, str], ...]:
        """The families that a phrase is a member of: the family, its slot, the member."""
        text = plain(text)
        lemmas = (text, text.lower(), *self.lemmas(text, "n"))
        found = {
            (family, self.lexicon.family[family].slot, member): None
            for lemma in dict.fromkeys(lemmas)
            for family, member in self.lexicon.members.get(lemma, ())
        }
        if country := _countries().get(text):
            found[_COUNTRY, "functional", country] = None
        return tuple(found)

    def _families(self, x: str, y: str, functional: bool) -> Iterator[Lexical]:
        others = self._members(y)
        for family, slot, member in self._members(x) if others else ():
            for other_family, _, other in others:
                if family != other_family or (slot == "functional" and not functional):
                    continue
                if member != other:
                    yield Lexical("|", Witness("family", (family, slot, member, other)))
                elif family != _COUNTRY:
                    yield Lexical("=", Witness("family", (family, slot, member, other)))

    def _numeric(self, x: str, y: str) -> Lexical | None:
        one, other = read_quantity(plain(x)), read_quantity(plain(y))
        if one is None or other is None:
            return None
        relation = relate_quantities(one, other)
        domain = "N" if one.discrete else "R"
        detail = (domain, str(one.interval), str(other.interval), one.counted)
        return Lexical(relation, Witness("numeric", detail)) if relation else None

    def _date(self, x: str, y: str) -> Lexical | None:
        one = _days_of(plain(x))
        other = _days_of(plain(y)) if one else None
        relation = relate_days(one, other) if one and other else None
        return Lexical(relation, Witness("date", (str(one), str(other)))) if relation else None

    def _name(self, x: str, y: str) -> Lexical | None:
        found = self._names.relate(plain(x), plain(y))
        return Lexical("=", Witness("name", found)) if found and found[0] != "other" else None

    def _other_name(self, x: str, y: str, functional: bool) -> Lexical | None:
        """Two names with nothing in common; not said to exclude each other if one may be a part or a kind of the other."""
        found = self._names.relate(plain(x), plain(y))
        if not found or found[0] != "other":
            return None
        one, other = plain(x), plain(y)
        of_one_type = (
            (one in _countries()) == (other in _countries())
            and self._is_proper_name(one)
            and self._is_proper_name(other)
        )
        if functional and of_one_type and not self._is_part(x, y) and not self._is_part(y, x):
            return Lexical("|", Witness("name", found))
        return Lexical("#", Witness("name", ("unrelated", *found[1:])))

    def _is_proper_name(self, text: str) -> bool:
        """Whether a phrase with capitals is no common word at the beginning of a sentence."""
        return (
            " " in text
            or self._is_proper(text)
            or not any(
                self.forms.has(lemma.lower(), pos)
                and (
                    self.lexicon.senses(lemma, pos)
                    or (self.wordnet and self.wordnet.senses(lemma.lower(), pos))
                )
                for pos in ("n", "v", "a")
                for lemma in self.lemmas(text, pos)
            )
        )

    def _modifier(self, x: str, y: str) -> Lexical | None:
        """`fake gun` and `gun`, `red car` and `car`; not of a phrase that is a word of its own (`hot dog`)."""
        one, other = plain(x), plain(y)
        if len(one) < len(other):
            found = self._modifier(y, x)
            return Lexical(converse(found.relation), found.witness) if found else None
        words = one.replace("ex-", "ex ", 1).split() if one.lower().startswith("ex-") else one.split()
        lemmas = self._noun_forms(one)
        known = lemmas & self.lexicon.opaque or any(self.forms.has(lemma, "n") for lemma in lemmas)
        if len(words) < 2 or len(words) > 6 or known or is_name(one):
            return None
        rest = " ".join(words[1:])
        if not any(True for _ in self._equalities(rest, other, "n")):
            return None
        effect = self.modifier_effect(words[0])
        relations: dict[str | None, Relation] = {"excluding": "|", "open": "#", None: "<"}
        if effect is None and not self._is_adjective(words[0]):
            return None
        return Lexical(
            relations[effect],
            Witness("modifier", (words[0].lower(), effect or "restricting", normal_form(rest))),
        )

    def _is_adjective(self, word: str) -> bool:
        """Whether a word is an adjective more often than anything else."""
        counts = self.pos_counts(word.lower())
        return self.forms.has(word.lower(), "a") and counts.get("a", 0) == max(counts.values(), default=0)

    def _part(self, x: str, y: str) -> Lexical | None:
        """`in Tokyo` and `in Japan`."""
        ends = self._places(x, y)
        return self._wholes.relate(ends[0], ends[1], "n") if self._wholes and ends else None

    def _check_part(self, x: str, y: str, lexical: Lexical) -> bool:
        ends = self._places(x, y)
        return bool(self._wholes and ends and self._wholes.check(ends[0], ends[1], lexical))

    def _places(self, x: str, y: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        (one, _, place), (other, _, wider) = plain(x).partition(" "), plain(y).partition(" ")
        if (
            one.lower() != other.lower()
            or one.lower() not in ("in", "from")
            or not (is_name(place) and is_name(wider))
        ):
            return None
        return (plain(place),), (plain(wider),)

    def _is_part(self, x: str, y: str) -> bool:
        if not self._wholes:
            return False
        found = self._wholes.relate((plain(x),), (plain(y),), "n")
        return found is not None and found.relation in "=<"


def _days_of(text: str) -> Days | None:
    """The days of a phrase; `march` and `may` in small letters are no months."""
    if text.islower() and not text.endswith("century") and not any(c.isdigit() for c in text):
        return None
    return read_days(text)


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    table = read_table("countries")
    return {name: name for name in table} | {
        other: name for name, others in table.items() for other in others
    }


def read_knowledge(
    lexicon: Path | str | None = None, wordnet: Path | str | None = None, *, policy: Policy = "likely"
) -> Knowledge:
    """Read lexical knowledge.

    Args:
        lexicon: a file of our own kind; None for the one that ships with suffice.
        wordnet: a folder of WordNet's files, `find` for one where it is usually installed, if any; None for none.
        policy: which senses of a word in WordNet count: the `likely` ones, those that are `tagged` at all, the `first`, or `all`.

    Raises:
        LexiconError: if a file is not valid or the folder is not WordNet's.
    """
    place = find_wordnet() if wordnet == "find" else wordnet
    return Knowledge(read_lexicon(lexicon), WordNet(place, policy) if place is not None else None)
