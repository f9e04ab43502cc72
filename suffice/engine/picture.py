"""A certificate's derivation as a picture: Graphviz DOT or Mermaid text, no program needed to write it.

Boxes are facts, with the units that state them; a dot is a rule instance that joins its premises; rounded boxes are
what it derives.

>>> from suffice.engine.proof import certify, prove
>>> from suffice.rules import parse_atom, parse_program
>>> certificate = certify(prove(parse_program("rains. wet :- rains."), parse_atom("wet")))
>>> print(draw_mermaid(certificate))
graph BT
  n0["rains<br/>rains"]
  n1(["wet"])
  r1(( ))
  n0 --> r1
  r1 --> n1
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from suffice.engine.certificate import Certificate, StepRecord
from suffice.errors import UsageError
from suffice.files import write_text

__all__ = ["PICTURES", "draw_dot", "draw_mermaid", "write_picture"]


def draw_dot(certificate: Certificate) -> str:
    """The derivation in Graphviz DOT.

    Args:
        certificate: whose derivation to draw.
    """
    places = _places(certificate)
    lines = ["digraph derivation {", "  rankdir=BT;", '  node [fontname="sans-serif"];']
    for step in certificate.derivation:
        place = places[step.id]
        label = "\\n".join(_quoted(line) for line in _label(step))
        shape = "box" if step.rule is None else "box, style=rounded"
        lines.append(f'  n{place} [label="{label}", shape={shape}];')
        if step.rule is not None:
            lines.append(f'  r{place} [shape=point, tooltip="{_quoted(step.rule)}"];')
            lines += [f"  n{places[premise]} -> r{place} [dir=none];" for premise in step.premises]
            lines.append(f"  r{place} -> n{place};")
    return "\n".join([*lines, "}"])


def draw_mermaid(certificate: Certificate) -> str:
    """The derivation in Mermaid, as Markdown on many hosts shows it.

    Args:
        certificate: whose derivation to draw.
    """
    places = _places(certificate)
    lines = ["graph BT"]
    for step in certificate.derivation:
        place = places[step.id]
        label = "<br/>".join(map(_escaped, _label(step)))
        lines.append(f'  n{place}["{label}"]' if step.rule is None else f'  n{place}(["{label}"])')
        if step.rule is not None:
            lines.append(f"  r{place}(( ))")
            lines += [f"  n{places[premise]} --> r{place}" for premise in step.premises]
            lines.append(f"  r{place} --> n{place}")
    return "\n".join(lines)


#: Kinds of picture by the ending of the file's name.
PICTURES: dict[str, Callable[[Certificate], str]] = {".dot": draw_dot, ".gv": draw_dot, ".mmd": draw_mermaid}


def write_picture(certificate: Certificate, path: Path) -> None:
    """Write a picture of the kind that the file's name says.

    Raises:
        UsageError: the ending is none of `PICTURES`, or the file cannot be written.
    """
    draw = PICTURES.get(path.suffix.lower())
    if draw is None:
        raise UsageError(f"no picture ends in `{path.suffix}`", remedy=f"choose from {', '.join(PICTURES)}")
    write_text(path, draw(certificate) + "\n")


def _places(certificate: Certificate) -> dict[str, int]:
    return {step.id: place for place, step in enumerate(certificate.derivation)}


def _label(step: StepRecord) -> list[str]:
    units = [", ".join(step.units)] if step.units else []
    return [step.atom, *units, *step.comparisons, *step.absent, *step.aggregates]


def _quoted(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text).replace("\\", "\\\\").replace('"', '\\"')


def _escaped(text: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in text)
    for character, entity in (("&", "#amp;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        plain = plain.replace(character, entity)
    return plain
