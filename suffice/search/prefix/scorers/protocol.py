"""What a scorer is: how likely the next token is, given what was generated and what is known.

>>> Context("Who directed Free Guy?", (Cited("Free Guy", "It is a film."),)).sentences[0].worded
'Free Guy: It is a film.'
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Cited", "Context", "Scorer"]


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence with the title of its document."""

    title: str
    text: str

    @property
    def worded(self) -> str:
        """Title and sentence in one."""
        return f"{self.title}: {self.text}"


@dataclass(frozen=True, slots=True)
class Context:
    """What is known when a title is generated.

    Args:
        claim: a claim, or a question.
        sentences: those kept so far; `E<i>` names the i-th.
    """

    claim: str
    sentences: tuple[Cited, ...] = ()


class Scorer(Protocol):
    """Says how likely tokens are. It must be fixed: the same arguments, the same numbers."""

    def logp(self, prefix: Sequence[int], next_tokens: Sequence[int], context: Context) -> Sequence[float]:
        """Log probabilities, at most 0, over the whole vocabulary and not only what the trie allows (as GENRE has it).

        Args:
            prefix: what was generated so far.
            next_tokens: candidates.
            context: what is known.

        Returns:
            One for each candidate.
        """
        ...

    def gaining(self, prefix: Sequence[int], context: Context) -> AbstractSet[int] | None:
        """Tokens of titles that may get more than all other tokens of titles, which then must all get the same.

        Returns:
            The tokens; None if the scorer cannot say.
        """
        ...
