"""What the commands that may use a model share: its options, and opening it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from suffice.errors import UsageError

if TYPE_CHECKING:
    from suffice.extractors.models import Model

__all__ = [
    "BaseUrlOption",
    "ExamplesOption",
    "ForestOption",
    "LeastOption",
    "MaxCallsOption",
    "MaxTokensOption",
    "ModelCacheOption",
    "ModelOption",
    "MostOption",
    "ReadersOption",
    "RecordOption",
    "choose_model",
    "choose_readers",
    "recording",
    "tell_usage",
]

ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model", help="A server's model, local:FOLDER (transformers), or replay:FILE (a recording)."
    ),
]
BaseUrlOption = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        help="An OpenAI-compatible server, http://localhost:8080/v1; its key is $SUFFICE_MODEL_KEY.",
    ),
]
ModelCacheOption = Annotated[
    str | None,
    typer.Option("--model-cache", help="File that keeps replies; `none` keeps nothing. Default: the user's."),
]
MaxCallsOption = Annotated[int | None, typer.Option("--max-calls", help="Pay for so many calls at most.")]
MaxTokensOption = Annotated[int | None, typer.Option("--max-tokens", help="Pay for so many tokens at most.")]
RecordOption = Annotated[
    Path | None, typer.Option("--record", help="Write every call here, to be replayed with replay:FILE.")
]
ReadersOption = Annotated[
    str | None,
    typer.Option(
        "--readers", help="What reads, in the order tried, by commas: lexicon, open, natlog, likely, model."
    ),
]
LeastOption = Annotated[
    float | None,
    typer.Option(
        "--least-likely",
        help="How likely a guess of the reader `likely` must be, 0 to 1. Default: 0.6; `verify` accepts none without it.",
        min=0,
        max=1,
    ),
]
ForestOption = Annotated[
    Path | None,
    typer.Option("--forest", help="A forest of your own that rates likely links (docs/likely.md)."),
]
ExamplesOption = Annotated[
    str,
    typer.Option("--examples", help="Examples of plans shown to a model: first, second, third or a file."),
]
MostOption = Annotated[
    int, typer.Option("--most-read", help="Passages that a model reads for one lookup.", min=1)
]


def choose_model(
    name: str | None,
    base_url: str | None,
    cache: str | None,
    *,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    record: Path | None = None,
    seed: int = 0,
) -> Model | None:
    """The model that the options name; None where they name none.

    Raises:
        UsageError: if an option needs a model and there is none.
    """
    if name is None and base_url is None:
        if record is not None:
            raise UsageError("nothing to record without a model", remedy="give --model")
        return None
    from suffice.extractors.models import Budget, CallCache
    from suffice.extractors.models.opening import default_model_cache, open_model

    for option, bound in (("--max-calls", max_calls), ("--max-tokens", max_tokens)):
        if bound is not None and bound < 0:
            raise UsageError(f"`{option} {bound}` is less than nothing", remedy="give 0 or more")
    kept = None if cache == "none" else Path(cache) if cache else default_model_cache()
    model = open_model(name, base_url=base_url, cache=kept, budget=Budget(max_calls, max_tokens), seed=seed)
    if record is not None:
        if name is not None and name.startswith("replay:"):
            raise UsageError("a recording is not recorded again", remedy="leave out --record")
        model.journal = CallCache(None)
    return model


def choose_readers(
    given: str | None, model: Model | None, *, least: float | None = None, forest: Path | None = None
) -> tuple[str, ...]:
    """The names of `--readers`; by default those that guess nothing, `model` only with a model.

    Raises:
        UsageError: none is named, none of them reads questions, or an option of `likely` is given without it.
    """
    names = _name_readers(given, model)
    for option, value in (("--least-likely", least), ("--forest", forest)):
        if value is not None and "likely" not in names:
            raise UsageError(
                f"`{option}` says how `likely` links, which is not among the readers",
                remedy="give --readers lexicon,open,likely",
            )
    return names


def _name_readers(given: str | None, model: Model | None) -> tuple[str, ...]:
    from suffice.search.readers import LINK_ONLY, READERS, default_readers

    if given is None:
        return default_readers(model)
    names = tuple(dict.fromkeys(part.strip() for part in given.split(",") if part.strip()))
    if not names:
        raise UsageError("`--readers` names none", remedy=f"choose from {', '.join(READERS)}")
    if LINK_ONLY.issuperset(names):
        raise UsageError(
            f"`{names[0]}` links passages and reads no questions",
            remedy=f"give --readers lexicon,open,{names[0]}",
        )
    return names


@contextmanager
def recording(model: Model | None, path: Path | None) -> Iterator[None]:
    """Write what a model was asked meanwhile, if that was asked for, however it ends."""
    try:
        yield
    finally:
        if model is not None and path is not None and model.journal is not None:
            from suffice.extractors.models import write_recording

            write_recording(model.journal, path)


def tell_usage(model: Model | None) -> dict[str, Any] | None:
    """Counts of a model's calls, in all and by task."""
    if model is None:
        return None
    by_task = {task: asdict(usage) for task, usage in sorted(model.by_task.items())}
    return {"model": model.name, **asdict(model.usage), "by_task": by_task}
