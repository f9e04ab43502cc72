"""proto"""
from __future__ import annotations
from dataclasses import dataclass, field, replace
from math import exp, log
from suffice.search.prefix.beam import search_beam
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.decoder import Decoder
from suffice.search.prefix.initial import retrieve_first
from suffice.search.prefix.merge import New, merge
from suffice.search.prefix.rerank import Placed, rerank
from suffice.search.prefix.scorers.protocol import Cited, Context, Scorer

@dataclass(frozen=True, slots=True)
class Settings:
    hops: int = 2
    width: int = 25
    most: int = 2
    keep: int = 5
    new: int = 3
    depth: int = 10
    hits: int = 100
    front: int = 2
    merge: str = "linked"
    scheme: str = "joint"
    initial: str = "both"

class Retriever:
    def __init__(self, collection, scorer, settings=Settings()):
        self.c = collection; self.scorer = scorer; self.s = settings
    def placed(self, d):
        doc = self.c.documents[d]
        return [Placed(d, i, Cited(doc.title, t)) for i, t in enumerate(doc.sentences)]
    def first(self, claim):
        s = self.s
        docs = retrieve_first(self.c, self.scorer, claim, by=s.initial, hits=s.hits, width=s.width)
        sents = rerank(claim, [x for d in docs[:s.depth] for x in self.placed(d)], self.c.weights, keep=s.keep)
        order = list(dict.fromkeys([x.document for x in sents] + docs))
        return order, sents
    def hop(self, claim, order, sents):
        s = self.s
        front = list(dict.fromkeys(x.document for x in sents))
        exclude = frozenset(self.c.title_of(d) for d in front)
        joint = s.scheme in ("joint", "top-1")
        ctx = Context(claim, tuple(x.cited for x in sents))
        dec = Decoder(self.c.trie, sentences=len(sents) if joint else 0, most=s.most, least=1 if joint else 0, exclude=exclude)
        outs = search_beam(dec, self.scorer, ctx, width=s.width)
        if s.scheme == "top-1" and outs:
            outs = [o for o in outs if o.sentences == outs[0].sentences]
        mass = {}; cite = {}
        for o in outs:
            docs = [d for t in o.titles for d in self.c.titled(t)]
            for d in docs:
                mass[d] = mass.get(d, 0.0) + exp(o.score) / len(docs)
                cite.setdefault(d, o.sentences)
        ranked = sorted(mass, key=lambda d: (-mass[d], d))
        new = [New(d, tuple(dict.fromkeys(sents[i].document for i in cite[d]))) for d in ranked[:s.new]]
        return new, outs
    def retrieve(self, claim):
        order, sents = self.first(claim)
        for _ in range(1, self.s.hops):
            new, outs = self.hop(claim, order, sents)
            if not new: break
            front = list(dict.fromkeys(x.document for x in sents))
            order = merge(self.s.merge, front, new, order)
            more = rerank(claim, [x for n in new for x in self.placed(n.document)], self.c.weights, kept=sents, keep=self.s.keep)
            sents = (sents[:self.s.front] + more + sents[self.s.front:])[:self.s.keep]
        return order, sents
