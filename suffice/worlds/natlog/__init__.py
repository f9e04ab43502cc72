"""Natural-logic proofs on data that others wrote: monotonicity (MED), quantifiers (FraCaS), claims (FEVER-Symmetric)."""

from suffice.worlds.natlog.evaluate import PairReport, evaluate_pairs
from suffice.worlds.natlog.pairs import KINDS, Pair, read_pairs

__all__ = ["KINDS", "Pair", "PairReport", "evaluate_pairs", "read_pairs"]
