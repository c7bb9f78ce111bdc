"""The cells of players: changed together with the games' cells, under the same ledger."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from analytics.models import KEY_FIELDS, PLAYER_COUNTS, PLAYER_KEY_FIELDS, Contribution, PlayerCell
from analytics.rollups.measures import Sums, merged
from analytics.rollups.players import handle, player_sums

PlayerKey = tuple[str | bool, ...]
GameKey = tuple[str | bool, ...]
Seats = Iterable[tuple[GameKey, list[dict[str, Any]], dict[str, Any]]]
_SHARED = ("kind", "edition", "mode", "board_digest")
_A_STATEMENT = 200
"""Rows written at once: a statement has a limit of values."""


def change_player_cells(gone: Seats, come: Seats) -> None:
    """Take off what these games' seats added, add what they add now. The caller holds the
    ledger.
    """
    names: dict[PlayerKey, str] = {}
    plus, minus = sums_by_key(come, names), sums_by_key(gone, names)
    keys = {key for key in names if plus.get(key) != minus.get(key)}
    cells = _cells_by_key(keys)
    written, emptied = [], []
    for key in sorted(keys):
        cell = cells.get(key)
        have = _sums_of(cell) if cell else {}
        now = merged(merged(have, plus.get(key, {})), minus.get(key, {}), -1)
        if now:
            written.append(_cell(key, names[key], now))
        elif cell:
            emptied.append(cell.pk)
    _write(written)
    PlayerCell.objects.filter(pk__in=emptied).delete()


def wrong_player_cells(*, mend: bool) -> Iterator[tuple[str, Any, Any]]:
    """Players' cells that the contributions do not bear out: where, what is stored, what is right;
    `mend`: and set right. The caller holds the ledger.
    """
    names: dict[PlayerKey, str] = {}
    rows = Contribution.objects.order_by("pk").values_list(
        *(f"cell__{name}" for name in KEY_FIELDS), "seats", "habits"
    )
    of_games = ((row[:-2], *row[-2:]) for row in rows.iterator(chunk_size=500))
    right = sums_by_key(of_games, names)
    stored = {cell.key: (cell.pk, _sums_of(cell)) for cell in PlayerCell.objects.iterator()}
    wrong = [
        key
        for key in sorted({*right, *stored})
        if stored.get(key, (0, {}))[1] != right.get(key, {})
    ]
    if mend:
        _write([_cell(key, names[key], right[key]) for key in wrong if key in right])
        gone = [stored[key][0] for key in wrong if key not in right]
        PlayerCell.objects.filter(pk__in=gone).delete()
    for key in wrong:
        place = " ".join(f"{n}={v}" for n, v in zip(PLAYER_KEY_FIELDS, key, strict=True))
        yield place, stored.get(key, (0, {}))[1], right.get(key, {})


def sums_by_key(seats: Seats, names: dict[PlayerKey, str]) -> dict[PlayerKey, Sums]:
    """The sums of these seats by cell; notes the name of each key in `names`."""
    found: dict[PlayerKey, Sums] = {}
    for game_key, of_game, habits in seats:
        game = dict(zip(KEY_FIELDS, game_key, strict=True))
        for name, role, sums in player_sums(of_game, habits):
            place = (game[field] for field in _SHARED)
            key = (handle(name), *place, role, game["is_simulated"])
            names[key] = name
            found[key] = merged(found.get(key, {}), sums)
    return found


def _cells_by_key(keys: set[PlayerKey]) -> dict[PlayerKey, PlayerCell]:
    if not keys:
        return {}
    columns = dict(zip(PLAYER_KEY_FIELDS, zip(*keys, strict=True), strict=True))
    narrowed = {f"{name}__in": set(columns[name]) for name in ("handle", "kind", "board_digest")}
    return {cell.key: cell for cell in PlayerCell.objects.filter(**narrowed) if cell.key in keys}


def _sums_of(cell: PlayerCell) -> Sums:
    return {"counts": [getattr(cell, name) for name in PLAYER_COUNTS], **cell.sums}


def _cell(key: PlayerKey, name: str, sums: Mapping[str, Any]) -> PlayerCell:
    return PlayerCell(**fields_of(key, name, sums))


def fields_of(key: PlayerKey, name: str, sums: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a player's cell."""
    counts = dict(zip(PLAYER_COUNTS, sums["counts"], strict=True))
    rest = {part: value for part, value in sums.items() if part != "counts"}
    place = dict(zip(PLAYER_KEY_FIELDS, key, strict=True))
    return {**place, "name_key": name, **counts, "sums": rest}


def _write(cells: list[PlayerCell]) -> None:
    PlayerCell.objects.bulk_create(
        cells,
        batch_size=_A_STATEMENT,
        update_conflicts=True,
        unique_fields=PLAYER_KEY_FIELDS,
        update_fields=[*PLAYER_COUNTS, "sums"],
    )
