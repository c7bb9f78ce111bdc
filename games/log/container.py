"""Opening what people send: plain bytes, gzip, or a zip of such files. In memory and within limits;
nothing is ever written.

A member's name is a label and never a path. Raises nothing: a container that cannot be opened
becomes a document with a fault.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from games.log import foreign

GZIP_MAGIC, ZIP_MAGIC = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
PLAIN_MAX = 64 * 1024 * 1024
"""Bytes that one file may hold when it is unpacked."""
MEMBERS_MAX = 10_000
RATIO_MAX = 200
"""How many times larger than itself a compressed file may become; small files (`RATIO_FROM`) are
let be.
"""
RATIO_FROM = 1024 * 1024
LABEL_MAX = 200
"""Characters of a member's label."""
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
    """One file's text, or why there is none; `label` is the archive member's name."""

    label: str
    text: str
    fault: str | None = None
    code: str = ""


class ContainerFault(Exception):
    """Why a container cannot be opened."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def read_documents(data: bytes) -> Iterator[Document]:
    """The documents of a file, in archive order."""
    if data.startswith(ZIP_MAGIC):
        yield from _zip_documents(data)
    else:
        yield _document("", data, PLAIN_MAX)


def is_packed(data: bytes) -> bool:
    """Whether a file is gzip or zip."""
    return data.startswith((GZIP_MAGIC, *ZIP_MAGIC))


def unpacked_size(data: bytes, most: int) -> int:
    """How many bytes a packed file holds, or more than `most` where it is more; 0 where it cannot
    be opened. Never unpacks more than it must.
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


def _document(label: str, data: bytes, left: int) -> Document:
    """A plain or gzipped file as text."""
    try:
        if data.startswith(GZIP_MAGIC):
            data = gunzip(data, left)
        elif data.startswith(ZIP_MAGIC):
            raise ContainerFault(
                "nested_zip", "A zip inside a zip is not opened; put the files side by side."
            )
        return Document(label, decode(data))
    except ContainerFault as fault:
        return Document(label, "", fault.message, fault.code)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without BOM, or UTF-16 with one. Raises ContainerFault."""
    what = foreign.what_it_is(data)
    if what is not None:
        raise ContainerFault("no_text", foreign.told(what))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as fault:
            message = (
                f"This begins like UTF-16 but is not at byte {fault.start}; save the file as UTF-8."
            )
            raise ContainerFault("encoding", message) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        message = f"The file is not UTF-8 at byte {fault.start}; save it as UTF-8."
        raise ContainerFault("encoding", message) from None
    return text


def gunzip(data: bytes, left: int) -> bytes:
    """Unpack gzip (several members too) up to `left` bytes. Raises ContainerFault."""
    limit = min(left, max(RATIO_FROM, RATIO_MAX * len(data)))
    whole = bytearray()
    while data:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpacker.eof:
            try:
                piece = unpacker.decompress(data, _CHUNK)
            except zlib.error:
                raise ContainerFault("gzip", "The gzip data is damaged.") from None
            whole += piece
            if len(whole) > limit:
                raise ContainerFault("too_large", f"The file unpacks to more than {limit} bytes.")
            data = unpacker.unconsumed_tail
            if not data and not piece and not unpacker.eof:
                raise ContainerFault("gzip", "The gzip data is cut short.")
        data = unpacker.unused_data
        if not data.strip(b"\0"):
            break
        if not data.startswith(GZIP_MAGIC):
            raise ContainerFault("gzip", "There is something else after the gzip data.")
    return bytes(whole)


def _zip_documents(data: bytes) -> Iterator[Document]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = [info for info in archive.infolist() if not _is_clutter(info)]
    except _ZIP_FAULTS:
        yield Document("", "", "The zip file is damaged.", "zip")
        return
    if len(members) > MEMBERS_MAX:
        yield Document("", "", f"The zip file holds more than {MEMBERS_MAX} files.", "too_many")
        return
    what = foreign.what_the_zip_is({info.filename for info in members})
    if what is not None:
        yield Document("", "", foreign.told(what), "no_text")
        return
    left = PLAIN_MAX
    any_given = False
    labels: dict[str, int] = {}
    for info in members:
        label = _new_label(info.filename, labels)
        try:
            content = _member(archive, info, min(left, max(RATIO_FROM, RATIO_MAX * len(data))))
        except ContainerFault as fault:
            any_given = True
            yield Document(label, "", fault.message, fault.code)
            if fault.code == "too_large":
                return
            continue
        left -= len(content)
        if not content:
            continue
        any_given = True
        document = _document(label, content, left)
        left -= len(document.text) if content.startswith(GZIP_MAGIC) else 0
        yield document
    if not any_given:
        yield Document("", "", "The zip file holds no log.", "empty")


def _new_label(name: str, labels: dict[str, int]) -> str:
    """A member's label, added to those there are (each with how often it was wanted): two members
    of one name become `a.txt` and `a.txt (2)`, so that what is said of one is not taken for the
    other.
    """
    wanted = label = name[:LABEL_MAX]
    while label in labels:
        labels[wanted] += 1
        suffix = f" ({labels[wanted]})"
        label = wanted[: LABEL_MAX - len(suffix)] + suffix
    labels[label] = 1
    return label


def _is_clutter(info: zipfile.ZipInfo) -> bool:
    """Whether a member is no file, or one that an operating system adds unasked."""
    folder, _, name = info.filename.rpartition("/")
    return (
        info.is_dir() or "__MACOSX" in folder or name in (".DS_Store", "Thumbs.db", "desktop.ini")
    )


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> bytes:
    if info.flag_bits & 0x1:
        raise ContainerFault(
            "encrypted", "The file is encrypted in the zip; add it without a password."
        )
    whole = bytearray()
    try:
        with archive.open(info) as member:
            while piece := member.read(_CHUNK):
                whole += piece
                if len(whole) > limit:
                    raise ContainerFault(
                        "too_large", f"The zip file unpacks to more than {limit} bytes."
                    )
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
    ):
        raise ContainerFault("zip", "The file is damaged in the zip.") from None
    return bytes(whole)
