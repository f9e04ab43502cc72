"""`suffice supports FILE... --goal ATOM`: the minimal sets of units that suffice for a goal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from suffice.cli.display import console, print_lines, visible
from suffice.cli.prove import read_files, the_goal
from suffice.errors import SufficeError, UsageError
from suffice.rules import Term, parse_term, read_source

if TYPE_CHECKING:  # the engine is imported where it is used: `suffice --help` does without
    from suffice.engine import Slice

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("supports")(_supports)


def _supports(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    goal: str | None = typer.Option(
        None, "--goal", metavar="ATOM", help="What to support; default: the program's `goal(name, arity)`."
    ),
    every: bool = typer.Option(False, "--all", help="List all minimal supports, smallest first."),
    maximum: int = typer.Option(100_000, "--max", metavar="N", min=1, help="With --all: list at most N."),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time in all."),
    smallest: bool = typer.Option(False, "--smallest", help="One of least weight (`cost(unit, n)`, else 1)."),
    order: Path | None = typer.Option(
        None, "--order", metavar="FILE", help="Drop units in exactly this order, one term a line."
    ),
    roles: bool = typer.Option(
        False, "--roles", help="Also say which units are in every support, in some, in none."
    ),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances that grounding may make."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Say which units suffice for a goal, none of them to spare; exit 0 if there is a support, 1 if not, 3 at a limit."""
    from suffice.engine import Limits, Meter, slice_goal

    if sum((every, smallest, order is not None)) > 1:
        raise UsageError("`--all`, `--smallest` and `--order` exclude each other", remedy="choose one")
    program = read_files(files)
    asked = the_goal(program, goal)
    units = None if order is None else _read_order(order)
    limits = Limits(instances=max_instances, seconds=seconds).begun()
    check = Meter(limits).check
    part = slice_goal(program, asked, limits=limits)
    if part.is_monotone:
        from suffice.engine import contrast, find_smallest, find_supports, prune_support

        if every:
            found = find_supports(part, maximum=maximum, check=check)
            report: dict[str, object] = {
                "supports": [list(map(str, support)) for support in found.supports],
                "complete": found.complete,
                "unique": found.unique,
                "count": found.count,
            }
            limit = found.limit
        else:
            one = find_smallest(part, check=check) if smallest else prune_support(part, units, check=check)
            two = contrast(part, check=check)
            unique = None if one is None else two is None
            report = {
                "supports": [] if one is None else [list(map(str, one))],
                "complete": unique is not False,
                "unique": unique,
                "count": 0 if one is None else 1 if unique else None,
            }
            if two is not None:
                report["contrast"] = [list(map(str, support)) for support in two]
            limit = None
        if roles:
            report["roles"] = _roles(part, check)
    else:
        if smallest or order is not None or roles:
            raise UsageError(
                "`--smallest`, `--order` and `--roles` need a goal that no unit can take away (`not`)",
                remedy="leave them out: explanations name units that must and must not be there",
            )
        report, limit = _explain(part, maximum if every else 1, check)
        limit = limit if every else None
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    else:
        _show(str(asked), report, limit)
    raise typer.Exit(3 if limit else 0 if report["supports"] else 1)


def _roles(part: Slice, check: Callable[[], None]) -> dict[str, list[str]]:
    """Units by the supports that hold them."""
    from suffice.engine import classify_units

    found = classify_units(part, check=check)
    named = (
        ("every", found.every),
        ("some", found.some),
        ("none", found.none),
        ("undecided", found.undecided),
    )
    return {role: list(map(str, units)) for role, units in named}


def _explain(part: Slice, maximum: int, check: Callable[[], None]) -> tuple[dict[str, object], str | None]:
    """The report outside the monotone fragment: beside each support the units that must be absent."""
    from suffice.engine import find_explanations

    found = find_explanations(part, maximum=maximum, check=check)
    count = len(found.explanations)
    report: dict[str, object] = {
        "supports": [list(map(str, one.present)) for one in found.explanations],
        "absent": [list(map(str, one.absent)) for one in found.explanations],
        "complete": found.complete,
        "unique": count == 1 if found.complete and count else False if count > 1 else None,
        "count": count if found.complete else None,
    }
    return report, found.limit


def _read_order(path: Path) -> list[Term]:
    text = read_source(path)
    if not isinstance(text, str):
        raise UsageError(text.cause, file=str(path), remedy=text.remedy)
    units = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        try:
            units.append(parse_term(line.strip()))
        except SufficeError as error:
            raise UsageError(
                f"`{line.strip()}` is no term: {error.cause}", file=str(path), line=number
            ) from None
    return units


def _show(goal: str, report: dict[str, object], limit: str | None) -> None:
    out = console()
    supports, absent = report["supports"], report.get("absent")
    assert isinstance(supports, list)
    if not supports:
        told = f" was not decided: {limit}" if limit else " has no support"
        out.print(Text.assemble(visible(goal, "bold"), told), soft_wrap=True)
        return

    def described(number: int, support: list[str]) -> Text:
        line = visible(", ".join(support) or "nothing but what is given", "green")
        if isinstance(absent, list) and absent[number]:
            line.append_text(visible(f"  without {', '.join(absent[number])}", "red"))
        return line

    print_lines(out, (described(number, support) for number, support in enumerate(supports)))
    count = report["count"]
    if report["unique"]:
        told = "the only one"
    elif limit:
        told = f"incomplete: {limit}{'' if count is None else f', of {count}'}"
    elif report["complete"]:
        told = f"{count} in all"
    else:
        told = "one of several" if report["unique"] is False else "there may be others"
    out.print(Text(told, "dim"), soft_wrap=True)
    two, roles = report.get("contrast"), report.get("roles")
    if isinstance(two, list):
        own, other = (
            ", ".join(unit for unit in one if unit not in two[1 - place]) for place, one in enumerate(two)
        )
        line = Text.assemble(("another has ", "dim"), visible(other), (" instead of ", "dim"), visible(own))
        out.print(line, soft_wrap=True)
    if isinstance(roles, dict):
        for role, units in roles.items():
            if units:
                out.print(Text.assemble((f"in {role}: ", "dim"), visible(", ".join(units))), soft_wrap=True)
