"""Views of a board: counts, shares, lift over random play, winners of each side next to each other,
and their difference. Each has a value for every space, with its interval and how certain it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil, log, sqrt
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext

from analytics.insight.comparing import LEVEL, benjamini_hochberg, p_value
from analytics.insight.differences import Compared, difference, ratio
from analytics.insight.exact import MIN_GAMES
from analytics.insight.means import Mean, mean_of
from analytics.insight.options import has_fixed_sides
from analytics.insight.rounding import (
    NOTHING,
    percent,
    percent_of,
    signed_percent,
    span,
    two_decimals,
)
from analytics.insight.verdicts import compare_interval
from analytics.insight.wilson import FEW
from games.core.contract import GameKind
from games.core.metrics import WHOLE
from games.core.sums import BoardSum, Moments, SpaceSum

from .answer import Ruleset, SpaceAnswer, SpaceCount

TIMES, SHARE, LIFT, PAIR, DIFFERENCE = "times", "share", "lift", "pair", "difference"
FAINT = 0.35
"""Opacity of a value that may be zero or neutral."""
_SCALES = {
    TIMES: gettext_noop(
        "Colour is proportional to the square root of the count, from zero to the maximum on this "
        "board."
    ),
    SHARE: gettext_noop(
        "Percentage of games, from zero to the maximum on this board. The wider the 95 % Wilson "
        "score interval, the fainter the space."
    ),
    LIFT: gettext_noop(
        "Compared with random legal play: warm colours mean more often, cold colours less often. "
        "Spaces that do not clearly differ are faint. After correction for all spaces, at most 5 "
        "% of the other spaces are expected to be false positives."
    ),
    DIFFERENCE: gettext_noop(
        "Share of the games won by one side in which it happened, minus the same share of the "
        "games won by the other side. Warm colours: more often when the first side won; cold "
        "colours: more often when the second side won. Spaces that do not clearly differ are "
        "faint. After correction for all spaces, at most 5 % of the other spaces are expected to "
        "be false positives."
    ),
}


@dataclass(frozen=True, slots=True)
class SpaceValue:
    """A space in a view: its value (if any), its interval (a count has none), the text on it, its
    description, its opacity (1: certain, down to FAINT), and the q-value of a comparison.
    """

    count: SpaceCount
    value: float | None
    low: float | None
    high: float | None
    text: str
    description: str
    strength: float = 1.0
    q: float | None = None


@dataclass(frozen=True, slots=True)
class BoardView:
    """A view of a board. `maximum` is the value of the strongest colour."""

    show: str
    answer: SpaceAnswer
    values: tuple[SpaceValue, ...]
    maximum: float

    @property
    def title(self) -> str:
        """The title of the layer."""
        return self.answer.title

    @property
    def scale(self) -> str:
        """How to read the colours."""
        return gettext(_SCALES[self.show])

    @property
    def middle(self) -> float | None:
        """The neutral value, None where values start at zero."""
        return {LIFT: 1.0, DIFFERENCE: 0.0}.get(self.show)

    @property
    def n_faint(self) -> int:
        """How many values may be zero or neutral."""
        return sum(value.strength < 1 for value in self.values)

    def warmth(self, value: float | None) -> float:
        """Return a value as heat: 0 for neutral, 1 for the maximum, below 0 for less than neutral.
        Counts use the square root, so that one frequent space does not fade the others. Ratios use
        their logarithm, so that twice and half are symmetric.
        """
        if value is None or not self.maximum:
            return 0.0
        if self.show == TIMES:
            return sqrt(value / self.maximum)
        if self.show == LIFT:
            return max(-1.0, min(1.0, log(max(value, 1e-9)) / log(self.maximum)))
        return max(-1.0, min(1.0, value / self.maximum))

    def ticks(self) -> list[tuple[float, str]]:
        """Return values to label the scale with, and their labels."""
        top = self.maximum
        if self.show == TIMES:
            return [(count, str(count)) for count in round_counts(int(top))]
        if self.show == LIFT:
            return [(v, two_decimals(v)) for v in (1 / top, top**-0.5, 1.0, top**0.5, top)]
        if self.show == SHARE:
            return [(top * n / 4, percent(top * n / 4)) for n in range(5)]
        return [(top * n / 2, signed_percent(top * n / 2)) for n in range(-2, 3)]


def round_counts(maximum: int) -> list[int]:
    """Return counts from 0 to the maximum that divide the square root scale into quarters.

    >>> round_counts(100), round_counts(3), round_counts(0)
    ([0, 7, 25, 57, 100], [0, 1, 2, 3], [0])
    """
    return sorted({0, maximum, *(ceil(maximum * (step / 4) ** 2) for step in range(1, 4))})


def shows_of(kind: GameKind) -> dict[str, str]:
    """Return the views of a game's board: key → title."""
    shows = {TIMES: gettext("Count"), SHARE: gettext("Share of games")}
    if kind.rules.random_event:
        shows[LIFT] = gettext("Lift over random play")
    if has_fixed_sides(kind) and len(kind.identity.sides) == 2:
        shows |= {PAIR: gettext("Winners side by side"), DIFFERENCE: gettext("Difference")}
    return shows


class Baseline(NamedTuple):
    """Random play: the sums by space of `games` games, and their seed."""

    games: int
    seed: str
    sums: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The views of a board: one, or one for each of `titles`. None: there is no lift, because the
    games have several `rulesets`, or (without rulesets) because no random games exist there yet.
    """

    answer: SpaceAnswer
    views: tuple[BoardView, ...]
    titles: tuple[str, ...] = ()
    rulesets: tuple[Ruleset, ...] = ()
    baseline: Baseline | None = None


def times_view(answer: SpaceAnswer) -> BoardView:
    """Return how often something happened."""
    values = tuple(  # a count has no interval; that of its share is in the description
        SpaceValue(count, count.times, None, None, str(count.times), _times_text(count))
        for count in answer.spaces
    )
    return BoardView(TIMES, answer, values, max(count.times for count in answer.spaces))


def share_view(answer: SpaceAnswer, maximum: float = 0.0) -> BoardView:
    """Return in what share of games it happened; the wider the interval, the fainter."""
    values = []
    for count in answer.spaces:
        share = count.share
        width = 1.0 if share.low is None or share.high is None else share.high - share.low
        text = percent_of(share.k, share.n).removesuffix(" %")
        strength = max(FAINT, min(1.0, 1.15 - width))
        values.append(SpaceValue(count, *share[2:], text, _times_text(count), strength))
    return BoardView(SHARE, answer, tuple(values), maximum or _largest_share(answer))


def pair_views(answers: Iterable[SpaceAnswer]) -> tuple[BoardView, ...]:
    """Return shares next to each other, on one scale."""
    answers = list(answers)
    maximum = max(map(_largest_share, answers), default=0.0)
    return tuple(share_view(answer, maximum) for answer in answers)


def lift_view(answer: SpaceAnswer, sums: Mapping[str, Any], baseline: Baseline) -> BoardView:
    """Return how many times as often it happened as in random legal play, by observation."""
    values, p_values = [], dict[str, float]()
    for count in answer.spaces:
        observed, random = (
            _mean(part, answer.question.layer, count.space) for part in (sums, baseline.sums)
        )
        lift = ratio(observed, random)
        description = gettext(
            "{mine} per {one} in {games} games; random play: {random} in {of} games; lift {lift}"
        ).format(
            one=answer.metric.observation,
            mine=two_decimals(observed.value),
            games=observed.games,
            random=two_decimals(random.value),
            of=random.games,
            lift=_lift_text(lift),
        )
        values.append(_compared(count, lift, two_decimals(lift.value), description))
        if lift.value is not None and lift.low is not None and lift.high is not None:
            p_values[count.space] = compare_interval(lift.value, lift.low, lift.high, 1.0).p
    values = _marked(values, p_values)
    extreme = max((max(v.value, 1 / v.value) for v in values if v.value), default=1.0)
    return BoardView(LIFT, answer, tuple(values), min(max(extreme, 1.5), 8))


def difference_view(first: SpaceAnswer, second: SpaceAnswer) -> BoardView:
    """Return the share of games in one answer minus that in another."""
    values, p_values = [], dict[str, float]()
    for count, other in zip(first.spaces, second.spaces, strict=True):  # of the same board
        compared = difference(count.share, other.share)
        text = signed_percent(compared.value).removesuffix(" %")
        description = gettext(
            "{share}, compared with {other}; difference {value}, 95 % interval {span}"
        ).format(
            share=_share_text(count),
            other=_share_text(other),
            value=signed_percent(compared.value),
            span=span(signed_percent(compared.low), signed_percent(compared.high)),
        )
        values.append(_compared(count, compared, text, description))
        if min(count.share.n, other.share.n) >= MIN_GAMES:
            p_values[count.space] = p_value(count.share, other.share.k, other.share.n)
    values = _marked(values, p_values)
    extreme = max((abs(v.value) for v in values if v.value is not None), default=0.0)
    return BoardView(DIFFERENCE, first, tuple(values), max(extreme, 0.05))


def _largest_share(answer: SpaceAnswer) -> float:
    return max((count.share.value or 0.0 for count in answer.spaces), default=0.0)


def _mean(sums: Mapping[str, Any], layer: str, space: str) -> Mean:
    """Return how often something happened on a space, by observation."""
    whole, leaf = BoardSum(*sums.get(WHOLE, ())), SpaceSum(*sums.get(layer, {}).get(space, ()))
    return mean_of(Moments(*whole, leaf.times, leaf.times_observations, leaf.times_squared))


def _compared(count: SpaceCount, compared: Compared, text: str, description: str) -> SpaceValue:
    return SpaceValue(count, *compared, text, description, FAINT)


def _marked(values: Iterable[SpaceValue], p_values: Mapping[str, float]) -> list[SpaceValue]:
    """Return values with their q-values, corrected over the whole board; those at most 5 % are not
    faint.
    """
    q_values = benjamini_hochberg(p_values)
    marked = []
    for value in values:
        q = q_values.get(value.count.space)
        is_certain = q is not None and q <= LEVEL and value.count.share.n >= FEW
        marked.append(replace(value, q=q, strength=1.0 if is_certain else FAINT))
    return marked


def _share_text(count: SpaceCount) -> str:
    share = count.share
    return gettext("in {k} of {n} games, {percent}, 95 % interval {span}").format(
        k=share.k,
        n=share.n,
        percent=percent_of(share.k, share.n),
        span=span(percent(share.low), percent(share.high)),
    )


def _times_text(count: SpaceCount) -> str:
    times = ngettext("{n} time", "{n} times", count.times).format(n=count.times)
    return f"{times}, {_share_text(count)}"


def _lift_text(compared: Compared) -> str:
    if compared.value is None:
        return NOTHING
    high = (
        "∞" if compared.high is None and compared.low is not None else two_decimals(compared.high)
    )
    return gettext("{value}, 95 % interval {span}").format(
        value=two_decimals(compared.value), span=span(two_decimals(compared.low), high)
    )
