"""Kyoto's facts and habits: one game counted by hand, and a naive count over the plain steps of
random games of every mode.
"""

from collections import Counter
from pathlib import Path

import pytest

from games.kyoto.facts import facts
from games.kyoto.habits import seat_facts
from games.kyoto.kind import KIND
from tests.support.documents import document, logs_in
from tests.support.engine import dump, replay_of
from tests.support.kyoto_games import random_log

SIDES = ("oniwaban", "government")
OTHER = dict(zip(SIDES, reversed(SIDES), strict=True))
MOVES = ("site", "defend", "tunnel", "charge")
DECOYS = Path("tests/golden/kyoto/charisma-full-decoys.txt")
SAMPLE = Path("samples/kyoto-escape.txt")
TABLE = next(log for log in logs_in(document("log-format-kyoto")) if '[Depth "table"]' in log)
"""The public view of the same game."""
GAMES = [(mode, seed) for mode in KIND.identity.modes for seed in range(4)]


def values(sums):
    """Return the observations of a distribution: group → value → times."""
    return {group: {int(v): n for v, n in of["values"].items()} for group, of in sums.items()}


def times(sums):
    """Return counts by space: layer → space → times."""
    return {layer: {s: leaf[0] for s, leaf in of.items()} for layer, of in sums.items() if layer}


def test_a_game_counted_by_hand() -> None:
    counted = facts(replay_of(SAMPLE.read_bytes()))
    spaces = counted["spaces"]
    assert spaces[""] == [1, 9, 81]  # turns
    assert times(spaces) == {
        "entered": {"d3": 1, "d4": 2, "e5": 2, "a5": 1, "a4": 1, "d6": 1},
        "entered-oniwaban": {"d3": 1, "d4": 1, "e5": 2, "d6": 1},
        "entered-government": {"d4": 1, "a5": 1, "a4": 1},
        "attacked-oniwaban": {"d4": 1, "d6": 1},
        "fought": {"d4": 1, "d6": 1},
        "captured": {"d4": 1, "d6": 1},
        "escaped": {"d6": 1},
    }
    assert values(counted["length"]) == {"escape": {9: 1}}
    assert counted["survival"] == {"all": {"games": 1, "at": {"9": [1, 1]}}}
    assert values(counted["conflicts"]) == {
        "oniwaban.won": {2: 1}, "oniwaban.lost": {0: 1},
        "government.won": {0: 1}, "government.lost": {0: 1},
    }  # fmt: skip
    # no agent was known to be real: the one that beat 2 and 0 may be 2 fake
    assert values(counted["unknown"]) == {"oniwaban.kept": {9: 2}, "government.kept": {9: 2}}
    assert counted["bluff"] == {role: [1, 1, 0] for role in SIDES}


def test_when_real_agents_were_known_counted_by_hand() -> None:
    """The Oniwaban's 2 real falls in turn 32. In turn 35 their 0 fake takes the Government's 3 real
    and is the fifth that is seen, so the sixth is 3 real. The Government's 2 real is never seen.
    """
    counted = facts(replay_of(DECOYS.read_bytes()))
    assert values(counted["unknown"]) == {
        "oniwaban.known": {32: 1, 35: 1},
        "government.known": {35: 1},
        "government.kept": {41: 1},
    }
    assert counted["bluff"] == {role: [1, 0, 0] for role in SIDES}
    assert counted["wins-charisma"] == {"oniwaban.yoko": [1, 0, 0], "government.iroha": [1, 1, 0]}
    assert values(counted["conflicts"]) == {
        "oniwaban.won": {4: 1}, "oniwaban.lost": {0: 1},
        "government.won": {1: 1}, "government.lost": {2: 1},
    }  # fmt: skip


def test_habits_counted_by_hand() -> None:
    counted = seat_facts(replay_of(SAMPLE.read_bytes()))
    played = {
        role: {card: n for card, of in values(own["plays"]).items() for n in of if n}
        for role, own in counted.items()
    }
    assert played == {
        "oniwaban": {"market": 2, "residence": 1, "shrine": 2},
        "government": {"residence": 2, "bait": 1, "wild": 1},
    }
    attacks = {role: values(own["attacks"]) for role, own in counted.items()}
    assert attacks == {
        "oniwaban": {"won": {2: 1}, "lost": {0: 1}},
        "government": {"won": {0: 1}, "lost": {0: 1}},
    }
    spaces = times(facts(replay_of(SAMPLE.read_bytes()))["spaces"])  # counted by hand above
    for role, own in counted.items():
        of_role = {key: n for key, n in spaces.items() if key.endswith(f"-{role}")}
        assert times(own["spaces"]) == of_role


def test_the_public_log_adds_the_same_except_for_real_agents_and_hands() -> None:
    whole, table = facts(replay_of(SAMPLE.read_bytes())), facts(replay_of(TABLE.encode()))
    hidden = ("unknown", "bluff", "wins-hand", "wins-draw")
    assert table == {key: sums for key, sums in whole.items() if key not in hidden}
    assert seat_facts(replay_of(TABLE.encode())) == seat_facts(replay_of(SAMPLE.read_bytes()))


@pytest.mark.parametrize(
    ("end", "metrics", "habits"),
    [
        ("", {"survival"}, set()),
        (
            "resign government",
            {"spaces", "survival", "wins-hand", "wins-draw", "trees"},
            {"spaces"},
        ),
    ],
)
def test_an_unfinished_game(end: str, metrics: set[str], habits: set[str]) -> None:
    log = SAMPLE.read_text().partition("wild a5 a4")[0] + end
    replay = replay_of(log.encode())
    counted = facts(replay)
    assert set(counted) == metrics
    assert counted["survival"] == {"all": {"games": 1, "at": {str(replay.final.turn): [1, 0]}}}
    assert {key for own in seat_facts(replay).values() for key in own} == habits


@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_habits_equal_the_steps(mode: str, seed: int) -> None:
    replay = replay_of(dump(random_log(mode, f"habits {seed}")))
    plays, attacks, entered = ({role: Counter[str]() for role in SIDES} for _ in range(3))
    before = None
    for step in KIND.display.steps(replay, "omniscient", False):
        event, state = step["event"], step["state"]
        seen = before or state
        kind, active, fight = event["type"], seen["active"], seen["conflict"]
        if kind in (*MOVES, "swap", "bait"):
            plays[active][event.get("card", kind)] += 1
        if kind in (*MOVES, "push") and state["conflict"] is None:
            entered[active if kind != "push" else OTHER[active]][event["to"]] += 1
        if kind == "conflict":
            won = event["winner"] == "attacker"
            attacks[fight["attacker"]]["won" if won else "lost"] += 1
            entered[fight["attacker"]][fight["at"]] += won
        before = state
    assert sum(map(Counter.total, attacks.values())) > 0
    for role, own in seat_facts(replay).items():
        assert values(own["plays"]) == {card: {plays[role][card]: 1} for card in own["plays"]}
        assert plays[role].keys() <= own["plays"].keys()
        assert values(own["attacks"]) == {how: {attacks[role][how]: 1} for how in ("won", "lost")}
        assert times(own["spaces"]).get(f"entered-{role}", {}) == +entered[role]
    assert values(facts(replay)["conflicts"]) == {
        f"{role}.{how}": {attacks[role][how]: 1} for role in SIDES for how in ("won", "lost")
    }
