"""Fictional worlds: speed in ratios of one run, the replica theorem under live statistics, and what breaks a policy.

    python -m benchmarks.worlds [TOPIC...] [--quick] [--seed N] [--json OUT]

A topic is a module of this package with `measure_topic(quick, seed)`; without names all are run. `--quick` takes small sizes.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from rich.console import Console

from benchmarks.measure import Report, describe_machine, pin, show

#: Topics in the order in which they run.
TOPICS = ("speed", "stability", "breaking")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args()
    unknown = [name for name in given.topics if name not in TOPICS]
    if unknown:
        parser.error(f"there is no topic {', '.join(unknown)}; choose from {', '.join(TOPICS)}")
    pin()
    console = Console()
    reports: dict[str, list[Report]] = {}
    for name in given.topics or TOPICS:
        reports[name] = import_module(f"benchmarks.worlds.{name}").measure_topic(given.quick, given.seed)
        show(console, reports[name])
        if given.out:  # after each topic: an interrupted run keeps what it has
            written = {topic: [report.as_json() for report in found] for topic, found in reports.items()}
            given.out.write_text(
                json.dumps({"machine": describe_machine(), "topics": written}, indent=2) + "\n"
            )


if __name__ == "__main__":
    main()
