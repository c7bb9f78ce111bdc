"""Quotes and escapes of the text spelling (log-format page, "Text")."""

import re

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BARE_WORD = re.compile(r"[^\s;{}\"\[\]#@\0]+")


class Quoted(str):
    """A word that stood in quotes: never a sign or a keyword."""

    __slots__ = ()


def unescape(text: str, closing: str = '"') -> str:
    r"""What stood between quotes (or, with `}`, in a note): `\n`, `\\` and the escaped closing
    sign.

    Another backslash stands for itself.
    """
    if "\\" not in text:
        return text
    known = {"n": "\n", "\\": "\\", closing: closing}
    return _ESCAPE.sub(lambda match: known.get(match[1], match[0]), text)


def escape(text: str, closing: str = '"') -> str:
    """The text as it stands between quotes, or with `}` in a note."""
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n")


def quote(text: str) -> str:
    """The text in quotes."""
    return f'"{escape(text)}"'


def word(text: str) -> str:
    """A word of an event: bare where it can be, else in quotes."""
    if isinstance(text, Quoted) or not _BARE_WORD.fullmatch(text) or text.startswith("x_"):
        return quote(text)
    return text
