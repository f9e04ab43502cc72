"""Options of likely links, as a user gives them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from suffice.extractors.likely import LEAST
from tests.cli.running import run_command

QUESTIONS = Path(__file__).parents[1] / "data" / "questions.json"
QUESTION = "Who opened Orrin Tramway?"
PASSAGE = {
    "_id": "t",
    "title": "Orrin Tramway",
    "text": "Orrin Tramway is a line in Norway. It was declared open by Ann Ek in 1901.",
}
GUESSING = ("--readers", "lexicon,open,likely", "--cache", "none")


class Shell:
    """Runs commands over one corpus."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.folder, self.capsys, self.monkeypatch = folder, capsys, monkeypatch
        self.corpus = folder / "passages.jsonl"
        self.corpus.write_text(json.dumps(PASSAGE) + "\n", "utf-8")

    def run(self, *arguments: object) -> tuple[int, str, str]:
        return run_command(self.capsys, self.monkeypatch, *arguments)

    def ask(self, *options: object) -> tuple[int, str, str]:
        return self.run("ask", QUESTION, "--corpus", self.corpus, *GUESSING, *options)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, capsys, monkeypatch)


def test_ask_shows_how_likely_and_verify_wants_to_be_told(shell: Shell) -> None:
    out = shell.folder / "c.json"
    code, said, _ = shell.ask("--least-likely", 0, "--json", "--out", out)
    assert code == 0
    [link] = json.loads(said)["links"]
    assert link["pattern"] == "likely: passage 1"
    assert 0 < link["likelihood"] < 1
    code, said, _ = shell.ask("--least-likely", 0)
    assert (code, f"a guess, likely {link['likelihood']:.2f}" in " ".join(said.split())) == (0, True)
    verify = ("verify", out, "--corpus", shell.corpus)
    code, said, _ = shell.run(*verify)
    assert (code, "links[0].likelihood" in said) == (1, True)
    assert shell.run(*verify, "--least-likely", 0)[0] == 0
    assert shell.run(*verify, "--least-likely", link["likelihood"])[0] == 0
    assert shell.run(*verify, "--least-likely", 1)[0] == 1


def test_ask_abstains_where_it_is_not_likely_enough(shell: Shell) -> None:
    code, said, _ = shell.ask("--least-likely", 1, "--json")
    assert (code, "not likely enough: 0." in said) == (1, True)


@pytest.mark.parametrize("least", ["2", "-0.1", "nan", "much"])
@pytest.mark.parametrize("command", ["ask", "verify", "evaluate"])
def test_what_is_no_likelihood_is_refused(shell: Shell, command: str, least: str) -> None:
    option = f"--least-likely={least}"
    if command == "ask":
        code, said, told = shell.ask(option)
    elif command == "verify":
        out = shell.folder / "c.json"
        assert shell.ask("--least-likely", 0, "--out", out)[0] == 0
        shell.capsys.readouterr()
        code, said, told = shell.run("verify", out, "--corpus", shell.corpus, option)
    else:
        code, said, told = shell.run("evaluate", QUESTIONS, *GUESSING, option)
    assert (code, said) == (2, "")
    assert "likel" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "content", [None, "", "{}", "nonsense", '{"features":["a"],"trees":[],"curve":[0,1]}', "other"]
)
def test_what_is_no_forest_is_named(shell: Shell, content: str | None) -> None:
    path = shell.folder / "forest.json"
    if content == "other":
        leaf = {"feature": [], "most": [], "left": [], "right": [], "share": [0.5]}
        content = json.dumps({"features": ["a"], "trees": [leaf], "curve": [0, 1]})
    if content is not None:
        path.write_text(content, "utf-8")
    code, said, told = shell.ask("--forest", path)
    assert (code, said) == (2, "")
    assert "forest.json" in told.replace("\n", "")
    assert "Traceback" not in told


def test_a_forest_of_ones_own_rates(shell: Shell) -> None:
    from suffice.extractors.likely import FEATURES

    path = shell.folder / "forest.json"
    leaf = {"feature": [], "most": [], "left": [], "right": [], "share": [0.5]}
    path.write_text(json.dumps({"features": list(FEATURES), "trees": [leaf], "curve": [0, 4]}), "utf-8")
    out = shell.folder / "c.json"
    code, said, _ = shell.ask("--forest", path, "--json", "--out", out)
    assert (code, json.loads(said)["links"][0]["likelihood"]) == (0, 0.8808)
    verify = ("verify", out, "--corpus", shell.corpus, "--least-likely", 0)
    assert shell.run(*verify, "--forest", path)[0] == 0
    assert shell.run(*verify)[0] == 1


@pytest.mark.parametrize(("options", "noted"), [((), LEAST), (("--least-likely", 0.9), 0.9)])
def test_a_run_notes_how_likely_links_had_to_be(
    shell: Shell, options: tuple[object, ...], noted: float
) -> None:
    out = shell.folder / "run"
    code, _, _ = shell.run("evaluate", QUESTIONS, *GUESSING, *options, "--json", "--limit", 2, "--out", out)
    assert code == 0
    assert f'"least_likely": {noted}' in (out / "run.json").read_text("utf-8")


@pytest.mark.parametrize(
    "given",
    [
        ("ask", QUESTION, "--corpus", "{corpus}", "--least-likely", "0.5"),
        ("ask", QUESTION, "--corpus", "{corpus}", "--readers", "likely"),
        ("evaluate", QUESTIONS, "--least-likely", "0.5", "--readers", "lexicon,open"),
        ("evaluate", QUESTIONS, "--forest", "forest.json"),
    ],
)
def test_options_of_guesses_without_guesses_are_bad_input(shell: Shell, given: tuple[object, ...]) -> None:
    code, _, told = shell.run(*(str(one).replace("{corpus}", str(shell.corpus)) for one in given))
    assert code == 2
    assert "likely" in told
