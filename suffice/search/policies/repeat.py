"""`repeat`: the question itself, every round. A control: in a separable world it cannot find the decisive records.

Source: Socrates-RAG, property S2.
"""

from __future__ import annotations

from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask

__all__ = ["Repeat"]


class Repeat:
    """Asks the question as it stands.

    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import Program
    >>> view = View("Where?", Program(), PageReader(Program(), textual_seals), (), 0, (), 2)
    >>> Repeat().inquire(view).query
    'Where?'
    """

    def inquire(self, view: View) -> Inquiry:
        """The question."""
        return ask(view.question)
