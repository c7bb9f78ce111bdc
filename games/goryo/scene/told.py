"""Each event of Goryō told twice: a sentence to read aloud, and an entry of the list of moves."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, join_and, ngettext, pgettext
from games.core.scene import Move
from games.goryo.rules.board import Board
from games.goryo.scene.words import (
    Plain,
    ending,
    followed,
    hidden_words,
    part_words,
    plan_words,
    round_words,
)
from games.goryo.terms import NEWEST, colour_name, own_word, side_name, type_name


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
        "name": colour_name(actor) if actor else "",
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
    kind = event["type"]
    actor = event.get("samurai", "")
    if kind == "move":
        return own_word(edition, "move"), actor, event["to"], ""
    if kind in ("search", "sniff"):
        sign = "yes" if event["answer"] else "no"
        return own_word(edition, kind), actor, asked_space(event, state), sign
    if kind == "discover":
        return own_word(edition, "discovery"), "", "", ""
    verb, text = _of_the_table(event, edition)
    return verb, "", text, ""


def _of_the_table(event: Plain, edition: str) -> tuple[str, str]:
    """Verb and text of the events that no Samurai's piece takes part in."""
    match event["type"]:
        case "bind":
            return gettext("Bound type"), _bound_words(event)
        case "haunt":
            return gettext("First stone"), f"{type_name(event['object'])} {event['space']}"
        case "plan":
            told = plan_words(event, edition) if "route" in event else hidden_words()
            return pgettext("Goryō", "Plan"), told
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
    return gettext("Broken off"), ""


def _bound_words(event: Plain) -> str:
    if "object" not in event:
        return hidden_words()
    return type_name(event["object"]) if event["object"] else gettext("not recorded")


def _bind(event: Plain, _before: Plain, _state: Plain) -> str:
    if "object" not in event:
        return gettext("The bound type is drawn in secret.")
    if event["object"] is None:
        return gettext("The bound type is drawn in secret; the log does not record it.")
    return gettext("The bound type is drawn in secret: {type}.").format(
        type=type_name(event["object"])
    )


def _haunt(event: Plain, _before: Plain, _state: Plain) -> str:
    return gettext(
        "The Goryō draws {type} and haunts {space}: "
        "the first stone lies there, and her cat stands on it."
    ).format(type=type_name(event["object"]), space=event["space"])


def _plan(event: Plain, _before: Plain, _state: Plain) -> str:
    if "route" not in event:
        return gettext("The Goryō plans her route in secret.")
    return gettext("The Goryō plans her route: {plan}.").format(plan=plan_words(event, NEWEST))


def _move(event: Plain, before: Plain, _state: Plain) -> str:
    return gettext("{samurai} moves from {space} to {to}.").format(
        samurai=colour_name(event["samurai"]),
        space=before["samurai"][event["samurai"]],
        to=event["to"],
    )


def _search(event: Plain, before: Plain, _state: Plain) -> str:
    told = (
        gettext("{samurai} searches {space}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} searches {space}: no, a red clue.")
    )
    return told.format(samurai=colour_name(event["samurai"]), space=asked_space(event, before))


def _sniff(event: Plain, before: Plain, _state: Plain) -> str:
    told = (
        gettext("{samurai} sniffs {space} from {own}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} sniffs {space} from {own}: no, a red clue.")
    )
    own = before["samurai"][event["samurai"]]
    return told.format(samurai=colour_name(event["samurai"]), space=event["space"], own=own)


def _discover(_event: Plain, before: Plain, state: Plain) -> str:
    plan = plan_words(state["revealed"], NEWEST)
    told = [gettext("The plan is discovered: {plan}.").format(plan=plan)]
    if state["gong"] > before["gong"]:
        told.append(gettext("The gong advances to {space}.").format(space=state["gong"]))
    spirits = state["spirits"] - before["spirits"]
    if spirits:
        told.append(
            ngettext("A spirit is flipped.", "{n} spirits are flipped.", spirits).format(n=spirits)
        )
    return " ".join(told)


def _draw(event: Plain, before: Plain, state: Plain) -> str:
    fresh, kind = sorted(set(state["sealed"]) - set(before["sealed"])), type_name(event["object"])
    if not fresh:
        return gettext("An Ofuda is drawn, {type}: no intact space of it was left to seal.").format(
            type=kind
        )
    return ngettext(
        "An Ofuda is drawn, {type}: {spaces} is sealed.",
        "An Ofuda is drawn, {type}: {spaces} are sealed.",
        len(fresh),
    ).format(type=kind, spaces=join_and(fresh))


def _unmask(event: Plain, _before: Plain, _state: Plain) -> str:
    return gettext("Unmasked: the bound type was {type}.").format(type=type_name(event["object"]))


def _resign(event: Plain, before: Plain, state: Plain) -> str:
    return f"{ending(event, before, state)[0]}."


_SENTENCES: Mapping[str, Any] = {
    "bind": _bind,
    "haunt": _haunt,
    "plan": _plan,
    "move": _move,
    "search": _search,
    "sniff": _sniff,
    "discover": _discover,
    "draw": _draw,
    "stuck": lambda *_: gettext("The Goryō finds no legal plan."),
    "unmask": _unmask,
    "resign": _resign,
    "abandon": lambda *_: gettext("The players break off."),
}
