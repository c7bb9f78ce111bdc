"""The same board seen in several ways: counts, shares, lift over play at random, winners beside
losers, and their difference. Each is a value of every space, with its interval and how sure it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from games.core.metrics import WHOLE

from .answer import Ruleset, SpaceAnswer, SpaceCount
from .differences import Compared, difference, ratio
from .means import Mean, mean_of
from .rounding import NOTHING, percent, percent_of, signed_percent, span, times_words
from .wilson import FEW

TIMES, SHARE, LIFT, PAIR, DIFFERENCE = "times", "share", "lift", "pair", "difference"
FAINT = 0.35
"""How strong a value is drawn that may be nothing at all."""


@dataclass(frozen=True, slots=True)
class SpaceValue:
    """A space in a view: its value (None: there is none), its interval (a count has none), the text
    on it, what is said of it, how strong it is drawn (1: sure, down to FAINT).
    """

    space: str
    about: str
    value: float | None
    low: float | None
    high: float | None
    text: str
    words: str
    strength: float
    count: SpaceCount


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board in one way of seeing it. `middle` is the value that means nothing (0 or 1), None
    where values grow from nothing; `most` is what the strongest colour stands for.
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
        """How many values may be nothing at all."""
        return sum(value.strength < 1 for value in self.values)


class Baseline(NamedTuple):
    """What play at random gives: the sums by space of `games` games, and how they were made."""

    games: int
    seed: str
    sums: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The board as it was asked to be seen: one view, or one for each of `titles`. No view: a lift
    over random play that cannot be told, because the games are of several `rulesets`, or (none is
    named) because nothing was played at random there yet.
    """

    answer: SpaceAnswer
    views: tuple[BoardView, ...]
    titles: tuple[str, ...] = ()
    rulesets: tuple[Ruleset, ...] = ()
    baseline: Baseline | None = None


def times_view(answer: SpaceAnswer) -> BoardView:
    """How often."""
    values = [  # a count has no interval; that of its share is in the words
        SpaceValue(
            count.space,
            count.about,
            count.times,
            None,
            None,
            str(count.times),
            _times_words(count),
            1.0,
            count,
        )
        for count in answer.spaces
    ]
    most = max(count.times for count in answer.spaces)
    scale = gettext(
        "Colour grows with the square root of the count, from none to the most on this board."
    )
    return BoardView(TIMES, answer.title, scale, answer, tuple(values), None, most)


def share_view(answer: SpaceAnswer, most: float = 0.0) -> BoardView:
    """In what share of games; the wider the interval, the fainter."""
    values = []
    for count in answer.spaces:
        share = count.share
        wide = 1.0 if share.low is None or share.high is None else share.high - share.low
        text = percent_of(share.k, share.n).removesuffix(" %")
        values.append(
            SpaceValue(
                count.space,
                count.about,
                share.value,
                share.low,
                share.high,
                text,
                _times_words(count),
                max(FAINT, min(1.0, 1.15 - wide)),
                count,
            )
        )
    most = most or max((count.share.value or 0.0 for count in answer.spaces), default=0.0)
    scale = gettext(
        "Percent of games, from none to the most on this board; the wider its 95 % Wilson score "
        "interval, the fainter a space is drawn."
    )
    return BoardView(SHARE, answer.title, scale, answer, tuple(values), None, most)


def lift_view(answer: SpaceAnswer, sums: Mapping[str, Any], baseline: Baseline) -> BoardView:
    """How many times as often as legal play at random would have it, by observation."""
    ours = _means(sums, answer.question.layer)
    theirs = _means(baseline.sums, answer.question.layer)
    one = answer.metric.observation

    def words(count: SpaceCount, found: Compared) -> str:
        mine, random = ours(count.space), theirs(count.space)
        return gettext(
            "per {one} {mine} in {games} games, at random {random} in {of} games; lift {lift}"
        ).format(
            one=one,
            mine=times_words(mine.value),
            games=mine.games,
            random=times_words(random.value),
            of=random.games,
            lift=_lift_words(found),
        )

    found = {count.space: ratio(ours(count.space), theirs(count.space)) for count in answer.spaces}
    values = [
        _compared(count, found[count.space], times_words(found[count.space].value), 1.0,
                  words(count, found[count.space]))
        for count in answer.spaces
    ]  # fmt: skip
    most = max((max(v.value, 1 / v.value) for v in values if v.value), default=1.0)
    scale = gettext(
        "How many times as often as legal play at random: warm is more often, cold is less; a "
        "space whose interval holds 1 (no difference) is drawn faint."
    )
    return BoardView(LIFT, answer.title, scale, answer, tuple(values), 1.0, min(max(most, 1.5), 8))


def difference_view(one: SpaceAnswer, two: SpaceAnswer) -> BoardView:
    """The share of games in one answer less that in another."""
    others = {count.space: count for count in two.spaces}

    def words(count: SpaceCount, found: Compared) -> str:
        other = others[count.space]
        return gettext("{share}, beside {other}; difference {value}, 95 % interval {span}").format(
            share=_share_words(count),
            other=_share_words(other),
            value=signed_percent(found.value),
            span=span(signed_percent(found.low), signed_percent(found.high)),
        )

    values = []
    for count in one.spaces:
        found = difference(count.share, others[count.space].share)
        text = signed_percent(found.value).removesuffix(" %")
        values.append(_compared(count, found, text, 0.0, words(count, found)))
    most = max((abs(v.value) for v in values if v.value is not None), default=0.0)
    scale = gettext(
        "Percent of the games one side won less percent of those the other won: warm is more with "
        "the first, cold more with the second; a space whose interval holds 0 (no "
        "difference) is drawn faint."
    )
    return BoardView(DIFFERENCE, one.title, scale, one, tuple(values), 0.0, max(most, 0.05))


def pair_views(answers: Iterable[SpaceAnswer]) -> tuple[BoardView, ...]:
    """Shares side by side, on one scale."""
    found = list(answers)
    shares = [count.share.value or 0.0 for answer in found for count in answer.spaces]
    return tuple(share_view(answer, max(shares, default=0.0)) for answer in found)


def _means(sums: Mapping[str, Any], layer: str) -> Callable[[str], Mean]:
    played, observations, squares = sums.get(WHOLE, (0, 0, 0))
    spaces = sums.get(layer, {})

    def mean(space: str) -> Mean:
        times, _, total, product = spaces.get(space, (0, 0, 0, 0))
        return mean_of((played, observations, squares, times, product, total))

    return mean


def _compared(
    count: SpaceCount, found: Compared, text: str, nothing: float, words: str
) -> SpaceValue:
    value, low, high = found
    is_sure = low is not None and (low > nothing or (high is not None and high < nothing))
    strength = 1.0 if is_sure and count.share.n >= FEW else FAINT
    return SpaceValue(count.space, count.about, value, low, high, text, words, strength, count)


def _share_words(count: SpaceCount) -> str:
    share = count.share
    return gettext("in {k} of {n} games, {percent}, 95 % interval {span}").format(
        k=share.k,
        n=share.n,
        percent=percent_of(share.k, share.n),
        span=span(percent(share.low), percent(share.high)),
    )


def _times_words(count: SpaceCount) -> str:
    times = ngettext("{n} time", "{n} times", count.times).format(n=count.times)
    return f"{times}, {_share_words(count)}"


def _lift_words(found: Compared) -> str:
    if found.value is None:
        return NOTHING
    high = "∞" if found.high is None and found.low is not None else times_words(found.high)
    return gettext("{value}, 95 % interval {span}").format(
        value=times_words(found.value), span=span(times_words(found.low), high)
    )
