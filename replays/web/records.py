"""The records of a game: its identity on the replay page, and downloads."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.models import Game, Record
from replays.reads import games as game_reads
from replays.reads.downloads import AS_SENT
from replays.reads.events import handle_of_event
from replays.reads.own_games import has_other_records, own_names, tags_of
from replays.reads.players import own_roles
from replays.reads.records import (
    notes_of_records,
    own_record,
    owner_log,
    record_log,
    records_of,
    revisions_of,
    text_as_sent,
)
from replays.reads.showcase import count_alike
from replays.requests.http import game_or_404, record_file, row_or_404

from .audience import choice_context, choices
from .games import LOG_FORMS
from .own_notice import take_notice
from .rows import visible_same_as


def shown_identity(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return why a game does not count, its copies, and its records if there are several."""
    records = records_of(game)
    is_own = viewer_of(request).owns(record.owner for record, _ in records)
    records = records if game.is_finished else []
    return {
        "same_as": visible_same_as(game),
        "reason": game.not_counted,
        "differs_at": None if game.differs_at is None else game.differs_at + 1,
        "decision": game.decision if game.not_counted else "",
        "copies": game_reads.copies_of(game) if game.is_finished else [],
        "records": records if len(records) > 1 else [],
        "notes": notes_of_records(game) if len(records) > 1 else [],
        "is_own": is_own,
        "is_player": not is_own and bool(own_roles(game, viewer_of(request))),
        "event": handle_of_event(game) if game.is_visible and not game.refused_by else "",
        "tags": tags_of(game),
        **(_own_context(request, game) if is_own else {}),
        **count_alike(game),
    }


def _own_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return what the menu of the owner of a game needs."""
    when = game.public_from
    return {
        "own_notice": take_notice(request),
        "audiences": choices(),
        **choice_context(),
        "own_names": named_seats(game),
        "public_from": f"{when:%Y-%m-%dT%H:%M}" if when else "",
        "has_others": has_other_records(game, viewer_of(request)),
    }


def named_seats(game: Game) -> list[tuple[str, str, str, str]]:
    """Return the named seats of an own game: role, its name, the player's name, and how it is
    shown.
    """
    roles = KINDS[game.kind].identity.roles
    return [
        (role, str(roles.get(role, role)), name, shown)
        for role, name, shown in own_names([game])[game.pk]
        if name
    ]


def record_of_browser(request: HttpRequest, game: Game) -> Record | None:
    """Return the viewer's record of a game; None if there is none."""
    return own_record(game, viewer_of(request).keys)


@require_safe
def download(request: HttpRequest, public_id: str, record_id: str, form: str) -> HttpResponse:
    """Send the log of one record of a finished game."""
    game = game_or_404(request, public_id)
    if form not in LOG_FORMS or not game_reads.is_log_open(game):
        raise Http404
    log = row_or_404(lambda record: record_log(game, record), record_id)
    return record_file(game, record_id, log, LOG_FORMS[form])


@require_safe
def as_sent(request: HttpRequest, public_id: str, record_id: str) -> HttpResponse:
    """Send the text of one record of a finished game as it was sent. If that is not possible, since
    it contains a hidden name or its file is gone, redirect to its log.
    """
    game = game_or_404(request, public_id)
    if not game_reads.is_log_open(game):
        raise Http404
    text = row_or_404(lambda record: text_as_sent(game, record), record_id)
    if text is None:
        return redirect("record-download", public_id, record_id, "txt")
    return record_file(game, record_id, text, AS_SENT)


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str, number: int, form: str) -> HttpResponse:
    """Send a revision of this browser's log of a game. Administrators have them in the admin."""
    game = game_or_404(request, public_id)
    record = record_of_browser(request, game)
    revisions = [] if record is None else revisions_of(record)
    if form not in LOG_FORMS or not 1 <= number <= len(revisions):
        raise Http404
    row = revisions[number - 1]
    return record_file(game, f"revision-{number}", owner_log(row), LOG_FORMS[form])
