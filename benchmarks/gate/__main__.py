"""The coverage gate: sentences encoded a second, and the incremental gap against comparing everything again each round.

    python -m benchmarks.gate [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.

    python -m benchmarks.gate model --gguf FILE [...]

measures a real model as the verifier, by itself (`benchmarks/gate/model.py`).
"""

from __future__ import annotations

import sys

from benchmarks.gate import model
from benchmarks.measure import run_topics

#: Topics in the order in which they run.
TOPICS = ("speed",)

if __name__ == "__main__":
    if sys.argv[1:2] == ["model"]:
        model.main(sys.argv[2:])
    else:
        run_topics("benchmarks.gate", TOPICS, __doc__ or "")
