"""`suffice worlds`: fictional worlds, drawn, proved, played and reported; one command a module."""

from __future__ import annotations

from importlib import import_module

import typer

__all__ = ["register"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = ("generate", "verify", "play", "report", "export", "attack", "validity", "games")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        name="worlds",
        help="Fictional worlds with poison in them: labels right by construction, and proved.",
        no_args_is_help=True,
    )
    for name in _COMMANDS:
        import_module(f"suffice.cli.worlds.{name}").register(group)
    app.add_typer(group)
