"""How far a game of Shadows in Kyoto is, for the curve under the board: the captives."""

from collections.abc import Sequence
from typing import Any

from games.core.language import gettext
from games.core.scene import Course
from games.kyoto.rules.components import GOVERNMENT, ONIWABAN, OTHER, REAL
from games.kyoto.rules.flow import FAKES_TO_LOSE, REALS_TO_WIN
from games.kyoto.rules.state import State
from games.kyoto.scene.observed import ObservedStep


def course() -> Course:
    """Return the description of the numbers: the lead of one side in captives."""
    title = gettext("Lead of the Oniwaban towards a win by captives")
    short = gettext("Lead of the Oniwaban")
    return {"title": title, "short": short, "form": "balance", "most": 100, "unit": " %"}


def add_course(frames: Sequence[dict[str, Any]], steps: Sequence[ObservedStep]) -> None:
    """Add the lead to each frame, and the conflicts as turning points."""
    frames[0]["course"] = 0
    for frame, step in zip(frames[1:], steps, strict=True):
        frame["course"] = _share(step.state, ONIWABAN) - _share(step.state, GOVERNMENT)
        if step.before.conflict is not None and step.state.conflict is None:
            text = gettext("Conflict on {space}")
            frame["turning"] = text.format(space=step.before.conflict.to)


def _share(state: State, role: str) -> int:
    """Return how near a side is to winning by captives, in percent: its own real ones, or fake ones
    of the other side.
    """
    taken, lost = state.side(OTHER[role]).captured, state.side(role).captured
    reals = sum(identity in REAL for identity in taken)
    fakes = sum(identity not in REAL for identity in lost)
    return round(100 * min(max(reals / REALS_TO_WIN, fakes / FAKES_TO_LOSE), 1))
