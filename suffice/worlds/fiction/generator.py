"""Worlds drawn from a family: a question, pages, decisive records, an attack, and the twin without the records.

A world is a function of (options, number, attempt): nothing is kept between worlds. Worlds of one replicate draw the same
variants whatever their hops and attack, so that they can be compared pair by pair.

>>> from suffice.worlds.fiction.family import read_family
>>> options = Options(worlds=2, hops=(2,), attacks=("replica",))
>>> pair = draw_pair(read_family("archives"), options, number=0)
>>> sorted([pair.original.world, pair.twin.world]), len(pair.original.pages) == len(pair.twin.pages)
(['w000000a', 'w000000b'], True)
>>> [len(page.text) for page in pair.original.decisive] == [len(page.text) for page in pair.substitutes]
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from suffice.extractors import Unit
from suffice.worlds.fiction.family import Family
from suffice.worlds.fiction.names import Draws, name_slots
from suffice.worlds.fiction.options import FEW, Options
from suffice.worlds.fiction.templates import Role, Sheet, Text

__all__ = ["Instance", "Pair", "draw_pair", "issuer_keys"]

#: Roles of pages about others, in turn: the same mixture in every world, so that it tells nothing.
_OTHERS: tuple[tuple[Role, int], ...] = (
    # role, and which standing: 0 in force, 1 withdrawn
    ("direct", 0),
    ("bridge", 0),
    ("terminal", 0),
    ("relay", 0),
    ("bulletin", 0),
    ("direct", 1),
    ("terminal", 0),
    ("bridge", 0),
    ("enquiry", 0),
    ("direct", 0),
    ("terminal", 0),
    ("notice", 0),
)
#: Streams of draws, so that what one part of a world draws moves no other part.
_BASE, _CHAIN, _ATTACK, _OTHER, _ORDER = range(5)


@dataclass(frozen=True, slots=True)
class Instance:
    """One of a pair: the world, or its twin.

    Args:
        world: its id.
        question: as asked.
        pages: the whole corpus, in the order of the ids.
        drawn: the same pages in the order in which they were drawn, which is that of every world of its kind.
        initial: the pages that are there from the start.
        decisive: the records that answer it, in the order in which they can be found; none in a twin.
        poison: kind of attack by page id.
    """

    world: str
    question: str
    pages: tuple[Unit, ...]
    drawn: tuple[Unit, ...]
    initial: tuple[Unit, ...]
    decisive: tuple[Unit, ...]
    poison: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """A world and its twin.

    Args:
        number: of the world.
        family: its name.
        hops: how many records an answer needs.
        attack: kind.
        subject: what the question asks about.
        answer: the gold answer, as worded.
        false_answer: what the attack argues for; None without an attack.
        plan: premise and query for each decisive record, in order.
        original: the world.
        twin: the world without its decisive records.
        substitutes: what stands in their place in the twin.
    """

    number: int
    family: str
    hops: int
    attack: str
    subject: str
    answer: str
    false_answer: str | None
    plan: tuple[tuple[str, str], ...]
    original: Instance
    twin: Instance
    substitutes: tuple[Unit, ...]


@dataclass(slots=True)
class _Page:
    """A page before it has an id."""

    text: Text
    initial: bool = False
    poison: str | None = None
    decisive: int | None = None
    substitute: Text | None = None


def issuer_keys(family: Family, seed: int) -> dict[str, bytes]:
    """The keys that a family's issuers seal with, where seals are real."""
    return {issuer: sha256(f"{seed}/{family.name}/{issuer}".encode()).digest() for issuer in family.issuers}


def draw_pair(family: Family, options: Options, number: int, attempt: int = 0) -> Pair:
    """Draw a world and its twin.

    Args:
        family: of the world.
        options: of the benchmark.
        number: of the world.
        attempt: 0, or how often it was rejected before.
    """
    return _Writer(family, options, number, attempt).write()


class _Writer:
    """Draws one pair."""

    def __init__(self, family: Family, options: Options, number: int, attempt: int) -> None:
        self.family, self.options, self.number, self.attempt = family, options, number, attempt
        self.pages: list[_Page] = []
        self.keys = issuer_keys(family, options.seed) if options.hmac else {}
        self.names: Iterator[str] = iter(name_slots(options.seed, number, options.names))
        self.subject = self._name("subject")
        self.value, self.false, self.other = (self._name("value") for _ in range(3))

    def write(self) -> Pair:
        options, family = self.options, self.family
        cell = options.cell(self.number)
        kinds = cell.attack.split("+")
        clean = kinds == ["clean"]
        base = self._draws(_BASE)
        self.question = self._ask(self.subject, base)
        draws = self._draws(_CHAIN)
        chain = self._chain(cell.hops, draws)
        about = {
            "subject": self.subject,
            "question": self.question,
            "value": self.false,
            "dockets": " and ".join(slots["docket"] for _, slots in chain),
        }
        notice = family.sheet("notice", base.below, reveals=options.visibility)
        self._add(notice, about, initial=True)
        topical: Role = "enquiry" if clean else "bulletin"
        for _ in range(options.initial):
            sheet = family.sheet(topical, base.below)
            self._add(sheet, about, initial=True, poison=None if clean else "replica")
        draft = family.sheet("direct", base.below, status=family.standing[0])
        self._add(draft, {**about, "value": self.other, **self._signature(base)})
        self._attack(kinds, about)
        plan = []
        for place, (role, slots) in enumerate(chain):
            sheet = family.sheet(role, draws.below)
            replaced = self._elsewhere(slots)
            self._add(sheet, slots, decisive=place, replaced=replaced)
            plan.append(family.premise(role, slots))
        self._others()
        original, twin, substitutes = self._arrange()
        return Pair(
            self.number,
            family.name,
            cell.hops,
            cell.attack,
            self.subject,
            self.value,
            None if clean else self.false,
            tuple(plan),
            original,
            twin,
            substitutes,
        )

    def _draws(self, part: int) -> Draws:
        return Draws(self.options.seed, self.options.cell(self.number).replicate, self.attempt, part)

    def _name(self, slot: str) -> str:
        """The next name, as it is worded in a slot; `key2` is another `key`."""
        return self.family.word(slot.rstrip("2"), next(self.names))

    def _ask(self, subject: str, draws: Draws) -> str:
        questions = self.family.questions
        return questions[draws.below(len(questions))].replace("{subject}", subject)

    def _signature(self, draws: Draws) -> dict[str, str]:
        issuers = self.family.issuers
        return {"issuer": issuers[draws.below(len(issuers))], "docket": self._name("docket")}

    def _add(
        self,
        sheet: Sheet,
        slots: Mapping[str, str],
        *,
        initial: bool = False,
        poison: str | None = None,
        decisive: int | None = None,
        replaced: Mapping[str, str] | None = None,
        forged: bool = False,
    ) -> None:
        key = None if forged else self.keys.get(slots.get("issuer", ""))
        self.pages.append(
            _Page(
                sheet.write(slots, key),
                initial,
                poison,
                decisive,
                None if replaced is None else sheet.write(replaced, key),
            )
        )

    def _chain(self, hops: int, draws: Draws) -> list[tuple[Role, dict[str, str]]]:
        """The decisive records' roles and names, from the question to the answer."""
        signatures = [self._signature(draws) for _ in range(hops)]
        if hops == 1:
            return [("direct", {"subject": self.subject, "value": self.value, **signatures[0]})]
        links = [(self._name("key"), self._name("code")) for _ in range(hops - 1)]
        chain: list[tuple[Role, dict[str, str]]] = [
            ("bridge", {"subject": self.subject, "key": links[0][0], "code": links[0][1], **signatures[0]})
        ]
        for place in range(1, hops - 1):
            (key, code), (key2, code2) = links[place - 1], links[place]
            chain.append(
                ("relay", {"key": key, "code": code, "key2": key2, "code2": code2, **signatures[place]})
            )
        last = {"key": links[-1][0], "code": links[-1][1], "value": self.value, **signatures[-1]}
        return [*chain, ("terminal", last)]

    def _elsewhere(self, slots: Mapping[str, str]) -> dict[str, str]:
        """The same slots with other names, for the page that stands in a record's place in the twin."""
        return {slot: name if slot == "issuer" else self._name(slot) for slot, name in slots.items()}

    def _attack(self, kinds: list[str], about: Mapping[str, str]) -> None:
        """The replicas: a few pages of the kinds of which there are few, the rest of the others, in turn."""
        family, draws, options = self.family, self._draws(_ATTACK), self.options
        few = [kind for kind in kinds if kind in FEW]
        many = [kind for kind in kinds if kind not in FEW] or ["replica"]
        strong = [few[place % len(few)] for place in range(options.strength)] if few else []
        strong = strong[: options.replicas]
        for place, kind in enumerate(strong):
            if kind == "keyword-stuffed":
                self._add(family.sheet("stuffed", draws.below), about, poison=kind)
            elif kind == "forged-unsigned":
                # In turn a record that states the false answer, and one that sends whoever believes it elsewhere.
                role: Role = "bridge" if place // len(few) % 2 else "direct"
                slots = {**about, **self._signature(draws)}
                if role == "bridge":
                    slots |= {"key": self._name("key"), "code": self._name("code")}
                self._add(family.sheet(role, draws.below, signed=False), slots, poison=kind)
            elif kind == "forged-signed":
                signature = self._signature(draws)
                self._add(
                    family.sheet("direct", draws.below), {**about, **signature}, poison=kind, forged=True
                )
            else:
                self._stale(kind, about, draws)
        for place in range(options.replicas - len(strong)):
            kind = many[place % len(many)]
            if kind == "clean":
                self._add(family.sheet("enquiry", draws.below), about)
                continue
            topical: Role = "paraphrase" if kind == "paraphrase" else "bulletin"
            sheet = family.sheet(topical, draws.below, injected=kind == "prompt-injection")
            self._add(sheet, about, poison=kind)

    def _stale(self, kind: str, about: Mapping[str, str], draws: Draws) -> None:
        """A record that once counted: its own page says that it no longer does, or only a register elsewhere does."""
        signature, listed = self._signature(draws), kind == "stale-register"
        status = None if listed else self.family.standing[1]
        sheet = self.family.sheet("direct", draws.below, status=status)
        self._add(sheet, {**about, **signature}, poison=kind)
        if listed:
            register = {**self._signature(draws), "withdrawn": signature["docket"]}
            self._add(self.family.sheet("register", draws.below, supersedes=True), register)

    def _others(self) -> None:
        """Pages about others."""
        draws = self._draws(_OTHER)
        # One more for each record that another world needs and this one does not: no corpus tells its hops by its size.
        more = max(self.options.hops) - self.options.cell(self.number).hops
        for place in range(self.options.distractors + more):
            role, withdrawn = _OTHERS[place % len(_OTHERS)]
            slots = self._other_slots(role, draws)
            sheet = self.family.sheet(
                role,
                draws.below,
                status=self.family.standing[1] if withdrawn else None,
                reveals="hidden" if role == "notice" else None,
            )
            self._add(sheet, slots)

    def _other_slots(self, role: Role, draws: Draws) -> dict[str, str]:
        wanted: dict[Role, tuple[str, ...]] = {
            "direct": ("subject", "value"),
            "bulletin": ("subject", "value"),
            "enquiry": ("subject",),
            "notice": ("subject",),
            "bridge": ("subject", "key", "code"),
            "relay": ("key", "code", "key2", "code2"),
            "terminal": ("key", "code", "value"),
        }
        slots = {slot: self._name(slot) for slot in wanted[role]}
        if "subject" in slots:
            slots["question"] = self._ask(slots["subject"], draws)
        if role in ("direct", "bridge", "relay", "terminal"):
            slots |= self._signature(draws)
        return slots

    def _arrange(self) -> tuple[Instance, Instance, tuple[Unit, ...]]:
        """Put the pages in a chance order, the same in the twin, and give them ids that tell nothing."""
        # By the world's own number: worlds of one replicate that also shared order and letter would tell each other's labels.
        draws = Draws(self.options.seed, self.number, self.attempt, _ORDER)
        sides = ("a", "b") if draws.below(2) else ("b", "a")
        order = draws.shuffle(len(self.pages))
        width = len(str(len(order) - 1))
        made: list[Instance] = []
        for side, is_twin in zip(sides, (False, True), strict=True):
            world = f"w{self.number:06d}{side}"
            units: list[Unit] = []
            decisive: dict[int, Unit] = {}
            poison: dict[str, str] = {}
            for place, index in enumerate(order):
                page = self.pages[index]
                text = page.substitute if is_twin and page.substitute is not None else page.text
                unit = Unit(f"{world}_{place:0{width}d}", text.title, text.text)
                units.append(unit)
                if page.poison is not None:
                    poison[unit.id] = page.poison
                if page.decisive is not None:
                    decisive[page.decisive] = unit
            records = tuple(decisive[place] for place in sorted(decisive))
            drawn = tuple(unit for _, unit in sorted(zip(order, units, strict=True), key=lambda one: one[0]))
            initial = tuple(unit for unit, page in zip(drawn, self.pages, strict=True) if page.initial)
            if is_twin:
                substitutes = records
            made.append(
                Instance(
                    world, self.question, tuple(units), drawn, initial, () if is_twin else records, poison
                )
            )
        return made[0], made[1], substitutes
