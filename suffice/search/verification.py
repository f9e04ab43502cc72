"""The check of a certificate against its question, its texts and the lexicon, without the code that found it.

Nothing is searched, parsed or linked here: each link's span is looked up in the passage, its pattern is matched again,
its value is read again, and the question is read again into the program that the certificate must embed. The derivation
is the engine's checker's business (`engine.checker`).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from suffice.engine.certificate import Certificate, LinkRecord
from suffice.engine.checker import Failure, check_derivation
from suffice.errors import CertificateError, SufficeError
from suffice.extractors.lexicon import Lexicon, Relation, Statement
from suffice.extractors.passages import Unit
from suffice.extractors.patterns import SECONDS, PatternError, compile_pattern
from suffice.extractors.questions import read_question
from suffice.extractors.text import clean, hash_text
from suffice.extractors.values import TYPES, value_of
from suffice.rules import Program, String, parse_atom
from suffice.search.plan import make_plan

__all__ = ["load_certificate", "verify_certificate"]

#: Of a passage's text its topic must be introduced within so many words.
_OPENING = 60


def load_certificate(path: Path | str) -> Certificate | list[Failure]:
    """Read a certificate's file.

    Returns:
        The certificate, or what is wrong with the fields of a file that is meant to be one.

    Raises:
        CertificateError: if it is no JSON object, or meant to be something else.
    """
    file = str(path)
    try:
        data = json.loads(Path(path).read_text("utf-8"))
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
    rules: Program,
    *,
    evidence: Program | None = None,
) -> list[Failure]:
    """Everything that is wrong with a certificate; empty if nothing is.

    Args:
        certificate: what to check.
        units: the corpus by id.
        lexicon: the lexicon that the texts must have been read with; None if it is not to be had: then patterns are
            taken from the certificate, and neither they nor the question are held against a lexicon.
        rules: the library and the user's rules.
        evidence: for a certificate without a question, the program that it must be about.
    """
    program = evidence
    failures: list[Failure] = []
    if lexicon is not None and certificate.lexicon_sha256 is not None:
        if certificate.lexicon_sha256 != lexicon.sha256:
            failures.append(Failure("lexicon_sha256", "is not the hash of the lexicon given"))
        plans = _programs(certificate, lexicon, rules)
        program = next((plan for plan in plans if _embeds(certificate, plan)), None)
        if program is None:
            failures.append(Failure("question", "is not read into the program embedded"))
    elif certificate.lexicon_sha256 is None and certificate.question is not None:
        failures.append(Failure("question", "was asked of no lexicon"))
    failures += _check_units(certificate, units)
    for place, link in enumerate(certificate.links):
        if link.status != "stated":
            failures += _check_link(f"links[{place}]", link, units, lexicon)
        elif certificate.lexicon_sha256 is not None:
            failures.append(
                Failure(f"links[{place}].status", "a text states it, so it is anchored or verified")
            )
    return failures + check_derivation(certificate, program)


def _programs(certificate: Certificate, lexicon: Lexicon, rules: Program) -> Iterator[Program]:
    question = certificate.question or ""
    for reading in read_question(question, lexicon):
        yield make_plan(question, reading, lexicon, rules).program


def _embeds(certificate: Certificate, program: Program) -> bool:
    return not any(
        failure.cause == "is not the program given" for failure in check_derivation(certificate, program)
    )


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
    field: str, link: LinkRecord, units: Mapping[str, Unit], lexicon: Lexicon | None
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
    if not any(_matches(link, kind, value_start - start, value_end - start) for kind in kinds):
        yield Failure(f"{field}.pattern", "does not match the quote with this value")


def _matches(link: LinkRecord, kind: str, start: int, end: int) -> bool:
    """Whether the pattern, matched again on the quote, yields the value at its place."""
    view = clean(link.quote or "")
    try:
        relation = Relation(value=kind)  # type: ignore[arg-type]
        statement = Statement(pattern=link.pattern or "")
        pattern = compile_pattern(statement.pattern, relation.slots)
        for match in pattern.finditer(view.text, timeout=SECONDS, overlapped=True):
            for left, right in match.spans("value"):
                place = view.span(left, right)
                # Quotes and commas around a value are no part of it.
                if (
                    place[0] <= start
                    and end <= place[1]
                    and not (view.source[place[0] : start] + view.source[end : place[1]]).strip('" ,“”')
                ):
                    return True
    except (PatternError, TimeoutError, re.error, IndexError):
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
    plain = unicodedata.normalize("NFKD", re.sub("['’‘`´]", "", text.casefold()))
    return re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))
