"""Simulated worlds with a known truth, to test the model (spec 6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import numpy as np

from .design import Array
from .games import Game, Side
from .lineups import Ints

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class World:
    """Games between players with strengths of deviation `sd` and deviations by seat of `role`; the
    seats are worth `effects` logits. The stronger of two players takes the first seat with chance
    1 / (1 + exp(−preference · difference)); more players are seated by strength plus noise.
    """

    name: str
    players: int = 20
    games: int = 200
    effects: tuple[float, ...] = (0.0, 0.0)
    preference: float = 0.0
    sd: float = 0.8
    role: float = 0.0
    zipf: float = 0.7
    nameless: float = 0.0
    ties: float = 0.0
    team_size: int = 1
    groups: int = 1
    wanted: tuple[float, float] = (0.93, 0.97)
    """The range of the coverage."""
    min_identified: float = 0.9
    """The lowest share of groups that must be identified."""


_SAME = (
    World("no preference"),
    World("advantage 0.5", effects=(0.5, 0.0)),
    World("mild preference", preference=0.75),
    World("strong preference", preference=1.5),
    World("role-specific skill", players=12, role=0.8, effects=(0.5, 0.0)),
)
WORLDS: tuple[World, ...] = (
    *(replace(world, name=f"{world.name}, 200 games") for world in _SAME),
    *(replace(world, name=f"{world.name}, 800 games", games=800) for world in _SAME),
    World(
        "sparse preference", players=40, games=80, preference=3.0, sd=1.2, zipf=0.0,
        wanted=(0.93, 1.0), min_identified=0.0,
    ),
    World("four seats", effects=(0.4, 0.0, 0.0, -0.4), zipf=0.0, wanted=(0.93, 1.0)),
    World(
        "four seats with preference", effects=(0.4, 0.0, 0.0, -0.4), preference=0.75, zipf=0.0,
        wanted=(0.93, 1.0),
    ),
    World("three seats with ties", effects=(0.3, 0.0, -0.3), ties=0.15, wanted=(0.93, 1.0)),
    World("teams of two", effects=(0.4, 0.0), team_size=2, zipf=0.0, wanted=(0.93, 1.0)),
    World("20 % nameless", effects=(0.5, 0.0), nameless=0.2, wanted=(0.93, 1.0)),
    World("two groups with shared players", effects=(0.5, 0.0), groups=2, wanted=(0.93, 1.0)),
)  # fmt: skip


def truths(world: World, group: int) -> Array:
    """Return the true shares at equal skill of a world's group. The seats of the second group are
    exchanged.
    """
    effects = np.array(world.effects[:: -1 if group % 2 else 1])
    shares = np.exp(effects)
    return np.asarray(shares / shares.sum())


def simulate(world: World, seed: int) -> list[Game]:
    """Return the games of a world."""
    rng = np.random.default_rng(seed)
    seats = len(world.effects)
    strength = rng.normal(0, world.sd, world.players)
    role = rng.normal(0, 1, (world.players, seats)) * world.role
    weight = np.arange(1, world.players + 1) ** -world.zipf
    weight /= weight.sum()
    games = []
    for number in range(world.games):
        group = number % world.groups
        n = seats * world.team_size
        players = rng.choice(world.players, n, replace=False, p=weight)
        teams = _seated(world, rng, strength, players).reshape(seats, world.team_size)
        eta = np.array(world.effects[:: -1 if group % 2 else 1])
        eta += np.array([strength[team].mean() for team in teams])
        eta += np.array([role[team, seat].mean() for seat, team in enumerate(teams)])
        members = [
            tuple("" if rng.random() < world.nameless else _name(player) for player in team)
            for team in teams
        ]
        sides = zip(members, _places(world, rng, eta), strict=True)
        games.append(game_of(number, f"rules {group}/board", sides))
    return games


def game_of(
    number: int,
    group: str,
    sides: Any,
    *,
    day: int | None = None,
    uploader: str = "",
) -> Game:
    """Return a game of sides given as members and place, in the order of their seats."""
    named = tuple(
        Side(f"seat {seat}", tuple(members), float(place))
        for seat, (members, place) in enumerate(sides)
    )
    return Game(f"{number:06}", group, day, None, named, uploader)


def _name(player: int) -> str:
    return f"player {player:04}"


def _seated(world: World, rng: Rng, strength: Array, players: Ints) -> Ints:
    """Return the players in the order of seats."""
    if not world.preference:
        return players
    if len(players) == 2:
        difference = strength[players[0]] - strength[players[1]]
        exchanged = rng.random() < 1 / (1 + np.exp(world.preference * difference))
        return players[::-1] if exchanged else players
    noise = rng.gumbel(size=len(players))
    return players[np.argsort(-world.preference * strength[players] - noise)]


def _places(world: World, rng: Rng, eta: Array) -> Array:
    """Return the places: the order of eta plus noise; with some chance, neighbours are tied."""
    order = np.argsort(-(eta + rng.gumbel(size=len(eta))))
    places = np.empty(len(eta))
    place = 1
    for rank, side in enumerate(order):
        if rank and rng.random() >= world.ties:
            place = rank + 1
        places[side] = place
    return places


def won(rng: Rng, logit: float) -> tuple[int, int]:
    """Return the places of two sides, the first of which wins with a chance given as a logit."""
    return (1, 2) if rng.random() < 1 / (1 + np.exp(-logit)) else (2, 1)


def duel(
    rng: Rng,
    number: int,
    players: tuple[int, int],
    logit: float,
    *,
    group: str = "rules/board",
    **options: Any,
) -> Game:
    """Return a game of two players, which the first wins with a chance given as a logit."""
    members = [[_name(player)] for player in players]
    return game_of(number, group, zip(members, won(rng, logit), strict=True), **options)


def separate_pairs(seed: int, *, swap: bool) -> list[Game]:
    """Return the games of ten pairs that never meet others."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, 20)
    games = []
    for number in range(200):
        pair = 2 * (number % 10)
        first, second = (pair, pair + 1) if not swap or number % 20 < 10 else (pair + 1, pair)
        logit = 0.5 + strength[first] - strength[second]
        games.append(duel(rng, number, (first, second), logit))
    return games


def one_against_all(seed: int) -> list[Game]:
    """Return the games of one player, always in the first seat, against 20 others."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, 21)
    games = []
    for number in range(200):
        other = 1 + number % 20
        games.append(duel(rng, number, (0, other), 0.5 + strength[0] - strength[other]))
    return games


def wins_everything(seed: int) -> list[Game]:
    """Return games that the first seat always wins."""
    rng = np.random.default_rng(seed)
    games = []
    for number in range(100):
        first, second = rng.choice(12, 2, replace=False)
        sides = (([_name(first)], 1), ([_name(second)], 2))
        games.append(game_of(number, "rules/board", sides))
    return games


def busiest_pair(seed: int) -> list[Game]:
    """Return even games, 60 % of which are played by one pair whose first seat has an advantage."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, 20)
    games = []
    for number in range(300):
        own = number % 5 < 3
        if own:
            first, second = (0, 1) if rng.random() < 0.5 else (1, 0)
        else:
            first, second = rng.choice(20, 2, replace=False)
        logit = 2.5 * own + strength[first] - strength[second]
        games.append(duel(rng, number, (first, second), logit, uploader=_name(first)))
    return games


def eight_boards(seed: int) -> tuple[list[Game], Array]:
    """Return 60 games on each of eight boards, and the boards' effects."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(0.3, 0.3, 8)
    return _boards(rng, effects, "rules/board {}"), effects


def even_groups(seed: int) -> list[Game]:
    """Return 60 games in each of 20 rulesets, all even."""
    rng = np.random.default_rng(seed)
    return _boards(rng, np.zeros(20), "rules {}/board")


def _boards(rng: Rng, effects: Array, label: str) -> list[Game]:
    """Return 60 games for each of the effects."""
    strength = rng.normal(0, 0.8, 20)
    games = []
    for number in range(60 * len(effects)):
        group = number % len(effects)
        first, second = rng.choice(20, 2, replace=False)
        logit = effects[group] + strength[first] - strength[second]
        games.append(duel(rng, number, (first, second), logit, group=label.format(group)))
    return games


def dated(seed: int, *, drift: float, games: int = 500) -> list[Game]:
    """Return games over two years between 20 players, whose strengths drift by this much per root
    year; 250 games a year.
    """
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, 20)
    result = []
    days = 730 / games
    for number in range(games):
        strength = strength + rng.normal(0, drift * np.sqrt(days / 365.25), 20)
        first, second = rng.choice(20, 2, replace=False)
        logit = 0.3 + strength[first] - strength[second]
        day = 738_000 + int(number * days)
        result.append(duel(rng, number, (first, second), logit, day=day))
    return result


def seeds(world: str, first: int, runs: int) -> Iterator[int]:
    """Return the seeds of a world's runs, which differ from world to world."""
    offset = crc32(world.encode())
    return iter(range(offset + first, offset + first + runs))
