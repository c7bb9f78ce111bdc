"""The requirements of the format page for headers and events, checked naively on parsed JSON."""

from __future__ import annotations

import math
import re
from datetime import date
from typing import Any

from tests.brute.board import Board, Refused, default_board, read_board
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
TEXTS = {"object", "space", "target", "samurai", "to"}


def need(condition: bool, why: str) -> None:
    if not condition:
        raise Refused("log-format", why)


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
    for key in TEXTS & set(event):
        if not (kind == "bind" and event[key] is None):
            need(isinstance(event[key], str), key)
    if "answer" in event:
        need(isinstance(event["answer"], bool), "answer")
    if "role" in event:
        need(event["role"] in ROLES, "role")
    if "sprint" in event:
        need(isinstance(event["sprint"], bool), "sprint")
    if "false_trail" in event:
        trail = event["false_trail"]
        need(trail is None or isinstance(trail, str), "false_trail")
    if "route" in event:
        route = event["route"]
        need(isinstance(route, list) and len(route) <= 32, "route")
        need(all(isinstance(space, str) for space in route), "route")
    if "note" in event:
        need(isinstance(event["note"], str), "note")
    if "at" in event:
        at = event["at"]
        need(isinstance(at, (int, float)) and not isinstance(at, bool), "at")
        need(math.isfinite(at) and at >= 0, "at")


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
    tags = log.get("tags", [])
    need(isinstance(tags, list) and all(isinstance(t, str) for t in tags), "tags")
    check_outcome(log)
    need(isinstance(log.get("events"), list), "events")
    board = log.get("board", "house-1")
    if isinstance(board, str):
        if board != "house-1":
            raise Refused("2.1", board)
        board = default_board()
    read = read_board(board)
    return edition, advanced, read, check_setup(log, edition, read)


def check_ruleset(ruleset: object) -> tuple[str, bool]:
    need(isinstance(ruleset, dict), "ruleset")
    known_keys(ruleset, {"edition", "advanced"}, "ruleset")
    edition, advanced = ruleset.get("edition"), ruleset.get("advanced", False)
    need(isinstance(edition, str) and edition in ("2019", "2021", "2024"), "edition")
    need(isinstance(advanced, bool), "advanced")
    if edition == "2019" and advanced:
        raise Refused("5.2", "2019 has no advanced mode")
    return edition, advanced


def check_players(players: object) -> None:
    need(isinstance(players, list), "players")
    for player in players:
        need(isinstance(player, dict), "player")
        known_keys(player, {"role", "name"}, "player")
        need(player.get("role") in ROLES, "role")
        name = player.get("name")
        need(name is None or isinstance(name, str), "name")
    roles = [player["role"] for player in players]
    need(len(roles) == len(set(roles)), "a role twice")


def check_when(when: object) -> None:
    match = WHEN.fullmatch(when) if isinstance(when, str) else None
    need(match is not None, "played_at")
    try:
        date.fromisoformat(match.group(1))
    except ValueError:
        raise Refused("log-format", "played_at") from None


def check_outcome(log: dict[str, Any]) -> None:
    if "outcome" not in log:
        return
    outcome = log["outcome"]
    need(isinstance(outcome, dict), "outcome")
    known_keys(outcome, {"winner", "reason"}, "outcome")
    need(outcome.get("winner") in (None, *ROLES), "winner")
    reason = outcome.get("reason")
    need(reason is None or isinstance(reason, str), "reason")


def check_setup(log: dict[str, Any], edition: str, board: Board) -> dict[str, str]:
    """Return the starts of the Samurai by 2.3: those of the board, replaced by those of `setup`."""
    colours = colours_of(edition)
    spaces = dict(zip(colours, board.samurai.values(), strict=True))
    if "setup" not in log:
        return spaces
    setup = log["setup"]
    need(isinstance(setup, dict), "setup")
    known_keys(setup, {"samurai"}, "setup")
    changed = setup.get("samurai", {})
    need(isinstance(changed, dict), "setup.samurai")
    for colour, space in changed.items():
        need(isinstance(space, str), "setup.samurai")
        if colour not in colours:
            raise Refused("2.3", colour)
        spaces[colour] = space
    if sorted(spaces.values()) != sorted(board.centres.values()):
        raise Refused("2.3", "not the four centres")
    return spaces
