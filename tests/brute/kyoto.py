"""A second, naive Shadows in Kyoto: plain events in, plain states out, or `Refused`.

Written only from the rules page, the format page and the rulebook, not from the engine. A full log
has hands and identities; in a table log they are None, and only public events are checked. `check`
checks an event of the right form, `play` plays it.
"""

import copy
from collections import Counter
from typing import Any

from tests.brute.kyoto_check import PLAYS, Checks
from tests.brute.kyoto_header import IMPORTANT, goal_row, is_site, other
from tests.brute.kyoto_position import Event


class Game(Checks):
    """One game, step by step."""

    def __init__(self, log: dict[str, Any]) -> None:
        super().__init__(log)
        if self.table:
            self._after_setup()

    # -- playing ---------------------------------------------------------------------------------

    def play(self, event: Event) -> None:
        """Play an event, or raise Refused."""
        self.check(event)
        kind = event["type"]
        if kind in ("resign", "abandon"):
            self.phase, self.reason = "over", kind
            self.winner = other(event["role"]) if kind == "resign" else None
            return
        if kind not in ("flip", "spring", "unmask") and not event.get("fan"):
            self._close_answers()
        if kind in PLAYS and self.active == "government" and not event.get("fan"):
            self.drugged = None
        card = self.equipment_of(event)
        for cards in self.equipment.values():
            if card in cards:
                cards[card] = "used"
        getattr(self, f"_play_{kind}")(event)
        if self.phase == "over" and kind != "unmask":
            self._close_answers()

    def after(self, event: Event) -> "Game":
        """Return the game after another event, without changing this one."""
        other_game = copy.deepcopy(self)
        other_game.play(event)
        return other_game

    def _close_answers(self) -> None:
        self.flip_due, self.arrived, self.victor = None, None, None

    def end(self, winner: str | None, reason: str) -> None:
        self.phase, self.winner, self.reason = "over", winner, reason

    def _play_deal(self, event: Event) -> None:
        role = event["role"]
        self.hand[role] = list(event["cards"])
        self.held[role] = {"site": 4, "tactic": 2}
        self.left[role] = {"site": 21, "tactic": 6}
        for card in event["cards"]:
            self.pile[role]["site" if is_site(card) else "tactic"][0].remove(card)
        if role == "government":
            self.phase = "deploy"

    def _play_deploy(self, event: Event) -> None:
        role = event["role"]
        starts = self.board["starts"][role]
        self.at[role] = dict(enumerate(starts))
        self.who[role] = [event["agents"][space] for space in starts]
        if role == "government":
            self._after_setup()

    def _after_setup(self) -> None:
        if self.charisma and self.cards["oniwaban"] is None:
            self.phase = "charisma"
        else:
            self._begin("oniwaban")

    def _play_charisma(self, event: Event) -> None:
        role, colour = event["role"], event.get("site")
        self.cards[role] = event["card"]
        if colour:
            self.ruri = colour
            self.left[role]["site"] -= 1
            if not self.table:
                self.pile[role]["site"][0].remove(colour)
        self._after_setup()

    def _begin(self, role: str) -> None:
        self.turn += 1
        self.active, self.phase = role, "play"
        self.goal, self.push_due, self.must_escape, self.shown = set(), False, False, None
        self._check_for_stuck()

    def _check_for_stuck(self) -> None:
        """End the game by 4.4 if the log records the hand."""
        role = str(self.active)
        hand = self.hand[role]
        if hand is None and self.number(role) == 0:
            hand = []
        if hand is not None and self.is_stuck(hand) and not self.typewriter_saves():
            self.end(other(role), "stuck")

    def _spend(self, card: str, to_discard: bool = True) -> None:
        role = str(self.active)
        self.held[role]["site" if is_site(card) else "tactic"] -= 1
        for cards in (self.hand[role], self.shown):
            if cards is not None and card in cards:
                cards.remove(card)
        if to_discard:
            self.discards[role].append(card)

    def _play_site(self, event: Event) -> None:
        if not event.get("return"):
            self._spend(event.get("card", event["type"]))
        self.push_due |= event["type"] == "charge"
        self._close_answers()
        self._move(str(self.active), event["from"], event["to"])

    _play_defend = _play_tunnel = _play_charge = _play_site

    def _move(self, role: str, start: str, end: str) -> None:
        if self.agent(other(role), end) is not None:
            self.conflict = {"attacker": role, "from": start, "at": end}
            self.phase = "conflict"
            return
        self._come(role, self.agent(role, start) or 0, end)
        self._set_phase()

    def _come(self, role: str, token: int, end: str) -> None:
        """Let an agent arrive on a space."""
        self.at[role][token] = end
        self.arrived = (role, token)
        if role == self.active and end[1] == goal_row(role):
            self.goal.add(token)

    def declaration_due(self) -> bool:
        role = str(self.active)
        return any(self.at[role].get(token, "  ")[1] == goal_row(role) for token in self.goal)

    def _set_phase(self) -> None:
        """Set the phase after a card, half a Charge or an answer."""
        if self.push_due and self.can_push():
            self.phase = "push"
        elif self.declaration_due():
            self.phase = "declare"
        else:
            self.phase = "draw"

    def _play_swap(self, event: Event) -> None:
        role = str(self.active)
        self._spend("swap")
        one, two = (self.agent(role, space) or 0 for space in event["spaces"])
        if event.get("swapped"):
            who = self.who[role]
            who[one], who[two] = who[two], who[one]
        if self.table:
            self.who[role][one] = self.who[role][two] = None
        self.up[role] -= {one, two}
        self.facts[role].append(("swap", one, two))
        self.goal |= {one, two}
        self._set_phase()

    def _play_bait(self, event: Event) -> None:
        role = str(self.active)
        self._spend("bait", to_discard=False)
        for mark in event["marks"]:
            if mark is None:
                self.held[role]["site"] -= 1
            else:
                self._spend(mark, to_discard=False)
        self.baits[role].append(list(event["marks"]))
        self._set_phase()

    def _play_push(self, event: Event) -> None:
        self.push_due = False
        self._move(other(str(self.active)), event["from"], event["to"])

    def _play_spring(self, event: Event) -> None:
        role, token = self.arrived or ("", 0)
        owner = other(role)
        self.at[role][token] = event["to"]
        marks = self.baits[owner][event.get("bait", 1) - 1]
        marks.remove(None if self.table else event["mark"])
        self.discards[owner].append(event["mark"])
        if not marks:
            del self.baits[owner][event.get("bait", 1) - 1]
            self.discards[owner].append("bait")
        self.arrived, self.victor = None, None
        self._set_phase()

    def _turn_up(self, role: str, token: int, identity: str) -> None:
        self.up[role].add(token)
        self.who[role][token] = identity
        self.facts[role].append(("is", token, identity))

    def _play_conflict(self, event: Event) -> None:
        role, attacker, enemy, defender = self._fight()
        end = (self.conflict or {})["at"]
        self.conflict = None
        self._turn_up(enemy, defender, event["defender"])
        if event.get("attacker"):
            self._turn_up(role, attacker, event["attacker"])
        won = event["winner"] == "attacker"
        self.facts[role].append(("fought", attacker, event["defender"], won))
        if not won:
            self._set_phase()
            return
        del self.at[enemy][defender]
        self._come(role, attacker, end)
        if role == self.active == "government":
            self.victor = attacker
        self._capture(role, enemy, defender, event["defender"])

    def _capture(self, captor: str, loser: str, token: int, identity: str) -> None:
        """Capture an agent that has left the board."""
        self.up[loser].discard(token)
        self.captives[captor].append(identity)
        if loser == "government" and token == self.drugged:
            self.drugged = None
        if loser == "oniwaban" and token == self.stunned:
            self.stunned = None
        kinds = Counter(name[1] for name in self.captives[captor])
        if kinds["r"] == 2:
            self.end(captor, "captures")
        elif kinds["f"] == 3 and captor == self.active and self.declaration_due():
            self._close_answers()
            self.must_escape, self.phase = True, "declare"
        elif kinds["f"] == 3:
            self.end(other(captor), "decoys")
        else:
            down = "down" in self.equipment[loser].values()
            if self.has_equipment and identity in IMPORTANT and down:
                self.flip_due = loser
            self._set_phase()

    def _play_pistol(self, event: Event) -> None:
        role, attacker, _, _ = self._fight()
        self._turn_up(role, attacker, event["attacker"])
        if event["guess"] == event["attacker"]:
            self.conflict = None
            del self.at[role][attacker]
            self._capture("oniwaban", role, attacker, event["attacker"])

    def _play_declare(self, event: Event) -> None:
        role = str(self.active)
        if event.get("agent") is not None:
            self._turn_up(role, self.agent(role, event["agent"]) or 0, event["identity"])
            self.end(role, "escape")
            return
        self.facts[role].append(("fake", tuple(self.on_goal())))
        self.goal = set()
        if self.must_escape:
            self.end(other(role), "decoys")
        else:
            self._set_phase()

    def _play_draw(self, event: Event) -> None:
        role = str(self.active)
        for card, back in self.drawn(event):
            self.take(self.left[role], self.pile[role], card, back)
            kind = card if self.table else "site" if is_site(card) else "tactic"
            self.held[role][kind] += 1
            self._put_in_hand(role, card)
        if role == "oniwaban":
            self.stunned = None
        if self.turn == self.cap:
            self.end(None, "turn_cap")
        else:
            self._begin(other(role))

    def _put_in_hand(self, role: str, card: str) -> None:
        hand = self.hand[role]
        if hand is not None:
            hand.append(card)

    def _play_flip(self, event: Event) -> None:
        self.equipment[str(self.flip_due)][event["card"]] = "up"
        self.flip_due = None

    def _play_typewriter(self, event: Event) -> None:
        card = event["card"]
        self.discards["oniwaban"].remove(card)
        self.held["oniwaban"]["site" if is_site(card) else "tactic"] += 1
        self._put_in_hand("oniwaban", card)
        if self.phase == "play":
            self._check_for_stuck()

    def _play_drugs(self, event: Event) -> None:
        self.drugged = self.agent("government", event["agent"])

    def _play_stun(self, event: Event) -> None:
        self.stunned = self.agent("oniwaban", event["agent"])

    def _play_bugs(self, event: Event) -> None:
        token = self.agent("oniwaban", event["agent"]) or 0
        self._turn_up("oniwaban", token, event["identity"])

    def _play_show(self, event: Event) -> None:
        self.shown = list(event["cards"])

    def _play_stuck(self, event: Event) -> None:
        self.end(other(str(self.active)), "stuck")

    def _play_unmask(self, event: Event) -> None:
        role = event["role"]
        self.unmasked.add(role)
        for space, name in event["agents"].items():
            self._turn_up(role, self.agent(role, space) or 0, name)
