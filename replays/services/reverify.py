"""Replaying every stored game with the current engine, and reporting which end differently.

A verification goes by primary key, one transaction per batch, so it can be stopped, killed, or run
twice at once. A game whose log the engine refuses is marked and stays stored. Statistics exclude it
in the same transaction, and count it again when a later engine accepts it.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.core.errors import EngineFault
from games.registry import KINDS, judge
from replays.intake.announcing import CHANGED, REMOVED, STORED, announce, for_everyone
from replays.intake.publishing import number_stored
from replays.intake.storing import lock_intake
from replays.models import Game, Verdict, Verification
from replays.pipeline import differences, draft_of
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn

log = logging.getLogger(__name__)

BATCH_SIZE = 100
"""Games in a transaction."""
NEVER_ADOPTED = {"digest", "canonical", "kind", "is_finished"}
"""Fields whose change makes it another game; an administrator has to look at these."""


class Reading(NamedTuple):
    """How the current engine reads a stored game: the fields that differ, and the finding if it
    refuses the log.
    """

    game: Game
    engine_version: str
    differences: list[dict[str, Any]]
    finding: dict[str, Any] | None
    fields: dict[str, Any]

    @property
    def is_same(self) -> bool:
        """Whether the game ends as stored."""
        return self.finding is None and not self.differences

    @property
    def can_be_adopted(self) -> bool:
        """Whether the differences leave it the same game."""
        return self.finding is None and not NEVER_ADOPTED & {d["what"] for d in self.differences}


def begin_verification(*, fresh: bool = False) -> Verification:
    """Return the unfinished verification of this release; with `fresh`, or if there is none, a new
    one.
    """
    unfinished = Verification.objects.filter(release=settings.RELEASE, finished_at__isnull=True)
    if not fresh and (latest := unfinished.first()):
        return latest
    versions = {slug: str(kind.rules.version) for slug, kind in KINDS.items()}
    return Verification.objects.create(release=settings.RELEASE, versions=versions)


def verify_games(
    walk: Verification, *, adopt: bool = False, limit: int | None = None
) -> Iterator[list[Reading]]:
    """Continue a verification; yield for each batch the games that end differently (often none).
    Stop after about `limit` games, or finish the verification.

    `adopt` writes a new reading into the game's row if it is still the same game; its verdict has
    the old values.
    """
    done = 0
    while limit is None or done < limit:
        after = walk.last_id
        games = Game.objects.filter(pk__gt=after).order_by("pk").select_related("upload")
        readings = [read_again(game) for game in games[:BATCH_SIZE]]
        if not readings:
            _finish(walk)
            return
        if _save(walk, after, readings, adopt=adopt):
            yield [reading for reading in readings if not reading.is_same]
        done += len(readings)
        walk.refresh_from_db()


def read_again(game: Game) -> Reading:
    """Judge a stored game with the current engine."""
    kind = KINDS.get(game.kind)
    version = str(kind.rules.version) if kind else "none"
    uploader = game.upload.uploader if game.upload else None
    try:
        judged = next(judge(game.canonical.encode("utf-8")))
        draft = draft_of(judged, uploader or "")
    except EngineFault as fault:
        log.exception("game %s: the engine failed on its log", game.pk)
        return Reading(game, version, [], {"code": "fault", "message": str(fault)}, {})
    if draft.game is None:
        return Reading(game, version, [], draft.findings[0], {})
    fields = dict(draft.game)
    if game.names_shown:  # it belongs to no match (`services.shown_names`)
        fields |= {"match_key": "", "match_game": None}
    if uploader is None and not game.is_finished:  # the identity depends on the unknown uploader
        fields.pop("digest")
    stored = {name: getattr(game, name) for name in fields}
    return Reading(game, version, differences(stored, fields), None, fields)


@retrying
def _save(walk: Verification, after: int, readings: Sequence[Reading], *, adopt: bool) -> bool:
    """Store the results of a batch; return False if another process has done this batch."""
    with transaction.atomic():
        unchanged = Verification.objects.filter(pk=walk.pk, last_id=after, finished_at__isnull=True)
        if not unchanged.update(
            last_id=readings[-1].game.pk,
            n_games=F("n_games") + len(readings),
            n_otherwise=F("n_otherwise") + sum(bool(r.differences) for r in readings),
            n_refused=F("n_refused") + sum(r.finding is not None for r in readings),
        ):
            return False
        store_readings(readings, adopt=adopt)
    return True


def store_readings(readings: Sequence[Reading], *, adopt: bool) -> None:
    """Store the verdicts of games in the current transaction, mark refused games, and with `adopt`
    write new results. Statistics count changed games again.
    """
    lock_intake()
    locked = Game.objects.select_for_update().filter(pk__in=[r.game.pk for r in readings])
    games = {game.pk: game for game in locked.order_by("pk")}
    existing = [r for r in readings if r.game.pk in games]
    adopted = [r for r in existing if adopt and r.differences and r.can_be_adopted]
    _mark_refused(games, existing)
    _write_verdicts(existing, {r.game.pk for r in adopted})
    _adopt(games, adopted)


def _mark_refused(games: dict[int, Game], readings: Sequence[Reading]) -> None:
    refused: list[int] = []
    accepted: list[int] = []
    for reading in readings:
        game = games[reading.game.pk]
        refused_by = "" if reading.finding is None else reading.engine_version
        if game.refused_by == refused_by:
            continue
        if game.is_visible and bool(game.refused_by) != bool(refused_by):
            (refused if refused_by else accepted).append(game.pk)
        Game.objects.filter(pk=game.pk).update(refused_by=refused_by)
    number_stored(accepted)
    for signal, ids in ((games_withdrawn, refused), (games_restored, accepted)):
        if ids:
            signal.send(sender=Game, game_ids=ids)
    announce((games[pk], "", for_everyone(games[pk], REMOVED)) for pk in refused)
    announce((games[pk], "", for_everyone(games[pk], STORED)) for pk in accepted)


def _write_verdicts(readings: Sequence[Reading], adopted: set[int]) -> None:
    """Store a verdict for each game that ends differently; verdicts of adopted readings stay."""
    same = [reading.game.pk for reading in readings if reading.is_same]
    Verdict.objects.filter(pk__in=same, adopted_at__isnull=True).delete()
    now = timezone.now()
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


def _adopt(games: dict[int, Game], readings: Sequence[Reading]) -> None:
    """Write new results into the games; statistics count them again."""
    for reading in readings:
        values = {d["what"]: reading.fields[d["what"]] for d in reading.differences}
        Game.objects.filter(pk=reading.game.pk).update(
            **values, engine_version=reading.engine_version
        )
    changed = [r.game.pk for r in readings if games[r.game.pk].is_visible]
    if changed:
        games_withdrawn.send(sender=Game, game_ids=changed)
        games_restored.send(sender=Game, game_ids=changed)
    adopted = (games[reading.game.pk] for reading in readings)
    announce((game, CHANGED, for_everyone(game, CHANGED)) for game in adopted)


@retrying
def _finish(walk: Verification) -> None:
    Verification.objects.filter(pk=walk.pk, finished_at=None).update(finished_at=timezone.now())
    walk.refresh_from_db()


def verify_some(limit: int) -> bool:
    """Continue the verification of this release in a task; return whether there is more to do."""
    if Verification.objects.filter(release=settings.RELEASE, finished_at__isnull=False).exists():
        return False
    walk = begin_verification()
    for different in verify_games(walk, limit=limit):
        for reading in different:
            log.warning("game %s ends differently than stored", reading.game.pk)
    return walk.finished_at is None
