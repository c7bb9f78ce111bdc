"""The panels beside the board: what they are for a game, and what they say at a position."""

from games.core.language import gettext, ngettext
from games.core.record import Record
from games.core.scene import Column, Item, Panel
from games.kyoto.header import match_of
from games.kyoto.rules.components import (
    CARDS,
    EQUIPMENT,
    OTHER,
    REAL,
    SIDES,
    UP,
    USED,
)
from games.kyoto.rules.state import Setup, Side, State
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import CHARISMA as CHARISMA_NAMES
from games.kyoto.terms import EQUIPMENT as EQUIPMENT_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_words

NOTHING, HIDDEN = "–", "?"
HAND, DISCARD = "hand", "discard"


def panels(record: Record) -> list[Panel]:
    """The panels of a game with this header."""
    found: list[Panel] = []
    for role in SIDES:
        title = SIDE_NAMES[role]
        found.append(_facts(role, title, record.setup))
        found.append(_cards(role, gettext("Cards: {side}").format(side=title)))
    found.append(_table(record))
    return found


def _facts(role: str, title: str, setup: Setup) -> Panel:
    items: list[Item] = [
        {"id": f"{role}-held", "name": gettext("Holds captive")},
        {"id": f"{role}-hand", "name": gettext("In hand")},
        {"id": f"{role}-piles", "name": gettext("In the piles")},
        {"id": f"{role}-baits", "name": gettext("Baits")},
    ]
    if setup.ruleset.charisma:
        items.append({"id": f"{role}-charisma", "name": gettext("Charisma")})
    if setup.ruleset.equipment:
        items += [
            {"id": f"{role}-{card}", "name": EQUIPMENT_NAMES[card]} for card in EQUIPMENT[role]
        ]
    return {"id": role, "title": title, "form": "facts", "items": items}


def _cards(role: str, title: str) -> Panel:
    rows: list[Item] = [
        {"id": f"{role}-{card}", "name": CARD_NAMES[card], "icon": f"card-{card}"} for card in CARDS
    ]
    columns: list[Column] = [
        {"id": HAND, "name": gettext("Hand"), "words": gettext("in hand")},
        {"id": DISCARD, "name": gettext("Discard"), "words": gettext("in the discard pile")},
    ]
    return {
        "id": f"{role}-cards",
        "title": title,
        "form": "table",
        "items": rows,
        "columns": columns,
    }


def _table(record: Record) -> Panel:
    items: list[Item] = [
        {"id": "turn", "name": gettext("Turn")},
        {"id": "depth", "name": gettext("The log records")},
    ]
    if match_of(record) is not None:
        items.append({"id": "match", "name": gettext("Match, best of three")})
    return {"id": "table", "title": gettext("The table"), "form": "facts", "items": items}


def table_texts(record: Record) -> dict[str, str]:
    """What the panel of the table says through the whole game."""
    depth = gettext("everything") if record.setup.full else gettext("what both sides saw")
    texts = {"depth": depth}
    match = match_of(record)
    if match is not None:
        texts["match"] = gettext("{match}, game {number}").format(match=match[0], number=match[1])
    return texts


def slots(state: State) -> dict[str, str]:
    """The texts of the panels' slots at a position, as a view observes it."""
    texts = {"turn": str(state.turn) if state.turn else NOTHING}
    for role in SIDES:
        side = state.side(role)
        texts |= _hand(role, side)
        texts |= {f"{role}-{card}-{DISCARD}": _count(side.discard, card) for card in CARDS}
        texts[f"{role}-held"] = _captives(state.side(OTHER[role]).captured)
        texts[f"{role}-piles"] = cards_words(side.piles[0].size, side.piles[1].size)
        texts[f"{role}-baits"] = _baits(side)
        texts[f"{role}-charisma"] = _charisma(state, side)
        for card, how in zip(EQUIPMENT[role], side.equipment, strict=True):
            texts[f"{role}-{card}"] = _equipment(how)
    return texts


def _hand(role: str, side: Side) -> dict[str, str]:
    hand = side.hand
    texts = {f"{role}-hand": cards_words(side.sites, side.tactics)}
    if hand is None:
        return texts | {f"{role}-{card}-{HAND}": HIDDEN for card in CARDS}
    return texts | {f"{role}-{card}-{HAND}": _count(hand, card) for card in CARDS}


def _count(cards: tuple[str, ...], card: str) -> str:
    return str(cards.count(card)) if card in cards else NOTHING


def cards_words(sites: int, tactics: int) -> str:
    """How many cards of either pile."""
    return gettext("{sites}, {tactics}").format(
        sites=ngettext("{n} Site card", "{n} Site cards", sites).format(n=sites),
        tactics=ngettext("{n} Tactic", "{n} Tactics", tactics).format(n=tactics),
    )


def _captives(identities: tuple[str, ...]) -> str:
    if not identities:
        return gettext("nobody")
    told = ", ".join(identity_words(identity) for identity in identities)
    reals = sum(identity in REAL for identity in identities)
    return gettext("{agents} (real: {reals} of 2, fake: {fakes} of 3)").format(
        agents=told, reals=reals, fakes=len(identities) - reals
    )


def _baits(side: Side) -> str:
    if not side.baits:
        return NOTHING
    told = []
    for marks in side.baits:
        names = [gettext("a hidden mark") if m is None else CARD_NAMES[m] for m in marks]
        told.append(" + ".join(sorted(names)))
    return "; ".join(told)


def _charisma(state: State, side: Side) -> str:
    if side.charisma is None:
        return NOTHING
    name = CHARISMA_NAMES[side.charisma]
    if side.charisma == "ruri" and state.ruri_site is not None:
        return f"{name}: {CARD_NAMES[state.ruri_site]}"
    return name


def _equipment(how: str) -> str:
    if how == UP:
        return gettext("face up")
    return gettext("used") if how == USED else gettext("face down")
