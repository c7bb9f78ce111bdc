"""The state of a game of Shadows in Kyoto.

What a side keeps to itself (hand, piles, identities, marks) stands in its `Side`, each None where
it was not recorded. A view is the same state with that of the other side taken out (`rules.views`).
"""

from enum import StrEnum
from itertools import permutations
from typing import NamedTuple

from games.kyoto.rules.board import Board
from games.kyoto.rules.ruleset import FULL, Ruleset
from games.kyoto.rules.words import (
    DECK,
    DOWN,
    EQUIPMENT,
    FIRST_SITES,
    FIRST_TACTICS,
    IDENTITIES,
    NUMBER,
    PILES,
    SIDES,
    pile_of,
)


class Phase(StrEnum):
    """What is due next."""

    DEAL = "deal"
    DEPLOY = "deploy"
    CHARISMA = "charisma"
    PLAY = "play"
    CONFLICT = "conflict"
    PUSH = "push"
    DECLARE = "declare"
    DRAW = "draw"
    OVER = "over"


DEAL, DEPLOY, CHARISMA, PLAY, CONFLICT, PUSH, DECLARE, DRAW, OVER = Phase
ANSWERING = (PUSH, DECLARE, DRAW)
"""The phases in which answers may come (4.6)."""

Assignment = tuple[str, ...]
"""An identity for each of a side's agents (11.2), by the agents' numbers."""
ALL_ASSIGNMENTS: frozenset[Assignment] = frozenset(permutations(IDENTITIES))


class Setup(NamedTuple):
    """What is fixed before the first event."""

    ruleset: Ruleset
    board: Board
    depth: str = FULL

    @property
    def full(self) -> bool:
        """Whether hands, draws, deployments, marks and Swaps are recorded."""
        return self.depth == FULL


class Agent(NamedTuple):
    """An agent: where it stands (None: captured), who it is (None: not recorded), whether it is
    face up. Its place in the side's `agents` is its number: the token that is followed.
    """

    space: str | None
    identity: str | None
    revealed: bool = False


class Pile(NamedTuple):
    """A pile: how many cards; those above in no known order (None: not recorded); and what Tomoyo
    put under it, the first to come up first.
    """

    size: int
    above: tuple[str, ...] | None
    under: tuple[str, ...] = ()


class Side(NamedTuple):
    """What belongs to a side. `hand` is sorted, None where not recorded; `sites` and `tactics` say
    how many it holds; `piles` are that of Site cards and that of Tactics.
    """

    agents: tuple[Agent, ...]
    hand: tuple[str, ...] | None
    sites: int
    tactics: int
    piles: tuple[Pile, Pile]
    discard: tuple[str, ...] = ()
    baits: tuple[tuple[str | None, ...], ...] = ()
    charisma: str | None = None
    equipment: tuple[str, ...] = (DOWN, DOWN, DOWN)
    assignments: frozenset[Assignment] = ALL_ASSIGNMENTS

    def agent_at(self, space: str | None) -> int | None:
        """The number of the agent on a space, or None."""
        for number, agent in enumerate(self.agents):
            if agent.space == space:
                return number
        return None

    @property
    def captured(self) -> tuple[str, ...]:
        """The identities of its captured agents, sorted."""
        return tuple(sorted(a.identity for a in self.agents if a.space is None and a.identity))

    @property
    def cards_held(self) -> int:
        """How many cards it holds."""
        return self.sites + self.tactics


class Fight(NamedTuple):
    """An open conflict (6.1): the attacker's side, and both spaces."""

    attacker: str
    origin: str
    to: str


class Course(NamedTuple):
    """What happened in the turn that runs, as far as rules ask for it.

    `came`: the active side's agents that came to the goal row or were part of a Swap (7.3).
    `arrived`: side and number of the agent that may be answered by a spring. `flip_due`: the side
    that may flip. `victor`: the agent that a Fan may move. `charge_due`: the second half is still
    to come. `shown`: what is left of a hand that was shown. `last_call`: a *no* loses (7.4).
    """

    came: frozenset[int] = frozenset()
    arrived: tuple[str, int] | None = None
    flip_due: str | None = None
    victor: int | None = None
    charge_due: bool = False
    shown: tuple[str, ...] | None = None
    last_call: bool = False


class State(NamedTuple):
    """A position. `drugged` and `stunned` are numbers of a Government and an Oniwaban agent."""

    setup: Setup
    phase: Phase
    sides: tuple[Side, Side]
    turn: int = 0
    active: str | None = None
    course: Course = Course()
    conflict: Fight | None = None
    ruri_site: str | None = None
    drugged: int | None = None
    stunned: int | None = None
    winner: str | None = None
    reason: str | None = None
    unmasked: tuple[str, ...] = ()

    def side(self, role: str) -> Side:
        """What belongs to a side."""
        return self.sides[NUMBER[role]]

    def with_side(self, role: str, side: Side) -> "State":
        """The same position with another side."""
        pair = (side, self.sides[1]) if NUMBER[role] == 0 else (self.sides[0], side)
        return self._replace(sides=pair)

    def occupant(self, space: str) -> tuple[str, int] | None:
        """The side and number of the agent on a space, or None."""
        for role, side in zip(SIDES, self.sides, strict=True):
            number = side.agent_at(space)
            if number is not None:
                return role, number
        return None

    def equipment(self, card: str) -> str | None:
        """How an Equipment card lies: `down`, `up`, `used`; None where there is none."""
        if self.setup.ruleset.equipment:
            for role, cards in EQUIPMENT.items():
                if card in cards:
                    return self.side(role).equipment[cards.index(card)]
        return None

    def plays(self, role: str, charisma: str) -> bool:
        """Whether a side has this Charisma card."""
        return self.side(role).charisma == charisma


def whole_pile(name: str) -> Pile:
    """A pile before the deal."""
    cards = tuple(c for c, n in DECK.items() for _ in range(n) if pile_of(c) == name)
    return Pile(len(cards), tuple(sorted(cards)))


def initial_state(setup: Setup) -> State:
    """The state before the first event (section 3): a table log begins after deal and deployment,
    its turn 1 where there is no Charisma.
    """
    site, tactic = (whole_pile(name) for name in PILES)
    if setup.full:
        side = Side((), (), 0, 0, (site, tactic))
        return State(setup, DEAL, (side, side))
    piles = (Pile(site.size - FIRST_SITES, None), Pile(tactic.size - FIRST_TACTICS, None))
    sides = [
        Side(
            tuple(Agent(space, None) for space in setup.board.starts[role]),
            None,
            FIRST_SITES,
            FIRST_TACTICS,
            piles,
        )
        for role in SIDES
    ]
    state = State(setup, CHARISMA, (sides[0], sides[1]))
    if setup.ruleset.charisma:
        return state
    return state._replace(phase=PLAY, turn=1, active=SIDES[0])
