"""Logs of games and variations as files. File names contain nothing from uploads."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from games.registry import write_text
from replays.models import Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads

FORMS = {"json": ("json", "application/json"), "text": ("txt", "text/plain; charset=utf-8")}
AS_SENT = "sent"
"""The form of a record's text as it was sent, which can be either."""


def log_text(game: Game, form: str) -> str:
    """Return the log as canonical JSON or as text, without hidden names."""
    if form == "json":
        return game_reads.shown_log(game) + "\n"
    return write_text(game_reads.replay_of(game).record)


def content_type(form: str) -> str:
    """Return the media type of a form of the log."""
    return FORMS["text" if form == AS_SENT else form][1]


def download_name(game: Game, form: str, record_id: str = "") -> str:
    """Return a file name: `goryo-2024-<id>.json`, `gorinto-<id>.txt`; of a record with its id."""
    parts = (game.kind, game.edition, game.public_id, record_id)
    return f"{'-'.join(filter(None, parts))}.{FORMS['text' if form == AS_SENT else form][0]}"


def branch_log_file(branch: Branch, form: str) -> HttpResponse:
    """Return the log of a variation as a file to download."""
    response = HttpResponse(branch_reads.log_text(branch, form), content_type=content_type(form))
    name = f"{branch.game.kind}-branch-{branch.public_id}.{FORMS[form][0]}"
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["X-Robots-Tag"] = "noindex"
    return response
