"""The panels next to the board: their items for a game, and their texts at a position."""

from games.core.language import gettext, ngettext, pgettext
from games.core.names import short_name
from games.core.record import Record
from games.core.scene import Column, Item, Panel
from games.kyoto.header import match_of
from games.kyoto.rules.components import (
    EQUIPMENT,
    GOVERNMENT,
    ONIWABAN,
    OTHER,
    REAL,
    SIDES,
    UP,
    USED,
)
from games.kyoto.rules.ruleset import Ruleset
from games.kyoto.rules.state import Side, State
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import CHARISMA as CHARISMA_NAMES
from games.kyoto.terms import EQUIPMENT as EQUIPMENT_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import identity_label

NONE = "–"


def panels(record: Record) -> list[Panel]:
    """Return the panels of a game with this header. The Government's hand is the upper one."""
    hands = (_hand(role, record) for role in (GOVERNMENT, ONIWABAN))
    return [*hands, _captives(), _legend(), *_modules(record.setup.ruleset), _status(record)]


def _hand(role: str, record: Record) -> Panel:
    """Return what lies on a side's half of the table."""
    names = [short_name(player.name) for player in record.players if player.role == role]
    return {
        "id": role,
        "title": SIDE_NAMES[role],
        "form": "hand",
        "items": [
            {"id": f"{role}-hand", "name": gettext("Hand"), "form": "row"},
            {"id": f"{role}-discard", "name": gettext("Discard"), "form": "pile"},
            {"id": f"{role}-held", "name": gettext("Captured"), "form": "pile"},
            {"id": f"{role}-piles", "name": gettext("Piles"), "form": "pile"},
            {"id": f"{role}-baits", "name": gettext("Baits"), "form": "line"},
        ],
        "placement": "table",
        "actor": role,
        "owner": "".join(names),
    }


def _modules(ruleset: Ruleset) -> list[Panel]:
    """Return a panel with the Charisma and Equipment of each side, if the game has them."""
    panels: list[Panel] = []
    for role in SIDES:
        items: list[Item] = []
        if ruleset.charisma:
            items.append({"id": f"{role}-charisma", "name": gettext("Charisma")})
        if ruleset.equipment:
            items += [
                {"id": f"{role}-{card}", "name": EQUIPMENT_NAMES[card]} for card in EQUIPMENT[role]
            ]
        title = SIDE_NAMES[role]
        if items:
            panels.append({"id": f"{role}-own", "title": title, "form": "facts", "items": items})
    return panels


def _captives() -> Panel:
    items: list[Item] = [{"id": f"{role}-won", "name": SIDE_NAMES[role]} for role in SIDES]
    return {"id": "captured", "title": gettext("Captured"), "form": "facts", "items": items}


def _legend() -> Panel:
    """Return the explanation of the agents' rings."""
    items: list[Item] = [
        {"id": "legend-real", "name": gettext("real, power 2"), "card": f"{ONIWABAN}-2r"},
        {"id": "legend-fake", "name": gettext("fake, power 3"), "card": f"{GOVERNMENT}-3f"},
    ]
    return {"id": "legend", "title": gettext("Agents"), "form": "legend", "items": items}


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
        side, captured = state.side(role), state.side(OTHER[role]).captured
        texts |= {
            f"{role}-hand": card_counts(side.sites, side.tactics),
            f"{role}-discard": _discard_label(side.discard),
            f"{role}-held": _captives_label(captured),
            f"{role}-won": _won_label(captured),
            f"{role}-piles": card_counts(side.piles[0].size, side.piles[1].size),
            f"{role}-baits": _baits(side),
            f"{role}-charisma": _charisma(state, side),
        }
        for card, status in zip(EQUIPMENT[role], side.equipment, strict=True):
            texts[f"{role}-{card}"] = _equipment(status)
    return texts


def _discard_label(discard: tuple[str, ...]) -> str:
    if not discard:
        return pgettext("cards", "none")
    return ngettext("{n} card", "{n} cards", len(discard)).format(n=len(discard))


def card_counts(sites: int, tactics: int) -> str:
    """Return the numbers of Site cards and Tactics as text."""
    return gettext("{sites}, {tactics}").format(
        sites=ngettext("{n} Site card", "{n} Site cards", sites).format(n=sites),
        tactics=ngettext("{n} Tactic", "{n} Tactics", tactics).format(n=tactics),
    )


def _captives_label(identities: tuple[str, ...]) -> str:
    label = ", ".join(identity_label(identity) for identity in identities)
    return label or pgettext("agents", "none")


def _won_label(identities: tuple[str, ...]) -> str:
    reals = sum(identity in REAL for identity in identities)
    template = gettext("{reals} of 2 real, {fakes} of 3 fake")
    return template.format(reals=reals, fakes=len(identities) - reals)


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
