"""A game that plays itself on the front page, without its end."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from games.core.contract import PUBLIC
from games.registry import KINDS, get_kind
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.reads.showcase import featured_game

from . import replay
from . import replay_drawing as draw
from .replay_data import data_text

_drawings: BoundedCache[draw.Drawing] = BoundedCache(max_count=8, max_bytes=4 * 1024 * 1024)


@dataclass(frozen=True)
class Featured:
    """A finished game, in the view of the side that has to find out the most."""

    game: Game
    view: str
    prior: str
    drawing: draw.Drawing

    def context(self) -> dict[str, Any]:
        """Return the context of the board in the middle of the game, and of its caption."""
        step = self.drawing.last // 2
        belief = f"&belief={self.prior}" if self.prior else ""
        page = reverse("replay", args=[self.game.public_id])
        kind = get_kind(self.game.kind)
        return {
            **draw.step_context(self.drawing, step),
            "hands": (),  # the front page has room for the board only
            "kind": kind.slug,
            "title": replay.title_of(self.game),
            "view_name": replay.view_name(self.game, self.view),
            "shade_label": self.drawing.shade_label,
            "origin": self.drawing.scene["origin"],
            "is_simulated": self.game.is_simulated,
            "address": f"{page}?step={step}&as={self.view}{belief}",
        }


def read_featured() -> Featured | None:
    """Return the featured game; None if no finished game can be shown."""
    game = featured_game(slug for slug, kind in KINDS.items() if kind.display.insight)
    if game is None or not game_reads.can_be_shown(game):
        return None
    kind = get_kind(game.kind)
    prior = next(iter(kind.display.priors), "") if kind.display.insight else ""
    view = list(kind.identity.roles_in(game.mode))[-1] if prior else PUBLIC
    drawing = _drawings.get(
        (game.shown_key, view, prior),
        lambda: _without_end(draw.drawing_of(game, view, prior)),
        lambda drawn: len(drawn.data),
    )
    return Featured(game, view, prior, drawing)


def _without_end(drawing: draw.Drawing) -> draw.Drawing:
    """Return a drawing without the last step, which says who won."""
    frames = drawing.frames[:-1] or drawing.frames
    data = data_text(drawing.scene, frames, drawing.shade_label, [])
    return replace(drawing, frames=frames, groups=[], data=data, curves=[])
