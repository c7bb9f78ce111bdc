"""The frames of Goryō, made from nothing but the set-up and the step objects of one view."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from games.core.language import gettext
from games.core.scene import CELL, Frame
from games.goryo.rules.state import Setup
from games.goryo.scene.board import BEAD, HERE
from games.goryo.scene.geometry import Layout
from games.goryo.scene.panels import slots
from games.goryo.scene.told import asked_space, move, sentence
from games.goryo.scene.words import ending

Plain = Mapping[str, Any]

CROWD: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((70, 70, 1.0),),
    ((41, 75, 0.94), (77, 75, 0.94)),
    ((20, 80, 0.84), (50, 80, 0.84), (80, 80, 0.84)),
    ((44, 48, 0.82), (78, 48, 0.82), (44, 81, 0.82), (78, 81, 0.82)),
    ((44, 48, 0.8), (78, 48, 0.8), (20, 82, 0.8), (50, 82, 0.8), (80, 82, 0.8)),
)
"""Where pieces stand in a cell that holds one, two … five of them: x, y, scale."""

ICONS = {
    "bind": "bag",
    "haunt": "stone",
    "plan": "cat",
    "move": "samurai",
    "discover": "target",
    "draw": "seal",
    "unmask": "bag",
}
"""The symbols of events on the timeline; a question has its answer's sign."""


def frames(setup: Setup, steps: Iterable[Plain]) -> list[Frame]:
    """One frame for the start and one for each step."""
    teller = _Teller(setup)
    return [teller.start(), *(teller.tell(step) for step in steps)]


def start_state(setup: Setup) -> dict[str, Any]:
    """What lies on the table before the first event, in the words of a step's state."""
    board, places = setup.board, zip(setup.ruleset.colours, setup.samurai, strict=True)
    return {
        "round": 0,
        "phase": "setup",
        "pawn": None,
        "samurai": {colour: board.names[i] for colour, i in places},
        "broken": [],
        "sealed": [],
        "types": dict.fromkeys(board.types, "intact"),
        "spirits": 0,
        "gong": 0,
        "green": [],
        "red": [],
        "actions_left": 0,
        "called": [],
        "draws_due": 0,
        "bag": len(board.types),
        "sprint_left": True,
        "false_trail_left": True,
        "mistakes": 0,
        "bound": None,
        "plan": None,
        "revealed": None,
        "winner": None,
        "reason": None,
    }


class _Teller:
    """Walks the steps once; what a frame shows of earlier steps is only which plan was discovered
    last.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.layout = Layout(setup.board.data)
        self.state: Plain = start_state(setup)
        self.discovered: Plain | None = None
        self.is_recorded = True
        self.section = 0
        self.step = 0
        self.result = ""

    def start(self) -> Frame:
        """The frame of step 0."""
        state = self.state
        return self._frame(
            state, state, [], gettext("The palace before the game. The four Samurai stand ready.")
        )

    def tell(self, step: Plain) -> Frame:
        """The frame of the next step."""
        event, before, state = step["event"], self.state, step["state"]
        self.step = step["step"]
        kind = event["type"]
        if kind == "bind" and "object" in event and event["object"] is None:
            self.is_recorded = False
        if kind == "plan":
            self.section += 1
        if kind in ("plan", "discover"):
            self.discovered = state["revealed"] if kind == "discover" else None
        if state["reason"] is not None and not self.result:
            words, rule = ending(event, before, state)
            self.result = f"{words}."
            if rule:
                self.result = gettext("{how} (rule {rule}).").format(how=words, rule=rule)
            if state["bound"] is None:
                self.is_recorded = False
        frame = self._frame(
            state, before, _touched(event, before, state), sentence(event, before, state)
        )
        entry = move(step, before, self.setup.board, self.setup.ruleset.edition)
        frame["move"] = {**entry, "icon": ICONS.get(kind, "")}
        self.state = state
        return frame

    def _frame(self, state: Plain, before: Plain, touched: list[str], said: str) -> Frame:
        plan = state["plan"] or self.discovered
        texts, classes = slots(self.setup, state, before, self._bound_words())
        texts["result"] = self.result
        texts["route"] = self._route_words(state)
        return {
            "step": self.step,
            "section": self.section,
            "said": said,
            "cells": _marks(state, plan, touched),
            "beads": _beads(plan),
            "pieces": self._pieces(state, before),
            "paths": {BEAD: self.layout.route([*plan["route"], plan["target"]])} if plan else {},
            "texts": texts,
            "classes": classes,
            "move": None,
        }

    def _bound_words(self) -> str:
        """What stands for a bound type that the view does not know."""
        return gettext("secret until the end") if self.is_recorded else gettext("not recorded")

    def _route_words(self, state: Plain) -> str:
        """Whose eyes the drawn route is for: the plan that is still secret, or a discovered one."""
        if state["plan"]:
            return gettext("Shown: the plan of this round, which only the Goryō knows.")
        if self.discovered:
            return gettext("Shown: the route of round {round}, discovered.").format(
                round=self.discovered["round"]
            )
        return ""

    def _pieces(self, state: Plain, before: Plain) -> dict[str, list[float]]:
        at: dict[str, list[str]] = defaultdict(list)
        places = {**state["samurai"], "pawn": state["pawn"]}
        old = {**before["samurai"], "pawn": before["pawn"]}
        for piece, space in places.items():
            if space is not None:
                at[space].append(piece)
        found: dict[str, list[float]] = {}
        for space, here in at.items():
            x, y = self.layout.corner[space]
            for piece, (dx, dy, scale) in zip(here, CROWD[len(here) - 1], strict=True):
                moved = float(places[piece] != old[piece])
                found[piece] = [x + dx * CELL / 100, y + dy * CELL / 100, scale, moved]
        return found


def _marks(state: Plain, plan: Plain | None, touched: list[str]) -> dict[str, str]:
    marks: dict[str, list[str]] = defaultdict(list)
    for name, key in (("broken", "broken"), ("sealed", "sealed"), ("yes", "green"), ("no", "red")):
        for space in state[key]:
            marks[space].append(name)
    if plan:
        for space in dict.fromkeys(plan["route"]):
            marks[space].append(BEAD)
        marks[plan["target"]].append("target")
        if plan["false_trail"]:
            marks[plan["false_trail"]].append("trail")
    for piece, space in (*state["samurai"].items(), ("pawn", state["pawn"])):
        if space is not None:
            marks[space].append(HERE.format(piece))
    for space in touched:
        marks[space].append("last")
    return {space: " ".join(names) for space, names in sorted(marks.items())}


def _beads(plan: Plain | None) -> dict[str, str]:
    """The order of the move cubes, by space; a faulty route may lie on one space twice."""
    beads: dict[str, list[str]] = defaultdict(list)
    for order, space in enumerate(plan["route"] if plan else (), 1):
        beads[space].append(str(order))
    return {space: "·".join(orders) for space, orders in beads.items()}


def _touched(event: Plain, before: Plain, state: Plain) -> list[str]:
    """The spaces that the last event was about."""
    match event["type"]:
        case "haunt":
            return [event["space"]]
        case "move":
            return [event["to"]]
        case "search" | "sniff":
            return [asked_space(event, before)]
        case "discover":
            return [state["revealed"]["target"]]
        case "draw":
            return sorted(set(state["sealed"]) - set(before["sealed"]))
    return []
