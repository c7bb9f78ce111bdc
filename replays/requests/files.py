"""The files of a request: how much it may bring, for all doors alike."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from replays.access.limits import limits
from replays.services import TooLarge

FORM_SLACK = 256 * 1024
"""Bytes a form may add around its files: its fields, and the head of each part."""


class TooMany(Exception):
    """Theirs: more files at once than one form may bring. `limit` as a number."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            gettext("At most {limit} files per upload. Put more into a zip file.").format(
                limit=limit
            )
        )
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Part:
    """One file: its name, as the sender gave it, and bytes."""

    name: str
    data: bytes


def check_length(request: HttpRequest, slack: int = 0) -> None:
    """Refuse by the length its sender announces, before a byte of the body is read. Raises
    TooLarge.
    """
    most, announced = limits().max_bytes, str(request.META.get("CONTENT_LENGTH") or "0")
    if announced.isascii() and announced.isdecimal() and int(announced) > most + slack:
        raise TooLarge(most)


def read_files(files: Iterable[Any], text: bytes = b"") -> list[Part]:
    """The files of a form, then the text that was pasted, if any. Raises TooMany, and TooLarge
    where they are too large together.
    """
    pace, files = limits(), list(files)
    if len(files) > pace.max_files:
        raise TooMany(pace.max_files)
    if sum(file.size or 0 for file in files) + len(text) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    parts = [Part(file.name or "", file.read()) for file in files]
    return [*parts, Part("", text)] if text.strip() else parts
