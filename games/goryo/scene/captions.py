"""The texts of each event: a caption to read aloud, and an entry in the list of moves."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, join_and, ngettext, pgettext
from games.core.scene import Move
from games.goryo.rules.board import Board
from games.goryo.scene.phrases import (
    Plain,
    consequences,
    ending,
    hidden_text,
    part_text,
    plan_text,
    round_text,
)
from games.goryo.terms import NEWEST, colour_name, edition_term, side_name, type_name


def caption(event: Plain, before: Plain, state: Plain) -> str:
    """Describe a step in a sentence or two."""
    text: str = _CAPTIONS[event["type"]](event, before, state)
    if state["reason"] is not None and before["reason"] is None and event["type"] != "resign":
        text = f"{text} {ending(event, before, state)[0]}."
    return text


def move(step: Plain, before: Plain, board: Board, edition: str) -> Move:
    """Return the entry of a step in the list of moves."""
    event, state = step["event"], step["state"]
    verb, actor, text, sign = _short(event, state, edition)
    return {
        "group": round_text(before["round"]),
        "part": part_text(event, edition),
        "actor": actor,
        "name": colour_name(actor) if actor else "",
        "verb": verb,
        "text": text,
        "sign": sign,
        "follows": consequences(event, before, state, board, edition),
        "note": event.get("note", ""),
        "at": event.get("at"),
    }


def question_space(event: Plain, before: Plain) -> str:
    """Return the space that a search or sniff investigates."""
    space: str = event["space"] if event["type"] == "sniff" else before["samurai"][event["samurai"]]
    return space


def _short(event: Plain, state: Plain, edition: str) -> tuple[str, str, str, str]:
    """Return verb, actor (a Samurai's colour or empty), text, and the answer's sign."""
    kind = event["type"]
    actor = event.get("samurai", "")
    if kind == "move":
        return edition_term(edition, "move"), actor, event["to"], ""
    if kind in ("search", "sniff"):
        sign = "yes" if event["answer"] else "no"
        return edition_term(edition, kind), actor, question_space(event, state), sign
    if kind == "discover":
        return edition_term(edition, "discovery"), "", "", ""
    verb, text = _short_without_actor(event, edition)
    return verb, "", text, ""


def _short_without_actor(event: Plain, edition: str) -> tuple[str, str]:
    """Return verb and text of an event that is not a Samurai's action."""
    match event["type"]:
        case "bind":
            return gettext("Bound type"), _bound_text(event)
        case "haunt":
            return gettext("First object"), f"{type_name(event['object'])} {event['space']}"
        case "plan":
            text = plan_text(event, edition) if "route" in event else hidden_text()
            return pgettext("Goryō", "Plan"), text
        case "draw":
            return pgettext("Goryō", "Draw"), type_name(event["object"])
        case "unmask":
            return pgettext("Goryō", "Unmask"), type_name(event["object"])
        case "resign" if event["role"] == "goryo":
            return pgettext("the Goryō", "Resigns"), side_name("goryo")
        case "resign":
            return pgettext("the Samurai", "Resign"), side_name("samurai")
        case "stuck":
            return pgettext("Goryō", "Stuck"), gettext("no legal plan")
    return gettext("Abandoned"), ""


def _bound_text(event: Plain) -> str:
    if "object" not in event:
        return hidden_text()
    return type_name(event["object"]) if event["object"] else gettext("not recorded")


def _bind(event: Plain, _before: Plain, _state: Plain) -> str:
    if "object" not in event:
        return gettext("The Goryō draws her bound type in secret.")
    if event["object"] is None:
        return gettext("The Goryō draws her bound type in secret; the log does not record it.")
    text = gettext("The Goryō draws her bound type in secret: {type}.")
    return text.format(type=type_name(event["object"]))


def _haunt(event: Plain, _before: Plain, _state: Plain) -> str:
    text = gettext("The Goryō draws {type} and breaks the one on {space}. Her cat starts there.")
    return text.format(type=type_name(event["object"]), space=event["space"])


def _plan(event: Plain, _before: Plain, _state: Plain) -> str:
    if "route" not in event:
        return gettext("The Goryō plans her route in secret.")
    return gettext("The Goryō plans her route: {plan}.").format(plan=plan_text(event, NEWEST))


def _move(event: Plain, before: Plain, _state: Plain) -> str:
    return gettext("{samurai} moves from {space} to {to}.").format(
        samurai=colour_name(event["samurai"]),
        space=before["samurai"][event["samurai"]],
        to=event["to"],
    )


def _search(event: Plain, before: Plain, _state: Plain) -> str:
    text = (
        gettext("{samurai} searches {space}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} searches {space}: no, a red clue.")
    )
    return text.format(samurai=colour_name(event["samurai"]), space=question_space(event, before))


def _sniff(event: Plain, before: Plain, _state: Plain) -> str:
    text = (
        gettext("{samurai} sniffs {space} from {here}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} sniffs {space} from {here}: no, a red clue.")
    )
    here = before["samurai"][event["samurai"]]
    return text.format(samurai=colour_name(event["samurai"]), space=event["space"], here=here)


def _discover(_event: Plain, before: Plain, state: Plain) -> str:
    plan = plan_text(state["revealed"], NEWEST)
    parts = [gettext("The plan is discovered: {plan}.").format(plan=plan)]
    if state["gong"] > before["gong"]:
        parts.append(gettext("The gong advances to {space}.").format(space=state["gong"]))
    spirits = state["spirits"] - before["spirits"]
    if spirits:
        text = ngettext("A spirit is flipped.", "{n} spirits are flipped.", spirits)
        parts.append(text.format(n=spirits))
    return " ".join(parts)


def _draw(event: Plain, before: Plain, state: Plain) -> str:
    fresh, kind = sorted(set(state["sealed"]) - set(before["sealed"])), type_name(event["object"])
    if not fresh:
        return gettext("Ofuda drawn: {type}. No intact object was left to seal.").format(type=kind)
    return ngettext(
        "Ofuda drawn: {type}. {spaces} is sealed.",
        "Ofuda drawn: {type}. {spaces} are sealed.",
        len(fresh),
    ).format(type=kind, spaces=join_and(fresh))


def _unmask(event: Plain, _before: Plain, _state: Plain) -> str:
    return gettext("The bound type was {type}.").format(type=type_name(event["object"]))


def _resign(event: Plain, before: Plain, state: Plain) -> str:
    return f"{ending(event, before, state)[0]}."


_CAPTIONS: Mapping[str, Any] = {
    "bind": _bind,
    "haunt": _haunt,
    "plan": _plan,
    "move": _move,
    "search": _search,
    "sniff": _sniff,
    "discover": _discover,
    "draw": _draw,
    "stuck": lambda *_: gettext("The Goryō has no legal plan."),
    "unmask": _unmask,
    "resign": _resign,
    "abandon": lambda *_: gettext("The players abandon the game."),
}
