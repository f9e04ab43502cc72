"""The gate per open requirement in the loop of `suffice ask`: which of a round's passages go to the linkers now.

A passage none of whose sentences comes near the requirement, worded as a statement, is put off. The loop reads it after all before
it abstains, so that nothing is lost but order, and nothing put off is ever taken to be read.

>>> from suffice.extractors import Reader, Unit
>>> from suffice.search.gate.encoders import make_encoder
>>> units = [Unit("u1", "Free Guy", "Free Guy is a film by Shawn Levy."), Unit("u2", "Oslo", "Oslo is a city.")]
>>> near, far = Screen(make_encoder("overlap"), 0.5).divide("Who directed Free Guy?", "Free Guy", Reader(None).read(units))
>>> [one.unit.title for one in near], [one.unit.title for one in far]
(['Free Guy'], ['Oslo'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suffice.extractors import Passage
from suffice.extractors.wording import say
from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import Encoder, make_encoder
from suffice.search.gate.evidence import sentences_of
from suffice.search.gate.gap import Gap
from suffice.search.gate.gate import choose_gate

__all__ = ["Screen", "make_screen"]


@dataclass(frozen=True, slots=True)
class Screen:
    """Puts passages off by the gap between a requirement and their nearest sentence.

    Args:
        encoder: of one that needs no pool; `tfidf` counts each round's passages alone.
        threshold: a larger gap puts a passage off.
    """

    encoder: Encoder
    threshold: float

    def divide(
        self, question: str, subject: str, passages: Sequence[Passage]
    ) -> tuple[list[Passage], list[Passage]]:
        """Those to be read now, and those to be put off, each in the order given."""
        claim = Claim(say(question.replace(subject, "{0}", 1) if subject else question, subject))
        divided = [sentences_of(passage) for passage in passages]
        encoder = self.encoder.fit([one.in_context for own in divided for one in own])
        near: list[Passage] = []
        far: list[Passage] = []
        for passage, own in zip(passages, divided, strict=True):
            gap = Gap(encoder, [claim]).add(own)
            (far if gap is not None and gap > self.threshold else near).append(passage)
        return near, far


def make_screen(encoder: str) -> Screen:
    """A screen with the threshold that was calibrated for untyped claims from the open requirements.

    Args:
        encoder: its name.

    Raises:
        UsageError: there is no such encoder, or nothing was calibrated for it.
        EngineError: it is not installed.
    """
    made = make_encoder(encoder)
    return Screen(made, choose_gate(encoder, "requirements-untyped", "closure").threshold)
