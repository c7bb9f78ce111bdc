"""Withdrawing, restoring and deleting games. Statistics follow in the same transaction."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils import timezone

from replays.intake.storing import lock_intake
from replays.models import Game
from replays.services.corrections import COPIES_MAX, settle_games
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn


def withdraw_games(ids: Iterable[int]) -> int:
    """Withdraw games: their addresses answer as unknown ones, and statistics exclude them. Return
    how many.
    """
    return _change(Game.objects.visible(), ids, games_withdrawn, is_withdrawn=True)


def restore_games(ids: Iterable[int]) -> int:
    """Undo the withdrawal of games; return how many."""
    withdrawn = Game.objects.filter(withdrawn_at__isnull=False)
    return _change(withdrawn, ids, games_restored, is_withdrawn=False)


@retrying
def _change(
    games: QuerySet[Game], ids: Iterable[int], signal: Signal, *, is_withdrawn: bool
) -> int:
    with transaction.atomic():
        lock_intake()
        rows = games.select_for_update().filter(pk__in=list(ids)).order_by("pk")
        changed = list(rows.values_list("pk", flat=True))
        withdrawn_at = timezone.now() if is_withdrawn else None
        Game.objects.filter(pk__in=changed).update(withdrawn_at=withdrawn_at)
        if changed:
            signal.send(sender=Game, game_ids=changed)
    return len(changed)


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
