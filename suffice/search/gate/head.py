"""The claim-slot head: a small network that predicts claim vectors from the question's vector, so that drafting needs no model.

A multilayer perceptron on a frozen encoder: one hidden layer, a vector for each slot, and how many slots a question has. It is
trained with a cosine loss to the vectors of the claims that a drafter gave, slot by slot, and a cross-entropy loss for their
number (CoVeR section 5), by Adam (Kingma and Ba 2015). numpy only; the same seed gives the same weights.

>>> import numpy
>>> questions = numpy.eye(4)
>>> head = train_head("use", questions, [questions[[n]] for n in range(4)], hidden=8, epochs=300, seed=1)
>>> [slots] = head.predict(questions[:1])
>>> slots.shape, bool(slots[0] @ questions[0] > 0.9)
((1, 4), True)
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from suffice.errors import UsageError
from suffice.files import write_bytes
from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import VectorEncoder, Vectors

if TYPE_CHECKING:
    from suffice.search.gate.evidence import Follower, State

_Array: TypeAlias = Any  # of numpy, of any shape

__all__ = ["SLOTS", "Head", "HeadDrafter", "read_head", "train_head", "write_head"]

#: Claims of a question at most.
SLOTS = 4
#: Hidden units: with 512 numbers a vector 0.66 million parameters.
HIDDEN = 256
_EPOCHS, _BATCH, _RATE = 60, 64, 1e-3
_NAMES = ("hidden", "hidden_bias", "slots", "slots_bias", "count", "count_bias")


@dataclass(frozen=True, slots=True)
class Head:
    """A trained head.

    Args:
        encoder: the name of the encoder that its vectors are of.
        weights: by name, as `_shapes` has them.
    """

    encoder: str
    weights: dict[str, Any]

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.weights["hidden"].shape[0])

    @property
    def parameters(self) -> int:
        """How many were trained."""
        return sum(int(one.size) for one in self.weights.values())

    def predict(self, questions: Vectors) -> list[Vectors]:
        """Claim vectors of some questions, each of length 1.

        Args:
            questions: a unit vector for each.

        Returns:
            For each question one to `SLOTS` rows.
        """
        _, slots, counts = _forward(self.weights, questions)
        return [rows[: int(n) + 1] for rows, n in zip(_unit(slots)[0], counts.argmax(axis=1), strict=True)]


class HeadDrafter:
    """Drafts with a head: its claims have vectors and no words, so only the head's own encoder can compare them.

    Args:
        head: trained.
        encoder: of that name.

    Raises:
        UsageError: the encoder is another, or has no vectors.
    """

    name, fixed = "head", True

    def __init__(self, head: Head, encoder: object) -> None:
        if not isinstance(encoder, VectorEncoder) or encoder.name != head.encoder:
            raise UsageError(
                f"the head was trained for the encoder `{head.encoder}`",
                remedy=f"give --encoder {head.encoder}",
            )
        self.head = head
        self.encoder = encoder

    def draft(self, question: str, follower: Follower | None, state: State | None) -> tuple[Claim, ...]:
        """A claim for each slot, known to the encoder by its vector."""
        vector = self.encoder.encode([question])
        if vector.shape[1] != self.head.size:
            return ()
        [slots] = self.head.predict(vector)
        claims = tuple(Claim(f"slot {n} of: {question}") for n in range(1, len(slots) + 1))
        for claim, slot in zip(claims, slots, strict=True):
            self.encoder.know(claim.text, slot)
        return claims


def train_head(
    encoder: str,
    questions: Vectors,
    claims: Sequence[Vectors],
    *,
    hidden: int = HIDDEN,
    epochs: int = _EPOCHS,
    seed: int = 0,
) -> Head:
    """Train a head.

    Args:
        encoder: the name of the encoder that all vectors are of.
        questions: Q unit vectors.
        claims: for each question one or more unit vectors; those beyond `SLOTS` are left out.
        hidden: units.
        epochs: passes over the questions.
        seed: of the first weights and of the order.
    """
    import numpy

    generator = numpy.random.default_rng(seed)
    n, size = questions.shape
    wanted = numpy.zeros((n, SLOTS, size))
    there = numpy.zeros((n, SLOTS))
    for row, own in enumerate(claims):
        kept = own[:SLOTS]
        wanted[row, : len(kept)], there[row, : len(kept)] = kept, 1.0
    counts = there.sum(axis=1).astype(int) - 1
    weights = {
        name: generator.normal(0, shape[0] ** -0.5, shape) if len(shape) == 2 else numpy.zeros(shape)
        for name, shape in _shapes(size, hidden).items()
    }
    moments = {name: (numpy.zeros_like(one), numpy.zeros_like(one)) for name, one in weights.items()}
    time = 0
    for _ in range(epochs):
        order = generator.permutation(n)
        for start in range(0, n, _BATCH):
            part = order[start : start + _BATCH]
            gradients = _backward(weights, questions[part], wanted[part], there[part], counts[part])
            time += 1
            for name, gradient in gradients.items():
                first, second = moments[name]
                first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
                moments[name] = first, second
                step = (first / (1 - 0.9**time)) / (numpy.sqrt(second / (1 - 0.999**time)) + 1e-8)
                weights[name] = weights[name] - _RATE * step
    return Head(encoder, weights)


def write_head(head: Head, path: Path) -> None:
    """Write a head as .npz: arrays and a name, no code."""
    import numpy

    buffer = io.BytesIO()
    numpy.savez(buffer, encoder=numpy.array(head.encoder), **head.weights)
    write_bytes(path, buffer.getvalue())


def read_head(path: Path) -> Head:
    """Read a head; nothing in the file is run.

    Raises:
        UsageError: it is no head.
    """
    import numpy

    try:
        with numpy.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            encoder = str(file["encoder"])
            weights = {name: numpy.asarray(file[name], dtype=numpy.float64) for name in _NAMES}
        size, hidden = weights["hidden"].shape
        shapes = _shapes(size, hidden)
        if any(weights[name].shape != shape for name, shape in shapes.items()):
            raise ValueError("weights of other shapes")
        if not all(numpy.isfinite(one).all() for one in weights.values()):
            raise ValueError("weights that are no numbers")
    except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise UsageError(
            f"no claim-slot head ({error})", file=str(path), remedy="write one with `suffice gate train`"
        ) from None
    return Head(encoder, weights)


def _shapes(size: int, hidden: int) -> dict[str, tuple[int, ...]]:
    return {
        "hidden": (size, hidden),
        "hidden_bias": (hidden,),
        "slots": (hidden, SLOTS * size),
        "slots_bias": (SLOTS * size,),
        "count": (hidden, SLOTS),
        "count_bias": (SLOTS,),
    }


def _forward(weights: dict[str, _Array], questions: _Array) -> tuple[_Array, _Array, _Array]:
    import numpy

    inner = numpy.tanh(questions @ weights["hidden"] + weights["hidden_bias"])
    slots = (inner @ weights["slots"] + weights["slots_bias"]).reshape(len(inner), SLOTS, -1)
    return inner, slots, inner @ weights["count"] + weights["count_bias"]


def _unit(rows: _Array) -> tuple[_Array, _Array]:
    import numpy

    lengths = numpy.maximum(numpy.sqrt((rows * rows).sum(axis=-1, keepdims=True)), 1e-12)
    return rows / lengths, lengths


def _backward(
    weights: dict[str, _Array], questions: _Array, wanted: _Array, there: _Array, counts: _Array
) -> dict[str, _Array]:
    """Gradients of (1 - cosine) on the slots that are there and of the cross-entropy of their number, on the mean."""
    import numpy

    n = len(questions)
    inner, slots, logits = _forward(weights, questions)
    unit, lengths = _unit(slots)
    cosine = (unit * wanted).sum(axis=2, keepdims=True)
    # d(1 - cos)/d slot = -(wanted - cos * unit) / |slot|
    d_slots = (-(wanted - cosine * unit) / lengths * there[:, :, None] / there.sum()).reshape(n, -1)
    shares = numpy.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[numpy.arange(n), counts] -= 1
    d_logits = shares / n
    d_inner = (d_slots @ weights["slots"].T + d_logits @ weights["count"].T) * (1 - inner**2)
    return {
        "hidden": questions.T @ d_inner,
        "hidden_bias": d_inner.sum(axis=0),
        "slots": inner.T @ d_slots,
        "slots_bias": d_slots.sum(axis=0),
        "count": inner.T @ d_logits,
        "count_bias": d_logits.sum(axis=0),
    }
