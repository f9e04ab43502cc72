"""A benchmark's folder: the same bytes however it came about, whole or not there."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from suffice.errors import BenchmarkError, UsageError
from suffice.files import hold
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.models import ATTACKS
from suffice.worlds.fiction.writing import CHUNK, generate
from tests.worlds.fictions import LIGHTHOUSES, ROOT, command, read_bytes, run, small, write

#: Two chunks of worlds that are quickly drawn.
WORLDS = CHUNK + 60
QUICK = (
    "--hops",
    "1",
    "--attacks",
    "replica,stale",
    "--families",
    "archives",
    "--distractors",
    "0",
    "--replicas",
    "2",
)


def quick(out: Path, workers: int = 1, worlds: int = WORLDS) -> tuple[object, ...]:
    return (
        "worlds",
        "generate",
        "--worlds",
        worlds,
        "--seed",
        "3",
        *QUICK,
        "--out",
        out,
        "--workers",
        workers,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an uninterrupted run, with a hash seed of its own."""
    out = tmp_path_factory.mktemp("whole") / "dir"
    done = run(*quick(out), PYTHONHASHSEED="1")
    assert (done.returncode, done.stderr) == (0, "")
    return read_bytes(out)


def begin(out: Path, workers: int = 1) -> "subprocess.Popen[str]":
    # Whoever starts the tests may have told their children to ignore the signal.
    start = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    python, option, code, *arguments = command(*quick(out, workers))
    return subprocess.Popen(
        [python, option, start + code, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(part: Path, pattern: str) -> None:
    """Wait until an unfinished folder has a file like that."""
    for _ in range(1200):
        if part.exists() and any(part.glob(pattern)):
            return
        time.sleep(0.05)
    raise AssertionError(f"{part / pattern} did not come")


def test_two_workers_and_another_hash_seed_write_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "dir"
    done = run(*quick(out, workers=2), PYTHONHASHSEED="2")
    assert (done.returncode, done.stderr) == (0, "")
    assert read_bytes(out) == whole


def test_all_kinds_are_the_same_bytes_on_two_runs(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write(tmp_path / name, worlds=36, hops=(1, 2, 3), attacks=ATTACKS, hmac=True)
    assert read_bytes(tmp_path / "one") == read_bytes(tmp_path / "other")
    write(tmp_path / "seed", worlds=36, hops=(1, 2, 3), attacks=ATTACKS, hmac=True, seed=1)
    assert read_bytes(tmp_path / "seed") != read_bytes(tmp_path / "one")


def test_fewer_worlds_are_the_first_of_more(whole: dict[str, bytes], tmp_path: Path) -> None:
    assert run(*quick(tmp_path / "dir", worlds=20)).returncode == 0
    for name in ("public", "corpus", "labels", "proofs"):
        few = (tmp_path / "dir" / f"{name}.jsonl").read_bytes()
        assert few
        assert whole[f"{name}.jsonl"].startswith(few)


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_killed_and_resumed(whole: dict[str, bytes], tmp_path: Path) -> None:
    out, part = tmp_path / "dir", tmp_path / ".dir.part"
    process = begin(out, workers=2)
    wait_for(part, "done-*")  # either chunk; the other is being written
    started = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(started) >= 2
    process.kill()
    process.communicate()
    for _ in range(200):  # the workers end with their parent
        if not any(map(is_running, started)):
            break
        time.sleep(0.05)
    assert not any(map(is_running, started))
    assert not out.exists()
    # What a kill in the middle of a write leaves, and of a join.
    (part / ".corpus-00001.jsonl.4711").write_text('{"world": "w0')
    (part / "public.new").write_text('{"world": "w0')
    done = run(*quick(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert read_bytes(out) == whole
    assert not part.exists()


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(("workers", "after"), [(1, "done-00000"), (2, "begun.json")])
def test_ctrl_c(tmp_path: Path, workers: int, after: str) -> None:
    process = begin(tmp_path / "dir", workers)
    wait_for(tmp_path / ".dir.part", after)
    if workers == 2:
        time.sleep(0.7)  # when the workers have been started and import
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all at once
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, "", "suffice: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == [".dir.part"]


def unfinish(out: Path) -> Path:
    """A finished benchmark of one chunk, put back to where its files were joined and its notes being cleared."""
    part = out.with_name(f".{out.name}.part")
    out.rename(part)
    manifest = json.loads((part / "manifest.json").read_bytes())
    (part / "manifest.json").unlink()
    begun = {name: manifest[name] for name in ("version", "options", "families")}
    (part / "begun.json").write_text(json.dumps(begun), "utf-8")
    return part


def test_stopped_while_it_was_finished(tmp_path: Path) -> None:
    out = tmp_path / "dir"
    wanted = read_bytes(write(out, worlds=4).path)
    part = unfinish(out)
    (part / "public-00000.jsonl").write_bytes(
        wanted["public.jsonl"]
    )  # a chunk that was joined and not yet removed
    (part / "labels.jsonl").rename(part / "labels-00000.jsonl")  # one that was not yet joined
    write(out, worlds=4)
    assert read_bytes(out) == wanted
    assert [path.name for path in tmp_path.iterdir()] == ["dir"]


def test_stopped_just_before_the_last_move(tmp_path: Path) -> None:
    out, part = tmp_path / "dir", tmp_path / ".dir.part"
    generate(small(worlds=4), [], out)
    out.rename(part)
    generate(small(worlds=4, seed=9), [], out)  # not even with other options is anything old kept
    generate(small(worlds=4, seed=9), [], tmp_path / "fresh")
    assert read_bytes(out) == read_bytes(tmp_path / "fresh")


@pytest.mark.skipif(os.name == "nt", reason="resource limits")
@pytest.mark.parametrize("where", ["note", "chunk", "join"])
def test_a_disk_that_is_full(whole: dict[str, bytes], tmp_path: Path, where: str) -> None:
    """No file may grow beyond a size: at some point a write is refused, as a full disk would."""
    out, worlds = tmp_path / "dir", WORLDS if where == "join" else 20
    first = [
        line for line in whole["corpus.jsonl"].splitlines(keepends=True) if line < b'{"world":"w%06d' % CHUNK
    ]
    size = {"note": 200, "chunk": 20_000, "join": sum(map(len, first)) + 1}[where]
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); "
    python, option, code, *arguments = command(*quick(out, worlds=worlds))
    done = subprocess.run(
        [python, "-B", option, limit + code, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "cannot be written (File too large)" in done.stderr
    assert not out.exists()
    left = read_bytes(tmp_path / ".dir.part")
    assert not any(name.startswith(".") for name in left)
    assert ("done-00001" in left) == (where == "join")
    if where == "join":
        again = run(*quick(out, worlds=worlds))
        assert (again.returncode, again.stderr) == (0, "")
        assert read_bytes(out) == whole


@pytest.mark.parametrize("taken", ["file", "folder"])
def test_a_place_that_is_taken_is_left_alone(tmp_path: Path, taken: str) -> None:
    out = tmp_path / "dir"
    if taken == "file":
        out.write_text("x")
    else:
        (out / "x").mkdir(parents=True)
    with pytest.raises(UsageError, match="is not empty"):
        generate(small(), [], out)
    assert [path.name for path in tmp_path.iterdir()] == ["dir"]


def test_an_empty_folder_a_link_and_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("empty", "target", "here"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    generate(small(), [], tmp_path / "deep" / "er" / "new")
    wanted = read_bytes(tmp_path / "deep" / "er" / "new")
    generate(small(), [], tmp_path / "empty")
    generate(small(), [], tmp_path / "link")
    monkeypatch.chdir(tmp_path / "here")
    generate(small(), [], Path())
    for name in ("empty", "target", "link", "here"):
        assert read_bytes(tmp_path / name) == wanted
    assert (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "empty", "here", "link", "target"]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for out in (tmp_path / "file" / "dir", Path("/proc/nowhere/dir"), tmp_path / ("x" * 300)):
        with pytest.raises(UsageError, match="cannot be written"):
            generate(small(), [], out)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    with pytest.raises(UsageError, match="cannot be written"):
        generate(small(), [], tmp_path / "shut" / "dir")


def test_an_unfinished_one_with_other_options_is_not_gone_on_with(tmp_path: Path) -> None:
    out, part = tmp_path / "dir", tmp_path / ".dir.part"
    process = begin(out)
    wait_for(part, "done-00000")
    process.kill()
    process.communicate()
    before = read_bytes(part)
    with pytest.raises(UsageError, match="unfinished benchmark with other options"):
        generate(small(), [], out)
    assert read_bytes(part) == before
    (part / "begun.json").write_text("{")
    with pytest.raises(UsageError, match="unfinished benchmark with other options"):
        generate(small(), [], out)
    (part / "begun.json").unlink()
    with pytest.raises(UsageError, match="holds something else"):
        generate(small(), [], out)


def test_a_family_that_was_changed_meanwhile_is_another_benchmark(tmp_path: Path) -> None:
    file, out = tmp_path / "own.toml", tmp_path / "dir"
    file.write_bytes(LIGHTHOUSES.read_bytes())
    options = small(families=("lighthouses",))
    generate(options, [file], out)
    wanted = read_bytes(out)
    unfinish(out)
    file.write_text(LIGHTHOUSES.read_text("utf-8") + "# changed\n", "utf-8")
    with pytest.raises(UsageError, match="other options"):
        generate(options, [file], out)
    file.write_bytes(LIGHTHOUSES.read_bytes())
    generate(options, [file], out)
    assert read_bytes(out) == wanted


def test_reading_what_is_no_benchmark(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere", Path("/proc/nowhere")):
        with pytest.raises(BenchmarkError, match="no benchmark can be read there"):
            Benchmark(folder)
    for text, said in (("{", "Invalid JSON"), ("{}", "Field required"), ("[]", "should be an object")):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(BenchmarkError, match=said) as caught:
            Benchmark(tmp_path)
        assert caught.value.file == str(tmp_path / "manifest.json")


def test_only_one_process_writes_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with hold(out), pytest.raises(UsageError, match="another process is writing there"):
        generate(small(), [], out)
    generate(small(), [], out)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
