"""Names of players, files and boards: keys for comparison, and cleaning for display.

A name's key is NFKC, case folded, without invisible format characters, runs of blanks as one blank.
So full-width `Ａlice`, `alice ` and `Alice` with a zero-width space in it share a key. Cyrillic
`Аlice` has another: look-alikes of other scripts are different people. Only keys are searched and
compared; pages show the name as it was written.
"""

import hashlib
import unicodedata
from base64 import b32encode

MAX_NAME = 200  # characters, as stored and shown
MAX_KEY = 4 * MAX_NAME  # NFKC can lengthen a name; a longer key is cut
MAX_LABEL = 200
MAX_INITIALS = 4

_INVISIBLE = {"Cf", "Cc", "Cs", "Co", "Cn"}
_DIRECTION_MARKS = dict.fromkeys(
    [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)


def name_key(name: str) -> str:
    """Return the key by which a player's name is compared and searched."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return clean_line(unicodedata.normalize("NFKC", folded))[:MAX_KEY]


def handle_of(key: str) -> str:
    """Return the identifier of a name key in addresses: 16 letters and digits.

    >>> handle_of(name_key("Jane"))
    'qh4pnxpiqns7heuh'
    """
    digest = hashlib.sha256(key.encode()).digest()
    return b32encode(digest[:10]).decode().lower()


def shown_name(name: str) -> str:
    """Return a name as stored for display: as written, cut at MAX_NAME characters, without
    characters that databases can't store.
    """
    clean = name.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    return _cut(clean.encode("utf-8", "replace").decode("utf-8"), MAX_NAME)


def clean_label(text: str) -> str:
    """Return the name of a file, archive member or board without control characters, cut at
    MAX_LABEL characters. It is never a path to open.
    """
    return _cut(
        "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text), MAX_LABEL
    )


def without_direction_marks(text: str) -> str:
    """Return a text without the characters that change the direction of what follows. For titles,
    pictures and attributes; elements of a page isolate names with `<bdi>`.
    """
    return text.translate(_DIRECTION_MARKS)


def initials_of(name: str) -> str:
    """Return the initials of a name, at most four; empty if they would show the whole name.

    >>> initials_of("Jane van der Berg"), initials_of("J"), initials_of("李 明")
    ('J. V. D. B.', '', '')
    """
    words = ["".join(c for c in word if c.isalnum()) for word in clean_line(name).split()]
    words = [word for word in words if word]
    if all(len(word) == 1 for word in words):
        return ""
    return " ".join(f"{word[0].upper()}." for word in words[:MAX_INITIALS])


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def clean_line(text: str) -> str:
    """Return a typed line without invisible characters, with runs of blanks as one blank."""
    visible = "".join(
        " " if c.isspace() else c
        for c in text
        if c.isspace() or unicodedata.category(c) not in _INVISIBLE
    )
    return " ".join(visible.split())
