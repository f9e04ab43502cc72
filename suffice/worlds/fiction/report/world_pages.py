"""A world in the report: its label, the pages that were seen, and what each policy asked, found and concluded.

>>> _join_names(["a", "b"]), _join_names([])
('a, b', 'none')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from suffice.extractors.blocks import read_block, textual_seals
from suffice.search.inquiry import Play, Round
from suffice.worlds.fiction.models import CorpusLine
from suffice.worlds.fiction.report.markup import Content, Html, join, table, tag
from suffice.worlds.fiction.run import PlayedWorld
from suffice.worlds.fiction.tally import Verdict

__all__ = ["ShownWorld", "world_index", "world_page"]


@dataclass(frozen=True, slots=True)
class ShownWorld:
    """A world that the report shows.

    Args:
        number: from 1; makes its anchors, which no text from outside does.
        played: the world and its plays.
        verdicts: what each play is worth.
        pages: that were seen, by id.
    """

    number: int
    played: PlayedWorld
    verdicts: tuple[Verdict, ...]
    pages: Mapping[str, CorpusLine]

    @property
    def anchor(self) -> str:
        """Of the world."""
        return f"w{self.number}"

    def link(self, page: str) -> Html:
        """A page's id, linked to where the page stands."""
        if page not in self.pages:
            return tag("span", page)
        return tag("a", page, href=f"#{self.page_anchor(page)}")

    def page_anchor(self, page: str) -> str:
        """Of a page."""
        return f"{self.anchor}p{list(self.pages).index(page)}"

    def links(self, pages: Iterable[str]) -> Html:
        """Several, or `none`."""
        found = [self.link(page) for page in pages]
        return join(*(join(", " if place else "", one) for place, one in enumerate(found))) or join("none")


def world_index(shown: Sequence[ShownWorld], policies: Sequence[str]) -> Html:
    """A table of worlds and outcomes.

    Args:
        shown: the worlds.
        policies: names, in the order of the plays.
    """
    rows: list[list[Content]] = []
    for one in shown:
        label = one.played.label
        rows.append(
            [
                tag("a", label.world, href=f"#{one.anchor}"),
                "twin" if label.twin_of else "original",
                label.attack,
                label.hops,
                label.visibility,
                *(_chip(verdict.outcome) for verdict in one.verdicts),
            ]
        )
    return table("Outcomes by world", ["world", "", "attack", "hops", "visibility", *policies], rows)


def world_page(shown: ShownWorld) -> Html:
    """Everything about one world.

    Args:
        shown: the world.
    """
    public = shown.played.public
    plays = zip(shown.played.plays, shown.verdicts, strict=True)
    outcomes = [
        join(" ", tag("span", play.policy, ": ", verdict.outcome, class_=f"chip {verdict.outcome}"))
        for play, verdict in zip(shown.played.plays, shown.verdicts, strict=True)
    ]
    return tag(
        "section",
        tag("h3", f"World {public.world}"),
        tag("p", tag("b", public.question)),
        tag("p", *outcomes),
        tag(
            "details",
            tag("summary", f"Label, {len(shown.pages)} pages, {len(shown.played.plays)} plays"),
            _label(shown),
            *(_play(shown, play, verdict) for play, verdict in plays),
            *(_page(shown, page) for page in shown.pages.values()),
        ),
        id=shown.anchor,
    )


def _label(shown: ShownWorld) -> Html:
    label, public = shown.played.label, shown.played.public
    return tag(
        "div",
        tag("h4", "Label, which no policy is shown"),
        _terms(
            ("answer", "none: the right act is to abstain" if label.answer is None else label.answer),
            ("false answer", label.false_answer or "none"),
            ("decisive records", shown.links(label.decisive)),
            ("attack", label.attack),
            ("hops", label.hops),
            ("visibility", label.visibility),
            ("separable", "proved" if label.separable else "not proved"),
            ("twin of", label.twin_of or "none: an original"),
            ("family", public.family),
            ("budget", f"{public.budget.queries} queries, {public.budget.pages} pages each"),
        ),
        class_="label",
    )


def _play(shown: ShownWorld, play: Play, verdict: Verdict) -> Html:
    proposed = play.proposed
    released = play.answer if play.outcome == "answer" else None
    concluded = "nothing"
    if proposed is not None:
        concluded = "to abstain" if proposed.short_answer is None else proposed.short_answer
    if play.withheld is not None:
        guard = f"withheld: {play.withheld}"
    elif play.outcome == "answer":
        guard = "nothing withheld"  # a fixed policy has no guard to pass
    else:
        guard = "nothing to release"
    terms: list[tuple[str, Content]] = [
        ("saw", shown.links(play.seen)),
        ("decisive set", "seen" if verdict.acquired else "not seen"),
        ("concluded", concluded),
    ]
    if proposed is not None:
        terms.append(("cited", shown.links(proposed.cited_ids)))
        if proposed.residual_uncertainty:
            terms.append(("uncertain", proposed.residual_uncertainty))
    terms.append(("guard", guard))
    if play.error is not None:
        terms.append(("error", play.error))
    terms.append(("answer", "CannotDetermine" if released is None else released))
    if play.calls:
        terms.append(("model", f"{play.calls} calls, {play.input_tokens} + {play.output_tokens} tokens"))
    return tag(
        "div",
        tag("h4", play.policy, " ", _chip(verdict.outcome)),
        *(_round(shown, number, one) for number, one in enumerate(play.rounds, start=1)),
        _terms(*terms),
        class_=f"play {verdict.outcome}",
    )


def _round(shown: ShownWorld, number: int, one: Round) -> Html:
    inquiry = one.inquiry
    if inquiry.stop:
        return tag("p", f"Round {number}: stopped")
    return join(
        tag("p", f"Round {number}"),
        _terms(
            ("premise", inquiry.premise or "none"),
            ("why", inquiry.decisiveness or "none"),
            ("query", tag("code", inquiry.query)),
            ("would decide it", inquiry.expected_discriminator or "none"),
            ("found", shown.links(one.found)),
            ("new", shown.links(one.new)),
        ),
    )


def _page(shown: ShownWorld, page: CorpusLine) -> Html:
    label = shown.played.label
    kinds = {"decisive": page.id in label.decisive, "poison": page.id in label.poison}
    marks = [
        mark
        for mark, there in (
            ("initial", page.id in shown.played.public.initial),
            ("decisive", kinds["decisive"]),
            (f"poison: {label.poison.get(page.id)}", kinds["poison"]),
        )
        if there
    ]
    block = read_block(page.text)
    if block is None:
        record = "no well-formed block"
    else:
        seal = "no seal"
        if block.seal is not None:
            seal = (
                f"seal {block.seal} ({'well-formed' if textual_seals(block) else 'not that of a signature'})"
            )
        record = "; ".join([*(f"{key}: {value}" for key, value in block.fields.items()), seal])
    seen_by = [play.policy for play in shown.played.plays if page.id in play.seen]
    return tag(
        "div",
        tag("h4", page.id, ": ", page.title, " ", tag("small", ", ".join(marks))),
        tag("p", page.text),
        _terms(("block", record), ("seen by", _join_names(seen_by))),
        id=shown.page_anchor(page.id),
        class_=" ".join(["page", *(kind for kind, there in kinds.items() if there)]),
    )


def _terms(*pairs: tuple[str, Content]) -> Html:
    return tag("dl", *(part for key, value in pairs for part in (tag("dt", key), tag("dd", value))))


def _chip(outcome: str) -> Html:
    return tag("span", outcome, class_=f"chip {outcome}")


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
