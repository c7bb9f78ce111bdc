"""The text notation of Goryō: header tags and events (log-format page, "Text")."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.contract import GameTags
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean
from games.core.language import text
from games.log.quoting import Quoted

ANSWERS = {"yes": True, "+": True, "no": False, "-": False}
UNKNOWN = "?"
"""The bare word for a bound type that was not recorded; quoted words are `Quoted`."""


class GoryoNotation:
    """`games.core.contract.Notation` for Goryō."""

    role_tags: Mapping[str, str] = {"Goryo": "goryo", "Samurai": "samurai"}
    game_tags: Mapping[str, str] = {"Edition": "ruleset", "Advanced": "ruleset"}

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """Return the tags `Edition` and `Advanced` as a ruleset."""
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
        """Return `Edition` and `Advanced`, or no tags if the ruleset has other keys."""
        ruleset = header["ruleset"]
        if set(ruleset) - {"edition", "advanced"}:
            return GameTags([], [], frozenset())
        tags = [("Edition", ruleset["edition"])]
        if ruleset.get("advanced"):
            tags.append(("Advanced", "yes"))
        return GameTags(tags, [], frozenset({"ruleset"}))

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """Return an event as plain data. Raise LogError if the words are not an event."""
        if len(words) >= 2 and words[1] in _ACTIONS and words[0] not in _VERBS:
            return _ACTIONS[words[1]](words)
        reader = _VERBS.get(words[0])
        if reader is None:
            message = text('"{words}" is not a Goryō move.', words=" ".join(words)[:80])
            suggestion = did_you_mean(words[0], _VERBS) or did_you_mean(
                "".join(words[1:2]), _ACTIONS
            )
            raise LogError(message + suggestion, code="unknown_event")
        return reader(words)

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """Return the words of an event, in the order of the log-format page."""
        kind = plain["type"]
        if kind == "plan":
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
            name = plain["object"]
            if name is None:
                return ["bind", UNKNOWN]
            return ["bind", Quoted(name) if name == UNKNOWN else name]
        return [kind, *(plain[key] for key in ("object", "space", "role") if key in plain)]


def _expect(words: list[str], count: int, example: str) -> None:
    if len(words) != count:
        message = text(
            '"{words}" is incomplete or too long. Example: {example}',
            words=" ".join(words)[:80],
            example=example,
        )
        raise LogError(message, code="unknown_event")


def _answer(words: list[str], example: str) -> bool:
    answer = ANSWERS.get(words[-1])
    if answer is None:
        message = text(
            '"{word}" is not an answer. Use yes, no, + or -. Example: {example}',
            word=words[-1][:40],
            example=example,
        )
        raise LogError(message, code="no_answer")
    return answer


def _read_move(words: list[str]) -> dict[str, Any]:
    _expect(words, 3, "green move c2")
    return {"type": "move", "samurai": words[0], "to": words[2]}


def _read_search(words: list[str]) -> dict[str, Any]:
    example = "green search yes"
    _expect(words, 3, example)
    return {"type": "search", "samurai": words[0], "answer": _answer(words, example)}


def _read_sniff(words: list[str]) -> dict[str, Any]:
    example = "green sniff c3 yes"
    _expect(words, 4, example)
    answer = _answer(words, example)
    return {"type": "sniff", "samurai": words[0], "space": words[2], "answer": answer}


def _read_bind(words: list[str]) -> dict[str, Any]:
    _expect(words, 2, "bind mask")
    unknown = words[1] == UNKNOWN and not isinstance(words[1], Quoted)
    return {"type": "bind", "object": None if unknown else words[1]}


def _read_haunt(words: list[str]) -> dict[str, Any]:
    _expect(words, 3, "haunt vase b4")
    return {"type": "haunt", "object": words[1], "space": words[2]}


def _read_plan(words: list[str]) -> dict[str, Any]:
    if ">" not in words or words.index(">") + 1 >= len(words):
        message = text(
            'A plan needs ">" and a target. Example: {example}', example="plan b4 b3 b2 c2 > c3"
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


def _read_alone(words: list[str]) -> dict[str, Any]:
    _expect(words, 1, words[0])
    return {"type": words[0]}


def _read_named(key: str, example: str) -> Callable[[list[str]], dict[str, Any]]:
    def read(words: list[str]) -> dict[str, Any]:
        _expect(words, 2, example)
        return {"type": str(words[0]), key: words[1]}

    return read


_ACTIONS = {"move": _read_move, "search": _read_search, "sniff": _read_sniff}
_VERBS: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "bind": _read_bind,
    "haunt": _read_haunt,
    "plan": _read_plan,
    "discover": _read_alone,
    "stuck": _read_alone,
    "abandon": _read_alone,
    "draw": _read_named("object", "draw helmet"),
    "unmask": _read_named("object", "unmask mask"),
    "resign": _read_named("role", "resign goryo"),
}
