"""What else a turn could have done, in words."""

from games.gorinto.insight import Choice, Insight, insight
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
    best, most = found.best, found.most
    team = " of the team" if state.setup.ruleset.partners else ""
    told = [f"Played: {_wisdom(found.played, found)}{team}: {_rank(found)}."]
    has_more = most.tiles > found.played.tiles
    if found.rank == 1:
        told.append("No choice scores more now.")
    elif best == most and has_more:
        told.append(
            f"Most Wisdom now, and most tiles: {_choice(state, best)}, for {_wisdom(best, found)}."
        )
        return told
    else:
        told.append(f"Most Wisdom now: {_choice(state, best)}, for {_wisdom(best, found)}.")
    if has_more:
        told.append(f"Most tiles: {_choice(state, most)}, for {_wisdom(most, found)}.")
    else:
        told.append("No choice gathers more tiles.")
    return told


def _rank(found: Insight) -> str:
    """Where a placement stands among all of its turn."""
    if found.choices == 1:
        return "the only choice"
    if found.tied + 1 == found.choices:
        return f"as any of the {found.choices} choices"
    tied = f", with {count(found.tied, 'other')}" if found.tied else ""
    return f"{ordinal(found.rank)} of {found.choices} choices{tied}"


def ordinal(number: int) -> str:
    """A rank: `1st`, `22nd`, `13th`.

    >>> ordinal(22), ordinal(13)
    ('22nd', '13th')
    """
    last = number % 10
    ending = "th" if number % 100 in TEENS else ORDINALS.get(last, "th")
    return f"{number}{ending}"


def _wisdom(choice: Choice, found: Insight) -> str:
    """What a choice scores, and how much that changes."""
    by = f"{choice.wisdom - found.before:+d}".replace("-", "−")
    return f"{choice.wisdom} Wisdom if the Season ended now ({by})"


def _choice(state: State, choice: Choice) -> str:
    tile = ELEMENTS[state.path[choice.space]]
    told = f"{tile} {SPACES[choice.space]} › {CELLS[choice.cell]}, gathering "
    told += counted(by_name(choice.gathered))
    return told if choice.give is None else f"{told}, giving {ELEMENTS[choice.give]}"
