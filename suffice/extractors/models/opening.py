"""The model that a name stands for: a server's, one in this process, or a recording.

| name | is |
|---|---|
| `local:FOLDER` | a model in this process, through `transformers` |
| `replay:FILE` | a recording of a model's calls |
| any other | a model of a server, at `--base-url` or `$SUFFICE_MODEL_URL` |
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from suffice.extractors.models.cache import CallCache
from suffice.extractors.models.chat import ChatModel
from suffice.extractors.models.model import Budget, Model
from suffice.extractors.models.recordings import Recording
from suffice.extractors.models.server import server_from_environment

__all__ = ["default_model_cache", "open_model"]


def default_model_cache() -> Path:
    """Where replies are kept: beside the parses."""
    from suffice.extractors.passages import default_cache

    return default_cache().with_name("replies.sqlite")


def open_model(
    name: str | None,
    *,
    base_url: str | None = None,
    cache: Path | str | None = None,
    budget: Budget | None = None,
    seed: int = 0,
    environment: Mapping[str, str] = os.environ,
) -> Model:
    """Open a model.

    Args:
        name: see above; None for the one that the environment names.
        base_url: of the server.
        cache: file that keeps replies; None keeps none. A recording needs none.
        budget: bounds on what is paid for.
        seed: sent with each request.
        environment: with the server's URL and key, where they are not given.

    Raises:
        UsageError: if there is no such model, file or folder.
        EngineError: if a library for it is missing.
    """
    chat: ChatModel
    if name is not None and name.startswith("replay:"):
        chat, cache = Recording.read(name.removeprefix("replay:")), None
    elif name is not None and name.startswith("local:"):
        from suffice.extractors.models.local import LocalModel

        chat = LocalModel(name.removeprefix("local:"))
    else:
        chat = server_from_environment(environment, model=name, url=base_url)
    kept = CallCache(cache) if cache is not None else None
    return Model(chat, cache=kept, budget=budget, seed=seed)
