"""Opening uploaded files: plain, gzip, or a zip of such files. In memory and within limits; nothing
is written to disk.

The name of a zip member is a label, never a path. Nothing is raised: a container that cannot be
opened becomes a document with a fault.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from games.core.language import text
from games.log import foreign

GZIP_MAGIC, ZIP_MAGIC = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
PLAIN_MAX = 64 * 1024 * 1024
"""Most bytes of one unpacked file."""
MEMBERS_MAX = 10_000
RATIO_MAX = 200
RATIO_FROM = 1024 * 1024
"""How many times larger a compressed file may become, from this unpacked size on."""
LABEL_MAX = 200
"""Most characters of a member's label."""
SKIPPED_MAX = 100
"""Most skipped members that are listed."""
_CHUNK = 256 * 1024
_ZIP_FAULTS = (
    zipfile.BadZipFile,
    NotImplementedError,
    ValueError,
    EOFError,
    OSError,
    UnicodeDecodeError,
)


class Document(NamedTuple):
    """A file's text, or why there is none (`fault`). `label` is the archive member's name."""

    label: str
    text: str
    fault: str | None = None
    code: str = ""


class ContainerFault(Exception):
    """A container cannot be opened."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def read_documents(data: bytes) -> Iterator[Document]:
    """Return the documents of a file, in archive order."""
    if data.startswith(ZIP_MAGIC):
        yield from _zip_documents(data)
    else:
        yield _document("", data, PLAIN_MAX)


def is_packed(data: bytes) -> bool:
    """Return whether a file is gzip or zip."""
    return data.startswith((GZIP_MAGIC, *ZIP_MAGIC))


def unpacked_size(data: bytes, most: int) -> int:
    """Return the unpacked size, or any size above `most` if it is larger; 0 if the file cannot be
    opened. Never unpacks more than necessary.
    """
    try:
        if data.startswith(GZIP_MAGIC):
            return len(gunzip(data, most))
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return sum(info.file_size for info in archive.infolist())
    except ContainerFault as fault:
        return most + 1 if fault.code == "too_large" else 0
    except _ZIP_FAULTS:
        return 0


def skipped_members(data: bytes) -> list[str]:
    """Return the names of the files in a zip that are not read: files that operating systems add,
    and empty ones. At most the first SKIPPED_MAX.
    """
    if not data.startswith(ZIP_MAGIC):
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            skipped = (
                info.filename
                for info in archive.infolist()
                if not info.is_dir() and (_is_clutter(info) or not info.file_size)
            )
            return list(islice(skipped, SKIPPED_MAX))
    except _ZIP_FAULTS:
        return []


def _document(label: str, data: bytes, left: int) -> Document:
    """Return a plain or gzipped file as text."""
    try:
        if data.startswith(GZIP_MAGIC):
            data = gunzip(data, left)
        elif data.startswith(ZIP_MAGIC):
            message = text("A zip inside a zip is not opened. Put the files into one zip.")
            raise ContainerFault("nested_zip", message)
        return Document(label, decode(data, is_lenient=True))
    except ContainerFault as fault:
        return Document(label, "", fault.message, fault.code)


def decode(data: bytes, *, is_lenient: bool = False) -> str:
    """Return the text of a file: UTF-8, or UTF-16 with a BOM. Raises ContainerFault.

    With `is_lenient` a byte that is not UTF-8 becomes a lone surrogate, which the readers refuse
    where it stands.
    """
    what = foreign.what_it_is(data)
    if what is not None:
        raise ContainerFault("no_text", foreign.not_a_log(what))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as fault:
            message = text(
                "The file is not valid UTF-16 at byte {n}. Save it as UTF-8.", n=fault.start
            )
            raise ContainerFault("encoding", message) from None
    encoding = _wide_encoding(data[:_LOOK])
    if encoding:
        message = text("The file is saved as {encoding}. Save it as UTF-8.", encoding=encoding)
        raise ContainerFault("encoding", message)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        first_bad = fault.start
    if not is_lenient or (b"{" not in data and b"[" not in data):  # no game can be found in it
        message = text("The file is not valid UTF-8 at byte {n}. Save it as UTF-8.", n=first_bad)
        raise ContainerFault("encoding", message)
    return data.decode("utf-8-sig", "surrogateescape")


_LOOK = 400
"""How many bytes tell the encoding."""


def _wide_encoding(data: bytes) -> str:
    """Return `UTF-16` or `UTF-32` if most characters of a beginning have zero bytes, else ""."""
    zeros = data.count(0)
    if not zeros or zeros * 3 < len(data):
        return ""
    return "UTF-32" if zeros * 3 > len(data) * 2 else "UTF-16"


def gunzip(data: bytes, left: int) -> bytes:
    """Unpack gzip (also several members) up to `left` bytes. Raises ContainerFault."""
    limit = min(left, max(RATIO_FROM, RATIO_MAX * len(data)))
    whole = bytearray()
    while data:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpacker.eof:
            try:
                piece = unpacker.decompress(data, _CHUNK)
            except zlib.error:
                raise ContainerFault("gzip", text("The gzip data is damaged.")) from None
            whole += piece
            if len(whole) > limit:
                raise ContainerFault("too_large", _too_large(limit))
            data = unpacker.unconsumed_tail
            if not data and not piece and not unpacker.eof:
                raise ContainerFault("gzip", text("The gzip data is incomplete."))
        data = unpacker.unused_data
        if not data.strip(b"\0"):
            break
        if not data.startswith(GZIP_MAGIC):
            raise ContainerFault("gzip", text("There is other data after the gzip data."))
    return bytes(whole)


def _too_large(limit: int) -> str:
    return text("The file unpacks to more than {n} bytes. Split it.", n=limit)


def _zip_documents(data: bytes) -> Iterator[Document]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = [info for info in archive.infolist() if not _is_clutter(info)]
    except _ZIP_FAULTS:
        yield Document("", "", text("The zip file is damaged."), "zip")
        return
    if len(members) > MEMBERS_MAX:
        message = text("The zip holds more than {n} files. Split it.", n=MEMBERS_MAX)
        yield Document("", "", message, "too_many")
        return
    what = foreign.what_the_zip_is({info.filename for info in members})
    if what is not None:
        yield Document("", "", foreign.not_a_log(what), "no_text")
        return
    left = PLAIN_MAX
    is_empty = True
    labels: dict[str, int] = {}
    for info in members:
        label = _new_label(info.filename, labels)
        try:
            content = _member(archive, info, min(left, max(RATIO_FROM, RATIO_MAX * len(data))))
        except ContainerFault as fault:
            is_empty = False
            yield Document(label, "", fault.message, fault.code)
            if fault.code == "too_large":
                return
            continue
        left -= len(content)
        if not content:
            continue
        is_empty = False
        document = _document(label, content, left)
        left -= len(document.text) if content.startswith(GZIP_MAGIC) else 0
        yield document
    if is_empty:
        yield Document("", "", text("The zip file contains no log."), "empty")


def _new_label(name: str, labels: dict[str, int]) -> str:
    """Return a unique label for a member and add it to `labels` (label → how often it was wanted).
    Two members of one name become `a.txt` and `a.txt (2)`, so that their findings are not mixed up.
    """
    wanted = label = name[:LABEL_MAX]
    while label in labels:
        labels[wanted] += 1
        suffix = f" ({labels[wanted]})"
        label = wanted[: LABEL_MAX - len(suffix)] + suffix
    labels[label] = 1
    return label


def _is_clutter(info: zipfile.ZipInfo) -> bool:
    """Return whether a member is a folder or a file that operating systems add."""
    folder, _, name = info.filename.rpartition("/")
    return (
        info.is_dir()
        or "__MACOSX" in folder
        or name.startswith("._")
        or name in (".DS_Store", "Thumbs.db", "desktop.ini")
    )


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> bytes:
    if info.flag_bits & 0x1:
        message = text("The file is encrypted in the zip. Add it without a password.")
        raise ContainerFault("encrypted", message)
    whole = bytearray()
    try:
        with archive.open(info) as member:
            while piece := member.read(_CHUNK):
                whole += piece
                if len(whole) > limit:
                    raise ContainerFault("too_large", _too_large(limit))
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
    ):
        raise ContainerFault("zip", text("The file is damaged in the zip.")) from None
    return bytes(whole)
