"""Public knowledge (rules page, section 11): possible assignments and unseen cards."""

from collections import Counter
from collections.abc import Iterable

from games.kyoto.rules import assignments
from games.kyoto.rules.board import GOAL_SPACES
from games.kyoto.rules.components import BAIT, COLOURS, DECK, RURI
from games.kyoto.rules.state import Side, State


def restrict(side: Side, fits: int) -> Side:
    """Return the side with only the assignments that fit, a set of `assignments`."""
    return side.with_possible(side.possible & fits)


def is_possible(side: Side, fits: int) -> bool:
    """Return whether at least one assignment fits (11.4)."""
    return side.possible & fits != 0


def has_identity(number: int, identity: str) -> int:
    """Return the assignments in which agent `number` has this identity."""
    return assignments.HAS[number][identity]


def can_be(side: Side, number: int, identity: str) -> bool:
    """Return whether agent `number` can have this identity, by the log and by public knowledge."""
    known = side.agents[number].identity
    if known is not None and known != identity:
        return False
    return side.possible & assignments.HAS[number][identity] != 0


def attack_result(number: int, defender: str, won: bool) -> int:
    """Return the assignments in which the power of agent `number` fits the result of its attack
    (6.3).
    """
    return assignments.attack_result(number, defender, won)


def all_fake(numbers: Iterable[int]) -> int:
    """Return the assignments in which all these agents are fake: a declared *no* (7.3)."""
    return assignments.all_fake(tuple(numbers))


def agents_on_goal_row(state: State, role: str) -> tuple[int, ...]:
    """Return the numbers of a side's agents on its goal row."""
    goal_row = GOAL_SPACES[role]
    agents = enumerate(state.side(role).agents)
    return tuple([number for number, agent in agents if agent[0] in goal_row])


def after_swap(side: Side, first: int, second: int) -> Side:
    """Return the side with each assignment, and each with the two exchanged (11.2)."""
    return side.with_possible(assignments.after_swap(side.possible, first, second))


def count_identities(side: Side) -> tuple[Counter[str], ...]:
    """Count for each agent in how many assignments it has each identity (11.3)."""
    possible = side.possible
    if not possible:
        return tuple(Counter[str]() for _ in side.agents)
    counts = [
        {identity: (possible & fits).bit_count() for identity, fits in has.items()}
        for has in assignments.HAS
    ]
    return tuple([Counter({name: n for name, n in count.items() if n}) for count in counts])


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
