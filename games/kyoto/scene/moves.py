"""Each event of Shadows in Kyoto as an entry of the list of moves, in the reader's language."""

from collections.abc import Callable, Mapping

from games.core.language import gettext
from games.core.scene import Move
from games.kyoto.rules.components import ATTACKER
from games.kyoto.rules.components import CARDS as CARD_NAMES
from games.kyoto.scene.observed import ObservedStep
from games.kyoto.scene.sentences import drawn_words, ending, marks_words, returned_words
from games.kyoto.terms import CARDS, CHARISMA, EQUIPMENT, SIDES, identity_words

ICONS = {
    **dict.fromkeys(("deal", "draw", "show"), "cards"),
    **dict.fromkeys(("deploy", "unmask"), "agents"),
    **dict.fromkeys(("flip", "typewriter", "drugs", "stun", "bugs", "pistol"), "kit"),
    "charisma": "lady",
    "push": "card-charge",
    "spring": "card-bait",
    "conflict": "clash",
    "declare": "word",
}
"""The signs of events that are no plays."""


def move(seen: ObservedStep) -> Move:
    """The entry for a step."""
    verb, text = _SHORT[seen.kind](seen)
    actor = seen.actor
    return {
        "group": _group(seen),
        "part": "",
        "actor": actor,
        "name": SIDES[actor] if actor else "",
        "icon": _icon(seen),
        "verb": verb,
        "text": text,
        "sign": "",
        "follows": _followed(seen),
        "note": seen.event.get("note", ""),
        "at": seen.event.get("at"),
    }


def _icon(seen: ObservedStep) -> str:
    """The sign of an event on the timeline: of a play its card's."""
    if seen.kind in ICONS:
        return ICONS[seen.kind]
    card = seen.event["card"] if seen.kind == "site" else seen.kind
    return f"card-{card}" if card in CARD_NAMES else ""


def turn_words(turn: int) -> str:
    """Which turn it is, as a heading."""
    return gettext("Turn {number}").format(number=turn) if turn else gettext("Set-up")


def _group(seen: ObservedStep) -> str:
    if seen.before.reason is not None:
        return gettext("After the end")
    return turn_words(seen.before.turn)


def _followed(seen: ObservedStep) -> list[str]:
    """What followed from an event, one short line each."""
    lines = []
    if seen.kind == "conflict":
        won = seen.event["winner"] == ATTACKER
        lines.append(
            gettext("the defender is captured") if won else gettext("the attacker retreats")
        )
    if seen.event.get("return"):
        lines.append(gettext("back to the hand (Ayane)"))
    if seen.ends_game:
        words, rule = ending(seen)
        lines.append(f"{words} ({rule})" if rule else words)
    return lines


def _way(seen: ObservedStep) -> str:
    return f"{seen.event['from']} › {seen.event['to']}"


def _card(seen: ObservedStep) -> tuple[str, str]:
    verb = CARDS[seen.event.get("card", seen.kind)]
    if seen.event.get("fan"):
        verb = gettext("Fan: {card}").format(card=verb)
    return verb, _way(seen)


def _swap(seen: ObservedStep) -> tuple[str, str]:
    one, two = seen.event["spaces"]
    swapped = seen.event["swapped"]
    truth = (
        gettext("or not")
        if swapped is None
        else gettext("done")
        if swapped
        else gettext("not done")
    )
    return CARDS["swap"], f"{one} {two}, {truth}"


def _conflict(seen: ObservedStep) -> tuple[str, str]:
    event, fight = seen.event, seen.before.conflict
    won = event["winner"] == ATTACKER
    told = gettext("{space}: {identity} falls") if won else gettext("{space}: {identity} holds")
    told = told.format(space=fight.to if fight else "", identity=identity_words(event["defender"]))
    if event.get("attacker") is not None:
        by = gettext("attacked by {identity}").format(identity=identity_words(event["attacker"]))
        told = f"{told}, {by}"
    return gettext("Conflict"), told


def _declare(seen: ObservedStep) -> tuple[str, str]:
    agent = seen.event.get("agent")
    if agent is None:
        return gettext("declares"), gettext("no real agent")
    return gettext("declares"), f"{agent} {identity_words(seen.event['identity'])}"


def _draw(seen: ObservedStep) -> tuple[str, str]:
    told = drawn_words(seen.event) or gettext("nothing")
    back = returned_words(seen.event)
    if back:
        told = gettext("{cards}; back go {back}").format(cards=told, back=back)
    return gettext("draws"), told


def _spring(seen: ObservedStep) -> tuple[str, str]:
    return gettext("Mark"), f"{CARDS[seen.event['mark']]} › {seen.event['to']}"


def _pistol(seen: ObservedStep) -> tuple[str, str]:
    event = seen.event
    guess, observe_replay = identity_words(event["guess"]), identity_words(event["attacker"])
    told = gettext("guesses {guess}, it is {identity}").format(guess=guess, identity=observe_replay)
    return EQUIPMENT["pistol"], told


def _agents(seen: ObservedStep) -> str:
    agents = seen.event.get("agents")
    if agents is None:
        return gettext("in secret")
    return ", ".join(f"{space} {identity_words(one)}" for space, one in sorted(agents.items()))


def _charisma(seen: ObservedStep) -> tuple[str, str]:
    site = seen.event.get("site")
    card = CHARISMA[seen.event["card"]]
    return gettext("Charisma"), card if site is None else f"{card}, {CARDS[site]}"


def _deal(seen: ObservedStep) -> tuple[str, str]:
    cards = seen.event.get("cards")
    told = gettext("in secret") if cards is None else ", ".join(CARDS[card] for card in cards)
    return gettext("Hand"), told


_SHORT: Mapping[str, Callable[[ObservedStep], tuple[str, str]]] = {
    "deal": _deal,
    "deploy": lambda seen: (gettext("Agents"), _agents(seen)),
    "charisma": _charisma,
    "site": _card,
    "defend": _card,
    "tunnel": _card,
    "charge": _card,
    "push": lambda seen: (gettext("pushes"), _way(seen)),
    "swap": _swap,
    "bait": lambda seen: (CARDS["bait"], marks_words(seen.event["marks"])),
    "spring": _spring,
    "conflict": _conflict,
    "pistol": _pistol,
    "declare": _declare,
    "draw": _draw,
    "flip": lambda seen: (gettext("face up"), EQUIPMENT[seen.event["card"]]),
    "typewriter": lambda seen: (EQUIPMENT["typewriter"], CARDS[seen.event["card"]]),
    "drugs": lambda seen: (EQUIPMENT["drugs"], seen.event["agent"]),
    "stun": lambda seen: (EQUIPMENT["stun"], seen.event["agent"]),
    "show": lambda seen: (
        gettext("shows"),
        ", ".join(CARDS[card] for card in seen.event["cards"]),
    ),
    "bugs": lambda seen: (
        EQUIPMENT["bugs"],
        f"{seen.event['agent']} {identity_words(seen.event['identity'])}",
    ),
    "stuck": lambda _: (gettext("Stuck"), gettext("no playable card")),
    "unmask": lambda seen: (gettext("Unmasked"), _agents(seen)),
    "resign": lambda _: (gettext("resigns"), ""),
    "abandon": lambda _: (gettext("Broken off"), ""),
}
