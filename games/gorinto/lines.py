"""The moves of Gorinto, without the tiles that are gathered."""

from collections.abc import Iterator, Sequence

from games.core.lines import LineMove, Plain


def lines(_header: Plain, events: Sequence[Plain]) -> Iterator[LineMove]:
    """Yield each placed and each removed tile."""
    for number, event in enumerate(events, 1):
        if event["type"] == "place":
            origin, to = event["from"], event["to"]
            tile = event.get("tile") or ""
            yield LineMove(number, f"{tile} {origin} > {to}".strip(), origin, to)
        elif event["type"] == "remove":
            yield LineMove(number, f"remove {event['from']}")
