"""Random logs of Kyoto, of every option and both depths, made with only the naive rules."""

import random
from typing import Any

from tests.brute.kyoto import Game
from tests.brute.kyoto_header import DECK, ROLES, SITE, TACTIC, random_board
from tests.brute.kyoto_legal import allowed, legal
from tests.brute.kyoto_position import Event

MODES: dict[str, dict[str, bool]] = {
    "base": {},
    "charisma": {"charisma": True},
    "neutral": {"charisma": True, "neutral": True},
    "equipment": {"equipment": True},
    "charisma-equipment": {"charisma": True, "equipment": True},
    "neutral-equipment": {"charisma": True, "neutral": True, "equipment": True},
}
TYPES = {
    **{"flip": 6, "spring": 6, "pistol": 3, "conflict": 2, "push": 3, "declare": 2, "show": 4},
    **{"typewriter": 2, "drugs": 2, "stun": 2, "bugs": 2, "draw": 2, "stuck": 0.02, "site": 16},
    **{"defend": 2, "tunnel": 2, "charge": 3, "swap": 2, "bait": 24, "unmask": 1},
}
MAX_TRIES = 12  # to find a hand that may be shown


class Style:
    """The style of a random game: each number is a probability."""

    def __init__(self, rng: random.Random) -> None:
        self.attacks = rng.choice([0.2, 0.6, 0.9])
        self.advances = rng.choice([0.0, 0.3, 0.8])
        self.gives_up = rng.choice([0.0, 0.0, 0.0, 0.01])
        self.returns = rng.choice([0.2, 0.8])  # Ayane returns the card


def header(rng: random.Random, mode: str, depth: str, own_board: bool) -> dict[str, Any]:
    """Return a log without events."""
    ruleset: dict[str, Any] = dict(MODES[mode])
    if rng.random() < 0.1:
        ruleset["turn_cap"] = rng.randint(1, 60)
    log: dict[str, Any] = {
        "format": "goryo-log/1", "game": "kyoto", "ruleset": ruleset, "players": [],
        "setup": {"depth": depth}, "events": [],
    }  # fmt: skip
    if own_board:
        log["board"] = random_board(rng)
    return log


def random_log(
    rng: random.Random, mode: str, depth: str = "full", own_board: bool = False
) -> dict[str, Any]:
    """Return a game of the naive rules: any legal event may come, rare ones more often."""
    return played(rng, mode, depth, own_board)[0]


def played(
    rng: random.Random, mode: str, depth: str = "full", own_board: bool = False
) -> tuple[dict[str, Any], list[list[Event]]]:
    """Return such a game, and the list of `legal` at each position, the last one included."""
    log = header(rng, mode, depth, own_board)
    game, style = Game(log), Style(rng)
    listed: list[list[Event]] = []
    while True:
        listed.append(legal(game))
        event = next_event(rng, game, style, listed[-1])
        if event is None:
            return log, listed
        log["events"].append(event)
        game.play(event)


def next_event(rng: random.Random, game: Game, style: Style, listed: list[Event]) -> Event | None:
    """Return a legal event, or None when the game is over and no more agents are unmasked."""
    if game.phase == "deal":
        return deal(rng, "government" if game.hand["oniwaban"] else "oniwaban")
    if game.phase != "over" and rng.random() < style.gives_up:
        return rng.choice([{"type": "abandon"}, {"type": "resign", "role": rng.choice(ROLES)}])
    events = [event for event in listed if event["type"] not in ("resign", "abandon")]
    if game.phase == "over":
        return rng.choice(events) if events and rng.random() < 0.7 else None
    events += [event for event in (draw(rng, game), show(rng, game)) if event is not None]
    return choose(rng, game, style, events)


def choose(rng: random.Random, game: Game, style: Style, events: list[Event]) -> Event:
    """Choose an event: first its type, then perhaps an attack or a move to the goal row."""
    types = sorted({event["type"] for event in events})
    weights = [TYPES.get(name, 1) for name in types]
    if game.phase == "play":
        weights = [
            weight * (1 + 3 * (name == "site")) for weight, name in zip(weights, types, strict=True)
        ]
    (kind,) = rng.choices(types, weights)
    options = [event for event in events if event["type"] == kind]
    fans = [event for event in events if event.get("fan")]
    if fans and rng.random() < 0.7:
        options = fans
    returns = rng.random() < style.returns
    options = [event for event in options if event.get("return", returns) is returns] or options
    attacks = [e for e in options if "to" in e and game.is_occupied(e["to"])]
    if attacks and rng.random() < style.attacks:
        options = attacks
    elif kind != "push" and rng.random() < style.advances:
        on_goal = [e for e in options if "to" in e and e["to"][1] in "16"]
        options = on_goal or options
    return rng.choice(options)


def deal(rng: random.Random, role: str) -> Event:
    sites = rng.sample([card for card in SITE for _ in range(DECK[card])], 4)
    tactics = rng.sample([card for card in TACTIC for _ in range(DECK[card])], 2)
    return {"type": "deal", "role": role, "cards": [*sites, *tactics]}


def draw(rng: random.Random, game: Game) -> Event | None:
    """Return a possible draw from the piles, or None if the side may not draw."""
    if game.phase != "draw":
        return None
    role = str(game.active)
    tomoyo = game.has(role, "tomoyo")
    left, piles = dict(game.left[role]), {k: [*p[0]] for k, p in game.pile[role].items()}
    under = {kind: [*pile[1]] for kind, pile in game.pile[role].items()}

    def draw_one() -> tuple[str, str]:
        kind = rng.choice([kind for kind in left if left[kind]])
        left[kind] -= 1
        if game.table:
            return kind, kind
        if not piles[kind]:
            return under[kind].pop(0), kind
        return piles[kind].pop(rng.randrange(len(piles[kind]))), kind

    cards: list[str] = []
    back: list[str | None] = []
    for _ in range(game.due()):
        pair = [draw_one() for _ in range(min(2 if tomoyo else 1, sum(left.values())))]
        rng.shuffle(pair)
        cards.append(pair[0][0])
        if tomoyo:
            back.append(pair[1][0] if len(pair) == 2 else None)
        for card, kind in pair[1:]:
            left[kind] += 1
            under[kind].append(card)
    key = "piles" if game.table else "cards"
    return {"type": "draw", key: cards, "returned": back}


def show(rng: random.Random, game: Game) -> Event | None:
    """Return a hand that the Government may show in a table log, or None."""
    if not game.table or game.phase != "play" or not game.must_move_drugged():
        return None
    hands = game.hands("government")
    for _ in range(MAX_TRIES):
        event = {"type": "show", "cards": rng.choice(hands)}
        if allowed(game, event):
            return event
    return None
