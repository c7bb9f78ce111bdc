"""Hidden names in free text are found in any spelling, and ordinary words are not."""

import json

import pytest

from replays.text.masks import masked_board, without_names
from replays.text.name_masks import INSTEAD, NameMask


def hidden(name: str, text: str) -> str:
    return NameMask([name]).sub(text)


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("Zebedee Quux", spelling)
        for spelling in (
            "zebedee quux", "ZEBEDEE QUUX", "Zebedee  Quux", "Zebedee\n\tQuux", "Zebedee\u00a0Quux",
            "Zébédée Quûx", "Ze\u0301bedee Quux", "Ｚｅｂｅｄｅｅ　Ｑｕｕｘ", "Zebe\u200bdee Quux",
            "Zebe\u00addee Quux", "𝐙𝐞𝐛𝐞𝐝𝐞𝐞 Quux",
        )
    ]
    + [
        ("José", "jose"), ("Jose", "JOSÉ"), ("O'Neil", "O’Neil"), ("Anne–Lou", "anne-lou"),
        ("Straße", "STRASSE"), ("İpek", "ipek"), ("Ёлка", "елка"), ("Ωmega", "ωMEGA"),
    ],
)  # fmt: skip
def test_every_spelling_of_a_name_is_found(name: str, spelling: str) -> None:
    assert (
        hidden(name, f"so {spelling}’s move, by {spelling}.") == "so a player’s move, by a player."
    )
    assert hidden(name, spelling) == INSTEAD


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ann", "Annie met Hannah, and joined_ann lost the plan"),
        ("Ann", "x__ann, ann__x and ann_2"),
        ("Zebedee Quux", "Zebedee and Mrs Quux"),
        ("Jo", "jo JO Joe banjo"),
        ("Al", "al Bar, ALl, is ideal"),
        ("A", "A cat. A dog saw a cat"),
        ("I", "then I won and i lost"),
        ("e4", "from e4 to e5"),
        ("12", "after 12 rounds"),
        ("a", "a plan, A plan"),
        ("Ed", "walked ed"),
        ("李", "李明 and 行李"),
        ("Zoë", "Zoo"),
    ],
)
def test_other_words_stay(name: str, text: str) -> None:
    assert hidden(name, text) == text


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Jo", "Jo won, said Jo; jo did not", "a player won, said a player; jo did not"),
        ("Al", "Al won al Bar", "a player won al Bar"),
        ("A", "A cat saw A, then A!", "A cat saw a player, then a player!"),
        ("Ｊｏ", "Jo and Ｊｏ", "a player and a player"),
        ("Ó", "O Ó", "O a player"),
        ("I", " I ", " a player "),
        ("e4", "e4", "a player"),
        ("12", "12", "a player"),
        ("李", "李 wins", "a player wins"),
        ("李明", "今日李明勝", "今日a player勝"),
        ("민수", "민수가 이겼다", "a player가 이겼다"),
        ("ก้อง", "คุณก้องชนะ", "คุณa playerชนะ"),
        ("Jo Ann", "Jo Ann and Jo", "a player and Jo"),
        ("Ann", "_Ann_ met __ann__ and *ANN*", "_a player_ met __a player__ and *a player*"),
        ("Al", "_Al_ won", "_a player_ won"),
    ],
)
def test_short_names_and_other_scripts(name: str, text: str, expected: str) -> None:
    assert hidden(name, text) == expected


def test_the_longest_of_several_names_is_replaced() -> None:
    mask = NameMask(["Ann", "Ann Lee", "", " "])
    assert mask.sub("ann lee met ANN, not Lee") == "a player met a player, not Lee"
    assert not NameMask([" ", "\u200b"])
    assert NameMask([]).sub("nothing") == "nothing"


def test_texts_with_many_marks_are_read_in_one_pass() -> None:
    text = "e\u0301" * 50_000 + " Zoë"
    assert hidden("Zoe", text).endswith(" a player")


def test_objects_and_boards_are_masked() -> None:
    log = {
        "players": [{"role": "goryo", "name": "Ann"}], "source": "ÀNN's",
        "events": [{"type": "bind", "note": "ann"}], "x_elo": {"Ann": ["by Ann", 3]},
        "setup": {"match": "ANN 1"},
    }  # fmt: skip
    found = json.loads(without_names(json.dumps(log), [0]))
    assert found["source"] == "a player's"
    assert found["x_elo"] == {INSTEAD: [f"by {INSTEAD}", 3]}
    assert found["setup"]["match"] == f"{INSTEAD} 1"
    assert found["events"] == [{"type": "bind", "note": INSTEAD}]
    board = {"id": "fan-1", "name": "Fan's board", "spaces": {"e4": {"object": "fan"}}}
    masked = masked_board(board, NameMask(["Fan"]))
    assert masked["spaces"] == board["spaces"], "only its texts change"
    assert masked["name"] == "a player's ", "no longer than before"
