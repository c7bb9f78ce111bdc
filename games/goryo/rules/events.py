"""The events of a Goryō log: one class per event type, with the fields of the log-format page.

Spaces, object types and colours keep their names in the log; the board maps them to indices.
"""

from typing import NamedTuple, get_args


class Bind(NamedTuple):
    """The bound type is drawn in secret (3.1); None if it was not recorded."""

    object: str | None


class Haunt(NamedTuple):
    """The first object is broken: the type drawn and the space chosen (3.2)."""

    object: str
    space: str


class Plan(NamedTuple):
    """The Goryō places her cubes in secret (section 4): `route` holds the move cubes in order,
    starting on the pawn's space.
    """

    route: tuple[str, ...]
    target: str
    sprint: bool = False
    false_trail: str | None = None


class Move(NamedTuple):
    """A Samurai moves to an adjacent space (5.3)."""

    samurai: str
    to: str


class Search(NamedTuple):
    """A Samurai investigates his own space (5.4); `answer` is the Goryō's."""

    samurai: str
    answer: bool


class Sniff(NamedTuple):
    """A Samurai investigates an adjacent space (5.4); `answer` is the Goryō's."""

    samurai: str
    space: str
    answer: bool


class Discover(NamedTuple):
    """The chase ends and the plan is discovered (section 6)."""


class Draw(NamedTuple):
    """A token is drawn from the bag and its type sealed (6.6)."""

    object: str


class HiddenPlan(NamedTuple):
    """A plan that was never discovered, in a record kept by the Samurai."""


class Stuck(NamedTuple):
    """The Goryō, whose bound type was not recorded, has no legal plan (4.8, 7.7)."""


class Unmask(NamedTuple):
    """The bound type is revealed after the end, if it had not been recorded (7.7)."""

    object: str


class Resign(NamedTuple):
    """A role resigns."""

    role: str


class Abandon(NamedTuple):
    """The game is abandoned without a winner."""


Question = Search | Sniff
Action = Move | Question
Event = (
    Bind | Haunt | Plan | HiddenPlan | Action | Discover | Draw | Stuck | Unmask | Resign | Abandon
)
EVENT_NAMES: dict[type, str] = {
    **{cls: cls.__name__.lower() for cls in get_args(Event)},
    HiddenPlan: "plan",
}
"""The name of each class in a log."""
