"""Numbers that put games in the order in which they became public, for `reads.stream`.

Primary keys and times of storing don't have this order: several workers store games at the same
time, a later transaction can commit first, and a private game can become public after months. A
client that continues after the largest key or time it has seen would then miss games. So each game
gets a number in the transaction that makes it public, which holds the lock of the intake
(`storing.lock_intake`) until its commit. The next number is given only after that, so a client that
sees a number can also see all smaller ones. Only public games get numbers: gaps say nothing about
hidden games. A game that was hidden and becomes public again gets a new number, or clients that
continued meanwhile would miss it. So does an unfinished game that is continued to its end.

The alternative, not to send games of the last seconds, delays every game, and still fails if a
transaction takes longer than that.
"""

from collections.abc import Iterable, Sequence

from django.db.models import F
from django.utils import timezone

from replays.models import Game, IntakeLock
from replays.streams.wake import wake

STREAM = "games"
"""The name of the event stream of public games (`replays.streams`)."""


def number_games(games: Sequence[Game]) -> None:
    """Give games that become public the next numbers, in the order of their uploads and files. The
    caller holds the lock of the intake, and saves the games.
    """
    if not games:
        return
    lock = IntakeLock.objects.filter(pk=1)
    lock.update(n_public=F("n_public") + len(games))
    first = lock.values_list("n_public", flat=True).get() - len(games) + 1
    known = Game.objects.filter(public_at__isnull=False).order_by("-public_at")
    latest = known.values_list("public_at", flat=True).first()
    now = max(filter(None, (timezone.now(), latest)))  # times have the order of numbers
    wake(STREAM)
    in_order = sorted(games, key=lambda game: (game.upload_id or 0, game.position, game.pk))
    for number, game in enumerate(in_order, first):
        game.public_number, game.public_at = number, now


def number_finished(changed: Iterable[Game]) -> list[Game]:
    """Give changed visible games new numbers if their log is finished now and was not before:
    clients that follow the site get the whole game. Return these games. Called before the changes
    are saved.
    """
    finished = {game.pk: game for game in changed if game.is_finished}
    before = Game.objects.filter(pk__in=finished, is_finished=False)
    games = [finished[pk] for pk in before.values_list("pk", flat=True)] if finished else []
    number_games(games)
    if games:
        Game.objects.bulk_update(games, ["public_number", "public_at"])
    return games


def number_stored(ids: Iterable[int]) -> None:
    """Give those of these stored games that are public now new numbers, like `number_games`."""
    games = list(Game.objects.visible().filter(pk__in=list(ids)).defer("canonical"))
    number_games(games)
    Game.objects.bulk_update(games, ["public_number", "public_at"])
