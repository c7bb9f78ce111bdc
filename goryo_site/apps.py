"""App configuration."""

import gc

from django.apps import AppConfig
from django.conf import settings

from games.core import language
from goryo_site.i18n.catalogue_files import compile_stale
from goryo_site.i18n.translator import Translator


class GoryoSiteConfig(AppConfig):
    """Configuration of the site app."""

    name = "goryo_site"

    def ready(self) -> None:
        """Compile stale catalogues and translate the messages of the games.

        Exclude loaded modules from garbage collection, also from the one at exit, which would visit
        every object: `gc.freeze` (Python documentation).
        """
        compile_stale(settings.BASE_DIR)
        language.set_translator(Translator())
        gc.freeze()
        gc.enable()
