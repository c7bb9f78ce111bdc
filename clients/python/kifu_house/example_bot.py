"""An example of a bot: it plays any legal event against house bots.

python -m kifu_house.example_bot https://kifu.example gorinto --ruleset '{"players": 2}'
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence

from .bodies import Json
from .client import Client
from .group_bodies import Room, RoomLegal

PROGRAM = "kifu-house example bot"
ROLES = {
    "goryo": ("samurai", "goryo"),
    "kyoto": ("oniwaban", "government"),
    "gorinto": ("p1", "p2"),
}


class ExampleBot:
    """Chooses among the offers at random, reproducibly from a seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play

    def __call__(self, room: Room, legal: RoomLegal) -> int:  # noqa: ARG002 - other bots use it
        """Return the number of an option."""
        return self._random.randrange(len(legal.events) or len(legal.choices))


def play_games(
    client: Client, header: Json, role: str, bots: dict[str, str], games: int = 1, seed: int = 1
) -> list[Room]:
    """Play games as a role against house bots and return the finished rooms, not saved. `header` is
    that of a log, with `game` and `ruleset`.
    """
    rooms = []
    for number in range(games):
        players: list[Json] = [{"role": role, "name": "Example bot", "x_bot": {"program": PROGRAM}}]
        players += [{"role": other, "name": None} for other in bots]
        room, opened = client.rooms.open(**header, players=players, bots=bots)
        seat = client.rooms.seat(opened.code, opened.key_of(role), role)
        rooms.append(seat.play(ExampleBot(seed + number), poll=0.2))
        room.delete()
    return rooms


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games and print who won."""
    parser = argparse.ArgumentParser(description="Play random moves against a house bot.")
    parser.add_argument("site", help="the address of the site")
    parser.add_argument("game", choices=sorted(ROLES))
    parser.add_argument("--ruleset", default='{"edition": "2024"}', help="as in a log, JSON")
    parser.add_argument("--setup", default="{}", help="as in a log, JSON")
    parser.add_argument("--strength", default="easy", choices=["easy", "medium", "hard"])
    parser.add_argument("--games", type=int, default=1)
    args = parser.parse_args(arguments)
    role, other = ROLES[args.game]
    header = {"game": args.game, "ruleset": json.loads(args.ruleset)}
    if setup := json.loads(args.setup):
        header["setup"] = setup
    with Client(args.site) as client:
        for room in play_games(client, header, role, {other: args.strength}, args.games):
            result = ", ".join(room.winners) or "no winner"
            sys.stdout.write(f"{room.code} {result} {room.reason}\n")


if __name__ == "__main__":
    main()
