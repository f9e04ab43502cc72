"""Pictures of derivations: every step and every premise is in them, whatever the terms hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from suffice.engine import certify, prove
from suffice.engine.picture import draw_dot, draw_mermaid, write_picture
from suffice.errors import UsageError
from suffice.rules import parse_atom, parse_program

PROGRAM = parse_program(
    r'p("a\"b<c>\n"). q(1). r(X) :- p(X), q(Y), Y < 2. s :- r(X), not t. t :- never. #defined never/0.'
)
CERTIFICATE = certify(prove(PROGRAM, parse_atom("s")))
PREMISES = sum(len(step.premises) for step in CERTIFICATE.derivation)


def test_dot_has_a_node_for_every_step_and_an_edge_for_every_premise() -> None:
    text = draw_dot(CERTIFICATE)
    assert len(re.findall(r"^  n\d+ \[label=", text, re.MULTILINE)) == len(CERTIFICATE.derivation)
    assert text.count("[dir=none]") == PREMISES
    assert r"p(\"a\\\"b<c>\\n\")" in text
    assert "1 < 2" in text
    assert "not t" in text


def test_mermaid_has_no_character_that_could_end_a_label() -> None:
    labels = re.findall(r'n\d+\(?\["(.*)"\]\)?$', draw_mermaid(CERTIFICATE), re.MULTILINE)
    assert len(labels) == len(CERTIFICATE.derivation)
    assert not any(set('"<>') & set(label.replace("<br/>", "")) for label in labels)


def test_the_ending_says_which_picture(tmp_path: Path) -> None:
    write_picture(CERTIFICATE, tmp_path / "a.mmd")
    assert (tmp_path / "a.mmd").read_text("utf-8").startswith("graph BT")
    with pytest.raises(UsageError, match="no picture ends in"):
        write_picture(CERTIFICATE, tmp_path / "a.png")
