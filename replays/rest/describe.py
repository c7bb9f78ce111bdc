"""Bodies of games and uploads, from their rows."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.core.findings import public_row
from replays.access.limits import limits
from replays.models import Game, ItemStatus, Upload, UploadItem
from replays.pipeline import Draft
from replays.reads import games as game_reads
from replays.reads.upload_status import POLL_SECONDS, state_sentence
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
        "board": schemas.Board(game.board_id, game.board_digest),
        "players": [schemas.Seat.make(seat) for seat in game.seats.all()],
        "played_on": game.played_on.isoformat() if game.played_on else None,
        "outcome": schemas.Outcome.make(game, winners=winners),
        "finished": game.is_finished,
        "simulated": game.is_simulated,
        "stored_at": game.created_at.isoformat(),
        "refused_by": game.refused_by or None,
    }


def whole_game(game: Game, request: HttpRequest) -> schemas.WholeGame:
    """Return a game with its warnings, open views, and where its steps and log are."""
    is_log_open = game_reads.is_log_open(game)
    return schemas.WholeGame.make(
        game,
        **game_fields(game, request),
        warnings=findings(game_reads.open_warnings(game)),
        views=list(game_reads.open_views(game)) if game_reads.can_be_shown(game) else [],
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
    """Return the result for one game of an upload. A game withdrawn since has no link."""
    links: dict[str, Any] = {}
    if item.game is not None and item.game.withdrawn_at is None:
        links = {**links_of(item.game, "api-game", request), "digest": open_digest(item.game)}
    return schemas.Item.make(
        item, findings=findings(item.findings), warnings=findings(item.warnings), **links
    )


def _checked_item(draft: Draft, checked: Checked, request: HttpRequest) -> schemas.Item:
    known = checked.known.get(draft.digest or "")
    status = "acceptable" if known is None else ItemStatus.DUPLICATE.value
    is_digest_open = draft.game is not None and draft.game["is_finished"]
    return schemas.Item.make(
        draft,
        status=ItemStatus.REFUSED.value if draft.digest is None else status,
        digest=draft.digest if is_digest_open else None,
        findings=findings(draft.findings),
        warnings=findings(draft.warnings),
        hints=findings(draft.hints),
        **(links_of(known, "api-game", request) if known else {}),
    )


def check_body(all_checked: list[Checked], request: HttpRequest) -> schemas.DryRun:
    """Return the results of a check, which stores nothing."""
    items = [
        _checked_item(draft, checked, request)
        for checked in all_checked
        for draft in checked.drafts
    ]
    body = schemas.DryRun(True, all(checked.is_complete for checked in all_checked), items)
    if not body.complete:
        allowed = limits()
        body.message = (
            f"Only the first games were checked: at most {allowed.check_games} in each file, "
            f"for {allowed.check_seconds:g} s in total."
        )
    return body
