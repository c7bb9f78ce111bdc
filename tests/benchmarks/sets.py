"""Times of the statistics of a set of 5,000 games, each page with empty caches.

`python -m tests.benchmarks.sets` requests the pages of the statistics of Goryō for a collection of
all its games on the site of `costs_data`, each with different facts; first without stored sums,
then with them. It prints seconds of processor time and of waiting; an answer in slices takes
several requests, and the figures are their sums. `COSTS_DIR=folder` keeps the site in a folder,
`SETS_ONLY=roles` measures the pages whose path matches this pattern only, `SETS_PROFILE=20` prints
the slowest functions.
"""

import cProfile
import json
import os
import pstats
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.costs import set_up

KIND = "goryo"
PAGES = ("", "roles/", "cross/", "trends/", "table/", "length/", "wins-rounds/", "spaces/",
         "routes/", "compare/", "order/", "learning/", "games/?every=yes", "balance/",
         "ratings/")  # fmt: skip


class Times(NamedTuple):
    """Seconds of processor time and of waiting, and how many requests an answer took."""

    processor: float
    waiting: float
    requests: int


def main() -> None:
    """Print the times of each page, without and with stored sums."""
    folder = os.environ.get("COSTS_DIR")
    with tempfile.TemporaryDirectory() as temporary:
        set_up(Path(folder or temporary))
        make_distinct(Path(folder or temporary))
        key = f"collection-{collection_of_all()}"
        pages = [page for page in PAGES if re.search(os.environ.get("SETS_ONLY", ""), page)]
        measure(pages, key)  # imports
        from analytics import services
        from analytics.models import SetSums

        SetSums.objects.all().delete()
        services.fit_sets()
        cold = measure(pages, key)
        services.store_set_sums()
        profile = cProfile.Profile()
        most = int(os.environ.get("SETS_PROFILE", "0"))
        if most:
            profile.enable()
        stored = measure(pages, key)
        profile.disable()
        for page, first, second in zip(pages, cold, stored, strict=True):
            print(f"sets.cold {first.processor:.2f} s ({first.waiting:.2f} s, {first.requests}) "
                  f"stored {second.processor:.2f} s ({second.waiting:.2f} s, {second.requests}) "
                  f"# {page or '/'}")  # fmt: skip
        if most:
            pstats.Stats(profile, stream=sys.stdout).sort_stats("cumulative").print_stats(most)


def make_distinct(folder: Path) -> None:
    """Give each game of the kind the facts of another bot game, once: the site has copies of few
    games, whose sums could be added up faster.
    """
    from analytics.facts.extract import extract
    from analytics.models import Contribution
    from games.registry import KINDS
    from tests.benchmarks.costs_data import human_game

    if (folder / "distinct").exists():
        return
    rulesets = KINDS[KIND].identity.rulesets
    rows = list(Contribution.objects.filter(kind=KIND).order_by("pk").only("pk"))
    for n, row in enumerate(rows):
        log = human_game(KIND, rulesets[n % len(rulesets)], 100_000 + n)
        row.value = extract(json.dumps(log), n).value
    Contribution.objects.bulk_update(rows, ["value"], batch_size=200)
    (folder / "distinct").touch()


def collection_of_all() -> str:
    """Return the id of a public collection of all human games of the kind."""
    from replays.models import Collection, CollectionGame, Game

    found = Collection.objects.filter(title="All").first()
    if found is None:
        found = Collection.objects.create(owner="owner", title="All", visibility="public")
        games = Game.objects.filter(kind=KIND, not_counted="").order_by("pk")
        CollectionGame.objects.bulk_create(
            CollectionGame(collection=found, game_id=pk, position=position)
            for position, pk in enumerate(games.values_list("pk", flat=True))
        )
    return str(found.public_id)


def measure(pages: list[str], key: str) -> list[Times]:
    """Return the times of pages, each with empty caches."""
    return [request(page, key) for page in pages]


def request(page: str, key: str) -> Times:
    """Return the times of a page with empty caches."""
    from django.core.cache import cache
    from django.test import Client

    from tests.support.walk import clear_text_caches

    clear_text_caches()
    cache.clear()
    address = f"/stats/{KIND}/{page}{'&' if '?' in page else '?'}set={key}"
    client, n = Client(), 0
    began, processor = time.perf_counter(), time.process_time()
    while True:
        n += 1
        status = client.get(address).status_code
        if status != 503:
            break
    assert status == 200, (address, status)
    return Times(time.process_time() - processor, time.perf_counter() - began, n)


if __name__ == "__main__":
    main()
