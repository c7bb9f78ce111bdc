"""The columns of the tables of open data and their meaning, for the files and the page."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "kifu-dump/1"
LICENCE_NAME = "CC0 1.0 Universal"
LICENCE_URL = "https://creativecommons.org/publicdomain/zero/1.0/"
LICENCE = f"""Kifu House open data
{LICENCE_NAME} ({LICENCE_URL})

You may use the recorded games in these files and the numbers computed from them for any purpose,
without permission. To cite them, give the name of the dump and its date. The board games and their
rulebooks belong to their authors and publishers.
"""

TEXT, COUNT = "string", "int32"
GAMES: tuple[tuple[str, str, str], ...] = (
    ("id", TEXT, "the game's id, as in its URL /games/<id>/"),
    ("line", COUNT, "its line in the file of logs, from 0"),
    ("digest", TEXT, "SHA-256 of that line without the line end, in hex"),
    (
        "play_digest",
        TEXT,
        "SHA-256 of what was played: rules, board, set-up and moves as far as the log knows them, "
        "without names, dates and notes",
    ),
    ("edition", TEXT, "edition of the rules; empty if there is only one"),
    ("mode", TEXT, "mode of the rules"),
    ("board_digest", TEXT, "the board, in boards.ndjson"),
    ("month", TEXT, "YYYY-MM as the log dates the game; empty if unknown"),
    ("winner", TEXT, "the winners, joined by +; empty if there is none"),
    ("reason", TEXT, "how it ended"),
    ("is_simulated", "bool", "played by bots, not people"),
    (
        "counts",
        "bool",
        "in statistics; false: another game with the same moves counts instead, or its owner lets "
        "it count in no statistics",
    ),
    (
        "named",
        "bool",
        "counts for its players by name; false: its owner lets it count in rates only, or not at "
        "all",
    ),
    ("n_events", COUNT, "number of events of the log"),
    ("engine_version", TEXT, "version of the engine that made the facts"),
    ("facts_version", COUNT, "version of the counting rules that made the facts"),
)
FACTS: tuple[tuple[str, str, str], ...] = (
    ("id", TEXT, "the game's id"),
    ("metric", TEXT, "key of the metric (the catalogue is /api/v1/stats/<kind>/metrics/)"),
    ("group", TEXT, "group of the metric, or layer of the spaces; empty for the whole"),
    ("at", TEXT, "position, space, or mean / values of a distribution; else null"),
    ("value", TEXT, "the counted value of a distribution; else null"),
    ("numbers", "list<int64>", "the sums of this one game (docs/data-dictionary.md)"),
)
STEPS: tuple[tuple[str, str, str], ...] = (
    ("id", TEXT, "the game's id"),
    ("step", COUNT, "number of the event in the log, from 1"),
    ("type", TEXT, "type of the event (/log-format/)"),
    ("actor", TEXT, "the side that acts; empty for chance and where no side chooses"),
    ("marks", "list<string>", "keys of the marks of this step, as the full view shows them"),
)
SECRETS: tuple[tuple[str, str, str], ...] = (
    (
        "possible_<side>",
        "int64",
        "how many states of this side's secrets fit all public information after the step; 0 after "
        "some mistakes; null where none is counted",
    ),
    (
        "bits_<side>",
        "float64",
        "log2 of this number: the uncertainty if all are equally likely; null where it is 0 or "
        "null",
    ),
)
"""Columns of the table of steps, once for each side with secrets that are counted."""
BOARD_FIELDS: tuple[tuple[str, str], ...] = (
    ("digest", "SHA-256 of the board's canonical JSON"),
    ("kind", "the game"),
    ("board_id", "its id in logs"),
    ("name", "its name"),
    ("provenance", "house (a reconstruction), printed or user"),
    ("data", "the board as in a log"),
)
PLAYER_FIELDS: tuple[tuple[str, str], ...] = (
    ("handle", "the player's id, as in its URL /players/<handle>/"),
    ("name", "the name as the newest game writes it"),
    ("keys", "the names that count as this player, in the form in which names are compared"),
)
BASELINE_FIELDS: tuple[tuple[str, str], ...] = (
    ("kind", "the game"),
    ("board_digest", "the board"),
    ("edition", "edition of the rules"),
    ("mode", "mode of the rules"),
    ("seed", "seed of the random legal games"),
    ("games", "number of games"),
    ("engine_version", "version of the engine that played them"),
    ("facts_version", "version of the counting rules"),
    ("sums", "sums of the games, the basis of lift"),
)


def step_columns(sides: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the columns of the table of steps of a kind whose sides have these secrets."""
    return STEPS + tuple(
        (name.replace("<side>", side), kind, about)
        for side in sides
        for name, kind, about in SECRETS
    )


def schema(columns: tuple[tuple[str, str, str], ...]) -> "pa.Schema":
    """Return the Parquet schema, with the meaning of each column in its metadata."""
    import pyarrow as pa

    types = {"list<int64>": pa.list_(pa.int64()), "list<string>": pa.list_(pa.string())}
    return pa.schema(
        [
            pa.field(name, types.get(kind, kind), metadata={"about": about})
            for name, kind, about in columns
        ]
    )


def field_docs() -> str:
    """Return the text of FIELDS.md of a dump."""
    parts = [
        "# Fields\n",
        "Logs: `<kind>-people.ndjson.gz` and `<kind>-simulated.ndjson.gz`, one game per line in "
        "the canonical form of `goryo-log/1` (see /log-format/). Import a file with "
        "`manage.py import_logs`.\n",
        _table("`<kind>-games.parquet`: one row per game", GAMES),
        _table("`<kind>-facts.parquet`: one row per number of a game", FACTS),
        _table("`<kind>-steps.parquet`: one row per step of a game", STEPS + SECRETS),
        "A step has the columns of `<side>` once for each side whose secrets are counted: `goryo` "
        "in Goryō (plans with bound types, in a chase), `oniwaban` and `government` in Shadows in "
        "Kyoto (assignments of identities), none in Gorinto.\n",
        _table("`boards.ndjson`: one line per board", BOARD_FIELDS),
        _table("`players.ndjson`: one line per player of a counted game", PLAYER_FIELDS),
        _table("`baselines.ndjson`: one line per board and ruleset", BASELINE_FIELDS),
        "`manifest.json` lists the size and SHA-256 of each file, the versions of engine and "
        "counting rules, and which games are included.\n",
    ]
    return "\n".join(parts)


def _table(title: str, fields: Iterable[tuple[str, ...]]) -> str:
    lines = [f"## {title}\n", "| field | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{field[0]}` | {field[-1]} |" for field in fields), ""])
