"""Retrieval under a prefix tree: memory against dense vectors, and decoding time against the number of titles.

    python -m benchmarks.retrieval [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.
"""

from __future__ import annotations

from benchmarks.measure import run_topics

#: Topics in the order in which they run.
TOPICS = ("memory", "decoding")

if __name__ == "__main__":
    run_topics("benchmarks.retrieval", TOPICS, __doc__ or "")
