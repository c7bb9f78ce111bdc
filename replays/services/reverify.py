"""Replaying every stored game with the engine as it is now, and saying which end otherwise.

A walk (`Verification`) goes by primary key, a batch a transaction, so it may be stopped, killed, or
walked by two at once. A game whose log is refused is marked and stays; numbers leave it out in the
same transaction, and count it again when an engine accepts it again.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.core.errors import EngineFault
from games.registry import KINDS, judge
from replays.models import Game, Verdict, Verification
from replays.pipeline import differences, draft_of
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn

log = logging.getLogger(__name__)

BATCH = 100
"""Games a transaction."""
IDENTITY = ("digest", "play_digest")
NEVER_ADOPTED = {*IDENTITY, "canonical", "kind", "is_finished"}
"""Fields that make another game of it: these are for a person to look at."""


class Reading(NamedTuple):
    """What the present engine makes of a stored game: fields that come out otherwise, and why its
    log is refused, if it is.
    """

    game: Game
    engine_version: str
    differences: list[dict[str, Any]]
    finding: dict[str, Any] | None
    fields: dict[str, Any]

    @property
    def is_same(self) -> bool:
        """Whether the game ends as it was stored."""
        return self.finding is None and not self.differences

    @property
    def can_be_adopted(self) -> bool:
        """Whether the new reading is of the same log and the same state of the game."""
        return self.finding is None and not NEVER_ADOPTED & {d["what"] for d in self.differences}


def begin_verification(*, fresh: bool = False) -> Verification:
    """The walk that this code has begun and not finished, else a new one. `fresh`: a new one."""
    mine = Verification.objects.filter(release=settings.RELEASE, finished_at__isnull=True)
    if not fresh and (begun := mine.first()):
        return begun
    versions = {slug: str(kind.rules.version) for slug, kind in KINDS.items()}
    return Verification.objects.create(release=settings.RELEASE, versions=versions)


def is_verified() -> bool:
    """Whether this code has walked through all games once."""
    return Verification.objects.filter(release=settings.RELEASE, finished_at__isnull=False).exists()


def verify_games(
    walk: Verification, *, adopt: bool = False, most: int | None = None
) -> Iterator[list[Reading]]:
    """Walk on, a batch at a time: yields the games of each that come out otherwise (often none).
    Ends after `most` games, or where all are done; then the walk is finished.

    `adopt` takes the new reading of a game over into its row, where it is the same log in the same
    state; what stood there stays in its verdict.
    """
    done = 0
    while most is None or done < most:
        after = walk.last_id
        games = list(
            Game.objects.filter(pk__gt=after).order_by("pk").select_related("upload")[:BATCH]
        )
        if not games:
            _finish(walk)
            return
        readings = [read_again(game) for game in games]
        otherwise = [reading for reading in readings if not reading.is_same]
        if _keep(walk, after, readings, adopt=adopt):
            yield otherwise
        done += len(games)
        walk.refresh_from_db()


def read_again(game: Game) -> Reading:
    """A stored game, judged by the engine as it is now."""
    kind = KINDS.get(game.kind)
    version = str(kind.rules.version) if kind else "none"
    sender = game.upload.sender if game.upload else None
    try:
        judged = next(judge(game.canonical.encode("utf-8")))
        draft = draft_of(judged, sender or "")
    except EngineFault as fault:
        log.exception("game %s: the engine broke down over its log", game.pk)
        return Reading(game, version, [], {"code": "fault", "message": str(fault)}, {})
    if draft.game is None:
        return Reading(game, version, [], draft.findings[0], {})
    fields = dict(draft.game)
    if sender is None and not game.is_finished:  # whose it was is not known any more
        fields = {name: value for name, value in fields.items() if name not in IDENTITY}
    stored = {name: getattr(game, name) for name in fields}
    return Reading(game, version, differences(stored, fields), None, fields)


@retrying
def _keep(walk: Verification, after: int, readings: Sequence[Reading], *, adopt: bool) -> bool:
    """Keep what was found about a batch. False where another walked this stretch meanwhile."""
    refused = [r for r in readings if r.finding is not None]
    otherwise = [r for r in readings if r.differences]
    now = timezone.now()
    with transaction.atomic():
        moved = Verification.objects.filter(
            pk=walk.pk, last_id=after, finished_at__isnull=True
        ).update(
            last_id=readings[-1].game.pk,
            n_games=F("n_games") + len(readings),
            n_otherwise=F("n_otherwise") + len(otherwise),
            n_refused=F("n_refused") + len(refused),
        )
        if not moved:
            return False
        locked = Game.objects.select_for_update().filter(pk__in=[r.game.pk for r in readings])
        there = {game.pk: game for game in locked.order_by("pk")}
        found = [r for r in readings if r.game.pk in there]
        adopted = [r for r in found if adopt and r.differences and r.can_be_adopted]
        _mark_refused(there, found)
        _write_verdicts(found, {r.game.pk for r in adopted}, now)
        _adopt(there, adopted)
    return True


def _mark_refused(there: dict[int, Game], readings: Sequence[Reading]) -> None:
    gone: list[int] = []
    back: list[int] = []
    for reading in readings:
        game = there[reading.game.pk]
        refused_by = "" if reading.finding is None else reading.engine_version
        if game.refused_by == refused_by:
            continue
        if game.withdrawn_at is None and bool(game.refused_by) != bool(refused_by):
            (gone if refused_by else back).append(game.pk)
        Game.objects.filter(pk=game.pk).update(refused_by=refused_by)
    if gone:
        games_withdrawn.send(sender=Game, game_ids=gone)
    if back:
        games_restored.send(sender=Game, game_ids=back)


def _write_verdicts(readings: Sequence[Reading], adopted: set[int], now: datetime) -> None:
    """A verdict for each that is otherwise; what was adopted earlier is remembered."""
    same = [reading.game.pk for reading in readings if reading.is_same]
    Verdict.objects.filter(pk__in=same, adopted_at__isnull=True).delete()
    for reading in readings:
        if not reading.is_same:
            values = {
                "engine_version": reading.engine_version,
                "found_at": now,
                "differences": reading.differences,
                "finding": reading.finding,
                "adopted_at": now if reading.game.pk in adopted else None,
            }
            Verdict.objects.update_or_create(pk=reading.game.pk, defaults=values)


def _adopt(there: dict[int, Game], readings: Sequence[Reading]) -> None:
    """Take new results over; the games are counted anew under them."""
    for reading in readings:
        names = [difference["what"] for difference in reading.differences]
        values = {name: reading.fields[name] for name in names}
        Game.objects.filter(pk=reading.game.pk).update(
            **values, engine_version=reading.engine_version
        )
    moved = [r.game.pk for r in readings if there[r.game.pk].withdrawn_at is None]
    if moved:
        games_withdrawn.send(sender=Game, game_ids=moved)
        games_restored.send(sender=Game, game_ids=moved)


@retrying
def _finish(walk: Verification) -> None:
    Verification.objects.filter(pk=walk.pk, finished_at__isnull=True).update(
        finished_at=timezone.now()
    )
    walk.refresh_from_db()


def verify_some(most: int) -> bool:
    """Walk on a little, for a job. True where there is more to do."""
    if is_verified():
        return False
    walk = begin_verification()
    for otherwise in verify_games(walk, most=most):
        for reading in otherwise:
            log.warning("game %s comes out otherwise than it was stored", reading.game.pk)
    return walk.finished_at is None
