"""Each event of Gorinto in a sentence or a few, to be read aloud."""

from collections.abc import Callable, Mapping

from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.scene.endings import ending
from games.gorinto.scene.reading import Gathering, Seen, Taken
from games.gorinto.scene.words import (
    SIDES,
    TOKENS,
    count,
    counted,
    listed,
    order_words,
    season_words,
    written,
)


def sentence(seen: Seen) -> str:
    """What happened at a step."""
    told = [_SENTENCES[seen.kind](seen)]
    table, state = seen.table, seen.state
    if seen.ends_season:
        was = seen.before["wisdom"]
        gains = [f"{table.side_words(s)} {n - was[s]}" for s, n in state["wisdom"].items()]
        told.append(f"{season_words(seen.season)} ends and scores: {listed(gains)}.")
        if not seen.ends_game and len(state["order"]) > 1:
            season = season_words(state["season"])
            told.append(f"Turn order of {season}: {order_words(table, state)}.")
    if seen.ends_game:
        told.append(f"{ending(table, seen.event, state)[0]}.")
    return " ".join(told)


def taken_words(found: Gathering) -> str:
    """The tiles gathered, each with its place."""
    return listed(_tile(taken) for taken in found.taken) or "nothing"


def _tile(taken: Taken) -> str:
    where = taken.cell if taken.level is None else f"level {taken.level}"
    return f"{taken.element} {where}"


def kitsune_words(seen: Seen) -> str:
    """Where the Kitsune tiles go."""
    return ", ".join(f"{n} on {space}" for n, space in enumerate(seen.event["tiles"], 1))


def score_words(seen: Seen) -> str:
    """The Wisdom that a log claims."""
    claimed = seen.event.get("wisdom", {})
    return ", ".join(f"{seen.table.title(s)} {written(n)}" for s, n in claimed.items())


def wisdom_words(seen: Seen) -> str:
    """The Wisdom after the step."""
    stands = seen.state["wisdom"]
    return ", ".join(f"{seen.table.title(s)} {n}" for s, n in stands.items())


def _fill(seen: Seen) -> str:
    tiles = dict.fromkeys(ELEMENTS, 0)
    for tile in seen.event["path"].values():
        tiles[tile] += 1
    drawn = count(len(seen.event["path"]), "tile")
    return f"{season_words(seen.season)}: {drawn} from the bag onto the Path: {counted(tiles)}."


def _place(seen: Seen) -> str:
    event, found = seen.event, seen.gathering
    name = seen.table.names[event["player"]]
    told = f"{name} moves {found.element} from {event['from']} to {event['to']}"
    if not found.there:
        return f"{told}, where there is nothing to gather."
    told = f"{told} and gathers {taken_words(found)}."
    if event.get("give"):
        partner = seen.table.names[seen.table.partner(event["player"])]
        told = f"{told} {partner} is given {event['give']}."
    return told


def _burrow(seen: Seen) -> str:
    *skipped, space = seen.event["tokens"]
    tile = seen.before["path"][space]
    told = f"The Burrow token of {space} is revealed: its {tile} tile leaves the game."
    if skipped:
        told = f"{told} Skipped, with no tile left: {listed(skipped)}."
    return told


def _remove(seen: Seen) -> str:
    event = seen.event
    tile = seen.before["path"][event["from"]]
    name = seen.table.names[event["player"]]
    return f"{name} removes {tile} from {event['from']}: it leaves the game."


def _chit(seen: Seen) -> str:
    token = seen.before["solo"]["moving"]
    verb = "moves to" if seen.before["solo"][token] else "is put down on"
    cell = seen.state["solo"][token]
    return f"Movement chit {seen.event['number']}: {TOKENS[token]} {verb} {cell}."


def _coin(seen: Seen) -> str:
    found, side = seen.gathering, seen.event["side"]
    how = f"on {found.cell} it gathers by {found.element}"
    if seen.is_blank:
        how = f"{found.cell} is empty, so it gathers what most stacks have on top"
    return f"The coin shows {side}, {TOKENS[SIDES[side]]} acts: {how}: {taken_words(found)}."


def _score(seen: Seen) -> str:
    said, stands = score_words(seen), seen.state["wisdom"]
    if not said:
        return "The Season was scored."
    differs = any(stands[side] != n for side, n in seen.event["wisdom"].items())
    told = f"The Wisdom as it was written down: {said}."
    return f"{told} By the rules it is: {wisdom_words(seen)}." if differs else told


def _kitsune(seen: Seen) -> str:
    return f"The Kitsune tiles go onto the Path: {kitsune_words(seen)}."


def _resign(seen: Seen) -> str:
    return f"{seen.table.names[seen.event['role']]} resigns."


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
    "abandon": lambda _: "The players break off.",
}
