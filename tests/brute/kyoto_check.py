"""The events that the naive rules of Kyoto refuse, and the section of the refusal."""

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.brute.board import Refused
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
    refuse_if,
    vector,
)
from tests.brute.kyoto_position import Event, Fact, Position, wins

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
    """A position with checks of events."""

    # -- the check -------------------------------------------------------------------------------

    def check(self, event: Event) -> None:
        """Raise Refused with the rule that the event breaks."""
        self.check_turn(event)
        self._check_names(event)
        self.check_rest(event)

    def check_rest(self, event: Event) -> None:
        """Check an event whose turn and names are right."""
        kind = event["type"]
        card = self.equipment_of(event)
        refuse_if(card is not None and not self.face_up(card), "10.1")
        check = "_check_play" if kind in PLAYS else f"_check_{kind}"
        getattr(self, check, lambda _: None)(event)

    def equipment_of(self, event: Event) -> str | None:
        """Return the Equipment card that an event uses."""
        card = "fan" if event.get("fan") else event["type"]
        return card if card in CARDS["flip"] else None

    def check_turn(self, event: Event) -> None:
        kind, phase = event["type"], self.phase
        if kind in ("resign", "abandon") and phase != "over":
            return
        due = [kind] if kind in ("deal", "deploy", "charisma") else DUE.get(kind, [kind])
        if event.get("fan"):
            due = ANSWERED
        refuse_if(phase not in due or self.active != WHOSE.get(kind, self.active), "4.7")
        refuse_if(kind in ("deal", "deploy", "charisma") and event["role"] != self._whose(), "4.7")
        # only an attack of the Government makes the Pistol due
        refuse_if(kind == "pistol" and self._fight()[0] != "government", "4.7")

    def _whose(self) -> str:
        """Return the side that must deal, deploy or choose."""
        if self.phase == "charisma":
            return "oniwaban" if self.cards["government"] else "government"
        done = self.hand if self.phase == "deal" else self.at
        return "government" if done["oniwaban"] else "oniwaban"

    def _check_names(self, event: Event) -> None:
        for rule, names, known in self._names(event):
            refuse_if(any(name not in known for name in names), rule)

    def _names(self, event: Event) -> Iterator[tuple[str, list[str], Iterable[str]]]:
        """Yield the section, the names in an event, and the known names."""
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
        refuse_if(any(cards[card] > DECK[card] for card in cards), "3.1")
        sites = sum(map(is_site, event["cards"]))
        refuse_if((len(event["cards"]), sites) != (6, 4), "3.1")

    def _check_deploy(self, event: Event) -> None:
        refuse_if(sorted(event["agents"]) != sorted(self.board["starts"][event["role"]]), "3.2")
        refuse_if(sorted(event["agents"].values()) != IDENTITIES, "3.2")

    def _check_charisma(self, event: Event) -> None:
        role, card, colour = event["role"], event["card"], event.get("site")
        ruri_free = self.neutral and not self.has("government", "ruri")
        refuse_if(card not in CHARISMA[role] and not (card == "ruri" and ruri_free), "3.3")
        refuse_if((card == "ruri") != (colour is not None), "3.4")
        refuse_if(colour and colour not in COLOURS, "3.4")
        refuse_if(colour and not self.table and colour not in self.pile[role]["site"][0], "3.4")

    def _check_play(self, event: Event) -> None:
        kind = event["type"]
        card = event["card"] if kind == "site" else kind
        if event.get("fan"):
            won = self.victor
            refuse_if(won is None or self.at["government"][won] != event["from"], "10.7")
        refuse_if(not self.can_hold(card), "4.1")
        ayane = self.has(str(self.active), "ayane") and card != "wild" and not event.get("fan")
        refuse_if(event.get("return") and not ayane, "9.4")
        if kind == "swap":
            self._check_swap(event)
        elif kind == "bait":
            self._check_bait(event)
        else:
            self.check_move(kind, event["from"], event["to"], card)
        if self.must_move_drugged():
            refuse_if(event.get("from") != self.at["government"][self.drugged or 0], "10.3")

    def _check_swap(self, event: Event) -> None:
        spaces = event["spaces"]
        refuse_if(any(self.agent(str(self.active), space) is None for space in spaces), "5.1")
        refuse_if(len(spaces) != 2 or spaces[0] == spaces[1], "8.4")
        refuse_if(spaces[0][0] != spaces[1][0] and spaces[0][1] != spaces[1][1], "8.4")
        refuse_if(tuple(spaces) not in self.pairs(), "10.6")

    def _check_bait(self, event: Event) -> None:
        role, marks = str(self.active), event["marks"]
        refuse_if(len(marks) == 2 and not self.has(role, "anju"), "9.2")
        refuse_if(len(marks) not in (1, 2) or "wild" in marks, "8.5")
        hand = self.hand[role] if self.shown is None else self.shown
        if hand is not None:
            free = [card for card in hand if card in COLOURS]
            wanted = Counter(marks)
            refuse_if(len(free) < len(marks), "8.5")
            refuse_if(not self.table and any(wanted[c] > hand.count(c) for c in wanted), "8.5")
            return
        # In a table log: the number of Site cards in hand, and colours not under another Bait.
        unseen = sum(self.unseen(role)[colour] for colour in COLOURS)
        under = sum(len(bait) for bait in self.baits[role])
        refuse_if(self.held[role]["site"] < len(marks) or unseen - under < len(marks), "8.5")

    def _check_push(self, event: Event) -> None:
        fault = self.push_fault(event["from"], event["to"])
        refuse_if(fault is not None, str(fault))

    def _check_spring(self, event: Event) -> None:
        if self.arrived is None:
            raise Refused("8.6")
        role, token = self.arrived
        owner, start, mark = other(role), self.at[role][token], event["mark"]
        baits = self.baits[owner]
        which = event.get("bait", 1)
        refuse_if(not 1 <= which <= len(baits) or self.board["spaces"][start] != mark, "8.6")
        there = self.unseen(owner)[mark] > 0 if self.table else mark in baits[which - 1]
        refuse_if(mark not in COLOURS or not there, "8.6")
        paths = self._paths_back(role, start, event["to"])
        refuse_if(not paths or self.is_occupied(event["to"]), "8.6")
        barred = {s for s in SPACES if self.board["spaces"][s] == HQ[other(role)]}
        refuse_if(all(barred.intersection(path) for path in paths), "5.6")

    def _paths_back(self, role: str, start: str, end: str) -> list[list[str]]:
        """Return every path of one or two spaces back (8.6)."""
        one = [space for space in SPACES if is_back(role, start, space)]
        two = [[near, far] for near in one for far in SPACES if is_back(role, near, far)]
        return [path for path in ([[space] for space in one] + two) if path[-1] == end]

    def _fight(self) -> tuple[str, int, str, int]:
        """Return side and token of the attacker, then of the defender."""
        own, start, end = (self.conflict or {}).values()
        defender = self.agent(other(own), end) or 0
        return own, self.agent(own, start) or 0, other(own), defender

    def _check_conflict(self, event: Event) -> None:
        role, attacker, enemy, defender = self._fight()
        shown = role == "oniwaban" and self.has("government", "iroha")
        won = event["winner"] == "attacker"
        if not self.table:
            refuse_if(event["defender"] != self.who[enemy][defender], "6.2")
            name = self.who[role][attacker]
            refuse_if(event.get("attacker") != (name if shown else None), "9.6")
            refuse_if(wins(str(name), event["defender"]) is not won, "6.3")
            return
        refuse_if(not self.could(enemy, ("is", defender, event["defender"])), "6.2")
        seen: list[Fact] = [("is", attacker, event.get("attacker"))] if shown else []
        refuse_if(shown != (event.get("attacker") is not None), "9.6")
        refuse_if(not self.could(role, *seen), "9.6")
        refuse_if(not self.could(role, *seen, ("fought", attacker, event["defender"], won)), "6.3")

    def _check_pistol(self, event: Event) -> None:
        role, attacker, _, _ = self._fight()
        refuse_if(not self._is(role, attacker, event["attacker"]), "10.4")

    def _is(self, role: str, token: int, identity: str) -> bool:
        """Return whether an agent has this identity: in a table log, whether it could."""
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
            reals = [token for token in there if str(self.who[role][token])[1] == "r"]
            could = self.could(role, ("fake", tuple(there))) if self.table else not reals
            refuse_if(not could, "7.3")
            return
        token = self.agent(role, space)
        refuse_if(token not in there or event["identity"][1] != "r", "7.3")
        refuse_if(not self._is(role, int(token or 0), event["identity"]), "7.3")

    def due(self) -> int:
        """Count the cards to draw (4.2)."""
        role = str(self.active)
        return min(max(6 - self.number(role), 0), sum(self.left[role].values()))

    def _check_draw(self, event: Event) -> None:
        role = str(self.active)
        n_cards, n_back = len(self.drawn(event)), len(event.get("returned", []))
        refuse_if(n_cards != self.due(), "4.2")
        refuse_if(n_back != (n_cards if self.has(role, "tomoyo") else 0), "9.1")
        after = copy.deepcopy((self.left[role], self.pile[role]))
        for card, back in self.drawn(event):
            self.take(*after, card, back)

    def drawn(self, event: Event) -> list[tuple[str, str | None]]:
        """Return each card that is drawn, with the one that is returned for it."""
        cards = event.get("piles" if self.table else "cards", [])
        return list(itertools.zip_longest(cards, event.get("returned", [])[: len(cards)]))

    def take(self, left: dict[str, int], pile: dict[str, Any], card: str, back: str | None) -> None:
        """Draw one card, or with Tomoyo two, one of which goes under its pile."""
        two = self.has(str(self.active), "tomoyo")
        own = card if self.table else "site" if is_site(card) else "tactic"
        refuse_if(two and (back is None) != (sum(left.values()) == 1), "9.1")
        if back is None:
            refuse_if(not left[own] or not self._lift(pile[own], [card]), "4.2")
            left[own] -= 1
            return
        back_pile = back if self.table else "site" if is_site(back) else "tactic"
        refuse_if(left[own] < 1 + (own == back_pile) or not left[back_pile], "4.2")
        if own == back_pile:
            lifted = self._lift(pile[own], [card, back])
        else:
            lifted = self._lift(pile[own], [card]) and self._lift(pile[back_pile], [back])
        refuse_if(not lifted, "4.2")
        left[own] -= 1
        if not self.table:
            pile[back_pile][1].append(back)

    def _lift(self, pile: Any, cards: list[str]) -> bool:
        """Take these cards from the top of a pile in any order, or return False."""
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
        role = self.flip_due
        refuse_if(role is None or self.equipment[role].get(event["card"]) != "down", "10.1")

    def _check_typewriter(self, event: Event) -> None:
        refuse_if(event["card"] not in self.discards["oniwaban"], "10.2")

    def _check_drugs(self, event: Event) -> None:
        refuse_if(self.agent("government", event["agent"]) is None, "10.3")

    def _check_stun(self, event: Event) -> None:
        refuse_if(self.agent("oniwaban", event["agent"]) is None, "10.6")

    def _check_bugs(self, event: Event) -> None:
        token = self.agent("oniwaban", event["agent"])
        if token is None or token in self.up["oniwaban"]:
            raise Refused("10.5")
        refuse_if(not self._is("oniwaban", token, event["identity"]), "10.5")

    def _check_show(self, event: Event) -> None:
        cards = event["cards"]
        refuse_if(not self.must_move_drugged(), "10.3")
        hand = self.hand["government"]
        refuse_if(hand is not None and Counter(cards) != Counter(hand), "10.3")
        if hand is None:
            sites = sum(is_site(card) for card in cards)
            held = self.held["government"]
            unseen = self.unseen("government")
            refuse_if((sites, len(cards) - sites) != (held["site"], held["tactic"]), "10.3")
            refuse_if(any(count > unseen[card] for card, count in Counter(cards).items()), "10.3")
        refuse_if(self.can_move_drugged(cards), "10.3")

    def _check_stuck(self, event: Event) -> None:
        role = str(self.active)
        refuse_if(not self.table or self.typewriter_saves(), "4.4")
        # A hand with any other card is not stuck.
        dead = [card for card in DECK if card == "bait" or not self.is_playable(card, [])]
        hands = self.hands(role, dead) if self.shown is None else [self.shown]
        refuse_if(not any(map(self.is_stuck, hands)), "4.4")

    def _check_unmask(self, event: Event) -> None:
        role = event["role"]
        refuse_if(not self.table or role in self.unmasked, "7.7")
        refuse_if(sorted(event["agents"]) != sorted(self.at[role].values()), "7.7")
        facts = [("is", self.agent(role, at), name) for at, name in event["agents"].items()]
        refuse_if(not self.could(role, *facts), "7.7")
