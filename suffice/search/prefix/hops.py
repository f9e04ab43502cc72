"""The loop of AdMIRaL: retrieve, judge, retrieve what the kept sentences lead to, until it is enough or the limit is reached.

>>> from suffice.extractors import Unit
>>> from suffice.search.prefix.scorers import make_scorer
>>> collection = Collection([
...     Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy."),
...     Unit("u2", "Shawn Levy", "He was born in Montreal."),
...     Unit("u3", "Born Free", "Born Free is a film about a lioness."),
... ])
>>> scorer = make_scorer("lexical", collection.trie, collection.weights)
>>> retriever = Retriever(collection, scorer, Settings(keep=1))
>>> found = retriever.retrieve("Where was the director of Free Guy born?")
>>> found.documents[:2], found.used
(('u1', 'u2'), 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from suffice.errors import UsageError
from suffice.search.prefix.beam import WIDTH, Hypothesis, search_beam
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.decoder import Decoder
from suffice.search.prefix.initial import LEAST, named_titles, retrieve_first
from suffice.search.prefix.merge import MERGES, New, merge
from suffice.search.prefix.rerank import KEEP, Placed, rerank
from suffice.search.prefix.scorers import Cited, Context, Scorer, score_output
from suffice.search.prefix.sufficiency import AlwaysIncomplete, Sufficiency, Verdict

__all__ = ["SCHEMES", "Hop", "Retrieval", "Retriever", "Settings"]

#: How new documents are generated. `joint`: with a set of sentences, summed over sets; `top-1`: with the best set alone;
#: `not-joint`: from all sentences at once, put at a fixed place; `joint-docs`: with a set of whole documents.
SCHEMES = ("joint", "top-1", "not-joint", "joint-docs")
#: Where `not-joint` puts its documents: behind the first two, of which a comparison has need.
_PLACE = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """What the loop does.

    Args:
        hops: at most so many, the first retrieval included.
        width: beams.
        most: sentences in a set.
        keep: sentences that are kept.
        new: documents that a hop adds.
        depth: documents whose sentences are ranked at first.
        hits: documents that BM25 gives.
        front: sentences, and documents, that stay in front; documents that the claim names stay behind them.
        merge: one of `merge.MERGES`.
        scheme: one of `SCHEMES`.
        initial: one of `initial.INITIAL`.

    Raises:
        UsageError: a number is too small, or a name is not known.
    """

    hops: int = 2
    width: int = WIDTH
    most: int = 2
    keep: int = KEEP
    new: int = 2
    depth: int = 10
    hits: int = 100
    front: int = 1
    merge: str = "linked"
    scheme: str = "joint"
    initial: str = "both"

    def __post_init__(self) -> None:
        for name in ("hops", "width", "most", "keep", "new", "depth", "hits"):
            if getattr(self, name) < 1:
                raise UsageError(f"`{name}` is {getattr(self, name)}", remedy="give 1 or more")
        if self.front < 0:
            raise UsageError(f"`front` is {self.front}", remedy="give 0 or more")
        for name, known in (("merge", MERGES), ("scheme", SCHEMES)):
            if getattr(self, name) not in known:
                raise UsageError(
                    f"no {name} `{getattr(self, name)}`", remedy=f"choose from {', '.join(known)}"
                )


@dataclass(frozen=True, slots=True)
class Hop:
    """One retrieval.

    Args:
        new: documents that it added, best first; of the first hop all that it found.
        sentences: those kept behind it.
        verdict: whether they were enough.
    """

    new: tuple[New, ...]
    sentences: tuple[Placed, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was found for a claim.

    Args:
        documents: ids, best first.
        hops: in their order, at least one.
    """

    documents: tuple[str, ...]
    hops: tuple[Hop, ...]

    @property
    def sentences(self) -> tuple[Placed, ...]:
        """The sentences kept at the end."""
        return self.hops[-1].sentences

    @property
    def verdict(self) -> Verdict:
        """Whether they are enough."""
        return self.hops[-1].verdict

    @property
    def used(self) -> int:
        """Hops used."""
        return len(self.hops)


class Retriever:
    """Retrieves documents for claims.

    Args:
        collection: where to look.
        scorer: of titles.
        settings: of the loop.
        sufficiency: says when to stop; by default never before the limit.
    """

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer,
        settings: Settings | None = None,
        sufficiency: Sufficiency | None = None,
    ) -> None:
        self.collection = collection
        self.scorer = scorer
        self.settings = settings or Settings()
        self.sufficiency = sufficiency or AlwaysIncomplete()

    def retrieve(self, claim: str) -> Retrieval:
        """Retrieve; once a claim is judged sufficient, nothing more is retrieved for it.

        Args:
            claim: a claim or a question.

        Raises:
            UsageError: it has no word.
        """
        if not claim.strip():
            raise UsageError("an empty claim", remedy="say what is to be found out")
        settings = self.settings
        documents, kept = self._begin(claim)
        first = tuple(New(one) for one in documents)
        hops = [Hop(first, tuple(kept), self.sufficiency.judge(claim, kept, 1))]
        while not hops[-1].verdict.sufficient and len(hops) < settings.hops:
            new = self._generate(claim, kept)
            if not new:
                break
            documents = self._merge(claim, documents, kept, new)
            more = rerank(
                claim,
                [one for found in new for one in self._sentences(found.document)],
                self.collection.weights,
                kept=kept,
                keep=settings.keep,
            )
            # A sentence of a document that comes forward may be kept already: it comes forward too.
            merged = dict.fromkeys([*kept[: settings.front], *more, *kept[settings.front :]])
            kept = list(merged)[: settings.keep]
            hops.append(Hop(tuple(new), tuple(kept), self.sufficiency.judge(claim, kept, len(hops) + 1)))
        return Retrieval(tuple(documents), tuple(hops))

    def _begin(self, claim: str) -> tuple[list[str], list[Placed]]:
        """The first documents, those of the best sentences in front, and these sentences."""
        settings = self.settings
        found = retrieve_first(
            self.collection,
            self.scorer,
            claim,
            by=settings.initial,
            hits=settings.hits,
            width=settings.width,
        )
        sentences = [one for document in found[: settings.depth] for one in self._sentences(document)]
        kept = rerank(claim, sentences, self.collection.weights, keep=settings.keep)
        return list(dict.fromkeys([*(one.document for one in kept), *found])), kept

    def _generate(self, claim: str, kept: Sequence[Placed]) -> list[New]:
        """New documents, the likeliest first: the probability of a document is summed over the sets that lead to it."""
        settings, collection = self.settings, self.collection
        held = list(dict.fromkeys(one.document for one in kept))
        sources = list(kept)
        if settings.scheme == "joint-docs":
            read = [collection.documents[one] for one in held]
            sources = [Placed(one.id, 0, Cited(one.title, " ".join(one.sentences))) for one in read]
        sets = 0 if settings.scheme == "not-joint" else len(sources)
        # A document that is there, but not in front, comes to the front if another one's sentence leads to it.
        there = held[: settings.front] if sets else held
        decoder = Decoder(
            collection.trie,
            sentences=sets,
            most=settings.most,
            least=min(1, sets),
            exclude=frozenset(collection.title_of(one) for one in there),
        )
        context = Context(claim, tuple(one.cited for one in sources))
        outputs = search_beam(decoder, self.scorer, context, width=settings.width)
        outputs = [one for one in outputs if self._is_meant(one, decoder, context)]
        if settings.scheme == "top-1" and outputs:
            outputs = [one for one in outputs if one.sentences == outputs[0].sentences]
        weight: dict[str, float] = {}
        best: dict[str, Hypothesis] = {}
        for output in outputs:
            cited = {sources[number].document for number in output.sentences}
            named = [one for title in output.titles for one in collection.titled(title) if one not in cited]
            for document in named:
                weight[document] = weight.get(document, 0.0) + exp(output.score) / len(named)
                best.setdefault(document, output)
        ranked = sorted(weight, key=lambda one: (-weight[one], collection.documents[one].title, one))
        return [
            New(one, tuple(dict.fromkeys(sources[number].document for number in best[one].sentences)))
            for one in ranked[: settings.new]
        ]

    def _is_meant(self, output: Hypothesis, decoder: Decoder, context: Context) -> bool:
        """Whether a title is likely enough, given its sentences."""
        tokens = output.tokens
        opened = tokens.index(decoder.symbols.open) + 1
        return output.score - score_output(self.scorer, tokens[:opened], context) > LEAST

    def _merge(
        self, claim: str, documents: Sequence[str], kept: Sequence[Placed], new: Sequence[New]
    ) -> list[str]:
        """Old and new; the first stay in front, and behind them those that the claim names."""
        held = list(dict.fromkeys(one.document for one in kept))
        named = {
            one
            for title in named_titles(self.collection.trie, claim)
            for one in self.collection.titled(title)
        }
        front = dict.fromkeys([*held[: self.settings.front], *(one for one in held if one in named)])
        if self.settings.scheme == "not-joint":
            held = list(dict.fromkeys([*front, *held]))
            return merge("default", held[:_PLACE], new, [*held[_PLACE:], *documents])
        return list(dict.fromkeys([*front, *merge(self.settings.merge, held, new, documents)]))

    def _sentences(self, document: str) -> list[Placed]:
        found = self.collection.documents[document]
        return [
            Placed(document, number, Cited(found.title, text)) for number, text in enumerate(found.sentences)
        ]
