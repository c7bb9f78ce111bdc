"""Django's translation with a cache, for the messages of the games.

A replay page contains about two thousand messages, most of them repeated at every step. Looking
each one up in Django's catalogues took a quarter of the time of the page.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from django.utils import translation
from django.utils.translation import trans_real

MAX_CACHED = 20_000
"""Cached messages per language. The catalogues have fewer, but messages without a translation (old
findings) are cached too.
"""

Key = tuple[str | int, ...]


class Translator:
    """Look messages up in the language of the request, each once per catalogue."""

    def __init__(self) -> None:
        self._caches: WeakKeyDictionary[object, dict[Key, str]] = WeakKeyDictionary()
        self._fixed: ContextVar[dict[Key, str] | None] = ContextVar("fixed", default=None)

    @contextmanager
    def fixed_language(self) -> Iterator[None]:
        """Use the current language during the whole block."""
        token = self._fixed.set(self._cache())
        try:
            yield
        finally:
            self._fixed.reset(token)

    def gettext(self, message: str) -> str:
        """Return a message in the language of the request."""
        return self._cached(translation.gettext, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the singular or plural of a message."""
        return self._cached(translation.ngettext, singular, plural, number)

    def pgettext(self, context: str, message: str) -> str:
        """Return a message in a context."""
        return self._cached(translation.pgettext, context, message)

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:
        """Return the singular or plural of a message in a context."""
        return self._cached(translation.npgettext, context, singular, plural, number)

    def _cache(self) -> dict[Key, str]:
        """Return the cached messages of the current language."""
        fixed = self._fixed.get()
        return self._caches.setdefault(trans_real.catalog(), {}) if fixed is None else fixed

    def _cached(self, look_up: Callable[..., str], *key: str | int) -> str:
        """Return a message; the four functions have keys of different lengths."""
        cache = self._cache()
        text = cache.get(key)
        if text is None:
            text = look_up(*key)
            if len(cache) < MAX_CACHED:
                cache[key] = text
        return text
