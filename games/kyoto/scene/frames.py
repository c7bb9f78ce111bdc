"""The frames of Shadows in Kyoto, made from nothing but what a view observes."""

from collections import defaultdict

from games.core.language import gettext
from games.core.scene import Frame
from games.kyoto.rules.components import GOVERNMENT, ONIWABAN, SIDES
from games.kyoto.rules.state import Agent, Phase, State
from games.kyoto.scene.board import FIGHT, HERE, MOVED, corner, middle, piece_id
from games.kyoto.scene.moves import move, turn_words
from games.kyoto.scene.observed import Game, ObservedStep
from games.kyoto.scene.panels import slots
from games.kyoto.scene.sentences import ending, sentence
from games.kyoto.terms import SIDES as SIDE_NAMES

PLACE = (68.0, 65.0, 1.15)
"""Where an agent stands in its cell, and how large."""
SHORT = 26.0
"""How far from the middles of its cells a path begins and ends."""
HEAD = 12.0
MOVES = ("site", "defend", "tunnel", "charge", "push")


def frames(game: Game, texts: dict[str, str]) -> list[Frame]:
    """One frame for the start and one for each step; `texts` hold all through the game."""
    teller = _Teller(texts)
    return [teller.start(game.start), *(teller.tell(seen) for seen in game.steps)]


class _Teller:
    """Walks the steps once; what a frame shows of earlier steps is how the game ended."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.result = ""

    def start(self, state: State) -> Frame:
        """The frame of step 0."""
        said = gettext("The board before the game.")
        return self._frame(0, state, state, ({}, {}), said)

    def tell(self, seen: ObservedStep) -> Frame:
        """The frame of the next step."""
        if seen.ends_game:
            words, rule = ending(seen)
            cited = gettext("{words} (rule {rule}).").format(words=words, rule=rule)
            self.result = cited if rule else f"{words}."
        touched = _touched(seen), _paths(seen)
        frame = self._frame(seen.number, seen.state, seen.before, touched, sentence(seen))
        frame["section"] = seen.before.turn
        frame["move"] = move(seen)
        return frame

    def _frame(
        self,
        number: int,
        state: State,
        before: State,
        touched: tuple[dict[str, list[str]], dict[str, str]],
        said: str,
    ) -> Frame:
        marks, paths = touched
        texts = self.texts | slots(state)
        texts |= {"round": _when(state), "phase": phase_words(state), "result": self.result}
        return {
            "step": number,
            "section": 0,
            "said": said,
            "cells": _marks(state, marks),
            "beads": {},
            "pieces": _pieces(state, before),
            "paths": paths,
            "texts": texts,
            "classes": {},
            "move": None,
        }


def _when(state: State) -> str:
    told = turn_words(state.turn)
    return f"{told}, {SIDE_NAMES[state.active]}" if state.turn and state.active else told


def phase_words(state: State) -> str:
    """What is due next."""
    match state.phase:
        case phase if phase is Phase.DEAL:
            return gettext("hands are dealt")
        case phase if phase is Phase.DEPLOY:
            return gettext("agents are put on their starts")
        case phase if phase is Phase.CHARISMA:
            return gettext("Charisma cards are chosen")
        case phase if phase is Phase.PLAY:
            return gettext("a card is due")
        case phase if phase is Phase.CONFLICT:
            return gettext("a conflict is open")
        case phase if phase is Phase.PUSH:
            return gettext("the second half of the Charge is due")
        case phase if phase is Phase.DECLARE:
            return gettext("a declaration is due")
        case phase if phase is Phase.OVER:
            return gettext("the game is over")
    return gettext("the draw is due")


def _on_board(state: State) -> list[tuple[str, int, Agent, str]]:
    """Side, number, agent and space of all that stand on the board."""
    return [
        (role, number, agent, agent.space)
        for role in SIDES
        for number, agent in enumerate(state.side(role).agents)
        if agent.space is not None
    ]


def _pieces(state: State, before: State) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    old = {(role, number): space for role, number, _, space in _on_board(before)}
    for role, number, agent, space in _on_board(state):
        x, y = corner(space)
        goal_arrivals = (role, number) in old and old[role, number] != space
        dx, dy, scale = PLACE
        found[piece_id(role, number, agent.identity)] = [
            x + dx,
            y + dy,
            scale,
            float(goal_arrivals),
        ]
    return found


def _marks(state: State, touched: dict[str, list[str]]) -> dict[str, str]:
    marks: dict[str, list[str]] = defaultdict(list)
    for role, number, agent, space in _on_board(state):
        marks[space].append(HERE.format(piece_id(role, number, agent.identity)))
        if agent.revealed:
            marks[space].append("up")
    for role, mark, chosen in (
        (GOVERNMENT, "drugged", state.drugged),
        (ONIWABAN, "stunned", state.stunned),
    ):
        space_of = None if chosen is None else state.side(role).agents[chosen].space
        if space_of is not None:
            marks[space_of].append(mark)
    if state.conflict is not None:
        marks[state.conflict.to].append("fight")
    for space, names in touched.items():
        marks[space] += names
    return {space: " ".join(names) for space, names in sorted(marks.items())}


def _touched(seen: ObservedStep) -> dict[str, list[str]]:
    """The spaces that the last event was about."""
    event, kind = seen.event, seen.kind
    if kind in MOVES:
        return {event["from"]: ["from"], event["to"]: ["last"]}
    if kind == "spring":
        return {_sprung(seen): ["from"], event["to"]: ["last"]}
    if kind == "swap":
        return {space: ["last"] for space in event["spaces"]}
    if kind == "conflict" and seen.before.conflict is not None:
        return {seen.before.conflict.to: ["last"]}
    if kind == "pistol" and seen.before.conflict is not None:
        return {seen.before.conflict.origin: ["last"]}
    if kind in ("declare", "drugs", "stun", "bugs") and event.get("agent"):
        return {event["agent"]: ["last"]}
    return {}


def _sprung(seen: ObservedStep) -> str:
    arrived = seen.before.turn_state.arrived
    return "" if arrived is None else seen.before.side(arrived[0]).agents[arrived[1]].space or ""


def _paths(seen: ObservedStep) -> dict[str, str]:
    """How the last agent came, and an open conflict."""
    fight = seen.state.conflict
    if fight is not None:
        return {FIGHT: _arrow(fight.origin, fight.to)}
    if seen.kind in MOVES:
        return {MOVED: _arrow(seen.event["from"], seen.event["to"])}
    if seen.kind == "spring":
        return {MOVED: _arrow(_sprung(seen), seen.event["to"])}
    return {}


def _arrow(origin: str, to: str) -> str:
    """A line with a head, from beside the middle of a cell to beside that of another."""
    (x1, y1), (x2, y2) = middle(origin), middle(to)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x1, y1, x2, y2 = x1 + ux * SHORT, y1 + uy * SHORT, x2 - ux * SHORT, y2 - uy * SHORT
    left = x2 - HEAD * (ux + uy), y2 - HEAD * (uy - ux)
    right = x2 - HEAD * (ux - uy), y2 - HEAD * (uy + ux)
    points = [(x1, y1), (x2, y2)]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"{line}M{left[0]:.1f} {left[1]:.1f}L{x2:.1f} {y2:.1f}L{right[0]:.1f} {right[1]:.1f}"
