"""Naive counts of the tables of statistics, from the definitions in docs/data-dictionary.md and the
plain events of logs, without the counting code of the site.

The replay is asked only for what events do not state: who won, rounds, and scores.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from games.registry import KINDS, judge

Log = dict[str, Any]
Values = dict[str, list[int]]

HOUR = 3600
TACTICS = ("defend", "tunnel", "charge", "swap", "bait")
CARDS = {"site", *TACTICS}
STRATA = {1: 4, 5: 8, 9: 12, 13: 10**6}
"""First and last turns of the groups in which a Tactic is drawn."""
EQUIPMENT = {"typewriter": "oniwaban", "drugs": "oniwaban", "pistol": "oniwaban",
             "bugs": "government", "stun": "government", "fan": "government"}  # fmt: skip
RULE_FREE = {"resign", "abandon", None}


class NaiveGame(NamedTuple):
    """A game as tables count it."""

    rules: tuple[str, str, str]
    month: str
    seats: dict[str, str | None]
    """The name in each role, null if unnamed."""
    uploader: str
    winners: tuple[str, ...]
    reason: str | None
    positions: dict[str, str]
    """The seat of balance of each role."""
    stopped: int
    """The round or turn in which it stopped."""
    values: Values
    """By measure, the observations: 0 or 1 of a rate."""
    routes: dict[str, list[tuple[str, int]]]
    """By root, the steps of its route, each with whether who took it won."""

    @property
    def is_by_rule(self) -> bool:
        """Whether it ended by rule."""
        return self.reason not in RULE_FREE


def naive_game(kind: str, log: Log, uploader: str) -> NaiveGame:
    """Return what tables count of a log."""
    replay = next(judge(json.dumps(log).encode())).replay
    assert replay is not None
    outcome = replay.outcome
    steps = [step["state"] for step in KINDS[kind].display.steps(replay, "omniscient", False)]
    over = Over(log, tuple(outcome.winners or ()), outcome.reason, steps)
    rules, positions, stopped, values = READERS[kind](over)
    if over.reason:
        for group, seconds in _paces(kind, log).items():
            values[f"pace/{group}"] = seconds
    names = {player["role"]: player.get("name") for player in log["players"]}
    seats = {role: name and name.casefold() for role, name in names.items()}
    month = log["played_at"][:7] if "played_at" in log else "unknown"
    return NaiveGame(
        rules, month, seats, uploader, over.winners, over.reason, positions, stopped, dict(values),
        _routes(kind, over) if over.winners else {},
    )  # fmt: skip


class Over(NamedTuple):
    """A log with its result and the states after its events."""

    log: Log
    winners: tuple[str, ...]
    reason: str | None
    states: Sequence[dict[str, Any]]

    @property
    def by_rule(self) -> bool:
        """Whether it ended by rule."""
        return self.reason not in RULE_FREE

    @property
    def types(self) -> list[str]:
        """The types of its events."""
        return [event["type"] for event in self.log["events"]]


Read = tuple[tuple[str, str, str], dict[str, str], int, Values]


def _goryo(over: Over) -> Read:
    ruleset, types = over.log["ruleset"], over.types
    rules = (ruleset["edition"], "advanced" if ruleset.get("advanced") else "standard", "")
    values: Values = defaultdict(list)
    rounds = types.count("discover")
    if over.winners:
        (winner,) = over.winners
        for role in ("goryo", "samurai"):
            values[f"roles/{role}"] = [int(winner == role)]
        values[f"wins-rounds/d{rounds}"] = [int(winner == "goryo")]
        if over.by_rule:
            values[f"length/{winner}"] = [rounds]
            actions = sum(types.count(name) for name in ("move", "search", "sniff"))
            values[f"actions/{winner}"] = [actions]
    if over.reason:
        chase: list[str] = []
        for name in types:
            chase.append(name)
            if name == "plan":
                chase = []
            elif name == "discover":
                number = sum(len(values[f"questions/r{n}"]) for n in range(1, 5)) + 1
                questions = sum(other in ("search", "sniff") for other in chase)
                values[f"questions/r{number}"] = [questions]
    positions = {"goryo": "goryo", "samurai": "samurai"}
    return rules, positions, over.states[-1]["round"], values


def _kyoto(over: Over) -> Read:
    ruleset, events = over.log["ruleset"], over.log["events"]
    modules = [name for name in ("neutral", "charisma", "equipment") if ruleset.get(name)]
    if "neutral" in modules:
        modules.remove("charisma")
    values: Values = defaultdict(list)
    turn = 1 + over.types.count("draw")
    if over.reason == "turn_cap":
        turn -= 1
    positions = {"oniwaban": "oniwaban", "government": "government"}
    if over.reason and over.by_rule:
        values[f"length/{over.reason}"] = [turn]
    if over.winners:
        for side in positions:
            values[f"roles/{side}"] = [int(side in over.winners)]
        for event in events:
            if event["type"] == "charisma":
                card = f"wins-charisma/{event['role']}.{event['card']}"
                values[card] = [int(event["role"] in over.winners)]
        if ruleset.get("equipment"):
            _equipment(over, values)
        if over.log.get("setup", {}).get("depth", "full") == "full":
            _hands(over, turn, values)
    return ("", "-".join(modules) or "base", ""), positions, turn, values


def _equipment(over: Over, values: Values) -> None:
    used = {*over.types, *("fan" for event in over.log["events"] if event.get("fan"))}
    for card, side in EQUIPMENT.items():
        when = "used" if card in used else "never"
        values[f"wins-equipment/{card}.{when}"] = [int(side in over.winners)]


def _hands(over: Over, last: int, values: Values) -> None:
    """Add the win of each side by when it had each Tactic."""
    first: dict[tuple[str, str], int] = {}
    turn = 1
    for event in over.log["events"]:
        if event["type"] == "deal":
            side, got, when = event["role"], event["cards"], 0
        elif event["type"] == "draw":
            side = "oniwaban" if turn % 2 else "government"
            got, when, turn = event.get("cards", []), turn, turn + 1
        else:
            continue
        for card in got:
            first.setdefault((side, card), when)
    for side in ("oniwaban", "government"):
        won = int(side in over.winners)
        for card in TACTICS:
            drawn, key = first.get((side, card)), f"{side}.{card}"
            groups = ["never"] if drawn is None else ["ever", "drawn" if drawn else "opening"]
            values |= {f"wins-hand/{key}.{group}": [won] for group in groups}
            for start, end in STRATA.items():
                if last < start or (drawn is not None and drawn < start):
                    continue
                happened = "yes" if drawn is not None and drawn <= end else "no"
                values[f"wins-draw/{key}.t{start}.{happened}"] = [won]


def _gorinto(over: Over) -> Read:
    ruleset, log = over.log["ruleset"], over.log
    mode, roles = ruleset.get("mode", "standard"), [p["role"] for p in log["players"]]
    roles.sort()
    sides = [[role] for role in roles]
    table = f"{len(roles)}p"
    if mode == "partnership":
        sides, table, rules = [["p1", "p3"], ["p2", "p4"]], mode, mode
    elif mode == "solo":
        table, rules = mode, f"solo-{ruleset['difficulty']}"
    else:
        way = "removal" if table == "2p" else "order"
        rules = f"{table}-{ruleset.get(way, 'burrow' if table == '2p' else 'clockwise')}"
    setup = log["setup"]
    start = setup.get("order", [setup.get("start", "p1")])[0]
    turns = setup.get("order") or roles[roles.index(start) :] + roles[: roles.index(start)]
    ordered = sorted(sides, key=lambda side: min(map(turns.index, side)))
    positions = {r: f"turn{n}" for n, side in enumerate(ordered, 1) for r in side}
    values: Values = defaultdict(list)
    if over.winners:
        _gorinto_wins(over, table, sides, ordered, start, values)
    if over.by_rule and over.reason:
        _gorinto_scores(over, table, roles, values)
    landscape = ruleset.get("landscape", "peak")
    return ("", rules, landscape), {} if mode == "solo" else positions, 0, values


def _gorinto_wins(
    over: Over,
    table: str,
    sides: list[list[str]],
    ordered: list[list[str]],
    start: str,
    values: Values,
) -> None:
    if table == "solo":
        key = over.log["ruleset"]["difficulty"]
        values[f"wins-solo/{key}"] = [int("p1" in over.winners)]
        return
    won = {side[0]: int(side[0] in over.winners) for side in sides}
    for side in sides:
        values[f"wins-seat/{table}.{'+'.join(side)}"] = [won[side[0]]]
    for number, side in enumerate(ordered, 1):
        values[f"wins-order/{table}.turn{number}"] = [won[side[0]]]
    others = [won[side[0]] for side in sides if start not in side]
    values[f"wins-start/{table}.start"] = [int(start in over.winners)]
    values[f"wins-start/{table}.other"] = [max(others)]


def _gorinto_scores(over: Over, table: str, roles: list[str], values: Values) -> None:
    setup, final = over.log["setup"], over.states[-1]
    goals = sorted(setup["goals"], key=lambda goal: int(goal[1:]))
    key = "partnership" if table == "partnership" else "-".join(goals)
    values[f"wisdom/{key}"] = [final["wisdom"][s] for s in final["wisdom"] if s != "kitsune"]
    if table == "solo":
        margin = final["wisdom"]["p1"] - final["wisdom"]["kitsune"]
        values[f"margin-solo/{over.log['ruleset']['difficulty']}"] = [margin]
    scorings = {
        state["scoring"]["season"]: state["scoring"]["goals"]
        for state in over.states
        if state["scoring"]
    }
    for role in roles:
        for goal in scorings[4][role]:
            total = sum(scored[role][goal] for scored in scorings.values())
            values[f"goal-wisdom/{goal}"].append(total)
    each = {"normal": 3, "expert": 2}.get(over.log["ruleset"].get("difficulty", ""), 2)
    for element in setup["keys"]:
        scored = [each * final["mats"][role][element] for role in roles]
        values[f"key-wisdom/{element}"] = scored


def _routes(kind: str, over: Over) -> dict[str, list[tuple[str, int]]]:
    """Return the first cards of a game of Kyoto, and the first placements of each Season."""
    routes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    turn, fills, table = 1, 0, f"{len(over.log['players'])}p"
    table = over.log["ruleset"].get("mode", "standard").replace("standard", table)
    for event in over.log["events"]:
        name = event["type"]
        fills += name == "fill"
        if kind == "kyoto" and name in CARDS:
            won = int(("government", "oniwaban")[turn % 2] in over.winners)
            step = f"{event['from']}-{event['to']}" if name not in ("swap", "bait") else ""
            if name != "site":
                step = f"{name}:{step}".strip(":")
            routes["all"] += [(step, won)] * (len(routes["all"]) < 6)
        elif kind == "gorinto" and name == "place":
            root = f"{table}.{('spring', 'summer', 'autumn', 'winter')[fills - 1]}"
            won = int(event["player"] in over.winners)
            routes[root] += [(event["to"], won)] * (len(routes[root]) < 4)
        turn += name == "draw"
    return routes


READERS = {"goryo": _goryo, "gorinto": _gorinto, "kyoto": _kyoto}


def _paces(kind: str, log: Log) -> Values:
    """Return the seconds of decisions by group."""
    paces, turn = defaultdict(list), 1
    table = f"{len(log['players'])}p" if len(log["players"]) > 1 else "solo"
    if log["ruleset"].get("mode") == "partnership":
        table = "partnership"
    for before, event in pairwise([{"type": ""}, *log["events"]]):
        name, group = event["type"], None
        if kind == "goryo":
            group = {"plan": "goryo"}.get(name, "samurai" if name in ASKED else None)
        elif kind == "gorinto":
            group = table if name == "place" else None
        elif name in CARDS:
            group = "oniwaban" if turn % 2 else "government"
        turn += name == "draw"
        if group and "at" in before and "at" in event and event["at"] - before["at"] <= HOUR:
            paces[group].append(round(event["at"] - before["at"]))
    return paces


ASKED = {"move", "search", "sniff"}


def players_of(game: NaiveGame, number: int) -> set[str]:
    """Return the players of a game: its names, and each unnamed seat as a player."""
    return {name or f"unnamed {number} {role}" for role, name in game.seats.items()}


class NaivePeople(NamedTuple):
    """The people of some games with observations."""

    players: int
    unnamed_seats: int
    uploaders: int
    effective_players: float
    largest_player_share: float
    largest_uploader_share: float
    by_player: float
    without_pair: list[float] | None
    capped: float | None


CAP = 0.25
"""The largest share of the weight of a number that the games of one uploader have."""


def naive_capped(games: Sequence[NaiveGame], key: str) -> float | None:
    """Return a number in which games of large uploaders weigh less; None if that changes nothing.

    Found by lowering the weights of uploaders above the cap again and again.
    """
    mine = [game for game in games if game.values.get(key)]
    counts = Counter(game.uploader for game in mine)
    if len(counts) * CAP <= 1 or max(counts.values()) <= CAP * len(mine):
        return None
    weights = {uploader: float(n) for uploader, n in counts.items()}
    for _ in range(2000):
        for uploader in weights:
            others = sum(weights.values()) - weights[uploader]
            weights[uploader] = min(counts[uploader], CAP / (1 - CAP) * others)
    each = {uploader: weights[uploader] / n for uploader, n in counts.items()}
    total = sum(each[game.uploader] * sum(game.values[key]) for game in mine)
    return total / sum(each[game.uploader] * len(game.values[key]) for game in mine)


def shown_value(games: Sequence[NaiveGame], key: str) -> float:
    """Return the value that pages show."""
    capped = naive_capped(games, key)
    if capped is not None:
        return capped
    return mean(value for game in games for value in game.values.get(key, []))


def naive_people(games: Sequence[NaiveGame], key: str) -> NaivePeople:
    """Return the people of a measure."""
    mine = [(game, players_of(game, n)) for n, game in enumerate(games) if game.values.get(key)]
    times = Counter(player for _, players in mine for player in players)
    observed: Counter[str] = Counter()
    for game, players in mine:
        observed.update(dict.fromkeys(players, len(game.values[key])))
    named = {name: n for name, n in times.items() if not name.startswith("unnamed ")}
    uploaders = Counter(game.uploader for game, _ in mine)
    role = key.removeprefix("roles/")
    own: dict[str, list[int]] = defaultdict(list)
    for game, players in mine:
        playing = players if role == key else {game.seats[role] or f"unnamed {id(game)}"}
        for player in playing:
            own[player] += game.values[key]
    total = [value for game, _ in mine for value in game.values[key]]
    met: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game, players in mine:
        for pair in combinations(sorted(players), 2):
            met[pair] += game.values[key]
    left = [
        (sum(total) - sum(part)) / (len(total) - len(part))
        for part in met.values()
        if len(part) < len(total)
    ]
    return NaivePeople(
        players=len(named),
        unnamed_seats=len(times) - len(named),
        uploaders=len(uploaders),
        effective_players=observed.total() ** 2 / sum(n * n for n in observed.values()),
        largest_player_share=max(times.values()) / len(mine),
        largest_uploader_share=max(uploaders.values()) / len(mine),
        by_player=mean([mean(values) for values in own.values()]),
        without_pair=[min(left), max(left)] if left else None,
        capped=naive_capped(games, key),
    )


def mean(values: Iterable[float]) -> float:
    """Return the mean."""
    values = list(values)
    return sum(values) / len(values)
