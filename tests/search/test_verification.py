"""`verify`: no field of a real certificate can be changed unseen, and forgeries that fit together do not pass."""

import hashlib
import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from pydantic import ValidationError

from suffice.cli.common import read_rules
from suffice.engine.certificate import Abstention, Certificate
from suffice.errors import CertificateError
from suffice.extractors import Lexicon, Unit, read_lexicon
from suffice.extractors.text import hash_text
from suffice.rules import Program
from suffice.search import read_corpus, read_library
from suffice.search.verification import load_certificate, verify_certificate
from tests.search.asking import ask, make_asker

#: Of the many changes only each so-manieth is made; `SUFFICE_EXHAUSTIVE=1` makes all.
STRIDE = 1 if os.environ.get("SUFFICE_EXHAUSTIVE") else 8
#: What `json` gives.
Json: TypeAlias = Any

BRIDGES = Path(__file__).parents[2] / "examples" / "bridges"
FILMS = [
    Unit("f1", "Glass Sea", "Glass Sea is a 1980 film directed by Bo Lund. It was produced by Ann Ek."),
    Unit("f2", "Blue Sky", "Blue Sky is a 1990 film directed by Carl Strand, who married Eva Berg in 1960."),
    Unit("p1", "Bo Lund", "Bo Lund (born 5 May 1950) is a Danish film director. He died in Oslo."),
    Unit("p2", "Carl Strand (director)", "Carl Strand (born 6 June 1940) was a Danish director."),
    Unit("p3", "Carl Strand (painter)", "Carl Strand (born 1 January 1811) was a Danish painter."),
    Unit("p4", "Ann Ek", "Ann Ek (born 1 January 1930) is a producer and the daughter of Olaf Ek."),
]
QUESTIONS = {
    "compositional": "When was the director of Glass Sea born?",
    "comparison": "Who was born first, Bo Lund or Ann Ek?",
    "bridge comparison": "Which film whose director is younger, Glass Sea or Blue Sky?",
    "yes or no": "Do both films Glass Sea and Blue Sky have the directors from the same country?",
    "bridges": "To whose school does the Quillon Viaduct belong?",
}


@lru_cache(maxsize=16)
def made(name: str) -> tuple[Certificate, dict[str, Unit], Lexicon, Program]:
    if name == "bridges":
        units = read_corpus(BRIDGES / "passages.jsonl")
        lexicon, rules = read_lexicon(BRIDGES / "bridges.toml"), read_rules([BRIDGES / "bridges.lp"])
    else:
        units, lexicon, rules = FILMS, read_lexicon(), read_library()
    outcome = make_asker(units, lexicon=lexicon, rules=rules).ask(QUESTIONS[name]).outcome
    assert isinstance(outcome, Certificate), outcome
    return outcome, {unit.id: unit for unit in units}, lexicon, rules


def places(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of everything inside."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(value: Json, path: tuple[str | int, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def others(value: Json) -> list[Json]:
    """What could stand in place of a value."""
    if isinstance(value, str):
        changed = [value + " ", value.swapcase(), "", value[1:], value.replace("1", "2"), "u9", "Bo Lund"]
        return [other for other in dict.fromkeys(changed) if other != value]
    if value is None:
        return ["x", 1]
    return [value + 1, value - 1, None, "x"] if isinstance(value, int) else [None, "x"]


def mutants(data: dict[str, Json]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The certificate with one thing changed, under the name of the field."""
    for path in places(data):
        old = at(data, path)
        if not isinstance(old, dict | list):
            for other in others(old):
                copy = json.loads(json.dumps(data))
                at(copy, path[:-1])[path[-1]] = other
                yield str(path[0]), copy
        if isinstance(path[-1], int):
            for change in ("delete", "duplicate", "swap"):
                copy = json.loads(json.dumps(data))
                entries, place = at(copy, path[:-1]), path[-1]
                if change == "delete":
                    del entries[place]
                elif change == "duplicate":
                    entries.insert(place, entries[place])
                else:
                    entries[place : place + 2] = entries[place : place + 2][::-1]
                if copy != data:
                    yield str(path[0]), copy


def rehash(data: dict[str, Json]) -> dict[str, Any]:
    """Compute the hashes of program and steps anew, as one would who wants the change to pass unseen."""
    data = json.loads(json.dumps(data))
    if isinstance(data.get("program"), str):
        data["program_sha256"] = hash_text(data["program"])
    new: dict[str, str] = {}
    for step in data["derivation"] or ():
        try:
            step["premises"] = [new.get(premise, premise) for premise in step["premises"]]
            text = "\n".join((step["atom"], step["rule"] or "", *step["premises"]))
        except TypeError:
            continue
        old, step["id"] = step["id"], hashlib.sha256(text.encode()).hexdigest()[:16]
        if isinstance(old, str):
            new[old] = step["id"]
    return data


def complaints(
    data: Json, units: dict[str, Unit], lexicon: Lexicon | None, rules: Program | None
) -> list[str]:
    try:
        certificate = Certificate.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        return [".".join(map(str, one["loc"])) for one in error.errors()]
    return [failure.field for failure in verify_certificate(certificate, units, lexicon, rules)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_field_can_be_changed_unseen_even_with_new_hashes(name: str) -> None:
    certificate, units, lexicon, rules = made(name)
    assert verify_certificate(certificate, units, lexicon, rules) == []
    data = json.loads(certificate.model_dump_json())
    unseen = []
    for place, (field, mutant) in enumerate(mutants(data)):
        # Steps of the derivation are many, and tests/engine changes each of them.
        if place % (STRIDE if field != "derivation" else 16 * STRIDE) == len(name) % STRIDE:
            for changed in (mutant, rehash(mutant)):
                if changed != data and not complaints(changed, units, lexicon, rules):
                    unseen.append((field, changed))
    assert unseen == []


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_corpus_that_was_changed_is_named(name: str) -> None:
    certificate, units, lexicon, rules = made(name)
    for place, record in enumerate(certificate.units):
        unit = units[record.id]
        for changed in (
            {**units, unit.id: Unit(unit.id, unit.title, unit.text + " ")},
            {**units, unit.id: Unit(unit.id, unit.title, " " + unit.text)},
            {**units, unit.id: Unit(unit.id, unit.title + "s", unit.text)},
            {**units, unit.id: Unit(unit.id, unit.title, "")},
            {key: other for key, other in units.items() if key != unit.id},
            {},
        ):
            fields = [one.field for one in verify_certificate(certificate, changed, lexicon, rules)]
            assert any(field.startswith((f"units[{place}]", "links[")) for field in fields)


def forged(name: str, units: dict[str, Unit], link: int = 0, **changes: Json) -> list[str]:
    """Complaints about a certificate with a link changed, its fact put through, and all hashes made anew."""
    certificate, _, lexicon, rules = made(name)
    data = json.loads(certificate.model_dump_json())
    old = dict(data["links"][link])
    data["links"][link] |= changes
    text = json.dumps(data)
    if "fact" in changes:
        text = text.replace(json.dumps(old["fact"])[1:-1], json.dumps(changes["fact"])[1:-1])
    data = json.loads(text)
    for record in data["units"]:
        unit = units.get(record["id"])
        if unit:
            record["title"], record["sha256"] = unit.title, unit.sha256
    return complaints(rehash(data), units, lexicon, rules)


def one_lookup(text: str, title: str = "Glass Sea") -> tuple[Certificate, dict[str, Unit]]:
    """A real certificate for who directed Glass Sea."""
    real = ("Glass Sea", "Glass Sea is a film directed by Bo Lund.")
    outcome = ask("Who directed Glass Sea?", real).outcome
    assert isinstance(outcome, Certificate)
    return outcome, {"u1": Unit("u1", title, text)}


def transplant(text: str, value: str, *, title: str = "Glass Sea", **changes: Json) -> list[str]:
    """Complaints about a certificate that says that a text states that somebody directed Glass Sea, all hashes right."""
    certificate, units = one_lookup(text, title)
    data = json.loads(json.dumps(json.loads(certificate.model_dump_json())).replace("Bo Lund", value))
    start = text.index(value)
    sentence = (text.rfind(". ", 0, start) + 2) if ". " in text[:start] else 0
    end = text.index(".", start) + 1
    data["links"][0] |= {
        "start": sentence,
        "end": end,
        "quote": text[sentence:end],
        "value_start": start,
        "value_end": start + len(value),
        **changes,
    }
    data["units"][0] |= {"title": title, "sha256": units["u1"].sha256}
    return complaints(rehash(data), units, read_lexicon(), read_library())


def test_a_true_transplant_passes() -> None:
    """The forger's tool forges well: what is true passes."""
    assert transplant("Glass Sea is a film directed by Ann Ek.", "Ann Ek") == []
    assert transplant("Glass Sea is a film. It was directed by Ann Ek.", "Ann Ek") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # a value from another part of the same sentence
        ("Glass Sea is a film directed by Ann Ek and produced by Bo Holm.", "Bo Holm"),
        ("Glass Sea is a film directed by Ann Ek, who was taught by Bo Holm.", "Bo Holm"),
        # said of something else
        ("Glass Sea is a remake of the film Blue Sky directed by Ann Ek.", "Ann Ek"),
        ("Glass Sea is a film starring Bo, who appeared in a film directed by Ann Ek.", "Ann Ek"),
        ("Glass Sea is a film. Its sequel was directed by Ann Ek.", "Ann Ek"),
        # not said as a fact
        ("Glass Sea is a film not directed by Ann Ek.", "Ann Ek"),
        # half a name
        ("Glass Sea is a film directed by Ann Ekberg.", "Ann Ek"),
        ("Glass Sea is a film directed by Mary Ann Ek.", "Ann Ek"),
    ],
)
def test_what_the_text_does_not_say_of_the_thing_does_not_pass(text: str, value: str) -> None:
    assert transplant(text, value)


@pytest.mark.parametrize("title", ["Glass Sea (1955 film)", "Glass", "Blue Sky", "", "Glass Sea II"])
@pytest.mark.parametrize("status", ["anchored", "verified"])
def test_a_passage_about_a_namesake_does_not_pass(title: str, status: str) -> None:
    fields = transplant("Glass Sea is a film directed by Ann Ek.", "Ann Ek", title=title, status=status)
    # A passage with another title that introduces its topic by the name is verified.
    assert fields or (status == "verified" and title in ("Glass", "Blue Sky", "Glass Sea II"))


def test_a_pattern_of_another_relation_or_nobodys_does_not_pass() -> None:
    text = "Glass Sea is a film produced by Ann Ek."
    for pattern in ("produced by {values}", "{value}", "by {value}", "...", "{", "[" * 2000):
        assert transplant(text, "Ann Ek", pattern=pattern)


def test_unless_and_first_are_checked_again() -> None:
    units = {
        "u1": Unit("u1", "Dag Ek", "Dag Ek was a painter. He married Ann, daughter of Bob Lund."),
        "u2": Unit("u2", "Dag Ek", "Dag Ek was a painter, son of Olaf Ek. He was born in 1800 (died 1850)."),
    }
    outcome = make_asker([units["u2"]]).ask("Who is the father of Dag Ek?").outcome
    assert isinstance(outcome, Certificate)
    data = json.loads(json.dumps(json.loads(outcome.model_dump_json())).replace("Olaf Ek", "Bob Lund"))
    text = units["u1"].text
    start = text.index("Bob Lund")
    data["links"][0] |= {
        "unit": "u1",
        "start": text.index("He"),
        "end": len(text),
        "quote": text[text.index("He") :],
        "value_start": start,
        "value_end": start + 8,
    }
    data = json.loads(json.dumps(data).replace('"u2"', '"u1"'))
    data["units"][0]["sha256"] = units["u1"].sha256
    assert complaints(rehash(data), units, read_lexicon(), read_library()) == ["links[0].pattern"]


def test_a_namesake_by_profession_does_not_pass() -> None:
    """The painter of the same name instead of the director, with every field made to fit."""
    certificate, units, lexicon, rules = made("bridge comparison")
    data = json.loads(certificate.model_dump_json())
    place = next(n for n, link in enumerate(data["links"]) if link["unit"] == "p2")
    text = units["p3"].text
    quote = text
    changed = json.dumps(data).replace("date(1940,6,6)", "date(1811,1,1)").replace('"p2"', '"p3"')
    data = json.loads(changed.replace("6 June 1940", "1 January 1811"))
    start = text.index("1 January")
    data["links"][place] |= {
        "quote": quote,
        "end": len(quote),
        "value_start": start,
        "value_end": start + len("1 January 1811"),
    }
    for record in data["units"]:
        record |= {"title": units[record["id"]].title, "sha256": units[record["id"]].sha256}
    fields = complaints(rehash(data), units, lexicon, rules)
    assert f"links[{place}].status" in fields


def test_a_support_with_a_passage_that_is_not_needed_does_not_pass() -> None:
    copy = Unit("f9", FILMS[0].title, FILMS[0].text)
    certificate, units, lexicon, rules = made("compositional")
    data = json.loads(certificate.model_dump_json())
    data["links"].insert(1, {**data["links"][0], "unit": "f9"})
    data["units"].insert(1, {**data["units"][0], "id": "f9"})
    data["support"].insert(1, "f9")
    for step in data["derivation"]:
        if step["units"] == ["f1"]:
            step["units"] = ["f1", "f9"]
    fields = complaints(rehash(data), {**units, "f9": copy}, lexicon, rules)
    assert "support[0]" in fields
    assert "support[1]" in fields


def test_a_certificate_that_hides_that_texts_were_read_does_not_pass() -> None:
    certificate, units, lexicon, rules = made("compositional")
    data = json.loads(certificate.model_dump_json())
    data |= {"lexicon_sha256": None, "question": None}
    for link in data["links"]:
        for field in list(link):
            if field not in ("fact", "unit", "status"):
                link[field] = None
        link["status"] = "stated"
    for record in data["units"]:
        record |= {"title": None, "sha256": None}
    data["answer"] = "5 May 1950"
    assert "lexicon_sha256" in complaints(rehash(data), units, lexicon, rules)


def test_without_rules_and_lexicon_a_program_of_ones_own_is_taken_as_given() -> None:
    certificate, units, _, _ = made("bridges")
    assert verify_certificate(certificate, units, None, None) == []


def test_other_rules_or_another_lexicon_are_named() -> None:
    certificate, units, lexicon, rules = made("bridges")
    fields = [one.field for one in verify_certificate(certificate, units, read_lexicon(), rules)]
    assert "lexicon_sha256" in fields
    fields = [one.field for one in verify_certificate(certificate, units, lexicon, read_library())]
    assert "question" in fields


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "null", "3", "\0", "[" * 9999, '{"requirements": []}', "{"]
)
def test_a_file_that_is_no_certificate_is_an_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CertificateError):
        load_certificate(path)


def test_a_file_that_is_meant_to_be_one_is_invalid_field_by_field(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    data = json.loads(made("compositional")[0].model_dump_json())
    del data["links"][1]["quote"]
    data["units"][0]["more"] = 1
    path.write_text(json.dumps(data), encoding="utf-8")
    loaded = load_certificate(path)
    assert isinstance(loaded, list)
    assert sorted(failure.field for failure in loaded) == ["links[1]", "units[0].more"]


def test_a_kind_that_the_question_tells_is_checked_again() -> None:
    genus = Unit("u1", "Dorval (genus)", "Dorval is a genus of 12 species of plants.")
    units = [genus, Unit("u2", "Velmo", "Velmo is a genus of 40 species of moths.")]
    asker = make_asker(units, lexicon=read_lexicon(), rules=read_library())
    told = asker.ask("Which genus has more species, Dorval or Velmo?").outcome
    assert isinstance(told, Certificate)
    assert [link.status for link in told.links] == ["verified", "anchored"]
    assert verify_certificate(told, {one.id: one for one in units}, read_lexicon(), read_library()) == []
    bare = asker.ask("Which has more species, Dorval or Velmo?").outcome
    assert isinstance(bare, Abstention)
    assert "a namesake: Dorval (genus)" in bare.model_dump_json()


def test_a_kind_that_the_relation_tells_is_checked_again() -> None:
    units = [Unit("u1", "Velmo (film)", "Velmo is a 1950 film directed by Bo Ekdal.")]
    asker = make_asker(units, lexicon=read_lexicon(), rules=read_library())
    told = asker.ask("Who directed Velmo?").outcome
    assert isinstance(told, Certificate)
    assert verify_certificate(told, {one.id: one for one in units}, read_lexicon(), read_library()) == []
    other = [Unit("u1", "Velmo (musician)", units[0].text)]
    assert verify_certificate(told, {one.id: one for one in other}, read_lexicon(), read_library())
