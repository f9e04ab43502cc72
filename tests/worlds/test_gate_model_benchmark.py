"""The benchmark of a model behind a gate, with a server that says what it is told to say."""

from pathlib import Path
from typing import Any

from benchmarks.gate.model import ALWAYS, Clock, Runner, make_settings, make_table
from suffice.extractors import Reader
from suffice.extractors.models import Model
from suffice.extractors.models.server import Server
from suffice.search.gate.host import ROUNDS
from suffice.worlds.questions import read_questions
from tests.serving import complete, said, serving

DATA = Path(__file__).parents[1] / "data"


def test_replies_are_shared_and_a_gate_asks_for_less(tmp_path: Path) -> None:
    questions = read_questions(DATA / "questions.json")[:2]

    def reply(body: dict[str, Any]) -> str:
        told = said(body)
        assert list(told) == ["evidence", "claim"]  # what grows comes before what changes
        return complete({"verdict": "match" if len(told["evidence"]) > 3 else "null"})

    settings = make_settings(["overlap"], [1.0])
    assert next(iter(settings)) == ALWAYS
    with serving(reply) as server:
        clock = Clock(tmp_path / "replies.sqlite")
        runner = Runner(
            Model(Server(server.url, "some"), cache=clock), clock, Reader(tmp_path / "parses.sqlite")
        )
        done = {
            one.id: {name: runner.run(one, *gated) for name, gated in settings.items()} for one in questions
        }
        asked = len(server.asked)
        again = {name: runner.run(questions[0], *gated) for name, gated in settings.items()}
        assert len(server.asked) == asked
    calibrated, open_ = list(settings)[1:]
    for found in done.values():
        assert found[ALWAYS].stop == 2  # with more than three sentences
        assert found[open_].stop == 2
        assert found[calibrated].calls <= found[open_].calls == found[ALWAYS].calls
    for name, ran in done[questions[0].id].items():
        assert (again[name].stop, again[name].model_calls) == (ran.stop, ran.model_calls)
    assert clock.saved > 0
    table = make_table("some", done)
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert rows[ALWAYS]["calls saved"] == 0
    assert rows[ALWAYS]["stops"] == len(questions)
    assert rows[calibrated]["calls saved"] == 1 - rows[calibrated]["calls"] / rows[ALWAYS]["calls"]  # type: ignore[operator]
    assert max(ran.stop for found in done.values() for ran in found.values()) <= ROUNDS + 1
