"""Bodies of the API of games, uploads, branches and notes."""

from typing import Annotated, Any, Self

from msgspec import UNSET, UnsetType

from replays.models import ItemStatus, UploadState, Visibility

from .body import Body, Error, ErrorBody, Finding, Json, Time, Url, doc


class Ruleset(Body):
    """Edition and mode."""

    edition: Annotated[str, doc("Empty where a game has one edition.")]
    mode: str


class Board(Body):
    """The board of a game."""

    id: str
    digest: str


class Seat(Body):
    """A player of a game."""

    role: str
    name: Annotated[str | None, doc("Null if the log has no name or the name is hidden.")]
    initials: Annotated[str | UnsetType, doc("If the name is shown as initials.")] = UNSET

    @classmethod
    def make(cls, source: Any, **fields: Any) -> Self:
        """Return the body of a seat."""
        return super().make(source, initials=source.initials or UNSET, **fields)


class Outcome(Body):
    """Who won and how. The reason is null while the game is unfinished."""

    winner: Annotated[str | None, doc("Several winners are joined: `p1+p3`.")]
    winners: list[str]
    reason: str | None


class Warning(Body):
    """A warning about a stored game."""

    rule: str
    citation: str
    code: str
    message: str


class GameLink(Body):
    """The id and URLs of a game."""

    id: str
    url: Annotated[Url, doc("The page of the game.")]
    api: Url


class Copy(Body):
    """A game with the same moves, or one that contradicts this one in an event."""

    id: str
    event: Annotated[int | None, doc("Index of the first event that differs, from 0.")]


class Game(GameLink):
    """A game in a list."""

    digest: Annotated[
        str | None,
        doc("SHA-256 of the canonical log, in hex. Null: the game is unfinished, or hides a name."),
    ]
    kind: str
    ruleset: Ruleset
    board: Board
    players: list[Seat]
    played_on: Annotated[str | None, doc(format="date")]
    n_events: int
    outcome: Outcome
    finished: bool
    simulated: bool
    counts: Annotated[bool, doc("Whether statistics and ratings include it.")]
    same_moves_as: Annotated[
        str | None, doc("Id of the game with the same moves that counts instead.")
    ]
    contradicts: Annotated[
        Copy | None, doc("The game that this log contradicts; only the older one counts.")
    ]
    stored_at: Time
    engine_version: str
    refused_by: Annotated[str | None, doc("Version of a later rules engine that refuses the log.")]


class StreamedGame(Game, kw_only=True):
    """A line of a stream of games."""

    cursor: Annotated[str, doc("Send it as `since` to get the games after this one.")]
    log: Annotated[
        Json | UnsetType, doc("With `log=1`, the log of a finished game in canonical form.")
    ] = UNSET


class GameEvent(GameLink, kw_only=True):
    """A finished game that became public: the data of an event `game`."""

    kind: str
    simulated: Annotated[bool, doc("Whether a bot played in it.")]
    cursor: Annotated[str, doc("The id of the event, and the cursor of `games.ndjson`.")]


class UploadEvent(Body):
    """How far an upload was read: the data of the events `progress` and `done`."""

    state: Annotated[str, doc(enum=UploadState.values)]
    n_read: int
    n_stored: int
    n_merged: int
    n_continued: int
    n_duplicate: int
    n_refused: int
    n_unreadable: int


class GameRecord(Body):
    """One log that was sent of a game, and its latest revision."""

    id: str
    stored_at: Time
    revision: int
    log: Annotated[Url | None, doc("Null while the game is unfinished.")]


VISIBILITY = "public: everyone. unlisted: everyone with the link. private: only you."
SeenBy = Annotated[str, doc(VISIBILITY, enum=Visibility.values)]
PublicFrom = Annotated[str | UnsetType, doc("When a private game becomes public.")]
OwnerKey = Annotated[
    str | UnsetType,
    doc(
        "A new secret, sent only once. Send it in the header `Owner-Key` to see, change or delete "
        "these games. Absent if the request has the header."
    ),
]


class WholeGame(Game, kw_only=True):
    """A game."""

    visibility: SeenBy
    public_from: PublicFrom = UNSET
    revision: Annotated[int, doc("Increases with each change of the log.")]
    records: list[GameRecord]
    copies: Annotated[
        list[Copy], doc("Games that statistics exclude because this one counts. Up to five.")
    ]
    warnings: Annotated[list[Warning], doc("Empty while the game is unfinished.")]
    views: list[str]
    steps: Url
    frames: Url
    log: Annotated[Url | None, doc("Null while the game is unfinished.")]


class GamesPage(Body):
    """A page of games."""

    games: list[Game]
    next: Url | None
    previous: Url | None


class Steps(Body):
    """The steps of a game or variation."""

    id: str
    view: str
    belief: bool
    steps: Annotated[list[Json], doc("Step objects of the log format.")]


class Frames(Body):
    """What the replay page draws."""

    id: str
    view: str
    scene: Annotated[
        Json,
        doc("The board. `words` and `place` are deprecated: use `label` and `placement`."),
    ]
    frames: Annotated[
        list[Json],
        doc("One frame for each step, the start included. `said` is deprecated: use `sentence`."),
    ]


SkippedFiles = Annotated[
    list[str],
    doc("Files in a zip that were not read: empty, or added by an operating system. At most 100."),
]


class Upload(Body):
    """The progress of an upload."""

    id: str
    url: Url
    api: Url
    state: Annotated[str, doc(enum=UploadState.values)]
    message: str
    filename: str
    n_games: int | None
    n_read: int
    n_stored: int
    n_merged: int
    n_continued: int
    n_duplicate: int
    n_refused: int
    n_unreadable: int
    fault_id: str | None
    poll_seconds: Annotated[int | None, doc("Poll again after this time. Null: complete.")]
    skipped_files: SkippedFiles


Status = Annotated[
    str,
    doc(
        "stored: a new game. merged: another record of a stored game. continued: a later state of "
        "your unfinished game. duplicate: nothing new. refused: it has errors. unreadable: a part "
        "of it could not be read.",
        enum=ItemStatus.values,
    ),
]


SameMovesAs = Annotated[str, doc("Id of the game that statistics count instead of this one.")]
Contradicted = Annotated[
    Copy, doc("The game that this log contradicts; only the older one counts.")
]


class Added(Body):
    """What a merged record added to its game. Other keys are absent."""

    names: Annotated[dict[str, str] | UnsetType, doc("Names of players by role.")] = UNSET
    played_at: Annotated[str | UnsetType, doc("A date, or a more precise one.")] = UNSET
    n_notes: Annotated[int | UnsetType, doc("Notes, stored as a set of notes.")] = UNSET
    n_facts: Annotated[int | UnsetType, doc("Events that were not known completely.")] = UNSET


class Item(Body, kw_only=True):
    """The result for one game of an upload, or in a check the result that it would have."""

    position: int
    label: str
    status: Status
    added: Added | UnsetType = UNSET
    same_moves_as: SameMovesAs | UnsetType = UNSET
    contradicts: Contradicted | UnsetType = UNSET
    id: str | UnsetType = UNSET
    url: Url | UnsetType = UNSET
    api: Url | UnsetType = UNSET
    digest: str | UnsetType | None = UNSET
    findings: list[Finding]
    warnings: list[Finding]
    hints: Annotated[list[Finding] | UnsetType, doc("Only in a check.")] = UNSET


class UploadStatus(Upload):
    """An upload and results for its games."""

    file_removed: Annotated[
        bool, doc("The file was removed, since no game of it was stored. Its errors stay.")
    ]
    game: Annotated[GameLink | None, doc("The game, if the upload has exactly one.")]
    games: list[Item]
    next_after: Annotated[int | None, doc("`after` of the next page of results.")]


class Stored(GameLink, kw_only=True):
    """One game that was stored, merged into a stored one, or continued."""

    status: Status
    visibility: SeenBy
    public_from: PublicFrom = UNSET
    owner_key: OwnerKey = UNSET
    digest: str | None
    upload: Upload
    warnings: list[Finding]
    added: Added | UnsetType = UNSET
    same_moves_as: SameMovesAs | UnsetType = UNSET
    contradicts: Contradicted | UnsetType = UNSET


class Corrected(GameLink):
    """A game whose owner sent a corrected log."""

    digest: str | None
    revision: int
    changed: Annotated[bool, doc("False: the log is the one that is stored already.")]
    warnings: list[Finding]


class LogRevision(Body):
    """A revision of a log."""

    number: Annotated[int, doc("From 1.")]
    stored_at: Time
    log: Annotated[Json, doc("The log in canonical form.")]


class LogRevisions(Body):
    """All revisions of the owner's log of a game, oldest first."""

    id: str
    revisions: list[LogRevision]


class Duplicate(Stored, kw_only=True):
    """One game that is already stored."""

    error: Error


class Refused(ErrorBody):
    """One log with errors."""

    status: Status | UnsetType = UNSET
    upload: Upload | UnsetType = UNSET
    warnings: list[Finding] | UnsetType = UNSET


class Accepted(Body, kw_only=True):
    """Uploads that a worker will read."""

    uploads: list[Upload]
    owner_key: OwnerKey = UNSET


class Many(Accepted, kw_only=True):
    """Results of many games. `error` and `findings` are sent if all were refused."""

    games: Annotated[list[Item], doc("The first 100 results of each upload.")]
    n_read: Annotated[int, doc("Games that could be read: all but the unreadable ones.")]
    n_stored: int
    n_merged: int
    n_continued: int
    n_duplicate: int
    n_refused: int
    n_unreadable: int
    error: Error | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET


class DryRun(Body):
    """Results of a check. `error` and `findings` are sent if all games were refused."""

    dry_run: bool
    complete: bool
    games: list[Item]
    skipped_files: SkippedFiles
    message: str | UnsetType = UNSET
    error: Error | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET
