"""Text logs as people save them: rows A001 to A024 and the B rows of the list of public fault
reports.
"""

from __future__ import annotations

import pytest

from games.registry import judge
from tests.faults import samples
from tests.faults.doors import pure
from tests.support.engine import judge_one, states

ONE = pure(samples.TEXT.encode()).accepted
TWO = ONE + pure(samples.OTHER.encode()).accepted


def test_the_samples_are_accepted() -> None:
    assert len(set(TWO)) == 2


@pytest.mark.parametrize("name", ["3. Q7 samurai", "1...c5", "plan b4 b3 b2 c2 > c3"])
def test_a_bom_is_skipped_and_a_name_like_a_move_is_a_name(name: str) -> None:
    """A001, B01"""
    plain = samples.text_named(name)
    found = judge_one(b"\xef\xbb\xbf" + plain)
    assert not found.findings
    assert not found.warnings
    assert found.record.players[0].name == name
    assert found.record.digest == pure(plain).accepted[0]


@pytest.mark.parametrize("gap", range(4))
def test_blank_lines_between_games_mean_nothing(gap: int) -> None:
    """A003"""
    assert pure((samples.TEXT + "\n" * gap + samples.OTHER).encode()).accepted == TWO


@pytest.mark.parametrize("after", range(1, 6))
def test_an_empty_line_in_the_header_makes_no_second_game(after: int) -> None:
    """A004, B02"""
    lines = samples.TEXT.split("\n")
    text = "\n".join([*lines[:after], "", "   ", *lines[after:]])
    assert pure(text.encode()).accepted == ONE


@pytest.mark.parametrize(
    "name",
    [
        "(",
        "{x}",
        ";c",
        "*",
        "1-0",
        "#",
        'q\\"',
        'q"',
        "]",
        '"]',
        "[Game]",
        "\\",
        "\\n",
        "a\nb",
        "@1",
        "~e5",
        "?!",
    ],
)
def test_a_name_is_opaque(name: str) -> None:
    """A006, B31"""
    from_text = judge_one(samples.text_named(name))
    assert not from_text.findings
    assert from_text.record.players[0].name == name
    assert len(from_text.record.entries) == 13
    assert judge_one(samples.as_json(samples.named(name))).record.players[0].name == name


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " \t \n\t"),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace(" ", "   "),
        lambda text: text.replace("; ", "\n"),
        lambda text: text.replace("\n", "\n\n\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("discover\n", "discover ;;\n;\n"),
    ],
    ids=[
        "CRLF",
        "trailing blanks",
        "tabs",
        "many blanks",
        "one a line",
        "empty lines",
        "no end",
        "semicolons",
    ],
)
def test_white_space_changes_nothing(change: object) -> None:
    """A007"""
    text = samples.TEXT.replace("{ under his nose }", "")
    expected = pure(text.encode()).accepted
    assert expected
    assert pure(change(text).encode()).accepted == expected  # type: ignore[operator]


@pytest.mark.parametrize(
    "change",
    [lambda text: text.replace("\n", "\r"), lambda text: text.replace(" ", "\n")],
    ids=["CR alone", "a word a line"],
)
def test_what_is_no_line_is_never_half_a_game(change: object) -> None:
    """A007: an event is a line here; a file wrapped otherwise is the same game, or is refused
    with its line.
    """
    answer = pure(change(samples.TEXT).encode())  # type: ignore[operator]
    if answer.accepted:
        assert (answer.accepted, answer.findings) == (ONE, [])
    else:
        assert all(finding["line"] for finding in answer.findings)


def test_a_broken_game_is_told_and_the_games_around_it_are_kept() -> None:
    """A009, B09"""
    texts = [samples.TEXT.replace("Jane", f"Jane {n}") for n in range(10)]
    texts[6] = texts[6].replace("haunt vase b4", "haunt vase b9")
    found = list(judge("\n".join(texts).encode()))
    assert [bool(judged.findings) for judged in found] == [n == 6 for n in range(10)]
    finding = found[6].findings[0].to_json()
    assert (finding["game"], finding["event"], finding["rule"]) == (6, 1, "2.1")
    assert "\n".join(texts).split("\n")[finding["line"] - 1] == "haunt vase b9"


def test_players_of_one_game_do_not_leak_into_the_next() -> None:
    """A022, B05"""
    bare = '[Game "goryo"]\n[Edition "2024"]\nabandon\n'
    found = list(judge((samples.TEXT + bare).encode()))
    assert found[1].record.players == ()
    assert found[1].record.played_at is None
    assert found[1].record.digest == pure(bare.encode()).accepted[0]
    swapped = samples.TEXT.replace("Jane", "?x").replace("John", "Jane").replace("?x", "John")
    assert pure((samples.TEXT + swapped).encode()).accepted[1] == pure(swapped.encode()).accepted[0]


def test_a_log_whose_beginning_is_missing_is_refused() -> None:
    """A024"""
    lines = samples.TEXT.split("\n")
    headless = pure("\n".join(lines[6:]).encode())
    assert not headless.accepted
    assert headless.findings[0]["rule"] == "log-format"
    cut = pure("\n".join([*lines[:6], *lines[9:]]).encode())
    assert not cut.accepted
    assert (cut.findings[0]["event"], cut.findings[0]["rule"]) == (0, "7.8")


@pytest.mark.parametrize("drop", range(7, 18))
def test_a_missing_line_is_found_or_leaves_a_legal_game(drop: int) -> None:
    """B14"""
    lines = samples.TEXT.split("\n")
    answer = pure("\n".join(lines[:drop] + lines[drop + 1 :]).encode())
    assert bool(answer.accepted) != bool(answer.findings)


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
def test_junk_is_refused_with_its_place(text: str) -> None:
    """B07"""
    answer = pure(text.encode())
    assert answer.findings
    assert all(finding["line"] and finding["column"] for finding in answer.findings)
    assert all(finding["message"] for finding in answer.findings)


def test_a_long_note_and_a_note_that_ends_in_a_backslash_are_kept() -> None:
    """B07, B31"""
    note = "x" * 70_000 + " } ; # \\"
    escaped = note.replace("\\", "\\\\").replace("}", "\\}")
    judged = judge_one(
        samples.TEXT.replace("haunt vase b4", f"haunt vase b4 {{{escaped}}}").encode()
    )
    assert not judged.findings
    assert states(judged)[1]["event"]["note"] == note


def test_a_tag_given_twice_is_refused() -> None:
    """B07, A038"""
    answer = pure(samples.TEXT.replace('[Goryo "Jane"]', '[Goryo "Jane"] [Goryo "Ann"]').encode())
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"


@pytest.mark.parametrize("length", [64, 65, 500])
def test_a_long_key_is_kept(length: int) -> None:
    """B07"""
    key = "x_" + "k" * (length - 2)
    judged = judge_one(samples.TEXT.replace("discover\n", f'discover {key}="1"\n', 1).encode())
    assert not judged.findings
    assert states(judged)[5]["event"][key] == 1


@pytest.mark.parametrize(
    "words", ["32 14 7", "1. b4 b3", "e4 e5", "null", "pass", "undo", "-", "+", "plan", "plan >"]
)
def test_another_notation_is_refused_at_its_line(words: str) -> None:
    """B04"""
    answer = pure(samples.TEXT.replace("haunt vase b4", words).encode())
    assert not answer.accepted
    assert (answer.findings[0]["event"], answer.findings[0]["line"]) == (1, 8)
    long_line = pure((samples.TEXT + "32 14 7 " * 2500).encode())
    assert not long_line.accepted


def test_games_without_events_are_games() -> None:
    """B01, B05"""
    text = '[Game "goryo"] [Edition "2024"]\n[Game "goryo"] [Edition "2019"]\n'
    answer = pure(text.encode())
    assert len(answer.accepted) == 2


@pytest.mark.parametrize(
    "word",
    [
        "9" * 50_000 + "x",
        ":" * 50_000,
        "H1:" * 20_000,
        "a" * 100_000,
        "@" + "1" * 50_000,
        "~" * 50_000,
    ],
    ids=["digits", "colons", "pairs", "letters", "time", "tildes"],
)
def test_long_words_take_no_time(word: str) -> None:
    """A178"""
    answer = pure(samples.TEXT.replace("haunt vase b4", f"haunt vase {word}").encode())
    assert not answer.accepted
    assert answer.findings


@pytest.mark.parametrize("time", ["٣", "1_0", "0x10", "1e999", "nan", "inf", "-1", "+1", "", "1e"])
def test_a_time_is_a_plain_number(time: str) -> None:
    """A028: a number is what JSON calls one, not all that Python's int() would take."""
    answer = pure(samples.TEXT.replace("haunt vase b4", f"haunt vase b4 @{time}").encode())
    assert not answer.accepted
    assert (answer.findings[0]["event"], answer.findings[0]["rule"]) == (1, "log-format")
