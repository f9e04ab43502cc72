"""Questions as cases for the host, and their gold sentences, which only scoring sees.

What counts as gold evidence is a list of groups: evidence is complete when it has a sentence of each. HotpotQA and 2Wiki name
sentences, each a group of its own. MuSiQue names paragraphs: a group are those sentences of one that hold the hop's answer, or all
of its sentences where none does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from suffice.extractors import Passage, Reader, Unit
from suffice.search.gate.claims import Claim
from suffice.search.gate.evidence import Case, EvidenceSentence, Follower, State, Tools, sentences_of
from suffice.worlds.answers import normalise
from suffice.worlds.questions import Paragraph, Question

__all__ = ["GoldDrafter", "Labelled", "make_cases"]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A case and its labels.

    Args:
        question: with gold answer.
        case: what the host sees of it.
        gold: groups of ids of sentences.
    """

    question: Question
    case: Case
    gold: tuple[frozenset[str], ...]

    def is_complete(self, evidence: Iterable[str]) -> bool:
        """Whether some sentences, by id, hold one of each group."""
        there = set(evidence)
        return all(group & there for group in self.gold)


@dataclass(frozen=True, slots=True)
class GoldDrafter:
    """Takes the gold sentences themselves for claims: a diagnosis of the encoder, never a gate.

    Args:
        labelled: the questions, by their text.
    """

    labelled: dict[str, Labelled]
    name: str = "gold"
    fixed: bool = True

    @classmethod
    def of(cls, labelled: Sequence[Labelled]) -> GoldDrafter:
        """For some questions."""
        return cls({one.case.question: one for one in labelled})

    def draft(self, question: str, follower: Follower | None, state: State | None) -> tuple[Claim, ...]:
        """The first sentence of each group."""
        found = self.labelled[question]
        texts = [next(one.in_context for one in found.case.pool if one.id in group) for group in found.gold]
        return tuple(Claim(text) for text in dict.fromkeys(texts))


def make_cases(questions: Sequence[Question], reader: Reader, tools: Tools) -> list[Labelled]:
    """Each question with the sentences of its own paragraphs.

    Args:
        questions: with paragraphs.
        reader: of passages.
        tools: what reads questions and links passages.
    """
    units = [_units(question) for question in questions]
    flat = reader.read([unit for one in units for unit in one])
    found, start = [], 0
    for question, own in zip(questions, units, strict=True):
        passages = flat[start : start + len(own)]
        start += len(own)
        found.append(_label(question, passages, tools))
    return found


def _units(question: Question) -> list[Unit]:
    return [Unit(f"{question.id}:{n}", one.title, one.text) for n, one in enumerate(question.paragraphs)]


def _label(question: Question, passages: Sequence[Passage], tools: Tools) -> Labelled:
    pool: list[EvidenceSentence] = []
    gold: list[frozenset[str]] = []
    for place, (paragraph, passage) in enumerate(zip(question.paragraphs, passages, strict=True)):
        divided = _divide(paragraph, passage) if paragraph.sentences else sentences_of(passage)
        pool += [one for one in divided if one.text]
        if paragraph.gold:
            there = {one.id for one in pool}
            gold += [frozenset([name]) for n in paragraph.gold if (name := f"{passage.unit.id}#{n}") in there]
        elif paragraph.supporting and not paragraph.sentences:
            hops = [hop for hop in question.hops if hop.paragraph == place]
            for answer in [hop.answer for hop in hops] or [question.answer]:
                holding = [one.id for one in divided if normalise(answer) in normalise(one.text)]
                gold.append(frozenset(holding or [one.id for one in divided]))
    followed = Follower(question.text, {one.unit.id: one for one in passages}, tools)
    return Labelled(question, Case(question.text, tuple(pool), followed), tuple(dict.fromkeys(gold)))


def _divide(paragraph: Paragraph, passage: Passage) -> list[EvidenceSentence]:
    """The sentences as the data divides them."""
    found, start = [], 0
    for number, text in enumerate(paragraph.sentences):
        found.append(
            EvidenceSentence(
                f"{passage.unit.id}#{number}",
                passage.unit.id,
                passage.unit.title,
                text.strip(),
                start,
                start + len(text),
            )
        )
        start += len(text) + 1
    return found
