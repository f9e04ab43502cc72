"""Decisions for people: a certificate as a tree with quotes, an abstention as a list of what is open."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from suffice.cli.display import visible
from suffice.engine.certificate import Abstention, Certificate, LinkRecord, RequirementRecord

__all__ = ["render_decision"]

_SHOWN_REJECTIONS = 3
_LONGEST_QUOTE = 220


def render_decision(outcome: Certificate | Abstention, console: Console, *, full: bool = False) -> None:
    """Print a decision.

    Args:
        outcome: a certificate or an abstention.
        console: where to.
        full: whether to show every step, also those that only compute with facts shown already.
    """
    if isinstance(outcome, Certificate):
        _render_certificate(outcome, console, full)
    else:
        _render_abstention(outcome, console)


def _render_certificate(certificate: Certificate, console: Console, full: bool) -> None:
    console.print(Text.assemble(("answer  ", "bold green"), visible(certificate.answer, "bold")))
    links = {(link.fact, link.unit): link for link in certificate.links}
    titles = {unit.id: unit.title for unit in certificate.units}
    steps = {step.id: step for step in certificate.derivation}
    facts: dict[str, frozenset[str]] = {}
    for step in certificate.derivation:
        below = frozenset[str]().union(*(facts[premise] for premise in step.premises))
        facts[step.id] = below if step.rule else frozenset({step.id})
    seen: set[str] = set()

    def grow(tree: Tree, step_id: str) -> None:
        step = steps[step_id]
        label = visible(step.atom, "cyan" if step.rule is None else "")
        known = facts[step_id] <= seen
        if known and not full:
            # What only computes with facts that were shown is one line.
            label.append("  (from the above)", style="dim")
        branch = tree.add(label)
        for comparison in (*step.comparisons, *step.absent, *step.aggregates):
            branch.add(visible(comparison, "dim"))
        if known and not full:
            return
        if step.rule is None:
            seen.add(step_id)
        for unit in step.units:
            branch.add(_quote(links[step.atom, unit], titles.get(unit)))
        for premise in step.premises:
            grow(branch, premise)

    root = Tree(Text("because", style="dim"))
    grow(root, certificate.derivation[-1].id)
    console.print(root)
    names = ", ".join(f"{unit.id} ({unit.title})" if unit.title else unit.id for unit in certificate.units)
    count = len(certificate.support)
    size = (
        "no passage is needed"
        if not count
        else "1 passage"
        if count == 1
        else f"{count} passages, none can be left out"
    )
    console.print(Text.assemble(("support ", "bold"), size, visible(f": {names}" if names else "")))


def _quote(link: LinkRecord, title: str | None) -> Text:
    quote = link.quote or ""
    shown = quote if len(quote) <= _LONGEST_QUOTE else quote[:_LONGEST_QUOTE] + "…"
    text = Text.assemble(visible(f"[{link.unit}] {title or ''}", "bold"), (f" ({_status(link)})", "dim"))
    if shown:
        body = visible(f" “{shown}”", "italic")
        start = (link.value_start or 0) - (link.start or 0)
        end = (link.value_end or 0) - (link.start or 0)
        body.stylize("bold yellow", start + 2, end + 2)
        text.append(body)
    return text


def _status(link: LinkRecord) -> str:
    return link.status if link.likelihood is None else f"a guess, likely {link.likelihood:.2f}"


def _render_abstention(abstention: Abstention, console: Console) -> None:
    console.print(
        Text.assemble(
            ("abstain ", "bold red"), f"the evidence is not enough ({abstention.reason.replace('_', ' ')})"
        )
    )
    for requirement in abstention.requirements:
        root = Tree(
            Text.assemble((f"{requirement.status:<8}", "bold"), requirement.wording or requirement.atom)
        )
        for line in _details(requirement):
            root.add(line)
        console.print(root)


def _details(requirement: RequirementRecord) -> Iterator[Text]:
    if requirement.wording:
        yield visible(requirement.atom, "cyan")
    if requirement.detail:
        yield visible(requirement.detail)
    if requirement.waits_for:
        yield visible(f"waits for {', '.join(requirement.waits_for)}", "dim")
    for query in requirement.queries:
        yield visible(f"searched: {query}", "dim")
    for link in requirement.rejected[:_SHOWN_REJECTIONS]:
        said = f" says {link.value}" if link.value else ""
        yield Text.assemble(
            ("rejected ", "red"), visible(f"[{link.unit}] {link.title or ''}{said}: {link.reason}")
        )
    if len(requirement.rejected) > _SHOWN_REJECTIONS:
        yield Text(f"and {len(requirement.rejected) - _SHOWN_REJECTIONS} more rejected", style="dim")
