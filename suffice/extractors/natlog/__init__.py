"""Natural logic: proofs that a passage states, or refutes, a claim, and a checker that needs neither model nor network.

>>> from suffice.extractors.passages import Unit
>>> prover = Prover(read_knowledge())
>>> str(prover.prove("Rex is an animal.", [Unit("u1", "Rex", "Rex is a small dog.")]))
'{Rex} [Rex] = {is} [is] = {an} [a] = {} [small] < {animal} [dog] < {.} [.] ='
"""

from suffice.extractors.natlog.automaton import MODES, VERDICTS, Mode, Verdict, fold
from suffice.extractors.natlog.checker import Fault, check_proof
from suffice.extractors.natlog.knowledge import Knowledge, read_knowledge
from suffice.extractors.natlog.projectivity import project
from suffice.extractors.natlog.proof import Evidence, Gap, Proof, Step, WitnessRecord, read_proof
from suffice.extractors.natlog.prover import Prover
from suffice.extractors.natlog.relations import RELATIONS, Relation, join, name_relation

__all__ = [
    "MODES",
    "RELATIONS",
    "VERDICTS",
    "Evidence",
    "Fault",
    "Gap",
    "Knowledge",
    "Mode",
    "Proof",
    "Prover",
    "Relation",
    "Step",
    "Verdict",
    "WitnessRecord",
    "check_proof",
    "fold",
    "join",
    "name_relation",
    "project",
    "read_knowledge",
    "read_proof",
]
