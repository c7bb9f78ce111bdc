"""Files that are not logs, recognised by their first bytes so that the message can name them.

No log begins like any of these, so no readable file is refused.
"""

import re
from collections.abc import Collection

from games.core.language import Text, text

SIGNATURES: tuple[tuple[bytes, Text], ...] = (
    (b"\x89PNG", text("a PNG image")),
    (b"\xff\xd8\xff", text("a JPEG image")),
    (b"GIF8", text("a GIF image")),
    (b"II*\0", text("a TIFF image")),
    (b"MM\0*", text("a TIFF image")),
    (b"%PDF-", text("a PDF document")),
    (b"{\\rtf", text("an RTF document")),
    (b"\xd0\xcf\x11\xe0", text("an Office document")),
    (b"7z\xbc\xaf\x27\x1c", text("a 7z archive")),
    (b"Rar!\x1a", text("a RAR archive")),
    (b"\xfd7zXZ", text("an xz archive")),
    (b"\x28\xb5\x2f\xfd", text("a Zstandard archive")),
    (b"BZh", text("a bzip2 archive")),
    (b"SQLite format 3\0", text("an SQLite database")),
    (b"\x7fELF", text("a program")),
    (b"MZ", text("a program")),
    (b"ID3", text("an audio file")),
    (b"OggS", text("an audio or video file")),
    (b"\x1aE\xdf\xa3", text("a video")),
)
_PIECES = re.compile(  # a format's name after a length or another name
    rb"RIFF.{4}(?P<webp>WEBP)|RIFF.{4}(?P<wave>WAVE)|.{4}ftyp(?P<heic>heic|heix|mif1|avif)"
    rb"|.{4}(?P<film>ftyp)|(?P<bmp>BM.{4}\0{4})",
    re.DOTALL,
)
_PIECE_NAMES = {
    "webp": text("a WebP image"),
    "wave": text("an audio file"),
    "heic": text("a HEIC image"),
    "film": text("a video"),
    "bmp": text("a BMP image"),
}
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:(?P<html>!doctype html|html)|\?xml|svg)", re.IGNORECASE
)


def what_it_is(data: bytes) -> Text | None:
    """Return what a file is, for example `a PNG image`; None if it may be a log."""
    for start, name in SIGNATURES:
        if data.startswith(start):
            return name
    piece = _PIECES.match(data)
    if piece is not None:
        return _PIECE_NAMES[str(piece.lastgroup)]
    markup = _MARKUP.match(data)
    if markup is not None:
        return text("an HTML page") if markup["html"] else text("XML")
    return None


def what_the_zip_is(names: Collection[str]) -> Text | None:
    """Return what a zip with files of these names is; None if it may hold logs."""
    if "[Content_Types].xml" in names:
        return text("an Office document")
    if "META-INF/manifest.xml" in names and "mimetype" in names:
        return text("an OpenDocument file")
    return None


def not_a_log(what: Text) -> Text:
    """Return the message about such a file."""
    return text("This file is {what}, not a log. A log is text or JSON.", what=what)
