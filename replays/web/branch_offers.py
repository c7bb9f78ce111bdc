"""What a branch's page offers to play: buttons for events if there are few, else one part of an
event after the other. Log words are shown in the reader's language.
"""

import json
from itertools import groupby
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy

from games.core.choosing import Choice, Node, Part, Parts
from games.core.contract import GameKind
from games.registry import get_kind
from replays.models import Branch
from replays.reads import branches as branch_reads
from replays.requests.choices import text_of

STOPS = ("resign", "abandon")
"""The ways to stop, which every kind has; they stand apart."""
BY = {
    "choice": gettext_lazy("chosen"),
    "secrets": gettext_lazy("answered by the game's secrets"),
    "game": gettext_lazy("as in the game"),
    "chance": gettext_lazy("by chance"),
    "decided": gettext_lazy("decided for you"),
}


def offers_of(branch: Branch, chosen: Parts) -> dict[str, Any]:
    """The context of the part of the page that plays on."""
    kind = get_kind(branch.game.kind)
    found = branch_reads.offers(branch, chosen)
    node: Node = found.pop("node")
    told = found["in_the_game"]
    return {
        **found,
        "due": found["due"] and _term(kind, found["due"]),
        "in_the_game": "" if told is None else _seen_event_text(kind, told),
        "is_root": not chosen,
        "is_unknown": bool(chosen) and node.total == 0,
        "chosen": [_part_text(kind, part) for part in node.chosen] if chosen else [],
        "groups_of_events": _groups(kind, node),
        "groups_of_choices": [] if node.events else _choices(kind, node),
        "whole": _button(kind, node.whole) if node.whole and not node.events else None,
        "is_complete": node.is_complete,
    }


def _groups(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """The events by their type; those with an answer of one's own apart from the questions, the
    ways to stop last.
    """
    rows = [
        {"type": plain["type"], "is_assumed": _has_answer(kind, plain), **_button(kind, plain)}
        for plain in node.events
    ]
    types = list(dict.fromkeys(row["type"] for row in rows))
    rows.sort(key=lambda row: (row["type"] in STOPS, row["is_assumed"], types.index(row["type"])))
    return [
        {
            "title": _term(kind, name),
            "is_assumed": is_assumed,
            "is_stop": name in STOPS,
            "rows": list(group),
        }
        for (name, is_assumed), group in groupby(
            rows, key=lambda row: (row["type"], row["is_assumed"])
        )
    ]


def _has_answer(kind: GameKind, plain: dict[str, Any]) -> bool:
    answer = kind.rules.decisions.answers.get(plain["type"])
    return answer is not None and answer.field in plain


def _button(kind: GameKind, plain: dict[str, Any]) -> dict[str, str]:
    """An event as a button: its words, and what the form sends."""
    value = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return {"words": _event_text(kind, plain), "value": value}


def _choices(kind: GameKind, node: Node) -> list[dict[str, Any]]:
    """The ways on, by what they choose."""
    return [
        {
            "title": _path_text(kind, path),
            "ways": [
                {
                    "words": _value_text(kind, way.value),
                    "number": way.number,
                    "query": urlencode({"chosen": text_of((*node.chosen, _part(way)))}),
                }
                for way in ways
            ],
        }
        for path, ways in groupby(node.choices, key=lambda way: way.path)
    ]


def _part(way: Choice) -> Part:
    return way.path, way.value


def _part_text(kind: GameKind, part: Part) -> str:
    path, value = part
    shown = _value_text(kind, value)
    return shown if path == "type" else f"{_path_text(kind, path)} {shown}"


def _path_text(kind: GameKind, path: str) -> str:
    """`route.2` → `route 3`, `path.a` → `path a`, `false_trail` → `false trail`."""
    first, *rest = path.split(".")
    return " ".join((_term(kind, first), *(str(int(w) + 1) if w.isdecimal() else w for w in rest)))


def _value_text(kind: GameKind, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext("not recorded") if value is None else _term(kind, str(value))


def _term(kind: GameKind, word: str) -> str:
    """Return a word of the log in the reader's language."""
    return kind.display.terms.get(word, word.replace("_", " "))


def _event_text(kind: GameKind, plain: dict[str, Any]) -> str:
    """Return an event as a log in text spells it, in the reader's language."""
    return _translated(kind, branch_reads.event_text(kind, plain))


def _seen_event_text(kind: GameKind, plain: dict[str, Any]) -> str:
    """Return an event as a view sees it, in the reader's language."""
    return _translated(kind, branch_reads.visible_event_text(kind, plain))


def _translated(kind: GameKind, event: str) -> str:
    return " ".join(kind.display.terms.get(word, word) for word in event.split(" "))


def own_rows(branch: Branch, view: str) -> list[dict[str, Any]]:
    """The branch's events after it left the game, as a view may know them, with by what each was
    decided.
    """
    kind = get_kind(branch.game.kind)
    return [
        {
            "step": step["step"],
            "words": _seen_event_text(kind, step["event"]),
            "by": BY[step["by"]],
            "assumed": step["assumed"],
            "is_inherited": step["step"] <= branch.from_step,
        }
        for step in branch_reads.steps_of(branch, view)
        if step["step"] > branch.game_step
    ]


def assumed_words(branch: Branch, view: str) -> list[dict[str, Any]]:
    """What the branch assumes as a view may know it, in the log's words."""
    kind = get_kind(branch.game.kind)
    return [
        {"step": told["step"], "words": _event_text(kind, told["event"])}
        for told in branch_reads.assumptions(branch, view)
    ]
