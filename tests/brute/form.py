"""The requirements of the format page for headers and events, checked naively on parsed JSON. What
does not depend on the game is here for Gorinto too (gorinto_header.py).
"""

import math
import re
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from tests.brute.board import Board, default_board, read_board
from tests.brute.board import need as board_need
from tests.brute.goryo import colours_of

ROLES = ("goryo", "samurai")
HEADER = {
    "format", "game", "ruleset", "players", "played_at", "event", "site", "source", "tags",
    "setup", "outcome", "events",
}  # fmt: skip
WHEN = re.compile(
    r"(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?"
)
Fields = dict[str, tuple[set[str], set[str]]]
"""The fields that an event of a type must have, and those that it may have."""
Forms = dict[str, Callable[[Any], bool]]
"""The form of a field, by its name, or by the type of the event and its name."""
FIELDS: Fields = {
    "bind": ({"object"}, set()),
    "haunt": ({"object", "space"}, set()),
    "plan": ({"route", "target"}, {"sprint", "false_trail"}),
    "move": ({"samurai", "to"}, set()),
    "search": ({"samurai", "answer"}, set()),
    "sniff": ({"samurai", "space", "answer"}, set()),
    "unmask": ({"object"}, set()),
    "draw": ({"object"}, set()),
    "resign": ({"role"}, set()),
    **dict.fromkeys(("discover", "stuck", "abandon"), (set(), set())),
}
need = partial(board_need, "log-format")


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_text_or_null(value: object) -> bool:
    return isinstance(value, str | None)


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


FORMS: Forms = {
    **dict.fromkeys(("object", "space", "target", "samurai", "to"), is_text),
    **dict.fromkeys(("answer", "sprint"), lambda value: isinstance(value, bool)),
    **dict.fromkeys(("false_trail", "bind object"), is_text_or_null),
    "role": lambda role: role in ROLES,
    "route": lambda route: is_texts(route) and len(route) <= 32,
}
COMMON_FORMS: Forms = {"note": is_text, "at": lambda time: is_number(time) and time >= 0}


def known_keys(value: dict[str, Any], allowed: set[str], where: str) -> None:
    for key in value:
        need(key in allowed or key.startswith("x_"), f"key {key} in {where}")


def check_event(event: object, fields: Fields = FIELDS, forms: Forms = FORMS) -> None:
    """Raise `Refused("log-format")` if the event's form is wrong."""
    need(isinstance(event, dict), "an event is an object")
    kind = event.get("type")
    need(isinstance(kind, str) and kind in fields, "type")
    must, may = fields[kind]
    known_keys(event, must | may | {"type", *COMMON_FORMS}, kind)
    need(must <= set(event), "a field is missing")
    forms = {**forms, **COMMON_FORMS}
    for key, value in event.items():
        form = forms.get(f"{kind} {key}", forms.get(key))
        need(form is None or form(value), key)


def check_header(log: dict[str, Any]) -> tuple[str, bool, Board, dict[str, str]]:
    """Return edition, advanced, board and the Samurai's spaces, or raise `Refused`."""
    check_common(log, "goryo", {*HEADER, "board"})
    edition, advanced = check_ruleset(log.get("ruleset"))
    roles = [player["role"] for player in log["players"]]
    need(set(roles) <= set(ROLES) and len(roles) == len(set(roles)), "role")
    if "outcome" in log:
        outcome = log["outcome"]
        check_object(outcome, {"winner", "reason"}, "outcome")
        need(outcome.get("winner") in (None, *ROLES), "winner")
        need(is_text_or_null(outcome.get("reason")), "reason")
    board = log.get("board", "house-1")
    if isinstance(board, str):
        board_need("2.1", board == "house-1", board)
        board = default_board()
    read = read_board(board)
    return edition, advanced, read, check_setup(log, edition, read)


def check_object(value: object, keys: set[str], where: str) -> None:
    need(isinstance(value, dict), where)
    known_keys(value, keys, where)


def check_common(log: dict[str, Any], game: str, keys: set[str]) -> None:
    """Check the parts of a header that have the same form in all games."""
    known_keys(log, keys, "header")
    need(log.get("format") == "goryo-log/1", "format")
    need(log.get("game") == game, "game")
    if "played_at" in log:
        check_when(log["played_at"])
    for key in ("event", "site", "source"):
        need(is_text(log.get(key, "")), key)
    need(is_texts(log.get("tags", [])), "tags")
    need(isinstance(log.get("events"), list), "events")
    need(isinstance(log.get("players"), list), "players")
    for player in log["players"]:
        check_object(player, {"role", "name"}, "player")
        need(is_text(player.get("role")), "role")
        need(is_text_or_null(player.get("name")), "name")


def check_ruleset(ruleset: Any) -> tuple[str, bool]:
    check_object(ruleset, {"edition", "advanced"}, "ruleset")
    edition, advanced = ruleset.get("edition"), ruleset.get("advanced", False)
    need(edition in ("2019", "2021", "2024"), "edition")
    need(isinstance(advanced, bool), "advanced")
    board_need("5.2", edition != "2019" or not advanced, "2019 has no advanced mode")
    return edition, advanced


def check_when(when: object) -> None:
    match = WHEN.fullmatch(when) if isinstance(when, str) else None
    need(match is not None, "played_at")
    try:
        date.fromisoformat(match.group(1))
    except ValueError:
        need(False, "played_at")


def check_setup(log: dict[str, Any], edition: str, board: Board) -> dict[str, str]:
    """Return the starts of the Samurai by 2.3: those of the board, replaced by those of `setup`."""
    colours = colours_of(edition)
    spaces = dict(zip(colours, board.samurai.values(), strict=True))
    setup = log.get("setup", {})
    check_object(setup, {"samurai"}, "setup")
    changed = setup.get("samurai", {})
    need(isinstance(changed, dict) and is_texts([*changed.values()]), "setup.samurai")
    board_need("2.3", set(changed) <= set(colours), "colours")
    spaces |= changed
    board_need("2.3", sorted(spaces.values()) == sorted(board.centres.values()), "centres")
    return spaces
