"""Answers: shares add up, nothing is dropped, nothing is mixed."""

import pytest

from analytics.forms.spaces.answer import SpaceQuestion
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.terms import label, result_text
from analytics.reads import answers as answer_reads
from games.goryo.rules.board import default_board
from games.registry import KINDS

from .conftest import count_logs
from .logs import ABANDON, GORYO_WINS, SAMURAI_WIN, one_round, other_board, varied

HOUSE = default_board().digest
DAYS = ("1-31", "2-01")


def roles(by="", **filters):
    return answer_reads.ask_roles(RoleQuestion("goryo", Filters(**filters), by))


def spaces(layer="route", **filters):
    chosen = Filters(**{"board": HOUSE, **filters})
    return answer_reads.ask_spaces(SpaceQuestion("goryo", chosen, layer))


def test_win_rates_of_two_roles_add_up_to_1():
    ends = [GORYO_WINS] * 10 + [SAMURAI_WIN] * 6 + [ABANDON] * 3 + [None] * 2
    days = [f"2026-{1 + n // 14:02}-{1 + 2 * (n % 14):02}" for n in range(len(ends))]
    count_logs(
        one_round(*([end] if end else []), played_at=day)
        for day, end in zip(days, ends, strict=True)
    )
    overall = roles().overall
    assert overall.rates["goryo"][:3] == (10, 16, 0.625)
    assert overall.rates["samurai"][:3] == (6, 16, 0.375)
    tally = overall.tally
    assert (tally.games, tally.decided, tally.abandoned, tally.unfinished) == (21, 16, 3, 2)


@pytest.mark.parametrize("by", ["edition", "mode", "board", "month"])
def test_groups_add_up_to_all_games_with_an_unknown_group(by):
    count_logs([*varied(40), *varied(6, seed=3, board=other_board())])
    answer = roles(by)
    for count in ("games", "decided", "abandoned", "unfinished"):
        whole = getattr(answer.overall.tally, count)
        assert sum(getattr(cluster.tally, count) for cluster in answer.clusters) == whole
    for cluster in answer.clusters:
        assert sum(rate.k for rate in cluster.rates.values()) == cluster.tally.decided
        tally = cluster.tally
        assert tally.games == tally.decided + tally.abandoned + tally.unfinished
    if by == "month":
        assert answer.clusters[-1].key == "unknown"
        assert answer.clusters[-1].tally.games > 0


def test_groups_are_sorted_and_ways_of_winning_add_up_to_100_percent():
    count_logs(varied(60))
    keys = [cluster.key for cluster in roles("edition").clusters]
    assert keys == sorted(keys)
    answer = roles("reason")
    games = [cluster.tally.games for cluster in answer.clusters]
    assert games == sorted(games, reverse=True)
    shares = [rate for cluster in answer.clusters for rate in cluster.rates.values()]
    assert sum(rate.k for rate in shares) == answer.overall.tally.decided
    assert {rate.n for rate in shares} == {answer.overall.tally.decided}
    assert "abandon" not in {cluster.key for cluster in answer.clusters}


def test_human_and_bot_games_are_separate_unless_both_are_selected():
    count_logs([*varied(5), *varied(7, seed=2, x_simulated=True)])
    assert [roles(simulated=s).overall.tally.games for s in ("no", "yes", "all")] == [5, 7, 12]
    assert [spaces(simulated=s).tally.games for s in ("no", "yes", "all")] == [5, 7, 12]


def test_counts_by_space_of_a_known_game():
    ended = [one_round(end, x_n=n) for n, end in enumerate((GORYO_WINS, SAMURAI_WIN, ABANDON))]
    days = ("2026-01-05", "2026-03-05")  # else the second would continue the first
    count_logs([*ended, *(one_round(played_at=day) for day in days)])
    answer = spaces("target")
    assert answer.tally.games == 5
    by_space = {count.space: count for count in answer.spaces}
    assert (answer.played, answer.observations, answer.total) == (3, 3, 3)
    assert (by_space["c3"].times, by_space["c3"].share.k, by_space["c3"].share.n) == (3, 3, 3)
    assert (by_space["a2"].times, by_space["a2"].share.k, by_space["a2"].share.n) == (0, 0, 3)
    assert len(answer.spaces) == 32


def test_a_game_without_a_discovered_round_counts_in_the_rates_but_not_on_the_board():
    short = one_round()
    short["events"] = [*short["events"][:3], GORYO_WINS]
    count_logs([short, one_round(GORYO_WINS)])
    answer = spaces()
    assert (answer.tally.games, answer.played) == (2, 1)
    assert roles().overall.rates["goryo"].n == 2


@pytest.mark.parametrize(
    ("filters", "games"),
    [({"month": "2026-01"}, 1), ({"month": "unknown"}, 1), ({"first": "2026-01"}, 2),
     ({"last": "2026-01"}, 1), ({"first": "2026-02", "last": "2026-02"}, 1),
     ({"winner": "goryo"}, 3), ({"winner": "samurai"}, 0), ({"winner": "none"}, 0),
     ({"reason": "resign"}, 3), ({"edition": "2024", "mode": "standard"}, 3),
     ({"mode": "advanced"}, 0)],
)  # fmt: skip
def test_filters(filters, games):
    dated = (one_round(GORYO_WINS, played_at=f"2026-0{day}") for day in DAYS)
    count_logs([one_round(GORYO_WINS), *dated])
    assert roles(**filters).overall.tally.games == games
    assert spaces(**filters).tally.games == games


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_labels_of_months_modes_and_reasons(kind):
    assert label("month", "2026-03", {}) == "March 2026"
    for mode, text in kind.identity.modes.items():
        assert label("mode", mode, kind.identity.modes)[1:] == text[1:]
    for reason in kind.identity.reasons:
        text = label("reason", reason, {})
        assert text == text.capitalize() != ""
        assert "_" not in text
        assert "_" not in result_text(kind, next(iter(kind.identity.sides)), reason)


def test_a_row_of_an_edition_names_the_modes_it_mixes(client):
    advanced = {"ruleset": {"edition": "2024", "advanced": True}}
    mixed = [one_round(GORYO_WINS), one_round(SAMURAI_WIN, **advanced)]
    count_logs([*mixed, one_round(GORYO_WINS, ruleset={"edition": "2021"})])
    answer = client.get("/api/v1/stats/goryo/roles/?by=edition").json()
    labels = {cluster["key"]: cluster["label"] for cluster in answer["clusters"]}
    assert labels == {"2021": "2021", "2024": "2024 (advanced + standard)"}
    metric = client.get("/api/v1/stats/goryo/metrics/wins-rounds/?by=edition").json()
    assert "2024 (advanced + standard)" in {group["label"] for group in metric["groups"]}
    assert "2024 (advanced + standard)" in client.get("/stats/goryo/table/").content.decode()
    chosen = client.get("/api/v1/stats/goryo/roles/?by=edition&mode=advanced").json()
    assert [cluster["label"] for cluster in chosen["clusters"]] == ["2024"]
