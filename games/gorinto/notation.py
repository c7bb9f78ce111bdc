"""The text notation of Gorinto: header tags and events (log-format page, "Text")."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.core.contract import GameTags
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean
from games.core.language import Labels, gettext_noop, text
from games.gorinto.deal import deal
from games.gorinto.outcome_tags import read_outcome_tags, read_wisdom, write_outcome_tags
from games.gorinto.rules.editions import COMPASSIONATE, ROLES, RULESETS, STANDARD, TACTICAL
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK
from games.gorinto.rules.mountain import COLUMNS, ROWS, SIZE, SPACES
from games.gorinto.rules.phase import REMOVE
from games.log.quoting import Quoted

NOTHING = "-"
"""An empty stack, or a Path space that gets no tile."""
_RULESET_TAGS = {
    "Mode": "mode",
    "Landscape": "landscape",
    "Removal": "removal",
    "Order": "order",
    "Difficulty": "difficulty",
}
_LIST_TAGS = {"TurnOrder": "order", "Goals": "goals", "Keys": "keys", "KitsuneKeys": "kitsune_keys"}
_ROW_TAGS = tuple(f"Row{row}" for row in ROWS)
_SETUP_TAGS = ("Start", *_LIST_TAGS, *_ROW_TAGS)
_ELEMENT_LISTS = ("keys", "kitsune_keys")
_BLANKS = re.compile(r"[\s,]+")
_SIGNS = re.compile(r"([>/])")
_LEVEL = re.compile(r"[0-9]{1,9}")
_COLUMN_NAMES = "abcdefghijklmnopqrstuvwxyz"


class GorintoNotation:
    """`games.core.contract.Notation` for Gorinto."""

    role_tags: Mapping[str, str] = {"P1": "p1", "P2": "p2", "P3": "p3", "P4": "p4"}
    game_tags: Mapping[str, str] = {
        **{tag: f"ruleset.{key}" for tag, key in _RULESET_TAGS.items()},
        "Expansions": "ruleset.expansions",
        **{tag: f"setup.{key}" for tag, key in _LIST_TAGS.items()},
        "Start": "setup.start",
        **dict.fromkeys(_ROW_TAGS, "setup.mountain"),
        "Result": "outcome",
        "Wisdom": "outcome.wisdom",
    }
    text_messages: Mapping[str, str] = {}

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """Return ruleset and set-up. All games share the other tags."""
        header: dict[str, Any] = {}
        ruleset = {key: tags[tag] for tag, key in _RULESET_TAGS.items() if tag in tags}
        expansions = {"expansions": _list(tags["Expansions"])} if "Expansions" in tags else {}
        if "Ruleset" not in tags:
            header["ruleset"] = {**ruleset, **expansions}
        elif ruleset or expansions:
            _report_both("Ruleset", problems)
        if any(tag in tags for tag in _SETUP_TAGS):
            if "Setup" in tags:
                _report_both("Setup", problems)
            header["setup"] = _read_setup(tags, problems)
        header.update(read_outcome_tags(tags, problems))
        return header

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        """Return the tags of the log-format page. A ruleset or set-up with `x_` keys has no tags:
        it is written as JSON.
        """
        ruleset, setup = header["ruleset"], header["setup"]
        before, after, covered = [], [], set()
        if not any(key.startswith("x_") for key in ruleset):
            covered.add("ruleset")
            before = [(tag, ruleset[key]) for tag, key in _RULESET_TAGS.items() if key in ruleset]
        if not any(key.startswith("x_") for key in setup):
            covered.add("setup")
            after = [("Start", setup["start"])] if "start" in setup else []
            after += [
                (tag, " ".join(setup[key])) for tag, key in _LIST_TAGS.items() if key in setup
            ]
            after += [(f"Row{row}", _row(setup["mountain"], row)) for row in ROWS]
        result = write_outcome_tags(header.get("outcome"))
        covered |= {"outcome"} if result else set()
        return GameTags(before, after + result, frozenset(covered))

    def vocabulary(self, setup: Any) -> Iterable[str]:
        """Return verbs, signs, players, Path spaces, cells and elements."""
        columns = _COLUMN_NAMES[:SIZE]
        cells = (column + row for column in columns for row in ROWS)
        own = (*setup.ruleset.roles, *setup.ruleset.sides)
        signs = (">", "/", NOTHING, "take", "give", "remove", "heads", "tails")
        return (*_VERBS, *signs, *own, *ELEMENTS, *SPACES, *cells)

    def template(self, ruleset: str) -> str:
        """Return a text log to be filled in, for a ruleset such as `2p-burrow`."""
        mode, _, landscape = ruleset.rpartition("-")
        rules = RULESETS.get(ruleset) or RULESETS[mode]
        place = LANDSCAPES.get(landscape if ruleset not in RULESETS else PEAK, LANDSCAPES[PEAK])
        values = {
            "mode": rules.mode if rules.mode != STANDARD else None,
            "landscape": place.id if place.id != PEAK else None,
            "removal": TACTICAL if rules.removal is REMOVE else None,
            "order": COMPASSIONATE if rules.compassionate else None,
            "difficulty": rules.difficulty,
        }
        header = {
            "ruleset": {key: value for key, value in values.items() if value is not None},
            "setup": deal(rules, place, _SameChance()),
        }
        tags = self.write_tags(header)
        seats = [
            (tag, "?") for tag, role in self.role_tags.items() if role in ROLES[: rules.players]
        ]
        lines = "\n".join(f'[{tag} "{value}"]' for tag, value in tags.before + seats + tags.after)
        return _TEMPLATE.format(tags=lines, **_COMMENTS)

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """Return an event as plain data. Raise LogError if the words are not an event."""
        words = _split(words)
        verb = _keyword(words, 0)
        if verb in _VERBS:
            return _VERBS[verb](words)
        if _keyword(words, 1) == "remove":
            return _read_remove(words)
        if any(_keyword(words, index) == ">" for index in range(len(words))):
            return _read_place(words)
        message = text('"{line}" is not a Gorinto event.', line=" ".join(words)[:80])
        message += did_you_mean("".join(words[:1]), _VERBS) or did_you_mean(
            "".join(words[1:2]), ["remove"]
        )
        raise LogError(message, code="unknown_event")

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """Return the words of an event, in the order of the log-format page."""
        return _WRITERS.get(plain["type"], _write_rest)(plain)


class _SameChance:
    """Chance for the example in a template: the same every time."""

    def random(self) -> float:
        """Return a number from 0 to 1."""
        return 0.4


def expand_element(word: str) -> str:
    """Return the element that a word is an unambiguous abbreviation of, or the word itself.

    >>> expand_element("wa"), expand_element("w")
    ('water', 'w')
    """
    if isinstance(word, Quoted) or not word:
        return word
    matches = [name for name in ELEMENTS if name.startswith(word)]
    return matches[0] if len(matches) == 1 else word


# -------------------------------------------------------------------------------------------- tags


def _report_both(tag: str, problems: list[Problem]) -> None:
    message = text(
        "The tag {tag} can't be combined with tags for single values. Remove one or the other.",
        tag=tag,
    )
    problems.append(Problem(LOG_FORMAT, "tag_twice", message, tag))


def _list(value: str) -> list[str]:
    return [word for word in _BLANKS.split(value) if word]


def _read_setup(tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
    setup: dict[str, Any] = {}
    if "Start" in tags:
        setup["start"] = tags["Start"]
    for tag, key in _LIST_TAGS.items():
        if tag in tags:
            words = _list(tags[tag])
            setup[key] = [expand_element(w) for w in words] if key in _ELEMENT_LISTS else words
    mountain: dict[str, list[str]] = {}
    for tag in _ROW_TAGS:
        if tag in tags:
            stacks = _list(tags[tag])
            if len(stacks) > len(_COLUMN_NAMES):
                message = text(
                    "{tag} must have {size} stacks, not {found}.",
                    tag=tag,
                    size=SIZE,
                    found=len(stacks),
                )
                problems.append(Problem(LOG_FORMAT, "too_many_stacks", message, tag))
            for column, stack in zip(_COLUMN_NAMES, stacks, strict=False):
                tiles = [] if stack == NOTHING else [expand_element(t) for t in stack.split(".")]
                mountain[column + tag[-1]] = tiles
    if mountain:
        setup["mountain"] = mountain
    return setup


def _row(mountain: Mapping[str, list[str]], row: str) -> str:
    return " ".join(".".join(mountain[column + row]) or NOTHING for column in COLUMNS)


# ------------------------------------------------------------------------------------------ events


def _split(words: list[str]) -> list[str]:
    """Split the words at commas, and before and after `>` and `/`."""
    tokens: list[str] = []
    for word in words:
        if isinstance(word, Quoted):
            tokens.append(word)
        else:
            tokens += [w for part in _BLANKS.split(word) for w in _SIGNS.split(part) if w]
    return tokens


def _keyword(words: list[str], index: int) -> str:
    """Return the unquoted word at an index, which may be a sign or a keyword, else ""."""
    is_word = 0 <= index < len(words) and not isinstance(words[index], Quoted)
    return words[index] if is_word else ""


def _unreadable(words: list[str], example: str) -> LogError:
    message = text(
        'Can\'t read "{line}". Write it like this: {example}',
        line=" ".join(words)[:80],
        example=example,
    )
    return LogError(message, code="unknown_event")


def _read_place(words: list[str]) -> dict[str, Any]:
    example = "p1 fire c > c4 take c1 c2"
    arrow = next(index for index in range(len(words)) if _keyword(words, index) == ">")
    if arrow not in (2, 3) or arrow + 1 >= len(words):
        raise _unreadable(words, example)
    plain: dict[str, Any] = {"type": "place", "player": words[0], "from": words[arrow - 1]}
    plain["to"] = words[arrow + 1]
    if arrow == 3:
        plain["tile"] = expand_element(words[1])
    rest = words[arrow + 2 :]
    if _keyword(rest, len(rest) - 2) == "give":
        plain["give"] = expand_element(rest[-1])
        rest = rest[:-2]
    if rest:
        if _keyword(rest, 0) != "take" or len(rest) == 1:
            raise _unreadable(words, example)
        plain["take"] = [_entry(word) for word in rest[1:]]
    return plain


def _entry(word: str) -> str | int:
    """Return a level as a number, or a cell."""
    return int(word) if _LEVEL.fullmatch(word) and not isinstance(word, Quoted) else word


def _read_remove(words: list[str]) -> dict[str, Any]:
    if len(words) not in (3, 4):
        raise _unreadable(words, "p1 remove fire 3")
    plain: dict[str, Any] = {"type": "remove", "player": words[0], "from": words[-1]}
    if len(words) == 4:
        plain["tile"] = expand_element(words[2])
    return plain


def _read_fill(words: list[str]) -> dict[str, Any]:
    if len(words) != 2 + len(SPACES) or _keyword(words, 1 + SIZE) != "/":
        raise _unreadable(words, "fill fire void wind water earth / earth wind fire fire void")
    drawn = [*words[1 : 1 + SIZE], *words[2 + SIZE :]]
    path = {
        space: expand_element(word)
        for space, word in zip(SPACES, drawn, strict=True)
        if word != NOTHING or isinstance(word, Quoted)
    }
    return {"type": "fill", "path": path}


def _list_reader(key: str) -> Callable[[list[str]], dict[str, Any]]:
    def read(words: list[str]) -> dict[str, Any]:
        return {"type": str(words[0]), key: words[1:]}

    return read


def _read_chit(words: list[str]) -> dict[str, Any]:
    if len(words) != 2 or not _LEVEL.fullmatch(_keyword(words, 1)):
        raise _unreadable(words, "chit 3")
    return {"type": "chit", "number": int(words[1])}


def _words_reader(example: str, *keys: str) -> Callable[[list[str]], dict[str, Any]]:
    """Return a reader of a verb and one word for each of these fields."""

    def read(words: list[str]) -> dict[str, Any]:
        if len(words) != 1 + len(keys):
            raise _unreadable(words, example)
        return {"type": str(words[0]), **dict(zip(keys, words[1:], strict=True))}

    return read


def _read_score(words: list[str]) -> dict[str, Any]:
    wisdom = read_wisdom(words[1:])
    if wisdom is None:
        raise _unreadable(words, "score p1 13 p2 7")
    return {"type": "score", "wisdom": wisdom}


_VERBS: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "fill": _read_fill,
    "kitsune": _list_reader("tiles"),
    "burrow": _list_reader("tokens"),
    "chit": _read_chit,
    "coin": _words_reader("coin heads", "side"),
    "score": _read_score,
    "resign": _words_reader("resign p2", "role"),
    "abandon": _words_reader("abandon"),
}


def _write_place(plain: Mapping[str, Any]) -> list[str]:
    words = [plain["player"], *([plain["tile"]] if "tile" in plain else []), plain["from"]]
    words += [">", plain["to"]]
    if plain.get("take"):
        words += ["take", *map(str, plain["take"])]
    if "give" in plain:
        words += ["give", plain["give"]]
    return words


def _write_remove(plain: Mapping[str, Any]) -> list[str]:
    tile = [plain["tile"]] if "tile" in plain else []
    return [plain["player"], "remove", *tile, plain["from"]]


def _write_fill(plain: Mapping[str, Any]) -> list[str]:
    drawn = [plain["path"].get(space, NOTHING) for space in SPACES]
    return ["fill", *drawn[:SIZE], "/", *drawn[SIZE:]]


def _write_score(plain: Mapping[str, Any]) -> list[str]:
    # players before the Kitsune, whatever the order of the claim
    pairs = sorted(plain["wisdom"].items(), key=lambda pair: (not pair[0].startswith("p"), pair))
    return ["score", *(word for side, number in pairs for word in (side, repr(number)))]


def _write_rest(plain: Mapping[str, Any]) -> list[str]:
    words = [plain["type"]]
    for key, value in plain.items():
        if key in ("tiles", "tokens"):
            words += value
        elif key in ("number", "side", "role"):
            words.append(str(value))
    return words


_WRITERS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "place": _write_place,
    "remove": _write_remove,
    "fill": _write_fill,
    "score": _write_score,
}

_COMMENTS = Labels(
    {
        "header": gettext_noop(
            "Replace the goals, keys and Mountain above with yours. "
            "Write each stack from the bottom tile up."
        ),
        "lines": gettext_noop(
            "Write one event per line, or several with ; between them. Text after # is ignored."
        ),
        "fill": gettext_noop("Path a to e, then 1 to 5"),
        "place": gettext_noop("tile, Path space, cell; then what it gathers"),
    }
)
"""Remarks of the template, in the reader's language."""
_TEMPLATE = """\
[Game "gorinto"]
{tags}
# [Date "2026-11-20"]
# [Result "p1 wisdom"]
# [Wisdom "p1 13 p2 7"]

# {header}
# {lines}

# fill fire void wind water earth / earth wind fire fire void   # {fill}
# p1 fire c > c4 take c1 c2           # {place}
# burrow c 2
# score p1 13 p2 7
# abandon
"""
