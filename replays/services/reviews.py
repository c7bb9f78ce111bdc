"""Services of shared reviews: starting, showing a step, handing over the lead, and ending."""

import os
import secrets
import time
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.registry import get_kind
from replays.access.edit_keys import digest_of, new_key
from replays.models import Game, Review
from replays.models.review import LIFETIME, PRESENT_SECONDS
from replays.reads import games as game_reads
from replays.reads.reviews import review_stream
from replays.services.retries import retrying
from replays.streams.wake import wake

from .errors import refusal
from .notes import checked_shapes

SWEEP_BATCH_SIZE = 500
_TOKEN = secrets.token_hex(4)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a leader shows: a step in a view, with possible positions under a prior (empty: none)
    and with shapes, as those of notes.
    """

    step: int
    view: str
    belief: str = ""
    shapes: Any = ()


@retrying
def begin_review(game: Game, shown: Shown) -> tuple[Review, str]:
    """Start a review of a game. Return it with the leader's key, which is shown only once. Raises
    Refusal.
    """
    key = new_key()
    values = _checked(game, shown)
    return Review.objects.create(game=game, edit_key=digest_of(key), **values), key


@retrying
def show_step(review: Review, version: int, shown: Shown) -> Review:
    """Show a step to all followers. `version` is the one that the leader saw. Raises Refusal; with
    the status 409 if the review has changed since.
    """
    values = _checked(review.game, shown)
    with transaction.atomic():
        locked = _locked(review)
        _check_unchanged(locked.version == version and locked.edit_key == review.edit_key)
        return _save(locked, **values)


@retrying
def offer_lead(review: Review, *, is_offered: bool) -> Review:
    """Let anyone who follows take the lead, or no one. Raises Refusal."""
    with transaction.atomic():
        locked = _locked(review)
        _check_unchanged(locked.edit_key == review.edit_key)
        return _save(locked, is_offered=is_offered)


@retrying
def take_lead(review: Review) -> tuple[Review, str]:
    """Make a follower the leader, if the lead is offered. Return the review with the new key; that
    of the former leader has no effect any more. Raises Refusal.
    """
    key = new_key()
    with transaction.atomic():
        locked = _locked(review)
        if not locked.is_offered:
            message = gettext("The leader does not hand over the lead. Ask the leader to offer it.")
            raise refusal(403, "lead_not_offered", message)
        values = {"edit_key": digest_of(key), "lead": locked.lead + 1, "is_offered": False}
        return _save(locked, **values), key


@retrying
def end_review(review: Review) -> None:
    """End a review: it is deleted. It is no error if it has ended. Raises Refusal with the status
    409 if another person leads it now.
    """
    with transaction.atomic():
        rows = Review.objects.select_for_update(of=("self",)).filter(pk=review.pk)
        locked = rows.first()
        _check_unchanged(locked is None or locked.edit_key == review.edit_key)
        rows.delete()
        wake(review_stream(review.pk))


@retrying
def sweep_reviews() -> int:
    """Delete the oldest reviews that have ended; return how many."""
    ended = Review.objects.filter(touched_at__lte=timezone.now() - LIFETIME)
    ids = list(ended.order_by("touched_at").values_list("pk", flat=True)[:SWEEP_BATCH_SIZE])
    return ended.filter(pk__in=ids).delete()[0]


@retrying
def store_followers(pk: int, n: int) -> None:
    """Store how many followers are connected to this web process. Numbers of processes that have
    not stored theirs for long are removed.
    """
    now, process = time.time(), f"{_TOKEN}-{os.getpid()}"
    with transaction.atomic():
        review = Review.objects.select_for_update(of=("self",)).filter(pk=pk).first()
        if review is None:
            return
        present = {
            name: [number, at]
            for name, (number, at) in review.present.items()
            if name != process and at > now - PRESENT_SECONDS
        }
        if n:
            present[process] = [n, now]
        review.present = present
        total = review.count_followers()
        is_new, review.n_followers = total != review.n_followers, total
        review.change += is_new
        review.save(update_fields=["present", "n_followers", "change"])
        if is_new:
            wake(review_stream(pk))


def _checked(game: Game, shown: Shown) -> dict[str, Any]:
    """Return the columns of what is shown. Only what everyone may see can be shown: the view is one
    that is open to everyone. Raises Refusal.
    """
    if not 0 <= shown.step <= game.n_events:
        message = gettext("step must be a number from 0 to {last}.")
        raise refusal(422, "no_such_step", message, last=game.n_events)
    views, priors = game_reads.open_views(game), get_kind(game.kind).display.priors
    if shown.view not in views:
        message = gettext("Available views: {views}.")
        raise refusal(403, "view_not_open", message, views=", ".join(views))
    if shown.belief and shown.belief not in priors:
        message = gettext("belief must be empty or one of: {priors}.")
        raise refusal(422, "no_belief", message, priors=", ".join(priors))
    shapes = checked_shapes(game, shown.shapes)
    return {"step": shown.step, "view": shown.view, "belief": shown.belief, "shapes": shapes}


def _locked(review: Review) -> Review:
    """Return the current row, locked until the transaction ends. Raises Refusal."""
    rows = Review.objects.select_for_update(of=("self",)).select_related("game")
    locked = rows.filter(pk=review.pk).first()
    if locked is None:
        raise refusal(409, "gone", gettext("This review has just ended."))
    return locked


def _check_unchanged(is_unchanged: bool) -> None:
    """Raise Refusal for a change that builds on another version or leader."""
    if not is_unchanged:
        message = gettext("The review has changed in the meantime. Check it, then repeat the step.")
        raise refusal(409, "changed", message)


def _save(review: Review, **values: Any) -> Review:
    """Store a change by a leader, and wake the streams."""
    for name, value in values.items():
        setattr(review, name, value)
    review.version += 1
    review.change += 1
    review.touched_at = timezone.now()
    review.save(update_fields=[*values, "version", "change", "touched_at"])
    wake(review_stream(review.pk))
    return review
