"""How far a game of Gorinto is, for the curve under the board: the lead in Wisdom."""

from collections.abc import Sequence
from typing import Any

from games.core.language import gettext
from games.core.replay import Replay
from games.core.scene import Course
from games.gorinto.rules.phase import OVER
from games.gorinto.rules.seasons import wisdom_if_ended
from games.gorinto.scene.table import Table

LEAST = 10
"""The lead that the curve has room for, at least."""


def course(table: Table) -> Course:
    """Return the description of the numbers: with two sides the lead of the first, else that of
    the player who leads.
    """
    sides = table.setup.ruleset.sides
    title, short = gettext("Lead in Wisdom if the Season ended now"), gettext("Lead in Wisdom")
    form = "share"
    if len(sides) > 1 and table.setup.ruleset.has_kitsune:
        sides = (sides[0], sides[-1])
    if len(sides) == 2:
        title = gettext("Lead of {side} in Wisdom if the Season ended now")
        title, form = title.format(side=table.side_name(sides[0])), "balance"
        short = gettext("Lead of {side}").format(side=table.side_name(sides[0]))
    return {"title": title, "short": short, "form": form, "most": LEAST, "unit": ""}


def add_course(frames: Sequence[dict[str, Any]], replay: Replay) -> None:
    """Add the lead to each frame, and the ends of Seasons as turning points."""
    season = replay.initial.season
    frames[0]["course"] = _lead(replay.initial)
    for frame, step in zip(frames[1:], replay.steps, strict=True):
        frame["course"] = _lead(step.state)
        if step.state.season != season or (step.state.scoring and step.state.phase is OVER):
            frame["turning"] = gettext("Season scored")
        season = step.state.season


def _lead(state: Any) -> int:
    wisdom = wisdom_if_ended(state)
    if len(wisdom) == 2:
        return int(wisdom[0] - wisdom[1])
    first, second = sorted(wisdom, reverse=True)[:2]
    return int(first - second)
