"""The assessment of random games, over editions and random boards, compared with a listing of all
hypotheses.
"""

import random
from typing import Any

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.features import FEATURES
from games.goryo.assessment.priors import UNIFORM, Prior
from games.goryo.assessment.reach import reachable_questions
from games.goryo.rules.state import PublicView, public_view
from tests.brute import belief as brute
from tests.brute.replay import Game
from tests.support.deep import amount, seed
from tests.support.engine import dump, judge_one
from tests.support.playouts import random_log, space_of

GAMES = amount(60)
WEIGHTS = (-1.3, -2.1, 0.4, -0.6, 0.35, -0.5, -0.2)
FITTED = Prior("fitted", dict(zip(FEATURES, WEIGHTS, strict=True)), {})


def near(wanted: Any) -> Any:
    return pytest.approx(wanted, rel=1e-9, abs=1e-12)


class Brute:
    """A log played by the brute force, with the remaining hypotheses before and after each step."""

    def __init__(self, log: dict[str, Any], prior: Prior) -> None:
        self.game, self.slopes = Game(log), dict(prior.weights)
        self.left: list[brute.Hypothesis] = []
        self.left_before: list[brute.Hypothesis] = []
        self.weight: brute.Weight = lambda _: 1.0
        self.before: dict[str, Any] = {}

    def play(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return the state after the event."""
        self.before, self.left_before = self.game.shown(), self.left
        self.game.play(event)
        state, board = self.game.shown(), self.game.board
        if event["type"] == "plan":
            self.left = list(brute.hypotheses(board, state))
            if self.slopes:
                self.weight = brute.fitted_weight(board, state, self.slopes, self.left)
        elif event["type"] in ("search", "sniff"):
            asked = {space_of(self.before, event): event["answer"]}
            self.left = brute.remaining(self.game.edition, self.left, asked)
        return state


def assert_known(known: Any, played: Brute) -> None:
    left, names = played.left, played.game.board.spaces
    assert known.belief._asdict() == brute.belief_of(left)
    assert known.plans == len({hypothesis[:4] for hypothesis in left})
    if left:
        masses, chances = known.masses, brute.chances(left, played.weight)
        for key, values in (
            ("route", masses.cubes),
            ("target", masses.target),
            ("trail", masses.trail),
        ):
            shares = {n: v / masses.total for n, v in zip(names, values, strict=True) if v}
            if key == "route":
                chances["route"] += chances["target"]
            assert shares == near(dict(chances[key])), key
        assert masses.bits == near(chances["bits"])
        assert masses.bits >= known.target_bits - 1e-9


def assert_question(shown: Any, played: Brute, event: dict[str, Any], view: PublicView) -> None:
    before, game = played.before, played.game
    space = space_of(before, event)
    assert (shown.space, shown.answer) == (space, event["answer"])
    assert (shown.before, shown.after) == (len(played.left_before), len(played.left))
    if not played.left_before:
        assert (shown.bits, shown.expected, shown.best) == (None, 0, None)
        return

    def question(at: str) -> dict[str, float]:
        return brute.question(game.edition, played.left_before, played.weight, at)

    expected = question(space)
    assert shown.chance == near(expected["chance"] if event["answer"] else 1 - expected["chance"])
    assert shown.expected == near(expected["bits"])
    assert 0 <= shown.expected <= 1
    names = game.board.spaces
    for number, colour in enumerate(before["samurai"]):
        wanted = brute.within_reach(game.board, before, game.edition, game.advanced, colour)
        questions = reachable_questions(view, number)
        assert {names[each.space]: each.moves for each in questions} == wanted, colour
    reach = brute.within_reach(game.board, before, game.edition, game.advanced, event["samurai"])
    bits_at = {at: question(at)["bits"] for at in reach}
    best, named = max(bits_at.values()), shown.best
    assert named.bits == near(best) == near(bits_at[named.space])
    equal = [reach[at] for at, bits in bits_at.items() if abs(bits - best) < 1e-10]
    assert named.moves == reach[named.space] == min(equal)
    assert shown.more == near(best - expected["bits"])
    if not played.left:
        assert shown.bits is None
        return
    masses = [sum(map(played.weight, some)) for some in (played.left_before, played.left)]
    assert shown.bits == near(max(0.0, brute.math.log2(masses[0] / masses[1])))
    assert shown.bits >= 0


def compare(log: dict[str, Any], prior: Prior) -> tuple[int, int]:
    """Compare every step of a game; return the numbers of beliefs and questions compared."""
    judged = judge_one(dump(log))
    if judged.replay is None:
        return 0, 0
    played, chase_steps, questions = Brute(log, prior), 0, 0
    for number, step in enumerate(assess(judged.replay, "samurai", prior)):
        event = log["events"][number]
        state = played.play(event)
        assert (step.known is not None) == (state["phase"] == "chase")
        if step.known is not None:
            assert_known(step.known, played)
            chase_steps += 1
        if event["type"] in ("search", "sniff"):
            view = public_view(judged.replay.steps[number].before)
            assert_question(step.worth, played, event, view)
            questions += 1
    return chase_steps, questions


@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_assessments_agree_with_the_brute_force(prior: Prior) -> None:
    rng = random.Random(seed(f"assessment {prior.name}"))
    compared = [compare(random_log(rng), prior) for _ in range(GAMES)]
    assert sum(beliefs for beliefs, _ in compared) > 5 * GAMES
    assert sum(questions for _, questions in compared) > 2 * GAMES
