"""A position of the naive game of Kyoto, and questions about it."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from tests.brute.board import Refused
from tests.brute.kyoto_header import (
    COLOURS,
    COLUMNS,
    DECK,
    EQUIPMENT,
    HQ,
    IDENTITIES,
    ROLES,
    SITE,
    SPACES,
    TACTIC,
    between,
    default_board,
    is_site,
    other,
    refuse_if,
    vector,
)

Event = dict[str, Any]
Fact = tuple[Any, ...]
"""("is", token, identity), ("fought", attacker's token, defender's identity, whether the attacker
won), ("fake", tokens) or ("swap", token, token). Only the facts are stored; every question goes
through all 720 assignments (11.2).
"""
EVERY = list(itertools.permutations(IDENTITIES))


def wins(attacker: str, defender: str) -> bool:
    """Return whether the attacker wins (6.3)."""
    powers = attacker[0], defender[0]
    return powers[0] == "0" if set(powers) == {"0", "3"} else powers[0] >= powers[1]


def true_of(fact: Fact, who: tuple[str, ...]) -> bool:
    if fact[0] == "is":
        return who[fact[1]] == fact[2]
    if fact[0] == "fought":
        return wins(who[fact[1]], fact[2]) is fact[3]
    return all(who[token][1] == "f" for token in fact[1])


def futures(who: tuple[str, ...], facts: list[Fact]) -> list[tuple[str, ...]]:
    """Return what a deployment can be after these facts; nothing if it contradicts them."""
    for index, fact in enumerate(facts):
        if fact[0] == "swap":
            changed = list(who)
            changed[fact[1]], changed[fact[2]] = who[fact[2]], who[fact[1]]
            rest = facts[index + 1 :]
            return futures(who, rest) + futures(tuple(changed), rest)
        if not true_of(fact, who):
            return []
    return [who]


def assignments(facts: list[Fact]) -> set[tuple[str, ...]]:
    """Return every possible assignment of identities to tokens."""
    return {now for who in EVERY for now in futures(who, facts)}


def counts(possible: set[tuple[str, ...]], token: int) -> dict[str, int]:
    """Count the assignments in which a token has each identity."""
    return dict(Counter(who[token] for who in possible))


class Position:
    """All pieces on the table and in the hands, and questions about them."""

    def __init__(self, log: dict[str, Any]) -> None:
        rules = log.get("ruleset", {})
        self.charisma = bool(rules.get("charisma"))
        self.neutral = bool(rules.get("neutral"))
        self.has_equipment = bool(rules.get("equipment"))
        self.cap = rules.get("turn_cap", 100)
        self.table = log.get("setup", {}).get("depth", "full") == "table"
        board = log.get("board", "kyoto-recon-1")
        self.board = board if isinstance(board, dict) else default_board()
        self._lay_out()
        self._open_turn()
        if self.table:
            self._deal_unseen()

    def _lay_out(self) -> None:
        """Set up the pieces on the table and in the hands."""
        # agents by token, the number of its start; captured ones are gone from `at`
        self.at: dict[str, dict[int, str]] = {role: {} for role in ROLES}
        self.who: dict[str, list[str | None]] = {role: [None] * 6 for role in ROLES}
        self.up: dict[str, set[int]] = {role: set() for role in ROLES}
        self.captives: dict[str, list[str]] = {role: [] for role in ROLES}
        self.facts: dict[str, list[Fact]] = {role: [] for role in ROLES}
        self.known: dict[str, tuple[int, set[tuple[str, ...]]]] = {}
        self.hand: dict[str, list[str] | None] = {role: [] for role in ROLES}
        self.held = {role: {"site": 0, "tactic": 0} for role in ROLES}
        self.left = {role: {"site": 25, "tactic": 8} for role in ROLES}
        # Of each pile: the shuffled cards, and those returned to its bottom, in order.
        self.pile: dict[str, dict[str, Any]] = {
            role: {
                "site": [list(SITE) * 5, []],
                "tactic": [[c for c in TACTIC for _ in range(DECK[c])], []],
            }
            for role in ROLES
        }
        self.discards: dict[str, list[str]] = {role: [] for role in ROLES}
        self.baits: dict[str, list[list[str | None]]] = {role: [] for role in ROLES}
        self.cards: dict[str, str | None] = dict.fromkeys(ROLES)
        self.ruri: str | None = None
        self.equipment = {role: dict.fromkeys(EQUIPMENT[role], "down") for role in ROLES}
        self.unmasked: set[str] = set()

    def _open_turn(self) -> None:
        """Set up the state of the turn."""
        self.turn, self.phase = 0, "deal"
        self.active: str | None = None
        self.winner: str | None = None
        self.reason: str | None = None
        self.drugged: int | None = None
        self.stunned: int | None = None
        self.conflict: dict[str, Any] | None = None
        self.shown: list[str] | None = None
        self.push_due = False
        self.goal: set[int] = set()  # the active side's agents that 7.3 is about
        self.must_escape = False  # 7.4: a declaration is due before anything else
        # 4.6: open until an event of another kind comes
        self.flip_due: str | None = None
        self.arrived: tuple[str, int] | None = None
        self.victor: int | None = None

    def _deal_unseen(self) -> None:
        """Set up a table log, which begins after 3.1 and 3.2."""
        for role in ROLES:
            self.at[role] = dict(enumerate(self.board["starts"][role]))
            self.hand[role] = None
            self.held[role] = {"site": 4, "tactic": 2}
            self.left[role] = {"site": 21, "tactic": 6}

    # -- queries --------------------------------------------------------------------------------

    def assignments(self, role: str) -> set[tuple[str, ...]]:
        """Return the assignments (11.2), cached until a fact is added."""
        facts = self.facts[role]
        if role not in self.known or self.known[role][0] != len(facts):
            self.known[role] = (len(facts), assignments(facts))
        return self.known[role][1]

    def could(self, role: str, *more: Fact) -> bool:
        """Return whether an assignment fits these facts too."""
        return any(all(true_of(fact, who) for fact in more) for who in self.assignments(role))

    def agent(self, role: str, space: Any) -> int | None:
        for token, there in self.at[role].items():
            if there == space:
                return token
        return None

    def is_occupied(self, space: str) -> bool:
        return any(self.agent(role, space) is not None for role in ROLES)

    def unseen(self, role: str) -> dict[str, int]:
        """Count the unseen cards (11.5)."""
        return {card: self.unseen_of(role, card) for card in DECK}

    def unseen_of(self, role: str, card: str) -> int:
        on_table = len(self.baits[role]) if card == "bait" else 0
        on_ruri = self.cards[role] == "ruri" and self.ruri == card
        return DECK[card] - self.discards[role].count(card) - on_table - on_ruri

    def number(self, role: str) -> int:
        return sum(self.held[role].values())

    def can_hold(self, card: str) -> bool:
        """Return whether the active side holds a card: in a table log, whether it could."""
        role = str(self.active)
        hand = self.hand[role] if self.shown is None else self.shown
        if hand is not None and (card not in hand or not self.table):
            return card in hand
        kind = "site" if is_site(card) else "tactic"
        return self.held[role][kind] > 0 and self.unseen_of(role, card) > 0

    def has(self, role: str, card: str) -> bool:
        return self.cards[role] == card

    def face_up(self, thing: str) -> bool:
        return self.has_equipment and any(self.equipment[r].get(thing) == "up" for r in ROLES)

    # -- moves with any card ---------------------------------------------------------------------

    def check_move(self, kind: str, start: str, end: str, card: str | None) -> None:
        """Check a move of the active side (5, 8.1 to 8.3, 9.3, 9.5, 9.7, 10.6)."""
        role = str(self.active)
        token = self.agent(role, start)
        refuse_if(token is None, "5.1")
        refuse_if(role == "oniwaban" and token == self.stunned, "10.6")
        self.check_direction(kind, start, end)
        self.check_entry(kind, end, card)

    def check_direction(self, kind: str, start: str, end: str) -> None:
        """Check the direction of a move."""
        role = str(self.active)
        aside, forward = vector(role, start, end)
        ahead, sideways = forward == 1 and abs(aside) <= 1, forward == 0 and abs(aside) == 1
        steps = {"charge": ahead, "defend": sideways or (forward == -1 and abs(aside) <= 1)}
        if kind == "site" and self.has(role, "yoko") and forward == 2 and aside in (-2, 0, 2):
            middle = COLUMNS[(COLUMNS.index(start[0]) + COLUMNS.index(end[0])) // 2]
            middle += str((int(start[1]) + int(end[1])) // 2)
            if self.agent(role, middle) is None:
                raise Refused("9.3")
        elif kind == "site" and not ahead:
            raise Refused("5.2")
        elif kind in ("charge", "defend") and not steps[kind]:
            raise Refused({"charge": "8.3", "defend": "8.1"}[kind])
        over = forward != 0 or aside == 0 or any(self.is_occupied(s) for s in between(start, end))
        refuse_if(kind == "tunnel" and over, "8.2")

    def check_entry(self, kind: str, end: str, card: str | None) -> None:
        """Check that an agent of the active side may enter a space."""
        role = str(self.active)
        refuse_if(self.agent(role, end) is not None, "5.3")
        there = self.board["spaces"][end]
        refuse_if(there == HQ[other(role)] and not self.has(role, "chiharu"), "5.6")
        barred = int(end[1]) in self.board["territory"]["government"] and there == "neutral"
        refuse_if(role == "oniwaban" and barred and self.has("government", "chiharu"), "9.5")
        refuse_if(kind == "site" and there in COLOURS and card not in (there, "wild"), "5.4")
        guarded = self.has(other(role), "ruri") and there == self.ruri
        refuse_if(guarded and self.agent(other(role), end) is not None, "9.7")

    def moves(self, card: str) -> Iterator[tuple[str, str]]:
        """Yield every move of the active side with a card (of Charge: the first half)."""
        kind = "site" if is_site(card) else card
        for start, end in itertools.product(self.at[str(self.active)].values(), SPACES):
            with suppress(Refused):
                self.check_move(kind, start, end, card)
                yield start, end

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of a Swap (8.4, 10.6)."""
        role = str(self.active)
        free = [s for t, s in self.at[role].items() if role != "oniwaban" or t != self.stunned]
        return [(a, b) for a, b in itertools.permutations(free, 2) if a[0] == b[0] or a[1] == b[1]]

    def is_playable(self, card: str, hand: list[str]) -> bool:
        """Return whether a card of a hand can be played (4.1, 4.4)."""
        if card == "swap":
            return bool(self.pairs())
        if card == "bait":
            return any(colour in hand for colour in COLOURS)
        return any(self.moves(card))

    def typewriter_saves(self) -> bool:
        """Return whether a face-up Typewriter can return a playable card (4.4). In a table log a
        Bait does not count, because it needs a colour in the unknown hand.
        """
        if self.active != "oniwaban" or not self.face_up("typewriter"):
            return False
        hand = self.hand["oniwaban"] or []
        return any(self.is_playable(card, hand) for card in self.discards["oniwaban"])

    def is_stuck(self, hand: list[str]) -> bool:
        return not any(self.is_playable(card, hand) for card in set(hand))

    def hands(self, role: str, of: Iterable[str] = DECK) -> list[list[str]]:
        """Return every possible hand of unseen cards; with `of` only of cards with these names."""
        unseen = self.unseen(role)

        def choices(names: list[str], number: int) -> list[list[str]]:
            if not names:
                return [[]] if number == 0 else []
            found = []
            for some in range(min(unseen[names[0]], number) + 1):
                found += [[names[0]] * some + rest for rest in choices(names[1:], number - some)]
            return found

        sites = choices([card for card in of if is_site(card)], self.held[role]["site"])
        tactics = choices([card for card in of if not is_site(card)], self.held[role]["tactic"])
        return [site + tactic for site in sites for tactic in tactics]

    def must_move_drugged(self) -> bool:
        """Return whether the next card must move the drugged agent (10.3)."""
        return self.active == "government" and self.drugged is not None and self.shown is None

    def can_move_drugged(self, hand: list[str]) -> bool:
        start = self.at["government"][self.drugged or 0]
        cards = [card for card in set(hand) if card not in ("swap", "bait")]
        return any(start == move[0] for card in cards for move in self.moves(card))

    def can_push(self) -> bool:
        """Return whether an enemy agent can be pushed (8.3)."""
        agents = self.at[other(str(self.active))].values()
        return None in itertools.starmap(self.push_fault, itertools.product(agents, SPACES))

    def push_fault(self, start: str, end: str) -> str | None:
        pushed = other(str(self.active))
        aside, forward = vector(pushed, start, end)
        if self.agent(pushed, start) is None or forward != -1 or abs(aside) > 1:
            return "8.3"
        if self.agent(pushed, end) is not None:
            return "5.3"
        if self.board["spaces"][end] == HQ[other(pushed)]:
            return "5.6"
        return None
