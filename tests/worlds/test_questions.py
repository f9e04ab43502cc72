"""Files of questions: both shapes, and what is none."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from suffice.errors import QuestionFileError
from suffice.worlds.questions import read_questions

DATA = Path(__file__).parents[1] / "data"


def record(**changes: object) -> dict[str, Any]:
    whole: dict[str, object] = {
        "_id": "q1",
        "question": "Who directed Salt Road?",
        "answer": "Marek Dolny",
        "context": [["Salt Road", ["A film by Marek Dolny.", "It is long."]], ["Salt", ["A mineral."]]],
        "supporting_facts": [["Salt Road", 0]],
    }
    return {key: value for key, value in (whole | changes).items() if value is not None}


def test_the_2wiki_shape() -> None:
    questions = read_questions(DATA / "questions.json")
    assert [question.id for question in questions] == ["q1", "q3", "q2", "q5"]
    assert questions[0].triples[1].relation == "date_of_birth"
    assert [question.is_yes_no for question in questions] == [False, False, True, False]
    assert {question.part for question in questions} == {"development", "held-out"}


def test_the_musique_shape() -> None:
    [question] = read_questions(DATA / "questions_musique.jsonl")
    assert question.type == "2hop"
    assert question.aliases == ("1931",)
    assert [paragraph.title for paragraph in question.paragraphs if paragraph.supporting] == [
        "Paper Kites",
        "Ada Lindqvist",
    ]


@pytest.mark.parametrize("as_list", [True, False])
@pytest.mark.parametrize("zipped", [True, False])
def test_lists_and_lines_plain_and_zipped(tmp_path: Path, as_list: bool, zipped: bool) -> None:
    records = [record(), record(_id=2), record(_id=None)]
    text = json.dumps(records, indent=1) if as_list else "\n".join(map(json.dumps, records)) + "\n\n"
    data = b"\xef\xbb\xbf" + text.encode()
    path = tmp_path / ("q.json.gz" if zipped else "q.json")
    path.write_bytes(gzip.compress(data) if zipped else data)
    names = [question.id for question in read_questions(path)]
    assert names[:2] == ["q1", "2"]
    assert names[2].startswith("q")


BAD = {
    "": "no question in it",
    "[]": "no question in it",
    "{": "not JSON",
    '[{"a": 1},\n{]': "2:2: not JSON",
    "\n\nnull\n": ":3: not in the HotpotQA, 2Wiki or MuSiQue shape",
    "{}": "`question`: Field required",
    json.dumps(record(answer="")): "`answer`",
    json.dumps(record(context=[])): "`context`",
    json.dumps(record(context=[["T", "a string"]])): "`context.0.1`",
    json.dumps(record(evidences=[["a", "b"]])): "`evidences.0.2`",
    json.dumps(record(supporting_facts=[["Elsewhere", 0]])): "no paragraph of question `q1` supports",
    json.dumps(record()) + "\n" + json.dumps(record()): ":2: id `q1` was given to record 1 already",
    json.dumps(record(question="\ud800")): "`question`",
    json.dumps({"question": "Q", "answer": "A", "paragraphs": [], "answerable": False}): "`paragraphs`",
    json.dumps(
        {
            "question": "Q",
            "answer": "A",
            "paragraphs": [{"title": "T", "paragraph_text": "A.", "is_supporting": True}],
            "answerable": False,
        }
    ): "`answerable`",
    "[" * 100_000: "nested too deeply",
}


@pytest.mark.parametrize("text", BAD)
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "q.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(QuestionFileError) as caught:
        read_questions(path)
    assert BAD[text] in str(caught.value)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize("name", ["none.json", ".", "torn.json.gz", "latin.json"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "torn.json.gz").write_bytes(gzip.compress(b"[]" * 99)[:20])
    (tmp_path / "latin.json").write_bytes(b'["\xe9"]')
    with pytest.raises(QuestionFileError, match="cannot be read"):
        read_questions(tmp_path / name)
