"""Fictional worlds: speed in ratios of one run, the replica theorem under live statistics, and what breaks a policy.

    python -m benchmarks.worlds [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.
"""

from __future__ import annotations

from benchmarks.measure import run_topics

#: Topics in the order in which they run.
TOPICS = ("speed", "stability", "breaking")

if __name__ == "__main__":
    run_topics("benchmarks.worlds", TOPICS, __doc__ or "")
