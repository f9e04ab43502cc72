"""`suffice derivations FILE... --goal ATOM`: how a goal follows: the shortest way, or all ways under a bound."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import typer
from rich.text import Text

from suffice.cli.display import console, visible
from suffice.cli.prove import derivation_tree, read_files, the_goal
from suffice.errors import UsageError

if TYPE_CHECKING:  # the engine is imported where it is used: `suffice --help` does without
    from suffice.engine import Derivation, Derivations

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("derivations")(_derivations)


def _derivations(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    goal: str | None = typer.Option(
        None, "--goal", metavar="ATOM", help="What to derive; default: the program's `goal(name, arity)`."
    ),
    shortest: str | None = typer.Option(
        None,
        "--shortest",
        metavar="height|size",
        help="Only one: the lowest, or the one with the fewest rules.",
    ),
    height: int | None = typer.Option(None, "--height", metavar="N", min=0, help="None that is higher."),
    maximum: int = typer.Option(100, "--max", metavar="N", min=1, help="No more than N."),
    facts: bool = typer.Option(False, "--facts", help="Print facts that rules can ask about."),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time in all."),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances that grounding may make."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Print derivations; exit 0 if there is one, 1 if the goal doesn't follow, 3 if a bound ended the list."""
    from suffice.engine import Limits, Meter, derivation_facts, find_derivations

    if shortest is not None and height is not None:
        raise UsageError("`--shortest` and `--height` exclude each other", remedy="choose one")
    if as_json and facts:
        raise UsageError("`--json` and `--facts` exclude each other", remedy="choose one")
    program = read_files(files)
    asked = the_goal(program, goal)
    limits = Limits(instances=max_instances, seconds=seconds).begun()
    if shortest is None:
        check = Meter(limits).check
        found = find_derivations(program, asked, height=height, maximum=maximum, limits=limits, check=check)
    else:
        from suffice.engine import Derivations, find_shortest

        one = find_shortest(program, asked, by=_measure(shortest), limits=limits)
        found = Derivations(() if one is None else (one,), complete=True)
    if as_json:
        records = [_as_dict(one) for one in found.derivations]
        typer.echo(
            json.dumps({"derivations": records, "complete": found.complete}, ensure_ascii=False, indent=2)
        )
    elif facts:
        typer.echo(str(derivation_facts(found.derivations)), nl=False)
    else:
        _show(str(asked), found)
    raise typer.Exit(3 if found.limit else 0 if found.derivations else 1)


def _measure(name: str) -> Literal["height", "size"]:
    match name:
        case "height" | "size":
            return name
    raise UsageError(f"`{name}` is no measure of a derivation", remedy="choose height or size")


def _as_dict(one: Derivation) -> dict[str, object]:
    steps = [step.record().model_dump(mode="json") for step in one.steps]
    return {"height": one.height, "size": one.size, "steps": steps}


def _show(goal: str, found: Derivations) -> None:
    out = console()
    if not found.derivations:
        told = f" was not decided: {found.limit}" if found.limit else " does not follow"
        out.print(Text.assemble(visible(goal, "bold"), told), soft_wrap=True)
        return
    for one in found.derivations:
        out.print(derivation_tree(one.steps))
        out.print(Text(f"height {one.height}, size {one.size}", "dim"))
    if found.limit:
        out.print(Text(f"incomplete: {found.limit}", "dim"), soft_wrap=True)
