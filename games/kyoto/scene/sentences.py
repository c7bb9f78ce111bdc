"""Each event of Shadows in Kyoto as a sentence, in the reader's language."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, join_and, ngettext
from games.kyoto.rules.components import ATTACKER, OTHER
from games.kyoto.scene.observed import ObservedStep, Plain
from games.kyoto.scene.panels import card_counts
from games.kyoto.terms import CARDS, CHARISMA, EQUIPMENT, SUBJECT, THE, identity_label


def sentence(step: ObservedStep) -> str:
    """Describe a step in a sentence or two."""
    description = _SENTENCES[step.kind](step)
    if step.ends_game and step.kind not in ("resign", "abandon"):
        return f"{description} {ending(step)[0]}."
    return description


def ending(step: ObservedStep) -> tuple[str, str]:
    """Return how the game ended, as a sentence without its full stop, and the section of the rule
    (empty if the players ended it).
    """
    reason, winner = step.state.reason, step.state.winner
    if winner is None:
        if reason == "turn_cap":
            return gettext("The turn cap is reached: there is no winner"), "4.5"
        return gettext("The game was abandoned without a winner"), ""
    message, rule = {
        "captures": (gettext("{side} win: they hold two real agents"), "7.1"),
        "decoys": (gettext("{side} win: {other} hold three fake agents"), "7.2"),
        "escape": (gettext("{side} win: a real agent has escaped"), "7.3"),
        "stuck": (gettext("{side} win: {other} have no card that can be played"), "4.4"),
    }.get(reason or "", (gettext("{side} win: {other} resign"), ""))
    return message.format(side=SUBJECT[winner], other=THE[OTHER[winner]]), rule


def agent_on(step: ObservedStep, role: str, space: str) -> str:
    """Name an agent inside a sentence as the view knows it: `the 3 real agent`, `an agent`."""
    side = step.before.side(role)
    number = side.agent_at(space)
    identity = None if number is None else side.agents[number].identity
    if identity is None:
        return gettext("an agent")
    return gettext("the {identity} agent").format(identity=identity_label(identity))


def marks_label(marks: list[str | None]) -> str:
    """Name the marks under a Bait as the view knows them."""
    hidden = sum(mark is None for mark in marks)
    if hidden:
        return ngettext("a hidden mark", "{n} hidden marks", hidden).format(n=hidden)
    return join_and(CARDS[mark] for mark in marks if mark is not None)


def agents_label(agents: Mapping[str, str]) -> str:
    """Name agents by their spaces and identities."""
    return ", ".join(f"{space} {identity_label(name)}" for space, name in sorted(agents.items()))


def drawn_names(event: Plain) -> list[str]:
    """Return the names of the drawn cards, or of their piles if the view knows only these."""
    return [CARDS[card] for card in event.get("cards") or event.get("piles") or ()]


def returned_names(event: Plain) -> list[str]:
    """Return the names of the cards that Tomoyo put under the piles."""
    return [CARDS[card] for card in event.get("returned", ()) if card is not None]


def _deal(step: ObservedStep) -> str:
    cards = step.event.get("cards")
    if cards is None:
        hand = step.state.side(step.actor)
        label = card_counts(hand.sites, hand.tactics)
    else:
        label = join_and(CARDS[card] for card in cards)
    return gettext("{side} are dealt {cards}.").format(side=SUBJECT[step.actor], cards=label)


def _deploy(step: ObservedStep) -> str:
    side, agents = SUBJECT[step.actor], step.event.get("agents")
    if agents is None:
        return gettext("{side} secretly put their six agents on their starts.").format(side=side)
    message = gettext("{side} put their agents on their starts: {agents}.")
    return message.format(side=side, agents=agents_label(agents))


def _charisma(step: ObservedStep) -> str:
    side, card = SUBJECT[step.actor], CHARISMA[step.event["card"]]
    site = step.event.get("site")
    if site is None:
        return gettext("{side} choose {card}.").format(side=side, card=card)
    message = gettext("{side} choose {card} with the colour {site}.")
    return message.format(side=side, card=card, site=CARDS[site])


def _move(step: ObservedStep) -> str:
    event, role = step.event, step.actor
    is_attack = step.state.conflict is not None
    if event.get("fan") and is_attack:
        message = gettext(
            "{side} use the Fan to play {card}: {agent} moves from {origin} to {to} and attacks."
        )
    elif event.get("fan"):
        message = gettext("{side} use the Fan to play {card}: {agent} moves from {origin} to {to}.")
    elif is_attack:
        message = gettext("{side} play {card}: {agent} moves from {origin} to {to} and attacks.")
    else:
        message = gettext("{side} play {card}: {agent} moves from {origin} to {to}.")
    description = message.format(
        side=SUBJECT[role],
        card=CARDS[event.get("card", step.kind)],
        agent=agent_on(step, role, event["from"]),
        origin=event["from"],
        to=event["to"],
    )
    if event.get("return"):
        returned = gettext("Ayane returns the card to the hand.")
        return f"{description} {returned}"
    return description


def _push(step: ObservedStep) -> str:
    event, other = step.event, OTHER[step.actor]
    if step.state.conflict is not None:
        message = gettext(
            "Second half of the Charge: {agent} of {other} is pushed from {origin} to {to} and "
            "attacks."
        )
    else:
        message = gettext(
            "Second half of the Charge: {agent} of {other} is pushed from {origin} to {to}."
        )
    agent = agent_on(step, other, event["from"])
    return message.format(agent=agent, other=THE[other], origin=event["from"], to=event["to"])


def _swap(step: ObservedStep) -> str:
    first, second = step.event["spaces"]
    message = {
        None: gettext(
            "{side} play Swap on {first} and {second}. The other side does not see whether the "
            "agents are exchanged."
        ),
        True: gettext("{side} play Swap and exchange their agents on {first} and {second}."),
        False: gettext(
            "{side} play Swap but do not exchange their agents on {first} and {second}."
        ),
    }[step.event["swapped"]]
    return message.format(side=SUBJECT[step.actor], first=first, second=second)


def _bait(step: ObservedStep) -> str:
    message = gettext("{side} place a Bait with {marks} under it.")
    return message.format(side=SUBJECT[step.actor], marks=marks_label(step.event["marks"]))


def _spring(step: ObservedStep) -> str:
    event, (role, number) = step.event, step.before.arrived
    origin = step.before.side(role).agents[number].space
    message = gettext("{side} show the mark {mark}: the agent on {origin} is pushed to {to}.")
    return message.format(
        side=SUBJECT[step.actor], mark=CARDS[event["mark"]], origin=origin, to=event["to"]
    )


def _conflict(step: ObservedStep) -> str:
    event, fight = step.event, step.before.fight
    attack = gettext("{side} attack on {space}: the defender is {defender}.")
    defender = identity_label(event["defender"])
    sentences = [attack.format(side=SUBJECT[fight.attacker], space=fight.to, defender=defender)]
    if event.get("attacker") is not None:
        shown = gettext("Iroha shows the attacker: {attacker}.")
        sentences.append(shown.format(attacker=identity_label(event["attacker"])))
    if event["winner"] == ATTACKER:
        sentences.append(gettext("The attacker wins and captures the defender."))
    else:
        retreat = gettext("The defender wins. The attacker goes back to {origin}.")
        sentences.append(retreat.format(origin=fight.origin))
    return " ".join(sentences)


def _pistol(step: ObservedStep) -> str:
    event = step.event
    if event["guess"] == event["attacker"]:
        message = gettext(
            "The Oniwaban guess with the Pocket Pistol that the attacker is {guess}. They are "
            "right and capture it."
        )
    else:
        message = gettext(
            "The Oniwaban guess with the Pocket Pistol that the attacker is {guess}. They are "
            "wrong: it is {attacker}."
        )
    guess, attacker = identity_label(event["guess"]), identity_label(event["attacker"])
    return message.format(guess=guess, attacker=attacker)


def _declare(step: ObservedStep) -> str:
    side, agent = SUBJECT[step.actor], step.event.get("agent")
    if agent is None:
        message = gettext("{side} declare that no agent on the goal row is real.")
        return message.format(side=side)
    message = gettext("{side} declare the agent on {space}: {identity}.")
    identity = identity_label(step.event["identity"])
    return message.format(side=side, space=agent, identity=identity)


def _draw(step: ObservedStep) -> str:
    side, event = SUBJECT[step.actor], step.event
    cards = join_and(drawn_names(event))
    if not cards:
        return gettext("{side} draw no card. The turn ends.").format(side=side)
    if "cards" in event or not event.get("piles"):
        message = gettext("{side} draw {cards}. The turn ends.")
    else:
        message = gettext("{side} draw from the piles: {cards}. The turn ends.")
    description = message.format(side=side, cards=cards)
    returned = join_and(returned_names(event))
    if not returned:
        return description
    below = gettext("Put under the piles: {cards}.").format(cards=returned)
    return f"{description} {below}"


def _flip(step: ObservedStep) -> str:
    message = gettext("{side} turn their {card} face up.")
    return message.format(side=SUBJECT[step.actor], card=EQUIPMENT[step.event["card"]])


def _typewriter(step: ObservedStep) -> str:
    message = gettext("The Typewriter returns {card} to the hand of the Oniwaban.")
    return message.format(card=CARDS[step.event["card"]])


def _drugs(step: ObservedStep) -> str:
    message = gettext("The Oniwaban drug the agent on {space}: the Government must move it next.")
    return message.format(space=step.event["agent"])


def _stun(step: ObservedStep) -> str:
    message = gettext(
        "The Government stun the agent on {space}: the Oniwaban may not move it next."
    )
    return message.format(space=step.event["agent"])


def _show(step: ObservedStep) -> str:
    message = gettext(
        "No card of the Government can move the drugged agent. They show their hand: {cards}."
    )
    return message.format(cards=join_and(CARDS[card] for card in step.event["cards"]))


def _bugs(step: ObservedStep) -> str:
    message = gettext("The Wireless Bugs turn the agent on {space} face up: {identity}.")
    identity = identity_label(step.event["identity"])
    return message.format(space=step.event["agent"], identity=identity)


def _unmask(step: ObservedStep) -> str:
    message = gettext("{side} are unmasked: {agents}.")
    return message.format(side=SUBJECT[step.actor], agents=agents_label(step.event["agents"]))


def _stopped(step: ObservedStep) -> str:
    return f"{ending(step)[0]}."


_SENTENCES: Mapping[str, Callable[[ObservedStep], str]] = {
    "deal": _deal,
    "deploy": _deploy,
    "charisma": _charisma,
    "site": _move,
    "defend": _move,
    "tunnel": _move,
    "charge": _move,
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
