"""App configuration."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.urls import register_converter


class ReplaysConfig(AppConfig):
    """The keep: what arrived, what it proved to be, showing it."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Addresses know public ids. However a game is deleted (admin, cascade, shell), whoever
        counts games hears of it first.
        """
        from replays.models.identity import PublicIdConverter

        register_converter(PublicIdConverter, "public_id")
        pre_delete.connect(_tell_of_deletion, sender=self.get_model("Game"), dispatch_uid="game")


def _tell_of_deletion(sender: Any, instance: Any, **_: Any) -> None:
    from replays.signals import games_withdrawn

    if instance.withdrawn_at is None:
        games_withdrawn.send(sender=sender, game_ids=[instance.pk])
