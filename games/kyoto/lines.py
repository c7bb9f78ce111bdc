"""The public moves of Shadows in Kyoto: played cards with a movement, and pushes."""

from collections.abc import Iterator, Sequence

from games.core.lines import LineMove, Plain

_MOVES = frozenset({"site", "defend", "tunnel", "charge", "push"})
_PUBLIC = frozenset({"charisma", "flip", "typewriter"})


def lines(_header: Plain, events: Sequence[Plain]) -> Iterator[LineMove]:
    """Yield each played card, push and shown mark."""
    arrived = ""
    for number, event in enumerate(events, 1):
        kind = event["type"]
        if kind in _MOVES:
            card, origin, to = event.get("card", kind), event["from"], event["to"]
            yield LineMove(number, f"{card} {origin} {to}", origin, to)
            arrived = to
        elif kind == "spring":
            yield LineMove(number, f"spring {event['mark']} {event['to']}", arrived, event["to"])
        elif kind in _PUBLIC:
            yield LineMove(number, f"{kind} {event['card']}")
