"""The frames of Shadows in Kyoto, from only what a view observes."""

from collections import defaultdict
from collections.abc import Iterable

from games.core.language import Labels, gettext
from games.core.language import gettext_noop as _
from games.core.scene import Frame
from games.kyoto.rules.components import GOVERNMENT, ONIWABAN, SIDES
from games.kyoto.rules.state import Agent, Phase, State
from games.kyoto.scene.board import AGENT_MARK, FIGHT, MOVED, corner, middle, piece_id
from games.kyoto.scene.cards import decks
from games.kyoto.scene.moves import move, turn_label
from games.kyoto.scene.observed import ObservedStep
from games.kyoto.scene.panels import slots
from games.kyoto.scene.sentences import ending, sentence
from games.kyoto.terms import SIDES as SIDE_NAMES

PIECE = (50.0, 63.0, 1.3)
"""The position of an agent in its cell, and its scale."""
PATH_MARGIN = 26.0
"""The distance from the middles of its cells at which a path begins and ends."""
ARROW_HEAD = 12.0
PHASES = Labels(
    {
        Phase.DEAL: _("Hands to deal"),
        Phase.DEPLOY: _("Agents to deploy"),
        Phase.CHARISMA: _("Charisma cards to choose"),
        Phase.PLAY: _("Card to play"),
        Phase.CONFLICT: _("Conflict to resolve"),
        Phase.PUSH: _("Second half of the Charge to play"),
        Phase.DECLARE: _("Declaration to make"),
        Phase.DRAW: _("Cards to draw"),
        Phase.OVER: _("Game over"),
    }
)
"""What must happen next."""
MOVES = ("site", "defend", "tunnel", "charge", "push")


def frames(start: State, steps: Iterable[ObservedStep], texts: dict[str, str]) -> list[Frame]:
    """Return one frame for the start and one for each step; `texts` hold for the whole game."""
    builder = FrameBuilder(texts)
    return [builder.first(start), *(builder.next(step) for step in steps)]


class FrameBuilder:
    """Builds the frames in order; the result of the game stays for the frames after it."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.result = ""

    def first(self, state: State) -> Frame:
        """Return the frame of step 0."""
        return self._frame(0, state, state, ({}, {}), gettext("The board before the game."))

    def next(self, step: ObservedStep) -> Frame:
        """Return the frame of the next step."""
        if step.ends_game:
            result, rule = ending(step)
            cited = gettext("{words} (rule {rule}).").format(words=result, rule=rule)
            self.result = cited if rule else f"{result}."
        drawn = _touched(step), _paths(step)
        frame = self._frame(step.number, step.state, step.before, drawn, sentence(step))
        frame["section"] = step.before.turn
        frame["move"] = move(step)
        return frame

    def _frame(
        self,
        number: int,
        state: State,
        before: State,
        drawn: tuple[dict[str, list[str]], dict[str, str]],
        caption: str,
    ) -> Frame:
        marks, paths = drawn
        texts = self.texts | slots(state)
        texts |= {
            "round": _turn_and_side(state),
            "phase": PHASES[state.phase],
            "result": self.result,
        }
        return {
            "step": number,
            "section": 0,
            "sentence": caption,
            "cells": _marks(state, marks),
            "decks": decks(state),
            "beads": {},
            "pieces": _pieces(state, before),
            "paths": paths,
            "texts": texts,
            "classes": {},
            "move": None,
        }


def _turn_and_side(state: State) -> str:
    turn = turn_label(state.turn)
    return f"{turn}, {SIDE_NAMES[state.active]}" if state.turn and state.active else turn


def _on_board(state: State) -> list[tuple[str, int, Agent, str]]:
    """Return side, number, agent and space of all agents on the board."""
    return [
        (role, number, agent, agent.space)
        for role in SIDES
        for number, agent in enumerate(state.side(role).agents)
        if agent.space is not None
    ]


def _pieces(state: State, before: State) -> dict[str, list[float]]:
    pieces: dict[str, list[float]] = {}
    old = {(role, number): space for role, number, _, space in _on_board(before)}
    for role, number, agent, space in _on_board(state):
        x, y = corner(space)
        has_moved = old.get((role, number), space) != space
        dx, dy, scale = PIECE
        piece = piece_id(role, number, agent.identity)
        pieces[piece] = [x + dx, y + dy, scale, float(has_moved)]
    return pieces


def _marks(state: State, touched: dict[str, list[str]]) -> dict[str, str]:
    marks: dict[str, list[str]] = defaultdict(list)
    for role, number, agent, space in _on_board(state):
        marks[space].append(AGENT_MARK.format(piece_id(role, number, agent.identity)))
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


def _touched(step: ObservedStep) -> dict[str, list[str]]:
    """Return the marks of the last event, by space."""
    event, kind = step.event, step.kind
    if kind in MOVES:
        return {event["from"]: ["from"], event["to"]: ["last"]}
    if kind == "spring":
        return {_spring_origin(step): ["from"], event["to"]: ["last"]}
    if kind == "swap":
        return {space: ["last"] for space in event["spaces"]}
    if kind == "conflict":
        return {step.before.fight.to: ["last"]}
    if kind == "pistol":
        return {step.before.fight.origin: ["last"]}
    if kind in ("declare", "drugs", "stun", "bugs") and event.get("agent"):
        return {event["agent"]: ["last"]}
    return {}


def _spring_origin(step: ObservedStep) -> str:
    role, number = step.before.arrived
    return step.before.side(role).agents[number].space or ""


def _paths(step: ObservedStep) -> dict[str, str]:
    """Return the path of the last move, or of an open conflict."""
    fight = step.state.conflict
    if fight is not None:
        return {FIGHT: _arrow(fight.origin, fight.to)}
    if step.kind in MOVES:
        return {MOVED: _arrow(step.event["from"], step.event["to"])}
    if step.kind == "spring":
        return {MOVED: _arrow(_spring_origin(step), step.event["to"])}
    return {}


def _arrow(origin: str, to: str) -> str:
    """Return an arrow between two cells, with a margin at both ends."""
    (x1, y1), (x2, y2) = middle(origin), middle(to)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x1, y1 = x1 + ux * PATH_MARGIN, y1 + uy * PATH_MARGIN
    x2, y2 = x2 - ux * PATH_MARGIN, y2 - uy * PATH_MARGIN
    left = x2 - ARROW_HEAD * (ux + uy), y2 - ARROW_HEAD * (uy - ux)
    right = x2 - ARROW_HEAD * (ux - uy), y2 - ARROW_HEAD * (uy + ux)
    start, tip, left_end, right_end = (
        f"{x:.1f} {y:.1f}" for x, y in ((x1, y1), (x2, y2), left, right)
    )
    return f"M{start}L{tip}M{left_end}L{tip}L{right_end}"
