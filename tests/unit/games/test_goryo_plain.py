"""The fast way through the Samurai's actions equals the rules: for every event of random games, for
other legal events of their positions, and for events of other positions, most of which are illegal.
"""

import json
import random
from itertools import islice

import pytest

from games.core.replay import Replay
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Action, Event, Move, Search, Sniff
from games.goryo.rules.plain import advance
from games.goryo.rules.state import State
from games.registry import get_kind, random_player, read_replay, simulate
from tests.support.boards import random_board

GAMES = 30
RULESETS = get_kind("goryo").identity.rulesets


def bot_replay(number: int) -> Replay:
    """Return a bot game; every third one is on a custom board."""
    chance = random.Random(f"plain:{number}")
    board = None if number % 3 else json.dumps(random_board(chance)).encode()
    ruleset = RULESETS[number % len(RULESETS)]
    return read_replay(simulate("goryo", ruleset, "plain", chance, board).canonical())


def random_replay(number: int) -> Replay:
    """Return a game of random legal events."""
    edition = ("2019", "2021", "2024")[number % 3]
    board = get_kind("goryo").log.header.read_setup({"ruleset": {"edition": edition}}, [])[0].board
    play = random_player("goryo", (edition, "standard"), None, board.digest)
    return play(random.Random(f"plain:{number}"))


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    return [make(number) for number in range(GAMES) for make in (bot_replay, random_replay)]


def compare(state: State, event: Event) -> bool:
    """Compare one event with the rules; return whether it is legal."""
    after, is_legal = advance(state, event), ENGINE.violation(state, event) is None
    if not is_legal or not isinstance(event, Action):
        assert after is None, event
        return is_legal
    expected = ENGINE.transition(state, event)
    assert (after, ()) == expected, event
    assert repr(after) == repr(expected[0]), event
    return True


def test_every_action_of_a_game_is_that_of_the_rules(replays: list[Replay]) -> None:
    assert all(compare(step.before, step.entry.event) for game in replays for step in game.steps)


def test_other_legal_events_are_those_of_the_rules(replays: list[Replay]) -> None:
    for game in replays:
        for step in game.steps[::3]:
            events = islice(ENGINE.legal_events(step.before), 80)
            assert all(compare(step.before, event) for event in events)


def test_illegal_events_are_left_to_the_rules(replays: list[Replay]) -> None:
    """Events of other games, and every action of every Samurai on any space."""
    chance = random.Random("illegal")
    events = [step.entry.event for game in replays for step in game.steps]
    colours = ("green", "red", "blue", "yellow", "purple", "Green", "")
    for game in replays:
        names = (*game.record.board.names, "z99", "")
        for step in game.steps:
            tried = chance.sample(events, 4)
            for colour in colours:
                space, is_yes = chance.choice(names), chance.random() < 0.5
                tried += Move(colour, space), Search(colour, is_yes), Sniff(colour, space, is_yes)
            legal = [compare(step.before, event) for event in tried]
            assert not all(legal)
