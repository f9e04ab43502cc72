"""The ground kernel: least models of numbered Horn rules, in time linear in their size.

>>> from suffice.engine.kernel import HornRules, least_model, minimal_support
>>> rules = HornRules.from_pairs(4, [(2, (0, 1)), (3, (2,))])
>>> list(least_model(rules, [0, 1])), minimal_support(rules, [0, 1], 3)
([0, 1, 2, 3], [0, 1])
"""

from typing import TYPE_CHECKING

from suffice.face import imported_on_demand

if TYPE_CHECKING:
    from suffice.engine.kernel.batch import ProgramBatch, close_tiny
    from suffice.engine.kernel.choice import is_compiled
    from suffice.engine.kernel.maintained import MaintainedModel
    from suffice.engine.kernel.model import LeastModel, least_model
    from suffice.engine.kernel.rules import HornRules
    from suffice.engine.kernel.support import minimal_support
else:
    __getattr__ = imported_on_demand(
        __name__,
        {
            "batch": "ProgramBatch close_tiny",
            "choice": "is_compiled",
            "maintained": "MaintainedModel",
            "model": "LeastModel least_model",
            "rules": "HornRules",
            "support": "minimal_support",
        },
    )

__all__ = [
    "HornRules",
    "LeastModel",
    "MaintainedModel",
    "ProgramBatch",
    "close_tiny",
    "is_compiled",
    "least_model",
    "minimal_support",
]
