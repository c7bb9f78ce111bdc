"""Logs without names that are left out of public pages."""

import json
import re
from collections.abc import Iterable
from typing import Any

from games.core.codec import canonical_json
from games.core.record import is_annotation

INSTEAD = "a player"
SHORTEST = 3
"""Characters from which on a name is also looked for in free text; shorter ones are words."""
_FREE = ("event", "site", "source", "tags")


def without_names(canonical: str, positions: Iterable[int]) -> str:
    """A log in canonical form without the names at some positions of its players. In what is free
    text (occasion, place, source, tags, the name of a match, notes, fields of one's own) the name
    gives way to “a player”.

    >>> without_names('{"events":[],"players":[{"name":"Ann","role":"goryo"}],"source":"Ann"}', [0])
    '{"events":[],"players":[{"role":"goryo"}],"source":"a player"}'
    """
    log = json.loads(canonical)
    names = set()
    for position in positions:
        name = log["players"][position].pop("name", None)
        if isinstance(name, str) and len(name.strip()) >= SHORTEST:
            names.add(name.strip())
    if names:
        spelled = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        pattern = re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)
        for key in [key for key in log if key in _FREE or is_annotation(key)]:
            log[key] = _said(log[key], pattern)
        if "match" in (log.get("setup") or {}):
            log["setup"]["match"] = _said(log["setup"]["match"], pattern)
        for event in log["events"]:
            for key in [key for key in event if is_annotation(key)]:
                event[key] = _said(event[key], pattern)
    return canonical_json(log)


def _said(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(INSTEAD, value)
    if isinstance(value, list):
        return [_said(one, pattern) for one in value]
    if isinstance(value, dict):
        return {key: _said(one, pattern) for key, one in value.items()}
    return value
