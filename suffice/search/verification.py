"""The check of a certificate against its question, its texts and the lexicon, without the search that found it.

Nothing is searched here. Each link's span is looked up in the passage, its pattern is matched again, its value is read
again; then the passage is read anew, and the link must be among what it states of its topic, and the topic be what the
fact is about, as the entity check has it. A link to a relation that the question itself words is found anew in its
passage, by the open linker; a link that a model made is made anew by that model, if it is at hand, else the certificate is not
valid. The question is read again into the program that the certificate must embed.
The derivation is the engine's checker's business (`engine.checker`).

A certificate says that each fact is stated; that no other passage of the corpus disputes one is not checked.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from pathlib import Path

import regex
from pydantic import ValidationError

from suffice.engine.certificate import Certificate, LinkRecord, without_evidence
from suffice.engine.checker import Failure, check_derivation
from suffice.engine.normal_form import normalise_program
from suffice.errors import CertificateError, PlanError, SufficeError, word_fault
from suffice.extractors.candidates import find_candidates
from suffice.extractors.entity import EntityCheck, Mention
from suffice.extractors.lexicon import Lexicon, Relation, Statement
from suffice.extractors.likely import LIKELY_PATTERN, LikelyLinker, find_rank
from suffice.extractors.lookups import Lookup, PassageLinker, QuestionReader, lookup_of
from suffice.extractors.natlog import Knowledge, Proof, check_proof, read_knowledge
from suffice.extractors.natlog.linker import NAME as PROOFS
from suffice.extractors.natlog.linker import check_link
from suffice.extractors.open import OpenLinker, OpenReader
from suffice.extractors.open.linker import OPEN_PATTERN
from suffice.extractors.passages import MAX_CHARACTERS, Passage, Reader, Unit
from suffice.extractors.patterns import PatternError
from suffice.extractors.questions import LexiconReader, Reading
from suffice.extractors.statements import Found, find_statements, match_statement
from suffice.extractors.text import clean, hash_text, split_title
from suffice.extractors.values import TYPES, value_of
from suffice.rules import Atom, Program, String, parse_atom, parse_program
from suffice.search.casing import differs_in_case
from suffice.search.plan import make_plan, read_library, write_question

__all__ = ["is_reproduced", "load_certificate", "verify_certificate"]

#: How the pattern of a model's link begins; the model's name follows.
MODEL_PATTERN = "model "
#: Of a passage's text its topic must be introduced within so many words.
_OPENING = 60


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys stand once: of two, readers would take different ones."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise ValueError(f"`{twice}` stands twice in one object")
    return data


def load_certificate(path: Path | str) -> Certificate | list[Failure]:
    """Read a certificate's file.

    Returns:
        The certificate, or what is wrong with the fields of a file that is meant to be one.

    Raises:
        CertificateError: if it is no JSON object, or meant to be something else.
    """
    file = str(path)
    try:
        data = json.loads(Path(path).read_text("utf-8"), object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise CertificateError(
            f"not JSON ({error.msg})",
            file=file,
            line=error.lineno,
            column=error.colno,
            remedy="give a certificate",
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise CertificateError(
            f"cannot be read ({error})", file=file, remedy="give a JSON file in UTF-8"
        ) from None
    if not isinstance(data, dict) or "derivation" not in data:
        kind = "an abstention" if isinstance(data, dict) and "requirements" in data else "something else"
        raise CertificateError(
            f"is {kind}, no certificate", file=file, remedy="give what `ask --json` writes"
        )
    if "schema_version" not in data:
        return [Failure("schema_version", "is missing")]
    try:
        return Certificate.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        return [
            Failure(re.sub(r"\.(\d+)", r"[\1]", ".".join(map(str, one["loc"]))) or "certificate", one["msg"])
            for one in error.errors()
        ]


def verify_certificate(
    certificate: Certificate,
    units: Mapping[str, Unit],
    lexicon: Lexicon | None,
    rules: Program | None,
    *,
    evidence: Program | None = None,
    readers: Sequence[QuestionReader] = (),
    linkers: Sequence[PassageLinker] = (),
) -> list[Failure]:
    """Everything that is wrong with a certificate; empty if nothing is.

    Args:
        certificate: what to check.
        units: the corpus by id.
        lexicon: the lexicon that the texts must have been read with; None if it is not to be had: then patterns are
            taken from the certificate, and neither they nor the question are held against a lexicon.
        rules: the library and the user's rules; None takes the program that the certificate embeds as given.
        evidence: for a certificate without a question, the program that it must be about.
        readers: models that read questions, asked again where neither frames nor the open reader give the program embedded.
        linkers: models that link passages, asked again for their own links; a linker by likelihood, without which no guess is
            accepted.
    """
    program = evidence
    failures: list[Failure] = []
    reading: Reading | None = None
    if certificate.lexicon_sha256 is None:
        failures += _check_textless(certificate, lexicon)
    else:
        failures += _check_question(certificate)
    if lexicon is not None and certificate.lexicon_sha256 is not None:
        if certificate.lexicon_sha256 != lexicon.sha256:
            failures.append(Failure("lexicon_sha256", "is not the hash of the lexicon given"))
        plans = _programs(certificate, lexicon, read_library() if rules is None else rules, readers)
        reading, program = next((pair for pair in plans if _embeds(certificate, pair[1])), (None, None))
        if program is None and rules is not None:
            failures.append(
                Failure(
                    "question",
                    "is not read into the program embedded, by these rules and this lexicon; if a model read it, give that "
                    "model",
                )
            )
    failures += _check_units(certificate, units)
    described = frozenset(one.name for one in reading.described) if reading else frozenset()
    for place, link in enumerate(certificate.links):
        if link.status != "stated":
            failures += _check_link(f"links[{place}]", link, units, lexicon, described)
        elif certificate.lexicon_sha256 is not None:
            failures.append(
                Failure(f"links[{place}].status", "a text states it, so it is anchored or verified")
            )
    if lexicon is not None and not failures:
        failures += _check_reading(certificate, units, lexicon, reading, linkers)
    return failures + check_derivation(certificate, program)


def is_reproduced(certificate: Certificate, lexicon: Lexicon, rules: Program) -> bool:
    """Whether rules and lexicon read the question into the very program that a certificate embeds."""
    return any(_embeds(certificate, program) for _, program in _programs(certificate, lexicon, rules))


def _check_textless(certificate: Certificate, lexicon: Lexicon | None) -> Iterator[Failure]:
    """Without a lexicon no text was read, so nothing may look as if one was."""
    if lexicon is not None:
        yield Failure("lexicon_sha256", "is missing, though a lexicon is given")
    if certificate.question is not None:
        yield Failure("question", "was asked of no lexicon")
    for place, link in enumerate(certificate.links):
        if link.status != "stated":
            yield Failure(f"links[{place}].status", "no text was read without a lexicon")


def _check_question(certificate: Certificate) -> Iterator[Failure]:
    """The program embedded says what it answers."""
    if certificate.question is None:
        yield Failure("question", "is missing, though a lexicon was read")
        return
    try:
        facts = parse_program(certificate.program, "program").facts
    except SufficeError:
        return  # the checker of the derivation says so
    if write_question(certificate.question) not in facts:
        yield Failure("question", "is not what `question/1` of the program says")
    if any(not differs_in_case(text, certificate.question) for text in _read_as(facts)):
        yield Failure("program", "`read_as/1` has other words than the question")
    if Atom("lexicon", (String(certificate.lexicon_sha256 or ""),)) not in facts:
        yield Failure("lexicon_sha256", "is not what `lexicon/1` of the program says")


def _programs(
    certificate: Certificate, lexicon: Lexicon, rules: Program, readers: Sequence[QuestionReader] = ()
) -> Iterator[tuple[Reading, Program]]:
    question = certificate.question or ""
    tried: list[QuestionReader] = [LexiconReader(lexicon), OpenReader(lexicon), *readers]
    for text in (question, *_cased(certificate)):
        for reader in tried:
            try:
                readings = reader.read(text)
            except PlanError:
                continue
            for reading in readings:
                yield reading, make_plan(question, reading, lexicon, rules, read_as=text).program


def _cased(certificate: Certificate) -> Iterator[str]:
    """The question with the capitals that the program says it was read with; other words than the question's are none."""
    try:
        facts = parse_program(certificate.program, "program").facts
    except SufficeError:
        return
    for text in _read_as(facts):
        if differs_in_case(text, certificate.question or ""):
            yield text


def _read_as(facts: Iterable[Atom]) -> Iterator[str]:
    """What a program's facts say that the question was read as; empty where it is no text."""
    for fact in facts:
        if fact.name == "read_as" and fact.args:
            yield fact.args[0].value if isinstance(fact.args[0], String) else ""


def _check_reading(
    certificate: Certificate,
    units: Mapping[str, Unit],
    lexicon: Lexicon,
    reading: Reading | None,
    linkers: Sequence[PassageLinker],
) -> Iterator[Failure]:
    """Each link is among what its passage, read anew, states of its topic; and the topic is what the fact is about."""
    links = [link for link in certificate.links if link.status != "stated"]
    wanted = dict.fromkeys(_id(link.unit) for link in links)
    read = Reader(cache=None).read([units[one] for one in wanted])
    passages = {passage.unit.id: passage for passage in read}
    check = EntityCheck(lexicon)
    described = {one.name: one for one in reading.described} if reading else {}
    open_linker = OpenLinker(lexicon)
    for place, link in enumerate(certificate.links):
        if link.status == "stated" or link.relation is None:
            continue
        passage = passages[_id(link.unit)]
        if _is_likely(link):
            yield from _check_guess(f"links[{place}]", link, certificate, passage, lexicon, reading, linkers)
            continue
        opened = (link.pattern or "").startswith(OPEN_PATTERN)
        if link.relation in described or opened or _is_of_model(link) or link.proof is not None:
            if link.relation not in described and link.relation not in lexicon.relation:
                yield Failure(f"links[{place}].relation", f"nothing declares a relation `{link.relation}`")
                continue
            kind = dict(reading.kinds).get(link.subject or "") if reading else None
            mention = Mention(link.subject or "", kind)
            known = link.relation in described
            lookup = (
                Lookup.of(described[link.relation], mention)
                if known
                else lookup_of(link.relation, mention, lexicon)
            )
            if link.proof is not None:
                yield from _check_proof(f"links[{place}]", link, lookup, passage, check)
                continue
            linker = next((one for one in (*linkers, open_linker) if one.name == link.pattern), open_linker)
            if _is_of_model(link) and linker is open_linker:
                told = f"was read by {link.pattern}, which is not at hand to read it again"
                yield Failure(f"links[{place}].pattern", told)
                continue
            linker.begin()
            again = [one for one in linker.link(lookup, [passage]).accepted if _is_found(link, one.found)]
            if link.status not in [one.status for one in again]:
                yield Failure(f"links[{place}].pattern", "is not what the passage is found to state of it")
            continue
        if link.relation not in lexicon.relation:
            yield Failure(f"links[{place}].relation", f"nothing declares a relation `{link.relation}`")
            continue
        found = find_statements(passage, link.relation, lexicon)
        if not any(_is_found(link, one) for one in found):
            yield Failure(f"links[{place}].pattern", "states this of something else than the passage's topic")
        mentions = _mentions(link, certificate.links, reading)
        verdicts = [check.judge(replace(one, asked=link.relation), passage) for one in mentions]
        if link.status not in [verdict.status for verdict in verdicts]:
            reason = next((verdict.reason for verdict in verdicts if verdict.reason), "")
            yield Failure(f"links[{place}].status", reason or f"the passage is not about `{link.subject}`")


@cache
def _own_words() -> Knowledge:
    """What the proofs in certificates rest on: the lexicon that ships, read once."""
    return read_knowledge()


def _check_alone(field: str, link: LinkRecord, unit: Unit) -> Iterator[Failure]:
    """A proof as such, and that it is of the sentence quoted."""
    try:
        proof = Proof.model_validate_json(json.dumps(link.proof))
    except ValidationError as error:
        yield Failure(f"{field}.proof", word_fault(error.errors()))
        return
    faults = check_proof(proof, _own_words(), {unit.id: unit})
    if faults:
        yield Failure(f"{field}.proof", f"does not check: {faults[0]}")
    elif proof.verdict != "SUPPORTS" or proof.evidence is None or proof.evidence.sentence != link.quote:
        yield Failure(f"{field}.proof", "does not show that the quote states it")


def _check_proof(
    field: str, link: LinkRecord, lookup: Lookup, passage: Passage, check: EntityCheck
) -> Iterator[Failure]:
    """A link that a natural-logic proof makes: the proof checks, is of this link, and the passage is of the subject."""
    try:
        proof = Proof.model_validate_json(json.dumps(link.proof))
    except ValidationError as error:
        yield Failure(f"{field}.proof", word_fault(error.errors()))
        return
    place = (link.value_start, link.value_end)
    values = [one for one in find_candidates(passage, lookup) if (one.start, one.end) == place]
    if not values:
        yield Failure(
            f"{field}.value_start", "and `value_end` are not those of a value of the type asked for"
        )
        return
    fault = check_link(proof, lookup, values[0], passage, _own_words())
    if fault is not None:
        yield Failure(f"{field}.proof", fault)
        return
    if proof.evidence is None or (proof.evidence.start, proof.evidence.end) != (link.start, link.end):
        yield Failure(f"{field}.start", "and `end` are not those of the sentence that the proof rewrites")
        return
    fact = f"{link.relation}({String(link.subject or '')},{values[0].value})"
    if fact != link.fact:
        yield Failure(f"{field}.fact", "is not what the value comes to")
        return
    verdict = check.judge(lookup.subject, passage)
    if verdict.status != link.status:
        yield Failure(f"{field}.status", verdict.reason or f"the passage is not about `{link.subject}`")


def _check_guess(
    field: str,
    link: LinkRecord,
    certificate: Certificate,
    passage: Passage,
    lexicon: Lexicon,
    reading: Reading | None,
    linkers: Sequence[PassageLinker],
) -> Iterator[Failure]:
    """The passage's likeliest candidate, rated anew, is the link's, and likely enough for who checks."""
    linker = next((one for one in linkers if isinstance(one, LikelyLinker)), None)
    rank = find_rank(link.pattern or "")
    if linker is None or rank is None:
        cause = "is a guess, which nothing states; --least-likely says how likely one must be"
        yield Failure(f"{field}.likelihood", cause)
        return
    if link.likelihood is not None and link.likelihood < linker.least:
        yield Failure(f"{field}.likelihood", f"is {link.likelihood:.2f}, less than {linker.least:.2f}")
        return
    described = {one.name: one for one in reading.described} if reading else {}
    kind = dict(reading.kinds).get(link.subject or "") if reading else None
    relation = link.relation or ""
    for mention in [Mention(link.subject or "", kind), *_mentions(link, certificate.links, reading)]:
        if relation in described:
            lookup = Lookup.of(described[relation], mention)
        elif relation in lexicon.relation:
            lookup = lookup_of(relation, mention, lexicon)
        else:
            yield Failure(f"{field}.relation", f"nothing declares a relation `{relation}`")
            return
        again = linker.link_at(lookup, [(rank, passage)]).accepted
        if any(
            _is_found(link, one.found) and (one.status, one.likelihood) == (link.status, link.likelihood)
            for one in again
        ):
            return
    yield Failure(f"{field}.pattern", "is not the passage's likeliest value, or not as likely as that")


def _is_likely(link: LinkRecord) -> bool:
    return link.likelihood is not None or (link.pattern or "").startswith(LIKELY_PATTERN)


def _is_found(link: LinkRecord, found: Found) -> bool:
    return (link.pattern, link.start, link.end, link.value_start, link.value_end, link.fact) == (
        found.pattern,
        found.start,
        found.end,
        found.value_start,
        found.value_end,
        f"{link.relation}({String(link.subject or '')},{found.value})",
    )


def _mentions(link: LinkRecord, links: Sequence[LinkRecord], reading: Reading | None) -> Iterator[Mention]:
    """What the subject may be: a thing that the question names, or the value of another link."""
    name = link.subject or ""
    kind = dict(reading.kinds).get(name) if reading else None
    via = {other.relation: None for other in links if parse_atom(other.fact).args[-1:] == (String(name),)}
    for relation in via:
        yield Mention(name, kind, relation)
    if not via or (reading and name in reading.names):
        yield Mention(name, kind)


def _embeds(certificate: Certificate, program: Program) -> bool:
    return str(without_evidence(normalise_program(program))) == certificate.program


def _check_units(certificate: Certificate, units: Mapping[str, Unit]) -> Iterator[Failure]:
    for place, record in enumerate(certificate.units):
        field = f"units[{place}]"
        if record.title is None and record.sha256 is None:
            if certificate.lexicon_sha256 is not None:
                yield Failure(field, "has neither title nor hash")
            continue
        unit = units.get(_id(record.id))
        if unit is None:
            yield Failure(f"{field}.id", f"no passage `{_id(record.id)}` in the corpus")
            continue
        if record.title != unit.title:
            yield Failure(f"{field}.title", f"the passage is titled `{unit.title}`")
        if record.sha256 != hash_text(f"{unit.title}\n{unit.text}"):
            yield Failure(f"{field}.sha256", "is not the hash of the passage: it was changed")


def _id(term: str) -> str:
    """The id in a unit's term: a quoted one without its quotes."""
    if term.startswith('"') and term.endswith('"') and len(term) > 1:
        return re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), term[1:-1])
    return term


def _check_link(
    field: str,
    link: LinkRecord,
    units: Mapping[str, Unit],
    lexicon: Lexicon | None,
    described: AbstractSet[str],
) -> Iterator[Failure]:
    unit = units.get(_id(link.unit))
    if unit is None:
        yield Failure(f"{field}.unit", f"no passage `{_id(link.unit)}` in the corpus")
        return
    text = unit.text
    start, end = link.start or 0, link.end or 0
    value_start, value_end = link.value_start or 0, link.value_end or 0
    if not 0 <= start < end <= len(text):
        yield Failure(f"{field}.end" if start < len(text) else f"{field}.start", "is outside the passage")
        return
    if text[start:end] != link.quote:
        yield Failure(f"{field}.quote", "is not what stands at `start` to `end`")
        return
    if not start <= value_start < value_end <= end:
        yield Failure(f"{field}.value_start", "the value's span is outside the quote")
        return
    if text[value_start:value_end] != link.value:
        yield Failure(f"{field}.value", "is not what stands at `value_start` to `value_end`")
        return
    try:
        fact = parse_atom(link.fact)
    except SufficeError:
        yield Failure(f"{field}.fact", "is no atom")
        return
    if len(fact.args) != 2 or fact.name != link.relation:
        yield Failure(f"{field}.relation", f"the fact is `{link.fact}`")
        return
    if fact.args[0] != String(link.subject or ""):
        yield Failure(f"{field}.subject", f"the fact is about `{fact.args[0]}`")
    if (link.pattern == PROOFS) != (link.proof is not None):
        yield Failure(f"{field}.proof", "is there where, and only where, a proof makes the link")
        return
    if _is_likely(link):
        # What is rated anew, where there is a lexicon, holds all the rest.
        if link.status == "unchecked":
            yield Failure(f"{field}.status", "the link went through no entity check")
        if link.likelihood is None or find_rank(link.pattern or "") is None:
            yield Failure(f"{field}.likelihood", "is there where, and only where, the pattern says so")
        elif lexicon is None:
            yield Failure(f"{field}.likelihood", "is a guess, which only its lexicon can rate anew")
        return
    if link.proof is not None:
        # Whether it is of this link is checked where the question is read anew.
        if link.status == "unchecked":
            yield Failure(f"{field}.status", "the link went through no entity check")
        yield from _check_alone(field, link, unit)
        return
    if _is_of_model(link):
        yield from _check_of_model(field, link, unit, lexicon, described)
        return
    if fact.name in described or (link.pattern or "").startswith(OPEN_PATTERN):
        # What the question itself words is found anew where there is a lexicon; here spans are all there is.
        if link.status == "unchecked":
            yield Failure(f"{field}.status", "the link went through no entity check")
        return
    yield from _check_status(field, link, unit)
    kinds = [lexicon.relation[fact.name].value] if lexicon and fact.name in lexicon.relation else list(TYPES)
    if lexicon is not None:
        if fact.name not in lexicon.relation:
            yield Failure(f"{field}.relation", f"the lexicon has no relation `{fact.name}`")
            return
        statements = [one for one in lexicon.relation[fact.name].states if one.pattern == link.pattern]
        if not statements:
            yield Failure(f"{field}.pattern", f"is no pattern of `{fact.name}` in the lexicon")
            return
        if all(one.first for one in statements) and text[:start].strip():
            yield Failure(f"{field}.start", "the pattern holds in a first sentence only")
    surface = clean(link.value or "").text
    if not any(value_of(kind, surface) == fact.args[1] for kind in kinds):
        yield Failure(f"{field}.value", f"`{surface}` is not `{fact.args[1]}`")
        return
    own = lexicon.relation[fact.name] if lexicon else None
    if not any(
        _matches(link, text, own or Relation(value=kind))  # type: ignore[arg-type]
        for kind in kinds
    ):
        yield Failure(f"{field}.pattern", "does not match the quote with this value")


def _is_of_model(link: LinkRecord) -> bool:
    return (link.pattern or "").startswith(MODEL_PATTERN)


def _check_of_model(
    field: str, link: LinkRecord, unit: Unit, lexicon: Lexicon | None, described: AbstractSet[str]
) -> Iterator[Failure]:
    """What can be seen without the model: the relation is declared, and title or text name the subject."""
    if lexicon is not None and link.relation not in lexicon.relation and link.relation not in described:
        yield Failure(f"{field}.relation", f"nothing declares a relation `{link.relation}`")
    name = _tokens(split_title(link.subject or "")[0])
    if link.status == "unchecked":
        yield Failure(f"{field}.status", "the link went through no entity check")
    elif link.status == "anchored" and _tokens(link.subject or "") != _tokens(unit.title):
        yield Failure(f"{field}.status", f"the title `{unit.title}` is not the name `{link.subject}`")
    elif not set(name) <= set(_tokens(f"{unit.title} {unit.text}")):
        yield Failure(f"{field}.subject", "the passage does not name it")


def _matches(link: LinkRecord, source: str, relation: Relation) -> bool:
    """Whether the pattern, matched again on the quote, yields the value at its place."""
    view = clean(source[:MAX_CHARACTERS])
    first, last = (bisect_left(view.places, place or 0) for place in (link.start, link.end))
    start, end = link.value_start or 0, link.value_end or 0
    statements = [one for one in relation.states if one.pattern == link.pattern]
    try:
        for statement in statements or [Statement(pattern=link.pattern or "")]:
            for _, left, right in match_statement(view.text[first:last], statement, relation):
                place = view.span(first + left, first + right)
                # Quotes and commas around a value are no part of it.
                if (
                    place[0] <= start
                    and end <= place[1]
                    and not (view.source[place[0] : start] + view.source[end : place[1]]).strip('" ,“”')
                ):
                    return True
    except (PatternError, regex.error, IndexError, RecursionError):
        return False
    return False


def _check_status(field: str, link: LinkRecord, unit: Unit) -> Iterator[Failure]:
    """Anchored: the title is the name, disambiguator included. Verified: it is not, but the opening names the thing."""
    name, title = _tokens(link.subject or ""), _tokens(unit.title)
    if link.status == "unchecked":
        yield Failure(f"{field}.status", "the link went through no entity check")
    if link.status == "anchored" and name != title:
        yield Failure(f"{field}.status", f"the title `{unit.title}` is not the name `{link.subject}`")
    if link.status == "verified":
        if name == title:
            yield Failure(f"{field}.status", "the title is the name: it is anchored")
        opening = {*title, *_tokens(" ".join(unit.text.split()[:_OPENING]))}
        known = [token for token in name if token in opening]
        if 2 * len(known) < len(name) or not known:
            yield Failure(f"{field}.subject", "the passage does not open with this name")


def _tokens(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", re.sub("['’‘`´]", "", text)).casefold()
    plain = re.sub("['’‘`]", "", unicodedata.normalize("NFKD", plain))
    return re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))
