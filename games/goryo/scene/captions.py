"""The texts of each event: a caption to read aloud, and an entry in the list of moves.

They are built from the step objects of one view, so they can't contain anything that the view does
not know. Captions use the terms of the 2024 edition; the verbs and phases of the list are those of
the game's edition (`games.goryo.terms`).
"""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, join_and, ngettext, pgettext
from games.core.language import gettext_noop as _
from games.core.scene import Move
from games.goryo.rules.board import Board
from games.goryo.rules.editions import ROUNDS, SPIRITS
from games.goryo.terms import NEWEST, colour_name, edition_term, side_name, type_name

Plain = Mapping[str, Any]

ENDINGS = {
    "bound": (_("The Samurai win: the target has the bound type"), "6.2"),
    "spirits": (_("The Samurai win: the third spirit is flipped"), "6.4"),
    "exorcism": (_("The Samurai win by exorcism: 7 of 8 types are sealed or broken"), "6.5"),
    "stuck": (_("The Samurai win: the Goryō has no legal plan"), "4.8"),
    "revenge": (_("The Goryō wins: she survived four rounds"), "6.8"),
    "abandon": (_("The game is abandoned without a winner"), ""),
}
"""By the reason for the end: a sentence, and the section of the rule."""


def plan_text(plan: Plain, edition: str) -> str:
    """Format a plan: route › target, and the powers used."""
    parts = [" ".join(plan["route"]) + f" › {plan['target']}"]
    if plan.get("sprint"):
        parts.append(edition_term(edition, "sprint"))
    if plan.get("false_trail"):
        parts.append(f"{edition_term(edition, 'false_trail')} {plan['false_trail']}")
    return ", ".join(parts).strip()


def round_text(round_number: int | None) -> str:
    """Return the title of a round; None: unknown."""
    if round_number is None:
        return gettext("Unknown round")
    if not round_number:
        return gettext("Set-up")
    round_number = min(round_number, ROUNDS)
    return gettext("Round {round} of {rounds}").format(round=round_number, rounds=ROUNDS)


def phase_text(state: Plain, edition: str) -> str:
    """Return the phase in the edition's term, followed by the newest term if that differs. A sheet
    may not determine it.
    """
    if state["phase"] is None:
        return gettext("Unknown")
    if state["phase"] == "over":
        return gettext("Game over")
    if state["phase"] == "setup":
        return gettext("Bound type and first object")
    phase = {"plan": "plan", "chase": "chase"}.get(state["phase"], "discovery")
    term, newest = edition_term(edition, phase), edition_term(NEWEST, phase)
    return term if term == newest else f"{term} ({newest})"


def part_text(event: Plain, edition: str) -> str:
    """Return the heading of an event in the list of moves."""
    match event["type"]:
        case "bind" | "haunt":
            return gettext("Set-up")
        case "plan" | "stuck":
            return edition_term(edition, "plan")
        case "move" | "search" | "sniff":
            return edition_term(edition, "chase")
        case "discover" | "draw":
            return edition_term(edition, "discovery")
    return gettext("End")


def ending(event: Plain, before: Plain, state: Plain) -> tuple[str, str]:
    """Return how the game ended, as a sentence without its full stop, and the section of the rule
    (empty if no rule ended it).
    """
    reason = state["reason"]
    if reason == "resign":
        if state["winner"] == "goryo":
            return gettext("The Goryō wins: the Samurai resign"), ""
        return gettext("The Samurai win: the Goryō resigns"), ""
    sentence, rule = ENDINGS[reason]
    flipped = (before["spirits"] or 0) + flipped_for_mistakes(before, state)
    if reason == "spirits" and before["spirits"] is not None and flipped >= SPIRITS:
        rule = "6.1"
    if reason == "exorcism" and event["type"] == "draw":
        rule = "6.6"
    return gettext(sentence), rule


def flipped_for_mistakes(before: Plain, state: Plain) -> int:
    """Return the number of spirits flipped for mistakes (6.1): no more than were left."""
    return min(growth(before, state, "mistakes"), SPIRITS - int(before["spirits"] or 0))


def growth(before: Plain, state: Plain, key: str) -> int:
    """Return by how much a number grew in a step; 0 if a sheet does not determine it."""
    old, new = before[key], state[key]
    return 0 if old is None or new is None else int(new) - int(old)


def consequences(
    event: Plain, before: Plain, state: Plain, board: Board, edition: str
) -> list[str]:
    """Return the consequences of an event, one short line each, in the order of the rules."""
    lines: list[str] = []
    if event["type"] == "discover":
        lines = _discovered(before, state, board, edition)
    fresh = sorted(set(state["sealed"]) - set(before["sealed"]))
    if fresh:
        lines.append(gettext("sealed: {spaces}").format(spaces=", ".join(fresh)))
    elif event["type"] == "draw":
        lines.append(gettext("type sealed; no intact object was left"))
    if state["reason"] is not None and before["reason"] is None:
        text, rule = ending(event, before, state)
        lines.append(f"{text} ({rule})" if rule else text)
    if state["phase"] == "over" and state["bound"] is not None and before["bound"] is None:
        lines.append(gettext("bound type: {type}").format(type=type_name(state["bound"])))
    return lines


def _discovered(before: Plain, state: Plain, board: Board, edition: str) -> list[str]:
    lines = [plan_text(state["revealed"], edition)]
    mistakes = growth(before, state, "mistakes")
    for_mistakes = flipped_for_mistakes(before, state)
    if mistakes:
        lines.append(_mistakes_text(mistakes, for_mistakes))
    if growth(before, state, "gong"):
        lines.append(_gong_text(before["gong"], state["gong"], board))
    caught = growth(before, state, "spirits") - for_mistakes
    if caught > 0 and None not in (before["mistakes"], state["mistakes"]):
        lines.append(
            ngettext(
                "Samurai on the target: {n} spirit flipped",
                "Samurai on the target: {n} spirits flipped",
                caught,
            ).format(n=caught)
        )
    fresh = sorted(set(state["broken"]) - set(before["broken"]))
    if fresh:
        turned = [t for t, s in state["types"].items() if s == "broken" != before["types"][t]]
        text = (
            gettext("broken: {spaces}; first of type {type}")
            if turned
            else gettext("broken: {spaces}")
        )
        kind = type_name(turned[0]) if turned else ""
        lines.append(text.format(spaces=", ".join(fresh), type=kind))
    lines.extend(
        gettext("{power} used up").format(power=edition_term(edition, power))
        for power in ("sprint", "false_trail")
        if before[f"{power}_left"] and state[f"{power}_left"] is False
    )
    if state["draws_due"]:
        due = state["draws_due"]
        lines.append(ngettext("{n} Ofuda to draw", "{n} Ofuda to draw", due).format(n=due))
    return lines


def _mistakes_text(mistakes: int, flipped: int) -> str:
    text = ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes)
    if not flipped:
        return text
    flips = ngettext("{n} spirit flipped", "{n} spirits flipped", flipped).format(n=flipped)
    return f"{text}: {flips}"


def _gong_text(old: int, new: int, board: Board) -> str:
    by, bags = new - old, sum(old < bag <= new for bag in board.bags)
    if not bags:
        return gettext("gong +{by} → {space}").format(by=by, space=new)
    text = ngettext(
        "gong +{by} → {space}, {n} bag reached", "gong +{by} → {space}, {n} bags reached", bags
    )
    return text.format(by=by, space=new, n=bags)


# -- captions and moves ----------------------------------------------------------------------------


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


def question_space(event: Plain, state: Plain) -> str | None:
    """Return the space that a search or sniff investigates; None if a sheet does not determine it.
    `state` is the one before or after it.
    """
    if event["type"] == "sniff":
        return str(event["space"])
    space: str | None = state["samurai"][event["samurai"]]
    return space


def _short(event: Plain, state: Plain, edition: str) -> tuple[str, str, str, str]:
    """Return verb, actor (a Samurai's colour or empty), text, and the answer's sign."""
    kind = event["type"]
    actor = event.get("samurai", "")
    if kind == "move":
        return edition_term(edition, "move"), actor, event["to"], ""
    if kind in ("search", "sniff"):
        sign = "yes" if event["answer"] else "no"
        space = question_space(event, state) or gettext("unknown space")
        return edition_term(edition, kind), actor, space, sign
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
            text = gettext("secret")
            if event.get("route") is not None:
                text = plan_text(event, edition)
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
        return gettext("secret")
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
    if event.get("route") is None:
        return gettext("The Goryō plans her route in secret.")
    return gettext("The Goryō plans her route: {plan}.").format(plan=plan_text(event, NEWEST))


def _move(event: Plain, before: Plain, _state: Plain) -> str:
    if before["samurai"][event["samurai"]] is None:
        text = gettext("{samurai} moves to {to}.")
        return text.format(samurai=colour_name(event["samurai"]), to=event["to"])
    return gettext("{samurai} moves from {space} to {to}.").format(
        samurai=colour_name(event["samurai"]),
        space=before["samurai"][event["samurai"]],
        to=event["to"],
    )


def _search(event: Plain, _before: Plain, state: Plain) -> str:
    space = question_space(event, state)
    if space is None:
        text = (
            gettext("{samurai} searches an unknown space: yes, a green clue.")
            if event["answer"]
            else gettext("{samurai} searches an unknown space: no, a red clue.")
        )
        return text.format(samurai=colour_name(event["samurai"]))
    text = (
        gettext("{samurai} searches {space}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} searches {space}: no, a red clue.")
    )
    return text.format(samurai=colour_name(event["samurai"]), space=space)


def _sniff(event: Plain, _before: Plain, state: Plain) -> str:
    here = state["samurai"][event["samurai"]]
    if here is None:
        text = (
            gettext("{samurai} sniffs {space}: yes, a green clue.")
            if event["answer"]
            else gettext("{samurai} sniffs {space}: no, a red clue.")
        )
        return text.format(samurai=colour_name(event["samurai"]), space=event["space"])
    text = (
        gettext("{samurai} sniffs {space} from {here}: yes, a green clue.")
        if event["answer"]
        else gettext("{samurai} sniffs {space} from {here}: no, a red clue.")
    )
    return text.format(samurai=colour_name(event["samurai"]), space=event["space"], here=here)


def _discover(_event: Plain, before: Plain, state: Plain) -> str:
    plan = plan_text(state["revealed"], NEWEST)
    parts = [gettext("The plan is discovered: {plan}.").format(plan=plan)]
    if growth(before, state, "gong"):
        parts.append(gettext("The gong advances to {space}.").format(space=state["gong"]))
    spirits = growth(before, state, "spirits")
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
    "unmask": lambda event, *_: gettext("The bound type was {type}.").format(
        type=type_name(event["object"])
    ),
    "resign": lambda *step: f"{ending(*step)[0]}.",
    "abandon": lambda *_: gettext("The players abandon the game."),
}
