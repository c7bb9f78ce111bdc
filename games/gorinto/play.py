"""What a record of Gorinto says of the play. Nothing is hidden from all players but the order of
the bag; a record may leave out which tile was placed or removed, and which tokens were skipped.
"""

from collections.abc import Mapping
from typing import Any

from games.core.play import PlayFormat, sorted_values, without_annotations
from games.core.record import Record


def _header(record: Record) -> dict[str, Any]:
    setup = dict(record.header["setup"])
    is_ring = record.header["ruleset"].get("mode") == "partnership"
    for key in ("keys", "kitsune_keys") if is_ring else ("goals", "keys", "kitsune_keys"):
        if key in setup:
            setup[key] = sorted_values(setup[key])
    roles = sorted(player.role for player in record.players)
    return {"ruleset": record.header["ruleset"], "setup": setup, "roles": roles}


def _event(plain: Mapping[str, Any]) -> dict[str, Any]:
    event = without_annotations(plain)
    match event["type"]:
        case "place" | "remove":
            event["tile"] = event.get("tile")
            if "take" in event:
                event["take"] = sorted_values(event["take"])
        case "burrow":
            tokens = event["tokens"]
            skipped = tokens[:-1] or None
            return {"type": "burrow", "token": tokens[-1:], "skipped": skipped}
    return event


PLAY = PlayFormat(
    header=_header,
    event=_event,
    uncertain=frozenset({"tile", "skipped"}),
    claims=frozenset({"score"}),
    fillable=frozenset({"tile"}),
    forced=frozenset({"kitsune", "fill", "chit", "burrow", "coin"}),
)
