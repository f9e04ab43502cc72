"""Sections of the report that set policies beside each other, and beside the paper."""

from __future__ import annotations

from suffice.worlds.fiction.report.cells import format_p, ratio, share, with_interval
from suffice.worlds.fiction.report.markup import Content, Html, join, table, tag
from suffice.worlds.fiction.report.paper import PAPER, PAPER_COMPARISON, PAPER_NAMES, PAPER_RATIOS
from suffice.worlds.fiction.scores import Counts, PolicyScores, Scores
from suffice.worlds.fiction.tally import OUTCOMES, Tally

__all__ = ["beside_paper", "comparisons", "costs", "mediation"]


def beside_paper(tally: Tally, scores: Scores) -> list[Content]:
    """The paper's table with this run's numbers beside its own.

    Args:
        tally: of the run.
        scores: of the run.
    """
    heads: list[Content] = [""]
    for policy, name in PAPER_NAMES.items():
        heads += [join(name, tag("br"), "(paper)"), join(policy, tag("br"), "(this run)")]
    rows: list[list[Content]] = []
    for row in PAPER:
        cells: list[Content] = [row.name.replace("_", " ")]
        for policy in PAPER_NAMES:
            ours = scores.policies.get(policy)
            cells.append(tag("i", row.cells.get(policy, "–")))
            cells.append("not played" if ours is None else _ours(row.name, ours, tally.seconds(policy)))
        rows.append(cells)
    content: list[Content] = [
        tag(
            "p",
            "In italics what the paper reports (arXiv 2609.35773; * follows from other numbers of it), on its own 48"
            " worlds with a language model, hidden identifiers and hops 1 and 2; its rows of visibility are of"
            " 12 worlds each. Beside it this run: other worlds, other policies of the same roles.",
        ),
        table("Originals: safe worlds by hops and visibility, else what the row says", heads, rows),
    ]
    wins, losses, ties, p = PAPER_COMPARISON
    for one in scores.comparisons:
        if {one.a, one.b} != {"premise", "expansion"}:
            continue
        ahead = one.a == "premise"
        won, lost = (one.wins, one.losses) if ahead else (one.losses, one.wins)
        seconds = ratio(tally.seconds("premise"), tally.seconds("expansion"))
        tokens = ratio(scores.policies["premise"].output_tokens, scores.policies["expansion"].output_tokens)
        content.append(
            table(
                "Socrates, here premise, against query expansion",
                ["", "wins", "losses", "ties", "p", "output tokens", "latency"],
                [
                    [
                        "paper",
                        *(tag("i", cell) for cell in (wins, losses, ties, format_p(p))),
                        *(tag("i", f"× {PAPER_RATIOS[cost]:.2f}") for cost in ("output_tokens", "seconds")),
                    ],
                    ["this run", won, lost, one.ties, format_p(one.p), tokens, seconds],
                ],
            )
        )
    return content


def _ours(row: str, scores: PolicyScores, seconds: float) -> Content:
    """The cell of this run that stands beside one of the paper's."""
    field, _, group = row.partition(" ")
    if group:
        counts: Counts | None = getattr(scores, f"by_{field}").get(group)
        return "–" if counts is None else share(counts.safe, counts.worlds)
    if field == "seconds":
        return f"{seconds:.2f}"
    number: int = getattr(scores, field)
    return share(number, scores.worlds) if field in (*OUTCOMES, "decisive_recall") else number


def comparisons(scores: Scores) -> Html:
    """Every pair of policies on the same originals."""
    return table(
        "Safe answers on the same originals: wins are worlds on which only the first was safe; exact two-sided sign"
        " test, also adjusted for all rows (Holm); difference of safe shares in points, 95 % by bootstrap",
        ["policies", "wins", "losses", "ties", "p", "p, Holm", "difference"],
        [
            [
                f"{one.a} – {one.b}",
                one.wins,
                one.losses,
                one.ties,
                format_p(one.p),
                format_p(one.p_holm),
                "–"
                if one.mediation is None
                else with_interval(f"{one.mediation.difference:+.1f}", one.difference_interval),
            ]
            for one in scores.comparisons
        ],
    )


def mediation(scores: Scores) -> list[Content]:
    """Both sides of S3."""
    return [
        tag(
            "p",
            "If policies share a finaliser that is right with probability α once the decisive set was seen, and"
            " abstains else, then P(safe | a) − P(safe | b) = α (recall of a − recall of b). α is estimated from both"
            " policies of a row together. The residual is 0 where they share α and nothing was safe without the set.",
        ),
        table(
            "α of each policy",
            ["policy", "decisive set seen", "of these safe", "α, %", "safe without it"],
            [
                [
                    name,
                    one.decisive_recall,
                    one.safe - one.safe_without,
                    "–" if one.alpha is None else f"{one.alpha:.1f}",
                    one.safe_without,
                ]
                for name, one in scores.policies.items()
            ],
        ),
        table(
            "Both sides, in points of percent; the residual with its 95 % interval by bootstrap",
            ["policies", "difference", "recall", "α, %", "α × recall", "residual"],
            [
                [
                    f"{one.a} – {one.b}",
                    f"{found.difference:+.2f}",
                    f"{found.recall:+.2f}",
                    "–" if found.alpha is None else f"{found.alpha:.1f}",
                    f"{found.explained:+.2f}",
                    with_interval(f"{found.residual:+.2f}", found.residual_interval),
                ]
                for one in scores.comparisons
                if (found := one.mediation) is not None
            ],
        ),
    ]


def costs(tally: Tally, scores: Scores) -> list[Content]:
    """What the plays took, and ratios of it.

    Args:
        tally: of the run.
        scores: of the run.
    """
    content: list[Content] = [
        table(
            "What the plays of originals took",
            ["policy", "queries", "model calls", "input tokens", "output tokens", "seconds"],
            [
                [
                    name,
                    one.queries,
                    one.calls,
                    one.input_tokens,
                    one.output_tokens,
                    f"{tally.seconds(name):.2f}",
                ]
                for name, one in scores.policies.items()
            ],
        )
    ]
    if scores.comparisons:
        content.append(
            table(
                "Ratios: what the first took for each that the second took",
                ["policies", "queries", "model calls", "input tokens", "output tokens", "latency"],
                [
                    [
                        f"{one.a} / {one.b}",
                        *(
                            "–" if found is None else f"× {found:.2f}"
                            for found in one.ratios.model_dump().values()
                        ),
                        ratio(tally.seconds(one.a), tally.seconds(one.b)),
                    ]
                    for one in scores.comparisons
                ],
            )
        )
    return content
