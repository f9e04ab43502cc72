"""Lemmas of words and short phrases, and what parts of speech they can be, by the lexicon, WordNet and regular inflection.

>>> from suffice.extractors.natlog.knowledge.lexicon import read_lexicon
>>> forms = Forms(read_lexicon())
>>> forms.lemmas("ice creams", "n"), forms.lemmas("passed away", "v"), forms.lemmas("blorbs", "n")
(('ice cream',), ('pass away',), ('blorbs', 'blorb'))
"""

from __future__ import annotations

from functools import lru_cache

from suffice.extractors.natlog.knowledge.lexicon import WordLexicon
from suffice.extractors.natlog.knowledge.morphology import guess_pos, lemma_candidates
from suffice.extractors.natlog.knowledge.phrases import MAX_LENGTH, plain
from suffice.extractors.natlog.knowledge.thesaurus import POS
from suffice.extractors.natlog.knowledge.wordnet import WordNet

__all__ = ["Forms"]


class Forms:
    """Forms and lemmas; `lemmas` and `pos_counts` remember their answers.

    Args:
        lexicon: our own.
        wordnet: WordNet, if at hand.
    """

    def __init__(self, lexicon: WordLexicon, wordnet: WordNet | None = None) -> None:
        self.lexicon = lexicon
        self.wordnet = wordnet
        self.lemmas = lru_cache(maxsize=1 << 16)(self._find_lemmas)
        self.pos_counts = lru_cache(maxsize=1 << 16)(self._count)

    def _find_lemmas(self, word: str, pos: str | None = None) -> tuple[str, ...]:
        """The lemmas of a word or a short phrase, known ones first; of a phrase its head is reduced.

        Args:
            word: as written; a capital at its beginning is kept.
            pos: the letter of a part of speech; None for all.
        """
        text = plain(word)
        if not text or len(text) > MAX_LENGTH:
            return ()
        found: dict[str, None] = {}
        for one in POS if pos is None else (pos,):
            forms = self._reductions(text, one)
            known = [form for form, listed in forms if listed or self.has(form, one)]
            for form in known or [form for form, _ in forms]:
                found[form] = None
        return tuple(found)

    def _reductions(self, text: str, pos: str) -> list[tuple[str, bool]]:
        """A phrase itself, then with its head as a lemma, and whether a list says so; the head of a verb is its first word."""
        words = text.split()
        place = 0 if pos == "v" else len(words) - 1
        head = words[place].lower()
        irregular = self.lexicon.forms.get(pos, {}).get(head, ())
        if self.wordnet and pos in "nv":
            irregular = (*irregular, *self.wordnet.exceptions(pos).get(head, ()))
        found = [(text, False)]
        for lemma in dict.fromkeys(irregular or lemma_candidates(head, pos)):
            spelled = lemma.replace("_", " ")
            if words[place][0].isupper():
                spelled = spelled[0].upper() + spelled[1:]
            found.append((" ".join((*words[:place], spelled, *words[place + 1 :])), bool(irregular)))
        return found

    def has(self, lemma: str, pos: str) -> bool:
        """Whether a lemma is known as a part of speech."""
        return bool(self.lexicon.senses(lemma, pos)) or bool(self.wordnet and self.wordnet.has(lemma, pos))

    def _count(self, word: str) -> dict[str, int]:
        """How often a word occurs as each part of speech in WordNet's tagged texts, those that it can be.

        Without WordNet, or for a word that it has not: 1 for each that the lexicon has, else for the one that its ending tells.
        """
        text = plain(word)
        if not text or len(text) > MAX_LENGTH:
            return {}
        found: dict[str, int] = {}
        for pos in POS:
            lemmas = self.lemmas(text, pos)
            if self.wordnet and (inside := [lemma for lemma in lemmas if self.wordnet.has(lemma, pos)]):
                found[pos] = max(self.wordnet.count(lemma, pos) for lemma in inside)
            elif any(self.lexicon.senses(lemma, pos) for lemma in lemmas):
                found[pos] = 1
        return found or {guess_pos(text.lower()): 1}
