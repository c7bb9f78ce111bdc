"""Conversion of Game Park's games: a recorder writes logs in its format, and they must convert back
to the same logs.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.core.errors import ConversionError
from games.gorinto import gamepark
from games.gorinto.gamepark import convert
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.landscapes import LANDSCAPES
from games.registry import ConvertedRecord
from games.registry import convert as convert_file
from tests.support.commands import run
from tests.support.engine import accepted, dump, judge_one
from tests.support.gorinto import MODES, random_log

COLOURS = (3, 1, 4, 2)
SWAP = {"fire": "water", "water": "fire"}
TABLES = [mode for mode in MODES if mode[0].isdigit()]


class Recorder:
    """Writes a log as Game Park would have recorded it."""

    def __init__(self, log: dict[str, Any], rng: random.Random, turned: bool = False) -> None:
        self.log, self.rng, self.turned = log, rng, turned
        self.players = len(log["players"])
        self.actions: list[dict[str, Any]] = []

    def number(self, element: str) -> int:
        return ELEMENTS.index(SWAP.get(element, element) if self.turned else element)

    def xy(self, cell: str) -> dict[str, int]:
        x, y = "abcde".index(cell[0]), int(cell[1]) - 1
        return {"x": y, "y": x} if self.turned else {"x": x, "y": y}

    def path(self, space: str) -> dict[str, int]:
        upper = space in "abcde"
        index = "abcde".index(space) if upper else int(space) - 1
        return {"path": int(upper == self.turned), "index": index}

    def paths(self, path: dict[str, str]) -> dict[str, Any]:
        upper = [self.number(path[space]) for space in "abcde"]
        left = [self.number(path[space]) for space in "12345"]
        if self.turned:
            upper, left = left, upper
        return {"horizontalPath": upper, "verticalPath": left}

    def record(self, in_view: bool = True) -> dict[str, Any]:
        setup = self.log["setup"]
        board = [[[] for _ in range(5)] for _ in range(5)]
        for cell, stack in setup["mountain"].items():
            at = self.xy(cell)
            board[at["x"]][at["y"]] = [self.number(name) for name in stack]
        players = [{"color": colour, "score": 0} for colour in COLOURS[: self.players]]
        fills = [event["path"] for event in self.log["events"] if event["type"] == "fill"]
        state = {
            "season": 1,
            "players": players,
            "keyElements": [self.number(name) for name in setup["keys"]],
            "goals": [int(goal[1:]) - 1 for goal in setup["goals"]],
            "mountainBoard": board,
            **self.paths(fills[0]),
        }
        if "start" in setup:
            state["firstPlayer"] = COLOURS[int(setup["start"][1]) - 1]
        else:
            state["isCompassionRoundOrder"] = True
            for rank, role in enumerate(setup["order"], 1):
                players[int(role[1]) - 1]["compassionOrder"] = rank
        if self.log["ruleset"].get("removal") == "tactical":
            state["isTacticalRemove"] = True
        if not in_view:
            later = [self.paths(path) for path in fills[1:]]
            names = ("horizontalPath", "verticalPath")
            state["elementTilesBag"] = [t for path in later for name in names for t in path[name]]
        self.play(in_view)
        return {"state": state, "actions": self.actions}

    def play(self, in_view: bool) -> None:
        placed = 0
        for event in self.log["events"][1:]:
            if event["type"] == "place":
                placed += 1
                self.place(event)
            elif event["type"] == "fill":
                move = {"type": 6, **(self.paths(event["path"]) if in_view else {})}
                self.follow({"type": 3}, {"type": 4}, move, {"type": 7})
                placed = 0
            elif placed < 6:
                space = event["from"] if event["type"] == "remove" else event["tokens"][-1]
                move = {"type": 5, **self.path(space)}
                if event["type"] == "remove":
                    self.actions.append({"move": move, "consequences": []})
                else:
                    self.follow(move)
                self.follow({"type": 2})
        self.follow({"type": 3}, {"type": 8})

    def follow(self, *moves: dict[str, Any]) -> None:
        self.actions[-1]["consequences"] += moves

    def place(self, event: dict[str, Any]) -> None:
        at = self.xy(event["to"])
        self.act({"type": 0, "path": self.path(event["from"])["path"], **at})
        take = event.get("take", [])
        self.rng.shuffle(take)
        for number, entry in enumerate(take):
            if isinstance(entry, int):  # counted without the tiles taken before
                where = {**at, "z": entry - 1 - sum(other < entry for other in take[:number])}
            else:
                where = self.xy(entry)
            self.act({"type": 1, "coordinates": where})

    def act(self, move: dict[str, Any]) -> None:
        self.actions.append({"playerId": 1, "move": move, "consequences": []})


def recordable_log(name: str, seed: int, most: int = 10_000) -> dict[str, Any]:
    """Return a random log without skipped Burrow tokens."""
    log = random_log(name, random.Random(seed), most)
    for event in log["events"]:
        if event["type"] == "burrow":
            event["tokens"] = event["tokens"][-1:]
    return log


def recorded_game(name: str, seed: int, most: int = 10_000) -> dict[str, Any]:
    return Recorder(recordable_log(name, seed, most), random.Random(seed)).record()


def canonical_events(log: dict[str, Any]) -> Any:
    return [entry.plain for entry in judge_one(dump(log)).record.entries]


@pytest.mark.parametrize("mode", TABLES)
@pytest.mark.parametrize("landscape", LANDSCAPES)
@pytest.mark.parametrize("turned", [False, True])
def test_recorded_game_converts_back(mode: str, landscape: str, turned: bool) -> None:
    log = recordable_log(f"{mode}-{landscape}", 1)
    recorded = Recorder(log, random.Random(2), turned and landscape in ("waves", "hill")).record()
    converted, assumptions = convert(json.loads(json.dumps(recorded)))
    assert canonical_events(converted) == canonical_events(log)
    assert converted["setup"] == log["setup"]
    assert accepted(dump(converted)).record.header["ruleset"] == log["ruleset"]
    assert (gamepark.TRANSPOSED in assumptions) == (turned and landscape in ("waves", "hill"))
    assert (gamepark.TOKENS in assumptions) == (mode == "2p-burrow")
    assert (gamepark.LAST_TILE in assumptions) == mode.startswith("2p")


def test_refills_from_the_recorded_bag() -> None:
    log = recordable_log("3p-clockwise", 3)
    converted, assumptions = convert(Recorder(log, random.Random(4)).record(in_view=False))
    assert canonical_events(converted) == canonical_events(log)
    assert gamepark.FROM_BAG in assumptions


def test_incomplete_turn_is_left_out() -> None:
    log = recordable_log("4p-clockwise", 5, 7)
    recorded = Recorder(log, random.Random(6)).record()
    while recorded["actions"][-1]["move"]["type"] != 1:
        recorded["actions"].pop()
    recorded["actions"].pop()
    converted, assumptions = convert(recorded)
    whole = canonical_events(log)
    assert canonical_events(converted) == whole[: len(converted["events"])]
    assert len(converted["events"]) == len(whole) - 1
    assert gamepark.CUT_SHORT in assumptions


def test_missing_order_becomes_seat_order() -> None:
    recorded = recorded_game("3p-compassionate", 7, 2)
    for player in recorded["state"]["players"]:
        del player["compassionOrder"]
    converted, assumptions = convert(recorded)
    assert converted["setup"]["order"] == ["p1", "p2", "p3"]
    assert gamepark.SEAT_ORDER in assumptions


def spoiled(**changes: Any) -> dict[str, Any]:
    recorded = recorded_game("2p-burrow", 9, 12)
    for key, value in changes.items():
        (recorded if key == "actions" else recorded["state"])[key] = value
    return recorded


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"season": 2}, "season"),
        ({"players": [{"color": 1}]}, "players"),
        ({"players": [{"color": 1}, {"color": 1}]}, "colour"),
        ({"players": [1, 2]}, "player"),
        ({"firstPlayer": 9}, "firstPlayer"),
        ({"goals": [0, 1]}, "letter"),
        ({"goals": [0, 12]}, "goal"),
        ({"goals": "g1"}, "goals"),
        ({"keyElements": [0, 5]}, "element"),
        ({"mountainBoard": []}, "columns"),
        ({"mountainBoard": [[[]] * 5] * 5}, "landscape"),
        ({"horizontalPath": [0, 1, None, 2, 3]}, "element"),
        ({"verticalPath": [0]}, "slots"),
        ({"isCompassionRoundOrder": True}, "two players"),
        ({"actions": [{"move": {"type": 9}}]}, "type 9"),
        ({"actions": [{"move": {"type": 1, "x": 1, "y": 1}}]}, "taken"),
        ({"actions": [{"move": {"type": 6}}]}, "before the Season is over"),
        ({"actions": [{"type": 0, "path": 0, "x": 7, "y": 0}]}, "no cell"),
        ({"actions": [{"type": 0, "path": 2, "x": 0, "y": 0}]}, "Path space"),
        ({"actions": [7]}, "type"),
    ],
)
def test_error_for_a_game_that_cannot_be_converted(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConversionError, match=message):
        convert(spoiled(**changes))


@pytest.mark.parametrize("value", [None, 3, [], {}, {"state": {}}, {"state": [], "actions": []}])
def test_error_for_a_value_that_is_not_a_game(value: Any) -> None:
    with pytest.raises(ConversionError):
        convert(value)


def test_error_for_an_illegal_move_has_its_rule() -> None:
    moves = [{"type": 0, "path": 0, "x": 0, "y": 0}, {"type": 0, "path": 0, "x": 1, "y": 1}]
    with pytest.raises(ConversionError, match=r"Move 0: .*4\.7"):
        convert(spoiled(actions=moves))


# ------------------------------------------------------------------------------------- the command


def test_command_prints_logs_and_assumptions(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text("\n".join(json.dumps(recorded_game("2p-burrow", seed)) for seed in (1, 2)))
    status, out, errors = run("bring", path)
    assert len([accepted(line) for line in out.splitlines()]) == 2
    assert (status, f"Game 2: {gamepark.TOKENS}" in errors) == (0, True)


def test_command_reports_a_game_it_skips(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(json.dumps([{"state": 1}, recorded_game("4p-clockwise", 3)]))
    status, out, errors = run("bring", path)
    assert (status, len(out.splitlines())) == (1, 1)
    assert "Game 1 can't be converted" in errors
    path.write_text("{")
    with pytest.raises(CommandError, match="cannot be read"):
        run("bring", path)


def test_file_with_games_and_errors() -> None:
    results = convert_file(json.dumps([recorded_game("3p-clockwise", 4), 5]).encode(), "gamepark")
    assert [type(result) for result in results] == [ConvertedRecord, ConversionError]
