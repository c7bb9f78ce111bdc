"""Bodies of the API of games, uploads, branches and notes."""

from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from replays.models import ItemStatus, UploadState
from replays.models.notes import Glyph
from replays.services.branches import WAYS

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
    stored_at: Time
    engine_version: str
    refused_by: Annotated[str | None, doc("Version of a later rules engine that refuses the log.")]


class WholeGame(Game):
    """A game."""

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
    scene: Annotated[Json, doc("The board.")]
    frames: Annotated[list[Json], doc("One frame for each step, the start included.")]


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
    n_duplicate: int
    n_refused: int
    fault_id: str | None
    poll_seconds: Annotated[int | None, doc("Poll again after this time. Null: complete.")]


class Item(Body, kw_only=True):
    """The result for one game of an upload."""

    position: int
    label: str
    status: Annotated[str, doc(enum=[*ItemStatus.values, "acceptable"])]
    id: str | UnsetType = UNSET
    url: Url | UnsetType = UNSET
    api: Url | UnsetType = UNSET
    digest: str | UnsetType | None = UNSET
    findings: list[Finding]
    warnings: list[Finding]
    hints: Annotated[list[Finding] | UnsetType, doc("Only in a check.")] = UNSET


class UploadStatus(Upload):
    """An upload and results for its games."""

    game: Annotated[GameLink | None, doc("The game, if the upload has exactly one.")]
    games: list[Item]
    next_after: Annotated[int | None, doc("`after` of the next page of results.")]


class Stored(GameLink):
    """One game that was stored."""

    digest: str | None
    upload: Upload
    warnings: list[Finding]


class Duplicate(Stored):
    """One game that is already stored."""

    error: Error


class Refused(ErrorBody):
    """One log with errors."""

    upload: Upload | UnsetType = UNSET
    warnings: list[Finding] | UnsetType = UNSET


class Accepted(Body):
    """Uploads that a worker will read."""

    uploads: list[Upload]


class Many(Accepted):
    """Results of many games. `error` and `findings` are sent if all were refused."""

    games: Annotated[list[Item], doc("The first 100 results of each upload.")]
    n_stored: int
    n_duplicate: int
    n_refused: int
    error: Error | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET


class DryRun(Body):
    """Results of a check. `error` and `findings` are sent if all games were refused."""

    dry_run: bool
    complete: bool
    games: list[Item]
    message: str | UnsetType = UNSET
    error: Error | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET


class Assumption(Body):
    """An event of a variation that contradicts the hidden information, or could not be checked
    against it.
    """

    step: int
    event: Json
    words: Annotated[str, doc("The event as text.")]


class Branch(Body):
    """A variation of a game."""

    id: str
    url: Url
    api: Url
    game: Url
    kind: str
    of: Annotated[str | None, doc("Id of the parent variation.")]
    name: str
    view: Annotated[str, doc("The view it is played as.")]
    views: list[str]
    game_step: Annotated[int, doc("The step of the game at which it starts.")]
    from_step: Annotated[int, doc("The step of its parent at which it starts.")]
    last_step: int
    n_events: Annotated[int, doc("Events added in this variation.")]
    counterfactual: bool
    assumes: list[Assumption]
    made_at: Time
    steps: Url
    legal: Url
    log: Url


class NewBranch(Branch):
    """A new variation and the key to edit it."""

    edit_key: Annotated[str, doc("Store it: it is sent only once.")]


class ChangedBranch(Branch):
    """A variation after a change."""

    step: Annotated[Json | None, doc("The last step.")]
    belief_waits: Annotated[
        int | UnsetType, doc("Belief was skipped; request the steps after this many seconds.")
    ] = UNSET


class Choice(Body):
    """A value that can be chosen for a part of an event."""

    path: str
    value: Any
    events: Annotated[int | None, doc("Legal events with it. Null: not counted.")]


class SpelledEvent(Body):
    """An event as JSON and as text."""

    event: Json
    words: str


class Legal(Body):
    """Legal events. If there are many, choices of their parts."""

    id: str
    step: int
    due: Annotated[str | None, doc("The type of the next event. Null: the game is over.")]
    is_chance: bool
    is_yours: bool
    in_the_game: Annotated[Json | None, doc("The event of the game, if it is still legal.")]
    chosen: Annotated[list[list[Any]], doc("Chosen parts, each `[path, value]`.")]
    whole: Annotated[Json | None, doc("The event, once all its parts are chosen.")]
    choices: list[Choice]
    events: list[SpelledEvent]
    total: Annotated[int | None, doc("Number of legal events. Null: not counted.")]
    complete: Annotated[bool, doc("Whether all legal events were examined.")]


class Note(Body):
    """A note on a step."""

    step: int
    text: str
    glyph: str
    shapes: list[Json]


class Notes(Body):
    """A set of notes on a game."""

    id: str
    url: Url
    api: Url
    game: Url
    view: str
    title: str
    author: str
    notes: list[Note]


class NewNotes(Notes):
    """A new set of notes and the key to edit it."""

    edit_key: Annotated[str, doc("Store it: it is sent only once.")]


class BeginBranch(Body):
    """Start a variation."""

    step: int
    view: Annotated[str | UnsetType, doc("The view to play as.")] = field(name="as", default=UNSET)
    name: str | UnsetType = UNSET


class RenameBranch(Body):
    """Rename a variation."""

    name: str


class AppendEvent(Body):
    """Add an event: either `event` or `decide`."""

    event: Annotated[Json | UnsetType, doc("An event in the log format.")] = UNSET
    decide: Annotated[str | UnsetType, doc("Who decides instead.", enum=list(WAYS))] = UNSET
    after: Annotated[int | UnsetType, doc("The `n_events` you expect the variation to have.")] = (
        UNSET
    )


class NameNotes(Body):
    """Rename a set of notes."""

    title: str | UnsetType = UNSET
    author: str | UnsetType = UNSET


class BeginNotes(NameNotes):
    """Start a set of notes."""

    view: Annotated[str | UnsetType, doc("The view to which they belong.")] = field(
        name="as", default=UNSET
    )


class PutNote(Body):
    """Replace a note."""

    text: str | UnsetType = UNSET
    glyph: Annotated[str | UnsetType, doc(enum=["", *Glyph.values])] = UNSET
    shapes: list[Any] | UnsetType = UNSET
