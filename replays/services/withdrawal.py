"""Taking games out of sight, back, or away for good; whoever counts games is told in the same
transaction.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from replays.models import Game
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn


def withdraw(game: Game) -> bool:
    """Take one game out of sight. False where it was already."""
    return bool(withdraw_games([game.pk]))


@retrying
def withdraw_games(ids: Iterable[int]) -> int:
    """Take games out of sight: their addresses answer as unknown ones do, and no number counts
    them.
    """
    with transaction.atomic():
        games = Game.objects.select_for_update().visible().filter(pk__in=list(ids)).order_by("pk")
        found = list(games.values_list("pk", flat=True))
        Game.objects.filter(pk__in=found).update(withdrawn_at=timezone.now())
        if found:
            games_withdrawn.send(sender=Game, game_ids=found)
    return len(found)


@retrying
def restore_games(ids: Iterable[int]) -> int:
    """Take a withdrawal back."""
    with transaction.atomic():
        games = Game.objects.select_for_update().filter(
            pk__in=list(ids), withdrawn_at__isnull=False
        )
        found = list(games.order_by("pk").values_list("pk", flat=True))
        Game.objects.filter(pk__in=found).update(withdrawn_at=None)
        if found:
            games_restored.send(sender=Game, game_ids=found)
    return len(found)


@retrying
def delete_games(ids: Iterable[int]) -> int:
    """Delete games for good (their raw files stay). Every way of deleting tells the counters: see
    `replays.apps`.
    """
    with transaction.atomic():
        return Game.objects.filter(pk__in=list(ids)).delete()[1].get("replays.Game", 0)
