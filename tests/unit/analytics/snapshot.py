"""Statistics as one comparable value, and those that are updated later."""

from typing import Any

from analytics import services as stats_services
from analytics.models import KEY_FIELDS, Cell, Contribution


def statistics() -> dict[str, Any]:
    """Return cells by key and contributions by game, without primary keys and times."""
    cells = {cell.key: (cell.games, cell.sums) for cell in Cell.objects.all()}
    rows = Contribution.objects.select_related("cell")
    contributions = {row.pk: (row.cell.key, row.facts_version, row.value) for row in rows}
    return {"cells": cells, "contributions": contributions}


def cell_total(**key: Any) -> int:
    """Return the number of games in the cells with these key fields."""
    assert set(key) <= set(KEY_FIELDS)
    return sum(cell.games for cell in Cell.objects.filter(**key))


def update_derived() -> None:
    """Update ratings and balance, as the scheduler does after a change of the numbers."""
    stats_services.fit_results()
