"""The frames of Goryō, built from the set-up and the step objects of one view alone."""

from collections import defaultdict
from collections.abc import Iterable

from games.core.language import gettext
from games.core.scene import CELL, Frame
from games.goryo.codec import plain_state
from games.goryo.rules.state import Setup, initial_state
from games.goryo.scene.board import BEAD, HERE
from games.goryo.scene.captions import Plain, caption, ending, move, question_space
from games.goryo.scene.geometry import Layout
from games.goryo.scene.panels import slots

CROWD: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((70, 70, 1.0),),
    ((41, 75, 0.94), (77, 75, 0.94)),
    ((20, 80, 0.84), (50, 80, 0.84), (80, 80, 0.84)),
    ((44, 48, 0.82), (78, 48, 0.82), (44, 81, 0.82), (78, 81, 0.82)),
    ((44, 48, 0.8), (78, 48, 0.8), (20, 82, 0.8), (50, 82, 0.8), (80, 82, 0.8)),
)
"""The positions of one, two … five pieces in a cell: x, y, scale."""


def frames(setup: Setup, steps: Iterable[Plain], remark: str = "") -> list[Frame]:
    """Return one frame for the start and one for each step. A remark on the record is in each."""
    builder = FrameBuilder(setup, remark)
    return [builder.start(), *(builder.frame(step) for step in steps)]


class FrameBuilder:
    """Builds the frames in order. Of earlier steps a frame shows only the last discovered plan."""

    def __init__(self, setup: Setup, remark: str) -> None:
        self.setup, self.remark = setup, remark
        self.layout = Layout(setup.board.data)
        self.state: Plain = plain_state(initial_state(setup))
        self.discovered: Plain | None = None
        self.is_recorded = True
        self.section = 0
        self.step = 0
        self.result = ""

    def start(self) -> Frame:
        """Return the frame of step 0."""
        text = gettext("The palace before the game. The four Samurai are in position.")
        text = " ".join(filter(None, (text, self.remark)))
        return self._frame(self.state, self.state, [], text)

    def frame(self, step: Plain) -> Frame:
        """Return the frame of the next step."""
        event, before, state = step["event"], self.state, step["state"]
        self.step = step["step"]
        kind = event["type"]
        if kind == "move" and self.remark:  # he may have moved before, unrecorded
            before = {**before, "samurai": {**before["samurai"], event["samurai"]: None}}
        if kind == "bind" and "object" in event and event["object"] is None:
            self.is_recorded = False
        if kind == "plan":
            self.section += 1
        if kind in ("plan", "discover"):
            self.discovered = state["revealed"] if kind == "discover" else None
        if state["reason"] is not None and not self.result:
            text, rule = ending(event, before, state)
            self.result = f"{text}."
            if rule:
                self.result = gettext("{how} (rule {rule}).").format(how=text, rule=rule)
            if state["bound"] is None:
                self.is_recorded = False
        frame = self._frame(
            state, before, _touched(event, before, state), caption(event, before, state)
        )
        frame["move"] = move(step, before, self.setup.board, self.setup.ruleset.edition)
        self.state = state
        return frame

    def _frame(self, state: Plain, before: Plain, touched: list[str], text: str) -> Frame:
        plan = _known(state["plan"]) or self.discovered
        unknown = gettext("secret until the end") if self.is_recorded else gettext("not recorded")
        texts, classes = slots(self.setup, state, before, unknown)
        texts["result"] = self.result
        texts["route"] = " ".join(filter(None, (self.remark, self._route_text(state))))
        return {
            "step": self.step,
            "section": self.section,
            "sentence": text,
            "cells": _marks(state, plan, touched),
            "beads": _beads(plan),
            "pieces": self._pieces(state, before),
            "paths": {BEAD: self.layout.route([*plan["route"], plan["target"]])} if plan else {},
            "texts": texts,
            "classes": classes,
            "move": None,
        }

    def _route_text(self, state: Plain) -> str:
        """Return which plan is drawn: the secret one of this round, or the last discovered one."""
        if _known(state["plan"]):
            return gettext("This round's plan is shown. Only the Goryō knows it.")
        if self.discovered:
            text = gettext("The discovered route of round {round} is shown.")
            return text.format(round=self.discovered["round"])
        return ""

    def _pieces(self, state: Plain, before: Plain) -> dict[str, list[float]]:
        by_space: dict[str, list[str]] = defaultdict(list)
        spaces = {**state["samurai"], "pawn": state["pawn"]}
        old = {**before["samurai"], "pawn": before["pawn"]}
        for piece, space in spaces.items():
            if space is not None:
                by_space[space].append(piece)
        positions: dict[str, list[float]] = {}
        for space, here in by_space.items():
            x, y = self.layout.corner[space]
            for piece, (dx, dy, scale) in zip(here, CROWD[len(here) - 1], strict=True):
                moved = float(spaces[piece] != old[piece])
                positions[piece] = [x + dx * CELL / 100, y + dy * CELL / 100, scale, moved]
        return positions


def _known(plan: Plain | None) -> Plain | None:
    """Return a plan, or None if the record does not know it."""
    return plan if plan and plan["route"] is not None else None


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
    """Return the order of the move cubes by space; a faulty route may use a space twice."""
    beads: dict[str, list[str]] = defaultdict(list)
    for order, space in enumerate(plan["route"] if plan else (), 1):
        beads[space].append(str(order))
    return {space: "·".join(orders) for space, orders in beads.items()}


def _touched(event: Plain, before: Plain, state: Plain) -> list[str]:
    """Return the spaces of the last event."""
    match event["type"]:
        case "haunt":
            return [event["space"]]
        case "move":
            return [event["to"]]
        case "search" | "sniff":
            space = question_space(event, state)
            return [] if space is None else [space]
        case "discover":
            return [state["revealed"]["target"]]
        case "draw":
            return sorted(set(state["sealed"]) - set(before["sealed"]))
    return []
