"""Each event of Goryō told twice: a sentence to read aloud, and an entry of the list of moves."""

from collections.abc import Mapping
from typing import Any

from games.core.scene import Move
from games.goryo.rules.board import Board
from games.goryo.rules.editions import WORDS
from games.goryo.scene.words import (
    HIDDEN,
    ROLES,
    Plain,
    ending,
    followed,
    listed,
    part_words,
    plan_words,
    round_words,
)


def sentence(event: Plain, before: Plain, state: Plain) -> str:
    """What happened at a step, in a sentence or two."""
    told: str = _SENTENCES[event["type"]](event, before, state)
    if state["reason"] is not None and before["reason"] is None and event["type"] != "resign":
        told = f"{told} {ending(event, before, state)[0]}."
    return told


def move(step: Plain, before: Plain, board: Board, edition: str) -> Move:
    """The entry of the list of moves for a step."""
    event, state = step["event"], step["state"]
    verb, actor, text, sign = _short(event, state, edition)
    return {
        "group": round_words(before["round"]),
        "part": part_words(event, edition),
        "actor": actor,
        "verb": verb,
        "text": text,
        "sign": sign,
        "follows": followed(event, before, state, board, edition),
        "note": event.get("note", ""),
        "at": event.get("at"),
    }


def asked_space(event: Plain, before: Plain) -> str:
    """The space that a search or sniff asks of."""
    space: str = event["space"] if event["type"] == "sniff" else before["samurai"][event["samurai"]]
    return space


def _short(event: Plain, state: Plain, edition: str) -> tuple[str, str, str, str]:
    """Verb, actor (a Samurai's colour or empty), text, and the answer's sign."""
    words, kind = WORDS[edition], event["type"]
    actor = event.get("samurai", "")
    if kind == "move":
        return words["move"], actor, event["to"], ""
    if kind in ("search", "sniff"):
        sign = "yes" if event["answer"] else "no"
        return words[kind], actor, asked_space(event, state), sign
    if kind == "discover":
        return words["discovery"], "", "", ""
    verb, text = _of_the_table(event, edition)
    return verb, "", text, ""


def _of_the_table(event: Plain, edition: str) -> tuple[str, str]:
    """Verb and text of the events that no Samurai's piece takes part in."""
    match event["type"]:
        case "bind":
            told = event["object"] or "not recorded" if "object" in event else HIDDEN
            return "Bound type", told
        case "haunt":
            return "First stone", f"{event['object']} {event['space']}"
        case "plan":
            return "Plan", plan_words(event, edition) if "route" in event else HIDDEN
        case "draw" | "unmask":
            return event["type"].capitalize(), event["object"]
        case "resign":
            return "Resign" + ("s" if event["role"] == "goryo" else ""), ROLES[event["role"]]
        case "stuck":
            return "Stuck", "no legal plan"
    return "Broken off", ""


def _bind(event: Plain, _before: Plain, _state: Plain) -> str:
    if "object" not in event:
        return "The bound type is drawn in secret."
    if event["object"] is None:
        return "The bound type is drawn in secret; the log does not record it."
    return f"The bound type is drawn in secret: {event['object']}."


def _haunt(event: Plain, _before: Plain, _state: Plain) -> str:
    return (
        f"The Goryō draws {event['object']} and haunts {event['space']}: "
        "the first stone lies there, and her cat stands on it."
    )


def _plan(event: Plain, _before: Plain, _state: Plain) -> str:
    if "route" not in event:
        return "The Goryō plans her route in secret."
    return f"The Goryō plans her route: {plan_words(event, '2024')}."


def _move(event: Plain, before: Plain, _state: Plain) -> str:
    name = event["samurai"].capitalize()
    return f"{name} moves from {before['samurai'][event['samurai']]} to {event['to']}."


def _asked(event: Plain, before: Plain, _state: Plain) -> str:
    name, space = event["samurai"].capitalize(), asked_space(event, before)
    own = before["samurai"][event["samurai"]]
    did = f"sniffs {space} from {own}" if event["type"] == "sniff" else f"searches {space}"
    return f"{name} {did}: {'yes, a green clue' if event['answer'] else 'no, a red clue'}."


def _discover(_event: Plain, before: Plain, state: Plain) -> str:
    told = [f"The plan is discovered: {plan_words(state['revealed'], '2024')}."]
    if state["gong"] > before["gong"]:
        told.append(f"The gong advances to {state['gong']}.")
    spirits = state["spirits"] - before["spirits"]
    if spirits:
        told.append(f"{'A spirit is' if spirits == 1 else f'{spirits} spirits are'} flipped.")
    return " ".join(told)


def _draw(event: Plain, before: Plain, state: Plain) -> str:
    fresh = sorted(set(state["sealed"]) - set(before["sealed"]))
    sealed = (
        f"{listed(fresh)} {'is' if len(fresh) == 1 else 'are'} sealed"
        if fresh
        else ("no intact space of it was left to seal")
    )
    return f"An Ofuda is drawn, {event['object']}: {sealed}."


def _resign(event: Plain, before: Plain, state: Plain) -> str:
    return f"{ending(event, before, state)[0]}."


_SENTENCES: Mapping[str, Any] = {
    "bind": _bind,
    "haunt": _haunt,
    "plan": _plan,
    "move": _move,
    "search": _asked,
    "sniff": _asked,
    "discover": _discover,
    "draw": _draw,
    "stuck": lambda *_: "The Goryō finds no legal plan.",
    "unmask": lambda event, *_: f"Unmasked: the bound type was {event['object']}.",
    "resign": _resign,
    "abandon": lambda *_: "The players break off.",
}
