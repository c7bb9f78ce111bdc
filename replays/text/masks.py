"""Removing hidden names from logs and other texts of games."""

import json
from collections.abc import Collection, Iterable
from typing import Any

from games.core.codec import canonical_json
from games.core.record import is_annotation

from .name_masks import INSTEAD, NameMask
from .names import initials_of

_FREE = ("event", "site", "source", "tags")
_BOARD_TEXTS = ("id", "name", "provenance")


def without_names(canonical: str, positions: Iterable[int], initials: Collection[int] = ()) -> str:
    """Return a log in canonical form without the names at some positions of its players; at those
    in `initials`, only initials. In free text (event, site, source, tags, match, notes, unknown
    fields, the board's id and name) they become “a player”, in any spelling.

    >>> without_names('{"events":[],"players":[{"name":"Ann","role":"goryo"}],"source":"Ann"}', [0])
    '{"events":[],"players":[{"role":"goryo"}],"source":"a player"}'
    """
    log = json.loads(canonical)
    names = []
    for position in positions:
        name = log["players"][position].pop("name", None)
        if not isinstance(name, str):
            continue
        names.append(name)
        if position in initials and (short := initials_of(name)):
            log["players"][position]["name"] = short
    if mask := NameMask(names):
        for key in [key for key in log if key in _FREE or is_annotation(key)]:
            log[key] = masked(log[key], mask, with_keys=True)
        if "match" in (log.get("setup") or {}):
            log["setup"]["match"] = masked(log["setup"]["match"], mask)
        if isinstance(log.get("board"), dict):
            log["board"] = masked_board(log["board"], mask)
        for event in log["events"]:
            for key in [key for key in event if is_annotation(key)]:
                event[key] = masked(event[key], mask, with_keys=True)
    return canonical_json(log)


def mask_of_log(canonical: str, positions: Iterable[int]) -> NameMask:
    """Return the mask of the names at some positions of a log's players."""
    players = json.loads(canonical)["players"]
    names = (players[position].get("name") for position in positions)
    return NameMask(name for name in names if isinstance(name, str))


def masked(value: Any, mask: NameMask, *, with_keys: bool = False) -> Any:
    """Return plain data with “a player” for each name in its texts, and in the keys of objects."""
    if isinstance(value, str):
        return mask.sub(value)
    if isinstance(value, list):
        return [masked(item, mask, with_keys=with_keys) for item in value]
    if isinstance(value, dict):
        return {
            mask.sub(key) if with_keys else key: masked(item, mask, with_keys=with_keys)
            for key, item in value.items()
        }
    return value


def masked_board(board: dict[str, Any], mask: NameMask) -> dict[str, Any]:
    """Return a board without names in its texts; none becomes longer than an engine allows."""
    texts = {
        key: masked(board[key], mask)[: max(len(board[key]), len(INSTEAD))]
        for key in _BOARD_TEXTS
        if isinstance(board.get(key), str)
    }
    more = {
        key: masked(value, mask, with_keys=True)
        for key, value in board.items()
        if is_annotation(key)
    }
    return {**board, **texts, **more}
