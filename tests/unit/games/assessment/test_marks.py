"""Every mark fires where it should and keeps still where a little is different."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.goryo.assessment import MARKS, SORTS, UNLIKELY, assess
from games.goryo.assessment.marks import of_draw
from games.goryo.assessment.worth import DrawWorth
from games.goryo.rules.board import house_board
from games.goryo.rules.rulebook import RULEBOOK
from tests.unit.games.assessment.logs import CORRIDOR, judged, marked, play

FIRST = "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3 ~e2; "
SECOND = f"{FIRST} red search yes; discover; plan c3 b3 b2 a2 > a3; "
MISS = (
    "bind lantern; haunt vase e5; plan e5 e4 e3 e2 d2 > d3 sprint; yellow sniff d5 no; "
    "red sniff e3 yes; green move c2; green move d2; green sniff e2 yes; discover; draw mask; "
    "plan d3 e3 e2 d2 > c2 ~e4; green move d1; green sniff d2 yes; red search yes; "
    "yellow move e4; yellow sniff e3 yes; "
)
CATCH = (
    "bind lantern; haunt urn c6; plan c6 c5 c4 b4 b5 > a5 sprint ~e4; yellow sniff e4 yes; "
    "discover; plan a5 b5 c5 d5 > e5; blue sniff b6 yes; "
)
LAST_TOKENS = (
    "bind scroll; haunt urn g1; plan g1 g2 g3 h3 > h2 ~a1; discover; draw flower; "
    "plan h2 h3 g3 g4 d5 > c5 sprint ~d8; red sniff h3 yes; blue sniff d7 yes; discover; "
    "draw lantern; draw vase; "
)


class Case(NamedTuple):
    """Events after which the last step has the mark, and events after which it has not."""

    key: str
    fires: str
    keeps_still: str
    edition: str = "2024"
    board: Any = None


CASES = [
    # e5 is six moves from c3, and the false trail is gone; d2 may be on the way
    Case("wasted", f"{SECOND} purple search no", f"{SECOND} red sniff d2 no"),
    # f2 is six moves from b4; the false trail is still hers
    Case("trail_only", f"{FIRST} red sniff f2 no", f"{FIRST} red sniff d2 no"),
    Case(
        "sure_clue",
        "bind mask; haunt helmet a1; plan a1 a2 a3 a4 > a5; blue move d5; blue move c5; "
        "blue sniff a5 yes",
        "bind mask; haunt helmet a1; plan a1 a2 a3 a4 > a5; blue move d5; blue move c5; "
        "blue search no",
        board=CORRIDOR,
    ),
    Case("unlikely_answer", f"{FIRST} red search yes", f"{FIRST} green search yes"),
    Case("contradiction", f"{SECOND} purple search yes", f"{SECOND} purple search no"),
    # b6 and c5 were all that was left, and nobody went there
    Case(
        "catch_left",
        f"{CATCH} discover",
        f"{CATCH} blue move b6; yellow move d5; yellow move c5; discover",
        "2019",
    ),
    # the only way from b4 to c2 begins with b3; in the other game all six actions are spent
    Case(
        "clue_left",
        f"{FIRST} red search yes; green sniff c2 yes; green search yes; discover",
        f"{FIRST} red search yes; red move e1; green sniff c2 yes; green search yes; "
        "blue move b6; blue move b5; discover",
    ),
    Case(
        "lucky_catch",
        "bind lantern; haunt fan c5; plan c5 d5 g4 g3 h3 > h2 sprint; discover",
        "bind lantern; haunt fan c5; plan c5 d5 g4 g3 h3 > h2 sprint; red move h1; discover",
        "2021",
        CORRIDOR,
    ),
    Case("unlucky_miss", f"{MISS} yellow search yes; discover", f"{MISS} discover", "2021"),
    # three tokens, of which helmet ends the game and mask does not
    Case("decisive_draw", f"{LAST_TOKENS} draw helmet", LAST_TOKENS, "2019", CORRIDOR),
    Case(
        "no_escape",
        "bind mask; haunt fan a5; plan a5 a4 a3 a2 > a1; discover; plan a1 a2 a3 a4 a5 > c5 sprint",
        "bind mask; haunt fan a5; plan a5 a4 a3 a2 > a1",
        board=CORRIDOR,
    ),
    Case(
        "under_samurai",
        "bind mask; haunt vase b4; plan b4 b3 a3 a2 > b2",
        "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3",
    ),
    Case(
        "bound_target",
        "bind scroll; haunt vase b4; plan b4 b3 b2 c2 > c3",
        "bind ?; haunt vase b4; plan b4 b3 b2 c2 > c3",
    ),
    Case(
        "faulty_plan",
        "bind mask; haunt vase b4; plan b4 b3 b2 > c3",
        "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3",
    ),
    Case("wrong_answer", f"{FIRST} green search no", f"{FIRST} red search no"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_a_mark_fires_and_keeps_still(case: Case) -> None:
    definition = MARKS[case.key]
    view = "goryo" if case.key in ("faulty_plan", "wrong_answer") else "samurai"
    view = "omniscient" if definition.secret else view
    for events, fires in ((case.fires, True), (case.keeps_still, False)):
        found = judged(events, view, case.edition, case.board)
        assert (case.key in [mark.key for mark in found.steps[-1].marks]) is fires, events
    (mark,) = [
        mark
        for mark in judged(case.fires, view, case.edition, case.board).steps[-1].marks
        if mark.key == case.key
    ]
    plain = mark.to_json()
    assert plain["title"] == definition.title
    assert plain["words"].endswith((".", ")."))
    assert "{" not in plain["words"]


def test_every_mark_has_its_case_and_its_definition() -> None:
    assert {case.key for case in CASES} == set(MARKS)
    for definition in MARKS.values():
        assert definition.sort in SORTS
        assert definition.side in ("samurai", "goryo", "chance")
        assert definition.rule in RULEBOOK
        assert definition.words[-1] == "."


def test_the_words_hold_the_numbers() -> None:
    (mark,) = judged(f"{CATCH} discover", edition="2019").steps[-1].marks[:1]
    assert mark.words == (
        "The target could only be b6 or c5; blue to b6 and yellow to c5 would have covered it for "
        "certain."
    )


def test_mistakes_are_told_to_all_with_the_discovery_and_before_to_those_who_may_see() -> None:
    events = (
        "bind mask; haunt vase b4; plan b4 b3 b3 c2 > c3 sprint ~c3; green search yes; "
        "red search yes; discover"
    )
    in_public, in_hers = (marked(judged(events, view)) for view in ("public", "goryo"))
    secret = [(3, "faulty_plan"), (4, "wrong_answer"), (5, "wrong_answer")]
    assert not set(secret) & set(in_public)
    assert set(secret) <= set(in_hers)
    assert {(6, "faulty_plan"), (6, "wrong_answer")} <= set(in_public)
    faulty, wrong = (
        mark
        for mark in judged(events, "public").steps[-1].marks
        if mark.key in ("faulty_plan", "wrong_answer")
    )
    assert faulty.numbers == {"mistakes": 4, "rules": ["4.1", "4.3", "4.6", "4.7"]}
    assert wrong.numbers == {"mistakes": 2, "spaces": ["b2", "e2"]}


def test_a_target_under_a_samurai_is_no_error_where_she_had_no_other() -> None:
    found = judged(
        "bind mask; haunt fan a5; plan a5 a4 a3 a2 > a1; blue move d5; blue move c5; discover; "
        "plan a1 a2 a3 a4 a5 > c5 sprint",
        "goryo",
        board=CORRIDOR,
    )
    (mark,) = found.steps[-1].marks
    assert mark.words == "The target can only be c5; standing still would cover it for certain."


def test_a_wrong_answer_is_marked_once_before_the_discovery() -> None:
    found = judged(f"{FIRST} green search no; green sniff c2 yes; red search no", "goryo")
    assert [step for step, key in marked(found) if key == "wrong_answer"] == [4]


def test_where_a_mistake_was_made_nobody_was_lucky() -> None:
    """The lucky catch again, but h2 is not adjacent to g3: it was no plan to be guessed."""
    faulty = "bind lantern; haunt fan c5; plan c5 d5 g4 g3 > h2; discover"
    found = judged(faulty, edition="2021", board=CORRIDOR)
    shown = found.steps[-1].to_json()["worth"]
    assert shown["caught"] == 1
    assert 0 < shown["catch_chance"] < UNLIKELY
    assert [key for _, key in marked(found)] == ["faulty_plan"]


def test_a_sure_clue_is_not_missed_where_no_bag_is_ahead() -> None:
    short = {**house_board().data, "gong": {"spaces": 1, "bags": []}}
    (fires,) = [case.fires for case in CASES if case.key == "clue_left"]
    assert "clue_left" in {key for _, key in marked(judged(fires))}
    assert "clue_left" not in {key for _, key in marked(judged(fires, board=short))}


@pytest.mark.parametrize(("chance", "marks"), [(0.49, ["decisive_draw"]), (0.5, []), (1.0, [])])
def test_a_draw_is_decisive_where_most_tokens_would_not_have_ended_it(
    chance: float, marks: list[str]
) -> None:
    drawn = DrawWorth("helmet", 3, 1 / 3, [], True, True, chance, 2, 1)
    assert [mark.key for mark in of_draw(drawn)] == marks
    assert of_draw(drawn._replace(ended=False)) == []


def test_nothing_is_judged_once_nothing_fits() -> None:
    found = judged(f"{SECOND} purple search yes; green search no; red search no; discover")
    assert {key for step, key in marked(found) if step > 7} == {"wrong_answer"}
    asked = found.steps[8].to_json()["worth"]
    assert (asked["before"], asked["after"], asked["bits"], asked["best"]) == (0, 0, None, None)


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_a_secret_mark_is_in_no_view_of_the_samurai(view: str) -> None:
    for case in CASES:
        found = assess(play(case.fires, case.edition, case.board), view)
        assert not [key for _, key in marked(found) if MARKS[key].secret]
