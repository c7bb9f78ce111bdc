"""Public knowledge for the replay page: the possible assignments and the unseen cards (rules page,
section 11). A number of assignments is not a probability (11.2), so no space is shaded.
"""

from math import log2
from typing import Any

from games.core.language import Labels, format_number, gettext
from games.core.language import gettext_noop as _
from games.core.replay import Replay
from games.core.scene import Column, Curve, Insight, Item, Mark, Overlay, Panel
from games.kyoto.rules.assignments import ALL_ASSIGNMENTS
from games.kyoto.rules.components import CARDS, IDENTITIES, REAL, SIDES
from games.kyoto.rules.knowledge import count_identities, count_unseen
from games.kyoto.rules.state import Side, State
from games.kyoto.scene.board import LETTERS
from games.kyoto.scene.panels import table_panel
from games.kyoto.step_facts import has_knowledge
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_label

PRIORS = Labels({"assignments": _("possible identities")})
CERTAINLY_REAL, CERTAINLY_FAKE = "sure-real", "sure-fake"
CAPTIVE = "–"
SPACE = "at"


def insight(replay: Replay, view: str, prior_name: str, fitted: Any) -> dict[str, Any]:  # noqa: ARG001 - there is no prior to choose
    """Return an overlay for each frame, step 0 included, about the sides that the viewer does not
    play. It depends only on public events.
    """
    roles = [role for role in SIDES if role != view]
    states = [replay.initial, *(step.state for step in replay.steps)]
    builder = _OverlayBuilder(roles)
    result: Insight = {
        "prior": gettext(
            "For each agent, the number of possible assignments in which it has an identity. These "
            "numbers are not probabilities (rule 11.2), least of all after a Swap."
        ),
        "shade_label": "",
        "marks": _marks(),
        "panels": [*(_panel(role) for role in roles), _unseen_panel(roles)],
        "overlays": [builder.overlay(state) for state in states],
        "curves": [_curve(role, states) for role in roles],
    }
    return dict(result)


def _marks() -> list[Mark]:
    labels = {CERTAINLY_REAL: gettext("certainly real"), CERTAINLY_FAKE: gettext("certainly fake")}
    return [{"id": m, "symbol": m, "label": label, "layer": "over"} for m, label in labels.items()]


def _panel(role: str) -> Panel:
    columns: list[Column] = [{"id": SPACE, "name": gettext("Space"), "label": gettext("its space")}]
    labels = {name: identity_label(name) for name in IDENTITIES}
    columns += [{"id": name, "name": label, "label": label} for name, label in labels.items()]
    rows: list[Item] = [
        {"id": _row(role, number), "name": f"?{letter}"} for number, letter in enumerate(LETTERS)
    ]
    title = gettext("Possible identities: {side}").format(side=SIDE_NAMES[role])
    return {**table_panel(f"known-{role}", title, rows, columns), "placement": "under"}


def _row(role: str, number: int) -> str:
    return f"known-{role}-{number}"


def _unseen_panel(roles: list[str]) -> Panel:
    columns: list[Column] = [
        {"id": role, "name": SIDE_NAMES[role], "label": SIDE_NAMES[role]} for role in roles
    ]
    rows: list[Item] = [
        {"id": f"unseen-{card}", "name": CARD_NAMES[card], "icon": f"card-{card}"} for card in CARDS
    ]
    title = gettext("Unseen cards: in hand, in the piles or under a Bait")
    return {**table_panel("unseen", title, rows, columns), "placement": "under"}


class _OverlayBuilder:
    """Builds the overlays in order. Most steps leave the assignments of a side unchanged, so they
    are counted once.
    """

    def __init__(self, roles: list[str]) -> None:
        self.roles = roles
        self._counted: dict[int, tuple[dict[str, str], list[str]]] = {}

    def overlay(self, state: State) -> Overlay:
        """Return the public knowledge at a position."""
        overlay: Overlay = {"shades": {}, "cells": {}, "texts": {}, "judged": []}
        if not has_knowledge(state):
            return overlay
        for role in self.roles:
            side = state.side(role)
            numbers, marks = self._knowledge_of(side)
            overlay["texts"][f"known-{role}"] = _count_label(side.possible.bit_count())
            overlay["texts"] |= {f"known-{role}-{slot}": label for slot, label in numbers.items()}
            for number, (agent, mark) in enumerate(zip(side.agents, marks, strict=True)):
                space = agent.space
                overlay["texts"][f"{_row(role, number)}-{SPACE}"] = space or CAPTIVE
                if space is not None and mark:
                    overlay["cells"][space] = mark
            for card, number in count_unseen(state, role).items():
                overlay["texts"][f"unseen-{card}-{role}"] = str(number)
        return overlay

    def _knowledge_of(self, side: Side) -> tuple[dict[str, str], list[str]]:
        """Return the number of assignments for each identity of each agent, as text, and a mark for
        each agent.
        """
        possible = side.possible
        if possible not in self._counted:
            counts = count_identities(side)
            numbers = {
                f"{number}-{name}": format_number(count[name]) if count[name] else CAPTIVE
                for number, count in enumerate(counts)
                for name in IDENTITIES
            }
            real = [sum(count[identity] for identity in REAL) for count in counts]
            self._counted[possible] = (
                numbers,
                [_mark(number, possible.bit_count()) for number in real],
            )
        return self._counted[possible]


def _mark(real: int, possible: int) -> str:
    """Return the mark of an agent that is real in so many of the possible assignments."""
    if not possible or 0 < real < possible:
        return ""
    return CERTAINLY_REAL if real else CERTAINLY_FAKE


def _count_label(number: int) -> str:
    message = gettext("{number} of {all} assignments")
    return message.format(number=format_number(number), all=format_number(len(ALL_ASSIGNMENTS)))


def _curve(role: str, states: list[State]) -> Curve:
    values: list[float | None] = [
        log2(state.side(role).possible.bit_count() or 1) if has_knowledge(state) else None
        for state in states
    ]
    side = SIDE_NAMES[role]
    title = gettext("Uncertainty about {side} (bits)").format(side=side)
    short = gettext("{side}: bits").format(side=side)
    most = log2(len(ALL_ASSIGNMENTS))
    return {"id": role, "title": title, "most": most, "values": values, "short": short}
