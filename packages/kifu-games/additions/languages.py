"""Messages of the games in other languages than English."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from gettext import GNUTranslations
from importlib.resources import files

from games.core.language import English, Translator, set_translator

LANGUAGES = ("en", "it")


class _Catalogue(GNUTranslations):
    """The compiled messages of a language."""

    def fixed_language(self) -> AbstractContextManager[None]:
        """Do nothing: there is one language at a time."""
        return nullcontext()


def translator(language: str) -> Translator:
    """Return the messages of a language. Raises ValueError if there are none."""
    if language == "en":
        return English()
    if language not in LANGUAGES:
        raise ValueError(f"There is no language {language}, only {', '.join(LANGUAGES)}.")
    package = files(__name__.rpartition(".")[0])
    path = package.joinpath("locale", language, "LC_MESSAGES", "django.mo")
    with path.open("rb") as catalogue:
        return _Catalogue(catalogue)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Show messages, labels and sentences in a language until the block ends. For the whole
    process, not for a thread.
    """
    before = set_translator(translator(code))
    try:
        yield
    finally:
        set_translator(before)
