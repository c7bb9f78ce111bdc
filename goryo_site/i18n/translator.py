"""What the games' words are looked up with: Django's translation, with a memory.

A replay page says some two thousand messages, most of them again at every step. Django looks each
of them up in turn in the catalogues of a language, which was a quarter of the page's time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from django.utils import translation
from django.utils.translation import trans_real

MOST = 20_000
"""Messages remembered in a language: what is above is looked up each time. The catalogues have
fewer, but a message that no catalogue has, as the findings of old uploads, is looked up too.
"""

Key = str | tuple[str | int, ...]


class Translator:
    """Looks messages up in the language of the request, each once for every catalogue."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[object, dict[Key, str]] = WeakKeyDictionary()
        self._held: ContextVar[dict[Key, str] | None] = ContextVar("held", default=None)

    @contextmanager
    def fixed_language(self) -> Iterator[None]:
        """Within, the language is that of the beginning."""
        token = self._held.set(self._of_now())
        try:
            yield
        finally:
            self._held.reset(token)

    def gettext(self, message: str) -> str:
        """A message in the language of the request."""
        known = self._of_now()
        words = known.get(message)
        return self._learn(known, message, translation.gettext, message) if words is None else words

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of a message that goes with a number."""
        known, key = self._of_now(), (singular, plural, number)
        words = known.get(key)
        return self._learn(known, key, translation.ngettext, *key) if words is None else words

    def pgettext(self, context: str, message: str) -> str:
        """A message that means something else in another context."""
        known, key = self._of_now(), (context, message)
        words = known.get(key)
        return self._learn(known, key, translation.pgettext, *key) if words is None else words

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:
        """Both of these."""
        known, key = self._of_now(), (context, singular, plural, number)
        words = known.get(key)
        return self._learn(known, key, translation.npgettext, *key) if words is None else words

    def _of_now(self) -> dict[Key, str]:
        """What is known of the language of the request."""
        held = self._held.get()
        return self._known.setdefault(trans_real.catalog(), {}) if held is None else held

    @staticmethod
    def _learn(
        known: dict[Key, str], key: Key, look_up: Callable[..., str], *args: str | int
    ) -> str:
        words = look_up(*args)
        if len(known) < MOST:
            known[key] = words
        return words
