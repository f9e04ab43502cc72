"""The coverage gate: sentences encoded a second, and the incremental gap against comparing everything again each round.

    python -m benchmarks.gate [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.
"""

from __future__ import annotations

from benchmarks.measure import run_topics

#: Topics in the order in which they run.
TOPICS = ("speed",)

if __name__ == "__main__":
    run_topics("benchmarks.gate", TOPICS, __doc__ or "")
