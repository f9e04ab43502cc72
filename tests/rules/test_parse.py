"""Laws of reading and writing: text to values and back, with clingo as the judge of what a text means."""

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import ProgramError, RuleSyntaxError, SufficeError
from suffice.rules.atoms import Atom
from suffice.rules.parse import parse_atom, parse_program, parse_sources, parse_term, read_program
from suffice.rules.program import Program
from suffice.rules.terms import Number, String, Term
from tests.strategies import atoms, programs, safe_programs, sloppy_texts, terms

SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))


def derived(text: str) -> set[str]:
    """What clingo derives from a text."""
    control = clingo.Control(logger=lambda code, message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    return {str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact}


@given(programs())
def test_a_program_is_read_back_from_its_text(program: Program) -> None:
    assert parse_program(str(program)) == program


@given(terms())
def test_a_term_is_read_back_from_its_text(term: Term) -> None:
    assert parse_term(str(term)) == term


@given(atoms())
def test_an_atom_is_read_back_from_its_text(atom: Atom) -> None:
    assert parse_atom(str(atom)) == atom


@given(sloppy_texts())
def test_clingo_derives_the_same_from_what_is_read(text: str) -> None:
    program = parse_program(text)
    assert derived(str(program)) == derived(text)
    assert derived("\n".join(map(str, program.resolved))) == derived(text)
    assert parse_program(str(program)) == program


@given(safe_programs())
def test_facts_are_what_clingo_derives_without_the_rules(program: Program) -> None:
    facts = "\n".join(f"{fact}." for fact in program.facts)
    assert derived(facts) == {str(fact) for fact in program.facts}


@given(st.text(st.sampled_from(' \n.,;:-|#%*"\\()[]{}@&pqXY01é\0') | st.characters(), max_size=40))
def test_any_text_is_a_program_or_an_error_with_a_place(text: str) -> None:
    parsed = parse_sources([("a.lp", text)])
    for found in parsed.diagnostics:
        assert found.location.file == "a.lp"
        assert 1 <= found.location.line <= text.count("\n") + 1
        assert 1 <= found.location.column <= len(text.split("\n")[found.location.line - 1]) + 1
        assert found.cause
        assert found.remedy
    assert parse_program(str(parsed.program)) == parsed.program


@given(
    st.lists(
        st.sampled_from(["a.", "b c.", "{ x }.", 'p("é").', "é.", "#include", "%* x *%", "\n"]), max_size=8
    )
)
def test_every_error_of_a_text_is_found(parts: list[str]) -> None:
    found = parse_sources([("a.lp", " ".join(parts))]).diagnostics
    wrong = sum(part in ("b c.", "{ x }.", "é.") for part in parts)
    assert len(found) >= (wrong if "#include" not in parts else 1)


def test_files_are_read_as_one_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "a.lp", tmp_path / "b.lp"
    first.write_text("#const n = 2. p(n).\n#show p/1.")
    second.write_text("\n  q(X) :- p(X).")
    program = read_program(first, str(second))
    assert str(program) == "#const n = 2.\np(n).\nq(X) :- p(X).\n#show p/1.\n"
    assert program.facts == (Atom("p", (Number(2),)),)
    assert [str(rule.location) for rule in program.rules] == [f"{first}:1:15", f"{second}:2:3"]


@pytest.mark.parametrize(
    ("content", "cause"),
    [(None, "cannot be read"), (b"p(\xff).", "byte 0xff is not UTF-8"), (b"p. \xef\xbb\xbf", "U+FEFF")],
)
def test_a_file_that_is_no_text_is_an_error(content: bytes | None, cause: str, tmp_path: Path) -> None:
    path = tmp_path / "a.lp"
    if content is not None:
        path.write_bytes(content)
    for name in (str(path), str(path) + "\0") if content is None else (str(path),):
        with pytest.raises(SufficeError, match=cause.replace("+", r"\+")):
            read_program(name)
    with pytest.raises(ProgramError, match="cannot be read"):
        read_program(tmp_path)


def test_the_other_errors_are_in_the_notes() -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_program("a b. c d. {e}.", "a.lp")
    assert [note.split(":")[2] for note in caught.value.__notes__] == ["8", "11"]


@pytest.mark.parametrize(
    "text",
    [
        "#const n = m. #const m = f(n). p(n).",
        "#const n = 1. #const n = 2.",
        "#const n = 1. [override]",
        "#const c60 = 1." + "".join(f"#const c{i} = f(c{i + 1},c{i + 1})." for i in range(60)),
    ],
)
def test_constants_that_clingo_or_memory_could_not_bear(text: str) -> None:
    with pytest.raises(ProgramError):
        parse_program(text)


@pytest.mark.parametrize("text", ["p. q", "p(", "p :- q", "é", "", "{p}", "p(1;2)", "1"])
def test_not_an_atom(text: str) -> None:
    with pytest.raises(SufficeError):
        parse_atom(text)


@pytest.mark.parametrize("text", ["1,2", "1). q(2", "(", "", "é", "1;2", "@f(1)", "not a"])
def test_not_a_term(text: str) -> None:
    with pytest.raises(SufficeError):
        parse_term(text)


def souffle_text(facts: dict[str, list[list[int | str]]], rules: list[str]) -> str:
    """A Souffle program as clingo text: names of predicates begin with a small letter there."""
    lines = [
        f"{name}({','.join(str(value(item)) for item in row)})."
        for name, rows in facts.items()
        for row in rows
    ]
    outside = re.compile(r'("(?:[^"\\]|\\.)*")|\b([A-Z]\w*)(?=\()')
    return outside.sub(lambda match: match[1] or "p_" + match[2], "\n".join([*lines, *rules]))


def value(item: int | str) -> Term:
    return Number(item) if isinstance(item, int) else String(item)


def souffle_records() -> list[dict[str, Any]]:
    path = SHARED / "data" / "datalog" / "souffle_plain.jsonl.gz"
    if not path.exists():
        pytest.skip(f"{path} is absent; set SUFFICE_SHARED to the folder that holds data/")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_souffle_programs_mean_what_they_meant() -> None:
    for record in souffle_records():
        text = souffle_text(**record["program"])
        program = parse_program(text, record["name"])
        assert parse_program(str(program)) == program
        atoms = derived(str(program))
        assert atoms == derived(text)
        for name, rows in record["expect"].items():
            lowered = "p_" + name if name[0].isupper() else name
            expected = {str(Atom(lowered, tuple(map(value, row)))) for row in rows}
            assert {atom for atom in atoms if re.match(re.escape(lowered) + r"\b", atom)} == expected, record[
                "name"
            ]
