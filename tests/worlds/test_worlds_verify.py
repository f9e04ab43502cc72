"""Verification: fresh benchmarks pass; whatever is changed in one is found, with file and field."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from suffice.errors import BenchmarkError
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.lines import FILES
from suffice.worlds.fiction.manifest import Manifest
from suffice.worlds.fiction.models import ATTACKS, Determination, Dominated, PlanStep
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.verifying import verify
from tests.worlds.fictions import change_line, correct_manifest, find, read_bytes, small, write

MIXTURE = "stale+keyword-stuffed"
FRESH: dict[str, Any] = {"worlds": 3, "hops": (1, 2), "attacks": (MIXTURE,), "families": ("archives",)}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("fresh") / "dir", **FRESH).path


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sealed") / "dir"
    return write(
        folder, worlds=2, hops=(2,), attacks=("forged-signed",), families=("archives", "harbour"), hmac=True
    ).path


@pytest.fixture
def folder(fresh: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(fresh, tmp_path / "dir"))


@pytest.mark.parametrize(
    "given_options",
    [
        {"worlds": 3 * len(ATTACKS), "hops": (1, 2, 3), "attacks": ATTACKS},
        {"worlds": len(ATTACKS), "hops": (2,), "attacks": ATTACKS, "hmac": True},
        {"worlds": 6, "visibility": "type"},
        {"worlds": 6, "visibility": "full"},
        {"worlds": 4, "keep_inseparable": True, "replicas": 0, "initial": 1, "attacks": ("replica",)},
        {"worlds": 4, "keep_inseparable": True, "queries": 0, "attacks": ("replica",)},
        {"worlds": 3, "attacks": (MIXTURE, "paraphrase+stale-register"), "hops": (4, 1)},
    ],
    ids=["all", "hmac", "type", "full", "few replicas", "no queries", "mixtures"],
)
def test_fresh_ones_pass(given_options: dict[str, Any], tmp_path: Path) -> None:
    benchmark = write(tmp_path / "dir", **given_options)
    before = read_bytes(benchmark.path)
    assert list(verify(benchmark)) == []
    assert read_bytes(benchmark.path) == before


def test_several_workers_find_the_same(folder: Path, tmp_path: Path) -> None:
    large = write(tmp_path / "large", worlds=21, attacks=("replica",))
    change_line(large.path, "labels", 3, lambda line: line.update(hops=3))
    one, two = list(verify(large)), list(verify(large, workers=2))
    assert one == two != []
    assert {finding.world for finding in one} - {None} == {"w000001b"}


def paths(model: type[BaseModel]) -> list[tuple[str, ...]]:
    """The fields of a line, and of what stands in them."""
    inner: dict[str, type[BaseModel]] = {
        "determination": Determination,
        "plan": PlanStep,
        "dominated": Dominated,
    }
    found: list[tuple[str, ...]] = []
    for name, field in model.model_fields.items():
        key = field.alias or name
        found.append((key,))
        found += [(key, *rest) for rest in paths(inner[name])] if name in inner else []
    return found


def other_than(value: Any) -> Any:  # noqa: ANN401
    """Something else of the same type, as far as there is one."""
    match value:
        case None:
            return "x"
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value[:-1]}{'b' if value.endswith('a') else 'a'}"
        case list():
            return value[1:] if value else ["x"]
        case dict():
            return dict(list(value.items())[1:]) if value else {"x": "replica"}
    raise AssertionError(value)


def change(record: dict[str, Any], path: tuple[str, ...]) -> bool:
    """Change a field; whether there was something to change."""
    for key in path[:-1]:
        inner = record[key]
        if isinstance(inner, list):
            if not inner:
                return False
            inner = inner[-1]
        record = inner
    record[path[-1]] = other_than(record[path[-1]])
    return True


FIELDS = [(name, path) for name, model in FILES.items() for path in paths(model)]


@pytest.mark.parametrize("name_path", FIELDS, ids=lambda one: ".".join((one[0], *one[1])))
def test_every_field_counts(name_path: tuple[str, tuple[str, ...]], folder: Path) -> None:
    """Each field of each file, in a world and in a twin, the manifest as it was and corrected."""
    name, path = name_path
    original = (folder / f"{name}.jsonl").read_bytes()
    lines = original.count(b"\n")
    tried = 0
    for line in {"corpus": (0, lines - 1)}.get(name, (2, 3)):
        (folder / f"{name}.jsonl").write_bytes(original)
        changed: list[bool] = []
        change_line(folder, name, line, lambda record, done=changed: done.append(change(record, path)))  # type: ignore[misc]
        if not changed[0]:
            continue
        tried += 1
        if tried == 1:
            first = find(folder)[0]
            assert (first.file, first.field) == (f"{name}.jsonl", "sha256")
        manifest = (folder / "manifest.json").read_bytes()
        correct_manifest(folder)
        found = find(folder)
        (folder / "manifest.json").write_bytes(manifest)
        assert any(
            finding.file == f"{name}.jsonl" and (finding.field.split(".")[0] == path[0] or f"`{path[0]}" in finding.cause)
            for finding in found
        ), found  # fmt: skip
    assert tried >= 1


@pytest.mark.parametrize(
    ("value", "said"),
    [('"x"', "valid integer"), ("null", "valid integer"), ("1e999", ""), ("[]", ""), ('1,"more":2', "more")],
)
def test_values_of_another_type_are_named_with_their_line(folder: Path, value: str, said: str) -> None:
    file = folder / "labels.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    lines[2] = lines[2].replace('"hops":2', f'"hops":{value}')
    file.write_text("".join(lines), "utf-8")
    correct_manifest(folder)
    (finding,) = [one for one in find(folder) if one.file == "labels.jsonl"]
    assert finding.field == "line"
    assert finding.cause.startswith("line 3: `")
    assert said in finding.cause


Tamper = Callable[[Path], object]


def drop_line(name: str, line: int) -> Tamper:
    def tamper(folder: Path) -> None:
        lines = (folder / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
        (folder / f"{name}.jsonl").write_bytes(
            b"".join(lines[:line] + lines[line + 1 :] if line >= 0 else lines[:-1])
        )

    return tamper


def swap_lines(name: str, one: int, other: int) -> Tamper:
    def tamper(folder: Path) -> None:
        lines = (folder / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
        lines[one], lines[other] = lines[other], lines[one]
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines))

    return tamper


def cut(name: str, share: float) -> Tamper:
    def tamper(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * share)])

    return tamper


def replace_text(name: str, old: str, new: str) -> Tamper:
    def tamper(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")

    return tamper


def reorder_worlds(folder: Path) -> None:
    """The second pair first, in all files alike."""
    for name in FILES:
        lines = (folder / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
        lines.sort(key=lambda line: {"w000001": 0, "w000000": 1}.get(json.loads(line)["world"][:-1], 2))
        (folder / f"{name}.jsonl").write_text("".join(lines), "utf-8")


def repeat_world(folder: Path) -> None:
    """The first pair twice, instead of the last."""
    for name in FILES:
        lines = (folder / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
        first = [line for line in lines if '"world":"w000000' in line]
        rest = [line for line in lines if '"world":"w000002' not in line]
        (folder / f"{name}.jsonl").write_text("".join([*rest, *first]), "utf-8")


def drop_world(folder: Path) -> None:
    for name in FILES:
        lines = (folder / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / f"{name}.jsonl").write_text(
            "".join(one for one in lines if '"world":"w000002' not in one), "utf-8"
        )


#: What is done to a folder, and the file and field that are named where the manifest was corrected.
TAMPERINGS: dict[str, tuple[Tamper, str, str]] = {
    **{f"{name} without a line": (drop_line(name, 1), f"{name}.jsonl", "") for name in FILES},
    **{f"{name} without its last line": (drop_line(name, -1), f"{name}.jsonl", "") for name in FILES},
    **{f"{name} with lines swapped": (swap_lines(name, 0, 1), f"{name}.jsonl", "") for name in FILES},
    **{f"{name} cut": (cut(f"{name}.jsonl", 0.6), f"{name}.jsonl", "") for name in FILES},
    **{f"{name} empty": (cut(f"{name}.jsonl", 0), f"{name}.jsonl", "") for name in FILES},
    "worlds in another order": (reorder_worlds, "public.jsonl", "world"),
    "a world twice": (repeat_world, "public.jsonl", "world"),
    "a world less": (drop_world, "public.jsonl", "world"),
    "a name of the family": (replace_text("families/archives.toml", 'value = "{} House"', 'value = "{} Hall"'), "corpus.jsonl", "text"),
    "a rule of the family": (replace_text("families/archives.toml", "status(R, controlling), signed(R, Issuer)", "status(R, provisional), signed(R, Issuer)"), "labels.jsonl", "answer"),
    "a lookup of the family": (replace_text("families/archives.toml", "signed controlling final record docket", "signed binding final record docket"), "proofs.jsonl", "plan"),
    "a broken family": (replace_text("families/archives.toml", "[pages.notice]", "[pages.sermon]"), "archives.toml", "file"),
    "not UTF-8": (lambda folder: (folder / "public.jsonl").write_bytes(b"\xff\n"), "public.jsonl", "line"),
    "an empty line": (lambda folder: (folder / "labels.jsonl").write_bytes(b"\n" + (folder / "labels.jsonl").read_bytes()), "labels.jsonl", "line"),
}  # fmt: skip


@pytest.mark.parametrize("case", TAMPERINGS)
def test_tampering_is_found(case: str, folder: Path) -> None:
    tamper, file, field = TAMPERINGS[case]
    tamper(folder)
    hashes = [finding for finding in find(folder) if finding.field == "sha256"]
    assert file in {finding.file for finding in hashes} or any("families" in one.file for one in hashes)
    correct_manifest(folder)
    found = find(folder)
    assert any(one.file == file and one.field.startswith(field) for one in found), found


@pytest.mark.parametrize("name", [*(f"{name}.jsonl" for name in FILES), "families/archives.toml"])
def test_missing_files(name: str, folder: Path) -> None:
    (folder / name).unlink()
    found = find(folder)
    assert (found[0].file, found[0].field, found[0].cause) == (name, "file", "is missing")


@pytest.mark.parametrize("name", ["corpus-00000.jsonl", "notes.txt", "families/other.toml", "deep/.hidden"])
def test_files_beside(name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("x")
    assert [tuple(one) for one in find(folder)] == [(name, None, "file", "is not in the manifest")]


def test_a_folder_in_the_place_of_a_file(folder: Path) -> None:
    (folder / "labels.jsonl").unlink()
    (folder / "labels.jsonl").mkdir()
    assert {one.file for one in find(folder)} == {"labels.jsonl"}


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


#: Another value of each option, under which other bytes are drawn from this benchmark's worlds.
OTHER_OPTIONS: dict[str, Any] = {
    "worlds": 4,
    "hops": [2, 1],
    "attacks": ["replica"],
    "families": ["herbarium"],
    "seed": 1,
    "replicas": 4,
    "initial": 4,
    "distractors": 3,
    "strength": 3,
    "visibility": "type",
    "queries": 3,
    "pages": 2,
    "hmac": True,
}
#: An option that changes nothing where no world was rejected.
SILENT = {"keep_inseparable"}


def test_every_option_is_tried() -> None:
    assert OTHER_OPTIONS.keys() | SILENT == Options.model_fields.keys()


@pytest.mark.parametrize("option", OTHER_OPTIONS)
def test_a_manifest_with_other_options(option: str, folder: Path) -> None:
    change_manifest(folder, lambda manifest: manifest["options"].update({option: OTHER_OPTIONS[option]}))
    assert find(folder) != []


@pytest.mark.parametrize(
    ("option", "value"),
    [("hops", []), ("hops", [9]), ("attacks", ["flood"]), ("attacks", []), ("seed", 10**30), ("seed", -1), ("distractors", 999), ("families", [])],
)  # fmt: skip
def test_a_manifest_with_impossible_options(option: str, value: object, folder: Path) -> None:
    change_manifest(folder, lambda manifest: manifest["options"].update({option: value}))
    assert [(one.file, one.field) for one in find(folder)] == [("manifest.json", "options")]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("instances", 8),
        ("drawn", 9),
        ("rejected", {"the moon was full": 1}),
        ("rejected", {}),
        ("families", {}),
    ],
)
def test_a_manifest_with_other_counts(field: str, value: object, folder: Path) -> None:
    if json.loads((folder / "manifest.json").read_bytes())[field] == value:
        return
    change_manifest(folder, lambda manifest: manifest.update({field: value}))
    found = find(folder)
    assert found != []
    assert field == "families" or (found[-1].file, found[-1].field) == ("manifest.json", field)


@pytest.mark.parametrize("field", ["sha256", "bytes", "lines"])
@pytest.mark.parametrize("name", FILES)
def test_a_manifest_with_other_hashes(field: str, name: str, folder: Path) -> None:
    change_manifest(
        folder,
        lambda manifest: manifest["files"][f"{name}.jsonl"].update({field: "0" if field == "sha256" else 3}),
    )
    assert [(one.file, one.field) for one in find(folder)] == [(f"{name}.jsonl", field)]


def test_rejections_are_counted(tmp_path: Path) -> None:
    benchmark = write(
        tmp_path / "dir", worlds=40, hops=(1,), attacks=("clean",), families=("archives",), distractors=0
    )
    assert benchmark.manifest.rejected.keys() == {"a topical query may find the decisive records"}
    assert benchmark.manifest.drawn == 40 + sum(benchmark.manifest.rejected.values())
    assert list(verify(benchmark)) == []
    attempts = [world.proof.attempts for world in benchmark.worlds()]
    assert sum(attempts[::2]) == benchmark.manifest.drawn


def test_keys(sealed: Path, tmp_path: Path) -> None:
    assert find(sealed) == []
    text = (sealed / "keys.json").read_text("utf-8")
    keys = json.loads(text)
    issuer, key = next(iter(keys["archives"].items()))
    for number, (changed, field) in enumerate(
        [
            (json.dumps({**keys, "archives": {**keys["archives"], issuer: key[::-1]}}), "archives"),
            (json.dumps({name: found for name, found in keys.items() if name != "archives"}), "file"),
            (json.dumps({**keys, "archives": {}}), "archives"),
            (text.replace(key, "not hexadecimal"), "file"),
            ("[]", "file"),
            ("{", "file"),
        ]
    ):
        folder = Path(shutil.copytree(sealed, tmp_path / str(number)))
        (folder / "keys.json").write_text(changed, "utf-8")
        assert ("keys.json", "sha256") in {(one.file, one.field) for one in find(folder)}
        correct_manifest(folder)
        assert ("keys.json", field) in {(one.file, one.field) for one in find(folder)}


@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_no_byte_can_be_changed_unseen(
    data: st.DataObject, fresh: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With the manifest corrected: no traceback, and a finding wherever the text is not merely written differently."""
    folder = Path(shutil.copytree(fresh, tmp_path_factory.mktemp("byte") / "dir"))
    name = data.draw(st.sampled_from([*FILES]))
    file = folder / f"{name}.jsonl"
    text = file.read_text("utf-8")
    place = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "x", '"', "[", "|", "\n", "]", "0", "A", "\u2028"]))
    file.write_text(text[:place] + new + text[place + 1 :], "utf-8")
    correct_manifest(folder)
    found = find(folder)
    if found == []:
        changed, before = file.read_text("utf-8").splitlines(), text.splitlines()
        assert [json.loads(line) for line in changed] == [json.loads(line) for line in before]
    assert all("\n" not in str(one) for one in found)


def test_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError):
        Benchmark(tmp_path)


def test_the_manifest_is_what_it_says(fresh: Path) -> None:
    manifest = Manifest.model_validate_json((fresh / "manifest.json").read_bytes())
    assert manifest.options == small(**FRESH)
    assert manifest.instances == 6
    for name, record in manifest.files.items():
        data = (fresh / name).read_bytes()
        assert (record.bytes, record.lines) == (len(data), data.count(b"\n"))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("labels.jsonl", '"hops":1', '"hops":"1"'),
        ("labels.jsonl", '{"world"', '{"answer":"Kolm House","world"'),
        ("public.jsonl", '"queries":2', '"queries":2.0'),
        ("public.jsonl", "}\n", "}\r\n"),
        ("corpus.jsonl", '"title":', '"title": '),
    ],
)
def test_lines_that_others_may_read_otherwise(name: str, old: str, new: str, folder: Path) -> None:
    file = folder / name
    text = file.read_bytes().decode()
    assert old in text
    file.write_bytes(text.replace(old, new, 1).encode())
    correct_manifest(folder)
    assert ("line", name) in {(finding.field, finding.file) for finding in find(folder)}


def test_the_card_is_that_of_the_manifest(folder: Path) -> None:
    card = folder / "README.md"
    card.write_text(card.read_text("utf-8").replace("seed", "salt", 1), "utf-8")
    correct_manifest(folder)
    assert {finding.file for finding in find(folder)} == {"README.md"}
