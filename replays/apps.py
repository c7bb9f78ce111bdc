"""App configuration."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.urls import register_converter


class ReplaysConfig(AppConfig):
    """Uploads, games, and their pages and API."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the path converter, and send `games_withdrawn` before any deletion of a game."""
        from replays.models.identity import PublicIdConverter

        register_converter(PublicIdConverter, "public_id")
        pre_delete.connect(_announce_deletion, sender=self.get_model("Game"), dispatch_uid="game")


def _announce_deletion(sender: Any, instance: Any, **_: Any) -> None:
    from replays.intake.announcing import REMOVED, announce, for_everyone
    from replays.signals import games_withdrawn

    if instance.is_visible:
        games_withdrawn.send(sender=sender, game_ids=[instance.pk])
    is_known = instance.deleted_at is None and instance.withdrawn_at is None
    if is_known and instance.records.exists():  # else it became part of another game
        announce([(instance, REMOVED, for_everyone(instance, REMOVED))])
