"""A kit for a test with people: do they predict the prover's decision better from a proof than from the sentences?

The design is that of AdMIRaL (Aly and Vlachos 2022, section 5): each claim is shown to half of the subjects with its proof
and to the other half with its evidence alone; each subject sees each claim once, and half of them in either way. What is
predicted is what the system decided, right or wrong.

`kit.json` has the cases, the decisions and who sees what; `subject-N.html` is a sheet to print; `answers.csv` is filled in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import BenchmarkError, UsageError, word_fault
from suffice.extractors.natlog import VERDICTS, Proof, Verdict
from suffice.files import hold, read_text, write_text
from suffice.worlds.fiction.report.markup import Html, document, tag
from suffice.worlds.natlog.page import STYLE, proof_part

__all__ = [
    "CONDITIONS",
    "Case",
    "Condition",
    "Kit",
    "Sheet",
    "decisions",
    "find_case",
    "make_kit",
    "read_kit",
    "write_kit",
]

Condition: TypeAlias = Literal["proof", "sentences"]
CONDITIONS: tuple[Condition, ...] = ("proof", "sentences")
_STYLE = """\
.item { break-inside: avoid; }
.answer { border: 1px solid var(--line); padding: .4rem .8rem; }
"""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Case(_Record):
    """A claim with what the system decided of it.

    Args:
        id: of the pair.
        proof: the system's; its verdict is what subjects predict.
    """

    id: str
    proof: Proof


class Sheet(_Record):
    """What one subject sees.

    Args:
        subject: from 1.
        items: places of cases, with how each is shown, in the order in which they are.
    """

    subject: int = Field(ge=1)
    items: tuple[tuple[int, Condition], ...]


class Kit(_Record):
    """All of a test.

    Args:
        seed: chose cases and orders.
        knowledge: the prover's lexical knowledge, in words.
        cases: grouped by decision.
        sheets: one a subject.
    """

    seed: int
    knowledge: str
    cases: tuple[Case, ...]
    sheets: tuple[Sheet, ...]


def make_kit(
    proofs: Mapping[str, Proof], *, claims: int = 10, subjects: int = 6, seed: int = 0, knowledge: str = ""
) -> Kit:
    """Choose cases, decisions as even as there are proofs of each, and deal them out.

    Args:
        proofs: by pair; those without steps show nothing and are left out.
        claims: how many cases.
        subjects: an even number.
        seed: of the choice and of the order on each sheet.
        knowledge: the prover's lexical knowledge, in words.

    Raises:
        UsageError: the numbers can't be balanced, or there are too few proofs.

    >>> make_kit({}, claims=2, subjects=2)
    Traceback (most recent call last):
    ...
    suffice.errors.UsageError: 0 proofs with steps, but 2 claims are asked for; give more pairs or ask for fewer claims
    """
    if subjects < 2 or subjects % 2:
        raise UsageError(
            f"{subjects} subjects: each claim must be seen as often in either way",
            remedy="take an even number",
        )
    if claims < 2 or claims % 2:
        raise UsageError(
            f"{claims} claims: each subject sees as many in either way", remedy="take an even number"
        )
    draw = random.Random(seed)
    heaps: dict[Verdict, list[str]] = {verdict: [] for verdict in VERDICTS}
    for name in sorted(proofs):
        if proofs[name].steps:
            heaps[proofs[name].verdict].append(name)
    there = sum(map(len, heaps.values()))
    if there < claims:
        raise UsageError(
            f"{there} proofs with steps, but {claims} claims are asked for",
            remedy="give more pairs or ask for fewer claims",
        )
    for heap in heaps.values():
        draw.shuffle(heap)
    chosen: dict[Verdict, list[str]] = {verdict: [] for verdict in VERDICTS}
    while sum(map(len, chosen.values())) < claims:
        # The decision of which there are fewest so far, of those that are left.
        verdict = min((one for one in VERDICTS if heaps[one]), key=lambda one: len(chosen[one]))
        chosen[verdict].append(heaps[verdict].pop())
    cases = tuple(Case(id=name, proof=proofs[name]) for names in chosen.values() for name in names)
    sheets = []
    for subject in range(1, subjects + 1):
        # Neighbours, most of which have one decision, are shown in different ways; the next subject sees each the other way.
        items = [(place, CONDITIONS[(place + subject) % 2]) for place in range(claims)]
        draw.shuffle(items)
        sheets.append(Sheet(subject=subject, items=tuple(items)))
    return Kit(seed=seed, knowledge=knowledge, cases=cases, sheets=tuple(sheets))


def write_kit(kit: Kit, folder: Path) -> None:
    """Write the files of a kit.

    Args:
        kit: what to write.
        folder: an empty or new one: answers are never written over.

    Raises:
        UsageError: it has a kit already, or can't be written.
    """
    with hold(folder):
        if (folder / "kit.json").exists() or (folder / "answers.csv").exists():
            raise UsageError("has a kit already", file=str(folder), remedy="choose another folder")
        for sheet in kit.sheets:
            write_text(folder / f"subject-{sheet.subject}.html", _page(kit, sheet))
        rows = [
            f"{sheet.subject},{item},,\n" for sheet in kit.sheets for item in range(1, len(sheet.items) + 1)
        ]
        write_text(folder / "answers.csv", "subject,item,answer,seconds\n" + "".join(rows))
        write_text(folder / "README.md", _instructions(kit))
        write_text(folder / "kit.json", kit.model_dump_json(indent=1) + "\n")


def read_kit(folder: Path) -> Kit:
    """The kit of a folder.

    Raises:
        BenchmarkError: there is none.
    """
    path = folder / "kit.json"
    if not path.exists():
        raise BenchmarkError("no kit there", file=str(folder), remedy="name a folder that `natlog kit` wrote")
    try:
        return Kit.model_validate_json(read_text(str(path), BenchmarkError))
    except ValidationError as error:
        raise BenchmarkError(
            f"no kit: {word_fault(error.errors())}",
            file=str(path),
            remedy="name a folder that `natlog kit` wrote",
        ) from None


def _page(kit: Kit, sheet: Sheet) -> Html:
    items = [_item(number, kit.cases[place], shown) for number, (place, shown) in enumerate(sheet.items, 1)]
    return document(
        f"Subject {sheet.subject}",
        tag("h1", f"What did the system decide? Subject {sheet.subject}"),
        tag(
            "p",
            "A system reads a claim and a passage, and decides that the passage SUPPORTS the claim, that it REFUTES it, or that there "
            "is NOT ENOUGH INFO. For each item below, mark what you think the system decided: not what you would decide, and not what "
            "is true. The system may be wrong. Note when you begin and when you have marked your answer. Do not go back.",
        ),
        tag(
            "p",
            "With some items you see how the system rewrote the passage into the claim, step by step. Signs: = the same; < the passage says "
            "more than the claim; > it says less; ! and | they exclude each other; v one of them always holds; # nothing is known.",
        ),
        *items,
        style=STYLE + _STYLE,
    )


def _item(number: int, case: Case, shown: Condition) -> Html:
    proof = case.proof
    if shown == "proof":
        body = proof_part(proof, outcome=False)
    else:
        text = proof.evidence.text if proof.evidence else ""
        title = (
            [tag("dt", "Title"), tag("dd", proof.evidence.title)]
            if proof.evidence and proof.evidence.title
            else []
        )
        facts = [tag("dt", "Claim"), tag("dd", proof.claim), tag("dt", "Evidence"), tag("dd", text), *title]
        body = [tag("dl", *facts, class_="texts")]
    boxes = "  ".join(f"☐ {verdict}" for verdict in VERDICTS)
    return tag(
        "section",
        tag("h2", f"Item {number}"),
        *body,
        tag("p", f"The system decided: {boxes}", tag("br"), "Seconds: ______", class_="answer"),
        class_="item",
    )


def _instructions(kit: Kit) -> str:
    each = len(kit.sheets) // 2
    return f"""\
# Prediction test: {len(kit.cases)} claims, {len(kit.sheets)} subjects, {len(kit.cases) * len(kit.sheets)} answers

1. Print `subject-N.html`, one for each subject, or show it on a screen. Nobody sees another's sheet, this file or `kit.json`.
2. Each claim is shown to {each} subjects with its proof and to {each} with the sentences alone; nobody sees a claim twice.
3. Subjects mark for each item what they think the system decided, and how many seconds it took them. They get no answers.
4. Fill in `answers.csv`: `answer` is SUPPORTS, REFUTES or NOT ENOUGH INFO (S, R, N will do), `seconds` a number. Leave both empty
   where there is no answer.
5. `suffice natlog kit score FOLDER answers.csv`.

Replace no claim once subjects have seen it, and give the number of subjects before the test begins, not after a look at the figures.
The system's lexical knowledge: {kit.knowledge or "not told"}. Seed: {kit.seed}.
"""


def find_case(kit: Kit, subject: int, item: int) -> tuple[int, Condition]:
    """The case that an item of a sheet is, and how it was shown.

    Raises:
        UsageError: there is no such subject or item.
    """
    sheet = next((one for one in kit.sheets if one.subject == subject), None)
    if sheet is None:
        raise UsageError(f"no subject {subject}", remedy=f"there are 1 to {len(kit.sheets)}")
    if not 1 <= item <= len(sheet.items):
        raise UsageError(f"no item {item}", remedy=f"there are 1 to {len(sheet.items)}")
    return sheet.items[item - 1]


def decisions(cases: Sequence[Case]) -> dict[str, int]:
    """How many cases there are of each decision."""
    return {verdict: sum(case.proof.verdict == verdict for case in cases) for verdict in VERDICTS}
