"""`reverify`: the current engine replays all stored games, and nothing is lost."""

from typing import Any

import pytest
from django.test import Client

from analytics import services as stats_services
from games import registry
from games.core.replay import Outcome
from games.core.rules import Violation
from replays import services as replay_services
from replays.models import Game, Verdict, Verification
from replays.reads import games as game_reads
from replays.signals import games_changed
from tests.support.commands import run as run_command
from tests.support.kinds import changed_kind
from tests.support.pages import get, missing, page, present

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
        return Violation("10.1", "no_resigning", "No player may resign any more.")
    return GORYO.rules.engine.violation(state, event)


def the_samurai_always_win(state: Any) -> Outcome:
    outcome = GORYO.rules.engine.outcome(state)
    return outcome._replace(winners=("samurai",)) if outcome.reason else outcome


def store(data: bytes) -> list[Game]:
    assert submit(data, reading=replay_services.Reading.NOW).n_refused == 0
    games = list(Game.objects.order_by("pk"))
    stats_services.count_games([game.pk for game in games])
    return games


def run(*arguments: str) -> tuple[int, str]:
    status, out, _ = run_command("reverify", *arguments)
    return status, out


def run_with_differences() -> str:
    status, output = run()
    assert status == 1
    return output


def counted_games() -> int:
    from analytics.models import Cell

    return sum(Cell.objects.values_list("games", flat=True))


def test_the_same_engine_finds_no_differences() -> None:
    store(many(7))
    store(UNFINISHED.encode())
    status, output = run()
    assert (status, Verdict.objects.count()) == (0, 0)
    assert missing(output, "8 games replayed", "0 end differently, 0 are refused") == []


def test_another_result_is_reported(engine: Any) -> None:
    game = store(text_log())[0]
    assert game.winner == "goryo"
    engine(outcome=the_samurai_always_win)
    line = f"goryo {game.public_id}: winner goryo → samurai [engine 1.0 → 9.9]"
    assert line in run_with_differences()
    game.refresh_from_db()
    assert (game.winner, game.engine_version) == ("goryo", "1.0"), "only reported"
    assert "winner: goryo, now samurai" in page(Client(), game.get_absolute_url())


def test_a_changed_digest_or_number_of_events_is_reported() -> None:
    one, two = store(many(2))
    Game.objects.filter(pk=one.pk).update(digest="0" * 64)
    Game.objects.filter(pk=two.pk).update(n_events=99)
    output = run_with_differences()
    digest = f"goryo {one.public_id}: digest {'0' * 64} → {one.digest}"
    assert missing(output, digest, f"goryo {two.public_id}: n_events 99 → {two.n_events}") == []


def test_a_refused_game_is_shown_but_not_counted(engine: Any, client: Client) -> None:
    game = store(text_log())[0]
    assert counted_games() == 1
    engine(violation=no_resigning)
    assert "refused at event 7 (No player may resign any more.)" in run_with_differences()
    game.refresh_from_db()
    assert (game.refused_by, counted_games()) == ("9.9", 0)
    message = "engine 9.9 refuses it. Reason, at event 7: No player may resign"
    assert message in page(client, game.get_absolute_url()), "what went before is shown"
    assert page(client, f"/games/{game.public_id}/log.json").strip() == game.canonical
    assert game.public_id not in page(client, "/api/v1/games/")
    assert "?refused=yes" in page(client, "/games/")
    listed = page(client, "/games/?refused=yes")
    assert missing(listed, game.get_absolute_url(), "refused by engine 9.9") == []
    (row,) = get(client, "/api/v1/games/?refused=yes").json()["games"]
    assert (row["id"], row["refused_by"]) == (game.public_id, "9.9")
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
    text = page(client, game.get_absolute_url())
    assert "engine 9.9 refuses it." in text
    assert present(text, "c3", "at event") == []
    assert client.get(f"/api/v1/games/{game.public_id}/").json()["views"] == []
    for address in ("steps", "frames", "log"):
        answer = client.get(f"/api/v1/games/{game.public_id}/{address}/")
        assert answer.status_code in (403, 404)
        assert b"c3" not in answer.content


def test_adopted_results_replace_old_ones_that_the_verdict_keeps(engine: Any) -> None:
    game = store(text_log())[0]
    engine(outcome=the_samurai_always_win)
    assert run("--adopt")[0] == 1
    game.refresh_from_db()
    assert (game.winner, game.engine_version) == ("samurai", "9.9")
    verdict = Verdict.objects.get()
    assert verdict.adopted_at is not None
    assert verdict.differences == [{"what": "winner", "stored": "goryo", "found": "samurai"}]
    stats_services.sweep_games()
    assert list(stats_services.recount(check_only=True)) == []
    assert run("--fresh")[0] == 0
    assert Verdict.objects.get() == verdict, "the stored verdict is unchanged"


def test_refused_and_changed_games_are_announced(engine: Any) -> None:
    game, seen = store(text_log())[0], list[tuple[str, str, list[int]]]()

    def note(*, own: str, public: str, games: Any, **_: Any) -> None:
        seen.append((own, public, [each.pk for each in games]))

    games_changed.connect(note)
    engine(violation=no_resigning)
    run()
    engine(outcome=the_samurai_always_win)
    run("--adopt")
    assert seen == [
        ("", "removed", [game.pk]),
        ("", "stored", [game.pk]),
        ("changed", "changed", [game.pk]),
    ]


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
    replay_services.withdraw_games([store(text_log())[0].pk])
    engine(violation=no_resigning)
    run()
    engine()
    run("--fresh")
    stats_services.sweep_games()
    assert counted_games() == 0
