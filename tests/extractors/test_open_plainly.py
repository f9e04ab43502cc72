"""What a sentence does not say plainly is linked by no open reader."""

import pytest

from suffice.extractors.open.plainly import is_plain


def plain(sentence: str, value: str, wording: str, subject: str = "Acme", title: str = "Acme") -> bool:
    start = sentence.index(value)
    return is_plain(sentence, (start, start + len(value)), wording, subject, title)


WHO = "{0} was taught by what (Danish painter)?"
WHEN = "When was {0} founded?"
MANY = "How many shops does {0} have?"


@pytest.mark.parametrize(
    ("sentence", "value", "wording"),
    [
        ("Keld was taught by Oda Brink.", "Oda Brink", WHO),
        ("It was founded in 1820 by Bo Ek.", "1820", WHEN),
        ("It has 12 shops.", "12", MANY),
        ("There are 12 shops.", "12", MANY),
        ("It rises to 1,200 m.", "1,200", "How high is {0}?"),
        ("Her husband Pell Dorn came too.", "Pell Dorn", "Who is the spouse of {0}?"),
        ("It is a subsidiary of Sabel Foods.", "Sabel Foods", "Who owns {0}?"),
        ("It refused to sign the treaty in 1920.", "1920", "When did {0} refuse to sign the treaty?"),
    ],
)
def test_facts(sentence: str, value: str, wording: str) -> None:
    assert plain(sentence, value, wording, subject="Keld" if "Keld" in sentence else "Acme")


@pytest.mark.parametrize(
    ("sentence", "value", "wording"),
    [
        ("According to his sister, he was taught by Oda Brink.", "Oda Brink", WHO),
        ("Legend has it that he was taught by Oda Brink.", "Oda Brink", WHO),
        ("He pretended to have been taught by Oda Brink.", "Oda Brink", WHO),
        ("He was taught by Oda Brink's pupil.", "Oda Brink", WHO),
        ("He was taught by a pupil of Oda Brink.", "Oda Brink", WHO),
        ("The father of Keld was taught by Oda Brink.", "Oda Brink", WHO),
        ("Keld's son was taught by Oda Brink.", "Oda Brink", WHO),
        ("Its rival was founded in 1820.", "1820", WHEN),
        ("Its library was founded in 1820.", "1820", WHEN),
        ("It is in a town founded in 1820.", "1820", WHEN),
        ("It was founded after 1820.", "1820", WHEN),
        ("It was founded in 1820 or 1821.", "1820", WHEN),
        ("It asked to become part of Sabelia in 1920.", "1920", "When did {0} become part of Sabelia?"),
        ("It no longer has 12 shops.", "12", MANY),
        ("It plans to open 12 shops.", "12", MANY),
        ("It runs between 12 and 15 shops.", "15", MANY),
        ("It has over 12 shops.", "12", MANY),
        ("It runs 12 of the 30 shops in Varde.", "30", MANY),
        ("It supplies 12 shops.", "12", MANY),
        ("It has 12 shops too few.", "12", MANY),
    ],
)
def test_what_is_no_fact_about_it(sentence: str, value: str, wording: str) -> None:
    assert not plain(sentence, value, wording, subject="Keld" if "Keld" in sentence else "Acme")


def test_a_namesake_by_age() -> None:
    assert not plain("He was taught by Oda Brink.", "Oda Brink", WHO, "Keld Marsh", "Keld Marsh Jr.")


def test_a_name_within_the_other_is_masked_with_it() -> None:
    assert plain("Rain May Not was founded in 1820.", "1820", WHEN, "Rain", "Rain May Not")
