"""Withdrawing, restoring and deleting games. Statistics follow in the same transaction."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from replays.intake.announcing import REMOVED, STORED, announce
from replays.intake.publishing import number_stored
from replays.intake.storing import lock_intake
from replays.models import Game, RefusedPlay, Visibility
from replays.models.identity import REASON_MAX
from replays.services.corrections import COPIES_MAX, settle_games
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn
from replays.text.names import clean_line


def withdraw_games(ids: Iterable[int], reason: str = "") -> int:
    """Withdraw games: their addresses answer as unknown ones, and statistics exclude them. Their
    owners see the reason in their list. Return how many.
    """
    present = Game.objects.filter(withdrawn_at__isnull=True)
    fields = {"withdrawn_at": timezone.now(), "withdrawn_reason": clean_line(reason)[:REASON_MAX]}
    return _change(present, ids, games_withdrawn, fields)


def restore_games(ids: Iterable[int]) -> int:
    """Undo the withdrawal of games, and the refusal of their plays; return how many."""
    withdrawn = Game.objects.filter(withdrawn_at__isnull=False)
    fields = {"withdrawn_at": None, "withdrawn_reason": ""}
    return _change(withdrawn, ids, games_restored, fields)


@retrying
def _change(
    games: QuerySet[Game], ids: Iterable[int], signal: Signal, fields: dict[str, Any]
) -> int:
    with transaction.atomic():
        lock_intake()
        rows = games.select_for_update().filter(pk__in=list(ids)).order_by("pk")
        changed = list(rows.values_list("pk", flat=True))
        before = set(_visible(changed))
        Game.objects.filter(pk__in=changed).update(**fields)
        if signal is games_restored:
            _accept_plays(changed)
        if announced := sorted(before.symmetric_difference(_visible(changed))):
            number_stored(announced)  # those that were restored
            signal.send(sender=Game, game_ids=announced)
        what = REMOVED if signal is games_withdrawn else STORED
        public = set(announced)
        announce(
            (game, what, what if game.pk in public and game.is_finished else "")
            for game in Game.objects.filter(pk__in=changed).defer("canonical")
        )
    return len(changed)


def _visible(ids: Iterable[int]) -> Iterable[int]:
    return Game.objects.visible().filter(pk__in=ids).values_list("pk", flat=True)


def refuse_plays(ids: Iterable[int]) -> None:
    """Store digests of the plays of games that staff hid and that their owners are about to remove,
    so that an upload of the same play is still refused.
    """
    games = Game.objects.filter(pk__in=list(ids), withdrawn_at__isnull=False, is_distinctive=True)
    games = games.filter(visibility=Visibility.PUBLIC).exclude(shared_digest="")
    plays = set(games.values_list("shared_digest", "is_simulated"))
    RefusedPlay.objects.bulk_create(
        (RefusedPlay(shared_digest=digest, is_simulated=bots) for digest, bots in plays),
        ignore_conflicts=True,
    )


def _accept_plays(ids: list[int]) -> None:
    """Undo `refuse_plays`: other owners of these games had not removed their logs."""
    same = Game.objects.filter(
        pk__in=ids, shared_digest=OuterRef("shared_digest"), is_simulated=OuterRef("is_simulated")
    )
    RefusedPlay.objects.filter(Exists(same)).delete()


@retrying
def delete_games(ids: Iterable[int]) -> int:
    """Delete games permanently (their raw files stay); return how many. `replays.apps` sends
    `games_withdrawn`.
    """
    with transaction.atomic():
        lock_intake()
        ids = list(ids)
        copies = Game.objects.filter(same_as__in=ids, decision="").exclude(pk__in=ids)
        waiting = list(copies.values_list("pk", flat=True)[:COPIES_MAX])
        n = Game.objects.filter(pk__in=ids).delete()[1].get("replays.Game", 0)
        settle_games(waiting)
    return n
