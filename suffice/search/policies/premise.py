"""The premise-directed policy: the engine's open requirements say what to ask next.

It sees the family's rules and the pages, never a stored plan or a sentence template. What the rules lack for an answer is its
premise, and the wording of the requirement's lookup its query; several that are open at once are asked for together, since
queries are few. Once an answer follows, or several do, it spends what is left of the budget on what would defeat them.

Source: Socrates-RAG, the inquiry policy, with an engine in the place of the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from suffice.search.inquiry import Inquiry, View
from suffice.search.reading import Open, Verdict, isolated_answers, judge_of, names_in

__all__ = ["Premise"]

_AND = " & "


class Premise:
    """Asks for what is open."""

    def inquire(self, view: View) -> Inquiry:
        """What to ask next; stops when nothing is open that was not asked for."""
        verdict = judge_of(view.rules).decide(names_in(view.question), view.reader.read_all(view.pages))
        wanted = self._choose(verdict, {round.inquiry.premise for round in view.rounds})
        if not wanted:
            return Inquiry(
                premise="", decisiveness=verdict.status, query="", expected_discriminator="", stop=True
            )
        return Inquiry(
            premise=_AND.join(str(one.atom) for one in wanted),
            decisiveness=_explain(verdict, view),
            query=" ".join(one.wording for one in wanted),
            expected_discriminator=" or ".join(f"a page that states {one.atom}" for one in wanted),
        )

    def _choose(self, verdict: Verdict, premises: set[str]) -> Sequence[Open]:
        candidates = verdict.defeaters if verdict.answers or verdict.status == "conflict" else verdict.open
        # Names may hold the mark, too: a premise is looked for whole, and not taken apart.
        asked = [f"{_AND}{premise}{_AND}" for premise in premises]
        fresh = [one for one in candidates if not any(f"{_AND}{one.atom}{_AND}" in told for told in asked)]
        # What was asked for together is asked for once more alone: another page may then come up.
        return fresh or [one for one in candidates if str(one.atom) not in premises][:1]


def _explain(verdict: Verdict, view: View) -> str:
    if verdict.answers:
        return f"{verdict.answers[0]} follows unless this holds"
    if verdict.status == "conflict":
        return "several answers follow; this would defeat one"
    claims = {answer for _, answer in isolated_answers(view) if answer is not None}
    rivals = (
        f"pages claim {', '.join(sorted(claims))}, and none of it follows"
        if claims
        else "no page claims anything"
    )
    return f"{rivals}; a record that settles this would decide it"
