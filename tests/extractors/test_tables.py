"""Tables of general English: a lexicon's hash covers them, so a certificate tells when one of them was changed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import suffice
from suffice.extractors import read_lexicon
from suffice.extractors.tables import TABLES, hash_tables, read_table

ROOT = Path(suffice.__file__).parent
BRIDGES = ROOT.parent / "examples" / "bridges"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy of the package that a folder has."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be changed."""
    shutil.copytree(ROOT, tmp_path / "suffice", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def table_file(package: Path, name: str) -> Path:
    return package / "suffice" / "extractors" / "lexicons" / f"{name}.toml"


def test_every_shipped_file_is_hashed_and_no_other_is_read() -> None:
    shipped = {path.stem for path in (ROOT / "extractors" / "lexicons").glob("*.toml")}
    read_as_tables = {
        name
        for path in ROOT.rglob("*.py")
        for name in re.findall(r"read_table\(\"(\w+)\"\)", path.read_text("utf-8"))
    }
    assert read_as_tables == set(TABLES) <= shipped
    with pytest.raises(KeyError):
        read_table("english")


HASHES = "from suffice.extractors import read_lexicon; print(read_lexicon().sha256)"


def test_the_lexicons_hash_changes_with_each_table_and_not_with_a_comment(package: Path) -> None:
    def sha256() -> str:
        done = run(package, "-c", HASHES)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert sha256() == read_lexicon().sha256
    for name, old, new in (
        ("general", '"usual", ', ""),
        ("topics", '"film", ', ""),
        ("countries", '"Danish"', '"Danisch"'),
    ):
        file = table_file(package, name)
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")
        assert sha256() != read_lexicon().sha256, name
        file.write_text(f"# Another comment.\n{text}", "utf-8")
        if name == "general":
            assert sha256() == read_lexicon().sha256


def test_a_lexicon_of_ones_own_is_hashed_with_the_tables() -> None:
    assert len({hash_tables(), read_lexicon().sha256, read_lexicon(BRIDGES / "bridges.toml").sha256}) == 3


def test_verify_names_the_lexicon_when_a_table_was_changed(package: Path) -> None:
    files = [f"--corpus={BRIDGES / 'passages.jsonl'}", f"--lexicon={BRIDGES / 'bridges.toml'}"]
    files.append(f"--rules={BRIDGES / 'bridges.lp'}")
    suffice_ = ["-m", "suffice"]
    question = "To whose school does the Quillon Viaduct belong?"
    asked = run(package, *suffice_, "ask", question, *files, "--json")
    assert asked.returncode == 0, asked.stderr
    certificate = package / "certificate.json"
    certificate.write_text(asked.stdout, "utf-8")
    verified = run(package, *suffice_, "verify", str(certificate), *files, "--json")
    assert json.loads(verified.stdout)["valid"], verified.stdout + verified.stderr

    file = table_file(package, "general")
    file.write_text(file.read_text("utf-8").replace('"usual", ', "", 1), "utf-8")
    verified = run(package, *suffice_, "verify", str(certificate), *files, "--json")
    assert [one["field"] for one in json.loads(verified.stdout)["failures"]][:1] == ["lexicon_sha256"]
