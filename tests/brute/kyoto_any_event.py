"""Kyoto events of the right form with any content, to compare the rules that refuse them."""

import random
from collections.abc import Callable
from typing import Any

from tests.brute.kyoto import Game
from tests.brute.kyoto_check import CARDS, PLAYS
from tests.brute.kyoto_games import TYPES, draw
from tests.brute.kyoto_header import COLOURS, DECK, IDENTITIES, ROLES, SITE, SPACES, is_site
from tests.brute.kyoto_position import Event

EVERY = [*PLAYS, *PLAYS, *TYPES, "deal", "deploy", "charisma"]


class Maker:
    """Makes parts of events, most of them from what exists in the position."""

    def __init__(self, rng: random.Random, game: Game) -> None:
        self.rng, self.game = rng, game
        self.taken = [space for role in ROLES for space in game.at[role].values()] or SPACES
        self.held = [card for role in ROLES for card in game.hand[role] or DECK] or list(DECK)

    def name(self, of: list[str], wrong: str) -> str:
        return wrong if self.rng.random() < 0.03 else self.rng.choice(of)

    def space(self, taken: float = 0.85) -> str:
        near = self.rng.random() < taken
        return self.rng.choice(self.taken if near else [*SPACES, "f1", "a7"])

    def identity(self) -> str:
        return self.name(IDENTITIES, "4r")

    def agents(self) -> Event:
        role = self.rng.choice(ROLES)
        spaces = [*self.rng.choice([self.game.at[role].values(), self.game.board["starts"][role]])]
        return {"role": role, "agents": {space: self.identity() for space in spaces}}

    def move(self) -> Event:
        return {"from": self.space(), "to": self.space(0)}

    def play(self) -> Event:
        return {**self.move(), "fan": self.rng.random() < 0.2}

    def site(self) -> Event:
        card = self.name([card for card in self.held if is_site(card)] or SITE, "bait")
        return {**self.play(), "card": card, "return": self.rng.random() < 0.2}

    def bait(self) -> Event:
        marks = [self.name(SITE, "swap") for _ in range(self.rng.choice([1, 1, 2]))]
        return {"marks": [None] * len(marks) if self.game.table else marks}

    def spring(self) -> Event:
        mark = self.name(SITE, "swap")
        if self.game.arrived is not None and self.rng.random() < 0.7:
            role, token = self.game.arrived
            there = self.game.board["spaces"][self.game.at[role][token]]
            mark = there if there in COLOURS else "castle"
        return {"mark": mark, "to": self.space(0), "bait": self.rng.choice([1, 1, 2])}

    def conflict(self) -> Event:
        winner = self.rng.choice(["attacker", "defender"])
        attacker = self.rng.choice([None, self.identity()])
        return {"defender": self.identity(), "winner": winner, "attacker": attacker}

    def show(self) -> Event:
        hand = self.game.hand["government"] or self.rng.sample(list(DECK), 6)
        if self.rng.random() < 0.3:
            hand = [*hand[1:], self.name(list(DECK), "ninja")]
        return {"cards": [*hand]}

    def draw(self) -> Event:
        """Return a draw that may be right, or wrong in one part."""
        key = "piles" if self.game.table else "cards"
        event: dict[str, Any] = draw(self.rng, self.game) or {key: [], "returned": []}
        names = ["site", "tactic"] if self.game.table else list(DECK)
        for part in (event[key], event["returned"]):
            chance = self.rng.random()
            if chance < 0.15:
                part.append(self.rng.choice(names))
            elif part and chance < 0.3:
                part.pop()
            elif part and chance < 0.7:
                part[self.rng.randrange(len(part))] = self.rng.choice(names)
        if self.rng.random() < 0.1:
            event["returned"] = [None for _ in event["returned"]]
        return event


MAKERS: dict[str, Callable[[Maker], Event]] = {
    "deal": lambda m: {"cards": [m.name([*DECK], "ninja") for _ in range(m.rng.choice([5, 6]))]},
    **dict.fromkeys(["deploy", "unmask"], Maker.agents),
    "charisma": lambda m: {
        "card": m.name(CARDS["charisma"], "ninja"),
        "site": m.rng.choice([None, None, *SITE, "bait"]),
    },
    "push": Maker.move,
    **dict.fromkeys(["defend", "tunnel", "charge"], Maker.play),
    "site": Maker.site,
    "swap": lambda m: {
        "spaces": [m.space(), m.space()],
        "swapped": None if m.game.table else m.rng.random() < 0.5,
    },
    "bait": Maker.bait,
    "spring": Maker.spring,
    "conflict": Maker.conflict,
    "pistol": lambda m: {"guess": m.identity(), "attacker": m.identity()},
    "declare": lambda m: (
        {"agent": m.space(), "identity": m.identity()} if m.rng.random() < 0.7 else {}
    ),
    "flip": lambda m: {"card": m.name(CARDS["flip"], "ninja")},
    "typewriter": lambda m: {"card": m.name([*DECK], "ninja")},
    **dict.fromkeys(["drugs", "stun"], lambda m: {"agent": m.space()}),
    "bugs": lambda m: {"agent": m.space(), "identity": m.identity()},
    "show": Maker.show,
    "draw": Maker.draw,
    "stuck": lambda _: {},
}


def any_event(rng: random.Random, game: Game) -> Event:
    """Return an event of any type."""
    kind = rng.choice(EVERY)
    made = MAKERS[kind](Maker(rng, game))
    named = {"role": rng.choice(ROLES)} if kind in ("deal", "charisma") else {}
    return {**named, **made, "type": kind}
