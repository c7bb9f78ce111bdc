"""URLs of the API of rooms."""

from django.urls import URLPattern, path

from . import rooms, seats

CODE = "<room_code:code>"
ROUTES = (
    ("rooms/", rooms.RoomsView, "api-rooms"),
    ("rooms/join/", seats.JoinView, "api-room-join"),
    (f"rooms/{CODE}/", rooms.OneRoomView, "api-room"),
    (f"rooms/{CODE}/events/", rooms.RoomEventsView, "api-room-events"),
    (f"rooms/{CODE}/events/<int:step>/", rooms.RoomEventView, "api-room-event"),
    (f"rooms/{CODE}/pass/", rooms.RoomPassView, "api-room-pass"),
    (f"rooms/{CODE}/take-back/", rooms.RoomTakeBackView, "api-room-take-back"),
    (f"rooms/{CODE}/claim/", rooms.RoomClaimView, "api-room-claim"),
    (f"rooms/{CODE}/undo/", rooms.RoomUndoView, "api-room-undo"),
    (f"rooms/{CODE}/invitations/", seats.InvitationsView, "api-room-invitations"),
    (f"rooms/{CODE}/legal/", rooms.RoomLegalView, "api-room-legal"),
    (f"rooms/{CODE}/save/", rooms.RoomSaveView, "api-room-save"),
)
urlpatterns: list[URLPattern] = [
    path(route, view.as_view(), name=name) for route, view, name in ROUTES
]
