"""What each side of a game of Goryō could know, what its actions were worth, and the marks that
follow (docs/adr/0012).
"""

from games.goryo.assessment.assess import Assessed, Assessment, assess
from games.goryo.assessment.definitions import MARKS, SORTS, UNLIKELY, Definition
from games.goryo.assessment.fit import fit
from games.goryo.assessment.marks import Mark
from games.goryo.assessment.priors import UNIFORM, Prior, plain_priors, read_priors

__all__ = [
    "MARKS",
    "SORTS",
    "UNIFORM",
    "UNLIKELY",
    "Assessed",
    "Assessment",
    "Definition",
    "Mark",
    "Prior",
    "assess",
    "fit",
    "plain_priors",
    "read_priors",
]
