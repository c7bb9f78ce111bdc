"""The keys of a header that only Gorinto has: the ruleset, and through `table` the set-up
(log-format page, "Refusals"). Claims have their own module.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
from games.core.language import Items, choice_text, text
from games.gorinto.rules import editions
from games.gorinto.rules.editions import PARTNERSHIP, PLAYERS, ROLES, SOLO, STANDARD, Ruleset
from games.gorinto.rules.elements import DRAGON
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK, Landscape
from games.gorinto.rules.phase import REMOVE
from games.gorinto.rules.state import Setup
from games.gorinto.table import SETUP_KEYS, read_form, read_table

HEADER_KEYS = frozenset({"ruleset", "setup"})
DEFAULTS: dict[str, Any] = {
    "mode": STANDARD,
    "landscape": PEAK,
    "removal": editions.BURROWING,
    "order": editions.CLOCKWISE,
    "expansions": [],
}
"""The canonical form leaves these values out."""
CHOICES = {
    "mode": editions.MODES,
    "removal": editions.REMOVALS,
    "order": editions.ORDERS,
    "difficulty": editions.DIFFICULTIES,
}
RULESET_KEYS = frozenset({*DEFAULTS, "difficulty"})


class _Choices(NamedTuple):
    """The ruleset and set-up of a header, and the roles of its players."""

    ruleset: Mapping[str, Any]
    setup: Mapping[str, Any]
    roles: tuple[str, ...]

    def get(self, key: str) -> Any:
        """Return a value of the ruleset, or its default."""
        return self.ruleset.get(key, DEFAULTS.get(key))

    @property
    def mode(self) -> str | None:
        """The mode, None if it is unknown."""
        return self.get("mode") if self.get("mode") in editions.MODES else None

    @property
    def order(self) -> str | None:
        """The order of play, None if it is unknown or the mode has none."""
        if self.mode == PARTNERSHIP:
            return editions.CLOCKWISE
        if self.mode != STANDARD or len(self.roles) not in PLAYERS[STANDARD]:
            return None
        if len(self.roles) == min(PLAYERS[STANDARD]):
            return editions.CLOCKWISE
        return self.get("order") if self.get("order") in editions.ORDERS else None


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """Return the set-up, and the header's `ruleset` and `setup` in canonical form. Errors are added
    to `problems`, and then the set-up is None.
    """
    before = len(problems)
    raw, setup = header.get("ruleset"), header.get("setup")
    roles = _roles(header.get("players"))
    plain: dict[str, Any] = {}
    if header.get("players") == []:
        message = text("players is empty. Add at least p1.")
        problems.append(Problem(LOG_FORMAT, "missing_players", message, "players"))
    if _check_ruleset(raw, problems) and isinstance(raw, dict):
        plain["ruleset"] = {k: v for k, v in raw.items() if k not in DEFAULTS or v != DEFAULTS[k]}
        choices = _Choices(raw, setup if isinstance(setup, dict) else {}, roles or ())
        read_form(setup, _required_keys(choices, problems), problems)
    else:
        choices = _Choices({}, {}, ())
        read_form(setup, (), problems)
    if isinstance(setup, dict):
        plain["setup"] = setup
    if len(problems) > before:
        return None, plain
    if _has_expansion(choices, header.get("players"), problems):
        return None, plain
    ruleset = None if roles is None else _find_ruleset(choices, problems)
    landscape = LANDSCAPES.get(choices.get("landscape"))
    if landscape is None:
        problems.append(_unknown(choices, "landscape", tuple(LANDSCAPES), "2.7"))
    table = read_table(choices.setup, ruleset, landscape, problems)
    return (table if len(problems) == before else None), plain


def plain_ruleset(ruleset: Ruleset, landscape: Landscape) -> dict[str, Any]:
    """Return the `ruleset` of a header in canonical form."""
    values: dict[str, Any] = {"mode": ruleset.mode, "landscape": landscape.id}
    if ruleset.removal is REMOVE:
        values["removal"] = editions.TACTICAL
    if ruleset.compassionate:
        values["order"] = editions.COMPASSIONATE
    if ruleset.difficulty is not None:
        values["difficulty"] = ruleset.difficulty
    return {key: value for key, value in values.items() if DEFAULTS.get(key) != value}


def edition_claimed(header: Any) -> str | None:  # noqa: ARG001 - there is one edition
    """Return the edition of a header: the only one."""
    return ""


def _roles(players: Any) -> tuple[str, ...] | None:
    """Return the roles of the players, or None if they can't be read. The common part of the header
    reports these errors.
    """
    if not isinstance(players, list):
        return None
    roles = [player.get("role") if isinstance(player, dict) else None for player in players]
    if len(set(map(str, roles))) != len(roles) or any(role not in ROLES for role in roles):
        return None
    return tuple(map(str, roles))


def _check_ruleset(raw: Any, problems: list[Problem]) -> bool:
    """Check keys and JSON types of the ruleset."""
    before = len(problems)
    if not isinstance(raw, dict):
        message = text(
            "ruleset is missing. Add an object: {standard} for the standard game.", standard="{}"
        )
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", message, "ruleset"))
        return False
    check_keys(raw, RULESET_KEYS, "ruleset", problems)
    for key in sorted(key for key in RULESET_KEYS if key in raw):
        value = raw[key]
        if key == "expansions":
            if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                message = text("ruleset.expansions must be a list of strings.")
                problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
        elif not isinstance(value, str):
            message = text(
                "ruleset.{key} must be a string, not {value}.", key=key, value=show(value)
            )
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
    return len(problems) == before


def _required_keys(choices: _Choices, problems: list[Problem]) -> tuple[str, ...]:
    """Return the keys of the set-up that the mode requires. An unknown mode or order requires none.
    A missing difficulty is added to `problems`.
    """
    required = ["mountain", "goals", "keys"]
    if choices.mode == SOLO:
        required.append("kitsune_keys")
        if "difficulty" not in choices.ruleset:
            message = text(
                "ruleset.difficulty is missing. Solo needs {difficulties}.",
                difficulties=choice_text(editions.DIFFICULTIES),
            )
            problems.append(Problem(LOG_FORMAT, "missing_difficulty", message, "ruleset"))
    elif choices.order == editions.CLOCKWISE:
        required.append("start")
    elif choices.order == editions.COMPASSIONATE:
        required.append("order")
    return tuple(required)


def _has_expansion(choices: _Choices, players: Any, problems: list[Problem]) -> bool:
    """Check 2.6: no expansion, no fifth player, no Dragon tile."""
    before = len(problems)
    if choices.get("expansions"):
        message = text("Expansions are not supported. Remove them from ruleset.expansions.")
        problems.append(Problem("2.6", "expansion", message, "ruleset"))
    if isinstance(players, list) and len(players) > len(ROLES):
        message = text("Too many players: at most four. A fifth player belongs to an expansion.")
        problems.append(Problem("2.6", "too_many_players", message, "players"))
    values = [choices.setup.get(key) for key in sorted(SETUP_KEYS)]
    if any(_mentions(value, DRAGON) for value in values):
        message = text("Dragon tiles are not supported: they belong to an expansion.")
        problems.append(Problem("2.6", "dragon", message, "setup"))
    return len(problems) > before


def _mentions(value: Any, name: str) -> bool:
    """Return whether a value of the right form contains a name."""
    if isinstance(value, dict):
        return any(_mentions(inner, name) for inner in value.values())
    return name in value if isinstance(value, list) else value == name


def _find_ruleset(choices: _Choices, problems: list[Problem]) -> Ruleset | None:
    """Check 3.1: the mode with its number of players and choices."""
    before = len(problems)
    mode, players = choices.mode, len(choices.roles)
    for key, known in CHOICES.items():
        if key in choices.ruleset and choices.ruleset[key] not in known:
            problems.append(_unknown(choices, key, known, "3.1"))
    if mode is None:
        return None
    if players not in PLAYERS[mode]:
        message = text(
            'Wrong number of players for mode "{mode}": {players}, not {allowed}.',
            mode=mode,
            players=players,
            allowed=choice_text(map(str, PLAYERS[mode])),
        )
        problems.append(Problem("3.1", "wrong_number_of_players", message, "players"))
        return None
    if set(choices.roles) != set(ROLES[:players]):
        message = text("The players must be {roles}.", roles=Items(ROLES[:players]))
        problems.append(Problem("3.1", "wrong_roles", message, "players"))
    _check_mode_keys(choices, mode, players, problems)
    if len(problems) > before:
        return None
    settings = (str(choices.get(key)) for key in ("removal", "order", "difficulty"))
    return editions.find_ruleset(mode, players, *settings)


def _unknown(choices: _Choices, key: str, known: tuple[str, ...], rule: str) -> Problem:
    value = choices.get(key)
    message = text(
        '"{value}" is not a value of ruleset.{key}. Use {known}.',
        value=show(value),
        key=key,
        known=choice_text(known),
    )
    return Problem(rule, f"unknown_{key}", message + did_you_mean(value, known), "ruleset")


def _check_mode_keys(choices: _Choices, mode: str, players: int, problems: list[Problem]) -> None:
    """Check that there are no keys of other modes."""
    two, order = min(PLAYERS[STANDARD]), choices.order
    allowed = {
        "removal": mode == STANDARD and players == two,
        "order": mode == STANDARD and players != two,
        "difficulty": mode == SOLO,
    }
    for key in [key for key in allowed if key in choices.ruleset and not allowed[key]]:
        message = text(
            "ruleset.{key} does not apply to this mode and number of players. Remove it.", key=key
        )
        problems.append(Problem("3.1", "not_for_this_mode", message, "ruleset"))
    if mode != SOLO and order is None:
        return  # an unknown order: it may need start or order
    allowed = {
        "start": order == editions.CLOCKWISE,
        "order": order == editions.COMPASSIONATE,
        "kitsune_keys": mode == SOLO,
    }
    for key in [key for key in allowed if key in choices.setup and not allowed[key]]:
        message = text(
            "setup.{key} does not apply to this mode and turn order. Remove it.", key=key
        )
        problems.append(Problem("3.1", "not_for_this_mode", message, "setup"))
