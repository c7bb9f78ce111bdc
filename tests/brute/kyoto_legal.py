"""Every event of a position that the naive rules of Kyoto allow, by trying all events."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from tests.brute.board import passes
from tests.brute.kyoto import Game
from tests.brute.kyoto_check import ANSWERED, CARDS
from tests.brute.kyoto_header import COLOURS, DECK, IDENTITIES, ROLES, SITE, SPACES, TACTIC, is_site
from tests.brute.kyoto_position import Event


def allowed(game: Game, event: Event) -> bool:
    """Return whether the naive rules allow an event whose names are right."""
    return passes(game.check_turn, event) and passes(game.check_rest, event)


def every(kind: str, fields: dict[str, Iterable[Any]]) -> Iterator[Event]:
    """Yield the events of a type with every combination of these values."""
    for values in itertools.product(*fields.values()):
        yield {"type": kind, **dict(zip(fields, values, strict=True))}


def several(names: list[Any], number: int) -> list[list[Any]]:
    """Return every choice of so many names, of which each may occur again."""
    return list(map(list, itertools.combinations_with_replacement(names, number)))


def assigned(spaces: Iterable[str]) -> list[dict[str, str]]:
    """Return every assignment of identities to spaces."""
    spaces = sorted(spaces)
    who = itertools.permutations(IDENTITIES, len(spaces))
    return [dict(zip(spaces, names, strict=True)) for names in who]


def setups(game: Game) -> Iterator[Event]:
    for role in [[role] for role in ROLES]:
        if game.phase == "deal":
            hands = [
                sites + tactics for sites in several(SITE, 4) for tactics in several(TACTIC, 2)
            ]
            yield from every("deal", {"role": role, "cards": hands})
        elif game.phase == "deploy":
            starts = game.board["starts"][role[0]]
            yield from every("deploy", {"role": role, "agents": assigned(starts)})
        elif game.phase == "charisma":
            sites = [None, *SITE]
            yield from every("charisma", {"role": role, "card": CARDS["charisma"], "site": sites})


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


def others(game: Game) -> Iterator[Event]:
    """Yield what is neither a set-up nor a move of a card."""
    agents = [space for role in ROLES for space in game.at[role].values()]
    pairs = map(list, itertools.combinations(sorted(agents), 2))
    yield from every("swap", {"spaces": pairs, "swapped": [None] if game.table else [True, False]})
    marks = [None] if game.table else SITE
    yield from every("bait", {"marks": several(marks, 1) + several(marks, 2)})
    if game.phase == "push":
        yield from every("push", {"from": agents, "to": SPACES})
    if game.arrived is not None:
        yield from every("spring", {"mark": COLOURS, "to": SPACES, "bait": (1, 2)})
    yield from every("declare", {"agent": [None], "identity": [None]})
    yield from every("declare", {"agent": agents, "identity": IDENTITIES})
    yield from every("flip", {"card": CARDS["flip"]})
    if game.phase == "conflict":
        fields = {"attacker": [None, *IDENTITIES], "defender": IDENTITIES}
        yield from every("conflict", {**fields, "winner": ("attacker", "defender")})
        yield from every("pistol", {"attacker": IDENTITIES, "guess": IDENTITIES})
    yield from every("typewriter", {"card": DECK})
    for kind in ("drugs", "stun"):
        yield from every(kind, {"agent": agents})
    yield from every("bugs", {"agent": agents, "identity": IDENTITIES})
    if game.hand["government"] is not None:
        yield {"type": "show", "cards": sorted(game.hand["government"])}
    yield from every("stuck", {}) if game.table else ()
    yield from every("abandon", {})
    yield from every("resign", {"role": ROLES})
    for role in ROLES if game.table and game.phase == "over" else ():
        yield from every("unmask", {"role": [role], "agents": assigned(game.at[role].values())})


def legal(game: Game) -> list[Event]:
    """Return all but `draw` and, in a table log, `show`, of which there may be too many."""
    in_turn: dict[tuple[Any, ...], bool] = {}
    events = []
    for event in itertools.chain(setups(game), plays(game), others(game)):
        key = event["type"], event.get("fan"), event.get("role")
        if key not in in_turn:
            in_turn[key] = passes(game.check_turn, event)
        if in_turn[key] and passes(game.check_rest, event):
            events.append(event)
    return events
