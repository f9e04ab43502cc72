"""What a page says of another thing of nearly the same name, and what is only claimed, planned or former, states nothing."""

from __future__ import annotations

import pytest

from suffice.cli.common import read_rules
from suffice.extractors import Reader, Unit, read_lexicon
from suffice.search import Asker, build_index
from suffice.search.readers import default_readers, make_readers

LEXICON = read_lexicon()


def ask(question: str, *passages: tuple[str, str]) -> str | None:
    """The answer over some passages, by default readers."""
    readers, linkers = make_readers(default_readers(None), LEXICON)
    units = [Unit(f"u{place}", *one) for place, one in enumerate(passages)]
    asker = Asker(
        {unit.id: unit for unit in units},
        build_index(units),
        LEXICON,
        read_rules(()),
        Reader(None),
        readers=readers,
        linkers=linkers,
    )
    return asker.ask(question).answer


@pytest.mark.parametrize(
    ("question", "title", "text"),
    [
        ("When did the Sarn Canal open?", "Sarn Canal", "The Sarn Canal is a waterway. The Little Sarn Canal opened in 1891."),
        ("Who opened the Sarn Canal?", "Sarn Canal Museum", "The Sarn Canal Museum is a museum. It was opened by Ann Ek."),
        ("What company bought the Holt Theatre?", "Holt Theatre", "The Holt Theatre is a theatre. The Velm Group bought the Little Holt Theatre in 1995."),
        ("What is the capital of Sarn County?", "Sarn County", "Sarn County is a county. Its former capital was Ristad."),
        ("Who was the 3rd mayor of Ristad?", "Bo Hest", "Bo Hest was a candidate for 3rd mayor of Ristad."),
        ("Where was Long Water recorded?", "Long Water", "Long Water is an album by Runa Falk, expected to be recorded at Marn Studios."),
        ("Who is the spouse of Rikard Tolle?", "Rikard Tolle", "Rikard Tolle was a painter. He married young and moved to Sarn Hill."),
        ("Who is the spouse of Rikard Tolle?", "Rikard Tolle", "Rikard Tolle was a painter. He married in 1950 and owed his success to Per Lund."),
        ("Where was Bo Hest buried?", "Bo Hest", "Bo Hest was a producer. He wished to be buried in Marn Cemetery."),
        ("When was Runa Falk born?", "Runa Falk", "Runa Falk was a singer. Some sources claim she was born in 1931."),
        ("Where was Runa Falk born?", "Runa Falk", "Runa Falk was a singer. A rumour has it that she was born in Oldby."),
    ],
)  # fmt: skip
def test_nothing_is_stated(question: str, title: str, text: str) -> None:
    assert ask(question, (title, text)) is None


@pytest.mark.parametrize(
    ("question", "title", "text", "answer"),
    [
        ("When did the Sarn Canal open?", "Sarn Canal", "The Sarn Canal is a waterway. The Sarn Canal opened in 1891.", "1891"),
        ("Who is the spouse of Rikard Tolle?", "Rikard Tolle", "Rikard Tolle was a painter. He was married in Oslo on 3 May 1950 to Runa Falk.", "Runa Falk"),
        ("Where was Bo Hest buried?", "Bo Hest", "Bo Hest was a producer. He was buried in Marn Cemetery.", "Marn Cemetery"),
    ],
)  # fmt: skip
def test_what_is_stated_is_answered(question: str, title: str, text: str, answer: str) -> None:
    assert ask(question, (title, text)) == answer


FILMS = (
    ("Long Night", "Long Night is a 1955 film directed by Olof Brenn."),
    ("Red Harbour", "Red Harbour is a 1960 film directed by Ann Ek."),
    ("Olof Brenn", "Olof Brenn (3 May 1900 - 1 June 1970) was a Danish director."),
    ("Ann Ek", "Ann Ek (4 May 1910 - 2 June 1990) was a Norwegian director."),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is older, the director of Long Night or Ann Ek?", "Olof Brenn"),
        ("Who was born first, the director of Long Night or the director of Red Harbour?", "Olof Brenn"),
        ("Which film has the director who was born first, Long Night or Red Harbour?", "Long Night"),
    ],
)
def test_a_comparison_answers_with_what_is_compared(question: str, answer: str) -> None:
    assert ask(question, *FILMS) == answer
