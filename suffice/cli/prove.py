"""`suffice prove FILE... --goal ATOM`: the derivation of a goal as a tree, or why there is none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from suffice.cli.common import FactsOption, HeaderOption, read_tables, read_with_tables
from suffice.cli.display import console, visible
from suffice.errors import UsageError
from suffice.files import write_text
from suffice.rules import Atom, Program, Table, Variable, parse_atom
from suffice.rules.check import diagnose
from suffice.rules.parse import parse_sources, read_source

if TYPE_CHECKING:  # the engine is imported where it is used: `suffice --help` does without
    from suffice.engine import Limits, Proof, Requirement, Step
    from suffice.rules import Table

__all__ = ["derivation_tree", "describe_requirement", "read_files", "register", "the_goal"]

#: With more facts than this, what is missing for a goal is not looked for.
_MOST_FACTS = 100_000
#: A derivation that is higher is not drawn as a tree: its lines would be indented without end.
_DEEPEST = 100
_EXIT_CODES = {"derived": 0, "limit": 3}
_COLOURS = {"open": "yellow", "blocked": "blue", "conflict": "red", "failed": "red", "derived": "green"}
_HEADINGS = {
    "open": "not derived: something is still open",
    "blocked": "not derived: nothing that could be looked up is missing",
    "conflict": "not derived: what it would follow from is disputed",
    "limit": "not decided: a limit was reached",
}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("prove")(_prove)


def _prove(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    goal: str | None = typer.Option(
        None, "--goal", metavar="ATOM", help="What to derive; default: the program's `goal(name, arity)`."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
    certificate: Path | None = typer.Option(
        None, "--certificate", metavar="OUT", help="Write the certificate, or the abstention, to this file."
    ),
    picture: Path | None = typer.Option(
        None, "--picture", metavar="OUT", help="Draw the derivation here: .dot or .mmd (Mermaid)."
    ),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time for grounding."),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances that grounding may make."
    ),
    facts: FactsOption = None,
    header: HeaderOption = False,
    memory: str | None = typer.Option(
        None, "--memory", metavar="SIZE", help="With --facts: what duckdb may use, such as 2GB."
    ),
    database: Path | None = typer.Option(
        None, "--database", metavar="FILE", help="With --facts: work in this file, not in memory."
    ),
) -> None:
    """Derive a goal and say from what, or say what is missing; exit 0 if derived, 1 if not, 3 at a limit."""
    from suffice.engine import Limits, abstain, certify, parse_size, prove

    size = None if memory is None else parse_size(memory)
    limits = Limits(instances=max_instances, seconds=seconds, memory=size).begun()
    if not facts and (memory is not None or database is not None):
        raise UsageError("--memory and --database go with --facts", remedy="leave them out")
    tables = read_tables(facts, header)
    program = read_with_tables(files, tables)
    asked = the_goal(program, goal, tables)
    if tables:
        proof = _prove_over(tables, program, asked, limits, database)
    else:
        proof = prove(program, asked, limits=limits)
    if certificate is not None:
        decision = certify(proof) if proof.status == "derived" else abstain(proof)
        write_text(certificate, decision.model_dump_json(indent=2) + "\n")
    if picture is not None and proof.status == "derived":
        from suffice.engine.picture import write_picture

        write_picture(certify(proof), picture)
    if as_json:
        typer.echo(json.dumps(_as_dict(proof), ensure_ascii=False, indent=2))
    else:
        _show(proof, console())
    raise typer.Exit(_EXIT_CODES.get(proof.status, 1))


def _prove_over(
    tables: Sequence[Table],
    program: Program,
    goal: Atom,
    limits: Limits,
    database: Path | None,
) -> Proof:
    """By the slice of the tables that concerns the goal, where duckdb can cut it out; else over all of them."""
    from suffice.engine import Proof, Requirement, prove
    from suffice.engine.duck import DuckDB
    from suffice.engine.large import explain_slice

    duckdb = DuckDB(limits, database=database or ":memory:")
    size = 0
    if duckdb.refuses(program) is None:
        with duckdb.evaluate(program, tables, ranks=True) as found:
            for whole in (False, True):
                part = explain_slice(found, goal, whole=whole, limits=limits)
                if part is not None:
                    proof = prove(part, goal, limits=limits)
                    if whole or proof.status == "derived":
                        return proof
            given = {table.signature for table in tables} - {None}
            size = sum(found.count(signature) for signature in given if signature is not None)
    if size > _MOST_FACTS:
        said = f"does not follow; what is missing is not looked for among {size} facts"
        return Proof("blocked", goal, program, requirements=(Requirement("blocked", goal, detail=said),))
    return prove(program.extended(rule for table in tables for rule in table.facts()), goal, limits=limits)


def read_files(files: list[str]) -> Program:
    """One program from rule files; every error is printed, and ends the command with 2."""
    parsed = parse_sources((file, read_source(file)) for file in files)
    errors = [found for found in diagnose(parsed) if found.severity == "error"]
    for found in errors:
        typer.echo(visible(str(found)).plain, err=True)
    if errors:
        raise typer.Exit(2)
    return parsed.program


def the_goal(program: Program, given: str | None, tables: Iterable[Table] = ()) -> Atom:
    """The goal that is given, with a warning if nothing speaks of its predicate; else the one that the program declares."""
    if given is not None:
        goal = parse_atom(given)
        atoms = (atom for rule in program.rules for atom in (rule.head, *rule.positive, *rule.suspended))
        known = {atom.signature for atom in atoms}.union(
            program.lookups, program.evidence or (), program.abducible, (table.signature for table in tables)
        )
        if goal.signature not in known:
            told = f"suffice: warning: no rule or fact speaks of `{goal.signature}`"
            others = sorted(one for one in known if one is not None and one.name == goal.name)
            if others:
                told += f"; there is {', '.join(f'`{one}`' for one in others)}"
            typer.echo(visible(told).plain, err=True)
        return goal
    goals = sorted(program.goals)
    if len(goals) != 1:
        named = ", ".join(map(str, goals)) or "none"
        raise UsageError(
            f"the program must declare one goal, it declares {named}", remedy="say which with --goal ATOM"
        )
    name, arity, positive = goals[0]
    variables = tuple(Variable(f"X{place}" if arity > 1 else "X") for place in range(1, arity + 1))
    return Atom(name, variables, positive)


def _as_dict(proof: Proof) -> dict[str, object]:
    from suffice.engine import record_requirement

    needs = [record_requirement(need).model_dump(mode="json") for need in proof.requirements]
    derived = proof.status == "derived"
    return {
        "status": proof.status,
        "goal": str(proof.goal),
        "answers": [str(atom) for atom in proof.answers],
        "support": [str(unit) for unit in proof.support],
        "derivation": _records(proof.steps) if derived else None,
        "open": [need for need in needs if need["status"] == "open"],
        "requirements": needs,
        "partial": _records(proof.partial),
    }


def _records(steps: Iterable[Step]) -> list[dict[str, object]]:
    return [step.record().model_dump(mode="json") for step in steps]


def _show(proof: Proof, out: Console) -> None:
    if proof.status == "derived":
        out.print(derivation_tree(proof.steps))
        units = ", ".join(map(str, proof.support)) or "nothing but what is given"
        out.print(Text.assemble("support: ", visible(units, "bold")), soft_wrap=True)
        if len(proof.answers) > 1:
            rest = ", ".join(str(atom) for atom in proof.answers if atom != proof.goal)
            out.print(Text.assemble("also derived: ", visible(rest)), soft_wrap=True)
        return
    out.print(Text.assemble(visible(str(proof.goal), "bold"), f" {_HEADINGS[proof.status]}"), soft_wrap=True)
    for need in proof.requirements:
        out.print(describe_requirement(need), soft_wrap=True)


def describe_requirement(need: Requirement) -> RenderableType:
    """A requirement in a few indented lines."""
    lines = [
        Text.assemble("  ", (f"{need.status:8}", _COLOURS[need.status]), " ", visible(str(need.atom), "bold"))
    ]
    notes = [
        *([need.wording] if need.wording else []),
        *([need.detail] if need.detail else []),
        *([f"waits for {', '.join(map(str, need.waits_for))}"] if need.waits_for else []),
        *([f"asked by {need.rule}"] if need.rule else []),
    ]
    lines += [Text.assemble(" " * 11, visible(note)) for note in notes]
    return Group(*lines)


def derivation_tree(steps: tuple[Step, ...]) -> RenderableType:
    """The DAG as a tree, in which a step that was shown already is not unfolded again; as a list if it would be too deep."""
    heights: dict[str, int] = {}
    for step in steps:
        heights[step.id] = 1 + max((heights[premise] for premise in step.premises), default=0)
    if max(heights.values()) > _DEEPEST:
        return Text("\n").join(_node(step, again=False) for step in steps)
    by_id = {step.id: step for step in steps}
    shown: set[str] = set()
    root = Tree(_node(steps[-1], again=False))
    stack = [(steps[-1], root)]
    while stack:
        step, branch = stack.pop()
        for literal in step.absent:
            branch.add(visible(str(literal), "dim"))
        for condition in (*step.comparisons, *step.aggregates):
            branch.add(visible(str(condition), "dim"))
        below = []
        for premise in map(by_id.__getitem__, step.premises):
            again = premise.id in shown and premise.rule is not None
            shown.add(premise.id)
            node = branch.add(_node(premise, again=again))
            if not again:
                below.append((premise, node))
        stack += reversed(below)
    return root


def _node(step: Step, *, again: bool) -> Text:
    text = visible(str(step.atom), "bold")
    if step.units:
        text.append_text(visible(f"  [{', '.join(map(str, step.units))}]", "green"))
    elif step.rule is None:
        text.append("  given", "dim")
    elif again:
        text.append("  as above", "dim")
    else:
        text.append_text(visible(f"  by {step.rule}", "dim"))
    return text
