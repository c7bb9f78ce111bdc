"""Positions and events of Gorinto as plain data: writing a step of the log-format page, and reading
events from JSON.
"""

from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.findings import show
from games.core.language import text
from games.gorinto.rules import events
from games.gorinto.rules.elements import ELEMENTS, by_name
from games.gorinto.rules.events import EVENT_NAMES, Event, Place, Remove
from games.gorinto.rules.mountain import CELLS, EMPTY, SPACES
from games.gorinto.rules.state import KitsuneState, Scoring, State


def plain_state(state: State) -> dict[str, Any]:
    """Return the `state` object of a step."""
    ruleset = state.setup.ruleset
    return {
        "season": state.season,
        "phase": state.phase.value,
        "to_move": state.actor,
        "turn": state.turn,
        "order": [ruleset.roles[player] for player in state.order],
        "mountain": {
            cell: [ELEMENTS[tile] for tile in stack]
            for cell, stack in zip(CELLS, state.mountain, strict=True)
        },
        "path": {
            space: None if tile == EMPTY else ELEMENTS[tile]
            for space, tile in zip(SPACES, state.path, strict=True)
        },
        "mats": {name: by_name(mat) for name, mat in zip(ruleset.mats, state.mats, strict=True)},
        "wisdom": dict(zip(ruleset.sides, state.wisdom, strict=True)),
        "bag": by_name(state.bag),
        "discarded": by_name(state.discarded),
        "scoring": None if state.scoring is None else plain_scoring(state, state.scoring),
        "solo": None if state.kitsune is None else _plain_kitsune(state.kitsune),
        "winners": None if state.winners is None else list(state.winners),
        "reason": state.reason,
    }


def plain_scoring(state: State, scoring: Scoring) -> dict[str, Any]:
    """Return the `scoring` object of a position's last scoring."""
    setup, roles = state.setup, state.setup.ruleset.roles
    goals = {}
    for player, role in enumerate(roles):
        cards = [setup.goals[card] for card in setup.ruleset.cards(player)]
        goals[role] = dict(zip(cards, scoring.goals[player], strict=True))
    return {
        "season": scoring.season,
        "goals": goals,
        "kitsune": scoring.kitsune,
        "keys": None if scoring.keys is None else dict(zip(roles, scoring.keys, strict=True)),
    }


def _plain_kitsune(kitsune: KitsuneState) -> dict[str, Any]:
    return {
        "tiles": [SPACES[space] for space in kitsune.tiles] or None,
        "head": None if kitsune.head is None else CELLS[kitsune.head],
        "tail": None if kitsune.tail is None else CELLS[kitsune.tail],
        "chits": list(kitsune.chits),
        "moving": kitsune.moving,
    }


def plain_event(event: Event) -> dict[str, Any]:
    """Return an event as in the log, without fields that have their default value."""
    plain: dict[str, Any] = {"type": EVENT_NAMES[type(event)]}
    if isinstance(event, Place | Remove):
        plain |= {"player": event.player, "from": event.space}
        if isinstance(event, Place):
            plain["to"] = event.to
        if event.tile is not None:
            plain["tile"] = event.tile
        if isinstance(event, Place):
            if event.take:
                plain["take"] = list(event.take)
            if event.give is not None:
                plain["give"] = event.give
        return plain
    for key, value in event._asdict().items():
        if type(value) is tuple:
            plain[key] = dict(value) if key in ("path", "wisdom") else list(value)
        else:
            plain[key] = value
    return plain


# ------------------------------------------------------------------------------------------ reading


def read_event(raw: dict[str, Any]) -> Event:
    """Return the event of a JSON object, and change the object to its canonical form: `take` is
    sorted, and removed if it is empty.

    Raise LogError if the form is wrong. The rules are not checked.
    """
    event: Event = fields.read_event(raw, _READERS)
    return event


def _wrong_type(key: str, message: str) -> LogError:
    return LogError(message, code="wrong_type", key=key)


def _strings(plain: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return a field that is a list of strings."""
    value = plain[key]
    if type(value) is not list:
        raise _wrong_type(key, text("{key} must be a list of strings.", key=key))
    for name in value:
        if type(name) is not str:
            message = text(
                "{key} must be a list of strings, not of {value}.", key=key, value=show(name)
            )
            raise _wrong_type(key, message)
    return tuple(value)


def _take(plain: dict[str, Any]) -> tuple[str | int, ...]:
    value = plain.get("take")
    if value is None and "take" not in plain:
        return ()
    if type(value) is not list:
        raise _wrong_type("take", text("take must be a list of cells, or of levels for earth."))
    names = 0
    for entry in value:
        if type(entry) is str:
            names += 1
        elif type(entry) is not int:
            message = text(
                "An entry of take must be a cell (string) or a level (integer), not {value}.",
                value=show(entry),
            )
            raise _wrong_type("take", message)
    if not value:
        del plain["take"]
    elif len(value) > 1 and names in (0, len(value)):  # a mixed list is rejected later
        value.sort()
    return tuple(value)


def _place(plain: dict[str, Any]) -> Place:
    player, space, to = (fields.string(plain, key) for key in ("player", "from", "to"))
    take = _take(plain)
    tile = fields.string(plain, "tile") if "tile" in plain else None
    give = fields.string(plain, "give") if "give" in plain else None
    return Place(player, space, to, take, tile, give)


def _remove(plain: dict[str, Any]) -> Remove:
    player, space = fields.string(plain, "player"), fields.string(plain, "from")
    return Remove(player, space, fields.string(plain, "tile") if "tile" in plain else None)


def _fill(plain: dict[str, Any]) -> events.Fill:
    path = plain["path"]
    if type(path) is not dict:
        raise _wrong_type("path", text("path must be an object with an element for each space."))
    for element in path.values():
        if type(element) is not str:
            message = text(
                "A value of path must be an element (string), not {value}.", value=show(element)
            )
            raise _wrong_type("path", message)
    return events.Fill(tuple(path.items()))


def _score(plain: dict[str, Any]) -> events.Score:
    wisdom = plain["wisdom"]
    if type(wisdom) is not dict:
        raise _wrong_type("wisdom", text("wisdom must be an object with a number for each side."))
    for number in wisdom.values():
        if type(number) not in (int, float):
            message = text("A value of wisdom must be a number, not {value}.", value=show(number))
            raise _wrong_type("wisdom", message)
    return events.Score(tuple(wisdom.items()))


_READERS: fields.Readers = {
    name: (frozenset({"type", *keys}), read)
    for name, keys, read in (
        ("kitsune", ("tiles",), lambda plain: events.Kitsune(_strings(plain, "tiles"))),
        ("fill", ("path",), _fill),
        ("chit", ("number",), lambda plain: events.Chit(fields.integer(plain, "number"))),
        ("place", ("player", "from", "to", "take", "tile", "give"), _place),
        ("burrow", ("tokens",), lambda plain: events.Burrow(_strings(plain, "tokens"))),
        ("remove", ("player", "from", "tile"), _remove),
        ("coin", ("side",), lambda plain: events.Coin(fields.string(plain, "side"))),
        ("score", ("wisdom",), _score),
        ("resign", ("role",), lambda plain: events.Resign(fields.string(plain, "role"))),
        ("abandon", (), lambda _: events.Abandon()),
    )
}
