"""The events of a log of Shadows in Kyoto: one class for each event type, with the fields of the
log-format page. `origin` is the log's `from`, `back` its `return`.
"""

from typing import NamedTuple, get_args


class Deal(NamedTuple):
    """A side's first hand (3.1)."""

    role: str
    cards: tuple[str, ...]


class Deploy(NamedTuple):
    """A side puts its agents on the board (3.2): pairs of a space and an identity."""

    role: str
    agents: tuple[tuple[str, str], ...]


class Charisma(NamedTuple):
    """A side chooses its Charisma card (3.3); with Ruri also a colour (3.4)."""

    role: str
    card: str
    site: str | None = None


class Site(NamedTuple):
    """A Site card is played (5); `back`: it returns to the hand (9.4); `fan`: 10.7."""

    card: str
    origin: str
    to: str
    back: bool = False
    fan: bool = False


class Defend(NamedTuple):
    """Defend (8.1)."""

    origin: str
    to: str
    fan: bool = False


class Tunnel(NamedTuple):
    """Tunnel (8.2)."""

    origin: str
    to: str
    fan: bool = False


class Charge(NamedTuple):
    """The first half of a Charge (8.3)."""

    origin: str
    to: str
    fan: bool = False


class Push(NamedTuple):
    """The second half of a Charge: an enemy agent goes one space backward (8.3)."""

    origin: str
    to: str


class Swap(NamedTuple):
    """Two own agents are exchanged or not (8.4); None if not recorded."""

    spaces: tuple[str, ...]
    swapped: bool | None = None


class Bait(NamedTuple):
    """A Bait with its marks (8.5, 9.2); None for a mark that is not recorded."""

    marks: tuple[str | None, ...]


class Spring(NamedTuple):
    """A mark is shown and the agent that arrived is pushed (8.6); `bait` counts from 1."""

    mark: str
    to: str
    bait: int = 1


class Conflict(NamedTuple):
    """The result of a conflict (6.2, 6.3); the attacker's identity only if it is shown (9.6)."""

    defender: str
    winner: str
    attacker: str | None = None


class Pistol(NamedTuple):
    """The Pocket Pistol: the guessed and the true identity of the attacker (10.4)."""

    guess: str
    attacker: str


class Declare(NamedTuple):
    """The declaration on the goal row (7.3): an agent that escapes, or *no*."""

    agent: str | None = None
    identity: str | None = None


class Draw(NamedTuple):
    """The draw that ends a turn (4.2): cards in a full log, piles in a table log; `returned` holds
    what Tomoyo puts back for each of them (9.1).
    """

    cards: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    returned: tuple[str | None, ...] = ()


class Flip(NamedTuple):
    """An Equipment card is turned face up (10.1)."""

    card: str


class Typewriter(NamedTuple):
    """A card of the discard pile goes back to the hand (10.2)."""

    card: str


class Drugs(NamedTuple):
    """A Government agent must be moved next (10.3)."""

    agent: str


class Show(NamedTuple):
    """The Government shows its hand (10.3)."""

    cards: tuple[str, ...]


class Bugs(NamedTuple):
    """A hidden Oniwaban agent is turned face up (10.5)."""

    agent: str
    identity: str


class Stun(NamedTuple):
    """An Oniwaban agent may not be moved next (10.6)."""

    agent: str


class Stuck(NamedTuple):
    """The active side has no playable card (4.4); only in a table log."""


class Unmask(NamedTuple):
    """The agents of a side on the board, after the end of a table log (7.7)."""

    role: str
    agents: tuple[tuple[str, str], ...]


class Resign(NamedTuple):
    """A side resigns (7.6)."""

    role: str


class Abandon(NamedTuple):
    """The game is abandoned without a winner (7.6)."""


Move = Defend | Tunnel | Charge
_SetupEvent = Deal | Deploy | Charisma
_Play = Site | Move | Push | Swap | Bait
_Answer = Spring | Conflict | Pistol | Declare | Draw
_Equipment = Flip | Typewriter | Drugs | Stun | Show | Bugs
_End = Stuck | Unmask | Resign | Abandon
Event = _SetupEvent | _Play | _Answer | _Equipment | _End

EVENT_NAMES: dict[type, str] = {kind: kind.__name__.lower() for kind in get_args(Event)}
"""The log's name of each event type."""
