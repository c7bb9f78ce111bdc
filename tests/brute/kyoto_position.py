"""Where a naive game of Kyoto stands, and what can be asked of that."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from tests.brute.board import Refused
from tests.brute.kyoto_belief import Fact, assignments, true_of
from tests.brute.kyoto_header import (
    COLOURS,
    COLUMNS,
    DECK,
    EQUIPMENT,
    HQ,
    ROLES,
    SITE,
    SPACES,
    TACTIC,
    between,
    house_board,
    is_site,
    other,
    vector,
)

Event = dict[str, Any]


class Position:
    """Everything that is on the table and in the hands, and what may be asked of it."""

    def __init__(self, log: dict[str, Any]) -> None:
        rules = log.get("ruleset", {})
        self.charisma = bool(rules.get("charisma"))
        self.neutral = bool(rules.get("neutral"))
        self.has_equipment = bool(rules.get("equipment"))
        self.cap = rules.get("turn_cap", 100)
        self.table = log.get("setup", {}).get("depth", "full") == "table"
        board = log.get("board", "kyoto-recon-1")
        self.board = board if isinstance(board, dict) else house_board()
        self._lay_out()
        self._open_turn()
        if self.table:
            self._deal_unseen()

    def _lay_out(self) -> None:
        """What lies on the table or in a hand."""
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
        # of each pile: the cards whose order nobody knows, and those put under it, in order
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
        self.things = {role: dict.fromkeys(EQUIPMENT[role], "down") for role in ROLES}
        self.unmasked: set[str] = set()

    def _open_turn(self) -> None:
        """What of the turn is not over."""
        self.turn, self.phase = 0, "deal"
        self.active: str | None = None
        self.winner: str | None = None
        self.reason: str | None = None
        self.drugged: int | None = None
        self.stunned: int | None = None
        self.conflict: dict[str, Any] | None = None
        self.shown: list[str] | None = None
        self.owes_push = False
        self.goal: set[int] = set()  # the active side's agents of which 7.3 asks
        self.special = False  # 7.4: a declaration is due before anything else
        # 4.6: open until an event of another kind comes
        self.may_flip: str | None = None
        self.came: tuple[str, int] | None = None
        self.may_fan: int | None = None

    def _deal_unseen(self) -> None:
        """A table log begins after 3.1 and 3.2."""
        for role in ROLES:
            self.at[role] = dict(enumerate(self.board["starts"][role]))
            self.hand[role] = None
            self.held[role] = {"site": 4, "tactic": 2}
            self.left[role] = {"site": 21, "tactic": 6}

    # -- what is asked of a position -------------------------------------------------------------

    def assignments(self, role: str) -> set[tuple[str, ...]]:
        """11.2; kept while no fact is added."""
        facts = self.facts[role]
        if role not in self.known or self.known[role][0] != len(facts):
            self.known[role] = (len(facts), assignments(facts))
        return self.known[role][1]

    def could(self, role: str, *more: Fact) -> bool:
        """Whether an assignment is left if this is seen too."""
        return any(all(true_of(fact, who) for fact in more) for who in self.assignments(role))

    def agent(self, role: str, space: Any) -> int | None:
        for token, there in self.at[role].items():
            if there == space:
                return token
        return None

    def anybody(self, space: str) -> bool:
        return any(self.agent(role, space) is not None for role in ROLES)

    def unseen(self, role: str) -> dict[str, int]:
        """11.5."""
        return {card: self.unseen_of(role, card) for card in DECK}

    def unseen_of(self, role: str, card: str) -> int:
        on_table = len(self.baits[role]) if card == "bait" else 0
        on_ruri = self.cards[role] == "ruri" and self.ruri == card
        return DECK[card] - self.discards[role].count(card) - on_table - on_ruri

    def number(self, role: str) -> int:
        return sum(self.held[role].values())

    def mine(self, card: str) -> bool:
        """Whether the active side holds a card: in a table log, whether it could."""
        role = str(self.active)
        hand = self.hand[role] if self.shown is None else self.shown
        if hand is not None and (card not in hand or not self.table):
            return card in hand
        kind = "site" if is_site(card) else "tactic"
        return self.held[role][kind] > 0 and self.unseen_of(role, card) > 0

    def has(self, role: str, card: str) -> bool:
        return self.cards[role] == card

    def face_up(self, thing: str) -> bool:
        return self.has_equipment and any(self.things[r].get(thing) == "up" for r in ROLES)

    # -- moves, whoever holds the card -----------------------------------------------------------

    def check_move(self, kind: str, start: str, end: str, card: str | None) -> None:
        """5, 8.1 to 8.3, 9.3, 9.5, 9.7, 10.6 for the active side."""
        role = str(self.active)
        token = self.agent(role, start)
        if token is None:
            raise Refused("5.1")
        if role == "oniwaban" and token == self.stunned:
            raise Refused("10.6")
        self.check_way(kind, start, end)
        self.check_entry(kind, end, card)

    def check_way(self, kind: str, start: str, end: str) -> None:
        """Whether a card leads from one space to another, whatever the other is."""
        role = str(self.active)
        aside, forward = vector(role, start, end)
        ahead, beside = forward == 1 and abs(aside) <= 1, forward == 0 and abs(aside) == 1
        steps = {"charge": ahead, "defend": beside or (forward == -1 and abs(aside) <= 1)}
        if kind == "site" and self.has(role, "yoko") and forward == 2 and aside in (-2, 0, 2):
            middle = COLUMNS[(COLUMNS.index(start[0]) + COLUMNS.index(end[0])) // 2]
            middle += str((int(start[1]) + int(end[1])) // 2)
            if self.agent(role, middle) is None:
                raise Refused("9.3")
        elif kind == "site" and not ahead:
            raise Refused("5.2")
        elif kind in ("charge", "defend") and not steps[kind]:
            raise Refused({"charge": "8.3", "defend": "8.1"}[kind])
        over = forward != 0 or aside == 0 or any(self.anybody(s) for s in between(start, end))
        if kind == "tunnel" and over:
            raise Refused("8.2")

    def check_entry(self, kind: str, end: str, card: str | None) -> None:
        """Whether an agent of the active side may come to a space."""
        role = str(self.active)
        if self.agent(role, end) is not None:
            raise Refused("5.3")
        there = self.board["spaces"][end]
        if there == HQ[other(role)] and not self.has(role, "chiharu"):
            raise Refused("5.6")
        barred = int(end[1]) in self.board["territory"]["government"] and there == "neutral"
        if role == "oniwaban" and barred and self.has("government", "chiharu"):
            raise Refused("9.5")
        if kind == "site" and there in COLOURS and card not in (there, "wild"):
            raise Refused("5.4")
        guarded = self.has(other(role), "ruri") and there == self.ruri
        if guarded and self.agent(other(role), end) is not None:
            raise Refused("9.7")

    def moves(self, card: str) -> list[tuple[str, str]]:
        """Every move of the active side with a card (of Charge: the first half)."""
        kind = "site" if is_site(card) else card
        found = []
        for start in self.at[str(self.active)].values():
            for end in SPACES:
                try:
                    self.check_move(kind, start, end, card)
                except Refused:
                    continue
                found.append((start, end))
        return found

    def pairs(self) -> list[tuple[str, str]]:
        """8.4, 10.6: the pairs that a Swap may take."""
        role = str(self.active)
        free = [s for t, s in self.at[role].items() if role != "oniwaban" or t != self.stunned]
        return [(a, b) for a, b in itertools.permutations(free, 2) if a[0] == b[0] or a[1] == b[1]]

    def has_effect(self, card: str, hand: list[str]) -> bool:
        """4.1, 4.4: whether a card of a hand can be played."""
        if card == "swap":
            return bool(self.pairs())
        if card == "bait":
            return any(colour in hand for colour in COLOURS)
        return bool(self.moves(card))

    def typewriter_saves(self) -> bool:
        """4.4; a Bait of the discard pile needs a colour in the hand, which then is playable
        itself or asks for one that is not known: only what stands by itself counts.
        """
        if self.active != "oniwaban" or not self.face_up("typewriter"):
            return False
        hand = self.hand["oniwaban"] or []
        return any(self.has_effect(card, hand) for card in self.discards["oniwaban"])

    def is_stuck(self, hand: list[str]) -> bool:
        return not any(self.has_effect(card, hand) for card in set(hand))

    def hands(self, role: str, of: Iterable[str] = DECK) -> list[list[str]]:
        """Every hand of as many Site cards and Tactics as are held, made of unseen cards; with `of`
        of these names only.
        """
        unseen = self.unseen(role)

        def ways(names: list[str], number: int) -> list[list[str]]:
            if not names:
                return [[]] if number == 0 else []
            found = []
            for some in range(min(unseen[names[0]], number) + 1):
                found += [[names[0]] * some + rest for rest in ways(names[1:], number - some)]
            return found

        sites = ways([card for card in of if is_site(card)], self.held[role]["site"])
        tactics = ways([card for card in of if not is_site(card)], self.held[role]["tactic"])
        return [site + tactic for site in sites for tactic in tactics]

    def drug_holds(self) -> bool:
        """Whether 10.3 binds the card that comes now."""
        return self.active == "government" and self.drugged is not None and self.shown is None

    def can_move_drugged(self, hand: list[str]) -> bool:
        start = self.at["government"][self.drugged or 0]
        cards = [card for card in set(hand) if card not in ("swap", "bait")]
        return any(start == move[0] for card in cards for move in self.moves(card))

    def pushes(self) -> list[tuple[str, str]]:
        """8.3: every push of an enemy agent."""
        return [
            (start, end)
            for start in self.at[other(str(self.active))].values()
            for end in SPACES
            if self.push_fault(start, end) is None
        ]

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
