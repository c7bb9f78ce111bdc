"""App configuration."""

from django.apps import AppConfig
from django.urls import register_converter


class RoomsConfig(AppConfig):
    """Rooms, in which games are recorded."""

    name = "rooms"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the path converter of codes, and delete or hand over the rooms of owners who
        leave.
        """
        from replays.signals import owner_left
        from rooms.models import RoomCodeConverter
        from rooms.services import release_rooms

        register_converter(RoomCodeConverter, "room_code")
        owner_left.connect(release_rooms, dispatch_uid="rooms")
