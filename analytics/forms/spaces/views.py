"""Views of a board: counts, shares, lift over random play, winners of each side next to each other,
and their difference. Each has a value for every space, with its interval and how certain it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from analytics.insight.differences import Compared, difference, ratio
from analytics.insight.means import Mean, mean_of
from analytics.insight.options import has_fixed_sides
from analytics.insight.rounding import (
    NOTHING,
    percent,
    percent_of,
    signed_percent,
    span,
    times_words,
)
from analytics.insight.wilson import FEW
from games.core.contract import GameKind
from games.core.metrics import WHOLE
from games.core.sums import BoardSum, Moments, SpaceSum

from .answer import Ruleset, SpaceAnswer, SpaceCount

TIMES, SHARE, LIFT, PAIR, DIFFERENCE = "times", "share", "lift", "pair", "difference"
PAIR_OF = 2
FAINT = 0.35
"""How strong a value is drawn that may be zero."""


@dataclass(frozen=True, slots=True)
class SpaceValue:
    """A space in a view: its value (if any), its interval (a count has none), the text on it, its
    description, how strong it is drawn (1: certain, down to FAINT).
    """

    count: SpaceCount
    value: float | None
    low: float | None
    high: float | None
    text: str
    description: str
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class BoardView:
    """A view of a board. `middle` is the neutral value (0 or 1), None where values start at zero;
    `most` is the value of the strongest colour.
    """

    show: str
    title: str
    scale: str
    answer: SpaceAnswer
    values: tuple[SpaceValue, ...]
    middle: float | None
    most: float

    @property
    def n_faint(self) -> int:
        """How many values may be zero or neutral."""
        return sum(value.strength < 1 for value in self.values)


def shows_of(kind: GameKind) -> dict[str, str]:
    """Return the views of a game's board: key → title."""
    shows = {TIMES: gettext("Count"), SHARE: gettext("Share of games")}
    if kind.rules.random_event:
        shows[LIFT] = gettext("Lift over random play")
    if has_fixed_sides(kind) and len(kind.identity.sides) == PAIR_OF:
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
    """Return how often."""
    values = [  # a count has no interval; that of its share is in the description
        SpaceValue(count, count.times, None, None, str(count.times), _times_text(count))
        for count in answer.spaces
    ]
    most = max(count.times for count in answer.spaces)
    scale = gettext(
        "Colour is proportional to the square root of the count, from zero to the maximum on this "
        "board."
    )
    return BoardView(TIMES, answer.title, scale, answer, tuple(values), None, most)


def share_view(answer: SpaceAnswer, most: float = 0.0) -> BoardView:
    """Return in what share of games; the wider the interval, the fainter."""
    values = []
    for count in answer.spaces:
        share = count.share
        wide = 1.0 if share.low is None or share.high is None else share.high - share.low
        text = percent_of(share.k, share.n).removesuffix(" %")
        description, strength = _times_text(count), max(FAINT, min(1.0, 1.15 - wide))
        values.append(
            SpaceValue(count, share.value, share.low, share.high, text, description, strength)
        )
    most = most or max((count.share.value or 0.0 for count in answer.spaces), default=0.0)
    scale = gettext(
        "Percentage of games, from zero to the maximum on this board. The wider the 95 % Wilson "
        "score interval, the fainter the space."
    )
    return BoardView(SHARE, answer.title, scale, answer, tuple(values), None, most)


def lift_view(answer: SpaceAnswer, sums: Mapping[str, Any], baseline: Baseline) -> BoardView:
    """Return how many times as often as in legal random play, by observation."""
    layer = answer.question.layer
    observed_at, random_at = _means(sums, layer), _means(baseline.sums, layer)

    def describe(count: SpaceCount, lift: Compared) -> str:
        observed, random = observed_at(count.space), random_at(count.space)
        return gettext(
            "{mine} per {one} in {games} games; random play: {random} in {of} games; lift {lift}"
        ).format(
            one=answer.metric.observation,
            mine=times_words(observed.value),
            games=observed.games,
            random=times_words(random.value),
            of=random.games,
            lift=_lift_text(lift),
        )

    values = []
    for count in answer.spaces:
        lift = ratio(observed_at(count.space), random_at(count.space))
        text = times_words(lift.value)
        values.append(_compared(count, lift, text, 1.0, describe(count, lift)))
    most = max((max(v.value, 1 / v.value) for v in values if v.value), default=1.0)
    scale = gettext(
        "Compared with random legal play: warm colours are more often, cold colours less often. A "
        "space is faint if its interval contains 1 (no difference)."
    )
    return BoardView(LIFT, answer.title, scale, answer, tuple(values), 1.0, min(max(most, 1.5), 8))


def difference_view(first: SpaceAnswer, second: SpaceAnswer) -> BoardView:
    """Return the share of games in one answer minus that in another."""
    others = {count.space: count for count in second.spaces}

    def describe(count: SpaceCount, compared: Compared) -> str:
        other = others[count.space]
        return gettext(
            "{share}, compared with {other}; difference {value}, 95 % interval {span}"
        ).format(
            share=_share_text(count),
            other=_share_text(other),
            value=signed_percent(compared.value),
            span=span(signed_percent(compared.low), signed_percent(compared.high)),
        )

    values = []
    for count in first.spaces:
        compared = difference(count.share, others[count.space].share)
        text = signed_percent(compared.value).removesuffix(" %")
        values.append(_compared(count, compared, text, 0.0, describe(count, compared)))
    most = max((abs(v.value) for v in values if v.value is not None), default=0.0)
    scale = gettext(
        "Percentage of games one side won minus the percentage of games the other side won. Warm "
        "colours: more with the first; cold colours: more with the second. A space is faint if "
        "its interval contains 0 (no difference)."
    )
    return BoardView(DIFFERENCE, first.title, scale, first, tuple(values), 0.0, max(most, 0.05))


def pair_views(answers: Iterable[SpaceAnswer]) -> tuple[BoardView, ...]:
    """Return shares next to each other, on one scale."""
    answers = list(answers)
    shares = [count.share.value or 0.0 for answer in answers for count in answer.spaces]
    return tuple(share_view(answer, max(shares, default=0.0)) for answer in answers)


def _means(sums: Mapping[str, Any], layer: str) -> Callable[[str], Mean]:
    whole, spaces = BoardSum(*sums.get(WHOLE, ())), sums.get(layer, {})

    def mean(space: str) -> Mean:
        leaf = SpaceSum(*spaces.get(space, ()))
        return mean_of(
            Moments(
                whole.games,
                whole.observations,
                whole.observations_squared,
                leaf.times,
                leaf.times_observations,
                leaf.times_squared,
            )
        )

    return mean


def _compared(
    count: SpaceCount, compared: Compared, text: str, neutral: float, description: str
) -> SpaceValue:
    low, high = compared.low, compared.high
    is_certain = low is not None and (low > neutral or (high is not None and high < neutral))
    strength = 1.0 if is_certain and count.share.n >= FEW else FAINT
    return SpaceValue(count, compared.value, low, high, text, description, strength)


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
    high = "∞" if compared.high is None and compared.low is not None else times_words(compared.high)
    return gettext("{value}, 95 % interval {span}").format(
        value=times_words(compared.value), span=span(times_words(compared.low), high)
    )
