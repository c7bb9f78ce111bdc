"""The part of a header that every game shares (log-format page, "Header (all games)")."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from games.core.contract import GameKind
from games.core.findings import DEPTH_MAX, LOG_FORMAT, Problem, did_you_mean, is_too_deep, show

FORMAT = "goryo-log/1"
TEXT_KEYS = ("event", "site", "source")
KNOWN_KEYS = frozenset(
    {"format", "game", "players", "played_at", "tags", "outcome", "events", *TEXT_KEYS}
)
NAME_MAX = 200
TOO_MANY_PLAYERS = "too_many_players"
"""The code of a game's own rule on how many may play; it stands in for what roles are wrong."""
PLAYED_AT = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
"""A date, or a date and time; the pattern that the JSON Schema publishes too."""


def read_header(
    raw: Mapping[str, Any], kind: GameKind, problems: list[Problem]
) -> tuple[Any, dict[str, Any]]:
    """The set-up of the kind and the header in canonical form; everything wrong with it goes to
    `problems`.
    """
    _check_keys(raw, KNOWN_KEYS | kind.header_keys, problems)
    plain: dict[str, Any] = {"format": FORMAT, "game": kind.slug}
    setup, own = kind.read_setup(raw, problems)
    plain.update(own)
    plain["players"] = _players(raw.get("players"), kind, problems)
    if "played_at" in raw:
        plain["played_at"] = _played_at(raw["played_at"], problems)
    for key in TEXT_KEYS:
        if key in raw:
            if not isinstance(raw[key], str):
                problems.append(Problem(LOG_FORMAT, "wrong_type", f"{key} is text.", key))
            plain[key] = raw[key]
    if "tags" in raw:
        plain["tags"] = _tags(raw["tags"], problems)
    if "outcome" in raw:
        plain["outcome"] = kind.read_outcome(raw["outcome"], problems)
    if not isinstance(raw.get("events"), list):
        message = "events is required: a list."
        problems.append(Problem(LOG_FORMAT, "missing_events", message, "events"))
    plain.update((key, value) for key, value in raw.items() if key.startswith("x_"))
    return setup, plain


def _check_keys(raw: Mapping[str, Any], known: frozenset[str], problems: list[Problem]) -> None:
    """The format's word, no key that is unknown, and nothing nested too deep."""
    for key in raw:
        if key not in known and not key.startswith("x_"):
            message = f"The header has no key {show(key)}; a key of your own begins with x_."
            message += did_you_mean(key, known, len(problems))
            problems.append(Problem(LOG_FORMAT, "unknown_key", message, key))
        if key != "events" and isinstance(raw[key], dict | list) and is_too_deep(raw[key]):
            message = f"{show(key)} is nested deeper than {DEPTH_MAX} levels."
            problems.append(Problem(LOG_FORMAT, "too_deep", message, key))
    if raw.get("format") != FORMAT:
        problems.append(Problem(LOG_FORMAT, "format", f'format is "{FORMAT}".', "format"))


def _tags(raw: Any, problems: list[Problem]) -> Any:
    if not isinstance(raw, list) or not all(isinstance(tag, str) for tag in raw):
        problems.append(Problem(LOG_FORMAT, "wrong_type", "tags is a list of texts.", "tags"))
    return raw


def _players(raw: Any, kind: GameKind, problems: list[Problem]) -> list[dict[str, Any]]:
    if not isinstance(raw, list):
        first = next(iter(kind.roles))
        message = f'players is required: a list, as in [{{"role": "{first}", "name": "Jane"}}].'
        problems.append(Problem(LOG_FORMAT, "missing_players", message, "players"))
        return []
    players: list[dict[str, Any]] = []
    seen: set[str] = set()
    are_too_many = any(problem.code == TOO_MANY_PLAYERS for problem in problems)
    for player in raw:
        if not isinstance(player, dict):
            problems.append(Problem(LOG_FORMAT, "wrong_type", "A player is an object.", "players"))
            continue
        for key in player:
            if key not in ("role", "name") and not key.startswith("x_"):
                message = f"A player has no key {show(key)}; a key of your own begins with x_."
                message += did_you_mean(key, ("role", "name"), len(problems))
                problems.append(Problem(LOG_FORMAT, "unknown_key", message, "players"))
        role, name = player.get("role"), player.get("name")
        if not are_too_many:  # else the game has said so, and a role more is no second mistake
            _check_role(role, kind, seen, problems)
        if name is not None and not isinstance(name, str):
            message = "A player's name is text, or null where it is not known."
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "players"))
        elif name is not None and len(name) > NAME_MAX:
            message = f"A player's name has at most {NAME_MAX} characters."
            problems.append(Problem(LOG_FORMAT, "name_too_long", message, "players"))
        players.append({**player, "name": name})
    return players


def _check_role(role: Any, kind: GameKind, seen: set[str], problems: list[Problem]) -> None:
    """A role of the kind, each once; `seen` are those before it."""
    if not isinstance(role, str) or role not in kind.roles:
        message = f"A player's role is one of {', '.join(kind.roles)}."
        message += did_you_mean(role, kind.roles, len(problems))
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "players"))
    elif role in seen:
        message = f"The role {role} stands there twice."
        problems.append(Problem(LOG_FORMAT, "role_twice", message, "players"))
    else:
        seen.add(role)


def _played_at(raw: Any, problems: list[Problem]) -> Any:
    if not isinstance(raw, str) or not re.fullmatch(PLAYED_AT, raw) or not _is_moment(raw):
        message = "played_at is YYYY-MM-DD, or that with THH:MM[:SS[.fff]] and perhaps Z or +HH:MM."
        problems.append(Problem(LOG_FORMAT, "played_at", message, "played_at"))
    return raw


def _is_moment(text: str) -> bool:
    """Whether a text of the right form names a day (and a moment) that exists."""
    try:
        if len(text) == len("2026-11-20"):
            date.fromisoformat(text)
        else:
            datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
