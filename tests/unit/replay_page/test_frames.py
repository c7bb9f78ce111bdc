"""Frames show what the steps of a view contain, and nothing else: marks, pieces, panels, texts."""

from collections import Counter, defaultdict
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from games.goryo.scene.frames import CROWD
from games.registry import get_kind

from .samples import SPIRITS, THREE_AT_C2, first_chase, played, random_replays, replay_of

KIND = get_kind("goryo")
VIEWS = ("omniscient", "samurai")


def spaces_with(frame: dict[str, Any], mark: str) -> list[str]:
    return sorted(space for space, marks in frame["cells"].items() if mark in marks.split())


@pytest.mark.parametrize("view", VIEWS)
def test_marks_are_the_state_at_every_step_of_random_games(view: str) -> None:
    for replay in random_replays():
        for step, frame in played(replay, view):
            state = step["state"]
            assert frame["step"] == step["step"]
            for mark in ("broken", "sealed", "yes", "no"):
                key = {"yes": "green", "no": "red"}.get(mark, mark)
                assert spaces_with(frame, mark) == state[key]
            for colour, space in state["samurai"].items():
                assert spaces_with(frame, f"with-{colour}") == [space]
            assert spaces_with(frame, "with-pawn") == ([state["pawn"]] if state["pawn"] else [])
            if state["plan"]:
                assert spaces_with(frame, "route") == sorted(set(state["plan"]["route"]))
                assert spaces_with(frame, "target") == [state["plan"]["target"]]


def test_pieces_stand_in_their_space_and_never_on_each_other() -> None:
    crowds: Counter[int] = Counter()
    for replay in (replay_of(THREE_AT_C2), *random_replays()):
        cells = KIND.display.scene(replay.record)["cells"]
        corners = {cell["id"]: (cell["x"], cell["y"]) for cell in cells}
        for step, frame in played(replay, "samurai"):
            places = {**step["state"]["samurai"], "pawn": step["state"]["pawn"]}
            here = defaultdict(list)
            for piece, (x, y, scale, _) in frame["pieces"].items():
                left, top = corners[places[piece]]
                assert 12 * scale <= x - left <= 100 - 12 * scale
                assert 12 * scale <= y - top <= 100 - 12 * scale
                here[places[piece]].append((x, y, scale))
            for group in here.values():
                crowds[len(group)] += 1
                for (x1, y1, s1), (x2, y2, s2) in combinations(group, 2):
                    assert hypot(x1 - x2, y1 - y2) >= 17 * (s1 + s2) * 0.98
    assert {1, 2, 3} <= set(crowds)


@pytest.mark.parametrize("places", CROWD, ids=len)
def test_a_crowd_fits_into_its_space(places: tuple[tuple[float, float, float], ...]) -> None:
    for x, y, scale in places:
        assert 17 * scale <= x <= 100 - 17 * scale
        assert 20 * scale <= y <= 100 - 17 * scale
    for (x1, y1, s1), (x2, y2, s2) in combinations(places, 2):
        assert hypot(x1 - x2, y1 - y2) >= 17 * (s1 + s2)


def test_panels_show_the_counters_of_the_state() -> None:
    for replay in random_replays():
        for step, frame in played(replay, "omniscient"):
            state, texts, classes = step["state"], frame["texts"], frame["classes"]
            assert texts["spirits"] == f"{state['spirits']} of 3 flipped"
            spirits = [c for i, c in classes.items() if i.startswith("spirit-")]
            assert sum("flipped" in c for c in spirits) == state["spirits"]
            assert texts["gong"].split()[0] == str(state["gong"])
            assert [i for i, c in classes.items() if c == "here"] == [f"gong-{state['gong']}"]
            for slot, key in (("draws", "draws_due"), ("bag", "bag"), ("mistakes", "mistakes")):
                assert texts[slot] == str(state[key])
            for i, kind in enumerate(replay.record.board.types):
                assert texts[f"type-{i}"].split(",")[0] == state["types"][kind]
                assert (state["bound"] == kind) == ("bound" in classes[f"type-{i}"].split())
            if state["phase"] == "chase":
                assert texts["actions"] == f"{state['actions_left']} of 6"


def test_the_start_shows_the_samurai() -> None:
    for replay in random_replays():
        start = KIND.display.frames(replay, "public")[0]
        for colour, space in played(replay, "public")[0][0]["state"]["samurai"].items():
            assert spaces_with(start, f"with-{colour}") == [space]
        assert start["texts"]["types"] == "0 of 8 sealed or broken"
        assert "pawn" not in start["pieces"]
        assert start["move"] is None


def test_a_frame_depends_on_its_step_alone() -> None:
    """A log cut short has the same frames as the whole one, up to the cut."""
    whole = KIND.display.frames(replay_of(SPIRITS), "omniscient")
    lines = SPIRITS.splitlines(keepends=True)
    for cut in range(8, len(lines)):
        part = KIND.display.frames(replay_of("".join(lines[:cut])), "omniscient")
        assert part == whole[: len(part)]


def test_samurai_see_the_route_after_its_discovery() -> None:
    for step, frame in played(replay_of(SPIRITS), "samurai"):
        kind, phase = step["event"]["type"], step["state"]["phase"]
        if kind == "discover" or phase == "draw":
            shown = step["state"]["revealed"]
            assert spaces_with(frame, "route") == sorted(set(shown["route"]))
            assert spaces_with(frame, "target") == [shown["target"]]
            assert frame["paths"]["route"]
        if phase == "chase":
            assert spaces_with(frame, "route") == spaces_with(frame, "target") == []
            assert frame["paths"] == frame["beads"] == {}


def test_the_false_trail_is_marked_apart_from_the_route() -> None:
    frames = KIND.display.frames(replay_of(SPIRITS), "goryo")
    plans = [f for f in frames if f["move"] and f["move"]["verb"] == "Plan"]
    assert spaces_with(plans[1], "trail") == ["e1"]
    assert plans[1]["beads"] == {"c3": "1", "b3": "2", "b4": "3", "c4": "4"}


def test_effects_of_a_discovery_are_in_the_order_of_the_rules() -> None:
    moves = [f["move"] for f in KIND.display.frames(replay_of(SPIRITS), "public")[1:]]
    found = [m["follows"] for m in moves if m["verb"] == "Discovery turn"]
    assert found[0] == [
        "b4 b3 b2 c2 › c3",
        "gong +1 → 1",
        "Samurai on the target: 1 spirit flipped",
        "broken: c3; first of type scroll",
        "1 Ofuda to draw",
    ]
    assert found[1] == [
        "c3 b3 b4 c4 › d4, False Trail e1",
        "1 mistake: 1 spirit flipped",
        "gong +2 → 3, 1 bag reached",
        "broken: d4; first of type lantern",
        "2 Ofuda to draw",
    ]
    end = ["The Samurai win: the third spirit is flipped (6.1)", "bound type: fan"]
    assert found[2][-2:] == end


def test_notes_are_shown_only_in_views_that_may_see_them() -> None:
    for view in KIND.identity.views:
        frames = KIND.display.frames(replay_of(SPIRITS), view)[1:]
        notes = {frame["move"]["note"] for frame in frames} - {""}
        is_open = view in ("omniscient", "goryo")
        assert notes == ({"the first plan", "a note of the chase"} if is_open else set())


@pytest.mark.parametrize(
    ("edition", "verb"), [("2019", "Hound"), ("2021", "Sniff"), ("2024", "Sniff")]
)
def test_the_list_uses_the_terms_of_the_edition(edition: str, verb: str) -> None:
    last = KIND.display.frames(replay_of(first_chase(edition=edition)), "public")[-1]
    assert last["move"]["verb"] == verb
    assert last["texts"]["phase"] == "Samurai's turn"
    assert last["sentence"] == "Green sniffs c3 from c2: yes, a green clue."


def test_every_ending_cites_its_rule() -> None:
    rules = {"bound": "6.2", "stuck": "4.8", "revenge": "6.8"}
    seen = set()
    for replay in random_replays():
        reason = replay.outcome.reason
        result = KIND.display.frames(replay, "public")[-1]["texts"]["result"]
        seen.add(reason)
        if reason is None:
            assert result == ""
        elif reason in rules:
            assert f"(rule {rules[reason]})" in result
        else:
            assert ("(rule 6." in result) == (reason in ("spirits", "exorcism"))
        winners = {"goryo": "The Goryō wins", "samurai": "The Samurai win", None: ""}
        assert result.startswith(winners[replay.outcome.winner])
    assert {"revenge", "spirits", "stuck", "exorcism", "bound"} <= seen


def test_an_unrecorded_bound_type() -> None:
    replay = replay_of(first_chase(bound="?"))
    for view in KIND.identity.views:
        text = "secret until the end" if view in ("samurai", "public") else "not recorded"
        assert KIND.display.frames(replay, view)[-1]["texts"]["bound"] == text
