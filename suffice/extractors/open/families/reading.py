"""The plainest wording of a question.

Nothing that restricts is left out: a word that a wording has stays in the plain one, or is implied by it.

>>> put_plainly("Which state is Orrin Hall located?")
'In which state is Orrin Hall located?'
>>> put_plainly("What is the name of the actress portraying Mona Ek in The Tin Harbour?")
'Who played Mona Ek in The Tin Harbour?'
>>> put_plainly("Federal leader of the Orrin Party?"), put_plainly("Keld Marsh received what recognition?")
('Who is the federal leader of the Orrin Party?', 'What recognition did Keld Marsh receive?')
"""

from __future__ import annotations

from functools import lru_cache

import regex

from suffice.extractors.open.families import casts, places, words
from suffice.extractors.open.families.turns import TURNS
from suffice.extractors.patterns import SECONDS

__all__ = ["put_plainly"]

#: A plain wording may have a plainer one; so often.
_ROUNDS = 4
_FORMS = tuple((regex.compile(form), plain) for form, plain in (*casts.FORMS, *words.FORMS, *places.FORMS))


@lru_cache(maxsize=4096)
def put_plainly(question: str) -> str:
    """A question in the plainest wording of its family; as it is, if it belongs to none.

    Args:
        question: clean; what it asks about may be a name, or be described.
    """
    text = question
    try:
        for _ in range(_ROUNDS):
            before = text
            for turn in TURNS:
                text = turn(text)
            for form, plain in _FORMS:
                if found := form.fullmatch(text, timeout=SECONDS):
                    text = plain(found) if callable(plain) else found.expand(plain)
            if text == before:
                break
    except TimeoutError:
        return question
    return text
