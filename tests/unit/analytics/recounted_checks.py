"""What the recounts of tables share: the numbers compared, and the checks of their parts."""

from collections import Counter
from math import isclose
from typing import Any, NamedTuple

from tests.support.deep import due
from tests.support.pages import get_json

from .naive_tables import NaiveGame, mean, naive_people


class Cells:
    """The numbers that were compared, and those that differ."""

    def __init__(self) -> None:
        self.n = 0
        self.differences: list[tuple[Any, ...]] = []

    def check(self, where: Any, shown: Any, expected: Any) -> None:
        """Compare a number, or a list of them."""
        if isinstance(expected, list) and isinstance(shown, list) and len(shown) == len(expected):
            for number, (one, other) in enumerate(zip(shown, expected, strict=True)):
                self.check((*where, number), one, other)
            return
        self.n += 1
        same = shown == expected
        if isinstance(expected, float) and isinstance(shown, int | float):
            same = isclose(shown, expected, rel_tol=1e-9, abs_tol=1e-9)
        if not same:
            self.differences.append((where, shown, expected))


class Counted(NamedTuple):
    """Games of a kind that the site counted: those of the first snapshot, and all."""

    kind: str
    before: list[NaiveGame]
    games: list[NaiveGame]
    keys: list[int]
    """The primary keys of `games`."""


def api(client, counted, path, **params):
    return get_json(client, f"/api/v1/stats/{counted.kind}/{path}", data=params)


def keys_of(games):
    return sorted({key for game in games for key, values in game.values.items() if values})


def check_value(cells, where, shown, values, n_games):
    """Compare a rate or mean with its observations."""
    if shown["rate"] is not None:
        cells.check((*where, "k"), shown["rate"]["k"], sum(values))
        cells.check((*where, "n"), shown["rate"]["n"], len(values))
        cells.check((*where, "value"), shown["rate"]["value"], mean(values))
    else:
        cells.check((*where, "n"), shown["mean"]["n"], len(values))
        cells.check((*where, "games"), shown["mean"]["games"], n_games)
        cells.check((*where, "mean"), shown["mean"]["mean"], mean(values))


def values_of(games, key):
    return [value for game in games for value in game.values.get(key, [])]


def check_people(cells, where, shown, games, key):
    capped = shown["capped"] and shown["capped"]["value"]
    for name, value in naive_people(games, key)._asdict().items():
        cells.check((*where, name), capped if name == "capped" else shown[name], value)


def check_selected(cells, client, counted, games, params):
    """Compare the numbers of the games of some players."""
    decided = [game for game in games if game.winners]
    keys = keys_of(games)
    for key in {*due(keys), *(key for key in keys if key.startswith("roles/"))}:
        metric, group = key.split("/")
        path = "trends/" if metric == "roles" else f"metrics/{metric}/"
        if metric == "roles":
            answer = api(client, counted, path, measure=key, **params)
            cells.check((params, key, "games"), answer["games"]["total"], len(games))
            cells.check((params, key, "decided"), answer["games"]["decided"], len(decided))
            n = sum(part["rate"]["n"] for part in answer["parts"])
            k = sum(part["rate"]["k"] for part in answer["parts"])
            cells.check((params, key, "k of n"), [k, n], [sum(values_of(games, key)), len(decided)])
            continue
        shown = {g["key"]: g for g in api(client, counted, path, **params)["groups"]}
        values, mine = values_of(games, key), [game for game in games if game.values.get(key)]
        cells.check((params, key, "n"), shown[group]["n"], len(values))
        value = shown[group]["k"] if "k" in shown[group] else shown[group]["mean"]
        cells.check((params, key), value, sum(values) if "k" in shown[group] else mean(values))
        check_people(cells, (params, key, "people"), shown[group]["people"], mine, key)
        found = api(client, counted, "games/", metric=metric, group=group, **params)["games"]
        cells.check((params, key, "list"), len(found), min(50, len(mine)))


def taken(games, root, path):
    """Return the games that took a route, each with whether the last step's player won."""
    found = {}
    for number, game in enumerate(games):
        steps = game.routes.get(root, [])
        if len(steps) >= len(path) and [step for step, _ in steps[: len(path)]] == path:
            found[number] = steps[len(path) - 1][1]
    return found


def check_routes(cells, client, counted, board, root, path):
    """Compare the steps after a route; return those that lead on."""
    games = [game for game in counted.games if board in ("", game.rules[2])]
    params = {"board": board} if board else {}
    answer = api(client, counted, "routes/", root=root, node=" ".join(path), **params)
    where, n = (board, root, tuple(path)), len(path)
    here = (
        taken(games, root, path)
        if path
        else {i: 0 for i, g in enumerate(games) if g.routes.get(root)}
    )
    following = {games[i].routes[root][n][0] for i in here if len(games[i].routes[root]) > n}
    shown = {way["node"].split()[-1]: way for way in answer["routes"]}
    cells.check((*where, "here"), answer["here"], len(here))
    cells.check((*where, "steps"), sorted(shown), sorted(following))
    if path and here:
        cells.check((*where, "won"), answer["ends"]["won"]["k"], sum(here.values()))
    for step in following & set(shown):
        way, its = shown[step], taken(games, root, [*path, step])
        cells.check((*where, step, "k"), way["share"]["k"], len(its))
        cells.check((*where, step, "n"), way["share"]["n"], len(here))
        cells.check((*where, step, "won"), way["ends"]["won"]["k"], sum(its.values()))
        cells.check((*where, step, "games"), way["ends"]["won"]["n"], len(its))
        mine = [games[i]._replace(values={"won": [won]}) for i, won in its.items()]
        check_people(cells, (*where, step, "people"), way["people"]["won"], mine, "won")
    lows = [way["shrunk"]["won"]["low"] for way in answer["routes"] if way["shrunk"]["won"]]
    cells.check((*where, "order"), lows, sorted(lows, reverse=True))
    return sorted(following)


BANDS = {(1, 1): "1", (2, 3): "2–3", (4, 6): "4–6", (7, 10): "7–10", (11, 20): "11–20",
         (21, 10**6): "21+"}  # fmt: skip


def surplus(game, role):
    """Return the share of the win minus an even share, in points."""
    sides = set(game.positions.values())
    winners = {game.positions[role] for role in game.winners}
    return 100 * ((game.positions[role] in winners) / len(winners) - 1 / len(sides))


def check_point(cells, where, point, seats, measure):
    won = [int(role in game.winners) for _, role, game in seats]
    values = won if measure == "wins" else [surplus(game, role) for _, role, game in seats]
    shown = point["rate"] if measure == "wins" else point["mean"]
    players = Counter(name for name, *_ in seats)
    cells.check((*where, "n"), shown["n"], len(seats))
    if measure == "wins":
        cells.check((*where, "k"), shown["k"], sum(won))
    people = point["people"]
    cells.check((*where, "players"), people["players"], len(players))
    own = [mean([v for v, s in zip(values, seats, strict=True) if s[0] == n]) for n in players]
    cells.check((*where, "by player"), people["by_player"], mean(own))
    if people["capped"] is None and shown.get("mean") is not None:
        cells.check((*where, "mean"), shown["mean"], mean(values))
    has_interval = shown.get("low") is not None or shown.get("mean_low") is not None
    cells.check((*where, "interval"), has_interval and len(players) < 5, False)
