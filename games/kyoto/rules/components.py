"""Sides, identities and cards (rules page, sections 1 and 2), named as in the log."""

from bisect import insort
from collections.abc import Iterable

ONIWABAN, GOVERNMENT = "oniwaban", "government"
SIDES = (ONIWABAN, GOVERNMENT)
OTHER = {ONIWABAN: GOVERNMENT, GOVERNMENT: ONIWABAN}
SIDE_INDEX = {ONIWABAN: 0, GOVERNMENT: 1}

IDENTITIES = ("0f", "1f", "2f", "2r", "3f", "3r")
"""Power and intelligence: `r` is real, `f` is fake (2.3)."""
IMPORTANT = frozenset({"0f", "2r", "3f", "3r"})
POWER = {identity: int(identity[0]) for identity in IDENTITIES}
REAL = frozenset({"2r", "3r"})

COLOURS = ("shrine", "residence", "market", "castle")
COLOUR_SET = frozenset(COLOURS)
WILD = "wild"
SITE_CARDS = (*COLOURS, WILD)
DEFEND, TUNNEL, CHARGE, SWAP, BAIT = "defend", "tunnel", "charge", "swap", "bait"
TACTICS = (DEFEND, TUNNEL, CHARGE, SWAP, BAIT)
CARDS = (*SITE_CARDS, *TACTICS)
DECK = {**dict.fromkeys(SITE_CARDS, 5), DEFEND: 2, TUNNEL: 2, CHARGE: 1, SWAP: 1, BAIT: 2}
"""The number of each card in a side's deck (2.4)."""
SITE, TACTIC = "site", "tactic"
PILES = (SITE, TACTIC)
PILE_INDEX = dict.fromkeys((TACTIC, *TACTICS), 1)
"""The second pile is that of the Tactics; all other cards are in the first."""
HAND_SIZE = 6
FIRST_SITES, FIRST_TACTICS = 4, 2

TOMOYO, ANJU, YOKO = "tomoyo", "anju", "yoko"
AYANE, CHIHARU, IROHA = "ayane", "chiharu", "iroha"
RURI = "ruri"
CHARISMA = {ONIWABAN: (TOMOYO, ANJU, YOKO), GOVERNMENT: (AYANE, CHIHARU, IROHA)}
CHARISMA_CARDS = (*CHARISMA[ONIWABAN], *CHARISMA[GOVERNMENT], RURI)

TYPEWRITER, DRUGS, PISTOL, BUGS, STUN, FAN = "typewriter", "drugs", "pistol", "bugs", "stun", "fan"
EQUIPMENT = {ONIWABAN: (TYPEWRITER, DRUGS, PISTOL), GOVERNMENT: (BUGS, STUN, FAN)}
EQUIPMENT_OWNER = {card: role for role, cards in EQUIPMENT.items() for card in cards}
EQUIPMENT_CARDS = (*EQUIPMENT[ONIWABAN], *EQUIPMENT[GOVERNMENT])
DOWN, UP, USED = "down", "up", "used"

ATTACKER, DEFENDER = "attacker", "defender"
NEUTRAL = "neutral"
HQ = {ONIWABAN: "hq-oniwaban", GOVERNMENT: "hq-government"}


def pile_of(card: str) -> str:
    """Return the pile a card belongs to.

    >>> pile_of("wild"), pile_of("bait")
    ('site', 'tactic')
    """
    return TACTIC if card in TACTICS else SITE


def count_sites(cards: Iterable[str]) -> int:
    """Count the Site cards among the cards."""
    return sum([card in SITE_CARDS for card in cards])


def attacker_wins(attacker: str, defender: str) -> bool:
    """Return whether the attacker wins a conflict (6.3).

    >>> attacker_wins("0f", "3r"), attacker_wins("3r", "0f"), attacker_wins("2f", "2r")
    (True, False, True)
    """
    power, against = POWER[attacker], POWER[defender]
    return power == 0 if {power, against} == {0, 3} else power >= against


def remove_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without one of that name, which must be among them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def add_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards, which are sorted, and another one, sorted."""
    together = list(cards)
    insort(together, card)
    return tuple(together)


def add_cards(cards: tuple[str, ...], *added: str) -> tuple[str, ...]:
    """Return the cards, which are sorted, and the added ones, sorted."""
    together = list(cards)
    for card in added:
        insort(together, card)
    return tuple(together)
