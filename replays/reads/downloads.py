"""A game's log as a file: two spellings, and a name made of nothing a file has brought."""

from games.registry import write_text
from replays.models import Game
from replays.reads import games as game_reads

FORMS = {"json": ("json", "application/json"), "text": ("txt", "text/plain; charset=utf-8")}


def log_text(game: Game, form: str) -> str:
    """The log as canonical JSON or as text, without the names that are left out."""
    if form == "json":
        return game_reads.shown_log(game) + "\n"
    return write_text(game_reads.record_of(game))


def content_type(form: str) -> str:
    """The media type of a spelling."""
    return FORMS[form][1]


def download_name(game: Game, form: str) -> str:
    """`goryo-2024-<id>.json`, `gorinto-<id>.txt`: words of ours only."""
    parts = (game.kind, game.edition, game.public_id)
    return f"{'-'.join(part for part in parts if part)}.{FORMS[form][0]}"
