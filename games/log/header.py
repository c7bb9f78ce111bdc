"""The part of a header that every game shares (log-format page, "Header (all games)")."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from games.core import fields
from games.core.contract import GameKind
from games.core.findings import (
    LOG_FORMAT,
    Problem,
    did_you_mean,
    is_too_deep,
    show,
    with_hint,
)
from games.core.language import Items, text

FORMAT = "goryo-log/1"
TEXT_KEYS = ("event", "site", "source")
KNOWN_KEYS = frozenset(
    {"format", "game", "players", "played_at", "tags", "outcome", "events", *TEXT_KEYS}
)
NAME_MAX = 200
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
"""Control characters, except blanks, line ends and separators."""
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show as nothing."""
TOO_MANY_PLAYERS = "too_many_players"
"""The code of a game's rule on the number of players; with it, wrong roles are not reported."""
PLAYED_AT = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
"""A date, or a date and time. The JSON Schema has the same pattern."""


def bot_header(game: str, ruleset: Any, players: Mapping[str, str], source: str) -> dict[str, Any]:
    """Return the header of a game between bots; `players` maps roles to names."""
    return {
        "format": FORMAT,
        "game": game,
        "ruleset": ruleset,
        "players": [{"role": role, "name": name} for role, name in players.items()],
        "source": source,
    }


def read_header(
    raw: Mapping[str, Any], kind: GameKind, problems: list[Problem]
) -> tuple[Any, dict[str, Any]]:
    """Return the set-up and the header in canonical form; append what is wrong to `problems`."""
    _check_keys(raw, kind.log.header.HEADER_KEYS, problems)
    plain: dict[str, Any] = {"format": FORMAT, "game": kind.slug}
    setup, own = kind.log.header.read_setup(raw, problems)
    plain.update(own)
    plain["players"] = _players(raw.get("players"), kind, problems)
    if "played_at" in raw:
        plain["played_at"] = _played_at(raw["played_at"], problems)
    for key in TEXT_KEYS:
        if key in raw:
            if not isinstance(raw[key], str):
                message = text('"{key}" must be text.', key=key)
                problems.append(Problem(LOG_FORMAT, "wrong_type", message, key))
            plain[key] = raw[key]
    if "tags" in raw:
        plain["tags"] = _tags(raw["tags"], problems)
    if "outcome" in raw:
        plain["outcome"] = kind.log.outcome.read_outcome(raw["outcome"], problems)
    if not isinstance(raw.get("events"), list):
        message = text('"events" is missing. Add a list of events.')
        problems.append(Problem(LOG_FORMAT, "missing_events", message, "events"))
    if type(raw.get("x_simulated", False)) is not bool:
        message = text('"{key}" must be true or false.', key="x_simulated")
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "x_simulated"))
    plain.update((key, value) for key, value in raw.items() if key.startswith("x_"))
    return setup, plain


def _check_keys(raw: Mapping[str, Any], own: frozenset[str], problems: list[Problem]) -> None:
    """Check the format's name, and refuse unknown keys and values that are nested too deep. `own`
    are the keys that only this game has.
    """
    for key, value in raw.items():
        if key not in KNOWN_KEYS and key not in own and not key.startswith("x_"):
            message = text(
                'The header has no key "{key}". Custom keys start with "x_".', key=show(key)
            )
            message, meant = with_hint(message, key, KNOWN_KEYS | own, len(problems))
            problems.append(Problem(LOG_FORMAT, "unknown_key", message, key, meant))
        if isinstance(value, (dict, list)) and key != "events" and is_too_deep(value):
            problems.append(Problem(LOG_FORMAT, "too_deep", fields.too_deep(key), key))
    if raw.get("format") != FORMAT:
        problems.append(wrong_format())


def wrong_format() -> Problem:
    """Return the problem of a log that does not name the format."""
    message = text('"format" must be "{format}".', format=FORMAT)
    return Problem(LOG_FORMAT, "format", message, "format")


def _tags(raw: Any, problems: list[Problem]) -> Any:
    if not isinstance(raw, list) or not all(isinstance(tag, str) for tag in raw):
        message = text('"{key}" must be a list of texts.', key="tags")
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "tags"))
    return raw


def _players(raw: Any, kind: GameKind, problems: list[Problem]) -> list[dict[str, Any]]:
    if not isinstance(raw, list):
        example = f'[{{"role": "{next(iter(kind.identity.roles))}", "name": "Jane"}}]'
        message = text('"players" is missing. Add a list, for example {example}.', example=example)
        problems.append(Problem(LOG_FORMAT, "missing_players", message, "players"))
        return []
    players: list[dict[str, Any]] = []
    seen: set[str] = set()
    are_too_many = any(problem.code == TOO_MANY_PLAYERS for problem in problems)
    for number, player in enumerate(raw):
        if not isinstance(player, dict):
            message = text("A player must be an object with a role and a name.")
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "players"))
            continue
        for key in player:
            if key not in ("role", "name") and not key.startswith("x_"):
                message = text(
                    'A player has no key "{key}". Custom keys start with "x_".', key=show(key)
                )
                message += did_you_mean(key, ("role", "name"), len(problems))
                problems.append(Problem(LOG_FORMAT, "unknown_key", message, "players"))
        role, name = player.get("role"), player.get("name")
        if not are_too_many:  # else an additional role is the same mistake
            _check_role(role, kind, seen, problems)
        if name is not None and not isinstance(name, str):
            message = text("A player's name must be text, or null if it is unknown.")
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "players"))
        elif name is not None:
            _check_name(name, number, problems)
        players.append({**player, "name": name})
    return players


def _check_name(name: str, number: int, problems: list[Problem]) -> None:
    """Check the name of the player with a number, from 0."""
    key = f"players.{number}.name"
    if len(name) > NAME_MAX:
        message = text(
            "A player's name can have at most {n} characters; this one has {length}.",
            n=NAME_MAX,
            length=len(name),
        )
        problems.append(Problem(LOG_FORMAT, "name_too_long", message, key))
    elif _CONTROL.search(name):
        message = text(
            "A player's name can't contain control characters. Is the file saved as UTF-8?"
        )
        problems.append(Problem(LOG_FORMAT, "control_character", message, key))
    elif name.strip() and not any(map(_is_visible, name)):
        message = text("This player's name has no visible characters. Write ? if it is unknown.")
        problems.append(Problem(LOG_FORMAT, "invisible_name", message, key))


def _is_visible(character: str) -> bool:
    return (
        unicodedata.category(character) not in ("Cf", "Cc", "Zs", "Zl", "Zp")
        and character not in _BLANK_LETTERS
    )


def _check_role(role: Any, kind: GameKind, seen: set[str], problems: list[Problem]) -> None:
    """Check that a role is one of the kind's and not in `seen`, the roles before it."""
    if not isinstance(role, str) or role not in kind.identity.roles:
        message = text("A player's role must be one of: {roles}.", roles=Items(kind.identity.roles))
        message += did_you_mean(role, kind.identity.roles, len(problems))
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "players"))
    elif role in seen:
        message = text("The role {role} is given twice.", role=role)
        problems.append(Problem(LOG_FORMAT, "role_twice", message, "players"))
    else:
        seen.add(role)


def _played_at(raw: Any, problems: list[Problem]) -> Any:
    if not isinstance(raw, str) or not re.fullmatch(PLAYED_AT, raw) or not _is_moment(raw):
        message = text(
            '"{key}" must be a date like 2026-11-20, or a date and time like 2026-11-20T19:30Z.',
            key="played_at",
        )
        problems.append(Problem(LOG_FORMAT, "played_at", message, "played_at"))
    return raw


def _is_moment(value: str) -> bool:
    """Return whether a text of the right form names an existing day and time."""
    try:
        if len(value) == len("2026-11-20"):
            date.fromisoformat(value)
        else:
            datetime.fromisoformat(value)
    except ValueError:
        return False
    return True
