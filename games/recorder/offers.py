"""What a screen offers to enter: a button for each event if there are few, else for each choice of
one part after another; and the events that are entered on the board.
"""

import json
from itertools import groupby
from typing import Any

from games.core import recording
from games.core.choosing import Choice, Node, Parts
from games.core.contract import PUBLIC, GameKind
from games.core.errors import LogError
from games.core.language import gettext
from games.core.replay import Replay
from games.core.turns import Turn

from .labels import capitalized, label_of, part_text, path_text, value_text

MAX_BUTTONS = 10
"""If there are more events, their parts are chosen one after the other."""
MAX_BOARD_MOVES = 3000
"""Events that are offered on the board. If there are more, they are chosen part by part."""
MAX_LENGTH = 4000
"""Characters of the parts that were chosen, or of an event, as JSON."""
MAX_PARTS = 80


def parse_json(text: str, max_length: int) -> Any:
    """Return the value of a JSON text; None if it is invalid or too long."""
    if len(text) > max_length:
        return None
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # an unpaired surrogate can't be sent
    except (ValueError, RecursionError):
        return None
    return value


def parse_choices(text: str) -> Parts | None:
    """Return the chosen parts in a JSON list of [path, value]; None if invalid."""
    rows = parse_json(text, MAX_LENGTH)
    if not isinstance(rows, list) or len(rows) > MAX_PARTS or not all(map(_is_part, rows)):
        return None
    return tuple((path, value) for path, value in rows)


def _is_part(row: Any) -> bool:
    if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str)):
        return False
    return row[1] is None or isinstance(row[1], str | int | bool)


def choices_text(parts: Parts) -> str:
    """Return the JSON list of some parts."""
    return json.dumps([list(part) for part in parts], ensure_ascii=False, separators=(",", ":"))


def offers_of(
    kind: GameKind, state: Any, turn: Turn, chosen: Parts, narrow: recording.Narrow | None
) -> dict[str, Any]:
    """Return the context of the buttons of a turn."""
    node = recording.choose(kind, state, turn, chosen, in_any_order=True, narrow=narrow)
    if chosen and node.total == 0:
        node = recording.choose(kind, state, turn, (), in_any_order=True, narrow=narrow)
    events = list(node.events) if len(node.events) <= MAX_BUTTONS else []
    if node.whole is not None and node.whole not in events:
        events = [node.whole, *events]
    return {
        "chosen": [part_text(kind, part) for part in node.chosen] if chosen else [],
        "buttons": [button(kind, event) for event in events],
        "picks": [] if node.events and events and len(events) == len(node.events) else _picks(
            kind, node
        ),
        "is_complete": node.is_complete,
    }  # fmt: skip


def button(kind: GameKind, event: dict[str, Any]) -> dict[str, str]:
    """Return an event as a button: its label, and the value that the form sends."""
    value = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return {"label": label_of(kind, event), "value": value}


def _picks(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """Return the choices of the next part."""

    def pick(choice: Choice) -> dict[str, str]:
        parts = (*node.chosen, (choice.path, choice.value))
        name = kind.display.value_names.get(str(choice.value))
        label = capitalized(name or value_text(kind, choice.value))
        return {"label": label, "value": choices_text(parts)}

    return [
        {"title": _title(kind, path), "picks": [pick(choice) for choice in choices]}
        for path, choices in groupby(node.choices, key=lambda choice: choice.path)
    ]


def _title(kind: GameKind, path: str) -> str:
    return gettext("What happens?") if path == "type" else path_text(kind, path)


def board_moves(
    kind: GameKind, state: Any, turn: Turn, narrow: recording.Narrow | None = None
) -> list[dict[str, Any]]:
    """Return the events that are entered on the board, as the script of the page reads them."""
    found = recording.tapped_events(kind, state, turn, MAX_BOARD_MOVES, narrow)
    return [
        {
            "first": taps.first,
            "rest": sorted(taps.rest),
            "label": label_of(kind, event),
            "event": event,
        }
        for taps, event in found
    ]


def endings(kind: GameKind, replay: Replay) -> list[dict[str, Any]]:
    """Return the events with which a player can end the game at the end of a replay. They are tried
    one by one, which is much faster than listing all events.
    """
    seen = recording.seen_position(kind, replay.final, PUBLIC)
    roles = kind.identity.roles_in(kind.identity.mode_of(replay.record.setup))
    resigning = ({"type": "resign", "role": role} for role in roles)
    return [event for event in (*resigning, {"type": "abandon"}) if _is_possible(kind, seen, event)]


def _is_possible(kind: GameKind, state: Any, plain: dict[str, Any]) -> bool:
    try:
        event = kind.log.codec.read_event(dict(plain))
    except LogError:  # the game has no such event
        return False
    return kind.rules.engine.violation(state, event) is None
