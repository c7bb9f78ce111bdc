"""Header tags and events of Shadows in Kyoto in text (log-format page, "Text")."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.core.contract import GameTags
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean
from games.core.language import Labels, choice_text, gettext_noop, text
from games.kyoto.rules.board import SPACES
from games.kyoto.rules.components import (
    ATTACKER,
    CHARISMA_CARDS,
    DEFENDER,
    EQUIPMENT_CARDS,
    IDENTITIES,
    SIDES,
    SITE_CARDS,
    TACTICS,
)
from games.log.natural import read_outcome_tag, write_outcome_tag
from games.log.quoting import Quoted

UNKNOWN, NOTHING = "?", "-"
"""The words for what is not recorded, and for no returned card."""
ANSWERS = {"yes": True, "+": True, "no": False, "-": False}
_WON = {"won": ATTACKER, "lost": DEFENDER}
_FLAG_TAGS = {"Charisma": "charisma", "Neutral": "neutral", "Equipment": "equipment"}
_RULESET_KEYS = frozenset({*_FLAG_TAGS.values(), "turn_cap"})
_RULESET_TAGS = (*_FLAG_TAGS, "TurnCap")
_SETUP_TAGS = ("Depth", "Match", "MatchGame")
_NUMBER = re.compile(r"[0-9]{1,9}")
_MOVES = ("defend", "tunnel", "charge")
_WORD_KEYS = (
    *("role", "bait", "mark", "from", "to", "guess", "attacker", "card", "agent", "identity"),
    "site",
)
"""The fields of one word, in the order of the text."""


class KyotoNotation:
    """`games.core.contract.Notation` for Shadows in Kyoto."""

    role_tags: Mapping[str, str] = {side.capitalize(): side for side in SIDES}
    game_tags: Mapping[str, str] = {
        **{tag: f"ruleset.{key}" for tag, key in _FLAG_TAGS.items()},
        "TurnCap": "ruleset.turn_cap",
        "Depth": "setup.depth",
        "Match": "setup.match.id",
        "MatchGame": "setup.match.game",
        "Result": "outcome",
    }
    text_messages: Mapping[str, str] = {}

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """Return ruleset and set-up; the other tags belong to all games."""
        header: dict[str, Any] = {}
        own = [tag for tag in _RULESET_TAGS if tag in tags]
        if "Ruleset" not in tags:
            header["ruleset"] = _read_ruleset(tags, problems)
        elif own:
            _both("Ruleset", problems)
        if any(tag in tags for tag in _SETUP_TAGS):
            if "Setup" in tags:
                _both("Setup", problems)
            header["setup"] = _read_setup(tags)
        return header | read_outcome_tag(tags, SIDES, problems)

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        """Return the tags of the log-format page. A ruleset or set-up with other keys gets none."""
        ruleset, setup = header["ruleset"], header.get("setup", {})
        tags, covered = [], set()
        if ruleset.keys() <= _RULESET_KEYS:
            covered.add("ruleset")
            tags = [
                (tag, "yes" if ruleset[key] else "no")
                for tag, key in _FLAG_TAGS.items()
                if key in ruleset
            ]
            tags += [("TurnCap", str(ruleset["turn_cap"]))] if "turn_cap" in ruleset else []
        match = setup.get("match", {})
        if setup.keys() <= {"depth", "match"} and match.keys() <= {"id", "game"}:
            covered.add("setup")
            tags += [("Depth", setup["depth"])] if "depth" in setup else []
            if match:
                tags += [("Match", match["id"]), ("MatchGame", str(match["game"]))]
        result = write_outcome_tag(header, SIDES)
        covered |= {"outcome"} if result else set()
        return GameTags(tags, result, frozenset(covered))

    def vocabulary(self, setup: Any) -> Iterable[str]:  # noqa: ARG002 - the same for every set-up
        """Return verbs, signs, sides, spaces, cards, identities and answers."""
        signs = (*ANSWERS, UNKNOWN, NOTHING, "won", "lost", "fan", "return", "site", "tactic")
        cards = (*SITE_CARDS, *TACTICS, *CHARISMA_CARDS, *EQUIPMENT_CARDS)
        return (*_VERBS, *_MOVES, *signs, *SIDES, *cards, *IDENTITIES, *SPACES)

    def template(self, ruleset: str) -> str:
        """Return a text log to be filled in, for a ruleset such as `charisma`."""
        parts = ruleset.split("-")
        modules = {*parts, "charisma"} if "neutral" in parts else parts
        tags = "".join(f'[{tag} "yes"]\n' for tag, key in _FLAG_TAGS.items() if key in modules)
        return _TEMPLATE.format(tags=tags, **_COMMENTS)

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """Return an event as plain data. Raises LogError for words that are not an event."""
        has_fan = _is(words[0], "fan") and len(words) > 1
        if has_fan:
            words = words[1:]
        verb = "" if isinstance(words[0], Quoted) else words[0]
        if verb in SITE_CARDS:
            plain = _read_site(words)
        elif verb in _MOVES:
            _expect(words, 3, f"{verb} c3 d3")
            plain = {"type": str(verb), "from": words[1], "to": words[2]}
        elif verb in _VERBS and not has_fan:
            return _VERBS[verb](words)
        else:
            message = text('"{words}" is not a Kyoto move.', words=" ".join(words)[:80])
            hint = did_you_mean(words[0], (*_VERBS, *_MOVES, *SITE_CARDS))
            raise LogError(message + hint, code="unknown_event")
        return {**plain, "fan": True} if has_fan else plain

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """Return the words of an event, in the order of the log-format page."""
        return _WRITERS.get(plain["type"], _write_rest)(plain)


# -------------------------------------------------------------------------------------------- tags


def _both(tag: str, problems: list[Problem]) -> None:
    message = text('Use either the tag "{tag}" or the tags for its parts, not both.', tag=tag)
    problems.append(Problem(LOG_FORMAT, "tag_twice", message, tag))


def _number(value: str) -> int | str:
    return int(value) if _NUMBER.fullmatch(value) else value


def _read_ruleset(tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
    ruleset: dict[str, Any] = {}
    for tag, key in _FLAG_TAGS.items():
        if tag in tags:
            ruleset[key] = {"yes": True, "no": False}.get(tags[tag].lower())
            if ruleset[key] is None:
                del ruleset[key]
                message = text('The tag "{tag}" must be "yes" or "no".', tag=tag)
                problems.append(Problem(LOG_FORMAT, "wrong_type", message, tag))
    if "TurnCap" in tags:
        ruleset["turn_cap"] = _number(tags["TurnCap"])
    return ruleset


def _read_setup(tags: Mapping[str, str]) -> dict[str, Any]:
    setup: dict[str, Any] = {}
    if "Depth" in tags:
        setup["depth"] = tags["Depth"]
    match: dict[str, Any] = {}
    if "Match" in tags:
        match["id"] = tags["Match"]
    if "MatchGame" in tags:
        match["game"] = _number(tags["MatchGame"])
    if match:
        setup["match"] = match
    return setup


# ----------------------------------------------------------------------------------- reading words


def _is(word: str, sign: str) -> bool:
    """Return whether a word is this sign, and not in quotes."""
    return word == sign and not isinstance(word, Quoted)


def _expect(words: list[str], count: int, *forms: str) -> None:
    if len(words) != count:
        raise _no_event(words, *forms)


def _no_event(words: list[str], *forms: str) -> LogError:
    message = text(
        '"{words}" is not a complete move. Write it like this: {forms}',
        words=" ".join(words)[:80],
        forms=choice_text(forms),
    )
    return LogError(message, code="unknown_event")


def _read_site(words: list[str]) -> dict[str, Any]:
    if len(words) not in (3, 4) or (len(words) == 4 and not _is(words[3], "return")):
        raise _no_event(words, "market c2 d3", "market c3 d2 return")
    plain = {"type": "site", "card": str(words[0]), "from": words[1], "to": words[2]}
    return plain if len(words) == 3 else {**plain, "return": True}


def _read_deal(words: list[str]) -> dict[str, Any]:
    if len(words) < 2:
        raise _no_event(words, "deal oniwaban shrine castle wild wild bait swap")
    return {"type": "deal", "role": words[1], "cards": words[2:]}


def _read_agents(words: list[str]) -> dict[str, Any]:
    form = f"{words[0]} oniwaban a1=3r b1=2f"
    if len(words) < 2:
        raise _no_event(words, form)
    agents: dict[str, str] = {}
    for word in words[2:]:
        space, sign, identity = word.partition("=")
        if not sign or space in agents:
            raise _no_event(words, form)
        agents[space] = identity
    return {"type": str(words[0]), "role": words[1], "agents": agents}


def _read_charisma(words: list[str]) -> dict[str, Any]:
    if len(words) not in (3, 4):
        raise _no_event(words, "charisma government ruri castle")
    plain = {"type": "charisma", "role": words[1], "card": words[2]}
    return plain if len(words) == 3 else {**plain, "site": words[3]}


def _read_swap(words: list[str]) -> dict[str, Any]:
    if len(words) < 2 or (words[-1] not in ANSWERS and not _is(words[-1], UNKNOWN)):
        raise _no_event(words, "swap a1 c1 yes", "swap a1 c1 no", "swap a1 c1 ?")
    return {"type": "swap", "spaces": words[1:-1], "swapped": ANSWERS.get(words[-1])}


def _read_bait(words: list[str]) -> dict[str, Any]:
    return {"type": "bait", "marks": [None if _is(w, UNKNOWN) else w for w in words[1:]]}


def _read_spring(words: list[str]) -> dict[str, Any]:
    if len(words) == 4 and _NUMBER.fullmatch(words[1]) and not isinstance(words[1], Quoted):
        return {"type": "spring", "bait": int(words[1]), "mark": words[2], "to": words[3]}
    _expect(words, 3, "spring castle d4", "spring 2 castle d4")
    return {"type": "spring", "mark": words[1], "to": words[2]}


def _read_conflict(words: list[str]) -> dict[str, Any]:
    if len(words) not in (3, 4) or words[2] not in _WON:
        raise _no_event(words, "conflict 2f won", "conflict 2f lost 3r")
    plain = {"type": "conflict", "defender": words[1], "winner": _WON[words[2]]}
    return plain if len(words) == 3 else {**plain, "attacker": words[3]}


def _read_declare(words: list[str]) -> dict[str, Any]:
    if len(words) == 2 and _is(words[1], "no"):
        return {"type": "declare"}
    _expect(words, 3, "declare d6 2r", "declare no")
    return {"type": "declare", "agent": words[1], "identity": words[2]}


def _read_draw(words: list[str]) -> dict[str, Any]:
    """Read `draw castle/wild`, or the piles of a table log."""
    kept: list[str] = []
    returned: list[str | None] = []
    for word in words[1:]:
        card, slash, other = word.partition("/")
        kept.append(card)
        if slash:
            returned.append(None if other == NOTHING else other)
    if returned and len(returned) != len(kept):
        raise _no_event(words, "draw castle/wild tunnel/-")
    key = "piles" if kept and all(word in ("site", "tactic") for word in kept) else "cards"
    plain: dict[str, Any] = {"type": "draw", key: kept} if kept else {"type": "draw"}
    return {**plain, "returned": returned} if returned else plain


def _verb_with(*keys: str) -> Callable[[list[str]], dict[str, Any]]:
    """Return a reader of a verb and one word for each of its fields."""

    def read(words: list[str]) -> dict[str, Any]:
        _expect(words, len(keys) + 1, " ".join((words[0], *keys)))
        return {"type": str(words[0]), **dict(zip(keys, words[1:], strict=True))}

    return read


_VERBS: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "deal": _read_deal,
    "deploy": _read_agents,
    "charisma": _read_charisma,
    "push": _verb_with("from", "to"),
    "swap": _read_swap,
    "bait": _read_bait,
    "spring": _read_spring,
    "conflict": _read_conflict,
    "pistol": _verb_with("guess", "attacker"),
    "declare": _read_declare,
    "draw": _read_draw,
    "flip": _verb_with("card"),
    "typewriter": _verb_with("card"),
    "drugs": _verb_with("agent"),
    "stun": _verb_with("agent"),
    "show": lambda words: {"type": "show", "cards": words[1:]},
    "bugs": _verb_with("agent", "identity"),
    "stuck": _verb_with(),
    "unmask": _read_agents,
    "resign": _verb_with("role"),
    "abandon": _verb_with(),
}

# ----------------------------------------------------------------------------------- writing words


def _write_site(plain: Mapping[str, Any]) -> list[str]:
    fan = ["fan"] if plain.get("fan") else []
    back = ["return"] if plain.get("return") else []
    return [*fan, plain["card"], plain["from"], plain["to"], *back]


def _write_agents(plain: Mapping[str, Any]) -> list[str]:
    hidden: dict[str, str] = {}  # the other side does not see where the agents are
    agents = sorted(plain.get("agents", hidden).items())
    return [plain["type"], plain["role"], *(f"{space}={identity}" for space, identity in agents)]


def _write_swap(plain: Mapping[str, Any]) -> list[str]:
    word = {None: UNKNOWN, True: "yes", False: "no"}[plain.get("swapped")]
    return ["swap", *plain["spaces"], word]


def _write_conflict(plain: Mapping[str, Any]) -> list[str]:
    word = "won" if plain["winner"] == ATTACKER else "lost"
    shown = [plain["attacker"]] if "attacker" in plain else []
    return ["conflict", plain["defender"], word, *shown]


def _write_draw(plain: Mapping[str, Any]) -> list[str]:
    kept = plain.get("cards") or plain.get("piles") or []
    returned = plain.get("returned")
    if not returned:
        return ["draw", *kept]
    pairs = zip(kept, returned, strict=False)
    return ["draw", *(f"{card}/{NOTHING if other is None else other}" for card, other in pairs)]


def _write_rest(plain: Mapping[str, Any]) -> list[str]:
    if plain["type"] == "declare" and "agent" not in plain:
        return ["declare", "no"]
    words = ["fan", plain["type"]] if plain.get("fan") else [plain["type"]]
    words += [str(plain[key]) for key in _WORD_KEYS if key in plain]
    return [*words, *plain.get("cards", ())]


_WRITERS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "site": _write_site,
    "deploy": _write_agents,
    "unmask": _write_agents,
    "swap": _write_swap,
    "bait": lambda plain: ["bait", *(UNKNOWN if m is None else m for m in plain["marks"])],
    "conflict": _write_conflict,
    "draw": _write_draw,
}

_COMMENTS = Labels(
    {
        "depth": gettext_noop("only what both sides saw: no deal and no deploy"),
        "lines": gettext_noop(
            "Write one event per line, or several with ; between them. Text after # is ignored."
        ),
        "end": gettext_noop("or: abandon"),
    }
)
"""Remarks of the template, in the reader's language."""
_TEMPLATE = """\
[Game "kyoto"]
{tags}[Oniwaban "?"]
[Government "?"]
# [Depth "table"]      # {depth}
# [Date "2026-11-20"]
# [Result "oniwaban escape"]

# {lines}

# deal oniwaban shrine market residence wild defend swap
# deal government shrine castle residence residence bait tunnel
# deploy oniwaban a1=2f b1=3r c1=0f d1=1f e1=3f c2=2r
# deploy government a6=1f b6=3f c6=2r d6=0f e6=3r c5=2f
# market c2 d3; draw shrine
# conflict 2f won
# declare no
# resign government    # {end}
"""
