"""A site with many games, whose requests are as costly as a site allows: the games that
`tests.benchmarks.costs` requests.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from games.registry import KINDS, simulate

POOL = 60
"""Played games of each kind, in all its rulesets."""
SIZES = {"goryo": 5_000, "gorinto": 2_000, "kyoto": 2_000}
"""Rows of each kind: copies of the played games. 5,000 is the most that a page adds up on request
(`analytics.reads.selected.MAX_SELECTED`), 2,000 the most that are compared from a step on.
"""
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
_ROOMS = {
    "sw": ("b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
    "se": ("d1", "e1", "d2", "e2", "f2", "d3", "e3", "f3"),
    "nw": ("a4", "b4", "c4", "a5", "b5", "c5", "b6", "c6"),
    "ne": ("d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6"),
}
_TYPES = ("fan", "mask", "flower", "helmet", "vase", "lantern", "urn", "scroll")
_CENTRES = {"green": "b2", "red": "e2", "blue": "b5", "purple": "e5"}


def dense_board() -> dict[str, Any]:
    """Return a board of Goryō of 2.5 kB with many bridges, so that there are many routes."""
    spaces = {
        name: {"room": room, "object": thing} | ({"centre": True} if is_centre else {})
        for room, names in _ROOMS.items()
        for name, thing in zip(names, _TYPES, strict=True)
        for is_centre in [name in _CENTRES.values()]
    }
    others = ("d1", "e1", "d2", "a4", "b4", "c4", "d4", "e4", "f4")
    bridges = [[hub, other] for hub in ("b1", "c1", "a2") for other in others]
    bridges += [["d1", other] for other in ("a4", "b4", "c4", "d4", "e4")]
    return {
        "id": "dense", "object_types": list(_TYPES), "rooms": list(_ROOMS), "spaces": spaces,
        "bridges": bridges,
        "samurai": _CENTRES,
        "gong": {"spaces": 18, "bags": [2, 4, 6, 8, 10, 12, 14, 16]},
    }  # fmt: skip


def human_game(slug: str, ruleset: str, number: int, board: Any = None) -> dict[str, Any]:
    """Return a game between bots as if people had played it."""
    seed = f"costs:{slug}:{number}"
    data = None if board is None else json.dumps(board).encode()
    log: dict[str, Any] = simulate(slug, ruleset, seed, random.Random(seed), data).plain()
    log.pop("x_simulated", None)
    for seat, player in enumerate(log["players"]):
        player["name"] = PLAYERS[(number + seat) % (2 if number % 2 else len(PLAYERS))]
    log["played_at"] = f"2026-{1 + number % 9:02}-{1 + number % 28:02}"
    return log


def logs() -> Iterator[dict[str, Any]]:
    """Yield the played games: all rulesets of all kinds, then games on the dense board."""
    for slug, kind in KINDS.items():
        rulesets = kind.identity.rulesets
        for number in range(POOL):
            yield human_game(slug, rulesets[number % len(rulesets)], number)
    for number in range(6):
        yield human_game("goryo", "2024", 1000 + number, dense_board())


def fill() -> None:
    """Store and count the games, fit ratings, and copy the rows."""
    from django.core.management import call_command

    from analytics.services.results import fit_results
    from replays import services as replay_services
    from replays.models import UploadSource

    data = "\n".join(json.dumps(log, ensure_ascii=False) for log in logs()).encode()
    replay_services.submit(
        data,
        source=UploadSource.COMMAND,
        uploader="costs",
        reading=replay_services.Reading.NOW,
    )
    call_command("sweep_games", verbosity=0)
    fit_results()
    for slug, size in SIZES.items():
        _copy(slug, size)


def _copy(slug: str, size: int) -> None:
    """Copy the games of a kind with their seats and contributions."""
    from analytics.models import Contribution
    from replays.models import Game, IntakeLock, Seat

    games = list(Game.objects.filter(kind=slug, not_counted="").prefetch_related("seats"))
    added = {row.game_id: row for row in Contribution.objects.filter(game__in=games)}
    number = IntakeLock.objects.get(pk=1).n_public
    first = max(Game.objects.values_list("pk", flat=True)) + 1
    rows: list[Any] = []
    seats: list[Any] = []
    contributions: list[Any] = []
    for n in range(size - len(games)):
        game = games[n % len(games)]
        copy = Game.objects.model(**{
            field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields
        })  # fmt: skip
        copy.pk, copy.public_id = first + n, f"{slug[:4]}{n:08}"
        copy.digest, copy.public_number = f"{game.digest[:50]}{n:08}", number + n + 1
        rows.append(copy)
        seats += [
            Seat(
                game_id=copy.pk,
                role=seat.role,
                position=seat.position,
                name=seat.name,
                name_key=seat.name_key,
            )
            for seat in game.seats.all()
        ]
        if row := added.get(game.pk):
            values = {
                f.attname: getattr(row, f.attname) for f in Contribution._meta.concrete_fields
            }
            contributions.append(Contribution(**values | {"game_id": copy.pk}))
    Game.objects.bulk_create(rows, batch_size=200)
    Seat.objects.bulk_create(seats, batch_size=200)
    Contribution.objects.bulk_create(contributions, batch_size=200)
    IntakeLock.objects.filter(pk=1).update(n_public=number + size)
