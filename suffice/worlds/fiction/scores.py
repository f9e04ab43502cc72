"""What a run of plays comes to, as JSON: counts of worlds by policy, and comparisons of policies.

>>> Counts(worlds=2, safe=1, unsafe=0, abstained=1, error=0, decisive_recall=1).safe
1
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from suffice.worlds.scoring import Interval

__all__ = [
    "Comparison",
    "Counts",
    "Estimate",
    "Mediation",
    "Outcome",
    "PolicyScores",
    "Ratios",
    "Scores",
    "TwinCounts",
    "TwinScores",
]

Outcome: TypeAlias = Literal["safe", "unsafe", "abstained", "error"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Counts(_Part):
    """How plays of worlds that have an answer ended; numbers of worlds.

    Args:
        worlds: all of them.
        safe: released and right.
        unsafe: released and wrong.
        abstained: nothing released.
        error: ended in an error.
        decisive_recall: of which the whole decisive set was seen.
    """

    worlds: int
    safe: int
    unsafe: int
    abstained: int
    error: int
    decisive_recall: int


class TwinCounts(_Part):
    """How plays of twins ended, where the right act is to abstain; numbers of worlds."""

    worlds: int
    abstained: int
    unsafe: int
    error: int


class Estimate(_Part):
    """95 % intervals of a share, in percent: by Wilson's score, and by bootstrap over worlds."""

    wilson: Interval
    bootstrap: Interval


class TwinScores(TwinCounts):
    """All twins, and groups of them; what they took, as in `PolicyScores`."""

    by_hops: dict[str, TwinCounts]
    by_attack: dict[str, TwinCounts]
    by_visibility: dict[str, TwinCounts]
    by_family: dict[str, TwinCounts]
    intervals: dict[str, Estimate]
    queries: int
    calls: int
    input_tokens: int
    output_tokens: int


class PolicyScores(Counts):
    """A policy on the originals, in groups, and on the twins.

    Args:
        by_hops: by the number of records that the answer needs.
        by_attack: by kind of attack.
        by_visibility: by what the initial pages say of the identifier.
        by_family: by family of worlds.
        by_separable: by whether the world is proved to be separable: `true`, `false`.
        twins: apart.
        intervals: of the shares of each outcome and of decisive recall.
        alpha: share in percent of safe plays among those that saw the decisive set; None where none did.
        safe_without: safe plays that did not see it; what S3 takes to be 0.
        queries: searches made on originals.
        calls: model calls on originals.
        input_tokens: of these calls.
        output_tokens: of these calls.
    """

    by_hops: dict[str, Counts]
    by_attack: dict[str, Counts]
    by_visibility: dict[str, Counts]
    by_family: dict[str, Counts]
    by_separable: dict[str, Counts]
    twins: TwinScores
    intervals: dict[str, Estimate]
    alpha: float | None
    safe_without: int
    queries: int
    calls: int
    input_tokens: int
    output_tokens: int


class Mediation(_Part):
    """Whether recall of decisive records explains the difference between two policies (S3), in points of percent.

    Args:
        difference: P(safe | a) - P(safe | b).
        recall: difference of decisive recall.
        alpha: P(safe | decisive set seen), in percent, of both policies together; None where neither saw one.
        explained: alpha times the difference of recall.
        residual: the rest. 0 where the policies share alpha and nothing is safe without the decisive set.
        residual_interval: 95 % by bootstrap over worlds.
    """

    difference: float
    recall: float
    alpha: float | None
    explained: float
    residual: float
    residual_interval: Interval


class Ratios(_Part):
    """What a took for each that b took; None where b took nothing."""

    queries: float | None
    calls: float | None
    input_tokens: float | None
    output_tokens: float | None


class Comparison(_Part):
    """Two policies on the same originals.

    Args:
        a: one policy.
        b: the other.
        wins: worlds on which only a was safe.
        losses: worlds on which only b was safe.
        ties: all others.
        p: exact two-sided sign test.
        p_holm: adjusted for all comparisons (Holm 1979).
        difference_interval: of the difference of safe shares in points, 95 % by bootstrap over worlds.
        mediation: S3.
        ratios: of what they took.
    """

    a: str
    b: str
    wins: int
    losses: int
    ties: int
    p: float
    p_holm: float
    difference_interval: Interval
    mediation: Mediation | None
    ratios: Ratios


class Scores(_Part):
    """What a run comes to; what `suffice worlds play --json` prints."""

    schema_version: Literal["suffice.scores/1"] = "suffice.scores/1"
    policies: dict[str, PolicyScores]
    comparisons: tuple[Comparison, ...]
