"""Writing the files of a dump, one game at a time, in constant memory."""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .fields import FACTS, GAMES, schema, step_columns

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP_SIZE = 20_000
MANIFEST = "manifest.json"
PLAYERS_LIST = "players.ndjson"
PLAYERS = {False: "people", True: "simulated"}
"""The names of the files of logs, by whether bots played."""


class Fact(NamedTuple):
    """One number of a game, as a row of the table of facts."""

    metric: str
    group: str
    at: str | None
    value: str | None
    numbers: list[int]


def flat(facts: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield a game's facts as rows, sorted by name, because databases keep no order. Raises
    ValueError where facts have a form that rows can't have.
    """
    for metric, group, at, value, leaf in _leaves(facts):
        if isinstance(leaf, list) and len(leaf) < 2:
            raise ValueError(f"{metric}/{group}: a list of one number reads like a number")
        yield Fact(metric, group, at, value, leaf if isinstance(leaf, list) else [leaf])


def _leaves(facts: Mapping[str, Any]) -> Iterator[tuple[str, str, str | None, str | None, Any]]:
    for metric, groups in sorted(facts.items()):
        for group, part in sorted(groups.items()):
            if not isinstance(part, dict):
                yield metric, group, None, None, part
                continue
            for at, below in sorted(part.items()):
                if not isinstance(below, dict):
                    yield metric, group, at, None, below
                    continue
                for value, leaf in sorted(below.items()):
                    if isinstance(leaf, dict):
                        raise ValueError(
                            f"{metric}/{group}/{at}: facts are nested too deeply for rows"
                        )
                    yield metric, group, at, value, leaf


def nested(rows: Iterator[Fact]) -> dict[str, Any]:
    """Return the facts of a game's rows: the inverse of `flat`."""
    facts: dict[str, Any] = {}
    for metric, group, at, value, numbers in rows:
        leaf = numbers[0] if len(numbers) == 1 else numbers
        part, last = facts.setdefault(metric, {}), group
        for key in (at, value):
            if key is not None:
                part, last = part.setdefault(last, {}), key
        part[last] = leaf
    return facts


class LogFile:
    """Logs, one per line, as gzip. The same logs give the same bytes."""

    def __init__(self, path: Path) -> None:
        self.path, self.n = path, 0
        self._raw = path.open("wb")
        self._file = gzip.GzipFile("", "wb", 6, self._raw, mtime=0)

    def add(self, log: str) -> int:
        """Write a log. Return its line, from 0."""
        self._file.write(log.encode("utf-8") + b"\n")
        self.n += 1
        return self.n - 1

    def close(self) -> None:
        """Finish the file."""
        self._file.close()
        self._raw.close()


class Table:
    """Rows of a table, as Parquet."""

    def __init__(self, path: Path, table_schema: "pa.Schema") -> None:
        self.path, self.n = path, 0
        self._schema = table_schema
        import pyarrow.parquet as pq

        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._waiting: list[dict[str, Any]] = []

    def add(self, row: dict[str, Any]) -> None:
        """Write a row."""
        self._waiting.append(row)
        self.n += 1
        if len(self._waiting) >= ROW_GROUP_SIZE:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            import pyarrow as pa

            self._writer.write_table(pa.Table.from_pylist(self._waiting, schema=self._schema))
            self._waiting = []

    def close(self) -> None:
        """Finish the file."""
        self._flush()
        self._writer.close()


class KindFiles:
    """The files of one kind: logs of human and of bot games, games, facts, steps. `secrets` are the
    sides whose secrets have columns in the table of steps.
    """

    def __init__(self, folder: Path, kind: str, secrets: Sequence[str]) -> None:
        self.logs = {
            is_simulated: LogFile(folder / f"{kind}-{players}.ndjson.gz")
            for is_simulated, players in PLAYERS.items()
        }
        self.games = Table(folder / f"{kind}-games.parquet", schema(GAMES))
        self.facts = Table(folder / f"{kind}-facts.parquet", schema(FACTS))
        self.steps = Table(folder / f"{kind}-steps.parquet", schema(step_columns(secrets)))

    def add(
        self,
        log: str,
        game: dict[str, Any],
        facts: Mapping[str, Any],
        steps: Iterable[dict[str, Any]],
    ) -> None:
        """Write a game; `game` has the columns of the table of games except `line`."""
        self.games.add({**game, "line": self.logs[game["is_simulated"]].add(log)})
        for fact in flat(facts):
            self.facts.add({"id": game["id"], **fact._asdict()})
        for step in steps:
            self.steps.add({"id": game["id"], **step})

    def close(self) -> list[tuple[Path, int]]:
        """Finish the files. Return each with its number of records."""
        files: list[LogFile | Table] = [*self.logs.values(), self.games, self.facts, self.steps]
        for file in files:
            file.close()
        return [(file.path, file.n) for file in files]


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write plain data as NDJSON."""
    lines = (json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_rows(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file, or only some columns of them."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(columns=columns):
            yield from batch.to_pylist()


def listed(path: Path, records: int | None) -> dict[str, Any]:
    """Return the entry of a file in a manifest."""
    return {
        "name": path.name,
        "size": path.stat().st_size,
        "sha256": sha256_of(path),
        "records": records,
    }


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> str:
    """Write the manifest of a dump. Return its digest, in hex."""
    path = folder / MANIFEST
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(f"{text}\n", encoding="utf-8")
    return sha256_of(path)


def sha256_of(path: Path) -> str:
    """Return the digest of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
