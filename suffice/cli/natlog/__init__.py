"""`suffice natlog`: proofs in natural logic, made, checked, measured and shown to people; one command a module."""

from __future__ import annotations

from importlib import import_module

import typer

__all__ = ["register"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = ("prove", "check", "evaluate", "kit")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        name="natlog",
        help="Natural logic: does a passage state or refute a claim? Proofs that a small checker verifies.",
        no_args_is_help=True,
    )
    for name in _COMMANDS:
        import_module(f"suffice.cli.natlog.{name}").register(group)
    app.add_typer(group)
