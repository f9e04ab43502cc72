"""`suffice evaluate`: questions with gold answers, and their unanswerable twins, decided and scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from suffice.cli.common import (
    CacheOption,
    GateOption,
    JsonOption,
    LexiconOption,
    RulesOption,
    choose_cache,
    progress,
    read_rules,
)
from suffice.cli.models import (
    BaseUrlOption,
    ExamplesOption,
    ForestOption,
    LeastOption,
    MaxCallsOption,
    MaxTokensOption,
    ModelCacheOption,
    ModelOption,
    MostOption,
    ReadersOption,
    RecordOption,
    choose_model,
    choose_readers,
    recording,
    tell_usage,
)

if TYPE_CHECKING:
    from suffice.worlds.baselines import Judge
    from suffice.worlds.evaluate import Evaluation

__all__ = ["evaluate", "register"]

AblateOption = Annotated[
    str | None,
    typer.Option(
        help="Run again without a part, and compare by pair: check, rounds, links, plan, examples; comma between."
    ),
]
BaselinesOption = Annotated[
    bool, typer.Option("--baselines", help="Compare with other decisions on the same passages.")
]
SweepOption = Annotated[
    str | None, typer.Option(help="Run again over corpora of so many passages: 500,1000,2000.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    ctx: typer.Context,
    questions: Annotated[
        Path, typer.Argument(help="HotpotQA, 2Wiki or MuSiQue shape; JSON or JSON Lines, plain or .gz.")
    ],
    kind: Annotated[
        str,
        typer.Option(
            help="multihop, or an exact setting: proofwriter, prontoqa, pararule, textworld, llm-programs, nl-to-logic."
        ),
    ] = "multihop",
    corpus: Annotated[
        list[Path] | None, typer.Option("--corpus", help="JSON Lines of passages to add as distractors.")
    ] = None,
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    check: Annotated[
        str, typer.Option(help="Entity check: anchor-or-verify, anchor or none.")
    ] = "anchor-or-verify",
    index: Annotated[str | None, typer.Option(help="bm25 or tantivy; by default what fits the size.")] = None,
    seed: Annotated[int, typer.Option(help="Chooses the deciding facts and the replacements.")] = 0,
    limit: Annotated[
        int | None, typer.Option(help="Ask only so many, over their own passages alone: a quick look.")
    ] = None,
    part: Annotated[
        str, typer.Option(help="dev, held-out or all: six tenths and four, by hash of id.")
    ] = "all",
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for records and report; of an exact setting, file for the report."),
    ] = None,
    plans: Annotated[
        int, typer.Option(help="Committed plans that an exact setting draws; 0 for none.", min=0)
    ] = 100,
    ablate: AblateOption = None,
    baselines: BaselinesOption = False,
    sweep: SweepOption = None,
    as_json: JsonOption = False,
    cache: CacheOption = None,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    readers: ReadersOption = None,
    least_likely: LeastOption = None,
    forest: ForestOption = None,
    examples: ExamplesOption = "first",
    most_read: MostOption = 3,
    memory: Annotated[
        bool,
        typer.Option("--memory", help="Ask the model without context too, and report what it knows apart."),
    ] = False,
    answers: Annotated[
        bool,
        typer.Option("--answers", help="Let the model answer from certificates, and from all retrieved."),
    ] = False,
    gate: GateOption = None,
    model_cache: ModelCacheOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    record: RecordOption = None,
) -> None:
    """Score decisions: answers on the questions, abstentions on their twins.

    Exit 0 when done, 2 on bad input, 3 where a limit was reached. Where it went wrong: `suffice diagnose`.

    Example: suffice evaluate questions.jsonl.gz --out run
    """
    from suffice.cli.display import console
    from suffice.cli.exact_tables import evaluate_theories, refuse_options
    from suffice.cli.further import print_further, read_names, read_sizes, study
    from suffice.cli.report_tables import print_report
    from suffice.errors import UsageError
    from suffice.extractors import Reader, read_lexicon
    from suffice.extractors.linker import CHECKS
    from suffice.worlds.evaluate import PARTS, Options, run_evaluation

    model = choose_model(
        model_name, base_url, model_cache, max_calls=max_calls, max_tokens=max_tokens, record=record
    )
    if kind != "multihop":
        with recording(model, record):
            evaluate_theories(
                ctx,
                kind,
                questions,
                limit=limit,
                seed=seed,
                plans=plans,
                out=out,
                as_json=as_json,
                model=model,
            )
        return
    refuse_options(ctx, kind, {"plans"})
    for name, given, allowed in (("entity check", check, CHECKS), ("part", part, tuple(PARTS))):
        if given not in allowed:
            raise UsageError(f"no {name} `{given}`", remedy=f"choose from {', '.join(allowed)}")
    names, sizes = read_names(ablate), read_sizes(sweep)
    judges: list[Judge] = []
    if model is not None:
        from suffice.extractors.models.judges import ConfidenceJudge, SufficiencyJudge

        judges = [ConfidenceJudge(model), SufficiencyJudge(model)]
    options = Options(
        check,  # type: ignore[arg-type]
        index,
        part,  # type: ignore[arg-type]
        limit,
        seed,
        baselines=baselines,
        readers=choose_readers(readers, model, least=least_likely, forest=forest),
        examples=examples,
        most_read=most_read,
        least_likely=least_likely,
        forest=forest,
        memory=memory,
        answers=answers,
        gate=gate,
    )
    words, library, texts = (
        read_lexicon(*(lexicon or ())),
        read_rules(rules or ()),
        Reader(choose_cache(cache)),
    )

    def run(chosen: Options, folder: Path | None) -> Evaluation:
        return run_evaluation(
            questions,
            rules=library,
            lexicon=words,
            reader=texts,
            corpora=corpus or (),
            options=chosen,
            out=folder,
            watch=progress,
            judges=judges,
            model=model,
        )

    with recording(model, record):
        found = run(options, out)
        further = study(found, run, options, out, names, sizes, has_model=model is not None)
    if as_json:
        times = {
            "seconds_per_question": found.seconds_per_question,
            "seconds_by_stage": found.seconds_by_stage,
        }
        told = found.report.model_dump() | times | further.as_json()
        if model is not None:
            told["model"] = tell_usage(model)
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        print_report(found, console())
        print_further(further, console())
