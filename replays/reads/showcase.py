"""Queries of the front page and of lists with pictures: a featured game, numbers by kind."""

from collections.abc import Iterable

from django.db.models import Count

from replays.models import Game
from replays.reads.game_filter import GameFilter
from replays.reads.games import filter_condition

CANDIDATES = 24
"""How many of the newest finished games are considered."""


def featured_game(kinds: Iterable[str]) -> Game | None:
    """Return the longest of the newest finished human games, those of some kinds first; a bot game
    if there is none.
    """
    games = Game.objects.listed().filter(is_finished=True).prefetch_related("seats")
    preferred = set(kinds)
    for is_simulated in (False, True):
        newest = list(games.filter(is_simulated=is_simulated)[:CANDIDATES])
        if newest:
            return max(newest, key=lambda game: (game.kind in preferred, game.n_events, game.pk))
    return None


def count_alike(game: Game) -> dict[str, int]:
    """Return how many other games have the same moves, and the same set-up. Games that are
    unfinished or not public are compared with none.
    """
    counts = {}
    for name in ("shared_digest", "setup_digest"):
        digest = getattr(game, name) if game.is_finished and game.is_visible else ""
        alike = Game.objects.listed().filter(**{name: digest}).exclude(pk=game.pk)
        counts[name] = alike.count() if digest else 0
    return {"same_moves": counts["shared_digest"], "same_setup": counts["setup_digest"]}


def counts_by_kind(chosen: GameFilter) -> dict[str, int]:
    """Count the games of a filter by kind, ignoring its value of `kind` and what depends on it."""
    games = Game.objects.visible().filter(filter_condition(chosen, without=PARTS_OF_KIND))
    return dict(games.order_by().values_list("kind").annotate(n=Count("id")))


PARTS_OF_KIND = ("kind", "edition", "mode", "winner", "reason", "board", "moves", "setup")
"""Filters whose values belong to one kind of game."""
