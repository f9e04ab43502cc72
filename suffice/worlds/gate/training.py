"""Training the claim-slot head on questions and what a drafter makes of them."""

from __future__ import annotations

from collections.abc import Sequence

from suffice.errors import UsageError
from suffice.search.gate.claims import Drafter
from suffice.search.gate.encoders import Encoder, VectorEncoder
from suffice.search.gate.head import SLOTS, Head, train_head
from suffice.worlds.gate.recording import Recorder

__all__ = ["learn_head"]


def learn_head(
    recorders: Sequence[Recorder],
    encoder: Encoder,
    drafter: Drafter | None,
    *,
    seed: int = 0,
    epochs: int = 60,
) -> tuple[Head, int, float]:
    """Learn a drafter's claims.

    Args:
        recorders: sets of questions.
        encoder: with vectors.
        drafter: whose claims are learned; None for the gold sentences.
        seed: of weights and order.
        epochs: passes.

    Returns:
        The head, from how many questions it learned, and 1 - the mean cosine to their claims.

    Raises:
        UsageError: the encoder has no vectors, or no question has a claim.
    """
    import numpy

    if not isinstance(encoder, VectorEncoder):
        raise UsageError(
            f"the encoder `{encoder.name}` has no vectors", remedy="give --encoder use or minilm"
        )
    questions, targets = [], []
    for recorder in recorders:
        drafts = drafter or recorder.gold
        for one in recorder.cases:
            claims = drafts.draft(one.case.question, one.case.follower, None)[:SLOTS]
            if claims:
                questions.append(one.case.question)
                targets.append(encoder.encode([claim.text for claim in claims]))
    if not questions:
        raise UsageError("no question has a claim to learn from", remedy="give other questions, or --claims")
    vectors = encoder.encode(questions)
    head = train_head(encoder.name, vectors, targets, epochs=epochs, seed=seed)
    cosines = [
        float((slots[:n] * wanted[:n]).sum(axis=1).mean())
        for slots, wanted in zip(head.predict(vectors), targets, strict=True)
        if (n := min(len(slots), len(wanted)))
    ]
    return head, len(questions), 1 - float(numpy.mean(cosines))
