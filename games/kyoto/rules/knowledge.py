"""Public knowledge (rules page, section 11): possible assignments and unseen cards."""

from collections import Counter
from collections.abc import Callable, Iterable

from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.components import BAIT, COLOURS, DECK, REAL, RURI, attacker_wins
from games.kyoto.rules.state import Assignment, Side, State

Constraint = Callable[[Assignment], bool]


def restrict(side: Side, fits: Constraint) -> Side:
    """Return the side with only the assignments that fit."""
    return side._replace(assignments=frozenset(filter(fits, side.assignments)))


def is_possible(side: Side, fits: Constraint) -> bool:
    """Return whether at least one assignment fits (11.4)."""
    return any(map(fits, side.assignments))


def has_identity(number: int, identity: str) -> Constraint:
    """Require that agent `number` has this identity."""
    return lambda assignment: assignment[number] == identity


def can_be(side: Side, number: int, identity: str) -> bool:
    """Return whether agent `number` can have this identity, by the log and by public knowledge."""
    if side.agents[number].identity not in (None, identity):
        return False
    return is_possible(side, has_identity(number, identity))


def attack_result(number: int, defender: str, won: bool) -> Constraint:
    """Require that the power of agent `number` fits the result of its attack (6.3)."""
    return lambda assignment: attacker_wins(assignment[number], defender) is won


def all_fake(numbers: Iterable[int]) -> Constraint:
    """Require that all these agents are fake: the meaning of a declared *no* (7.3)."""
    numbers = tuple(numbers)
    return lambda assignment: not any(assignment[number] in REAL for number in numbers)


def agents_on_goal_row(state: State, role: str) -> tuple[int, ...]:
    """Return the numbers of a side's agents on its goal row."""
    return tuple(
        number
        for number, agent in enumerate(state.side(role).agents)
        if agent.space is not None and row(agent.space) == GOAL_ROW[role]
    )


def swap_identities(assignment: Assignment, first: int, second: int) -> Assignment:
    """Return an assignment with two identities exchanged."""
    identities = list(assignment)
    identities[first], identities[second] = identities[second], identities[first]
    return tuple(identities)


def after_swap(side: Side, first: int, second: int) -> Side:
    """Return the side with each assignment, and each with the two exchanged (11.2)."""
    swapped = frozenset(swap_identities(a, first, second) for a in side.assignments)
    return side._replace(assignments=side.assignments | swapped)


def count_identities(side: Side) -> tuple[Counter[str], ...]:
    """Count for each agent in how many assignments it has each identity (11.3)."""
    if not side.assignments:
        return tuple(Counter[str]() for _ in side.agents)
    return tuple(Counter(column) for column in zip(*side.assignments, strict=True))


def count_unseen(state: State, role: str) -> dict[str, int]:
    """Count the cards of each name in a side's hand, piles and unused marks (11.5)."""
    side = state.side(role)
    counts = dict(DECK)
    for card in side.discard:
        counts[card] -= 1
    counts[BAIT] -= len(side.baits)
    if side.charisma == RURI and state.ruri_site is not None:
        counts[state.ruri_site] -= 1
    return counts


def count_unseen_colours(state: State, role: str) -> int:
    """Count the coloured Site cards that are unseen and not under a Bait."""
    unseen = count_unseen(state, role)
    marks = sum(map(len, state.side(role).baits))
    return sum(unseen[colour] for colour in COLOURS) - marks
