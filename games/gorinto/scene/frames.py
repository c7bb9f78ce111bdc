"""The frames of Gorinto, made from the set-up and the step objects of one view."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from games.core.language import gettext, ngettext
from games.core.scene import CELL, Frame
from games.gorinto.rules.elements import EARTH, ELEMENTS
from games.gorinto.rules.landscapes import TILES
from games.gorinto.rules.mountain import CELLS
from games.gorinto.scene.board import KITSUNE_TILE, TAKEN, WITH, corner
from games.gorinto.scene.endings import ending
from games.gorinto.scene.moves import move
from games.gorinto.scene.panels import NOTHING, Slots
from games.gorinto.scene.reading import NO_GATHERING, Gathering, Seen, see
from games.gorinto.scene.sentences import sentence
from games.gorinto.scene.table import Table
from games.gorinto.scene.words import LETTERS, order_words
from games.gorinto.terms import COIN, ELEMENT, LANDSCAPE

Plain = Mapping[str, Any]

PLACES = {"head": (22, 78), "tail": (78, 78)}
"""Where the tokens of the Kitsune lie on their cell."""
TOKEN_SIZE = 0.8
ICONS = {"coin": "fox", "kitsune": "fox", "chit": "fox", "burrow": "fox", "fill": "pattern"}
"""The symbols of events on the timeline; a placement has its element's."""


def frames(table: Table, start: Plain, steps: Iterable[Plain]) -> list[Frame]:
    """One frame for the start, the state `start`, and one for each step."""
    teller = _Teller(table, start)
    return [teller.start(), *(teller.tell(step) for step in steps)]


class _Teller:
    """Walks the steps once; what a frame shows of earlier steps is only the Season's last coin and
    how the game ended.
    """

    def __init__(self, table: Table, start: Plain) -> None:
        self.table = table
        self.slots = Slots(table)
        self.state = start
        self.coin = ""
        self.result = ""

    def start(self) -> Frame:
        """The frame of step 0."""
        table, state = self.table, self.state
        told = gettext("The Mountain before the game: {landscape}, {n} tiles.").format(
            landscape=LANDSCAPE[table.setup.board.id], n=TILES
        )
        if len(table.players) > 1:
            order = gettext("Turn order: {order}.").format(order=order_words(table, state))
            told = f"{told} {order}"
        return self._frame(state, state, ({}, {}), {"insight": _no_insight()}, (0, 0), told)

    def tell(self, step: Plain) -> Frame:
        """The frame of the next step."""
        seen = see(self.table, step["event"], self.state, step["state"])
        if seen.kind == "coin":
            self.coin = seen.event["side"]
        elif seen.kind == "kitsune":
            self.coin = ""
        if seen.ends_game:
            words, rule = ending(self.table, seen.event, seen.state)
            self.result = f"{words}."
            if rule:
                self.result = gettext("{how} (rule {rule}).").format(how=words, rule=rule)
        texts = {"route": _gathering_words(seen)}
        told = step.get("insight", ())
        texts |= {f"insight-{n}": line for n, line in enumerate(told)}
        texts["insight"] = "" if told else _no_insight()
        place = step["step"], seen.season
        frame = self._frame(seen.state, seen.before, _touched(seen), texts, place, sentence(seen))
        frame["move"] = {**move(seen), "icon": seen.gathering.element or ICONS.get(seen.kind, "")}
        self.state = seen.state
        return frame

    def _frame(
        self,
        state: Plain,
        before: Plain,
        touched: tuple[dict[str, list[str]], dict[str, str]],
        words: dict[str, str],
        place: tuple[int, int],
        said: str,
    ) -> Frame:
        """`place` is the step and its Season."""
        texts, classes = self.slots.at(state, before)
        texts |= {"result": self.result, **words}
        if state["solo"] is not None:
            texts["coin"] = COIN[self.coin] if self.coin else NOTHING
        marks, beads = touched
        step, section = place
        return {
            "step": step,
            "section": section,
            "said": said,
            "cells": _marks(marks, state),
            "stacks": _stacks(state),
            "beads": beads,
            "pieces": _pieces(state, before),
            "paths": {},
            "texts": texts,
            "classes": classes,
            "move": None,
        }


def _no_insight() -> str:
    return gettext("at each placement")


def _stacks(state: Plain) -> dict[str, str]:
    """What lies on Mountain and Path."""
    found = {cell: " ".join(state["mountain"][cell]) for cell in CELLS if state["mountain"][cell]}
    found |= {space: tile for space, tile in state["path"].items() if tile}
    solo = state["solo"]
    if solo is not None:
        for number, space in enumerate(solo["tiles"] or (), 1):
            found[space] = KITSUNE_TILE.format(number)
    return found


def _touched(seen: Seen) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The marks and beads of the cells that the last event was about."""
    found, marks, beads = seen.gathering, defaultdict[str, list[str]](list), {}
    by_cell: dict[str, list[str]] = defaultdict(list)
    for taken in found.taken:
        by_cell[taken.cell].append(taken.element)
    for cell in found.pattern:
        marks[cell].append("pattern")
    for cell, elements in by_cell.items():
        marks[cell].extend(TAKEN.format(e) for e in dict.fromkeys(elements))
        beads[cell] = LETTERS[elements[0]] if len(elements) == 1 else f"×{len(elements)}"
    if found.cell:
        marks[found.cell].append("last")
    name, spaces = _touched_path(seen.event)
    for space in spaces:
        marks[space].append(name)
    return marks, beads


def _touched_path(event: Plain) -> tuple[str, Iterable[str]]:
    """The mark of the Path spaces that an event is about, and these."""
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
    found: dict[str, list[str]] = defaultdict(list)
    for cell, names in marks.items():
        found[cell].extend(names)
    if state["solo"] is not None:
        for token in PLACES:
            if state["solo"][token]:
                found[state["solo"][token]].append(WITH.format(token))
    return {cell: " ".join(names) for cell, names in sorted(found.items())}


def _pieces(state: Plain, before: Plain) -> dict[str, list[float]]:
    if state["solo"] is None:
        return {}
    found: dict[str, list[float]] = {}
    for token, (dx, dy) in PLACES.items():
        cell = state["solo"][token]
        if cell:
            x, y = corner(cell)
            moved = float(cell != before["solo"][token])
            found[token] = [x + dx * CELL / 100, y + dy * CELL / 100, TOKEN_SIZE, moved]
    return found


def _gathering_words(seen: Seen) -> str:
    """How many tiles had to be gathered, and why."""
    found = seen.gathering
    if found is NO_GATHERING:
        return ""
    if found.asked is None:
        number = len(found.taken)
        return ngettext(
            "The Kitsune gathers all there is to gather: {n} tile.",
            "The Kitsune gathers all there is to gather: {n} tiles.",
            number,
        ).format(n=number)
    is_earth = found.element == ELEMENTS[EARTH]
    told = _beneath(found) if is_earth else _in_the_pattern(found)
    return told.format(element=ELEMENT[found.element], asked=found.asked, n=found.there)


def _beneath(found: Gathering) -> str:
    asked, there = found.asked or 0, found.there
    if not there:
        return gettext("Understanding of {element} {asked}: no tile beneath it to gather.")
    if there > asked:
        return ngettext(
            "Understanding of {element} {asked}: gathers {asked} of the {n} tile beneath it.",
            "Understanding of {element} {asked}: gathers {asked} of the {n} tiles beneath it.",
            there,
        )
    if there < asked:
        return gettext(
            "Understanding of {element} {asked}: gathers only {n}, all there is beneath it."
        )
    return ngettext(
        "Understanding of {element} {asked}: gathers the {n} tile beneath it.",
        "Understanding of {element} {asked}: gathers the {n} tiles beneath it.",
        there,
    )


def _in_the_pattern(found: Gathering) -> str:
    asked, there = found.asked or 0, found.there
    if not there:
        return gettext("Understanding of {element} {asked}: no tile in its Pattern to gather.")
    if there > asked:
        return ngettext(
            "Understanding of {element} {asked}: gathers {asked} of the {n} tile in its Pattern.",
            "Understanding of {element} {asked}: gathers {asked} of the {n} tiles in its Pattern.",
            there,
        )
    if there < asked:
        return gettext(
            "Understanding of {element} {asked}: gathers only {n}, all there is in its Pattern."
        )
    return ngettext(
        "Understanding of {element} {asked}: gathers the {n} tile in its Pattern.",
        "Understanding of {element} {asked}: gathers the {n} tiles in its Pattern.",
        there,
    )
