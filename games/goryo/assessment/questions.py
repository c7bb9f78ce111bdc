"""What a question of the chase is worth, before and after it is answered.

A hypothesis is kept as long as it fits the answer (8.2), so the bits an answer gave are
log2(mass before / mass after): under the uniform prior, of the numbers of hypotheses. Beforehand
the mean over the two answers counts; it is at most one bit (Shannon 1948). Where only the false
trail lies and the edition lets her deny it, both answers fit, and each is taken for equally likely.
"""

from math import log2
from typing import NamedTuple

from games.goryo.assessment.belief import Knowledge, Masses
from games.goryo.assessment.reach import asks
from games.goryo.rules.state import PublicView


class Answers(NamedTuple):
    """A question before it is answered: the masses that fit a yes and a no, the chance of a yes,
    and the bits to be expected.
    """

    yes: float
    no: float
    chance: float
    bits: float


class Option(NamedTuple):
    """A question within a Samurai's reach: `search` or `sniff` of a space after so many moves, the
    chance of a yes, and the bits to be expected.
    """

    space: str
    kind: str
    moves: int
    chance: float
    bits: float


def weigh_question(masses: Masses, space: int, denial: bool) -> Answers:
    """What may be answered of a space that was not asked of yet. With no mass nothing is known:
    all are 0.
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
    """The question with the most bits to be expected among those Samurai `number` can still get to
    ask in this chase; of equal ones that with the fewest moves, then a search, then by name. None
    where he can ask nothing.
    """
    denial, names = view.setup.ruleset.denial_allowed, view.setup.board.names
    best: tuple[tuple[float, int, str, str], Option] | None = None
    for ask in asks(view, number):
        found = weigh_question(known.masses, ask.space, denial)
        name = names[ask.space]
        rank = (-round(found.bits, 9), ask.moves, ask.kind, name)
        if best is None or rank < best[0]:
            best = rank, Option(name, ask.kind, ask.moves, found.chance, found.bits)
    return best[1] if best else None
