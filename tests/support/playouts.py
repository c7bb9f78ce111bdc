"""Random logs of Goryō: faulty plans, wrong answers, unrecorded types, and sometimes an event that
is refused.

The independent rules (`tests.brute`) make the choices, never the engine.
"""

import random
from functools import partial
from typing import Any

from tests.brute import goryo
from tests.brute.board import passes
from tests.brute.replay import Game
from tests.support.boards import random_board

RULESETS = (
    {"edition": "2019"},
    {"edition": "2021"},
    {"edition": "2021", "advanced": True},
    {"edition": "2024"},
    {"edition": "2024", "advanced": True},
)


class Style:
    """Style of a random game: each figure is a probability."""

    def __init__(self, rng: random.Random) -> None:
        self.faulty = rng.choice([0.0, 0.0, 0.1, 0.5])
        self.wrong = rng.choice([0.0, 0.0, 0.1, 0.3])
        self.unrecorded = rng.choice([0.0, 0.5, 1.0])
        self.illegal = rng.choice([0.0, 0.0, 0.01, 0.05])
        self.give_up = rng.choice([0.0, 0.0, 0.0, 0.02])
        self.busy = rng.choice([0.5, 0.8, 0.95])
        self.chasing = rng.choice([0.0, 0.5])
        self.doomed = rng.choice([0.0, 0.0, 0.2])


def random_log(rng: random.Random) -> dict[str, Any]:
    """Return a log: complete or unfinished, legal or refused at its last event."""
    ruleset = dict(rng.choice(RULESETS))
    log: dict[str, Any] = {
        "format": "goryo-log/1", "game": "goryo", "ruleset": ruleset, "players": [], "events": [],
    }  # fmt: skip
    if rng.random() < 0.6:
        log["board"] = random_board(rng)
    if rng.random() < 0.3:
        game = Game(log)
        places = rng.sample(sorted(game.places.values()), 4)
        log["setup"] = {"samurai": dict(zip(game.places, places, strict=True))}
    game, style = Game(log), Style(rng)
    for _ in range(120):
        event = _next(rng, game, style)
        if event is None:
            break
        log["events"].append(event)
        if not passes(game.play, event):
            break
    if rng.random() < 0.3:
        last = game.shown()
        log["outcome"] = {"winner": last["winner"], "reason": last["reason"]}
    return log


def _next(rng: random.Random, game: Game, style: Style) -> dict[str, Any] | None:
    if rng.random() < style.illegal:
        return any_event(rng, game)
    if game.is_over():
        if game.bind == "unrecorded" and rng.random() < 0.7:
            names = game.board.types if rng.random() < 0.3 else list(game.worlds)
            return {"type": "unmask", "object": rng.choice(names)}
        return None
    if rng.random() < style.give_up:
        resign = {"type": "resign", "role": rng.choice(["goryo", "samurai"])}
        return rng.choice([resign, {"type": "abandon"}])
    if game.bind == "not yet":
        hidden = rng.random() < style.unrecorded
        return {"type": "bind", "object": None if hidden else rng.choice(game.board.types)}
    state = game.shown()
    if state["phase"] == "setup":
        thing = rng.choice([name for name in game.board.types if name != game.bound])
        spaces = [s for s in game.board.spaces if game.board.objects[s] == thing]
        return {"type": "haunt", "object": thing, "space": rng.choice(spaces)}
    if state["phase"] == "plan":
        stuck = [name for name, world in game.worlds.items() if world["phase"] == "over"]
        if stuck and game.bind == "unrecorded" and rng.random() < 0.4:
            return {"type": "stuck"}
        return random_plan(rng, game, style)
    if state["phase"] == "draw":
        bag = [t for t in game.board.types if t not in state["out_of_bag"] and t != game.bound]
        return {"type": "draw", "object": rng.choice(bag)}
    return _chase(rng, game, style)


def random_plan(rng: random.Random, game: Game, style: Style) -> dict[str, Any]:
    """Return a plan, usually a legal one."""
    state, board = game.shown(), game.board
    bound = game.bound if game.bound else rng.choice(list(game.worlds))
    if rng.random() < style.doomed:
        bound = None
    courses = list(goryo.legal_courses(board, state, bound))
    if courses:
        standing = set(state["samurai"].values())
        under = [course for course in courses if course[1] in standing]
        route, target, sprint = rng.choice(under if under and rng.random() < 0.3 else courses)
    else:
        route, target, sprint = (state["pawn"],), rng.choice(board.spaces), False
    plan: dict[str, Any] = {"type": "plan", "route": list(route), "target": target}
    if sprint or rng.random() < 0.1:
        plan["sprint"] = sprint
    free = [s for s in board.spaces if s not in route and s != target]
    if state["false_trail_left"] and rng.random() < 0.4:
        plan["false_trail"] = rng.choice(free)
    while rng.random() < style.faulty:
        _spoil(rng, board.spaces, sorted(state["sealed"] | state["broken"]), plan)
    return plan


def _spoil(rng: random.Random, spaces: list[str], spent: list[str], plan: dict[str, Any]) -> None:
    """Change one thing: the cubes, the target (elsewhere, or no longer useful), or a power."""
    what = rng.randrange(8)
    route = plan["route"]
    if what == 0 and route:
        route.pop(rng.randrange(len(route)))
    elif what == 1 and len(route) < 32:
        route.insert(rng.randrange(len(route) + 1), rng.choice(spaces))
    elif what == 2 and route:
        route[rng.randrange(len(route))] = rng.choice(spaces)
    elif what == 3:
        plan["target"] = rng.choice([*spaces, *route, *route])
    elif what == 7:
        plan["target"] = rng.choice(spent)
    elif what == 4:
        plan["sprint"] = not plan.get("sprint", False)
    elif what == 5:
        plan["false_trail"] = rng.choice([None, *spaces, *route, plan["target"]])
    else:
        plan["route"] = route[: rng.randrange(len(route) + 1)]


def _chase(rng: random.Random, game: Game, style: Style) -> dict[str, Any]:
    events = list(chase_events(game))
    if not events or rng.random() > style.busy:
        return {"type": "discover"}
    state = game.shown()
    plan = state["plan"]
    lured = [e for e in events if "answer" in e and space_of(state, e) == plan["false_trail"]]
    pursuing = [e for e in events if e.get("to") == plan["target"]]
    asking = [e for e in events if e["type"] != "move"]
    if lured and rng.random() < 0.7:
        events = lured
    elif pursuing and rng.random() < style.chasing:
        events = pursuing
    elif asking and rng.random() < 0.5:
        events = asking
    event = dict(rng.choice(events))
    if "answer" in event and rng.random() < style.wrong:
        event["answer"] = not event["answer"]
    return event


def space_of(state: dict[str, Any], event: dict[str, Any]) -> str:
    """Return the space that a search or a sniff is about."""
    return str(event.get("space") or state["samurai"][event["samurai"]])


def chase_events(game: Game) -> list[dict[str, Any]]:
    """Return every legal Samurai action with every correct answer, except `discover`."""
    state, board = game.shown(), game.board
    plan = state["plan"]
    course = {*plan["route"], plan["target"]}
    candidates = []
    for colour, here in state["samurai"].items():
        candidates += [{"type": "move", "samurai": colour, "to": to} for to in board.spaces]
        questions = [(here, {"type": "search", "samurai": colour})]
        questions += [(s, {"type": "sniff", "samurai": colour, "space": s}) for s in board.spaces]
        for space, question in questions:
            answers = goryo.right_answers(game.edition, course, plan["false_trail"], space)
            candidates += [{**question, "answer": answer} for answer in sorted(answers)]
    check = partial(goryo.check_chase, board, state, game.edition, game.advanced)
    return [event for event in candidates if passes(check, event)]


def any_event(rng: random.Random, game: Game) -> dict[str, Any]:
    """Return an event of valid form and any content, usually illegal."""
    spaces = [*game.board.spaces, "z9"]
    types = [*game.board.types, "teapot"]
    who = rng.choice(["green", "red", "blue", "yellow", "purple", "black"])
    return rng.choice([
        {"type": "bind", "object": rng.choice([*types, None])},
        {"type": "haunt", "object": rng.choice(types), "space": rng.choice(spaces)},
        {"type": "plan", "route": rng.choices(spaces, k=4), "target": rng.choice(spaces)},
        {"type": "move", "samurai": who, "to": rng.choice(spaces)},
        {"type": "search", "samurai": who, "answer": rng.random() < 0.5},
        {"type": "sniff", "samurai": who, "space": rng.choice(spaces), "answer": True},
        {"type": "discover"},
        {"type": "draw", "object": rng.choice(types)},
        {"type": "stuck"},
        {"type": "unmask", "object": rng.choice(types)},
        {"type": "resign", "role": rng.choice(["goryo", "samurai", "cat"])},
        {"type": "abandon"},
    ])  # fmt: skip
