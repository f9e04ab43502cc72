"""A validity report as Markdown, or as one HTML file that needs nothing else.

>>> report = ValidityReport(worlds=2, pairs=1, guessed=1, groups=1, alike=1, skeletons=1, areas=(), checks=())
>>> print(word_report(report, "Worlds").splitlines()[0])
# Validity of Worlds
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from suffice.errors import UsageError
from suffice.files import write_text
from suffice.worlds.fiction.validity import BOUNDS, ValidityReport

__all__ = ["word_page", "word_report", "write_report"]

_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid #8884; vertical-align: top }
"""
_HEADS = ("check", "verdict", "found", "wanted", "at fault")
_AREA_HEADS = ("guessed", "classifier", "cases", "area", "from", "to")


def write_report(report: ValidityReport, out: Path, name: str) -> None:
    """Write a report to a `.md` or `.html` file.

    Args:
        report: what was found.
        out: the file.
        name: of the benchmark.

    Raises:
        UsageError: its ending is neither, or it can't be written.
    """
    words = {".md": word_report, ".html": word_page}.get(out.suffix)
    if words is None:
        raise UsageError(f"`{out.name}` is neither .md nor .html", remedy="give a name that ends so")
    write_text(out, words(report, name))


def word_report(report: ValidityReport, name: str) -> str:
    """A report as Markdown."""

    def table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
        cells = ([cell.replace("|", "\\|") for cell in row] for row in [heads, ["---"] * len(heads), *rows])
        return "\n".join(f"| {' | '.join(row)} |" for row in cells)

    return "\n\n".join(
        [
            f"# Validity of {name}",
            *_remarks(report),
            table(_HEADS, _checks(report)),
            table(_AREA_HEADS, _areas(report)),
            "",
        ]
    )


def word_page(report: ValidityReport, name: str) -> str:
    """A report as HTML."""

    def table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
        head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
        body = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    title = f"Validity of {escape(name)}"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head><body>',
            f"<h1>{title}</h1>",
            *(f"<p>{escape(remark)}</p>" for remark in _remarks(report)),
            table(_HEADS, _checks(report)),
            table(_AREA_HEADS, _areas(report)),
            "</body></html>",
            "",
        ]
    )


def _remarks(report: ValidityReport) -> list[str]:
    verdict = "Every check passed." if report.passed else "Not every check passed."
    worlds = (
        f"{verdict} {report.worlds} worlds, {report.pairs} pairs of a world and its twin; "
        f"{report.skeletons} differ when their names are left out."
    )
    seen = (
        f"The classifiers looked at {report.guessed} pairs in {report.groups} groups (worlds that differ in their hops alone are one). "
        f"{report.alike} pairs show the same at the start, but for the letter of the id: on them no classifier can do "
        "better than chance, and the area is exactly one half."
    )
    areas = (
        "Areas under the ROC curve, grouped five-fold cross-validation; the intervals hold all at once with 95 %, and "
        f"should lie inside {BOUNDS[0]} to {BOUNDS[1]}."
    )
    return [worlds, seen, areas]


def _checks(report: ValidityReport) -> Iterator[Sequence[str]]:
    for check in report.checks:
        verdict = "passed" if check.passed else "FAILED"
        yield check.name, verdict, check.found, check.wanted, ", ".join(check.examples)


def _areas(report: ValidityReport) -> Iterator[Sequence[str]]:
    for one in report.areas:
        yield (
            one.target,
            one.classifier,
            str(one.cases),
            f"{one.area:.3f}",
            f"{one.low:.3f}",
            f"{one.high:.3f}",
        )
