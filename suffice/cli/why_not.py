"""`suffice why-not FILE... --goal ATOM`: why a goal doesn't follow, and what would make it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from suffice.cli.display import console, visible
from suffice.cli.prove import describe_requirement, read_files, the_goal

if TYPE_CHECKING:  # the engine is imported where it is used: `suffice --help` does without
    from suffice.engine import Absence, RuleFailure

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("why-not")(_why_not)


def _why_not(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    goal: str | None = typer.Option(
        None, "--goal", metavar="ATOM", help="What is missed; default: the program's `goal(name, arity)`."
    ),
    maximum: int = typer.Option(100, "--max", metavar="N", min=1, help="Sets of missing facts to list."),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time in all."),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances that grounding may make."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Say what is open or blocked, where each rule fails, and which facts are missing; exit 0 if the goal follows after
    all, 1 if not, 3 at a limit."""
    from suffice.engine import Limits, explain_absence

    program = read_files(files)
    asked = the_goal(program, goal)
    absence = explain_absence(
        program, asked, maximum=maximum, limits=Limits(instances=max_instances, seconds=seconds)
    )
    if as_json:
        typer.echo(json.dumps(_as_dict(absence), ensure_ascii=False, indent=2))
    else:
        _show(absence)
    derived = absence.proof.status == "derived"
    raise typer.Exit(0 if derived else 3 if absence.limit else 1)


def _as_dict(absence: Absence) -> dict[str, object]:
    from suffice.engine import record_requirement

    proof, missing = absence.proof, absence.missing
    needs = [record_requirement(need).model_dump(mode="json") for need in proof.requirements]
    return {
        "status": proof.status,
        "goal": str(proof.goal),
        "open": [need for need in needs if need["status"] == "open"],
        "blocked": [need for need in needs if need["status"] == "blocked"],
        "requirements": needs,
        "rules": [
            {
                "rule": str(one.rule),
                "failed": None if one.failed is None else str(one.failed),
                "bindings": [{name: str(value) for name, value in bound} for bound in one.bindings],
            }
            for one in absence.failures
        ],
        "missing": [[str(atom) for atom in atoms] for atoms in missing.sets],
        "complete": missing.complete,
        "limit": absence.limit,
    }


def _show(absence: Absence) -> None:
    out = console()
    proof, missing = absence.proof, absence.missing
    if proof.status == "derived":
        out.print(Text.assemble(visible(str(proof.goal), "bold"), " is derived"), soft_wrap=True)
        return
    out.print(Text.assemble(visible(str(proof.goal), "bold"), " is not derived"), soft_wrap=True)
    for need in proof.requirements:
        out.print(describe_requirement(need), soft_wrap=True)
    for one in absence.failures:
        out.print(_described(one), soft_wrap=True)
    for atoms in missing.sets:
        out.print(Text.assemble("  missing  ", visible(", ".join(map(str, atoms)), "yellow")), soft_wrap=True)
    if absence.limit:
        out.print(Text(f"incomplete: {absence.limit}", "dim"), soft_wrap=True)


def _described(one: RuleFailure) -> Text:
    failed = "its head is another atom" if one.failed is None else str(one.failed)
    values = "; ".join(
        ", ".join(f"{name}={value}" for name, value in bound) for bound in one.bindings if bound
    )
    text = Text.assemble("  fails    at ", visible(failed, "bold"))
    if values:
        text.append_text(visible(f" with {values}"))
    return text.append("\n           ").append_text(visible(f"in {one.rule}", "dim"))
