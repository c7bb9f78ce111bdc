"""Which events the naive rules of Kyoto refuse, and with which section."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.brute.board import Refused
from tests.brute.kyoto_belief import Fact, wins
from tests.brute.kyoto_header import (
    CHARISMA,
    COLOURS,
    DECK,
    EQUIPMENT,
    HQ,
    IDENTITIES,
    SITE,
    SPACES,
    goal_row,
    is_site,
    other,
    vector,
)
from tests.brute.kyoto_position import Event, Position

PLAYS = ["site", "defend", "tunnel", "charge", "swap", "bait"]
ANSWERED = ["push", "declare", "draw"]
DUE = {
    **{kind: ["play"] for kind in [*PLAYS, "show", "stuck"]},
    "flip": ANSWERED,
    "spring": ANSWERED,
    **{kind: ["play", "draw"] for kind in ["typewriter", "drugs", "bugs", "stun"]},
    "pistol": ["conflict"],
    "unmask": ["over"],
}
WHOSE = {
    **dict.fromkeys(["typewriter", "drugs"], "oniwaban"),
    **dict.fromkeys(["bugs", "stun", "show"], "government"),
}
CARDS: dict[str, list[str]] = {
    "site": SITE,
    "typewriter": list(DECK),
    "charisma": [*itertools.chain(*CHARISMA.values()), "ruri"],
    "flip": list(itertools.chain(*EQUIPMENT.values())),
}


def is_back(role: str, start: str, end: str) -> bool:
    aside, forward = vector(role, start, end)
    return forward == -1 and abs(aside) <= 1


class Checks(Position):
    """A position that can say whether an event is allowed."""

    # -- the check -------------------------------------------------------------------------------

    def check(self, event: Event) -> None:
        """Raises Refused with the rule that the event breaks."""
        self.check_turn(event)
        self._check_names(event)
        self.check_rest(event)

    def check_rest(self, event: Event) -> None:
        """Turn and names are right: is the rest?"""
        kind = event["type"]
        check = getattr(self, f"_check_{kind}", None)
        if kind in PLAYS:
            self._check_play(event)
        elif check is not None:
            check(event)

    def check_turn(self, event: Event) -> None:
        kind, phase = event["type"], self.phase
        if kind in ("resign", "abandon") and phase != "over":
            return
        due = [kind] if kind in ("deal", "deploy", "charisma") else DUE.get(kind, [kind])
        if event.get("fan"):
            due = ANSWERED
        if phase not in due or self.active != WHOSE.get(kind, self.active):
            raise Refused("4.7")
        if kind in ("deal", "deploy", "charisma") and event["role"] != self._whose():
            raise Refused("4.7")
        if kind == "pistol" and self._fight()[0] != "government":
            raise Refused("4.7")  # only an attack of the Government makes it due

    def _whose(self) -> str:
        """Who is to deal, deploy or choose."""
        if self.phase == "deal":
            return "government" if self.hand["oniwaban"] else "oniwaban"
        if self.phase == "deploy":
            return "government" if self.at["oniwaban"] else "oniwaban"
        return "oniwaban" if self.cards["government"] else "government"

    def _check_names(self, event: Event) -> None:
        for rule, names, known in self._names(event):
            if any(name not in known for name in names):
                raise Refused(rule)

    def _names(self, event: Event) -> Iterator[tuple[str, list[str], Iterable[str]]]:
        """The names in an event, what they may be, and the section that says so."""
        kind = event["type"]

        def of(*keys: str) -> list[str]:
            return [event[key] for key in keys if event.get(key) is not None]

        agents = event.get("agents", {})
        yield "2.1", [*of("from", "to", "agent"), *event.get("spaces", []), *agents], SPACES
        seen = of("defender", "attacker", "guess", "identity")
        yield "2.3", [*seen, *agents.values()], IDENTITIES
        back = [] if self.table else [card for card in event.get("returned", []) if card]
        yield "2.4", [*event.get("cards", []), *back], DECK
        marks = [mark for mark in event.get("marks", []) if mark]
        yield "2.4", [*marks, *of("mark", "site")], SITE
        if "card" in event:
            yield "2.4", [event["card"]], CARDS[kind]

    def _check_deal(self, event: Event) -> None:
        cards = Counter(event["cards"])
        if any(cards[card] > DECK[card] for card in cards):
            raise Refused("3.1")
        if len(event["cards"]) != 6 or sum(is_site(card) for card in event["cards"]) != 4:
            raise Refused("3.1")

    def _check_deploy(self, event: Event) -> None:
        if sorted(event["agents"]) != sorted(self.board["starts"][event["role"]]):
            raise Refused("3.2")
        if sorted(event["agents"].values()) != IDENTITIES:
            raise Refused("3.2")

    def _check_charisma(self, event: Event) -> None:
        role, card, colour = event["role"], event["card"], event.get("site")
        ruri_free = self.neutral and not self.has("government", "ruri")
        if card not in CHARISMA[role] and not (card == "ruri" and ruri_free):
            raise Refused("3.3")
        if (card == "ruri") != (colour is not None) or (colour and colour not in COLOURS):
            raise Refused("3.4")
        if colour and not self.table and colour not in self.pile[role]["site"][0]:
            raise Refused("3.4")

    def _check_play(self, event: Event) -> None:
        kind = event["type"]
        card = event["card"] if kind == "site" else kind
        if event.get("fan") and not self.face_up("fan"):
            raise Refused("10.1")
        if event.get("fan"):
            won = self.may_fan
            if won is None or self.at["government"][won] != event["from"]:
                raise Refused("10.7")
        if not self.mine(card):
            raise Refused("4.1")
        ayane = self.has(str(self.active), "ayane") and card != "wild" and not event.get("fan")
        if event.get("return") and not ayane:
            raise Refused("9.4")
        if kind == "swap":
            self._check_swap(event)
        elif kind == "bait":
            self._check_bait(event)
        else:
            self.check_move(kind, event["from"], event["to"], card)
        if self.drug_holds():
            self._check_drugged(event)

    def _check_drugged(self, event: Event) -> None:
        """10.3: the drugged agent moves, or its side has shown that it can't; of a table log nobody
        knows the hand, so there without `show` it must move.
        """
        if event.get("from") != self.at["government"][self.drugged or 0]:
            raise Refused("10.3")

    def _check_swap(self, event: Event) -> None:
        spaces = event["spaces"]
        if any(self.agent(str(self.active), space) is None for space in spaces):
            raise Refused("5.1")
        if len(spaces) != 2 or spaces[0] == spaces[1]:
            raise Refused("8.4")
        if spaces[0][0] != spaces[1][0] and spaces[0][1] != spaces[1][1]:
            raise Refused("8.4")
        if tuple(spaces) not in self.pairs():
            raise Refused("10.6")

    def _check_bait(self, event: Event) -> None:
        role, marks = str(self.active), event["marks"]
        if len(marks) == 2 and not self.has(role, "anju"):
            raise Refused("9.2")
        if len(marks) not in (1, 2) or "wild" in marks:
            raise Refused("8.5")
        hand = self.hand[role] if self.shown is None else self.shown
        if hand is not None:
            free = [card for card in hand if card in COLOURS]
            wanted = Counter(marks)
            if len(free) < len(marks):
                raise Refused("8.5")
            if not self.table and any(wanted[c] > hand.count(c) for c in wanted):
                raise Refused("8.5")
            return
        # a table log: so many Site cards in hand, and colours that lie under no other Bait
        unseen = sum(self.unseen(role)[colour] for colour in COLOURS)
        under = sum(len(bait) for bait in self.baits[role])
        if self.held[role]["site"] < len(marks) or unseen - under < len(marks):
            raise Refused("8.5")

    def _check_push(self, event: Event) -> None:
        fault = self.push_fault(event["from"], event["to"])
        if fault:
            raise Refused(fault)

    def _check_spring(self, event: Event) -> None:
        if self.came is None:
            raise Refused("8.6")
        role, token = self.came
        owner, start, mark = other(role), self.at[role][token], event["mark"]
        baits = self.baits[owner]
        which = event.get("bait", 1)
        if not 1 <= which <= len(baits) or self.board["spaces"][start] != mark:
            raise Refused("8.6")
        there = self.unseen(owner)[mark] > 0 if self.table else mark in baits[which - 1]
        if mark not in COLOURS or not there:
            raise Refused("8.6")
        ways = self._ways_back(role, start, event["to"])
        if not ways or self.anybody(event["to"]):
            raise Refused("8.6")
        forbidden = HQ[other(role)]
        if all(any(self.board["spaces"][s] == forbidden for s in way) for way in ways):
            raise Refused("5.6")

    def _ways_back(self, role: str, start: str, end: str) -> list[list[str]]:
        """8.6: every way of one or two spaces back."""
        one = [space for space in SPACES if is_back(role, start, space)]
        two = [[near, far] for near in one for far in SPACES if is_back(role, near, far)]
        return [way for way in ([[space] for space in one] + two) if way[-1] == end]

    def _fight(self) -> tuple[str, int, str, int]:
        """Attacking side and token, defending side and token."""
        fight = self.conflict or {}
        mine = fight["attacker"]
        return (
            mine,
            self.agent(mine, fight["from"]) or 0,
            other(mine),
            self.agent(other(mine), fight["at"]) or 0,
        )

    def _check_conflict(self, event: Event) -> None:
        role, attacker, enemy, defender = self._fight()
        shown = role == "oniwaban" and self.has("government", "iroha")
        won = event["winner"] == "attacker"
        if not self.table:
            if event["defender"] != self.who[enemy][defender]:
                raise Refused("6.2")
            name = self.who[role][attacker]
            if event.get("attacker") != (name if shown else None):
                raise Refused("9.6")
            if wins(str(name), event["defender"]) is not won:
                raise Refused("6.3")
            return
        if not self.could(enemy, ("is", defender, event["defender"])):
            raise Refused("6.2")
        seen: list[Fact] = []
        if shown:
            seen = [("is", attacker, event.get("attacker"))]
        if shown != (event.get("attacker") is not None) or not self.could(role, *seen):
            raise Refused("9.6")
        if not self.could(role, *seen, ("fought", attacker, event["defender"], won)):
            raise Refused("6.3")

    def _check_pistol(self, event: Event) -> None:
        if not self.face_up("pistol"):
            raise Refused("10.1")
        role, attacker, _, _ = self._fight()
        if not self._is(role, attacker, event["attacker"]):
            raise Refused("10.4")

    def _is(self, role: str, token: int, identity: str) -> bool:
        """Whether an agent is this one: in a table log, whether it could be."""
        if not self.table:
            return self.who[role][token] == identity
        return self.could(role, ("is", token, identity))

    def on_goal(self) -> list[int]:
        role = str(self.active)
        return [t for t, s in self.at[role].items() if s[1] == goal_row(role)]

    def _check_declare(self, event: Event) -> None:
        role, space = str(self.active), event.get("agent")
        there = self.on_goal()
        if space is None:
            if self.table:
                if not self.could(role, ("fake", tuple(there))):
                    raise Refused("7.3")
            elif any(str(self.who[role][token])[1] == "r" for token in there):
                raise Refused("7.3")
            return
        token = self.agent(role, space)
        if token is None or token not in there or event["identity"][1] != "r":
            raise Refused("7.3")
        if not self._is(role, token, event["identity"]):
            raise Refused("7.3")

    def due(self) -> int:
        """4.2: how many cards are to draw."""
        role = str(self.active)
        return min(max(6 - self.number(role), 0), sum(self.left[role].values()))

    def _check_draw(self, event: Event) -> None:
        role = str(self.active)
        cards = event.get("piles" if self.table else "cards", [])
        back = event.get("returned", [])
        if len(cards) != self.due():
            raise Refused("4.2")
        if len(back) != (len(cards) if self.has(role, "tomoyo") else 0):
            raise Refused("9.1")
        after = copy.deepcopy((self.left[role], self.pile[role]))
        for number, card in enumerate(cards):
            self._take(*after, card, back[number] if back else None, bool(back))

    def _take(
        self, left: dict[str, int], pile: dict[str, Any], card: str, back: str | None, two: bool
    ) -> None:
        """Draw one card (with Tomoyo two, of which one goes under its pile), or Refused."""
        mine = card if self.table else "site" if is_site(card) else "tactic"
        if two and (back is None) != (sum(left.values()) == 1):
            raise Refused("9.1")
        if back is None:
            if not left[mine] or not self._lift(pile[mine], [card]):
                raise Refused("4.2")
            left[mine] -= 1
            return
        theirs = back if self.table else "site" if is_site(back) else "tactic"
        if left[mine] < 1 + (mine == theirs) or not left[theirs]:
            raise Refused("4.2")
        if mine == theirs:
            lifted = self._lift(pile[mine], [card, back])
        else:
            lifted = self._lift(pile[mine], [card]) and self._lift(pile[theirs], [back])
        if not lifted:
            raise Refused("4.2")
        left[mine] -= 1
        if not self.table:
            pile[theirs][1].append(back)

    def _lift(self, pile: Any, cards: list[str]) -> bool:
        """Take these cards from the top of a pile in some order; False where none could be."""
        if self.table:
            return True
        loose, under = pile
        for order in itertools.permutations(cards):
            rest, below = list(loose), list(under)
            for card in order:
                if card in rest:
                    rest.remove(card)
                elif not rest and below and below[0] == card:
                    below.pop(0)
                else:
                    break
            else:
                pile[0], pile[1] = rest, below
                return True
        return False

    def _check_flip(self, event: Event) -> None:
        role = self.may_flip
        if role is None or self.things[role].get(event["card"]) != "down":
            raise Refused("10.1")

    def _check_typewriter(self, event: Event) -> None:
        if not self.face_up("typewriter"):
            raise Refused("10.1")
        if event["card"] not in self.discards["oniwaban"]:
            raise Refused("10.2")

    def _check_drugs(self, event: Event) -> None:
        if not self.face_up("drugs"):
            raise Refused("10.1")
        if self.agent("government", event["agent"]) is None:
            raise Refused("10.3")

    def _check_stun(self, event: Event) -> None:
        if not self.face_up("stun"):
            raise Refused("10.1")
        if self.agent("oniwaban", event["agent"]) is None:
            raise Refused("10.6")

    def _check_bugs(self, event: Event) -> None:
        if not self.face_up("bugs"):
            raise Refused("10.1")
        token = self.agent("oniwaban", event["agent"])
        if token is None or token in self.up["oniwaban"]:
            raise Refused("10.5")
        if not self._is("oniwaban", token, event["identity"]):
            raise Refused("10.5")

    def _check_show(self, event: Event) -> None:
        cards = event["cards"]
        if not self.drug_holds():
            raise Refused("10.3")
        hand = self.hand["government"]
        if hand is not None and Counter(cards) != Counter(hand):
            raise Refused("10.3")
        if hand is None:
            sites = sum(is_site(card) for card in cards)
            held = self.held["government"]
            unseen = self.unseen("government")
            if (sites, len(cards) - sites) != (held["site"], held["tactic"]):
                raise Refused("10.3")
            if any(count > unseen[card] for card, count in Counter(cards).items()):
                raise Refused("10.3")
        if self.can_move_drugged(cards):
            raise Refused("10.3")

    def _check_stuck(self, event: Event) -> None:
        role = str(self.active)
        if not self.table or self.typewriter_saves():
            raise Refused("4.4")
        # a hand with any other card is not stuck
        dead = [card for card in DECK if card == "bait" or not self.has_effect(card, [])]
        hands = self.hands(role, dead) if self.shown is None else [self.shown]
        if any(self.is_stuck(hand) for hand in hands):
            return
        raise Refused("4.4")

    def _check_unmask(self, event: Event) -> None:
        role = event["role"]
        if not self.table or role in self.unmasked:
            raise Refused("7.7")
        if sorted(event["agents"]) != sorted(self.at[role].values()):
            raise Refused("7.7")
        named = {self.agent(role, space): name for space, name in event["agents"].items()}
        if not any(
            all(who[token] == name for token, name in named.items())
            for who in self.assignments(role)
        ):
            raise Refused("7.7")
