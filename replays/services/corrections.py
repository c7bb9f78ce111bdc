"""Corrections by the owner of a record, and decisions of administrators about the identity of
games. Statistics follow in the same transaction.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404
from django.utils import timezone, translation
from django.utils.translation import gettext

from replays.access.limits import limits
from replays.access.quotas import Quota
from replays.access.viewer import Viewer
from replays.intake.fingerprint import stored_fingerprint
from replays.intake.intake import WITHDRAWN, Intake
from replays.intake.matching import is_gone
from replays.intake.regrouping import regroup, split_off
from replays.intake.storing import lock_intake, save_changes
from replays.models import (
    Game,
    ItemStatus,
    NotCounted,
    Record,
    Upload,
    UploadItem,
    UploadSource,
    UploadState,
)
from replays.pipeline import Draft, drafts_of
from replays.reads.games import game_by_public_id
from replays.reads.records import own_record
from replays.services.retries import retrying
from replays.signals import games_restored, games_withdrawn
from replays.text.names import clean_label

from .errors import TooLarge, refusal
from .quotas import charge, charge_read
from .submit import store_bytes

COPIES_MAX = 50
"""Games that are compared again when the one that counted has changed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The result of a correction: the game, or why the log was refused."""

    draft: Draft
    game: Game | None = None
    is_changed: bool = False


def correct_game(
    game: Game,
    data: bytes,
    *,
    owner: str,
    source: UploadSource,
    filename: str = "",
    quotas: Sequence[Quota] = (),
) -> Correction:
    """Replace the owner's record of a game by a corrected log: same id, next revision. The log may
    be refused, and then nothing changes.

    Raises TooLarge, OverQuota, and Refusal if the owner has no record of the game or the file is
    not one game of the same kind; Http404 if another owner's game is unfinished.
    """
    if len(data) > limits().max_bytes:
        raise TooLarge(limits().max_bytes)
    _check_owner(game, own_record(game, [owner]))
    with translation.override(settings.LANGUAGE_CODE):  # findings are stored in English
        drafts = [draft for draft, _ in zip(drafts_of(data, owner), range(2), strict=False)]
    if len(drafts) != 1:
        raise refusal(422, "one_game", gettext("A correction must contain exactly one game."))
    draft = drafts[0]
    if draft.game is None:
        return Correction(draft)
    if draft.game["kind"] != game.kind:
        raise refusal(422, "other_kind", gettext("This log is of a different board game."))
    charge_read(charge(quotas, [len(data)]), drafts)
    return _store(game, draft, data, owner, source, filename)


@retrying
def _store(
    game: Game, draft: Draft, data: bytes, owner: str, source: UploadSource, filename: str
) -> Correction:
    with transaction.atomic():
        lock_intake()
        game = _locked(game, owner)
        record = _check_owner(game, own_record(game, [owner]))
        intake = Intake(owner, 0, [draft])
        intake.candidates.use(game)
        mark = intake.mark(draft)
        if mark.text_digest == record.text_digest:
            return Correction(draft, game)
        if mark.replay.is_over and is_gone(mark, intake.candidates):
            return Correction(replace(draft, findings=[{"game": 0, **WITHDRAWN}]))
        upload = _upload(data, owner, source, filename, game.visibility)
        intake.upload_id = upload.pk
        record.game = game
        before = json.loads(game.canonical)["events"]
        later = intake.replace(record, draft, mark)
        current = [later if row.pk == record.pk else row for row in records_in_order(game)]
        games = regroup(intake, game, current)
        intake.changes.cut[game.pk] = _n_equal(before, json.loads(game.canonical)["events"])
        home = _settle_all(intake, games)[0]
        save_changes(intake.changes)
        settle_copies([game.pk])
        UploadItem.objects.create(
            upload=upload,
            position=0,
            status=ItemStatus.CONTINUED,
            game=home,
            warnings=draft.warnings,
        )
        home = Record.objects.select_related("game").get(pk=later.pk).game
    return Correction(draft, home, is_changed=True)


def _locked(game: Game, owner: str) -> Game:
    """Return the present row of a game, locked. Raises GameMoved, and Http404 if it is gone."""
    found = Game.objects.present().select_for_update().filter(pk=game.pk).first()
    if found is not None:
        return found
    try:
        return game_by_public_id(game.public_id, Viewer(frozenset({owner})))
    except Game.DoesNotExist as error:
        raise Http404 from error


def _n_equal(before: list[Any], after: list[Any]) -> int:
    """Return how many events at the start of two logs are equal."""
    pairs = enumerate(zip(before, after, strict=False))
    differing = (n for n, (one, other) in pairs if one != other)
    return next(differing, min(len(before), len(after)))


def _settle_all(intake: Intake, games: list[Game]) -> list[Game]:
    """Compare changed games with all others, each by its own log. Return the games that they are
    now.
    """
    homes = []
    for game in games:
        mark = intake.candidates.mark_of(game)
        if mark is None or not mark.replay.is_over or not game.is_visible:
            intake.forget_repeat(game)
            homes.append(game)
            continue
        intake.candidates.load([mark])
        homes.append(intake.settle(game, mark) or game)
    return homes


def settle_copies(ids: Iterable[int]) -> None:
    """Compare again the games that do not count because one of these games did: it was corrected
    or deleted. The oldest of them may count now. The caller holds the lock of the intake.
    """
    copies = Game.objects.visible().filter(same_as__in=list(ids), decision="")
    settle_games(list(copies.exclude(not_counted="").values_list("pk", flat=True)[:COPIES_MAX]))


def settle_games(ids: Iterable[int]) -> None:
    """Compare these games with all others, the oldest first."""
    records = Record.objects.filter(game__in=list(ids), is_current=True).order_by("pk")
    for pk in dict.fromkeys(records.values_list("game_id", flat=True)):
        game = Game.objects.visible().filter(pk=pk).first()
        mark = stored_fingerprint(game.canonical, game.hidden_seats) if game else None
        if game is not None and mark is not None and mark.replay.is_over:
            intake = Intake("", 0, [], marks=[mark])
            intake.settle(game, mark)
            save_changes(intake.changes)


def _check_owner(game: Game, record: Record | None) -> Record:
    """Return the owner's record of a game. Raises Refusal, and Http404 for an unfinished game of
    another owner.
    """
    if record is None and not game.is_finished:
        raise Http404
    if record is None:
        raise refusal(403, "not_owner", gettext("Only the uploader of a log can correct it."))
    return record


def records_in_order(game: Game) -> list[Record]:
    """Return the current records of a game, oldest first after the one that has the game's id."""
    rows = list(Record.objects.filter(game=game, is_current=True).order_by("pk"))
    for row in rows:
        row.game = game
    return sorted(rows, key=lambda row: row.public_id != game.public_id)


def _upload(
    data: bytes, owner: str, source: UploadSource, filename: str, visibility: str
) -> Upload:
    """Store the bytes of a correction as an upload that has been read."""
    now = timezone.now()
    return Upload.objects.create(
        raw=store_bytes(data),
        filename=clean_label(filename),
        source=source,
        uploader=owner,
        visibility=visibility,
        state=UploadState.DONE,
        finished_at=now,
        queued_at=now,
        next_position=1,
        n_games=1,
        n_continued=1,
    )


@retrying
def split_game(game_id: int, public_ids: list[str], reason: str) -> list[Game]:
    """Split records off a game: each gets its own game with the id it had before. Return the new
    games; statistics count all of them.

    Raises Refusal without a reason, and if these are not current records of the game, or one of
    them has its id.
    """
    with transaction.atomic():
        lock_intake()
        game = Game.objects.select_for_update().get(pk=game_id)
        if not reason.strip():
            raise refusal(422, "reason", gettext("Give a reason."))
        records = records_in_order(game)
        apart = [record for record in records if record.public_id in public_ids]
        rest = [record for record in records if record not in apart]
        is_own_id = game.public_id in public_ids
        if not apart or not rest or is_own_id or len(apart) != len(set(public_ids)):
            raise refusal(
                422, "records", gettext("Choose records of the game, but not the one with its id.")
            )
        intake = Intake("", 0, [])
        intake.candidates.use(game)
        regroup(intake, game, rest)
        made = [split_off(intake, record, reason) for record in apart]
        save_changes(intake.changes)
        Game.objects.filter(pk=game.pk).update(decision=reason)
    return [game for game in made if game is not None]


def mark_examples(ids: list[int]) -> int:
    """Mark games as worked examples, which no statistics count; return how many changed."""
    reason = "Imported as a worked example."
    return decide_counting(ids, counts=False, reason=reason, mark=NotCounted.EXAMPLE)


@retrying
def decide_counting(
    ids: list[int], *, counts: bool, reason: str, mark: NotCounted = NotCounted.STAFF
) -> int:
    """Count games, or exclude them from statistics, by an administrator's decision; return how many
    changed. Raises Refusal without a reason.
    """
    if not reason.strip():
        raise refusal(422, "reason", gettext("Give a reason."))
    with transaction.atomic():
        lock_intake()
        games = Game.objects.select_for_update().filter(pk__in=ids)
        # a sheet without the other side's moves never counts alone
        never = ["", NotCounted.INCOMPLETE]
        games = games.exclude(not_counted__in=never) if counts else games.filter(not_counted="")
        changed = list(games.values_list("pk", flat=True))
        visible = list(games.visible().values_list("pk", flat=True))
        if visible and not counts:
            games_withdrawn.send(sender=Game, game_ids=visible)
        not_counted = "" if counts else mark
        Game.objects.filter(pk__in=changed).update(not_counted=not_counted, decision=reason.strip())
        if visible and counts:
            games_restored.send(sender=Game, game_ids=visible)
    return len(changed)
