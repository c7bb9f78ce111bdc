"""Every number of the tables (trends, rules, changes between snapshots, survival, cards in hand,
times, goal pairs, people, raw shares of balance) equals a naive count from raw logs.

`make recounted` does it with 2,000 games of each kind (`RECOUNTED_TABLES`).
"""

import os
from collections import Counter, defaultdict

import pytest

from analytics import services as stats_services
from analytics.models import Contribution
from games.registry import KINDS
from replays.models import Upload, UploadItem
from tests.support.deep import due
from tests.support.pages import get_json

from .conftest import count_logs
from .naive_tables import mean, naive_game, shown_value
from .recounted_checks import (
    BANDS,
    Cells,
    Counted,
    api,
    check_people,
    check_point,
    check_routes,
    check_selected,
    check_value,
    keys_of,
    values_of,
)
from .table_logs import table_logs

pytestmark = pytest.mark.in_turn(2)

N = int(os.environ.get("RECOUNTED_TABLES", "40"))


@pytest.fixture(scope="module", params=KINDS)
def counted(request, module_db, module_dumps):
    kind = request.param
    pairs = table_logs(kind, N)
    parts = pairs[: N // 2], pairs[N // 2 :]
    keys = {}
    for number, part in enumerate(parts):
        by_uploader = defaultdict(list)
        for log, uploader in part:
            by_uploader[uploader].append(log)
        for uploader, logs in by_uploader.items():
            ids = count_logs(logs)
            assert len(ids) == len(logs)
            items = UploadItem.objects.filter(game__in=ids).order_by("position")
            stored = items.values_list("game", flat=True)
            keys |= dict(zip(map(id, logs), stored, strict=True))
            Upload.objects.filter(games__in=ids).update(uploader=uploader)
        if not number:
            stats_services.make_dump()
    stats_services.fit_results()
    before, after = ([naive_game(kind, *pair) for pair in part] for part in parts)
    ordered = [keys[id(log)] for log, _ in pairs]
    return Counted(kind, [game for game in before if game.reason], before + after, ordered)


@pytest.fixture
def cells(request, rates):
    rates(lists=None)  # with many games, each test asks for many lists
    cells = Cells()
    yield cells
    print(f"{request.node.name}: {cells.n} numbers, {len(cells.differences)} differences")
    assert not cells.differences, cells.differences[:20]


def board_of(counted, part):
    """Return the landscape of a part of a table, empty for games on one board."""
    return part["label"].split(", ")[-1].lower() if counted.kind == "gorinto" else ""


def check_split(cells, client, counted, path, part_of):
    keys = keys_of(counted.games)
    for key in {*due(keys), *(key for key in keys if key.startswith("roles/"))}:
        answer = api(client, counted, path, measure=key)
        parts = defaultdict(list)
        for game in counted.games:
            if game.values.get(key):
                parts[part_of(game)].append(game)
        shown = {}
        for part in answer["parts"]:
            place = tuple(part["key"].values())
            if path == "cross/":
                place = (*place[:2], board_of(counted, part))
            shown[place] = part
        cells.check((path, key, "parts"), sorted(shown), sorted(parts))
        for place, part in shown.items():
            where, games = (path, key, place), parts.get(place, [])
            if not games:
                continue
            values = values_of(games, key)
            check_value(cells, where, part, values, len(games))
            check_people(cells, where, part["people"], games, key)
            rest = [g for other, those in parts.items() if other != place for g in those]
            if part["difference"] is not None:
                change = shown_value(games, key) - shown_value(rest, key)
                cells.check((*where, "difference"), part["difference"], change)


def test_trends(client, counted, cells):
    check_split(cells, client, counted, "trends/", lambda game: (game.month,))


def test_cross_tables(client, counted, cells):
    check_split(cells, client, counted, "cross/", lambda game: game.rules)


def test_movers(client, counted, cells):
    answer = api(client, counted, "movers/")
    shown = {row["measure"]["key"]: row for row in answer["rows"]}
    added = counted.games[:]
    for game in counted.before:
        added.remove(game)
    for key in keys_of(counted.games):
        old, new = values_of(counted.before, key), values_of(added, key)
        is_row = bool(old and new)
        is_row &= key not in ("roles/samurai", "roles/government")  # of two sides only the first
        cells.check(("movers", key, "row"), key in shown, is_row)
        row = shown.get(key)
        if not (row and is_row):
            continue
        where = ("movers", key)
        for name, games in (("before", counted.before), ("after", counted.games), ("added", added)):
            mine = [game for game in games if game.values.get(key)]
            check_value(cells, (*where, name), row[name], values_of(mine, key), len(mine))
        cells.check((*where, "change"), row["change"], mean(old + new) - mean(old))
        if row["difference"] is not None:
            cells.check((*where, "difference"), row["difference"], mean(new) - mean(old))


def test_games_of_players(client, counted, cells):
    names = Counter(name for game in counted.games for name in game.seats.values() if name)
    rows = get_json(client, "/api/v1/players/", data={"kind": counted.kind})["players"]
    handles = {row["name"].casefold(): row["handle"] for row in rows}
    for name in [name for name, _ in names.most_common()][::13]:
        games = [game for game in counted.games if name in game.seats.values()]
        for player in (handles[name], name.upper()):
            listed = api(client, counted, "games/", every="yes", player=player)["games"]
            cells.check((name, "all"), len(listed), min(50, len(games)))
        check_selected(cells, client, counted, games, {"player": handles[name]})


def test_games_of_rated_players(client, counted, cells):
    rows = api(client, counted, "ratings/")["ratings"]
    ratings = {
        row["name"].casefold(): row["rating"]
        for row in rows
        if not row["role"] and row["component"] == 1
    }
    if not ratings:
        return
    least = int(sorted(ratings.values())[len(ratings) // 2])
    rated = {name for name, rating in ratings.items() if rating >= least}
    for who, matches in (("any", any), ("", all)):
        games = [g for g in counted.games if matches(name in rated for name in g.seats.values())]
        params = {"rating": least, **({"rated": who} if who else {})}
        found = api(client, counted, "games/", every="yes", **params)["games"]
        cells.check((who, "all"), len(found), min(50, len(games)))
        if games:
            check_selected(cells, client, counted, games, params)


def survival(games):
    """Return the points of a Kaplan–Meier curve with their counts, and its median."""
    points, share, median = [], 1.0, None
    for at in sorted({game.stopped for game in games}):
        risk = [game for game in games if game.stopped >= at]
        here = [game for game in games if game.stopped == at]
        ended = sum(game.is_by_rule for game in here)
        share *= 1 - ended / len(risk)
        points.append([at, len(risk), ended, len(here) - ended, share])
        if median is None and share <= 0.5:
            median = at
    return points, median


def test_survival(client, counted, cells):
    if counted.kind == "gorinto":
        get_json(client, "/api/v1/stats/gorinto/metrics/survival/", status=404)
        return
    names = ("at", "at_risk", "ended", "censored", "share")
    for mode in ("", *sorted({game.rules[1] for game in counted.games})):
        games = [game for game in counted.games if mode in ("", game.rules[1])]
        params = {"mode": mode} if mode else {}
        (group,) = api(client, counted, "metrics/survival/", **params)["groups"]
        points, median = survival(games)
        shown = [[point[name] for name in names] for point in group["points"]]
        cells.check((mode, "points"), shown, points)
        cells.check((mode, "games"), group["games"], len(games))
        cells.check((mode, "ended"), group["ended"], sum(game.is_by_rule for game in games))
        cells.check((mode, "median"), group["median"], median)


def test_metrics_and_their_people(client, counted, cells):
    """Cards in hand, times and goal pairs among them."""
    metrics = {key.split("/")[0] for key in keys_of(counted.games)} - {"roles"}
    for metric in sorted(metrics):
        answer = api(client, counted, f"metrics/{metric}/")
        shown = {f"{metric}/{group['key']}": group for group in answer["groups"]}
        expected = [key for key in keys_of(counted.games) if key.startswith(f"{metric}/")]
        cells.check((metric, "groups"), sorted(shown), expected)
        for key in set(expected) & set(shown):
            group, values = shown[key], values_of(counted.games, key)
            games = [game for game in counted.games if game.values.get(key)]
            cells.check((key, "n"), group["n"], len(values))
            if answer["form"] == "rate":
                cells.check((key, "k"), group["k"], sum(values))
            else:
                cells.check((key, "games"), group["games"], len(games))
                cells.check((key, "mean"), group["mean"], mean(values))
                counts = {str(value): n for value, n in sorted(Counter(values).items())}
                cells.check((key, "values"), group["values"], counts)
            check_people(cells, (key, "people"), group["people"], games, key)


def pooled(games, key):
    """Return the pooled difference (Mantel–Haenszel) and its games with the card drawn."""
    above, below, n_drawn = 0.0, 0.0, 0
    for start in (1, 5, 9, 13):
        yes, no = (values_of(games, f"wins-draw/{key}.t{start}.{w}") for w in ("yes", "no"))
        if yes and no:
            weight = len(yes) * len(no) / (len(yes) + len(no))
            above += weight * (mean(yes) - mean(no))
            below += weight
            n_drawn += len(yes)
    return (above / below if below else None), n_drawn


def test_cards(client, counted, cells):
    if counted.kind != "kyoto":
        get_json(client, f"/api/v1/stats/{counted.kind}/cards/", status=404)
        return
    for card in api(client, counted, "cards/")["cards"]:
        rates = {}
        for when in ("opening", "drawn", "ever", "never"):
            key = f"wins-hand/{card['key']}.{when}"
            rates[when], shown = values_of(counted.games, key), card[when]
            cells.check((key, "any"), shown is not None, bool(rates[when]))
            if shown and rates[when]:
                check_value(cells, (key,), {**shown, "mean": None}, rates[when], 0)
                check_people(cells, (key, "people"), shown["people"], counted.games, key)
        if rates["ever"] and rates["never"]:
            ever, never = (
                shown_value(counted.games, f"wins-hand/{card['key']}.{when}")
                for when in ("ever", "never")
            )
            difference = ever - never
            cells.check((card["key"], "ever"), card["ever_minus_never"]["value"], difference)
        difference, n_drawn = pooled(counted.games, card["key"])
        cells.check((card["key"], "drawn"), card["drawn_minus_not"]["value"], difference)
        cells.check((card["key"], "n_drawn"), card["n_drawn"], n_drawn)


def test_routes(client, counted, cells):
    """Placements by Season and openings; `test_recounted` has the routes of Goryō."""
    if counted.kind == "goryo":
        return
    boards = sorted({game.rules[2] for game in counted.games if game.routes})
    for board in boards:
        roots = {r for g in counted.games if g.rules[2] == board for r in g.routes}
        for root in sorted(roots):
            for first in check_routes(cells, client, counted, board, root, [])[:3]:
                for second in check_routes(cells, client, counted, board, root, [first])[:1]:
                    check_routes(cells, client, counted, board, root, [first, second])


def test_learning_curves(client, counted, cells):
    times = dict(Contribution.objects.values_list("pk", "time_key"))
    stored = sorted(
        zip(counted.keys, counted.games, strict=True), key=lambda p: (times[p[0]], p[0])
    )
    ordered = [game for _, game in stored]
    numbers, seats = Counter(), []
    for game in ordered:
        for role, name in game.seats.items():
            if name and game.month != "unknown":
                numbers[name] += 1
                seats.append((numbers[name], name, role, game))
    for measure in ("wins", *(["surplus"] if counted.kind == "gorinto" else [])):
        curves = api(client, counted, "learning/", measure=measure)["curves"]
        shown = {curve["players"]: curve["points"] for curve in curves}
        for curve, least in (("all", 1), ("regulars", 10)):
            mine = [s for s in seats if numbers[s[1]] >= least and s[3].reason and s[3].winners]
            if measure == "surplus":
                mine = [s for s in mine if s[3].positions]
            points = {point["label"]: point for point in shown[curve]}
            for (first, last), label in BANDS.items():
                its = [(name, role, game) for n, name, role, game in mine if first <= n <= last]
                cells.check((measure, curve, label, "any"), label in points, bool(its))
                if its:
                    check_point(cells, (measure, curve, label), points[label], its, measure)


def test_order_of_play(client, counted, cells):
    found = {}
    for game in counted.games:
        for role, place in game.positions.items() if game.winners else ():
            key = (*game.rules[:2], place)
            found.setdefault(key, {})[id(game)] = int(role in game.winners)
    shown = {}
    for row in api(client, counted, "order/")["positions"]:
        place = row["measure"].split("/")[1].split(".")[-1]
        shown[row["edition"], row["mode"], place] = row
    cells.check(("order", "positions"), sorted(shown), sorted(found))
    for key in set(found) & set(shown):
        won, rate = list(found[key].values()), shown[key]["rate"]
        cells.check((key, "k of n"), [rate["k"], rate["n"]], [sum(won), len(won)])
        places = {place for *rules, place in found if tuple(rules) == key[:2]}
        cells.check((key, "even"), shown[key]["even"], 1 / len(places))


def test_balance(client, counted, cells):
    groups = defaultdict(list)
    for game in counted.games:
        if game.winners and game.positions:
            groups[game.rules].append(game)
    fits = api(client, counted, "balance/")["fits"]
    cells.check(("balance", "n"), len(fits), len(groups))
    boards = {}
    if counted.kind == "gorinto":
        for key in ("wins-order/2p.turn1", "wins-order/3p.turn1", "wins-order/4p.turn1",
                    "wins-order/partnership.turn1"):  # fmt: skip
            for part in api(client, counted, "cross/", measure=key)["parts"]:
                boards[part["key"]["board"]] = board_of(counted, part)
    for fit in fits:
        place = (fit["edition"], fit["mode"], boards.get(fit["board"], ""))
        check_fit(cells, ("balance", place), fit, groups[place])


def check_fit(cells, where, fit, games):
    roles = [{r: n for r, n in game.seats.items() if n} for game in games]
    played = defaultdict(set)
    pairs = Counter()
    for game, named in zip(games, roles, strict=True):
        for role, name in named.items():
            played[name].add(game.positions[role])
        opposed = {
            tuple(sorted((named[a], named[b])))
            for a in named
            for b in named
            if game.positions[a] < game.positions[b]
        }
        pairs.update(opposed)
    uploaders = Counter(game.uploader for game in games)
    cells.check((*where, "games"), fit["games"], len(games))
    cells.check((*where, "players"), fit["players"], len(played))
    several = sum(len(seats) > 1 for seats in played.values())
    cells.check((*where, "several"), fit["players_on_several_sides"], several)
    cells.check((*where, "pair"), fit["largest_pair"], max(pairs.values(), default=0))
    cells.check((*where, "uploader"), fit["largest_uploader"], max(uploaders.values()))
    for seat in fit["seats"]:
        shares = []
        for game in games:
            winners = {game.positions[role] for role in game.winners}
            shares.append((seat["seat"] in winners) / len(winners))
        cells.check((*where, "raw_share"), seat["raw_share"], mean(shares))
