"""Seat order: how often each position in the order of play takes first place, by rules."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from analytics.insight.answer import Basis, Tally
from analytics.insight.comparing import LEVEL, holm
from analytics.insight.exact import MIN_GAMES
from analytics.insight.question import Filters
from analytics.insight.verdicts import compare_share
from analytics.insight.wilson import Rate
from analytics.reads.splits import RULES, Measure, Part, find_measure, split
from games.core.contract import GameKind
from games.core.metrics import RateMetric
from games.registry import get_kind

_RULES = RULES[:2]


@dataclass(frozen=True, slots=True)
class Position:
    """A position under one edition and mode: how often it took first place, alone or shared, `even`
    if all sides were equal, and the p-value of the difference after Holm's correction for all
    positions (None: not tested).
    """

    measure: Measure
    title: str
    part: Part
    even: Fraction
    p: float | None = None

    @property
    def rate(self) -> Rate:
        """The rate with the interval that is drawn."""
        return cast(Rate, self.part.item.estimate)

    @property
    def is_marked(self) -> bool:
        """Whether the rate differs from the fair share after correction."""
        low, high = self.rate.low, self.rate.high
        if self.p is None or low is None or high is None:
            return False
        return self.p <= LEVEL and not low <= float(self.even) <= high


@dataclass(frozen=True, slots=True)
class Order:
    """The positions of all rules: by edition and mode, then in the order of play. None for games
    that are selected by their result.
    """

    kind: str
    filters: Filters
    positions: tuple[Position, ...]
    tally: Tally
    basis: Basis


def ask_order(kind_slug: str, filters: Filters) -> Order | None:
    """Return the positions; None for a board game that declares none."""
    kind, found = get_kind(kind_slug), []
    measures = {key: find_measure(kind, key) for key in kind.counting.order}
    answer = None
    for key, measure in measures.items():
        if measure is None:
            raise LookupError(f"{kind_slug}: {key} is no measure")
        (answer,) = split(
            kind_slug, filters, measure, _RULES, basis=answer.basis if answer else None
        )
        title, even = kind.counting.order[key], _even(kind, measure)
        found += [Position(measure, title, part, even) for part in answer.parts]
    if answer is None:
        return None
    modes = list(kind.identity.modes)
    found.sort(key=lambda each: (each.part.key[0], modes.index(each.part.key[1])))
    return Order(kind_slug, filters, _tested(found), answer.tally, answer.basis)


def _even(kind: GameKind, measure: Measure) -> Fraction:
    if isinstance(measure.metric, RateMetric):
        return measure.metric.even[measure.group]
    return Fraction(1, len(kind.identity.sides))


def _tested(positions: list[Position]) -> tuple[Position, ...]:
    tests = {
        str(number): compare_share(each.rate, float(each.even), each.part.item.inflation).p
        for number, each in enumerate(positions)
        if each.rate.n >= MIN_GAMES and each.rate.low is not None
    }
    corrected = holm(tests)
    return tuple(
        replace(each, p=corrected.get(str(number))) for number, each in enumerate(positions)
    )
