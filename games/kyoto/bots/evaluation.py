"""What a play is worth to a side, from what it can know: a rule of thumb, no search."""

from collections import Counter
from collections.abc import Mapping

from games.kyoto.rules import events
from games.kyoto.rules.board import FORWARD, GOAL_ROW, HOME_ROW, row, shift
from games.kyoto.rules.components import IDENTITIES, OTHER, REAL, TACTICS, WILD, attacker_wins
from games.kyoto.rules.events import Event
from games.kyoto.rules.flow import FAKES_TO_LOSE, REALS_TO_WIN
from games.kyoto.rules.knowledge import count_identities
from games.kyoto.rules.state import State

WIN = 1000.0
REAL_LOST, FAKE_LOST = 25.0, -2.0
"""What it costs when an agent is captured: a fake one is a decoy."""
STEP_REAL, STEP_FAKE = 3.0, 2.0
"""A step forward."""
GUARD = 6.0
"""What it is worth to stand before an agent that is about to escape."""


class Evaluator:
    """Worths in one position, as a side observes it."""

    def __init__(self, seen: State, role: str) -> None:
        self._seen, self._role, self._other = seen, role, OTHER[role]
        self._counts = count_identities(seen.side(self._other))
        self._held = self._captives(self._other)
        self._lost = self._captives(role)

    def _captives(self, role: str) -> tuple[int, int]:
        """How many real and fake agents of a side are captured."""
        captured = self._seen.side(role).captured
        reals = sum(identity in REAL for identity in captured)
        return reals, len(captured) - reals

    def own_identity(self, space: str) -> str:
        """The identity of an own agent."""
        side = self._seen.side(self._role)
        return side.agents[side.agent_at(space) or 0].identity or ""

    def chances(self, space: str) -> Mapping[str, float]:
        """For each identity of an enemy agent its share of the assignments: a guess, for they are
        not alike.
        """
        number = self._seen.side(self._other).agent_at(space)
        counts: Counter[str] = Counter() if number is None else self._counts[number]
        total = sum(counts.values()) or 1
        return {identity: counts[identity] / total for identity in IDENTITIES}

    def play(self, event: Event) -> float:
        """The worth of a play or a push."""
        match event:
            case events.Site(origin=origin, to=to) | events.Defend(origin=origin, to=to):
                return self._move(origin, to) - self.card(
                    event.card if isinstance(event, events.Site) else "defend"
                )
            case events.Tunnel(origin=origin, to=to):
                return self._move(origin, to) - self.card("tunnel")
            case events.Charge(origin=origin, to=to):
                return self._move(origin, to) + 1
            case events.Push(origin=origin, to=to):
                return self._push(origin, to)
            case events.Swap(spaces=spaces):
                return self._swap(spaces)
            case events.Bait():
                return 2.5 if self._is_near() else 0.5
        return 0.0

    def card(self, card: str) -> float:
        """What it costs to have a card no longer."""
        return 1.5 if card == WILD else 0.8 if card in TACTICS else 0.3

    def danger_of(self, space: str) -> float:
        """How much an agent of the other side is to be feared."""
        real = sum(share for one, share in self.chances(space).items() if one in REAL)
        return self._advance(self._other, space) * (0.3 + real)

    def is_threat(self) -> bool:
        """Whether the agent that has come is worth a mark."""
        arrived = self._seen.turn_state.arrived
        space = None if arrived is None else self._seen.side(arrived[0]).agents[arrived[1]].space
        return space is not None and self._advance(self._other, space) >= 3

    def spring(self, event: events.Spring) -> float:
        """The farther back the better."""
        return -float(self._advance(self._other, event.to))

    def _advance(self, role: str, space: str) -> int:
        """How many rows an agent has gone forward from its home row."""
        return abs(row(space) - HOME_ROW[role])

    def _move(self, origin: str, to: str) -> float:
        own = self.own_identity(origin)
        is_real = own in REAL
        won, found = 1.0, 0.0
        if self._seen.side(self._other).agent_at(to) is not None:
            won, found = self._attack(own, to)
        if is_real and row(to) == GOAL_ROW[self._role]:
            return found + WIN * won
        forward = self._advance(self._role, to) - self._advance(self._role, origin)
        found += won * forward * (STEP_REAL if is_real else STEP_FAKE)
        found += won * self._guards(to) - won * self._risk(own, to)
        return found + self._risk(own, origin)

    def _attack(self, own: str, to: str) -> tuple[float, float]:
        """How likely an attack wins, and what the capture is worth."""
        reals, fakes = self._held
        won = found = 0.0
        for identity, share in self.chances(to).items():
            if not attacker_wins(own, identity):
                continue
            won += share
            if identity in REAL:
                found += share * (WIN if reals + 1 == REALS_TO_WIN else REAL_LOST)
            else:
                found -= share * (WIN if fakes + 1 == FAKES_TO_LOSE else -FAKE_LOST)
        return won, found + self.danger_of(to) * won + 1.0

    def _risk(self, own: str, space: str) -> float:
        """What the other side could gain on a space in its next turn."""
        reals, fakes = self._lost
        enemy = self._seen.side(self._other)
        worst = 0.0
        for columns in (-1, 0, 1):
            place = shift(space, columns, -FORWARD[self._other])
            if place is None or enemy.agent_at(place) is None:
                continue
            strong = sum(n for one, n in self.chances(place).items() if attacker_wins(one, own))
            worst = max(worst, strong)
        if own in REAL:
            return worst * (WIN / 2 if reals + 1 == REALS_TO_WIN else REAL_LOST)
        return worst * (-WIN / 20 if fakes + 1 == FAKES_TO_LOSE else FAKE_LOST)

    def _guards(self, to: str) -> float:
        """Whether a space lies before an enemy agent that is near its goal."""
        for columns in (-1, 0, 1):
            place = shift(to, columns, -FORWARD[self._other])
            if place is None or self._seen.side(self._other).agent_at(place) is None:
                continue
            if self._advance(self._other, place) >= 3:
                return GUARD
        return 0.0

    def _push(self, origin: str, to: str) -> float:
        found = self.danger_of(origin)
        if self._seen.side(self._role).agent_at(to) is not None:
            own = self.own_identity(to)
            lost = sum(n for one, n in self.chances(origin).items() if attacker_wins(one, own))
            found -= lost * (REAL_LOST if own in REAL else 1.0)
        return found

    def _swap(self, spaces: tuple[str, ...]) -> float:
        """A Swap hides who was seen."""
        side = self._seen.side(self._role)
        seen = [side.agents[side.agent_at(space) or 0].revealed for space in spaces]
        return 2.0 if any(seen) else 0.2

    def _is_near(self) -> bool:
        enemy = self._seen.side(self._other)
        here = [agent.space for agent in enemy.agents if agent.space is not None]
        return any(self._advance(self._other, space) >= 3 for space in here)
