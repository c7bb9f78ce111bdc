"""Text logs as people save them: rows A001 to A024 and several B rows."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import judge
from tests.faults import samples
from tests.faults.endpoints import first_finding, pure
from tests.support.engine import accepted, judge_one, states

ONE = pure(samples.TEXT.encode()).accepted
TWO = ONE + pure(samples.OTHER.encode()).accepted


def in_place_of_haunt(line: str) -> bytes:
    """Return the sample with another second event."""
    return samples.TEXT.replace("haunt vase b4", line).encode()


@pytest.mark.parametrize("name", ["3. Q7 samurai", "1...c5", "plan b4 b3 b2 c2 > c3"])
def test_a_bom_is_skipped_and_a_name_like_a_move_is_a_name(name: str) -> None:
    """A001, B01"""
    plain = samples.text_named(name)
    judged = judge_one(b"\xef\xbb\xbf" + plain)
    assert (judged.findings, judged.warnings) == ((), ())
    assert judged.record.players[0].name == name
    assert [judged.record.digest] == pure(plain).accepted


@pytest.mark.parametrize(
    "name",
    [
        "(", "{x}", ";c", "*", "1-0", "#", 'q\\"', 'q"', "]", '"]', "[Game]", "\\", "\\n", "a\nb",
        "@1", "~e5", "?!",
    ],
)  # fmt: skip
def test_a_name_is_opaque(name: str) -> None:
    """A006, B31"""
    from_text = judge_one(samples.text_named(name))
    assert not from_text.findings
    assert from_text.record.players[0].name == name
    assert len(from_text.record.entries) == 13
    assert judge_one(samples.as_json(samples.named(name))).record.players[0].name == name


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": lambda text: text.replace("\n", " \t \n\t"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "many blanks": lambda text: text.replace(" ", "   "),
    "one a line": lambda text: text.replace("; ", "\n"),
    "empty lines": lambda text: text.replace("\n", "\n\n\n"),
    "no end": lambda text: text.rstrip("\n"),
    "semicolons": lambda text: text.replace("discover\n", "discover ;;\n;\n"),
}


def same_games() -> Iterator[Any]:
    """Yield texts with other white space, and the games in them."""
    for name, change in CHANGES.items():
        plain = samples.TEXT.replace("{ under his nose }", "")
        yield pytest.param(change(plain), pure(plain.encode()).accepted, id=name)
    lines = samples.TEXT.split("\n")
    for after in range(1, 6):
        text = "\n".join([*lines[:after], "", "   ", *lines[after:]])
        yield pytest.param(text, ONE, id=f"empty lines after tag {after}")
    for gap in range(4):
        text = samples.TEXT + "\n" * gap + samples.OTHER
        yield pytest.param(text, TWO, id=f"{gap} lines between games")


@pytest.mark.parametrize(("text", "games"), list(same_games()))
def test_white_space_changes_nothing(text: str, games: list[str]) -> None:
    """A003, A004, A007, B02"""
    assert len(set(games)) == len(games) > 0
    assert pure(text.encode()).accepted == games


@pytest.mark.parametrize(("old", "new"), [("\n", "\r"), (" ", "\n")], ids=["CR", "a word a line"])
def test_text_with_other_line_ends_is_never_half_a_game(old: str, new: str) -> None:
    """A007: an event is a line; a file wrapped otherwise is the same game, or is refused."""
    result = pure(samples.TEXT.replace(old, new).encode())
    assert result.accepted == ([] if result.findings else ONE)
    assert all(finding["line"] for finding in result.findings)


def test_a_broken_game_is_reported_and_the_others_are_accepted() -> None:
    """A009, B09"""
    texts = [samples.TEXT.replace("Jane", f"Jane {n}") for n in range(10)]
    texts[6] = texts[6].replace("haunt vase b4", "haunt vase b9")
    games = list(judge("\n".join(texts).encode()))
    assert [bool(judged.findings) for judged in games] == [n == 6 for n in range(10)]
    finding = games[6].findings[0].to_json()
    assert (finding["game"], finding["event"], finding["rule"]) == (6, 1, "2.1")
    assert "\n".join(texts).split("\n")[finding["line"] - 1] == "haunt vase b9"


def test_players_of_one_game_do_not_leak_into_the_next() -> None:
    """A022, B05"""
    bare = '[Game "goryo"]\n[Edition "2024"]\nabandon\n'
    _, second = judge((samples.TEXT + bare).encode())
    assert (second.record.players, second.record.played_at) == ((), None)
    assert [second.record.digest] == pure(bare.encode()).accepted
    swapped = samples.TEXT.replace("Jane", "?x").replace("John", "Jane").replace("?x", "John")
    assert pure((samples.TEXT + swapped).encode()).accepted[1] == pure(swapped.encode()).accepted[0]


def test_a_log_whose_beginning_is_missing_is_refused() -> None:
    """A024"""
    lines = samples.TEXT.split("\n")
    assert first_finding("\n".join(lines[6:]).encode())["rule"] == "log-format"
    cut = first_finding("\n".join([*lines[:6], *lines[9:]]).encode())
    assert (cut["event"], cut["rule"]) == (0, "7.8")


@pytest.mark.parametrize("drop", range(7, 18))
def test_a_missing_line_is_reported_or_leaves_a_legal_game(drop: int) -> None:
    """B14"""
    lines = samples.TEXT.split("\n")
    result = pure("\n".join(lines[:drop] + lines[drop + 1 :]).encode())
    assert bool(result.accepted) != bool(result.findings)


@pytest.mark.parametrize(
    "text",
    [
        "junk\n" + samples.TEXT,
        samples.TEXT + "junk\n",
        samples.TEXT.replace("discover\n", "discover\njunk\n", 1),
        samples.TEXT.replace('[Game "goryo"]', '[Game "goryo"'),
        samples.TEXT.replace('"2024"]', '"2024]'),
        samples.TEXT + '[Game "goryo"',
    ],
)
def test_junk_is_refused_with_its_position(text: str) -> None:
    """B07"""
    result = pure(text.encode())
    assert result.findings
    assert all(finding["line"] and finding["column"] for finding in result.findings)
    assert all(finding["message"] for finding in result.findings)


def test_a_long_note_that_ends_in_a_backslash_is_stored() -> None:
    """B07, B31"""
    note = "x" * 70_000 + " } ; # \\"
    escaped = note.replace("\\", "\\\\").replace("}", "\\}")
    judged = accepted(in_place_of_haunt(f"haunt vase b4 {{{escaped}}}"))
    assert states(judged)[1]["event"]["note"] == note


def test_a_duplicate_tag_is_refused() -> None:
    """B07, A038"""
    text = samples.TEXT.replace('[Goryo "Jane"]', '[Goryo "Jane"] [Goryo "Ann"]')
    assert first_finding(text.encode())["rule"] == "log-format"


@pytest.mark.parametrize("length", [64, 65, 500])
def test_a_long_key_is_stored(length: int) -> None:
    """B07"""
    key = "x_" + "k" * (length - 2)
    judged = accepted(samples.TEXT.replace("discover\n", f'discover {key}="1"\n', 1).encode())
    assert states(judged)[5]["event"][key] == 1


NOTATIONS = ["32 14 7", "1. b4 b3", "e4 e5", "null", "pass", "undo", "-", "+", "plan", "plan >"]
SECONDS = ["٣", "1_0", "0x10", "1e999", "nan", "inf", "-1", "+1", "", "1e"]
"""A number is one as in JSON, not everything that Python's int() accepts."""


@pytest.mark.parametrize("line", [*NOTATIONS, *(f"haunt vase b4 @{time}" for time in SECONDS)])
def test_another_notation_is_refused_at_its_line(line: str) -> None:
    """A028, B04"""
    finding = first_finding(in_place_of_haunt(line))
    assert (finding["event"], finding["line"], finding["rule"]) == (1, 8, "log-format")


def test_a_long_line_in_another_notation_is_refused() -> None:
    """B04"""
    assert not pure((samples.TEXT + "32 14 7 " * 2500).encode()).accepted


def test_games_without_events_are_games() -> None:
    """B01, B05"""
    text = '[Game "goryo"] [Edition "2024"]\n[Game "goryo"] [Edition "2019"]\n'
    assert len(pure(text.encode()).accepted) == 2


LONG = {
    "digits": "9" * 50_000 + "x", "colons": ":" * 50_000, "pairs": "H1:" * 20_000,
    "letters": "a" * 100_000, "time": "@" + "1" * 50_000, "tildes": "~" * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("kind", LONG)
def test_long_tokens_are_refused_fast(kind: str) -> None:
    """A178"""
    start = time.process_time()
    first_finding(in_place_of_haunt(f"haunt vase {LONG[kind]}"))
    assert time.process_time() - start < 1.5
