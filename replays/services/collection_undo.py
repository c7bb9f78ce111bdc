"""Undoing the removal of games from a collection."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.models import Collection, CollectionGame, Game, RemovedEntries
from replays.signals import collection_changed

from .collections import (
    CHANGED_MAX,
    GAMES_MAX,
    lock_collection,
    note_public_change,
    public_part,
    usable_games,
)
from .errors import refusal
from .retries import retrying

REMOVALS_MAX = 20
"""The newest removals of a collection that can be undone; earlier ones are deleted."""


@retrying
def remove_with_undo(collection: Collection, public_ids: list[str]) -> RemovedEntries | None:
    """Remove games from a collection; return what undoes it, or None if none of them was in it.
    Raises Refusal.
    """
    with transaction.atomic():
        locked = lock_collection(collection)
        before = public_part(locked)
        entries = CollectionGame.objects.filter(collection=locked)
        removed = entries.filter(game__public_id__in=public_ids)
        rows = [
            [entry.game.public_id, entry.position, entry.note, entry.added_at.isoformat()]
            for entry in removed.select_related("game").defer("game__canonical")
        ]
        if not rows:
            return None
        if len(rows) > CHANGED_MAX:
            message = gettext("Change at most {most} games at once.")
            raise refusal(422, "too_many", message, most=CHANGED_MAX)
        removed.delete()
        note_public_change(locked, before)
        collection_changed.send(sender=Collection, collection_id=locked.pk)
        removal = RemovedEntries.objects.create(collection=locked, rows=rows)
        own = RemovedEntries.objects.filter(collection=locked).order_by("-pk")
        older = list(own.values_list("pk", flat=True)[REMOVALS_MAX:])
        RemovedEntries.objects.filter(pk__in=older).delete()
        return removal


@retrying
def restore_entries(collection: Collection, viewer: Viewer, removal_id: str) -> int:
    """Put removed games back with their notes and positions; return how many. Those that are in the
    collection again stay as they are, and those that its owner may not use any more are left out.
    Raises Refusal if the removal is unknown, was undone, or is too long ago.
    """
    since = timezone.now() - timedelta(days=settings.DELETED_DAYS)
    with transaction.atomic():
        locked = lock_collection(collection)
        rows = RemovedEntries.objects.select_for_update().filter(
            collection=locked, public_id=removal_id, created_at__gt=since
        )
        removal = rows.first()
        if removal is None:
            message = gettext("This change can no longer be undone.")
            raise refusal(422, "undo", message)
        before = public_part(locked)
        n = _restore(locked, viewer, removal.rows)
        removal.delete()
        note_public_change(locked, before)
        collection_changed.send(sender=Collection, collection_id=locked.pk)
    return n


def _restore(collection: Collection, viewer: Viewer, rows: list[list[Any]]) -> int:
    by_id = {row[0]: row for row in rows}
    entries = list(CollectionGame.objects.filter(collection=collection))
    owners = usable_games(viewer, list(by_id))
    games = dict(Game.objects.filter(pk__in=owners).values_list("pk", "public_id"))
    present = {entry.game_id for entry in entries}
    new = [
        CollectionGame(
            collection=collection,
            game_id=pk,
            owner=owner,
            position=by_id[games[pk]][1],
            note=by_id[games[pk]][2],
            added_at=datetime.fromisoformat(by_id[games[pk]][3]),
        )
        for pk, owner in owners.items()
        if pk not in present
    ]
    if len(entries) + len(new) > GAMES_MAX:
        message = gettext("A collection can have at most {most} games.")
        raise refusal(422, "too_many", message, most=GAMES_MAX)
    CollectionGame.objects.bulk_create(new)
    ordered = sorted([*new, *entries], key=lambda entry: entry.position)  # restored ones first
    changed = []
    for position, entry in enumerate(ordered):
        if entry.position != position:
            entry.position = position
            changed.append(entry)
    CollectionGame.objects.bulk_update(changed, ["position"], batch_size=500)
    return len(new)


def sweep_removed_entries() -> int:
    """Delete removals that can't be undone any more; return how many."""
    before = timezone.now() - timedelta(days=settings.DELETED_DAYS)
    return RemovedEntries.objects.filter(created_at__lte=before).delete()[0]
