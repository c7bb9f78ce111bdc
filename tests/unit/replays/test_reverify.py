"""`reverify`: the current engine replays all stored games, and nothing is lost."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from analytics import services as stats_services
from games import registry
from games.core.replay import Outcome
from games.core.rules import Violation
from replays import services as replay_services
from replays.models import Game, Verdict, Verification
from replays.reads import games as game_reads
from tests.support.kinds import changed_kind

from .logs import UNFINISHED, many, submit, text_log

pytestmark = pytest.mark.django_db
GORYO = registry.KINDS["goryo"]


@pytest.fixture(autouse=True)
def _fresh_replays() -> Any:
    game_reads._replays.clear()
    yield
    game_reads._replays.clear()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replace the engine of Goryō by a later one with changes."""

    def put(**changes: Any) -> None:
        class Later:
            def __getattr__(self, name: str) -> Any:
                return changes.get(name) or getattr(GORYO.rules.engine, name)

        later = changed_kind(GORYO, rules={"engine": Later(), "version": "9.9"})
        monkeypatch.setitem(registry.KINDS, "goryo", later)
        game_reads._replays.clear()

    return put


def no_resigning(state: Any, event: Any) -> Any:
    plain = GORYO.log.codec.plain_event(event)
    if plain["type"] == "resign":
        return Violation("10.1", "no_resigning", "Nobody may resign any more.")
    return GORYO.rules.engine.violation(state, event)


def the_samurai_always_win(state: Any) -> Outcome:
    outcome = GORYO.rules.engine.outcome(state)
    return outcome._replace(winners=("samurai",)) if outcome.reason else outcome


def store(data: bytes) -> list[Game]:
    assert submit(data, reading=replay_services.Reading.NOW).n_refused == 0
    games = list(Game.objects.order_by("pk"))
    stats_services.count_games([game.pk for game in games])
    return games


def run(*words: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("reverify", *words, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def counted_games() -> int:
    from analytics.models import Cell

    return sum(Cell.objects.values_list("games", flat=True))


def test_the_same_engine_finds_no_differences() -> None:
    store(many(7))
    store(UNFINISHED.encode())
    status, told = run()
    assert (status, Verdict.objects.count()) == (0, 0)
    assert "8 games replayed" in told
    assert "0 end differently, 0 are refused" in told


def test_another_result_is_reported(engine: Any) -> None:
    game = store(text_log())[0]
    assert game.winner == "goryo"
    engine(outcome=the_samurai_always_win)
    status, told = run()
    assert status == 1
    assert f"goryo {game.public_id}: winner goryo → samurai [engine 1.0 → 9.9]" in told
    game.refresh_from_db()
    assert (game.winner, game.engine_version) == ("goryo", "1.0"), "only told"
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "winner: goryo, now samurai" in page


def test_a_changed_digest_or_number_of_events_is_reported() -> None:
    one, two = store(many(2))
    Game.objects.filter(pk=one.pk).update(digest="0" * 64)
    Game.objects.filter(pk=two.pk).update(n_events=99)
    status, told = run()
    assert status == 1
    assert f"goryo {one.public_id}: digest {'0' * 64} → {one.digest}" in told
    assert f"goryo {two.public_id}: n_events 99 → {two.n_events}" in told


def test_a_refused_game_is_shown_but_not_counted(engine: Any, client: Client) -> None:
    game = store(text_log())[0]
    assert counted_games() == 1
    engine(violation=no_resigning)
    status, told = run()
    assert status == 1
    assert "refused at event 7 (Nobody may resign any more.)" in told
    game.refresh_from_db()
    assert game.refused_by == "9.9"
    assert counted_games() == 0
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200, "what went before is shown"
    said = "engine 9.9 refuses it. Reason, at event 7: Nobody may resign"
    assert said in page.content.decode()
    log = client.get(f"/games/{game.public_id}/log.json").content.decode()
    assert log.strip() == game.canonical
    assert game.public_id not in str(client.get("/api/v1/games/").json())
    assert b"?refused=yes" in client.get("/games/").content
    listed = client.get("/games/?refused=yes").content.decode()
    assert game.get_absolute_url() in listed
    assert "refused by engine 9.9" in listed
    (told_game,) = client.get("/api/v1/games/?refused=yes").json()["games"]
    assert (told_game["id"], told_game["refused_by"]) == (game.public_id, "9.9")
    assert list(stats_services.recount(check_only=True)) == []


def test_a_game_accepted_again_is_counted_again(engine: Any) -> None:
    game = store(text_log())[0]
    engine(violation=no_resigning)
    run()
    engine()
    status, _ = run("--fresh")
    game.refresh_from_db()
    assert (status, game.refused_by, Verdict.objects.count()) == (0, "", 0)
    stats_services.sweep_games()
    assert counted_games() == 1


def test_the_refused_step_of_an_unfinished_game_is_secret(engine: Any, client: Client) -> None:
    game = store(UNFINISHED.encode())[0]

    def no_plan(state: Any, event: Any) -> Any:
        if GORYO.log.codec.plain_event(event)["type"] == "plan":
            return Violation("5.2", "no_plan", "The plan c3 is refused.")
        return GORYO.rules.engine.violation(state, event)

    engine(violation=no_plan)
    run()
    game.refresh_from_db()
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert b"engine 9.9 refuses it." in page.content
    assert b"c3" not in page.content
    assert b"at event" not in page.content
    assert client.get(f"/api/v1/games/{game.public_id}/").json()["views"] == []
    for address in ("steps", "frames", "log"):
        answer = client.get(f"/api/v1/games/{game.public_id}/{address}/")
        assert answer.status_code in (403, 404)
        assert b"c3" not in answer.content


def test_adopted_results_replace_old_ones_that_the_verdict_keeps(engine: Any) -> None:
    game = store(text_log())[0]
    engine(outcome=the_samurai_always_win)
    status, _ = run("--adopt")
    assert status == 1
    game.refresh_from_db()
    assert (game.winner, game.engine_version) == ("samurai", "9.9")
    verdict = Verdict.objects.get()
    assert verdict.adopted_at is not None
    assert verdict.differences == [{"what": "winner", "stored": "goryo", "found": "samurai"}]
    stats_services.sweep_games()
    assert list(stats_services.recount(check_only=True)) == []
    status, _ = run("--fresh")
    assert status == 0
    assert Verdict.objects.get() == verdict, "what stood there is still told"


def test_changes_of_identity_are_never_adopted(engine: Any) -> None:
    game = store(UNFINISHED.encode())[0]
    engine(outcome=lambda _state: Outcome(("goryo",), "revenge"))
    run("--adopt")
    game.refresh_from_db()
    assert (game.is_finished, game.winner) == (False, None)


def test_a_stopped_verification_continues_also_in_two_processes() -> None:
    store(many(230))
    one = replay_services.begin_verification()
    list(replay_services.verify_games(one, limit=100))
    assert (one.n_games, one.finished_at) == (100, None)
    two = replay_services.begin_verification()
    assert two.pk == one.pk
    both = (replay_services.verify_games(one), replay_services.verify_games(two))
    for games in both:
        next(games, None)
    for games in both:
        list(games)
    walk = Verification.objects.get()
    assert (walk.n_games, walk.n_otherwise, walk.n_refused) == (230, 0, 0)
    assert walk.finished_at is not None


def test_the_task_verifies_once_per_release(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from replays import tasks
    from replays.services import notifications

    enqueued: list[int] = []
    monkeypatch.setattr(notifications, "enqueue_verification", lambda: enqueued.append(1))
    monkeypatch.setattr(tasks, "VERIFY_BATCH_SIZE", 100)
    store(many(250))
    for _ in range(4):
        tasks.reverify()
    assert Verification.objects.count() == 1
    assert Verification.objects.get().finished_at is not None
    assert len(enqueued) == 2, "again while there is more"
    settings.RELEASE = "other"
    tasks.reverify()
    assert Verification.objects.count() == 2


def test_a_withdrawn_game_is_verified_but_not_counted(engine: Any) -> None:
    game = store(text_log())[0]
    replay_services.withdraw_games([game.pk])
    engine(violation=no_resigning)
    run()
    engine()
    run("--fresh")
    stats_services.sweep_games()
    assert counted_games() == 0
