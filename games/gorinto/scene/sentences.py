"""Each event of Gorinto in a sentence or a few, to be read aloud."""

from collections.abc import Callable, Mapping

from games.core.language import gettext, join_and, ngettext, pgettext
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import HEAD
from games.gorinto.scene.endings import ending
from games.gorinto.scene.reading import Gathering, Seen, Taken
from games.gorinto.scene.words import SIDES, counted, order_words, written
from games.gorinto.terms import COIN, ELEMENT, season_name


def sentence(seen: Seen) -> str:
    """What happened at a step."""
    told = [_SENTENCES[seen.kind](seen)]
    table, state = seen.table, seen.state
    if seen.ends_season:
        was = seen.before["wisdom"]
        gains = [f"{table.side_words(s)} {n - was[s]}" for s, n in state["wisdom"].items()]
        scored = gettext("{season} ends and scores: {gains}.")
        told.append(scored.format(season=season_name(seen.season), gains=join_and(gains)))
        if not seen.ends_game and len(state["order"]) > 1:
            season, order = season_name(state["season"]), order_words(table, state)
            told.append(
                gettext("Turn order of {season}: {order}.").format(season=season, order=order)
            )
    if seen.ends_game:
        told.append(f"{ending(table, seen.event, state)[0]}.")
    return " ".join(told)


def taken_words(found: Gathering) -> str:
    """The tiles gathered, each with its place."""
    return join_and(_tile(taken) for taken in found.taken) or pgettext("tiles", "nothing")


def _tile(taken: Taken) -> str:
    element = ELEMENT[taken.element]
    if taken.level is None:
        return f"{element} {taken.cell}"
    return gettext("{element} level {level}").format(element=element, level=taken.level)


def kitsune_words(seen: Seen) -> str:
    """Where the Kitsune tiles go."""
    on = gettext("{tile} on {space}")
    return ", ".join(on.format(tile=n, space=s) for n, s in enumerate(seen.event["tiles"], 1))


def score_words(seen: Seen) -> str:
    """The Wisdom that a log claims."""
    claimed = seen.event.get("wisdom", {})
    return ", ".join(f"{seen.table.title(s)} {written(n)}" for s, n in claimed.items())


def wisdom_words(seen: Seen) -> str:
    """The Wisdom after the step."""
    stands = seen.state["wisdom"]
    return ", ".join(f"{seen.table.title(s)} {n}" for s, n in stands.items())


def chit_words(seen: Seen, head: str, tail: str) -> str:
    """What is said of a Movement chit, of the Head or of the Tail."""
    moving = seen.before["solo"]["moving"]
    told = head if moving == HEAD else tail
    return told.format(number=seen.event["number"], cell=seen.state["solo"][moving])


def _fill(seen: Seen) -> str:
    tiles, path = dict.fromkeys(ELEMENTS, 0), seen.event["path"]
    for tile in path.values():
        tiles[tile] += 1
    return ngettext(
        "{season}: {n} tile from the bag onto the Path: {tiles}.",
        "{season}: {n} tiles from the bag onto the Path: {tiles}.",
        len(path),
    ).format(season=season_name(seen.season), n=len(path), tiles=counted(tiles))


def _place(seen: Seen) -> str:
    event, found = seen.event, seen.gathering
    places = {
        "name": seen.table.names[event["player"]],
        "element": ELEMENT[found.element],
        "space": event["from"],
        "cell": event["to"],
    }
    if not found.there:
        return gettext(
            "{name} moves {element} from {space} to {cell}, where there is nothing to gather."
        ).format(**places)
    told = gettext("{name} moves {element} from {space} to {cell} and gathers {tiles}.").format(
        **places, tiles=taken_words(found)
    )
    if event.get("give"):
        partner = seen.table.names[seen.table.partner(event["player"])]
        given = gettext("{name} is given {element}.")
        told = f"{told} {given.format(name=partner, element=ELEMENT[event['give']])}"
    return told


def _burrow(seen: Seen) -> str:
    *skipped, space = seen.event["tokens"]
    tile = ELEMENT[seen.before["path"][space]]
    told = gettext("The Burrow token of {space} is revealed: its {element} tile leaves the game.")
    told = told.format(space=space, element=tile)
    if skipped:
        also = gettext("Skipped, with no tile left: {spaces}.").format(spaces=join_and(skipped))
        told = f"{told} {also}"
    return told


def _remove(seen: Seen) -> str:
    event = seen.event
    return gettext("{name} removes {element} from {space}: it leaves the game.").format(
        name=seen.table.names[event["player"]],
        element=ELEMENT[seen.before["path"][event["from"]]],
        space=event["from"],
    )


def _chit(seen: Seen) -> str:
    if seen.before["solo"][seen.before["solo"]["moving"]]:
        return chit_words(
            seen,
            gettext("Movement chit {number}: the Head moves to {cell}."),
            gettext("Movement chit {number}: the Tail moves to {cell}."),
        )
    return chit_words(
        seen,
        gettext("Movement chit {number}: the Head is put down on {cell}."),
        gettext("Movement chit {number}: the Tail is put down on {cell}."),
    )


def _coin(seen: Seen) -> str:
    found, side = seen.gathering, seen.event["side"]
    if SIDES[side] == HEAD:
        told = (
            gettext(
                "The coin shows {side}, the Head acts: {cell} is empty, so it gathers what most "
                "stacks have on top: {tiles}."
            )
            if seen.is_blank
            else gettext(
                "The coin shows {side}, the Head acts: on {cell} it gathers by {element}: {tiles}."
            )
        )
    elif seen.is_blank:
        told = gettext(
            "The coin shows {side}, the Tail acts: {cell} is empty, so it gathers what most "
            "stacks have on top: {tiles}."
        )
    else:
        told = gettext(
            "The coin shows {side}, the Tail acts: on {cell} it gathers by {element}: {tiles}."
        )
    return told.format(
        side=COIN[side], cell=found.cell, element=ELEMENT[found.element], tiles=taken_words(found)
    )


def _score(seen: Seen) -> str:
    said, stands = score_words(seen), seen.state["wisdom"]
    if not said:
        return gettext("The Season was scored.")
    differs = any(stands[side] != n for side, n in seen.event["wisdom"].items())
    told = gettext("The Wisdom as it was written down: {wisdom}.").format(wisdom=said)
    if not differs:
        return told
    by_rules = gettext("By the rules it is: {wisdom}.").format(wisdom=wisdom_words(seen))
    return f"{told} {by_rules}"


def _kitsune(seen: Seen) -> str:
    return gettext("The Kitsune tiles go onto the Path: {tiles}.").format(tiles=kitsune_words(seen))


def _resign(seen: Seen) -> str:
    return gettext("{name} resigns.").format(name=seen.table.names[seen.event["role"]])


_SENTENCES: Mapping[str, Callable[[Seen], str]] = {
    "kitsune": _kitsune,
    "fill": _fill,
    "chit": _chit,
    "place": _place,
    "burrow": _burrow,
    "remove": _remove,
    "coin": _coin,
    "score": _score,
    "resign": _resign,
    "abandon": lambda _: gettext("The players break off."),
}
