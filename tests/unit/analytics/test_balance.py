"""The balance of places: known effects are found, bias is seen, and too little is called so."""

import pytest

from analytics import services as stats_services
from analytics.inference import simulated
from analytics.inference.model import Trial, fit
from analytics.inference.report import report
from analytics.inference.simulated import WORLDS, World, recovered, uploaded
from analytics.inference.uploads import Played, uploaders
from analytics.models import BalanceFit
from games.goryo.rules.board import default_board
from replays import services as replay_services
from replays.text.names import handle_of

from .gorinto_logs import game_of
from .test_ratings import game

FEW_GAMES = WORLDS[-1]


def test_a_known_effect_and_known_strengths_are_found():
    """`manage.py prove_balance` does this on larger worlds, and says how often."""
    runs = list(recovered(FEW_GAMES, range(60)))
    assert sum(place for place, *_ in runs) >= 53  # of 95 %, less than one chance in fifty
    assert sum(inside for _, inside, _ in runs) / sum(n for *_, n in runs) > 0.9


def test_strength_is_not_taken_for_the_place():
    strong = [Trial(("strong",), (f"weak {n % 6}",), n % 10 > 0) for n in range(60)]
    others = [Trial((f"weak {n % 6}",), (f"weak {(n + 1 + n // 6) % 6}",), n % 2 > 0)
              for n in range(60) if n % 6 != (n + 1 + n // 6) % 6]  # fmt: skip
    found = fit([*strong, *others])
    assert found.seat.low < 0.1
    assert found.strengths["strong"].low > 0
    # as played the place seems far ahead
    trials = [*strong, *others]
    assert sum(trial.won for trial in trials) / len(trials) > 0.65


def test_players_beyond_the_limit_are_average(monkeypatch):
    _, trials = simulated.results(WORLDS[0], 5)
    monkeypatch.setattr("analytics.inference.model.MAX_PLAYERS", 10)
    assert len(fit(trials).strengths) == 10


@pytest.mark.parametrize(("kept_back", "least"), [(0.5, 9), (1.0, 9)])
def test_bias_of_uploads_is_seen(kept_back, least):
    seen = [_verdict(seed, kept_back) for seed in range(10)]
    assert seen.count("bias") >= least


def test_without_bias_none_is_seen():
    seen = [_verdict(seed, 0.0) for seed in range(20)]
    assert seen.count("bias") + seen.count("reverse") <= 3
    assert "unclear" in seen


def _verdict(seed: int, only_winners: float) -> str:
    games = uploaded(World("a club", 16, 240, 0.2, 0.6), seed, only_winners=only_winners)
    sent_by, declared = uploaders(games)
    return report(games, sent_by, declared, ["first", "second"])["uploads"]["verdict"]


def test_whose_upload_it_is():
    def played(number: int, sender: str, *names: str | None, recorded: int = -1) -> Played:
        seats = [
            {"name": name, "side": n, "place": str(n), "rank": n + 1, "recorded": n == recorded}
            for n, name in enumerate(names)
        ]
        return Played(number, seats, sender)

    hers = [played(n, "one", "ann", f"foe {n}") for n in range(6)]
    pair = [played(10 + n, "two", "ben", "cy") for n in range(6)]  # either may be the sender
    few = [played(20 + n, "three", "di", f"foe {n}") for n in range(4)]
    said = [played(30, "", "ed", "fay", recorded=1)]
    nobody = [played(40, "", "ann", "ben"), played(41, "", "ann", None)]
    sent_by, declared = uploaders([*hers, *pair, *few, *said, *nobody])
    assert sent_by == {**dict.fromkeys(range(6), "ann"), 30: "fay"}
    assert declared == 1


@pytest.mark.django_db
def test_the_page_and_the_api_tell_of_people(counted, client):
    logs = [
        game(n, f"P{n % 5}", f"P{(n + 1 + n // 20) % 5}", "goryo" if n % 3 else "samurai")
        for n in range(60)
        if n % 5 != (n + 1 + n // 20) % 5
    ]
    counted(logs)
    counted([{**log, "x_simulated": True} for log in logs[:10]])
    assert stats_services.fit_balance() == 2
    assert stats_services.fit_balance() == 0
    one = BalanceFit.objects.get(is_simulated=False)
    assert one.games == len(logs) == one.report["fitted"]
    assert one.report["uploads"]["verdict"] == "unknown"
    page = client.get("/stats/goryo/balance/").content.decode()
    assert "Unknown: the uploader is not known for any of these games." in page
    for asked in ("", "?simulated=yes"):
        body = client.get(f"/api/v1/stats/goryo/balance/{asked}").json()["fits"]
        assert len(body) == 1
        for place in body[0]["places"]:
            assert place["share"][1] == body[0]["games"]
    rows = client.get("/api/v1/stats/goryo/balance/csv/").content.decode().splitlines()
    assert len(rows) == 3
    goryo, samurai = one.report["places"]
    assert goryo["fit"]["value"] == pytest.approx(1 - samurai["fit"]["value"], abs=1e-6)
    assert goryo["share"][0] + samurai["share"][0] == len(logs)


@pytest.mark.django_db
def test_too_little_is_called_so(counted, client):
    page = client.get("/stats/goryo/balance/")
    assert b"Cannot tell yet" in page.content
    counted([game(n, "Ann", "Ben", "goryo") for n in range(8)])
    stats_services.fit_balance()
    report = BalanceFit.objects.get().report
    assert {one["verdict"] for one in report["places"]} == {"few"}
    assert [one["fit"] for one in report["places"]] == [None, None]
    page = client.get("/stats/goryo/balance/").content
    assert b"Not enough games or players yet." in page


@pytest.mark.django_db
def test_boards_and_rulesets_are_fitted_apart_and_go_with_their_games(counted):
    other = {**default_board().data, "id": "mine", "provenance": "user"}
    first = counted([game(1, "Ann", "Ben", "goryo")])
    counted([{**game(2, "Ann", "Ben", "goryo"), "board": other}])
    stats_services.fit_balance()
    assert BalanceFit.objects.count() == 2
    replay_services.delete_games(first)
    stats_services.fit_balance()
    assert BalanceFit.objects.count() == 1


@pytest.mark.django_db
def test_the_log_may_say_who_recorded(counted):
    counted([{**game(n, "Ann", f"Foe {n}", "goryo"), "source": "ann"} for n in range(3)])
    stats_services.fit_balance()
    uploads = BalanceFit.objects.get().report["uploads"]
    assert (uploads["known"], uploads["declared"], uploads["own"]) == (3, 3, [3, 3])
    assert uploads["places"]["goryo"]["there"] == [3, 3]


@pytest.mark.django_db
def test_gorinto_compares_places_in_the_turn_order(counted, client):
    logs = [game_of("3p-clockwise", seed) for seed in range(3)]
    for log in logs:
        for player, name in zip(log["players"], ("Ann", "Ben", "Cy"), strict=True):
            player["name"] = name
    counted([*logs, game_of("solo-normal", 1)])
    stats_services.fit_balance()
    report = BalanceFit.objects.get(mode="3p-clockwise").report
    assert [one["place"] for one in report["places"]] == ["turn1", "turn2", "turn3"]
    assert {one["even"] for one in report["places"]} == {1 / 3}
    assert not BalanceFit.objects.filter(mode="solo-normal").exists()
    assert client.get("/stats/gorinto/balance/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["rolle=x", "simulated=all", "of=1999"])
def test_words_that_mean_nothing_are_told(client, asked):
    assert client.get(f"/stats/goryo/balance/?{asked}").status_code == 400
    if "of" not in asked:
        assert client.get(f"/api/v1/stats/goryo/balance/?{asked}").status_code == 400
    assert client.get("/stats/chess/balance/").status_code == 404


@pytest.mark.django_db
def test_a_report_names_nobody(counted):
    counted([game(1, "Ann", "Ben", "goryo")])
    stats_services.fit_balance()
    assert handle_of("ann") not in str(BalanceFit.objects.get().report)
