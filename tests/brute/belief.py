"""Rule 8.2 by listing every hypothesis and removing those that an answer contradicts."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from tests.brute import goryo
from tests.brute.board import Board, passes
from tests.brute.goryo import State, legal_plans, right_answers


class Hypothesis(NamedTuple):
    """A plan and a bound type."""

    route: tuple[str, ...]
    target: str
    sprint: bool
    trail: str | None
    bound: str


Weight = Callable[[Hypothesis], float]


def hypotheses(board: Board, state: State) -> Iterator[Hypothesis]:
    """Yield every plan with every bound type, regardless of the answers."""
    for bound in board.types:
        if state["types"][bound] == "intact":
            for route, target, sprint, trail in legal_plans(board, state, bound):
                yield Hypothesis(route, target, sprint, trail, bound)


def fits(edition: str, hypothesis: Hypothesis, space: str, answer: bool) -> bool:
    """Return whether the answer is correct if the hypothesis is true."""
    course = {*hypothesis.route, hypothesis.target}
    return answer in right_answers(edition, course, hypothesis.trail, space)


def remaining(edition: str, every: list[Hypothesis], asked: dict[str, bool]) -> list[Hypothesis]:
    """Return the hypotheses that no answer contradicts."""
    return [
        hypothesis
        for hypothesis in every
        if all(fits(edition, hypothesis, space, answer) for space, answer in asked.items())
    ]


def belief(board: Board, state: State, edition: str) -> dict[str, Any]:
    """Return the belief block of a chase state, from what is public by 8.1."""
    return belief_of(remaining(edition, list(hypotheses(board, state)), state["asked"]))


def belief_of(left: list[Hypothesis]) -> dict[str, Any]:
    """Return the belief block of the remaining hypotheses."""
    courses = [{*hypothesis.route, hypothesis.target} for hypothesis in left]
    return {
        "hypotheses": len(left),
        "possible": sorted(set().union(*courses)),
        "certain": sorted(set.intersection(*courses)) if courses else [],
        "targets": sorted({hypothesis.target for hypothesis in left}),
        "bound": sorted({hypothesis.bound for hypothesis in left}),
    }


def chances(left: list[Hypothesis], weight: Weight) -> dict[str, Any]:
    """Return chances by space, as sums of a weight over the remaining hypotheses (at least one),
    and their entropy.
    """
    sums: dict[str, Counter[str]] = {key: Counter() for key in ("route", "target", "trail")}
    weights = list(map(weight, left))
    total = sum(weights)
    for hypothesis, w in zip(left, weights, strict=True):
        for space in hypothesis.route:
            sums["route"][space] += w / total
        sums["target"][hypothesis.target] += w / total
        if hypothesis.trail is not None:
            sums["trail"][hypothesis.trail] += w / total
    return {**sums, "bits": -sum(w / total * math.log2(w / total) for w in weights)}


def question(edition: str, left: list[Hypothesis], weight: Weight, space: str) -> dict[str, float]:
    """Return the chance of a yes to a question, and the expected bits of its answer.

    If both answers are correct, they are equally likely; a hypothesis keeps its whole weight as
    long as it fits.
    """
    total = yes = no = answers_yes = 0.0
    for hypothesis in left:
        w = weight(hypothesis)
        may_yes = fits(edition, hypothesis, space, True)
        may_no = fits(edition, hypothesis, space, False)
        total += w
        yes += w * may_yes
        no += w * may_no
        answers_yes += w * (0.5 if may_yes and may_no else may_yes)
    chance = answers_yes / total
    bits = 0.0
    for share, mass in ((chance, yes), (1 - chance, no)):
        if share > 1e-15 and mass:
            bits += share * math.log2(total / mass)
    return {"chance": chance, "bits": bits}


def within_reach(
    board: Board, state: State, edition: str, advanced: bool, colour: str
) -> dict[str, int]:
    """Return every space that a Samurai can investigate while he is active, with the fewest moves
    before it, by trying every order of his actions against section 5.
    """
    spaces: dict[str, int] = {}

    def walk(here: State, moves: int) -> None:
        for space in board.spaces:
            for event in (
                {"type": "search", "samurai": colour, "answer": True},
                {"type": "sniff", "samurai": colour, "space": space, "answer": True},
                {"type": "move", "samurai": colour, "to": space},
            ):
                if not passes(partial(goryo.check_chase, board, here, edition, advanced), event):
                    continue
                if event["type"] == "move":
                    used = [*here["used"], (colour, "move")]
                    samurai = {**here["samurai"], colour: space}
                    walk({**here, "used": used, "samurai": samurai}, moves + 1)
                else:
                    asked = event.get("space", here["samurai"][colour])
                    spaces[asked] = min(moves, spaces.get(asked, moves))

    walk(state, 0)
    return spaces


# -- a fitted prior --------------------------------------------------------------------------------


def steps_from(board: Board, start: str) -> dict[str, int]:
    """Return the fewest moves from a space to every other."""
    steps, edge = {start: 0}, [start]
    while edge:
        edge = [n for space in edge for n in board.neighbours[space] if n not in steps]
        for space in edge:
            steps[space] = 1 + min(steps[n] for n in board.neighbours[space] if n in steps)
    return steps


def features(board: Board, state: State) -> Callable[[Hypothesis], dict[str, int]]:
    """Return the features that a fitted prior uses; `state` is the one before the plan."""
    pawn = state["pawn"]
    rooms = {name: space["room"] for name, space in board.data["spaces"].items()}
    from_pawn = steps_from(board, pawn)
    from_samurai = [steps_from(board, at) for at in state["samurai"].values()]

    def features_of(hypothesis: Hypothesis) -> dict[str, int]:
        target = hypothesis.target
        watched = 0
        for space in {*hypothesis.route, target} - {pawn}:
            watched += any(steps[space] <= 1 for steps in from_samurai)
        return {
            "sprint": int(hypothesis.sprint),
            "false_trail": int(hypothesis.trail is not None),
            "broken_type": int(state["types"][board.objects[target]] == "broken"),
            "other_room": int(rooms[target] != rooms[pawn]),
            "distance": from_pawn[target],
            "reached": sum(steps[target] <= 2 for steps in from_samurai),
            "watched": watched,
        }

    return features_of


def fitted_weight(
    board: Board, state: State, slopes: dict[str, float], every: list[Hypothesis]
) -> Weight:
    """Return weights: bound types equally likely, plans, given one, by the slopes."""
    features_of = features(board, state)
    known: dict[Hypothesis, float] = {}
    of_bound: Counter[str] = Counter()
    for hypothesis in every:
        score = sum(slopes[key] * value for key, value in features_of(hypothesis).items())
        known[hypothesis] = math.exp(score)
        of_bound[hypothesis.bound] += known[hypothesis]
    return lambda hypothesis: known[hypothesis] / of_bound[hypothesis.bound]
