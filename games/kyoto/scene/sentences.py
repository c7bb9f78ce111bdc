"""Each event of Shadows in Kyoto as a sentence to be read aloud, in the reader's language."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, join_and, ngettext
from games.kyoto.rules.components import ATTACKER, OTHER
from games.kyoto.scene.observed import ObservedStep, Plain
from games.kyoto.scene.panels import cards_words
from games.kyoto.terms import CARDS, CHARISMA, EQUIPMENT, SUBJECT, THE, identity_words


def sentence(seen: ObservedStep) -> str:
    """What happened at a step, in a sentence or two."""
    told = _SENTENCES[seen.kind](seen)
    if seen.ends_game and seen.kind not in ("resign", "abandon"):
        told = f"{told} {ending(seen)[0]}."
    return told


def ending(seen: ObservedStep) -> tuple[str, str]:
    """How the game ended: a sentence without its full stop, and the rule's section (empty where
    nothing but the players ended it).
    """
    reason, winner = seen.state.reason, seen.state.winner
    if winner is None:
        if reason == "turn_cap":
            return gettext("The turn cap is reached: nobody wins"), "4.5"
        return gettext("The game was broken off: nobody wins"), ""
    side, other = SUBJECT[winner], THE[OTHER[winner]]
    match reason:
        case "captures":
            return gettext("{side} win: they hold two real agents").format(side=side), "7.1"
        case "decoys":
            told = gettext("{side} win: {other} hold three fake agents")
            return told.format(side=side, other=other), "7.2"
        case "escape":
            told = gettext("{side} win: a real agent has escaped")
            return told.format(side=side), "7.3"
        case "stuck":
            told = gettext("{side} win: {other} have no card that can be played")
            return told.format(side=side, other=other), "4.4"
    return gettext("{side} win: {other} resign").format(side=side, other=other), ""


def agent_on(seen: ObservedStep, role: str, space: str) -> str:
    """An agent as the view knows it, in a sentence: `agent 3 real`, `an agent`."""
    side = seen.before.side(role)
    number = side.agent_at(space)
    identity = None if number is None else side.agents[number].identity
    if identity is None:
        return gettext("an agent")
    return gettext("the agent {identity}").format(identity=identity_words(identity))


def marks_words(marks: list[str | None]) -> str:
    """What lies under a Bait, as the view knows it."""
    hidden = sum(mark is None for mark in marks)
    if hidden:
        return ngettext("a hidden mark", "{n} hidden marks", hidden).format(n=hidden)
    return join_and(CARDS[mark] for mark in marks if mark is not None)


def drawn_words(event: Plain) -> str:
    """What a side drew, as the view knows it: cards, or from which piles."""
    cards = event.get("cards") or event.get("piles") or []
    return ", ".join(CARDS[card] for card in cards)


def returned_words(event: Plain) -> str:
    """What went back under the piles with Tomoyo."""
    return ", ".join(CARDS[card] for card in event.get("returned", ()) if card is not None)


def _deal(seen: ObservedStep) -> str:
    side = SUBJECT[seen.actor]
    cards = seen.event.get("cards")
    if cards is None:
        hand = seen.state.side(seen.actor)
        cards = cards_words(hand.sites, hand.tactics)
        return gettext("{side} are dealt {cards}.").format(side=side, cards=cards)
    told = join_and(CARDS[card] for card in cards)
    return gettext("{side} are dealt {cards}.").format(side=side, cards=told)


def _deploy(seen: ObservedStep) -> str:
    side, agents = SUBJECT[seen.actor], seen.event.get("agents")
    if agents is None:
        return gettext("{side} put their six agents on their starts, in secret.").format(side=side)
    told = ", ".join(f"{space} {identity_words(one)}" for space, one in sorted(agents.items()))
    return gettext("{side} put their agents: {agents}.").format(side=side, agents=told)


def _charisma(seen: ObservedStep) -> str:
    side, card = SUBJECT[seen.actor], CHARISMA[seen.event["card"]]
    site = seen.event.get("site")
    if site is None:
        return gettext("{side} choose {card}.").format(side=side, card=card)
    told = gettext("{side} choose {card}, and lay {site} on her.")
    return told.format(side=side, card=card, site=CARDS[site])


def _moved(seen: ObservedStep) -> str:
    event, role = seen.event, seen.actor
    told = _move_words(seen.state.conflict is not None, event.get("fan", False)).format(
        side=SUBJECT[role],
        card=CARDS[event.get("card", seen.kind)],
        agent=agent_on(seen, role, event["from"]),
        origin=event["from"],
        to=event["to"],
    )
    if event.get("return"):
        told += " " + gettext("With Ayane the card goes back to the hand.")
    return told


def _move_words(is_attack: bool, with_fan: bool) -> str:
    if with_fan and is_attack:
        return gettext(
            "With the Fan {side} play {card}: {agent} moves from {origin} to {to}, where an enemy "
            "stands."
        )
    if with_fan:
        return gettext("With the Fan {side} play {card}: {agent} moves from {origin} to {to}.")
    if is_attack:
        return gettext(
            "{side} play {card}: {agent} moves from {origin} to {to}, where an enemy stands."
        )
    return gettext("{side} play {card}: {agent} moves from {origin} to {to}.")


def _push(seen: ObservedStep) -> str:
    event, other = seen.event, OTHER[seen.actor]
    if seen.state.conflict is not None:
        told = gettext(
            "The Charge goes on: {agent} of {other} is pushed from {origin} to {to}, where an "
            "enemy stands."
        )
    else:
        told = gettext("The Charge goes on: {agent} of {other} is pushed from {origin} to {to}.")
    agent = agent_on(seen, other, event["from"])
    return told.format(agent=agent, other=THE[other], origin=event["from"], to=event["to"])


def _swap(seen: ObservedStep) -> str:
    side, (one, two) = SUBJECT[seen.actor], seen.event["spaces"]
    swapped = seen.event["swapped"]
    if swapped is None:
        told = gettext("{side} swap their agents on {one} and {two}, or do not: nobody else sees.")
    elif swapped:
        told = gettext("{side} play Swap, and exchange their agents on {one} and {two}.")
    else:
        told = gettext("{side} play Swap, and leave their agents on {one} and {two} as they are.")
    return told.format(side=side, one=one, two=two)


def _bait(seen: ObservedStep) -> str:
    told = gettext("{side} lay a Bait with {marks} under it.")
    return told.format(side=SUBJECT[seen.actor], marks=marks_words(seen.event["marks"]))


def _spring(seen: ObservedStep) -> str:
    event, arrived = seen.event, seen.before.turn_state.arrived
    origin = "" if arrived is None else seen.before.side(arrived[0]).agents[arrived[1]].space
    told = gettext("{side} show the mark {mark}: the agent on {origin} is pushed to {to}.")
    return told.format(
        side=SUBJECT[seen.actor], mark=CARDS[event["mark"]], origin=origin, to=event["to"]
    )


def _conflict(seen: ObservedStep) -> str:
    event, fight = seen.event, seen.before.conflict
    if fight is None:
        return ""
    places = {
        "side": SUBJECT[fight.attacker],
        "space": fight.to,
        "origin": fight.origin,
        "defender": identity_words(event["defender"]),
    }
    told = gettext("{side} attack on {space}: the defender is {defender}.")
    told = told.format(**places)
    if event.get("attacker") is not None:
        shown = gettext("Iroha shows the attacker: {attacker}.")
        told = f"{told} {shown.format(attacker=identity_words(event['attacker']))}"
    if event["winner"] == ATTACKER:
        return f"{told} {gettext('The attacker wins, and the defender is captured.')}"
    back = gettext("The defender wins, and the attacker goes back to {origin}.")
    return f"{told} {back.format(**places)}"


def _pistol(seen: ObservedStep) -> str:
    event = seen.event
    right = event["guess"] == event["attacker"]
    if right:
        told = gettext(
            "The Oniwaban guess with the Pistol that the attacker is {guess}: right; it is "
            "captured."
        )
    else:
        told = gettext(
            "The Oniwaban guess with the Pistol that the attacker is {guess}: wrong, it is "
            "{attacker}."
        )
    guess, attacker = identity_words(event["guess"]), identity_words(event["attacker"])
    return told.format(guess=guess, attacker=attacker)


def _declare(seen: ObservedStep) -> str:
    side, agent = SUBJECT[seen.actor], seen.event.get("agent")
    if agent is None:
        told = gettext("{side} declare that no agent on the goal row is real.")
        return told.format(side=side)
    told = gettext("{side} declare the agent on {space}: {identity}.")
    identity = identity_words(seen.event["identity"])
    return told.format(side=side, space=agent, identity=identity)


def _draw(seen: ObservedStep) -> str:
    side, event = SUBJECT[seen.actor], seen.event
    cards = drawn_words(event)
    if not cards:
        return gettext("{side} draw nothing; the turn ends.").format(side=side)
    if "cards" in event or not event.get("piles"):
        told = gettext("{side} draw {cards}; the turn ends.").format(side=side, cards=cards)
    else:
        told = gettext("{side} draw from the piles: {cards}; the turn ends.")
        told = told.format(side=side, cards=cards)
    back = returned_words(event)
    if back:
        told += " " + gettext("Under the piles go back: {cards}.").format(cards=back)
    return told


def _flip(seen: ObservedStep) -> str:
    told = gettext("{side} turn their {card} face up.")
    return told.format(side=SUBJECT[seen.actor], card=EQUIPMENT[seen.event["card"]])


def _typewriter(seen: ObservedStep) -> str:
    told = gettext("With the Typewriter {card} comes back to the hand of the Oniwaban.")
    return told.format(card=CARDS[seen.event["card"]])


def _drugs(seen: ObservedStep) -> str:
    told = gettext("The Oniwaban drug the agent on {space}: the Government must move it next.")
    return told.format(space=seen.event["agent"])


def _stun(seen: ObservedStep) -> str:
    told = gettext("The Government stun the agent on {space}: the Oniwaban may not move it next.")
    return told.format(space=seen.event["agent"])


def _show(seen: ObservedStep) -> str:
    told = gettext(
        "No card of the Government can move the drugged agent; they show their hand: {cards}."
    )
    return told.format(cards=join_and(CARDS[card] for card in seen.event["cards"]))


def _bugs(seen: ObservedStep) -> str:
    told = gettext("The Wireless Bugs turn the agent on {space} face up: {identity}.")
    identity = identity_words(seen.event["identity"])
    return told.format(space=seen.event["agent"], identity=identity)


def _unmask(seen: ObservedStep) -> str:
    agents = seen.event["agents"]
    told = ", ".join(f"{space} {identity_words(one)}" for space, one in sorted(agents.items()))
    words = gettext("{side} are unmasked: {agents}.")
    return words.format(side=SUBJECT[seen.actor], agents=told)


def _stopped(seen: ObservedStep) -> str:
    return f"{ending(seen)[0]}."


_SENTENCES: Mapping[str, Callable[[ObservedStep], str]] = {
    "deal": _deal,
    "deploy": _deploy,
    "charisma": _charisma,
    "site": _moved,
    "defend": _moved,
    "tunnel": _moved,
    "charge": _moved,
    "push": _push,
    "swap": _swap,
    "bait": _bait,
    "spring": _spring,
    "conflict": _conflict,
    "pistol": _pistol,
    "declare": _declare,
    "draw": _draw,
    "flip": _flip,
    "typewriter": _typewriter,
    "drugs": _drugs,
    "stun": _stun,
    "show": _show,
    "bugs": _bugs,
    "stuck": lambda _: gettext("No card can be played."),
    "unmask": _unmask,
    "resign": _stopped,
    "abandon": _stopped,
}
