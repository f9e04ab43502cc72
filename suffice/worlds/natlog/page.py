"""A proof as a page of HTML that stands alone: both texts with their spans marked by step, and the steps as a table.

>>> from suffice.extractors.natlog import Prover, read_knowledge
>>> from suffice.extractors.passages import Unit
>>> proof = Prover(read_knowledge()).prove("A dog barked.", [Unit("u", "<b>Dogs", "A dog barked.")])
>>> "<b>" in proof_page(proof), "&lt;b&gt;" in proof_page(proof)
(False, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from suffice.extractors.natlog import Proof
from suffice.extractors.natlog.display import ProofRow, proof_rows, word_outcome
from suffice.worlds.fiction.report.markup import Html, document, join, table, tag

__all__ = ["STYLE", "proof_page", "proof_part"]

#: Marks of steps take turns.
_COLOURS = 6
#: Light and dark grounds of one hue, from Okabe and Ito 2008; what is the same in both texts has none.
STYLE = """\
:root { --m0: #cfe3f7; --m1: #fbe0b5; --m2: #cdeee0; --m3: #f3d3e6; --m4: #f6f0a8; --m5: #e3d6f5; }
@media (prefers-color-scheme: dark) { :root { --m0: #1d4468; --m1: #634408; --m2: #11513d; --m3: #5f2f4b; --m4: #55500a;
  --m5: #453166; } }
mark { color: inherit; background: var(--shade); border-radius: .2em; padding: .05em .15em; }
mark.m0 { background: var(--m0); } mark.m1 { background: var(--m1); } mark.m2 { background: var(--m2); }
mark.m3 { background: var(--m3); } mark.m4 { background: var(--m4); } mark.m5 { background: var(--m5); }
mark.gap { background: none; outline: 1.5px dashed var(--unsafe); }
mark sup { font-size: .65em; padding-left: .15em; color: var(--soft); }
.texts dd { overflow-wrap: anywhere; white-space: pre-wrap; max-width: 60rem; }
.proof :is(th, td) { text-align: left; white-space: normal; overflow-wrap: break-word; }
.verdict { font-size: 1.1em; font-weight: 600; }
"""


def proof_page(proof: Proof, title: str = "Proof") -> Html:
    """A whole page; nothing in it is loaded or runs.

    Args:
        proof: any.
        title: of the page.
    """
    return document(title, tag("h1", title), *proof_part(proof), style=STYLE)


def proof_part(proof: Proof, *, outcome: bool = True) -> list[Html]:
    """The texts and the table, for a page.

    Args:
        proof: any.
        outcome: whether to tell the verdict and what is missing.
    """
    rows = proof_rows(proof)
    colours = _colours(rows)
    claim = _marked(proof.claim, (0, len(proof.claim)), [(row.claim_span, row) for row in rows], colours)
    texts = [tag("dt", "Claim"), tag("dd", claim)]
    if proof.evidence is not None:
        text = proof.evidence.text
        marked = _marked(text, (0, len(text)), [(row.evidence_span, row) for row in rows], colours)
        texts += [tag("dt", "Evidence"), tag("dd", marked)]
        if proof.evidence.title:
            texts += [tag("dt", "Title"), tag("dd", proof.evidence.title)]
    parts = [tag("dl", *texts, class_="texts")]
    if rows:
        parts.append(_table(rows))
    if outcome:
        parts.append(tag("p", word_outcome(proof), class_="verdict"))
        if proof.gaps:
            needed = (tag("li", f"{gap.needed} ({gap.reason})") for gap in proof.gaps)
            parts += [tag("p", "What would have to be added:"), tag("ul", *needed)]
    return parts


def _colours(rows: Iterable[ProofRow]) -> dict[int, str]:
    """The class of each row's marks."""
    found: dict[int, str] = {}
    turn = 0
    for row in rows:
        if row.is_gap:
            found[row.number] = "gap"
        elif row.evidence != row.claim:
            found[row.number] = f"m{turn % _COLOURS}"
            turn += 1
    return found


def _marked(
    text: str,
    whole: tuple[int, int],
    spans: Sequence[tuple[tuple[int, int], ProofRow]],
    colours: dict[int, str],
) -> Html:
    """A text with its spans marked; a span that is empty, or that another has begun, is left unmarked."""
    at, end = whole
    parts: list[Html | str] = []
    for (start, stop), row in sorted(spans, key=lambda one: one[0]):
        if not at <= start < stop <= end:
            continue
        number = tag("sup", row.number)
        parts += [text[at:start], tag("mark", text[start:stop], number, class_=colours.get(row.number))]
        at = stop
    return join(*parts, text[at:end])


def _table(rows: Iterable[ProofRow]) -> Html:
    return table(
        "Each step rewrites a part of the evidence into a part of the claim",
        ("step", "evidence", "claim", "sign", "relation", "stands in", "why"),
        (
            (
                row.number,
                row.evidence or "(nothing)",
                row.claim or "(nothing)",
                row.sign,
                row.relation,
                row.operators,
                row.why,
            )
            for row in rows
        ),
        class_="proof",
    )
