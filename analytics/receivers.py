"""Receivers of the signals about stored games."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from analytics.services import notifications
from analytics.services.counting import rename_seats, uncount_games
from analytics.services.hidden import forget_hidden, rename_hidden_seats
from analytics.services.ledger import is_settled, unsettle
from replays.reads.sets import hidden_games_of
from replays.signals import (
    collection_changed,
    games_restored,
    games_stored,
    games_withdrawn,
    names_changed,
)


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
    forget_hidden(game_ids)
    unsettle(game_ids)
    notifications.enqueue_on_commit(game_ids)


@receiver(names_changed, dispatch_uid="analytics.rename")
def rename_now(game_ids: list[int], **_: Any) -> None:
    """Update changed names in all statistics in the same transaction, so that none contains a
    hidden name.
    """
    rename_seats(game_ids)
    rename_hidden_seats(game_ids)


@receiver(games_withdrawn, dispatch_uid="analytics.uncount")
def uncount_now(game_ids: list[int], **_: Any) -> None:
    """Uncount games in the transaction that withdraws or deletes them, so that no number contains a
    game that is gone. Those that are in collections are counted for their members.
    """
    uncount_games(game_ids)
    transaction.on_commit(notifications.enqueue_hidden)


@receiver(collection_changed, dispatch_uid="analytics.count_collection")
def count_collection_later(collection_id: int, **_: Any) -> None:
    """Let a worker count the games of a collection that are not public, after the commit, and store
    its sums if it is large.
    """
    transaction.on_commit(notifications.enqueue_set_sums)
    if hidden_games_of(collection_id):
        transaction.on_commit(notifications.enqueue_hidden)
