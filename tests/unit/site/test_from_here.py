"""The page "From here" of a game: other games with the same public moves."""

import re
from collections import defaultdict
from typing import Any

import pytest
from django.test import Client

from analytics.insight.verdicts import few_players
from analytics.reads import lines
from goryo_site.pages import from_here
from replays import services as replay_services
from replays.models import Game
from replays.reads import games as game_reads
from tests.support.engine import bot_game
from tests.support.pages import page
from tests.support.twins import TWINS
from tests.unit.replays import kyoto_twins
from tests.unit.replays.branches import CHASE, store_game
from tests.unit.replays.logs import json_log

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_cached_lines() -> None:
    lines._lines.clear()
    from_here._people.clear()


def stored(n: int, **changes: Any) -> Game:
    """Store the game of `CHASE` with another player's name, so that it is another game."""
    log = {**CHASE, **changes}
    log["players"] = [{"role": "goryo", "name": f"G{n}"}, {"role": "samurai", "name": f"S{n}"}]
    log["played_at"] = f"2026-01-{n + 1:02}"
    return store_game(log)


def other_end(move: dict[str, Any]) -> list[dict[str, Any]]:
    return [*CHASE["events"][:3], move, {"type": "resign", "role": "samurai"}]


SNIFF = {"type": "sniff", "samurai": "green", "space": "b3", "answer": True}


def text_of(game: Game, query: str) -> str:
    return re.sub(
        r"<[^>]+>|\s+", " ", page(Client(), f"/games/{game.public_id}/from-here/?{query}")
    )


def test_other_games_are_counted_with_their_results() -> None:
    game = stored(0)
    stored(1)
    stored(2, events=other_end(SNIFF))
    text = " ".join(text_of(game, "step=3").split())
    assert "2 of 2 games have the same moves so far:" in text
    few = few_players()
    assert f"green move b3 1 50.0 % {few} 2 0.0 % {few} 100.0 % {few}" in text
    assert f"green sniff b3 1 50.0 % {few} 2 100.0 % {few} 0.0 % {few}" in text
    assert "4 named players (effectively 4.0); 1 uploader." in text
    later = " ".join(text_of(game, "step=4").split())
    assert "1 of 2 games has the same moves so far:" in later
    assert "Where did the pieces on these spaces go next?" in later


def test_rates_have_the_wider_interval_and_merged_names_are_one_player() -> None:
    """Twelve games of four players against three; games with two of the four go on alike."""
    game = stored(20)
    for n in range(12):
        one, other = n % 4, n // 4
        log = {**CHASE, "events": CHASE["events"] if one < 2 else other_end(SNIFF)}
        players = [{"role": "goryo", "name": f"G{one}"}, {"role": "samurai", "name": f"S{other}"}]
        store_game({**log, "players": players, "played_at": f"2026-02-{n + 1:02}"})
    text = " ".join(text_of(game, "step=3").split())
    assert "7 named players" in text
    found = re.search(r"green move b3 6 50.0 % ([0-9.]+)–([0-9.]+) % 5 ", text)
    assert found is not None
    low, high = found.groups()
    assert float(high) - float(low) > 1.1 * (74.6 - 25.4)  # Wilson's
    api = Client().get(f"/api/v1/games/{game.public_id}/from-here/?step=3").json()
    assert api["moves"][0]["share"]["people"]["drawn"] == "players"
    replay_services.merge_names("g0", "g1", "an administrator")
    lines._lines.clear()
    from_here._people.clear()  # the games are not counted, so the ledger does not change
    merged = " ".join(text_of(game, "step=3").split())
    assert "6 named players" in merged
    assert re.search(r"green move b3 6 50.0 % [^ ]+ % 4 ", merged)


def test_the_games_of_a_move_are_listed() -> None:
    game, other = stored(0), stored(1)
    stored(2, events=other_end(SNIFF))
    html = page(Client(), f"/games/{game.public_id}/from-here/?step=3&move=green+move+b3")
    assert f"/games/{other.public_id}/?step=4&amp;as=public#board" in html
    assert html.count("?step=4&amp;as=public#board") == 1


def test_the_last_shared_move_is_linked() -> None:
    game = stored(0)
    stored(1, events=other_end(CHASE["events"][3]))
    text = " ".join(text_of(game, "step=5").split())
    assert "The 1 other game has different moves so far." in text
    assert "Last shared move: step 4" in text


def test_bots_and_people_are_counted_apart() -> None:
    bot = store_game(bot_game("goryo").plain())
    stored(0)
    assert "No other game matches these filters." in text_of(bot, "step=3")
    assert "1 of 1 games has the same moves" in " ".join(
        text_of(bot, "step=2&simulated=no").split()
    )


def test_other_boards_and_rules_can_be_included() -> None:
    game = stored(0)
    stored(1, ruleset={"edition": "2021"})
    assert "No other game matches" in text_of(game, "step=3")
    assert "1 of 1 games has the same moves" in " ".join(text_of(game, "step=3&rules=all").split())


@pytest.mark.parametrize(
    "query", ["step=99", "step=x", "as=cat", "rules=x", "board=x", "simulated=x"]
)
def test_wrong_addresses(query: str) -> None:
    game = stored(0)
    answer = Client().get(f"/games/{game.public_id}/from-here/?{query}")
    assert answer.status_code == (404 if query == "step=99" else 400)


def test_steps_are_those_that_the_engine_accepts() -> None:
    game = stored(0)
    Game.objects.filter(pk=game.pk).update(n_events=99)
    assert Client().get(f"/games/{game.public_id}/from-here/?step=50").status_code == 404


RESIGNS = {"type": "resign", "role": "goryo"}
TWIN_GAMES = {
    "goryo": TWINS,
    "goryo ended": [{**log, "events": [*log["events"], RESIGNS]} for log in TWINS],
    "kyoto": kyoto_twins.TWINS,
    "kyoto ended": [kyoto_twins.ended(log) for log in kyoto_twins.TWINS],
}
"""Games that differ in a hidden plan and bound type; in hands, draws, agents, a Swap and a mark."""


@pytest.mark.parametrize("name", TWIN_GAMES)
def test_every_view_and_twin_has_the_same_answer(name: str) -> None:
    """The page contains only what is public, also while a game is unfinished."""
    stored(0)
    ended = kyoto_twins.ended(kyoto_twins.TWINS[0])
    store_game({**ended, "players": [], "played_at": "2026-01-01"})
    twins = TWIN_GAMES[name]
    answers: dict[tuple[int, str], set[str]] = defaultdict(set)
    for log in twins:
        game = store_game(log)
        views = game_reads.open_views(game)
        Game.objects.filter(pk=game.pk).update(public_id="g" * 12)
        for step in range(len(log["events"]) + 1):
            for view in views:
                html = page(Client(), f"/games/{'g' * 12}/from-here/?step={step}&as={view}")
                answers[step, view].add(html)
        game.delete()
    assert {view for _, view in answers} >= {"public"}
    assert [len(texts) for texts in answers.values()] == [1] * len(answers)


def test_the_views_of_a_game_differ_only_in_their_links() -> None:
    game = stored(0)
    stored(1)
    found = {
        page(Client(), f"/games/{game.public_id}/from-here/?step=4&as={view}").replace(
            f"as={view}", ""
        )
        for view in ("omniscient", "goryo", "samurai", "public")
    }
    assert len(found) == 1


def test_an_unfinished_game_is_not_compared_with() -> None:
    game = stored(0)
    store_game(json_log(events=CHASE["events"][:5]))
    assert "No other game matches" in text_of(game, "step=3")
