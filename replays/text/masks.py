"""Removing hidden names from logs."""

import json
import re
from collections.abc import Iterable
from typing import Any

from games.core.codec import canonical_json
from games.core.record import is_annotation

INSTEAD = "a player"
MIN_LENGTH = 3
"""Shorter names are not replaced in free text, where they can be words."""
_FREE = ("event", "site", "source", "tags")


def without_names(canonical: str, positions: Iterable[int]) -> str:
    """Return a log in canonical form without the names at some positions of its players. In free
    text (event, site, source, tags, match, notes, unknown fields) they become “a player”.

    >>> without_names('{"events":[],"players":[{"name":"Ann","role":"goryo"}],"source":"Ann"}', [0])
    '{"events":[],"players":[{"role":"goryo"}],"source":"a player"}'
    """
    log = json.loads(canonical)
    names = set()
    for position in positions:
        name = log["players"][position].pop("name", None)
        if isinstance(name, str) and len(name.strip()) >= MIN_LENGTH:
            names.add(name.strip())
    if names:
        spelled = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        pattern = re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)
        for key in [key for key in log if key in _FREE or is_annotation(key)]:
            log[key] = _masked(log[key], pattern)
        if "match" in (log.get("setup") or {}):
            log["setup"]["match"] = _masked(log["setup"]["match"], pattern)
        for event in log["events"]:
            for key in [key for key in event if is_annotation(key)]:
                event[key] = _masked(event[key], pattern)
    return canonical_json(log)


def _masked(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(INSTEAD, value)
    if isinstance(value, list):
        return [_masked(item, pattern) for item in value]
    if isinstance(value, dict):
        return {key: _masked(item, pattern) for key, item in value.items()}
    return value
