"""Queries of shared reviews, and the source of their event streams."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.registry import get_kind
from replays.access.viewer import STRANGER, Viewer
from replays.models import Review
from replays.models.review import LIFETIME
from replays.models.visibility import reachable
from replays.reads import games as game_reads
from replays.streams.hub import Event

STATE, ENDED = "state", "ended"
"""Names of events: what the leader shows; the review, or the right to see it, has ended."""


def review_stream(pk: int) -> str:
    """Return the name to wake after a change of a review."""
    return f"review-{pk}"


def running(viewer: Viewer) -> Q:
    """Return the condition of the reviews that have not ended, of games that a viewer reaches."""
    is_recent = Q(touched_at__gt=timezone.now() - LIFETIME)
    return is_recent & reachable(viewer.keys, "game__", is_staff=viewer.is_staff)


def review_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> Review:
    """Return a review of a game that a viewer can reach. Raises Review.DoesNotExist, also for one
    that has ended.
    """
    return Review.objects.select_related("game").get(running(viewer), public_id=public_id)


def state_of(review: Review) -> dict[str, Any]:
    """Return what every follower may know: what the leader shows, and how many follow.

    The game can have changed since: a step after the end becomes the last one, and a view that is
    not open to everyone is replaced by the default one, without the drawings on it.
    """
    game, views = review.game, game_reads.open_views(review.game)
    is_open = review.view in views
    priors = get_kind(game.kind).display.priors
    return {
        "version": review.version,
        "lead": review.lead,
        "offered": review.is_offered,
        "step": min(review.step, game.n_events),
        "view": review.view if is_open else views[0],
        "belief": review.belief if is_open and review.belief in priors else "",
        "shapes": review.shapes if is_open else [],
        "n_followers": review.count_followers(),
    }


@dataclass(frozen=True, slots=True)
class ReviewEvents:
    """What the leader of a review shows to a viewer, from now on: an event `state` after each
    change, and `ended` when the viewer cannot reach the review any more.
    """

    pk: int
    viewer: Viewer = STRANGER

    @property
    def name(self) -> str:
        """The name to wake."""
        return review_stream(self.pk)

    def latest(self) -> int:
        """Return the cursor of the present state."""
        return self._change() or 0

    def after(self, cursor: int) -> Sequence[Event]:
        """Return the present state, if it is a later one."""
        change = self._change()
        if change is None:
            return [Event(cursor + 1, ENDED, "{}", is_last=True)]
        if change <= cursor:
            return []
        review = Review.objects.select_related("game").filter(pk=self.pk).first()
        if review is None:
            return [Event(cursor + 1, ENDED, "{}", is_last=True)]
        data = json.dumps(state_of(review), ensure_ascii=False, separators=(",", ":"))
        return [Event(review.change, STATE, data)]

    def _change(self) -> int | None:
        rows = Review.objects.filter(running(self.viewer), pk=self.pk)
        return rows.values_list("change", flat=True).first()
