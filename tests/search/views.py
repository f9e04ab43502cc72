"""What the tests of policies share: a small family of records, pages written by hand, views of them."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader, seal_text, textual_seals, write_block
from suffice.rules import parse_program
from suffice.search.inquiry import Inquiry, Round, View

RULES = parse_program("""
answer(P) :- asked(N), final(R, N, P), valid(R).
answer(P) :- asked(N), bridge(R, N, A), valid(R), storage(S, A, P), valid(S).
valid(R) :- status(R, controlling), signed(R, I).
claimed(R, P) :- asked(N), final(R, N, P).
claimed(R, P) :- asked(N), bulletin(R, N, P).
goal(answer, 1). functional(answer, 1).
#defined asked/1.
evidence(final, 3). column(final, 1, holder). column(final, 2, place).
evidence(bulletin, 3). column(bulletin, 1, holder). column(bulletin, 2, place).
evidence(bridge, 3). column(bridge, 1, holder). column(bridge, 2, archive).
evidence(storage, 3). column(storage, 1, archive). column(storage, 2, place).
evidence(status, 2). evidence(signed, 2). evidence(docket, 2).
lookup(final, 3, "signed controlling final record {1}").
lookup(bridge, 3, "signed controlling bridge record {1}").
lookup(storage, 3, "signed controlling storage record {1}").
""")
QUESTION = "Where is the sealed ledger of Velkor kept?"

NAMES = st.sampled_from(
    ["kolm", "tarn", "vesk", "ledger", "archive", "keeper", "the", "of", "rain", "quay", "loft"]
)
PAGES = st.lists(
    st.tuples(st.lists(NAMES, max_size=3), st.lists(NAMES, max_size=12)).map(
        lambda words: (" ".join(words[0]), " ".join(words[1]))
    ),
    max_size=6,
)


def number(texts: Sequence[tuple[str, str]]) -> list[Unit]:
    """Pages of titles and texts."""
    return [Unit(f"p{place}", title, text) for place, (title, text) in enumerate(texts, start=1)]


def bulletin(page: str, place: str, words: str = "The sealed ledger of Velkor is kept in") -> Unit:
    """An unsigned page that claims something."""
    block = write_block({"record": "bulletin", "status": "provisional", "holder": "Velkor", "place": place})
    return Unit(page, "Velkor", f"{words} {place}. {block}")


def record(page: str, kind: str, **fields: str) -> Unit:
    """A signed, controlling record."""
    whole = {"record": kind, "status": "controlling", "signed": "Office", "docket": f"D{page}", **fields}
    return Unit(
        page,
        f"Entry {page}",
        f"A signed and controlling {kind} record of the Office. {write_block(whole, seal_text(whole))}",
    )


def see(
    pages: Sequence[Unit], *, question: str = QUESTION, found: Sequence[Unit] = (), rounds: int | None = None
) -> View:
    """A view of initial pages, and of pages found by so many queries (one if anything was found)."""
    asked = Inquiry(premise="", decisiveness="", query="", expected_discriminator="")
    done = (1 if found else 0) if rounds is None else rounds
    return View(
        question,
        RULES,
        PageReader(RULES, textual_seals),
        (*pages, *found),
        len(pages),
        (Round(inquiry=asked),) * done,
        2 - done,
    )
