"""A run over a file of pairs, kept in a folder so that it can be interrupted and gone on with.

`run.json` says what is run; `proofs.jsonl` has a proof a line, in the order of the pairs; `report.json` comes last.
"""

from __future__ import annotations

import json
from pathlib import Path

from suffice.errors import BenchmarkError, CertificateError, UsageError
from suffice.extractors.natlog import Proof, Prover, read_proof
from suffice.files import hold, read_text, write_text
from suffice.worlds.natlog.evaluate import Judged, PairReport, evaluate_pairs, judge_pairs
from suffice.worlds.natlog.pairs import Kind, Pair
from suffice.worlds.watch import Watch, no_watch

__all__ = ["run_pairs"]


def run_pairs(
    pairs: list[Pair],
    prover: Prover,
    kind: Kind,
    *,
    n: int,
    knowledge: str,
    out: Path | None = None,
    watch: Watch = no_watch,
) -> tuple[PairReport, list[Judged]]:
    """Prove, check and count; with a folder, go on where an earlier run of the same ended.

    Args:
        pairs: those in scope.
        prover: proves; its knowledge checks.
        kind: of the file.
        n: pairs in the file.
        knowledge: the lexical knowledge, in words.
        out: the folder.
        watch: is told how far it is.

    Raises:
        UsageError: the folder has a run of something else.
        BenchmarkError: a line of it is no proof.
    """
    if out is None:
        judged = judge_pairs(pairs, prover, kind, watch)
        return evaluate_pairs(judged, kind, n, knowledge, prover.mode), judged
    what = {
        "kind": kind,
        "mode": prover.mode,
        "knowledge": prover.knowledge.sha256,
        "pairs": [pair.id for pair in pairs],
    }
    text = json.dumps(what, ensure_ascii=False, sort_keys=True) + "\n"
    with hold(out):
        begun = out / "run.json"
        if begun.exists() and read_text(str(begun), BenchmarkError) != text:
            raise UsageError(
                "has a run of other pairs or options", file=str(out), remedy="choose another folder"
            )
        write_text(begun, text)
        place = out / "proofs.jsonl"
        done = _read_proofs(place)
        write_text(place, "".join(_line(name, proof) for name, proof in done.items()))
        with place.open("a", encoding="utf-8", newline="\n") as file:

            def keep(one: Judged) -> None:
                if one.pair.id not in done:
                    file.write(_line(one.pair.id, one.proof))
                    file.flush()

            judged = judge_pairs(pairs, prover, kind, watch, done=done, keep=keep)
        report = evaluate_pairs(judged, kind, n, knowledge, prover.mode)
        write_text(out / "report.json", report.model_dump_json(indent=2) + "\n")
    return report, judged


def _line(pair_id: str, proof: Proof) -> str:
    record = {"id": pair_id, "proof": proof.model_dump(mode="json")}
    return json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n"


def _read_proofs(path: Path) -> dict[str, Proof]:
    """Proofs by pair; a last line that was cut off is left out."""
    if not path.exists():
        return {}
    found = {}
    lines = read_text(str(path), BenchmarkError).split("\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            record = json.loads(line)
            found[str(record["id"])] = read_proof(json.dumps(record["proof"]), path)
        except (ValueError, TypeError, KeyError, CertificateError) as error:
            raise BenchmarkError(
                f"no proof ({error})", file=str(path), line=number, remedy="choose another folder"
            ) from None
    return found
