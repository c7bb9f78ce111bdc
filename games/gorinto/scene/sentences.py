"""The sentences that describe each event of Gorinto, also for screen readers."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, join_and, ngettext, pgettext
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import HEAD
from games.gorinto.scene.endings import ending
from games.gorinto.scene.labels import COIN_TOKENS, order_label, short_number, tiles_label
from games.gorinto.scene.step import Gathering, SceneStep, TakenTile
from games.gorinto.terms import COIN, ELEMENT, season_name


def describe(step: SceneStep) -> str:
    """Return what happened at a step."""
    sentences = [_SENTENCES[step.kind](step)]
    table, state = step.table, step.state
    if step.ends_season:
        old = step.before["wisdom"]
        gains = [f"{table.side_name(s)} {n - old[s]}" for s, n in state["wisdom"].items()]
        scored = gettext("{season} ends and scores: {gains}.")
        sentences.append(scored.format(season=season_name(step.season), gains=join_and(gains)))
        if not step.ends_game and len(state["order"]) > 1:
            season, order = season_name(state["season"]), order_label(table, state)
            template = gettext("Turn order in {season}: {order}.")
            sentences.append(template.format(season=season, order=order))
    if step.ends_game:
        sentences.append(f"{ending(table, step.event, state)[0]}.")
    return " ".join(sentences)


def taken_label(gathering: Gathering) -> str:
    """Return the tiles gathered, each with its cell or level."""
    return join_and(map(_tile, gathering.taken)) or pgettext("tiles", "nothing")


def _tile(taken: TakenTile) -> str:
    element = ELEMENT[taken.element]
    if taken.level is None:
        return f"{element} {taken.cell}"
    return gettext("{element} level {level}").format(element=element, level=taken.level)


def kitsune_label(step: SceneStep) -> str:
    """Return the Path spaces of the Kitsune tiles."""
    template = gettext("{tile} on {space}")
    return ", ".join(template.format(tile=n, space=s) for n, s in enumerate(step.event["tiles"], 1))


def claim_label(step: SceneStep) -> str:
    """Return the Wisdom that a log claims."""
    claimed = step.event.get("wisdom", {})
    return ", ".join(f"{step.table.title(s)} {short_number(n)}" for s, n in claimed.items())


def wisdom_label(step: SceneStep) -> str:
    """Return the Wisdom after the step."""
    wisdom = step.state["wisdom"]
    return ", ".join(f"{step.table.title(s)} {n}" for s, n in wisdom.items())


def format_chit(step: SceneStep, head: str, tail: str) -> str:
    """Return the template for the token that a Movement chit moves, filled in."""
    moving = step.before["solo"]["moving"]
    template = head if moving == HEAD else tail
    return template.format(number=step.event["number"], cell=step.state["solo"][moving])


def _fill(step: SceneStep) -> str:
    tiles, path = dict.fromkeys(ELEMENTS, 0), step.event["path"]
    for tile in path.values():
        tiles[tile] += 1
    return ngettext(
        "{season}: {n} tile is drawn for the Path: {tiles}.",
        "{season}: {n} tiles are drawn for the Path: {tiles}.",
        len(path),
    ).format(season=season_name(step.season), n=len(path), tiles=tiles_label(tiles))


def _place(step: SceneStep) -> str:
    event, gathering = step.event, step.gathering
    values = {
        "name": step.table.names[event["player"]],
        "element": ELEMENT[gathering.element],
        "space": event["from"],
        "cell": event["to"],
    }
    if not gathering.available:
        return gettext(
            "{name} moves {element} from {space} to {cell}. There is nothing to gather."
        ).format(**values)
    sentence = gettext("{name} moves {element} from {space} to {cell} and gathers {tiles}.").format(
        **values, tiles=taken_label(gathering)
    )
    if event.get("give"):
        partner = step.table.names[step.table.partner(event["player"])]
        gift = gettext("{name} receives {element}.")
        sentence = f"{sentence} {gift.format(name=partner, element=ELEMENT[event['give']])}"
    return sentence


def _burrow(step: SceneStep) -> str:
    *skipped, space = step.event["tokens"]
    sentence = gettext("Burrow token {space} is revealed. Its {element} tile is discarded.").format(
        space=space, element=ELEMENT[step.before["path"][space]]
    )
    if skipped:
        more = gettext("Skipped tokens: {spaces}.").format(spaces=join_and(skipped))
        sentence = f"{sentence} {more}"
    return sentence


def _remove(step: SceneStep) -> str:
    event = step.event
    return gettext("{name} discards {element} from {space}.").format(
        name=step.table.names[event["player"]],
        element=ELEMENT[step.before["path"][event["from"]]],
        space=event["from"],
    )


def _chit(step: SceneStep) -> str:
    if step.before["solo"][step.before["solo"]["moving"]]:
        return format_chit(
            step,
            gettext("Movement chit {number}: the Head moves to {cell}."),
            gettext("Movement chit {number}: the Tail moves to {cell}."),
        )
    return format_chit(
        step,
        gettext("Movement chit {number}: the Head is placed on {cell}."),
        gettext("Movement chit {number}: the Tail is placed on {cell}."),
    )


def _coin(step: SceneStep) -> str:
    gathering, side = step.gathering, step.event["side"]
    template = {
        (True, True): gettext(
            "The coin shows {side}. The Head is on the empty cell {cell} and gathers the most "
            "frequent element on top: {tiles}."
        ),
        (True, False): gettext(
            "The coin shows {side}. The Head on {cell} gathers by {element}: {tiles}."
        ),
        (False, True): gettext(
            "The coin shows {side}. The Tail is on the empty cell {cell} and gathers the most "
            "frequent element on top: {tiles}."
        ),
        (False, False): gettext(
            "The coin shows {side}. The Tail on {cell} gathers by {element}: {tiles}."
        ),
    }[COIN_TOKENS[side] == HEAD, step.is_blank]
    return template.format(
        side=COIN[side],
        cell=gathering.cell,
        element=ELEMENT[gathering.element],
        tiles=taken_label(gathering),
    )


def _score(step: SceneStep) -> str:
    claim, wisdom = claim_label(step), step.state["wisdom"]
    if not claim:
        return gettext("The Season was scored.")
    sentence = gettext("Recorded Wisdom: {wisdom}.").format(wisdom=claim)
    if all(wisdom[side] == n for side, n in step.event["wisdom"].items()):
        return sentence
    by_rules = gettext("By the rules it is: {wisdom}.").format(wisdom=wisdom_label(step))
    return f"{sentence} {by_rules}"


def _kitsune(step: SceneStep) -> str:
    template = gettext("The Kitsune tiles are laid on the Path: {tiles}.")
    return template.format(tiles=kitsune_label(step))


def _resign(step: SceneStep) -> str:
    return gettext("{name} resigns.").format(name=step.table.names[step.event["role"]])


_SENTENCES: Mapping[str, Callable[[SceneStep], str]] = {
    "kitsune": _kitsune,
    "fill": _fill,
    "chit": _chit,
    "place": _place,
    "burrow": _burrow,
    "remove": _remove,
    "coin": _coin,
    "score": _score,
    "resign": _resign,
    "abandon": lambda _: gettext("The game is abandoned."),
}
