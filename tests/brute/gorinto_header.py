"""Naive names and goal cards of Gorinto, and checks of a log's header and of the form of an event,
in the order of section 6 of the log page.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.brute import form
from tests.brute.board import Refused
from tests.brute.board import need as refuse_unless
from tests.brute.form import check_object, is_number, is_text, is_text_or_null, is_texts, need

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
RULESET = {"mode", "landscape", "removal", "order", "difficulty", "expansions"}
SETUP = {"mountain", "goals", "keys", "start", "order", "kitsune_keys"}


def is_wisdom(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_number, value.values()))


def heights(landscape: str) -> dict[str, int]:
    """Return the number of tiles in each cell at the start (2.7)."""
    rows = LANDSCAPES[landscape].split()
    return {cell: int(rows[int(cell[1]) - 1]["abcde".index(cell[0])]) for cell in CELLS}


def check_header(log: dict[str, Any]) -> dict[str, Any]:
    """Return the game's choices with their defaults, or raise `Refused`."""
    _form(log)
    ruleset, setup = log["ruleset"], log["setup"]
    roles = [player["role"] for player in log["players"]]
    refuse_unless("2.6", not ruleset.get("expansions"), "an expansion")
    refuse_unless("2.6", len(roles) < 5, "five players")
    refuse_unless("2.6", not _holds_dragon(setup), "a dragon")
    chosen = {
        "mode": ruleset.get("mode", "standard"),
        "landscape": ruleset.get("landscape", "peak"),
        "roles": sorted(roles),
    }
    _mode(ruleset, setup, chosen)
    refuse_unless("2.7", chosen["landscape"] in LANDSCAPES, "landscape")
    _mountain(setup["mountain"], heights(chosen["landscape"]))
    _goals(setup["goals"], chosen["mode"])
    _keys(setup["keys"], "3.5", [])
    if "start" in setup:
        refuse_unless("3.6", setup["start"] in roles, "start")
    if "order" in setup:
        refuse_unless("9.1", sorted(setup["order"]) == sorted(roles), "order")
    if "kitsune_keys" in setup:
        _keys(setup["kitsune_keys"], "11.1", setup["keys"])
    return {**chosen, **setup}


# -- log-format -----------------------------------------------------------------------------------


def _form(log: dict[str, Any]) -> None:
    form.check_common(log, "gorinto", form.HEADER)
    roles = [player["role"] for player in log["players"]]
    need(roles != [], "players")
    if len(roles) < 5:
        need(set(roles) <= {"p1", "p2", "p3", "p4"} and len(set(roles)) == len(roles), "role")
    ruleset, setup = log.get("ruleset"), log.get("setup")
    check_object(ruleset, RULESET, "ruleset")
    for key in RULESET - {"expansions"}:
        need(is_text(ruleset.get(key, "")), key)
    need(is_texts(ruleset.get("expansions", [])), "expansions")
    check_object(setup, SETUP, "setup")
    need({"mountain", "goals", "keys"} <= set(setup), "setup")
    need(isinstance(setup["mountain"], dict), "mountain")
    need(all(map(is_texts, setup["mountain"].values())), "stack")
    for key in ("goals", "keys", "order", "kitsune_keys"):
        need(is_texts(setup.get(key, [])), key)
    need(is_text(setup.get("start", "")), "start")
    if "outcome" in log:
        outcome = log["outcome"]
        check_object(outcome, {"winners", "reason", "wisdom"}, "outcome")
        need(outcome.get("winners") is None or is_texts(outcome["winners"]), "winners")
        need(is_text_or_null(outcome.get("reason")), "reason")
        need(is_wisdom(outcome.get("wisdom", {})), "wisdom")
    for part, key in _required(ruleset, len(roles)):
        need(key in log[part], f"{part}.{key} is required")


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
    refuse_unless("3.1", players in MODES.get(mode, ()), "mode")
    refuse_unless("3.1", roles == [f"p{n}" for n in range(1, players + 1)], "a missing seat")
    allowed = {
        "removal": mode == "standard" and players == 2,
        "order": mode == "standard" and players in (3, 4),
        "difficulty": mode == "solo",
    }
    defaults = {"removal": "burrow", "order": "clockwise"}
    for key, values in CHOICES.items():
        if key in ruleset:
            refuse_unless("3.1", allowed[key] and ruleset[key] in values, key)
        chosen["choice_" + key] = ruleset.get(key, defaults.get(key)) if allowed[key] else None
    compassionate = chosen["choice_order"] == "compassionate"
    refuse_unless("3.1", "start" not in setup or (mode != "solo" and not compassionate), "start")
    refuse_unless("3.1", "order" not in setup or compassionate, "order")
    refuse_unless("3.1", "kitsune_keys" not in setup or mode == "solo", "kitsune_keys")


def _mountain(mountain: dict[str, list[str]], expected: dict[str, int]) -> None:
    refuse_unless("2.2", set(mountain) <= set(CELLS), "cell")
    tiles = [tile for stack in mountain.values() for tile in stack]
    refuse_unless("2.1", set(tiles) <= set(ELEMENTS), "element")
    refuse_unless("3.2", set(mountain) == set(CELLS), "a missing cell")
    actual = {cell: len(stack) for cell, stack in mountain.items()}
    refuse_unless("3.2", actual == expected, "height")
    refuse_unless("3.2", all(tiles.count(element) <= 20 for element in ELEMENTS), "over 20")


def _goals(goals: list[str], mode: str) -> None:
    number, rule = (4, "10.1") if mode == "partnership" else (2, "3.4")
    refuse_unless("2.4", set(goals) <= set(GOALS), "goal")
    refuse_unless(rule, len(goals) == len(set(goals)) == number, "goals")
    for index, goal in enumerate(goals):  # the first and the last are neighbours too
        other = LETTERS.get(goals[index - 1])
        refuse_unless(rule, other is None or other != LETTERS.get(goal), "the same letter")
    if mode == "solo":
        refuse_unless("11.1", not any(LETTERS.get(goal) == "C" for goal in goals), "letter C")


def _keys(keys: list[str], rule: str, others: list[str]) -> None:
    refuse_unless("2.1", set(keys) <= set(ELEMENTS), "key")
    refuse_unless(rule, len(keys) == len(set(keys)) == 2 and not set(keys) & set(others), "keys")


# -- goal cards -----------------------------------------------------------------------------------

Mat = dict[str, int]


def middle(heights: list[int]) -> int:
    return sorted(heights)[2]


def majorities(mat: Mat, is_better: Callable[[Mat, str], bool], mats: list[Mat]) -> int:
    """Return three points for each gathered element that no other mat has in a better number."""
    return 3 * sum(
        mat[element] >= 1 and not any(is_better(other, element) for other in mats)
        for element in ELEMENTS
    )


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
        return majorities(mat, lambda other, element: other[element] > mat[element], mats)
    if goal == "g6":
        return majorities(mat, lambda other, element: 1 <= other[element] < mat[element], mats)
    return OWN_MAT[goal](list(mat.values()))


# -- events ---------------------------------------------------------------------------------------

FIELDS: form.Fields = {
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


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


FORMS: form.Forms = {
    **dict.fromkeys(("player", "from", "to", "tile", "give", "side", "role"), is_text),
    **dict.fromkeys(("tiles", "tokens"), is_texts),
    "number": is_whole,
    "take": lambda take: isinstance(take, list) and all(is_text(e) or is_whole(e) for e in take),
    "path": lambda path: isinstance(path, dict) and is_texts([*path.values()]),
    "wisdom": is_wisdom,
}
check_form = partial(form.check_event, fields=FIELDS, forms=FORMS)


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
