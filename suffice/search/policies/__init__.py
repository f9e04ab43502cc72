"""Policies: what chooses the next query, and baselines that do not search.

>>> sorted(POLICIES)[:3], type(make_policy("repeat")).__name__
(['expansion', 'expansion-model', 'oracle'], 'Repeat')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from suffice.errors import UsageError
from suffice.search.inquiry import Policy

__all__ = ["FIXED", "POLICIES", "make_policy"]


def _make(module: str, name: str, /, *args: object, **options: object) -> Policy:
    """Make a policy of a module that is imported only now."""
    maker: Callable[..., Any] = getattr(import_module(f"suffice.search.policies.{module}"), name)
    return cast(Policy, maker(*args, **options))


#: Makers by name. `oracle` takes the plan, and nothing else does; `topical` and `random` take a seed, `trustrag` the name
#: of its embeddings, the model policies a model.
POLICIES: Mapping[str, Callable[..., Policy]] = MappingProxyType(
    {
        "premise": partial(_make, "premise", "Premise"),
        "expansion": partial(_make, "expansion", "Expansion"),
        "repeat": partial(_make, "repeat", "Repeat"),
        "topical": partial(_make, "topical", "Topical"),
        "random": partial(_make, "random_words", "RandomWords"),
        "oracle": partial(_make, "oracle", "Oracle"),
        "robustrag": partial(_make, "robustrag", "RobustRag"),
        "trustrag": partial(_make, "trustrag", "TrustRag"),
        "reliabilityrag": partial(_make, "reliabilityrag", "ReliabilityRag"),
        "premise-model": partial(_make, "model_policy", "ModelPolicy", "premise"),
        "expansion-model": partial(_make, "model_policy", "ModelPolicy", "expansion"),
        "repeat-model": partial(_make, "model_policy", "ModelPolicy", "repeat"),
    }
)

#: Those that answer from the initial pages: no search, no guard.
FIXED = frozenset({"robustrag", "trustrag", "reliabilityrag"})


def make_policy(name: str, **options: object) -> Policy:
    """A new policy; one object plays one world.

    Args:
        name: of `POLICIES`.
        options: as its maker takes them.

    Raises:
        UsageError: if there is no such policy.
    """
    if name not in POLICIES:
        raise UsageError(f"no policy `{name}`", remedy=f"choose from {', '.join(POLICIES)}")
    return POLICIES[name](**options)
