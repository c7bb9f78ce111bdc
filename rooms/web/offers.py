"""What a page offers to enter: a button for each event if there are few, else for each choice of
one part after another. What was chosen so far is sent by the form, never in an address.
"""

import json
from itertools import groupby
from typing import Any

from django.utils.translation import gettext

from games.core import recording
from games.core.choosing import Choice, Node, Parts
from games.core.contract import GameKind
from games.core.turns import Turn
from replays.requests.choices import choices_text
from replays.web.branch_offers import event_label, part_text, path_text, value_text
from rooms.reads.rooms import event_text

MAX_BUTTONS = 10
"""If there are more events, their parts are chosen one after the other."""


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
        "buttons": [_button(kind, event) for event in events],
        "picks": [] if node.events and events and len(events) == len(node.events) else _picks(
            kind, node
        ),
        "is_complete": node.is_complete,
    }  # fmt: skip


def _button(kind: GameKind, event: dict[str, Any]) -> dict[str, str]:
    value = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return {"label": label_of(kind, event), "value": value}


def label_of(kind: GameKind, event: dict[str, Any]) -> str:
    """Return an event in words, as a button shows it. A value that is not recorded has no name."""
    if None in event.values():
        name = str(event["type"])
        what = _capitalized(kind.display.terms.get(name, name))
        return gettext("{what}: not recorded").format(what=what)
    return _capitalized(event_label(kind, event, event_text))


def _capitalized(text: str) -> str:
    """Return a text with a capital; the name of a space stays as it is on the board."""
    return text if len(text) < 3 else text[:1].upper() + text[1:]


def _picks(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """Return the choices of the next part."""

    def pick(choice: Choice) -> dict[str, str]:
        parts = (*node.chosen, (choice.path, choice.value))
        name = kind.display.value_names.get(str(choice.value))
        label = _capitalized(name or value_text(kind, choice.value))
        return {"label": label, "value": choices_text(parts)}

    return [
        {"title": _title(kind, path), "picks": [pick(choice) for choice in choices]}
        for path, choices in groupby(node.choices, key=lambda choice: choice.path)
    ]


def _title(kind: GameKind, path: str) -> str:
    return gettext("What happens?") if path == "type" else path_text(kind, path)
