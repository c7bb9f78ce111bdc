"""Answers: shares add up, nothing is dropped, nothing is mixed."""

import pytest

from analytics import services as stats_services
from analytics.forms.spaces.answer import SpaceQuestion
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.terms import label, result_text
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from games.goryo.rules.board import default_board
from games.registry import KINDS

from .logs import ABANDON, one_round, other_board, varied

pytestmark = pytest.mark.django_db
RESIGN = {"type": "resign", "role": "samurai"}
GIVE_UP = {"type": "resign", "role": "goryo"}
HOUSE = default_board().digest
DAYS = ("1-31", "2-01")


def roles(by="", **filters):
    return answer_reads.ask_roles(RoleQuestion("goryo", Filters(**filters), by))


def spaces(layer="route", **filters):
    chosen = Filters(**{"board": HOUSE, **filters})
    return answer_reads.ask_spaces(SpaceQuestion("goryo", chosen, layer))


def test_win_rates_of_two_roles_add_up_to_1(counted):
    ends = [RESIGN] * 10 + [GIVE_UP] * 6 + [ABANDON] * 3 + [None] * 2
    counted(one_round(*([end] if end else []), x_n=n) for n, end in enumerate(ends))
    overall = roles().overall
    assert overall.rates["goryo"][:3] == (10, 16, 0.625)
    assert overall.rates["samurai"][:3] == (6, 16, 0.375)
    tally = overall.tally
    assert (tally.games, tally.decided, tally.abandoned, tally.unfinished) == (21, 16, 3, 2)


@pytest.mark.parametrize("by", ["edition", "mode", "board", "month"])
def test_groups_add_up_to_all_games_with_an_unknown_group(counted, by):
    counted([*varied(40), *varied(6, seed=3, board=other_board())])
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


def test_groups_are_sorted_and_ways_of_winning_add_up_to_100_percent(counted):
    counted(varied(60))
    keys = [cluster.key for cluster in roles("edition").clusters]
    assert keys == sorted(keys)
    answer = roles("reason")
    games = [cluster.tally.games for cluster in answer.clusters]
    assert games == sorted(games, reverse=True)
    shares = [rate for cluster in answer.clusters for rate in cluster.rates.values()]
    assert sum(rate.k for rate in shares) == answer.overall.tally.decided
    assert {rate.n for rate in shares} == {answer.overall.tally.decided}
    assert "abandon" not in {cluster.key for cluster in answer.clusters}


def test_human_and_bot_games_are_separate_unless_both_are_selected(counted):
    counted([*varied(5), *varied(7, seed=2, x_simulated=True)])
    games = [roles(simulated=s).overall.tally.games for s in ("no", "yes", "all")]
    assert games == [5, 7, 12]
    assert [spaces(simulated=s).tally.games for s in ("no", "yes", "all")] == [5, 7, 12]


def test_spaces_of_different_boards_are_not_pooled(counted):
    counted([one_round(), one_round(x_n=1), one_round(board=other_board())])
    assert spaces().tally.games == 2
    other = next(d for d in LIVE.counted_boards("goryo") if d != HOUSE)
    assert spaces(board=other).tally.games == 1
    assert spaces(board="0" * 64) is None


def test_counts_by_space_of_a_known_game(counted):
    ended = [one_round(end, x_n=n) for n, end in enumerate((RESIGN, GIVE_UP, ABANDON))]
    counted([*ended, one_round(x_n=3), one_round(x_n=4)])
    answer = spaces("target")
    assert answer.tally.games == 5
    by_space = {count.space: count for count in answer.spaces}
    assert (answer.played, answer.observations, answer.total) == (3, 3, 3)
    assert (by_space["c3"].times, by_space["c3"].share.k, by_space["c3"].share.n) == (3, 3, 3)
    assert (by_space["a2"].times, by_space["a2"].share.k, by_space["a2"].share.n) == (0, 0, 3)
    assert len(answer.spaces) == 32


def test_a_game_without_a_discovered_round_counts_in_the_rates_but_not_on_the_board(counted):
    short = one_round()
    short["events"] = [*short["events"][:3], RESIGN]
    counted([short, one_round(RESIGN)])
    answer = spaces()
    assert (answer.tally.games, answer.played) == (2, 1)
    assert roles().overall.rates["goryo"].n == 2


def test_answers_without_games_have_no_values(store):
    ids = store([one_round(RESIGN)])
    assert roles().overall.tally.games == 0
    stats_services.count_games(ids)
    assert roles().overall.tally.games == 1
    assert roles().basis.as_of is not None
    answer = roles(edition="2019")
    assert answer.overall.rates["goryo"][2:] == (None, None, None)
    assert roles("edition", edition="2019").clusters == ()
    empty = spaces(edition="2019")
    assert (empty.played, empty.total) == (0, 0)
    assert all(count.share.value is None for count in empty.spaces)


@pytest.mark.parametrize(
    ("filters", "games"),
    [({"month": "2026-01"}, 1), ({"month": "unknown"}, 1), ({"first": "2026-01"}, 2),
     ({"last": "2026-01"}, 1), ({"first": "2026-02", "last": "2026-02"}, 1),
     ({"winner": "goryo"}, 3), ({"winner": "samurai"}, 0), ({"winner": "none"}, 0),
     ({"reason": "resign"}, 3), ({"edition": "2024", "mode": "standard"}, 3),
     ({"mode": "advanced"}, 0)],
)  # fmt: skip
def test_filters(counted, filters, games):
    counted([one_round(RESIGN), *(one_round(RESIGN, played_at=f"2026-0{day}") for day in DAYS)])
    assert roles(**filters).overall.tally.games == games
    assert spaces(**filters).tally.games == games


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_labels_of_months_modes_and_reasons(kind):
    assert label("month", "2026-03", {}) == "March 2026"
    for mode, text in kind.identity.modes.items():
        assert label("mode", mode, kind.identity.modes)[1:] == text[1:]
    for reason in kind.identity.reasons:
        text = label("reason", reason, {})
        assert text
        assert text == text.capitalize()
        assert "_" not in text
        assert "_" not in result_text(kind, next(iter(kind.identity.sides)), reason)
