"""Changing players' cells, together with the games' cells and under the same ledger."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from analytics.models import KEY_FIELDS, PLAYER_COUNTS, PLAYER_KEY_FIELDS, Contribution, PlayerCell
from analytics.rollups.measures import Sums, merged
from analytics.rollups.players import handle, player_sums

PlayerKey = tuple[str | bool, ...]
GameKey = tuple[str | bool, ...]
Seats = Iterable[tuple[GameKey, list[dict[str, Any]], dict[str, Any]]]
_SHARED = ("kind", "edition", "mode", "board_digest")
_BATCH_SIZE = 200
"""Rows per statement, which has a limit of values."""


def change_player_cells(removed: Seats, added: Seats) -> None:
    """Subtract what the removed seats added, and add the added ones. The caller holds the
    ledger.
    """
    names: dict[PlayerKey, str] = {}
    plus, minus = sums_by_key(added, names), sums_by_key(removed, names)
    keys = {key for key in names if plus.get(key) != minus.get(key)}
    cells = _cells_by_key(keys)
    written, emptied = [], []
    for key in sorted(keys):
        cell = cells.get(key)
        before = _sums_of(cell) if cell else {}
        sums = merged(merged(before, plus.get(key, {})), minus.get(key, {}), -1)
        if sums:
            written.append(player_cell(key, names[key], sums, cell.pk if cell else None))
        elif cell:
            emptied.append(cell.pk)
    _write(written)
    PlayerCell.objects.filter(pk__in=emptied).delete()


def wrong_player_cells(*, mend: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield players' cells that differ from the contributions: key, stored sums, right sums; with
    `mend`, correct them. The caller holds the ledger.
    """
    names: dict[PlayerKey, str] = {}
    rows = Contribution.objects.order_by("pk").values_list(
        *(f"cell__{name}" for name in KEY_FIELDS), "seats", "habits"
    )
    of_games = ((row[:-2], *row[-2:]) for row in rows.iterator(chunk_size=500))
    right = sums_by_key(of_games, names)
    pks: dict[PlayerKey, int] = {}
    stored: dict[PlayerKey, Sums] = {}
    for cell in PlayerCell.objects.iterator():
        pks[cell.key], stored[cell.key] = cell.pk, _sums_of(cell)
    wrong = [key for key in sorted({*right, *stored}) if stored.get(key) != right.get(key)]
    if mend:
        _write(player_cell(key, names[key], right[key], pks.get(key))
               for key in wrong if key in right)  # fmt: skip
        gone = [pks[key] for key in wrong if key not in right]
        PlayerCell.objects.filter(pk__in=gone).delete()
    for key in wrong:
        where = " ".join(f"{n}={v}" for n, v in zip(PLAYER_KEY_FIELDS, key, strict=True))
        yield where, stored.get(key, {}), right.get(key, {})


def sums_by_key(seats: Seats, names: dict[PlayerKey, str]) -> dict[PlayerKey, Sums]:
    """Return the sums of these seats by cell; store the name of each key in `names`."""
    by_key: dict[PlayerKey, Sums] = {}
    for game_key, of_game, habits in seats:
        game = dict(zip(KEY_FIELDS, game_key, strict=True))
        for name, role, sums in player_sums(of_game, habits):
            shared = (game[field] for field in _SHARED)
            key = (handle(name), *shared, role, game["is_simulated"])
            names[key] = name
            by_key[key] = merged(by_key.get(key, {}), sums)
    return by_key


def _cells_by_key(keys: set[PlayerKey]) -> dict[PlayerKey, PlayerCell]:
    if not keys:
        return {}
    columns = dict(zip(PLAYER_KEY_FIELDS, zip(*keys, strict=True), strict=True))
    narrowed = {f"{name}__in": set(columns[name]) for name in ("handle", "kind", "board_digest")}
    return {cell.key: cell for cell in PlayerCell.objects.filter(**narrowed) if cell.key in keys}


def _sums_of(cell: PlayerCell) -> Sums:
    return {"counts": [getattr(cell, name) for name in PLAYER_COUNTS], **cell.sums}


def player_cell(
    key: PlayerKey, name: str, sums: Mapping[str, Any], pk: int | None = None
) -> PlayerCell:
    """Return a player's cell that is not stored yet, or is to replace the one of a primary key."""
    counts = dict(zip(PLAYER_COUNTS, sums["counts"], strict=True))
    rest = {part: value for part, value in sums.items() if part != "counts"}
    fields: dict[str, Any] = {**dict(zip(PLAYER_KEY_FIELDS, key, strict=True)), **counts}
    return PlayerCell(pk=pk, name_key=name, sums=rest, **fields)


def _write(cells: Iterable[PlayerCell]) -> None:
    """Update the cells that have a primary key, and insert the others."""
    PlayerCell.objects.bulk_create(
        cells,
        batch_size=_BATCH_SIZE,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[*PLAYER_COUNTS, "sums"],
    )
