"""What is said of a player: records, habits beside those of the others, opponents. Pure, from the
sums of players' cells.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.rollups.measures import merged
from games.core.contract import GameKind
from games.core.metrics import WHOLE, DistributionMetric, Habit, RateMetric, SpacesMetric

from .means import mean_of
from .wilson import FEW, Rate, rate

PLAYERS = gettext_noop(
    "A player is a name in logs, not an account; identities are not verified. Two spellings are "
    "the same name if they agree after Unicode NFKC normalization, ignoring case, invisible "
    "characters and the number of spaces between words. Similar-looking letters of different "
    "scripts stay different, and so do letters with and without accents."
)
RECORD = gettext_noop(
    "Won: games the player's side won, alone or shared, divided by decided games (games with a "
    "winner, by rule or by resignation), with the 95 % Wilson score interval. Abandoned and "
    "unfinished games are counted separately. A game in which a name has several seats counts for "
    "each."
)
HABITS = gettext_noop(
    "The player's games compared with those of all other players by the same rules, in the same "
    "role. A difference is marked if its 95 % interval does not contain 0 (Newcombe's method for "
    "shares, the same with Student's t for means). On average, one of twenty such marks is due to "
    "chance."
)
AGAINST = gettext_noop(
    "Decided games on different sides. Ahead: the player's side ranked higher; ties are counted "
    "separately. The interval is the 95 % Wilson score interval."
)
TOP = 10
"""Spaces that a table of habits shows."""


class Counts(NamedTuple):
    """How games ended: `games` = won + lost + nobody + unfinished; `shared` are some of those
    won.
    """

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    nobody: int = 0
    unfinished: int = 0

    def plus(self, other: Sequence[int]) -> "Counts":
        """Both together."""
        return Counts(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def rate(self) -> Rate:
        """The share won of those decided."""
        return rate(self.won, self.won + self.lost)


@dataclass(frozen=True, slots=True)
class Record:
    """Some of a player's games: `words` choose them in the list of the player's games."""

    label: str
    counts: Counts
    words: Mapping[str, str]


class Value(NamedTuple):
    """A share or a mean with its interval and what it rests on (`n` games). Without an interval
    the bounds are None.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    is_share: bool
    k: int = 0

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return self.n < FEW


@dataclass(frozen=True, slots=True)
class HabitRow:
    """A group, or a space: the player's number beside that of the others. `differs` is `more`,
    `less` or empty.
    """

    key: str
    label: str
    mine: Value
    others: Value
    differs: str


@dataclass(frozen=True, slots=True)
class HabitTable:
    """A habit. `n_more` rows that are not shown; `layer` of a table of spaces."""

    habit: Habit
    title: str
    definition: str
    group_title: str
    layer: str
    rows: tuple[HabitRow, ...]
    n_more: int = 0

    def words(self, key: str = "", *, won: bool = False) -> dict[str, str]:
        """The words that choose the games of a row; of a table of spaces, without a space, all
        games of the table.
        """
        roles = self.habit.roles
        words = {"habit": self.habit.metric.key, "layer": self.layer, "group": key}
        words |= {"role": roles[0] if len(roles) == 1 else "", "won": "yes" if won else ""}
        return {word: said for word, said in words.items() if said}


@dataclass(frozen=True, slots=True)
class Opponent:
    """Decided games against another name."""

    name_key: str
    ahead: Rate
    level: int


def habit_tables(
    kind: GameKind, mine: Mapping[str, Any], everybody: Mapping[str, Any]
) -> list[HabitTable]:
    """The habits of a player under one ruleset, on one board: both are sums by role."""
    found = list[HabitTable]()
    for habit in kind.counting.habits:
        own = _over_roles(mine, habit)
        others = merged(_over_roles(everybody, habit), own, -1)
        if own:
            found.extend(_tables(kind, habit, own, others))
    return found


def _over_roles(sums: Mapping[str, Any], habit: Habit) -> dict[str, Any]:
    total: dict[str, Any] = {}
    for role in habit.roles:
        total = merged(total, sums.get(role, {}).get(habit.metric.key, {}))
    return total


def _tables(
    kind: GameKind, habit: Habit, own: Mapping[str, Any], others: Mapping[str, Any]
) -> Iterable[HabitTable]:
    metric = habit.metric
    whose = kind.identity.roles[habit.roles[0]] + ": " if len(habit.roles) == 1 else ""
    if not isinstance(metric, SpacesMetric):
        rows = tuple(
            _row(key, label, _value(metric, own.get(key)), _value(metric, others.get(key)))
            for key, label in metric.groups.items()
            if key in own
        )
        yield HabitTable(
            habit, whose + metric.title, metric.definition, metric.group_title, "", rows
        )
        return
    for layer in habit.layers or tuple(metric.layers):
        title, meaning = metric.layers[layer]
        spaces = own.get(layer, {})
        ordered = sorted(spaces, key=lambda space: (-spaces[space][1], -spaces[space][0], space))
        rows = tuple(
            _row(space, space, _share(own, layer, space), _share(others, layer, space))
            for space in ordered[:TOP]
        )
        if rows:
            about = gettext("{what}: share of games in which it happened.").format(
                what=f"{meaning[:1].upper()}{meaning[1:]}"
            )
            yield HabitTable(
                habit,
                whose + title,
                about,
                pgettext("of a board", "Space"),
                layer,
                rows,
                max(0, len(ordered) - TOP),
            )


def _row(key: str, label: str, mine: Value, others: Value) -> HabitRow:
    return HabitRow(key, label, mine, others, differs(mine, others))


def _value(metric: RateMetric | DistributionMetric, sums: Any) -> Value:
    if isinstance(metric, RateMetric):
        n, k, _ = sums or (0, 0, 0)
        return _of_rate(rate(k, n))
    mean = mean_of(sums["mean"] if sums else ())
    return Value(mean.value, mean.low, mean.high, mean.games, is_share=False)


def _share(sums: Mapping[str, Any], layer: str, space: str) -> Value:
    played = sums.get(WHOLE, (0, 0))[0]
    return _of_rate(rate(sums.get(layer, {}).get(space, (0, 0))[1], played))


def _of_rate(one: Rate) -> Value:
    return Value(one.value, one.low, one.high, one.n, is_share=True, k=one.k)


def differs(mine: Value, others: Value) -> str:
    """`more` or `less` where the interval of the difference leaves out nought, by squaring and
    adding the arms of both intervals (R. G. Newcombe, Statistics in Medicine 17, 1998, p. 873,
    method 10); empty where it does not, or one of both rests on few games.
    """
    if mine.is_few or others.is_few:
        return ""
    a, b = mine, others
    if None in (a.value, a.low, a.high, b.value, b.low, b.high):
        return ""
    low, high = difference((a.value, a.low, a.high), (b.value, b.low, b.high))  # type: ignore[arg-type]  # none is None
    return "more" if low > 0 else "less" if high < 0 else ""


def difference(
    one: tuple[float, float, float], two: tuple[float, float, float]
) -> tuple[float, float]:
    """The 95 % interval of one minus two, each given as value, low, high.

    >>> low, high = difference((0.5, 0.4, 0.6), (0.5, 0.4, 0.6))
    >>> round(low, 3), round(high, 3)
    (-0.141, 0.141)
    """
    (a, a_low, a_high), (b, b_low, b_high) = one, two
    low = a - b - sqrt((a - a_low) ** 2 + (b_high - b) ** 2)
    high = a - b + sqrt((a_high - a) ** 2 + (b - b_low) ** 2)
    return low, high


def opponents_of(vs: Mapping[str, Sequence[int]]) -> list[Opponent]:
    """Opponents by how many games, most first."""
    found = [Opponent(key, rate(ahead, n), level) for key, (n, ahead, level) in vs.items()]
    return sorted(found, key=lambda one: (-one.ahead.n, one.name_key))
