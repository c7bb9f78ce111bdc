"""Which spellings of a name are one name (A161, A162)."""

import pytest

from replays.text.names import MAX_NAME, name_key, shown_name


@pytest.mark.parametrize(
    "name", ["Alice", "alice", "ALICE", "Ａlice", " Alice ", "Al\u200bice", "\u202eAlice\u202c"]
)
def test_case_width_blanks_and_invisible_marks_make_no_new_player(name: str) -> None:
    assert name_key(name) == "alice"


def test_composed_and_decomposed_letters_are_one() -> None:
    assert name_key("Al\u00edce") == name_key("Ali\u0301ce")


def test_look_alikes_of_another_script_stay_apart() -> None:
    assert name_key("\u0410lice") != name_key("Alice")


def test_sharp_s_folds() -> None:
    assert name_key("Groß") == name_key("GROSS")


@pytest.mark.parametrize(
    "name", ["Groß", "İstanbul", "ﬃ", "ǰ", "Ａ\u0301", "\u1e9e", "\u0345x", "ẛ̣"]
)
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


def test_a_shown_name_is_cut_by_characters_and_keeps_what_was_written() -> None:
    assert shown_name("👩‍🚀 Ann <b>") == "👩‍🚀 Ann <b>"
    assert len(shown_name("漢" * 1000)) == MAX_NAME


def test_a_shown_name_holds_nothing_that_a_database_refuses() -> None:
    assert "\x00" not in shown_name("a\x00b")
    shown_name("\ud800").encode()
