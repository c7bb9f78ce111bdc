"""A ratio as JSON and CSV."""

from typing import Any

from analytics.forms.base import GroupBody

from .answer import RatioGroup


class RatioBody(GroupBody):
    """A part and a whole."""

    games: int
    part: int
    whole: int


def fields(group: RatioGroup, _metric: Any, _games: Any) -> dict[str, Any]:
    """Return the fields of a group."""
    return group.sums._asdict()


def csv_rows(group: RatioGroup, _metric: Any) -> list[dict[str, Any]]:
    """Return the row of a group."""
    return [group.sums._asdict()]
