"""Every chart of every game, made again from open data alone, has the same bytes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError

from analytics import services as stats_services
from analytics.dumps.reading import open_dump, players_of
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters
from analytics.management.commands.rebuild_figure import (
    answer_body,
    figure_body,
    parse_question,
)
from analytics.models import Baseline, Cell, Contribution, PlayerCell, Snapshot
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from analytics.services.rebuild import with_dumps
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Board, Game, Person, PersonName
from tests.support.commands import output, run
from tests.support.deep import due
from tests.support.kinds import changed_kind
from tests.support.pages import get, get_page, missing

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import game, kyoto_games, other_board, season, varied

pytestmark = pytest.mark.in_turn(2)


@pytest.fixture(scope="module")
def dump(module_db: None, module_dumps: Path) -> Path:
    """A dump of human and bot games of every kind, edition, mode and board."""
    count_logs([*varied(20), *varied(8, seed=3, board=other_board())])
    count_logs(varied(8, seed=4, x_simulated=True))
    count_logs([log for seed in range(2) for log in (*of_every_mode(seed), *kyoto_games(seed))])
    return module_dumps / stats_services.make_dump().name


def rebuilt(dump: Path, question: str, *options: str) -> bytes:
    """The output of the command."""
    return output("rebuild_figure", "--dump", dump, "--question", question, *options).encode()


def questions(kind: str) -> list[str]:
    """Every chart of a game, in every split and layer, with some filters."""
    about = KINDS[kind]
    addresses = []
    if has_fixed_sides(about):
        addresses += [f"{kind}/roles/"] + [f"{kind}/roles/?by={by}" for by in splits_of(about)]
        addresses += [f"{kind}/roles/?simulated=all&by=month", f"{kind}/roles/?month=unknown"]
    for key, metric in answer_reads.grouped_metrics(kind).items():
        addresses.append(f"{kind}/metrics/{key}/")
        addresses += [f"{kind}/metrics/{key}/?by={by}" for by in splits_of(about, metric)]
    spaces = answer_reads.spaces_metric(kind)
    for digest, _ in LIVE.boards_played(kind, Filters(simulated="all")):
        for layer in spaces.layers if spaces else ():
            addresses.append(f"{kind}/spaces/?simulated=all&board={digest}&layer={layer}")
    return addresses


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_has_the_same_bytes(dump: Path, client: Any, kind: str) -> None:
    every_question = questions(kind)
    assert len(every_question) > 8
    chosen = dict.fromkeys([*due(every_question), every_question[0], every_question[-1]])
    requests = []
    for question in chosen:
        path, params = parse_question(question)
        requests += [(path, {**params, "theme": theme}) for theme in ("light", "dark")]

    def figures(names: Sequence[str]) -> list[bytes]:
        return [figure_body(path, {**params, "snapshot": names[0]}) for path, params in requests]

    from_facts = with_dumps([open_dump(dump)], [kind], figures, replayed=False)
    for (path, params), body in zip(requests, from_facts, strict=True):
        query = urlencode({**params, "snapshot": dump.name})
        answer = get(client, f"/api/v1/stats/{path}/figure/?{query}")
        assert body == answer.content, (path, params)
    assert len(set(from_facts)) > len(chosen)
    assert with_dumps([open_dump(dump)], [kind], figures, replayed=True) == from_facts
    assert rebuilt(dump, next(iter(chosen)), "--theme", "dark", "--facts") == from_facts[1]
    assert rebuilt(dump, next(iter(chosen))) == from_facts[0]


def test_live_charts_of_finished_games_equal_those_of_the_dump(dump: Path, client: Any) -> None:
    unfinished = Game.objects.filter(is_finished=False).values_list("pk", flat=True)
    replay_services.withdraw_games(unfinished)
    for path, query in (("goryo/roles/", "by=edition"), ("gorinto/metrics/wisdom/", "")):
        live = client.get(f"/api/v1/stats/{path}figure/?{query}").content
        assert rebuilt(dump, f"{path}?{query}") == live


def test_the_commands_in_captions_work(dump: Path, client: Any) -> None:
    simulated = ("goryo/roles/?simulated=yes", "goryo/spaces/?simulated=yes")
    splits = ("goryo/trends/?measure=roles/samurai", "goryo/cross/", "kyoto/cards/")
    for path in ("goryo/roles/?by=month", *simulated, "gorinto/wisdom/?by=mode", *splits):
        commands = get_page(client, f"/stats/{path}").split("rebuild_figure --dump ")[1:]
        assert commands, path
        for command in commands:
            name, rest = command.split(" --question '")
            assert name == dump.name
            answer = rebuilt(dump, rest.split("'")[0], "--facts")
            is_table = path in ("goryo/cross/", "kyoto/cards/")
            assert answer.startswith(b"edition," if "cross" in path else b"card,") or not is_table
            assert is_table or answer.startswith(b'{"data":')


def test_a_page_of_a_snapshot_says_so_and_does_not_change(dump: Path, client: Any) -> None:
    routes = f"/stats/goryo/routes/?snapshot={dump.name}&simulated=all"
    start = client.get(routes).context["routes"]["rows"][0]["address"]
    assert f"snapshot={dump.name}" in start
    pages = ("/stats/goryo/", "/stats/goryo/roles/")
    addresses = (routes, start, *(f"{page}?snapshot={dump.name}" for page in pages))
    before = [client.get(address).content.decode() for address in addresses]
    replay_services.withdraw_games(Game.objects.values_list("pk", flat=True)[:10])
    assert [client.get(address).content.decode() for address in addresses] == before
    assert "These are the stored statistics of the snapshot" in before[0]
    for page, by in zip(before[2:], ("edition", "month"), strict=True):
        assert f"snapshot {dump.name}" in page
        links = (f"snapshot={dump.name}&amp;by={by}", f"by={by}&amp;snapshot={dump.name}")
        assert any(f"/stats/goryo/roles/?{link}" in page for link in links), by
    assert client.get("/stats/goryo/?snapshot=nothing").status_code == 400
    body = client.get(f"/api/v1/stats/goryo/roles/?snapshot={dump.name}").json()
    assert body["snapshot"] == dump.name


TABLES = [
    *(f"{kind}/{table}/{query}" for kind in KINDS for table in ("ratings", "balance")
      for query in ("", "?simulated=yes")),
    "goryo/roles/?by=month", "gorinto/metrics/wisdom/?by=mode", "kyoto/spaces/",
]  # fmt: skip


@pytest.fixture
def people(dump: Path) -> Path:
    """A dump of the same and of players, some of whom are merged or hidden."""
    count_logs(season(50))
    count_logs(game(500 + n, "Secret", "Ann", "goryo", "2026-01-03") for n in range(12))
    replay_services.merge_names("ben", "cy", "an administrator")
    replay_services.hide_names("secret", "an administrator")
    return dump.parent / stats_services.make_dump().name


def test_tables_ratings_and_balance_have_the_same_bytes(people: Path, client: Any) -> None:
    right = {}
    for question in TABLES:
        path, _, query = question.partition("?")
        address = f"/api/v1/stats/{path}csv/?{query}&snapshot={people.name}"
        right[question] = get(client, address).content
    json_address = f"/api/v1/stats/goryo/ratings/?snapshot={people.name}"
    json_body = client.get(json_address, headers={"Host": "testserver"}).content
    assert b"Ann" in right["goryo/ratings/"]
    assert b"Secret" not in b"".join(right.values())
    names = [line.split(b",")[4] for line in right["goryo/ratings/"].splitlines()]
    assert (b"Ben" in names) != (b"Cy" in names)  # one player
    for table in (Game, Board, Snapshot, PersonName, PlayerCell):
        table.objects.all().delete()
    for question in TABLES:
        assert rebuilt(people, question, "--as", "table") == right[question], question
    host = ("--as", "json", "--host", "testserver")
    assert rebuilt(people, "goryo/ratings/", *host) == json_body
    assert rebuilt(people, "goryo/ratings/") == right["goryo/ratings/"]
    assert not PlayerCell.objects.exists()


FORMS = {"figure": "figure/", "table": "csv/", "json": ""}
SPLITS = {
    "goryo/trends/": FORMS,
    "goryo/trends/?measure=roles/samurai&simulated=all": FORMS,
    "gorinto/trends/?simulated=all": FORMS,
    "kyoto/trends/?winner=government": FORMS,
    "goryo/cross/?simulated=all": ("table", "json"),
    "gorinto/cross/": ("table", "json"),
    "kyoto/cards/": ("table", "json"),
    "gorinto/order/": ("table", "json"),
    "kyoto/order/?simulated=all": ("table", "json"),
    "kyoto/routes/?simulated=all": ("table", "json"),
    "kyoto/metrics/survival/": FORMS,
    "goryo/metrics/survival/?by=edition": FORMS,
}
"""Numbers that are split, cards and survival, and the forms that they have."""


def answer_of(client: Any, question: str, form: str, **params: str) -> bytes:
    """The API's answer to a question."""
    path, given = parse_question(question)
    given |= params | ({"theme": "light"} if form == "figure" else {})
    prefix = "" if path.startswith("players/") else "stats/"
    address = f"/api/v1/{prefix}{path}/{FORMS[form]}?{urlencode(given)}"
    return bytes(get(client, address).content)


def rebuilt_body(question: str, form: str, **params: str) -> bytes:
    """The same from the snapshot of a dump, as the command reads it."""
    path, given = parse_question(question)
    given |= params | ({"theme": "light"} if form == "figure" else {})
    prefix = "" if path.startswith("players/") else "stats/"
    return answer_body(f"/api/v1/{prefix}{path}/{FORMS[form]}", given, "testserver")


def forget_everything() -> None:
    """Delete all rows of games, people and sums."""
    for table in (Game, Board, Snapshot, PersonName, Person, PlayerCell, Cell, Contribution):
        table.objects.all().delete()


def test_splits_cards_and_survival_have_the_same_bytes(dump: Path, client: Any) -> None:
    right = {
        (question, form): answer_of(client, question, form, snapshot=dump.name)
        for question, forms in SPLITS.items()
        for form in forms
    }
    assert len(set(right.values())) == len(right)
    assert b'"y":[0.' in right["goryo/trends/", "figure"].replace(b" ", b"")
    forget_everything()

    def read(names: Sequence[str]) -> None:
        for (question, form), body in right.items():
            assert rebuilt_body(question, form, snapshot=names[0]) == body, (question, form)

    with_dumps([open_dump(dump)], list(KINDS), read, replayed=False)
    assert rebuilt(dump, "kyoto/cards/") == right["kyoto/cards/", "table"]  # it has no figure
    assert rebuilt(dump, "goryo/trends/") == right["goryo/trends/", "figure"]


def test_changes_between_two_dumps_have_the_same_bytes(people: Path, client: Any) -> None:
    (before,) = Snapshot.objects.exclude(name=people.name).values_list("name", flat=True)
    states = {"before": before, "after": people.name}
    question = "goryo/movers/"
    right = {form: answer_of(client, question, form, **states) for form in ("table", "json")}
    assert right["table"].count(b"\n") > 5
    forget_everything()
    dumps = ("--dump", people, "--dump", people.parent / before)
    for form, body in right.items():
        options = (*dumps, "--as", form, "--facts", "--host", "testserver")
        for asked in (question, f"{question}?{urlencode(states)}"):
            assert output("rebuild_figure", "--question", asked, *options).encode() == body
    with pytest.raises(CommandError, match="needs 2 --dump, not 1"):
        rebuilt(people, question)


def test_pages_of_players_have_the_same_bytes(people: Path, client: Any) -> None:
    handles = {row["handle"]: row["name"] for row in players_of(open_dump(people))}
    assert "Secret" not in handles.values()
    right = {}
    for handle in handles:
        for query in ("?kind=goryo", "?simulated=all"):
            for form in FORMS:
                question = f"players/{handle}/{query}"
                right[question, form] = answer_of(client, question, form, snapshot=people.name)
    bodies = b"".join(right.values())
    assert b"Secret" not in bodies
    assert missing(bodies.decode(), '"form":["', '"opponents":[{', '"curve":[{', "tonexty") == []
    count_logs(season(30, seed=9))  # later games change nothing
    assert answer_of(client, question, "json", snapshot=people.name) == right[question, "json"]
    forget_everything()

    def read(names: Sequence[str]) -> None:
        for (question, form), body in right.items():
            assert rebuilt_body(question, form, snapshot=names[0]) == body, (question, form)

    options: dict[str, Any] = {"replayed": True, "has_cells": False, "has_players": True}
    with_dumps([open_dump(people)], list(KINDS), read, **options)
    assert rebuilt(people, question) == right[question, "figure"]
    assert not PersonName.objects.exists()
    assert not PlayerCell.objects.exists()


def test_rebuilding_needs_no_data_of_the_site_and_stores_none(dump: Path, client: Any) -> None:
    path = f"/api/v1/stats/goryo/spaces/figure/?theme=light&snapshot={dump.name}&simulated=all"
    right = client.get(path).content
    for table in (Game, Board, Snapshot):
        table.objects.all().delete()
    assert not Cell.objects.exists()
    assert rebuilt(dump, "goryo/spaces/?simulated=all") == right
    for table in (Game, Board, Snapshot, Cell, Contribution):
        assert not table.objects.exists(), table


def test_lift_uses_the_baselines_of_the_dump(dump: Path, client: Any) -> None:
    cell = Cell.objects.filter(kind="goryo", is_finished=True, sums__has_key="spaces").first()
    Baseline.objects.create(
        kind="goryo", board_digest=cell.board_digest, edition=cell.edition, mode=cell.mode,
        seed="x", games=cell.games, target=cell.games, sums=cell.sums,
        engine_version=str(KINDS["goryo"].rules.version),
        facts_version=KINDS["goryo"].counting.version,
    )  # fmt: skip
    second = dump.parent / stats_services.make_dump().name
    query = f"simulated=all&board={cell.board_digest}&edition={cell.edition}&mode={cell.mode}"
    query += "&show=lift"
    right = get(client, f"/api/v1/stats/goryo/spaces/figure/?{query}&snapshot={second.name}")
    Baseline.objects.all().delete()
    assert rebuilt(second, f"goryo/spaces/?{query}", "--facts") == right.content
    assert not Baseline.objects.exists()


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("chess/roles/", "The dump has no games of 'chess'"),
        ("goryo/nonsense/", "There is no chart"),
        ("goryo/metrics/nonsense/", "Invalid question"),
        ("goryo/roles/?by=nonsense", "Unknown value"),
        ("gorinto/roles/", "no role has one win rate"),
    ],
)
def test_an_invalid_question_fails_with_a_message(dump: Path, question: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        rebuilt(dump, question, "--facts")


def test_other_versions_than_the_dumps_give_a_warning(
    dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "goryo", changed_kind(KINDS["goryo"], rules={"version": "9.9"}))
    question = ("--dump", dump, "--question", "goryo/roles/", "--facts")
    status, _, errors = run("rebuild_figure", *question)
    assert (status, missing(errors, "may differ", "9.9")) == (0, [])
