"""What clingo must not see, it does not see; what merely looks like it, it does."""

from pathlib import Path

import pytest

from suffice.errors import SufficeError
from suffice.rules.lexer import screen
from suffice.rules.parse import parse_program, parse_sources

HARMLESS = [
    '% #include "x".\np.',
    '%* #include "x". *% p.',
    '%* %* #script (lua) *% #include "x". *% p.',
    "%* % *% #include \n *% p.",
    '#! #include "x".\np.',
    'p("#include \\"x\\". % %*").',
    'p("\\\\"). % "#script',
    'p("*%", "%*").',
    'p. %*%\n#include "x".\n*%',
]
HOSTILE = [
    '#include "{}".',
    '#include"{}".',
    '\t#include\n\n"{}"\n.',
    '#include %* c *% "{}" % d\n.',
    'p("a")#include "{}".',
    'p :- #include "{}".',
    '%* *% #include "{}".',
    '%* % *%\n*% #include "{}".',
    '"a\\t". #include "{}".',
    'p("\\"). #include "{}".',
    'p("a\n"). #include "{}". q("',
    '\'"\'. #include "{}".',
    '#!\n#include "{}".',
    '#program base. #include "{}".',
    "#include <{}>.",
    'x\r%\r\n#include "{}".',
    '#script (lua) #end. #include "{}".',
    '&t { "{}" }. #include "{}".',
]


@pytest.mark.parametrize("text", HARMLESS)
def test_comments_and_strings_are_left_alone(text: str) -> None:
    program = parse_program(text)
    assert [rule.head.name for rule in program.rules] == ["p"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_file_is_read(text: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text("secret(1).")
    parsed = parse_sources([("a.lp", text.replace("{}", str(secret)))])
    assert parsed.diagnostics
    assert "secret" not in {rule.head.name for rule in parsed.program.rules}
    assert not any("could not be opened" in found.cause for found in parsed.diagnostics)


def test_no_code_is_run() -> None:
    text = '#script (python)\nraise SystemExit\n#end.\np(@f("x")). q.'
    parsed = parse_sources([("a.lp", text)])
    assert [found.kind for found in parsed.diagnostics] == ["script", "function-call"]
    assert str(parsed.program) == "q.\n"


@pytest.mark.parametrize(
    ("text", "kind", "place"),
    [
        ("p(é).", "character", "a.lp:1:3"),
        ("p(1\0).", "character", "a.lp:1:4"),
        ('p("\0").', "string", "a.lp:1:3"),
        ('p("\udc80").', "string", "a.lp:1:3"),
        ('p("é"). é.', "character", "a.lp:1:9"),
        ("p(2147483648).", "number", "a.lp:1:3"),
        ("p(0x80000000).", "number", "a.lp:1:3"),
        ("p.\n %* q.", "comment", "a.lp:2:2"),
        ('p("a).\nq.', "string", "a.lp:1:3"),
        ("p(" + "(" * 200_000, "depth", "a.lp:1:102"),
        ("p(" + "1+" * 200_000 + "1).", "depth", "a.lp:1:4004"),
        ("p(" + "-" * 1_000 + "1).", "depth", "a.lp:1:104"),
        ("p(" + "f(" * 101 + "1" + ")" * 102 + ".", "depth", "a.lp:1:202"),
        ("p((1;2)" + ",(1;2)" * 30 + ").", "pool", "a.lp:1:1"),
        ("p(", "syntax", "a.lp:1:3"),
        ('p("日本") q.', "syntax", "a.lp:1:9"),
    ],
)
def test_what_breaks_clingo_is_named(text: str, kind: str, place: str) -> None:
    found = parse_sources([("a.lp", text)]).diagnostics[0]
    assert (found.kind, str(found.location)) == (kind, place)
    with pytest.raises(SufficeError) as caught:
        parse_program(text, "a.lp")
    assert place in str(caught.value)
    assert caught.value.remedy


def test_screening_keeps_every_token_in_its_place() -> None:
    text = 'p. % é\n%* ü\n*% q("é"). #include "é". r.'
    kept, *_ = screen(text, "a.lp")
    assert len(kept) == len(text)
    assert [kept.index(token) for token in ("p.", "q(", "r.")] == [
        text.index(token) for token in ("p.", "q(", "r.")
    ]


def test_the_smallest_integer_is_a_number() -> None:
    assert str(parse_program("p(-2147483648).")) == "p(-2147483648).\n"
