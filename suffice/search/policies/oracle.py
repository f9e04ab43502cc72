"""`oracle`: the stored plan, step by step. The upper bound; the only policy that is given anything beside the view.

Source: Socrates-RAG, the offline baselines.
"""

from __future__ import annotations

from collections.abc import Iterable

from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask

__all__ = ["Oracle"]


class Oracle:
    """Asks the queries of a plan in order, then stops.

    Args:
        plan: the queries; none for a twin, which has no plan.

    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import Program
    >>> view = View("Where?", Program(), PageReader(Program(), textual_seals), (), 0, (), 2)
    >>> Oracle(["final record Vel"]).inquire(view).query, Oracle(()).inquire(view).stop
    ('final record Vel', True)
    """

    def __init__(self, plan: Iterable[str]) -> None:
        self.plan = tuple(plan)

    def inquire(self, view: View) -> Inquiry:
        """The next step of the plan."""
        step = len(view.rounds)
        return ask(self.plan[step]) if step < len(self.plan) else ask("").model_copy(update={"stop": True})
