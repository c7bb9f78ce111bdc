"""Checking a stored result with the current engine when its game is uploaded again or shown.

An earlier engine, or a fault, can have left a wrong result. An upload of the same game repairs it,
and statistics count the game again; a page that shows the game marks it.
"""

from collections.abc import Sequence

from django.db import transaction

from replays.models import Game, ItemStatus, UploadItem, Verdict
from replays.pipeline import Draft
from replays.reads.games import GameRefused, replay_of

from .reverify import Reading, read_again, store_readings

RESULTS = ("winner", "reason", "is_finished", "n_events")
"""Fields of a game that the engine computes from its log."""


def repair_duplicates(upload_id: int, drafts: Sequence[Draft]) -> None:
    """Repair the stored games that some drafts of an upload repeat, if their results differ. To be
    called in the transaction that stores the items of the drafts.
    """
    found = {draft.position: draft.game for draft in drafts if draft.game}
    items = UploadItem.objects.filter(
        upload_id=upload_id, position__in=found, status=ItemStatus.DUPLICATE, game__isnull=False
    )
    wrong = [
        row["game"]
        for row in items.values("position", "game", "game__refused_by", *_of_game(RESULTS))
        if row["game__refused_by"]
        or any(row[f"game__{name}"] != found[row["position"]][name] for name in RESULTS)
    ]
    if wrong:
        repair_games(wrong)


def _of_game(names: Sequence[str]) -> list[str]:
    return [f"game__{name}" for name in names]


def repair_games(ids: Sequence[int]) -> list[Reading]:
    """Read some games again and write the results that differ. Return those readings."""
    games = Game.objects.filter(pk__in=ids).order_by("pk").select_related("upload")
    readings = [read_again(game) for game in games]
    changed = [r for r in readings if not r.is_same or r.game.refused_by]
    if changed:
        with transaction.atomic():
            store_readings(changed, adopt=True)
    return changed


def verdict_of(game: Game) -> Verdict | None:
    """Return how the current engine reads a shown game differently; None if it does not. It is the
    stored verdict or a new one, which is not stored.
    """
    stored: Verdict | None = getattr(game, "verdict", None)
    if stored is not None or game.refused_by:
        return stored
    if _is_as_stored(game):
        return None
    reading = read_again(game)
    if reading.is_same:
        return None
    return Verdict(
        game=game,
        engine_version=reading.engine_version,
        differences=reading.differences,
        finding=reading.finding,
    )


def _is_as_stored(game: Game) -> bool:
    """Return whether the replay of a game ends as stored. Cheap: pages cache the replay."""
    try:
        replay = replay_of(game)
    except GameRefused:
        return False
    outcome = replay.outcome
    found = (outcome.winner, outcome.reason, replay.is_over, len(replay.record.entries))
    return replay.refusal is None and found == tuple(getattr(game, name) for name in RESULTS)
