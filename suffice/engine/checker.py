"""The checker: replays a certificate's derivation without the code that found it.

It shares no code with grounding, closure, supports and derivations: these leave every rule to gringo, while it applies
rules itself (`naive`), and it computes its own hashes. Shared are the models, and the form in which a program is embedded
(`normal_form`, `certificate.without_evidence`). One change anywhere makes it name the field, recomputed hashes or not,
because every field but the ones below is determined by others.

Checked here: `answer`, `goal`, `program`, `program_sha256`, `support`, `derivation`, `links[].fact`, `links[].unit`,
`units[].id`; and `links[].status` where it is `stated`.
Left to the check against texts and lexicon (extractors): `question`, `lexicon_sha256`, `units[].title`,
`units[].sha256`, and of a link that quotes a text `status`, `start`, `end`, `quote`, `relation`, `pattern`, `subject`,
`value`, `value_start`, `value_end`. `schema_version` is the model's own.

Without a program the check is relative to the one that the certificate embeds: rules that the derivation does not use
could have been added to it. That an atom is absent, or undisputed, is checked against what follows from the certificate's
facts and against the facts of the program given; what else would follow from evidence outside the certificate is not.

>>> from suffice.engine.proof import certify, prove
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("rains. wet :- rains.")
>>> certificate = certify(prove(program, parse_atom("wet")))
>>> check_derivation(certificate, program)
[]
>>> check_derivation(certificate.model_copy(update={"answer": "no"}))
[Failure(field='answer', cause='the goal `wet` says yes')]
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from suffice.engine.aggregates import fold, is_monotone, substitute_aggregate
from suffice.engine.certificate import Certificate, StepRecord, without_evidence
from suffice.engine.evaluation import Bindings, evaluate, holds
from suffice.engine.naive import (
    Rows,
    apply_in_order,
    apply_rules,
    count_rows,
    match_atom,
    satisfy_aggregate,
    values_of,
)
from suffice.engine.normal_form import normalise_program
from suffice.errors import SufficeError
from suffice.rules import (
    Aggregate,
    Atom,
    Comparison,
    Literal,
    Program,
    Rule,
    Signature,
    Term,
    parse_atom,
    parse_program,
    parse_term,
    word_term,
)
from suffice.rules.terms import is_ground

__all__ = ["Failure", "check_derivation"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is wrong with a certificate.

    Args:
        field: path of the field at fault, such as `derivation[3].bindings.X`.
        cause: what is wrong, one clause.
    """

    field: str
    cause: str

    def __str__(self) -> str:
        return f"{self.field}: {self.cause}"


def check_derivation(certificate: Certificate, program: Program | None = None) -> list[Failure]:
    """Check everything in a certificate that needs no text.

    Args:
        certificate: what to check.
        program: the rules that it must be about; with evidence in it, links that say `stated` are looked up there.

    Returns:
        What is wrong; empty if nothing is. While a part is wrong for itself, its place among the others is not judged.
    """
    try:
        embedded = _parse_embedded(certificate.program)
    except SufficeError as error:
        return [Failure("program", f"is no program: {error}")]
    try:
        return _Check(certificate, embedded, program).run()
    except SufficeError as error:
        return [Failure("program", str(error))]
    except RecursionError:
        return [Failure("derivation", "is nested too deeply to be checked")]


@lru_cache(maxsize=8)
def _parse_embedded(text: str) -> Program:
    """Certificates of one theory embed the same program."""
    return parse_program(text, "program")


class _Check:
    def __init__(self, certificate: Certificate, embedded: Program, program: Program | None) -> None:
        self._certificate = certificate
        self._embedded = embedded
        self._given = None if program is None else normalise_program(program)
        self._rules = {str(rule): rule for rule in embedded.proper_rules}
        self._granted = frozenset((*embedded.facts, *(rule.head for rule in embedded.declarations)))
        self._steps = certificate.derivation
        self._atoms: dict[str, Atom] = {}
        self._absent: dict[str, Atom] = {}
        self._aggregates: list[tuple[Aggregate, Bindings]] = []
        self._counted: dict[Aggregate, frozenset[tuple[Term, ...]]] = {}

    def run(self) -> list[Failure]:
        """The parts one by one, then, if each is right for itself, how they hang together."""
        failures = [*self._check_program(), *self._check_goal()]
        for place, step in enumerate(self._steps):
            failures += self._check_step(f"derivation[{place}]", step)
        if failures:
            return failures
        failures = [*self._check_order(), *self._check_lists(), *self._check_links()]
        return failures or list(self._check_closure())

    def _check_program(self) -> Iterator[Failure]:
        text = self._certificate.program
        if _sha256(text) != self._certificate.program_sha256:
            yield Failure("program_sha256", "is not the SHA-256 of `program`")
        if str(self._embedded) != text or str(normalise_program(self._embedded)) != text:
            yield Failure("program", "is not in the form in which certificates are written")
        if self._given is not None and str(without_evidence(self._given)) != text:
            yield Failure("program", "is not the program given")
        for fact in self._embedded.facts:
            if self._embedded.is_evidence(fact):
                yield Failure("program", f"holds `{fact}`, which is evidence and needs a unit")

    def _check_goal(self) -> Iterator[Failure]:
        goal = _read_atom(self._certificate.goal)
        if goal is None:
            yield Failure("goal", "is not a ground atom")
            return
        wording = ", ".join(self._word(arg) for arg in goal.args) or "yes"
        if self._certificate.answer != wording:
            yield Failure("answer", f"the goal `{goal}` says {wording}")
        if self._steps[-1].atom != self._certificate.goal:
            yield Failure("goal", "is not the atom of the last step of `derivation`")

    def _word(self, term: Term) -> str:
        """In the words of the first link whose fact ends in the term, if a text states it."""
        for link in self._certificate.links:
            fact = _read_atom(link.fact)
            if link.value is not None and fact is not None and fact.args and fact.args[-1] == term:
                return " ".join(link.value.split())
        return word_term(term)

    def _check_step(self, field: str, step: StepRecord) -> Iterator[Failure]:
        atom = _read_atom(step.atom)
        if atom is None:
            yield Failure(f"{field}.atom", "is not a ground atom")
            return
        text = "\n".join((step.atom, step.rule or "", *step.premises))
        if step.id != _sha256(text)[:16]:
            yield Failure(f"{field}.id", "is not the hash of atom, rule and premises")
        if step.id in self._atoms or atom in self._atoms.values():
            yield Failure(f"{field}.atom", "was derived by an earlier step already")
        unknown = [place for place, premise in enumerate(step.premises) if premise not in self._atoms]
        for place in unknown:
            yield Failure(f"{field}.premises[{place}]", "names no earlier step")
        if not unknown:
            yield from (
                self._check_fact(field, step, atom)
                if step.rule is None
                else self._check_instance(field, step, atom)
            )
        self._atoms[step.id] = atom

    def _check_fact(self, field: str, step: StepRecord, atom: Atom) -> Iterator[Failure]:
        for name in ("bindings", "premises", "absent", "comparisons", "aggregates"):
            if getattr(step, name):
                yield Failure(f"{field}.{name}", "a fact has none")
        linked = [link.unit for link in self._certificate.links if link.fact == step.atom]
        if list(step.units) != sorted(set(step.units)):
            yield Failure(f"{field}.units", "is not in order, each unit once")
        if sorted(linked) != sorted(step.units):
            yield Failure(f"{field}.units", f"is not what `links` says of `{atom}`")
        if atom in self._granted and step.units:
            yield Failure(f"{field}.units", "the program gives this fact: it needs no unit")
        if atom not in self._granted and not step.units:
            yield Failure(f"{field}.units", "no unit states this fact and the program does not give it")

    def _check_instance(self, field: str, step: StepRecord, atom: Atom) -> Iterator[Failure]:
        rule = self._rules.get(step.rule or "")
        if rule is None:
            yield Failure(f"{field}.rule", "is not a rule of `program`")
            return
        if step.units:
            yield Failure(f"{field}.units", "only facts are stated by units")
        if set(step.bindings) != set(rule.variables):
            yield Failure(f"{field}.bindings", "does not bind exactly the variables of the rule")
            return
        values: dict[str, Term] = {}
        for name, text in step.bindings.items():
            value = _read_value(text)
            if value is None:
                yield Failure(f"{field}.bindings.{name}", "is not a value")
                return
            values[name] = value
        if atom not in values_of(rule.head, values):
            yield Failure(f"{field}.atom", "is not the head of the rule under its bindings")
        # What stands behind the literals of the body is what its aggregates count.
        own, negated = len(rule.positive), len(rule.negative)
        premises, absent = step.premises, step.absent
        yield from _check_each(f"{field}.premises", rule.positive, premises[:own], self._is_premise(values))
        yield from _check_each(f"{field}.absent", rule.negative, absent[:negated], self._is_absence(values))
        yield from _check_each(
            f"{field}.comparisons", rule.comparisons, step.comparisons, _is_comparison(values)
        )
        counted = [self._atoms[premise] for premise in premises[own:]]
        yield from self._check_counted(field, rule, values, counted, absent[negated:])
        filled = [str(substitute_aggregate(aggregate, values)) for aggregate in rule.aggregates]
        yield from _check_equal(f"{field}.aggregates", filled, step.aggregates)
        for aggregate in rule.aggregates:
            self._aggregates.append((aggregate, values))
            if not satisfy_aggregate(aggregate, values, _among(counted), self._is_absent):
                yield Failure(f"{field}.premises", f"are too few or too many for `{aggregate}`")

    def _check_counted(
        self, field: str, rule: Rule, values: Bindings, counted: Sequence[Atom], absent: Sequence[str]
    ) -> Iterator[Failure]:
        """What aggregates count must be what their conditions speak of, each once, in order."""
        conditions = [
            part
            for aggregate in rule.aggregates
            for element in substitute_aggregate(aggregate, values).elements
            for part in element.condition
            if isinstance(part, Literal)
        ]
        if [*map(str, counted)] != sorted({*map(str, counted)}):
            yield Failure(f"{field}.premises", "what the rule counts is not in order, each once")
        for atom in counted:
            if all(part.negated or match_atom(part.atom, atom, {}) is None for part in conditions):
                yield Failure(f"{field}.premises", f"`{atom}` is nothing that the rule counts")
        if list(absent) != sorted(set(absent)):
            yield Failure(f"{field}.absent", "what the rule counts is not in order, each once")
        for text in absent:
            pattern = _read_pattern(text)
            if pattern is None or all(
                not part.negated or match_atom(part.atom, pattern, {}) is None for part in conditions
            ):
                yield Failure(f"{field}.absent", f"`{text}` is nothing that the rule counts")
            else:
                self._absent[text] = pattern

    def _is_premise(self, values: Bindings) -> Callable[[Atom, str], bool]:
        def fits(pattern: Atom, premise: str) -> bool:
            return match_atom(pattern, self._atoms[premise], values) == values

        return fits

    def _is_absence(self, values: Bindings) -> Callable[[Atom, str], bool]:
        def fits(pattern: Atom, text: str) -> bool:
            for atom in values_of(pattern, values):
                if text == f"not {atom}":
                    self._absent[text] = atom
                    return True
            return False

        return fits

    def _check_order(self) -> Iterator[Failure]:
        """Depth first from the goal, premises in body order; this leaves no room for what is not used."""
        by_id = {step.id: step for step in self._steps}
        wanted: dict[str, None] = {}
        stack = [(self._steps[-1].id, False)]
        while stack:
            step_id, done = stack.pop()
            if done:
                wanted[step_id] = None
            elif step_id not in wanted:
                stack.append((step_id, True))
                stack += [(premise, False) for premise in reversed(by_id[step_id].premises)]
        yield from _check_equal("derivation", list(wanted), [step.id for step in self._steps], ".id")

    def _check_lists(self) -> Iterator[Failure]:
        stated = [(step.atom, unit) for step in self._steps for unit in step.units]
        links = [(link.fact, link.unit) for link in self._certificate.links]
        yield from _check_equal("links", [fact for fact, _ in stated], [fact for fact, _ in links], ".fact")
        yield from _check_equal("links", [unit for _, unit in stated], [unit for _, unit in links], ".unit")
        units = list(dict.fromkeys(unit for _, unit in stated))
        yield from _check_equal("support", units, self._certificate.support)
        yield from _check_equal("units", units, [unit.id for unit in self._certificate.units], ".id")
        for place, unit in enumerate(self._certificate.support):
            if _read_value(unit) is None:
                yield Failure(f"support[{place}]", "is not a term")

    def _check_links(self) -> Iterator[Failure]:
        given = self._given
        if given is None or not any(map(given.is_evidence, given.facts)):
            return
        facts = frozenset(given.facts)
        for place, link in enumerate(self._certificate.links):
            fact = _read_atom(link.fact)
            if link.status != "stated" or fact is None:
                continue
            if fact not in facts:
                yield Failure(f"links[{place}].fact", "is not a fact of the program given")
            elif link.unit not in map(str, given.units_of(fact)):
                yield Failure(f"links[{place}].unit", f"does not state `{fact}` in the program given")

    def _check_closure(self) -> Iterator[Failure]:
        """The goal must follow from all units, from no fewer, and nothing in its derivation may be disputed."""
        goal = _read_atom(self._certificate.goal)
        settled = self._settle()
        everything = self._follow(self._certificate.support)
        if goal not in everything:
            yield Failure("goal", "does not follow from the facts of the certificate")
        known = everything.union(self._given.facts if self._given else ())
        for text, atom in self._absent.items():
            if any(match_atom(atom, other, {}) is not None for other in known):
                yield Failure("derivation", f"`{text}` does not hold")
        for aggregate, values in self._aggregates:
            if not satisfy_aggregate(aggregate, values, _among(known | settled), self._is_absent):
                yield Failure("derivation", f"`{substitute_aggregate(aggregate, values)}` does not hold")
        for place, unit in enumerate(self._certificate.support):
            rest = [other for other in self._certificate.support if other != unit]
            if goal in self._follow(rest):
                yield Failure(f"support[{place}]", "can be left out: the goal follows without it")
        for place, step in enumerate(self._steps):
            rivals = [other for other in known if self._disputes(self._atoms[step.id], other)]
            if rivals:
                yield Failure(f"derivation[{place}].atom", f"is disputed by `{min(map(str, rivals))}`")

    def _settle(self) -> frozenset[Atom]:
        """What follows from the whole certificate, by strata; notes what each aggregate counts."""
        if not self._aggregates:
            return frozenset()
        used = {_shared(aggregate, values) for aggregate, values in self._aggregates}

        def note(aggregate: Aggregate, bindings: Bindings, rows: Rows) -> list[dict[str, Term]]:
            shared = _shared(aggregate, bindings)
            if shared in used:
                self._counted[shared] = frozenset(rows)
            return self._count(aggregate, bindings, rows)

        facts = self._facts(self._certificate.support)
        return apply_in_order(self._rules.values(), facts, absent=self._is_absent, count=note)

    def _facts(self, units: Sequence[str]) -> list[Atom]:
        there = frozenset(units)
        linked = (
            self._atoms[step.id]
            for step in self._steps
            if step.rule is None and not there.isdisjoint(step.units)
        )
        return [*self._granted, *linked]

    def _is_absent(self, atom: Atom) -> bool:
        return f"not {atom}" in self._absent

    def _count(self, aggregate: Aggregate, bindings: Bindings, rows: Rows) -> list[dict[str, Term]]:
        """Whether an aggregate holds of what some units give, as `_is_absent` says it of a literal.

        One that only asks for enough holds if there is enough. Another holds only where the derivation says so, and if
        nothing that it counts there is missing. Of a sum nobody knows what else it could add: it is of the second kind.
        """
        whole = self._counted.get(_shared(aggregate, bindings))
        found = frozenset(rows)
        if aggregate.function != "sum" and is_monotone(aggregate, found):
            holds = True
        elif whole is None:
            holds = False
        elif aggregate.function in ("min", "max"):
            holds = fold(aggregate.function, found) == fold(aggregate.function, whole)
        else:
            holds = found == whole
        return count_rows(aggregate, bindings, rows) if holds else []

    def _follow(self, units: Sequence[str]) -> frozenset[Atom]:
        """What follows from some units."""
        facts = self._facts(units)
        return apply_rules(self._rules.values(), facts, absent=self._is_absent, count=self._count)

    def _disputes(self, atom: Atom, other: Atom) -> bool:
        if (atom.name, atom.args) == (other.name, other.args):
            return atom.positive != other.positive
        functional = atom.signature == other.signature and atom.signature in self._embedded.functional
        return functional and bool(atom.args) and atom.args[:-1] == other.args[:-1]


def _shared(aggregate: Aggregate, bindings: Bindings) -> Aggregate:
    """The aggregate with what it shares with its rule put in."""
    return substitute_aggregate(
        aggregate, {name: bindings[name] for name in aggregate.inner & bindings.keys()}
    )


def _among(atoms: Iterable[Atom]) -> Callable[[Signature], Sequence[Atom]]:
    found: dict[Signature, list[Atom]] = {}
    for atom in atoms:
        found.setdefault(atom.signature, []).append(atom)
    return lambda signature: found.get(signature, ())


def _check_each(
    field: str, wanted: Sequence[object], found: Sequence[str], fits: Callable[..., bool]
) -> Iterator[Failure]:
    if len(wanted) != len(found):
        yield Failure(field, f"has {len(found)} entries, the rule needs {len(wanted)}")
        return
    for place, (part, text) in enumerate(zip(wanted, found, strict=True)):
        if not fits(part, text):
            yield Failure(f"{field}[{place}]", f"is not `{part}` under the bindings")


def _check_equal(
    field: str, wanted: Sequence[str], found: Sequence[str], part: str = ""
) -> Iterator[Failure]:
    """Two lists must be equal; name the first place where they are not."""
    for place, (left, right) in enumerate(zip(wanted, found, strict=False)):
        if left != right:
            yield Failure(f"{field}[{place}]{part}", f"the derivation asks for `{left}` here")
            return
    if len(wanted) != len(found):
        yield Failure(field, f"has {len(found)} entries, the derivation uses {len(wanted)}")


def _is_comparison(values: Bindings) -> Callable[[Comparison, str], bool]:
    def fits(pattern: Comparison, text: str) -> bool:
        read = _read_comparison(text)
        if read is None or [op for op, _ in read.guards] != [op for op, _ in pattern.guards]:
            return False
        pairs = zip(_sides(pattern), _sides(read), strict=True)
        return all(own in evaluate(term, values) for term, own in pairs) and holds(read, {})

    return fits


def _sides(comparison: Comparison) -> tuple[Term, ...]:
    return (comparison.left, *(term for _, term in comparison.guards))


def _read_atom(text: str) -> Atom | None:
    """The ground atom of a text, if the text is written as we write it."""
    try:
        atom = parse_atom(text)
    except SufficeError:
        return None
    return atom if atom.is_ground and str(atom) == text else None


def _read_pattern(text: str) -> Atom | None:
    """The atom of `not atom`, which may have `_`."""
    try:
        atom = parse_atom(text.removeprefix("not "))
    except SufficeError:
        return None
    return atom if f"not {atom}" == text else None


def _read_value(text: str) -> Term | None:
    try:
        term = parse_term(text)
    except SufficeError:
        return None
    return term if is_ground(term) and str(term) == text else None


def _read_comparison(text: str) -> Comparison | None:
    try:
        rules = parse_program(f"x :- {text}.").rules
    except SufficeError:
        return None
    match rules:
        case [Rule(body=(Comparison() as comparison,))] if str(comparison) == text:
            return comparison if all(map(is_ground, _sides(comparison))) else None
    return None


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
