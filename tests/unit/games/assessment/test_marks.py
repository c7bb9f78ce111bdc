"""Every mark is set in its case, and not set in a slightly different case."""

from typing import Any, NamedTuple

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.definitions import MARKS, UNLIKELY
from games.goryo.assessment.marks import draw_marks
from games.goryo.assessment.worth import DrawWorth
from games.goryo.rules.board import default_board
from games.goryo.rules.rulebook import RULEBOOK
from tests.unit.games.assessment.logs import CORRIDOR, assessed, mark_keys, play

HAUNT = "bind mask; haunt vase b4;"
PLAN = f"{HAUNT} plan b4 b3 b2 c2 > c3"
FIRST = f"{PLAN} ~e2; "
DEAD_END = "bind mask; haunt helmet a1; plan a1 a2 a3 a4 > a5; blue move d5; blue move c5;"
CORNER = "bind mask; haunt fan a5; plan a5 a4 a3 a2 > a1"
FAR = "bind lantern; haunt fan c5; plan c5 d5 g4 g3 h3 > h2 sprint;"
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
    """Events after which the last step has the mark, and events after which it does not."""

    key: str
    marked: str
    not_marked: str
    edition: str = "2024"
    board: Any = None


CASES = [
    # e5 is six moves from c3, and the false trail is used up; d2 may be on the route
    Case("wasted", f"{SECOND} purple search no", f"{SECOND} red sniff d2 no"),
    # f2 is six moves from b4; the false trail is still available
    Case("trail_only", f"{FIRST} red sniff f2 no", f"{FIRST} red sniff d2 no"),
    Case(
        "sure_clue", f"{DEAD_END} blue sniff a5 yes", f"{DEAD_END} blue search no", board=CORRIDOR
    ),
    Case("unlikely_answer", f"{FIRST} red search yes", f"{FIRST} green search yes"),
    Case("contradiction", f"{SECOND} purple search yes", f"{SECOND} purple search no"),
    # only b6 and c5 were possible, and no Samurai went there
    Case(
        "catch_left",
        f"{CATCH} discover",
        f"{CATCH} blue move b6; yellow move d5; yellow move c5; discover",
        "2019",
    ),
    # the only route from b4 to c2 starts with b3; in the other game all six actions are used
    Case(
        "clue_left",
        f"{FIRST} red search yes; green sniff c2 yes; green search yes; discover",
        f"{FIRST} red search yes; red move e1; green sniff c2 yes; green search yes; "
        "blue move b6; blue move b5; discover",
    ),
    Case("lucky_catch", f"{FAR} discover", f"{FAR} red move h1; discover", "2021", CORRIDOR),
    Case("unlucky_miss", f"{MISS} yellow search yes; discover", f"{MISS} discover", "2021"),
    # three tokens, of which helmet ends the game and mask does not
    Case("decisive_draw", f"{LAST_TOKENS} draw helmet", LAST_TOKENS, "2019", CORRIDOR),
    Case(
        "no_escape",
        f"{CORNER}; discover; plan a1 a2 a3 a4 a5 > c5 sprint",
        CORNER,
        board=CORRIDOR,
    ),
    Case("under_samurai", f"{HAUNT} plan b4 b3 a3 a2 > b2", PLAN),
    Case("bound_target", PLAN.replace("mask", "scroll"), PLAN.replace("mask", "?")),
    Case("faulty_plan", f"{HAUNT} plan b4 b3 b2 > c3", PLAN),
    Case("wrong_answer", f"{FIRST} green search no", f"{FIRST} red search no"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_a_mark_is_set_in_its_case_only(case: Case) -> None:
    definition = MARKS[case.key]
    view = "goryo" if case.key in ("faulty_plan", "wrong_answer") else "samurai"
    view = "omniscient" if definition.secret else view
    for events, is_marked in ((case.marked, True), (case.not_marked, False)):
        last = assessed(events, view, case.edition, case.board)[-1]
        texts = [mark.text for mark in last.marks if mark.key == case.key]
        assert len(texts) == is_marked, events
        assert all(text.endswith((".", ").")) and "{" not in text for text in texts), texts


def test_every_mark_has_a_case_and_a_definition() -> None:
    assert {case.key for case in CASES} == set(MARKS)
    for definition in MARKS.values():
        assert definition.sort in ("wrong", "rule", "luck", "fact")
        assert definition.rule in RULEBOOK
        assert definition.meaning[-1] == "."


def test_the_text_contains_the_numbers() -> None:
    (mark,) = assessed(f"{CATCH} discover", edition="2019")[-1].marks[:1]
    assert mark.text == (
        "The target could only be b6 or c5; blue to b6 and yellow to c5 would have been a certain "
        "catch."
    )


def test_mistakes_are_public_with_the_discovery_and_earlier_in_views_that_see_the_plan() -> None:
    events = (
        "bind mask; haunt vase b4; plan b4 b3 b3 c2 > c3 sprint ~c3; green search yes; "
        "red search yes; discover"
    )
    public, goryo = (mark_keys(assessed(events, view)) for view in ("public", "goryo"))
    secret = [(3, "faulty_plan"), (4, "wrong_answer"), (5, "wrong_answer")]
    assert not set(secret) & set(public)
    assert set(secret) <= set(goryo)
    assert {(6, "faulty_plan"), (6, "wrong_answer")} <= set(public)
    numbers = {mark.key: mark.numbers for mark in assessed(events, "public")[-1].marks}
    assert numbers["faulty_plan"] == {"mistakes": 4, "rules": ["4.1", "4.3", "4.6", "4.7"]}
    assert numbers["wrong_answer"] == {"mistakes": 2, "spaces": ["b2", "e2"]}


def test_a_target_under_a_samurai_is_not_wrong_without_an_alternative() -> None:
    events = f"{CORNER}; blue move d5; blue move c5; discover; plan a1 a2 a3 a4 a5 > c5 sprint"
    (mark,) = assessed(events, "goryo", board=CORRIDOR)[-1].marks
    assert mark.text == "The target can only be c5; standing still would be a certain catch."


def test_a_wrong_answer_is_marked_once_before_the_discovery() -> None:
    result = assessed(f"{FIRST} green search no; green sniff c2 yes; red search no", "goryo")
    assert [step for step, key in mark_keys(result) if key == "wrong_answer"] == [4]


def test_a_catch_after_a_faulty_plan_is_not_lucky() -> None:
    """The case of the lucky catch, but h2 is not adjacent to g3, so the plan is faulty."""
    faulty = "bind lantern; haunt fan c5; plan c5 d5 g4 g3 > h2; discover"
    result = assessed(faulty, edition="2021", board=CORRIDOR)
    shown = result[-1].worth
    assert shown.caught == 1
    assert 0 < shown.catch_chance < UNLIKELY
    assert [key for _, key in mark_keys(result)] == ["faulty_plan"]


def test_a_certain_clue_is_not_missed_without_a_bag_ahead() -> None:
    short = {**default_board().data, "gong": {"spaces": 1, "bags": []}}
    (fires,) = [case.marked for case in CASES if case.key == "clue_left"]
    assert "clue_left" in {key for _, key in mark_keys(assessed(fires))}
    assert "clue_left" not in {key for _, key in mark_keys(assessed(fires, board=short))}


@pytest.mark.parametrize(("chance", "marks"), [(0.49, ["decisive_draw"]), (0.5, []), (1.0, [])])
def test_a_draw_is_decisive_if_most_tokens_end_nothing(chance: float, marks: list[str]) -> None:
    drawn = DrawWorth("helmet", 3, 1 / 3, [], True, chance, 2, 1)
    assert [mark.key for mark in draw_marks(drawn)] == marks
    assert draw_marks(drawn._replace(ended=False)) == []


def test_only_wrong_answers_are_marked_without_hypotheses() -> None:
    result = assessed(f"{SECOND} purple search yes; green search no; red search no; discover")
    assert {key for step, key in mark_keys(result) if step > 7} == {"wrong_answer"}
    asked = result[8].worth
    assert (asked.before, asked.after, asked.bits, asked.best) == (0, 0, None, None)


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_secret_marks_are_not_in_public_views(view: str) -> None:
    for case in CASES:
        result = assess(play(case.marked, case.edition, case.board), view)
        assert not [key for _, key in mark_keys(result) if MARKS[key].secret]
