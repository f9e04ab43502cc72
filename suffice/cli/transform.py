"""`suffice transform KIND FILE...`: programs that show what a decision on less than the rules can't see."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import typer

from suffice.cli.closure import as_json_term
from suffice.cli.prove import read_files
from suffice.rules import Atom, Program, Rule, Symbol, Term

__all__ = ["register"]

_FILES = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input.")
_JSON = typer.Option(False, "--json", help="Print one JSON object.")
_SECONDS = typer.Option(20.0, "--seconds", min=0, help="Time for grounding.")
_INSTANCES = typer.Option(500_000, "--max-instances", min=0, help="Rule instances that grounding may make.")


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    group = typer.Typer(
        help="Transform a program: tail shuffle, pairwise projection, 2-section, committed plan."
    )
    group.command("tail-shuffle")(_tail_shuffle)
    group.command("pairwise-projection")(_pairwise_projection)
    group.command("two-section")(_two_section)
    group.command("committed-plan")(_committed_plan)
    app.add_typer(group, name="transform", no_args_is_help=True)


def _tail_shuffle(
    files: list[str] = _FILES,
    seconds: float = _SECONDS,
    max_instances: int = _INSTANCES,
    as_json: bool = _JSON,
) -> None:
    """Split each rule instance into one rule for each body atom: conjunction becomes disjunction."""
    from suffice.engine import Limits
    from suffice.engine.transform import shuffle_tails

    limits = Limits(instances=max_instances, seconds=seconds)
    _print_program(shuffle_tails(read_files(files), limits=limits), as_json)


def _committed_plan(
    files: list[str] = _FILES,
    seed: int | None = typer.Option(None, "--seed", help="Choose by chance; by default the first rule."),
    seconds: float = _SECONDS,
    max_instances: int = _INSTANCES,
    as_json: bool = _JSON,
) -> None:
    """Keep one rule for each atom, chosen in advance."""
    from suffice.engine import Limits
    from suffice.engine.transform import commit_plan

    limits = Limits(instances=max_instances, seconds=seconds)
    _print_program(commit_plan(read_files(files), seed, limits=limits), as_json)


def _pairwise_projection(
    files: list[str] = _FILES,
    seconds: float = _SECONDS,
    max_instances: int = _INSTANCES,
    as_json: bool = _JSON,
) -> None:
    """List which atom stands in a body for which head, as facts `pair(atom, head)`."""
    from suffice.engine import Limits
    from suffice.engine.transform import project_pairs

    pairs = project_pairs(read_files(files), limits=Limits(instances=max_instances, seconds=seconds))
    _print_pairs("pair", [(_as_term(one), _as_term(two)) for one, two in pairs], as_json)


def _two_section(
    files: list[str] = _FILES,
    of_rules: bool = typer.Option(False, "--of-rules", help="Atoms in a rule, not entities in a unit."),
    seconds: float = _SECONDS,
    max_instances: int = _INSTANCES,
    as_json: bool = _JSON,
) -> None:
    """List which entities some unit speaks of together, as facts `together(entity, entity)`."""
    from suffice.engine import Limits
    from suffice.engine.symbols import to_symbol
    from suffice.engine.transform import group_entities, group_hyperedges, section

    program = read_files(files)
    groups: Iterable[frozenset[Term]]
    if of_rules:
        limits = Limits(instances=max_instances, seconds=seconds)
        groups = [frozenset(map(_as_term, edge)) for edge in group_hyperedges(program, limits=limits)]
    else:
        groups = group_entities(program).values()
    pairs = [tuple(sorted(pair, key=to_symbol)) for pair in section(groups)]
    _print_pairs("together", sorted(pairs, key=lambda pair: tuple(map(to_symbol, pair))), as_json)


def _as_term(atom: Atom) -> Term:
    return Symbol(atom.name, atom.args, atom.positive)


def _print_pairs(name: str, pairs: Sequence[tuple[Term, ...]], as_json: bool) -> None:
    if as_json:
        rows = [list(map(as_json_term, pair)) for pair in pairs]
        typer.echo(
            json.dumps({"relations": {f"{name}/2": rows} if rows else {}}, ensure_ascii=False, indent=2)
        )
    else:
        typer.echo(str(Program(tuple(Rule(Atom(name, pair)) for pair in pairs))), nl=False)


def _print_program(program: Program, as_json: bool) -> None:
    if as_json:
        rules = [{"head": str(rule.head), "body": list(map(str, rule.body))} for rule in program.rules]
        typer.echo(json.dumps({"rules": rules}, ensure_ascii=False, indent=2))
    else:
        typer.echo(str(program), nl=False)
