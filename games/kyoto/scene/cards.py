"""The cards and captured agents that lie on the table, and what lies where at a position."""

from games.core.language import gettext
from games.core.scene import Card, Piece
from games.kyoto.rules.components import CARDS, IDENTITIES, OTHER, PILES, REAL, SIDES
from games.kyoto.rules.state import Side, State
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_label

BAIT_DOWN = "bait-down"
"""A Bait on the table, with its hidden mark."""
SOLID, DASHED = "solid", "dashed"


def known_agent(role: str, identity: str) -> Piece:
    """Return an agent with a known identity: its power, in the ring of a real or fake agent."""
    template = gettext("{side} agent, {identity}")
    return {
        "id": f"{role}-{identity}",
        "symbol": f"agent-{role}",
        "letter": identity[0],
        "label": template.format(side=SIDE_NAMES[role], identity=identity_label(identity)),
        "ring": SOLID if identity in REAL else DASHED,
    }


def cards() -> list[Card]:
    """Return all cards: face up, face down, a Bait with its mark, and captured agents."""
    shown: list[Card] = [_card(card, card) for card in CARDS]
    shown += [_card(back_of(pile), pile, f"back-{pile}") for pile in PILES]
    shown.append(_card(BAIT_DOWN, "bait", "back-tactic", "card-bait"))
    return shown + [_captive(role, identity) for role in SIDES for identity in IDENTITIES]


def _card(key: str, name: str, tone: str = "", icon: str = "") -> Card:
    tone = tone or name
    return {"id": key, "label": CARD_NAMES[name], "tone": tone, "icon": icon or f"card-{tone}"}


def _captive(role: str, identity: str) -> Card:
    agent = known_agent(role, identity)
    return {
        "id": agent["id"],
        "label": agent["label"],
        "tone": agent["id"],
        "symbol": agent["symbol"],
        "letter": agent["letter"],
        "ring": agent["ring"],
    }


def back_of(pile: str) -> str:
    """Return the id of a card that lies face down."""
    return f"back-{pile}"


def decks(state: State) -> dict[str, str]:
    """Return what lies in each slot at a position, as a view observes it. The hand of the other
    side lies face down.
    """
    slots: dict[str, list[str]] = {}
    for role in SIDES:
        side, other = state.side(role), OTHER[role]
        sizes = zip(PILES, (pile.size for pile in side.piles), strict=True)
        slots |= {
            f"{role}-hand": _hand(side),
            f"{role}-discard": [_several(card, side.discard.count(card)) for card in CARDS],
            f"{role}-held": [f"{other}-{identity}" for identity in state.side(other).captured],
            f"{role}-piles": [_several(back_of(pile), size) for pile, size in sizes],
            f"{role}-baits": [_several(BAIT_DOWN, len(side.baits))],
        }
    decks = {slot: " ".join(filter(None, entries)) for slot, entries in slots.items()}
    return {slot: deck for slot, deck in decks.items() if deck}


def _several(card: str, number: int) -> str:
    """Return a card as often as it lies there."""
    return f"{card}:{number}" if number > 1 else card * number


def _hand(side: Side) -> list[str]:
    if side.hand is not None:
        return [card for card in CARDS for _ in range(side.hand.count(card))]
    numbers = zip(PILES, (side.sites, side.tactics), strict=True)
    return [back_of(pile) for pile, number in numbers for _ in range(number)]
