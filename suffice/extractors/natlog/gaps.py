"""What keeps a proof from going through, said of its steps: every `#`, and the step after which nothing more follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suffice.extractors.natlog.automaton import Mode, State, advance
from suffice.extractors.natlog.knowledge import Knowledge
from suffice.extractors.natlog.proof import Gap, GapReason, Step
from suffice.extractors.natlog.words import split_words

__all__ = ["find_gaps"]


def find_gaps(
    claim: str, text: str, steps: Sequence[Step], order: Sequence[int], mode: Mode, knowledge: Knowledge
) -> tuple[Gap, ...]:
    """The gaps of some steps, in the order of the claim; none where they lead to a verdict.

    Args:
        claim: the claim.
        text: the unit's text.
        steps: in the order of the claim.
        order: places of the steps in the order in which they are carried out.
        mode: how relations are read.
        knowledge: tells a word that it does not know from one that it knows to be unrelated.
    """
    state: State = "S"
    found: dict[int, Gap] = {}
    for place in order:
        step = steps[place]
        following = advance(state, step.relation, mode)
        if step.relation == "#" or (following == "N" and state != "N"):
            found[place] = _gap(claim, text, step, knowledge)
        state = following
    if state != "N":
        return ()
    return tuple(found[place] for place in sorted(found))


def _gap(claim: str, text: str, step: Step, knowledge: Knowledge) -> Gap:
    new, old = claim[slice(*step.claim_span)], text[slice(*step.evidence_span)]
    reason: GapReason
    if step.witness is not None and step.relation == "#":
        where = f" within {', '.join(step.operators)}" if step.operators else ""
        reason, needed = "scope", f"a sentence that says `{new or old}`: nothing follows from `{old}`{where}"
    elif step.witness is not None:
        reason = "stronger"
        needed = (
            f"evidence that says `{new}`, not only `{old}`" if new and old else f"evidence that says `{new}`"
        )
        if not new:
            needed = f"evidence of the same without `{old}`"
    elif new and old:
        known = all(_knows_all(part, knowledge) for part in (new, old))
        reason, needed = ("unrelated" if known else "unknown word"), f"that `{old}` is `{new}`"
    elif new:
        reason, needed = "missing", f"evidence that says `{new}`"
    else:
        reason, needed = "left over", f"that the claim holds whether or not `{old}`"
    return Gap(text=new or old, reason=reason, needed=needed, claim_span=step.claim_span)


def _knows_all(text: str, knowledge: Knowledge) -> bool:
    return all(knowledge.knows(word) for word in _content(text))


def _content(text: str) -> Iterator[str]:
    return (word.text for word in split_words(text) if any(map(str.isalnum, word.text)))
