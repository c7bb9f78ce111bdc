"""How far a game of Goryō is, for the curve under the board."""

from collections.abc import Sequence
from typing import Any

from games.core.language import gettext
from games.core.scene import Course
from games.goryo.rules.editions import SPIRITS, TYPES_TO_EXORCISE
from games.goryo.scene.captions import Plain


def course() -> Course:
    """Return the description of the numbers."""
    title = gettext("The Samurai's progress: spirits flipped, or types sealed or broken")
    short = gettext("Samurai's progress")
    return {"title": title, "short": short, "form": "share", "most": 100, "unit": " %"}


def add_course(frames: Sequence[dict[str, Any]], steps: Sequence[Plain]) -> None:
    """Add the progress to each frame, and the discoveries as turning points."""
    frames[0]["course"] = 0
    for frame, step in zip(frames[1:], steps, strict=True):
        frame["course"] = _progress(step["state"])
        if step["event"]["type"] == "discover":
            frame["turning"] = gettext("Discovery")


def _progress(state: Plain) -> int:
    spoiled = sum(status != "intact" for status in state["types"].values())
    share: float = max((state["spirits"] or 0) / SPIRITS, spoiled / TYPES_TO_EXORCISE)
    return round(100 * min(share, 1))
