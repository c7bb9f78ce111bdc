"""What a file is that is no log, told by how it begins: to be named, never opened.

No log begins like any of these, so nothing that could be read is turned away.
"""

import re
from collections.abc import Collection

SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"BZh", "a bzip2 archive"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or film"),
    (b"\x1aE\xdf\xa3", "a film"),
)
_PIECES = re.compile(  # a format's name behind a length or another name
    rb"RIFF.{4}(?P<webp>WEBP)|RIFF.{4}(?P<wave>WAVE)|.{4}ftyp(?P<heic>heic|heix|mif1|avif)"
    rb"|.{4}(?P<film>ftyp)|(?P<bmp>BM.{4}\0{4})",
    re.DOTALL,
)
_PIECES_WORDS = {
    "webp": "a WebP picture",
    "wave": "a sound",
    "heic": "a HEIC picture",
    "film": "a film",
    "bmp": "a BMP picture",
}
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:(?P<html>!doctype html|html)|\?xml|svg)", re.IGNORECASE
)


def what_it_is(data: bytes) -> str | None:
    """What a file is, as `a PNG picture`; None for what may be a log."""
    for begin, what in SIGNATURES:
        if data.startswith(begin):
            return what
    piece = _PIECES.match(data)
    if piece is not None:
        return _PIECES_WORDS[str(piece.lastgroup)]
    markup = _MARKUP.match(data)
    if markup is not None:
        return "an HTML page" if markup["html"] else "XML"
    return None


def what_the_zip_is(names: Collection[str]) -> str | None:
    """What a zip with files of these names is; None for one that may hold logs."""
    if "[Content_Types].xml" in names:
        return "an Office document"
    if "META-INF/manifest.xml" in names and "mimetype" in names:
        return "an OpenDocument file"
    return None


def told(what: str) -> str:
    """The message about it."""
    return f"This is {what}; a log is text or JSON."
