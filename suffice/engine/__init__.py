"""What follows: ground programs, closure, supports, derivations, certificates, and what is missing for one.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("states(u1, rains). rains. wet :- rains.")
>>> proof = prove(program, parse_atom("wet"))
>>> proof.status, str(proof.support[0])
('derived', 'u1')
>>> check_derivation(certify(proof), program)
[]
"""

from suffice.engine.backends import ENGINES, Engine, choose_engine
from suffice.engine.certificate import (
    Abstention,
    Certificate,
    LinkRecord,
    RejectedLink,
    RequirementRecord,
    StepRecord,
    UnitRecord,
    read_decision,
)
from suffice.engine.checker import Failure, check_derivation
from suffice.engine.closure import Closure, close
from suffice.engine.conflicts import Conflict, find_conflicts
from suffice.engine.derivation import Step
from suffice.engine.ground import GroundProgram, GroundRule, ground_program
from suffice.engine.limits import Limits
from suffice.engine.proof import Proof, abstain, certify, prove, record_requirement
from suffice.engine.requirements import Gap, Requirement, find_gap, find_requirements
from suffice.engine.support import find_support

__all__ = [
    "ENGINES",
    "Abstention",
    "Certificate",
    "Closure",
    "Conflict",
    "Engine",
    "Failure",
    "Gap",
    "GroundProgram",
    "GroundRule",
    "Limits",
    "LinkRecord",
    "Proof",
    "RejectedLink",
    "Requirement",
    "RequirementRecord",
    "Step",
    "StepRecord",
    "UnitRecord",
    "abstain",
    "certify",
    "check_derivation",
    "choose_engine",
    "close",
    "find_conflicts",
    "find_gap",
    "find_requirements",
    "find_support",
    "ground_program",
    "prove",
    "read_decision",
    "record_requirement",
]
