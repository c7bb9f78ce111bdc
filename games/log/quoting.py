"""Quotes and escapes of the text spelling (log-format page, "Text")."""

import re

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BARE_WORD = re.compile(r"[^\s;{}\"\[\]#@\0]+")


class Quoted(str):
    """A word that was in quotes, and so is neither a sign nor a keyword."""

    __slots__ = ()


def unescape(text: str, closing: str = '"') -> str:
    r"""Return the text between quotes (or, with `}`, of a note): `\n`, `\\` and the escaped closing
    sign are replaced. Other backslashes are literal.
    """
    if "\\" not in text:
        return text
    known = {"n": "\n", "\\": "\\", closing: closing}
    return _ESCAPE.sub(lambda match: known.get(match[1], match[0]), text)


def escape(text: str, closing: str = '"') -> str:
    """Return the text escaped for quotes, or with `}` for a note."""
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n")


def quote(text: str) -> str:
    """Return the text in quotes."""
    return f'"{escape(text)}"'


def word(text: str) -> str:
    """Return a word of an event, in quotes if necessary."""
    if isinstance(text, Quoted) or not _BARE_WORD.fullmatch(text) or text.startswith("x_"):
        return quote(text)
    return text
