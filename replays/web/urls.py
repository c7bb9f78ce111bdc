"""Addresses of the keep's pages."""

from django.urls import URLPattern, URLResolver, include, path

from . import branches, docs, downloads, games, home, names, notes, status, upload

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("upload/", upload.upload, name="upload"),
    path("uploads/", status.several, name="uploads"),
    path("uploads/<public_id:public_id>/", status.one, name="upload-status"),
    path("uploads/<public_id:public_id>/progress/", status.progress, name="upload-progress"),
    path("rules/", docs.rulebooks, name="rulebooks"),
    path("rules/<slug:slug>/", docs.rules, name="rules"),
    path("rules/<slug:slug>/marks/", docs.judgements, name="judgements"),
    path("log-format/", docs.log_format, name="log-format"),
    path("log-format/<slug:slug>/", docs.log_format, name="log-format-of"),
    path("games/", games.games, name="games"),
    path("games/<public_id:public_id>/log.<str:form>", downloads.download, name="log-download"),
    path("games/<public_id:public_id>/branch/", branches.begin, name="branch-begin"),
    path("branches/<public_id:public_id>/", branches.branch_page, name="branch"),
    path("branches/<public_id:public_id>/log.<str:form>", branches.branch_log, name="branch-log"),
    path("games/<public_id:public_id>/notes/", notes.begin, name="notes-begin"),
    path("notes/<public_id:public_id>/", notes.notes_page, name="notes"),
    path("names/", names.ask, name="name-ask"),
    path("names/<public_id:public_id>/", names.request_page, name="name-request"),
    path("", include("replays.web.replay_urls")),
    path("", include("replays.web.share_urls")),
]
