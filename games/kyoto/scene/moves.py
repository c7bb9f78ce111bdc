"""Each event of Shadows in Kyoto as an entry of the move list, in the reader's language."""

from collections.abc import Callable, Mapping

from games.core.language import gettext
from games.core.scene import Move
from games.kyoto.rules.components import ATTACKER
from games.kyoto.scene import sentences
from games.kyoto.scene.observed import ObservedStep
from games.kyoto.terms import CARDS, CHARISMA, EQUIPMENT, SIDES, identity_label


def move(step: ObservedStep) -> Move:
    """Return the entry for a step."""
    verb, text = _SHORT[step.kind](step)
    actor = step.actor
    return {
        "group": _group(step),
        "part": "",
        "actor": actor,
        "name": SIDES[actor] if actor else "",
        "verb": verb,
        "text": text,
        "sign": "",
        "follows": _effects(step),
        "note": step.event.get("note", ""),
        "at": step.event.get("at"),
    }


def turn_label(turn: int) -> str:
    """Return the turn as a heading."""
    return gettext("Turn {number}").format(number=turn) if turn else gettext("Set-up")


def _group(step: ObservedStep) -> str:
    if step.before.reason is not None:
        return gettext("After the end")
    return turn_label(step.before.turn)


def _effects(step: ObservedStep) -> list[str]:
    """Return the effects of an event, one short line each."""
    lines = []
    if step.kind == "conflict":
        won = step.event["winner"] == ATTACKER
        lines.append(
            gettext("the defender is captured") if won else gettext("the attacker retreats")
        )
    if step.event.get("return"):
        lines.append(gettext("returns to the hand (Ayane)"))
    if step.ends_game:
        result, rule = sentences.ending(step)
        lines.append(f"{result} ({rule})" if rule else result)
    return lines


def _path(step: ObservedStep) -> str:
    return f"{step.event['from']} › {step.event['to']}"


def _card(step: ObservedStep) -> tuple[str, str]:
    verb = CARDS[step.event.get("card", step.kind)]
    if step.event.get("fan"):
        verb = gettext("Fan: {card}").format(card=verb)
    return verb, _path(step)


def _swap(step: ObservedStep) -> tuple[str, str]:
    first, second = step.event["spaces"]
    message = {
        None: gettext("{first} and {second}"),
        True: gettext("{first} and {second}, exchanged"),
        False: gettext("{first} and {second}, not exchanged"),
    }[step.event["swapped"]]
    return CARDS["swap"], message.format(first=first, second=second)


def _conflict(step: ObservedStep) -> tuple[str, str]:
    event = step.event
    won = event["winner"] == ATTACKER
    if event.get("attacker") is None:
        message = (
            gettext("{space}: {identity} is captured")
            if won
            else gettext("{space}: {identity} wins")
        )
        attacker = ""
    else:
        message = (
            gettext("{space}: {identity} is captured by {attacker}")
            if won
            else gettext("{space}: {identity} wins against {attacker}")
        )
        attacker = identity_label(event["attacker"])
    space, identity = step.before.fight.to, identity_label(event["defender"])
    text = message.format(space=space, identity=identity, attacker=attacker)
    return gettext("Conflict"), text


def _declare(step: ObservedStep) -> tuple[str, str]:
    agent = step.event.get("agent")
    if agent is None:
        return gettext("declares"), gettext("no real agent")
    return gettext("declares"), f"{agent} {identity_label(step.event['identity'])}"


def _draw(step: ObservedStep) -> tuple[str, str]:
    cards = ", ".join(sentences.drawn_names(step.event)) or gettext("nothing")
    returned = ", ".join(sentences.returned_names(step.event))
    if returned:
        cards = gettext("{cards}; returned: {returned}").format(cards=cards, returned=returned)
    return gettext("draws"), cards


def _spring(step: ObservedStep) -> tuple[str, str]:
    return gettext("Mark"), f"{CARDS[step.event['mark']]} › {step.event['to']}"


def _pistol(step: ObservedStep) -> tuple[str, str]:
    guess, attacker = (identity_label(step.event[key]) for key in ("guess", "attacker"))
    message = gettext("guesses {guess}, it is {identity}")
    return EQUIPMENT["pistol"], message.format(guess=guess, identity=attacker)


def _agents(step: ObservedStep) -> str:
    agents = step.event.get("agents")
    return gettext("hidden") if agents is None else sentences.agents_label(agents)


def _cards(step: ObservedStep) -> str:
    cards = step.event.get("cards")
    return gettext("hidden") if cards is None else ", ".join(CARDS[card] for card in cards)


def _charisma(step: ObservedStep) -> tuple[str, str]:
    site = step.event.get("site")
    card = CHARISMA[step.event["card"]]
    return gettext("Charisma"), card if site is None else f"{card}, {CARDS[site]}"


_SHORT: Mapping[str, Callable[[ObservedStep], tuple[str, str]]] = {
    "deal": lambda step: (gettext("Hand"), _cards(step)),
    "deploy": lambda step: (gettext("Agents"), _agents(step)),
    "charisma": _charisma,
    "site": _card,
    "defend": _card,
    "tunnel": _card,
    "charge": _card,
    "push": lambda step: (gettext("pushes"), _path(step)),
    "swap": _swap,
    "bait": lambda step: (CARDS["bait"], sentences.marks_label(step.event["marks"])),
    "spring": _spring,
    "conflict": _conflict,
    "pistol": _pistol,
    "declare": _declare,
    "draw": _draw,
    "flip": lambda step: (gettext("face up"), EQUIPMENT[step.event["card"]]),
    "typewriter": lambda step: (EQUIPMENT["typewriter"], CARDS[step.event["card"]]),
    "drugs": lambda step: (EQUIPMENT["drugs"], step.event["agent"]),
    "stun": lambda step: (EQUIPMENT["stun"], step.event["agent"]),
    "show": lambda step: (gettext("shows"), _cards(step)),
    "bugs": lambda step: (
        EQUIPMENT["bugs"],
        f"{step.event['agent']} {identity_label(step.event['identity'])}",
    ),
    "stuck": lambda _: (gettext("Stuck"), gettext("no playable card")),
    "unmask": lambda step: (gettext("Unmasked"), _agents(step)),
    "resign": lambda _: (gettext("resigns"), ""),
    "abandon": lambda _: (gettext("Abandoned"), ""),
}
