"""Receivers of the signals about stored games."""

from typing import Any

from django.dispatch import receiver

from analytics.services import notifications
from analytics.services.counting import rename_seats, uncount_games
from analytics.services.ledger import is_settled, unsettle
from replays.signals import games_restored, games_stored, games_withdrawn, names_changed


@receiver(games_stored, dispatch_uid="analytics.count")
def count_later(game_ids: list[int], **_: Any) -> None:
    """Let a worker count new games after the commit. A game that comes back after all games up to
    its key were counted is pending again.
    """
    if is_settled(min(game_ids)):
        unsettle(game_ids)
    notifications.enqueue_on_commit(game_ids)


@receiver(games_restored, dispatch_uid="analytics.count_restored")
def count_restored_later(game_ids: list[int], **_: Any) -> None:
    """Let a worker count restored games after the commit; until then they are pending."""
    unsettle(game_ids)
    notifications.enqueue_on_commit(game_ids)


@receiver(names_changed, dispatch_uid="analytics.rename")
def rename_now(game_ids: list[int], **_: Any) -> None:
    """Update changed names in all statistics in the same transaction, so that none contains a
    hidden name.
    """
    rename_seats(game_ids)


@receiver(games_withdrawn, dispatch_uid="analytics.uncount")
def uncount_now(game_ids: list[int], **_: Any) -> None:
    """Uncount games in the transaction that withdraws or deletes them, so that no number contains a
    game that is gone.
    """
    uncount_games(game_ids)
