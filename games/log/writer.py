"""Writes records in the text spelling. Reading the result returns the same canonical form."""

import json
from collections.abc import Mapping
from typing import Any

from games.core.contract import GameKind
from games.core.record import Record
from games.log.quoting import escape, quote, word
from games.log.tags import JSON_TAGS, TEXT_TAGS, UNKNOWN_NAME


def write_text(record: Record, kind: GameKind) -> str:
    """Return the record as text: tags, an empty line, one event per line."""
    tags = "\n".join(f"[{_tag_name(name)} {quote(value)}]" for name, value in _tags(record, kind))
    events = "\n".join(_event(entry.plain, kind) for entry in record.entries)
    return f"{tags}\n\n{events}\n" if events else f"{tags}\n"


def write_event(plain: Mapping[str, Any], kind: GameKind) -> str:
    """Return one event in text spelling, without note, time and custom fields."""
    return " ".join(word(part) for part in kind.log.notation.format_event(plain))


def _event(plain: Mapping[str, Any], kind: GameKind) -> str:
    parts = [write_event(plain, kind)]
    if "at" in plain:
        parts.append(f"@{plain['at']!r}")
    for key in sorted(plain):
        if key.startswith("x_"):
            name = (
                key if word(key[2:] or " ") == key[2:] and "=" not in key else "x_" + quote(key[2:])
            )
            parts.append(f"{name}={quote(_json(plain[key]))}")
    if "note" in plain:
        parts.append("{ " + escape(plain["note"], "}") + " }")
    return " ".join(parts)


def _tag_name(name: str) -> str:
    if name.startswith("X_") and word(name[2:] or " ") != name[2:]:
        return "X_" + quote(name[2:])
    return name


def _tags(record: Record, kind: GameKind) -> list[tuple[str, str]]:
    header = record.header
    tags = [("Game", kind.slug)]
    own = kind.log.notation.write_tags(header)
    tags += own.before
    if "ruleset" not in own.keys:
        tags.append(("Ruleset", _json(header["ruleset"])))
    if "board" in header:
        board = header["board"]
        tags.append(("Board", board if isinstance(board, str) else _json(board)))
    tags += _player_tags(header["players"], kind)
    tags += own.after
    for name, key in TEXT_TAGS.items():
        if key in header:
            tags.append((name, header[key]))
    for name, key in JSON_TAGS.items():
        if key in header and key not in own.keys and name not in ("Players", "Ruleset"):
            tags.append((name, _tag_list(header[key]) if name == "Tags" else _json(header[key])))
    tags += [("X_" + key[2:], _json(header[key])) for key in sorted(header) if key.startswith("x_")]
    return tags


def _tag_list(tags: list[str]) -> str:
    """Return the value of the tag `Tags`: words with commas, or JSON where they can't say it."""
    value = ", ".join(tags)
    is_plain = [part.strip() for part in value.split(",")] == tags and all(tags)
    return value if is_plain and not value.startswith("[") and "\n" not in value else _json(tags)


def _player_tags(players: list[dict[str, Any]], kind: GameKind) -> list[tuple[str, str]]:
    tag_of = {role: tag for tag, role in kind.log.notation.role_tags.items()}
    if any(set(p) - {"role", "name"} or p["name"] == UNKNOWN_NAME for p in players):
        return [("Players", _json(players))]
    return [(tag_of[p["role"]], UNKNOWN_NAME if p["name"] is None else p["name"]) for p in players]


def _json(value: Any) -> str:
    # sorted: equal games have equal text
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)
