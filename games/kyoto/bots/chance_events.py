"""The events of a full game that are not a choice: deals, draws and what is revealed."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.core.chance import Chance, pick
from games.core.errors import EngineFault
from games.kyoto.rules.components import (
    FIRST_SITES,
    FIRST_TACTICS,
    HAND_SIZE,
    PILES,
    SITE,
    WILD,
    pile_of,
)
from games.kyoto.rules.events import Bugs, Conflict, Deal, Draw, Event, Pistol
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.piles import count_cards_due, draws_two, pile_index, put_at_bottom, take
from games.kyoto.rules.state import Pile, State, setup_role


class DrawPolicy(NamedTuple):
    """How a side draws. `sites`: how often from the Site pile; `tactics`: with so many Tactics in
    hand, always from it; `rank`: which of two cards to keep with Tomoyo, the higher one.
    """

    sites: float
    tactics: int
    rank: Callable[[str, Chance], float]


def _rank(card: str, _: Chance) -> float:
    return 2 if card == WILD else 1 if pile_of(card) == SITE else 0


SENSIBLE = DrawPolicy(0.7, 3, _rank)
ANY = DrawPolicy(0.5, HAND_SIZE, lambda _, chance: chance.random())
"""Both piles, and both cards, are equally likely."""


def deal(state: State, chance: Chance) -> Deal:
    """Return a side's first hand (3.1)."""
    role = setup_role(state)
    cards: list[str] = []
    for pile, number in zip(state.side(role).piles, (FIRST_SITES, FIRST_TACTICS), strict=True):
        left = list(pile.shuffled or ())
        cards += [take_any(left, chance) for _ in range(number)]
    return Deal(role, tuple(cards))


def take_any(names: list[str], chance: Chance) -> str:
    """Remove a random name from the list and return it."""
    return names.pop(int(chance.random() * len(names)))


def draw(state: State, chance: Chance, policy: DrawPolicy = SENSIBLE) -> Draw:
    """Return the draw of the active side, each card from a pile of its choice (4.2, 9.1)."""
    role = state.active_role
    side = state.side(role)
    piles, tactics = list(side.piles), side.tactics
    kept: list[str] = []
    returned: list[str | None] = []
    for _ in range(count_cards_due(side)):
        card = _take_top(piles, _choose_pile(piles, tactics, policy, chance), chance)
        if draws_two(state, role):
            other = None
            if piles[0].size + piles[1].size:
                other = _take_top(piles, _choose_pile(piles, tactics, policy, chance), chance)
                ranks = [policy.rank(name, chance) for name in (card, other)]
                if ranks[1] > ranks[0]:
                    card, other = other, card
                index = pile_index(other)
                piles[index] = put_at_bottom(piles[index], other)
            returned.append(other)
        kept.append(card)
        tactics += pile_of(card) != SITE
    return Draw(tuple(kept), (), tuple(returned))


def draw_from(state: State, names: Sequence[str], chance: Chance) -> Draw:
    """Return the draw of the active side from these piles, without Tomoyo."""
    piles = list(state.side(state.active_role).piles)
    return Draw(tuple(_take_top(piles, PILES.index(name), chance) for name in names))


def _choose_pile(piles: list[Pile], tactics: int, policy: DrawPolicy, chance: Chance) -> int:
    if not piles[0].size or not piles[1].size:
        return 0 if piles[0].size else 1
    return 0 if tactics >= policy.tactics or chance.random() < policy.sites else 1


def _take_top(piles: list[Pile], index: int, chance: Chance) -> str:
    pile = piles[index]
    card = pick(pile.shuffled, chance) if pile.shuffled else pile.returned[0]
    rest = take(pile, card)
    if rest is None:
        raise EngineFault(f"the pile has no {card}")
    piles[index] = rest
    return card


def conflict(state: State) -> Event:
    """Return the result that the powers give (6.3)."""
    return next(event for event in legal_events(state) if isinstance(event, Conflict))


def with_truth(state: State, event: Event) -> Event:
    """Return the event with the true identity of an agent that it reveals."""
    if isinstance(event, Pistol) and state.conflict is not None:
        return event._replace(attacker=_identity(state, state.conflict.origin))
    if isinstance(event, Bugs):
        return event._replace(identity=_identity(state, event.agent))
    return event


def _identity(state: State, space: str) -> str:
    occupant = state.occupant(space)
    identity = None if occupant is None else state.side(occupant[0]).agents[occupant[1]].identity
    if identity is None:
        raise EngineFault(f"no agent with a known identity stands on {space}")
    return identity
