"""A pair as the lines of a benchmark's files, and back.

>>> from suffice.worlds.fiction.family import read_family
>>> from suffice.worlds.fiction.options import Options
>>> options = Options(worlds=1, attacks=("replica",))
>>> drawn = draw_proved(read_family("archives"), options, 0)
>>> lines = write_lines(drawn, options)
>>> [(name, text.count("\\n")) for name, text in lines.items()]
[('public', 2), ('corpus', 70), ('labels', 2), ('proofs', 2)]
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import BaseModel

from suffice.errors import BenchmarkError, LimitReached
from suffice.extractors import Unit
from suffice.worlds.fiction.family import Family
from suffice.worlds.fiction.generator import Instance, Pair, draw_pair
from suffice.worlds.fiction.models import CorpusLine, LabelLine, ProofLine, PublicWorld
from suffice.worlds.fiction.names import MAX_WORLDS
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.separability import prove_pair

__all__ = ["FILES", "Drawn", "draw_proved", "write_lines"]

#: The files of a benchmark and what their lines are.
FILES: Mapping[str, type[BaseModel]] = {
    "public": PublicWorld,
    "corpus": CorpusLine,
    "labels": LabelLine,
    "proofs": ProofLine,
}
#: How often a world is drawn anew before that is an error.
MAX_ATTEMPTS = 100
_Lines: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pair that passed, or was kept all the same.

    Args:
        pair: as drawn.
        proofs: of the world and of its twin.
        rejected: why earlier attempts did not pass.
    """

    pair: Pair
    proofs: tuple[ProofLine, ProofLine]
    rejected: tuple[str, ...]


def draw_proved(family: Family, options: Options, number: int) -> Drawn:
    """Draw a world until its proofs go through.

    Where initial pages say something of the record, or inseparable worlds are asked for, the first that is determined and
    needs all its records is kept, and labelled as it is. Worlds that differ in their hops alone are accepted or drawn anew
    together: with one hop more worlds fail, and what is left would tell the hops by its wording.

    Args:
        family: of the world.
        options: of the benchmark.
        number: of the world.

    Raises:
        BenchmarkError: no attempt passes: the family, or the options, don't allow it.
    """
    place = number % len(options.hops)
    key = family.sha256, options, number - place
    if key not in _MATCHED:
        _MATCHED.clear()
        _MATCHED[key] = _draw_matched(family, options, number - place)
    return _MATCHED[key][place]


#: The worlds drawn last: those that are drawn together are asked for one after the other.
_MATCHED: dict[object, tuple[Drawn, ...]] = {}


def _draw_matched(family: Family, options: Options, first: int) -> tuple[Drawn, ...]:
    """Worlds that differ in their hops alone, drawn until the proofs of all go through."""
    rejected: list[str] = []
    for attempt in range(MAX_ATTEMPTS):
        drawn = []
        for number in range(first, min(first + len(options.hops), MAX_WORLDS)):
            pair = draw_pair(family, options, number, attempt)
            try:
                original, twin = prove_pair(pair, family, options, attempt)
            except LimitReached as error:
                raise BenchmarkError(
                    f"the rules of family `{family.name}` have no end, or are too much ({error.cause})",
                    file=f"{family.name}.toml",
                    remedy="bound them",
                ) from None
            if not _passes(pair, original, twin, options):
                rejected.append(_kind(original.reason or twin.reason or ""))
                break
            drawn.append(Drawn(pair, (original, twin), tuple(rejected)))
        else:
            return tuple(drawn)
    most, times = Counter(rejected).most_common(1)[0]
    raise BenchmarkError(
        f"world {number} ({family.name}, {pair.hops} hops, {pair.attack}) fails its proofs {MAX_ATTEMPTS} times, "
        f"{times} times because {most}",
        file=f"{family.name}.toml",
        remedy="change the family's sentences or rules, or the options"
        + ("; --keep-inseparable keeps such worlds" if _may_be_kept(most) else ""),
    )


def _may_be_kept(reason: str) -> bool:
    """Whether a world that fails for a reason has a label all the same, and may be kept as not separable."""
    return "plan" in reason or "topical" in reason


def _passes(pair: Pair, original: ProofLine, twin: ProofLine, options: Options) -> bool:
    lenient = options.keep_inseparable or options.visibility != "hidden"
    determined = original.determination.answers == (pair.answer,) and original.determination.necessary
    return twin.separable and (original.separable or (lenient and determined))


def write_lines(drawn: Drawn, options: Options) -> _Lines:
    """The lines of a pair, by file; the instance whose id comes first stands first, be it the twin or not."""
    pair = drawn.pair
    both = sorted(zip((pair.original, pair.twin), drawn.proofs, strict=True), key=lambda one: one[0].world)
    lines: _Lines = {name: "" for name in FILES}
    for instance, proof in both:
        public = PublicWorld(
            world=instance.world,
            family=pair.family,
            question=instance.question,
            initial=tuple(page.id for page in instance.initial),
            budget=options.budget(pair.hops),
        )
        lines["public"] += public.model_dump_json() + "\n"
        lines["corpus"] += "".join(_corpus_line(instance.world, page) for page in instance.pages)
        lines["labels"] += _label(pair, instance, drawn.proofs[0], options).model_dump_json() + "\n"
        lines["proofs"] += proof.model_dump_json() + "\n"
    return lines


def _label(pair: Pair, instance: Instance, proof: ProofLine, options: Options) -> LabelLine:
    is_twin = instance is pair.twin
    return LabelLine(
        world=instance.world,
        answer=None if is_twin else pair.answer,
        decisive=tuple(page.id for page in instance.decisive),
        poison=dict(instance.poison),
        false_answer=pair.false_answer,
        hops=pair.hops,
        attack=pair.attack,
        visibility=options.visibility,
        separable=proof.separable,
        twin_of=pair.original.world if is_twin else None,
    )


def _corpus_line(world: str, page: Unit) -> str:
    """As `CorpusLine` would be written, ten times as fast."""
    record = {"world": world, "_id": page.id, "title": page.title, "text": page.text}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _kind(reason: str) -> str:
    """A reason without the page that it names."""
    return " ".join(word for word in reason.split() if not word.startswith("w0")).rstrip(":")
