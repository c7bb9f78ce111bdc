"""Each event of Gorinto as an entry of the list of moves."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, pgettext
from games.core.scene import Move
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.mountain import SPACES
from games.gorinto.rules.state import HEAD
from games.gorinto.scene.endings import ending
from games.gorinto.scene.reading import Seen
from games.gorinto.scene.sentences import (
    chit_words,
    kitsune_words,
    score_words,
    taken_words,
    wisdom_words,
)
from games.gorinto.scene.words import SIDES, order_words
from games.gorinto.terms import COIN, ELEMENT, season_name

CHITS_OF_SETUP = 2
"""The first two chits of a Season put down Head and Tail (11.3)."""


def move(seen: Seen) -> Move:
    """The entry for a step."""
    event = seen.event
    actor = event.get("player", event.get("role", ""))
    verb, text = _SHORT[seen.kind](seen)
    return {
        "group": season_name(seen.season),
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
        return gettext("End")
    if kind == "score":
        return gettext("Score")
    if kind in ("kitsune", "fill") or (kind == "chit" and chits < CHITS_OF_SETUP):
        return gettext("Set-up")
    placed = before["turn"] if kind == "place" else before["turn"] - 1
    return gettext("Turn {n}").format(n=placed // len(seen.table.players) + 1)


def _followed(seen: Seen) -> list[str]:
    lines, table, event = [], seen.table, seen.event
    if seen.kind == "coin":
        lines.append(gettext("gathers {tiles}").format(tiles=taken_words(seen.gathering)))
    if event.get("give"):
        partner = table.names[table.partner(event["player"])]
        given = gettext("gives {element} to {name}")
        lines.append(given.format(element=ELEMENT[event["give"]], name=partner))
    if seen.ends_season:
        lines.extend(_scored(seen))
    if seen.ends_game:
        words, rule = ending(table, event, seen.state)
        lines.append(f"{words} ({rule})" if rule else words)
    return lines


def _scored(seen: Seen) -> list[str]:
    """How a Season was scored, card by card, and what came of it."""
    table, scoring = seen.table, seen.state["scoring"]
    lines = [gettext("{season} scores").format(season=season_name(seen.season))]
    for role in table.players:
        paid = dict(scoring["goals"][role])
        if scoring["keys"] is not None:
            paid[gettext("Key Elements")] = scoring["keys"][role]
        told = ", ".join(f"{what} {n}" for what, n in paid.items())
        lines.append(f"{table.names[role]} +{sum(paid.values())}: {told}")
    if scoring["kitsune"] is not None:
        lines.append(f"{table.title(KITSUNE_SIDE)} +{scoring['kitsune']}")
    lines.append(gettext("Wisdom: {wisdom}").format(wisdom=wisdom_words(seen)))
    if not seen.ends_game:
        if seen.left_over:
            left = ", ".join(ELEMENT[tile] for tile in seen.left_over)
            lines.append(gettext("left on the Path, out of the game: {tiles}").format(tiles=left))
        if len(table.players) > 1:
            order = order_words(table, seen.state)
            lines.append(gettext("next: {order}").format(order=order))
    return lines


def _place(seen: Seen) -> tuple[str, str]:
    event, found = seen.event, seen.gathering
    return ELEMENT[found.element], f"{event['from']} › {event['to']}: {taken_words(found)}"


def _fill(seen: Seen) -> tuple[str, str]:
    path = seen.event["path"]
    filled = ", ".join(f"{space} {ELEMENT[path[space]]}" for space in SPACES if space in path)
    return gettext("Path"), filled


def _chit(seen: Seen) -> tuple[str, str]:
    number = gettext("Chit {number}").format(number=seen.event["number"])
    return number, chit_words(seen, gettext("the Head on {cell}"), gettext("the Tail on {cell}"))


def _burrow(seen: Seen) -> tuple[str, str]:
    tokens = seen.event["tokens"]
    element = ELEMENT[seen.before["path"][tokens[-1]]]
    told = gettext("{spaces}: {element} is out").format(spaces=" ".join(tokens), element=element)
    return gettext("Burrow"), told


def _remove(seen: Seen) -> tuple[str, str]:
    space = seen.event["from"]
    told = gettext("{element} from {space}")
    element = ELEMENT[seen.before["path"][space]]
    return gettext("removes"), told.format(element=element, space=space)


def _coin(seen: Seen) -> tuple[str, str]:
    found, side = seen.gathering, seen.event["side"]
    told = (
        gettext("{side}: the Head on {cell}, {by}")
        if SIDES[side] == HEAD
        else gettext("{side}: the Tail on {cell}, {by}")
    )
    by = pgettext("cell", "empty") if seen.is_blank else ELEMENT[found.element]
    return gettext("Coin"), told.format(side=COIN[side], cell=found.cell, by=by)


_SHORT: Mapping[str, Callable[[Seen], tuple[str, str]]] = {
    "kitsune": lambda seen: (gettext("Kitsune tiles"), kitsune_words(seen)),
    "fill": _fill,
    "chit": _chit,
    "place": _place,
    "burrow": _burrow,
    "remove": _remove,
    "coin": _coin,
    "score": lambda seen: (gettext("Written down"), score_words(seen)),
    "resign": lambda _: (gettext("resigns"), ""),
    "abandon": lambda _: (gettext("Broken off"), ""),
}
