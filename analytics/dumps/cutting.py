"""Removing games and names from the files of a dump."""

import gzip
import json
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from games.core.codec import sha256_hex

from .files import PLAYERS, PLAYERS_LIST, LogFile, Table, listed, read_rows, write_lines

Manifest = dict[str, Any]
Row = dict[str, Any]
_KEPT = (".ndjson", ".md", ".txt")
"""Endings of the files that have no games."""


def lines_of(folder: Path, manifest: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the id and the log of every game of a dump."""
    for kind in sorted(manifest["kinds"]):
        games = _ids_by_line(folder, kind)
        for is_simulated, players in PLAYERS.items():
            for number, line in enumerate(_lines(folder / f"{kind}-{players}.ndjson.gz")):
                yield games[is_simulated, number], line


def games_of(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the id of every game of a dump."""
    for kind in sorted(manifest["kinds"]):
        yield from (row["id"] for row in read_rows(folder / f"{kind}-games.parquet", ["id"]))


def cut(
    folder: Path,
    into: Path,
    manifest: Mapping[str, Any],
    gone: Collection[str],
    masked: Callable[[str, str], str],
    public: Callable[[list[Row]], list[Row]],
) -> Manifest:
    """Write the files of a dump into another folder without the games that are gone, with every
    log as `masked` returns it for the id of its game, and with the players as `public` returns
    them. Return the manifest of these files.
    """
    files = []
    for kind in sorted(manifest["kinds"]):
        files += _cut_kind(folder, into, kind, gone, masked)
    for entry in manifest["files"]:
        if entry["name"] == PLAYERS_LIST:
            files.append(_cut_players(folder / PLAYERS_LIST, into / PLAYERS_LIST, public))
        elif entry["name"].endswith(_KEPT):
            shutil.copyfile(folder / entry["name"], into / entry["name"])
            files.append(entry)
    rows = {file["name"]: file["records"] for file in files}
    kinds = {
        kind: {players: rows[f"{kind}-{players}.ndjson.gz"] for players in PLAYERS.values()}
        for kind in manifest["kinds"]
    }
    return {**manifest, "kinds": kinds, "files": files}


def _cut_players(
    path: Path, into: Path, public: Callable[[list[Row]], list[Row]]
) -> dict[str, Any]:
    left = public([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()])
    write_lines(into, left)
    return listed(into, len(left))


def _cut_kind(
    folder: Path, into: Path, kind: str, gone: Collection[str], masked: Callable[[str, str], str]
) -> list[dict[str, Any]]:
    changes = {}
    files: list[LogFile | Table] = []
    games = _ids_by_line(folder, kind)
    for is_simulated, players in PLAYERS.items():
        logs = LogFile(into / f"{kind}-{players}.ndjson.gz")
        for number, line in enumerate(_lines(folder / logs.path.name)):
            game = games[is_simulated, number]
            if game not in gone:
                log = masked(game, line)
                changes[game] = {"line": logs.add(log), "digest": sha256_hex(log)}
        files.append(logs)
    files.append(_cut_table(folder / f"{kind}-games.parquet", into, changes))
    same: dict[str, dict[str, Any]] = {game: {} for game in changes}
    for table in ("facts", "steps"):
        path = folder / f"{kind}-{table}.parquet"
        if path.is_file():  # dumps of earlier releases have no steps
            files.append(_cut_table(path, into, same))
    for file in files:
        file.close()
    return [listed(file.path, file.n) for file in files]


def _ids_by_line(folder: Path, kind: str) -> dict[tuple[bool, int], str]:
    """Return the ids of the games of a kind by file (whether they are bot games) and line."""
    rows = read_rows(folder / f"{kind}-games.parquet", ["id", "line", "is_simulated"])
    return {(row["is_simulated"], row["line"]): row["id"] for row in rows}


def _cut_table(path: Path, into: Path, changes: Mapping[str, dict[str, Any]]) -> Table:
    """Write the rows of the games in `changes`, with these values changed."""
    import pyarrow.parquet as pq

    table = Table(into / path.name, pq.read_schema(path))
    for row in read_rows(path):
        if row["id"] in changes:
            table.add({**row, **changes[row["id"]]})
    return table


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.removesuffix("\n")
