"""URLs of the pages of rooms."""

from django.urls import URLPattern, path

from . import invitations, offline, record, sending, table

ROUTES = (
    ("", record.record, "record"),
    ("join/", invitations.join, "room-join"),
    ("sw.js", offline.service_worker, "record-service-worker"),
    ("manifest.webmanifest", offline.manifest, "record-manifest"),
    ("offline/", offline.offline, "record-offline"),
    ("offline/send/", sending.send, "record-offline-send"),
    ("offline/worker.js", offline.worker, "record-worker"),
    ("offline/rules-<slug:rules_digest>.zip", offline.rules, "record-rules"),
    (
        "offline/python-<str:python_version>/<str:python_file>",
        offline.interpreter,
        "record-interpreter",
    ),
    ("<room_code:code>/", table.table, "room"),
    ("<room_code:code>/moves/", table.moves, "room-moves"),
    ("<room_code:code>/copy/", sending.copy, "room-copy"),
    ("<room_code:code>/events/", table.versions, "room-events"),
)
urlpatterns: list[URLPattern] = [path(route, view, name=name) for route, view, name in ROUTES]
