"""Questions whose answer must meet several conditions, asked over made-up pages: with all pages, without one, with a rival."""

from __future__ import annotations

import pytest

from suffice.engine.certificate import Certificate
from suffice.extractors import Unit, read_lexicon
from suffice.search.verification import verify_certificate
from tests.search.asking import ask, make_asker

PAGES = {
    "The Tin Harbour": "The Tin Harbour is a 1987 drama film directed by Pell Dorn. It stars Oda Marsh and Lise Kolm as two "
    "sisters who run a lighthouse.",
    "Oda Marsh": "Oda Marsh (born 3 May 1950) is a Danish actress and singer. She was born in Aalborg.",
    "Lise Kolm": "Lise Kolm (born 1960) is a Swedish actress. She was born in Malmö.",
    "Pell Dorn": "Pell Dorn (12 June 1940 – 1 May 2001) was a Danish film director and former racing cyclist, "
    'nicknamed "the Baron".',
    "Gerd Velmo": "Gerd Velmo (1490–1552) was a Flemish painter. He was influenced by Tomas Askell and his pupils Ida Brenner "
    "and Jan Orrin.",
    "Tomas Askell": "Tomas Askell (1440–1512) was a Tuscan painter and architect from Siena.",
    "Ida Brenner": "Ida Brenner (1460–1530) was a Tuscan painter.",
    "Jan Orrin": "Jan Orrin was a Tuscan sculptor.",
    "Bo Tander": "Bo Tander (born 1975) is a Danish former footballer. He played professionally for Danish clubs Sabel Rovers "
    "and Korvia IF.",
    "Sabel Rovers": "Sabel Rovers is a Danish professional football club based in Sabel. The club has won three Danish "
    "championships and two cups.",
    "Korvia IF": "Korvia IF is a Danish professional football club based in Korvia.",
    "Norrin Air": "Norrin Air was a small airline. It was acquired in 2005 by Velmo Airways, and its routes were closed.",
    "Velmo Airways": "Velmo Airways is a low-cost airline based in Dorval. It was founded by Karl Brenner in 1988. The airline "
    "has 42 aircraft.",
    "Night Ferry": "Night Ferry is the third studio album by singer-songwriter Ewan Tolvar.",
    "Ewan Tolvar": "Ewan Tolvar (born 2 July 1971) is a singer-songwriter and guitarist from Portland, Oregon.",
    "Ostric Museum": "The Ostric Museum is a museum on Sabel Island. It was opened in 1950.",
    "Sabel Island": "Sabel Island is an island in the northern part of Dorval. It was founded as a colony in 1721.",
    "Lantern Club": "Lantern Club is a British television series. It was broadcast on Channel Nine and starred Una Kell and "
    "Ned Farrow as two rival detectives.",
    "Una Kell": "Una Kell is an Irish television and stage actress.",
    "Ned Farrow": "Ned Farrow is an English actor and comedian.",
    "Hal Brook": "Hal Brook (born 1966) is a British photographer. He is the father of Mia Brook.",
    "Mia Brook": "Mia Brook (born 1990) is a Welsh singer.",
    "Football Days 2011": "Football Days 2011 is a sports video game. The cover of the game features Rui Prado.",
    "Rui Prado": "Rui Prado (born 1985) is a Brazilian professional footballer who plays as a forward.",
    "Iron Bear": "Iron Bear is a video game developed by Kolm Games. It features Vera Stone (voiced by Tess Arlen), a hunter.",
    "Tess Arlen": 'Tess Arlen is a Canadian-American actress. Her major voice roles include animated series such as "Moon Pup" '
    'and the spin-off series "Moon Pup Now".',
    "Moon Pup Now": "Moon Pup Now is an animated spinoff series of Moon Pup.",
    "Moon Pup": "Moon Pup is an animated series.",
    "Battle of Orrin": "The Battle of Orrin was a battle between the Velmish Army and the Dorval Guard in 1644.",
    "Dorval Guard": "The Dorval Guard was the ground-based armed force of Dorval.",
    "Velmish Army": "The Velmish Army was the army of Velmo.",
    "Rosen Act": "The Rosen Act was a law written by Emil Rosen.",
    "Emil Rosen": "Emil Rosen was a Norwegian politician and lawyer. He served as mayor of Bergen.",
    "Anke Vos": "Anke Vos (born 1950) is a Dutch painter. She was taught by Lars Dahl.",
    "Lars Dahl": "Lars Dahl (1901 – 1970) was a Norwegian sculptor. He was born in Bergen.",
    "Torin Bridge": "The Torin Bridge was designed by Alan Reid and built by Orrin Works.",
    "Alan Reid": "Alan Reid (1820–1899) was a Scottish engineer. He founded Reid College.",
    "Orrin Works": "Orrin Works is an English engineering company with 300 employees.",
    "Quiet Sea": "Quiet Sea is a 1999 novel by Nils Holm. It won the Amber Prize.",
    "Nils Holm": "Nils Holm (born 1955) is a Swedish writer.",
    "Amber Prize": "The Amber Prize is a Nordic literary award founded by Greta Lund in 1961.",
    "Greta Lund": "Greta Lund was a Finnish publisher. She was born in Turku.",
    "Kolm Valley": "Kolm Valley is a valley in Dorval. It was explored by Karl Brenner, who was taught by Jan Orrin.",
    "Karl Brenner": "Karl Brenner (born 1901) was a German geologist who became known as the father of Dorval's railways.",
}

#: Question, the pages it needs, others that are there, the answer.
ANSWERED = [
    ("Gerd Velmo was influenced by which Tuscan painter and architect?", ["Gerd Velmo", "Tomas Askell"], ["Ida Brenner", "Jan Orrin"], "Tomas Askell"),
    ("Which Danish professional football club that has won three Danish championships did Bo Tander play for?", ["Bo Tander", "Sabel Rovers"], ["Korvia IF"], "Sabel Rovers"),
    ("Norrin Air was acquired in 2005 by a low-cost airline based where?", ["Norrin Air", "Velmo Airways"], [], "Dorval"),
    ("Norrin Air was acquired by a low-cost airline founded by whom?", ["Norrin Air", "Velmo Airways"], [], "Karl Brenner"),
    ("Norrin Air was acquired by a low-cost airline that was founded in what year?", ["Norrin Air", "Velmo Airways"], [], "1988"),
    ("Norrin Air was acquired by a low-cost airline that has how many aircraft?", ["Norrin Air", "Velmo Airways"], [], "42"),
    ("Night Ferry is the third studio album by a singer-songwriter from what state?", ["Night Ferry", "Ewan Tolvar"], [], "Oregon"),
    ("Night Ferry is an album by a singer-songwriter born in what year?", ["Night Ferry", "Ewan Tolvar"], [], "1971"),
    ("The Ostric Museum is located on an island founded as a colony in what year?", ["Ostric Museum", "Sabel Island"], [], "1721"),
    ("Lantern Club starred which Irish television and stage actress?", ["Lantern Club", "Una Kell"], ["Ned Farrow"], "Una Kell"),
    ("Lantern Club starred which English actor?", ["Lantern Club", "Ned Farrow"], ["Una Kell"], "Ned Farrow"),
    ("Hal Brook is the father of which Welsh singer?", ["Hal Brook", "Mia Brook"], [], "Mia Brook"),
    ("British photographer Hal Brook, known for his portraits, is father to which Welsh singer?", ["Hal Brook", "Mia Brook"], [], "Mia Brook"),
    ("Football Days 2011 includes which Brazilian footballer on the cover?", ["Football Days 2011", "Rui Prado"], [], "Rui Prado"),
    ("Iron Bear featured Vera Stone, who was voiced by a Canadian-American actress who has done voice roles for what Moon Pup spinoff series?", ["Iron Bear", "Tess Arlen", "Moon Pup Now"], ["Moon Pup"], "Moon Pup Now"),
    ("The Battle of Orrin was fought between the Velmish Army and what ground-based armed force?", ["Battle of Orrin", "Dorval Guard"], ["Velmish Army"], "Dorval Guard"),
    ("Anke Vos was taught by a Norwegian sculptor born where?", ["Anke Vos", "Lars Dahl"], [], "Bergen"),
    ("Anke Vos was taught by which Norwegian sculptor?", ["Anke Vos", "Lars Dahl"], [], "Lars Dahl"),
    ("Which Norwegian sculptor taught Anke Vos?", ["Anke Vos", "Lars Dahl"], [], "Lars Dahl"),
    ("The Torin Bridge was designed by a Scottish engineer who founded what college?", ["Torin Bridge", "Alan Reid"], [], "Reid College"),
    ("The Torin Bridge was built by an English engineering company with how many employees?", ["Torin Bridge", "Orrin Works"], [], "300"),
    ("Which Scottish engineer designed the Torin Bridge?", ["Torin Bridge", "Alan Reid"], ["Orrin Works"], "Alan Reid"),
    ("Which English engineering company built the Torin Bridge?", ["Torin Bridge", "Orrin Works"], ["Alan Reid"], "Orrin Works"),
    ("The novel Quiet Sea won a literary award founded by whom?", ["Quiet Sea", "Amber Prize"], [], "Greta Lund"),
    ("The Rosen Act was written by which Norwegian politician and lawyer?", ["Rosen Act", "Emil Rosen"], [], "Emil Rosen"),
    ("The Rosen Act was written by a Norwegian politician who served as mayor of what city?", ["Rosen Act", "Emil Rosen"], [], "Bergen"),
    ("Which Danish actress starred in The Tin Harbour?", ["The Tin Harbour", "Oda Marsh"], ["Lise Kolm"], "Oda Marsh"),
    ("The Tin Harbour starred which Danish actress and singer?", ["The Tin Harbour", "Oda Marsh"], ["Lise Kolm"], "Oda Marsh"),
    ("The Tin Harbour starred a Swedish actress born in what city?", ["The Tin Harbour", "Lise Kolm"], ["Oda Marsh"], "Malmö"),
    ("What Danish film director and former racing cyclist directed The Tin Harbour?", ["The Tin Harbour", "Pell Dorn"], [], "Pell Dorn"),
    ("In which 1987 drama film did Oda Marsh star?", ["The Tin Harbour"], ["Oda Marsh"], "The Tin Harbour"),
    ("Oda Marsh starred in which 1987 drama film?", ["The Tin Harbour"], ["Oda Marsh"], "The Tin Harbour"),
    ("Which 1999 novel was written by Nils Holm?", ["Quiet Sea"], ["Nils Holm"], "Quiet Sea"),
    ("Nils Holm wrote which 1999 novel that won the Amber Prize?", ["Quiet Sea"], ["Nils Holm"], "Quiet Sea"),
    ("Quiet Sea was written by a Swedish writer who was born in what year?", ["Quiet Sea", "Nils Holm"], [], "1955"),
    ("The Tin Harbour was directed by a Danish director who had what nickname?", ["The Tin Harbour", "Pell Dorn"], [], "the Baron"),
    ("The Amber Prize was founded by a Finnish publisher born where?", ["Amber Prize", "Greta Lund"], [], "Turku"),
    ("The director of The Tin Harbour was which Danish racing cyclist?", ["The Tin Harbour", "Pell Dorn"], [], "Pell Dorn"),
    ("Kolm Valley was explored by a German geologist who became known as the father of Dorval's railways?", ["Kolm Valley", "Karl Brenner"], [], "Karl Brenner"),
]  # fmt: skip


def of(*titles: str) -> list[tuple[str, str]]:
    return [(title, PAGES[title]) for title in titles]


@pytest.mark.parametrize(("question", "needed", "others", "answer"), ANSWERED)
def test_answers_and_without_any_needed_page_there_is_none(
    question: str, needed: list[str], others: list[str], answer: str
) -> None:
    """Each page states one of the conditions: without it nothing follows."""
    decision = ask(question, *of(*needed, *others))
    assert decision.answer == answer
    if len(needed) < 2:
        return
    for title in needed:
        left = [one for one in (*needed, *others) if one != title]
        assert ask(question, *of(*left)).answer is None, f"answered without {title}"


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("Gerd Velmo was influenced by which Tuscan painter?", ["Gerd Velmo", "Tomas Askell", "Ida Brenner"]),
        ("Which Danish professional football club did Bo Tander play for?", ["Bo Tander", "Sabel Rovers", "Korvia IF"]),
        ("The Tin Harbour starred which actress born in Europe?", ["The Tin Harbour", "Oda Marsh", "Lise Kolm"]),
    ],
)  # fmt: skip
def test_two_that_meet_every_condition_are_no_answer(question: str, titles: list[str]) -> None:
    assert ask(question, *of(*titles)).answer is None


TAUGHT = "Anke Vos was taught by which Norwegian sculptor?"


@pytest.mark.parametrize(
    "text",
    [
        "She was not taught by Lars Dahl.",
        "She was never taught by Lars Dahl.",
        "She was reportedly taught by Lars Dahl.",
        "She may have been taught by Lars Dahl.",
        "She would have been taught by Lars Dahl.",
        "She refused to be taught by Lars Dahl.",
        "Was she taught by Lars Dahl?",
        "She taught Lars Dahl.",
        "Her brother was taught by Lars Dahl.",
        "Pia Holt was taught by Lars Dahl.",
        "She met Lars Dahl, who was taught by Pia Holt.",
        "She was taught in Lars Dahl Street.",
    ],
)
def test_what_a_page_does_not_state_gives_no_candidate(text: str) -> None:
    page = "Anke Vos", f"Anke Vos (born 1950) is a Dutch painter. {text}"
    assert ask(TAUGHT, page, *of("Lars Dahl")).answer is None


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Lars Dahl (footballer)", "Lars Dahl is a Norwegian sculptor and footballer."),
        ("Lars Dahl Hansen", "Lars Dahl Hansen is a Norwegian sculptor."),
        ("Lars Dahl", "Lars Dahl is a Norwegian painter."),
        ("Lars Dahl", "Lars Dahl is a Swedish sculptor."),
        ("Lars Dahl", "Lars Dahl is not a Norwegian sculptor."),
        ("Lars Dahl", "Lars Dahl is a Norwegian painter married to a sculptor."),
        ("Pia Holt", "Pia Holt, a Norwegian sculptor, met Lars Dahl."),
    ],
)
def test_a_namesake_or_one_of_another_class_is_no_answer(title: str, text: str) -> None:
    assert ask(TAUGHT, *of("Anke Vos"), (title, text)).answer is None


def test_a_class_may_be_stated_in_passing() -> None:
    """`The Norwegian sculptor Lars Dahl`: said of him by name, if not on a page of his own."""
    page = "Anke Vos", "Anke Vos is a Dutch painter. She was taught by the Norwegian sculptor Lars Dahl."
    assert ask(TAUGHT, page).answer == "Lars Dahl"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Lars Dahl is a sculptor. He was a Norwegian judge.", "Lars Dahl"),
        ("Lars Dahl is a Norwegian lawyer. He worked as a sculptor.", "Lars Dahl"),
        ("Lars Dahl is a Norwegian lawyer. He was never a sculptor.", None),
        ("Lars Dahl is a Norwegian lawyer. His father sold wine. He was a sculptor.", None),
        ("Lars Dahl is a Norwegian lawyer. Emil Rosen met him. He was a sculptor.", None),
        ("Lars Dahl is a Norwegian lawyer. He was a friend of a sculptor.", None),
    ],
)
def test_a_class_may_be_stated_in_later_sentences_about_the_topic(text: str, answer: str | None) -> None:
    assert ask(TAUGHT, *of("Anke Vos"), ("Lars Dahl", text)).answer == answer


@pytest.mark.parametrize("number", [0, 1, 6, 14, 19, 28, 31, 36])
def test_certificates_verify_and_a_changed_page_breaks_them(number: int) -> None:
    """Reading, lookups and links are made anew from question and pages."""
    question, needed, others, _ = ANSWERED[number]
    units = [Unit(f"u{place}", *page) for place, page in enumerate(of(*needed, *others), start=1)]
    certificate = make_asker(units).ask(question).outcome
    assert isinstance(certificate, Certificate)
    known = {unit.id: unit for unit in units}
    assert verify_certificate(certificate, known, read_lexicon(), None) == []
    for link in certificate.links:
        unit = known[link.unit]
        start, end = link.start or 0, link.end or 0
        text = f"{unit.text[:start]}{'-' * (end - start)}{unit.text[end:]}"
        changed = {**known, unit.id: Unit(unit.id, unit.title, text)}
        assert verify_certificate(certificate, changed, read_lexicon(), None)


def test_where_something_is_its_introduction_says() -> None:
    """Another place that its page names is not where it is."""
    page = (
        "Velm Lake",
        "Velm Lake is a lake. It was modelled after a lake in Sabel, a country. It was visited by a king of Sabel.",
    )
    country = "Sabel", "Sabel is a country in the north. It was founded in 1721."
    question = "Velm Lake is in a country founded in what year?"
    assert ask(question, page, country).answer is None
    assert ask(question, (page[0], "Velm Lake is a lake in Sabel."), country).answer == "1721"
