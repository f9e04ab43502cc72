"""The steps of MuSiQue's questions as questions of their own: how far one lookup reaches, apart from chains of them.

    python -m benchmarks.steps MUSIQUE --out steps.jsonl [--part dev|held-out|all]
    suffice evaluate steps.jsonl

Each step of a gold decomposition that has not been written yet, with the gold answers of earlier steps put in, is a question in
MuSiQue's shape; a step that names a relation of Wikidata (`A >> spouse`) is worded. Its part is that of the question it is
from, and is chosen here: `suffice evaluate` would divide the steps anew.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from suffice.files import write_text
from suffice.worlds.questions import Question, read_questions

#: How a relation is asked for where `What is the RELATION of A?` is no English.
WORDED = {
    "applies to jurisdiction": "What jurisdiction does {0} apply to?",
    "capital of": "What is {0} the capital of?",
    "cast member": "Who starred in {0}?",
    "child": "Who is the child of {0}?",
    "composer": "Who composed {0}?",
    "contains administrative territorial entity": "Which town is in {0}?",
    "country": "In which country is {0}?",
    "country of citizenship": "Of which country is {0} a citizen?",
    "creator": "Who created {0}?",
    "crosses": "What river does {0} cross?",
    "developer": "Who developed {0}?",
    "director": "Who directed {0}?",
    "distributor": "Who distributed {0}?",
    "educated at": "Where was {0} educated?",
    "employer": "Who employed {0}?",
    "father": "Who is the father of {0}?",
    "followed by": "What followed {0}?",
    "follows": "What does {0} follow?",
    "founded by": "Who founded {0}?",
    "headquarters location": "Where is the headquarters of {0}?",
    "instance of": "What is {0}?",
    "language of work or name": "In what language is {0}?",
    "licensed to broadcast to": "Which city is {0} licensed to?",
    "located in or next to body of water": "What body of water is {0} next to?",
    "located in the administrative territorial entity": "In which administrative territorial entity is {0}?",
    "located on terrain feature": "On what terrain feature is {0}?",
    "location of formation": "Where was {0} formed?",
    "manufacturer": "Who manufactured {0}?",
    "member of": "What is {0} a member of?",
    "member of political party": "What political party is {0} a member of?",
    "member of sports team": "What team did {0} play for?",
    "mother": "Who is the mother of {0}?",
    "mouth of the watercourse": "What does {0} flow into?",
    "named after": "What is {0} named after?",
    "occupation": "What is the occupation of {0}?",
    "owned by": "Who owns {0}?",
    "part of": "What is {0} part of?",
    "performer": "Who performed {0}?",
    "producer": "Who produced {0}?",
    "publisher": "Who published {0}?",
    "record label": "What record label released {0}?",
    "screenwriter": "Who wrote {0}?",
    "shares border with": "What shares a border with {0}?",
    "sibling": "Who is the sibling of {0}?",
    "spouse": "Who is the spouse of {0}?",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--part", choices=("dev", "held-out", "all"), default="all")
    given = parser.parse_args()
    wanted = {"dev": "development", "held-out": "held-out"}.get(given.part)
    steps: dict[tuple[str, str], Question] = {}
    for question in read_questions(given.questions):
        if wanted in (None, question.part):
            for step in find_steps(question):
                steps.setdefault((step.text, step.answer), step)
    lines = (json.dumps(write_step(one), ensure_ascii=False) + "\n" for one in steps.values())
    write_text(given.out, "".join(lines))
    print(f"{len(steps)} steps")


def find_steps(question: Question) -> Iterator[Question]:
    """The steps of a question of MuSiQue, each as a question of one step."""
    answers = {str(number): hop.answer for number, hop in enumerate(question.hops, start=1)}
    for number, hop in enumerate(question.hops, start=1):
        text = word_step(re.sub(r"#(\d)", lambda earlier: answers.get(earlier[1], earlier[0]), hop.text))
        yield Question(
            f"{question.id}/{number}",
            text,
            hop.answer,
            question.aliases if number == len(answers) else (),
            "1hop",
            tuple(
                replace(one, supporting=place == hop.paragraph)
                for place, one in enumerate(question.paragraphs)
            ),
            (),
            (replace(hop, text=text),),
        )


def write_step(step: Question) -> dict[str, Any]:
    """A step in MuSiQue's shape."""
    [hop] = step.hops
    return {
        "id": step.id,
        "question": step.text,
        "answer": step.answer,
        "answer_aliases": step.aliases,
        "question_decomposition": [
            {"question": hop.text, "answer": hop.answer, "paragraph_support_idx": hop.paragraph}
        ],
        "paragraphs": [
            {"idx": place, "title": one.title, "paragraph_text": one.text, "is_supporting": one.supporting}
            for place, one in enumerate(step.paragraphs)
        ],
    }


def word_step(text: str) -> str:
    """A step as a question.

    >>> word_step("Ann Ek >> spouse"), word_step("who sang it ?"), word_step("Orrin >> chief engineer")
    ('Who is the spouse of Ann Ek?', 'Who sang it?', 'What is the chief engineer of Orrin?')
    """
    if ">>" in text:
        subject, _, relation = (part.strip() for part in text.partition(">>"))
        return WORDED.get(relation, f"What is the {relation} of {{0}}?").replace("{0}", subject)
    text = re.sub(r" (?=['’]s\b)", "", " ".join(text.split())).rstrip("? ")
    return f"{text[:1].upper()}{text[1:]}?"


if __name__ == "__main__":
    main()
