"""The panels next to the board: their items for a game, and their texts at a position."""

from itertools import chain

from games.core.language import gettext, ngettext
from games.core.record import Record
from games.core.scene import Column, Item, Panel
from games.kyoto.header import match_of
from games.kyoto.rules.components import CARDS, EQUIPMENT, OTHER, REAL, SIDES, UP, USED
from games.kyoto.rules.state import Setup, Side, State
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import CHARISMA as CHARISMA_NAMES
from games.kyoto.terms import EQUIPMENT as EQUIPMENT_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_label

NONE, HIDDEN = "–", "?"
HAND, DISCARD = "hand", "discard"


def panels(record: Record) -> list[Panel]:
    """Return the panels of a game with this header."""
    by_side = ((_facts(role, record.setup), _cards(role)) for role in SIDES)
    return [*chain.from_iterable(by_side), _status(record)]


def _facts(role: str, setup: Setup) -> Panel:
    items: list[Item] = [
        {"id": f"{role}-held", "name": gettext("Captives")},
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
    return {"id": role, "title": SIDE_NAMES[role], "form": "facts", "items": items}


def _cards(role: str) -> Panel:
    title = gettext("Cards: {side}").format(side=SIDE_NAMES[role])
    rows: list[Item] = [
        {"id": f"{role}-{card}", "name": CARD_NAMES[card], "icon": f"card-{card}"} for card in CARDS
    ]
    columns: list[Column] = [
        {"id": HAND, "name": gettext("Hand"), "words": gettext("in hand")},
        {"id": DISCARD, "name": gettext("Discard"), "words": gettext("in the discard pile")},
    ]
    return table_panel(f"{role}-cards", title, rows, columns)


def table_panel(key: str, title: str, items: list[Item], columns: list[Column]) -> Panel:
    """Return a panel with a table."""
    return {"id": key, "title": title, "form": "table", "items": items, "columns": columns}


def _status(record: Record) -> Panel:
    items: list[Item] = [
        {"id": "turn", "name": gettext("Turn")},
        {"id": "depth", "name": gettext("Log depth")},
    ]
    if match_of(record) is not None:
        items.append({"id": "match", "name": gettext("Match, best of three")})
    return {"id": "table", "title": gettext("Status"), "form": "facts", "items": items}


def status_texts(record: Record) -> dict[str, str]:
    """Return the texts of the status panel that hold for the whole game."""
    depth = gettext("full") if record.setup.full else gettext("public events only")
    texts = {"depth": depth}
    match = match_of(record)
    if match is not None:
        texts["match"] = gettext("{match}, game {number}").format(match=match[0], number=match[1])
    return texts


def slots(state: State) -> dict[str, str]:
    """Return the texts of the panels' slots at a position, as a view observes it."""
    texts = {"turn": str(state.turn) if state.turn else NONE}
    for role in SIDES:
        side = state.side(role)
        texts |= _hand(role, side)
        texts |= {f"{role}-{card}-{DISCARD}": _count(side.discard, card) for card in CARDS}
        texts[f"{role}-held"] = _captives(state.side(OTHER[role]).captured)
        texts[f"{role}-piles"] = card_counts(side.piles[0].size, side.piles[1].size)
        texts[f"{role}-baits"] = _baits(side)
        texts[f"{role}-charisma"] = _charisma(state, side)
        for card, status in zip(EQUIPMENT[role], side.equipment, strict=True):
            texts[f"{role}-{card}"] = _equipment(status)
    return texts


def _hand(role: str, side: Side) -> dict[str, str]:
    hand = side.hand
    counts = {card: HIDDEN if hand is None else _count(hand, card) for card in CARDS}
    texts = {f"{role}-{card}-{HAND}": count for card, count in counts.items()}
    return {**texts, f"{role}-hand": card_counts(side.sites, side.tactics)}


def _count(cards: tuple[str, ...], card: str) -> str:
    return str(cards.count(card)) if card in cards else NONE


def card_counts(sites: int, tactics: int) -> str:
    """Return the numbers of Site cards and Tactics as text."""
    return gettext("{sites}, {tactics}").format(
        sites=ngettext("{n} Site card", "{n} Site cards", sites).format(n=sites),
        tactics=ngettext("{n} Tactic", "{n} Tactics", tactics).format(n=tactics),
    )


def _captives(identities: tuple[str, ...]) -> str:
    if not identities:
        return NONE
    agents = ", ".join(identity_label(identity) for identity in identities)
    reals = sum(identity in REAL for identity in identities)
    return gettext("{agents} (real: {reals} of 2, fake: {fakes} of 3)").format(
        agents=agents, reals=reals, fakes=len(identities) - reals
    )


def _baits(side: Side) -> str:
    if not side.baits:
        return NONE
    baits = []
    for marks in side.baits:
        names = [gettext("a hidden mark") if m is None else CARD_NAMES[m] for m in marks]
        baits.append(" + ".join(sorted(names)))
    return "; ".join(baits)


def _charisma(state: State, side: Side) -> str:
    if side.charisma is None:
        return NONE
    name = CHARISMA_NAMES[side.charisma]
    if side.charisma == "ruri" and state.ruri_site is not None:
        return f"{name}: {CARD_NAMES[state.ruri_site]}"
    return name


def _equipment(status: str) -> str:
    if status == UP:
        return gettext("face up")
    return gettext("used") if status == USED else gettext("face down")
