"""A proof in words: rows of spans side by side, with what relates them and why; for a terminal, a page or a form.

>>> from suffice.extractors.natlog import Prover, read_knowledge
>>> from suffice.extractors.passages import Unit
>>> proof = Prover(read_knowledge()).prove("No dog barked.", [Unit("u", "", "No animal barked.")])
>>> [(row.evidence, row.claim, row.relation, row.why) for row in proof_rows(proof)][1]
('animal', 'dog', 'reverse entailment, here forward entailment', 'dog is a kind of animal (own lexicon)')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import regex

from suffice.extractors.natlog.proof import Proof, Step, WitnessRecord
from suffice.extractors.natlog.relations import Relation, name_relation

__all__ = [
    "WORDINGS",
    "ProofRow",
    "proof_rows",
    "word_operators",
    "word_outcome",
    "word_relation",
    "word_witness",
]


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A step, or neighbouring ones that change nothing, in words.

    Args:
        number: from 1.
        claim: words of the claim; empty where something was left out.
        evidence: words of the evidence; empty where something was added.
        claim_span: their characters.
        evidence_span: their characters in the unit's text.
        sign: the relation that counts, as a sign.
        relation: the relation in words, and what it comes to.
        operators: what the spans stand in, in words.
        why: the witness in words.
        is_gap: whether there is none.
    """

    number: int
    claim: str
    evidence: str
    claim_span: tuple[int, int]
    evidence_span: tuple[int, int]
    sign: Relation
    relation: str
    operators: str
    why: str
    is_gap: bool


def proof_rows(proof: Proof) -> tuple[ProofRow, ...]:
    """The rows of a proof, in the order of the claim; none where nothing was tried.

    Args:
        proof: any, valid or not.
    """
    groups: list[list[Step]] = []
    for step in proof.steps:
        same = step.witness is not None and step.witness.kind == "same"
        if same and groups and groups[-1][0].witness == step.witness:
            groups[-1].append(step)
        else:
            groups.append([step])
    text = proof.evidence.text if proof.evidence else ""
    rows = []
    for number, group in enumerate(groups, 1):
        first, last = group[0], group[-1]
        claim_span = first.claim_span[0], last.claim_span[1]
        evidence_span = first.evidence_span[0], last.evidence_span[1]
        rows.append(
            ProofRow(
                number,
                proof.claim[slice(*claim_span)],
                text[slice(*evidence_span)],
                claim_span,
                evidence_span,
                first.relation,
                word_relation(first),
                # What equal words stand in changes nothing.
                word_operators(first.operators) if first.lexical != "=" else "",
                word_witness(first.witness, first.lexical),
                first.witness is None,
            )
        )
    return tuple(rows)


def word_outcome(proof: Proof) -> str:
    """What a proof comes to, in one sentence.

    >>> word_outcome(Proof(claim="x", evidence=None, verdict="NOT ENOUGH INFO"))
    'NOT ENOUGH INFO: the evidence neither states nor refutes the claim.'
    """
    told = {
        "SUPPORTS": "the evidence states the claim",
        "REFUTES": "the evidence refutes the claim",
        "NOT ENOUGH INFO": "the evidence neither states nor refutes the claim",
    }[proof.verdict]
    assumed = f", taken for granted that {' and that '.join(proof.assumptions)}" if proof.assumptions else ""
    return f"{proof.verdict}: {told}{assumed}."


def word_relation(step: Step) -> str:
    """A step's relation, and what it comes to under the operators where that is another."""
    name = name_relation(step.lexical)
    return name if step.relation == step.lexical else f"{name}, here {name_relation(step.relation)}"


def word_operators(slots: Sequence[str]) -> str:
    """The places in operators that a span stands in, the outermost first.

    >>> word_operators(["no.scope", "not", "non"])
    'scope of `no`, `not`, where nothing passes'
    """
    return ", ".join(map(_word_slot, slots))


def _word_slot(slot: str) -> str:
    kind, _, place = slot.partition(".")
    if kind == "non":
        return "where nothing passes"
    if kind == "down":
        return "where all is reversed"
    name = f"`{kind.replace('-', ' ')}`"
    if place == "either":
        return f"restrictor or scope of {name}"
    return f"{place} of {name}" if place else name


def word_witness(witness: WitnessRecord | None, relation: Relation) -> str:
    """Why two spans stand in a relation, in English.

    Args:
        witness: of the step; None for a gap.
        relation: the step's lexical one.
    """
    if witness is None:
        return "nothing is known that relates them"
    word = WORDINGS.get(witness.kind)
    try:
        return word(witness.detail, relation) if word else str(witness)
    except (
        ValueError,
        IndexError,
    ):  # a detail that the rule does not write: a proof need not be valid to be shown
        return str(witness)


_CONSTRUCTIONS = {
    "born": "a date of birth in brackets says when somebody was born",
    "lifespan": "dates in brackets say when somebody lived",
    "relative": "what a relative clause says is said of the noun before it",
    "participle": "what a participle says is said of the noun before it",
    "apposition": "an apposition says what something is",
    "perfect": "the perfect says that it happened",
    "known as": "what it is known as is a name of it",
}
_SOURCES = {"listed": "own lexicon", "synset_path": "WordNet", "part": "WordNet"}
_ARCS = {
    "adjective": "an adjective", "adverb": "an adverb", "phrase": "a phrase", "relative": "a relative clause",
    "clause": "a clause", "conjunct": "a conjunct", "coordinate": "a conjunct", "apposition": "an apposition", "time": "a time",
}  # fmt: skip
#: What two sets have to do with each other.
_BETWEEN: dict[Relation, str] = {
    "=": "{} is the same as {}",
    "<": "{} is part of {}",
    ">": "{} includes {}",
    "!": "{} is all that {} is not",
    "|": "{} excludes {}",
    "v": "{} and {} leave nothing out",
    "#": "{} says nothing of {}",
}


def _word_path(kind: str) -> Callable[[Sequence[str], Relation], str]:
    def word(detail: Sequence[str], relation: Relation) -> str:
        pos, low, _, *nodes, _, high = detail
        low, high = low.replace("_", " "), high.replace("_", " ")
        source = _SOURCES[kind]
        if kind == "part":
            return f"{low} is in {high} ({source})"
        if len(nodes) < 2 or relation == "=":
            return f"{low} and {high} mean the same ({source})"
        return f"{'to ' * (pos == 'v')}{low} is {_KINDS.get(pos, 'a kind of')} {high} ({source})"

    return word


_KINDS = {"v": "a way to", "n": "a kind of", "a": "a kind of", "r": "a kind of"}


def _word_antonym(detail: Sequence[str], relation: Relation) -> str:
    sign = "!" if "!" in detail else "|"
    cut = list(detail).index(sign)
    x, y = detail[1].replace("_", " "), detail[-1].replace("_", " ")
    if sign == "!":
        return f"{x} and {y}: always one, never both"
    derived = cut > 4 or len(detail) - cut > 4
    return f"{x} and {y} exclude each other{' by what is broader' if derived else ''}"


def _word_family(detail: Sequence[str], relation: Relation) -> str:
    name, slot, one, other = detail
    if relation == "=":
        return f"{one} and {other} are one {name}"
    where = ", where there is one value" if slot == "functional" else ""
    return f"{one} and {other} are two of a kind that excludes the others: {name}{where}"


def _word_numeric(detail: Sequence[str], relation: Relation) -> str:
    _, one, other, counted = detail
    told = _BETWEEN[relation].format(_word_interval(one), _word_interval(other))
    return f"{told}{f' ({counted})' if counted else ''}"


_INTERVAL = regex.compile(r"([\[(])(-inf|[^,]+), (inf|[^\])]+)([\])])")


def _word_interval(text: str) -> str:
    """`[2, inf)` is at least 2."""
    found = _INTERVAL.fullmatch(text)
    if found is None:
        return text
    opened, low, high, closed = found.groups()
    if low == high:
        return f"exactly {low}"
    lower = f"{'more than' if opened == '(' else 'at least'} {low}" if low != "-inf" else ""
    upper = f"{'less than' if closed == ')' else 'at most'} {high}" if high != "inf" else ""
    return " and ".join(filter(None, [lower, upper])) or "any number"


def _word_date(detail: Sequence[str], relation: Relation) -> str:
    one, other = map(_word_days, detail)
    return _BETWEEN[relation].format(one, other)


def _word_days(text: str) -> str:
    first, slash, last = text.partition("/")
    if not slash or first == last:
        return first
    if not first or not last:
        return f"until {last}" if last else f"from {first}"
    return f"{first} to {last}"


def _word_name(detail: Sequence[str], relation: Relation) -> str:
    rule, one, other = detail
    if rule in ("other", "unrelated"):
        return f"{one} and {other} are two names"
    return f"{one} and {other} are one name by {rule}"


def _word_modifier(detail: Sequence[str], relation: Relation) -> str:
    modifier, effect, rest = detail
    if effect == "excluding":
        return f"what is {modifier} {rest} is no {rest}"
    return (
        f"{modifier} {rest} is a kind of {rest}"
        if effect == "restricting"
        else f"{modifier} {rest} may be a {rest}"
    )


def _word_equal(detail: Sequence[str], relation: Relation) -> str:
    rule, form = detail
    return f"forms of {form}" if rule == "lemma" else "the same but for articles and spelling"


def _word_quantifier(detail: Sequence[str], relation: Relation) -> str:
    one, other = (f"`{part}`" for part in detail)
    return {
        "=": f"{one} says the same as {other}",
        "<": f"{one} implies {other}",
        ">": f"{other} implies {one}",
        "!": f"{one} and {other}: always one, never both",
        "|": f"{one} and {other} exclude each other",
        "v": f"{one} or {other} always holds",
        "#": f"{one} says nothing of {other}",
    }[relation]


def _word_left_out(detail: Sequence[str], relation: Relation) -> str:
    return f"{_ARCS.get(detail[0], detail[0])} is left out, and what is left says {_less(relation)}"


def _word_added(detail: Sequence[str], relation: Relation) -> str:
    return f"{_ARCS.get(detail[0], detail[0])} is added, and with it the claim says {_less(relation)}"


def _less(relation: Relation) -> str:
    return {"<": "less", ">": "more", "=": "the same"}.get(relation, "something else")


def _word_topic(detail: Sequence[str], relation: Relation) -> str:
    name, source = detail
    return f"stands for {name}, {'which the title names' if source == 'title' else 'as declared'}"


#: By kind of witness.
WORDINGS: dict[str, Callable[[Sequence[str], Relation], str]] = {
    "same": lambda detail, relation: "the same words",
    "punctuation": lambda detail, relation: "punctuation says nothing",
    "auxiliary": lambda detail, relation: f"`{detail[0]}` says nothing of its own",
    "article": lambda detail, relation: "the article says nothing here",
    "negator": lambda detail, relation: f"`{detail[0]}` turns it into its opposite",
    "quantifier": _word_quantifier,
    "left_out": _word_left_out,
    "added": _word_added,
    "construction": lambda detail, relation: _CONSTRUCTIONS.get(detail[0], f"a construction: {detail[0]}"),
    "topic": _word_topic,
    "equal": _word_equal,
    "synset_path": _word_path("synset_path"),
    "listed": _word_path("listed"),
    "part": _word_path("part"),
    "antonym": _word_antonym,
    "family": _word_family,
    "numeric": _word_numeric,
    "date": _word_date,
    "name": _word_name,
    "modifier": _word_modifier,
}
