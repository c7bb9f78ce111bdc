"""What each side of a Goryō game could know, the value of its actions, and the resulting marks
(docs/adr/0012).

`assess` works on a whole replay; `plan_weights` and `infer_knowledge` on one position of a chase.
"""

from games.goryo.assessment.assess import AssessedStep, Assessment, assess
from games.goryo.assessment.belief import Knowledge, infer_knowledge
from games.goryo.assessment.definitions import MARKS, UNLIKELY
from games.goryo.assessment.fit import fit
from games.goryo.assessment.priors import (
    UNIFORM,
    Prior,
    plan_weights,
    prior_for,
    priors_to_json,
    read_priors,
)

__all__ = [
    "MARKS",
    "UNIFORM",
    "UNLIKELY",
    "AssessedStep",
    "Assessment",
    "Knowledge",
    "Prior",
    "assess",
    "fit",
    "infer_knowledge",
    "plan_weights",
    "prior_for",
    "priors_to_json",
    "read_priors",
]
