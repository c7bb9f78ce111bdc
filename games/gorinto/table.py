"""The set-up of a log of Gorinto: Mountain, goals, Key Elements, who begins (log-format page,
"Header"; rules page, section 3).
"""

from collections.abc import Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import ELEMENTS, NUMBER, TILES_EACH
from games.gorinto.rules.goals import COMPARING, GOALS
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, Mountain
from games.gorinto.rules.state import Setup

LISTS = ("goals", "keys", "order", "kitsune_keys")
SETUP_KEYS = frozenset({"mountain", "start", *LISTS})
KEY_ELEMENTS = 2


def read_form(raw: Any, required: tuple[str, ...], problems: list[Problem]) -> None:
    """Keys and JSON types of `setup`."""
    if not isinstance(raw, dict):
        message = "setup is required: an object with mountain, goals, keys and who begins."
        problems.append(Problem(LOG_FORMAT, "missing_setup", message, "setup"))
        return
    check_keys(raw, SETUP_KEYS, "setup", problems)
    for key in required:
        if key not in raw:
            message = f"setup.{key} is required here."
            problems.append(Problem(LOG_FORMAT, "missing_setup", message, "setup"))
    if "mountain" in raw and not _is_mountain(raw["mountain"]):
        message = 'setup.mountain is an object, as in {"a1": ["fire", "void"], …}: lists of texts.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
    for key in LISTS:
        if key in raw and not _are_texts(raw[key]):
            message = f"setup.{key} is a list of texts."
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
    if not isinstance(raw.get("start", ""), str):
        problems.append(Problem(LOG_FORMAT, "wrong_type", "setup.start is a role.", "setup"))


def _is_mountain(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_texts(stack) for stack in value.values())


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def read_table(
    raw: Mapping[str, Any],
    ruleset: Ruleset | None,
    landscape: Landscape | None,
    problems: list[Problem],
) -> Setup | None:
    """The set-up from a `setup` whose form is right. What is wrong goes to `problems`; where the
    ruleset or the landscape is unknown, what depends on it is not looked at.
    """
    mountain = _read_mountain(raw["mountain"], landscape, problems)
    goals = _read_goals(raw["goals"], ruleset, problems)
    keys = _read_keys(raw["keys"], "Key Elements", "3.5", problems)
    order = () if ruleset is None else _read_order(raw, ruleset, problems)
    kitsune_keys: tuple[int, ...] = ()
    if ruleset is not None and ruleset.has_kitsune:
        kitsune_keys = _read_keys(raw["kitsune_keys"], "Kitsune Key Elements", "11.1", problems)
        both = [ELEMENTS[element] for element in kitsune_keys if element in keys]
        if both:
            message = f"{both[0]} is a regular Key Element, so it is none of the Kitsune's."
            problems.append(Problem("11.1", "regular_key", message, "setup"))
    if ruleset is None or landscape is None or mountain is None:
        return None
    return Setup(ruleset, landscape, mountain, goals, keys, order, kitsune_keys)


def _read_mountain(
    raw: Mapping[str, list[str]], landscape: Landscape | None, problems: list[Problem]
) -> Mountain | None:
    """2.2, 2.1 and 3.2."""
    before = len(problems)
    for cell in raw:
        if cell not in CELL_NUMBER:
            message = f"There is no cell {show(cell)}; the Mountain goes from a1 to e5."
            problems.append(Problem("2.2", "unknown_cell", message, "setup"))
    for cell, stack in raw.items():
        for name in stack:
            if name not in NUMBER:
                _no_element(name, f"on {show(cell)}", problems)
    missing = [cell for cell in CELLS if cell not in raw]
    if missing:
        message = f"The Mountain has 25 cells; {', '.join(missing)} is left out."
        problems.append(Problem("3.2", "cell_missing", message, "setup"))
    if len(problems) > before or landscape is None:
        return None
    mountain = tuple(tuple([NUMBER[name] for name in raw[cell]]) for cell in CELLS)
    _check_dealt(mountain, landscape, problems)
    return mountain


def _check_dealt(mountain: Mountain, landscape: Landscape, problems: list[Problem]) -> None:
    """3.2: the heights, and how often each element is there."""
    for cell, stack, height in zip(CELLS, mountain, landscape.heights, strict=True):
        if len(stack) != height:
            message = f"In {landscape.id} {cell} is {height} high, not {len(stack)}."
            problems.append(Problem("3.2", "wrong_height", message, "setup"))
    for number, name in enumerate(ELEMENTS):
        dealt = sum(stack.count(number) for stack in mountain)
        if dealt > TILES_EACH:
            message = f"There are {TILES_EACH} {name} tiles; the Mountain has {dealt}."
            problems.append(Problem("3.2", "too_many_of_one", message, "setup"))


def _no_element(name: str, where: str, problems: list[Problem]) -> None:
    message = f"There is no element {show(name)} ({where}); there are {', '.join(ELEMENTS)}."
    message += did_you_mean(name, ELEMENTS, len(problems))
    problems.append(Problem("2.1", "unknown_element", message, "setup"))


def _read_goals(
    raw: list[str], ruleset: Ruleset | None, problems: list[Problem]
) -> tuple[str, ...]:
    """2.4, 3.4 or 10.1, and 11.1."""
    unknown = [name for name in raw if name not in GOALS]
    for name in unknown:
        message = f"There is no goal {show(name)}; there are g1 to g{len(GOALS)}."
        problems.append(Problem("2.4", "unknown_goal", message, "setup"))
    if unknown or ruleset is None:
        return ()
    rule = "10.1" if ruleset.partners else "3.4"
    if len(raw) != ruleset.goals:
        message = f"There are {ruleset.goals} goals here, not {len(raw)}."
        problems.append(Problem(rule, "wrong_number_of_goals", message, "setup"))
        return ()
    if len(set(raw)) != len(raw):
        problems.append(Problem(rule, "goal_twice", "Each goal card is there once.", "setup"))
    elif _same_letter(raw, ruleset):
        message = "A player has two goals with the same letter."
        problems.append(Problem(rule, "same_letter", message, "setup"))
    if ruleset.has_kitsune:
        for name in raw:
            if GOALS[name].letter == COMPARING:
                message = f"{name} bears the letter {COMPARING}; it is not played in solo."
                problems.append(Problem("11.1", "letter_c", message, "setup"))
    return tuple(raw)


def _same_letter(goals: list[str], ruleset: Ruleset) -> bool:
    for player in range(ruleset.players):
        letters = [GOALS[goals[card]].letter for card in ruleset.cards(player)]
        if letters[0] and letters[0] == letters[1]:
            return True
    return False


def _read_keys(raw: list[str], what: str, rule: str, problems: list[Problem]) -> tuple[int, ...]:
    """2.1, then two different elements."""
    unknown = [name for name in raw if name not in NUMBER]
    for name in unknown:
        _no_element(name, f"among the {what}", problems)
    if unknown:
        return ()
    if len(raw) != KEY_ELEMENTS or len(set(raw)) != KEY_ELEMENTS:
        message = f"The {what} are two different elements."
        problems.append(Problem(rule, "not_two_keys", message, "setup"))
    return tuple([NUMBER[name] for name in raw])


def _read_order(
    raw: Mapping[str, Any], ruleset: Ruleset, problems: list[Problem]
) -> tuple[int, ...]:
    """3.6 and 9.1: the first Season's turn order."""
    roles, players = ruleset.roles, ruleset.players
    if ruleset.clockwise:
        if raw["start"] not in roles:
            message = f"There is no player {show(raw['start'])} who could begin."
            problems.append(Problem("3.6", "unknown_start", message, "setup"))
            return ()
        start = roles.index(raw["start"])
        return tuple([(start + step) % players for step in range(players)])
    if not ruleset.compassionate:
        return tuple(range(players))
    if sorted(raw["order"]) != sorted(roles):
        message = f"setup.order names each of {', '.join(roles)} once."
        problems.append(Problem("9.1", "wrong_order", message, "setup"))
        return ()
    return tuple([roles.index(role) for role in raw["order"]])
