"""Random Gorinto events that are mostly illegal: generated, or legal ones with changes."""

import copy
import random
from typing import Any

from tests.brute.gorinto_header import CELLS, ELEMENTS, FIELDS, SPACES

Event = dict[str, Any]
NAMES = {
    "player": ["p1", "p2", "p3", "p4", "p5", "kitsune", ""],
    "role": ["p1", "p2", "p3", "p4", "p9", "kitsune"],
    "from": [*SPACES, "f", "0", "a1"],
    "to": [*CELLS, "f1", "a6", "a", ""],
    "tile": [*ELEMENTS, "dragon", "wood"],
    "give": [*ELEMENTS, "dragon", "wood"],
    "side": ["heads", "tails", "edge"],
    "number": [1, 2, 3, 4, 5, 0, 6, -1],
}
ENTRIES = [*CELLS, 1, 2, 3, 4, 5, 6, 0, -1, 99, "f1"]
ODD = [None, True, False, 0, 1.0, 2.5, -1, "", "a", "a1", [], {}, ["a"], [1], [None], {"a": 1}]


def any_event(rng: random.Random) -> Event:
    """Return an event of the right form with random content."""

    def named(*keys: str) -> Event:
        return {key: rng.choice(NAMES[key]) for key in keys}

    def taken() -> list[Any]:
        return rng.choices(ENTRIES, k=rng.randrange(3))

    return rng.choice(
        [
            {"type": "kitsune", "tiles": rng.choices(SPACES, k=rng.choice([5, 5, 4]))},
            {"type": "fill", "path": {space: rng.choice(ELEMENTS) for space in SPACES}},
            {"type": "chit", **named("number")},
            {"type": "place", **named("player", "from", "to"), "take": taken()},
            {"type": "burrow", "tokens": rng.choices(NAMES["from"], k=rng.randrange(3))},
            {"type": "remove", **named("player", "from")},
            {"type": "coin", **named("side")},
            {"type": "score", "wisdom": {rng.choice(["p1", "p1+p3", "kitsune", "p9"]): 3}},
            {"type": "resign", **named("role")},
            {"type": "abandon"},
        ]
    )


def spoiled(rng: random.Random, event: Event) -> Event:
    """Return the event with one or two changes. It may still be legal."""
    event = copy.deepcopy(event)
    for _ in range(rng.choice([1, 1, 1, 2])):
        _spoil(rng, event)
    return event


def _spoil(rng: random.Random, event: Event) -> None:
    fields = [key for key in event if key != "type"]
    chance = rng.random()
    if chance < 0.06:
        event[rng.choice(["x_a", "note", "at", "take", "give", "tile", "role"])] = rng.choice(ODD)
    elif chance < 0.1:
        event["type"] = rng.choice([*FIELDS, "pass", "Place", None, 3])
    elif chance < 0.14 and fields:
        del event[rng.choice(fields)]
    elif chance < 0.2 and fields:
        event[rng.choice(fields)] = rng.choice(ODD)
    elif chance < 0.3 and event["type"] == "place":
        key = rng.choice(["tile", "give"])
        event[key] = rng.choice(NAMES[key])
    elif fields:
        _other_content(rng, event, rng.choice(fields))


def _other_content(rng: random.Random, event: Event, key: str) -> None:
    value = event[key]
    if key == "take" and isinstance(value, list):
        _spoil_list(rng, value, ENTRIES)
    elif key in ("tiles", "tokens") and isinstance(value, list):
        _spoil_list(rng, value, NAMES["from"])
    elif key == "path" and isinstance(value, dict):
        _spoil_path(rng, value)
    elif key == "wisdom" and isinstance(value, dict):
        side = rng.choice(["p1", "p2", "p4", "p1+p3", "kitsune", "p9"])
        value[side] = rng.choice([0, 7, -3, "7"])
    elif key in NAMES:
        event[key] = rng.choice(NAMES[key])


def _spoil_list(rng: random.Random, value: list[Any], pool: list[Any]) -> None:
    change = rng.randrange(5)
    if change == 0 or not value:
        value.insert(rng.randint(0, len(value)), rng.choice(pool))
    elif change == 1:
        value.pop(rng.randrange(len(value)))
    elif change == 2:
        value.append(rng.choice(value))
    elif change == 3:
        value[rng.randrange(len(value))] = rng.choice(pool)
    else:
        rng.shuffle(value)


def _spoil_path(rng: random.Random, path: dict[str, Any]) -> None:
    change = rng.randrange(4)
    if change == 0 and path:
        del path[rng.choice(list(path))]
    elif change == 1:
        path[rng.choice(NAMES["from"])] = rng.choice(NAMES["tile"])
    elif change == 2 and path:
        path[rng.choice(list(path))] = rng.choice([*NAMES["tile"], None, 3])
    else:
        only = rng.choice(ELEMENTS)
        for space in path:
            path[space] = only
