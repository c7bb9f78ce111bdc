"""The rules of Goryō in the plainest Python: one world, in which the bound type is known.

A `State` is a dict. The code is simple, not fast; every function names the section it implements.
"""

from collections.abc import Iterator
from typing import Any

from tests.brute.board import Board, need

State = dict[str, Any]
Event = dict[str, Any]

FOURTH = {"2019": "yellow", "2021": "yellow", "2024": "purple"}


def colours_of(edition: str) -> list[str]:
    """2.3"""
    return ["green", "red", "blue", FOURTH[edition]]


def start(board: Board, samurai: dict[str, str]) -> State:
    """Return the state before the first event."""
    return {
        "round": 0, "phase": "setup", "pawn": None, "samurai": dict(samurai),
        "broken": set(), "sealed": set(), "types": dict.fromkeys(board.types, "intact"),
        "out_of_bag": set(), "spirits": 0, "gong": 0, "asked": {}, "wrong": 0,
        "used": [], "draws_due": 0, "bag": len(board.types),
        "sprint_left": True, "false_trail_left": True, "mistakes": 0,
        "plan": None, "revealed": None, "winner": None, "reason": None,
    }  # fmt: skip


def copied(state: State) -> State:
    """Return a copy. Plans and what `used` lists are never changed in place, so they are shared."""
    mutable = (dict, list, set)
    return {k: v.copy() if isinstance(v, mutable) else v for k, v in state.items()}


# -- 4: plans --------------------------------------------------------------------------------------


def routes(board: Board, first: str, cubes: int) -> Iterator[list[str]]:
    """4.1, 4.3: every route of `cubes` move cubes from `first`, no space twice."""
    if cubes == 1:
        yield [first]
        return
    for shorter in routes(board, first, cubes - 1):
        for space in sorted(board.neighbours[shorter[-1]]):
            if space not in shorter:
                yield [*shorter, space]


def legal_courses(board: Board, state: State, bound: str | None) -> Iterator[tuple]:
    """4.1 to 4.6: (route, target, sprint), without the false trail."""
    for sprint in (False, True):
        if sprint and not state["sprint_left"]:
            continue
        for route in routes(board, state["pawn"], 5 if sprint else 4):
            for target in sorted(board.neighbours[route[-1]]):
                is_intact = target not in state["broken"] | state["sealed"]
                if target not in route and is_intact and board.objects[target] != bound:
                    yield tuple(route), target, sprint


def legal_plans(board: Board, state: State, bound: str | None) -> Iterator[tuple]:
    """4: (route, target, sprint, false trail or None), every legal one."""
    for route, target, sprint in legal_courses(board, state, bound):
        yield route, target, sprint, None
        if state["false_trail_left"]:
            for space in board.spaces:
                if space not in route and space != target:
                    yield route, target, sprint, space


def is_stuck(board: Board, state: State, bound: str | None) -> bool:
    """4.8; a false trail never helps."""
    return next(legal_courses(board, state, bound), None) is None


def plan_mistakes(board: Board, state: State, plan: dict[str, Any]) -> int:
    """7.1: the number of mistakes in a plan."""
    route, target, trail = plan["route"], plan["target"], plan["false_trail"]
    count = abs(len(route) - (5 if plan["sprint"] else 4))
    for index, space in enumerate(route):  # 4.1, 4.3; of two cubes on one space the later
        next_to = board.neighbours[route[index - 1]] if index else {state["pawn"]}
        count += space in route[:index] or space not in next_to
    # 4.2 to 4.4; a target of the bound type is no mistake
    is_reached = bool(route) and target in board.neighbours[route[-1]]
    count += not is_reached or target in {*route} | state["broken"] | state["sealed"]
    if trail is not None:
        count += (trail in [*route, target]) + (not state["false_trail_left"])
    return count + (plan["sprint"] and not state["sprint_left"])


# -- 5: the chase ----------------------------------------------------------------------------------


def right_answers(edition: str, course: set[str], false_trail: str | None, space: str) -> set[bool]:
    """5.5: the answers that are no mistake; `course` is route and target."""
    if space in course:
        return {True}
    if space == false_trail:
        return {True, False} if edition == "2024" else {True}
    return {False}


def check_chase(board: Board, state: State, edition: str, advanced: bool, event: Event) -> None:
    """2.3, 5.1 to 5.4, in the order of the format page. Raises `Refused`."""
    colour, kind = event["samurai"], event["type"]
    need("2.3", colour in colours_of(edition))
    called = called_of(state)
    need("5.1", colour not in called or colour == called[-1])
    need("5.1", colour in called or len(called) < 3)
    his = [what for who, what in state["used"] if who == colour]
    need("5.2", len(state["used"]) < 6)
    need("5.2", len(his) < (2 if edition == "2019" or advanced else 3))
    need("5.2", his.count(kind) < (2 if kind == "move" else 1))
    here = state["samurai"][colour]
    space = {"move": event.get("to"), "search": here, "sniff": event.get("space")}[kind]
    need("2.1", space in board.objects)
    if kind == "move":
        need("5.3", space in board.neighbours[here])
        return
    need("5.4", kind == "search" or space in board.neighbours[here])
    need("5.4", space != state["pawn"])
    need("5.4", space not in state["asked"])


def called_of(state: State) -> list[str]:
    """5.1: the Samurai called in this chase, in order."""
    return list(dict.fromkeys(who for who, _ in state["used"]))


def chase(state: State, edition: str, event: Event) -> None:
    """Carry out a legal Samurai action, in place."""
    colour = event["samurai"]
    state["used"].append((colour, event["type"]))
    if event["type"] == "move":
        state["samurai"][colour] = event["to"]
        return
    space = state["samurai"][colour] if event["type"] == "search" else event["space"]
    state["asked"][space] = event["answer"]
    plan = state["plan"]
    course = {*plan["route"], plan["target"]}
    if event["answer"] not in right_answers(edition, course, plan["false_trail"], space):
        state["wrong"] += 1


# -- 6: the discovery ------------------------------------------------------------------------------


def win(state: State, reason: str, winner: str = "samurai") -> None:
    state["phase"], state["winner"], state["reason"] = "over", winner, reason
    state["draws_due"] = 0


def flip(state: State, wanted: int) -> int:
    """7.5: flip at most the spirits left; return how many were flipped."""
    flipped = min(wanted, 3 - state["spirits"])
    state["spirits"] += flipped
    return flipped


def advance_gong(board: Board, state: State, plan: dict[str, Any], asked: dict[str, bool]) -> int:
    """6.3, 7.4: move the gong; return how many bags were reached."""
    greens = 0
    for space, answer in asked.items():
        on_course = space in plan["route"] or space == plan["target"]
        if answer and (on_course or space != plan["false_trail"]):
            greens += 1
    before = state["gong"]
    state["gong"] = min(before + greens, board.gong_last)
    return sum(before < bag <= state["gong"] for bag in board.bags)


def spend_powers(state: State, plan: dict[str, Any], asked: dict[str, bool]) -> None:
    """6.7"""
    if plan["sprint"]:
        state["sprint_left"] = False
    if plan["false_trail"] is not None and plan["false_trail"] in asked:
        state["false_trail_left"] = False


def break_target(board: Board, state: State, target: str) -> None:
    """6.5, 7.3"""
    state["broken"].add(target)
    state["sealed"].discard(target)
    state["pawn"] = target
    if state["types"][board.objects[target]] == "intact":
        state["types"][board.objects[target]] = "broken"


def exorcised(state: State) -> bool:
    """6.5, 6.6"""
    return sum(status != "intact" for status in state["types"].values()) >= 7


def discover(board: Board, state: State, edition: str, bound: str | None) -> None:
    """Section 6 up to the draws, in the edition's order, in place."""
    plan, asked, wrong = state["plan"], state["asked"], state["wrong"]
    mistakes = plan_mistakes(board, state, plan) + wrong
    state.update(plan=None, asked={}, wrong=0, used=[])
    state["revealed"] = {"round": state["round"], **plan}
    spend_powers(state, plan, asked)
    # 6.1
    state["mistakes"] += mistakes
    flipped = flip(state, mistakes)
    if state["spirits"] == 3:
        return win(state, "spirits")
    # 6.2
    if board.objects[plan["target"]] == bound:
        return win(state, "bound")
    order = ["6.5", "6.3", "6.4"] if edition == "2024" else ["6.3", "6.4", "6.5"]
    bags = 0
    for section in order:
        if section == "6.3":
            bags = advance_gong(board, state, plan, asked)
        elif section == "6.4":
            standing = list(state["samurai"].values()).count(plan["target"])
            flipped += flip(state, standing)
            if state["spirits"] == 3:
                return win(state, "spirits")
        else:
            break_target(board, state, plan["target"])
            if exorcised(state):
                return win(state, "exorcism")
    # 6.6
    state["draws_due"] = min(bags + flipped, state["bag"])
    state["phase"] = "draw"
    if state["draws_due"] == 0:
        end_round(board, state, bound)
    return None


def draw(board: Board, state: State, token: str, bound: str | None) -> None:
    """2.1, 6.6: one token, in place."""
    need("2.1", token in board.types)
    need("6.6", token not in state["out_of_bag"] and token != bound)
    state["out_of_bag"].add(token)
    state["bag"] -= 1
    state["draws_due"] -= 1
    state["types"][token] = "sealed"
    for space, thing in board.objects.items():
        if thing == token and space not in state["broken"]:
            state["sealed"].add(space)
    if exorcised(state):
        win(state, "exorcism")
    elif state["draws_due"] == 0:
        end_round(board, state, bound)


def end_round(board: Board, state: State, bound: str | None) -> None:
    """6.8, 3.3, 4.8"""
    if state["round"] == 4:
        return win(state, "revenge", "goryo")
    state["round"] += 1
    state["phase"] = "plan"
    if is_stuck(board, state, bound):
        win(state, "stuck")
    return None


# -- one event in one world ------------------------------------------------------------------------

TURN = {
    "haunt": "setup", "plan": "plan", "move": "chase", "search": "chase", "sniff": "chase",
    "discover": "chase", "draw": "draw",
}  # fmt: skip


def step(
    board: Board, before: State, edition: str, advanced: bool, bound: str | None, event: Event
) -> State:
    """Return the state after a well-formed event if the bound type is `bound`. Raises `Refused`."""
    state = copied(before)
    kind = event["type"]
    need("7.8", state["phase"] != "over", "over")
    if kind in ("resign", "abandon"):
        state["phase"], state["reason"] = "over", kind
        if kind == "resign":
            state["winner"] = "samurai" if event["role"] == "goryo" else "goryo"
        return state
    need("7.8", state["phase"] == TURN.get(kind), f"{kind} in {state['phase']}")
    if kind == "haunt":
        haunt(board, state, event, bound)
    elif kind == "plan":
        lay_plan(board, state, event)
    elif kind == "discover":
        discover(board, state, edition, bound)
    elif kind == "draw":
        draw(board, state, event["object"], bound)
    else:
        check_chase(board, state, edition, advanced, event)
        chase(state, edition, event)
    return state


def lay_plan(board: Board, state: State, event: Event) -> None:
    """4, 7.1: any cubes on spaces that exist, in place."""
    spaces = {*event["route"], event["target"], event.get("false_trail")}
    need("2.1", spaces - {None} <= set(board.objects))
    state["plan"] = {
        "route": list(event["route"]),
        "target": event["target"],
        "sprint": event.get("sprint", False),
        "false_trail": event.get("false_trail"),
    }
    state["phase"] = "chase"


def haunt(board: Board, state: State, event: Event, bound: str | None) -> None:
    """3.2, 3.3"""
    thing, space = event["object"], event["space"]
    need("2.1", thing in board.types and space in board.objects)
    need("3.2", thing != bound and board.objects[space] == thing)
    state["broken"].add(space)
    state["types"][thing] = "broken"
    state["out_of_bag"].add(thing)
    state["bag"] -= 1
    state["pawn"] = space
    state["round"], state["phase"] = 1, "plan"
    if is_stuck(board, state, bound):
        win(state, "stuck")
