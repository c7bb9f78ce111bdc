"""What else a turn could have done, in words."""

from games.core.language import gettext, ngettext, pgettext
from games.gorinto.insight import Choice, Insight, insight
from games.gorinto.rules.elements import ELEMENTS, by_name
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELLS, SPACES
from games.gorinto.rules.state import State
from games.gorinto.scene.words import counted
from games.gorinto.terms import ELEMENT

TEENS = (11, 12, 13)


def lines(state: State, event: Place) -> list[str]:
    """What the panel says of a placement; `state` is that before it."""
    found = insight(state, event)
    best, most = found.best, found.most
    told = [_played(state, found)]
    has_more = most.tiles > found.played.tiles
    if found.rank == 1:
        told.append(gettext("No choice scores more now."))
    elif best == most and has_more:
        words = gettext("Most Wisdom now, and most tiles: {choice}, for {wisdom}.")
        told.append(words.format(choice=_choice(state, best), wisdom=_wisdom(best, found)))
        return told
    else:
        words = gettext("Most Wisdom now: {choice}, for {wisdom}.")
        told.append(words.format(choice=_choice(state, best), wisdom=_wisdom(best, found)))
    if has_more:
        words = gettext("Most tiles: {choice}, for {wisdom}.")
        told.append(words.format(choice=_choice(state, most), wisdom=_wisdom(most, found)))
    else:
        told.append(gettext("No choice gathers more tiles."))
    return told


def _played(state: State, found: Insight) -> str:
    told = (
        gettext("Played: {wisdom} of the team: {rank}.")
        if state.setup.ruleset.partners
        else gettext("Played: {wisdom}: {rank}.")
    )
    return told.format(wisdom=_wisdom(found.played, found), rank=_rank(found))


def _rank(found: Insight) -> str:
    """Where a placement stands among all of its turn."""
    if found.choices == 1:
        return gettext("the only choice")
    if found.tied + 1 == found.choices:
        return gettext("as any of the {choices} choices").format(choices=found.choices)
    told = gettext("{ordinal} of {choices} choices")
    if found.tied:
        told = ngettext(
            "{ordinal} of {choices} choices, with {n} other",
            "{ordinal} of {choices} choices, with {n} others",
            found.tied,
        )
    return told.format(ordinal=ordinal(found.rank), choices=found.choices, n=found.tied)


def ordinal(number: int) -> str:
    """A rank: `1st`, `22nd`, `13th`.

    >>> ordinal(22), ordinal(13)
    ('22nd', '13th')
    """
    last = 0 if number % 100 in TEENS else number % 10
    match last:
        case 1:
            told = pgettext("rank of a choice", "{number}st")
        case 2:
            told = pgettext("rank of a choice", "{number}nd")
        case 3:
            told = pgettext("rank of a choice", "{number}rd")
        case _:
            told = pgettext("rank of a choice", "{number}th")
    return told.format(number=number)


def _wisdom(choice: Choice, found: Insight) -> str:
    """What a choice scores, and how much that changes."""
    by = f"{choice.wisdom - found.before:+d}".replace("-", "−")
    return gettext("{wisdom} Wisdom if the Season ended now ({by})").format(
        wisdom=choice.wisdom, by=by
    )


def _choice(state: State, choice: Choice) -> str:
    told = (
        gettext("{element} {space} › {cell}, gathering {tiles}")
        if choice.give is None
        else gettext("{element} {space} › {cell}, gathering {tiles}, giving {given}")
    )
    return told.format(
        element=ELEMENT[ELEMENTS[state.path[choice.space]]],
        space=SPACES[choice.space],
        cell=CELLS[choice.cell],
        tiles=counted(by_name(choice.gathered)),
        given="" if choice.give is None else ELEMENT[ELEMENTS[choice.give]],
    )
