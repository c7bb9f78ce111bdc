"""The balance of seats: known effects and bias are found, and too few games are reported."""

import pytest

from analytics import services as stats_services
from analytics.inference import simulated
from analytics.inference.model import Trial, fit
from analytics.inference.report import report
from analytics.inference.simulated import WORLDS, World, recovered, uploaded
from analytics.inference.uploads import Played, uploaders
from analytics.models import BalanceFit
from replays import services as replay_services
from replays.text.names import handle_of
from tests.support.pages import get

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import game, named, other_board

FEW_GAMES = WORLDS[-1]


def test_a_known_effect_and_known_strengths_are_found():
    """`manage.py prove_balance` does this on larger worlds, and says how often."""
    runs = list(recovered(FEW_GAMES, range(60)))
    assert sum(found for found, *_ in runs) >= 53  # of 95 %, less than one chance in fifty
    assert sum(inside for _, inside, _ in runs) / sum(n for *_, n in runs) > 0.9


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
    _, trials = simulated.results(WORLDS[0], 5)
    monkeypatch.setattr("analytics.inference.model.MAX_PLAYERS", 10)
    assert len(fit(trials).strengths) == 10


def verdicts(only_winners: float, runs: int) -> list[str]:
    world, found = World("a club", 16, 240, 0.2, 0.6), []
    for seed in range(runs):
        games = uploaded(world, seed, only_winners=only_winners)
        found.append(report(games, *uploaders(games), ["first"])["uploads"]["verdict"])
    return found


def test_bias_of_uploads_is_detected():
    for only_winners in (0.5, 1.0):
        assert verdicts(only_winners, 10).count("bias") >= 9
    unbiased = verdicts(0.0, 20)
    assert unbiased.count("bias") + unbiased.count("reverse") <= 3
    assert "unclear" in unbiased


def test_known_uploaders():
    def played(number: int, sender: str, *names: str | None, recorded: int = -1) -> Played:
        seats = [
            {"name": name, "side": n, "place": str(n), "rank": n + 1, "recorded": n == recorded}
            for n, name in enumerate(names)
        ]
        return Played(number, seats, sender)

    own = [played(n, "one", "ann", f"foe {n}") for n in range(6)]
    pair = [played(10 + n, "two", "ben", "cy") for n in range(6)]  # the uploader may be either
    few = [played(20 + n, "three", "di", f"foe {n}") for n in range(4)]
    declared = [played(30, "", "ed", "fay", recorded=1)]
    unknown = [played(40, "", "ann", "ben"), played(41, "", "ann", None)]
    sent_by, n_declared = uploaders([*own, *pair, *few, *declared, *unknown])
    assert sent_by == {**dict.fromkeys(range(6), "ann"), 30: "fay"}
    assert n_declared == 1


def test_the_page_and_the_api_show_fits(client):
    assert b"Cannot tell yet" in client.get("/stats/goryo/balance/").content
    logs = [
        game(n, f"P{n % 5}", f"P{(n + 1 + n // 20) % 5}", "goryo" if n % 3 else "samurai")
        for n in range(60)
        if n % 5 != (n + 1 + n // 20) % 5
    ]
    bots = [{**log, "x_simulated": True} for log in logs[:10]]
    count_logs([*logs, *bots])
    assert stats_services.fit_balance() == 2
    assert stats_services.fit_balance() == 0
    row = BalanceFit.objects.get(is_simulated=False)
    assert row.games == len(logs) == row.report["fitted"]
    assert row.report["uploads"]["verdict"] == "unknown"
    page = client.get("/stats/goryo/balance/").content.decode()
    assert "Unknown: the uploader is not known for any of these games." in page
    for query in ("", "?simulated=yes"):
        (body,) = client.get(f"/api/v1/stats/goryo/balance/{query}").json()["fits"]
        assert {place["share"][1] for place in body["places"]} == {body["games"]}
    assert len(client.get("/api/v1/stats/goryo/balance/csv/").content.decode().splitlines()) == 3
    goryo, samurai = row.report["places"]
    assert goryo["fit"]["value"] == pytest.approx(1 - samurai["fit"]["value"], abs=1e-6)
    assert goryo["share"][0] + samurai["share"][0] == len(logs)


def test_few_games_give_no_estimate_and_reports_contain_no_names(client):
    logs = [{**game(n, "Ann", f"Foe {n}", "goryo"), "source": "ann"} for n in range(3)]
    count_logs([*logs, *(game(n, "Ann", "Ben", "goryo") for n in range(3, 8))])
    stats_services.fit_balance()
    report = BalanceFit.objects.get().report
    assert {(place["verdict"], place["fit"]) for place in report["places"]} == {("few", None)}
    assert b"Not enough games or players yet." in client.get("/stats/goryo/balance/").content
    uploads = report["uploads"]
    assert (uploads["known"], uploads["declared"], uploads["own"]) == (3, 3, [3, 3])
    assert uploads["places"]["goryo"]["there"] == [3, 3]
    assert handle_of("ann") not in str(report)


def test_boards_and_rulesets_are_fitted_separately_and_deleted_with_their_games():
    first = count_logs([game(1, "Ann", "Ben", "goryo")])
    count_logs([{**game(2, "Ann", "Ben", "goryo"), "board": other_board()}])
    stats_services.fit_balance()
    assert BalanceFit.objects.count() == 2
    replay_services.delete_games(first)
    stats_services.fit_balance()
    assert BalanceFit.objects.count() == 1


def test_gorinto_compares_positions_in_the_turn_order(client):
    logs = [named(game_of("3p-clockwise", seed), "Ann", "Ben", "Cy") for seed in range(3)]
    count_logs([*logs, game_of("solo-normal", 1)])
    stats_services.fit_balance()
    places = BalanceFit.objects.get(mode="3p-clockwise").report["places"]
    assert [place["place"] for place in places] == ["turn1", "turn2", "turn3"]
    assert {place["even"] for place in places} == {1 / 3}
    assert not BalanceFit.objects.filter(mode="solo-normal").exists()
    assert client.get("/stats/gorinto/balance/").status_code == 200


@pytest.mark.parametrize("query", ["rolle=x", "simulated=all", "of=1999"])
def test_invalid_parameters_are_refused(client, query):
    for prefix in ("", "/api/v1") if "of" not in query else ("",):
        get(client, f"{prefix}/stats/goryo/balance/?{query}", 400)
    get(client, "/stats/chess/balance/", 404)
