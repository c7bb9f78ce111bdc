"""The value of a question in a chase, before and after its answer.

A hypothesis remains as long as it fits the answer (8.2), so an answer gives
log2(mass before / mass after) bits; under the uniform prior masses are numbers of hypotheses. The
expected value is the mean over the two answers, at most one bit (Shannon 1948). On a space with
only the false trail, if the edition lets the Goryō deny it, both answers fit and are treated as
equally likely.
"""

from math import log2
from typing import NamedTuple

from games.goryo.assessment.belief import Knowledge, Masses
from games.goryo.assessment.reach import reachable_questions
from games.goryo.rules.state import PublicView


class Answers(NamedTuple):
    """A question before its answer: the masses that fit a yes and a no, the chance of a yes, and
    the expected bits.
    """

    yes: float
    no: float
    chance: float
    bits: float


class Option(NamedTuple):
    """A question that a Samurai can reach: `search` or `sniff` of a space after some moves, the
    chance of a yes, and the expected bits.
    """

    space: str
    kind: str
    moves: int
    chance: float
    bits: float


def evaluate_question(masses: Masses, space: int, denial: bool) -> Answers:
    """Return the possible answers about a space that has not been investigated. Without mass all
    values are 0.
    """
    total = masses.total
    if not total:
        return Answers(0, 0, 0.0, 0.0)
    cubes, trail = masses.cubes[space], masses.trail[space]
    yes, no = cubes + trail, total - cubes - (0 if denial else trail)
    chance = min(1.0, (cubes + (trail / 2 if denial else trail)) / total)
    gained = _gain(chance, yes, total) + _gain(1 - chance, no, total)
    return Answers(yes, no, chance, min(1.0, max(0.0, gained)))


def _gain(chance: float, mass: float, total: float) -> float:
    return chance * log2(total / mass) if chance > 0 and mass > 0 else 0.0


def best_option(view: PublicView, known: Knowledge, number: int) -> Option | None:
    """Return the question with the most expected bits among those that Samurai `number` can still
    reach in this chase, or None. Ties are broken by fewest moves, then search first, then the name
    of the space.
    """
    denial, names = view.setup.ruleset.denial_allowed, view.setup.board.names
    options = []
    for question in reachable_questions(view, number):
        answers = evaluate_question(known.masses, question.space, denial)
        options.append(Option(names[question.space], *question[1:], answers.chance, answers.bits))
    return min(options, key=lambda o: (-round(o.bits, 9), o.moves, o.kind, o.space), default=None)
