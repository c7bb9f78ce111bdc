"""Gorinto's own part of a log's header: the ruleset (log-format page, "Refusals"). The set-up and
the claims of a log have their own modules.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
from games.gorinto.rules.editions import (
    BURROWING,
    CLOCKWISE,
    COMPASSIONATE,
    DIFFICULTIES,
    MODE_WORDS,
    ORDERS,
    PARTNERSHIP,
    PLAYERS,
    REMOVALS,
    ROLES,
    SOLO,
    STANDARD,
    TACTICAL,
    Ruleset,
    find_ruleset,
)
from games.gorinto.rules.elements import DRAGON
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK, Landscape
from games.gorinto.rules.phase import REMOVE
from games.gorinto.rules.state import Setup
from games.gorinto.table import SETUP_KEYS, read_form, read_table

HEADER_KEYS = frozenset({"ruleset", "setup"})
DEFAULTS: dict[str, Any] = {
    "mode": STANDARD,
    "landscape": PEAK,
    "removal": BURROWING,
    "order": CLOCKWISE,
    "expansions": [],
}
"""What the canonical form leaves out."""
RULESET_KEYS = frozenset({*DEFAULTS, "difficulty"})


class _Words(NamedTuple):
    """What a header says of the ruleset, defaults filled in, and the roles of its players."""

    raw: Mapping[str, Any]
    setup: Mapping[str, Any]
    roles: tuple[str, ...]

    def word(self, key: str) -> Any:
        """A word of the ruleset."""
        return self.raw.get(key, DEFAULTS.get(key))

    @property
    def mode(self) -> str | None:
        """The mode, if it exists."""
        return self.word("mode") if self.word("mode") in MODE_WORDS else None

    @property
    def order(self) -> str | None:
        """The order of play, where the mode has one to choose or one that is fixed, and it
        exists.
        """
        if self.mode == PARTNERSHIP:
            return CLOCKWISE
        if self.mode != STANDARD or len(self.roles) not in PLAYERS[STANDARD]:
            return None
        if len(self.roles) == min(PLAYERS[STANDARD]):
            return CLOCKWISE
        return self.word("order") if self.word("order") in ORDERS else None


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """The set-up, and these keys in canonical form; what is wrong goes to `problems`, and then
    the set-up is None.
    """
    before = len(problems)
    raw, setup = header.get("ruleset"), header.get("setup")
    roles = _roles(header.get("players"))
    plain: dict[str, Any] = {}
    if header.get("players") == []:
        message = "players names at least one: p1."
        problems.append(Problem(LOG_FORMAT, "missing_players", message, "players"))
    if _check_ruleset(raw, problems) and isinstance(raw, dict):
        plain["ruleset"] = {k: v for k, v in raw.items() if k not in DEFAULTS or v != DEFAULTS[k]}
        words = _Words(raw, setup if isinstance(setup, dict) else {}, roles or ())
        required = _required(words, problems)
        read_form(setup, required, problems)
    else:
        words = _Words({}, {}, ())
        read_form(setup, (), problems)
    if isinstance(setup, dict):
        plain["setup"] = setup
    if len(problems) > before:
        return None, plain
    if _has_expansion(words, header.get("players"), problems):
        return None, plain
    ruleset = None if roles is None else _find(words, problems)
    landscape = LANDSCAPES.get(words.word("landscape"))
    if landscape is None:
        known = ", ".join(LANDSCAPES)
        message = f"There is no landscape {show(words.word('landscape'))}; there are {known}."
        message += did_you_mean(words.word("landscape"), LANDSCAPES)
        problems.append(Problem("2.7", "unknown_landscape", message, "ruleset"))
    table = read_table(words.setup, ruleset, landscape, problems)
    return (table if len(problems) == before else None), plain


def plain_ruleset(ruleset: Ruleset, landscape: Landscape) -> dict[str, Any]:
    """The `ruleset` of a header that says this, in canonical form."""
    words: dict[str, Any] = {"mode": ruleset.mode, "landscape": landscape.id}
    if ruleset.removal is REMOVE:
        words["removal"] = TACTICAL
    if ruleset.compassionate:
        words["order"] = COMPASSIONATE
    if ruleset.difficulty is not None:
        words["difficulty"] = ruleset.difficulty
    return {key: word for key, word in words.items() if DEFAULTS.get(key) != word}


def edition_claimed(header: Any) -> str | None:  # noqa: ARG001 - there is one edition
    """The edition a header names: the only one there is."""
    return ""


def _roles(players: Any) -> tuple[str, ...] | None:
    """The roles of the players; None where they are no players that can be read, which the
    header's common part says.
    """
    if not isinstance(players, list):
        return None
    roles = [player.get("role") if isinstance(player, dict) else None for player in players]
    if len(set(map(str, roles))) != len(roles) or any(role not in ROLES for role in roles):
        return None
    return tuple(map(str, roles))


def _check_ruleset(raw: Any, problems: list[Problem]) -> bool:
    """Keys and JSON types of the ruleset."""
    before = len(problems)
    if not isinstance(raw, dict):
        message = "ruleset is required: an object, and {} for the standard game."
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", message, "ruleset"))
        return False
    check_keys(raw, RULESET_KEYS, "ruleset", problems)
    for key in sorted(key for key in RULESET_KEYS if key in raw):
        value = raw[key]
        if key == "expansions":
            if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                message = "ruleset.expansions is a list of texts."
                problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
        elif not isinstance(value, str):
            message = f"ruleset.{key} is text, not {show(value)}."
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
    return len(problems) == before


def _required(words: _Words, problems: list[Problem]) -> tuple[str, ...]:
    """The keys of the set-up that this mode needs; a mode or an order that does not exist needs
    none. A difficulty that is needed and left out goes to `problems`.
    """
    needed = ["mountain", "goals", "keys"]
    if words.mode == SOLO:
        needed.append("kitsune_keys")
        if "difficulty" not in words.raw:
            message = f"Solo needs ruleset.difficulty: {' or '.join(DIFFICULTIES)}."
            problems.append(Problem(LOG_FORMAT, "missing_difficulty", message, "ruleset"))
    elif words.order == CLOCKWISE:
        needed.append("start")
    elif words.order == COMPASSIONATE:
        needed.append("order")
    return tuple(needed)


def _has_expansion(words: _Words, players: Any, problems: list[Problem]) -> bool:
    """2.6: no expansion, no fifth player, no Dragon tile."""
    before = len(problems)
    if words.word("expansions"):
        message = "Expansions are not played here: their rules are in none of the texts we have."
        problems.append(Problem("2.6", "expansion", message, "ruleset"))
    if isinstance(players, list) and len(players) > len(ROLES):
        message = "At most four play; the fifth player is an expansion."
        problems.append(Problem("2.6", "too_many_players", message, "players"))
    named = [words.setup.get(key) for key in sorted(SETUP_KEYS)]
    if any(_mentions(value, DRAGON) for value in named):
        message = "Dragon tiles belong to an expansion that is not played here."
        problems.append(Problem("2.6", "dragon", message, "setup"))
    return len(problems) > before


def _mentions(value: Any, word: str) -> bool:
    """Whether a word is somewhere in a value whose form is right."""
    if isinstance(value, dict):
        return any(_mentions(inner, word) for inner in value.values())
    return word in value if isinstance(value, list) else value == word


def _find(words: _Words, problems: list[Problem]) -> Ruleset | None:
    """3.1: the mode with its players and choices."""
    before = len(problems)
    mode, players = words.mode, len(words.roles)
    _check_words(words, problems)
    if mode is None:
        return None
    if players not in PLAYERS[mode]:
        fit = " to ".join(str(n) for n in sorted({min(PLAYERS[mode]), max(PLAYERS[mode])}))
        message = f"{mode.capitalize()} is for {fit} players, not for {players}."
        problems.append(Problem("3.1", "wrong_number_of_players", message, "players"))
        return None
    if set(words.roles) != set(ROLES[:players]):
        message = f"The roles of {players} players are {', '.join(ROLES[:players])}."
        problems.append(Problem("3.1", "wrong_roles", message, "players"))
    _check_fit(words, mode, players, problems)
    if len(problems) > before:
        return None
    return find_ruleset(
        mode,
        players,
        str(words.word("removal")),
        str(words.word("order")),
        str(words.word("difficulty")),
    )


def _check_words(words: _Words, problems: list[Problem]) -> None:
    """Whether the words exist."""
    for key, known in (
        ("mode", MODE_WORDS),
        ("removal", REMOVALS),
        ("order", ORDERS),
        ("difficulty", DIFFICULTIES),
    ):
        if key in words.raw and words.raw[key] not in known:
            message = f"There is no {key} {show(words.raw[key])}; there are {', '.join(known)}."
            message += did_you_mean(words.raw[key], known)
            problems.append(Problem("3.1", f"unknown_{key}", message, "ruleset"))


def _check_fit(words: _Words, mode: str, players: int, problems: list[Problem]) -> None:
    """Whether a key is there that is not for this mode."""
    two = min(PLAYERS[STANDARD])
    fits = {
        "removal": mode == STANDARD and players == two,
        "order": mode == STANDARD and players != two,
        "difficulty": mode == SOLO,
    }
    for key, fit in fits.items():
        if key in words.raw and not fit:
            message = f"ruleset.{key} is not for this mode and number of players."
            problems.append(Problem("3.1", "not_for_this_mode", message, "ruleset"))
    if mode != SOLO and words.order is None:
        return  # an order that does not exist; whether start or order is due nobody knows
    fits = {
        "start": words.order == CLOCKWISE,
        "order": words.order == COMPASSIONATE,
        "kitsune_keys": mode == SOLO,
    }
    for key, fit in fits.items():
        if key in words.setup and not fit:
            message = f"setup.{key} is not for this mode and order."
            problems.append(Problem("3.1", "not_for_this_mode", message, "setup"))
