"""Animated clips: steps one after another, as GIF or WebP.

Each picture is encoded separately (`encoded`), so a long clip can be made in pieces; `joined` puts
the encoded pictures into one file. Formats: GIF89a, and the WebP container specification.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from PIL import Image

Item = TypeVar("Item")
GIF, WEBP = FORMS = ("gif", "webp")
COLOURS = 256
LAST_FACTOR = 2
"""The last step is shown this many times as long."""
_GIF_HEADER, _PALETTE_BYTES = 13, 3 * COLOURS
_EXTENSION, _IMAGE = b"!"[0], b","[0]


def film(pictures: Sequence[bytes], form: str, milliseconds: int) -> bytes:
    """Return an endless clip of PNG pictures of one size, each shown for `milliseconds`.

    A GIF has one palette, of its first, middle and last picture, so that colours don't flicker.
    """
    palette = palette_of(key_pictures(pictures)) if form == GIF else b""
    return joined([encoded(each, form, palette) for each in pictures], form, milliseconds)


def key_pictures(pictures: Sequence[Item]) -> list[Item]:
    """Return the pictures that the palette of a GIF is made of."""
    return [pictures[0], pictures[len(pictures) // 2], pictures[-1]]


def palette_of(pictures: Sequence[bytes]) -> bytes:
    """Return a palette for these PNG pictures: red, green and blue of each colour."""
    from PIL import Image

    images = [_opened(picture) for picture in pictures]
    wide, high = images[0].size
    sheet = Image.new("RGB", (wide, high * len(images)))
    for n, image in enumerate(images):
        sheet.paste(image, (0, high * n))
    few = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return bytes(few.getpalette() or []).ljust(_PALETTE_BYTES, b"\0")


def encoded(picture: bytes, form: str, palette: bytes = b"") -> bytes:
    """Return a PNG picture as a file of one picture; a GIF has all colours of the palette."""
    from PIL import Image

    image, file = _opened(picture), BytesIO()
    if form == WEBP:
        image.save(file, "WEBP", lossless=True, quality=20, method=1)
        return file.getvalue()
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette)
    few = image.quantize(palette=colours, dither=Image.Dither.NONE)
    few.putpalette(palette)
    few.save(file, "GIF", optimize=False)
    return file.getvalue()


def joined(files: Sequence[bytes], form: str, milliseconds: int) -> bytes:
    """Return the clip of encoded pictures."""
    times = [milliseconds] * (len(files) - 1) + [milliseconds * LAST_FACTOR]
    return (_joined_gif if form == GIF else _joined_webp)(files, times)


def _opened(picture: bytes) -> "Image.Image":
    from PIL import Image

    return Image.open(BytesIO(picture)).convert("RGB")


def _joined_gif(files: Sequence[bytes], times: Sequence[int]) -> bytes:
    start = _GIF_HEADER + _PALETTE_BYTES
    repeat = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    parts = [b"GIF89a", files[0][6:start], repeat]
    for file, time in zip(files, times, strict=True):
        # Graphic control extension: time in hundredths of a second, no transparency.
        parts += [b"!\xf9\x04\x04", (time // 10).to_bytes(2, "little"), b"\0\0"]
        parts.append(file[_image_start(file, start) : -1])
    return b"".join([*parts, b";"])


def _image_start(file: bytes, at: int) -> int:
    """Return where the image of a GIF begins, after its extensions."""
    while file[at] == _EXTENSION:
        at += 2
        while file[at]:  # blocks that begin with their length
            at += file[at] + 1
        at += 1
    if file[at] != _IMAGE:
        raise ValueError("not a GIF of one picture")
    return at


def _joined_webp(files: Sequence[bytes], times: Sequence[int]) -> bytes:
    wide, high = _opened(files[0]).size
    size = _number(wide - 1, 3) + _number(high - 1, 3)
    parts = [_chunk(b"VP8X", b"\x02\0\0\0" + size), _chunk(b"ANIM", bytes(6))]
    for file, time in zip(files, times, strict=True):
        # At 0, 0; the flag says that the picture replaces the one before.
        frame = bytes(6) + size + _number(time, 3) + b"\x02" + file[12:]
        parts.append(_chunk(b"ANMF", frame))
    return _chunk(b"RIFF", b"WEBP" + b"".join(parts))


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + _number(len(data), 4) + data + b"\0" * (len(data) % 2)


def _number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little")
