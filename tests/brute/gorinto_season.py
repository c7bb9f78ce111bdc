"""Naive rules of Gorinto: the end of a Season, the end of the game and the Kitsune's turn."""

from typing import Any

from tests.brute.gorinto_header import CELLS, ELEMENTS, points


def clockwise_from(role: str, roles: list[str]) -> list[str]:
    """Return all roles in the order of play, starting with `role`."""
    index = roles.index(role)
    return roles[index:] + roles[:index]


def sides(roles: list[str], mode: str) -> list[str]:
    """Return the sides that score."""
    own = dict.fromkeys(side_of(role, mode) for role in roles)
    return [*own, "kitsune"] if mode == "solo" else [*own]


def side_of(role: str, mode: str) -> str:
    """Return the side of a player."""
    if mode == "partnership":
        return "p1+p3" if role in ("p1", "p3") else "p2+p4"
    return role


def no_tokens() -> dict[str, Any]:
    """Return `solo` at the start of a Season."""
    return {"tiles": None, "head": None, "tail": None, "chits": [], "moving": None}


# -- scoring --------------------------------------------------------------------------------------


def cards_of(game: Any, role: str) -> list[str]:
    """Return the goal cards a player scores (10.3: the two neighbouring cards)."""
    goals: list[str] = game.rules["goals"]
    if game.mode != "partnership":
        return goals
    neighbours = {"p1": (0, 3), "p2": (0, 1), "p3": (1, 2), "p4": (2, 3)}
    return [goals[index] for index in neighbours[role]]


def score(game: Any) -> None:
    """Score a Season (6.3, 11.8), after Winter with Key Elements (8.1, 11.9)."""
    state, rules = game.state, game.rules
    mats = [state["mats"][role] for role in game.roles]
    scoring = {"season": state["season"], "goals": {}, "kitsune": None, "keys": None}
    for role in game.roles:
        cards = {card: points(card, state["mats"][role], mats) for card in cards_of(game, role)}
        scoring["goals"][role] = cards
        state["wisdom"][side_of(role, game.mode)] += sum(cards.values())
    if game.solo:
        mat = state["mats"]["kitsune"]
        scoring["kitsune"] = sum(mat[element] for element in rules["keys"])
        scoring["kitsune"] += sum(3 * mat[element] for element in rules["kitsune_keys"])
        state["wisdom"]["kitsune"] += scoring["kitsune"]
    if state["season"] == 4:
        value = 3 if rules["choice_difficulty"] == "normal" else 2
        scoring["keys"] = {}
        for role in game.roles:
            tiles = sum(state["mats"][role][element] for element in rules["keys"])
            scoring["keys"][role] = value * tiles
            state["wisdom"][side_of(role, game.mode)] += value * tiles
    state["scoring"] = scoring


def end_season(game: Any) -> None:
    """Score the Season, then start the next one or end the game (6.3, 6.4)."""
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
    """Return the next turn order (6.5, 9.2)."""
    if game.solo:
        return ["p1"]
    order: list[str] = game.state["order"]
    wisdom = {role: game.state["wisdom"][side_of(role, game.mode)] for role in game.roles}
    if game.rules["choice_order"] == "compassionate":
        return sorted(order, key=lambda role: (wisdom[role], -order.index(role)))
    holder, *others = order
    lowest = min([*others, holder], key=wisdom.__getitem__)  # clockwise, the holder last
    return clockwise_from(lowest, game.roles)


def winners(game: Any) -> tuple[list[str], str]:
    """Return winners and reason (8.2, 10.5, 11.9)."""
    state, wisdom = game.state, game.state["wisdom"]
    if game.solo:
        ahead = wisdom["p1"] - wisdom["kitsune"]
        return ["p1" if ahead > 0 else "kitsune"], "wisdom" if ahead else "solo_tie"
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
    """Play the turn of the token on `cell` (11.5, 11.6)."""
    mountain = game.state["mountain"]
    if mountain[cell][-1:] == ["earth"]:
        gathered, mountain[cell] = mountain[cell][:-1], ["earth"]
    elif mountain[cell]:
        gathered = [mountain[other].pop() for other in game.sources(mountain[cell][-1], cell)]
    else:
        element = most_frequent(game)
        tops = [other for other in CELLS if mountain[other][-1:] == [element]]
        gathered = [mountain[other].pop() for other in tops]
    for element in gathered:
        game.state["mats"]["kitsune"][element] += 1


def most_frequent(game: Any) -> str:
    """Return the most frequent element among top tiles (11.6, 11.7)."""
    tops = [stack[-1] for stack in game.state["mountain"].values() if stack]
    best = [element for element in ELEMENTS if tops.count(element) == max(map(tops.count, tops))]
    preferred = [game.rules["kitsune_keys"], game.rules["keys"], ELEMENTS]
    return next(element for names in preferred for element in best if element in names)
