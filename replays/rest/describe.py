"""Rows as the API tells them."""

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


def addresses(game: Game, request: HttpRequest) -> dict[str, str]:
    """A game's id, the page a person opens, and the address a program reads."""
    return {
        "id": game.public_id,
        "url": request.build_absolute_uri(game.get_absolute_url()),
        "api": request.build_absolute_uri(reverse("api-game", args=[game.public_id])),
    }


def open_digest(game: Game) -> str | None:
    """A game's digest. That of an unfinished log is not told: its secrets could be guessed and
    tried against it. Nor that of a log of which a name is left out: it could be guessed likewise.
    """
    return game.digest if game.is_finished and not game.hidden_seats else None


def game_row(game: Game, request: HttpRequest) -> dict[str, Any]:
    """A game in a list."""
    return {
        **addresses(game, request),
        "digest": open_digest(game),
        "kind": game.kind,
        "ruleset": {"edition": game.edition, "mode": game.mode},
        "board": {"id": game.board_id, "digest": game.board_digest},
        "players": [{"role": seat.role, "name": seat.name} for seat in game.seats.all()],
        "played_on": game.played_on.isoformat() if game.played_on else None,
        "n_events": game.n_events,
        "outcome": {
            "winner": game.winner,
            "winners": game.winner.split("+") if game.winner else [],
            "reason": game.reason,
        },
        "finished": game.is_finished,
        "simulated": game.is_simulated,
        "stored_at": game.created_at.isoformat(),
        "engine_version": game.engine_version,
        "refused_by": game.refused_by or None,
    }


def game_whole(game: Game, request: HttpRequest) -> dict[str, Any]:
    """A game by itself: the list's row, its warnings, the views that are open and where its steps
    and log are.
    """

    def address(name: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[game.public_id]))

    return {
        **game_row(game, request),
        "warnings": [*map(public_row, game_reads.open_warnings(game))],
        "views": list(game_reads.open_views(game)) if game_reads.can_be_shown(game) else [],
        "steps": address("api-game-steps"),
        "frames": address("api-game-frames"),
        "log": address("api-game-log") if game_reads.is_log_open(game) else None,
    }


def upload_row(upload: Upload, request: HttpRequest) -> dict[str, Any]:
    """How far an upload is, in numbers and in words."""
    return {
        "id": upload.public_id,
        "url": request.build_absolute_uri(upload.get_absolute_url()),
        "api": request.build_absolute_uri(reverse("api-upload", args=[upload.public_id])),
        "state": upload.state,
        "message": state_sentence(upload),
        "filename": upload.filename,
        "n_games": upload.n_games,
        "n_read": upload.next_position,
        "n_stored": upload.n_stored,
        "n_duplicate": upload.n_duplicate,
        "n_refused": upload.n_refused,
        "fault_id": upload.fault_id or None if upload.state == "fault" else None,
        "poll_seconds": None if upload.is_settled else POLL_SECONDS,
    }


def item_row(item: UploadItem, request: HttpRequest) -> dict[str, Any]:
    """What became of one game of an upload. A game withdrawn since has no address."""
    row: dict[str, Any] = {"position": item.position, "label": item.label, "status": item.status}
    if item.game is not None and item.game.withdrawn_at is None:
        row |= addresses(item.game, request) | {"digest": open_digest(item.game)}
    return row | {
        "findings": [*map(public_row, item.findings)],
        "warnings": [*map(public_row, item.warnings)],
    }


def checked_row(draft: Draft, checked: Checked, request: HttpRequest) -> dict[str, Any]:
    """What would become of one game."""
    row: dict[str, Any] = {"position": draft.position, "label": draft.label}
    game = checked.known.get(draft.digest or "")
    if draft.digest is None:
        row["status"] = ItemStatus.REFUSED.value
    elif game is not None:
        row |= {"status": ItemStatus.DUPLICATE.value, **addresses(game, request)}
    else:
        row["status"] = "acceptable"
    is_told = draft.game is not None and draft.game["is_finished"]
    return row | {
        "digest": draft.digest if is_told else None,
        "findings": [*map(public_row, draft.findings)],
        "warnings": [*map(public_row, draft.warnings)],
    }


def checked_whole(all_checked: list[Checked], request: HttpRequest) -> dict[str, Any]:
    """The answer of a check that keeps nothing."""
    rows = [
        checked_row(draft, checked, request) for checked in all_checked for draft in checked.drafts
    ]
    is_complete = all(checked.is_complete for checked in all_checked)
    body: dict[str, Any] = {"dry_run": True, "complete": is_complete, "games": rows}
    if not is_complete:
        pace = limits()
        body["message"] = (
            "Only the first games were looked at "
            f"(at most {pace.check_games} a file, and for {pace.check_seconds:g} s altogether)."
        )
    return body
