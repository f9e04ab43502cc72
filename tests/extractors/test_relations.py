"""Relations beyond 2Wiki's: how questions ask for them, how pages state them, and what only looks like it."""

import pytest

from suffice.extractors import Reader, Unit, find_statements, read_lexicon
from suffice.search.readers import make_readers

LEXICON = read_lexicon()
READER = Reader(cache=None)
READERS, _ = make_readers(["lexicon", "open"], LEXICON)


def lookups(question: str) -> list[str]:
    """The wordings of the lookups that a question is read into."""
    readings = next(filter(None, (reader.read(question) for reader in READERS)), [])
    if not readings:
        return []
    worded = {one.name: one.wording for one in readings[0].described}
    worded |= {name: entry.word_lookup(name) for name, entry in LEXICON.relation.items()}
    return [worded[atom.name] for atom in readings[0].rules[0].positive if atom.name in worded]


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who wrote the lyrics of Hollow Lanterns?", "lyricist"),
        ("Who was The Grey Ferry painted by?", "painter"),
        ("Which museum houses The Grey Ferry?", "collection"),
        ("Who is the protagonist of The Tin Harbour?", "protagonist"),
        ("Which film series is The Tin Harbour part of?", "series"),
        ("What is the sequel to The Tin Harbour?", "sequel"),
        ("What film is the sequel to The Tin Harbour?", "sequel"),
        ("Which novel is The Tin Harbour based on?", "based_on"),
        ("Where is The Tin Harbour set?", "set_in"),
        ("In which city does The Tin Harbour take place?", "set_in"),
        ("When did The Long Bell premiere?", "premiere"),
        ("What is Oda Marsh's birth name?", "birth_name"),
        ("In which city does Oda Marsh live?", "residence"),
        ("Which band is Oda Marsh the lead singer of?", "member_of"),
        ("In which branch of the military did Pell Dorn serve?", "military_branch"),
        ("In which war did Pell Dorn fight?", "conflict"),
        ("What religion did Pell Dorn convert to?", "religion"),
        ("What musical instrument does Oda Marsh play?", "instrument"),
        ("What team drafted Bo Ekdal?", "drafted_by"),
        ("Which company did Pell Dorn found?", "founder_of"),
        ("Who was Orla Venn succeeded by?", "successor"),
        ("Who did Orla Venn succeed?", "replaced"),
        ("Who is the CEO of Meridian Motors?", "ceo"),
        ("Who chairs Meridian Motors?", "chairman"),
        ("Who is the head coach of Brondal Rovers?", "head_coach"),
        ("Who is the mayor of Ketta?", "mayor"),
        ("Which league do Brondal Rovers play in?", "league"),
        ("Where do Brondal Rovers play their home games?", "home_venue"),
        ("Which team plays its home games at Dell Arena?", "tenant"),
        ("What company operates Ketta Airport?", "operator"),
        ("Where were The Quarrymen of Dell formed?", "formed_in"),
        ("On which stock exchange is Meridian Motors listed?", "stock_exchange"),
        ("When was Harrow Union dissolved?", "dissolved"),
        ("Which county is Ketta the county seat of?", "capital_of"),
        ("What county is Ketta in?", "county"),
        ("In which county is Ketta located?", "county"),
        ("Which river flows through Ketta?", "river_through"),
        ("Where does the Ardle River rise?", "source_of_river"),
        ("On which island is Ketta located?", "island"),
        ("Which mountain range is Mount Orrin part of?", "mountain_range"),
        ("What is the highest point in Ardland?", "highest_point"),
        ("What is the largest city of Ardland?", "largest_city"),
        ("What is the official language of Ardland?", "official_language"),
        ("What currency does Ardland use?", "currency"),
        ("Which town is Ketta twinned with?", "twin_town"),
        ("In which constellation is Orrin 4 located?", "constellation"),
        ("When was Harrow Bridge built?", "built"),
        ("Who invented the Orrin Lamp?", "inventor"),
        ("Where was the Battle of Dell fought?", "event_place"),
        ("When did the Battle of Dell take place?", "event_date"),
        ("Who won the Brondal Cup?", "winner"),
        ("Which label is Oda Marsh signed to?", "record_label"),
        ("What is Oda Marsh's record label?", "record_label"),
        ("Which company published Harrow Tales?", "publisher"),
        ("Who was Meridian Press founded by?", "founded_by"),
        ("What company is Meridian Press owned by?", "owner"),
        ("Which network aired The Long Bell?", "broadcaster"),
        ("Which political party does Orla Venn belong to?", "party"),
        ("Which organization is Meridian Press part of?", "part_of"),
        ("Which body of water does Harrow Bridge cross?", "crosses"),
        ("Where does the Ardle River empty?", "mouth"),
        ("Who was Harrow Bridge designed by?", "architect"),
        ("Which university did Oda Marsh attend?", "educated_at"),
        ("In which cemetery is Oda Marsh buried?", "place_of_burial"),
    ],
)
def test_how_a_relation_is_asked_for(question: str, relation: str) -> None:
    assert lookups(question) == [LEXICON.relation[relation].word_lookup(relation)]


@pytest.mark.parametrize(
    ("question", "wordings"),
    [
        ("What county was Oda Marsh born in?", ["Where was {0} born?", "In which county is {0}?"]),
        (
            "In what county is the birthplace of Oda Marsh?",
            ["Where was {0} born?", "In which county is {0}?"],
        ),
        ("What state is Oda Marsh's place of death in?", ["Where did {0} die?", "In which state is {0}?"]),
        (
            "Which label is the performer of Hollow Lanterns signed to?",
            ["Who performed {0}?", "What is the record label of {0}?"],
        ),
        (
            "What does the river that flows through Ketta flow into?",
            ["Which river flows through {0}?", "What does {0} flow into?"],
        ),
        (
            "In which war did the father of Pell Dorn fight?",
            ["Who is the father of {0}?", "In which war did {0} fight?"],
        ),
        (
            "Who is the head coach of the team Bo Ekdal plays for?",
            ["What team did {0} play for?", "Who is the head coach of {0}?"],
        ),
        (
            "Who is the chairman of the party that Orla Venn is a member of?",
            ["Which political party was {0} a member of?", "Who is the chairman of {0}?"],
        ),
        (
            "Who founded the university where Oda Marsh studied?",
            ["Where did {0} graduate from?", "Who founded {0}?"],
        ),
        (
            "When was the sequel to The Tin Harbour released?",
            ["What is the sequel of {0}?", "When was {0} released?"],
        ),
        (
            "What is the parent company of the label that released Hollow Lanterns?",
            ["What is the record label of {0}?", "Who owns {0}?"],
        ),
        (
            "When did the publisher of Harrow Tales close?",
            ["Who publishes {0}?", "When was {0} dissolved?"],
        ),
    ],
)
def test_how_descriptions_reach_it(question: str, wordings: list[str]) -> None:
    assert lookups(question) == wordings


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Which board game was published most recently, Marsh Quest or Tin Quest?", "publisher"),
        ("Which company was founded first, Meridian Press or Dell Press?", "founded_by"),
        ("What character did Oda Marsh play in The Tin Harbour?", "tenant"),
        ("What did Oda Marsh study?", "educated_at"),
        ("In which year was The Tin Harbour set up?", "set_in"),
        ("In which year was Oda Marsh buried?", "place_of_burial"),
        ("What year was the Brondal Cup held?", "event_place"),
    ],
)
def test_what_does_not_ask_for_it(question: str, relation: str) -> None:
    assert LEXICON.relation[relation].word_lookup(relation) not in lookups(question)


STATED = [
    ("lyricist", "Hollow Lanterns", "Hollow Lanterns is a song with lyrics by Pell Dorn.", "Pell Dorn"),
    ("painter", "The Grey Ferry", "The Grey Ferry is a painting by the Danish artist Una Kell.", "Una Kell"),
    ("collection", "The Grey Ferry", "The Grey Ferry is a painting. It is housed in the Dell Museum.", "Dell Museum"),
    ("series", "Harrow Tales", "Harrow Tales is the third novel in the Marsh Quest series.", "Marsh Quest"),
    ("series", "The Gap", "The Gap is the fourth episode of the American television series The Long Bell.", "The Long Bell"),
    ("sequel", "The Tin Harbour", "The Tin Harbour is a film. It was followed by The Tin Island.", "The Tin Island"),
    ("based_on", "The Tin Harbour", "The Tin Harbour is a film based on the 1921 novel Harrow Tales by Una Kell.", "Harrow Tales"),
    ("set_in", "The Tin Harbour", "The Tin Harbour is a 1980 film set in Ketta.", "Ketta"),
    ("premiere", "The Long Bell", "The Long Bell is a sitcom. The series premiered on 4 May 2004.", "4 May 2004"),
    ("birth_name", "Oda Marsh", "Oda Marsh (born Oda Lise Kell; 4 May 1950) is a singer.", "Oda Lise Kell"),
    ("residence", "Oda Marsh", "Oda Marsh is a singer. She lives in Ketta.", "Ketta"),
    ("member_of", "Oda Marsh", "Oda Marsh is the lead singer of the band Dell Lights.", "Dell Lights"),
    ("member_of", "Oda Marsh", "Oda Marsh was the fifth president of the Dell Polar Society.", "Dell Polar Society"),
    ("performer", "Cold Brook", "Cold Brook is Oda Marsh' second studio album.", "Oda Marsh"),
    ("military_branch", "Pell Dorn", "Pell Dorn was an officer in the United States Navy.", "United States Navy"),
    ("conflict", "Pell Dorn", "Pell Dorn was a general. He fought in the Dell War.", "Dell War"),
    ("position_held", "Pell Dorn", "Pell Dorn is a lawyer who served as Governor of Ardland.", "Governor of Ardland"),
    ("religion", "Pell Dorn", "Pell Dorn was a poet. He converted to Islam.", "Islam"),
    ("instrument", "Oda Marsh", "Oda Marsh is a musician. She plays the cello.", "cello"),
    ("drafted_by", "Bo Ekdal", "Bo Ekdal is a player. He was drafted in the second round by the Brondal Rovers.", "Brondal Rovers"),
    ("founder_of", "Pell Dorn", "Pell Dorn is a businessman and the founder of Meridian Motors.", "Meridian Motors"),
    ("successor", "Orla Venn", "Orla Venn was a judge. She was succeeded by Una Kell.", "Una Kell"),
    ("replaced", "Orla Venn", "Orla Venn was a king. He succeeded his father Gerd Venn.", "Gerd Venn"),
    ("ceo", "Meridian Motors", "Meridian Motors is a carmaker. Its CEO is Una Kell.", "Una Kell"),
    ("chairman", "Meridian Motors", "Meridian Motors is a carmaker. It is chaired by Una Kell.", "Una Kell"),
    ("head_coach", "Brondal Rovers", "Brondal Rovers is a team. They are coached by Una Kell.", "Una Kell"),
    ("mayor", "Ketta", "Ketta is a town. Its mayor is Una Kell.", "Una Kell"),
    ("league", "Brondal Rovers", "Brondal Rovers is a club that plays in the Dell League.", "Dell League"),
    ("home_venue", "Brondal Rovers", "Brondal Rovers is a club. The team plays its home games at Dell Arena.", "Dell Arena"),
    ("tenant", "Dell Arena", "Dell Arena is a stadium. It is the home ground of Brondal Rovers.", "Brondal Rovers"),
    ("operator", "Ketta Airport", "Ketta Airport is an airport operated by Meridian Air.", "Meridian Air"),
    ("formed_in", "Dell Lights", "Dell Lights are a band formed in 1990 in Ketta.", "Ketta"),
    ("stock_exchange", "Meridian Motors", "Meridian Motors is listed on the Ketta Stock Exchange.", "Ketta Stock Exchange"),
    ("dissolved", "Harrow Union", "Harrow Union was a union. It was dissolved in 1954.", "1954"),
    ("capital_of", "Ketta", "Ketta is a city and the county seat of Dell County.", "Dell County"),
    ("county", "Ketta", "Ketta is a town in Dell County, Ohio.", "Dell County"),
    ("county", "Ketta", "Ketta is an unincorporated community in Rowe Township, Dell County, Ohio.", "Dell County"),
    ("river_through", "Ketta", "Ketta is a town on the banks of the Ardle River.", "Ardle River"),
    ("source_of_river", "Ardle River", "The Ardle River is a river. It rises in the Orrin Hills.", "Orrin Hills"),
    ("island", "Ketta", "Ketta is a village on the island of Brondal.", "Brondal"),
    ("water", "Ketta", "Ketta is a village on the southern shore of Lake Dell.", "Lake Dell"),
    ("mountain_range", "Mount Orrin", "Mount Orrin is a peak in the Dell Mountains.", "Dell Mountains"),
    ("highest_point", "Ardland", "Ardland is a region. Its highest point is Mount Orrin.", "Mount Orrin"),
    ("largest_city", "Ardland", "Ardland is a region. The largest city is Ketta.", "Ketta"),
    ("official_language", "Ardland", "Ardland is a region. The official language is Danish.", "Danish"),
    ("twin_town", "Ketta", "Ketta is a town. It is twinned with Brondal.", "Brondal"),
    ("constellation", "Orrin 4", "Orrin 4 is a star in the constellation of Lyra.", "Lyra"),
    ("built", "Harrow House", "Harrow House is a house that was built in 1820.", "1820"),
    ("inventor", "Orrin Lamp", "The Orrin Lamp is a lamp invented by Pell Dorn.", "Pell Dorn"),
    ("event_place", "Brondal Cup", "The Brondal Cup is a race. It was held in Ketta.", "Ketta"),
    ("event_date", "Battle of Dell", "The Battle of Dell was fought on 4 May 1704.", "4 May 1704"),
    ("winner", "Brondal Cup", "The Brondal Cup was won by Una Kell.", "Una Kell"),
]  # fmt: skip


def stated(relation: str, title: str, text: str) -> list[str]:
    [passage] = READER.read([Unit("u1", title, text)])
    return [found.surface for found in find_statements(passage, relation, LEXICON)]


@pytest.mark.parametrize(("relation", "title", "text", "value"), STATED)
def test_how_a_page_states_it(relation: str, title: str, text: str, value: str) -> None:
    assert stated(relation, title, text) == [value]


@pytest.mark.parametrize(
    ("relation", "title", "text"),
    [
        ("sequel", "The Tin Harbour", "The Tin Harbour is a film. The screening was followed by a talk."),
        ("based_on", "The Tin Harbour", "The Tin Harbour is a film based on the novel of the same name."),
        ("member_of", "Oda Marsh", "Oda Marsh was the fifth president of the United States."),
        ("member_of", "Oda Marsh", "Oda Marsh is a singer. Her brother is a member of Dell Lights."),
        ("military_branch", "Pell Dorn", "Pell Dorn was a lawyer who served in the Ardland Senate."),
        ("conflict", "Pell Dorn", "Pell Dorn served in the Ardland Senate."),
        ("instrument", "Oda Marsh", "Oda Marsh is an actress. She played the villain."),
        ("league", "Oda Marsh", "Oda Marsh is a singer who played in the Dell Orchestra."),
        ("successor", "Orla Venn", "Orla Venn was a judge. Her father was succeeded by Una Kell."),
        ("ceo", "Meridian Motors", "Meridian Motors is a carmaker. Its rival's CEO is Una Kell."),
        ("county", "Ketta", "Ketta is a town in Ohio. Oda Marsh moved to Dell County."),
        ("river_through", "Ketta", "Ketta is a town on the railway to Brondal."),
        ("mountain_range", "Mount Orrin", "Mount Orrin is a peak in the north of Ardland."),
        ("capital_of", "Ketta", "Ketta is a town north of Brondal, the capital of Ardland."),
        ("inventor", "Orrin Lamp", "The Orrin Lamp is a lamp. It was not invented by Pell Dorn."),
        ("event_place", "Brondal Cup", "The Brondal Cup is a race. The ball was held in Ketta."),
        ("winner", "Brondal Cup", "The Brondal Cup might be won by Una Kell."),
        ("collection", "Brondal Cup", "The Brondal Cup is a race held in Ketta."),
        ("head_coach", "Dell Arena", "Dell Arena is an arena. It is managed by Meridian Sports."),
        ("tenant", "Harrow House", "Harrow House is a house. It was the home of Pell Dorn."),
        ("capital_of", "Harrow Inn", "Harrow Inn is an inn in the Dell county seat of Ketta."),
        ("founder_of", "Harrow Union", "Harrow Union was a union. Established May 1920 in Ketta."),
        ("drafted_by", "The Tin Harbour", "The Tin Harbour is a film. It was selected for a list by the Dell Library."),
        ("island", "Dell College", "Dell College is a college in Ketta, Rhode Island."),
        ("sequel", "Pell Dorn", "Pell Dorn won five awards, followed by Una Kell with three."),
        ("stock_exchange", "Harrow House", "Harrow House is listed on the National Register of Historic Places."),
    ],
)  # fmt: skip
def test_what_a_page_does_not_state(relation: str, title: str, text: str) -> None:
    assert stated(relation, title, text) == []


def test_every_relation_that_a_file_adds_can_be_asked_for() -> None:
    """By a noun or by a whole question; and each is stated somehow."""
    for name, relation in LEXICON.relation.items():
        if relation.open:
            assert relation.name or relation.ask, name
            assert relation.states, name
