"""The requirements of the format page for headers and events, checked naively on parsed JSON."""

import math
import re
from datetime import date
from functools import partial
from typing import Any

from tests.brute.board import Board, Refused, default_board, read_board
from tests.brute.board import need as board_need
from tests.brute.goryo import colours_of

ROLES = ("goryo", "samurai")
HEADER = {
    "format", "game", "ruleset", "board", "players", "played_at", "event", "site", "source",
    "tags", "setup", "outcome", "events",
}  # fmt: skip
WHEN = re.compile(
    r"(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?"
)
FIELDS = {  # type: (must, may)
    "bind": ({"object"}, set()),
    "haunt": ({"object", "space"}, set()),
    "plan": ({"route", "target"}, {"sprint", "false_trail"}),
    "move": ({"samurai", "to"}, set()),
    "search": ({"samurai", "answer"}, set()),
    "sniff": ({"samurai", "space", "answer"}, set()),
    "discover": (set(), set()),
    "draw": ({"object"}, set()),
    "stuck": (set(), set()),
    "unmask": ({"object"}, set()),
    "resign": ({"role"}, set()),
    "abandon": (set(), set()),
}


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_bool(value: object) -> bool:
    return isinstance(value, bool)


def is_time(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and value >= 0


FORMS = {
    **dict.fromkeys(("object", "space", "target", "samurai", "to", "note"), is_text),
    **dict.fromkeys(("answer", "sprint"), is_bool),
    "role": lambda role: role in ROLES,
    "false_trail": lambda trail: trail is None or is_text(trail),
    "route": lambda route: is_texts(route) and len(route) <= 32,
    "at": is_time,
}
"""The form of each field of an event."""


need = partial(board_need, "log-format")


def known_keys(value: dict[str, Any], allowed: set[str], where: str) -> None:
    for key in value:
        need(key in allowed or key.startswith("x_"), f"key {key} in {where}")


def check_event(event: object) -> None:
    """Raise `Refused("log-format")` if the event's form is wrong."""
    need(isinstance(event, dict), "an event is an object")
    kind = event.get("type")
    need(isinstance(kind, str) and kind in FIELDS, "type")
    must, may = FIELDS[kind]
    known_keys(event, must | may | {"type", "note", "at"}, kind)
    need(must <= set(event), "a field is missing")
    for key in set(event) & set(FORMS):
        is_unknown = (kind, key, event[key]) == ("bind", "object", None)
        need(is_unknown or FORMS[key](event[key]), key)


def check_header(log: dict[str, Any]) -> tuple[str, bool, Board, dict[str, str]]:
    """Return edition, advanced, board and the Samurai's spaces, or raise `Refused`."""
    known_keys(log, HEADER, "header")
    need(log.get("format") == "goryo-log/1", "format")
    need(log.get("game") == "goryo", "game")
    edition, advanced = check_ruleset(log.get("ruleset"))
    check_players(log.get("players"))
    if "played_at" in log:
        check_when(log["played_at"])
    for key in ("event", "site", "source"):
        need(isinstance(log.get(key, ""), str), key)
    need(is_texts(log.get("tags", [])), "tags")
    if "outcome" in log:
        check_outcome(log["outcome"])
    need(isinstance(log.get("events"), list), "events")
    board = log.get("board", "house-1")
    if isinstance(board, str):
        board_need("2.1", board == "house-1", board)
        board = default_board()
    read = read_board(board)
    return edition, advanced, read, check_setup(log, edition, read)


def check_ruleset(ruleset: object) -> tuple[str, bool]:
    need(isinstance(ruleset, dict), "ruleset")
    known_keys(ruleset, {"edition", "advanced"}, "ruleset")
    edition, advanced = ruleset.get("edition"), ruleset.get("advanced", False)
    need(isinstance(edition, str) and edition in ("2019", "2021", "2024"), "edition")
    need(isinstance(advanced, bool), "advanced")
    board_need("5.2", edition != "2019" or not advanced, "2019 has no advanced mode")
    return edition, advanced


def check_players(players: object) -> None:
    need(isinstance(players, list), "players")
    for player in players:
        need(isinstance(player, dict), "player")
        known_keys(player, {"role", "name"}, "player")
        need(player.get("role") in ROLES, "role")
        need(isinstance(player.get("name"), str | None), "name")
    roles = [player["role"] for player in players]
    need(len(roles) == len(set(roles)), "a role twice")


def check_when(when: object) -> None:
    match = WHEN.fullmatch(when) if isinstance(when, str) else None
    need(match is not None, "played_at")
    try:
        date.fromisoformat(match.group(1))
    except ValueError:
        raise Refused("log-format", "played_at") from None


def check_outcome(outcome: object) -> None:
    need(isinstance(outcome, dict), "outcome")
    known_keys(outcome, {"winner", "reason"}, "outcome")
    need(outcome.get("winner") in (None, *ROLES), "winner")
    need(isinstance(outcome.get("reason"), str | None), "reason")


def check_setup(log: dict[str, Any], edition: str, board: Board) -> dict[str, str]:
    """Return the starts of the Samurai by 2.3: those of the board, replaced by those of `setup`."""
    colours = colours_of(edition)
    spaces = dict(zip(colours, board.samurai.values(), strict=True))
    setup = log.get("setup", {})
    need(isinstance(setup, dict), "setup")
    known_keys(setup, {"samurai"}, "setup")
    changed = setup.get("samurai", {})
    need(isinstance(changed, dict), "setup.samurai")
    for colour, space in changed.items():
        need(isinstance(space, str), "setup.samurai")
        board_need("2.3", colour in colours, colour)
        spaces[colour] = space
    board_need("2.3", sorted(spaces.values()) == sorted(board.centres.values()), "centres")
    return spaces
