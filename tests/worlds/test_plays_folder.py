"""The folder of plays: resumed after any cut, and nothing taken for what it is not."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.worlds.fiction.run import PlayedWorld, PlaysFolder
from suffice.worlds.fiction.schemas import write_schemas
from tests.worlds.plays import make_manifest, make_pages, random_worlds, write_run

POLICIES = ("premise", "expansion")
FILES = ("public.jsonl", "labels.jsonl", "plays.jsonl", "times.jsonl", "pages.jsonl")
WORLDS = random_worlds(3, POLICIES)


def append(folder: PlaysFolder, worlds: list[PlayedWorld]) -> None:
    for world in worlds:
        folder.append(
            world.public, world.label, world.plays, world.seconds, make_pages(world.public, world.label)
        )


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(path.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plays") / "run"
    write_run(path, WORLDS, POLICIES, shown=4)
    return path


def test_what_was_written_is_read(whole: Path) -> None:
    folder = PlaysFolder(whole)
    assert list(folder.worlds()) == WORLDS
    pages = folder.pages()
    assert list(pages) == [world.public.world for world in WORLDS[:4]]
    for world in WORLDS[:4]:
        seen = {*world.public.initial, *(page for play in world.plays for page in play.seen)}
        assert set(pages[world.public.world]) == seen


def test_same_plays_same_bytes(whole: Path, tmp_path: Path) -> None:
    write_run(tmp_path / "again", WORLDS, POLICIES, shown=4)
    assert contents(tmp_path / "again") == contents(whole)


@given(st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_resumed_after_any_cut_it_is_the_same(whole: Path, tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "cut"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(whole, path)
    for name in data.draw(st.sets(st.sampled_from(FILES))):
        content = (path / name).read_bytes()
        (path / name).write_bytes(content[: data.draw(st.integers(0, len(content)), label=name)])
    folder = PlaysFolder(path)
    before = list(folder.worlds())
    assert before == WORLDS[: len(before)]
    done = folder.begin(make_manifest(len(WORLDS), POLICIES, shown=4))
    assert done <= len(before)
    append(folder, WORLDS[done:])
    folder.finish()
    assert contents(path) == contents(whole)


def test_another_run_is_refused(whole: Path, tmp_path: Path) -> None:
    before = contents(whole)
    for change, name in (({"seed": 8}, "seed"), ({"benchmark_sha256": "1" * 64}, "benchmark_sha256")):
        with pytest.raises(UsageError, match=f"another `{name}`"):
            PlaysFolder(whole).begin(make_manifest(len(WORLDS), POLICIES, shown=4, **change))
    with pytest.raises(UsageError, match="another `policies`"):
        PlaysFolder(whole).begin(make_manifest(len(WORLDS), POLICIES[::-1], shown=4))
    assert contents(whole) == before
    path = tmp_path / "stray"
    path.mkdir()
    (path / "plays.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match=r"without `run\.json`"):
        PlaysFolder(path).begin(make_manifest(1, POLICIES))


def test_an_unfinished_run_is_not_finished(tmp_path: Path) -> None:
    folder = PlaysFolder(tmp_path / "run")
    assert folder.begin(make_manifest(len(WORLDS), POLICIES)) == 0
    append(folder, WORLDS[:2])
    with pytest.raises(UsageError, match="holds 2 of 6 worlds"):
        folder.finish()


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_line_is_named(whole: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(whole, tmp_path / "run")
    file = tmp_path / "run" / name
    lines = file.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b'"world":', b'"planet":')
    file.write_bytes(b"\n".join(lines))
    folder = PlaysFolder(tmp_path / "run")
    with pytest.raises(UsageError, match=r"world: Field required") as caught:
        _ = (list(folder.worlds()), folder.pages())
    assert (caught.value.file, caught.value.line) == (str(file), 2)


def test_it_is_read_as_a_stream(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "run")
    with (tmp_path / "run" / "public.jsonl").open("r+b") as file:
        file.seek(-5, 2)
        file.write(b"\xff")  # the last world cannot be read
    worlds = PlaysFolder(tmp_path / "run").worlds()
    assert [next(worlds) for _ in WORLDS[1:]] == WORLDS[:-1]
    with pytest.raises(UsageError):
        next(worlds)


@pytest.mark.parametrize("name", FILES[1:4])
def test_a_line_of_another_world_is_named(whole: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(whole, tmp_path / "run")
    file = tmp_path / "run" / name
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([*lines[2:-1], lines[0], lines[1], b""]))
    with pytest.raises(UsageError, match="expected of world w000000a") as caught:
        list(PlaysFolder(tmp_path / "run").worlds())
    assert (caught.value.file, caught.value.line) == (str(file), 1)


def test_plays_of_another_world_or_policy_are_a_mistake(tmp_path: Path) -> None:
    folder = PlaysFolder(tmp_path / "run")
    one, other = WORLDS[:2]
    with pytest.raises(ValueError, match="`begin` comes before"):
        append(folder, [one])
    folder.begin(make_manifest(2, POLICIES))
    for plays in (other.plays, one.plays[::-1], one.plays[:1]):
        with pytest.raises(ValueError, match="one for each policy"):
            folder.append(one.public, one.label, plays, one.seconds, make_pages(one.public, one.label))
    with pytest.raises(ValueError, match="not given"):
        folder.append(one.public, one.label, one.plays, one.seconds, [])
    assert list(folder.worlds()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk(tmp_path: Path) -> None:
    folder = PlaysFolder(tmp_path / "run")
    folder.begin(make_manifest(len(WORLDS), POLICIES))
    append(folder, WORLDS[:1])
    (tmp_path / "run" / "plays.jsonl").rename(tmp_path / "kept")
    (tmp_path / "run" / "plays.jsonl").symlink_to("/dev/full")
    with pytest.raises(UsageError, match="No space left"):
        append(folder, WORLDS[1:2])
    (tmp_path / "kept").replace(tmp_path / "run" / "plays.jsonl")
    again = PlaysFolder(tmp_path / "run")
    assert again.begin(make_manifest(len(WORLDS), POLICIES)) == 1
    append(again, WORLDS[1:])
    assert list(again.worlds()) == WORLDS


def test_no_folder_can_be_made_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        PlaysFolder(tmp_path / "file").begin(make_manifest(1, POLICIES))


def test_published_schemas_are_in_step(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    published = Path(__file__).parents[2] / "docs" / "schema"
    for file in tmp_path.rglob("*.json"):
        name = file.relative_to(tmp_path)
        assert (published / name).read_text("utf-8") == file.read_text("utf-8"), (
            f"run write_schemas: {name} is old"
        )
