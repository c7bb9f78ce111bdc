"""Applying corrections to the text of a log."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from games.core.contract import GameKind
from games.core.findings import DELETE, INSERT, Finding, Fix
from games.log.container import Document
from games.log.judge import read_raw_games

_LINES = re.compile(r".*?(?:\r\n|\r|\n|\Z)", re.DOTALL)


def fixed_text(source: str, finding: Finding, kinds: Mapping[str, GameKind]) -> str:
    """Return a log with the correction of a finding on it; the log itself if there is none, or if
    its place does not exist.
    """
    fix = finding.fix
    if fix is None:
        return source
    if fix.path is None:
        return _spliced(source, fix)
    for position, raw in enumerate(read_raw_games(Document("", source), kinds)):
        if position == finding.game and raw.start is not None:
            stop = raw.start + raw.size
            game = _patched(source[raw.start : stop], fix)
            return source[: raw.start] + game + source[stop:]
    return source


def _spliced(source: str, fix: Fix) -> str:
    lines = _LINES.findall(source)
    if not 1 <= fix.line <= len(lines):
        return source
    line, start = lines[fix.line - 1], fix.column - 1
    lines[fix.line - 1] = line[:start] + fix.text + line[start + fix.length :]
    return "".join(lines)


def _patched(game: str, fix: Fix) -> str:
    """Return a game in JSON, corrected; indented if it was on several lines."""
    whole = {"": json.loads(game)}
    *parents, last = [_unescaped(part) for part in f"{fix.path}".split("/")]
    target: Any = whole
    with suppress(LookupError, TypeError, ValueError):
        for key in parents:
            target = target[_index(target, key)]
        _change(target, _index(target, last), fix)
    indent = 2 if "\n" in game.strip() else None
    return json.dumps(whole[""], ensure_ascii=False, indent=indent)


def _change(target: Any, key: Any, fix: Fix) -> None:
    if fix.op == DELETE:
        del target[key]
    elif fix.op == INSERT and isinstance(target, list):
        target.insert(key, fix.value)
    else:
        target[key] = fix.value


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


def _index(target: Any, key: str) -> Any:
    return int(key) if isinstance(target, list) else key
