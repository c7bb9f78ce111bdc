"""Positions and events of Gorinto as plain data: the step of the log-format page, and events read
from JSON.
"""

from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.findings import show
from games.gorinto.rules.elements import ELEMENTS, by_name
from games.gorinto.rules.events import (
    EVENT_NAMES,
    Abandon,
    Burrow,
    Chit,
    Coin,
    Event,
    Fill,
    Kitsune,
    Place,
    Remove,
    Resign,
    Score,
)
from games.gorinto.rules.mountain import CELLS, EMPTY, SPACES
from games.gorinto.rules.phase import PLACE, REMOVE
from games.gorinto.rules.state import Fox, Scoring, State


def plain_state(state: State) -> dict[str, Any]:
    """The `state` object of a step."""
    ruleset = state.setup.ruleset
    return {
        "season": state.season,
        "phase": state.phase.value,
        "to_move": _to_move(state),
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
        "scoring": None if state.scoring is None else _plain_scoring(state, state.scoring),
        "solo": None if state.fox is None else _plain_fox(state.fox),
        "winners": None if state.winners is None else list(state.winners),
        "reason": state.reason,
    }


def _to_move(state: State) -> str | None:
    if state.phase is PLACE:
        return state.setup.ruleset.roles[state.player]
    if state.phase is REMOVE:
        return state.setup.ruleset.roles[state.last_player]
    return None


def _plain_scoring(state: State, scoring: Scoring) -> dict[str, Any]:
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


def _plain_fox(fox: Fox) -> dict[str, Any]:
    return {
        "tiles": [SPACES[space] for space in fox.tiles] or None,
        "head": None if fox.head is None else CELLS[fox.head],
        "tail": None if fox.tail is None else CELLS[fox.tail],
        "chits": list(fox.chits),
        "moving": fox.moving,
    }


def plain_event(event: Event) -> dict[str, Any]:
    """An event as the log writes it: what has its default value is left out."""
    plain: dict[str, Any] = {"type": EVENT_NAMES[type(event)]}
    if isinstance(event, Place | Remove):
        plain |= {"player": event.player, "from": event.space}
        if isinstance(event, Place):
            plain["to"] = event.to
        if event.tile is not None:
            plain["tile"] = event.tile
        if isinstance(event, Place):
            plain |= _plain_gathering(event)
        return plain
    for key, value in event._asdict().items():
        if type(value) is tuple:
            plain[key] = dict(value) if key in ("path", "wisdom") else list(value)
        else:
            plain[key] = value
    return plain


def _plain_gathering(event: Place) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    if event.take:
        plain["take"] = list(event.take)
    if event.give is not None:
        plain["give"] = event.give
    return plain


# ------------------------------------------------------------------------------------------ reading


def read_event(raw: dict[str, Any]) -> Event:
    """An event of a log; leaves `raw` in canonical form: `take` sorted, and not there where it is
    empty.

    Raises LogError; asks nothing of the rules.
    """
    event: Event = fields.read_event(raw, _READERS)
    return event


def _texts(plain: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of names."""
    value = plain[key]
    if type(value) is not list:
        raise LogError(f"{key} is a list of names.", code="wrong_type", key=key)
    for name in value:
        if type(name) is not str:
            message = f"{key} is a list of names in text, not of {show(name)}."
            raise LogError(message, code="wrong_type", key=key)
    return tuple(value)


def _take(plain: dict[str, Any]) -> tuple[str | int, ...]:
    value = plain.get("take")
    if value is None and "take" not in plain:
        return ()
    if type(value) is not list:
        message = "take is a list of cells, or of levels where the tile is earth."
        raise LogError(message, code="wrong_type", key="take")
    texts = 0
    for entry in value:
        if type(entry) is str:
            texts += 1
        elif type(entry) is not int:
            message = f"take holds cells in text and levels as whole numbers, not {show(entry)}."
            raise LogError(message, code="wrong_type", key="take")
    if not value:
        del plain["take"]
    elif len(value) > 1 and texts in (0, len(value)):  # a mixed one is refused later
        value.sort()
    return tuple(value)


def _place(plain: dict[str, Any]) -> Place:
    player, space, to = (
        fields.string(plain, "player"),
        fields.string(plain, "from"),
        fields.string(plain, "to"),
    )
    take = _take(plain)
    tile = fields.string(plain, "tile") if "tile" in plain else None
    give = fields.string(plain, "give") if "give" in plain else None
    return Place(player, space, to, take, tile, give)


def _remove(plain: dict[str, Any]) -> Remove:
    player, space = fields.string(plain, "player"), fields.string(plain, "from")
    return Remove(player, space, fields.string(plain, "tile") if "tile" in plain else None)


def _fill(plain: dict[str, Any]) -> Fill:
    path = plain["path"]
    if type(path) is not dict:
        message = "path is an object: Path spaces, and the element that comes onto each."
        raise LogError(message, code="wrong_type", key="path")
    for element in path.values():
        if type(element) is not str:
            message = f"path gives each space an element in text, not {show(element)}."
            raise LogError(message, code="wrong_type", key="path")
    return Fill(tuple(path.items()))


def _score(plain: dict[str, Any]) -> Score:
    wisdom = plain["wisdom"]
    if type(wisdom) is not dict:
        message = "wisdom is an object: sides, and the number of each."
        raise LogError(message, code="wrong_type", key="wisdom")
    for number in wisdom.values():
        if type(number) not in (int, float):
            message = f"wisdom gives each side a number, not {show(number)}."
            raise LogError(message, code="wrong_type", key="wisdom")
    return Score(tuple(wisdom.items()))


_READERS: fields.Readers = {
    name: (frozenset({"type", *own}), read)
    for name, own, read in (
        ("kitsune", ("tiles",), lambda plain: Kitsune(_texts(plain, "tiles"))),
        ("fill", ("path",), _fill),
        ("chit", ("number",), lambda plain: Chit(fields.integer(plain, "number"))),
        ("place", ("player", "from", "to", "take", "tile", "give"), _place),
        ("burrow", ("tokens",), lambda plain: Burrow(_texts(plain, "tokens"))),
        ("remove", ("player", "from", "tile"), _remove),
        ("coin", ("side",), lambda plain: Coin(fields.string(plain, "side"))),
        ("score", ("wisdom",), _score),
        ("resign", ("role",), lambda plain: Resign(fields.string(plain, "role"))),
        ("abandon", (), lambda _: Abandon()),
    )
}
