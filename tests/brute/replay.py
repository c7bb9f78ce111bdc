"""Replays a log once for every possible bound type (7.7), to the steps of the format page."""

import copy
from dataclasses import dataclass, field
from typing import Any

from tests.brute import goryo
from tests.brute.belief import belief
from tests.brute.board import Refused, need, passes, play_log
from tests.brute.form import check_event, check_header

SHOWN = (
    "round", "phase", "pawn", "spirits", "gong", "draws_due", "bag", "sprint_left",
    "false_trail_left", "mistakes", "winner", "reason",
)  # fmt: skip
"""What a step shows of a state as it is."""


@dataclass
class Result:
    """The result of a log. `refused` is (event or None, rule), or None if the log is legal."""

    states: list[dict[str, Any]] = field(default_factory=list)
    samurai: list[dict[str, Any]] = field(default_factory=list)
    beliefs: list[dict[str, Any] | None] = field(default_factory=list)
    refused: tuple[int | None, str] | None = None
    warning: bool = False
    game: Any = None


class Game:
    """A log being replayed. `worlds` maps every possible bound type to its state."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.log = log
        self.edition, self.advanced, self.board, places = check_header(log)
        self.places = places
        self.worlds: dict[str | None, dict[str, Any]] = {None: goryo.start(self.board, places)}
        self.bound: str | None = None
        self.bind: str = "not yet"  # or "recorded", "unrecorded"
        self.done: list[dict[str, Any]] = []

    # -- the shown state ------------------------------------------------------------------------

    def shown(self) -> dict[str, Any]:
        """Return the state of a world that continues, or of any if none does."""
        for state in self.worlds.values():
            if state["phase"] != "over":
                return state
        return next(iter(self.worlds.values()))

    def result(self) -> tuple[str | None, str | None]:
        """Return winner and reason."""
        return self.shown()["winner"], self.shown()["reason"]

    def is_over(self) -> bool:
        return self.shown()["phase"] == "over"

    # -- one event -----------------------------------------------------------------------------

    def after(self, event: dict[str, Any]) -> "Game":
        """Return the game after one more event, without changing this one."""
        other = copy.copy(self)
        other.worlds, other.done = dict(self.worlds), list(self.done)
        other.play(event)
        return other

    def play(self, event: object) -> None:
        """Play one event, or raise `Refused` and change nothing."""
        check_event(event)
        special = {"bind": self._bind, "stuck": self._stuck, "unmask": self._unmask}
        special.get(event["type"], self._ordinary)(event)
        self.done.append(event)

    def _bind(self, event: dict[str, Any]) -> None:
        need("7.8", self.bind == "not yet" and not self.is_over(), "bind comes first")
        thing = event["object"]
        need("2.1", thing is None or thing in self.board.types)
        state = self.worlds[None]
        state["bag"] -= 1
        candidates = self.board.types if thing is None else [thing]
        self.worlds = {name: goryo.copied(state) for name in candidates}
        self.bind, self.bound = ("unrecorded" if thing is None else "recorded"), thing

    def _stuck(self, _event: dict[str, Any]) -> None:
        need("7.8", self.shown()["phase"] == "plan", "stuck out of turn")
        over = {name: state for name, state in self.worlds.items() if state["phase"] == "over"}
        need("4.8", self.bind != "recorded" and bool(over), "she is not stuck")
        self.worlds = over

    def _unmask(self, event: dict[str, Any]) -> None:
        need("7.8", self.is_over(), "unmask before the end")
        need("2.1", event["object"] in self.board.types)
        need("7.7", self.bind == "unrecorded", "recorded")
        need("7.7", self._fits(event["object"]), "does not fit")
        assert event["object"] in self.worlds
        self.worlds = {event["object"]: self.worlds[event["object"]]}
        self.bound, self.bind = event["object"], "recorded"

    def _fits(self, thing: str) -> bool:
        """Check 7.7 literally: replay the log with `thing` in `bind`, without a `stuck` event."""
        events = [
            {**e, "object": thing} if e["type"] == "bind" else e
            for e in self.done
            if e["type"] != "stuck"
        ]
        other = Game({**self.log, "events": events})
        ended_at = None
        for index, event in enumerate(events):
            if not passes(other.play, event):
                return False
            if other.is_over() and ended_at is None:
                ended_at = index
        return ended_at == len(events) - 1 and self.result() == other.result()

    def _ordinary(self, event: dict[str, Any]) -> None:
        is_stop = event["type"] in ("resign", "abandon")
        need("7.8", self.bind != "not yet" or is_stop, "bind comes first")
        after, refusals = {}, []
        for name, state in self.worlds.items():
            try:
                world = (self.board, state, self.edition, self.advanced, name)
                after[name] = goryo.step(*world, event)
            except Refused as refusal:
                # a world that was stuck before this event says nothing about it
                if state["phase"] != "over" or self.is_over():
                    refusals.append(refusal)
        if not after:
            assert len({refusal.rule for refusal in refusals}) == 1, refusals
            raise refusals[0]
        self.worlds = {n: s for n, s in after.items() if s["reason"] != "bound"} or after

    # -- steps ---------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return the `state` of the step object, with all secrets."""
        state = self.shown()
        in_chase = state["phase"] == "chase" or state["plan"] is not None
        return {
            **{key: state[key] for key in SHOWN},
            **{key: dict(state[key]) for key in ("samurai", "types")},
            **{key: sorted(state[key]) for key in ("broken", "sealed")},
            "green": sorted(s for s, answer in state["asked"].items() if answer),
            "red": sorted(s for s, answer in state["asked"].items() if not answer),
            "actions_left": 6 - len(state["used"]) if in_chase else 0,
            "called": goryo.called_of(state),
            "bound": self.bound,
            **{key: copy.deepcopy(state[key]) for key in ("plan", "revealed")},
        }

    def samurai_state(self) -> dict[str, Any]:
        """Return the state as the Samurai and the public see it (8.1)."""
        state = self.state()
        return {**state, "plan": None, "bound": state["bound"] if self.is_over() else None}

    def belief(self) -> dict[str, Any] | None:
        """Return the belief (8.2) in a chase, else None."""
        state = self.shown()
        return belief(self.board, state, self.edition) if state["phase"] == "chase" else None


def samurai_event(event: dict[str, Any]) -> dict[str, Any]:
    """An event as the Samurai and the public see it, defaults left as they were written."""
    if event["type"] in ("bind", "plan"):
        return {"type": event["type"]}
    return {k: v for k, v in event.items() if k != "note" and not k.startswith("x_")}


def replay(log: object, beliefs: bool = True) -> Result:
    """Return everything that the format page defines for a parsed JSON log."""
    result = Result()

    def record(game: Game, _: Any) -> None:
        result.states.append(game.state())
        result.samurai.append(game.samurai_state())
        result.beliefs.append(game.belief() if beliefs else None)

    result.game, result.refused = play_log(log, Game, record)
    if result.refused is None and log.get("outcome") is not None:
        claim = log["outcome"]
        result.warning = (claim.get("winner"), claim.get("reason")) != result.game.result()
    return result
