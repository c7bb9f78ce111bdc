"""Random logs of Gorinto in every mode and landscape, generated with the naive rules alone."""

import random
from collections.abc import Iterator
from typing import Any

from tests.brute.board import passes
from tests.brute.gorinto import Event, Game
from tests.brute.gorinto_damage import any_event, spoiled
from tests.brute.gorinto_header import CELLS, ELEMENTS, GOALS, LANDSCAPES, LETTERS, SPACES, heights
from tests.brute.gorinto_legal import choices, legal

SHAPES: dict[str, tuple[int, dict[str, Any]]] = {
    "2p burrow": (2, {}),
    "2p tactical": (2, {"removal": "tactical"}),
    "3p clockwise": (3, {}),
    "3p compassionate": (3, {"order": "compassionate"}),
    "4p clockwise": (4, {}),
    "4p compassionate": (4, {"order": "compassionate"}),
    "partnership": (4, {"mode": "partnership"}),
    "solo normal": (1, {"mode": "solo", "difficulty": "normal"}),
    "solo expert": (1, {"mode": "solo", "difficulty": "expert"}),
}


class Style:
    """The style of a random game: probabilities from 0 to 1."""

    def __init__(self, rng: random.Random, whole: bool) -> None:
        self.greedy = rng.choice([0.0, 0.5, 0.9])  # places where most tiles can be gathered
        self.shy = rng.choice([0.0, 0.0, 0.8])  # places where fewest tiles can be gathered
        self.named = rng.choice([0.0, 0.5, 1.0])  # names `tile`
        self.skips = rng.choice([0.0, 0.5])  # records skipped tokens
        self.claims = rng.choice([0.0, 1.0])
        self.wrong = rng.choice([0.0, 0.3])
        self.illegal = 0.0 if whole else rng.choice([0.0, 0.0, 0.02, 0.1])
        self.give_up = 0.0 if whole else rng.choice([0.0, 0.0, 0.0, 0.02])
        self.limit = 10_000 if whole else rng.choice([10_000, 10_000, rng.randrange(80)])


def goals_of(rng: random.Random, mode: str) -> list[str]:
    """Return legal goals by rejection sampling (3.4, 10.1, 11.1)."""
    cards = [goal for goal in GOALS if mode != "solo" or LETTERS.get(goal) != "C"]
    while True:
        dealt = rng.sample(cards, 4 if mode == "partnership" else 2)
        neighbours = [(dealt[i - 1], dealt[i]) for i in range(len(dealt))]
        if not any(a in LETTERS and LETTERS[a] == LETTERS.get(b) for a, b in neighbours):
            return dealt


def header(rng: random.Random, shape: str, landscape: str) -> tuple[dict[str, Any], list[str]]:
    """Return a log without events, and the tiles of the bag in reverse order of drawing."""
    players, ruleset = SHAPES[shape]
    mode, roles = ruleset.get("mode", "standard"), [f"p{n}" for n in range(1, players + 1)]
    tiles = list(ELEMENTS) * 20
    rng.shuffle(tiles)
    height = heights(landscape)
    mountain = {cell: [tiles.pop() for _ in range(height[cell])] for cell in CELLS}
    keys = rng.sample(ELEMENTS, 4)
    setup: dict[str, Any] = {
        "mountain": mountain, "goals": goals_of(rng, mode), "keys": keys[:2],
    }  # fmt: skip
    if mode == "solo":
        setup["kitsune_keys"] = keys[2:]
    elif ruleset.get("order") == "compassionate":
        setup["order"] = rng.sample(roles, players)
    else:
        setup["start"] = rng.choice(roles)
    chosen = dict(ruleset)
    if landscape != "peak" or rng.random() < 0.2:
        chosen["landscape"] = landscape
    for key, default in (("removal", "burrow"), ("order", "clockwise")):
        fits = {"removal": players == 2, "order": players in (3, 4) and mode == "standard"}[key]
        if fits and key not in chosen and rng.random() < 0.2:
            chosen[key] = default
    named = [{"role": role, "name": rng.choice([None, "Ann", "Bo", 'Ça "x"'])} for role in roles]
    return {
        "format": "goryo-log/1", "game": "gorinto", "ruleset": chosen,
        "players": rng.sample(named, players), "setup": setup, "events": [],
    }, tiles  # fmt: skip


def random_log(
    rng: random.Random, shape: str | None = None, landscape: str | None = None, whole: bool = False
) -> dict[str, Any]:
    """Return a random log. With `whole` it is legal and ends by rule. Otherwise it may be
    unfinished, stopped, or illegal at its last event.
    """
    log, bag = header(
        rng, shape or rng.choice(list(SHAPES)), landscape or rng.choice(list(LANDSCAPES))
    )
    game, style = Game(log), Style(rng, whole)
    while len(log["events"]) < style.limit:
        event = next_event(rng, game, bag, style)
        if event is None:
            break
        log["events"].append(event)
        if not passes(game.play, event):
            break
        if event["type"] == "fill":
            del bag[-len(event["path"]) :]
    if rng.random() < 0.4:
        log["outcome"] = _outcome(rng, game, style)
    return log


def _outcome(rng: random.Random, game: Game, style: Style) -> dict[str, Any]:
    state = game.state
    outcome: dict[str, Any] = {
        "winners": state["winners"] and rng.sample(state["winners"], len(state["winners"])),
        "reason": state["reason"],
        "wisdom": dict(state["wisdom"]),
    }
    if rng.random() < style.wrong:
        outcome[rng.choice(["winners", "reason"])] = rng.choice([None, "p1"])
        if outcome["winners"] == "p1":
            outcome["winners"] = ["p1"]
    if rng.random() < style.wrong:
        outcome["wisdom"] = {**outcome["wisdom"], rng.choice(["p1", "p1+p3", "p9"]): 7}
    for key in list(outcome):
        if rng.random() < 0.3:
            del outcome[key]
    return outcome


def random_logs(
    purpose: str, shape: str, count: int, whole: bool | None = None
) -> Iterator[tuple[random.Random, dict[str, Any]]]:
    """Yield random logs of a mode in all landscapes, each with its generator. Without `whole` every
    other one is whole.
    """
    for number in range(count):
        rng = random.Random(f"{purpose} {shape} {number}")
        landscape = list(LANDSCAPES)[number % len(LANDSCAPES)]
        yield rng, random_log(rng, shape, landscape, number % 2 == 0 if whole is None else whole)


def next_event(rng: random.Random, game: Game, bag: list[str], style: Style) -> Event | None:
    """Return the next event, None if the game is over and no claim follows."""
    if rng.random() < style.illegal:
        if rng.random() < 0.3:
            return any_event(rng)
        if game.state["phase"] != "over":
            return spoiled(rng, legal_event(rng, game, bag, style))
    if game.just_scored and rng.random() < style.claims:
        return claim(rng, game, style)
    if game.state["phase"] == "over":
        return None
    if rng.random() < style.give_up:
        return rng.choice([{"type": "resign", "role": rng.choice(game.roles)}, {"type": "abandon"}])
    return legal_event(rng, game, bag, style)


def claim(rng: random.Random, game: Game, style: Style) -> Event:
    """Return a right or wrong `score` of some sides."""
    wisdom = {side: n for side, n in game.state["wisdom"].items() if rng.random() < 0.9}
    if wisdom and rng.random() < style.wrong:
        wisdom[rng.choice(list(wisdom))] += rng.choice([-1, 0, 1, 0.5])
    return {
        "type": "score",
        "wisdom": {side: wisdom[side] for side in rng.sample(list(wisdom), len(wisdom))},
    }


def legal_event(rng: random.Random, game: Game, bag: list[str], style: Style) -> Event:
    """Return a legal event for the phase. A fill takes the last tiles of `bag`."""
    state, phase = game.state, game.state["phase"]
    full = [space for space in SPACES if state["path"][space] is not None]
    if phase == "kitsune":
        return {"type": phase, "tiles": rng.sample(SPACES, 5)}
    if phase == "fill":
        spaces = game.free_spaces()
        return {"type": phase, "path": dict(zip(spaces, bag[-len(spaces) :], strict=True))}
    if phase == "burrow":
        gone = [s for s in SPACES if state["path"][s] is None and s not in game.tokens]
        skipped = rng.sample(gone, rng.randint(0, min(3, len(gone))))
        tokens = skipped if rng.random() < style.skips else []
        return {"type": phase, "tokens": [*tokens, rng.choice(full)]}
    if phase in ("remove", "chit", "coin"):
        event = rng.choice(legal(game))
        if phase == "remove" and rng.random() < style.named:
            event["tile"] = state["path"][event["from"]]
        return event
    return place(rng, game, style)


def place(rng: random.Random, game: Game, style: Style) -> Event:
    """Return a legal placement."""
    options = [
        (due, rng.random(), space, cell, tile, sources)
        for space, tile, cell, sources, due in choices(game)
    ]
    chance = rng.random()
    if chance < style.greedy:
        option = max(options)
    elif chance < style.shy:
        option = min(options)
    else:
        option = rng.choice(options)
    due, _, space, cell, tile, sources = option
    event: Event = {"type": "place", "player": game.state["to_move"], "from": space, "to": cell}
    take = rng.sample(sources, due)
    if take or rng.random() < 0.3:
        event["take"] = take
    if rng.random() < style.named:
        event["tile"] = tile
    if game.mode == "partnership" and take:
        event["give"] = game.tile_at(tile, cell, rng.choice(take))
    return event
