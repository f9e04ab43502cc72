"""When the sentences that were kept are enough: judges by name.

>>> judge = make_sufficiency("fixed-hops", until=2)
>>> [judge.judge("A claim.", (), used).sufficient for used in (1, 2, 3)]
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from suffice.errors import UsageError
from suffice.extractors import Unit
from suffice.search.prefix.rerank import Placed

if TYPE_CHECKING:
    from suffice.extractors import Lexicon, Reader
    from suffice.extractors.natlog import Knowledge, Mode
    from suffice.rules import Program

__all__ = [
    "SUFFICIENCY",
    "AlwaysComplete",
    "AlwaysIncomplete",
    "FixedHops",
    "Sufficiency",
    "Verdict",
    "make_sufficiency",
    "units_of",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the sentences are enough.

    Args:
        sufficient: to support or to refute.
        label: what they say of the claim, or answer; None where the judge does not say.
        why: what it went by: a proof, what is missing.
    """

    sufficient: bool
    label: str | None = None
    why: str = ""


class Sufficiency(Protocol):
    """Judges sentences."""

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """Whether sentences are enough for a claim.

        Args:
            claim: a claim or a question.
            sentences: best first.
            used: hops so far, the first retrieval included.
        """
        ...


class AlwaysComplete:
    """Everything is enough."""

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        return Verdict(True)


class AlwaysIncomplete:
    """Nothing is enough: all hops are used."""

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        return Verdict(False)


class FixedHops:
    """Enough after so many hops.

    Args:
        until: how many, the first retrieval included.
    """

    def __init__(self, until: int = 2) -> None:
        self.until = until

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        return Verdict(used >= self.until)


class ProofJudge:
    """Enough if a natural-logic proof supports or refutes the claim.

    A question states nothing: it is proved if each lookup that its answer rests on, filled with a value, has a proof.

    Args:
        mode: `automaton` or `strict`.
        wordnet: folder of WordNet's database; None for our own words alone.
    """

    def __init__(self, mode: Mode = "automaton", wordnet: Path | None = None) -> None:
        from suffice.extractors.natlog import Prover, read_knowledge

        knowledge = read_knowledge(wordnet=wordnet)
        self._prover = Prover(knowledge, mode)
        self._questions = ClosureJudge(proofs=(knowledge, mode))

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        if not sentences:
            return Verdict(False, "NOT ENOUGH INFO", "no evidence")
        if claim.rstrip().endswith("?"):
            return self._questions.judge(claim, sentences, used)
        proof = self._prover.prove(claim, units_of(sentences))
        decided = proof.verdict in ("SUPPORTS", "REFUTES")
        return Verdict(decided, proof.verdict, str(proof))


class ClosureJudge:
    """Enough if our own loop gives a certificate from nothing but these sentences.

    Args:
        lexicon: relations and frames; by default the one that ships.
        rules: by default the library.
        reader: of passages; by default one that keeps nothing.
        proofs: knowledge and mode, where only natural-logic proofs are to link.
    """

    def __init__(
        self,
        lexicon: Lexicon | None = None,
        rules: Program | None = None,
        reader: Reader | None = None,
        proofs: tuple[Knowledge, Mode] | None = None,
    ) -> None:
        from suffice.extractors import Reader, read_lexicon
        from suffice.search.plan import read_library
        from suffice.search.readers import WITHOUT_MODEL, make_readers

        self._lexicon = lexicon or read_lexicon()
        self._rules = rules or read_library()
        self._reader = reader or Reader(None)
        self._readers, self._linkers = make_readers(WITHOUT_MODEL, self._lexicon)
        if proofs is not None:
            from suffice.extractors.natlog.linker import ProofLinker

            self._linkers = [ProofLinker(self._lexicon, knowledge=proofs[0], mode=proofs[1])]

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        from suffice.search.index import build_index
        from suffice.search.loop import Asker

        units = units_of(sentences)
        if not units:
            return Verdict(False)
        asker = Asker(
            {unit.id: unit for unit in units},
            build_index(units),
            self._lexicon,
            self._rules,
            self._reader,
            readers=self._readers,
            linkers=self._linkers,
        )
        answer = asker.ask(claim).answer
        return Verdict(answer is not None, answer)


def units_of(sentences: Sequence[Placed]) -> list[Unit]:
    """The kept sentences as passages, one a document, each with its sentences in their order."""
    told: dict[str, list[Placed]] = {}
    for one in sentences:
        told.setdefault(one.document, []).append(one)
    return [
        Unit(
            document,
            own[0].cited.title,
            " ".join(one.cited.text for one in sorted(own, key=lambda one: one.number)),
        )
        for document, own in told.items()
    ]


def _make_classifier(**given: object) -> Sufficiency:
    from suffice.search.prefix.classifier import Classifier

    model = given.get("model")
    if not isinstance(model, Classifier):
        raise UsageError("the judge `classifier` has to be fitted first", remedy="see docs/retrieval.md")
    return model


#: Judges by name; `oracle` needs labels, and is in `suffice.worlds.retrieval`.
SUFFICIENCY: dict[str, Callable[..., Sufficiency]] = {
    "proof": ProofJudge,
    "proof-strict": partial(ProofJudge, "strict"),
    "always-complete": AlwaysComplete,
    "always-incomplete": AlwaysIncomplete,
    "fixed-hops": FixedHops,
    "classifier": _make_classifier,
    "closure": ClosureJudge,
}


def make_sufficiency(name: str, **given: object) -> Sufficiency:
    """A judge.

    Args:
        name: of `SUFFICIENCY`.
        given: what it needs.

    Raises:
        UsageError: there is no such judge, or it lacks something.
    """
    if name not in SUFFICIENCY:
        raise UsageError(f"no sufficiency judge `{name}`", remedy=f"choose from {', '.join(SUFFICIENCY)}")
    return SUFFICIENCY[name](**given)
