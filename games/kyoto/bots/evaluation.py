"""The value of a play to a side, from what it can know: a rule of thumb without search."""

from collections import Counter
from collections.abc import Iterator, Mapping

from games.kyoto.rules import events
from games.kyoto.rules.board import FORWARD, GOAL_ROW, HOME_ROW, row, shift
from games.kyoto.rules.components import IDENTITIES, OTHER, REAL, TACTICS, WILD, attacker_wins
from games.kyoto.rules.events import Event
from games.kyoto.rules.flow import FAKES_TO_LOSE, REALS_TO_WIN
from games.kyoto.rules.knowledge import count_identities
from games.kyoto.rules.state import State

WIN = 1000.0
REAL_LOST, FAKE_LOST = 25.0, -2.0
"""The cost of losing an agent; a fake one is a decoy."""
STEP_REAL, STEP_FAKE = 3.0, 2.0
"""The value of one space forward."""
GUARD = 6.0
"""The value of standing in front of an agent that is about to escape."""


class Evaluator:
    """The values in one position, as a side sees it."""

    def __init__(self, view: State, role: str) -> None:
        self._view, self._role, self._other = view, role, OTHER[role]
        self._counts = count_identities(view.side(self._other))
        self._held = self._captives(self._other)
        self._lost = self._captives(role)

    def _captives(self, role: str) -> tuple[int, int]:
        """Count the captured real and fake agents of a side."""
        captured = self._view.side(role).captured
        reals = sum(identity in REAL for identity in captured)
        return reals, len(captured) - reals

    def own_identity(self, space: str) -> str:
        """Return the identity of an own agent."""
        side = self._view.side(self._role)
        return side.agents[side.agent_at(space) or 0].identity or ""

    def shares(self, space: str) -> Mapping[str, float]:
        """Return for each identity of an enemy agent its share of the assignments: an estimate,
        because assignments are not equally likely.
        """
        number = self._view.side(self._other).agent_at(space)
        counts: Counter[str] = Counter() if number is None else self._counts[number]
        total = sum(counts.values()) or 1
        return {identity: counts[identity] / total for identity in IDENTITIES}

    def play(self, event: Event) -> float:
        """Return the value of a play or a push."""
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
        """Return the cost of spending a card."""
        return 1.5 if card == WILD else 0.8 if card in TACTICS else 0.3

    def danger_of(self, space: str) -> float:
        """Return how dangerous an enemy agent is."""
        real = sum(share for identity, share in self.shares(space).items() if identity in REAL)
        return self._advance(self._other, space) * (0.3 + real)

    def is_threat(self) -> bool:
        """Return whether the agent that arrived is worth a mark."""
        arrived = self._view.turn_state.arrived
        space = None if arrived is None else self._view.side(arrived[0]).agents[arrived[1]].space
        return space is not None and self._advance(self._other, space) >= 3

    def spring(self, event: events.Spring) -> float:
        """Return the value of a spring: the farther back, the better."""
        return -float(self._advance(self._other, event.to))

    def _advance(self, role: str, space: str) -> int:
        """Return how many rows a space is from the side's home row."""
        return abs(row(space) - HOME_ROW[role])

    def _move(self, origin: str, to: str) -> float:
        own = self.own_identity(origin)
        is_real = own in REAL
        win_chance, value = 1.0, 0.0
        if self._view.side(self._other).agent_at(to) is not None:
            win_chance, value = self._attack(own, to)
        if is_real and row(to) == GOAL_ROW[self._role]:
            return value + WIN * win_chance
        forward = self._advance(self._role, to) - self._advance(self._role, origin)
        value += win_chance * forward * (STEP_REAL if is_real else STEP_FAKE)
        value += win_chance * self._guards(to) - win_chance * self._risk(own, to)
        return value + self._risk(own, origin)

    def _attack(self, own: str, to: str) -> tuple[float, float]:
        """Return the chance to win an attack, and the value of the capture."""
        reals, fakes = self._held
        win_chance = value = 0.0
        for identity, share in self.shares(to).items():
            if not attacker_wins(own, identity):
                continue
            win_chance += share
            if identity in REAL:
                value += share * (WIN if reals + 1 == REALS_TO_WIN else REAL_LOST)
            else:
                value -= share * (WIN if fakes + 1 == FAKES_TO_LOSE else -FAKE_LOST)
        return win_chance, value + self.danger_of(to) * win_chance + 1.0

    def _risk(self, own: str, space: str) -> float:
        """Return what the other side could gain on a space in its next turn."""
        reals, fakes = self._lost
        worst = max((self._loss(own, enemy) for enemy in self._enemies_before(space)), default=0.0)
        if own in REAL:
            return worst * (WIN / 2 if reals + 1 == REALS_TO_WIN else REAL_LOST)
        return worst * (-WIN / 20 if fakes + 1 == FAKES_TO_LOSE else FAKE_LOST)

    def _loss(self, own: str, enemy: str) -> float:
        """Return the chance that an enemy agent beats an own one."""
        return sum(n for identity, n in self.shares(enemy).items() if attacker_wins(identity, own))

    def _enemies_before(self, space: str) -> Iterator[str]:
        """Yield the spaces of enemy agents that could move onto a space with a Site card."""
        for columns in (-1, 0, 1):
            origin = shift(space, columns, -FORWARD[self._other])
            if origin is not None and self._view.side(self._other).agent_at(origin) is not None:
                yield origin

    def _guards(self, to: str) -> float:
        """Return the value of blocking an enemy agent that is near its goal."""
        advances = (self._advance(self._other, enemy) for enemy in self._enemies_before(to))
        return GUARD if any(advance >= 3 for advance in advances) else 0.0

    def _push(self, origin: str, to: str) -> float:
        value = self.danger_of(origin)
        if self._view.side(self._role).agent_at(to) is not None:
            own = self.own_identity(to)
            value -= self._loss(own, origin) * (REAL_LOST if own in REAL else 1.0)
        return value

    def _swap(self, spaces: tuple[str, ...]) -> float:
        """Return the value of hiding agents that are face up."""
        side = self._view.side(self._role)
        revealed = [side.agents[side.agent_at(space) or 0].revealed for space in spaces]
        return 2.0 if any(revealed) else 0.2

    def _is_near(self) -> bool:
        spaces = self._view.side(self._other).spaces
        return any(self._advance(self._other, space) >= 3 for space in spaces)
