"""Zip and gzip as they are in the wild: rows A009, A042, A045, A046, A172 and B32."""

from __future__ import annotations

import gzip
import io
import resource
import struct
import time
import zipfile
import zlib
from functools import cache
from pathlib import Path

import pytest

from games.registry import judge
from tests.faults import samples
from tests.faults.doors import STORING, pure

pytestmark = pytest.mark.django_db
GOOD = samples.as_json(samples.log())
ONE = pure(GOOD).accepted
ZIPPED = samples.gzipped(GOOD)
DOORS = ["JSON body", "bytes body", "form"]


def test_a_broken_member_does_not_hide_the_others() -> None:
    """A009"""
    members = {f"{n}.json": samples.as_json(samples.log(n)) for n in range(10)}
    members["6.json"] = members["6.json"].replace(b'"b4"', b'"b9"')
    answer = STORING["form"](samples.zipped(members))
    assert answer.status == 207
    assert len(answer.accepted) == 9
    rows = answer.body["games"]
    assert [row["status"] for row in rows] == ["refused" if n == 6 else "stored" for n in range(10)]
    finding = rows[6]["findings"][0]
    assert (finding["game"], finding["event"], finding["rule"]) == (6, 1, "2.1")
    assert rows[6]["label"] == "6.json"


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("share", [0.01, 0.05, 0.5, 0.95])
def test_a_truncated_gzip_is_refused(door: str, share: float) -> None:
    """A045"""
    cut = ZIPPED[: -max(1, int(len(ZIPPED) * share))]
    answer = STORING[door](cut)
    assert answer.status == 422
    assert answer.findings[0]["message"]
    assert answer.accepted == []


@pytest.mark.parametrize("place", [3, 8, 20, -8, -5, -1])
def test_a_damaged_gzip_is_refused_or_reads_the_same(place: int) -> None:
    """A045: header bytes may be of no meaning; a wrong sum or length never passes."""
    data = bytearray(ZIPPED)
    data[place] ^= 0x55
    answer = STORING["bytes body"](bytes(data))
    if place < 0 or place >= 20:
        assert answer.status == 422
        assert answer.accepted == []
    else:
        assert answer.accepted in ([], ONE)


def test_the_content_says_what_a_file_is_not_its_name() -> None:
    """A045: JSON that calls itself .gz, gzip that calls itself .json."""
    assert pure(samples.zipped({"a.json.gz": GOOD})).accepted == ONE
    assert pure(samples.zipped({"a.json": ZIPPED})).accepted == ONE


@pytest.mark.parametrize("junk", [b"abc", b"\0" * 512, ZIPPED[:10], b"\x1f\x8b"])
def test_junk_after_gzip_has_one_answer(junk: bytes) -> None:
    """A046: zeros after the data are padding; anything else is refused with a reason."""
    answer = STORING["bytes body"](ZIPPED + junk)
    assert answer.status in (201, 422)
    if answer.status == 201:
        assert answer.accepted == ONE
    else:
        assert answer.accepted == []
        assert answer.findings[0]["message"]


def test_gzip_of_several_members_is_one_file() -> None:
    """A046"""
    other = samples.as_json(samples.log(1))
    assert len(pure(samples.gzipped(GOOD + b"\n") + samples.gzipped(other)).accepted) == 2


@cache
def bomb(size: int) -> bytes:
    """Gzip of so many zeros: one compressed block, repeated."""
    block, checksum = b"\0" * (1 << 20), 0
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(size >> 20):
        checksum = zlib.crc32(block, checksum)
    end = packer.flush() + struct.pack("<II", checksum, size)
    return gzip.compress(b"", 9)[:10] + packed * (size >> 20) + end


def lying_zip() -> bytes:
    """A zip whose directory says that a big member is small."""
    data = bytearray(samples.zipped({"a.json": b"0" * (50 << 20)}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 100)
    return bytes(data)


BOMBS = {
    "100 MB": lambda: bomb(100 << 20),
    "1 GB": lambda: bomb(1 << 30),
    "gzip in zip": lambda: samples.zipped({"a.json.gz": bomb(1 << 30)}),
    "gzip in gzip": lambda: samples.gzipped(bomb(1 << 30)),
    "zip": lambda: samples.zipped({"a.json": b"0" * (200 << 20)}),
    "zip that lies": lying_zip,
    "many members": lambda: samples.zipped(
        {f"{n}.txt": b"" for n in range(60_000)}, zipfile.ZIP_STORED
    ),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_small_file_that_grows_is_refused_in_little_memory(kind: str) -> None:
    """A042"""
    data = BOMBS[kind]()
    if len(data) > 16 << 20:
        data = data[: 16 << 20]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    answer = pure(data)
    took = time.process_time() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert not answer.accepted
    assert answer.findings
    assert took < 5
    assert grown < 200


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.json",
        "/etc/evil.json",
        "C:\\evil.json",
        "a/../../evil.json",
        "<b>x</b>.json",
        "a\nb.json",
        "x" * 5000,
        "é鬼.json",
    ],
)
def test_a_members_name_is_a_label_and_no_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A172"""
    monkeypatch.chdir(tmp_path)
    answer = STORING["form"](samples.zipped({name: GOOD}))
    assert answer.status in (201, 422)
    assert list(tmp_path.rglob("*")) == []
    assert not Path("/etc/evil.json").exists()


def test_folders_empty_members_and_notes_of_the_system_are_no_games() -> None:
    """B32"""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.mkdir("logs")
        archive.writestr("logs/game", GOOD)
        archive.writestr("other", samples.OTHER.encode())
    answer = pure(buffer.getvalue())
    assert len(answer.accepted) == 2
    assert answer.findings == []


def test_an_empty_member_is_told() -> None:
    """B32, B15"""
    found = list(judge(samples.zipped({"a.json": b"", "b.json": GOOD})))
    assert ONE[0] in [judged.record.digest for judged in found if not judged.findings]
    assert len(found) in (1, 2)


def test_a_locked_member_is_refused() -> None:
    """B32: a member with a password can't be read, and that is said."""
    data = bytearray(samples.zipped({"a.json": GOOD, "b.json": samples.as_json(samples.log(1))}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark)
        data[at + offset] |= 1
    answer = pure(bytes(data))
    assert len(answer.accepted) == 1
    assert answer.findings[0]["message"]


@pytest.mark.parametrize("cut", [1, 10, 30, 200])
def test_a_truncated_zip_is_refused(cut: int) -> None:
    """A045"""
    data = samples.zipped({"a.json": GOOD, "b.json": samples.as_json(samples.log(1))})
    answer = STORING["bytes body"](data[:-cut])
    assert answer.status == 422
    assert answer.accepted == []
    assert answer.findings


def test_a_member_with_a_wrong_sum_is_refused() -> None:
    """A045"""
    data = bytearray(samples.zipped({"a.json": GOOD}, zipfile.ZIP_STORED))
    at = data.index(b'"Jane"') + 1
    data[at] = ord("K")
    answer = STORING["bytes body"](bytes(data))
    assert answer.status == 422
    assert answer.accepted == []


def test_gzip_is_the_same_whatever_its_header_says() -> None:
    """A045"""
    buffer = io.BytesIO()
    with gzip.GzipFile("name.json", "wb", 1, buffer, 12345) as file:
        file.write(GOOD)
    assert pure(buffer.getvalue()).accepted == ONE
