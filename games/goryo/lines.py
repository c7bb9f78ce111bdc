"""The public moves of Goryō: those of the Samurai, and the routes that were discovered."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from games.core.lines import LineMove, Plain
from games.goryo.rules.board import Board, default_board
from games.goryo.rules.editions import RULESETS


def lines(header: Plain, events: Sequence[Plain]) -> Iterator[LineMove]:
    """Yield the moves of the Samurai, and the movements of each route that was discovered."""
    at = _starts(header)
    plan: Any = None
    for number, event in enumerate(events, 1):
        kind = event["type"]
        if kind == "move":
            colour, to = event["samurai"], event["to"]
            yield LineMove(number, f"{colour} move {to}", at[colour], to)
            at[colour] = to
        elif kind == "search":
            yield LineMove(number, f"{event['samurai']} search")
        elif kind == "sniff":
            yield LineMove(number, f"{event['samurai']} sniff {event['space']}")
        elif kind == "plan":
            plan = event
        elif kind == "discover" and plan is not None and plan.get("route"):
            for origin, to in pairwise(plan["route"]):
                yield LineMove(number, "", origin, to)


def _starts(header: Plain) -> dict[str, str]:
    """Return where each Samurai starts, by the rules and the board of an accepted log."""
    rules, changed = header["ruleset"], header.get("setup", {}).get("samurai", {})
    colours = RULESETS[rules["edition"], rules.get("advanced", False)].colours
    board = Board(header["board"]) if "board" in header else default_board()
    usual = zip(colours, (board.names[at] for at in board.samurai), strict=True)
    return {**dict(usual), **changed}
