"""Tables of `suffice retrieve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from suffice.cli.display import visible

if TYPE_CHECKING:
    from rich.console import Console

    from suffice.search.prefix.collection import Collection
    from suffice.search.prefix.hops import Retrieval
    from suffice.worlds.retrieval.experiment import Experiment

__all__ = ["print_experiment", "print_retrieval"]


def print_retrieval(found: Retrieval, collection: Collection, limit: int, console: Console) -> None:
    """What was found for one claim."""
    verdict = found.verdict
    hops = f"{found.used} hop{'s' * (found.used > 1)}"
    console.print(f"{'enough' if verdict.sufficient else 'not enough'} after {hops}", end="")
    console.print(f": {verdict.label}" if verdict.label else "", markup=False)
    if verdict.why:
        console.print(visible(verdict.why))
    ranks = Table("rank", "document", "title", "behind")
    cites = {new.document: new.cites for hop in found.hops[1:] for new in hop.new}
    for rank, document in enumerate(found.documents[:limit], start=1):
        ranks.add_row(
            str(rank),
            visible(document),
            visible(collection.documents[document].title),
            visible(", ".join(cites.get(document, ()))),
        )
    console.print(ranks)
    for one in found.sentences:
        console.print(visible(f"{one.cited.title}: {one.cited.text}"))


def print_experiment(found: Experiment, console: Console) -> None:
    """All arms, and the differences."""
    table = Table(
        title=f"{found.questions} questions ({found.part}) over {found.documents} documents, scorer {found.scorer}",
        title_justify="left",
    )
    for name in ("arm", "R@2", "R@5", "95 %", "R@10", "P@5", "F1@5", "exact", "R-prec", "hops"):
        table.add_column(name, justify="left" if name == "arm" else "right")
    for arm in found.arms:
        if arm.skipped:
            table.add_row(arm.name, visible(f"skipped: {arm.skipped}"))
            continue
        low, high = arm.intervals[5] or (0.0, 0.0)
        figures = arm.figures
        table.add_row(
            arm.name,
            f"{arm.recall[2]:.1f}",
            f"{arm.recall[5]:.1f}",
            f"{low:.1f} to {high:.1f}",
            f"{arm.recall[10]:.1f}",
            *(f"{figures[name]:.1f}" for name in ("precision", "f1", "exact", "r_soft")),
            f"{figures['hops']:.2f}",
        )
    console.print(table)
    differences = Table(title="Recall, paired differences", title_justify="left")
    for name in ("arm", "than", "k", "points", "95 %", "only it", "only the other", "p"):
        differences.add_column(name, justify="left" if name in ("arm", "than") else "right")
    for arm in found.arms:
        for one in arm.differences:
            low, high = one.interval or (0.0, 0.0)
            differences.add_row(
                arm.name,
                one.than,
                str(one.k),
                f"{one.points:+.1f}",
                f"{low:+.1f} to {high:+.1f}",
                str(one.better),
                str(one.worse),
                f"{one.p:.2g}",
            )
    console.print(differences)
    kinds = Table(title="R@5 by type of question", title_justify="left")
    for name in ("type", "questions", "bm25", "initial", "joint"):
        kinds.add_column(name, justify="left" if name == "type" else "right")
    for kind, told in found.by_type.items():
        kinds.add_row(
            visible(kind),
            f"{told['questions']:.0f}",
            *(f"{told[name]:.1f}" if name in told else "-" for name in ("bm25", "initial", "joint")),
        )
    console.print(kinds)
