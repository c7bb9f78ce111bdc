"""Bodies of the API of variations and notes."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from games.core.choosing import Node
from replays.models.notes import Glyph
from replays.services.branches import DECIDERS

from .body import Body, Json, Time, Url, doc


class Assumption(Body):
    """An event of a variation that contradicts the hidden information, or could not be checked
    against it.
    """

    aliases = {"words": "text"}
    step: int
    event: Json
    text: Annotated[str, doc("The event as text.")]


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

    aliases = {"words": "text"}
    event: Json
    text: str


class NextEvents(Body):
    """Legal events. If there are many, choices of their parts."""

    step: int
    due: Annotated[str | None, doc("The type of the next event. Null: the game is over.")]
    is_chance: bool
    is_yours: Annotated[bool, doc("Whether the view decides the next event.")]
    chosen: Annotated[list[list[Any]], doc("Chosen parts, each `[path, value]`.")]
    whole: Annotated[Json | None, doc("The event, once all its parts are chosen.")]
    choices: list[Choice]
    events: list[SpelledEvent]
    total: Annotated[int | None, doc("Number of legal events. Null: not counted.")]
    complete: Annotated[bool, doc("Whether all legal events were examined.")]


class Legal(NextEvents):
    """Legal events of a variation. If there are many, choices of their parts."""

    id: str
    in_the_game: Annotated[Json | None, doc("The event of the game, if it is still legal.")]


def offered(node: Node, write: Callable[[Json], str]) -> dict[str, Any]:
    """Return the fields of `NextEvents` for a node of the tree of choices. `write` returns an event
    as text.
    """
    return {
        "chosen": [list(part) for part in node.chosen],
        "whole": node.whole,
        "choices": [Choice(*option) for option in node.choices],
        "events": [SpelledEvent(event, write(event)) for event in node.events],
        "total": node.total,
        "complete": node.is_complete,
    }


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
    decide: Annotated[str | UnsetType, doc("Who decides instead.", enum=list(DECIDERS))] = UNSET
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
