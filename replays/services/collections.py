"""Changes of collections by their owners: texts, games and their order, deleting and restoring."""

from collections.abc import Collection as Items
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.models import (
    Collection,
    CollectionGame,
    CollectionMember,
    Game,
    GameTag,
    Record,
    Visibility,
)
from replays.models.collection import DESCRIPTION_MAX, NOTE_MAX, TITLE_MAX
from replays.models.visibility import visible
from replays.reads.collections import entries_of
from replays.signals import collection_changed

from .editing import checked_line, checked_text
from .errors import refusal
from .retries import retrying

COLLECTIONS_MAX = 200
"""Collections of one owner."""
GAMES_MAX = 5000
"""Games of one collection."""
CHANGED_MAX = 200
"""Games of one change."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What the owner of a collection writes and chooses. None leaves a part unchanged."""

    title: str | None = None
    description: str | None = None
    visibility: str | None = None


def _checked(texts: Texts) -> dict[str, str]:
    """Return the fields of a collection that texts change. Raises Refusal."""
    fields = {}
    if texts.title is not None:
        message = gettext("The title is too long: at most {most} characters.")
        fields["title"] = checked_line(texts.title, TITLE_MAX, message)
        if not fields["title"]:
            raise refusal(422, "no_title", gettext("Enter a title."))
    if texts.description is not None:
        message = gettext("The description is too long: at most {most} characters.")
        fields["description"] = checked_text(texts.description, DESCRIPTION_MAX, message)
    if texts.visibility is not None:
        if texts.visibility not in Visibility.values:
            message = gettext("“{value}” is not valid. Choose public, unlisted or private.")
            raise refusal(422, "visibility", message, value=texts.visibility[:40])
        fields["visibility"] = texts.visibility
    return fields


@retrying
def create_collection(owner: str, texts: Texts, request_key: str = "") -> Collection:
    """Create a collection of an owner. With a `request_key` that the owner used before, return that
    collection. Raises Refusal.
    """
    try:
        return _made_before(owner, request_key) or _create(owner, texts, request_key)
    except IntegrityError:  # the same request was faster
        earlier = _made_before(owner, request_key)
        if earlier is None:
            raise
        return earlier


def _made_before(owner: str, request_key: str) -> Collection | None:
    if not request_key:
        return None
    return Collection.objects.filter(owner=owner, request_key=request_key).first()


def _create(owner: str, texts: Texts, request_key: str) -> Collection:
    fields = _checked(Texts(texts.title or "", texts.description, texts.visibility))
    with transaction.atomic():
        if Collection.objects.filter(owner=owner).count() >= COLLECTIONS_MAX:
            message = gettext("You can have at most {most} collections.")
            raise refusal(422, "too_many", message, most=COLLECTIONS_MAX)
        return Collection.objects.create(owner=owner, request_key=request_key, **fields)


@retrying
def edit_collection(collection: Collection, texts: Texts) -> Collection:
    """Change texts and visibility of a collection. Raises Refusal."""
    fields = _checked(texts)
    with transaction.atomic():
        locked = lock_collection(collection)
        for name, value in fields.items():
            setattr(locked, name, value)
        locked.public_changed_at = locked.touched_at
        locked.save(update_fields=[*fields, "public_changed_at"])
    return locked


@retrying
def delete_collection(collection: Collection) -> None:
    """Delete a collection, which its owner can restore for some days. Its games stay."""
    with transaction.atomic():
        Collection.objects.filter(pk=collection.pk, deleted_at=None).update(
            deleted_at=timezone.now()
        )
        collection_changed.send(sender=Collection, collection_id=collection.pk)


@retrying
def restore_collection(viewer: Viewer, public_id: str) -> Collection:
    """Restore a deleted collection of the viewer. Raises Refusal."""
    with transaction.atomic():
        rows = Collection.objects.select_for_update().filter(owner__in=viewer.keys)
        collection = rows.filter(public_id=public_id).first()
        if collection is None:
            message = gettext("None of your collections has this id: {id}.")
            raise refusal(404, "not_found", message, id=public_id[:40])
        collection.deleted_at = None
        collection.save(update_fields=["deleted_at"])
        collection_changed.send(sender=Collection, collection_id=collection.pk)
    return collection


@retrying
def remove_deleted_collections() -> int:
    """Remove collections that can't be restored any more; return how many."""
    before = timezone.now() - timedelta(days=settings.DELETED_DAYS)
    rows = Collection.objects.filter(deleted_at__lte=before)
    return rows.delete()[1].get("replays.Collection", 0)


def delete_collections_of(keys: Items[str]) -> None:
    """Permanently delete the collections, memberships and tags of owners with these keys."""
    Collection.objects.filter(owner__in=keys).delete()
    CollectionMember.objects.filter(key__in=keys).delete()
    CollectionGame.objects.filter(owner__in=keys).update(owner="")
    GameTag.objects.filter(owner__in=keys).delete()


def lock_collection(collection: Collection) -> Collection:
    """Return a collection for a change, with its revision increased. Raises Refusal."""
    rows = Collection.objects.filter(pk=collection.pk, deleted_at=None)
    if not rows.update(revision=F("revision") + 1, touched_at=timezone.now()):
        raise refusal(409, "gone", gettext("This collection has just been deleted."))
    return Collection.objects.get(pk=collection.pk)


def public_part(collection: Collection) -> list[tuple[int, str]]:
    """Return the games and notes of a collection that everyone can see, in order."""
    return list(entries_of(collection).values_list("game_id", "note"))


def note_public_change(collection: Collection, before: list[tuple[int, str]]) -> None:
    """Store the time of a change, unless only its owner and members can see it."""
    if public_part(collection) != before:
        collection.public_changed_at = collection.touched_at
        collection.save(update_fields=["public_changed_at"])


@retrying
def add_games(collection: Collection, viewer: Viewer, public_ids: Items[str]) -> int:
    """Put games at the end of a collection; return how many were not in it. The viewer's own games
    and public games can be put in. Raises Refusal if there is another id.
    """
    if len(public_ids) > CHANGED_MAX:
        message = gettext("Change at most {most} games at once.")
        raise refusal(422, "too_many", message, most=CHANGED_MAX)
    with transaction.atomic():
        locked = lock_collection(collection)
        before = public_part(locked)
        owners = _checked_games(viewer, public_ids)
        entries = CollectionGame.objects.filter(collection=locked)
        present = set(entries.filter(game__in=owners).values_list("game_id", flat=True))
        new = [pk for pk in owners if pk not in present]
        if entries.count() + len(new) > GAMES_MAX:
            message = gettext("A collection can have at most {most} games.")
            raise refusal(422, "too_many", message, most=GAMES_MAX)
        last = entries.aggregate(last=Max("position"))["last"]
        first = 0 if last is None else last + 1
        CollectionGame.objects.bulk_create(
            CollectionGame(collection=locked, game_id=pk, owner=owners[pk], position=first + n)
            for n, pk in enumerate(new)
        )
        _lend_again(locked, {pk: owners[pk] for pk in present if owners[pk]})
        note_public_change(locked, before)
        collection_changed.send(sender=Collection, collection_id=locked.pk)
    return len(new)


def _lend_again(collection: Collection, owners: dict[int, str]) -> None:
    """Let members see games that are in the collection already, of which the owner has a record
    now.
    """
    entries = CollectionGame.objects.filter(collection=collection, game__in=owners)
    for entry in entries:
        if entry.owner != owners[entry.game_id]:
            entry.owner = owners[entry.game_id]
            entry.save(update_fields=["owner"])


def usable_games(viewer: Viewer, public_ids: Items[str]) -> dict[int, str]:
    """Return the games with these ids that a viewer may put in a collection, in this order: primary
    key → the key with whose record; empty for a game of others.
    """
    games = Game.objects.present().filter(public_id__in=list(public_ids))
    by_id = dict(games.values_list("public_id", "pk"))
    records = Record.objects.filter(game__in=by_id.values(), owner__in=viewer.keys, is_current=True)
    own = dict(records.exclude(owner="").values_list("game_id", "owner"))
    public = Game.objects.filter(visible(), pk__in=by_id.values())
    usable = own.keys() | set(public.values_list("pk", flat=True))
    found = (by_id.get(name) for name in dict.fromkeys(public_ids))
    return {pk: own.get(pk, "") for pk in found if pk in usable}


def _checked_games(viewer: Viewer, public_ids: Items[str]) -> dict[int, str]:
    """Return `usable_games`. Raises Refusal if one is missing, the same for unknown games and for
    those that are not public.
    """
    usable = usable_games(viewer, public_ids)
    known = set(Game.objects.filter(pk__in=usable).values_list("public_id", flat=True))
    if missing := [name for name in dict.fromkeys(public_ids) if name not in known]:
        message = gettext("These games are neither public nor yours: {ids}. Check the links.")
        raise refusal(404, "not_found", message, ids=", ".join(missing)[:200])
    return usable


@retrying
def remove_games(collection: Collection, public_ids: Items[str]) -> int:
    """Remove games from a collection; return how many were in it. Raises Refusal."""
    with transaction.atomic():
        locked = lock_collection(collection)
        before = public_part(locked)
        entries = CollectionGame.objects.filter(collection=locked)
        n = entries.filter(game__public_id__in=list(public_ids)).delete()[0]
        note_public_change(locked, before)
        collection_changed.send(sender=Collection, collection_id=locked.pk)
    return n


@retrying
def write_entry(collection: Collection, public_id: str, note: str) -> CollectionGame:
    """Write the note on a game of a collection. Raises Refusal."""
    message = gettext("The note is too long: at most {most} characters.")
    clean = checked_text(note, NOTE_MAX, message)
    with transaction.atomic():
        locked = lock_collection(collection)
        before = public_part(locked)
        entry = _entry(locked, public_id)
        entry.note = clean
        entry.save(update_fields=["note"])
        note_public_change(locked, before)
    return entry


@retrying
def move_game(collection: Collection, public_id: str, to: int) -> CollectionGame:
    """Move a game of a collection to a position, counted from 0; a larger number is the end. Raises
    Refusal.
    """
    with transaction.atomic():
        locked = lock_collection(collection)
        before = public_part(locked)
        moved = _entry(locked, public_id)
        entries = list(CollectionGame.objects.filter(collection=locked).exclude(pk=moved.pk))
        entries.insert(to, moved)
        changed = []
        for position, entry in enumerate(entries):
            if entry.position != position:
                entry.position = position
                changed.append(entry)
        CollectionGame.objects.bulk_update(changed, ["position"], batch_size=500)
        note_public_change(locked, before)
    return moved


def shift_game(collection: Collection, viewer: Viewer, public_id: str, *, up: bool) -> None:
    """Move a game before the one that its list shows before it, or after the next. Raises
    Refusal.
    """
    shown = list(entries_of(collection, viewer).values_list("game__public_id", "pk"))
    order = [public for public, _ in shown]
    if public_id not in order:
        raise _no_entry(public_id)
    at = order.index(public_id)
    other = at - 1 if up else at + 1
    if not 0 <= other < len(order):
        return
    everything = list(
        CollectionGame.objects.filter(collection=collection).values_list("pk", flat=True)
    )
    move_game(collection, public_id, everything.index(shown[other][1]))


def _entry(collection: Collection, public_id: str) -> CollectionGame:
    entries = CollectionGame.objects.filter(collection=collection, game__public_id=public_id)
    entry = entries.first()
    if entry is None:
        raise _no_entry(public_id)
    return entry


def _no_entry(public_id: str) -> Exception:
    message = gettext("This collection has no game with this id: {id}.")
    return refusal(404, "not_found", message, id=public_id[:40])
