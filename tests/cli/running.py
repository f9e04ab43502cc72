"""Commands run in this process, as `suffice` runs them."""

import sys

import pytest

from suffice.cli import main


def run_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object
) -> tuple[int, str, str]:
    """The exit code of a command, what it says, and what it says of errors."""
    monkeypatch.setattr(sys, "argv", ["suffice", *map(str, arguments)])
    with pytest.raises(SystemExit) as caught:
        main()
    captured = capsys.readouterr()
    code = caught.value.code
    return (code if isinstance(code, int) else 0), captured.out, captured.err
