"""Whether the time of an answer tells that private games exist, and what lists of them cost.

`python -m tests.benchmarks.list_times` makes 200 requests of each pair of addresses, in turns, on a
new site with 200 private and 200 public games, and prints the medians of processor time and of
waiting, in milliseconds, and how much the medians of each pair differ. `LIST_REQUESTS=1000` makes
more of them. Caches of answers are emptied before each request.

- `names`: a stranger lists the games of a player with private games only, and of an unknown player.
- `addresses`: a stranger opens a private game, and a game that does not exist.
- `collections`: a stranger lists a collection with private and public games, and one with the
  same public games only.
- `owners`: an owner lists own games: 200 private ones, and another owner 200 public ones.
"""

import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.benchmarks.costs import begin

REQUESTS = int(os.environ.get("LIST_REQUESTS", "200"))
GAMES, LISTED = 200, 50
SECRETS = {name: f"{name}-has-a-secret-key" for name in ("ann", "ben")}


class Pair(NamedTuple):
    """Two requests that are compared, each an address and the name of an owner."""

    name: str
    private: tuple[str, str]
    public: tuple[str, str]


def main() -> None:
    """Print the medians of each pair."""
    with tempfile.TemporaryDirectory() as folder:
        begin(Path(folder))
        for pair in fill():
            compare(pair)


def fill() -> Iterator[Pair]:
    """Store the games, and yield the pairs."""
    from replays.models import Game

    _store("ann", "private", "Zoe", 0)
    _store("ben", "public", "Yan", GAMES)
    yield Pair("names", ("/api/v1/games/?player=zoe", ""), ("/api/v1/games/?player=xenia", ""))
    hidden = Game.objects.filter(visibility="private").values_list("public_id", flat=True)
    yield Pair("addresses", (f"/games/{hidden[0]}/", ""), (f"/games/{'u' * 12}/", ""))
    shown = Game.objects.filter(visibility="public").order_by("pk")[:LISTED]
    both = [*shown, *Game.objects.filter(visibility="private").order_by("pk")[:LISTED]]
    mixed, plain = _collect("ann", both), _collect("ann", list(shown))
    for page in ("", "games/"):
        path = "/api/v1/collections/{}/" + page
        yield Pair(f"collections {page}", (path.format(mixed), ""), (path.format(plain), ""))
    yield Pair("owners", ("/api/v1/my-games/", "ann"), ("/api/v1/my-games/", "ben"))


def _store(owner: str, visibility: str, player: str, first: int) -> None:
    from replays import services
    from replays.access.uploaders import key_of_program
    from replays.models import UploadSource
    from tests.unit.replays.logs import json_log

    players = [{"role": "goryo", "name": player}, {"role": "samurai", "name": "Will"}]
    logs = [json_log(event=f"game {first + n}", players=players) for n in range(GAMES)]
    services.submit(
        "\n".join(map(json.dumps, logs)).encode(),
        source=UploadSource.COMMAND,
        uploader=key_of_program(SECRETS[owner]),
        audience=services.parse_audience(visibility),
        reading=services.Reading.NOW,
    )


def _collect(owner: str, games: list[Any]) -> str:
    from replays import services
    from replays.access.uploaders import key_of_program
    from replays.access.viewer import Viewer

    key = key_of_program(SECRETS[owner])
    found = services.create_collection(key, services.Texts("Games", "", "public"))
    services.add_games(found, Viewer(frozenset({key})), [game.public_id for game in games])
    return str(found.public_id)


def compare(pair: Pair) -> None:
    """Print the medians of a pair of requests."""
    times: dict[str, list[tuple[float, float]]] = {"private": [], "public": []}
    for n in range(-10, REQUESTS):  # the first ones warm up
        for kind, (address, owner) in (("private", pair.private), ("public", pair.public)):
            taken = _request(address, owner)
            if n >= 0:
                times[kind].append(taken)
    processor, waiting = (
        {kind: median(taken[part] for taken in of_kind) for kind, of_kind in times.items()}
        for part in (0, 1)
    )
    print(f"list_times.{pair.name.strip()} processor {_shown(processor)} waiting {_shown(waiting)}",
          flush=True)  # fmt: skip


def _shown(medians: dict[str, float]) -> str:
    private, public = medians["private"], medians["public"]
    return f"{private:.2f} {public:.2f} ({(private - public) / public:+.1%})"


def _request(address: str, owner: str) -> tuple[float, float]:
    """Return the processor time and the time of a request, in milliseconds."""
    from django.core.cache import cache
    from django.test import Client

    client = Client(headers={"Owner-Key": SECRETS[owner]} if owner else {})
    cache.clear()
    began, processor = time.perf_counter(), time.thread_time()
    client.get(address)
    return (time.thread_time() - processor) * 1000, (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
