"""`suffice gate`: a gate before a verifier, calibrated, scored and trained; one command a module."""

from __future__ import annotations

from importlib import import_module

import typer

__all__ = ["register"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = ("calibrate", "evaluate", "train")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        name="gate",
        help="A coverage gate: it saves calls of a verifier, and can never declare that evidence suffices.",
        no_args_is_help=True,
    )
    for name in _COMMANDS:
        import_module(f"suffice.cli.gate.{name}").register(group)
    app.add_typer(group)
