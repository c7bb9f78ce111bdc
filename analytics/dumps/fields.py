"""What open data holds: the columns of its tables and what they mean, once, for the files, the page
and the documentation.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "kifu-dump/1"
LICENCE_NAME = "CC0 1.0 Universal"
LICENCE_URL = "https://creativecommons.org/publicdomain/zero/1.0/"
LICENCE = f"""Kifu House open data
{LICENCE_NAME} ({LICENCE_URL})

The recorded games in these files and the numbers drawn from them may be used for any purpose,
without asking. To say where they come from, name the dump and its date. The games themselves and
their rulebooks belong to their authors and publishers.
"""

TEXT, COUNT = "string", "int32"
GAMES: tuple[tuple[str, str, str], ...] = (
    ("id", TEXT, "the game's id, as in its address /games/<id>/"),
    ("line", COUNT, "its line in the file of logs, from 0"),
    ("digest", TEXT, "SHA-256 of that line without its end, in hex"),
    ("edition", TEXT, "edition of the rules; empty: the only one"),
    ("mode", TEXT, "mode of the rules"),
    ("board_digest", TEXT, "the board, in boards.ndjson"),
    ("month", TEXT, "YYYY-MM as the log dates the game; empty: unknown"),
    ("winner", TEXT, "who won, several joined by +; empty: nobody"),
    ("reason", TEXT, "how it ended"),
    ("is_simulated", "bool", "programs played, not people"),
    ("n_events", COUNT, "events of the log"),
    ("engine_version", TEXT, "engine that made the facts"),
    ("facts_version", COUNT, "counting rules that made the facts"),
)
FACTS: tuple[tuple[str, str, str], ...] = (
    ("id", TEXT, "the game's id"),
    ("metric", TEXT, "key of the metric (the catalogue is /api/v1/stats/<kind>/metrics/)"),
    ("group", TEXT, "group of the metric; of spaces the layer; empty: the whole"),
    ("at", TEXT, "position, space, or mean / values of a distribution; null where there is none"),
    ("value", TEXT, "the value counted, of a distribution; else null"),
    ("numbers", "list<int64>", "the sum of this one game (docs/data-dictionary.md)"),
)
BOARD_FIELDS: tuple[tuple[str, str], ...] = (
    ("digest", "SHA-256 of the board's canonical JSON"),
    ("kind", "the game"),
    ("board_id", "its id in logs"),
    ("name", "its name"),
    ("provenance", "house (a reconstruction), printed or user"),
    ("data", "the board as in a log"),
)
BASELINE_FIELDS: tuple[tuple[str, str], ...] = (
    ("kind", "the game"),
    ("board_digest", "the board"),
    ("edition", "edition of the rules"),
    ("mode", "mode of the rules"),
    ("seed", "what the games of legal play at random were played from"),
    ("games", "how many"),
    ("engine_version", "engine that played them"),
    ("facts_version", "counting rules"),
    ("sums", "what they add up to, which lift is over"),
)


def schema(columns: tuple[tuple[str, str, str], ...]) -> "pa.Schema":
    """The Parquet schema, with each column's meaning in its metadata."""
    import pyarrow as pa

    types = {"list<int64>": pa.list_(pa.int64())}
    return pa.schema(
        [
            pa.field(name, types.get(kind, kind), metadata={"about": about})
            for name, kind, about in columns
        ]
    )


def field_docs() -> str:
    """FIELDS.md of a dump."""
    parts = [
        "# Fields\n",
        "Logs: `<kind>-people.ndjson.gz` and `<kind>-simulated.ndjson.gz`, a game a line in the "
        "canonical form of `goryo-log/1` (the page /log-format/). A file can be imported as it is: "
        "`manage.py import_logs`.\n",
        _table("`<kind>-games.parquet`: a row a game", [(n, a) for n, _, a in GAMES]),
        _table("`<kind>-facts.parquet`: a row a number of a game", [(n, a) for n, _, a in FACTS]),
        _table("`boards.ndjson`: a line a board", list(BOARD_FIELDS)),
        _table("`baselines.ndjson`: a line a board and ruleset", list(BASELINE_FIELDS)),
        "`manifest.json` tells each file's size and SHA-256, the versions of engine and counting "
        "rules, and what was left out.\n",
    ]
    return "\n".join(parts)


def _table(title: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"## {title}\n", "| field | what |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {about} |" for name, about in rows), ""])
