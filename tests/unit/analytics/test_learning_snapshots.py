"""Learning curves of a snapshot: rebuilt from the files of its dump alone, without names, and equal
to the live ones as long as no uploader is capped.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from django.core.management import CommandError

from analytics import services as stats_services
from analytics.dumps.reading import open_dump, players_of
from analytics.insight.clusters import number_players, people_of
from analytics.models import Snapshot
from analytics.reads import learning
from analytics.reads.learning import BANDS, learning_measures
from analytics.services import learning as learning_services
from analytics.services.rebuild import with_dumps
from analytics.services.retention import delete_dump
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game
from tests.support.pages import get, get_json, get_page, missing, present

from .conftest import count_logs
from .logs import game, varied
from .table_logs import table_logs
from .test_rebuild import answer_of, forget_everything, rebuilt, rebuilt_body

pytestmark = pytest.mark.in_turn(2)

BOTS = {"x_simulated": True}


def logs_of(kind: str, count: int = 48) -> list[Any]:
    return [log for log, _ in table_logs(kind, count)]


@pytest.fixture(scope="module")
def dump(module_db: None, module_dumps: Path) -> Path:
    """A dump of games of 14 players, many on the same day, from several uploads. Two names are one
    player, and another is hidden.
    """
    for kind in KINDS:
        logs = logs_of(kind)
        for start in range(0, len(logs), 8):
            count_logs(logs[start : start + 8])
    count_logs(varied(8, **BOTS))
    replay_services.merge_names("player 1", "player 2", "an administrator")
    replay_services.hide_names("player 3", "an administrator")
    return module_dumps / stats_services.make_dump().name


@pytest.fixture
def empty(module_db: None, settings: Any, tmp_path: Path) -> None:
    """A database without games, and a folder without dumps."""
    settings.DUMPS_DIR = tmp_path
    forget_everything()


def questions() -> Iterator[tuple[str, str]]:
    for slug, kind in KINDS.items():
        for measure in learning_measures(kind):
            for simulated in ("no", "yes", "all"):
                for form in ("table", "json"):
                    params = urlencode({"measure": measure, "simulated": simulated})
                    yield f"{slug}/learning/?{params}", form


def test_learning_curves_of_every_game_have_the_same_bytes(dump: Path, client: Any) -> None:
    right = {
        (question, form): answer_of(client, question, form, snapshot=dump.name)
        for question, form in questions()
    }
    for kind in KINDS:
        body = json.loads(right[f"{kind}/learning/?measure=wins&simulated=no", "json"])
        labels = [[point["label"] for point in curve["points"]] for curve in body["curves"]]
        assert labels == [["1", "2–3", "4–6", "7–10", "11–20"][: len(each)] for each in labels]
        assert min(map(len, labels)) > 3
        assert any(point["rate"]["low"] is not None for point in body["curves"][0]["points"])
    players = players_of(open_dump(dump))
    assert ["player 1", "player 2"] in [row["keys"] for row in players]
    assert "player 3" not in [key for row in players for key in row["keys"]]
    forget_everything()

    def read(names: Sequence[str]) -> None:
        for (question, form), body in right.items():
            assert rebuilt_body(question, form, snapshot=names[0]) == body, (question, form)

    with_dumps([open_dump(dump)], list(KINDS), read, replayed=False, has_learning=True)
    question = "goryo/learning/?measure=wins"
    table = right[f"{question}&simulated=no", "table"]
    assert rebuilt(dump, question, "--as", "table", "--facts") == table
    assert rebuilt(dump, question) == table
    assert not Snapshot.objects.exists()


def shown(client: Any, kind: str, measure: str, **params: str) -> Any:
    """The curves of an answer without what is known of uploaders."""
    data = {"measure": measure, **params}
    curves = get_json(client, f"/api/v1/stats/{kind}/learning/", data=data)["curves"]
    for point in (point for curve in curves for point in curve["points"]):
        for name in ("uploaders", "largest_uploader_share", "senders", "largest_sender_share"):
            point["people"].pop(name, None)
    return curves


@pytest.mark.parametrize("kind", KINDS)
def test_they_equal_the_live_ones_of_one_upload(empty: None, client: Any, kind: str) -> None:
    count_logs(logs_of(kind, 30))
    replay_services.withdraw_games(
        Game.objects.filter(is_finished=False).values_list("pk", flat=True)
    )
    name = stats_services.make_dump().name
    for measure in learning_measures(KINDS[kind]):
        live = shown(client, kind, measure)
        assert shown(client, kind, measure, snapshot=name) == live
        assert live[0]["points"]


def pair_of(number: int) -> tuple[str, str]:
    """Two of six names."""
    return f"Name {number % 6}", f"Name {(number + 1 + number % 5) % 6}"


def test_the_weight_of_an_uploader_is_not_capped(empty: None, client: Any) -> None:
    """Counted again with simple code; the live answer gives the large upload less weight."""
    sent = [[game(n, *pair_of(n), "goryo", f"2026-01-{1 + n:02}") for n in range(12)]]
    sent += [[game(n, *pair_of(n), "samurai", f"2026-02-{n:02}")] for n in range(12, 18)]
    for logs in sent:
        count_logs(logs)
    name = stats_services.make_dump().name
    played: dict[str, int] = {}
    rows: list[tuple[int, str, float]] = []
    for log in (log for logs in sent for log in logs):
        for player in log["players"]:
            played[player["name"]] = played.get(player["name"], 0) + 1
            loser = log["events"][-1]["role"]
            rows.append((played[player["name"]], player["name"], float(player["role"] != loser)))
    stored = shown(client, "goryo", "wins", snapshot=name)[0]["points"]
    live = shown(client, "goryo", "wins")[0]["points"]
    assert any(point["people"]["capped"] for point in live)
    for point, (first, last) in zip(stored, BANDS, strict=False):
        own = [row for row in rows if first <= row[0] <= (last or 99)]
        totals = [won for *_, won in own]
        people = people_of(
            number_players([((player,), 0, "") for _, player, _ in own]),
            np.array(totals),
            np.array([1.0] * len(own)),
        )
        assert people is not None
        assert (point["rate"]["k"], point["rate"]["n"]) == (sum(totals), len(own))
        assert point["rate"]["value"] == sum(totals) / len(own)
        assert point["people"]["capped"] is None
        assert [point["people"]["low"], point["people"]["high"]] == [
            bound if bound is None else min(1.0, max(0.0, bound)) for bound in people.interval
        ]


def test_filters_are_refused(dump: Path, client: Any) -> None:
    for query, param in (
        ("edition=2024", "edition"), ("month=2026-02", "month"), ("winner=goryo", "winner"),
        ("from=2026-01", "from"), ("player=Player 0", "player"), ("rating=1500", "rating"),
    ):  # fmt: skip
        address = f"goryo/learning/?{query}&snapshot={dump.name}"
        text = f"{param}: Snapshots have no single games, so you can't"
        assert text[len(param) + 2 :] in get_page(client, f"/stats/{address}", 400)
        for path in (address, address.replace("/?", "/csv/?")):
            error = get_json(client, f"/api/v1/stats/{path}", 400)["error"]
            assert error["message"].startswith(text)
    with pytest.raises(CommandError, match="you can't filter learning curves"):
        rebuilt(dump, "goryo/learning/?edition=2024", "--facts")


def test_snapshots_without_curves_are_refused(dump: Path, client: Any) -> None:
    Snapshot.objects.update(learning={})
    address = f"/stats/goryo/learning/?snapshot={dump.name}"
    text = "This snapshot has no learning curves. Use a newer dump, or live data."
    assert text in get_page(client, address, 400)
    assert text in get_json(client, f"/api/v1{address}", 400)["error"]["message"]
    live = get_page(client, "/stats/goryo/learning/")
    assert "no dump yet whose numbers can be cited" in live
    assert f"/stats/goryo/learning/?snapshot={dump.name}" not in live
    kind_page = get_page(client, f"/stats/goryo/?snapshot={dump.name}")
    assert f"learning/?snapshot={dump.name}" not in kind_page


def strings_of(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {*value}.union(*map(strings_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(strings_of, value))
    return {value} if isinstance(value, str) else set()


def test_nothing_that_is_stored_names_a_player(dump: Path) -> None:
    stored = Snapshot.objects.get(name=dump.name).learning
    terms = {measure for kind in KINDS.values() for measure in learning_measures(kind)}
    terms |= {*KINDS, "no", "yes", "all", "regulars", "first", "last", "estimate", "people"}
    terms |= {"k", "n", "value", "low", "high", "games", "interval"}
    assert strings_of(stored) <= terms | {"players", "effective", "largest", "by_player"}
    assert 1000 < len(json.dumps(stored)) < 100_000


def test_a_hidden_name_counts_as_unnamed(dump: Path, client: Any) -> None:
    table = answer_of(client, "goryo/learning/?measure=wins", "json", snapshot=dump.name)
    points = json.loads(table)["curves"][0]["points"]
    names = {
        player["name"].casefold()
        for log in logs_of("goryo")
        if "played_at" in log
        for player in log["players"]
        if player["name"]
    }
    assert {"player 1", "player 2", "player 3"} <= names
    assert points[0]["people"]["players"] <= len(names) - 2
    assert not re.search("(?i)player 3", table.decode())


def test_too_many_games(empty: None, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (learning, learning_services):
        monkeypatch.setattr(module, "MAX_GAMES", 5)
    count_logs([*varied(12), *varied(4, seed=5, **BOTS)])
    name = stats_services.make_dump().name
    stored = Snapshot.objects.get(name=name).learning["goryo"]
    assert stored["no"] is stored["all"] is None
    assert stored["yes"]["wins"]["all"]
    address = f"/stats/goryo/learning/?snapshot={name}"
    error = get_json(client, f"/api/v1{address}", 400)["error"]
    assert (error["code"], present(error["message"], "Add filters")) == ("too_many_games", [])
    text = get_page(client, address).replace("\n", " ")
    assert missing(text, "available for at most") == present(text, "Add filters to") == []
    assert "Add filters to select fewer" in get_page(client, "/stats/goryo/learning/")


def test_the_page_of_a_snapshot(dump: Path, client: Any) -> None:
    text = get_page(client, f"/stats/goryo/learning/?snapshot={dump.name}")
    assert missing(
        text, "Snapshots have no uploaders", "These are the stored statistics", "Cite this",
        "recreates the same table", "--question 'goryo/learning/?measure=wins'",
        f"/api/v1/stats/goryo/learning/csv/?snapshot={dump.name}&measure=wins",
    ) == []  # fmt: skip
    assert present(text, "fixed share of the weight", "More filters", "edition=2024") == []
    bots = re.search(r'href="([^"]*learning/[^"]*simulated=yes[^"]*)"', text)
    assert bots is not None
    assert f"snapshot={dump.name}" in bots[1]
    get(client, bots[1])
    live = get_page(client, "/stats/goryo/learning/")
    assert missing(live, "fixed share of the weight", "its own learning curves") == []
    assert f"/stats/goryo/learning/?measure=wins&snapshot={dump.name}" in live
    filtered = get_page(client, "/stats/goryo/learning/?edition=2024")
    assert present(filtered, "Cite this", "rebuild_figure") == []
    for query, kept in (("", True), ("&edition=2024", False)):
        linked = get_page(client, f"/stats/goryo/?snapshot={dump.name}{query}")
        (address,) = re.findall(r'href="([^"]*/learning/[^"]*)"', linked)
        assert ("snapshot=" in address) == kept
        get(client, address)
    assert "Le istantanee non" in get_page(
        client, f"/it/stats/goryo/learning/?snapshot={dump.name}"
    )


def test_the_order_of_play_can_be_cited(dump: Path, client: Any) -> None:
    for query in ("", f"?snapshot={dump.name}"):
        text = get_page(client, f"/stats/kyoto/order/{query}")
        assert missing(text, "Cite this", f"--dump {dump.name} --question 'kyoto/order/'") == []
    answer = answer_of(client, "kyoto/order/", "table", snapshot=dump.name)
    assert rebuilt(dump, "kyoto/order/", "--facts") == answer


def test_a_removed_dump_has_no_curves(dump: Path) -> None:
    assert delete_dump(dump.name)
    assert Snapshot.objects.get(name=dump.name).learning == {}
