"""What a record of Shadows in Kyoto says of the play: a table log has no deals and deployments, and
knows neither the cards drawn, nor the marks, nor whether a Swap was one.
"""

from collections.abc import Mapping
from typing import Any

from games.core.play import PlayFormat, sorted_values, without_annotations
from games.core.record import Record
from games.kyoto.rules.components import TACTICS

_DEALS = frozenset({"deal", "deploy"})


def _header(record: Record) -> dict[str, Any]:
    return {"ruleset": record.header["ruleset"]}


def _pile(card: str | None) -> str | None:
    if card in ("site", "tactic") or card is None:
        return card
    return "tactic" if card in TACTICS else "site"


def _draw(event: Mapping[str, Any]) -> dict[str, Any]:
    cards, piles = event.get("cards"), event.get("piles")
    returned = event.get("returned", [])
    is_table = piles is not None
    drawn = [] if cards is None and piles is None else cards
    return {
        "type": "draw",
        "piles": piles if is_table else [_pile(card) for card in cards or []],
        "returned_piles": [_pile(card) for card in returned],
        "cards": None if is_table else drawn,
        "returned": None if is_table else returned,
    }


def _event(plain: Mapping[str, Any]) -> dict[str, Any]:
    event = without_annotations(plain)
    match event["type"]:
        case "deal" | "show":
            event["cards"] = sorted_values(event["cards"])
        case "draw":
            return _draw(event)
        case "swap":
            return {**event, "spaces": sorted(event["spaces"]), "swapped": event.get("swapped")}
        case "bait":
            marks = event["marks"]
            known = None if None in marks else sorted(marks)
            return {"type": "bait", "number": len(marks), "marks": known}
    return event


def _gaps(record: Record) -> frozenset[str]:
    return frozenset() if record.setup.full else _DEALS


PLAY = PlayFormat(
    header=_header,
    event=_event,
    uncertain=frozenset({"cards", "returned", "swapped", "marks"}),
    claims=frozenset({"stuck", "unmask"}),
    gaps=_gaps,
    gap_types=_DEALS,
    setup_types=_DEALS | {"charisma"},
    forced=frozenset({"deal", "draw", "conflict"}),
)
