"""Ways through a thesaurus from one word to another: upwards (`dog` to `animal`), or up, across an antonymy, and down.

Of several ways the one over the most frequent senses is taken, then the shortest; the choice is the same from both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from suffice.extractors.natlog.knowledge.thesaurus import POS, Sense, Thesaurus, ancestors
from suffice.extractors.natlog.knowledge.witnesses import Kind, Lexical, Witness
from suffice.extractors.natlog.relations import Relation

__all__ = ["Paths"]

#: As far as there are links, but for actions.
_FAR = {"n": 99, "a": 99, "r": 99}
_Key: TypeAlias = tuple[int, int, tuple[str, ...]]


class Paths:
    """The ways through one thesaurus.

    Args:
        thesaurus: where.
        kind: the kind of witness that an upward way is.
        reach: by part of speech, over how many links upwards a word excludes another because something broader does: a lemon is
            no meat since fruit is none. None for actions; and none for WordNet's nouns, whose antonyms high up (`nature`,
            `nurture`) exclude little.
    """

    def __init__(self, thesaurus: Thesaurus, kind: Kind, reach: Mapping[str, int] = _FAR) -> None:
        self.thesaurus = thesaurus
        self.kind: Kind = kind
        self.reach = reach
        self.ancestors = lru_cache(maxsize=1 << 15)(lambda node: ancestors(thesaurus, node))

    def relate(self, xs: Sequence[str], ys: Sequence[str], pos: str) -> Lexical | None:
        """The best way between two words.

        Args:
            xs: lemmas of the one.
            ys: lemmas of the other.
            pos: their part of speech.
        """
        best = min(self._ways(xs, ys, pos), key=lambda way: way[0], default=None)
        return best[1] if best else None

    def _ways(self, xs: Sequence[str], ys: Sequence[str], pos: str) -> Iterator[tuple[_Key, Lexical]]:
        ends_y = [(lemma, sense) for lemma in ys for sense in self.thesaurus.senses(lemma, pos)]
        if not ends_y:
            return
        for x in xs:
            for sense_x in self.thesaurus.senses(x, pos):
                above_x = self.ancestors(sense_x.node)
                for y, sense_y in ends_y:
                    ranks = sense_x.rank + sense_y.rank
                    if way := above_x.get(sense_y.node):
                        relation: Relation = "=" if len(way) == 1 else "<"
                        detail = _upward(pos, x, sense_x, way, sense_y, y)
                        tie = (
                            min(detail, _upward(pos, y, sense_y, way, sense_x, x))
                            if len(way) == 1
                            else detail
                        )
                        yield (ranks, len(way), tie), Lexical(relation, Witness(self.kind, detail))
                    elif way := self.ancestors(sense_y.node).get(sense_x.node):
                        detail = _upward(pos, y, sense_y, way, sense_x, x)
                        yield (ranks, len(way), detail), Lexical(">", Witness(self.kind, detail))
                    yield from self._crossings(pos, x, sense_x, y, sense_y)

    def _crossings(
        self, pos: str, x: str, sense_x: Sense, y: str, sense_y: Sense
    ) -> Iterator[tuple[_Key, Lexical]]:
        above_x, above_y = self.ancestors(sense_x.node), self.ancestors(sense_y.node)
        for top, up in above_x.items():
            if len(up) - 1 > self.reach.get(pos, 0):
                break
            for own, other, node, complementary in self.thesaurus.opposites(top):
                down = above_y.get(node)
                if (
                    down is None
                    or (len(up) == 1 and own != _key(x))
                    or (len(down) == 1 and other != _key(y))
                    or len(up) + len(down) - 2 > self.reach.get(pos, 0)
                ):
                    continue
                direct = len(up) == len(down) == 1
                relation: Relation = "!" if complementary and direct else "|"
                here = (pos, x, str(sense_x.rank), *up)
                there = (*down[::-1], str(sense_y.rank), y)
                detail = (*here, relation, *there)
                mirrored = (pos, y, str(sense_y.rank), *down, relation, *up[::-1], str(sense_x.rank), x)
                key = (sense_x.rank + sense_y.rank, len(up) + len(down), min(detail, mirrored))
                yield key, Lexical(relation, Witness("antonym", detail))

    def check(self, xs: Sequence[str], ys: Sequence[str], lexical: Lexical) -> bool:
        """Whether a witness shows a relation between two words, verified link by link.

        Args:
            xs: lemmas of the one, of the part of speech that the witness names.
            ys: lemmas of the other.
            lexical: the relation and the witness.
        """
        detail = lexical.witness.detail
        if lexical.witness.kind == "antonym":
            return self._check_crossing(xs, ys, lexical.relation, detail)
        if lexical.witness.kind != self.kind or len(detail) < 6:
            return False
        pos, low, low_rank, *nodes, high_rank, high = detail
        if not (
            self._is_sense(low, pos, low_rank, nodes[0]) and self._is_sense(high, pos, high_rank, nodes[-1])
        ):
            return False
        if not self._climbs(nodes):
            return False
        if lexical.relation == ">":
            return len(nodes) > 1 and low in ys and high in xs
        return lexical.relation == ("=" if len(nodes) == 1 else "<") and low in xs and high in ys

    def _check_crossing(
        self, xs: Sequence[str], ys: Sequence[str], relation: Relation, detail: tuple[str, ...]
    ) -> bool:
        if relation not in ("|", "!") or detail.count(relation) != 1 or len(detail) < 8:
            return False
        cut = detail.index(relation)
        (pos, x, x_rank, *up), (*down, y_rank, y) = detail[:cut], detail[cut + 1 :]
        down.reverse()
        if not up or not down or x not in xs or y not in ys:
            return False
        direct = len(up) == len(down) == 1
        return (
            self._is_sense(x, pos, x_rank, up[0])
            and self._is_sense(y, pos, y_rank, down[0])
            and self._climbs(up)
            and self._climbs(down)
            and len(up) + len(down) - 2 <= self.reach.get(pos, 0)
            and any(
                node == down[-1]
                and (len(up) > 1 or own == _key(x))
                and (len(down) > 1 or other == _key(y))
                and relation == ("!" if complementary and direct else "|")
                for own, other, node, complementary in self.thesaurus.opposites(up[-1])
            )
        )

    def _is_sense(self, lemma: str, pos: str, rank: str, node: str) -> bool:
        return pos in POS and any(
            str(sense.rank) == rank and sense.node == node for sense in self.thesaurus.senses(lemma, pos)
        )

    def _climbs(self, nodes: Sequence[str]) -> bool:
        return all(above in self.thesaurus.broader(node) for node, above in pairwise(nodes))


def _key(lemma: str) -> str:
    return lemma.lower().replace("_", " ")


def _upward(
    pos: str, low: str, low_sense: Sense, way: tuple[str, ...], high_sense: Sense, high: str
) -> tuple[str, ...]:
    return (pos, low, str(low_sense.rank), *way, str(high_sense.rank), high)
