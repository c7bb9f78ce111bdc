"""What else a turn could have done, in words."""

from games.gorinto.insight import Choice, insight
from games.gorinto.rules.elements import ELEMENTS, by_name
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELLS, SPACES
from games.gorinto.rules.state import State
from games.gorinto.scene.words import count, counted

ORDINALS = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)


def lines(state: State, event: Place) -> list[str]:
    """What the panel says of a placement; `state` is that before it."""
    found = insight(state, event)
    played, best, most = found.played, found.best, found.most
    tied = f", with {count(found.tied, 'other')}" if found.tied else ""
    told = [
        f"Played: {_wisdom(played.wisdom, found.before)}: {ordinal(found.rank)} of "
        f"{count(found.choices, 'choice')}{tied}."
    ]
    if best.wisdom > played.wisdom:
        told.append(
            f"Most Wisdom now: {_choice(state, best)}: {_wisdom(best.wisdom, found.before)}."
        )
    else:
        told.append("No choice scores more now.")
    if most.tiles > played.tiles:
        gain = _wisdom(most.wisdom, found.before)
        told.append(f"Most tiles: {_choice(state, most)}: {gain}.")
    else:
        told.append("No choice gathers more tiles.")
    return told


def ordinal(number: int) -> str:
    """A rank: `1st`, `22nd`, `13th`.

    >>> ordinal(22), ordinal(13)
    ('22nd', '13th')
    """
    last = number % 10
    ending = "th" if number % 100 in TEENS else ORDINALS.get(last, "th")
    return f"{number}{ending}"


def _wisdom(scored: int, before: int) -> str:
    return f"{scored} Wisdom if the Season ended now ({scored - before:+d})".replace("-", "−")


def _choice(state: State, choice: Choice) -> str:
    tile = ELEMENTS[state.path[choice.space]]
    told = f"{tile} {SPACES[choice.space]} › {CELLS[choice.cell]}, gathering "
    told += counted(by_name(choice.gathered))
    return told if choice.give is None else f"{told}, giving {ELEMENTS[choice.give]}"
