"""Zip and gzip files as people send them: rows A009, A042, A045, A046, A172 and B32."""

import gzip
import io
import resource
import struct
import time
import zipfile
import zlib
from pathlib import Path

import pytest

from games.registry import judge
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, first_finding, pure

GOOD = samples.as_json(samples.log())
OTHER = samples.as_json(samples.log(1))
ONE = pure(GOOD).accepted
GZIPPED = samples.gzipped(GOOD)
TWO_IN_ZIP = samples.zipped({"a.json": GOOD, "b.json": OTHER})


def test_a_broken_member_does_not_hide_the_others() -> None:
    """A009"""
    members = {f"{n}.json": samples.as_json(samples.log(n)) for n in range(10)}
    members["6.json"] = members["6.json"].replace(b'"b4"', b'"b9"')
    result = ENDPOINTS["form"](samples.zipped(members))
    assert (result.status, len(result.accepted)) == (207, 9)
    rows = result.body["games"]
    assert [row["status"] for row in rows] == ["refused" if n == 6 else "stored" for n in range(10)]
    finding = rows[6]["findings"][0]
    assert (finding["game"], finding["event"], finding["rule"]) == (6, 1, "2.1")
    assert rows[6]["label"] == "6.json"


@pytest.mark.parametrize("endpoint", ["JSON body", "bytes body", "form"])
@pytest.mark.parametrize("share", [0.01, 0.05, 0.5, 0.95])
def test_a_truncated_gzip_is_refused(endpoint: str, share: float) -> None:
    """A045"""
    first_finding(GZIPPED[: -max(1, int(len(GZIPPED) * share))], ENDPOINTS[endpoint])


@pytest.mark.parametrize("position", [3, 8, 20, -8, -5, -1])
def test_a_damaged_gzip_is_refused_or_reads_the_same(position: int) -> None:
    """A045: some header bytes have no meaning; a wrong checksum or length is always refused."""
    data = bytearray(GZIPPED)
    data[position] ^= 0x55
    if position in (3, 8):
        assert ENDPOINTS["bytes body"](bytes(data)).accepted in ([], ONE)
    else:
        first_finding(bytes(data), ENDPOINTS["bytes body"])


def test_the_content_determines_the_format_of_a_file() -> None:
    """A045: JSON in a file named .gz, gzip in a file named .json."""
    assert pure(samples.zipped({"a.json.gz": GOOD})).accepted == ONE
    assert pure(samples.zipped({"a.json": GZIPPED})).accepted == ONE


@pytest.mark.parametrize("junk", [b"abc", b"\0" * 512, GZIPPED[:10], b"\x1f\x8b"])
def test_junk_after_gzip_is_padding_or_refused(junk: bytes) -> None:
    """A046: zeros after the data are padding; anything else is refused with a reason."""
    if any(junk):
        first_finding(GZIPPED + junk, ENDPOINTS["bytes body"])
    else:
        assert ENDPOINTS["bytes body"](GZIPPED + junk).accepted == ONE


def test_gzip_of_several_members_is_one_file() -> None:
    """A046"""
    assert len(pure(samples.gzipped(GOOD + b"\n") + samples.gzipped(OTHER)).accepted) == 2


def bomb(size: int) -> bytes:
    """Return gzip of this many zeros, made by repeating one compressed block; no valid checksum."""
    packer, zeros = zlib.compressobj(9, zlib.DEFLATED, 31), bytes(1 << 20)
    first, block = (packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return first + block * ((size >> 20) - 1) + packer.flush()


def lying_zip() -> bytes:
    """Return a zip whose directory declares a small size for a big member."""
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
def test_a_small_file_that_expands_is_refused_in_little_memory(kind: str) -> None:
    """A042"""
    data = BOMBS[kind]()[: 16 << 20]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    first_finding(data)
    assert time.process_time() - start < 5
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < 200


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.json", "/etc/evil.json", "C:\\evil.json", "a/../../evil.json",
        "<b>x</b>.json", "a\nb.json", "x" * 5000, "é鬼.json",
    ],
)  # fmt: skip
def test_the_name_of_a_member_is_a_label_and_never_a_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A172"""
    monkeypatch.chdir(tmp_path)
    assert ENDPOINTS["form"](samples.zipped({name: GOOD})).status in (201, 422)
    assert list(tmp_path.rglob("*")) == []
    assert not Path("/etc/evil.json").exists()


def test_folders_in_a_zip_are_ignored() -> None:
    """B32"""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.mkdir("logs")
        archive.writestr("logs/game", GOOD)
        archive.writestr("other", samples.OTHER.encode())
    result = pure(buffer.getvalue())
    assert (len(result.accepted), result.findings) == (2, [])


def test_an_empty_member_does_not_hide_the_others() -> None:
    """B32, B15"""
    games = list(judge(samples.zipped({"a.json": b"", "b.json": GOOD})))
    assert ONE[0] in [judged.record.digest for judged in games if not judged.findings]
    assert len(games) in (1, 2)


def test_an_encrypted_member_is_refused() -> None:
    """B32"""
    data = bytearray(TWO_IN_ZIP)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    result = pure(bytes(data))
    assert len(result.accepted) == 1
    assert result.findings[0]["message"]


STORED = samples.zipped({"a.json": GOOD}, zipfile.ZIP_STORED)
BROKEN = [TWO_IN_ZIP[:-cut] for cut in (1, 10, 30, 200)] + [STORED.replace(b'"Jane"', b'"Kane"')]


@pytest.mark.parametrize("data", BROKEN, ids=["1", "10", "30", "200", "checksum"])
def test_a_truncated_zip_or_one_with_a_wrong_checksum_is_refused(data: bytes) -> None:
    """A045"""
    first_finding(data, ENDPOINTS["bytes body"])


def test_the_header_of_gzip_does_not_matter() -> None:
    """A045"""
    buffer = io.BytesIO()
    with gzip.GzipFile("name.json", "wb", 1, buffer, 12345) as file:
        file.write(GOOD)
    assert pure(buffer.getvalue()).accepted == ONE
