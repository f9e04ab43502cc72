"""`suffice worlds generate`: a benchmark, drawn and proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, progress
from suffice.cli.worlds.common import default_workers, read_list, read_numbers

__all__ = ["generate", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("generate")(generate)


def generate(
    worlds: Annotated[int, typer.Option(help="How many; each comes with its twin.")],
    out: Annotated[Path, typer.Option(help="Folder to write; new, or empty.")],
    hops: Annotated[
        str, typer.Option(help="Records that an answer needs, 1 to 6; worlds take turns.")
    ] = "1,2",
    seed: Annotated[int, typer.Option(help="Of everything.")] = 0,
    attacks: Annotated[
        str | None,
        typer.Option(
            help="Kinds, with + for a mixture; `all` for every kind. Default: clean and all under which signatures are sound."
        ),
    ] = None,
    families: Annotated[str | None, typer.Option(help="Names of families. Default: all that ship.")] = None,
    family: Annotated[
        list[Path] | None,
        typer.Option("--family", help="File of a family of your own; used beside --families."),
    ] = None,
    replicas: Annotated[int, typer.Option(help="Pages of the attack beside the initial ones.")] = 8,
    initial: Annotated[int, typer.Option(help="Pages of the attack that are there from the start.")] = 3,
    distractors: Annotated[int, typer.Option(help="Pages about others.")] = 20,
    strength: Annotated[
        int,
        typer.Option(help="How many replicas are of a kind of which there are few: forged, stale, stuffed."),
    ] = 2,
    visibility: Annotated[
        str, typer.Option(help="What initial pages say of the record: hidden, type or full.")
    ] = "hidden",
    queries: Annotated[
        int | None, typer.Option(help="Queries that a policy may ask. Default: 2, or as many as hops.")
    ] = None,
    pages: Annotated[int, typer.Option(help="Pages that each query returns.")] = 3,
    hmac: Annotated[bool, typer.Option("--hmac", help="Seal records with real keys, one an issuer.")] = False,
    keep_inseparable: Annotated[
        bool, typer.Option("--keep-inseparable", help="Keep worlds that are not separable, labelled so.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one a processor.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw worlds and their twins, prove every label, and write them.

    Exit 0 when written, 2 on bad input. A run that was stopped goes on with the same command.

    Example: suffice worlds generate --worlds 48 --hops 1,2 --seed 7 --out worlds
    """
    from pydantic import ValidationError

    from suffice.errors import UsageError
    from suffice.worlds.fiction.family import FAMILIES, read_family
    from suffice.worlds.fiction.models import ATTACKS
    from suffice.worlds.fiction.options import SOUND, Options
    from suffice.worlds.fiction.writing import generate as write

    named = read_list(families) if families is not None else () if family else FAMILIES
    own = tuple(read_family(path).name for path in family or ())
    try:
        options = Options(
            worlds=worlds,
            hops=read_numbers("--hops", hops),
            attacks=SOUND if attacks is None else ATTACKS if attacks == "all" else read_list(attacks),
            families=(*named, *(name for name in own if name not in named)),
            seed=seed,
            replicas=replicas,
            initial=initial,
            distractors=distractors,
            strength=strength,
            visibility=visibility,  # type: ignore[arg-type]
            queries=queries,
            pages=pages,
            hmac=hmac,
            keep_inseparable=keep_inseparable,
        )
    except ValidationError as error:
        first = error.errors()[0]
        option = str(first["loc"][0]).replace("_", "-")
        raise UsageError(
            f"--{option}: {first['msg']}", remedy="see `suffice worlds generate --help`"
        ) from None
    manifest = write(options, family or (), out, workers=workers or default_workers(), watch=progress)
    if as_json:
        typer.echo(json.dumps(manifest.model_dump(), indent=2))
        return
    share = 100 * (manifest.drawn - options.worlds) / manifest.drawn
    size = sum(file.bytes for file in manifest.files.values())
    typer.echo(f"{options.worlds} worlds and their twins in {out} ({size / 1e6:.1f} MB), every label proved")
    typer.echo(f"{manifest.drawn} drawn, {share:.1f} % rejected")
    for reason, times in manifest.rejected.items():
        typer.echo(f"  {times} because {reason}")
