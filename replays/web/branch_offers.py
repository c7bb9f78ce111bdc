"""What the page of a branch offers to play: a button for each event if there are few, else choices
of one part of an event after another. Terms of the log are shown in the reader's language.
"""

import json
from itertools import groupby
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext_lazy

from games.core.choosing import Choice, Node, Parts
from games.core.contract import GameKind
from games.recorder.labels import event_label, part_text, path_text, term_text, value_text
from games.recorder.offers import choices_text
from games.registry import get_kind
from replays.models import Branch
from replays.reads import branches as branch_reads

STOPS = ("resign", "abandon")
"""Events that end a game of any kind. They are listed last."""
DECIDED_BY = {
    "choice": gettext_lazy("chosen"),
    "secrets": gettext_lazy("answered from the hidden information"),
    "game": gettext_lazy("as in the game"),
    "chance": gettext_lazy("by chance"),
    "decided": gettext_lazy("decided for you"),
}


def offers_of(branch: Branch, chosen: Parts) -> dict[str, Any]:
    """Return the context of the part of the page that plays on."""
    kind = get_kind(branch.game.kind)
    offers = branch_reads.offers(branch, chosen)
    node: Node = offers.pop("node")
    del offers["step"]  # the page may show another one
    event, seen = offers["in_the_game"], branch_reads.visible_event_text
    return {
        **offers,
        "due": offers["due"] and term_text(kind, offers["due"]),
        "in_the_game": "" if event is None else event_label(kind, event, seen),
        "is_root": not chosen,
        "is_unknown": bool(chosen) and node.total == 0,
        "chosen": [part_text(kind, part) for part in node.chosen] if chosen else [],
        "groups_of_events": _groups(kind, node),
        "groups_of_choices": [] if node.events else _choices(kind, node),
        "whole": _button(kind, node.whole) if node.whole and not node.events else None,
        "is_complete": node.is_complete,
    }


def _groups(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """Return the events by type. Events with an assumed answer are separate from questions; events
    that end the game are last.
    """
    fields = {name: answer.field for name, answer in kind.rules.decisions.answers.items()}
    buttons = [
        {
            "type": event["type"],
            "is_assumed": fields.get(event["type"]) in event,
            **_button(kind, event),
        }
        for event in node.events
    ]
    types = list(dict.fromkeys(row["type"] for row in buttons))
    buttons.sort(key=lambda b: (b["type"] in STOPS, b["is_assumed"], types.index(b["type"])))
    return [
        {
            "title": term_text(kind, name),
            "is_assumed": is_assumed,
            "is_stop": name in STOPS,
            "buttons": list(group),
        }
        for (name, is_assumed), group in groupby(
            buttons, key=lambda button: (button["type"], button["is_assumed"])
        )
    ]


def _button(kind: GameKind, event: dict[str, Any]) -> dict[str, str]:
    """Return an event as a button: its label, and the value the form sends."""
    value = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return {"label": event_label(kind, event), "value": value}


def _choices(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """Return the choices by the part of the event that they set."""

    def link(choice: Choice) -> dict[str, Any]:
        parts = (*node.chosen, (choice.path, choice.value))
        query = urlencode({"chosen": choices_text(parts)})
        return {"label": value_text(kind, choice.value), "query": query}

    return [
        {"title": path_text(kind, path), "links": [link(choice) for choice in choices]}
        for path, choices in groupby(node.choices, key=lambda choice: choice.path)
    ]


def own_rows(branch: Branch, view: str) -> list[dict[str, Any]]:
    """Return the events after the branch left the game as a view may know them, and what decided
    each.
    """
    kind = get_kind(branch.game.kind)
    return [
        {
            "step": step["step"],
            "text": event_label(kind, step["event"], branch_reads.visible_event_text),
            "by": DECIDED_BY[step["by"]],
            "assumed": step["assumed"],
            "is_inherited": step["step"] <= branch.from_step,
        }
        for step in branch_reads.steps_of(branch, view)
        if step["step"] > branch.game_step
    ]


def assumption_rows(branch: Branch, view: str) -> list[dict[str, Any]]:
    """Return the assumptions of the branch as a view may know them."""
    kind = get_kind(branch.game.kind)
    return [
        {"step": row["step"], "text": event_label(kind, row["event"])}
        for row in branch_reads.assumptions(branch, view)
    ]
