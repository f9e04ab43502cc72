"""What commands share when they print for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

__all__ = ["console", "print_lines", "visible"]


def console() -> Console:
    """Standard output: colours and wrapping on a terminal, plain whole lines elsewhere."""
    terminal = Console(highlight=False)
    return terminal if terminal.is_terminal else Console(highlight=False, width=100_000)


def print_lines(out: Console, lines: Iterable[Text]) -> None:
    """Many lines: rich takes 0.2 ms for each, which is for nothing where there is no terminal."""
    for line in lines:
        if out.is_terminal:
            out.print(line, soft_wrap=True)
        else:
            out.file.write(f"{line.plain}\n")


def visible(text: str, style: str = "") -> Text:
    """A text without characters that could steer a terminal, and with nothing taken for markup.

    >>> visible("a\\x1b[31m[b]").plain
    'a\\ufffd[31m[b]'
    """
    return Text("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text), style)
