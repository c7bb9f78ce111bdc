"""The panels beside the palace: what they are for a board, and what they say at a state."""

from collections.abc import Mapping
from typing import Any

from games.core.scene import Item, Panel
from games.goryo.rules.editions import ACTIONS_IN_ALL, ROUNDS, SPIRITS, WORDS
from games.goryo.rules.state import Setup
from games.goryo.scene.words import phase_words, round_words

ICONS = frozenset({"helmet", "lantern", "mask", "scroll", "vase", "urn", "flower", "fan"})
LONGEST_TRACK = 48  # a gong of more spaces is told in numbers only

Plain = Mapping[str, Any]


def icon(kind: str) -> str:
    """The symbol drawn for an object type; empty where none was drawn for that name."""
    return kind if kind in ICONS else ""


def letters(kind: str, types: tuple[str, ...]) -> str:
    """What stands for a type that has no symbol: its initial, or as many letters as tell it from
    the board's others.

    >>> letters("drum", ("drum", "drape", "mask"))
    'Dru'
    """
    for size in range(1, 4):
        if sum(other[:size].casefold() == kind[:size].casefold() for other in types) == 1:
            return kind[:size].capitalize()
    return f"{types.index(kind) + 1}"


def panels(setup: Setup) -> list[Panel]:
    """The panels of a game with this set-up."""
    words, board = WORDS[setup.ruleset.edition], setup.board
    last = board.gong_last
    gong: list[Item] = [
        {"id": f"gong-{n}", "name": str(n), "flag": "bag" if n in board.bags else ""}
        for n in range(last + 1 if last < LONGEST_TRACK else 0)
    ]
    spirits: list[Item] = [
        {"id": f"spirit-{n}", "name": f"spirit {n}", "icon": "spirit"}
        for n in range(1, SPIRITS + 1)
    ]
    types: list[Item] = [
        {"id": f"type-{i}", "name": kind, "icon": icon(kind), "letters": letters(kind, board.types)}
        for i, kind in enumerate(board.types)
    ]
    facts: list[tuple[str, str]] = [
        ("actions", "Actions left"),
        ("called", "Samurai called"),
        ("sprint", words["sprint"]),
        ("false_trail", words["false_trail"]),
        ("draws", "Ofuda due"),
        ("bag", "Tokens in the bag"),
        ("mistakes", "Mistakes found"),
        ("bound", "Bound type"),
    ]
    return [
        {"id": "gong", "title": "Gong", "form": "track", "items": gong},
        {"id": "spirits", "title": "Spirits", "form": "tokens", "items": spirits},
        {"id": "types", "title": "Object types", "form": "tiles", "items": types},
        {
            "id": "turn",
            "title": "The table",
            "form": "facts",
            "items": [{"id": name, "name": title} for name, title in facts],
        },
    ]


def slots(
    setup: Setup, state: Plain, before: Plain, bound: str
) -> tuple[dict[str, str], dict[str, str]]:
    """The texts and the classes of the panels' slots at a state; `bound` stands where the view does
    not know that type.
    """
    texts, classes = {}, {}
    last = setup.board.gong_last
    texts["gong"] = f"{state['gong']} of {last}"
    if last < LONGEST_TRACK:
        for n in range(state["gong"]):
            classes[f"gong-{n}"] = "passed"
        classes[f"gong-{state['gong']}"] = "here"
    texts["spirits"] = f"{state['spirits']} of {SPIRITS} flipped"
    for n in range(1, state["spirits"] + 1):
        classes[f"spirit-{n}"] = "flipped" + (" fresh" if n > before["spirits"] else "")
    lit = 0
    for i, kind in enumerate(setup.board.types):
        status = state["types"][kind]
        lit += status != "intact"
        is_bound = state["bound"] == kind
        fresh = " fresh" if before["types"][kind] != status else ""
        texts[f"type-{i}"] = f"{status}, bound" if is_bound else status
        classes[f"type-{i}"] = status + (" bound" if is_bound else "") + fresh
    texts["types"] = f"{lit} of {len(setup.board.types)} no longer intact"
    texts.update(_facts(setup, state, bound))
    return texts, classes


def _facts(setup: Setup, state: Plain, bound: str) -> dict[str, str]:
    chase = state["phase"] == "chase"
    plan = state["plan"] or {}
    texts = {
        "round": round_words(min(state["round"], ROUNDS)),
        "phase": phase_words(state, setup.ruleset.edition),
        "actions": f"{state['actions_left']} of {ACTIONS_IN_ALL}" if chase else "–",
        "called": ", ".join(c.capitalize() for c in state["called"]) or "–",
        "draws": str(state["draws_due"]),
        "bag": str(state["bag"]),
        "mistakes": str(state["mistakes"]),
        "bound": state["bound"] or bound,
    }
    for power, used in (("sprint", plan.get("sprint")), ("false_trail", plan.get("false_trail"))):
        held = "left" if state[f"{power}_left"] else "gone"
        texts[power] = f"{held}, in this plan" if used else held
    return texts
