"""App configuration."""

from django.apps import AppConfig
from django.urls import register_converter


class AnalyticsConfig(AppConfig):
    """Statistics: from accepted games to answers."""

    name = "analytics"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the handle converter for URLs, and connect the receivers."""
        from analytics import receivers  # noqa: F401 - connecting is the import's effect
        from analytics.requests.handles import HandleConverter

        register_converter(HandleConverter, "handle")
