"""Cursors of pages: encrypted, since they contain primary keys. Gaps between keys would show that
uploads exist which are in no list.

AES-SIV (RFC 5297) encrypts equal positions of a list to equal cursors, all of the same length, and
refuses one of another list or with a changed character.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from struct import Struct
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.utils.crypto import salted_hmac
from rest_framework.pagination import Cursor

_LAYOUT = Struct(">BIQ")
_HAS_POSITION, _IS_REVERSE = 1, 2
_TAG_LENGTH = 16
LENGTH = (_TAG_LENGTH + _LAYOUT.size) * 4 // 3 + 1
"""Characters of a cursor, without padding."""


class InvalidCursor(Exception):
    """A text that is not a cursor of this list, or one that an earlier version made."""


def encode(cursor: Cursor, of: str) -> str:
    """Return a cursor of a list (`of`, the name of its route) as text."""
    position = cursor.position
    flags = _HAS_POSITION * (position is not None) | _IS_REVERSE * bool(cursor.reverse)
    plain = _LAYOUT.pack(flags, cursor.offset, int(position or 0))
    return _text_of(next(_ciphers()).encrypt(plain, [of.encode()]))


def decode(text: str, of: str) -> Cursor:
    """Return the cursor of a list that a text contains. Raises InvalidCursor."""
    if len(text) != LENGTH or not text.isascii():
        raise InvalidCursor(text)
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise InvalidCursor(text) from error
    if _text_of(data) != text:  # the last character has bits that decoding ignores
        raise InvalidCursor(text)
    for cipher in _ciphers():
        try:
            plain = cipher.decrypt(data, [of.encode()])
        except InvalidTag:
            continue
        flags, offset, position = _LAYOUT.unpack(plain)
        key_text: Any = str(position) if flags & _HAS_POSITION else None  # as the pages have it
        return Cursor(offset, bool(flags & _IS_REVERSE), key_text)
    raise InvalidCursor(text)


def _text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _ciphers() -> Iterator[AESSIV]:
    """Yield the cipher of the site's secret key, and those of its former ones."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        key = salted_hmac("replays.rest.cursors", "key", secret=secret, algorithm="sha256")
        yield AESSIV(key.digest())
