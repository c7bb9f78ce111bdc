"""What nobody chooses in a full game: the deal, the draw, and what the pieces show."""

from collections.abc import Callable
from typing import NamedTuple

from games.core.chance import Chance, pick
from games.core.errors import EngineFault
from games.kyoto.rules.components import (
    FIRST_SITES,
    FIRST_TACTICS,
    HAND_SIZE,
    ONIWABAN,
    SITE,
    WILD,
    pile_of,
)
from games.kyoto.rules.events import Bugs, Conflict, Deal, Draw, Event, Pistol
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.piles import count_cards_due, draws_two, put_at_bottom, take
from games.kyoto.rules.state import Pile, State, setup_role


class Taste(NamedTuple):
    """How a side draws: how often from its Site pile where it may choose, always from so many
    Tactics in hand on, and how much it likes a card of two.
    """

    sites: float
    tactics: int
    liking: Callable[[str, Chance], float]


def _liking(card: str, _: Chance) -> float:
    return 2 if card == WILD else 1 if pile_of(card) == SITE else 0


SENSIBLE = Taste(0.7, 3, _liking)
ANY = Taste(0.5, HAND_SIZE, lambda _, chance: chance.random())
"""Any pile and any of two cards are as likely."""


def deal(state: State, chance: Chance) -> Deal:
    """A side's first hand (3.1)."""
    role = setup_role(state)
    cards: list[str] = []
    for pile, number in zip(state.side(role).piles, (FIRST_SITES, FIRST_TACTICS), strict=True):
        left = list(pile.above or ())
        cards += [take_any(left, chance) for _ in range(number)]
    return Deal(role, tuple(cards))


def take_any(left: list[str], chance: Chance) -> str:
    """One of the names, taken out of the list."""
    return left.pop(int(chance.random() * len(left)))


def draw(state: State, chance: Chance, taste: Taste = SENSIBLE) -> Draw:
    """The draw of the active side, each card from a pile of its choice (4.2, 9.1)."""
    role = state.active or ONIWABAN
    side = state.side(role)
    piles, tactics = list(side.piles), side.tactics
    kept: list[str] = []
    returned: list[str | None] = []
    for _ in range(count_cards_due(side)):
        card = _top(piles, _which(piles, tactics, taste, chance), chance)
        if draws_two(state, role):
            other = None
            if piles[0].size + piles[1].size:
                other = _top(piles, _which(piles, tactics, taste, chance), chance)
                likings = [taste.liking(one, chance) for one in (card, other)]
                if likings[1] > likings[0]:
                    card, other = other, card
                at = 0 if pile_of(other) == SITE else 1
                piles[at] = put_at_bottom(piles[at], other)
            returned.append(other)
        kept.append(card)
        tactics += pile_of(card) != SITE
    return Draw(tuple(kept), (), tuple(returned))


def _which(piles: list[Pile], tactics: int, taste: Taste, chance: Chance) -> int:
    if not piles[0].size or not piles[1].size:
        return 0 if piles[0].size else 1
    return 0 if tactics >= taste.tactics or chance.random() < taste.sites else 1


def _top(piles: list[Pile], at: int, chance: Chance) -> str:
    pile = piles[at]
    card = pick(pile.above, chance) if pile.above else pile.under[0]
    taken = take(pile, card)
    if taken is None:
        raise EngineFault(f"the pile has no {card}")
    piles[at] = taken
    return card


def conflict(state: State) -> Event:
    """The one outcome that the powers give (6.3)."""
    return next(event for event in legal_events(state) if isinstance(event, Conflict))


def told(state: State, event: Event) -> Event:
    """The event with what the pieces show, where a side asked them."""
    if isinstance(event, Pistol) and state.conflict is not None:
        return event._replace(attacker=_identity(state, state.conflict.origin))
    if isinstance(event, Bugs):
        return event._replace(identity=_identity(state, event.agent))
    return event


def _identity(state: State, space: str) -> str:
    found = state.occupant(space)
    identity = None if found is None else state.side(found[0]).agents[found[1]].identity
    if identity is None:
        raise EngineFault(f"nobody known stands on {space}")
    return identity
