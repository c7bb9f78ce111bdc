"""The dimensions by which the statistics of a game can be split."""

from collections.abc import Iterable

from django.utils.translation import gettext

from analytics.insight.definitions import DIMENSION_TITLES
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric


def has_fixed_sides(kind: GameKind) -> bool:
    """Return whether the same sides play in every mode, so that each has one win rate."""
    return all(
        set(kind.identity.roles_in(mode)) == set(kind.identity.sides)
        for mode in kind.identity.modes
    )


def splits_of(kind: GameKind, metric: GroupedMetric | None = None) -> dict[str, str]:
    """Return by what a game's win rates, or a metric, may be split: dimension → title."""
    wanted: Iterable[str] = metric.splits if metric else DIMENSION_TITLES
    if metric is None and not has_fixed_sides(kind):
        wanted = ()
    return {
        by: gettext(DIMENSION_TITLES[by])
        for by in wanted
        if by != "edition" or len(kind.identity.editions) > 1
    }
