"""The names of the game (rules page, section 1 and 2): sides, identities, cards. Inside the engine
they are the words of the log.
"""

from collections.abc import Iterable

ONIWABAN, GOVERNMENT = "oniwaban", "government"
SIDES = (ONIWABAN, GOVERNMENT)
OTHER = {ONIWABAN: GOVERNMENT, GOVERNMENT: ONIWABAN}
NUMBER = {ONIWABAN: 0, GOVERNMENT: 1}

IDENTITIES = ("0f", "1f", "2f", "2r", "3f", "3r")
"""Power and intelligence: `r` is real, `f` is fake (2.3)."""
IMPORTANT = frozenset({"0f", "2r", "3f", "3r"})
POWER = {identity: int(identity[0]) for identity in IDENTITIES}
REAL = frozenset({"2r", "3r"})

COLOURS = ("shrine", "residence", "market", "castle")
WILD = "wild"
SITE_CARDS = (*COLOURS, WILD)
DEFEND, TUNNEL, CHARGE, SWAP, BAIT = "defend", "tunnel", "charge", "swap", "bait"
TACTICS = (DEFEND, TUNNEL, CHARGE, SWAP, BAIT)
CARDS = (*SITE_CARDS, *TACTICS)
DECK = {**dict.fromkeys(SITE_CARDS, 5), DEFEND: 2, TUNNEL: 2, CHARGE: 1, SWAP: 1, BAIT: 2}
"""How many of each card a side has (2.4)."""
SITE, TACTIC = "site", "tactic"
PILES = (SITE, TACTIC)
HAND_SIZE = 6
FIRST_SITES, FIRST_TACTICS = 4, 2

TOMOYO, ANJU, YOKO, AYANE, CHIHARU, IROHA, RURI = (
    "tomoyo",
    "anju",
    "yoko",
    "ayane",
    "chiharu",
    "iroha",
    "ruri",
)
CHARISMA = {ONIWABAN: (TOMOYO, ANJU, YOKO), GOVERNMENT: (AYANE, CHIHARU, IROHA)}
CHARISMA_CARDS = (*CHARISMA[ONIWABAN], *CHARISMA[GOVERNMENT], RURI)

TYPEWRITER, DRUGS, PISTOL, BUGS, STUN, FAN = "typewriter", "drugs", "pistol", "bugs", "stun", "fan"
EQUIPMENT = {ONIWABAN: (TYPEWRITER, DRUGS, PISTOL), GOVERNMENT: (BUGS, STUN, FAN)}
EQUIPMENT_CARDS = (*EQUIPMENT[ONIWABAN], *EQUIPMENT[GOVERNMENT])
DOWN, UP, USED = "down", "up", "used"

ATTACKER, DEFENDER = "attacker", "defender"
NEUTRAL = "neutral"
HQ = {ONIWABAN: "hq-oniwaban", GOVERNMENT: "hq-government"}


def pile_of(card: str) -> str:
    """The pile a card belongs to.

    >>> pile_of("wild"), pile_of("bait")
    ('site', 'tactic')
    """
    return TACTIC if card in TACTICS else SITE


def sites_in(cards: Iterable[str]) -> int:
    """How many of the cards are Site cards."""
    return sum(card in SITE_CARDS for card in cards)


def attacker_wins(attacker: str, defender: str) -> bool:
    """Who wins a conflict (6.3).

    >>> attacker_wins("0f", "3r"), attacker_wins("3r", "0f"), attacker_wins("2f", "2r")
    (True, False, True)
    """
    power, against = POWER[attacker], POWER[defender]
    if {power, against} == {0, 3}:
        return power == 0
    return power >= against


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of that name, which must be there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def with_card(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The cards and more of them, sorted."""
    return tuple(sorted((*cards, *more)))
