"""Changing players' cells, together with the games' cells and under the same ledger."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from analytics.models import KEY_FIELDS, PLAYER_COUNTS, PLAYER_KEY_FIELDS, Contribution, PlayerCell
from analytics.models.snapshots import Key
from analytics.rollups.measures import Sums, apply_sums, differences
from analytics.rollups.players import handle, player_sums

from .bulk import insert_rows, update_rows

Seats = Iterable[tuple[Key, list[dict[str, Any]], dict[str, Any]]]
"""The key of a game's cell, its seats, their habits."""


class PlayerChanges(NamedTuple):
    """What to add to the players' cells and to subtract from them, and the name of each key."""

    names: dict[Key, str]
    plus: dict[Key, Sums]
    minus: dict[Key, Sums]

    @classmethod
    def of(cls, removed: Seats, added: Seats) -> Self:
        """Return the changes by seats that are removed and added. Needs no lock."""
        names: dict[Key, str] = {}
        return cls(names, sums_by_key(added, names), sums_by_key(removed, names))


def change_player_cells(changes: PlayerChanges) -> None:
    """Change the players' cells. The caller has locked them in the ledger."""
    names, plus, minus = changes
    keys = {key for key in names if plus.get(key) != minus.get(key)}
    cells = PlayerCell.by_key(keys)
    written, emptied = [], []
    for key in sorted(keys):
        cell = cells.get(key)
        before = _sums_of(cell) if cell else {}
        sums = dict(before)
        apply_sums(sums, plus.get(key, {}))
        apply_sums(sums, minus.get(key, {}), -1)
        if sums:
            written.append(player_cell(key, names[key], sums, cell.pk if cell else None))
        elif cell:
            emptied.append(cell.pk)
    _write(written)
    if emptied:
        PlayerCell.objects.filter(pk__in=emptied).delete()


def wrong_player_cells(*, correct: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield players' cells that differ from the contributions: key, stored sums, right sums.
    Correct them if `correct`. The caller has locked the ledger.
    """
    names: dict[Key, str] = {}
    rows = Contribution.objects.order_by("pk").values_list(
        *(f"cell__{name}" for name in KEY_FIELDS), "seats", "habits"
    )
    right = sums_by_key(((row[:-2], *row[-2:]) for row in rows.iterator(chunk_size=500)), names)
    cells = {cell.key: cell for cell in PlayerCell.objects.iterator()}
    pks = {key: cell.pk for key, cell in cells.items()}
    wrong = list(differences({key: _sums_of(cell) for key, cell in cells.items()}, right))
    if correct:
        _write(player_cell(key, names[key], sums, pks.get(key)) for key, _, sums in wrong if sums)
        PlayerCell.objects.filter(pk__in=[pks[key] for key, _, sums in wrong if not sums]).delete()
    for key, *sums in wrong:
        where = " ".join(f"{n}={v}" for n, v in zip(PLAYER_KEY_FIELDS, key, strict=True))
        yield where, *sums


def sums_by_key(seats: Seats, names: dict[Key, str]) -> dict[Key, Sums]:
    """Return the sums of these seats by cell; store the name of each key in `names`."""
    by_key: dict[Key, Sums] = {}
    for game_key, of_game, habits in seats:
        game = dict(zip(KEY_FIELDS, game_key, strict=True))
        for name, role, sums in player_sums(of_game, habits):
            game |= {"handle": handle(name), "role": role}
            key = tuple(game[field] for field in PLAYER_KEY_FIELDS)
            names[key] = name
            apply_sums(by_key.setdefault(key, {}), sums)
    return by_key


def _sums_of(cell: PlayerCell) -> Sums:
    return {"counts": [getattr(cell, name) for name in PLAYER_COUNTS], **cell.sums}


def player_cell(key: Key, name: str, sums: Mapping[str, Any], pk: int | None = None) -> PlayerCell:
    """Return a player's cell that is not stored yet, or is to replace the one of a primary key."""
    counts = dict(zip(PLAYER_COUNTS, sums["counts"], strict=True))
    rest = {part: value for part, value in sums.items() if part != "counts"}
    fields: dict[str, Any] = {**dict(zip(PLAYER_KEY_FIELDS, key, strict=True)), **counts}
    return PlayerCell(pk=pk, name_key=name, sums=rest, **fields)


def _write(cells: Iterable[PlayerCell]) -> None:
    """Update the cells that have a primary key, and insert the others."""
    written = list(cells)
    insert_rows(PlayerCell, [cell for cell in written if not cell.pk])
    update_rows(PlayerCell, [cell for cell in written if cell.pk], [*PLAYER_COUNTS, "sums"])
