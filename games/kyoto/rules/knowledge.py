"""What everybody knows (rules page, section 11): assignments, and unseen cards."""

from collections import Counter
from collections.abc import Callable, Iterable

from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.state import Assignment, Side, State
from games.kyoto.rules.words import BAIT, COLOURS, DECK, REAL, RURI, attacker_wins

Fit = Callable[[Assignment], bool]


def keep(side: Side, fits: Fit) -> Side:
    """The side with only the assignments that fit."""
    return side._replace(assignments=frozenset(filter(fits, side.assignments)))


def could(side: Side, fits: Fit) -> bool:
    """Whether some assignment fits (11.4)."""
    return any(map(fits, side.assignments))


def is_identity(number: int, identity: str) -> Fit:
    """Agent `number` has this identity."""
    return lambda assignment: assignment[number] == identity


def attack_went(number: int, defender: str, won: bool) -> Fit:
    """The power of agent `number` fits the result of its attack (6.3)."""
    return lambda assignment: attacker_wins(assignment[number], defender) is won


def all_fake(numbers: Iterable[int]) -> Fit:
    """All these agents are fake: what a declared *no* says (7.3)."""
    numbers = tuple(numbers)
    return lambda assignment: not any(assignment[number] in REAL for number in numbers)


def on_goal_row(state: State, role: str) -> tuple[int, ...]:
    """The agents of a side that stand on its goal row."""
    return tuple(
        number
        for number, agent in enumerate(state.side(role).agents)
        if agent.space is not None and row(agent.space) == GOAL_ROW[role]
    )


def exchanged(assignment: Assignment, one: int, two: int) -> Assignment:
    """An assignment with two identities exchanged."""
    identities = list(assignment)
    identities[one], identities[two] = identities[two], identities[one]
    return tuple(identities)


def after_swap(side: Side, one: int, two: int) -> Side:
    """Each assignment, and each with the two exchanged (11.2)."""
    more = frozenset(exchanged(a, one, two) for a in side.assignments)
    return side._replace(assignments=side.assignments | more)


def occurrences(side: Side) -> tuple[Counter[str], ...]:
    """For each agent, in how many assignments each identity occurs (11.3)."""
    if not side.assignments:
        return tuple(Counter[str]() for _ in side.agents)
    return tuple(Counter(column) for column in zip(*side.assignments, strict=True))


def unseen(state: State, role: str) -> dict[str, int]:
    """How many of each card lie in a side's hand, piles and unused marks (11.5)."""
    side = state.side(role)
    left = dict(DECK)
    for card in side.discard:
        left[card] -= 1
    left[BAIT] -= len(side.baits)
    if side.charisma == RURI and state.ruri_site is not None:
        left[state.ruri_site] -= 1
    return left


def unseen_colours(state: State, role: str) -> int:
    """How many coloured Site cards are unseen and do not lie under a Bait."""
    left = unseen(state, role)
    return sum(left[colour] for colour in COLOURS) - sum(map(len, state.side(role).baits))
