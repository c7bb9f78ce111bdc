"""Texts that are no JSON, written here after the kinds that public suites of JSON parsers know:
B24.
"""

from __future__ import annotations

import json
import time

import pytest

from tests.faults import samples
from tests.faults.doors import STORING, pure

pytestmark = pytest.mark.django_db
GOOD = json.dumps(samples.log())

# Each stands as the value of a free field of an otherwise good log.
VALUES = [
    b"",
    b",",
    b"1,",
    b"[1,]",
    b"[,1]",
    b"[1 2]",
    b"[1",
    b"[1}",
    b'{"a":1,}',
    b'{"a" 1}',
    b'{"a":}',
    b"{a:1}",
    b"{1:1}",
    b"{'a':1}",
    b'{"a":1',
    b"'a'",
    b'"a',
    b'"\\x41"',
    b'"\\u12"',
    b'"\\u{41}"',
    b'"\\',
    b'"\\a"',
    b'"a\nb"',
    b'"a\tb"',
    b'"a\x00b"',
    b'"a\x1fb"',
    b"tru",
    b"True",
    b"TRUE",
    b"nul",
    b"None",
    b"undefined",
    b"NaN",
    b"-NaN",
    b"Infinity",
    b"-Infinity",
    b"inf",
    b"-",
    b"+1",
    b"++1",
    b"01",
    b"-01",
    b"1.",
    b".1",
    b"-.1",
    b"1e",
    b"1e+",
    b"1.e1",
    b"0x1",
    b"1_000",
    b"1 000",
    b"1e1.5",
    b"--1",
    b"\xef\xbc\x91",
    b"\xd9\xa3",
    b"1/2",
    b"/* a */1",
    b"1 // a",
    b"# 1",
    b"<a>",
    b"(1)",
    b"\x00",
    b"\x0c1",
    b"\xc2\xa01",
    b"\xe2\x81\xa01",
    b'"a" "b"',
    b'["a":1]',
    b'{"a","b"}',
    b'{"a":1 "b":2}',
    b'{"a":1;"b":2}',
    b"*",
    b"\\u0031",
    b'\\"a"',
    b'"\xff"',
    b'"\xed\xa0\x80"',
    b'"\xc0\x80"',
    b'"\xf4\x90\x80\x80"',
    b'"\xe9"',
    b"[\xff]",
]

WHOLE = [
    b"[",
    b"]",
    b"{",
    b"}",
    b"[]]",
    b"{}}",
    b"[{}",
    b"{]",
    b"[}",
    b'"',
    b"'",
    b",",
    b":",
    b"\xef\xbb\xbf",
    b"\xef\xbb\xbf\xef\xbb\xbf{}",
    b"\x00",
    b"{}\x00",
    b"[" * 100_000,
    b'[{"":' * 50_000,
    b'{"a":' * 50_000,
    b"{}#",
    b"{}//",
    b"{} {}",
    b"null null",
    b"\xff\xfe",
    b'{"format":"goryo-log/1"',
    b"[1,2",
    b'{"a":"\\',
    b"\xe5",
    b"{" * 1000 + b"}" * 1000,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_log_with_a_broken_value_is_refused(value: bytes) -> None:
    """B24"""
    data = GOOD.encode().replace(b'"game":', b'"x_v": ' + value + b', "game":')
    answer = pure(data)
    assert not answer.accepted
    assert answer.findings
    assert answer.findings[0]["rule"] == "log-format"
    assert answer.findings[0]["message"]


@pytest.mark.parametrize("data", WHOLE, ids=lambda data: repr(data[:24]))
@pytest.mark.parametrize("door", ["JSON body", "form"])
def test_a_file_that_is_no_json_is_refused_at_once(door: str, data: bytes) -> None:
    """B24"""
    began = time.process_time()
    answer = STORING[door](data)
    assert time.process_time() - began < 1.5
    assert answer.status in (400, 422) or (answer.status == 202 and len(data) > 200_000)
    assert answer.accepted == []
    assert answer.findings or answer.status == 202


@pytest.mark.parametrize("value", [b"1E400", b"123123e100000", b"-1e400", b"9" * 5000])
def test_a_number_that_does_not_fit_is_refused(value: bytes) -> None:
    """B24, D20"""
    answer = pure(GOOD.encode().replace(b'"game":', b'"x_v": ' + value + b', "game":'))
    assert answer.findings
    assert not answer.accepted


@pytest.mark.parametrize(
    "value",
    [
        b"-0",
        b"0e1",
        b"1E-400",
        b'"\\u0001"',
        b'"\x7f"',
        b'"\xe2\x80\xa8"',
        b"[[[[]]]]",
        b'{"":0}',
        b'"\\/"',
        b" \t\r\n1 ",
    ],
)
def test_odd_but_good_json_is_read(value: bytes) -> None:
    """B24"""
    answer = pure(GOOD.encode().replace(b'"game":', b'"x_v": ' + value + b', "game":'))
    assert answer.accepted
    assert not answer.findings
