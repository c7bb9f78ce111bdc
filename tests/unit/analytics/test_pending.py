"""Pending games: stored games that wait to be counted are in every answer, and on every page."""

from typing import Any

import pytest
from django.utils import timezone

from analytics import services as stats_services
from analytics.models import Contribution
from analytics.reads import counting
from analytics.reads.sums import LIVE
from analytics.services.ledger import SETTLING, settle
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game
from tests.support.pages import get, page

from .conftest import count_logs, store_logs
from .logs import bot_log, log_of, season, two_players

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ROLES = "/api/v1/stats/goryo/roles/"
ANSWERS = (
    ROLES,
    "/api/v1/stats/goryo/spaces/",
    "/api/v1/stats/goryo/routes/",
    "/api/v1/stats/goryo/metrics/wins-rounds/",
    "/api/v1/stats/goryo/metrics/length/",
    "/api/v1/stats/goryo/metrics/luck/",
    "/api/v1/stats/goryo/games/?metric=wins-rounds&group=d1",
    "/api/v1/stats/goryo/ratings/",
    "/api/v1/stats/goryo/balance/",
    "/api/v1/players/",
    "/api/v1/players/?kind=goryo",
)
PAGES = (
    "/stats/goryo/",
    "/stats/goryo/wins-rounds/",
    "/stats/goryo/routes/",
    "/stats/goryo/games/?metric=wins-rounds&group=d1",
    "/stats/goryo/ratings/",
    "/stats/goryo/balance/",
    "/players/",
    "/players/?kind=goryo",
)
BOT: dict[str, Any] = {"x_simulated": True}


def pending(client: Any, path: str) -> int:
    answer = get(client, path).json()
    assert answer["games_pending"] == answer["n_pending"]
    if answer["games_pending"]:
        assert answer.get("as_of") is None, "not all games are counted"
    return int(answer["games_pending"])


def with_param(path: str, param: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{param}"


@pytest.fixture
def waiting(db: None) -> list[int]:
    """Ten counted games, then three human games and a bot game that wait."""
    count_logs(season(10))
    human = season(3, seed=7)
    return [*store_logs(human), *store_logs([{**season(1, seed=8)[0], **BOT}])]


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_has_its_pending_games(waiting: list[int], client: Any, path: str) -> None:
    assert pending(client, path) == 3
    if "/games/" not in path and "spaces" not in path and "routes" not in path:
        assert pending(client, with_param(path, "simulated=yes")) == 1
    stats_services.count_games(waiting)
    assert pending(client, path) == 0


def test_the_filter_of_human_and_bot_games_applies(waiting: list[int], client: Any) -> None:
    counts = {s: pending(client, f"{ROLES}?simulated={s}") for s in ("no", "yes", "all")}
    assert counts == {"no": 3, "yes": 1, "all": 4}
    assert pending(client, f"{ROLES}?edition=2024&winner=goryo") == 3, "other filters do not"
    assert pending(client, "/api/v1/stats/gorinto/metrics/wisdom/") == 0
    assert pending(client, "/api/v1/players/?kind=gorinto") == 0
    assert pending(client, "/api/v1/players/?simulated=all") == 4


def test_a_player_has_them_too(waiting: list[int], client: Any) -> None:
    player = client.get("/api/v1/players/").json()["players"][0]
    assert pending(client, f"/api/v1/players/{player['handle']}/") == 3
    for path in (f"/players/{player['handle']}/", f"/players/{player['handle']}/games/"):
        assert "3 games are waiting to be counted." in page(client, path)


@pytest.mark.parametrize("path", PAGES)
def test_pages_say_how_many_wait(waiting: list[int], client: Any, path: str) -> None:
    def text(path: str) -> str:
        return " ".join(page(client, path).split())

    assert "3 games are waiting to be counted." in text(path)
    assert "3 partite aspettano di essere contate." in text(f"/it{path}")
    stats_services.count_games(waiting[1:])
    assert "1 game is waiting to be counted." in text(path)
    stats_services.count_games(waiting)
    assert "waiting to be counted" not in text(path)


def test_the_overview_has_those_of_all_games(waiting: list[int], client: Any) -> None:
    store_logs([bot_log("gorinto", "2p-burrow", 1)])
    assert "5 games are waiting to be counted." in page(client, "/stats/")


def test_a_cached_answer_is_not_shown_when_games_wait(client: Any) -> None:
    count_logs(season(10))

    def ask(etag: str) -> Any:
        return client.get(ROLES, HTTP_IF_NONE_MATCH=etag)

    first = client.get(ROLES)
    assert ask(first["ETag"]).status_code == 304
    ids = store_logs(season(2, seed=5))
    assert counting.ledger_revision() == first.json()["revision"], "no sum has changed"
    second = ask(first["ETag"])
    assert (second.status_code, second.json()["n_pending"]) == (200, 2)
    assert ask(second["ETag"]).status_code == 304
    stats_services.count_games(ids)
    third = ask(second["ETag"])
    assert (third.status_code, third.json()["n_pending"]) == (200, 0)
    assert ask(third["ETag"]).status_code == 304


def test_games_counted_by_an_earlier_version_are_pending(client: Any) -> None:
    ids = count_logs([*season(4), {**season(1, seed=3)[0], **BOT}])
    Contribution.objects.filter(pk__in=[ids[0], ids[-1]]).update(facts_version=1)
    answer = client.get(ROLES).json()
    assert (answer["games_pending"], answer["games_stale"]) == (1, 2)
    newer = KINDS["goryo"].counting.version + 1
    Contribution.objects.update(facts_version=newer)  # by a worker with newer code
    assert pending(client, ROLES) == 0


def test_only_countable_games_are_pending(client: Any) -> None:
    unfinished = log_of([{"type": "bind", "object": "mask"}], players=two_players("Ann", "Ben"))
    ids = store_logs([*season(3), unfinished])
    assert pending(client, ROLES) == 4, "an unfinished game is a game"
    replay_services.withdraw_games(ids[:1])
    Game.objects.filter(pk=ids[1]).update(refused_by="2.0")
    assert pending(client, ROLES) == 2


def test_a_snapshot_has_none(waiting: list[int], client: Any, settings: Any, tmp_path: Any) -> None:
    settings.DUMPS_DIR = tmp_path
    name = stats_services.make_dump().name
    assert pending(client, f"{ROLES}?snapshot={name}") == 0
    assert "waiting to be counted" not in page(client, f"/stats/goryo/?snapshot={name}")


def settled() -> int:
    return counting.ledger_state().settled


def make_old(ids: list[int]) -> None:
    Game.objects.filter(pk__in=ids).update(created_at=timezone.now() - 2 * SETTLING)


def test_a_sweep_records_up_to_which_game_all_are_counted(db: None) -> None:
    old = count_logs(season(4))
    make_old(old)
    new = count_logs(season(2, seed=5))
    stats_services.sweep_games()
    assert settled() == old[-1], "new games may not be the last of their transaction's time"
    make_old(new)
    (waiting,) = store_logs(season(1, seed=6))
    make_old([waiting])
    stats_services.sweep_games()
    assert settled() == waiting - 1
    stats_services.sweep_games()
    assert settled() == waiting


def test_a_restored_game_is_pending_again(client: Any) -> None:
    ids = count_logs(season(4))
    make_old(ids)
    stats_services.sweep_games()
    assert settled() == ids[-1]
    replay_services.withdraw_games(ids[1:2])
    assert pending(client, ROLES) == 0
    replay_services.restore_games(ids[1:2])
    assert settled() == ids[0]
    assert pending(client, ROLES) == 1
    stats_services.count_games(ids[1:2])
    assert pending(client, ROLES) == 0


def test_a_sweep_that_lost_a_race_records_nothing(db: None) -> None:
    ids = count_logs(season(4))
    make_old(ids)
    before = counting.ledger_revision()
    replay_services.withdraw_games(ids[:1])
    replay_services.restore_games(ids[:1])
    settle(None, before)
    assert settled() == 0
    assert LIVE.basis("goryo").n_pending == 1


def test_a_sweep_corrects_what_was_recorded_wrongly(db: None) -> None:
    ids = count_logs(season(4))
    make_old(ids)
    stats_services.sweep_games()
    Contribution.objects.filter(pk=ids[1]).delete()  # and no signal
    stats_services.sweep_games()
    assert settled() == ids[0]
    assert Contribution.objects.count() == 4
