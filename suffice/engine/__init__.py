"""What follows: ground programs, closure, supports, derivations, certificates, and what is missing for one.

>>> from suffice.engine import certify, check_derivation, prove
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("states(u1, rains). rains. wet :- rains.")
>>> proof = prove(program, parse_atom("wet"))
>>> proof.status, str(proof.support[0])
('derived', 'u1')
>>> check_derivation(certify(proof), program)
[]
"""

from typing import TYPE_CHECKING

from suffice.face import imported_on_demand

if TYPE_CHECKING:
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
    from suffice.engine.derivations import (
        Derivation,
        Derivations,
        derivation_facts,
        find_derivations,
        find_shortest,
        iterate_derivations,
    )
    from suffice.engine.explanations import (
        Explanation,
        Explanations,
        find_explanations,
        iterate_explanations,
    )
    from suffice.engine.family import Family, compile_family
    from suffice.engine.gringo import Meter
    from suffice.engine.ground import GroundProgram, GroundRule, ground_program
    from suffice.engine.kernel import (
        HornRules,
        LeastModel,
        MaintainedModel,
        ProgramBatch,
        close_tiny,
        least_model,
        minimal_support,
    )
    from suffice.engine.limits import Limits, parse_size
    from suffice.engine.missing import Missing, find_missing
    from suffice.engine.proof import Proof, abstain, certify, prove, prove_from, record_requirement
    from suffice.engine.requirements import Gap, Requirement, find_gap, find_requirements
    from suffice.engine.rounds import Round, find_rounds
    from suffice.engine.slice import Slice, slice_goal
    from suffice.engine.support import find_support
    from suffice.engine.supports import (
        Relevance,
        Support,
        Supports,
        classify_units,
        contrast,
        find_smallest,
        find_supports,
        iterate_supports,
        prune_support,
    )
    from suffice.engine.why_not import Absence, RuleFailure, explain_absence, find_failures
else:
    __getattr__ = imported_on_demand(
        __name__,
        {
            "backends": "ENGINES Engine choose_engine",
            "certificate": "Abstention Certificate LinkRecord RejectedLink RequirementRecord StepRecord UnitRecord read_decision",
            "checker": "Failure check_derivation",
            "closure": "Closure close",
            "conflicts": "Conflict find_conflicts",
            "derivation": "Step",
            "derivations": "Derivation Derivations derivation_facts find_derivations find_shortest iterate_derivations",
            "explanations": "Explanation Explanations find_explanations iterate_explanations",
            "family": "Family compile_family",
            "gringo": "Meter",
            "ground": "GroundProgram GroundRule ground_program",
            "kernel": "HornRules LeastModel MaintainedModel ProgramBatch close_tiny least_model minimal_support",
            "limits": "Limits parse_size",
            "missing": "Missing find_missing",
            "proof": "Proof abstain certify prove prove_from record_requirement",
            "requirements": "Gap Requirement find_gap find_requirements",
            "rounds": "Round find_rounds",
            "slice": "Slice slice_goal",
            "support": "find_support",
            "supports": "Relevance Support Supports classify_units contrast find_smallest find_supports iterate_supports prune_support",
            "why_not": "Absence RuleFailure explain_absence find_failures",
        },
    )

__all__ = [
    "ENGINES",
    "Absence",
    "Abstention",
    "Certificate",
    "Closure",
    "Conflict",
    "Derivation",
    "Derivations",
    "Engine",
    "Explanation",
    "Explanations",
    "Failure",
    "Family",
    "Gap",
    "GroundProgram",
    "GroundRule",
    "HornRules",
    "LeastModel",
    "Limits",
    "LinkRecord",
    "MaintainedModel",
    "Meter",
    "Missing",
    "ProgramBatch",
    "Proof",
    "RejectedLink",
    "Relevance",
    "Requirement",
    "RequirementRecord",
    "Round",
    "RuleFailure",
    "Slice",
    "Step",
    "StepRecord",
    "Support",
    "Supports",
    "UnitRecord",
    "abstain",
    "certify",
    "check_derivation",
    "choose_engine",
    "classify_units",
    "close",
    "close_tiny",
    "compile_family",
    "contrast",
    "derivation_facts",
    "explain_absence",
    "find_conflicts",
    "find_derivations",
    "find_explanations",
    "find_failures",
    "find_gap",
    "find_missing",
    "find_requirements",
    "find_rounds",
    "find_shortest",
    "find_smallest",
    "find_support",
    "find_supports",
    "ground_program",
    "iterate_derivations",
    "iterate_explanations",
    "iterate_supports",
    "least_model",
    "minimal_support",
    "parse_size",
    "prove",
    "prove_from",
    "prune_support",
    "read_decision",
    "record_requirement",
    "slice_goal",
]
