"""Invalid JSON of the kinds that public suites for JSON parsers contain: row B24."""

import json
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, first_finding, pure

GOOD = json.dumps(samples.log())

# Each is the value of a free field of an otherwise correct log.
VALUES = [
    b"", b",", b"1,", b"[1,]", b"[,1]", b"[1 2]", b"[1", b"[1}", b'{"a":1,}', b'{"a" 1}',
    b'{"a":}', b"{a:1}", b"{1:1}", b"{'a':1}", b'{"a":1', b"'a'", b'"a', b'"\\x41"', b'"\\u12"',
    b'"\\u{41}"', b'"\\', b'"\\a"', b'"a\nb"', b'"a\tb"', b'"a\x00b"', b'"a\x1fb"', b"tru",
    b"True", b"TRUE", b"nul", b"None", b"undefined", b"NaN", b"-NaN", b"Infinity", b"-Infinity",
    b"inf", b"-", b"+1", b"++1", b"01", b"-01", b"1.", b".1", b"-.1", b"1e", b"1e+", b"1.e1",
    b"0x1", b"1_000", b"1 000", b"1e1.5", b"--1", b"\xef\xbc\x91", b"\xd9\xa3", b"1/2",
    b"/* a */1", b"1 // a", b"# 1", b"<a>", b"(1)", b"\x00", b"\x0c1", b"\xc2\xa01",
    b"\xe2\x81\xa01", b'"a" "b"', b'["a":1]', b'{"a","b"}', b'{"a":1 "b":2}', b'{"a":1;"b":2}',
    b"*", b"\\u0031", b'\\"a"', b'"\xff"', b'"\xed\xa0\x80"', b'"\xc0\x80"',
    b'"\xf4\x90\x80\x80"', b'"\xe9"', b"[\xff]",
    b"nan", b".5", b"1E400", b"123123e100000", b"-1e400", b"9" * 5000,
]  # fmt: skip

WHOLE = [
    b"[", b"]", b"{", b"}", b"[]]", b"{}}", b"[{}", b"{]", b"[}", b'"', b"'", b",", b":",
    b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf{}", b"\x00", b"{}\x00", b"[" * 100_000,
    b'[{"":' * 50_000, b'{"a":' * 50_000, b"{}#", b"{}//", b"{} {}", b"null null", b"\xff\xfe",
    b'{"format":"goryo-log/1"', b"[1,2", b'{"a":"\\', b"\xe5", b"{" * 1000 + b"}" * 1000,
]  # fmt: skip


NUMBERS = ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "nan", "+1", "01", "1.", ".5", "0x1"]
VERSIONS = ["goryo-log/0", "goryo-log/2", "goryo-log/1.1", "GORYO-LOG/1", "", None, 1]
WINNERS = ["", "samurai ", "SAMURAI", "Jane", 0, False, [], {}]


def with_value(value: bytes) -> bytes:
    """Return a log with this value in a free field."""
    return GOOD.encode().replace(b'"game":', b'"x_v": ' + value + b', "game":')


def with_one_fault() -> Iterator[Any]:
    """Yield logs of which one part is wrong."""
    yield from (pytest.param(with_value(value), id=repr(value)) for value in VALUES)
    for number, key in product(NUMBERS, ("at", "x_time")):
        text = GOOD.replace('"bind",', f'"bind", "{key}": {number},')
        yield pytest.param(text.encode(), id=f"{key} {number}")
    headers = [{"format": version} for version in VERSIONS]
    headers += [{"outcome": {"winner": winner, "reason": "resign"}} for winner in WINNERS]
    for header in headers:
        yield pytest.param(samples.as_json(samples.log(**header)), id=str(header))


@pytest.mark.parametrize("data", list(with_one_fault()))
def test_a_log_with_one_invalid_value_is_refused(data: bytes) -> None:
    """A017, A031, A032, A073, B24"""
    assert first_finding(data)["rule"] == "log-format"


@pytest.mark.parametrize("data", WHOLE, ids=lambda data: repr(data[:24]))
@pytest.mark.parametrize("endpoint", ["JSON body", "form"])
def test_a_file_that_is_not_json_is_refused_fast(endpoint: str, data: bytes) -> None:
    """B24"""
    start = time.process_time()
    result = ENDPOINTS[endpoint](data)
    assert time.process_time() - start < 1.5
    assert result.status in (400, 422) or (result.status == 202 and len(data) > 200_000)
    assert result.accepted == []
    assert result.findings or result.status == 202


@pytest.mark.parametrize(
    "value",
    [
        b"-0", b"0e1", b"1E-400", b'"\\u0001"', b'"\x7f"', b'"\xe2\x80\xa8"', b"[[[[]]]]",
        b'{"":0}', b'"\\/"', b" \t\r\n1 ",
    ],
)  # fmt: skip
def test_unusual_but_valid_json_is_accepted(value: bytes) -> None:
    """B24"""
    result = pure(with_value(value))
    assert (len(result.accepted), result.findings) == (1, [])
