"""What each side of a game of Goryō could know, what its actions were worth, and the marks that
follow (docs/adr/0012).

`assess` judges a whole replay; `weigh` and `know` answer for a single position of a chase.
"""

from games.goryo.assessment.assess import Assessed, Assessment, assess
from games.goryo.assessment.belief import Knowledge, know
from games.goryo.assessment.definitions import MARKS, SORTS, UNLIKELY, Definition
from games.goryo.assessment.fit import fit
from games.goryo.assessment.marks import Mark
from games.goryo.assessment.priors import (
    UNIFORM,
    Prior,
    plain_priors,
    prior_for,
    read_priors,
    weigh,
)

__all__ = [
    "MARKS",
    "SORTS",
    "UNIFORM",
    "UNLIKELY",
    "Assessed",
    "Assessment",
    "Definition",
    "Knowledge",
    "Mark",
    "Prior",
    "assess",
    "fit",
    "know",
    "plain_priors",
    "prior_for",
    "read_priors",
    "weigh",
]
