"""Stored games that the walk of all routes visits, and the answers to each address.

A world is walked once per process. The tests of `test_walk.py` examine its answers, which are
grouped by the state of the site.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import unescape
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from analytics import services as stats_services
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game
from tests.support.deep import IS_DEEP, TENTH, is_due
from tests.support.walk import Answers, Walk, request, statistics_addresses
from tests.unit.analytics import logs
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.gorinto_logs import game_of
from tests.unit.analytics.logs import NAMES, named, one_round, varied
from tests.unit.analytics.snapshot import update_derived
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored
from tests.unit.replays import kyoto_twins
from tests.unit.replays.test_secrets import TWINS


@dataclass(frozen=True)
class World:
    """The answers by the state of the site, and ids and digests of games that were removed."""

    states: dict[str, Answers]
    removed: tuple[str, ...] = ()


GORYO = Walk(
    slug="goryo",
    metric="spaces",
    roles=("goryo", "samurai"),
    priors=("uniform", "fitted", "none"),
    last_step=5,
    searches=("player=john&winner=samurai", "kind=goryo&board=house-1"),
)
KYOTO = Walk(
    slug="kyoto",
    metric="wins-charisma",
    roles=("oniwaban", "government"),
    priors=("assignments", "uniform", "none"),
    last_step=16,
    searches=("player=john&winner=government", "kind=kyoto&board=kyoto-recon-1", "mode=base"),
)


def twins(walk: Walk, logs: Iterable[Any], is_wanted: Callable[[str], bool] = bool) -> World:
    """Return the answers for two games that differ only in hidden information."""
    first, second = (walk.answers(log, is_wanted) for log in logs)
    return World({"first": first, "second": second})


def _is_blind(address: str) -> bool:
    """Return whether an address requests a view without secrets.

    The log of a finished game is the whole log, open to all, whatever its address says.
    """
    return (
        any(f"as={view}&" in f"{address}&" for view in ("government", "public"))
        and "/log." not in address
        and "/logs" not in address  # of a collection
        and "/records/" not in address
    )


def _is_not_of_the_api(address: str) -> bool:
    """Return whether an address is none of the descriptions of the API, the same for all games."""
    return not address.removeprefix("/it").startswith("/api/reference/")


def ann_and_ben(*events: Any, **header: Any) -> Any:
    """Return a game of Ann against Ben."""
    return one_round(*events, players=logs.two_players("Ann", "Ben"), **header)


def count(*logs: Any) -> list[int]:
    """Store these logs and update all statistics; return the primary keys of the new games."""
    ids = count_logs(logs)
    update_derived()
    return ids


def season(games: int = 14, seed: int = 0) -> list[Any]:
    """Return games of two kinds by four people: many modes, with and without date or end."""
    logs = [
        named(log, NAMES[number % 4], NAMES[(number + 1 + number // 4) % 4])
        for number, log in enumerate(varied(games, seed))
    ]
    for number, (ruleset, seats) in enumerate(
        {"2p-burrow": 2, "partnership": 4, "solo-normal": 1}.items(), 1
    ):
        log = game_of(ruleset, seed, played_at=f"2026-0{number}-01")
        logs.append(named(log, *NAMES[:seats]))
    return logs


FINISHED = "finished0001"
PAGES = (
    "", "games/", "games/?simulated=all", "games/?player=ann", "games/?winner=nobody&x=1",
    "upload/", "stats/", "stats/goryo/", "stats/goryo/?edition=1999", "stats/goryo/ratings/",
    "stats/goryo/balance/", "stats/catalogue/", "stats/definitions/", "stats/changes/",
    "data/", "names/", "players/",
    "rules/", "rules/goryo/", "rules/gorinto/", "rules/goryo/marks/", "log-format/",
    f"games/{FINISHED}/?step=9&as=samurai&belief=uniform", f"games/{FINISHED}/?step=900",
    f"games/{FINISHED}/?as=nobody", f"games/{FINISHED}/share/?step=3",
    f"games/{FINISHED}/branch/?step=4", f"games/{FINISHED}/notes/",
    f"games/{FINISHED}/replay.html", f"embed/{FINISHED}/", "nowhere/",
)  # fmt: skip
"""Pages of a season, each in English and Italian."""
WRONG_PARAMS: tuple[dict[str, Any], ...] = (
    {"rolle": "goryo"}, {"owned": "1"}, {"edition": "1999"}, {"simulated": "maybe"},
    {"by": "luck"}, {"mode": "x"}, {"edition": ["2021", "2024"]},
    *({"page": number} for number in ("0", "-1", "1000000000", "abc")),
    {"from": "2024-08", "to": "2024-07"}, {"from": "2024-13"}, {"to": "2024-02-30"},
)  # fmt: skip
"""The first is sent to every view and form in each run, of the others a third."""


def _get(addresses: Iterable[str], query: str = "") -> Answers:
    marks = {address: "&" if "?" in address else "?" for address in addresses}
    filled = [f"{address}{marks[address]}{query}" if query else address for address in marks]
    return {address: request("GET", address) for address in filled}


def _kind_in(address: str) -> str:
    return next((slug for slug in KINDS if f"/{slug}/" in address), "")


def _samples(rows: Sequence[tuple[str, str, str]]) -> set[str]:
    """Return one address for each route and form, of another game every day: views are shared."""
    of: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for name, form, address in reversed(rows):
        of[name, form][_kind_in(address)] = address
    return {sorted(by_kind.items())[TENTH % len(by_kind)][1] for by_kind in of.values()}


def season_world() -> World:
    """Finished and unfinished games of all kinds; other games are counted and removed again."""
    rows = list(statistics_addresses(NAMES[:2]))
    addresses = [address for _, _, address in rows]
    programs = ["/api/v1/games/", *(one for one in addresses if one.startswith("/api/"))]
    samples = _samples(rows)
    some = [
        one for one in addresses if IS_DEEP or one in samples or "/roles/" in one or is_due(one)
    ]
    states = {"empty": _get(some)}
    count(logs.bot_log("kyoto", KINDS["kyoto"].identity.rulesets[0], 1), *season())
    stats_services.count_games([stored(replay_of(SPIRITS), FINISHED).pk])
    update_derived()
    states["before"] = _get(programs)
    added = count(*season(8, seed=5), ann_and_ben(logs.ABANDON, board=logs.other_board()))
    states["between"] = _get(programs if IS_DEEP else programs[::4])
    removed = Game.objects.filter(pk__in=added).values_list("public_id", "digest")
    names = tuple(chain.from_iterable(removed))
    replay_services.delete_games(added[::2])
    for game in Game.objects.filter(pk__in=added):
        replay_services.withdraw_games([game.pk])
    stats_services.sweep_games()
    update_derived()
    pages = [f"/{prefix}{page}" for page in PAGES for prefix in ("", "it/")]
    states["after"] = _get([*addresses, *pages, "/api/v1/games/"])
    states["no game fits"] = _get(some, "simulated=yes")
    states["wrong"] = {}
    for address in (one for one in addresses if states["after"][one].status == 200):
        for number, params in enumerate(WRONG_PARAMS):
            query = urlencode(params, doseq=True)
            is_turn = address in samples and (number == 0 or (number + TENTH) % 3 == 0)
            if IS_DEEP or is_turn or is_due(f"{address} {query}"):
                states["wrong"] |= _get([address], query)
    states["links"] = _get(_links(states["after"]))
    return World(states, names)


def _links(answers: Answers) -> list[str]:
    """Return links of these pages, one per path and set of parameters.

    Other than in a deep run, one game, player and metric stands for all that are not due.
    """
    links: set[str] = set()
    for answer in answers.values():
        text = unescape(answer.content.decode(errors="replace"))
        links |= set(re.findall(r'(?:href|url)"?[=:] ?"(?:http://testserver)?(/[^"#]*)', text))
    alike: dict[str, str] = {}
    for link in sorted(links - set(answers)):
        if not link.startswith(("/static/", "/healthz")):
            shape = re.sub(r"=[^&]*", "", link)
            if not (IS_DEEP or is_due(shape)):
                shape = re.sub(r"(?<=/)[\w-]{12,16}/|(?<=/stats/)\w+/(metrics/)?[\w-]+/", "", shape)
            alike[shape.removeprefix("/it")] = link
    return list(alike.values())


WORLDS: dict[str, Callable[[], World]] = {
    "goryo": lambda: twins(GORYO, TWINS),
    "kyoto": lambda: twins(KYOTO, kyoto_twins.TWINS, _is_not_of_the_api),
    "kyoto finished": lambda: twins(
        replace(KYOTO, is_blind=True), map(kyoto_twins.ended, kyoto_twins.SAME_AGENTS), _is_blind
    ),
    "season": season_world,
}
