"""`suffice worlds`: fictional worlds generated, verified, played and reported; one command a module."""

from __future__ import annotations

from importlib import import_module

import typer

__all__ = ["register"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = ("report",)


def register(app: typer.Typer) -> None:
    """Add the group."""
    worlds = typer.Typer(
        name="worlds",
        help="A poisoning benchmark whose labels are right by construction, and the policies that play it.",
        no_args_is_help=True,
    )
    for name in _COMMANDS:
        import_module(f"suffice.cli.worlds.{name}").register(worlds)
    app.add_typer(worlds)
