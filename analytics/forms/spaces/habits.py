"""Habits by space: in what share of games something happened there."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.utils.translation import gettext, pgettext

from analytics.forms.habits import HabitTable, Value, compare
from analytics.insight.wilson import rate
from games.core.metrics import WHOLE, Habit, SpacesMetric
from games.core.sums import BoardSum, SpaceSum

MAX_SPACES = 10
"""Spaces that a table shows."""
Sums = Mapping[str, Any]


def layers_of(habit: Habit) -> tuple[str, ...]:
    """Return the layers of a habit."""
    return habit.layers or tuple(cast("SpacesMetric", habit.metric).layers)


def tables(habit: Habit, title: str, mine: Sums, others: Sums) -> Iterator[HabitTable]:
    """Return a table a layer, with the spaces that are in most of the player's games first."""
    metric = cast("SpacesMetric", habit.metric)
    for layer in layers_of(habit):
        layer_title, meaning = metric.layers[layer]
        sums = {space: SpaceSum(*leaf) for space, leaf in mine.get(layer, {}).items()}
        ordered = sorted(sums, key=lambda space: (-sums[space].games, -sums[space].times, space))
        rows = tuple(
            compare(space, space, _share(mine, layer, space), _share(others, layer, space))
            for space in ordered[:MAX_SPACES]
        )
        if rows:
            yield HabitTable(
                habit,
                title + layer_title,
                gettext("{what}: share of games in which it happened.").format(
                    what=f"{meaning[:1].upper()}{meaning[1:]}"
                ),
                pgettext("of a board", "Space"),
                layer,
                rows,
                max(0, len(ordered) - MAX_SPACES),
            )


def _share(sums: Sums, layer: str, space: str) -> Value:
    played = BoardSum(*sums.get(WHOLE, ())).games
    return Value.of_rate(rate(SpaceSum(*sums.get(layer, {}).get(space, ())).games, played))
