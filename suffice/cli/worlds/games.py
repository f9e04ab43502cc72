"""`suffice worlds games`: logs of text games, played with textworld."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import progress

__all__ = ["games", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("games")(games)


def games(
    count: Annotated[int, typer.Option("--games", min=1, help="How many.")],
    out: Annotated[Path, typer.Option(help="File to write, JSON Lines.")],
    seed: Annotated[int, typer.Option(min=0, help="Of the first game; each further one has the next.")] = 0,
) -> None:
    """Make and play text games, and write their logs with the turns that enable each action.

    Needs the package `textworld`. Exit 0 when written, 2 where textworld is not installed.

    Example: suffice worlds games --games 50 --seed 1000 --out games.jsonl
    """
    from suffice.files import write_text
    from suffice.worlds.exact.games import play_games

    lines = []
    with progress("games", count) as advance:
        for line in play_games(count, seed):
            lines.append(line + "\n")
            advance(1)
    write_text(out, "".join(lines))
