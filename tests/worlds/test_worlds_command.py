"""`suffice worlds generate`, `verify` and `play` as a user runs them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.options import SOUND
from tests.cli.running import run_command
from tests.worlds.fictions import LIGHTHOUSES, change_line, write

Run: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        return run_command(capsys, monkeypatch, "worlds", *arguments)

    return call


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "dir"
    return write(folder, worlds=4, attacks=("replica",), families=("archives",)).path


#: Arguments that are not right, and what is said.
BAD: dict[str, tuple[str, str]] = {
    "no worlds": ("--worlds 0", "--worlds: Input should be greater than or equal to 1"),
    "fewer": ("--worlds -1", "--worlds: Input should be greater"),
    "too many": ("--worlds 524289", "--worlds 524289 is out of range"),
    "far too many": ("--worlds 99999999999999999999", "is out of range"),
    "hops of none": ("--hops 0", "--hops 0 is out of range; choose from 1 to 6"),
    "hops of seven": ("--hops 7", "--hops 7 is out of range"),
    "hops below": ("--hops -1", "--hops -1 is out of range"),
    "hops in words": ("--hops x", "--hops x: not whole numbers"),
    "half a hop": ("--hops 1.5", "not whole numbers"),
    "no hops": ("--hops ,", "--hops: none given"),
    "hops twice": ("--hops 1,2,1", "--hops: one stands twice"),
    "seed below": ("--seed -1", "--seed -1 is out of range; choose from 0 to"),
    "seed above": ("--seed 37252902", "--seed 37252902 is out of range"),
    "unknown attack": ("--attacks flood", "no attack `flood`; choose from clean, replica"),
    "unknown in a mixture": ("--attacks stale+flood", "no attack `flood`"),
    "attack twice": ("--attacks stale,stale", "--attacks: one stands twice"),
    "kind twice": ("--attacks stale+stale", "a mixture: one stands twice"),
    "clean mixture": ("--attacks clean+stale", "clean is no attack"),
    "empty part": ("--attacks stale+", "no attack ``"),
    "no attacks": ("--attacks ,", "--attacks: none given"),
    "unknown family": ("--families caves", "no family `caves`; choose from archives, herbarium, harbour"),
    "family twice": ("--families archives,archives", "--families: one stands twice"),
    "no families": ("--families ,", "--families: none given"),
    "family file": ("--family nowhere.toml", "nowhere.toml: cannot be read"),
    "visibility": ("--visibility some", "--visibility: Input should be 'hidden', 'type' or 'full'"),
    "replicas": ("--replicas -1", "--replicas: Input should be greater"),
    "flood of replicas": ("--replicas 1001", "--replicas: Input should be less"),
    "initial": ("--initial -1", "--initial: Input should be greater"),
    "distractors": ("--distractors -1", "--distractors: Input should be greater"),
    "too many distractors": ("--distractors 89", "need 515 names, but a world has 512"),
    "strength": ("--strength -1", "--strength: Input should be greater"),
    "pages": ("--pages 0", "--pages: Input should be greater"),
    "many pages": ("--pages 1001 --keep-inseparable", "--pages: Input should be less"),
    "queries": ("--queries -1", "--queries: Input should be greater"),
    "many queries": ("--queries 101", "--queries: Input should be less"),
    "too few queries": ("--queries 1 --hops 1,2", "--queries 1 cannot find the 2 records"),
    "too few replicas": ("--replicas 0 --initial 2 --attacks replica", "cannot fill a list of 3 pages"),
    "strong ones leave none": ("--replicas 2 --initial 1 --attacks stale", "cannot fill a list of 3 pages"),
    "too weak": ("--strength 0 --attacks stale", "--strength 0 is too few pages for the attack `stale`"),
    "too weak for two": ("--strength 1 --attacks stale+keyword-stuffed", "--strength 1 is too few pages"),
    "stronger than replicas": ("--strength 3 --replicas 2 --attacks stale", "--replicas 2 is too few"),
    "no place for a kind": (
        "--strength 2 --replicas 2 --attacks stale+paraphrase",
        "--replicas 2 is too few",
    ),
    "a kind that is nowhere": ("--replicas 0 --attacks prompt-injection", "--replicas 0 is too few"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, said = BAD[case]
    if "--worlds" not in arguments:
        arguments += " --worlds 2"
    code, out, err = run("generate", *arguments.split(), "--out", "dir", "--workers", 1)
    assert (code, out) == (2, "")
    assert said in err
    assert (err.count("\n"), err[:9]) == (1, "suffice: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", ["--worlds x --out dir", "--worlds 2", "--out dir", "--worlds 2 --out dir --moons 3"]
)
def test_what_is_no_call_at_all(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("generate", *arguments.split())
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_broken_family_is_named_with_its_line(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "own.toml"
    file.write_text(LIGHTHOUSES.read_text("utf-8").replace("claimed(R, Lamp) :- asked(Keeper), rumour", "claimed(R, Lamp) :- asked(Keeper), not rumour"), "utf-8")  # fmt: skip
    code, out, err = run("generate", "--worlds", 2, "--family", file, "--out", tmp_path / "dir")
    line = next(
        number for number, text in enumerate(file.read_text().splitlines(), 1) if "not rumour" in text
    )
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"suffice: {file}:{line}:")
    assert [path.name for path in tmp_path.iterdir()] == ["own.toml"]


def test_worlds_that_cannot_be_proved_leave_nothing(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "own.toml"
    file.write_text(LIGHTHOUSES.read_text("utf-8").replace("holds(R), burns", "burns"), "utf-8")
    arguments = (
        "generate",
        "--worlds",
        2,
        "--hops",
        2,
        "--family",
        file,
        "--out",
        tmp_path / "dir",
        "--workers",
        1,
    )
    code, _, err = run(*arguments)
    assert code == 0, err  # a record that need not be signed is still needed, and says the same
    shutil.rmtree(tmp_path / "dir")
    file.write_text(LIGHTHOUSES.read_text("utf-8").replace("holds(R), burns", "not holds(R), burns"), "utf-8")
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "because the decisive records do not determine the answer" in err
    assert [path.name for path in tmp_path.iterdir()] == ["own.toml"]


def test_a_taken_place(made: Path, run: Run) -> None:
    code, out, err = run("generate", "--worlds", 2, "--out", made)
    assert (code, out, err) == (
        2,
        "",
        f"suffice: {made}: is not empty; give a folder of its own with `--out`\n",
    )
    code, out, err = run("generate", "--worlds", 2, "--out", made / "manifest.json" / "dir", "--workers", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot be written" in err


def test_generate_says_what_it_made(tmp_path: Path, run: Run) -> None:
    code, out, err = run("generate", "--worlds", 3, "--out", tmp_path / "text", "--workers", 1)
    assert (code, err) == (0, "")
    assert "3 worlds and their twins in" in out
    assert "every label proved" in out
    code, out, err = run("generate", "--worlds", 3, "--out", tmp_path / "json", "--workers", 1, "--json")
    manifest = json.loads(out)
    assert (code, err) == (0, "")
    assert manifest["options"]["hops"] == [1, 2]
    assert manifest["options"]["attacks"] == list(SOUND)
    assert manifest == json.loads((tmp_path / "json" / "manifest.json").read_bytes())
    assert (tmp_path / "text" / "manifest.json").read_bytes() == (
        tmp_path / "json" / "manifest.json"
    ).read_bytes()


def test_families_by_name_and_by_file(tmp_path: Path, run: Run) -> None:
    code, _, err = run("generate", "--worlds", 4, "--hops", 1, "--attacks", "replica", "--families", "harbour,lighthouses", "--family", LIGHTHOUSES, "--out", tmp_path / "both", "--workers", 1)  # fmt: skip
    assert (code, err) == (0, "")
    assert [world.public.family for world in Benchmark(tmp_path / "both").worlds()][::2] == [
        "harbour",
        "lighthouses",
    ] * 2
    code, _, err = run(
        "generate", "--worlds", 2, "--family", LIGHTHOUSES, "--out", tmp_path / "own", "--workers", 1
    )
    assert (code, err) == (0, "")
    assert Benchmark(tmp_path / "own").options.families == ("lighthouses",)
    code, out, err = run("play", tmp_path / "own", "--policies", "premise", "--json", "--workers", 1)
    assert (code, err) == (0, "")
    played = json.loads(out)["policies"]["premise"]
    assert (played["worlds"], played["safe"], played["unsafe"]) == (2, 2, 0)
    code, out, _ = run("verify", tmp_path / "own", "--workers", 1)
    assert code == 0


def test_verify(made: Path, tmp_path: Path, run: Run) -> None:
    code, out, err = run("verify", made, "--workers", 1)
    assert (code, out, err) == (0, "4 worlds and their twins: every label is proved\n", "")
    code, out, err = run("verify", made, "--workers", 1, "--json")
    assert (code, json.loads(out), err) == (0, {"worlds": 4, "proved": True, "findings": []}, "")
    folder = Path(shutil.copytree(made, tmp_path / "dir"))
    change_line(folder, "labels", 2, lambda line: line.update(false_answer="[red]Nowhere[/red] House"))
    code, out, err = run("verify", folder, "--workers", 1)
    assert (code, err) == (1, "")
    world = json.loads((folder / "labels.jsonl").read_text().splitlines()[2])["world"]
    assert out.splitlines()[0] == "labels.jsonl: `sha256` is not that of the manifest"
    assert f"labels.jsonl: world {world}: `false_answer`" in out
    code, out, err = run("verify", folder, "--workers", 1, "--json")
    result = json.loads(out)
    assert (code, result["proved"]) == (1, False)
    assert {"labels.jsonl"} == {finding["file"] for finding in result["findings"]}
    code, out, err = run("verify", folder, "--workers", 1, "--max", 1)
    assert (code, out.count("\n")) == (1, 2)
    assert "--max" in out


def test_what_is_no_benchmark(made: Path, tmp_path: Path, run: Run) -> None:
    for name in ("verify", "play"):
        for folder in (tmp_path, tmp_path / "nowhere", made / "labels.jsonl"):
            code, out, err = run(name, folder)
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert "no benchmark can be read there" in err
    (tmp_path / "manifest.json").write_text("{")
    code, out, err = run("verify", tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--policies", "wisdom"), "wisdom"),
        (("--policies", ","), "--policies: none, or one twice"),
        (("--policies", "premise,premise"), "one twice"),
    ],
)
def test_play_with_bad_policies(
    arguments: tuple[str, ...], said: str, made: Path, tmp_path: Path, run: Run
) -> None:
    code, out, err = run("play", made, *arguments, "--out", tmp_path / "run", "--workers", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("public", {"initial": ["w000000a_99"]}),
        ("public", {"family": "caves"}),
        ("public", {"budget": {"queries": 2, "pages": 0}}),
        ("labels", {"hops": "x"}),
        ("proofs", {"world": "w000009a"}),
    ],
)
def test_play_on_a_damaged_benchmark(
    name: str, change: dict[str, object], made: Path, tmp_path: Path, run: Run
) -> None:
    folder = Path(shutil.copytree(made, tmp_path / "dir"))
    change_line(folder, name, 0, lambda line: line.update(change))
    code, out, err = run("play", folder, "--policies", "premise,oracle", "--workers", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "Traceback" not in err
