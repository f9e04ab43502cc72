"""`suffice retrieve`: documents under a prefix tree of titles, and how well that finds them; one command a module."""

from __future__ import annotations

from importlib import import_module

import typer

__all__ = ["register"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = ("search", "evaluate")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        name="retrieve",
        help="Documents for a claim, hop by hop, by generating titles that exist; no vectors.",
        no_args_is_help=True,
    )
    for name in _COMMANDS:
        import_module(f"suffice.cli.retrieve.{name}").register(group)
    app.add_typer(group)
