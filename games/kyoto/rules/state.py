"""The state of a game of Shadows in Kyoto.

The secrets of a side (hand, piles, identities, marks) are fields of its `Side`, each None if the
log does not record it. A view is the same state without the other side's secrets (`rules.views`).
"""

from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple

from games.core.errors import EngineFault
from games.kyoto.rules import assignments, components
from games.kyoto.rules.board import Board
from games.kyoto.rules.ruleset import FULL, Ruleset


class Phase(StrEnum):
    """What must happen next."""

    DEAL = "deal"
    DEPLOY = "deploy"
    CHARISMA = "charisma"
    PLAY = "play"
    CONFLICT = "conflict"
    PUSH = "push"
    DECLARE = "declare"
    DRAW = "draw"
    OVER = "over"


ANSWER_PHASES = (Phase.PUSH, Phase.DECLARE, Phase.DRAW)
"""The phases in which answers are allowed (4.6)."""


PLAY, CONFLICT, DRAW, OVER = Phase.PLAY, Phase.CONFLICT, Phase.DRAW, Phase.OVER
"""As module constants: reading an attribute of an enum costs several times as much."""
_new = tuple.__new__
"""Creates a NamedTuple in a quarter of the time of `_replace`; for the most frequent changes."""
_space_of = itemgetter(0)


class Setup(NamedTuple):
    """The ruleset, the board and the depth of the log."""

    ruleset: Ruleset
    board: Board
    depth: str = FULL

    @property
    def full(self) -> bool:
        """Return whether the log records hands, draws, deployments, marks and Swaps."""
        return self.depth == FULL


class Agent(NamedTuple):
    """An agent: its space (None: captured), its identity (None: not recorded), and whether it is
    face up. Its index in the side's `agents` is its number, which never changes.
    """

    space: str | None
    identity: str | None
    revealed: bool = False


class Pile(NamedTuple):
    """A pile: its size, the cards in no known order (None: not recorded), and below them the cards
    that Tomoyo returned, the first one uppermost.
    """

    size: int
    shuffled: tuple[str, ...] | None
    returned: tuple[str, ...] = ()


class Side(NamedTuple):
    """What belongs to a side. `hand` is sorted, None if not recorded; `sites` and `tactics` count
    the cards in hand; `piles` are the Site pile and the Tactics pile. `possible` is the set of
    assignments that are publicly possible (`assignments`).
    """

    agents: tuple[Agent, ...]
    hand: tuple[str, ...] | None
    sites: int
    tactics: int
    piles: tuple[Pile, Pile]
    discard: tuple[str, ...] = ()
    baits: tuple[tuple[str | None, ...], ...] = ()
    charisma: str | None = None
    equipment: tuple[str, ...] = (components.DOWN, components.DOWN, components.DOWN)
    possible: int = assignments.ALL

    def with_agents(self, agents: tuple[Agent, ...]) -> "Side":
        """Return the side with other agents."""
        return _new(Side, (agents, *self[1:]))

    def with_hand(self, hand: tuple[str, ...] | None, sites: int, tactics: int) -> "Side":
        """Return the side with another hand."""
        return _new(Side, (self.agents, hand, sites, tactics, *self[4:]))

    def with_discard(self, discard: tuple[str, ...]) -> "Side":
        """Return the side with another discard pile."""
        return _new(Side, (*self[:5], discard, *self[6:]))

    def with_baits(self, baits: tuple[tuple[str | None, ...], ...]) -> "Side":
        """Return the side with other Baits on the table."""
        return _new(Side, (*self[:6], baits, *self[7:]))

    def with_possible(self, possible: int) -> "Side":
        """Return the side with another set of possible assignments."""
        return _new(Side, (*self[:9], possible))

    def agent_at(self, space: str | None) -> int | None:
        """Return the number of the agent on a space, or None."""
        for number, agent in enumerate(self[0]):
            if agent[0] == space:
                return number
        return None

    def number_at(self, space: str) -> int:
        """Return the number of the agent on a space. Raises EngineFault if there is none."""
        number = self.agent_at(space)
        if number is None:
            raise EngineFault(f"no agent of the side stands on {space}")
        return number

    @property
    def all_spaces(self) -> tuple[str | None, ...]:
        """The space of each agent, in the order of their numbers; None: captured."""
        return tuple(map(_space_of, self[0]))

    @property
    def spaces(self) -> list[str]:
        """Return the spaces of its agents on the board, sorted."""
        return sorted([agent.space for agent in self.agents if agent.space is not None])

    @property
    def captured(self) -> tuple[str, ...]:
        """Return the identities of its captured agents, sorted."""
        return tuple(sorted([name for space, name, _ in self[0] if space is None and name]))

    @property
    def assignments(self) -> frozenset[assignments.Assignment]:
        """The assignments that are publicly possible (11.2)."""
        return assignments.listed(self.possible)

    @property
    def cards_held(self) -> int:
        """Count the cards in its hand."""
        return self.sites + self.tactics


class Fight(NamedTuple):
    """An unresolved conflict (6.1): the attacker's side and both spaces."""

    attacker: str
    origin: str
    to: str


class TurnState(NamedTuple):
    """The current turn, as far as rules depend on it.

    `goal_arrivals`: the active side's agents that came to the goal row or took part in a Swap
    (7.3). `arrived`: side and number of the agent that a mark may push. `flip_due`: the side that
    may flip. `victor`: the agent that the Fan may move. `push_due`: the second half of a Charge is
    still to come. `shown`: the rest of a hand that was shown. `must_escape`: a *no* loses (7.4).
    """

    goal_arrivals: frozenset[int] = frozenset()
    arrived: tuple[str, int] | None = None
    flip_due: str | None = None
    victor: int | None = None
    push_due: bool = False
    shown: tuple[str, ...] | None = None
    must_escape: bool = False


NEW_TURN = TurnState()


class State(NamedTuple):
    """A position. `drugged` is the number of a Government agent, `stunned` of an Oniwaban agent."""

    setup: Setup
    phase: Phase
    sides: tuple[Side, Side]
    turn: int = 0
    active: str | None = None
    turn_state: TurnState = NEW_TURN
    conflict: Fight | None = None
    ruri_site: str | None = None
    drugged: int | None = None
    stunned: int | None = None
    winner: str | None = None
    reason: str | None = None
    unmasked: tuple[str, ...] = ()

    @property
    def active_role(self) -> str:
        """Return the active side; before turn 1, the Oniwaban."""
        return self.active or components.ONIWABAN

    @property
    def fight(self) -> Fight:
        """The unresolved conflict. Raises EngineFault if there is none."""
        if self.conflict is None:
            raise EngineFault("there is no conflict")
        return self.conflict

    @property
    def arrived(self) -> tuple[str, int]:
        """Side and number of the agent that arrived. Raises EngineFault if there is none."""
        if self.turn_state.arrived is None:
            raise EngineFault("no agent arrived")
        return self.turn_state.arrived

    def side(self, role: str) -> Side:
        """Return what belongs to a side."""
        return self.sides[components.SIDE_INDEX[role]]

    def with_side(self, role: str, side: Side) -> "State":
        """Return the position with one side replaced."""
        pair = (side, self.sides[1]) if components.SIDE_INDEX[role] == 0 else (self.sides[0], side)
        return _new(State, (self.setup, self.phase, pair, *self[3:]))

    def in_phase(self, phase: Phase) -> "State":
        """Return the position in another phase."""
        return _new(State, (self.setup, phase, *self[2:]))

    def with_turn_state(self, turn_state: TurnState) -> "State":
        """Return the position with another state of the turn."""
        return _new(State, (*self[:5], turn_state, *self[6:]))

    def with_conflict(self, conflict: Fight | None) -> "State":
        """Return the position with another conflict, or none."""
        return _new(State, (*self[:6], conflict, *self[7:]))

    def after_fight(self, sides: tuple[Side, Side], turn_state: TurnState) -> "State":
        """Return the position with other sides, another state of the turn, and no conflict."""
        return _new(State, (*self[:2], sides, *self[3:5], turn_state, None, *self[7:]))

    def with_turn(self, **changes: Any) -> "State":
        """Return the position with these fields of the turn's state replaced."""
        return self.with_turn_state(self.turn_state._replace(**changes))

    def occupant(self, space: str) -> tuple[str, int] | None:
        """Return the side and number of the agent on a space, or None."""
        for role, side in zip(components.SIDES, self.sides, strict=True):
            number = side.agent_at(space)
            if number is not None:
                return role, number
        return None

    def equipment(self, card: str) -> str | None:
        """Return an Equipment card's status: `down`, `up` or `used`; None without Equipment."""
        if not self.setup.ruleset.equipment:
            return None
        role = components.EQUIPMENT_OWNER[card]
        return self.side(role).equipment[components.EQUIPMENT[role].index(card)]

    def has_charisma(self, role: str, charisma: str) -> bool:
        """Return whether a side has this Charisma card."""
        return self.side(role).charisma == charisma


def full_pile(name: str) -> Pile:
    """Return a pile as it is before the deal."""
    deck = components.DECK.items()
    cards = sorted(c for c, n in deck for _ in range(n) if components.pile_of(c) == name)
    return Pile(len(cards), tuple(cards))


def initial_state(setup: Setup) -> State:
    """Return the state before the first event (section 3). A table log begins after deal and
    deployment, without Charisma in turn 1.
    """
    site, tactic = (full_pile(name) for name in components.PILES)
    if setup.full:
        side = Side((), (), 0, 0, (site, tactic))
        return State(setup, Phase.DEAL, (side, side))
    sites, tactics = components.FIRST_SITES, components.FIRST_TACTICS
    piles = Pile(site.size - sites, None), Pile(tactic.size - tactics, None)
    starts = [setup.board.starts[role] for role in components.SIDES]
    first, second = (tuple(Agent(space, None) for space in spaces) for spaces in starts)
    side = Side(first, None, sites, tactics, piles)
    state = State(setup, Phase.CHARISMA, (side, side._replace(agents=second)))
    if setup.ruleset.charisma:
        return state
    return state._replace(phase=Phase.PLAY, turn=1, active=components.SIDES[0])


def setup_role(state: State) -> str:
    """Return the side whose set-up event is next (3.1 to 3.3)."""
    if state.phase is Phase.CHARISMA:
        is_second = state.side(components.GOVERNMENT).charisma is not None
        return components.ONIWABAN if is_second else components.GOVERNMENT
    first = state.side(components.ONIWABAN)
    is_second = bool(first.hand if state.phase is Phase.DEAL else first.agents)
    return components.GOVERNMENT if is_second else components.ONIWABAN
