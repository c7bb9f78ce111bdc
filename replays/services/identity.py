"""Giving stored games their records and digests, and merging games that are stored more than once.

Games that were stored before there were records have none until `identify_games` has read them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from replays.intake.fingerprint import Fingerprint, stored_fingerprint
from replays.intake.intake import Intake
from replays.intake.storing import lock_intake, save_changes
from replays.models import Game, Record, UploadItem
from replays.services.retries import retrying

BATCH_SIZE = 100
"""Games per transaction."""


@retrying
def identify_games(after: int = 0, limit: int = BATCH_SIZE) -> int | None:
    """Give the next games without records their record and digests, in the order of their keys.
    Return the key after which the next call continues; None at the end.
    """
    with transaction.atomic():
        lock_intake()
        games = Game.objects.listed().filter(pk__gt=after, records__isnull=True).order_by("pk")
        batch = list(games.select_related("upload")[:limit])
        items = UploadItem.objects.filter(game__in=batch, status="stored")
        positions = dict(items.values_list("game_id", "position"))
        records = []
        for game in batch:
            mark = stored_fingerprint(game.canonical)
            if mark is None:
                continue  # the current engine refuses it: it is compared with nothing
            game.position = positions.get(game.pk, 0)
            for name, value in mark.game_fields.items():
                setattr(game, name, value)
            game.save(update_fields=["position", *mark.game_fields])
            records.append(_record_of(game, mark))
        Record.objects.bulk_create(records)
    return batch[-1].pk if len(batch) == limit else None


def _record_of(game: Game, mark: Fingerprint) -> Record:
    return Record(
        game=game,
        public_id=game.public_id,
        owner=game.upload.owner if game.upload else "",
        upload=game.upload,
        position=game.position,
        stored_at=game.created_at,
        is_finished=mark.replay.is_over,
        text_digest=mark.text_digest,
        play_digest=mark.play.digest,
    )


@dataclass(frozen=True, slots=True)
class Repeat:
    """A stored game that is an older one too. `is_merged`: it becomes part of the older one, whose
    id it then redirects to; else it stays, and statistics exclude it.
    """

    game: str
    older: str
    is_merged: bool


def find_repeats(*, apply: bool = False) -> Iterator[Repeat]:
    """Yield the counting games that repeat an older one, oldest first. With `apply`, merge them or
    exclude them from statistics; without it nothing is written.
    """
    last = 0
    while True:
        ids = Record.objects.filter(pk__gt=last, is_current=True, is_finished=True).order_by("pk")
        rows = list(ids.values_list("pk", "game_id")[:BATCH_SIZE])
        if not rows:
            return
        for pk, game_id in rows:
            last = pk
            if (found := _repeat(game_id, apply=apply)) is not None:
                yield found


@retrying
def _repeat(game_id: int, *, apply: bool) -> Repeat | None:
    with transaction.atomic():
        if apply:
            lock_intake()
        games = Game.objects.counting().filter(pk=game_id, is_finished=True, decision="")
        game = games.first()
        mark = stored_fingerprint(game.canonical, game.hidden_seats) if game else None
        if game is None or mark is None:
            return None
        intake = Intake("", 0, [], marks=[mark])
        older = intake.settle(game, mark, older_only=True)
        same_as = game.same_as
        if apply:
            save_changes(intake.changes)
        if older is not None:
            return Repeat(game.public_id, older.public_id, is_merged=True)
        if same_as is not None:
            return Repeat(game.public_id, same_as.public_id, is_merged=False)
    return None
