"""What a form brought: files, or pasted text."""

from django.http import HttpRequest

from replays.limits import limits
from replays.parts import Part
from replays.services import TooLarge


class NothingSent(Exception):
    """Theirs: neither a file nor text."""


class TooMany(Exception):
    """Theirs: more files than one form may bring."""


def announced_length(request: HttpRequest) -> int:
    """The body's length as its sender announces it; 0 where it does not."""
    announced = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(announced) if announced.isascii() and announced.isdecimal() else 0


def parts_of_form(request: HttpRequest, text: str) -> list[Part]:
    """The files, then the text if there is any. Raises NothingSent, TooMany, TooLarge."""
    pace = limits()
    files = request.FILES.getlist("file")
    if len(files) > pace.max_files:
        raise TooMany
    if sum(file.size or 0 for file in files) + len(text) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    parts = [Part(file.name or "", file.read()) for file in files]
    if text.strip():
        parts.append(Part("", text.encode("utf-8", "replace")))
    if not parts:
        raise NothingSent
    return parts
