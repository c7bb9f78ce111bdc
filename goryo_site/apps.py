"""App configuration."""

from django.apps import AppConfig
from django.conf import settings

from games.core import language
from goryo_site.i18n.catalogue_files import compile_stale
from goryo_site.i18n.translator import Translator


class GoryoSiteConfig(AppConfig):
    """The site's own rows, pages and commands."""

    name = "goryo_site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Words, those of the games too, are looked up in the language of the request."""
        compile_stale(settings.BASE_DIR)
        language.set_translator(Translator())
