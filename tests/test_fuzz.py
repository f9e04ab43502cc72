"""The stored seeds: random programs on which all engines must agree. `python -m benchmarks.fuzz` runs more."""

from collections.abc import Sequence

import pytest

from tests import fuzz
from tests.fuzz import fuzz_ground, fuzz_rules, random_text, read_seeds


def test_stored_ground_programs() -> None:
    seeds = read_seeds("ground")
    for name, outcome in fuzz_ground(seeds).items():
        assert (outcome.programs, outcome.failed) == (len(seeds), []), name


def test_stored_programs_with_variables() -> None:
    seeds = read_seeds("rules")
    for name, outcome in fuzz_rules(seeds).items():
        assert outcome.failed == [], name
        assert outcome.programs + outcome.refused + len(outcome.unended) == len(seeds)
        assert name == "pydatalog" or outcome.programs > 0.9 * len(seeds)


def test_the_fixed_set_is_large_and_has_what_it_should() -> None:
    assert len(read_seeds("ground")) + len(read_seeds("rules")) >= 2000
    texts = "\n".join(map(random_text, read_seeds("rules")))
    for part in ("not ", " -p", " < ", "V = ", "_)", '"a"'):
        assert part in texts


def test_a_disagreement_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(programs: Sequence[fuzz.Ground]) -> list[object]:
        found = fuzz.GROUND["tiny"](programs)
        assert isinstance(found[3], frozenset)
        return [*found[:3], found[3] ^ {0}, *found[4:]]

    monkeypatch.setattr(fuzz, "GROUND", {**fuzz.GROUND, "lossy": lossy})
    assert fuzz_ground(range(10), ("python", "lossy"))["lossy"].failed == [3]
