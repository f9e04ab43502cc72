"""The commands, one a module; no logic of their own.

Exit codes everywhere: 0 sufficient / derived / valid, 1 abstained / not derived / invalid, 2 bad input, 3 a limit.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from importlib import import_module

import typer

from suffice import __version__
from suffice.errors import SufficeError

__all__ = ["app", "build_app", "main"]

#: Commands, each a module of this package that defines `register(app)`.
_COMMANDS = (
    "check",
    "prove",
    "closure",
    "supports",
    "derivations",
    "why-not",
    "convert",
    "transform",
    "ask",
    "extract",
    "verify",
    "evaluate",
    "diagnose",
    "worlds",
    "retrieve",
    "natlog",
    "gate",
    "demo",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    pass


def build_app(commands: Iterable[str] = _COMMANDS) -> typer.Typer:
    """The application with some of its commands: a process that runs one need not import the others.

    Args:
        commands: their names.
    """
    app = typer.Typer(
        name="suffice",
        help="When is the evidence enough? Horn rules over passages: a certificate, or what is still open.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    for name in commands:
        import_module(f"suffice.cli.{name.replace('-', '_')}").register(app)
    return app


def __getattr__(name: str) -> typer.Typer:
    if name == "app":
        return build_app()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main() -> None:
    """Run a command; a known error becomes one line on stderr and its exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a terminal may know fewer characters than a passage
    asked = sys.argv[1:2]
    try:
        build_app(asked if asked and asked[0] in _COMMANDS else _COMMANDS)()
    except SufficeError as error:
        typer.echo(f"suffice: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo("suffice: interrupted", err=True)
        sys.exit(130)
    except SystemExit as end:
        if end.code == 130:  # what typer makes of Ctrl-C while a command runs, without a word
            typer.echo("suffice: interrupted", err=True)
        raise
    except RecursionError:
        typer.echo("suffice: the input is nested too deeply; flatten it", err=True)
        sys.exit(3)
    except MemoryError:
        typer.echo("suffice: out of memory; use a smaller input", err=True)
        sys.exit(3)
