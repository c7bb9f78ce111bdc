"""Every event of a position that the naive rules of Kyoto allow, by trying all events."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tests.brute.board import Refused
from tests.brute.kyoto import Game
from tests.brute.kyoto_check import ANSWERED
from tests.brute.kyoto_header import (
    CHARISMA,
    COLOURS,
    DECK,
    EQUIPMENT,
    IDENTITIES,
    ROLES,
    SITE,
    SPACES,
    TACTIC,
    is_site,
)
from tests.brute.kyoto_position import Event

EQUIPMENT_CARDS = [*EQUIPMENT["oniwaban"], *EQUIPMENT["government"]]


def passes(check: Callable[[Event], None], event: Event) -> bool:
    """Return whether a check does not refuse an event."""
    try:
        check(event)
    except Refused:
        return False
    return True


def allowed(game: Game, event: Event) -> bool:
    """Return whether the naive rules allow an event whose names are right."""
    return passes(game.check_turn, event) and passes(game.check_rest, event)


def setups(game: Game) -> Iterator[Event]:
    makers = {"deal": deals, "deploy": deployments, "charisma": charisma}
    for role in ROLES if game.phase in makers else []:
        yield from makers[game.phase](game, role)


def deals(_: Game, role: str) -> Iterator[Event]:
    for sites in itertools.combinations_with_replacement(SITE, 4):
        for tactics in itertools.combinations_with_replacement(TACTIC, 2):
            yield {"type": "deal", "role": role, "cards": [*sites, *tactics]}


def deployments(game: Game, role: str) -> Iterator[Event]:
    for who in itertools.permutations(IDENTITIES):
        agents = dict(zip(sorted(game.board["starts"][role]), who, strict=True))
        yield {"type": "deploy", "role": role, "agents": agents}


def charisma(_: Game, role: str) -> Iterator[Event]:
    for card in [*itertools.chain(*CHARISMA.values()), "ruri"]:
        for colour in [None, *SITE]:
            yield {"type": "charisma", "role": role, "card": card, "site": colour}


def plays(game: Game) -> Iterator[Event]:
    """Yield the plays of cards in hand that `moves` allows, of Site cards as if they were wild."""
    fan = game.phase in ANSWERED and game.victor is not None
    if game.phase != "play" and not fan:
        return
    any_colour = list(game.moves("wild"))
    for card in DECK:
        if card in ("swap", "bait") or not game.can_hold(card):
            continue
        for start, end in any_colour if is_site(card) else game.moves(card):
            event: Event = {"type": card, "from": start, "to": end, "fan": fan}
            if not is_site(card):
                yield event
                continue
            for back in (False, True) if game.has("government", "ayane") else (False,):
                yield {**event, "type": "site", "card": card, "return": back}


def secret_plays(game: Game) -> Iterator[Event]:
    """Yield Swaps and Baits."""
    agents = [space for role in ROLES for space in game.at[role].values()]
    for pair in itertools.combinations(sorted(agents), 2):
        for swapped in (True, False) if not game.table else (None,):
            yield {"type": "swap", "spaces": list(pair), "swapped": swapped}
    colours = SITE if not game.table else [None]
    for number in (1, 2):
        for marks in itertools.combinations_with_replacement(colours, number):
            yield {"type": "bait", "marks": list(marks)}


def answers(game: Game) -> Iterator[Event]:
    agents = [space for role in ROLES for space in game.at[role].values()]
    if game.phase == "push":
        for start, end in itertools.product(agents, SPACES):
            yield {"type": "push", "from": start, "to": end}
    if game.arrived is not None:
        for mark, end, bait in itertools.product(COLOURS, SPACES, (1, 2)):
            yield {"type": "spring", "mark": mark, "to": end, "bait": bait}
    yield {"type": "declare", "agent": None, "identity": None}
    for space, name in itertools.product(agents, IDENTITIES):
        yield {"type": "declare", "agent": space, "identity": name}
    for card in EQUIPMENT_CARDS:
        yield {"type": "flip", "card": card}


def fights(game: Game) -> Iterator[Event]:
    for attacker in [None, *IDENTITIES] if game.phase == "conflict" else []:
        for name, winner in itertools.product(IDENTITIES, ("attacker", "defender")):
            yield {"type": "conflict", "defender": name, "winner": winner, "attacker": attacker}
        for guess in IDENTITIES if attacker else []:
            yield {"type": "pistol", "guess": guess, "attacker": attacker}


def equipment(game: Game) -> Iterator[Event]:
    agents = [space for role in ROLES for space in game.at[role].values()]
    for card in DECK:
        yield {"type": "typewriter", "card": card}
    for space in agents:
        yield {"type": "drugs", "agent": space}
        yield {"type": "stun", "agent": space}
        for name in IDENTITIES:
            yield {"type": "bugs", "agent": space, "identity": name}
    hand = game.hand["government"]
    if hand is not None:
        yield {"type": "show", "cards": sorted(hand)}
    if game.table:
        yield {"type": "stuck"}


def ends(game: Game) -> Iterator[Event]:
    yield {"type": "abandon"}
    for role in ROLES:
        yield {"type": "resign", "role": role}
        if game.table and game.phase == "over":
            for who in itertools.permutations(IDENTITIES, len(game.at[role])):
                agents = dict(zip(sorted(game.at[role].values()), who, strict=True))
                yield {"type": "unmask", "role": role, "agents": agents}


def legal(game: Game) -> list[Event]:
    """Return all but `draw` and, in a table log, `show`, of which there may be too many."""
    in_turn: dict[tuple[Any, ...], bool] = {}
    events = []
    for makes in (setups, plays, secret_plays, answers, fights, equipment, ends):
        for event in makes(game):
            key = event["type"], event.get("fan"), event.get("role")
            if key not in in_turn:
                in_turn[key] = passes(game.check_turn, event)
            if in_turn[key] and passes(game.check_rest, event):
                events.append(event)
    return events
