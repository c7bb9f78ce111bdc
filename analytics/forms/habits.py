"""Habits: numbers of a player compared with those of all others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from analytics.insight.comparing import LEVEL, benjamini_hochberg, p_value
from analytics.insight.differences import difference_bounds
from analytics.insight.exact import MIN_GAMES
from analytics.insight.means import Mean
from analytics.insight.verdicts import compare_interval
from analytics.insight.wilson import FEW, Rate, rate
from games.core.metrics import Habit


class Value(NamedTuple):
    """A share or a mean with its interval, from `n` games. Bounds are None without an interval."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    is_share: bool
    k: int = 0

    @classmethod
    def of_rate(cls, rate: Rate) -> "Value":
        """Return a share."""
        return cls(rate.value, rate.low, rate.high, rate.n, is_share=True, k=rate.k)

    @classmethod
    def of_mean(cls, mean: Mean) -> "Value":
        """Return a mean."""
        return cls(mean.value, mean.low, mean.high, mean.games, is_share=False)

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.n < FEW


@dataclass(frozen=True, slots=True)
class HabitRow:
    """The player's number of a group or a space, and that of the others."""

    key: str
    label: str
    mine: Value
    others: Value
    q: float | None = None

    @property
    def p(self) -> float | None:
        """The p-value of the difference; None where it is not tested."""
        mine, others = self.mine, self.others
        if mine.is_share and others.is_share:
            if min(mine.n, others.n) < MIN_GAMES:
                return None
            return p_value(rate(mine.k, mine.n), others.k, others.n)
        if mine.is_few or others.is_few or None in (*mine[:3], *others[:3]):
            return None
        low, high = difference_bounds(mine[:3], others[:3])  # type: ignore[arg-type]  # none is None
        return compare_interval((mine.value or 0.0) - (others.value or 0.0), low, high).p

    @property
    def differs(self) -> str:
        """`more` or `less` if the q-value is at most 5 %; else empty."""
        if self.q is None or self.q > LEVEL:
            return ""
        return "more" if (self.mine.value or 0.0) > (self.others.value or 0.0) else "less"


def with_q_values(tables: "Sequence[HabitTable]") -> "list[HabitTable]":
    """Return tables with the q-values of their rows, corrected over all of them."""
    rows = {
        f"{number} {position}": row
        for number, table in enumerate(tables)
        for position, row in enumerate(table.rows)
    }
    q_values = benjamini_hochberg({key: p for key, row in rows.items() if (p := row.p) is not None})
    return [
        replace(
            table,
            rows=tuple(
                replace(row, q=q_values.get(f"{number} {position}"))
                for position, row in enumerate(table.rows)
            ),
        )
        for number, table in enumerate(tables)
    ]


@dataclass(frozen=True, slots=True)
class HabitTable:
    """A habit. `n_more` rows are not shown; `layer` is that of a table of spaces."""

    habit: Habit
    title: str
    definition: str
    group_title: str
    layer: str
    rows: tuple[HabitRow, ...]
    n_more: int = 0

    def params(self, key: str = "", *, won: bool = False) -> dict[str, str]:
        """Return the query parameters that select the games of a row; of a table of spaces, without
        a space, all games of the table.
        """
        roles = self.habit.roles
        params = {"habit": self.habit.metric.key, "layer": self.layer, "group": key}
        params |= {"role": roles[0] if len(roles) == 1 else "", "won": "yes" if won else ""}
        return {name: value for name, value in params.items() if value}
