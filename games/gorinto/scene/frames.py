"""The frames of Gorinto, from the set-up and the step objects of a view."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from games.core.language import gettext, ngettext
from games.core.scene import CELL, Frame
from games.gorinto.rules.landscapes import TILES
from games.gorinto.rules.mountain import CELLS
from games.gorinto.scene.board import KITSUNE_TILE, TAKEN, WITH, corner
from games.gorinto.scene.endings import ending
from games.gorinto.scene.labels import LETTERS, order_label
from games.gorinto.scene.moves import move
from games.gorinto.scene.panels import NOTHING, Slots
from games.gorinto.scene.sentences import describe
from games.gorinto.scene.step import NO_GATHERING, SceneStep, read_step
from games.gorinto.scene.table import Table
from games.gorinto.terms import COIN, ELEMENT, LANDSCAPE

Plain = Mapping[str, Any]

OFFSETS = {"head": (22, 78), "tail": (78, 78)}
"""The positions of the Kitsune's tokens on a cell, in per cent."""
TOKEN_SIZE = 0.8


def frames(table: Table, start: Plain, steps: Iterable[Plain]) -> list[Frame]:
    """Return a frame for the start state, and one for each step."""
    builder = FrameBuilder(table, start)
    return [builder.start(), *(builder.next(step) for step in steps)]


class FrameBuilder:
    """Builds the frames of consecutive steps. A frame depends on earlier steps only for the last
    coin of the Season and the result.
    """

    def __init__(self, table: Table, start: Plain) -> None:
        self.table = table
        self.slots = Slots(table)
        self.state = start
        self.coin = ""
        self.result = ""

    def start(self) -> Frame:
        """Return the frame of step 0."""
        table, state = self.table, self.state
        sentence = gettext("The Mountain before the game: {landscape}, {n} tiles.").format(
            landscape=LANDSCAPE[table.setup.board.id], n=TILES
        )
        if len(table.players) > 1:
            order = gettext("Turn order: {order}.").format(order=order_label(table, state))
            sentence = f"{sentence} {order}"
        texts = {"insight": gettext("Shown for placements")}
        return self._frame(state, state, ({}, {}), texts, (0, 0), sentence)

    def next(self, plain: Plain) -> Frame:
        """Return the frame of the next step."""
        step = read_step(self.table, plain["event"], self.state, plain["state"])
        if step.kind == "coin":
            self.coin = step.event["side"]
        elif step.kind == "kitsune":
            self.coin = ""
        if step.ends_game:
            text, rule = ending(self.table, step.event, step.state)
            self.result = f"{text}."
            if rule:
                self.result = gettext("{how} (rule {rule}).").format(how=text, rule=rule)
        insight = plain.get("insight", ())
        texts = {
            "route": _gathering_label(step),
            "insight": "" if insight else gettext("Shown for placements"),
            **{f"insight-{n}": line for n, line in enumerate(insight)},
        }
        position = plain["step"], step.season
        touched = _touched(step)
        frame = self._frame(step.state, step.before, touched, texts, position, describe(step))
        frame["move"] = move(step)
        self.state = step.state
        return frame

    def _frame(
        self,
        state: Plain,
        before: Plain,
        touched: tuple[dict[str, list[str]], dict[str, str]],
        more_texts: dict[str, str],
        position: tuple[int, int],
        sentence: str,
    ) -> Frame:
        """Return a frame. `position` is the step and its Season."""
        texts, classes = self.slots.at(state, before)
        texts |= {"result": self.result, **more_texts}
        if state["solo"] is not None:
            texts["coin"] = COIN[self.coin] if self.coin else NOTHING
        marks, beads = touched
        step, section = position
        return {
            "step": step,
            "section": section,
            "sentence": sentence,
            "cells": _marks(marks, state),
            "stacks": _stacks(state),
            "beads": beads,
            "pieces": _pieces(state, before),
            "paths": {},
            "texts": texts,
            "classes": classes,
            "move": None,
        }


def _stacks(state: Plain) -> dict[str, str]:
    """Return the tiles on Mountain and Path."""
    stacks = {cell: " ".join(state["mountain"][cell]) for cell in CELLS if state["mountain"][cell]}
    stacks |= {space: tile for space, tile in state["path"].items() if tile}
    solo = state["solo"]
    if solo is not None:
        for number, space in enumerate(solo["tiles"] or (), 1):
            stacks[space] = KITSUNE_TILE.format(number)
    return stacks


def _touched(step: SceneStep) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the marks and beads of the cells that the event touched."""
    gathering, marks, beads = step.gathering, defaultdict[str, list[str]](list), {}
    by_cell: dict[str, list[str]] = defaultdict(list)
    for taken in gathering.taken:
        by_cell[taken.cell].append(taken.element)
    for cell in gathering.pattern:
        marks[cell].append("pattern")
    for cell, elements in by_cell.items():
        marks[cell].extend(TAKEN.format(e) for e in dict.fromkeys(elements))
        beads[cell] = LETTERS[elements[0]] if len(elements) == 1 else f"×{len(elements)}"
    if gathering.cell:
        marks[gathering.cell].append("last")
    name, spaces = _touched_spaces(step.event)
    for space in spaces:
        marks[space].append(name)
    return marks, beads


def _touched_spaces(event: Plain) -> tuple[str, Iterable[str]]:
    """Return the Path spaces that an event touched, and their mark."""
    match event["type"]:
        case "place":
            return "from", [event["from"]]
        case "burrow":
            return "gone", event["tokens"][-1:]
        case "remove":
            return "gone", [event["from"]]
        case "fill":
            return "last", event["path"]
        case "kitsune":
            return "last", event["tiles"]
    return "last", []


def _marks(marks: Mapping[str, list[str]], state: Plain) -> dict[str, str]:
    all_marks: dict[str, list[str]] = defaultdict(list)
    for cell, names in marks.items():
        all_marks[cell].extend(names)
    if state["solo"] is not None:
        for token in OFFSETS:
            if state["solo"][token]:
                all_marks[state["solo"][token]].append(WITH.format(token))
    return {cell: " ".join(names) for cell, names in sorted(all_marks.items())}


def _pieces(state: Plain, before: Plain) -> dict[str, list[float]]:
    if state["solo"] is None:
        return {}
    pieces: dict[str, list[float]] = {}
    for token, (dx, dy) in OFFSETS.items():
        cell = state["solo"][token]
        if cell:
            x, y = corner(cell)
            moved = float(cell != before["solo"][token])
            pieces[token] = [x + dx * CELL / 100, y + dy * CELL / 100, TOKEN_SIZE, moved]
    return pieces


def _gathering_label(step: SceneStep) -> str:
    """Return how many tiles had to be gathered, and why."""
    gathering = step.gathering
    if gathering is NO_GATHERING:
        return ""
    if gathering.understanding is None:
        template = gettext("The Kitsune gathers all available tiles: {n}.")
        return template.format(n=len(gathering.taken))
    available = gathering.available
    if not available:
        template = gettext("Understanding of {element} {understanding}: no tile in its Pattern.")
    elif available > gathering.understanding:
        template = ngettext(
            "Understanding of {element} {understanding}: gathers {understanding} of {n} tile "
            "in its Pattern.",
            "Understanding of {element} {understanding}: gathers {understanding} of {n} tiles "
            "in its Pattern.",
            available,
        )
    else:
        template = ngettext(
            "Understanding of {element} {understanding}: gathers the only tile in its Pattern.",
            "Understanding of {element} {understanding}: gathers all {n} tiles in its Pattern.",
            available,
        )
    element = ELEMENT[gathering.element]
    return template.format(element=element, understanding=gathering.understanding, n=available)
