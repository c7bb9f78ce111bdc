"""Each event of Gorinto as an entry of the list of moves."""

from collections.abc import Callable, Mapping

from games.core.scene import Move
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.mountain import SPACES
from games.gorinto.scene.endings import ending
from games.gorinto.scene.reading import Seen
from games.gorinto.scene.sentences import (
    kitsune_words,
    score_words,
    taken_words,
    wisdom_words,
)
from games.gorinto.scene.words import SIDES, TOKENS, order_words, season_words

CHITS_OF_SETUP = 2
"""The first two chits of a Season put down Head and Tail (11.3)."""


def move(seen: Seen) -> Move:
    """The entry for a step."""
    event = seen.event
    actor = event.get("player", event.get("role", ""))
    verb, text = _SHORT[seen.kind](seen)
    return {
        "group": season_words(seen.season),
        "part": _part(seen),
        "actor": actor,
        "name": seen.table.names[actor] if actor else "",
        "verb": verb,
        "text": text,
        "sign": "",
        "follows": _followed(seen),
        "note": event.get("note", ""),
        "at": event.get("at"),
    }


def _part(seen: Seen) -> str:
    """The heading under which an event stands: a turn, counted for each player, or what is around
    the turns.
    """
    kind, before = seen.kind, seen.before
    chits = len(before["solo"]["chits"]) if before["solo"] else 0
    if kind in ("resign", "abandon"):
        return "End"
    if kind == "score":
        return "Score"
    if kind in ("kitsune", "fill") or (kind == "chit" and chits < CHITS_OF_SETUP):
        return "Set-up"
    placed = before["turn"] if kind == "place" else before["turn"] - 1
    return f"Turn {placed // len(seen.table.players) + 1}"


def _followed(seen: Seen) -> list[str]:
    lines, table, event = [], seen.table, seen.event
    if seen.kind == "coin":
        lines.append(f"gathers {taken_words(seen.gathering)}")
    if event.get("give"):
        lines.append(f"gives {event['give']} to {table.names[table.partner(event['player'])]}")
    if seen.ends_season:
        lines.extend(_scored(seen))
    if seen.ends_game:
        words, rule = ending(table, event, seen.state)
        lines.append(f"{words} ({rule})" if rule else words)
    return lines


def _scored(seen: Seen) -> list[str]:
    """How a Season was scored, card by card, and what came of it."""
    table, scoring = seen.table, seen.state["scoring"]
    lines = [f"{season_words(seen.season)} scores"]
    for role in table.players:
        paid = dict(scoring["goals"][role])
        if scoring["keys"] is not None:
            paid["Key Elements"] = scoring["keys"][role]
        told = ", ".join(f"{what} {n}" for what, n in paid.items())
        lines.append(f"{table.names[role]} +{sum(paid.values())}: {told}")
    if scoring["kitsune"] is not None:
        lines.append(f"{table.title(KITSUNE_SIDE)} +{scoring['kitsune']}")
    lines.append(f"Wisdom: {wisdom_words(seen)}")
    if not seen.ends_game:
        if seen.left_over:
            lines.append(f"left on the Path, out of the game: {', '.join(seen.left_over)}")
        if len(table.players) > 1:
            lines.append(f"next: {order_words(table, seen.state)}")
    return lines


def _place(seen: Seen) -> tuple[str, str]:
    event, found = seen.event, seen.gathering
    return found.element, f"{event['from']} › {event['to']}: {taken_words(found)}"


def _fill(seen: Seen) -> tuple[str, str]:
    path = seen.event["path"]
    return "Path", ", ".join(f"{space} {path[space]}" for space in SPACES if space in path)


def _chit(seen: Seen) -> tuple[str, str]:
    token = seen.before["solo"]["moving"]
    return f"Chit {seen.event['number']}", f"{TOKENS[token]} on {seen.state['solo'][token]}"


def _burrow(seen: Seen) -> tuple[str, str]:
    tokens = seen.event["tokens"]
    return "Burrow", f"{' '.join(tokens)}: {seen.before['path'][tokens[-1]]} is out"


def _remove(seen: Seen) -> tuple[str, str]:
    space = seen.event["from"]
    return "removes", f"{seen.before['path'][space]} from {space}"


def _coin(seen: Seen) -> tuple[str, str]:
    found, side = seen.gathering, seen.event["side"]
    by = "empty" if seen.is_blank else found.element
    return "Coin", f"{side}: {TOKENS[SIDES[side]]} on {found.cell}, {by}"


_SHORT: Mapping[str, Callable[[Seen], tuple[str, str]]] = {
    "kitsune": lambda seen: ("Kitsune tiles", kitsune_words(seen)),
    "fill": _fill,
    "chit": _chit,
    "place": _place,
    "burrow": _burrow,
    "remove": _remove,
    "coin": _coin,
    "score": lambda seen: ("Written down", score_words(seen)),
    "resign": lambda _: ("resigns", ""),
    "abandon": lambda _: ("Broken off", ""),
}
