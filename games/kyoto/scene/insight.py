"""What everybody could know, told in the words of `games.core.scene`: which assignments fit all
that was seen, and which cards are unseen (rules page, section 11). A number of assignments is no
probability (11.2), so nothing is shaded.
"""

from typing import Any

from games.core.language import Labels, format_number, gettext, gettext_noop
from games.core.replay import Replay
from games.core.scene import Column, Curve, Insight, Item, Mark, Overlay, Panel
from games.kyoto.rules.components import CARDS, IDENTITIES, REAL, SIDES
from games.kyoto.rules.knowledge import count_identities, count_unseen
from games.kyoto.rules.state import ALL_ASSIGNMENTS, Assignment, Phase, Side, State
from games.kyoto.scene.board import LETTERS
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_words

PRIORS = Labels({"assignments": gettext_noop("who could be who")})
SURE_REAL, SURE_FAKE = "sure-real", "sure-fake"
CAPTIVE = "–"
SPACE = "at"


def insight(replay: Replay, view: str, prior_name: str, fitted: Any) -> dict[str, Any]:  # noqa: ARG001 - there is no prior to choose
    """An overlay for each frame, step 0 included: of the sides that are not the viewer's. What is
    told depends on what everybody saw, and on nothing hidden.
    """
    roles = [role for role in SIDES if role != view]
    states = [replay.initial, *(step.state for step in replay.steps)]
    knower = _Knower(roles)
    found: Insight = {
        "prior": gettext(
            "Shown is in how many of the assignments that fit everything seen an agent has an "
            "identity. A number of assignments is no probability (rule 11.2), least of all after "
            "a Swap."
        ),
        "shade_words": "",
        "marks": _marks(),
        "panels": [*(_panel(role) for role in roles), _unseen_panel(roles)],
        "overlays": [knower.overlay(state) for state in states],
        "curves": [_curve(role, states) for role in roles],
    }
    return dict(found)


def _marks() -> list[Mark]:
    return [
        {"id": SURE_REAL, "symbol": "sure-real", "words": gettext("surely real"), "layer": "over"},
        {"id": SURE_FAKE, "symbol": "sure-fake", "words": gettext("surely fake"), "layer": "over"},
    ]


def _panel(role: str) -> Panel:
    columns: list[Column] = [{"id": SPACE, "name": gettext("On"), "words": gettext("its space")}]
    columns += [{"id": one, "name": one, "words": identity_words(one)} for one in IDENTITIES]
    rows: list[Item] = [
        {"id": _row(role, number), "name": f"?{letter}"} for number, letter in enumerate(LETTERS)
    ]
    return {
        "id": f"known-{role}",
        "title": gettext("Who could be who: {side}").format(side=SIDE_NAMES[role]),
        "form": "table",
        "items": rows,
        "columns": columns,
        "place": "under",
    }


def _row(role: str, number: int) -> str:
    return f"known-{role}-{number}"


def _unseen_panel(roles: list[str]) -> Panel:
    columns: list[Column] = [
        {"id": role, "name": SIDE_NAMES[role], "words": SIDE_NAMES[role]} for role in roles
    ]
    rows: list[Item] = [
        {"id": f"unseen-{card}", "name": CARD_NAMES[card], "icon": f"card-{card}"} for card in CARDS
    ]
    return {
        "id": "unseen",
        "title": gettext("Unseen: in hand, in the piles or under a Bait"),
        "form": "table",
        "items": rows,
        "columns": columns,
        "place": "under",
    }


def _is_told(state: State) -> bool:
    return state.phase not in (Phase.DEAL, Phase.DEPLOY, Phase.OVER)


class _Knower:
    """Tells the steps one after the other. Most change nothing of what is known of a side, so its
    assignments are counted once.
    """

    def __init__(self, roles: list[str]) -> None:
        self.roles = roles
        self._counted: dict[frozenset[Assignment], tuple[dict[str, str], list[str]]] = {}

    def overlay(self, state: State) -> Overlay:
        """What everybody could know at a position."""
        overlay: Overlay = {"shades": {}, "cells": {}, "texts": {}, "judged": []}
        if not _is_told(state):
            return overlay
        for role in self.roles:
            side = state.side(role)
            numbers, truths = self._known(side)
            overlay["texts"][f"known-{role}"] = _of(len(side.assignments))
            overlay["texts"] |= {f"known-{role}-{slot}": told for slot, told in numbers.items()}
            for number, (agent, truth) in enumerate(zip(side.agents, truths, strict=True)):
                space = agent.space
                overlay["texts"][f"{_row(role, number)}-{SPACE}"] = space or CAPTIVE
                if space is not None and truth:
                    overlay["cells"][space] = truth
            for card, left in count_unseen(state, role).items():
                overlay["texts"][f"unseen-{card}-{role}"] = str(left)
        return overlay

    def _known(self, side: Side) -> tuple[dict[str, str], list[str]]:
        """In how many assignments which agent has which identity, in words; and of each agent the
        mark of what everybody can know of it.
        """
        possible = side.assignments
        if possible not in self._counted:
            counts = count_identities(side)
            numbers = {
                f"{number}-{identity}": format_number(count[identity])
                if count[identity]
                else CAPTIVE
                for number, count in enumerate(counts)
                for identity in IDENTITIES
            }
            real = [sum(count[identity] for identity in REAL) for count in counts]
            self._counted[possible] = numbers, [_truth(some, len(possible)) for some in real]
        return self._counted[possible]


def _truth(real: int, possible: int) -> str:
    """The mark of an agent that is real in so many of the possible assignments."""
    if not possible or 0 < real < possible:
        return ""
    return SURE_REAL if real else SURE_FAKE


def _of(number: int) -> str:
    told = gettext("{number} of {all} assignments")
    return told.format(number=format_number(number), all=format_number(len(ALL_ASSIGNMENTS)))


def _curve(role: str, states: list[State]) -> Curve:
    values: list[float | None] = [
        float(len(state.side(role).assignments)) if _is_told(state) else None for state in states
    ]
    title = gettext("Assignments left: {side}").format(side=SIDE_NAMES[role])
    return {"id": role, "title": title, "most": float(len(ALL_ASSIGNMENTS)), "values": values}
