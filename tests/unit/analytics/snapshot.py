"""Statistics as one comparable value."""

from typing import Any

from analytics.models import KEY_FIELDS, Cell, Contribution


def statistics() -> dict[str, Any]:
    """Every cell by its key, every contribution by its game; nothing that two equal states could
    differ in (no ids, no times).
    """
    cells = {cell.key: (cell.games, cell.sums) for cell in Cell.objects.all()}
    rows = Contribution.objects.select_related("cell")
    contributions = {row.pk: (row.cell.key, row.facts_version, row.value) for row in rows}
    return {"cells": cells, "contributions": contributions}


def cell_total(**key: Any) -> int:
    """How many games the cells with these key fields hold."""
    assert set(key) <= set(KEY_FIELDS)
    return sum(cell.games for cell in Cell.objects.filter(**key))
