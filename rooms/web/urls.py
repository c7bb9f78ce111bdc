"""URLs of the pages of rooms."""

from django.urls import URLPattern, path

from . import invitations, record, table

ROUTES = (
    ("", record.record, "record"),
    ("join/", invitations.join, "room-join"),
    ("<room_code:code>/", table.table, "room"),
    ("<room_code:code>/moves/", table.moves, "room-moves"),
    ("<room_code:code>/events/", table.versions, "room-events"),
)
urlpatterns: list[URLPattern] = [path(route, view, name=name) for route, view, name in ROUTES]
