"""What happens to games and collections whose owner leaves: deleted, without an owner, or with a
new one.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from games.registry import read_replay
from replays.access.uploaders import key_of_program, new_secret
from replays.intake.storing import lock_intake
from replays.models import Collection as GameCollection
from replays.models import (
    CollectionGame,
    CollectionMember,
    Game,
    GameTag,
    Record,
    SeatLink,
    Upload,
    UploadItem,
    Visibility,
)
from replays.models.visibility import owned
from replays.pipeline import identity
from replays.services.retries import retrying
from replays.signals import owner_left

from .collections import delete_collections_of
from .visibility import remove_files
from .withdrawal import delete_games, refuse_plays


@retrying
def keep_public_only(keys: Collection[str]) -> int:
    """Let the public games of an owner with these keys have no owner, and permanently delete the
    others, which no one could reach or change, with the owner's collections and tags; return how
    many games were deleted.
    """
    with transaction.atomic():
        lock_intake()
        hidden = ~Q(visibility=Visibility.PUBLIC) | Q(deleted_at__isnull=False)
        ids = list(Game.objects.filter(owned(keys) & hidden).values_list("pk", flat=True))
        uploads = set(Record.objects.filter(game__in=ids).values_list("upload_id", flat=True))
        UploadItem.objects.filter(game__in=ids).update(label="", warnings=[], added={})
        refuse_plays(ids)
        n = delete_games(ids)
        remove_files(uploads - {None})
        delete_collections_of(keys)
        Record.objects.filter(owner__in=keys).update(owner="")
        owner_left.send(sender=Game, keys=keys, new_key="")
    return n


@retrying
def hand_over(keys: Collection[str]) -> str:
    """Give everything of an owner with these keys to a new `Owner-Key`; return its secret, which is
    stored nowhere. Memberships of collections of others end.
    """
    secret = new_secret()
    key = key_of_program(secret)
    with transaction.atomic():
        lock_intake()
        unfinished = Game.objects.filter(owned(keys), is_finished=False).select_related("upload")
        changed = [game for game in unfinished if _identify(game, key)]
        Game.objects.bulk_update(changed, ["digest"])
        Record.objects.filter(owner__in=keys).update(owner=key)
        SeatLink.objects.filter(owner__in=keys).update(owner=key)
        Upload.objects.filter(uploader__in=keys).update(uploader=key)
        GameCollection.objects.filter(owner__in=keys).update(owner=key, request_key="")
        CollectionGame.objects.filter(owner__in=keys).update(owner=key)
        CollectionMember.objects.filter(key__in=keys).delete()
        _hand_over_tags(keys, key)
        owner_left.send(sender=Game, keys=keys, new_key=key)
    return secret


def _hand_over_tags(keys: Collection[str], key: str) -> None:
    for tag in GameTag.objects.filter(owner__in=keys):
        if GameTag.objects.filter(game=tag.game_id, owner=key, key=tag.key).exists():
            tag.delete()
        else:
            GameTag.objects.filter(pk=tag.pk).update(owner=key)


def _identify(game: Game, uploader: str) -> bool:
    """Set the digest of an unfinished game, which includes its uploader. Return False if the
    current engine refuses the log.
    """
    try:
        digest = read_replay(game.canonical).record.digest
    except ValueError:
        return False
    game.digest = identity(digest, is_finished=False, uploader=uploader)
    return True
