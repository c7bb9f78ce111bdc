"""The text notation of Goryō: header tags and events (log-format page, "Text")."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.contract import GameTags
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean
from games.core.language import Labels, choice_text, gettext_noop, text
from games.goryo.rules.editions import EDITIONS, RULESETS
from games.log.natural import both, read_outcome_tag, write_outcome_tag
from games.log.quoting import Quoted

ROLES = ("goryo", "samurai")
COLOURS = tuple(dict.fromkeys(colour for r in RULESETS.values() for colour in r.colours))
START = "Start."
"""The beginning of the tags that place a Samurai: `Start.green`."""
ANSWERS = {"yes": True, "+": True, "no": False, "-": False}
UNKNOWN = "?"
"""The bare word for a bound type that was not recorded; quoted words are `Quoted`."""


class GoryoNotation:
    """`games.core.contract.Notation` for Goryō."""

    role_tags: Mapping[str, str] = {"Goryo": "goryo", "Samurai": "samurai"}
    game_tags: Mapping[str, str] = {
        "Edition": "ruleset.edition",
        "Advanced": "ruleset.advanced",
        "Result": "outcome",
        "KnownBy": "setup.known_by",
        **{START + colour: f"setup.samurai.{colour}" for colour in COLOURS},
    }
    text_messages: Mapping[str, str] = {
        "missing_ruleset": text(
            'The edition is missing. Add a line such as [Edition "2024"] ({editions}).',
            editions=choice_text(EDITIONS),
        ),
        "unknown_edition": text("The edition must be {editions}.", editions=choice_text(EDITIONS)),
    }

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """Return ruleset, set-up and outcome. All games share the other tags."""
        header = self._read_ruleset(tags, problems)
        header |= read_outcome_tag(tags, ROLES, problems)
        starts = {tag.removeprefix(START): tags[tag] for tag in tags if tag.startswith(START)}
        setup: dict[str, Any] = {"samurai": starts} if starts else {}
        if "KnownBy" in tags:
            setup["known_by"] = tags["KnownBy"]
        if setup and "Setup" in tags:
            problems.append(both("Setup"))
        elif setup:
            header["setup"] = setup
        return header

    def _read_ruleset(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        if "Edition" not in tags and "Advanced" not in tags:
            return {}
        ruleset: dict[str, Any] = {}
        if "Edition" in tags:
            ruleset["edition"] = tags["Edition"]
        if "Advanced" in tags:
            advanced = {"yes": True, "no": False}.get(tags["Advanced"].lower())
            if advanced is None:
                message = text('The tag Advanced must be "yes" or "no".')
                problems.append(Problem(LOG_FORMAT, "wrong_type", message, "Advanced"))
            else:
                ruleset["advanced"] = advanced
        return {"ruleset": ruleset}

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        """Return the tags of ruleset, set-up and outcome, without those that need JSON."""
        ruleset, setup = header["ruleset"], header.get("setup", {})
        before: list[tuple[str, str]] = []
        covered = set()
        if not set(ruleset) - {"edition", "advanced"}:
            covered.add("ruleset")
            before = [("Edition", ruleset["edition"])]
            if ruleset.get("advanced"):
                before.append(("Advanced", "yes"))
        if not set(setup) - {"samurai", "known_by"}:
            covered.add("setup")
        starts = setup.get("samurai", {}) if "setup" in covered else {}
        after = [(START + colour, space) for colour, space in sorted(starts.items())]
        if "setup" in covered and "known_by" in setup:
            after.append(("KnownBy", setup["known_by"]))
        result = write_outcome_tag(header, ROLES)
        covered |= {"outcome"} if result else set()
        return GameTags(before, after + result, frozenset(covered))

    def vocabulary(self, setup: Any) -> Iterable[str]:
        """Return verbs, signs, spaces, object types, Samurai, roles and answers."""
        board = setup.board
        trails = (f"~{name}" for name in board.names)
        return (
            *_VERBS,
            *_ACTIONS,
            *ANSWERS,
            *ROLES,
            *board.names,
            *board.types,
            *setup.ruleset.colours,
            *trails,
            ">",
            "sprint",
            UNKNOWN,
        )

    def template(self, ruleset: str) -> str:
        """Return a text log to be filled in, for a ruleset such as `2024-advanced`."""
        edition, _, mode = ruleset.partition("-")
        colours = next(r.colours for (e, _), r in RULESETS.items() if e == edition)
        advanced = '[Advanced "yes"]\n' if mode else ""
        values = {"edition": edition, "advanced": advanced, "colours": ", ".join(colours)}
        return _TEMPLATE.format(**values, **_COMMENTS)

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """Return an event as plain data. Raise LogError if the words are not an event."""
        if len(words) >= 2 and words[1] in _ACTIONS and words[0] not in _VERBS:
            return _read(words, is_action=True)
        if words[0] not in _VERBS:
            message = text('"{words}" is not a Goryō move.', words=" ".join(words)[:80])
            suggestion = did_you_mean(words[0], _VERBS) or did_you_mean(
                "".join(words[1:2]), _ACTIONS
            )
            raise LogError(message + suggestion, code="unknown_event")
        return _read_plan(words) if words[0] == "plan" else _read(words, is_action=False)

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """Return the words of an event, in the order of the log-format page."""
        kind = plain["type"]
        if kind == "plan":
            if plain["route"] is None:
                return ["plan", UNKNOWN]
            words = ["plan", *plain["route"], ">", plain["target"]]
            if plain.get("sprint"):
                words.append("sprint")
            if plain.get("false_trail") is not None:
                words.append("~" + plain["false_trail"])
            return words
        if kind in ("move", "search", "sniff"):
            words = [plain["samurai"], kind]
            words += [plain[key] for key in ("to", "space") if key in plain]
            if "answer" in plain:
                words.append("yes" if plain["answer"] else "no")
            return words
        if kind == "bind":
            quoted = Quoted(UNKNOWN) if plain["object"] == UNKNOWN else plain["object"]
            return ["bind", UNKNOWN if quoted is None else quoted]
        return [kind, *(plain[key] for key in ("object", "space", "role") if key in plain)]


def _read(words: list[str], is_action: bool) -> dict[str, Any]:
    """Return an event with one field a word, as in its example."""
    kind = words[1] if is_action else words[0]
    example, *fields = (_ACTIONS if is_action else _VERBS)[kind]
    if len(words) != len(example.split()):
        message = text(
            '"{words}" is incomplete or too long. Example: {example}',
            words=" ".join(words)[:80],
            example=example,
        )
        raise LogError(message, code="unknown_event")
    values: list[Any] = [words[0], *words[2:]] if is_action else words[1:]
    plain = {"type": str(kind), **dict(zip(fields, values, strict=True))}
    if "answer" in plain:
        plain["answer"] = _answer(words[-1], example)
    if kind == "bind" and values[0] == UNKNOWN and not isinstance(values[0], Quoted):
        plain["object"] = None
    return plain


def _answer(word: str, example: str) -> bool:
    answer = ANSWERS.get(word)
    if answer is None:
        message = text(
            '"{word}" is not an answer. Use yes, no, + or -. Example: {example}',
            word=word[:40],
            example=example,
        )
        raise LogError(message, code="no_answer")
    return answer


def _read_plan(words: list[str]) -> dict[str, Any]:
    if words[1:] == [UNKNOWN] and not isinstance(words[1], Quoted):
        return {"type": "plan", "route": None, "target": None}
    if ">" not in words or words.index(">") + 1 >= len(words):
        message = text(
            'A plan needs ">" and a target. Example: {example}', example=_VERBS["plan"][0]
        )
        raise LogError(message, code="unknown_event")
    mark = words.index(">")
    plain: dict[str, Any] = {"type": "plan", "route": words[1:mark], "target": words[mark + 1]}
    for word in words[mark + 2 :]:
        if word == "sprint" and "sprint" not in plain:
            plain["sprint"] = True
        elif word.startswith("~") and len(word) > 1 and "false_trail" not in plain:
            plain["false_trail"] = word[1:]
        else:
            message = text(
                'A plan can\'t have "{word}" here. Example: {example}',
                word=word[:40],
                example="plan b4 b3 b2 c2 c1 > d1 sprint ~e5",
            )
            raise LogError(message, code="unknown_event")
    return plain


_ACTIONS = {
    "move": ("green move c2", "samurai", "to"),
    "search": ("green search yes", "samurai", "answer"),
    "sniff": ("green sniff c3 yes", "samurai", "space", "answer"),
}
_VERBS = {
    "bind": ("bind mask", "object"),
    "haunt": ("haunt vase b4", "object", "space"),
    "plan": ("plan b4 b3 b2 c2 > c3",),
    "discover": ("discover",),
    "stuck": ("stuck",),
    "abandon": ("abandon",),
    "draw": ("draw helmet", "object"),
    "unmask": ("unmask mask", "object"),
    "resign": ("resign goryo", "role"),
}
"""By the word that names an event: an example, and the fields of its other words. The word of an
action follows that of its Samurai.
"""

_COMMENTS = Labels(
    {
        "lines": gettext_noop(
            "Write one event per line, or several with ; between them. Text after # is ignored."
        ),
        "bind": gettext_noop("the bound type; ? if it was not recorded"),
        "haunt": gettext_noop("the first object: type and space"),
        "plan": gettext_noop("the move cubes in order, then the target"),
        "search": gettext_noop("also: green search no"),
        "end": gettext_noop("or: abandon"),
    }
)
"""Remarks of the template, in the reader's language."""
_TEMPLATE = """\
[Game "goryo"]
[Edition "{edition}"]
{advanced}[Goryo "?"]
[Samurai "?"]
# [Date "2026-11-20"]
# [Result "samurai exorcism"]
# [Start.green "b2"]

# {lines}
# Samurai: {colours}

bind ?                                # {bind}
# haunt vase b4                       # {haunt}
# plan b4 b3 b2 c2 > c3               # {plan}
# green move c2; green sniff c3 yes   # {search}
# discover
# draw helmet
# resign samurai                      # {end}
"""
