"""How many people a number rests on, and which interval is drawn: the wider one of the interval of
games and that of players. Pure; `clusters` computes the numbers.
"""

from typing import NamedTuple

from .means import Mean
from .wilson import Rate, bounds_of

MIN_CLUSTERS = 5
"""Below this many players there is no interval."""
BOOTSTRAP_BELOW = 30
"""Below this many players the interval of players is a bootstrap."""


class Interval(NamedTuple):
    """A 95 % interval, None where there is none: too few players, or no spread among games."""

    low: float | None
    high: float | None

    @property
    def width(self) -> float:
        """Its width; -1 without one."""
        return -1.0 if self.low is None or self.high is None else self.high - self.low


NO_INTERVAL = Interval(None, None)


class Capped(NamedTuple):
    """A value with the weight of each uploader capped: its interval of players, how many games it
    is worth, (sum of weights)² / sum of squared weights, and the cap as a share.
    """

    value: float
    interval: Interval
    games: float
    cap: float


class People(NamedTuple):
    """How many people a number rests on.

    `players` are the named ones; each of `unnamed` seats counts as a player of one game.
    `effective` is the effective number of players, (sum of n)² / sum of n², where n are the
    observations in a player's games (of a rate: the games).
    `largest` is the share of the games with the most active player, `largest_uploader` that of the
    most active uploader; without known uploaders, this and `uploaders` are 0. `without_pair` are
    the lowest and highest value without any one pair of players. `by_player` is the mean of the
    players' own values. `interval` is that of players. `capped` is the value if no uploader weighs
    more than the cap; None: the cap changes nothing.
    """

    games: int
    players: int
    unnamed: int
    effective: float
    largest: float
    uploaders: int
    largest_uploader: float
    without_pair: tuple[float, float] | None
    by_player: float | None
    interval: Interval
    capped: Capped | None = None

    @property
    def clusters(self) -> int:
        """Players, with each unnamed seat as one."""
        return self.players + self.unnamed

    @property
    def is_few(self) -> bool:
        """Whether there are too few players for an interval."""
        return self.clusters < MIN_CLUSTERS


def drawn_rate(rate: Rate, people: People | None) -> Rate:
    """Return a rate with the wider interval, and with the weight of uploaders capped; without any
    interval if there are too few players.
    """
    drawn = _drawn(rate, people)
    if drawn.low is None or drawn.high is None:
        return rate._replace(value=drawn.value, low=None, high=None)
    return rate._replace(value=drawn.value, low=max(0.0, drawn.low), high=min(1.0, drawn.high))


def drawn_mean(mean: Mean, people: People | None) -> Mean:
    """Return a mean likewise."""
    drawn = _drawn(mean, people)
    return mean._replace(value=drawn.value, low=drawn.low, high=drawn.high)


def drawn_kind(people: People, estimate: Rate | Mean) -> str:
    """Return which interval of an estimate is drawn: `games`, `players`, or `none`."""
    return _drawn(estimate, people).kind


class _Drawn(NamedTuple):
    value: float | None
    low: float | None
    high: float | None
    kind: str


def _drawn(estimate: Rate | Mean, people: People | None) -> _Drawn:
    """Return the value with the weight of uploaders capped, and the wider of the intervals of games
    and players, around the value.
    """
    value, own, of_players = _intervals(estimate, people)
    low, high = of_players
    if people and estimate.n and people.is_few:
        return _Drawn(value, None, None, "none")
    if value is None or low is None or high is None or of_players.width <= own.width:
        return _Drawn(value, *own, "none" if own.low is None else "games")
    return _Drawn(value, min(low, value), max(high, value), "players")


def _intervals(
    estimate: Rate | Mean, people: People | None
) -> tuple[float | None, Interval, Interval]:
    """Return the value with the weight of uploaders capped, its interval of games, and that of
    players.
    """
    capped = people and people.capped
    shown = capped_estimate(estimate, capped)
    own = Interval(shown.low, shown.high)
    if people is None or estimate.value is None:
        return shown.value, own, NO_INTERVAL
    return shown.value, own, capped.interval if capped else people.interval


def capped_estimate(estimate: Rate | Mean, capped: Capped | None) -> Rate | Mean:
    """Return a rate or mean with the weight of uploaders capped, and its interval of games."""
    value = estimate.value
    if capped is None or value is None:
        return estimate
    if isinstance(estimate, Rate):
        bounds = bounds_of(capped.value, capped.games)
        return Rate(estimate.k, estimate.n, capped.value, *bounds)
    if estimate.low is None or estimate.high is None:
        return estimate._replace(value=capped.value)
    shift = capped.value - value
    return Mean(*estimate[:2], capped.value, estimate.low + shift, estimate.high + shift)


def inflation(estimate: Rate | Mean, drawn: Rate | Mean) -> float:
    """Return how many times wider the drawn interval is: the factor of the standard error."""
    own, wider = Interval(*estimate[-2:]), Interval(*drawn[-2:])
    return max(1.0, wider.width / own.width) if own.width > 0 else 1.0


def differs_by_player(people: People, drawn: Rate | Mean) -> bool:
    """Return whether the mean over players differs from the value by more than half the width of
    the drawn interval.
    """
    width = Interval(drawn.low, drawn.high).width
    if people.by_player is None or drawn.value is None or width < 0:
        return False
    return abs(people.by_player - drawn.value) > width / 2
