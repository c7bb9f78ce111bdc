"""Random logs of Kyoto, of every option and either depth, made with the naive rules alone; and
events of any content.
"""

from __future__ import annotations

import random
from typing import Any

from tests.brute.kyoto import Game
from tests.brute.kyoto_header import (
    DECK,
    ROLES,
    SITE,
    TACTIC,
    random_board,
)
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
MOST = 12  # tries at a shown hand or a draw


class Style:
    """How a random game is played: each figure is a chance from 0 to 1."""

    def __init__(self, rng: random.Random) -> None:
        self.attacks = rng.choice([0.2, 0.6, 0.9])
        self.advances = rng.choice([0.0, 0.3, 0.8])
        self.gives_up = rng.choice([0.0, 0.0, 0.0, 0.01])
        self.keeps = rng.choice([0.2, 0.8])  # Ayane takes her card back


def header(rng: random.Random, mode: str, depth: str, own_board: bool) -> dict[str, Any]:
    """A log without events."""
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
    """A whole game of the naive rules: any legal event may come, rare ones more often."""
    return played(rng, mode, depth, own_board)[0]


def played(
    rng: random.Random, mode: str, depth: str = "full", own_board: bool = False
) -> tuple[dict[str, Any], list[list[Event]]]:
    """Such a game, and what `legal` lists at each of its positions, the last among them."""
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
    """A legal event; None where the game is over and nothing is unmasked any more."""
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
    """One of the events: first its type, then perhaps an attack or a way to the goal row."""
    types = sorted({event["type"] for event in events})
    weights = [TYPES.get(name, 1) for name in types]
    if game.phase == "play":
        weights = [
            weight * (1 + 3 * (name == "site")) for weight, name in zip(weights, types, strict=True)
        ]
    (kind,) = rng.choices(types, weights)
    found = [event for event in events if event["type"] == kind]
    fans = [event for event in events if event.get("fan")]
    if fans and rng.random() < 0.7:
        found = fans
    kept = rng.random() < style.keeps
    found = [event for event in found if event.get("return", kept) is kept] or found
    attacks = [e for e in found if "to" in e and game.anybody(e["to"])]
    if attacks and rng.random() < style.attacks:
        found = attacks
    elif kind != "push" and rng.random() < style.advances:
        last = [e for e in found if "to" in e and e["to"][1] in "16"]
        found = last or found
    return rng.choice(found)


def deal(rng: random.Random, role: str) -> Event:
    sites = rng.sample([card for card in SITE for _ in range(DECK[card])], 4)
    tactics = rng.sample([card for card in TACTIC for _ in range(DECK[card])], 2)
    return {"type": "deal", "role": role, "cards": [*sites, *tactics]}


def draw(rng: random.Random, game: Game) -> Event | None:
    """A draw as it may come from the piles; None where none is due."""
    if game.phase != "draw":
        return None
    role = str(game.active)
    tomoyo = game.has(role, "tomoyo")
    left, piles = dict(game.left[role]), {k: [*p[0]] for k, p in game.pile[role].items()}
    under = {kind: [*pile[1]] for kind, pile in game.pile[role].items()}

    def one() -> tuple[str, str]:
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
        pair = [one() for _ in range(min(2 if tomoyo else 1, sum(left.values())))]
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
    """In a table log, a hand that the Government may show."""
    if not game.table or game.phase != "play" or not game.drug_holds():
        return None
    hands = game.hands("government")
    for _ in range(MOST):
        event = {"type": "show", "cards": rng.choice(hands)}
        if allowed(game, event):
            return event
    return None
