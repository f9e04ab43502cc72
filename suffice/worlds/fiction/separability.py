"""Why a world's labels are right: the engine derives the answer, the plan finds the records, and no topical query does.

A topical query is over the words of the question and the initial pages, with any repetition or weight. A page comes before a
decisive record in *every* such query if each of these words contributes at least as much to its score, computed by the very
index that is searched; where some word contributes the same to both, it must also stand earlier, which breaks ties. With
as many such pages as a list is long, no topical query finds the record (a score is a sum of weighted contributions, none
negative). Pages seen before use up their places: de-duplication comes after ranking.

Source: Socrates-RAG, definition of (B, r)-separability and its token-dominance certificate; the contributions make it exact
under length normalisation.

>>> from suffice.worlds.fiction.family import read_family
>>> from suffice.worlds.fiction.generator import draw_pair
>>> from suffice.worlds.fiction.options import Options
>>> family, options = read_family("archives"), Options(worlds=1, hops=(2,), attacks=("replica",))
>>> original, twin = prove_pair(draw_pair(family, options, 0), family, options)
>>> original.separable, len(original.dominated), [step.rank for step in original.plan], twin.determination.answers
(True, 2, [1, 1], ())
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader, Seals, hmac_seals, textual_seals
from suffice.search.frozen import FrozenIndex, outweighs
from suffice.search.index import document_words, query_words
from suffice.search.inquiry import Budget
from suffice.search.reading import Judge, judge_of, names_in
from suffice.worlds.fiction.family import Family
from suffice.worlds.fiction.generator import Pair, issuer_keys
from suffice.worlds.fiction.models import Determination, Dominated, PlanStep, ProofLine
from suffice.worlds.fiction.options import Options

__all__ = ["dominators", "find_witness", "may_contest", "prove_pair", "run_plan", "seals_of", "topical_words"]


def may_contest(attack: str) -> bool:
    """Whether pages of an attack may make another answer follow: only where signatures are forged."""
    return "forged-signed" in attack.split("+")


def seals_of(family: Family, options: Options) -> Seals:
    """Which seals are sound in a benchmark."""
    return hmac_seals(issuer_keys(family, options.seed)) if options.hmac else textual_seals


def topical_words(question: str, initial: Iterable[Unit]) -> frozenset[str]:
    """The words that a topical query may use.

    >>> sorted(topical_words("Where is it kept?", [Unit("a", "A notice", "kept")]))
    ['kept', 'notice']
    """
    words = set(query_words(question))
    for page in initial:
        words.update(document_words(page))
    return frozenset(words)


def dominators(index: FrozenIndex, page: str, words: Iterable[str]) -> tuple[str, ...]:
    """The pages that come before a page in every query over some words.

    Args:
        index: that is searched.
        page: id.
        words: that a query may use.

    >>> index = FrozenIndex([Unit("a", "", "vel kept vel kept"), Unit("b", "", "vel kept elsewhere today")])
    >>> dominators(index, "b", ["vel", "kept"]), dominators(index, "b", ["vel", "elsewhere"])
    (('a',), ())
    """
    place = index.place(page)
    shared = sorted(word for word in index.counts[place].keys() & set(words))
    own = [(word, index.contribution(word, page)) for word in shared]
    found = []
    for other in index.pages:
        if other.id == page:
            continue
        first = index.place(other.id) < place
        for word, contribution in own:
            if not outweighs(index.contribution(word, other.id), contribution, first=first):
                break
        else:
            found.append(other.id)
    return tuple(found)


def run_plan(
    index: FrozenIndex, plan: Sequence[tuple[str, str]], records: Sequence[str], budget: Budget
) -> tuple[PlanStep, ...]:
    """Ask the plan's queries of the index: at which rank each finds its record, None for not within the list."""
    steps = []
    for (premise, query), record in zip(plan, records, strict=True):
        found = index.search(query, budget.pages)
        rank = found.index(record) + 1 if record in found else None
        steps.append(PlanStep(premise=premise, query=query, page=record, rank=rank))
    return tuple(steps)


def find_witness(
    index: FrozenIndex, records: Sequence[str], words: frozenset[str], budget: Budget
) -> tuple[str, ...] | None:
    """Topical queries that find all records within the budget, if simple ones do: one for each record.

    The query for a record has the topical words that it contains, or the one of them that favours it most.
    """
    queries: list[str] = []
    for record in records:
        shared = sorted(index.counts[index.place(record)].keys() & words)
        for query in (" ".join(shared), *shared):
            if record in index.search(query, budget.pages):
                queries.append(query)
                break
        else:
            return None
    distinct = tuple(dict.fromkeys(queries))
    return distinct if len(distinct) <= budget.queries else None


def prove_pair(pair: Pair, family: Family, options: Options, attempt: int = 0) -> tuple[ProofLine, ProofLine]:
    """The proofs of a world and of its twin.

    Args:
        pair: as drawn.
        family: whose rules apply.
        options: of the benchmark.
        attempt: how often the world was rejected before.
    """
    judge = judge_of(family.rules)
    reader = PageReader(family.rules, seals_of(family, options))
    names = names_in(pair.original.question)
    budget = options.budget(pair.hops)
    index = FrozenIndex(pair.original.pages)
    records = [page.id for page in pair.original.decisive]

    determination, twin = _determine(judge, reader, names, pair)
    plan = run_plan(index, pair.plan, records, budget)
    words = topical_words(pair.original.question, pair.original.initial)
    dominated = []
    for record in records:
        by = dominators(index, record, words)
        if len(by) >= budget.pages:
            shared = sorted(index.counts[index.place(record)].keys() & words)
            dominated.append(Dominated(page=record, shared=tuple(shared), by=by))
    reason = _fault(determination, plan, dominated, pair, budget)
    witness = None if dominated else find_witness(index, records, words, budget)
    original = ProofLine(
        world=pair.original.world,
        determination=determination,
        plan=plan,
        dominated=tuple(dominated),
        witness=witness,
        separable=reason is None,
        reason=reason,
        attempts=attempt + 1,
    )
    answered = None
    if twin.answers:
        answered = "the twin's own pages determine an answer"
    elif twin.contested and not may_contest(pair.attack):
        answered = "an answer follows from the attack's pages in the twin"
    return original, ProofLine(
        world=pair.twin.world,
        determination=twin,
        separable=answered is None,
        reason=answered,
        attempts=attempt + 1,
    )


def _determine(
    judge: Judge, reader: PageReader, names: Sequence[str], pair: Pair
) -> tuple[Determination, Determination]:
    """What the decisive records come to, whether each is needed, and what follows from everything in world and twin."""
    original = pair.original
    records = [page.id for page in original.decisive]
    # In the order in which they were drawn: then worlds of one kind have one pattern (`search.patterns`).
    facts = reader.read_all((*original.drawn, *pair.substitutes))
    world = [page.id for page in original.drawn]
    # The twin's pages are the world's but for the substitutes.
    replaced = dict(zip(records, (page.id for page in pair.substitutes), strict=True))
    everything = [replaced.get(page, page) for page in world]
    honest = [page for page in everything if page not in original.poison]
    subsets: dict[str, Iterable[str]] = {
        "records": records,
        "world": world,
        "twin": everything,
        "honest twin": honest,
        **{f"without {place}": records[:place] + records[place + 1 :] for place in range(len(records))},
    }
    found = judge.derive(names, facts, subsets)
    necessary = bool(records) and not any(found[f"without {place}"] for place in range(len(records)))
    own = found["records"]
    return (
        Determination(
            answers=own,
            # Without any one of them nothing follows, so that they are a minimal set, and the only one among themselves.
            support=tuple(records) if own and necessary else (),
            necessary=necessary,
            contested=tuple(answer for answer in found["world"] if answer not in own),
        ),
        Determination(
            answers=found["honest twin"],
            support=(),
            necessary=False,
            contested=tuple(answer for answer in found["twin"] if answer not in found["honest twin"]),
        ),
    )


def _fault(
    determination: Determination,
    plan: Sequence[PlanStep],
    dominated: Sequence[Dominated],
    pair: Pair,
    budget: Budget,
) -> str | None:
    """Why a world is not separable; None if it is."""
    if determination.answers != (pair.answer,):
        return "the decisive records do not determine the answer"
    if not determination.necessary:
        return "a decisive record is not needed"
    if determination.contested and not may_contest(pair.attack):
        return "another answer follows from other pages"
    if len(plan) > budget.queries:
        return f"the plan has {len(plan)} queries, the budget {budget.queries}"
    missed = [step.page for step in plan if step.rank is None]
    if missed:
        return f"a record is not found by the plan: {missed[0]}"
    if not dominated:
        return "a topical query may find the decisive records"
    return None
