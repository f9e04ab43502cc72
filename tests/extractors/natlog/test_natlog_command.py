"""`suffice natlog`: its output, and what it says of bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from suffice.extractors.natlog import read_proof
from suffice.worlds.natlog.kit import read_kit
from tests.cli.running import run_command
from tests.extractors.natlog.shared import shared_file

Run: TypeAlias = Callable[..., tuple[int, str, str]]
CLAIM, EVIDENCE = "No dog barked loudly.", "No animal barked."


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command of the group, without WordNet unless one is named."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object) -> tuple[int, str, str]:
        without = () if arguments[0] == "kit" and arguments[1] == "score" else ("--no-wordnet",)
        if "--wordnet" in arguments or "--no-wordnet" in arguments:
            without = ()
        return run_command(capsys, monkeypatch, "natlog", *arguments, *without)

    return run


def med_line(number: int, one: str, other: str, label: str) -> dict[str, Any]:
    return {
        "index": str(number), "genre": "crowd:upward_monotone:lexical_knowledge", "sentence1": one, "sentence2": other,
        "gold_label": label,
    }  # fmt: skip


@pytest.fixture
def med(tmp_path: Path) -> Path:
    """A file of pairs in the shape of MED."""
    lines = [
        med_line(1, "A dog barked.", "An animal barked.", "entailment"),
        med_line(2, "An animal barked.", "A dog barked.", "neutral"),
        med_line(3, "No dog ran.", "No dog ran quickly.", "entailment"),
        med_line(4, "A zorp ran.", "A blick ran.", "neutral"),
        med_line(5, "Bob hates wine.", "Bob loves wine.", "entailment"),
        med_line(6, "Every dog ran.", "Some dog ran.", "entailment"),
    ]
    path = tmp_path / "med.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_proof_is_printed_written_and_checked(run: Run, tmp_path: Path) -> None:
    files = tmp_path / "proof.json", tmp_path / "proof.html"
    code, out, _ = run(
        "prove",
        "--claim",
        CLAIM,
        "--evidence",
        "It rained.",
        "--evidence",
        EVIDENCE,
        "--out",
        files[0],
        "--html",
        files[1],
    )
    assert code == 0
    assert "dog is a kind of animal (own lexicon)" in out
    assert "SUPPORTS: the evidence states the claim." in out
    assert files[1].read_text().startswith("<!DOCTYPE html>")
    code, out, _ = run("check", files[0])
    assert code == 0
    assert out.startswith("valid: SUPPORTS")


def test_json_is_the_proof_itself(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("prove", "--claim", CLAIM, "--evidence", EVIDENCE, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["verdict"] == "SUPPORTS"
    assert data["gaps"] == []
    assert len(data["steps"]) == 5
    path = tmp_path / "piped.json"
    path.write_text(out)
    code, out, _ = run("check", path, "--json")
    assert (code, json.loads(out)["valid"]) == (0, True)


def test_what_would_have_to_be_added_is_told(run: Run) -> None:
    code, out, _ = run("prove", "--claim", "A dog barked loudly.", "--evidence", "A dog barked.")
    assert code == 1
    assert "what would have to be added:" in out
    assert "evidence that says `loudly`" in out


def test_strict_mode_topic_and_one_value_are_options(run: Run) -> None:
    assert run("prove", "--claim", CLAIM, "--evidence", EVIDENCE, "--mode", "strict")[0] == 1
    lives = ("prove", "--claim", "Ann lives in Paris.", "--evidence", "Ann lives in London.")
    assert run(*lives)[0] == 1
    code, out, _ = run(*lives, "--functional")
    assert code == 0
    assert "REFUTES" in out
    assert "taken for granted that what the claim says of its subject has one value" in out
    sang = ("prove", "--claim", "Ann sang.", "--evidence", "She sang.")
    assert run(*sang)[0] == 1
    assert run(*sang, "--topic", "Ann")[0] == 0
    assert run(*sang, "--title", "Ann (singer)")[0] == 0


def test_faults_are_named_and_a_corpus_is_compared(run: Run, tmp_path: Path) -> None:
    path, corpus = tmp_path / "proof.json", tmp_path / "corpus.jsonl"
    run("prove", "--claim", CLAIM, "--evidence", EVIDENCE, "--out", path)
    corpus.write_text(json.dumps({"_id": "evidence-1", "title": "", "text": EVIDENCE}) + "\n")
    assert run("check", path, "--corpus", corpus)[0] == 0
    corpus.write_text(json.dumps({"_id": "evidence-1", "title": "", "text": "No cat barked."}) + "\n")
    code, out, _ = run("check", path, "--corpus", corpus)
    assert code == 1
    assert "`evidence.text`" in out
    path.write_text(path.read_text().replace('"verdict": "SUPPORTS"', '"verdict": "REFUTES"'))
    code, out, _ = run("check", path, "--json")
    assert code == 1
    assert {fault["field"] for fault in json.loads(out)["faults"]} == {"verdict", "sha256"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"proof"',
        '{"claim": "x"}',
        '{"kind": "certificate", "goal": "a"}',
        "\udcff",
        "[" * 100_000,
    ],
)
def test_what_is_no_proof_is_said_to_be_none(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    code, out, err = run("check", path)
    assert (code, out) == (2, "")
    assert err.startswith("suffice: ")
    assert "Traceback" not in err


def test_a_huge_proof_is_refused_at_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    run("prove", "--claim", CLAIM, "--evidence", EVIDENCE, "--out", path)
    data = json.loads(path.read_text())
    data["steps"] = data["steps"] * 2_000
    path.write_text(json.dumps(data))
    assert run("check", path)[0] == 1
    data["claim"] = "dog " * 100_000
    path.write_text(json.dumps(data))
    code, out, _ = run("check", path)
    assert code == 1
    assert "`claim` has more than 80 words" in out


def test_missing_files_and_choices_are_named(run: Run, tmp_path: Path) -> None:
    prove = ("prove", "--claim", CLAIM, "--evidence", EVIDENCE)
    malformed = tmp_path / "lexicon.toml"
    malformed.write_text("[narrower.noun]\nanimal = [")
    unknown = tmp_path / "unknown.toml"
    unknown.write_text("[nonsense]\na = 1\n")
    circle = tmp_path / "circle.toml"
    circle.write_text('[narrower.noun]\na = ["b"]\nb = ["a"]\n')
    for arguments, told in (
        (("check", tmp_path / "none.json"), "none.json"),
        ((*prove, "--mode", "loose"), "--mode `loose`"),
        ((*prove, "--senses", "best"), "--senses `best`"),
        ((*prove, "--wordnet", tmp_path / "none"), "no such folder"),
        ((*prove, "--wordnet", tmp_path), str(tmp_path)),
        ((*prove, "--wordnet", tmp_path, "--no-wordnet"), "exclude each other"),
        ((*prove, "--lexicon", malformed), "lexicon.toml"),
        ((*prove, "--lexicon", unknown), "unknown.toml"),
        ((*prove, "--lexicon", circle), "circle.toml"),
        ((*prove, "--lexicon", tmp_path / "none.toml"), "none.toml"),
        (("evaluate", tmp_path / "none.jsonl", "--kind", "med"), "none.jsonl"),
        (("evaluate", malformed, "--kind", "nli"), "--kind `nli`"),
        (("evaluate", malformed, "--kind", "med"), "lexicon.toml"),
        (("evaluate", malformed, "--kind", "med", "--part", "test"), "--part `test`"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, ""), arguments
        assert told in err
        assert "Traceback" not in err


@pytest.mark.parametrize("claim", ["", "   ", "...", "\n", "\N{THINKING FACE}"])
def test_a_claim_that_says_nothing_is_bad_input(run: Run, claim: str) -> None:
    code, out, err = run("prove", "--claim", claim, "--evidence", EVIDENCE)
    assert (code, out) == (2, "")
    assert "an empty claim says nothing" in err


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (CLAIM, ""),
        (CLAIM, "   \n"),
        (CLAIM, "!?."),
        ("dog " * 10_000, EVIDENCE),
        (CLAIM, "An animal barked " * 5_000),
        ("dog." * 5_000, "dog." * 5_000),
        ("собака лаяла", "Ни одна собака не лаяла."),
        ("犬が吠えた。", "犬が吠えた。"),
        ("كلب نبح", "كلب نبح"),
        ("A \N{DOG FACE} barked.", "A \N{DOG FACE} \N{DOG FACE} barked."),
        ("E\N{COMBINING ACUTE ACCENT}" * 300, "e\N{COMBINING ACUTE ACCENT}" * 300),
        ("\N{COMBINING ACUTE ACCENT}", "a\N{COMBINING ACUTE ACCENT}"),
        ("a\x00b\x1b[31m barked", "\u202eA dog\u202c barked"),
        ("no no no no not never", "not not not no no"),
        ("not", "not"),
        ("(" * 60, ")" * 60),
    ],
)
def test_odd_texts_have_a_verdict(run: Run, tmp_path: Path, claim: str, evidence: str) -> None:
    path, page = tmp_path / "proof.json", tmp_path / "proof.html"
    code, out, err = run("prove", "--claim", claim, "--evidence", evidence, "--out", path, "--html", page)
    if not any(map(str.isalnum, claim)):
        assert code == 2
        return
    assert code in (0, 1), err
    assert "\x1b[31m" not in out
    assert run("check", path)[0] == 0


def test_an_operator_in_a_name_gives_no_false_verdict(run: Run) -> None:
    title = "No Country for Old Men"
    for claim, evidence, wrong in (
        (f"{title} is a film.", f"{title} is a thriller film.", "REFUTES"),
        (f"{title} is a film.", f"{title} is a film.", "REFUTES"),
        ("Some country is a film.", f"{title} is a film.", "SUPPORTS"),
    ):
        code, out, _ = run("prove", "--claim", claim, "--evidence", evidence, "--json")
        assert code in (0, 1)
        assert json.loads(out)["verdict"] != wrong, (claim, evidence)


def test_an_operator_in_a_name_turns_nothing_round(run: Run) -> None:
    title = "No Country for Old Men"
    given = run(
        "prove", "--claim", f"{title} is a thriller film.", "--evidence", f"{title} is a film.", "--json"
    )
    assert json.loads(given[1])["verdict"] != "SUPPORTS"


def test_evaluation_has_the_promised_keys(run: Run, med: Path) -> None:
    code, out, _ = run("evaluate", med, "--kind", "med", "--json")
    found = json.loads(out)
    assert code == 0
    assert {"n", "in_scope", "decided", "accuracy", "balanced_accuracy", "precision", "refused"} <= set(found)
    assert (found["n"], found["in_scope"], found["decided"], found["refused"], found["unchecked"]) == (
        6,
        6,
        3,
        1,
        0,
    )
    assert (found["accuracy"], found["precision"]) == (83.33, 100.0)


def test_evaluation_lists_cases(run: Run, med: Path) -> None:
    code, out, _ = run("evaluate", med, "--kind", "med", "--show", "wrong")
    assert code == 0
    assert "crowd upward" in out
    assert "5: labelled SUPPORTS, found NOT ENOUGH INFO" in out
    assert "4: labelled" not in out
    assert "4: labelled" in run("evaluate", med, "--kind", "med", "--show", "refused")[1]


def test_an_evaluation_that_was_cut_short_goes_on(run: Run, med: Path, tmp_path: Path) -> None:
    arguments = ("evaluate", med, "--kind", "med", "--json", "--out")
    _, whole, _ = run(*arguments, tmp_path / "whole")
    proofs = (tmp_path / "whole" / "proofs.jsonl").read_text()
    assert [json.loads(line)["id"] for line in proofs.splitlines()] == ["1", "2", "3", "4", "5", "6"]
    for line in proofs.splitlines():
        read_proof(json.dumps(json.loads(line)["proof"]))
    cut = tmp_path / "cut"
    cut.mkdir()
    (cut / "run.json").write_text((tmp_path / "whole" / "run.json").read_text())
    (cut / "proofs.jsonl").write_text(proofs[: len(proofs) // 2])
    assert run(*arguments, cut)[1] == whole
    assert (cut / "proofs.jsonl").read_text() == proofs
    code, _, err = run(*arguments, cut, "--mode", "strict")
    assert code == 2
    assert "has a run of other pairs or options" in err


def test_a_proof_that_was_changed_in_a_run_counts_for_nothing(run: Run, med: Path, tmp_path: Path) -> None:
    arguments = ("evaluate", med, "--kind", "med", "--json", "--out", tmp_path / "run")
    run(*arguments)
    path = tmp_path / "run" / "proofs.jsonl"
    path.write_text(path.read_text().replace('"verdict": "NOT ENOUGH INFO"', '"verdict": "SUPPORTS"'))
    found = json.loads(run(*arguments)[1])
    assert found["unchecked"] == 2
    assert found["decided"] == 3


def test_records_of_another_shape_and_nothing_in_scope_are_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"index": "1"}\n')
    code, out, err = run("evaluate", file, "--kind", "med")
    assert (code, out) == (2, "")
    assert "docs/natlog.md" in err
    file.write_text(
        json.dumps(med_line(1, "A dog barked.", "An animal barked.", "entailment") | {"genre": "crowd"})
    )
    code, out, err = run("evaluate", file, "--kind", "med", "--json")
    assert (code, out) == (1, "")
    assert "none of 1 pairs (all) is in scope" in err


def test_the_parts_of_a_file_make_it_up(run: Run, med: Path) -> None:
    counts = [
        json.loads(run("evaluate", med, "--kind", "med", "--part", part, "--json")[1])["n"]
        for part in ("dev", "held-out", "all")
    ]
    assert counts[0] + counts[1] == counts[2] == 6


@pytest.mark.parametrize(
    ("kind", "name"), [("fracas", "fracas"), ("fever-symmetric", "fever_symmetric_dev"), ("med", "med")]
)
def test_the_shared_files_are_read(run: Run, kind: str, name: str) -> None:
    path = shared_file(f"factver/{name}.jsonl.gz")
    code, out, _ = run("evaluate", path, "--kind", kind, "--part", "dev", "--limit", "8", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["in_scope"] == 8
    assert found["unchecked"] == 0


def test_a_kit_is_balanced_and_scored(run: Run, med: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    make = ("kit", med, "--kind", "med", "--out", folder, "--seed", "3", "--claims", "4", "--subjects", "4")
    assert run(*make)[0] == 0
    kit = read_kit(folder)
    assert len({case.id for case in kit.cases}) == 4
    assert sorted({case.proof.verdict for case in kit.cases}) == ["NOT ENOUGH INFO", "REFUTES", "SUPPORTS"]
    shown = [item for sheet in kit.sheets for item in sheet.items]
    assert all(shown.count((case, way)) == 2 for case in range(4) for way in ("proof", "sentences"))
    for sheet in kit.sheets:
        assert sorted(case for case, _ in sheet.items) == [0, 1, 2, 3]
        assert sum(way == "proof" for _, way in sheet.items) == 2
        page = (folder / f"subject-{sheet.subject}.html").read_text()
        assert page.count("<table") == 2
        assert "What would have to be added" not in page
        assert "the evidence states" not in page
    assert run(*make)[0] == 2  # answers are never written over
    again = tmp_path / "again"
    assert run("kit", "make", *make[1:4], "--out", again, *make[6:])[0] == 0
    for path in sorted(folder.iterdir()):
        assert (again / path.name).read_bytes() == path.read_bytes()

    rows = ["subject,item,answer,seconds"]
    for sheet in kit.sheets:
        for item, (case, way) in enumerate(sheet.items, 1):
            right = kit.cases[case].proof.verdict
            answer = right if way == "proof" else "SUPPORTS"
            rows.append(f"{sheet.subject},{item},{answer.lower()},{10 if way == 'proof' else 20.5}")
    answers = tmp_path / "filled.csv"
    answers.write_text("\n".join(rows[:-1]) + f"\n{rows[-1].rsplit(',', 2)[0]},,\n")
    code, out, _ = run("kit", "score", folder, answers, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["answers"], found["missing"]) == (15, 1)
    ways = found["conditions"]
    assert ways["proof"]["share"] == 100
    assert ways["sentences"]["share"] < 60
    assert {ways["proof"]["seconds_mean"], ways["sentences"]["seconds_median"]} == {10, 20.5}
    assert found["claims_better"] >= 2
    assert found["claims_worse"] == 0
    assert found["difference"] > 40
    assert run("kit", "score", folder, answers)[0] == 0


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1,1,maybe,", "no answer `maybe`"),
        ("9,1,S,", "no subject 9"),
        ("1,99,S,", "no item 99"),
        ("1,0,S,", "no item 0"),
        ("x,1,S,", "not whole numbers"),
        ("1,1,S,fast", "seconds `fast`"),
        ("1,1,S,-3", "seconds `-3`"),
        ("1,1,S,nan", "seconds `nan`"),
        ("1,1,S", "3 columns"),
        ("1,1,S,\n1,1,R,", "comes twice"),
        ('1,1,"S,', "no CSV"),
    ],
)
def test_bad_answers_are_named_by_line(run: Run, med: Path, tmp_path: Path, row: str, told: str) -> None:
    folder, answers = tmp_path / "kit", tmp_path / "filled.csv"
    run("kit", med, "--kind", "med", "--out", folder, "--claims", "2", "--subjects", "2")
    answers.write_text(f"subject,item,answer,seconds\n{row}\n")
    code, out, err = run("kit", "score", folder, answers)
    assert (code, out) == (2, "")
    assert told in err
    assert "filled.csv:" in err


def test_a_kit_that_cannot_be_balanced_is_refused(run: Run, med: Path, tmp_path: Path) -> None:
    make = ("kit", med, "--kind", "med", "--out", tmp_path / "kit")
    assert "take an even number" in run(*make, "--claims", "4", "--subjects", "3")[2]
    assert "take an even number" in run(*make, "--claims", "3")[2]
    assert "6 proofs with steps, but 10 claims" in run(*make)[2]
    code, _, err = run("kit", "score", med.parent, med)
    assert code == 2
    assert "no kit there" in err
