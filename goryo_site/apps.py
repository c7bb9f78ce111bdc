"""App configuration."""

from django.apps import AppConfig


class GoryoSiteConfig(AppConfig):
    """The site's own rows, pages and commands."""

    name = "goryo_site"
    default_auto_field = "django.db.models.BigAutoField"
