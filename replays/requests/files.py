"""The files of a request, with limits on their size and number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from replays.access.limits import limits
from replays.services import TooLarge

FORM_SLACK = 256 * 1024
"""Bytes of a form besides its files: its fields, and the header of each part."""


class TooMany(Exception):
    """A client error: too many files in a form."""

    def __init__(self, limit: int) -> None:
        message = gettext("At most {limit} files per upload. Put more into a zip file.")
        super().__init__(message.format(limit=limit))
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Part:
    """A file: its name as sent, and its bytes."""

    name: str
    data: bytes


def check_length(request: HttpRequest, slack: int = 0) -> None:
    """Check the Content-Length before the body is read. Raises TooLarge."""
    limit, length = limits().max_bytes, str(request.META.get("CONTENT_LENGTH") or "0")
    if length.isascii() and length.isdecimal() and int(length) > limit + slack:
        raise TooLarge(limit)


def read_files(files: Iterable[Any], text: bytes = b"", name: str = "") -> list[Part]:
    """Return the files of a form, then the text of its editor, if any, with the name of the file it
    comes from. Raises TooMany, or TooLarge if they are too large together.
    """
    limit, files = limits(), list(files)
    if len(files) > limit.max_files:
        raise TooMany(limit.max_files)
    if sum(file.size or 0 for file in files) + len(text) > limit.max_bytes:
        raise TooLarge(limit.max_bytes)
    parts = [Part(file.name or "", file.read()) for file in files]
    return [*parts, Part(name, text)] if text.strip() else parts
