"""What statistics do when the keep tells of games."""

from typing import Any

from django.dispatch import receiver

from analytics import services
from analytics.services import notifications
from replays.signals import games_restored, games_stored, games_withdrawn, names_changed


@receiver([games_stored, games_restored], dispatch_uid="analytics.count")
def count_later(game_ids: list[int], **_: Any) -> None:
    """New games, and games that came back, are counted by a worker once they can be seen."""
    notifications.enqueue_on_commit(game_ids)


@receiver(names_changed, dispatch_uid="analytics.rename")
def rename_now(game_ids: list[int], **_: Any) -> None:
    """Names that go, come or belong to somebody else do so in every number in the same transaction:
    none ever speaks of a name that is left out.
    """
    services.rename_seats(game_ids)


@receiver(games_withdrawn, dispatch_uid="analytics.uncount")
def uncount_now(game_ids: list[int], **_: Any) -> None:
    """Games that go are taken off in the transaction that takes them away: no number ever speaks of
    a game that is gone.
    """
    services.uncount_games(game_ids)
