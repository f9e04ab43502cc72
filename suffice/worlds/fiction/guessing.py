"""What can be guessed of a world before anything is searched: features of what is visible, and classifiers on them.

Every classifier is trained on four fifths of the groups and scores the fifth. A group is a world with its twin, and with those
that differ from it in their hops alone. Cases of a group that show the same are scored the same, so that between them there is only
a tie, and where this holds of all groups the area is exactly one half. Were they in different folds, a classifier would
recognise one by the other and give it the other's label, and the area would fall far below one half. An area below one
half by more than chance is no comfort: turned round, it is one above.

Sources: Gururangan et al. 2018 (labels guessable from a part of the input), Kaufman et al. 2012 (leakage).

>>> skeleton("Where is the ledger of Bacadafagahajaka? Ask bacadafagahajaka, docket 00ff00ff00ff00ff.")
['where', 'is', 'the', 'ledger', 'of', 'name0', 'ask', 'name0', 'docket', 'hex']
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from sys import intern
from typing import TYPE_CHECKING, Any

from suffice.errors import BenchmarkError, EngineError
from suffice.extractors import Unit
from suffice.extractors.blocks import read_block, textual_seals
from suffice.extractors.text import tokens_of
from suffice.worlds.fiction.folder import StoredWorld
from suffice.worlds.fiction.names import is_name
from suffice.worlds.simultaneous import band, placements

if TYPE_CHECKING:
    import numpy

__all__ = ["FOLDS", "Area", "Case", "Seen", "guess", "initial_of", "see", "skeleton"]

FOLDS = 5
_HEX = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Seen:
    """What is visible of a world at the start.

    Args:
        numbers: by name: sizes, lengths, positions, kinds of records.
        words: of the question and of the initial pages, names by the order in which they come.
        question: words of the question alone.
        names: the visible names, in the order in which they come.
    """

    numbers: Mapping[str, float]
    words: tuple[str, ...]
    question: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Something whose label is to be guessed.

    Args:
        group: its number; folds and resamples keep a group whole.
        label: 1 or 0.
        seen: what may be looked at; for a text alone, the text.
    """

    group: int
    label: int
    seen: Seen | str


@dataclass(frozen=True, slots=True)
class Area:
    """How well a classifier guesses.

    Args:
        target: what is guessed.
        classifier: its name.
        cases: how many were scored.
        area: under the ROC curve; 0.5 is chance.
        low: lower bound of the simultaneous interval.
        high: upper bound.
    """

    target: str
    classifier: str
    cases: int
    area: float
    low: float
    high: float


def skeleton(text: str, names: dict[str, int] | None = None) -> list[str]:
    """Words of a text with names numbered in the order in which they come, and seals as `hex`.

    Args:
        text: any.
        names: numbers given already; new ones are added.
    """
    known = {} if names is None else names
    words = []
    for word in tokens_of(text):
        if is_name(word):
            word = f"name{known.setdefault(word, len(known))}"
        words.append("hex" if _HEX.fullmatch(word) else word)
    return words


def initial_of(world: StoredWorld) -> list[Unit]:
    """The pages that are there from the start, in their order.

    Raises:
        BenchmarkError: one is no page of the world.
    """
    by_id = {page.id: page for page in world.pages}
    for page in world.public.initial:
        if page not in by_id:
            raise BenchmarkError(f"world {world.public.world}: no page `{page}`", remedy="restore the corpus")
    return [by_id[page] for page in world.public.initial]


def see(world: StoredWorld, *, corpus: bool = True) -> Seen:
    """What is visible of a world at the start.

    Args:
        world: any.
        corpus: also how many pages there are in all, and how long they are: no policy is shown it, whoever has the
            files knows it.
    """
    names: dict[str, int] = {}
    question = skeleton(world.public.question, names)
    pages = initial_of(world)
    titles = [skeleton(page.title, names) for page in pages]
    texts = [skeleton(page.text, names) for page in pages]
    places = {page: place for place, page in enumerate(sorted(page.id for page in world.pages))}
    at = [places[page.id] for page in pages]
    numbers = {
        "letter": float(world.public.world.endswith("b")),
        "question characters": len(world.public.question),
        "question words": len(question),
        "initial pages": len(pages),
        "distinct names": len(names),
        **_spread("initial characters", [len(page.text) for page in pages]),
        **_spread("initial words", [len(words) for words in texts]),
        **_spread("initial title characters", [len(page.title) for page in pages]),
        **_spread("place", at),
        **{f"place of page {number}": place for number, place in enumerate(at)},
    }
    if corpus:
        numbers |= _spread("corpus characters", [len(page.text) for page in world.pages])
        numbers |= _spread("corpus title characters", [len(page.title) for page in world.pages])
        numbers |= _spread("corpus words", [len(tokens_of(page.text)) for page in world.pages])
    kinds: Counter[str] = Counter()
    for page in pages:
        block = read_block(page.text)
        if block is not None:
            kinds.update([f"record {block.record}", f"status {block.fields.get('status', '')}"])
            kinds["signed"] += textual_seals(block)
    words = [
        *question,
        *(f"title:{w}" for title in titles for w in title),
        *(w for text in texts for w in text),
    ]
    return Seen({**numbers, **kinds}, tuple(map(intern, words)), tuple(question), tuple(names))


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {f"{name}, number": 0}
    return {
        f"{name}, number": len(values),
        f"{name}, total": sum(values),
        f"{name}, least": min(values),
        f"{name}, most": max(values),
        f"{name}, deviation": statistics.pstdev(values),
    }


def guess(targets: Mapping[str, Sequence[Case]], groups: int, *, seed: int) -> list[Area]:
    """Let every classifier guess every target, and give all areas one simultaneous band of 95 %.

    Args:
        targets: cases by what is guessed; one whose cases all have one label is left out.
        groups: how many pairs there are.
        seed: of the folds and the band.

    Raises:
        EngineError: scikit-learn is not installed.
    """
    import numpy

    try:
        import sklearn  # noqa: F401
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise EngineError("scikit-learn is not installed", remedy="pip install 'suffice[worlds]'") from None
    folds = numpy.random.default_rng(seed).permutation(groups) % FOLDS
    found, areas, moves = [], [], []
    for target, cases in targets.items():
        if len({case.label for case in cases}) < 2:
            continue
        labels = numpy.array([case.label for case in cases])
        owners = numpy.array([case.group for case in cases])
        for name, scorer in _CLASSIFIERS.items() if isinstance(cases[0].seen, Seen) else _OF_TEXTS.items():
            with threadpool_limits(1):  # sums in one order on every machine
                scores = _cross_validate(scorer, [case.seen for case in cases], labels, folds[owners])
            area, moved = placements(scores, labels, owners, folds[owners], groups=groups)
            if area is not None:
                found.append((target, name, len(cases)))
                areas.append(area)
                moves.append(moved)
    bounds = band(areas, moves, seed=seed, folds=FOLDS)
    return [
        Area(target, name, cases, area, low, high)
        for (target, name, cases), area, (low, high) in zip(found, areas, bounds, strict=True)
    ]


_Array = Any
#: From what is seen of all cases to a matrix, and a model.
_Classifier = tuple[Callable[[Sequence[Any]], Any], Callable[[], Any]]


def _cross_validate(
    classifier: _Classifier, seen: Sequence[Seen | str], labels: _Array, folds: _Array
) -> numpy.ndarray[Any, Any]:
    """A score for each case, by a model that saw no case of its fold.

    The matrix counts what is there and knows no label, so that it may be made of all cases at once.
    """
    import numpy

    matrix_of, model_of = classifier
    matrix = matrix_of(seen)
    scores = numpy.zeros(len(labels))
    for fold in range(FOLDS):
        inside = folds == fold
        if not inside.any() or len(set(labels[~inside])) < 2:
            continue
        model = model_of().fit(matrix[~inside], labels[~inside])
        scores[inside] = model.predict_proba(matrix[inside])[:, 1]
    # What differs by rounding alone is a tie.
    rounded: numpy.ndarray[Any, Any] = scores.round(12)
    return rounded


def _numbers(seen: Sequence[Seen]) -> numpy.ndarray[Any, Any]:
    import numpy

    columns = sorted({name for one in seen for name in one.numbers})
    return numpy.array([[one.numbers.get(name, 0) for name in columns] for one in seen], dtype=float)


def _counted(texts: Iterable[Sequence[str]]) -> Any:  # noqa: ANN401
    """How often each case has each word; words of a single case can't be learnt from."""
    import numpy
    from scipy.sparse import csr_matrix

    counts = [Counter(words) for words in texts]
    often = Counter(word for count in counts for word in count)
    columns = {word: place for place, word in enumerate(sorted(w for w, n in often.items() if n > 1))}
    rows, places, values = [], [], []
    for row, count in enumerate(counts):
        for word, number in count.items():
            if word in columns:
                rows.append(row)
                places.append(columns[word])
                values.append(number)
    shape = len(counts), max(1, len(columns))
    return csr_matrix((numpy.array(values, dtype=float), (rows, places)), shape=shape)


def _grams(text: str) -> list[str]:
    """Runs of one to three characters, with the text's ends."""
    padded = f"^{text}$"
    return [padded[start : start + size] for size in (1, 2, 3) for start in range(len(padded) - size + 1)]


def _logistic(centred: bool) -> Any:  # noqa: ANN401
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    # A matrix of counts is sparse, and stays so.
    return make_pipeline(
        StandardScaler(with_mean=centred), LogisticRegression(solver="liblinear", max_iter=1000)
    )


def _boosted() -> Any:  # noqa: ANN401
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(early_stopping=False, random_state=0)


def _bayes() -> Any:  # noqa: ANN401
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB()


_CLASSIFIERS: Mapping[str, _Classifier] = {
    "logistic regression on numbers": (_numbers, partial(_logistic, True)),
    "boosted trees on numbers": (_numbers, _boosted),
    "naive Bayes on the question's words": (lambda seen: _counted(one.question for one in seen), _bayes),
    "naive Bayes on all visible words": (lambda seen: _counted(one.words for one in seen), _bayes),
    "logistic regression on all visible words": (
        lambda seen: _counted(one.words for one in seen),
        partial(_logistic, False),
    ),
    "naive Bayes on letters of visible names": (
        lambda seen: _counted([gram for name in one.names for gram in _grams(name)] for one in seen),
        _bayes,
    ),
}
_OF_TEXTS: Mapping[str, _Classifier] = {
    "naive Bayes on letters": (lambda texts: _counted(map(_grams, texts)), _bayes),
    "logistic regression on letters": (lambda texts: _counted(map(_grams, texts)), partial(_logistic, False)),
    "boosted trees on lengths": (
        lambda texts: _numbers(
            [
                Seen(
                    {"characters": len(t), "words": len(t.split()), "capitals": sum(map(str.isupper, t))},
                    (),
                    (),
                    (),
                )
                for t in texts
            ]
        ),
        _boosted,
    ),
}
