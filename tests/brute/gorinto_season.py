"""What the naive Gorinto does at a Season's end, at the game's end, and in the Kitsune's turn."""

from __future__ import annotations

from typing import Any

from tests.brute.gorinto_goals import ELEMENTS, points
from tests.brute.gorinto_header import CELLS


def clockwise_from(role: str, roles: list[str]) -> list[str]:
    """All roles in the order of play, beginning with `role`."""
    at = roles.index(role)
    return roles[at:] + roles[:at]


def sides(roles: list[str], mode: str) -> list[str]:
    """Who scores."""
    if mode == "partnership":
        return ["p1+p3", "p2+p4"]
    return [*roles, "kitsune"] if mode == "solo" else list(roles)


def side_of(role: str, mode: str) -> str:
    """The side of a player."""
    if mode == "partnership":
        return "p1+p3" if role in ("p1", "p3") else "p2+p4"
    return role


def no_tokens() -> dict[str, Any]:
    """`solo` as it is when a Season begins."""
    return {"tiles": None, "head": None, "tail": None, "chits": [], "moving": None}


# -- scoring --------------------------------------------------------------------------------------


def cards_of(game: Any, role: str) -> list[str]:
    """The goal cards a player scores (10.3: the two beside him)."""
    goals: list[str] = game.rules["goals"]
    if game.mode != "partnership":
        return goals
    beside = {"p1": (0, 3), "p2": (0, 1), "p3": (1, 2), "p4": (2, 3)}
    return [goals[index] for index in beside[role]]


def score(game: Any) -> None:
    """6.3, 11.8; after Winter 8.1, 11.9."""
    state, rules = game.state, game.rules
    mats = [state["mats"][role] for role in game.roles]
    scoring: dict[str, Any] = {
        "season": state["season"], "goals": {}, "kitsune": None, "keys": None,
    }  # fmt: skip
    for role in game.roles:
        found = {card: points(card, state["mats"][role], mats) for card in cards_of(game, role)}
        scoring["goals"][role] = found
        state["wisdom"][side_of(role, game.mode)] += sum(found.values())
    if game.solo:
        mat = state["mats"]["kitsune"]
        scoring["kitsune"] = sum(mat[element] for element in rules["keys"])
        scoring["kitsune"] += sum(3 * mat[element] for element in rules["kitsune_keys"])
        state["wisdom"]["kitsune"] += scoring["kitsune"]
    if state["season"] == 4:
        worth = 3 if rules["choice_difficulty"] == "normal" else 2
        scoring["keys"] = {}
        for role in game.roles:
            tiles = sum(state["mats"][role][element] for element in rules["keys"])
            scoring["keys"][role] = worth * tiles
            state["wisdom"][side_of(role, game.mode)] += worth * tiles
    state["scoring"] = scoring


def end_season(game: Any) -> None:
    """6.3, 6.4: score, then the next Season or the end."""
    state = game.state
    score(game)
    if state["season"] == 4:
        game.stop(*winners(game))
        return
    for space, element in state["path"].items():
        if element is not None:
            state["discarded"][element] += 1
            state["path"][space] = None
    state["order"] = next_order(game)
    state["season"] += 1
    state["turn"], state["to_move"] = 0, None
    state["phase"] = "kitsune" if game.solo else "fill"
    if game.solo:
        state["solo"] = no_tokens()


def next_order(game: Any) -> list[str]:
    """6.5, 9.2."""
    if game.solo:
        return ["p1"]
    order: list[str] = game.state["order"]
    wisdom = {role: game.state["wisdom"][side_of(role, game.mode)] for role in game.roles}
    if game.rules["choice_order"] == "compassionate":
        return sorted(order, key=lambda role: (wisdom[role], -order.index(role)))
    lowest = min(wisdom.values())
    holder, *others = order
    for role in [*others, holder]:  # the coin goes clockwise, the holder comes last
        if wisdom[role] == lowest:
            return clockwise_from(role, game.roles)
    raise AssertionError("somebody is lowest")


def winners(game: Any) -> tuple[list[str], str]:
    """8.2, 10.5, 11.9: who won, and how."""
    state, wisdom = game.state, game.state["wisdom"]
    if game.solo:
        if wisdom["p1"] > wisdom["kitsune"]:
            return ["p1"], "wisdom"
        reason = "wisdom" if wisdom["p1"] < wisdom["kitsune"] else "solo_tie"
        return ["kitsune"], reason
    tiles = dict.fromkeys(wisdom, 0)
    for role in game.roles:
        tiles[side_of(role, game.mode)] += sum(state["mats"][role].values())
    best = [side for side in wisdom if wisdom[side] == max(wisdom.values())]
    reason = "wisdom"
    if len(best) > 1:
        fewest = min(tiles[side] for side in best)
        best = [side for side in best if tiles[side] == fewest]
        reason = "fewest_tiles" if len(best) == 1 else "shared"
    return sorted(role for role in game.roles if side_of(role, game.mode) in best), reason


# -- the Kitsune ----------------------------------------------------------------------------------


def kitsune_gathers(game: Any, cell: str) -> None:
    """11.5, 11.6: the turn of the token that lies on `cell`."""
    mountain = game.state["mountain"]
    gathered = []
    if mountain[cell]:
        top = mountain[cell][-1]
        if top == "earth":
            gathered = mountain[cell][:-1]
            mountain[cell] = ["earth"]
        else:
            gathered = [mountain[other].pop() for other in game.sources(top, cell)]
    else:
        wanted = most_frequent(game)
        for other in CELLS:
            if mountain[other] and mountain[other][-1] == wanted:
                gathered.append(mountain[other].pop())
    for element in gathered:
        game.state["mats"]["kitsune"][element] += 1


def most_frequent(game: Any) -> str:
    """11.6, 11.7: the element that most stacks have on top."""
    tops = [stack[-1] for stack in game.state["mountain"].values() if stack]
    best = [element for element in ELEMENTS if tops.count(element) == max(map(tops.count, tops))]
    for preferred in (game.rules["kitsune_keys"], game.rules["keys"], ELEMENTS):
        for element in best:
            if element in preferred:
                return element
    raise AssertionError("a tile has just been placed")
