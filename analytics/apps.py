"""App configuration."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """Statistics: from accepted games to answers."""

    name = "analytics"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to the keep."""
        from analytics import receivers  # noqa: F401 - connecting is the import's effect
