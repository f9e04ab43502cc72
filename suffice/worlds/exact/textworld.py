"""Game logs: which turns enable the action at turn t? (Certify section 6)

Each query is decided by the engine on the program of the log, from the record of what changed; its certificate is checked again
by the checker. The answer is the support, and must be the gold set, with the same facts on the same edges. The twin of a query
lacks one enabling turn: the decision must then abstain, and name that turn and the fact that it gave.

The same is then done from nothing but commands and feedback (`details["text"]`), and by decisions that see less than the hyperedges
(`details["blind"]`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from suffice.engine.certificate import Abstention
from suffice.engine.checker import check_derivation
from suffice.engine.proof import Proof, abstain, certify, prove
from suffice.errors import QuestionFileError, UsageError
from suffice.extractors.logs.program import Edge, LogProgram, enabled, fact_of, performed
from suffice.extractors.logs.reading import read_events
from suffice.rules import Number, String, Symbol, parse_program
from suffice.worlds.exact.blind_decisions import compare_blind
from suffice.worlds.exact.game_logs import Log, Query, read_logs
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import CommittedPlan, DepthCount, Disagreement, ExactReport

__all__ = ["evaluate"]


def evaluate(file: Path | str, options: ExactOptions | None = None) -> ExactReport:
    """Evaluate a file of game logs.

    Args:
        file: JSON Lines, plain or gzipped.
        options: `limit` counts queries; `seed` chooses the turn that a twin lacks. Each atom has one rule, so every
            committed plan is the program itself.

    Raises:
        QuestionFileError: a line is no log, or its record contradicts itself.
    """
    options = options or ExactOptions()
    logs = read_logs(file)
    total = sum(len(log.queries) for log in logs)
    total = total if options.limit is None else min(total, options.limit)
    tally = _Tally()
    with options.watch("queries", total) as advance:
        for log, queries in _limited(logs, total):
            try:
                program = LogProgram(log.start, log.events)
            except UsageError as error:
                raise QuestionFileError(
                    f"log `{log.id}`: {error.cause}", file=str(file), line=log.line, remedy=error.remedy
                ) from None
            text = LogProgram((), read_events(log.turns), assume=True)
            for query in queries:
                tally.add(log, query, program, options.seed)
                tally.add_text(log, query, text)
                advance(1)
    return tally.report(options.plans)


def _limited(logs: list[Log], total: int) -> Iterator[tuple[Log, tuple[Query, ...]]]:
    for log in logs:
        queries = log.queries[:total]
        total -= len(queries)
        if queries:
            yield log, queries


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the engine says: the enabling turns, the edges on the way, and the proof."""

    turns: tuple[int, ...]
    edges: frozenset[Edge]
    proof: Proof


def _ask(log: LogProgram, turn: int) -> _Answer:
    proof = prove(log.program(turn), enabled(turn))
    turns = sorted(unit.value for unit in proof.support if isinstance(unit, Number))
    edges = frozenset(edge for other in (*turns, turn) for edge in log.edges(other))
    return _Answer(tuple(turns), edges, proof)


class _Tally:
    """Counts over queries."""

    def __init__(self) -> None:
        self._n = self._correct = self._proved = self._choices = 0
        self._depths: dict[int, list[bool]] = {}
        self._twins: Counter[str] = Counter()
        self._blind: Counter[str] = Counter()
        self._text: dict[str, Counter[str]] = {part: Counter() for part in ("development", "held-out")}
        self._wrong: list[Disagreement] = []

    def add(self, log: Log, query: Query, program: LogProgram, seed: int) -> None:
        """One query and its twin, from the record."""
        answer = _ask(program, query.turn)
        right = answer.turns == query.enabling and answer.edges == query.edges
        self._n += 1
        self._correct += right
        evidence = program.program(query.turn)
        self._proved += not check_derivation(certify(answer.proof), evidence)
        self._depths.setdefault(program.chain(query.turn), []).append(right)
        heads = [rule.head for rule in evidence.proper_rules]
        self._choices += len(heads) - len(set(heads))
        name = f"{log.id}:{query.turn}"
        if not right:
            why = (
                ""
                if answer.turns != query.enabling
                else "the turns are right, the facts on the edges are not"
            )
            self._disagree(name, query, answer, why)
        if query.enabling:
            deleted = random.Random(f"{seed}:{name}").choice(query.enabling)
            twin = program.program(query.turn, without=(deleted,))
            proof = prove(twin, enabled(query.turn))
            gave = {edge.fact for edge in query.edges if edge.source == deleted}
            self._twins["n"] += 1
            self._twins["answered"] += proof.status == "derived"
            if _names(proof, deleted, gave):
                self._twins["correct"] += 1
            else:
                self._disagree(f"{name}:twin", query, answer, f"does not name turn {deleted}: {proof.status}")
            self._blind.update(
                compare_blind(evidence, enabled(query.turn), [performed(deleted)], answer.proof.support)
            )

    def add_text(self, log: Log, query: Query, program: LogProgram) -> None:
        """One query from commands and feedback alone."""
        counts = self._text[log.part]
        counts["queries"] += 1
        gold = frozenset(_renamed(edge, log) for edge in query.edges)
        if query.turn not in program.turns:
            counts["unread"] += 1
            mine: frozenset[Edge] = frozenset()
        else:
            answer = _ask(program, query.turn)
            counts["exact"] += answer.turns == query.enabling
            mine = answer.edges
        counts["edges"] += len(gold)
        counts["edges_read"] += len(mine)
        counts["edges_right"] += len(gold & mine)

    def _disagree(self, name: str, query: Query, answer: _Answer, why: str) -> None:
        label, given = (" ".join(map(str, turns)) for turns in (query.enabling, answer.turns))
        self._wrong.append(Disagreement(id=name, label=label, answer=given, why=why))

    def report(self, plans: int) -> ExactReport:
        """The figures."""
        depths = {
            str(depth): DepthCount(n=len(self._depths[depth]), correct=sum(self._depths[depth]))
            for depth in sorted(self._depths)
        }
        plan = None
        if plans and not self._choices:  # one rule for each atom: nothing to choose, so nothing to draw
            plan = CommittedPlan(correct=self._correct, missed_provable=0, provable=self._n, seeds=plans)
        text = {"text": _figures(self._text["development"] + self._text["held-out"])}
        text |= {f"text_{part.replace('-', '_')}": _figures(counts) for part, counts in self._text.items()}
        return ExactReport(
            kind="textworld",
            n=self._n,
            correct=self._correct,
            with_proof=self._proved,
            by_depth=depths,
            committed_plan=plan,
            twins=self._twins["n"],
            twins_correct=self._twins["correct"],
            disagreements=tuple(self._wrong),
            details={
                "twins_answered": self._twins["answered"],
                **text,
                "blind": dict(sorted(self._blind.items())),
            },
        )


def _names(proof: Proof, deleted: int, gave: set[Symbol]) -> bool:
    """Whether an abstention says that exactly this turn is open, and a fact that it gave."""
    if proof.status != "open":
        return False
    said: Abstention = abstain(proof)
    opened = [need for need in said.requirements if need.status == "open"]
    if [need.atom for need in opened] != [str(performed(deleted))] or opened[0].rule is None:
        return False
    (rule,) = parse_program(opened[0].rule).rules
    return fact_of(rule.head) in gave


def _renamed(edge: Edge, log: Log) -> Edge:
    """An edge over names instead of ids: what the text can know."""
    args = tuple(
        String(log.names.get(arg.value, arg.value)) if isinstance(arg, String) else arg
        for arg in edge.fact.args
    )
    return Edge(edge.turn, Symbol(edge.fact.name, args), edge.source)


def _figures(counts: Counter[str]) -> dict[str, int | float]:
    """Counts, the share of queries with the exact enabling set, and precision and recall of edges; all in [0, 1]."""
    names = ("queries", "unread", "exact", "edges", "edges_read", "edges_right")
    figures: dict[str, int | float] = {name: counts[name] for name in names}
    for name, part, whole in (
        ("share_exact", "exact", "queries"),
        ("precision", "edges_right", "edges_read"),
        ("recall", "edges_right", "edges"),
    ):
        if counts[whole]:
            figures[name] = round(counts[part] / counts[whole], 4)
    return figures
