"""Gorinto's scene and frames show what the steps contain, in every mode, and nothing later."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from games.core.names import short_name
from games.registry import get_kind
from tests.support.pages import missing, page

from .gorinto_samples import CELLS, ELEMENTS, MODES, by_hand, changed, game_of, place
from .samples import played, stored

KIND = get_kind("gorinto")
OF_PAGE = {"round", "phase", "route", "result"}


def of_element(element: str, cell: str) -> set[str]:
    """Return the Pattern of section 4.4, computed independently."""
    column, row = "abcde".index(cell[0]), int(cell[1])
    found = set()
    for other in CELLS:
        across, down = abs("abcde".index(other[0]) - column), abs(int(other[1]) - row)
        if {
            "void": across == down == 1,
            "wind": across + down == 1,
            "fire": across == 0 < down,
            "water": down == 0 < across,
            "earth": other == cell,
        }[element]:
            found.add(other)
    return found


def cells_with(frame: dict[str, Any], mark: str) -> set[str]:
    return {cell for cell, marks in frame["cells"].items() if mark in marks.split()}


def slots(scene: dict[str, Any]) -> set[str]:
    """Return every slot of the page that a frame can fill."""
    found = set(OF_PAGE)
    for panel in scene["panels"]:
        found |= {panel["id"], f"{panel['id']}-tag"}
        found |= {panel["figure"]["id"]} if "figure" in panel else set()
        for item in panel["items"]:
            found |= {item["id"], f"{item['id']}-note"}
            found |= {f"{item['id']}-{column['id']}" for column in panel.get("columns", ())}
    return found


@pytest.mark.parametrize("mode", MODES)
def test_every_frame_uses_ids_of_the_scene(mode: str) -> None:
    for seed in (1, 2):
        replay = game_of(mode, seed)
        scene, frames = KIND.display.scene(replay.record), KIND.display.frames(replay, "public")
        assert len(frames) == len(replay.steps) + 1
        cells = {cell["id"]: cell["form"] for cell in scene["cells"]}
        assert Counter(cells.values()) == {"stack": 25, "space": 10}
        marks, tiles = ({item["id"] for item in scene[key]} for key in ("marks", "tiles"))
        pieces, places = {piece["id"] for piece in scene["pieces"]}, slots(scene)
        for number, frame in enumerate(frames):
            assert frame["step"] == number
            assert frame["cells"].keys() | frame["stacks"].keys() <= cells.keys()
            assert {m for names in frame["cells"].values() for m in names.split()} <= marks
            assert {t for names in frame["stacks"].values() for t in names.split()} <= tiles
            assert frame["beads"].keys() <= cells.keys()
            assert frame["pieces"].keys() <= pieces
            assert frame["texts"].keys() | frame["classes"].keys() <= places
            assert frame["sentence"]
            assert "None" not in frame["sentence"]


@pytest.mark.parametrize("mode", MODES)
def test_mountain_path_and_mats_are_the_states(mode: str) -> None:
    for step, frame in played(game_of(mode)):
        state, texts = step["state"], frame["texts"]
        is_placement = step["event"]["type"] == "place"
        assert bool(texts.get("insight-0")) == is_placement  # what else could have been done
        lies = {cell: " ".join(stack) for cell, stack in state["mountain"].items() if stack}
        lies |= {space: tile for space, tile in state["path"].items() if tile}
        solo = state["solo"] or {"tiles": None, "head": None, "tail": None}
        lies |= {s: f"kitsune-{n}" for n, s in enumerate(solo["tiles"] or (), 1)}
        assert frame["stacks"] == lies
        for token in ("head", "tail"):
            assert cells_with(frame, f"with-{token}") == ({solo[token]} - {None})
            assert (token in frame["pieces"]) == (solo[token] is not None)
        for role, mat in state["mats"].items():
            for element in ELEMENTS:
                slot = f"mat-{role}-{element}"
                assert texts[slot] == str(mat[element])
                assert f"up-{min(mat[element], 12)}" in frame["classes"][slot].split()
                if role != "kitsune":
                    assert texts[f"{slot}-note"] == f"gathers {mat[element] + 1}"
        for element in ELEMENTS:
            assert texts[f"tiles-{element}-bag"] == str(state["bag"][element])
            assert texts[f"tiles-{element}-out"] == str(state["discarded"][element])


@pytest.mark.parametrize("mode", MODES)
def test_a_placement_marks_its_pattern_and_what_was_taken(mode: str) -> None:
    seen = Counter[str]()
    replay = game_of(mode, 3)
    before = KIND.display.frames(replay, "public")[0]["stacks"]
    for step, frame in played(replay):
        event = step["event"]
        if event["type"] == "place":
            element = before[event["from"]]
            seen[element] += 1
            assert cells_with(frame, "pattern") == of_element(element, event["to"])
            assert cells_with(frame, "from") == {event["from"]}
            assert cells_with(frame, "last") == {event["to"]}
            stack, taken = before.get(event["to"], "").split(), {}
            for entry in event.get("take", ()):
                is_level = isinstance(entry, int)  # of the stack of an earth tile
                kind = stack[entry - 1] if is_level else before[entry].split()[-1]
                taken.setdefault(kind, set()).add(event["to"] if is_level else entry)
            for kind in ELEMENTS:
                assert cells_with(frame, f"took-{kind}") == taken.get(kind, set())
            assert missing(frame["sentence"], *taken) == []
        before = frame["stacks"]
    assert len(seen) >= 4


@pytest.mark.parametrize("mode", [m for m in MODES if m.startswith("solo")])
def test_the_kitsune_marks_what_it_gathers(mode: str) -> None:
    kinds = set()
    for seed in range(1, 9):
        replay = game_of(mode, seed)
        before = KIND.display.frames(replay, "public")[0]
        for step, frame in played(replay):
            event = step["event"]
            if event["type"] == "coin":
                token = {"heads": "head", "tails": "tail"}[event["side"]]
                (cell,) = cells_with(before, f"with-{token}")
                old, new = before["stacks"], frame["stacks"]
                shrunk = {c for c in CELLS if len(new.get(c, "")) < len(old.get(c, ""))}
                assert {c for kind in ELEMENTS for c in cells_with(frame, f"took-{kind}")} == shrunk
                assert cells_with(frame, "last") == {cell}
                kinds.add(old[cell].split()[-1] if cell in old else "blank")
            before = frame
    assert {"blank", "earth"} <= kinds
    assert len(kinds) == 6


@pytest.mark.parametrize("mode", MODES)
def test_the_score_shown_before_a_seasons_end_is_what_it_pays(mode: str) -> None:
    """Cards, Keys and sums of the panel, next to what the rules paid at each Season's end."""
    scored = 0
    for seed in (1, 2, 3):
        replay = game_of(mode, seed)
        ruleset = replay.record.setup.ruleset
        old = replay.initial
        for step, (plain, frame) in zip(replay.steps, played(replay), strict=True):
            new, texts = step.state, frame["texts"]
            if new.scoring is not None and new.scoring != old.scoring:
                scored += 1
                scoring = plain["state"]["scoring"]
                gained = dict.fromkeys(ruleset.sides, 0)
                for role in ruleset.mats:
                    side = next(s for s in ruleset.sides if role in s.split("+"))
                    gained[side] += int(texts[f"now-{role}"])
                    if new.season == 4 > scoring["season"] and role != "kitsune":
                        gained[side] -= int(texts[f"keys-{role}"])  # it says Winter's by now
                for role, cards in scoring["goals"].items():
                    for goal, paid in cards.items():
                        assert texts[f"goal-{goal}-{role}"] == str(paid)
                    if scoring["keys"]:
                        assert texts[f"keys-{role}"] == str(scoring["keys"][role])
                paid = [now - was for now, was in zip(new.wisdom, old.wisdom, strict=True)]
                assert list(gained.values()) == paid
            old = new
    assert scored == 12


@pytest.mark.parametrize("mode", MODES)
def test_a_frame_depends_on_what_was_before_it_alone(mode: str) -> None:
    """A log cut short has the same frames as the whole one, up to the cut: also before a fill."""
    whole = KIND.display.frames(game_of(mode), "omniscient")
    for cut in (0, 1, 2, 5, 11, 12, 13, 14, 20):
        assert KIND.display.frames(changed(mode, cut), "omniscient") == whole[: cut + 1]


def test_only_the_omniscient_view_has_notes() -> None:
    replay = changed("3p-clockwise", 9, '{"type": "abandon", "note": "it grew late"}')
    whole = KIND.display.frames(replay, "omniscient")
    assert whole[-1]["move"]["note"] == "it grew late"
    whole[-1]["move"]["note"] = ""
    for view in ("p1", "p3", "public"):
        assert KIND.display.frames(replay, view) == whole


def test_moves_are_grouped_by_season_and_seasons_end_with_points() -> None:
    for mode in MODES:
        replay = game_of(mode)
        players = replay.record.setup.ruleset.players
        places, ends = Counter[tuple[str, str]](), 0
        for step, frame in played(replay):
            move, follows = frame["move"], frame["move"]["follows"]
            if any(line.endswith(" scoring") for line in follows):
                ends += 1
                for role in step["state"]["scoring"]["goals"]:
                    name = ("Sora", "Kaze", "Mizu", "Tsuchi")[int(role[1]) - 1]
                    assert f"Bot {name} +" in " ".join(follows)
                has_left = any(line.startswith("discarded from the Path") for line in follows)
                is_last = step["state"]["phase"] == "over"
                assert has_left == (not is_last and not mode.startswith("2p"))
            if step["event"]["type"] == "place":
                places[move["group"], move["part"]] += 1
            if step["event"]["type"] in ("fill", "kitsune"):
                assert move["part"] == "Set-up"
        assert ends == 4
        assert set(places.values()) == {players}
        seasons = [season for season, _ in places][:: len(places) // 4]
        assert seasons == ["Spring", "Summer", "Autumn", "Winter"]
        sections = [frame["section"] for frame in KIND.display.frames(replay, "public")]
        assert sections == sorted(sections)


def test_the_texts_of_a_game() -> None:
    replay = by_hand(
        place("p2", "1", "e1", "e3", note="a note"),
        place("p1", "d", "d3", 1),
        place("p2", "c", "c4", "c1"),
        {"type": "burrow", "tokens": ["d", "3"]},
    )
    frames = KIND.display.frames(replay, "omniscient")
    assert [frame["sentence"] for frame in frames] == [
        "The Mountain before the game: Peak, 60 tiles. Turn order: Bo (Start coin), Ann.",
        "Spring: 10 tiles are drawn for the Path: 1 void, 1 wind, 3 fire, 4 water, 1 earth.",
        "Bo moves fire from 1 to e1 and gathers wind e3.",
        "Ann moves earth from d to d3 and gathers fire level 1.",
        "Bo moves fire from c to c4 and gathers void c1.",
        "Burrow token 3 is revealed. Its fire tile is discarded. Skipped tokens: d.",
    ]
    assert [frame["texts"].get("route", "") for frame in frames[1:5]] == [
        "",
        "Understanding of fire 1: gathers 1 of 4 tiles in its Pattern.",
        "Understanding of earth 1: gathers 1 of 3 tiles in its Pattern.",
        "Understanding of fire 1: gathers 1 of 4 tiles in its Pattern.",
    ]
    fourth, end = frames[4], "Wisdom if the Season ended now"
    most = f"wind a › a4, gathering 2 wind, 9 {end} (+6)"
    shown = {
        "insight-0": f"Played: 5 {end} (+2), 25th of 116 choices, tied with 84 others.",
        "insight-1": f"Most Wisdom now and most tiles: {most}.",
        "mat-p2": "+5 if the Season ended now, 2 tiles, Start coin",
        "mat-p2-wisdom": "0",
    }
    assert fourth["texts"].items() >= shown.items()
    assert fourth["beads"] == {"c1": "V"}
    assert frames[5]["texts"]["phase"] == "Ann to place"
    assert frames[2]["move"] | {"follows": 0} == {
        "group": "Spring", "part": "Turn 1", "actor": "p2", "name": "Bo", "verb": "fire",
        "text": "1 › e1: wind e3", "sign": "", "follows": 0, "note": "a note", "at": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "more", "words", "result"),
    [
        ("2p-burrow", '{"type": "resign", "role": "p1"}', "Bot Sora resigns",
         "Bot Kaze wins: Bot Sora resigned (rule 8.3)."),
        ("solo-expert", '{"type": "resign", "role": "p1"}', "Bot Sora resigns",
         "The Kitsune wins: Bot Sora resigned (rule 8.3)."),
        ("partnership", '{"type": "resign", "role": "p2"}', "Bot Kaze resigns",
         "Bot Sora and Bot Mizu win: Bot Kaze resigned (rule 8.3)."),
        ("4p-clockwise", '{"type": "abandon"}', "The game is abandoned",
         "The game was abandoned without a winner."),
    ],
)  # fmt: skip
def test_a_game_ended_by_players(mode: str, more: str, words: str, result: str) -> None:
    frames = KIND.display.frames(changed(mode, 7, more), "public")
    assert frames[-1]["sentence"].startswith(words)
    assert frames[-1]["texts"]["result"] == result
    assert frames[-1]["move"]["part"] == "End"
    assert frames[-2]["texts"]["result"] == ""


def test_recorded_wisdom_is_shown_and_corrected() -> None:
    last = game_of("3p-clockwise").final.wisdom
    right, wrong, huge = {"p1": last[0], "p3": last[2]}, {"p2": last[1] + 1}, {"p2": 10**400}
    for wisdom, is_corrected in ((right, False), (wrong, True), (huge, True)):
        claim = json.dumps({"type": "score", "wisdom": wisdom})
        frame = KIND.display.frames(changed("3p-clockwise", None, claim), "public")[-1]
        assert frame["sentence"].startswith("Recorded Wisdom: Bot ")
        assert ("By the rules it is" in frame["sentence"]) == is_corrected
        assert (frame["move"]["group"], frame["move"]["part"]) == ("Winter", "Score")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        (None, ""),
        (" two\n lines\t", "two lines"),
        ("left\u202eright\u200b", "leftright"),
        ("\ud800lone", "lone"),
        ("x" * 40, "x" * 23 + "…"),
        ("\u05d0\u05d1 1", "\u2068\u05d0\u05d1 1\u2069"),
    ],
)
def test_names_are_one_visible_line(given: str | None, shown: str) -> None:
    assert short_name(given) == shown


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("ann", "bo"), "bo (Start coin), ann"),
        (("Ann", "ANN"), "ANN (2) (Start coin), Ann (1)"),
        ((None, "  "), "Player 2 (Start coin), Player 1"),
    ],
)
def test_names_are_written_as_in_the_log(names: tuple[str | None, str], text: str) -> None:
    players = [{"role": f"p{n}", "name": name} for n, name in enumerate(names, 1)]
    replay = by_hand({"type": "resign", "role": "p1"}, players=players)
    frames = KIND.display.frames(replay, "public")
    assert text in frames[0]["sentence"]
    if names == ("ann", "bo"):
        assert frames[-1]["texts"]["result"].startswith("bo wins: ann resigned")
        titles = [panel["title"] for panel in KIND.display.scene(replay.record)["panels"]]
        assert titles[:2] == ["ann", "bo"]


# -- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.django_db
def test_every_tenth_step_of_every_mode_has_its_symbols(client: Client, mode: str) -> None:
    game = stored(game_of(mode), "gorintopage1")
    for step in (*range(0, game.n_events, 10), game.n_events):
        text = page(client, f"/games/{game.public_id}/?step={step}")
        drawn = set(re.findall(r'id="(sym-[^"]+)"', text))
        assert set(re.findall(r'href="#(sym-[^"]+)"', text)) <= drawn
        assert [text.count(f'data-form="{form}"') for form in ("stack", "space")] == [25, 10]


@pytest.mark.django_db
def test_open_games_do_not_offer_roles_as_views(client: Client) -> None:
    address = f"/games/{stored(game_of('3p-clockwise'), 'gorintoview1').public_id}/"
    for query, more in (("", []), ("?as=p2", ["p2"])):
        views = re.findall(r'data-side="(\w+)"', page(client, address + query))
        assert views == ["omniscient", *more, "public"]
    page(client, f"{address}?as=p4", 400)


@pytest.mark.django_db
def test_an_unfinished_game_is_shown_up_to_its_last_event(client: Client) -> None:
    replay = changed("2p-burrow", 9)
    text = page(client, f"/games/{stored(replay, 'gorintopart1').public_id}/?step=9")
    assert "stays hidden" not in text
    assert KIND.display.frames(replay, "public")[-1]["sentence"] in text
