"""Every chart of every game, made again from open data alone: the same bytes."""

import random
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.core.management import CommandError, call_command

from analytics import services as stats_services
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters
from analytics.models import Baseline, Cell, Contribution, Snapshot
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from games.registry import KINDS, simulate
from replays import services as replay_services
from replays.models import Board, Game
from tests.support.deep import due
from tests.support.kinds import changed_kind

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import other_board, varied

pytestmark = pytest.mark.django_db


def of_kyoto(seed: int) -> list[Any]:
    """A game between bots of each ruleset of Shadows in Kyoto, as if people had played them."""
    logs = []
    for month, ruleset in enumerate(KINDS["kyoto"].identity.rulesets, start=1):
        log = simulate("kyoto", ruleset, str(seed), random.Random(seed)).plain()
        kept = {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}
        logs.append({**kept, "played_at": f"2026-{month:02}-01"})
    return logs


@pytest.fixture(scope="module")
def dump(module_db: None, module_dumps: Path) -> Path:
    """A dump of games of every kind, edition, mode, board; people's and simulated."""
    count_logs(varied(20))
    count_logs(varied(8, seed=3, board=other_board()))
    count_logs(varied(8, seed=4, x_simulated=True))
    for seed in range(2):
        count_logs(of_every_mode(seed))
        count_logs(of_kyoto(seed))
    return module_dumps / stats_services.make_dump().name


def rebuilt(dump: Path, question: str, *words: str) -> bytes:
    out = StringIO()
    call_command("rebuild_figure", "--dump", str(dump), "--question", question, *words, stdout=out)
    return out.getvalue().encode()


def questions(kind: str) -> list[str]:
    """Every chart a game has, in every split and layer, and some filters."""
    about = KINDS[kind]
    found = []
    if has_fixed_sides(about):
        found += [f"{kind}/roles/"] + [f"{kind}/roles/?by={by}" for by in splits_of(about)]
        found += [f"{kind}/roles/?simulated=all&by=month", f"{kind}/roles/?month=unknown"]
    for key, metric in answer_reads.grouped_metrics(kind).items():
        found.append(f"{kind}/metrics/{key}/")
        found += [f"{kind}/metrics/{key}/?by={by}" for by in splits_of(about, metric)]
    spaces = answer_reads.spaces_metric(kind)
    for digest, _ in LIVE.boards_played(kind, Filters(simulated="all")):
        for layer in spaces.layers if spaces else ():
            found.append(f"{kind}/spaces/?simulated=all&board={digest}&layer={layer}")
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_has_the_same_bytes(dump: Path, client: Any, kind: str, theme: str) -> None:
    every_question = questions(kind)
    assert len(every_question) > 8
    chosen = due(every_question)
    for question in chosen:
        path, _, words = question.partition("?")
        given = urlencode([*parse_qsl(words), ("theme", theme), ("snapshot", dump.name)])
        ours = client.get(f"/api/v1/stats/{path}figure/?{given}")
        assert ours.status_code == 200, question
        again = rebuilt(dump, question, "--theme", theme, "--facts")
        assert again == ours.content, question
    assert len({rebuilt(dump, question, "--facts") for question in chosen}) > len(chosen) // 2


@pytest.mark.parametrize("kind", KINDS)
def test_replaying_the_logs_gives_the_same_as_their_facts(dump: Path, kind: str) -> None:
    for question in (questions(kind)[0], questions(kind)[-1]):
        assert rebuilt(dump, question) == rebuilt(dump, question, "--facts")


def test_where_all_is_finished_the_live_chart_is_the_dumps(dump: Path, client: Any) -> None:
    replay_services.withdraw_games(
        Game.objects.filter(is_finished=False).values_list("pk", flat=True)
    )
    for question in ("goryo/roles/?by=edition", "gorinto/metrics/wisdom/"):
        path, _, words = question.partition("?")
        live = client.get(f"/api/v1/stats/{path}figure/?{words}").content
        assert rebuilt(dump, question) == live


def test_the_captions_command_gives_the_caption_s_chart(dump: Path, client: Any) -> None:
    for address in (
        "/stats/goryo/?by=month",
        "/stats/goryo/?simulated=yes",
        "/stats/gorinto/wisdom/?by=mode",
    ):
        page = unescape(client.get(address).content.decode())
        commands = page.split("rebuild_figure --dump ")[1:]
        assert commands, address
        for command in commands:
            name, rest = command.split(" --question '")
            assert name == dump.name
            assert rebuilt(dump, rest.split("'")[0], "--facts").startswith(b'{"data":')


def test_a_page_of_a_snapshot_says_so_and_keeps_to_it(dump: Path, client: Any) -> None:
    ways = f"/stats/goryo/routes/?snapshot={dump.name}&simulated=all"
    first = client.get(ways).context["routes"]["rows"][0]["address"]
    assert f"snapshot={dump.name}" in first
    taken = [client.get(address).content.decode() for address in (ways, first)]
    before = client.get(f"/stats/goryo/?snapshot={dump.name}").content.decode()
    replay_services.withdraw_games(Game.objects.values_list("pk", flat=True)[:10])
    after = client.get(f"/stats/goryo/?snapshot={dump.name}").content.decode()
    assert after == before
    assert [client.get(address).content.decode() for address in (ways, first)] == taken
    assert "These are the stored statistics of the snapshot" in taken[0]
    assert f"snapshot {dump.name}" in before
    assert (
        f"snapshot={dump.name}&amp;by=month" in before
        or f"by=month&amp;snapshot={dump.name}" in (before)
    )
    assert client.get("/stats/goryo/?snapshot=nothing").status_code == 400
    body = client.get(f"/api/v1/stats/goryo/roles/?snapshot={dump.name}").json()
    assert body["snapshot"] == dump.name


def test_it_needs_nothing_of_this_site_and_leaves_nothing(dump: Path, client: Any) -> None:
    path = f"/api/v1/stats/goryo/spaces/figure/?theme=light&snapshot={dump.name}&simulated=all"
    right = client.get(path).content
    Game.objects.all().delete()
    Board.objects.all().delete()
    Snapshot.objects.all().delete()
    assert not Cell.objects.exists()
    assert rebuilt(dump, "goryo/spaces/?simulated=all") == right
    for table in (Game, Board, Snapshot, Cell, Contribution):
        assert not table.objects.exists(), table


def test_lift_is_over_the_dumps_own_play_at_random(dump: Path, client: Any) -> None:
    cell = Cell.objects.filter(kind="goryo", is_finished=True, sums__has_key="spaces").first()
    assert cell is not None
    Baseline.objects.create(
        kind="goryo", board_digest=cell.board_digest, edition=cell.edition, mode=cell.mode,
        seed="x", games=cell.games, engine_version=str(KINDS["goryo"].rules.version),
        facts_version=KINDS["goryo"].counting.version, sums=cell.sums,
    )  # fmt: skip
    second = dump.parent / stats_services.make_dump().name
    words = f"simulated=all&board={cell.board_digest}&edition={cell.edition}&mode={cell.mode}"
    question = f"goryo/spaces/?{words}&show=lift"
    address = f"/api/v1/stats/goryo/spaces/figure/?{words}&show=lift&snapshot={second.name}"
    right = client.get(address)
    assert right.status_code == 200, right.content
    Baseline.objects.all().delete()
    assert rebuilt(second, question, "--facts") == right.content
    assert not Baseline.objects.exists()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("chess/roles/", "The dump has no games of 'chess'"),
        ("goryo/nonsense/", "There is no chart"),
        ("goryo/metrics/nonsense/", "Invalid question"),
        ("goryo/roles/?by=nonsense", "Unknown value"),
        ("gorinto/roles/", "no role has one win rate"),
    ],
)
def test_what_cannot_be_asked_is_said(dump: Path, question: str, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        rebuilt(dump, question, "--facts")


def test_another_engine_than_the_dumps_is_said(dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "goryo", changed_kind(KINDS["goryo"], rules={"version": "9.9"}))
    err = StringIO()
    call_command(
        "rebuild_figure", "--dump", str(dump), "--question", "goryo/roles/", "--facts",
        stdout=StringIO(), stderr=err,
    )  # fmt: skip
    assert "may differ" in err.getvalue()
    assert "9.9" in err.getvalue()
