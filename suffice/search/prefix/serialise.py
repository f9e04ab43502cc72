r"""What a sequence-to-sequence model reads and writes, as text, and back.

The input is `claim </s> < E0 > [ Title0 ] sentence0 < E1 > [ Title1 ] sentence1`, the output `E0 E1 [ Title ]` (as in the
paper's public code). Brackets and backslashes inside a claim, title or sentence are escaped, so that any text comes back.

>>> written = write_context(Context("Who?", (Cited("Pi [film]", "It is < 90 minutes."),)))
>>> print(written)
Who? </s> < E0 > [ Pi \[film\] ] It is \< 90 minutes.
>>> read_context(written).sentences[0].title
'Pi [film]'
>>> write_output((0, 2), "Free Guy"), read_output("E0 E2 [ Free Guy ]")
('E0 E2 [ Free Guy ]', ((0, 2), 'Free Guy'))
"""

from __future__ import annotations

import regex

from suffice.errors import SentenceError
from suffice.search.prefix.scorers.protocol import Cited, Context

__all__ = ["escape", "read_context", "read_output", "unescape", "write_context", "write_output"]

_MARKS = regex.compile(r"[\\\[\]<>]")
_SENTENCE = regex.compile(r" ?(?<!\\)< E(\d+) > \[ (.*?) (?<!\\)\] ?", regex.DOTALL)
_OUTPUT = regex.compile(r"((?:E\d+ )*)\[ (.*) \]", regex.DOTALL)
_SEPARATOR = " </s>"


def escape(text: str) -> str:
    """A text in which no bracket stands for itself."""
    return _MARKS.sub(r"\\\g<0>", text)


def unescape(text: str) -> str:
    """The inverse of `escape`."""
    return regex.sub(r"\\(.)", r"\1", text, flags=regex.DOTALL)


def write_context(context: Context) -> str:
    """The input."""
    parts = [escape(context.claim) + _SEPARATOR]
    for number, one in enumerate(context.sentences):
        parts.append(f"< E{number} > [ {escape(one.title)} ] {escape(one.text)}")
    return " ".join(parts)


def read_context(text: str) -> Context:
    """The inverse of `write_context`.

    Raises:
        SentenceError: it is no such input.
    """
    claim, separator, rest = text.partition(_SEPARATOR)
    if not separator:
        raise SentenceError("no `</s>` behind the claim", kind="input", remedy="write it with write_context")
    found = list(_SENTENCE.finditer(rest))
    ends = [*(one.start() for one in found[1:]), len(rest)] if found else []
    if [int(one[1]) for one in found] != list(range(len(found))) or (
        rest[: found[0].start()] if found else rest
    ):
        raise SentenceError("its sentences are not E0, E1, ...", kind="input", remedy="number them in order")
    return Context(
        unescape(claim),
        tuple(
            Cited(unescape(one[2]), unescape(rest[one.end() : end]))
            for one, end in zip(found, ends, strict=True)
        ),
    )


def write_output(sentences: tuple[int, ...], title: str) -> str:
    """The output for a set of sentences and a title."""
    return "".join(f"E{number} " for number in sentences) + f"[ {escape(title)} ]"


def read_output(text: str) -> tuple[tuple[int, ...], str]:
    """The inverse of `write_output`: numbers of sentences, and a title.

    Raises:
        SentenceError: it is no such output.
    """
    found = _OUTPUT.fullmatch(text.strip())
    if found is None:
        raise SentenceError(f"`{text}` is no output", kind="output", remedy="write `E0 E1 [ Title ]`")
    return tuple(int(one[1:]) for one in found[1].split()), unescape(found[2])
