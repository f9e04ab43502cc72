"""Links that rest on proofs: found, embedded in the certificate, and checked again from it alone."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from suffice.cli import build_app
from suffice.extractors import Described, Lookup, Mention, Reader, Unit, read_lexicon
from suffice.extractors.natlog.linker import ProofLinker, fill

PASSAGES = [
    {"_id": "u1", "title": "Free Guy", "text": "Free Guy is an action comedy film that was directed by Shawn Levy in 2020."},
    {"_id": "u2", "title": "Shawn Levy", "text": "Shawn Levy ( born July 23 , 1968 ) is a Canadian film director."},
    {"_id": "u3", "title": "Shawn Levy (author)", "text": "Shawn Levy ( born May 1 , 1961 ) is an American author."},
]  # fmt: skip
QUESTION = "When was the director of film Free Guy born?"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("natlog") / "passages.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in PASSAGES), "utf-8")
    return path


@pytest.fixture(scope="module")
def certificate(corpus: Path) -> dict[str, Any]:
    out = corpus.parent / "certificate.json"
    ran = CliRunner().invoke(
        build_app(["ask"]),
        [
            "ask",
            QUESTION,
            "--corpus",
            str(corpus),
            "--readers",
            "natlog,lexicon",
            "--out",
            str(out),
            "--cache",
            "none",
        ],
    )
    assert ran.exit_code == 0, ran.output
    found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


def verify(certificate: dict[str, Any], corpus: Path) -> tuple[int, str]:
    path = corpus.parent / "changed.json"
    path.write_text(json.dumps(certificate), "utf-8")
    ran = CliRunner().invoke(build_app(["verify"]), ["verify", str(path), "--corpus", str(corpus)])
    return ran.exit_code, ran.output


def test_a_certificate_holds_the_proofs_of_its_links(certificate: dict[str, Any], corpus: Path) -> None:
    claims = [link["proof"]["claim"] for link in certificate["links"]]
    assert claims == ["Free Guy was directed by Shawn Levy.", "Shawn Levy was born on July 23, 1968."]
    assert verify(certificate, corpus)[0] == 0


def test_any_change_of_an_embedded_proof_is_found(certificate: dict[str, Any], corpus: Path) -> None:
    for place, field, value in (
        (0, "verdict", "REFUTES"),
        (0, "claim", "Free Guy was directed by Bo Ek."),
        (1, "score", 1.0),
        (1, "mode", "strict"),
        (0, "steps", []),
    ):
        changed = deepcopy(certificate)
        changed["links"][place]["proof"][field] = value
        code, told = verify(changed, corpus)
        assert code == 1, (field, told)
        assert f"links[{place}].proof" in told
    exchanged = deepcopy(certificate)
    one, other = exchanged["links"]
    one["proof"], other["proof"] = other["proof"], one["proof"]
    assert verify(exchanged, corpus)[0] == 1
    without = deepcopy(certificate)
    without["links"][0]["proof"] = None
    assert verify(without, corpus)[0] == 1


def test_a_value_that_is_only_equal_by_name_is_not_linked() -> None:
    unit = Unit(
        "u1", "Orrin Tramway", "Orrin Tramway is a line in Ek that was opened by Ann Ek on 3 May 1901."
    )
    [passage] = Reader(cache=None).read([unit])
    lookup = Lookup.of(Described("opened", "Who opened {0}?", "person"), Mention("Orrin Tramway"))
    assert fill(lookup, "Ann Ek") == "Orrin Tramway was opened by Ann Ek."
    links = ProofLinker(read_lexicon()).link(lookup, [passage])
    assert [str(link.fact) for link in links.accepted] == ['opened("Orrin Tramway","Ann Ek")']


def test_a_passage_about_a_namesake_is_not_linked() -> None:
    units = [Unit(one["_id"], one["title"], one["text"]) for one in PASSAGES]
    passages = Reader(cache=None).read(units)
    lookup = Lookup.of(Described("born", "When was {0} born?", "date"), Mention("Shawn Levy"))
    links = ProofLinker(read_lexicon()).link(lookup, passages)
    assert [link.passage.unit.id for link in links.accepted] == ["u2"]
