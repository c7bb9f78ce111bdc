"""Bodies of games and uploads, from their rows."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from msgspec import UNSET

from games.core.findings import public_row
from replays.access.limits import limits
from replays.intake.intake import Verdict
from replays.models import REJECTED, Game, NotCounted, Upload, UploadItem
from replays.pipeline import Draft
from replays.reads import games as game_reads
from replays.reads.records import records_of
from replays.reads.upload_status import POLL_SECONDS, state_sentence
from replays.requests.http import open_to
from replays.services import Checked

from . import schemas


def links_of(row: Any, view: str, request: HttpRequest) -> dict[str, str]:
    """Return the id of a row, its page, and its address in the API."""
    return {
        "id": row.public_id,
        "url": request.build_absolute_uri(row.get_absolute_url()),
        "api": api_url(request, view, row.public_id),
    }


def api_url(request: HttpRequest, view: str, public_id: str) -> str:
    """Return the absolute address of an endpoint."""
    return request.build_absolute_uri(reverse(view, args=[public_id]))


def findings(rows: Iterable[dict[str, Any]]) -> list[Any]:
    """Return stored findings as the API sends them."""
    return [public_row(row) for row in rows]


def open_digest(game: Game) -> str | None:
    """Return a game's digest. That of an unfinished log is not sent: its secrets could be guessed
    and tried against it. Nor that of a log with a hidden name, for the same reason.
    """
    return game.digest if game.is_finished and not game.hidden_seats else None


def game_fields(game: Game, request: HttpRequest) -> dict[str, Any]:
    """Return the fields of a game that are not attributes of its row."""
    winners = game.winner.split("+") if game.winner else []
    return {
        **links_of(game, "api-game", request),
        "digest": open_digest(game),
        "ruleset": schemas.Ruleset.make(game),
        "board": schemas.Board(game.without_hidden_names(game.board_id), game.board_digest),
        "players": [schemas.Seat.make(seat) for seat in game.seats.all()],
        "played_on": game.played_on.isoformat() if game.played_on else None,
        "outcome": schemas.Outcome.make(game, winners=winners),
        "finished": game.is_finished,
        "simulated": game.is_simulated,
        "counts": not game.not_counted,
        "same_moves_as": same_moves_as(game),
        "contradicts": _contradicts(game),
        "stored_at": game.created_at.isoformat(),
        "refused_by": game.refused_by or None,
    }


def audience_fields(game: Game) -> dict[str, Any]:
    """Return who can see a game."""
    public_from = game.public_from.isoformat() if game.public_from else UNSET
    return {"visibility": game.visibility, "public_from": public_from}


def same_moves_as(game: Game) -> str | None:
    """Return the id of the game with the same moves that counts instead, if it is visible."""
    other = game.same_as if game.not_counted == NotCounted.SAME_MOVES else None
    return other.public_id if other is not None and other.is_visible else None


def _contradicts(game: Game) -> schemas.Copy | None:
    other = game.same_as if game.not_counted == NotCounted.CONTRADICTION else None
    if other is None or not other.is_visible:
        return None
    return schemas.Copy(other.public_id, game.differs_at)


def _records(game: Game, request: HttpRequest, *, is_log_open: bool) -> list[schemas.GameRecord]:
    return [
        schemas.GameRecord(
            record.public_id,
            record.stored_at.isoformat(),
            revision,
            request.build_absolute_uri(
                reverse("api-record-log", args=[game.public_id, record.public_id])
            )
            if is_log_open
            else None,
        )
        for record, revision in records_of(game)
    ]


def whole_game(game: Game, request: HttpRequest) -> schemas.WholeGame:
    """Return a game with its warnings, open views, and where its steps and log are."""
    is_log_open = game_reads.is_log_open(game)
    copies = game_reads.copies_of(game) if game.is_finished else []
    return schemas.WholeGame.make(
        game,
        **game_fields(game, request),
        **audience_fields(game),
        copies=[schemas.Copy(copy.public_id, copy.differs_at) for copy in copies],
        records=_records(game, request, is_log_open=is_log_open),
        warnings=findings(game_reads.open_warnings(game)),
        views=list(open_to(request, game)) if game_reads.can_be_shown(game) else [],
        steps=api_url(request, "api-game-steps", game.public_id),
        frames=api_url(request, "api-game-frames", game.public_id),
        log=api_url(request, "api-game-log", game.public_id) if is_log_open else None,
    )


def upload_fields(upload: Upload, request: HttpRequest) -> dict[str, Any]:
    """Return the fields of an upload that are not attributes of its row."""
    return {
        **links_of(upload, "api-upload", request),
        "message": state_sentence(upload),
        "n_read": upload.next_position,
        "fault_id": upload.fault_id or None if upload.state == "fault" else None,
        "poll_seconds": None if upload.is_settled else POLL_SECONDS,
    }


def upload_body(upload: Upload, request: HttpRequest) -> schemas.Upload:
    """Return the progress of an upload."""
    return schemas.Upload.make(upload, **upload_fields(upload, request))


def item_body(item: UploadItem, request: HttpRequest) -> schemas.Item:
    """Return the result for one game of an upload. A game that the sender can't reach has no link,
    and nothing of its log.
    """
    fields: dict[str, Any] = {}
    is_hidden = item.game is None and item.status not in REJECTED
    if item.game is not None:
        fields = {**links_of(item.game, "api-game", request), "digest": open_digest(item.game)}
        fields |= identity_fields(item.game, item.added)
    return schemas.Item.make(
        item,
        **{"added": UNSET, **fields, **({"label": ""} if is_hidden else {})},
        findings=findings(item.findings),
        warnings=[] if is_hidden else findings(item.warnings),
    )


def identity_fields(game: Game, added: dict[str, Any]) -> dict[str, Any]:
    """Return what a record added to its game, and the game that counts instead."""
    other, contradicts = same_moves_as(game), _contradicts(game)
    if game.hidden_seats:  # a name that was added may be hidden by now
        added = {key: value for key, value in added.items() if key != "names"}
    return {
        "added": schemas.Added(**added) if added else UNSET,
        "same_moves_as": UNSET if other is None else other,
        "contradicts": UNSET if contradicts is None else contradicts,
    }


def _checked_item(draft: Draft, verdict: Verdict, request: HttpRequest) -> schemas.Item:
    is_digest_open = draft.game is not None and draft.game["is_finished"]
    fields: dict[str, Any] = {"digest": (draft.game or {}).get("digest")} if is_digest_open else {}
    if verdict.game is not None:
        fields |= identity_fields(verdict.game, verdict.added)
        if not verdict.game._state.adding:
            fields |= links_of(verdict.game, "api-game", request)
    return schemas.Item.make(
        draft,
        status=verdict.status.value,
        **{"digest": None, "added": UNSET, **fields},
        findings=findings(verdict.findings),
        warnings=findings(draft.warnings),
        hints=findings(draft.hints),
    )


def check_body(all_checked: list[Checked], request: HttpRequest) -> schemas.DryRun:
    """Return the results of a check, which stores nothing."""
    items = [
        _checked_item(draft, verdict, request)
        for checked in all_checked
        for draft, verdict in zip(checked.drafts, checked.verdicts, strict=True)
    ]
    skipped = [name for checked in all_checked for name in checked.skipped_files]
    is_complete = all(checked.is_complete for checked in all_checked)
    body = schemas.DryRun(True, is_complete, items, skipped)
    if not body.complete:
        allowed = limits()
        body.message = (
            f"Only the first games were checked: at most {allowed.check_games} in each file, "
            f"for {allowed.check_seconds:g} s in total."
        )
    return body
