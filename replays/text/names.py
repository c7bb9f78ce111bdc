"""The one rule by which two spellings of a player's name are the same name.

A name's key is NFKC, case folded, without invisible format characters, runs of blanks as one blank.
So full-width `Ａlice`, `alice ` and `Alice` with a zero-width space in it share a key; Cyrillic
`Аlice` keeps its own: look-alikes of other scripts are different people. Only the key is searched
and compared; what people see is the name as it was written.
"""

import hashlib
import unicodedata
from base64 import b32encode

MAX_NAME = 200  # characters, as stored and shown
MAX_KEY = 4 * MAX_NAME  # NFKC may lengthen a name; a longer key is cut, which merges nobody real

_INVISIBLE = {"Cf", "Cc", "Cs", "Co", "Cn"}


def name_key(name: str) -> str:
    """The search key of a player's name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    visible = "".join(
        " " if c.isspace() else c
        for c in folded
        if c.isspace() or unicodedata.category(c) not in _INVISIBLE
    )
    return " ".join(visible.split())[:MAX_KEY]


def handle_of(key: str) -> str:
    """The word that stands for a name's key in addresses, whatever is in the name: 16 letters and
    digits.

    >>> handle_of(name_key("Jane"))
    'qh4pnxpiqns7heuh'
    """
    digest = hashlib.sha256(key.encode()).digest()
    return b32encode(digest[:10]).decode().lower()


def shown_name(name: str) -> str:
    """A name as stored for showing: as written, cut at MAX_NAME characters, without what no
    database text can hold.
    """
    clean = name.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    clean = clean.encode("utf-8", "replace").decode("utf-8")
    return clean if len(clean) <= MAX_NAME else clean[: MAX_NAME - 1] + "…"


def clean_line(text: str) -> str:
    """A line that somebody typed, as it is kept: without what cannot be seen, runs of blanks as
    one.
    """
    kept = "".join(
        " " if c.isspace() else c
        for c in text
        if c.isspace() or unicodedata.category(c) not in _INVISIBLE
    )
    return " ".join(kept.split())
