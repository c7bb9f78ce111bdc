"""Responses of the API as dataclasses. Fields have the names of the JSON keys; the OpenAPI document
of the site (`/api/v1/schema/`) describes them.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An error or a warning about a log. `game` and `event` count from 0, `line` and `column` from
    1. An `event` of None is the header. `fix` is a correction.
    """

    game: int
    event: int | None
    line: int | None
    column: int | None
    rule: str
    citation: str
    code: str
    message: str
    legal: list[str]
    follows: bool = False
    fix: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Edition and mode of a game."""

    edition: str
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The board of a game."""

    id: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player. The name is None if the log has none, or it is hidden or shown as initials."""

    role: str
    name: str | None
    initials: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Who won and how. The reason is None while the game is unfinished."""

    winners: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLink:
    """The id of a game, its page and its address in the API."""

    id: str
    url: str
    api: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """A finished game that became public. `cursor` continues after it."""

    id: str
    url: str
    api: str
    kind: str
    simulated: bool
    cursor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A game with the same moves, or one that contradicts this one from `event` on."""

    id: str
    event: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameLink):
    """A game in a list."""

    digest: str | None
    kind: str
    ruleset: Ruleset
    board: Board
    players: list[Seat]
    played_on: date | None
    n_events: int
    outcome: Outcome
    finished: bool
    simulated: bool
    counts: bool
    same_moves_as: str | None
    contradicts: Copy | None
    stored_at: datetime
    engine_version: str
    refused_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One log that was sent of a game."""

    id: str
    stored_at: datetime
    revision: int
    log: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWarning:
    """A warning about a stored game."""

    rule: str
    citation: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGame(Game):
    """One game, with the views in which it can be read."""

    visibility: str
    public_from: datetime | None = None
    revision: int
    records: list[GameRecord]
    copies: list[Copy]
    warnings: list[GameWarning]
    views: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """A player of a game of yours, with the name in your log; `shown` is full, initials or none."""

    role: str
    name: str | None
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame(Game):
    """A game of yours. A deleted game can be restored for seven days."""

    visibility: str
    public_from: datetime | None = None
    deleted_at: datetime | None = None
    hidden_at: datetime | None = None
    hidden_reason: str | None = None
    statistics: str
    names: list[OwnSeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesPage:
    """A page of games. `next` is the address of the next one."""

    games: list[Game]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGames:
    """A page of your games."""

    games: list[OwnGame]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The games that were changed, and the token that undoes the change."""

    games: list[OwnGame]
    undo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The steps of a game as a view sees them: step objects of the log format."""

    id: str
    view: str
    belief: bool
    steps: list[Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """What the replay page draws: the board, and one frame for each step, start included."""

    id: str
    view: str
    scene: Json
    frames: list[Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """The progress of an upload. Its id is a secret: anyone who has it can read its errors.

    `state` is `received`, `reading`, `done`, `refused` or `fault`. `poll_seconds` is None if the
    result is final.
    """

    id: str
    state: str
    message: str
    n_games: int | None
    n_read: int
    n_stored: int
    n_merged: int
    n_continued: int
    n_duplicate: int
    n_refused: int
    n_unreadable: int
    fault_id: str | None
    poll_seconds: int | None
    skipped_files: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What a merged record added to its game."""

    names: Json | None = None
    played_at: str | None = None
    n_notes: int | None = None
    n_facts: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result for one game of an upload, or in a check the result that it would have.

    `status` is `stored`, `merged`, `continued`, `duplicate`, `refused` or `unreadable`. `id` is the
    stored game. `findings` are the errors of a refused one.
    """

    position: int
    label: str
    status: str
    id: str | None = None
    url: str | None = None
    digest: str | None = None
    added: Added | None = None
    same_moves_as: str | None = None
    contradicts: Copy | None = None
    findings: list[Finding]
    warnings: list[Finding]
    hints: list[Finding] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        """Whether the game has no errors."""
        return self.status not in ("refused", "unreadable")


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadStatus(Upload):
    """An upload, with the results for its games so far."""

    games: list[GameResult]
    next_after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadResult:
    """The response to an upload or a check.

    `games` are the first results, at most a hundred of each file. `is_complete` is False if there
    are more: a worker still reads the files (`Client.wait`), or a check stopped early. `uploads` is
    empty in a check. `owner_key` is a new key, if the client had none.
    """

    games: list[GameResult]
    uploads: list[Upload]
    is_complete: bool
    owner_key: str | None = None
    skipped_files: list[str] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        """Whether every game of the response has no errors."""
        return all(game.is_accepted for game in self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A value that can be chosen for a part of an event, and how many legal events have it."""

    path: str
    value: Any
    events: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpelledEvent:
    """An event as JSON and as text."""

    event: Json
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalEvents:
    """The legal events after a log. If there are many, `events` is empty and `choices` are the
    values of their next part; `whole` is the event once all parts are chosen. `due` is the type of
    the next event, None at the end of the game.
    """

    step: int
    due: str | None
    is_chance: bool
    is_yours: bool
    chosen: list[list[Any]]
    whole: Json | None
    choices: list[Choice]
    events: list[SpelledEvent]
    total: int | None
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpFile:
    """A file of a dump: size in bytes, digest, and how many games, rows or boards it has."""

    name: str
    size: int
    sha256: str
    records: int | None
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """A dated export of the open data. `cut` says when games were last removed from it."""

    format: str
    name: str
    made_at: datetime
    as_of: datetime | None
    revision: int
    licence: Json
    policy: str
    kinds: Json
    files: list[DumpFile]
    sha256: str
    cut: Json | None
    cited_at: datetime | None

    def file(self, name: str) -> DumpFile:
        """Return the file with this name. Raises KeyError."""
        for file in self.files:
            if file.name == name:
                return file
        raise KeyError(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpList:
    """The dumps, newest first."""

    dumps: list[Dump]
