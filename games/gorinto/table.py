"""The set-up in a header of Gorinto: Mountain, goals, Key Elements, turn order (log-format page,
"Header"; rules page, section 3).
"""

from collections.abc import Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
from games.core.language import Items, choice_text, text
from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import ELEMENTS, NUMBER, TILES_EACH
from games.gorinto.rules.goals import COMPARING_LETTER, GOALS
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, Mountain
from games.gorinto.rules.state import Setup

LISTS = ("goals", "keys", "order", "kitsune_keys")
SETUP_KEYS = frozenset({"mountain", "start", *LISTS})
KEY_ELEMENTS = 2


def read_form(raw: Any, required: tuple[str, ...], problems: list[Problem]) -> None:
    """Check keys and JSON types of `setup`."""

    def report(code: str, message: str) -> None:
        problems.append(Problem(LOG_FORMAT, code, message, "setup"))

    if not isinstance(raw, dict):
        report(
            "missing_setup",
            text("setup is missing. Add an object with mountain, goals, keys and turn order."),
        )
        return
    check_keys(raw, SETUP_KEYS, "setup", problems)
    for key in required:
        if key not in raw:
            report("missing_setup", text("setup.{key} is missing.", key=key))
    if "mountain" in raw and not _is_mountain(raw["mountain"]):
        message = text(
            "setup.mountain must be an object with a list of elements for each cell, "
            "for example {example}.",
            example='{"a1": ["fire", "void"], …}',
        )
        report("wrong_type", message)
    for key in LISTS:
        if key in raw and not _are_strings(raw[key]):
            report("wrong_type", text("setup.{key} must be a list of strings.", key=key))
    if not isinstance(raw.get("start", ""), str):
        report("wrong_type", text("setup.start must be a role."))


def _is_mountain(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_strings(stack) for stack in value.values())


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def read_table(
    raw: Mapping[str, Any],
    ruleset: Ruleset | None,
    landscape: Landscape | None,
    problems: list[Problem],
) -> Setup | None:
    """Return the set-up from a `setup` of the right form, and add errors to `problems`. If the
    ruleset or the landscape is unknown, what depends on it is not checked.
    """
    mountain = _read_mountain(raw["mountain"], landscape, problems)
    goals = _read_goals(raw["goals"], ruleset, problems)
    keys = _read_keys(raw["keys"], "keys", "3.5", problems)
    order = () if ruleset is None else _read_order(raw, ruleset, problems)
    kitsune_keys: tuple[int, ...] = ()
    if ruleset is not None and ruleset.has_kitsune:
        kitsune_keys = _read_keys(raw["kitsune_keys"], "kitsune_keys", "11.1", problems)
        both = [ELEMENTS[element] for element in kitsune_keys if element in keys]
        if both:
            message = text(
                "{element} is both a regular and a Kitsune Key Element. Choose different ones.",
                element=both[0],
            )
            problems.append(Problem("11.1", "regular_key", message, "setup"))
    if ruleset is None or landscape is None or mountain is None:
        return None
    return Setup(ruleset, landscape, mountain, goals, keys, order, kitsune_keys)


def _read_mountain(
    raw: Mapping[str, list[str]], landscape: Landscape | None, problems: list[Problem]
) -> Mountain | None:
    """Check 2.2, 2.1 and 3.2."""
    before = len(problems)
    for cell in raw:
        if cell not in CELL_NUMBER:
            message = text('"{cell}" is not a cell of the Mountain. Use a1 to e5.', cell=show(cell))
            problems.append(Problem("2.2", "unknown_cell", message, "setup"))
    for cell, stack in raw.items():
        _check_elements(stack, f"mountain.{show(cell)}", problems)
    missing = Items(cell for cell in CELLS if cell not in raw)
    if missing:
        message = text("The Mountain has 25 cells. Missing: {cells}.", cells=missing)
        problems.append(Problem("3.2", "cell_missing", message, "setup"))
    if len(problems) > before or landscape is None:
        return None
    mountain = tuple(tuple([NUMBER[name] for name in raw[cell]]) for cell in CELLS)
    _check_deal(mountain, landscape, problems)
    return mountain


def _check_deal(mountain: Mountain, landscape: Landscape, problems: list[Problem]) -> None:
    """Check 3.2: the heights of the stacks, and the number of tiles of each element."""
    for cell, stack, height in zip(CELLS, mountain, landscape.heights, strict=True):
        if len(stack) != height:
            message = text(
                "Stack {cell} must have height {height} in landscape {landscape}, not {found}.",
                cell=cell,
                height=height,
                landscape=landscape.id,
                found=len(stack),
            )
            problems.append(Problem("3.2", "wrong_height", message, "setup"))
    for number, name in enumerate(ELEMENTS):
        dealt = sum(stack.count(number) for stack in mountain)
        if dealt > TILES_EACH:
            message = text(
                "The Mountain has {dealt} {element} tiles, but the game has only {most}.",
                dealt=dealt,
                element=name,
                most=TILES_EACH,
            )
            problems.append(Problem("3.2", "too_many_of_one", message, "setup"))


def _check_elements(names: list[str], key: str, problems: list[Problem]) -> bool:
    """Check 2.1. Return whether all names are elements."""
    unknown = [name for name in names if name not in NUMBER]
    for name in unknown:
        message = text(
            '"{element}" in setup.{key} is not an element. Use {elements}.',
            element=show(name),
            key=key,
            elements=choice_text(ELEMENTS),
        )
        message += did_you_mean(name, ELEMENTS, len(problems))
        problems.append(Problem("2.1", "unknown_element", message, "setup"))
    return not unknown


def _read_goals(
    raw: list[str], ruleset: Ruleset | None, problems: list[Problem]
) -> tuple[str, ...]:
    """Check 2.4, 3.4 or 10.1, and 11.1."""
    unknown = [name for name in raw if name not in GOALS]
    for name in unknown:
        message = text(
            '"{goal}" is not a goal. Use g1 to g{last}.', goal=show(name), last=len(GOALS)
        )
        problems.append(Problem("2.4", "unknown_goal", message, "setup"))
    if unknown or ruleset is None:
        return ()
    rule = "10.1" if ruleset.partners else "3.4"
    if len(raw) != ruleset.goals:
        message = text("This mode has {due} goals, not {found}.", due=ruleset.goals, found=len(raw))
        problems.append(Problem(rule, "wrong_number_of_goals", message, "setup"))
        return ()
    if len(set(raw)) != len(raw):
        message = text("A goal card is listed twice. Choose different cards.")
        problems.append(Problem(rule, "goal_twice", message, "setup"))
    elif _has_same_letter(raw, ruleset):
        message = text("A player has two goals with the same letter. Choose another goal.")
        problems.append(Problem(rule, "same_letter", message, "setup"))
    if ruleset.has_kitsune:
        for name in raw:
            if GOALS[name].letter == COMPARING_LETTER:
                message = text(
                    "Goal {goal} has letter {letter}, which is not used in solo.",
                    goal=name,
                    letter=COMPARING_LETTER,
                )
                problems.append(Problem("11.1", "letter_c", message, "setup"))
    return tuple(raw)


def _has_same_letter(goals: list[str], ruleset: Ruleset) -> bool:
    for player in range(ruleset.players):
        letters = [GOALS[goals[card]].letter for card in ruleset.cards(player)]
        if letters[0] and letters[0] == letters[1]:
            return True
    return False


def _read_keys(raw: list[str], key: str, rule: str, problems: list[Problem]) -> tuple[int, ...]:
    """Check 2.1, then that there are two different elements."""
    if not _check_elements(raw, key, problems):
        return ()
    if len(raw) != KEY_ELEMENTS or len(set(raw)) != KEY_ELEMENTS:
        message = text("setup.{key} must be two different elements.", key=key)
        problems.append(Problem(rule, "not_two_keys", message, "setup"))
    return tuple([NUMBER[name] for name in raw])


def _read_order(
    raw: Mapping[str, Any], ruleset: Ruleset, problems: list[Problem]
) -> tuple[int, ...]:
    """Return the turn order of the first Season (3.6, 9.1)."""
    roles, players = ruleset.roles, ruleset.players
    if ruleset.clockwise:
        if raw["start"] not in roles:
            message = text(
                '"{player}" in setup.start is not a player. Use {players}.',
                player=show(raw["start"]),
                players=choice_text(roles),
            )
            problems.append(Problem("3.6", "unknown_start", message, "setup"))
            return ()
        start = roles.index(raw["start"])
        return tuple([(start + step) % players for step in range(players)])
    if not ruleset.compassionate:
        return tuple(range(players))
    if sorted(raw["order"]) != sorted(roles):
        message = text("setup.order must list each player once: {players}.", players=Items(roles))
        problems.append(Problem("9.1", "wrong_order", message, "setup"))
        return ()
    return tuple([roles.index(role) for role in raw["order"]])
