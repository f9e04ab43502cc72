"""What a benchmark is drawn with.

>>> Options(worlds=48, hops=(1, 2)).cell(3)
Cell(hops=2, attack='replica', replicate=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from suffice.errors import UsageError
from suffice.search.inquiry import Budget
from suffice.worlds.fiction.family import FAMILIES
from suffice.worlds.fiction.models import ATTACKS, Visibility
from suffice.worlds.fiction.names import MAX_SEED, MAX_SLOTS, MAX_WORLDS

__all__ = ["FEW", "SOUND", "Cell", "Options"]

#: What is generated unless something else is asked for: every kind under which what a page says of itself is true.
SOUND = tuple(kind for kind in ATTACKS if kind not in ("forged-signed", "stale-register"))
MAX_HOPS = 6
#: Names that a world needs beside those of its distractors and its attack, and what one page of either needs at most.
_NAMES, _NAMES_EACH, _NAMES_STRONG = 64, 5, 3
#: More pages than this of one kind would not be a world but a corpus.
_MOST_PAGES = 1_000


@dataclass(frozen=True, slots=True)
class Cell:
    """A place in the grid; worlds with the same replicate are matched: all but the cell and the names is the same."""

    hops: int
    attack: str
    replicate: int


class Options(BaseModel):
    """What a benchmark is drawn with.

    Args:
        worlds: how many; each comes with its twin.
        hops: how many records an answer needs; worlds take turns.
        attacks: kinds of attack, `stale+keyword-stuffed` for a mixture; worlds take turns.
        families: names of families that ship, or names of those given as files.
        seed: of everything.
        replicas: pages of the attack beside the initial ones.
        initial: pages of the attack that are there from the start.
        distractors: pages about others.
        strength: how many of the replicas are of a kind that only few pages can be: forged, stale, stuffed.
        visibility: what the initial pages say of the record's identifier.
        queries: how many a policy may ask; None for two, or as many as there are hops.
        pages: how many each query returns.
        hmac: whether seals are real ones.
        keep_inseparable: whether worlds that fail a check of separability are kept, and labelled so.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    worlds: int = Field(ge=1)
    hops: tuple[int, ...] = (1, 2)
    attacks: tuple[str, ...] = SOUND
    families: tuple[str, ...] = FAMILIES
    seed: int = 0
    replicas: int = Field(default=8, ge=0, le=_MOST_PAGES)
    initial: int = Field(default=3, ge=0, le=_MOST_PAGES)
    distractors: int = Field(default=20, ge=0, le=_MOST_PAGES)
    strength: int = Field(default=2, ge=0, le=_MOST_PAGES)
    visibility: Visibility = "hidden"
    queries: int | None = Field(default=None, ge=0, le=100)
    pages: int = Field(default=3, ge=1, le=1_000)
    hmac: bool = False
    keep_inseparable: bool = False

    def cell(self, number: int) -> Cell:
        """Where a world stands in the grid: hops change fastest, then attacks, then replicates."""
        number, hops = divmod(number, len(self.hops))
        replicate, attack = divmod(number, len(self.attacks))
        return Cell(self.hops[hops], self.attacks[attack], replicate)

    def family(self, number: int) -> str:
        """The family of a world: matched worlds are of one family."""
        return self.families[self.cell(number).replicate % len(self.families)]

    @property
    def names(self) -> int:
        """How many names a world may need."""
        return _NAMES + _NAMES_EACH * self.distractors + _NAMES_STRONG * self.strength

    def budget(self, hops: int) -> Budget:
        """What may be searched in a world."""
        queries = max(2, hops) if self.queries is None else self.queries
        return Budget(queries=queries, pages=self.pages)

    def check(self) -> None:
        """Refuse what does not fit together.

        Raises:
            UsageError: an option is out of range, unknown, or contradicts another.
        """
        for what, found, least, most in (
            ("--worlds", self.worlds, 1, MAX_WORLDS),
            ("--seed", self.seed, 0, MAX_SEED - 1),
        ):
            if not least <= found <= most:
                raise UsageError(f"{what} {found} is out of range", remedy=f"choose from {least} to {most}")
        self._check_lists()
        if self.names > MAX_SLOTS:
            raise UsageError(
                f"--distractors {self.distractors} and --strength {self.strength} need {self.names} names, "
                f"but a world has {MAX_SLOTS}",
                remedy="ask for fewer",
            )
        self._check_attacks()
        special = any(kind in FEW for attack in self.attacks for kind in attack.split("+"))
        if self.keep_inseparable or self.visibility != "hidden":
            return
        if self.queries is not None and self.queries < max(self.hops):
            raise UsageError(
                f"--queries {self.queries} cannot find the {max(self.hops)} records of a world with so many hops",
                remedy="allow more queries, or keep such worlds with --keep-inseparable",
            )
        if self.initial + self.replicas - (self.strength if special else 0) < self.pages:
            raise UsageError(
                f"{self.initial} initial pages and {self.replicas} replicas cannot fill a list of {self.pages} pages: "
                "a topical query would find the record",
                remedy="ask for more, or keep such worlds with --keep-inseparable",
            )

    def _check_attacks(self) -> None:
        """Every kind that an attack names must come to stand on a page."""
        for attack in self.attacks:
            kinds = attack.split("+")
            few = [kind for kind in kinds if kind in FEW]
            if len(few) > self.strength:
                raise UsageError(
                    f"--strength {self.strength} is too few pages for the attack `{attack}`",
                    remedy=f"ask for {len(few)} or more",
                )
            many = [kind for kind in kinds if kind not in FEW and kind not in ("clean", "replica")]
            wanted = (self.strength if few else 0) + len(many)
            if wanted > self.replicas:
                raise UsageError(
                    f"--replicas {self.replicas} is too few pages for the attack `{attack}`",
                    remedy=f"ask for {wanted} or more",
                )

    def _check_lists(self) -> None:
        _check_distinct("--attacks", ["+".join(sorted(attack.split("+"))) for attack in self.attacks])
        for what, values in (
            ("--hops", self.hops),
            ("--attacks", self.attacks),
            ("--families", self.families),
        ):
            _check_distinct(what, values)
        for hops in self.hops:
            if not 1 <= hops <= MAX_HOPS:
                raise UsageError(f"--hops {hops} is out of range", remedy=f"choose from 1 to {MAX_HOPS}")
        for attack in self.attacks:
            kinds = attack.split("+")
            for kind in kinds:
                if kind not in ATTACKS:
                    raise UsageError(f"no attack `{kind}`", remedy=f"choose from {', '.join(ATTACKS)}")
            if len(kinds) > 1 and "clean" in kinds:
                raise UsageError(
                    f"attack `{attack}`: clean is no attack", remedy="leave it out of the mixture"
                )
            _check_distinct("a mixture", kinds)


#: Kinds of which a world has `strength` pages; of the others all replicas are.
FEW = frozenset({"forged-unsigned", "forged-signed", "stale", "stale-register", "keyword-stuffed"})


def _check_distinct(what: str, values: Sequence[int | str | Path]) -> None:
    if not values:
        raise UsageError(f"{what}: none given", remedy="give at least one")
    if len(set(values)) < len(values):
        raise UsageError(f"{what}: one stands twice", remedy="name each once")
