"""Naive names and goal cards of Gorinto, and checks of a log's header and of the form of an event,
in the order of section 6 of the log page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from tests.brute.board import Refused
from tests.brute.form import check_when, known_keys, need

ELEMENTS = ("void", "wind", "fire", "water", "earth")
LETTERS = {"g1": "A", "g2": "A", "g3": "B", "g4": "B", "g5": "C", "g6": "C", "g7": "D", "g8": "D"}
GOALS = tuple(f"g{number}" for number in range(1, 13))
COLUMNS, ROWS = "abcde", "12345"
SPACES = tuple(COLUMNS + ROWS)
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
MODES = {"standard": (2, 3, 4), "partnership": (4,), "solo": (1,)}
CHOICES = {
    "removal": ("burrow", "tactical"),
    "order": ("clockwise", "compassionate"),
    "difficulty": ("normal", "expert"),
}
LANDSCAPES = {
    "peak": "22222 23332 23432 23332 22222",
    "waves": "23232 23232 23232 23232 23232",
    "mesa": "12121 24442 14441 24442 12121",
    "lake": "33333 32123 31013 32123 33333",
    "hill": "13431 13431 13431 13431 13431",
}
HEADER = {
    "format", "game", "ruleset", "players", "played_at", "event", "site", "source", "tags",
    "setup", "outcome", "events",
}  # fmt: skip
RULESET = {"mode", "landscape", "removal", "order", "difficulty", "expansions"}
SETUP = {"mountain", "goals", "keys", "start", "order", "kitsune_keys"}


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value)


def refuse_unless(condition: bool, rule: str, why: str) -> None:
    if not condition:
        raise Refused(rule, why)


def heights(landscape: str) -> dict[str, int]:
    """Return the number of tiles in each cell at the start (2.7)."""
    rows = LANDSCAPES[landscape].split()
    return {cell: int(rows[int(cell[1]) - 1]["abcde".index(cell[0])]) for cell in CELLS}


def check_header(log: dict[str, Any]) -> dict[str, Any]:
    """Return the game's choices with their defaults, or raise `Refused`."""
    _form(log)
    ruleset, setup = log["ruleset"], log["setup"]
    roles = [player["role"] for player in log["players"]]
    refuse_unless(not ruleset.get("expansions"), "2.6", "an expansion")
    refuse_unless(len(roles) < 5, "2.6", "five players")
    refuse_unless(not _holds_dragon(setup), "2.6", "a dragon")
    chosen = {
        "mode": ruleset.get("mode", "standard"),
        "landscape": ruleset.get("landscape", "peak"),
        "roles": sorted(roles),
    }
    _mode(ruleset, setup, chosen)
    refuse_unless(chosen["landscape"] in LANDSCAPES, "2.7", "landscape")
    _mountain(setup["mountain"], heights(chosen["landscape"]))
    _goals(setup["goals"], chosen["mode"])
    _keys(setup["keys"])
    if "start" in setup:
        refuse_unless(setup["start"] in roles, "3.6", "start")
    if "order" in setup:
        refuse_unless(sorted(setup["order"]) == sorted(roles), "9.1", "order")
    if "kitsune_keys" in setup:
        _kitsune_keys(setup["kitsune_keys"], setup["keys"])
    return {**chosen, **setup}


# -- log-format -----------------------------------------------------------------------------------


def _form(log: dict[str, Any]) -> None:
    known_keys(log, HEADER, "header")
    need(log.get("format") == "goryo-log/1", "format")
    need(log.get("game") == "gorinto", "game")
    if "played_at" in log:
        check_when(log["played_at"])
    for key in ("event", "site", "source"):
        need(isinstance(log.get(key, ""), str), key)
    need(is_texts(log.get("tags", [])), "tags")
    need(isinstance(log.get("events"), list), "events")
    _players(log.get("players"))
    _ruleset_form(log.get("ruleset"))
    _setup_form(log.get("setup"))
    if "outcome" in log:
        _outcome(log["outcome"])
    for part, key in _required(log["ruleset"], len(log["players"])):
        need(key in log[part], f"{part}.{key} is required")


def _players(players: object) -> None:
    need(isinstance(players, list) and players != [], "players")
    for player in players:
        need(isinstance(player, dict), "player")
        known_keys(player, {"role", "name"}, "player")
        need(isinstance(player.get("role"), str), "role")
        need(player.get("name") is None or isinstance(player["name"], str), "name")
    if len(players) < 5:
        roles = [player["role"] for player in players]
        need(all(role in ("p1", "p2", "p3", "p4") for role in roles), "role")
        need(len(set(roles)) == len(roles), "a role twice")


def _ruleset_form(ruleset: object) -> None:
    need(isinstance(ruleset, dict), "ruleset")
    known_keys(ruleset, RULESET, "ruleset")
    for key in RULESET - {"expansions"}:
        need(isinstance(ruleset.get(key, ""), str), key)
    need(is_texts(ruleset.get("expansions", [])), "expansions")


def _setup_form(setup: object) -> None:
    need(isinstance(setup, dict), "setup")
    known_keys(setup, SETUP, "setup")
    for key in ("mountain", "goals", "keys"):
        need(key in setup, key)
    need(isinstance(setup["mountain"], dict), "mountain")
    need(all(is_texts(stack) for stack in setup["mountain"].values()), "stack")
    for key in ("goals", "keys", "order", "kitsune_keys"):
        need(is_texts(setup.get(key, [])), key)
    need(isinstance(setup.get("start", ""), str), "start")


def _outcome(outcome: object) -> None:
    need(isinstance(outcome, dict), "outcome")
    known_keys(outcome, {"winners", "reason", "wisdom"}, "outcome")
    winners, reason = outcome.get("winners"), outcome.get("reason")
    need(winners is None or is_texts(winners), "winners")
    need(reason is None or isinstance(reason, str), "reason")
    wisdom = outcome.get("wisdom", {})
    need(isinstance(wisdom, dict) and all(is_number(n) for n in wisdom.values()), "wisdom")


def _required(ruleset: dict[str, Any], players: int) -> list[tuple[str, str]]:
    mode = ruleset.get("mode", "standard")
    if mode == "solo":
        return [("ruleset", "difficulty"), ("setup", "kitsune_keys")]
    if mode == "partnership":
        return [("setup", "start")]
    if mode == "standard" and players in (2, 3, 4):
        order = ruleset.get("order", "clockwise")
        if order == "clockwise" or (order == "compassionate" and players == 2):
            return [("setup", "start")]
        if order == "compassionate":
            return [("setup", "order")]
    return []


# -- the rules ------------------------------------------------------------------------------------


def _holds_dragon(value: object) -> bool:
    if isinstance(value, dict):
        return any(_holds_dragon(v) for k, v in value.items() if not k.startswith("x_"))
    if isinstance(value, list):
        return any(_holds_dragon(item) for item in value)
    return value == "dragon"


def _mode(ruleset: dict[str, Any], setup: dict[str, Any], chosen: dict[str, Any]) -> None:
    """Check 3.1, and add removal, order and difficulty to `chosen` (None if there is none)."""
    mode, roles = chosen["mode"], chosen["roles"]
    players = len(roles)
    refuse_unless(players in MODES.get(mode, ()), "3.1", "mode")
    refuse_unless(roles == [f"p{n}" for n in range(1, players + 1)], "3.1", "a missing seat")
    allowed = {
        "removal": mode == "standard" and players == 2,
        "order": mode == "standard" and players in (3, 4),
        "difficulty": mode == "solo",
    }
    defaults = {"removal": "burrow", "order": "clockwise"}
    for key, values in CHOICES.items():
        if key in ruleset:
            refuse_unless(allowed[key] and ruleset[key] in values, "3.1", key)
        chosen["choice_" + key] = ruleset.get(key, defaults.get(key)) if allowed[key] else None
    compassionate = chosen["choice_order"] == "compassionate"
    refuse_unless("start" not in setup or (mode != "solo" and not compassionate), "3.1", "start")
    refuse_unless("order" not in setup or compassionate, "3.1", "order")
    refuse_unless("kitsune_keys" not in setup or mode == "solo", "3.1", "kitsune_keys")


def _mountain(mountain: dict[str, list[str]], expected: dict[str, int]) -> None:
    refuse_unless(set(mountain) <= set(CELLS), "2.2", "cell")
    tiles = [tile for stack in mountain.values() for tile in stack]
    refuse_unless(set(tiles) <= set(ELEMENTS), "2.1", "element")
    refuse_unless(set(mountain) == set(CELLS), "3.2", "a missing cell")
    actual = {cell: len(stack) for cell, stack in mountain.items()}
    refuse_unless(actual == expected, "3.2", "height")
    refuse_unless(all(tiles.count(element) <= 20 for element in ELEMENTS), "3.2", "over 20")


def _goals(goals: list[str], mode: str) -> None:
    refuse_unless(set(goals) <= set(GOALS), "2.4", "goal")
    if mode == "partnership":
        refuse_unless(len(goals) == 4 and len(set(goals)) == 4, "10.1", "goals")
        pairs = [(goals[i - 1], goals[i]) for i in range(4)]  # 4 and 1 are neighbours too
        rule = "10.1"
    else:
        refuse_unless(len(goals) == 2 and len(set(goals)) == 2, "3.4", "goals")
        pairs, rule = [(goals[0], goals[1])], "3.4"
    for goal, other in pairs:
        same = goal in LETTERS and LETTERS[goal] == LETTERS.get(other)
        refuse_unless(not same, rule, "the same letter")
    if mode == "solo":
        refuse_unless(not any(LETTERS.get(goal) == "C" for goal in goals), "11.1", "letter C")


def _keys(keys: list[str]) -> None:
    refuse_unless(set(keys) <= set(ELEMENTS), "2.1", "key")
    refuse_unless(len(keys) == 2 and len(set(keys)) == 2, "3.5", "keys")


def _kitsune_keys(kitsune: list[str], keys: list[str]) -> None:
    refuse_unless(set(kitsune) <= set(ELEMENTS), "2.1", "Kitsune key")
    refuse_unless(len(kitsune) == 2 and len(set(kitsune)) == 2, "11.1", "Kitsune keys")
    refuse_unless(not set(kitsune) & set(keys), "11.1", "a regular one")


# -- goal cards -----------------------------------------------------------------------------------

Mat = dict[str, int]


def middle(heights: list[int]) -> int:
    return sorted(heights)[2]


def g5(mat: Mat, mats: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(other[element] > own for other in mats):
            wisdom += 3
    return wisdom


def g6(mat: Mat, mats: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(1 <= other[element] < own for other in mats):
            wisdom += 3
    return wisdom


def g10(heights: list[int]) -> int:
    stacks = [height for height in heights if height >= 1]
    return max(stacks) + 2 * min(stacks) if stacks else 0


OWN_MAT: dict[str, Callable[[list[int]], int]] = {
    "g1": lambda heights: sum(h for h in heights if heights.count(h) > 1),
    "g2": lambda heights: sum(h for h in heights if heights.count(h) == 1),
    "g3": lambda heights: sum(h for h in heights if h % 2 == 1),
    "g4": lambda heights: sum(h for h in heights if h % 2 == 0),
    "g7": lambda heights: sum(h for h in heights if h != middle(heights)),
    "g8": lambda heights: 3 * middle(heights),
    "g9": lambda heights: sum(h for h in heights if h in (max(heights), min(heights))),
    "g10": g10,
    "g11": lambda heights: 2 * (max(heights) - min(heights)),
    "g12": lambda heights: 7 * min(heights),
}


def points(goal: str, mat: Mat, mats: list[Mat]) -> int:
    """Return the points of a card for `mat` among the mats of all players."""
    if goal == "g5":
        return g5(mat, mats)
    if goal == "g6":
        return g6(mat, mats)
    return OWN_MAT[goal](list(mat.values()))


# -- events ---------------------------------------------------------------------------------------

FIELDS = {  # type: (must, may)
    "kitsune": ({"tiles"}, set()),
    "fill": ({"path"}, set()),
    "chit": ({"number"}, set()),
    "place": ({"player", "from", "to"}, {"take", "tile", "give"}),
    "burrow": ({"tokens"}, set()),
    "remove": ({"player", "from"}, {"tile"}),
    "coin": ({"side"}, set()),
    "score": ({"wisdom"}, set()),
    "resign": ({"role"}, set()),
    "abandon": (set(), set()),
}
TEXTS = ("player", "from", "to", "tile", "give", "side", "role")


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_form(event: object) -> None:
    """Raise `Refused("log-format")` if type, fields or JSON types are wrong."""
    need(isinstance(event, dict), "an event is an object")
    kind = event.get("type")
    need(isinstance(kind, str) and kind in FIELDS, "type")
    must, may = FIELDS[kind]
    known_keys(event, must | may | {"type", "note", "at"}, kind)
    need(must <= set(event), "a field is missing")
    for key in TEXTS:
        need(isinstance(event.get(key, ""), str), key)
    for key in ("tiles", "tokens"):
        need(is_texts(event.get(key, [])), key)
    need(is_whole(event.get("number", 1)), "number")
    take = event.get("take", [])
    need(isinstance(take, list), "take")
    need(all(isinstance(entry, str) or is_whole(entry) for entry in take), "take")
    path = event.get("path", {})
    need(isinstance(path, dict) and is_texts(list(path.values())), "path")
    wisdom = event.get("wisdom", {})
    need(isinstance(wisdom, dict) and all(is_number(n) for n in wisdom.values()), "wisdom")
    need(isinstance(event.get("note", ""), str), "note")
    need(is_number(event.get("at", 0)) and event.get("at", 0) >= 0, "at")


def named(event: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names in the event with their kind, field after field."""
    kind = event["type"]
    if kind == "kitsune":
        yield from (("space", space) for space in event["tiles"])
    elif kind == "fill":
        yield from (("space", space) for space in event["path"])
        yield from (("element", element) for element in event["path"].values())
    elif kind == "chit":
        yield "chit", event["number"]
    elif kind == "coin":
        yield "coin", event["side"]
    elif kind == "burrow":
        yield from (("space", space) for space in event["tokens"])
    elif kind in ("place", "remove"):
        yield "space", event["from"]
        if kind == "place":
            yield "cell", event["to"]
            yield from (("cell", x) for x in event.get("take", []) if isinstance(x, str))
        for key in ("tile", "give"):
            if key in event:
                yield "element", event[key]


KNOWN: dict[str, tuple[str, tuple[Any, ...]]] = {
    "space": ("2.3", SPACES),
    "cell": ("2.2", CELLS),
    "element": ("2.1", ELEMENTS),
    "chit": ("2.5", (1, 2, 3, 4, 5)),
    "coin": ("2.5", ("heads", "tails")),
}


def check_names(event: dict[str, Any]) -> None:
    """Raise `Refused` for the first unknown name."""
    for kind, name in named(event):
        rule, names = KNOWN[kind]
        if kind == "element" and name == "dragon":
            raise Refused("2.6", "dragon")
        if name not in names:
            raise Refused(rule, str(name))
