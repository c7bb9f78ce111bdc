"""Each event of Gorinto as an entry of the move list."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, pgettext
from games.core.scene import Move
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.mountain import SPACES
from games.gorinto.rules.state import HEAD
from games.gorinto.scene import sentences
from games.gorinto.scene.endings import ending
from games.gorinto.scene.labels import COIN_TOKENS, order_label
from games.gorinto.scene.step import SceneStep
from games.gorinto.terms import COIN, ELEMENT, GOAL, season_name

CHITS_OF_SETUP = 2
"""The first two chits of a Season place Head and Tail (11.3)."""


def move(step: SceneStep) -> Move:
    """Return the entry for a step."""
    event = step.event
    actor = event.get("player", event.get("role", ""))
    verb, text = _SHORT[step.kind](step)
    return {
        "group": season_name(step.season),
        "part": _part(step),
        "actor": actor,
        "name": step.table.names[actor] if actor else "",
        "verb": verb,
        "text": text,
        "sign": "",
        "follows": _consequences(step),
        "note": event.get("note", ""),
        "at": event.get("at"),
    }


def _part(step: SceneStep) -> str:
    """Return the heading of an event: each player's turn, or what is before and after the turns."""
    kind, before = step.kind, step.before
    chits = len(before["solo"]["chits"]) if before["solo"] else 0
    if kind in ("resign", "abandon"):
        return gettext("End")
    if kind == "score":
        return gettext("Score")
    if kind in ("kitsune", "fill") or (kind == "chit" and chits < CHITS_OF_SETUP):
        return gettext("Set-up")
    placed = before["turn"] if kind == "place" else before["turn"] - 1
    return gettext("Turn {n}").format(n=placed // len(step.table.players) + 1)


def _consequences(step: SceneStep) -> list[str]:
    lines, table, event = [], step.table, step.event
    if step.kind == "coin":
        lines.append(gettext("gathers {tiles}").format(tiles=sentences.taken_label(step.gathering)))
    if event.get("give"):
        partner = table.names[table.partner(event["player"])]
        gift = gettext("gives {element} to {name}")
        lines.append(gift.format(element=ELEMENT[event["give"]], name=partner))
    if step.ends_season:
        lines.extend(_scoring_lines(step))
    if step.ends_game:
        text, rule = ending(table, event, step.state)
        lines.append(f"{text} ({rule})" if rule else text)
    return lines


def _scoring_lines(step: SceneStep) -> list[str]:
    """Return the scoring of a Season, card by card, and the next turn order."""
    table, scoring = step.table, step.state["scoring"]
    lines = [gettext("{season} scoring").format(season=season_name(step.season))]
    for role in table.players:
        points = {GOAL[goal]: n for goal, n in scoring["goals"][role].items()}
        if scoring["keys"] is not None:
            points[gettext("Key Elements")] = scoring["keys"][role]
        details = ", ".join(f"{card} {n}" for card, n in points.items())
        lines.append(f"{table.names[role]} +{sum(points.values())}: {details}")
    if scoring["kitsune"] is not None:
        lines.append(f"{table.title(KITSUNE_SIDE)} +{scoring['kitsune']}")
    lines.append(gettext("Wisdom: {wisdom}").format(wisdom=sentences.wisdom_label(step)))
    if not step.ends_game:
        if step.left_on_path:
            tiles = ", ".join(ELEMENT[tile] for tile in step.left_on_path)
            lines.append(gettext("discarded from the Path: {tiles}").format(tiles=tiles))
        if len(table.players) > 1:
            order = order_label(table, step.state)
            lines.append(gettext("next turn order: {order}").format(order=order))
    return lines


def _place(step: SceneStep) -> tuple[str, str]:
    event, gathering = step.event, step.gathering
    text = f"{event['from']} › {event['to']}: {sentences.taken_label(gathering)}"
    return ELEMENT[gathering.element], text


def _fill(step: SceneStep) -> tuple[str, str]:
    path = step.event["path"]
    filled = ", ".join(f"{space} {ELEMENT[path[space]]}" for space in SPACES if space in path)
    return gettext("Path"), filled


def _chit(step: SceneStep) -> tuple[str, str]:
    verb = gettext("Chit {number}").format(number=step.event["number"])
    return verb, sentences.format_chit(
        step, gettext("the Head on {cell}"), gettext("the Tail on {cell}")
    )


def _burrow(step: SceneStep) -> tuple[str, str]:
    tokens = step.event["tokens"]
    template = gettext("{spaces}: {element} discarded")
    element = ELEMENT[step.before["path"][tokens[-1]]]
    return gettext("Burrow"), template.format(spaces=" ".join(tokens), element=element)


def _remove(step: SceneStep) -> tuple[str, str]:
    space = step.event["from"]
    element = ELEMENT[step.before["path"][space]]
    text = gettext("{element} from {space}").format(element=element, space=space)
    return gettext("discards"), text


def _coin(step: SceneStep) -> tuple[str, str]:
    gathering, side = step.gathering, step.event["side"]
    template = (
        gettext("{side}: the Head on {cell}, {by}")
        if COIN_TOKENS[side] == HEAD
        else gettext("{side}: the Tail on {cell}, {by}")
    )
    by = pgettext("cell", "empty") if step.is_blank else ELEMENT[gathering.element]
    return gettext("Coin"), template.format(side=COIN[side], cell=gathering.cell, by=by)


_SHORT: Mapping[str, Callable[[SceneStep], tuple[str, str]]] = {
    "kitsune": lambda step: (gettext("Kitsune tiles"), sentences.kitsune_label(step)),
    "fill": _fill,
    "chit": _chit,
    "place": _place,
    "burrow": _burrow,
    "remove": _remove,
    "coin": _coin,
    "score": lambda step: (gettext("Recorded score"), sentences.claim_label(step)),
    "resign": lambda _: (gettext("resigns"), ""),
    "abandon": lambda _: (gettext("Abandoned"), ""),
}
