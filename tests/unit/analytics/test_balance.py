"""The balance of seats as it is stored and shown, and upload bias."""

import random
from typing import Any

import pytest

from analytics import services as stats_services
from analytics.inference.model import Trial, fit
from analytics.inference.played import Played
from analytics.inference.uploads import uploaders, uploads_report
from analytics.models import BalanceFit, ResultsFit
from analytics.results_model.needed import CHANCE
from replays import services as replay_services
from replays.text.names import handle_of
from tests.support.pages import get

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import game, named, other_board
from .upload_worlds import GROUP, club_trials, uploads


def test_strength_is_not_attributed_to_the_seat():
    strong = [Trial(("strong",), (f"weak {n % 6}",), n % 10 > 0) for n in range(60)]
    others = [Trial((f"weak {n % 6}",), (f"weak {(n + 1 + n // 6) % 6}",), n % 2 > 0)
              for n in range(60) if n % 6 != (n + 1 + n // 6) % 6]  # fmt: skip
    trials = [*strong, *others]
    fitted = fit(trials)
    assert fitted.seat.low < 0.1
    assert fitted.strengths["strong"].low > 0
    # the raw share of the seat is far ahead
    assert sum(trial.won for trial in trials) / len(trials) > 0.65


def test_players_beyond_the_limit_are_average(monkeypatch):
    monkeypatch.setattr("analytics.inference.model.MAX_PLAYERS", 10)
    assert len(fit(club_trials(5, players=30)).strengths) == 10


def upload_verdicts(only_winners: float, runs: int) -> list[str]:
    found = []
    for seed in range(runs):
        games = uploads(seed, only_winners=only_winners)
        found.append(uploads_report(games, uploaders(games))["verdict"])
    return found


def test_bias_of_uploads_is_detected():
    for only_winners in (0.5, 1.0):
        assert upload_verdicts(only_winners, 10).count("bias") >= 9
    unbiased = upload_verdicts(0.0, 20)
    assert unbiased.count("bias") + unbiased.count("reverse") <= 3
    assert "unclear" in unbiased


def test_known_uploaders():
    def played(number: int, uploader: str, *names: str | None, recorded: int = -1) -> Played:
        seats = [
            {"name": name, "side": n, "place": str(n), "rank": n + 1, "recorded": n == recorded}
            for n, name in enumerate(names)
        ]
        return Played(number, GROUP, "", seats, uploader)

    own = [played(n, "one", "ann", f"foe {n}") for n in range(6)]
    pair = [played(10 + n, "two", "ben", "cy") for n in range(6)]  # the uploader may be either
    few = [played(20 + n, "three", "di", f"foe {n}") for n in range(4)]
    declared = [played(30, "", "ed", "fay", recorded=1)]
    unknown = [played(40, "", "ann", "ben"), played(41, "", "ann", None)]
    known = uploaders([*own, *pair, *few, *declared, *unknown])
    assert known.by_game == {**dict.fromkeys(range(6), "ann"), 30: "fay"}
    assert known.declared == {30}


def club(games: int = 60) -> list[dict[str, Any]]:
    """Games of five players in both roles; the Goryō wins two of three."""
    return [
        game(n, f"P{n % 5}", f"P{(n + 1 + n // 20) % 5}", "goryo" if n % 3 else "samurai")
        for n in range(games)
        if n % 5 != (n + 1 + n // 20) % 5
    ]


def test_the_page_and_the_api_show_fits(client):
    assert b"Cannot tell yet" in client.get("/stats/goryo/balance/").content
    logs = club()
    bots = [{**log, "x_simulated": True} for log in logs[:10]]
    count_logs([*logs, *bots])
    assert stats_services.fit_results() == 2
    assert stats_services.fit_results() == 0
    row = BalanceFit.objects.get(is_simulated=False)
    assert row.games == len(logs) == row.report["games"]
    assert row.report["uploads"]["verdict"] == "unknown"
    page = client.get("/stats/goryo/balance/").content.decode()
    assert "Unknown: the uploader is not known for any of these games." in page
    of_human, of_bots = (
        client.get(f"/api/v1/stats/goryo/balance/{query}").json()
        for query in ("", "?simulated=yes")
    )
    assert of_human["fit"]["games"] == len(logs)
    assert of_bots["fit"]["games"] == len(bots)
    (body,) = of_human["fits"]
    goryo, samurai = body["seats"]
    assert (goryo["seat"], samurai["seat"]) == ("goryo", "samurai")
    assert goryo["share"] + samurai["share"] == pytest.approx(1, abs=1e-9)
    won = sum(log["events"][-1]["role"] == "samurai" for log in logs)  # who resigns has lost
    assert goryo["raw_share"] == pytest.approx(won / len(logs))
    assert goryo["low"] < goryo["share"] < goryo["high"]
    (few,) = of_bots["fits"]
    assert few["reason"] == "few_effective_games"
    assert [seat["share"] for seat in few["seats"]] == [None, None]
    table = client.get("/api/v1/stats/goryo/balance/csv/").content.decode().splitlines()
    assert len(table) == 3
    assert f"goryo,{goryo['verdict']},{goryo['share']!r}" in table[1]


def test_the_site_shows_what_the_command_prints(client):
    """The same games as a CSV of results give the same numbers."""
    from .results_csv import fitted

    logs = club(120)
    count_logs(logs)
    stats_services.fit_results()
    (body,) = client.get("/api/v1/stats/goryo/balance/").json()["fits"]
    (group,) = fitted(logs)["groups"]
    for name in ("games", "players", "players_on_several_sides", "identified", "reason"):
        assert body[name] == group[name]
    assert body["effective_games"] == pytest.approx(group["effective_games"])
    for own, other in zip(body["seats"], group["seats"], strict=True):
        assert (own["seat"], own["verdict"]) == (other["seat"], other["verdict"])
        for name in ("share", "low", "high", "p", "p_adjusted", "raw_share"):
            assert own[name] == pytest.approx(other[name], abs=1e-7), name


def test_few_games_give_no_estimate_and_reports_contain_no_names(client):
    logs = [{**game(n, "Ann", f"Foe {n}", "goryo"), "source": "ann"} for n in range(3)]
    count_logs([*logs, *(game(n, "Ann", "Ben", "goryo") for n in range(3, 8))])
    stats_services.fit_results()
    report = BalanceFit.objects.get().report
    assert {(seat["verdict"], seat["share"]) for seat in report["seats"]} == {("cannot tell", None)}
    page = client.get("/stats/goryo/balance/").content.decode()
    assert "Only 0 players have played several seats; at least 4 are needed." in page
    reported = report["uploads"]
    assert (reported["known"], reported["declared"], reported["own"]) == (3, 3, [3, 3])
    assert reported["places"]["goryo"]["there"] == [3, 3]
    assert handle_of("ann") not in str(report)


def pair_and_others() -> list[dict[str, Any]]:
    """150 games of one pair in which the Goryō wins nine of ten, and 150 of thirty pairs in which
    it wins half.
    """
    pair = [game(n, *("ab" if n % 2 else "ba"), "goryo" if n % 10 else "samurai")
            for n in range(150)]  # fmt: skip
    others = [
        game(
            1000 + n,
            f"P{n % 30}", f"P{(n % 30 + 1 + n // 30) % 30}",
            "goryo" if (n + n // 30) % 2 else "samurai",
        )
        for n in range(150)
    ]  # fmt: skip
    return [*pair, *others]


def test_one_pair_does_not_decide_the_balance(client):  # T48
    """The Goryō wins 70 % of the games as they were played, because one pair plays half of them."""
    count_logs(pair_and_others())
    stats_services.fit_results()
    (body,) = client.get("/api/v1/stats/goryo/balance/").json()["fits"]
    goryo, samurai = body["seats"]
    assert goryo["raw_share"] == 0.7
    assert goryo["low"] < 0.5 < goryo["high"]
    assert {goryo["verdict"], samurai["verdict"]} == {"cannot tell"}
    page = client.get("/stats/goryo/balance/").content.decode()
    assert (
        "32 players, 32 of them in several seats; 300.0 effective games; most frequent pair: 150"
        in page
    )


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("few_players_on_several_sides", "Only 1 player has played several seats; at least 4 are"),
        ("few_effective_games", "Only 12.5 effective games; at least 20 are needed."),
        ("depends_on_one_pair", "The result depends on one pair of players."),
        ("depends_on_one_uploader", "The result depends on one uploader."),
    ],
)
def test_reasons_are_in_words(client, reason: str, text: str):
    count_logs(club())
    stats_services.fit_results()
    row = BalanceFit.objects.get()
    row.report |= {"reason": reason, "players_on_several_sides": 1, "effective_games": 12.5}
    for seat in row.report["seats"]:
        seat["verdict"] = "cannot tell"
    without = [{"seat": "goryo", "share": 0.55, "low": 0.45, "high": 0.64},
               {"seat": "samurai", "share": 0.45, "low": 0.36, "high": 0.55}]  # fmt: skip
    row.report["sensitivity"] = {
        "without_largest_pair": without, "without_largest_uploader": None,
    }  # fmt: skip
    row.save()
    page = client.get("/stats/goryo/balance/").content.decode()
    assert page.count(text) == 2  # in the headline and under the table
    assert "45.0–64.0 %" in page
    (body,) = client.get("/api/v1/stats/goryo/balance/").json()["fits"]
    assert body["reason"] == reason
    assert body["sensitivity"]["without_largest_pair"] == without


def test_boards_and_rulesets_are_fitted_separately_and_deleted_with_their_games():
    first = count_logs([game(1, "Ann", "Ben", "goryo")])
    second = count_logs([{**game(2, "Ann", "Ben", "goryo"), "board": other_board()}])
    stats_services.fit_results()
    assert BalanceFit.objects.count() == 2
    replay_services.delete_games(first)
    stats_services.fit_results()
    assert BalanceFit.objects.count() == 1
    replay_services.delete_games(second)
    stats_services.fit_results()
    assert not BalanceFit.objects.exists()
    assert not ResultsFit.objects.exists()


def test_gorinto_compares_positions_in_the_turn_order(client):
    logs = [named(game_of("3p-clockwise", seed), "Ann", "Ben", "Cy") for seed in range(3)]
    count_logs([*logs, game_of("solo-normal", 1)])
    stats_services.fit_results()
    seats = BalanceFit.objects.get(mode="3p-clockwise").report["seats"]
    assert [seat["seat"] for seat in seats] == ["turn1", "turn2", "turn3"]
    assert sum(seat["raw_share"] for seat in seats) == pytest.approx(1)
    assert not BalanceFit.objects.filter(mode="solo-normal").exists()
    page = client.get("/stats/gorinto/balance/")
    assert page.status_code == 200
    assert "33.3 %" in page.content.decode()


def test_an_open_verdict_states_about_how_many_more_games_it_needs(client):
    rng = random.Random(3)
    names = [f"P{n}" for n in range(12)]
    count_logs(
        game(n, *rng.sample(names, 2), "goryo" if rng.random() < 0.56 else "samurai")
        for n in range(120)
    )
    stats_services.fit_results()
    (body,) = client.get("/api/v1/stats/goryo/balance/").json()["fits"]
    assert {seat["verdict"] for seat in body["seats"]} == {"cannot tell"}
    assert 10 <= body["needed"] <= 12_000
    page = client.get("/stats/goryo/balance/").content.decode()
    chance = f"{CHANCE:.0%}".replace("%", " %")
    text = (
        f"With about {body['needed']} more games like these, the chance of a verdict is {chance}."
    )
    assert text in page


@pytest.mark.parametrize("query", ["rolle=x", "simulated=all", "of=1999"])
def test_invalid_parameters_are_refused(client, query):
    for prefix in ("", "/api/v1") if "of" not in query else ("",):
        get(client, f"{prefix}/stats/goryo/balance/?{query}", 400)
    get(client, "/stats/chess/balance/", 404)
