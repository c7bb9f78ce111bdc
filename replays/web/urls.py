"""URLs of the pages of games, uploads, branches and notes."""

from typing import Any

from django.urls import URLPattern, path
from django.views.decorators.gzip import gzip_page

from . import (
    board_moves,
    branches,
    collection,
    collection_stats,
    collections,
    corrections,
    docs,
    games,
    names,
    notes,
    own_games,
    records,
    replay,
    reviews,
    rule_pictures,
    share_films,
    share_page,
    share_pictures,
    share_player,
    tags,
    uploads,
    workbench,
)

ID = "<public_id:public_id>"
GAME = f"games/{ID}"
SVG, PNG = {"media_type": share_pictures.SVG}, {"media_type": share_pictures.PNG}
ROUTES: tuple[tuple[Any, ...], ...] = (
    ("upload/", uploads.upload, "upload"),
    ("upload/check/", workbench.check, "upload-check"),
    ("uploads/", uploads.several, "uploads"),
    (f"uploads/{ID}/", uploads.upload_page, "upload-status"),
    (f"uploads/{ID}/progress/", uploads.progress, "upload-progress"),
    (f"uploads/{ID}/events/", uploads.progress_events, "upload-events"),
    ("rules/", docs.rulebooks, "rulebooks"),
    ("rules/<slug:slug>/", docs.rules, "rules"),
    ("rules/<slug:slug>/<str:rule>.svg", rule_pictures.rule_picture, "rule-picture"),
    ("rules/<slug:slug>/marks/", docs.judgements, "judgements"),
    ("log-format/", docs.log_format, "log-format"),
    ("log-format/<slug:slug>/", docs.log_format, "log-format-of"),
    ("api/", docs.api, "api"),
    ("games/", games.games, "games"),
    ("my-games/", own_games.own_games_page, "my-games"),
    ("collections/", collections.collections_page, "collections"),
    ("collections/mine/", collections.own_collections_page, "collections-mine"),
    ("collections/new/", collections.new_collection, "collection-new"),
    ("collections/add/", collections.add_games, "collection-add"),
    ("collections/join/<str:token>/", collection.join_page, "collection-join"),
    (f"collections/{ID}/", collection.collection_page, "collection"),
    (f"collections/{ID}/edit/", collection.edit_page, "collection-edit"),
    (f"collections/{ID}/stats/", collection_stats.collection_stats, "collection-stats"),
    (
        f"collections/{ID}/stats/<path:rest>",
        collection_stats.collection_stats,
        "collection-stats-page",
    ),
    (f"collections/{ID}/logs.zip", collection.logs, "collection-logs"),
    (f"{GAME}/", replay.replay_page, "replay"),
    (f"{GAME}/log.<str:form>", games.download, "log-download"),
    (f"{GAME}/records/<public_id:record_id>.<str:form>", records.download, "record-download"),
    (f"{GAME}/records/<public_id:record_id>/sent", records.as_sent, "record-as-sent"),
    (f"{GAME}/correct/", corrections.correct, "correct"),
    (f"{GAME}/tags/", tags.tags, "tags"),
    (f"{GAME}/revisions/<int:number>.<str:form>", records.revision, "revision-download"),
    (f"{GAME}/branch/", branches.begin, "branch-begin"),
    (f"{GAME}/moves/", board_moves.board_moves, "board-moves"),
    (f"branches/{ID}/", branches.branch_page, "branch"),
    (f"branches/{ID}/log.<str:form>", branches.branch_log, "branch-log"),
    (f"{GAME}/notes/", notes.begin, "notes-begin"),
    (f"notes/{ID}/", notes.notes_page, "notes"),
    (f"{GAME}/review/", reviews.begin, "review-begin"),
    (f"reviews/{ID}/", reviews.review_page, "review"),
    (f"reviews/{ID}/state/", reviews.review_state, "review-state"),
    (f"reviews/{ID}/events/", reviews.review_stream, "review-events"),
    ("names/", names.ask, "name-ask"),
    (f"names/{ID}/", names.request_page, "name-request"),
    (f"{GAME}/share/", share_page.share, "share"),
    (f"{GAME}/play/", share_page.play, "game-play"),
    (f"{GAME}/step-<str:step>.svg", gzip_page(share_pictures.step_picture), "step-svg", SVG),
    (f"{GAME}/step-<str:step>.png", share_pictures.step_picture, "step-png", PNG),
    (f"{GAME}/card.png", share_pictures.card, "card"),
    (f"{GAME}/board.svg", share_pictures.thumbnail, "thumbnail"),
    (f"{GAME}/replay.gif", share_films.clip, "film-gif", {"form": "gif"}),
    (f"{GAME}/replay.webp", share_films.clip, "film-webp", {"form": "webp"}),
    (f"{GAME}/replay.html", share_player.offline, "offline"),
    (f"embed/{ID}/", share_player.embed, "embed"),
    ("oembed/", share_page.oembed, "oembed"),
)
"""Route, view, name, and arguments of the view."""
urlpatterns: list[URLPattern] = [
    path(route, view, arguments[0] if arguments else None, name=name)
    for route, view, name, *arguments in ROUTES
]
