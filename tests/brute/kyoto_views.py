"""Positions of the naive game as steps: state and belief, for each view."""

from typing import Any

from tests.brute.kyoto import Game
from tests.brute.kyoto_header import DECK, ROLES, is_site
from tests.brute.kyoto_position import counts

VIEWS = ["omniscient", "oniwaban", "government", "public"]


def state(game: Game, view: str) -> dict[str, Any]:
    """Return the state of a step (format page, "A step" and "Views")."""

    def sees(role: str) -> bool:
        return view in ("omniscient", role)

    def agents(role: str) -> dict[str, Any]:
        shown = {}
        for token, space in game.at[role].items():
            up = token in game.up[role]
            known = sees(role) or up or game.phase == "over"
            shown[space] = {"identity": game.who[role][token] if known else None, "revealed": up}
        return dict(sorted(shown.items()))

    def hand(role: str) -> dict[str, Any]:
        cards = game.hand[role]
        seen = None if cards is None or not sees(role) else sorted(cards)
        return {**game.held[role], "cards": seen}

    def marks(role: str) -> list[Any]:
        return [
            sorted(bait, key=str) if sees(role) else [None] * len(bait) for bait in game.baits[role]
        ]

    def space_of(role: str, token: int | None) -> str | None:
        return None if token is None else game.at[role][token]

    return {
        "turn": game.turn,
        "active": game.active,
        "phase": game.phase,
        "agents": {role: agents(role) for role in ROLES},
        "captives": {role: sorted(game.captives[role]) for role in ROLES},
        "hands": {role: hand(role) for role in ROLES},
        "piles": {role: dict(game.left[role]) for role in ROLES},
        "discards": {role: sorted(game.discards[role]) for role in ROLES},
        "baits": {role: marks(role) for role in ROLES},
        "charisma": dict(game.cards),
        "ruri_site": game.ruri,
        "equipment": {r: dict(game.equipment[r]) for r in ROLES} if game.has_equipment else None,
        "flip_due": game.flip_due,
        "drugged": space_of("government", game.drugged),
        "stunned": space_of("oniwaban", game.stunned),
        "conflict": None if game.conflict is None else dict(game.conflict),
        "winner": game.winner,
        "reason": game.reason,
    }


def beliefs(game: Game) -> dict[str, Any]:
    """Return the belief blocks by view, without the phases that have none."""
    if game.phase in ("deal", "deploy", "over"):
        return {}
    blocks = {}
    for role in ROLES:
        possible = game.assignments(role)
        agents = {space: counts(possible, token) for token, space in game.at[role].items()}
        blocks[role] = {
            "assignments": len(possible), "agents": agents, "unseen": game.unseen(role),
        }  # fmt: skip
    return {v: {role: blocks[role] for role in ROLES if role != v} for v in VIEWS}


def event(game: Game, plain: dict[str, Any], view: str) -> dict[str, Any]:
    """Return an event as a view sees it; `game` is the position before it."""
    if view == "omniscient":
        return plain
    kind, shown = plain["type"], {k: v for k, v in plain.items() if k != "note" and k[:2] != "x_"}
    role = plain.get("role", game.active)
    if role == view:
        return shown
    if kind == "deal":
        del shown["cards"]
    if kind == "deploy":
        del shown["agents"]
    if kind == "draw" and not game.table:
        pile_of = {card: "site" if is_site(card) else "tactic" for card in DECK}
        if cards := shown.pop("cards", []):
            shown["piles"] = [pile_of[card] for card in cards]
        if shown.get("returned"):
            shown["returned"] = [card and pile_of[card] for card in shown["returned"]]
    if kind == "bait":
        shown["marks"] = [None] * len(shown["marks"])
    if kind == "swap":
        shown["swapped"] = None
    return shown
