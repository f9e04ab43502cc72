"""Proofs for tests: pairs of many constructions, and every change of one field of a proof's JSON."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from suffice.extractors.natlog import Proof, Prover
from suffice.extractors.passages import Unit

Json: TypeAlias = Any

#: Evidence, claim, options.
PAIRS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Rex is a small dog.", "Rex is an animal.", {}),
    ("No animal barked.", "No dog barked loudly.", {}),
    ("A dog barked loudly.", "A dog barked.", {}),
    ("A dog barked.", "A dog barked loudly.", {}),
    ("Bob hates wine.", "Bob loves wine.", {}),
    ("Rex is a dog.", "Rex is a cat.", {}),
    ("Some dogs do not bark.", "Not all dogs bark.", {}),
    ("All dogs ran.", "No dogs ran.", {}),
    ("Every dog ran.", "Some small dog moved.", {}),
    ("He was born on May 3, 1990.", "He was born in 1990.", {}),
    ("He was born in 1991.", "He was born in 1990.", {}),
    ("Exactly three dogs ran.", "At least two dogs ran.", {}),
    ("The king is dead.", "The king is alive.", {}),
    ("Rex ran.", "Rex did not move.", {}),
    ("She sang in Paris.", "Ann sang.", {"title": "Ann (singer)"}),
    ("She sang in Paris.", "Ann sang.", {"topic": "Ann"}),
    ("Her dog barked.", "Ann's dog barked.", {"title": "Ann"}),
    ("Ann lives in Paris.", "Ann lives in London.", {"functional": True}),
    ("Ann is French.", "Ann is German.", {"functional": True}),
    ("It rained. Rex, an actor, sang or danced on Monday. It snowed.", "Rex sang on Friday.", {}),
    ("A zorp grooked.", "A blick mimed the florp.", {}),
    ("All dogs barked.", "Every dog barked.", {}),
    ("It costs $3.", "It costs $4.", {}),
    ("The fake gun fired.", "The gun fired.", {}),
    ("A red and white car stopped.", "A vehicle stopped.", {}),
    ("Nobody touched the red box.", "Nobody kissed the box.", {}),
)


def prove_pair(prover: Prover, evidence: str, claim: str, options: dict[str, Any]) -> Proof:
    """The proof of a pair."""
    asked = dict(options)
    return prover.prove(claim, [Unit("u", asked.pop("title", ""), evidence)], **asked)


def change(data: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Plain data with one leaf changed, or one item of a list left out, repeated or exchanged; with the place and kind."""
    if isinstance(data, dict):
        for key, value in data.items():
            for place, other in change(value, f"{path}.{key}" if path else key):
                yield place, {**data, key: other}
    elif isinstance(data, list):
        for at, value in enumerate(data):
            for place, other in change(value, f"{path}.*"):
                yield place, [*data[:at], other, *data[at + 1 :]]
            yield f"{path} without one", [*data[:at], *data[at + 1 :]]
            yield f"{path} with one twice", [*data[: at + 1], *data[at:]]
            if at and data[at - 1] != value:
                yield f"{path} exchanged", [*data[: at - 1], value, data[at - 1], *data[at + 1 :]]
    else:
        for other in _other_leaves(data, path):
            yield path, other


_CHOICES = {
    "mode": ("automaton", "strict"),
    "direction": ("left", "right"),
    "verdict": ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"),
    "lexical": tuple("=<>!|v#"),
    "relation": tuple("=<>!|v#"),
    "reason": ("unknown word", "unrelated", "missing", "left over", "stronger", "scope", "limit"),
    "kind": (
        "same", "punctuation", "auxiliary", "article", "quantifier", "negator", "left_out", "added", "construction", "topic", "equal",
        "synset_path", "listed", "antonym", "family", "numeric", "date", "name", "modifier", "part",
    ),
}  # fmt: skip


def _other_leaves(value: Json, path: str) -> Iterator[Json]:
    choices = _CHOICES.get(path.rpartition(".")[2])
    if choices is not None:
        yield from (one for one in choices if one != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, float):
        yield from (value + 0.01, value - 0.01)
    elif isinstance(value, str):
        yield from {f"{value}x", value[1:], value.upper(), f"no {value}"} - {value}
        yield None
    elif value is None:
        yield "x"
        yield {"kind": "same", "detail": []}
