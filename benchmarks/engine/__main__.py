"""The engine against its peers, in CPU time and in ratios of one run.

    python -m benchmarks.engine [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.measure import run_topics

#: Topics in the order in which they run.
TOPICS = tuple(
    name
    for name in ("ground", "batch", "support", "supports", "rules", "spark", "cold")
    if (Path(__file__).parent / f"{name}.py").exists()
)

if __name__ == "__main__":
    run_topics("benchmarks.engine", TOPICS, __doc__ or "")
