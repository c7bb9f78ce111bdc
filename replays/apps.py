"""App configuration."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """The keep: what arrived, what it proved to be, showing it."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"
