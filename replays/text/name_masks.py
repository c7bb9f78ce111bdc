"""Finding hidden names in free text about a game, in any spelling."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from .names import clean_line

INSTEAD = "a player"
MIN_LENGTH = 3
"""Shorter names are found only as they are written, since they can be words."""
ORDINARY = frozenset({
    "a", "ad", "ai", "al", "am", "an", "as", "at", "be", "by", "ci", "da", "di", "do", "e",
    "ed", "fa", "fu", "go", "gg", "ha", "he", "hi", "ho", "i", "if", "il", "in", "io", "is",
    "it", "la", "le", "li", "lo", "ma", "me", "mi", "mr", "my", "ne", "ni", "no", "o", "of",
    "oh", "ok", "on", "or", "se", "si", "so", "su", "te", "ti", "to", "tu", "un", "up",
    "us", "va", "vi", "vs", "we",
})  # fmt: skip
"""Short words of English and Italian, folded."""
_SPACE = re.compile(r"[a-z]?[0-9]+")
"""Numbers, and names of spaces of a board, folded."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_START, _END = r"(?<![^\W_])(?<![^\W_]_)(?<![^\W_]__)", r"(?!_{0,2}[^\W_])"
"""Where a word starts and ends. Up to two underscores around it are emphasis, not a part of it."""
_ENDS = frozenset(".!?:;…\n")
"""Characters after which a sentence starts."""
_ALIKE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-", "–": "-", "—": "-"})
_WITHOUT_SPACES = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")
"""Scripts that write words without spaces, or particles after names."""
_IGNORED = {"Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn"}


class NameMask:
    """Replaces some names in texts by “a player”.

    A name of three characters or more is found as whole words whatever the case, accents, width of
    characters, typographic quotes and hyphens, invisible characters and spaces. Scripts without
    spaces have no words, so there a name is found everywhere. A shorter name is found as whole
    words with the case and accents of the log. If it is also an ordinary word, a number or a space
    of a board, it has to be capitalised (one letter: not at the start of a sentence, and never
    “I”). A text that is nothing but the name is always replaced.

    >>> NameMask(["José Quux", "Al"]).sub("JOSE  QUUX met Al al bar"), NameMask(["A"]).sub("A cat")
    ('a player met a player al bar', 'A cat')
    """

    def __init__(self, names: Iterable[str]) -> None:
        spelled = {name.strip() for name in names} - {""}
        self._folded: dict[str, set[str]] = {}
        for name in spelled:
            if key := _key(name):
                self._folded.setdefault(key, set()).add(_exact(name))
        longest_first = sorted(self._folded, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_spelling, longest_first)) or r"(?!)")

    def __bool__(self) -> bool:
        return bool(self._folded)

    def sub(self, text: str) -> str:
        """Return the text without the names."""
        if text.isascii() and not _CONTROL.search(text):
            folded, places = text.lower(), None
        else:
            folded, places = _fold(text)
        parts, end = [], 0
        for start, stop in self._spans(text, folded, places):
            parts += [text[end:start], INSTEAD]
            end = stop
        return "".join([*parts, text[end:]]) if parts else text

    def _spans(self, text: str, folded: str, places: list[int] | None) -> Iterator[tuple[int, int]]:
        """Yield where the names are in the text."""
        at = 0
        while (found := self._pattern.search(folded, at)) is not None:
            first, last = found.span()
            start = places[first] if places else first
            stop = (places[last] if last < len(places) else len(text)) if places else last
            is_cut = places and last < len(places) and places[last - 1] == places[last]
            if not is_cut and self._is_meant(text, start, stop, " ".join(found[0].split())):
                yield start, stop
                at = last
            else:
                at = first + 1

    def _is_meant(self, text: str, start: int, stop: int, key: str) -> bool:
        if len(key) >= MIN_LENGTH or not (text[:start] + text[stop:]).strip():
            return True
        written = _exact(text[start:stop])
        if written not in self._folded[key]:
            return False
        if key not in ORDINARY and not _SPACE.fullmatch(key):
            return True
        if not written[:1].isupper() or written == "I":
            return False
        before = text[:start].rstrip(" \t\"'“”‘’«»()[]*_")
        return len(key) > 1 or (bool(before) and before[-1] not in _ENDS)


def _spelling(key: str) -> str:
    """Return the expression that finds a folded name."""
    first = "" if _joins(key[0]) else _START
    last = "" if _joins(key[-1]) else _END
    if len(key) < 2:
        first, last = _START, _END
    return first + re.escape(key).replace(r"\ ", r"\s+") + last


def _joins(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_WITHOUT_SPACES)


def _exact(name: str) -> str:
    return clean_line(unicodedata.normalize("NFKC", name).translate(_ALIKE))


def _key(name: str) -> str:
    return " ".join(_fold(name)[0].split())


def _fold(text: str) -> tuple[str, list[int]]:
    """Return a text without case, accents and invisible characters, and for each of its characters
    the position in the text.
    """
    folded, places = [], []
    for place, character in enumerate(text):
        if character.isspace():
            folded.append(" ")
            places.append(place)
            continue
        plain = unicodedata.normalize("NFKD", character).casefold().translate(_ALIKE)
        for part in unicodedata.normalize("NFKD", plain):
            if unicodedata.category(part) not in _IGNORED:
                folded.append(part)
                places.append(place)
    return "".join(folded), places
