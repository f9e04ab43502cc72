"""A report of `suffice evaluate` for people: tables of figures, failures and links."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from suffice.worlds.evaluate import Evaluation
from suffice.worlds.report import Figures, Report
from suffice.worlds.scoring import highest_share

__all__ = ["print_report"]

#: Metrics, each under a heading of at most seven characters: the table fits into eighty columns.
_COLUMNS = {
    "acc": "Acc",
    "sacc": "SAcc",
    "coverage": "Cover",
    "twin_answered": "Twin",
    "abstention_precision": "AbsPr",
    "decision_accuracy": "DecAc",
    "exact_match": "Exact",
    "open_names_deleted": "Names",
}


def print_report(found: Evaluation, console: Console) -> None:
    """Print the figures, what went wrong, and what the decisions cost.

    Args:
        found: a finished run.
        console: where to.
    """
    report = found.report
    console.print(_figures(report))
    console.print(_links(report))
    console.print(_failures(report))
    console.print("\n".join(_remarks(found)))


def _figures(report: Report) -> Table:
    table = _table("In percent; intervals (95 %) by bootstrap over pairs", "", "n", *_COLUMNS.values())
    table.add_row("all", *_row(report), style="bold")
    bounds = [report.intervals.get(name) for name in _COLUMNS]
    table.add_row("  from", "", *(_number(one and one[0]) for one in bounds), style="dim")
    table.add_row("  to", "", *(_number(one and one[1]) for one in bounds), style="dim", end_section=True)
    groups = [report.yes_no, report.by_type, report.parts]
    if report.survivors:
        groups.append({"clean twins": report.audit.without, "survivors": report.audit.only})
    for group in groups:
        for name, figures in group.items():
            table.add_row(name, *_row(figures), end_section=name == list(group)[-1])
    return table


def _row(figures: Figures) -> list[str]:
    return [str(figures.n), *(_number(getattr(figures, name)) for name in _COLUMNS)]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(
        title=title, box=SIMPLE_HEAD, title_justify="left", title_style="italic", padding=(0, 1, 0, 0)
    )
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _links(report: Report) -> Table:
    table = _table("Links that gold facts judge", "links", "n", "right", "precision")
    for status, figures in report.link_precision.items():
        table.add_row(status, str(figures.n), str(figures.right), _number(figures.precision))
    return table


def _failures(report: Report) -> Table:
    table = _table("Wrong and missing answers", "due to", "abstained", "wrong")
    for stage, count in report.failures.items():
        wrong = report.wrong[stage]
        table.add_row(stage, str(count - wrong), str(wrong))
    return table


def _remarks(found: Evaluation) -> list[str]:
    report = found.report
    remarks = [
        f"corpus: {report.passages} passages; twins with survivors: {report.survivors} of {report.audit.audited} audited",
        f"length alone: AUROC {_plain(report.length.auroc)}, paired {_plain(report.length.paired)}",
        f"per decision: {_plain(report.model_calls_per_question)} model calls, {_plain(found.seconds_per_question)} s",
    ]
    remarks += _of_model(report)
    if report.twin_answered == 0:
        most = highest_share(report.n)
        remarks.append(f"no twin was answered: with 95 % confidence at most {most:.1f} % would be (exact)")
    return remarks


def _of_model(report: Report) -> list[str]:
    remarks = []
    if report.memory is not None:
        known = report.n - report.memory.n
        remarks.append(
            f"the model answers {known} of {report.n} questions without context; over the others: "
            f"Acc {_number(report.memory.acc)}, Twin {_number(report.memory.twin_answered)}, "
            f"DecAc {_number(report.memory.decision_accuracy)}"
        )
    if report.model_errors or report.dropped:
        dropped = sum(report.dropped.values())
        remarks.append(
            f"the model: {report.model_errors} calls without a usable reply, {dropped} readings dropped"
        )
    for source, one in report.answers.items():
        remarks.append(f"the model answers from the {source}: {one.right} of {one.n} right")
    return remarks


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
