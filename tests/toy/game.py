"""Pile: two players take one to three stones in turn; the player who takes the last one wins.

Everything that `games.core.contract.GameKind` requires, and nothing more. The tests add it to the
registry and remove it again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

from games.core import fields
from games.core.chance import Chance, pick
from games.core.codec import canonical_json, sha256_hex
from games.core.contract import Counting, Display, GameTags, Identity, Kind, LogFormat, Rules
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Claim, Problem
from games.core.metrics import DistributionMetric, Facts
from games.core.record import Outcome, Record
from games.core.replay import Replay
from games.core.rules import Rule, Rulebook, Standing, Violation
from games.log.header import bot_header

ROLES = {"first": "First", "second": "Second"}
SIZES = {"small": 4, "large": 9}
MOST = 3

# ------------------------------------------------------------------------------------------- rules

RULEBOOK = Rulebook(
    (
        Rule("1.1", "The pile", "It is small (4) or large (9).", Standing.PRINTED, {"": "Setup"}),
        Rule("2.1", "In turn", "The first begins.", Standing.PRINTED, {"": "Play"}),
        Rule("2.2", "Taking", "One to three stones, never more than there are.",
             Standing.PRINTED, {"": "Play"}),
        Rule("3.1", "After the end", "Nothing follows.", Standing.HOUSE, {}),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """The board: a row of stones."""

    size: str
    name: str | None = None
    provenance: str = "house"
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """`small` or `large`."""
        return self.size

    @property
    def digest(self) -> str:
        """SHA-256 of what the board is."""
        return sha256_hex(canonical_json({"stones": SIZES[self.size]}))


class Setup(NamedTuple):
    """What is fixed before the first event."""

    ruleset: str
    board: Row


class State(NamedTuple):
    """A position: how many stones lie there, whose turn it is, who has won and why."""

    setup: Setup
    stones: int
    to_move: str
    winner: str | None = None
    reason: str | None = None


class Take(NamedTuple):
    """A player takes stones."""

    player: str
    count: int


class Abandon(NamedTuple):
    """The players break off."""


class Engine:
    """`games.core.engine.Engine`."""

    def initial_state(self, setup: Setup) -> State:
        return State(setup, SIZES[setup.board.size], "first")

    def violation(self, state: State, event: Any) -> Violation | None:
        if state.reason is not None:
            return Violation("3.1", "game_over", "The game is over.")
        if isinstance(event, Abandon):
            return None
        if event.player != state.to_move:
            return Violation("2.1", "not_your_turn", f"It is {state.to_move}'s turn.")
        if not 1 <= event.count <= min(MOST, state.stones):
            return Violation("2.2", "bad_count", f"Take 1 to {min(MOST, state.stones)} stones.")
        return None

    def transition(self, state: State, event: Any) -> tuple[State, tuple[Any, ...]]:
        if isinstance(event, Abandon):
            return state._replace(reason="abandon"), ()
        left = state.stones - event.count
        if left == 0:
            return State(state.setup, 0, state.to_move, event.player, "last_stone"), ()
        other = "second" if event.player == "first" else "first"
        return State(state.setup, left, other), ()

    def legal_events(self, state: State) -> Iterator[Any]:
        if state.reason is None:
            for count in range(1, min(MOST, state.stones) + 1):
                yield Take(state.to_move, count)
            yield Abandon()

    def observe(self, state: State, view: str) -> State:
        return state

    def outcome(self, state: State) -> Outcome:
        return Outcome((state.winner,) if state.winner else (), state.reason)


ENGINE = Engine()

# --------------------------------------------------------------------------------------------- log


class Notation:
    """`games.core.contract.Notation`: `[Pile "small"]`, and events as `first 3`, `abandon`."""

    role_tags: Mapping[str, str] = {"First": "first", "Second": "second"}
    game_tags: Mapping[str, str] = {"Pile": "ruleset"}
    text_messages: Mapping[str, str] = {}

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        return {"ruleset": {"pile": tags["Pile"]}} if "Pile" in tags else {}

    def vocabulary(self, setup: Setup) -> tuple[str, ...]:
        return (*ROLES, "abandon", "1", "2", "3")

    def template(self, ruleset: str) -> str:
        return f'[Game "pile"]\n[Pile "{ruleset}"]\n'

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        ruleset = header["ruleset"]
        if set(ruleset) != {"pile"}:
            return GameTags([], [], frozenset())
        return GameTags([("Pile", ruleset["pile"])], [], frozenset({"ruleset"}))

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        if words == ["abandon"]:
            return {"type": "abandon"}
        if len(words) == 2 and words[1].isdecimal():
            return {"type": "take", "player": words[0], "count": int(words[1])}
        raise LogError(f'"{" ".join(words):.80}" is not a Pile move.', code="unknown_event")

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        if plain["type"] == "abandon":
            return ["abandon"]
        return [plain["player"], str(plain["count"])]


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """Return the set-up and the game's header keys in canonical form."""
    ruleset = header.get("ruleset")
    if not isinstance(ruleset, dict):
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", '"ruleset" is missing.', "ruleset"))
        return None, {}
    fields.check_keys(ruleset, frozenset({"pile"}), "ruleset", problems)
    pile = ruleset.get("pile")
    if pile not in SIZES:
        problems.append(Problem("1.1", "unknown_pile", '"pile" must be small or large.', "ruleset"))
        return None, {}
    return Setup(pile, Row(pile)), {"ruleset": ruleset}


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """Return the outcome that a log states."""
    if not isinstance(raw, dict) or raw.get("winner") not in (None, *ROLES):
        problems.append(
            Problem(LOG_FORMAT, "wrong_type", '"outcome" must name a winner.', "outcome")
        )
        return {"winner": None}
    fields.check_keys(raw, frozenset({"winner"}), "outcome", problems)
    return raw


def claims(replay: Replay) -> Iterator[Claim]:
    """Return a warning if the stated winner has not won."""
    claim = replay.record.header.get("outcome")
    if claim is not None and claim["winner"] != replay.outcome.winner:
        message = f"The log says {claim['winner']} won, but the moves give {replay.outcome.winner}."
        yield Claim(None, LOG_FORMAT, "outcome_differs", message, "outcome")


_READERS: fields.Readers = {
    "take": (
        frozenset({"type", "player", "count"}),
        lambda raw: Take(fields.string(raw, "player"), fields.integer(raw, "count")),
    ),
    "abandon": (frozenset({"type"}), lambda _: Abandon()),
}


def read_event(raw: dict[str, Any]) -> Any:
    """Return an event of a log."""
    return fields.read_event(raw, _READERS)


def plain_event(event: Any) -> dict[str, Any]:
    """Return an event as the log writes it."""
    return {"type": "abandon" if isinstance(event, Abandon) else "take", **event._asdict()}


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:
    """Return the step objects; nothing is hidden."""
    for step in replay.steps:
        state = {name: value for name, value in step.state._asdict().items() if name != "setup"}
        yield {"step": step.number, "event": step.entry.plain, "state": state}


def json_schema() -> dict[str, Any]:
    """Return the game's part of the schema."""
    fields = {"type": {"enum": ["take", "abandon"]}, "player": {"enum": list(ROLES)}}
    event = {"type": "object", "properties": {**fields, "count": {"type": "integer"}}}
    return {
        "ruleset": {"type": "object", "properties": {"pile": {"enum": list(SIZES)}}},
        "players": {"type": "array"},
        "outcome": {"type": "object"},
        "events": {"type": "array", "items": {**event, "required": ["type"]}},
    }


# ------------------------------------------------------------------------------------ page, numbers


def scene(record: Record) -> dict[str, Any]:
    """Return one cell per stone."""
    n = SIZES[record.board.size]
    cells = [
        {"id": f"s{i}", "x": 100.0 * i, "y": 0.0, "label": f"stone {i + 1}", "icon": "",
         "letters": str(i + 1), "centre": False}
        for i in range(n)
    ]  # fmt: skip
    gone = {"id": "gone", "symbol": "", "label": "taken", "layer": "over"}
    turn = {"id": "turn", "name": "To move"}
    return {
        "kind": "pile", "title": f"Row of {n}", "origin": "a toy",
        "view_box": [0.0, 0.0, 100.0 * n, 100.0], "areas": [], "walls": "", "links": [],
        "cells": cells, "marks": [gone], "pieces": [], "paths": [],
        "panels": [{"id": "facts", "title": "Facts", "form": "facts", "items": [turn]}],
    }  # fmt: skip


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame per step, including step 0."""
    n = SIZES[replay.record.board.size]
    drawn = [_frame(0, n, {"stones": n, "to_move": "first"}, "The game begins.", None)]
    for step in steps(replay, view):
        event = step["event"]
        sentence = "The players break off."
        if event["type"] == "take":
            sentence = f"{ROLES[event['player']]} takes {event['count']}."
        move = {
            "group": "The game", "part": "", "actor": "", "verb": event["type"],
            "text": str(event.get("count", "")), "sign": "", "follows": [],
            "note": event.get("note", ""), "at": event.get("at"),
        }  # fmt: skip
        drawn.append(_frame(step["step"], n, step["state"], sentence, move))
    return drawn


def _frame(number: int, n: int, state: Any, sentence: str, move: Any) -> dict[str, Any]:
    return {
        "step": number, "section": 0, "sentence": sentence, "move": move, "beads": {}, "pieces": {},
        "cells": {f"s{i}": "gone" for i in range(state["stones"], n)}, "paths": {}, "classes": {},
        "texts": {"turn": state["to_move"]},
    }  # fmt: skip


def simulated_header(ruleset: str, board: Any, chance: Chance) -> dict[str, Any]:
    """Return the header of a bot game."""
    players = {role: f"Bot {name}" for role, name in ROLES.items()}
    return bot_header("pile", {"pile": ruleset}, players, "bots of the toy")


def bot(state: State, chance: Chance) -> Any:
    """Leave four stones if possible, else take any number."""
    if state.stones % (MOST + 1):
        return Take(state.to_move, state.stones % (MOST + 1))
    return Take(state.to_move, pick(range(1, min(MOST, state.stones) + 1), chance))


LENGTH = DistributionMetric(
    key="length",
    title="Length of a game",
    definition="How often stones were taken in a game that was played to its end.",
    unit="games",
    group_title="Pile",
    groups={size: f"{size} pile" for size in SIZES},
    value="takings",
)


def facts(replay: Replay) -> dict[str, Any]:
    """Return what statistics add up."""
    sums = Facts()
    if replay.outcome.reason == "last_stone":
        sums.observe(LENGTH.key, replay.record.board.size, len(replay.steps))
    return sums.sums()


CODEC = SimpleNamespace(read_event=read_event, plain_event=plain_event)
"""`games.core.contract.Codec`; a module can also stand in for it."""
HEADER = SimpleNamespace(
    HEADER_KEYS=frozenset({"ruleset"}),
    read_setup=read_setup,
    read_outcome=read_outcome,
    claims=claims,
    edition_claimed=lambda _: "",
)
"""`games.core.contract.HeaderReader` and `OutcomeReader`."""

KIND: Kind[State, Any] = Kind(
    Identity(
        slug="pile",
        title="Pile",
        roles=ROLES,
        sides=ROLES,
        editions=(),
        modes={size: f"{size} pile" for size in SIZES},
        rulesets=tuple(SIZES),
        default_ruleset="small",
        reasons={"last_stone": "took the last stone", "abandon": "the game was broken off"},
        edition_of=lambda _: "",
        mode_of=lambda setup: setup.ruleset,
        roles_in=lambda _: tuple(ROLES),
    ),
    Rules(ENGINE, "1.0", RULEBOOK, {"1": "The pile", "2": "Play", "3": "The end"}, bot),
    LogFormat(Notation(), CODEC, HEADER, HEADER, json_schema, simulated_header),
    Display(steps, scene, frames),
    Counting(1, facts, (LENGTH,)),
)
