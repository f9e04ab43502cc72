"""Chains of two and three lookups, in the words of people who ask for them: every question is read into the lookups beside it."""

from __future__ import annotations

import pytest

from tests.extractors.test_open_families import lookups

#: Questions, what they name, and their lookups in order.
CHAINS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Who is the spouse of the actor who played Mona Ek in The Tin Harbour?",
        "Mona Ek",
        ("Who played {0} in The Tin Harbour?", "Who is the spouse of {0}?"),
    ),
    (
        "What is the record label of the performer of Tidal Blue?",
        "Tidal Blue",
        ("Who performed {0}?", "What is the record label of {0}?"),
    ),
    (
        "What is the capital of the country where Orrin Falls is located?",
        "Orrin Falls",
        ("In which country is {0}?", "What is the capital of {0}?"),
    ),
    (
        "What is the population of the state where Orrin High School is?",
        "Orrin High School",
        ("In which state is {0}?", "What is the population of {0}?"),
    ),
    (
        "Who is the mayor of the city Orrin Hall is in?",
        "Orrin Hall",
        ("In which city is {0}?", "Who is the mayor of {0}?"),
    ),
    (
        "What is the birthplace of The Tin Harbour's composer?",
        "The Tin Harbour",
        ("Who composed {0}?", "Where was {0} born?"),
    ),
    (
        "Who is the father of the director of The Tin Harbour?",
        "The Tin Harbour",
        ("Who directed {0}?", "Who is the father of {0}?"),
    ),
    (
        "Who founded the company that manufactured the Sabel R4?",
        "Sabel R4",
        ("Who manufactured {0}?", "Who founded {0}?"),
    ),
    (
        "What country is the birthplace of Ann Ek located in?",
        "Ann Ek",
        ("Where was {0} born?", "In which country is {0} located?"),
    ),
    (
        "When was the university where Keld Marsh studied founded?",
        "Keld Marsh",
        ("Where did {0} graduate from?", "When was {0} founded?"),
    ),
    (
        "Who is the child of the person who wrote Grey Days?",
        "Grey Days",
        ("Who wrote {0}?", "Who is a child of {0}?"),
    ),
    (
        "Who owns the record label of the band that performed Tidal Blue?",
        "Tidal Blue",
        ("Who performed {0}?", "What is the record label of {0}?", "Who owns {0}?"),
    ),
    (
        "In what county is the birthplace of Keld Marsh?",
        "Keld Marsh",
        ("Where was {0} born?", "In which county is {0}?"),
    ),
    (
        "Which county shares a border with the county where Orrin is located?",
        "Orrin",
        ("In which county is {0}?", "Which county shares a border with {0}?"),
    ),
    (
        "What is the capital of the county that shares a border with Damer County?",
        "Damer County",
        ("Which county shares a border with {0}?", "What is the capital of {0}?"),
    ),
    (
        "Who is the president of the country of citizenship of Keld Marsh?",
        "Keld Marsh",
        ("What nationality is {0}?", "Who is the president of {0}?"),
    ),
    (
        "When did the country where Dorval River is found gain independence?",
        "Dorval River",
        ("In which country is {0}?", "When did {0} gain independence?"),
    ),
    (
        "What league does the team Bo Tander played for compete in?",
        "Bo Tander",
        ("What team did {0} play for?", "Which league does {0} play in?"),
    ),
    (
        "Who is the owner of the team that plays at Orrin Park?",
        "Orrin Park",
        ("Which team plays at {0}?", "Who owns {0}?"),
    ),
    ("Where did the author of Grey Days die?", "Grey Days", ("Who wrote {0}?", "Where did {0} die?")),
    (
        "In which city was the performer of Hello Varde born?",
        "Hello Varde",
        ("Who performed {0}?", "Where was {0} born?"),
    ),
    (
        "What year did the manufacturer of the Sabel R4 dissolve?",
        "Sabel R4",
        ("Who manufactured {0}?", "What year did {0} dissolve?"),
    ),
    (
        "Who is the spouse of the performer of Hello Varde?",
        "Hello Varde",
        ("Who performed {0}?", "Who is the spouse of {0}?"),
    ),
    (
        "What is the largest city in the state where Orrin Mounds is located?",
        "Orrin Mounds",
        ("In which state is {0}?", "What is the largest city of {0}?"),
    ),
    (
        "How many people work in the university that Ann Ek attended?",
        "Ann Ek",
        ("Where did {0} graduate from?", "How many people work in {0}?"),
    ),
    (
        "What was the cause of death of the father of Bo Tander?",
        "Bo Tander",
        ("Who is the father of {0}?", "What did {0} die of?"),
    ),
    (
        "Where was the father of the composer of Hello Varde educated?",
        "Hello Varde",
        ("Who composed {0}?", "Who is the father of {0}?", "Where did {0} graduate from?"),
    ),
    (
        "Who is the chairman of the bank that bought Dorval Financial?",
        "Dorval Financial",
        ("Which bank bought {0}?", "Who is the chairman of {0}?"),
    ),
    (
        "When was the first president of the country where Orrin is located born?",
        "Orrin",
        ("In which country is {0}?", "Who is the first president of {0}?", "When was {0} born?"),
    ),
    (
        "What is the place of death of the author of Grey Days?",
        "Grey Days",
        ("Who wrote {0}?", "Where did {0} die?"),
    ),
    (
        "In which country is the city where Keld Marsh died?",
        "Keld Marsh",
        ("Where did {0} die?", "In which country is {0}?"),
    ),
    (
        "What political party was the father of Ann Ek a member of?",
        "Ann Ek",
        ("Who is the father of {0}?", "Which political party was {0} a member of?"),
    ),
    (
        "Who is the mother of the singer of Hello Varde?",
        "Hello Varde",
        ("Who performed {0}?", "Who is the mother of {0}?"),
    ),
    (
        "What shares a border with the county where Orrin Township is?",
        "Orrin Township",
        ("In which county is {0}?", "What shares a border with {0}?"),
    ),
    (
        "Who was in charge of the country where Orrin Lake is located?",
        "Orrin Lake",
        ("In which country is {0}?", "Who was the leader of {0}?"),
    ),
    (
        "What is the record label of the band that Ann Ek is a member of?",
        "Ann Ek",
        ("What is {0} a member of?", "What is the record label of {0}?"),
    ),
    (
        "Who is the head coach of the team Bo Tander plays for?",
        "Bo Tander",
        ("What team did {0} play for?", "Who is the head coach of {0}?"),
    ),
    (
        "What is the area code of the city where Orrin College is located?",
        "Orrin College",
        ("In which city is {0}?", "What is the area code of {0}?"),
    ),
    (
        "What is the official language of the country where Bo Tander was born?",
        "Bo Tander",
        ("Where was {0} born?", "In which country is {0}?", "What is the official language of {0}?"),
    ),
    (
        "When was the owner of Dorval Records founded?",
        "Dorval Records",
        ("Who owns {0}?", "When was {0} founded?"),
    ),
    (
        "Who was the husband of the woman who played Mona in The Tin Harbour?",
        "Mona",
        ("Who played {0} in The Tin Harbour?", "Who is the spouse of {0}?"),
    ),
    (
        "What is the highest point in the state where Ann Ek was born?",
        "Ann Ek",
        ("Where was {0} born?", "In which state is {0}?", "What is the highest point of {0}?"),
    ),
    ("Which company owns the publisher of Grey Days?", "Grey Days", ("Who publishes {0}?", "Who owns {0}?")),
    (
        "Where is the headquarters of the company that owns Dorval Records?",
        "Dorval Records",
        ("Who owns {0}?", "Where is {0} headquartered?"),
    ),
    (
        "When did the country Keld Marsh is from join the Orrin Union?",
        "Keld Marsh",
        ("What nationality is {0}?", "When did {0} join the Orrin Union?"),
    ),
    (
        "Who is the sibling of the cast member of The Tin Harbour?",
        "The Tin Harbour",
        ("Who starred in {0}?", "Who is a sibling of {0}?"),
    ),
    (
        "What is the nationality of the director of The Tin Harbour?",
        "The Tin Harbour",
        ("Who directed {0}?", "What nationality is {0}?"),
    ),
    (
        "What instrument does the composer of Hello Varde play?",
        "Hello Varde",
        ("Who composed {0}?", "Which instrument does {0} play?"),
    ),
    (
        "What is the currency of the country where the Dorval River is?",
        "Dorval River",
        ("In which country is {0}?", "What is the currency of {0}?"),
    ),
    (
        "What is the birth date of the spouse of Ann Ek?",
        "Ann Ek",
        ("Who is the spouse of {0}?", "When was {0} born?"),
    ),
    (
        "Who is the lead singer of the band that recorded Tidal Blue?",
        "Tidal Blue",
        ("Who performed {0}?", "Who is the lead singer of {0}?"),
    ),
    (
        "Which award did the author of Grey Days receive?",
        "Grey Days",
        ("Who wrote {0}?", "Which award did {0} receive?"),
    ),
    (
        "When was the birthplace of Keld Marsh founded?",
        "Keld Marsh",
        ("Where was {0} born?", "When was {0} founded?"),
    ),
    (
        "What is the capital of the state the Orrin Hall is located in?",
        "Orrin Hall",
        ("In which state is {0}?", "What is the capital of {0}?"),
    ),
    (
        "Who is the governor of the state where Dorval County is?",
        "Dorval County",
        ("In which state is {0}?", "Who is the governor of {0}?"),
    ),
    (
        "What district is the birthplace of Ann Ek in?",
        "Ann Ek",
        ("Where was {0} born?", "In which district is {0}?"),
    ),
    (
        "Where did the spouse of Keld Marsh go to school?",
        "Keld Marsh",
        ("Who is the spouse of {0}?", "Where did {0} graduate from?"),
    ),
    (
        "What type of government does the country where Orrin is located have?",
        "Orrin",
        ("In which country is {0}?", "What type of government does {0} have?"),
    ),
    (
        "Who is the leader of the party Keld Marsh belongs to?",
        "Keld Marsh",
        ("Which political party was {0} a member of?", "Who is the leader of {0}?"),
    ),
    (
        "What is the population of the birthplace of Bo Tander?",
        "Bo Tander",
        ("Where was {0} born?", "What is the population of {0}?"),
    ),
    (
        "Where is the place of birth of the author of Grey Days located?",
        "Grey Days",
        ("Who wrote {0}?", "Where was {0} born?", "Where is {0} located?"),
    ),
    (
        "Which continent is the country of Bo Tander on?",
        "Bo Tander",
        ("In which country is {0}?", "On which continent is {0} located?"),
    ),
    (
        "When did the band that performed Tidal Blue break up?",
        "Tidal Blue",
        ("Who performed {0}?", "When was {0} dissolved?"),
    ),
    (
        "Who was the first governor of the state in which Orrin is located?",
        "Orrin",
        ("In which state is {0}?", "Who was the first governor of {0}?"),
    ),
    (
        "What was the former name of the city where Keld Marsh died?",
        "Keld Marsh",
        ("Where did {0} die?", "What was the former name of {0}?"),
    ),
    (
        "Who wrote the book that The Tin Harbour is based on?",
        "The Tin Harbour",
        ("What is {0} based on?", "Who wrote {0}?"),
    ),
    (
        "Which body of water is next to the city where Orrin Park is located?",
        "Orrin Park",
        ("In which city is {0}?", "Which body of water is next to {0}?"),
    ),
    (
        "What is the elevation of the city where Ann Ek was born?",
        "Ann Ek",
        ("Where was {0} born?", "What is the elevation of {0}?"),
    ),
    (
        "Who is the founder of the company that developed Orrin Quest?",
        "Orrin Quest",
        ("Who developed {0}?", "Who founded {0}?"),
    ),
    (
        "What company acquired the manufacturer of the Sabel R4?",
        "Sabel R4",
        ("Who manufactured {0}?", "What company acquired {0}?"),
    ),
    (
        "Who is the current owner of the label that released Tidal Blue?",
        "Tidal Blue",
        ("What is the record label of {0}?", "Who is the current owner of {0}?"),
    ),
    (
        "Who is the spouse of the actor that voiced Rex in the Orrin Town movie?",
        "Rex",
        ("Who voiced {0} in the Orrin Town movie?", "Who is the spouse of {0}?"),
    ),
    (
        "What is the record label of the singer of Hello Varde?",
        "Hello Varde",
        ("Who performed {0}?", "What is the record label of {0}?"),
    ),
    (
        "In which country is the state where Orrin College is located?",
        "Orrin College",
        ("In which state is {0}?", "In which country is {0}?"),
    ),
    (
        "What is the capital of the country that Bo Tander played for?",
        "Bo Tander",
        ("Which country did {0} play for?", "What is the capital of {0}?"),
    ),
    (
        "Which state is the university that educated Ann Ek located in?",
        "Ann Ek",
        ("Which university educated {0}?", "In which state is {0}?"),
    ),
    (
        "What county is the town where Keld Marsh was born located in?",
        "Keld Marsh",
        ("Where was {0} born?", "In which county is {0}?"),
    ),
    (
        "What administrative territorial entity is the place of birth of Ann Ek in?",
        "Ann Ek",
        ("Where was {0} born?", "In which administrative territorial entity is {0}?"),
    ),
    (
        "In which administrative territorial entity is the birthplace of Ann Ek?",
        "Ann Ek",
        ("Where was {0} born?", "In which administrative territorial entity is {0}?"),
    ),
    (
        "What is the administrative territorial entity that contains the city where Dorval Records is headquartered?",
        "Dorval Records",
        ("In which city is {0}?", "In which administrative territorial entity is {0}?"),
    ),
    (
        "Who is the owner of the company that made the Sabel R4?",
        "Sabel R4",
        ("Who manufactured {0}?", "Who owns {0}?"),
    ),
    (
        "Where was the performer of Tidal Blue formed?",
        "Tidal Blue",
        ("Who performed {0}?", "Where was {0} formed?"),
    ),
    (
        "What is the seat of the county where Orrin Township is located?",
        "Orrin Township",
        ("In which county is {0}?", "What is the seat of {0}?"),
    ),
    (
        "When did the country whose capital is Orrin become independent?",
        "Orrin",
        ("{0} is the capital of what (country)?", "When did {0} become independent?"),
    ),
    (
        "When was the country that contains Damer Province formed?",
        "Damer Province",
        ("Which country contains {0}?", "When was {0} founded?"),
    ),
    (
        "Who was the first prime minister of the country where Orrin Dam is found?",
        "Orrin Dam",
        ("In which country is {0}?", "Who was the first prime minister of {0}?"),
    ),
    (
        "Who is the prime minister of the country Ann Ek is a citizen of?",
        "Ann Ek",
        ("What nationality is {0}?", "Who is the prime minister of {0}?"),
    ),
    (
        "Who is the father of the creator of The Tin Harbour?",
        "The Tin Harbour",
        ("Who created {0}?", "Who is the father of {0}?"),
    ),
    (
        "What was the former name of the football club Bo Tander plays for?",
        "Bo Tander",
        ("What team did {0} play for?", "What was the former name of {0}?"),
    ),
    (
        "What is the mouth of the river that flows through Orrin?",
        "Orrin",
        ("Which river flows through {0}?", "What does {0} flow into?"),
    ),
    (
        "When did the employer of Keld Marsh open its first school?",
        "Keld Marsh",
        ("Where does {0} work?", "When did {0} open its first school?"),
    ),
    (
        "How many students attend the university where Ann Ek teaches?",
        "Ann Ek",
        ("Which university is it where {0} teaches?", "How many students attend {0}?"),
    ),
    (
        "What is the population of the city where the headquarters of Lowen Trust is located?",
        "Lowen Trust",
        ("Where is {0} headquartered?", "In which city is {0}?", "What is the population of {0}?"),
    ),
    (
        "What river borders the state where Orrin High School is located to the east?",
        "Orrin High School",
        ("In which state is {0}?", "What river borders {0} to the east?"),
    ),
    (
        "When did the maker of the Sabel R4 start making cars?",
        "Sabel R4",
        ("Who manufactured {0}?", "When did {0} start making cars?"),
    ),
    (
        "Which film by the director of The Tin Harbour won a Dorval Prize?",
        "The Tin Harbour",
        ("Who directed {0}?", "Which film by {0} won a Dorval Prize?"),
    ),
    (
        "What was the occupation of the mother of the author of Grey Days?",
        "Grey Days",
        ("Who wrote {0}?", "Who is the mother of {0}?", "What is the occupation of {0}?"),
    ),
    (
        "What was the name of the father of the founder of Lowen Trust?",
        "Lowen Trust",
        ("Who founded {0}?", "Who is the father of {0}?"),
    ),
    (
        "What conference does the school Bo Tander played for belong to?",
        "Bo Tander",
        ("Which school did {0} play for?", "What conference does {0} belong to?"),
    ),
    (
        "Where is the school that Keld Marsh attended located?",
        "Keld Marsh",
        ("Where did {0} graduate from?", "Where is {0} located?"),
    ),
    (
        "What city is the headquarters of the organization Ann Ek works for located in?",
        "Ann Ek",
        ("Where does {0} work?", "Where is {0} headquartered?", "In which city is {0}?"),
    ),
    (
        "What organization is the chairman of Lowen Trust a member of?",
        "Lowen Trust",
        ("Who is the chairman of {0}?", "What is {0} a member of?"),
    ),
    (
        "What genre is the band that released Tidal Blue?",
        "Tidal Blue",
        ("Who performed {0}?", "What is the genre of {0}?"),
    ),
    (
        "What was the debut album of the performer of Hello Varde?",
        "Hello Varde",
        ("Who performed {0}?", "What was the debut album of {0}?"),
    ),
    (
        "Who produced the film in which Ann Ek played Mona?",
        "Ann Ek",
        ("Which film is it in which {0} played Mona?", "Who produced {0}?"),
    ),
    (
        "What is the name of the castle in the city where Keld Marsh was born?",
        "Keld Marsh",
        ("Where was {0} born?", "What is the castle in {0}?"),
    ),
    (
        "What is the name of the river that runs through the birthplace of Ann Ek?",
        "Ann Ek",
        ("Where was {0} born?", "Which river flows through {0}?"),
    ),
    (
        "How was the country where Orrin is located affected by the Orrin War?",
        "Orrin",
        ("In which country is {0}?", "How was {0} affected by the Orrin War?"),
    ),
    (
        "What year was the company that publishes Grey Days founded?",
        "Grey Days",
        ("Who publishes {0}?", "When was {0} founded?"),
    ),
    (
        "When was the record label that Ann Ek is signed to established?",
        "Ann Ek",
        ("What is the record label of {0}?", "When was {0} founded?"),
    ),
)


@pytest.mark.parametrize(("question", "name", "expected"), CHAINS)
def test_chains(question: str, name: str, expected: tuple[str, ...]) -> None:
    assert lookups(question) == ((name,), list(expected))


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        # What is told by whose it is, another's fact, a clause that belongs elsewhere.
        ("Who is the spouse of the actor who played the brother of Mona in The Tin Harbour?", "sibling"),
        ("Who was the spouse of the leader of Damer during the Orrin War?", "Who was {0}"),
        ("Who is the CEO of Lowen Trust's owner?", "owner of the CEO"),
        ("What county is the town where Keld Marsh was born located in?", "born located"),
        ("What is the climate of the state of Orrin Hall?", "climate of Orrin Hall"),
        ("Who plays the singer of Hello Varde in Walk the Shore?", "singer of Hello Varde in {0}"),
    ],
)
def test_what_a_chain_is_not(question: str, wrong: str) -> None:
    assert all(wrong not in wording for wording in lookups(question)[1])
