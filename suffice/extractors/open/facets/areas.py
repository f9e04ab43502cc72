"""Which country, state or town a passage's topic is in, by its introduction."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from suffice.extractors.open.facets.facet import Facet, facet_at, introduction
from suffice.extractors.open.words import nouns_for, stem, stems_of, words_for
from suffice.extractors.passages import Passage, Sentence
from suffice.extractors.patterns import SECONDS
from suffice.extractors.values import shape_of, value_of
from suffice.rules import String

__all__ = ["AREAS", "KINDS", "is_placed", "read_area", "read_elsewhere"]

#: Kinds of places that something may be in; how a place of each kind is told from its name alone.
AREAS = (
    "country",
    "nation",
    "state",
    "province",
    "county",
    "city",
    "town",
    "village",
    "district",
    "region",
    "territory",
    "municipality",
    "administrative territorial entity",
)
#: Further ones, that lookups alone ask for.
KINDS = (
    *AREAS,
    "prefecture",
    "voivodeship",
    "canton",
    "governorate",
    "oblast",
    "department",
    "parish",
    "borough",
    "continent",
)
#: What the units of a country are called, the narrower first.
_UNITS = (
    "municipality",
    "county",
    "district",
    "parish",
    "prefecture",
    "voivodeship",
    "canton",
    "governorate",
    "oblast",
    "department",
    "province",
    "region",
    "state",
)
_ANY = "administrative territorial entity"
_LANDS = frozenset(["country", "nation"])
_CONTINENTS = frozenset(
    ["Africa", "Antarctica", "Asia", "Europe", "North America", "South America", "Oceania", "Australia"]
)
#: `three miles north of A` and `near A` are not in A.
_BESIDE = regex.compile(
    r"\b(?:north|south|east|west|northeast|northwest|southeast|southwest|north-?(?:east|west)|south-?(?:east|west)|outside|upstream|downstream|"
    r"north-?(?:east|west)ern|miles?|mi|km|kilomet(?:re|er)s?|metres|meters|border|side|coast|part|off|close|next|near|opposite|minutes|hours|capital) "
    r"(?:and \p{L}+ )?$"
)

_ENDS = regex.compile(r"[,;(]| (?:in|of|for|from|at|who|with|and|by|based|located|about|on|near|which|that) ")
_WORKS = frozenset(
    [
        "film",
        "movie",
        "novel",
        "album",
        "song",
        "single",
        "book",
        "series",
        "episode",
        "play",
        "musical",
        "opera",
        "poem",
        "flag",
    ]
)
_LIES = regex.compile(
    r"\W*(?:It|The \p{Ll}+) (?:(?:is|was) (?:\p{Ll}+ly )?(?:located|situated|found|based in)|lies|stands|is in|(?:is|forms) (?:a )?part of the (?:municipality|county|province|district|region|state))\b"
)
_LABELS = regex.compile(
    r"\b(?:Country|State|Province|County|Region|District|Location|Coordinates|Elevation|Area|Length|Population|Type|Opened|Owner|"
    r"Founded|Established|Website|Capacity|Time zone|Area code|Mayor|Source|Mouth|Basin)\b"
)
#: A place of one thing: roads and rivers may be in several, which their pages tell.
_IN = regex.compile(
    r"(?:is |was )?(?:located|situated|based|found|held|set) (?:with)?in (?:the )?(?:(?:U\.?S\.? )?state of )?(?P<area>\p{Lu}[\p{L} ]+)"
)

#: What is no town by its name, or by the word behind it: `Lake Worth`, `North Queensland`, `the Loiret department`.
_OTHER = regex.compile(
    r"^(?:Lake|Mount|Cape|Port of|Gulf|(?:(?:North|South|East|West)(?:ern)?|Central) (?:Queensland|Australia|Island|England|Wales|Scotland|Ireland|Sumatra|Java))\b|"
    r"\b(?:County|Province|District|Region|State|Republic|Parish|Department|Voivodeship|Oblast|Islands?|River|Mountains?|Range|Andes|Alps|Wilderness|"
    r"Area|Strait|Channel|Gulf|Cascades|Plateau|Peninsula|Valley|Park|Forest|Desert|Bay|Sea|Ocean|University|College|School|Institute|Academy|Church|Museum|Company)\b"
)
_OTHER_BEHIND = regex.compile(
    r" \"?(?:county|province|district|region|state|department|département|prefecture|parish|oblast|voivodeship|range|mountains|desert|archipelago|peninsula|valley)"
)

#: `the Eastern Region of Uganda` is in two places, `the Gulf of Mexico` in one that is no part of Mexico.
_PART = regex.compile(
    r"(?:(?!, | in | of the |(?<=Region|Province|District|County|State|Department|Governorate|Prefecture|Division) of ).)+"
)


def read_area(kind: str, passage: Passage, *, near: bool = False) -> Iterator[Facet]:
    """The place of a kind that the topic is said to be in, by its introduction or where it is said to lie.

    Args:
        kind: one of `KINDS`.
        passage: whose topic is meant.
        near: whether a place that it is said to be near counts.
    """
    person = False
    if kind not in _LANDS:
        person = _is_of_person(passage)
        if not person and _is_of_work(passage):
            return
    for place, sentence in enumerate(passage.sentences):
        text = passage.view.text[sentence.start : sentence.end]
        if place and not (kind not in _LANDS and _LIES.match(text)):
            continue
        found = next(_read_sentence(kind, passage, sentence, near, person), None)
        if found is None and not person:
            found = _tabled(kind, passage, sentence)
        if found is not None:
            yield found
            return


def _tabled(kind: str, passage: Passage, sentence: Sentence) -> Facet | None:
    """A state or country as a table has it, run together with its other rows: `Country Canada State Ohio`."""
    text = passage.view.text[sentence.start : sentence.end]
    if kind not in ("country", "state", "province", "county") or len(set(_LABELS.findall(text))) < 3:
        return None
    found = regex.search(rf"\b{kind.title()} (?P<v>{shape_of('place')})", text, timeout=SECONDS)
    if found is None:
        return None
    words = found["v"].split()
    for size in range(min(4, len(words)), 0, -1):
        name = " ".join(words[:size]).strip(",")
        known = name in words_for("states" if kind == "state" else "provinces")
        country = value_of("country", name) if kind == "country" else None
        if country is None and not (known and kind in ("state", "province")):
            continue
        start = sentence.start + found.start("v")
        return facet_at(
            country or String(name),
            passage,
            sentence.start,
            sentence.end,
            start,
            start + len(name),
            "tabled so",
        )
    return None


def _read_sentence(kind: str, passage: Passage, first: Sentence, near: bool, person: bool) -> Iterator[Facet]:
    text = passage.view.text
    verb = regex.search(r"\b(?:is|was|are|were|lies)\b", text[first.start : first.end])
    if verb is None:
        return
    behind = first.start + verb.end()
    form = rf"\b(?:in|of|at|near|within|for|on|from|serving) (?:the )?(?:[\p{{Ll}}\-]+ ){{0,3}}?(?P<v>{shape_of('place')})"
    for match in regex.finditer(form, text[behind : first.end], timeout=SECONDS):
        at = behind + match.start("v")
        # `in the former Pike County`, `named after a mill in the Pike District`.
        if regex.search(
            r"\b(?:former|historic|historical|abolished|defunct) ",
            match[0][: match.start("v") - match.start()],
        ) or regex.search(r"\bnamed (?:after|for) ", text[behind : behind + match.start()]):
            continue
        if regex.match(r" (?:style|period|fashion|origin)\b", text[behind + match.end() :]):
            continue
        # A person is in no place, but may be from one.
        if person and not match[0].startswith("from "):
            continue
        # A country's border is not so near.
        if not (person or near or kind in _LANDS) and _is_beside(
            match[0], text[first.start : behind + match.start()]
        ):
            continue
        chosen: tuple[int, int] | None = None
        for part in regex.finditer(_PART, match["v"]):
            place = at + part.start() + (len(part[0]) - len(part[0].lstrip(" ,")))
            place = place + (3 if text[place : place + 3] in ("in ", "of ") else 0)
            here = place, at + part.end()
            around = text[max(first.start, here[0] - 24) : here[0]], text[here[1] : here[1] + 14]
            if _is_area(kind, text[slice(*here)], *around):
                unit = _unit_of(text[slice(*here)], *around) if kind == _ANY else kind
                if kind not in _LANDS and _goes_on(unit, text[here[1] : first.end]):
                    return
                chosen = here
                if kind not in _LANDS:
                    break
        if chosen is not None:
            surface = text[slice(*chosen)]
            # `Pike County` is another thing than Pike.
            plain = regex.sub(rf"^{kind.title()} |^(?:{kind} of )", "", surface)
            term = value_of("country", surface) if kind in _LANDS else String(plain)
            if term is not None:
                yield facet_at(
                    term, passage, first.start, first.end, *chosen, f"introduced as in that {kind}"
                )
            return
    if kind not in _LANDS:
        return
    # `is a Danish band`: no place, but of a country.
    adjective = regex.match(
        rf"(?: (?:a|an|the|one|of))* (?:\p{{Ll}}+ ){{0,2}}?(?P<v>{shape_of('country')})(?= \p{{Ll}})",
        text[behind : first.end],
        timeout=SECONDS,
    )
    if adjective is not None:
        said = behind + adjective.start("v"), behind + adjective.end("v")
        nation = value_of("country", adjective["v"])
        if nation is not None:
            yield facet_at(nation, passage, first.start, first.end, *said, "introduced as of that country")
            return
    # `in one district and another, Zimbabwe.`
    end = regex.search(
        rf", (?P<v>{shape_of('country')})(?=[.;]|$)", text[behind : first.end], timeout=SECONDS
    )
    if end is not None:
        span = behind + end.start("v"), behind + end.end("v")
        term = value_of("country", end["v"])
        if term is not None:
            yield facet_at(term, passage, first.start, first.end, *span, f"introduced as in that {kind}")


def _unit_of(name: str, before: str, after: str) -> str:
    """Which unit of a country a place is, by its name or the words around it; empty if none."""
    return next((unit for unit in _UNITS if _is_area(unit, name, before, after)), "")


def _goes_on(kind: str, behind: str) -> bool:
    """Whether a second place of the kind follows: `in Ohio and Indiana`; a river may be in both."""
    other = regex.match(rf",?(?: and|,| or) (?:the )?(?P<v>{shape_of('place')})", behind, timeout=SECONDS)
    if other is None or kind == "city":
        return False
    names = other["v"].split(", ")
    return any(_is_area(kind, name, "", behind[other.end() :][:14]) for name in names)


def _is_of_person(passage: Passage) -> bool:
    """Whether a page is about a person: it tells when he was born, or what persons are called."""
    first = passage.sentences[0]
    opening = passage.view.text[first.start : first.end]
    if regex.search(
        r"\((?:[^()]*\bborn\b|[^()]*\d{3,4}[^()]*[–-][^()]*\d{3,4}\)|[^()]*\bdied\b)|\bwas born\b", opening
    ):
        return True
    noun = _noun(passage)
    if stem(noun) in nouns_for("person"):
        return True
    kinds = ("site", "place", "organisation", "work")
    person = regex.search(r"(?:er|or|ist|ian|eur|ey|man|woman|ess|ant)$", noun) is not None
    return person and not any(stem(noun) in nouns_for(kind) for kind in kinds)


def _is_of_work(passage: Passage) -> bool:
    """Whether a page is about a film or the like, which is in no place."""
    return _noun(passage) in _WORKS


def _noun(passage: Passage) -> str:
    """The noun that a page introduces its thing by; empty where it does not."""
    said = introduction(passage)
    words = regex.split(_ENDS, passage.view.text[said[2] : said[1]])[0].split() if said else []
    return words[-1].lower() if words else ""


def _is_beside(match: str, before: str) -> bool:
    if regex.match(r"(?:near|from|for|on)\b", match) or regex.search(
        r"\b(?:with|about|over|throughout) (?:[\p{L}\-]+ ){1,4}$", before
    ):
        return True
    if not match.startswith("of "):
        return False
    # `a river of Ohio` is there, `the seat of Pike County` need not be, nor is its flag.
    noun = regex.search(r"(\p{L}+) $", before)
    places = nouns_for("site") | nouns_for("place") | frozenset(map(stem, _UNITS))
    return noun is None or bool(_BESIDE.search(before)) or stem(noun[1].lower()) not in places


def is_placed(what: str) -> bool:
    """Whether a predicate says in which state or country something is: `is located in Ohio`."""
    found = _IN.fullmatch(what)
    return found is not None and (
        found["area"] in words_for("states") or value_of("country", found["area"]) is not None
    )


def read_elsewhere(what: str, passage: Passage) -> Facet | None:
    """Where else a topic is than in the state or country that a predicate names; None if that is not said.

    What is located in Ohio is in one state only. A page that has the state's name anywhere says nothing against it.
    """
    found = _IN.fullmatch(what)
    if found is None or not is_placed(what):
        return None
    country = value_of("country", found["area"])
    wanted = country or String(found["area"])
    facet = next(read_area("country" if country else "state", passage, near=True), None)
    there = stems_of(f"{passage.unit.title} {passage.view.text}")
    if facet is None or facet.value == wanted or set(stems_of(found["area"])) <= set(there):
        return None
    return facet


def _is_area(kind: str, name: str, before: str, after: str) -> bool:
    """Whether a place's name, or the words around it, say that it is of a kind."""
    country = value_of("country", name) is not None
    if country and kind not in _LANDS and name not in words_for("states"):
        return False  # `the English county of Essex`, `the Malaysian state of Sabah`
    match kind:
        case "country" | "nation":
            return country
        case "administrative territorial entity":
            return _unit_of(name, before, after) != ""
        case "continent":
            return name in _CONTINENTS
        case "province" if name in words_for("provinces"):
            return True
        case "state":
            return (
                name in words_for("states")
                or bool(regex.search(r"\bstate of (?:the )?$", before))
                or after.startswith(" state")
            )
        case "city" | "town" | "village" | "municipality":
            if regex.search(rf"\b{kind} of $", before) or name.endswith(f" {kind.title()}"):
                return True
            other = name in words_for("provinces") or _OTHER.search(name) or _OTHER_BEHIND.match(after)
            return not (country or name in words_for("states") or other) and bool(
                regex.search(r"\b(?:in|of|at) (?:the )?(?:downtown |central )?$", before)
            )
        case _:
            noun = kind.title()
            return (
                bool(regex.search(rf"(?:^{noun} |\b{noun}$)", name))
                or bool(regex.search(rf"\b{kind} of (?:the )?$", before))
                or bool(regex.match(rf" {kind}\b", after))
            )
