"""The alternatives to a placement, as lines of text."""

from games.core.language import gettext, ngettext, pgettext
from games.gorinto.insight import Choice, Insight, insight
from games.gorinto.rules.elements import ELEMENTS, by_name
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELLS, SPACES
from games.gorinto.rules.state import State
from games.gorinto.scene.labels import tiles_label
from games.gorinto.terms import ELEMENT

TEENS = (11, 12, 13)


def insight_lines(state: State, event: Place) -> list[str]:
    """Return the lines of the panel for a placement. `state` is the position before it."""
    result = insight(state, event)
    best, largest = result.best, result.largest

    def line(template: str, choice: Choice) -> str:
        return template.format(choice=_choice(state, choice), wisdom=_wisdom(choice, result))

    lines = [_played(state, result)]
    has_more = largest.tiles > result.played.tiles
    if result.rank == 1:
        lines.append(gettext("No alternative scores more now."))
    elif best == largest and has_more:
        return [*lines, line(gettext("Most Wisdom now and most tiles: {choice}, {wisdom}."), best)]
    else:
        lines.append(line(gettext("Most Wisdom now: {choice}, {wisdom}."), best))
    if has_more:
        return [*lines, line(gettext("Most tiles: {choice}, {wisdom}."), largest)]
    return [*lines, gettext("No alternative gathers more tiles.")]


def _played(state: State, result: Insight) -> str:
    template = (
        gettext("Played: {wisdom} for the team, {rank}.")
        if state.setup.ruleset.partners
        else gettext("Played: {wisdom}, {rank}.")
    )
    return template.format(wisdom=_wisdom(result.played, result), rank=_rank(result))


def _rank(result: Insight) -> str:
    """Return the rank of a placement among all of its turn."""
    if result.choices == 1:
        return gettext("the only choice")
    if result.tied + 1 == result.choices:
        return gettext("tied with all {choices} choices").format(choices=result.choices)
    template = gettext("{ordinal} of {choices} choices")
    if result.tied:
        template = ngettext(
            "{ordinal} of {choices} choices, tied with {n} other",
            "{ordinal} of {choices} choices, tied with {n} others",
            result.tied,
        )
    return template.format(ordinal=ordinal(result.rank), choices=result.choices, n=result.tied)


def ordinal(number: int) -> str:
    """Return a rank: `1st`, `22nd`, `13th`.

    >>> ordinal(22), ordinal(13)
    ('22nd', '13th')
    """
    last = 0 if number % 100 in TEENS else number % 10
    match last:
        case 1:
            template = pgettext("rank of a choice", "{number}st")
        case 2:
            template = pgettext("rank of a choice", "{number}nd")
        case 3:
            template = pgettext("rank of a choice", "{number}rd")
        case _:
            template = pgettext("rank of a choice", "{number}th")
    return template.format(number=number)


def _wisdom(choice: Choice, result: Insight) -> str:
    """Return the score of a choice, and its difference to the score before."""
    difference = f"{choice.wisdom - result.before:+d}".replace("-", "−")
    return gettext("{wisdom} Wisdom if the Season ended now ({difference})").format(
        wisdom=choice.wisdom, difference=difference
    )


def _choice(state: State, choice: Choice) -> str:
    template = (
        gettext("{element} {space} › {cell}, gathering {tiles}")
        if choice.give is None
        else gettext("{element} {space} › {cell}, gathering {tiles}, giving {gift}")
    )
    return template.format(
        element=ELEMENT[ELEMENTS[state.path[choice.space]]],
        space=SPACES[choice.space],
        cell=CELLS[choice.cell],
        tiles=tiles_label(by_name(choice.gathered)),
        gift="" if choice.give is None else ELEMENT[ELEMENTS[choice.give]],
    )
