"""A second, naive implementation of Gorinto: from plain JSON to states and refusals.

It was written from the rules page and the log page alone, and is slow and simple on purpose.
Numbers like 4.7 are sections of the rules page.
"""

import copy
import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.brute import gorinto_season
from tests.brute.board import Refused, play_log
from tests.brute.gorinto_header import (
    CELLS,
    ELEMENTS,
    SPACES,
    check_form,
    check_header,
    check_names,
)

Event = dict[str, Any]
TURNS = {1: 3, 2: 3, 3: 3, 4: 2}  # 6.1: turns of a player in a Season by number of players


def line(space: str) -> list[str]:
    """Return the cells a tile of this Path space can move to, counted from the Path (2.3)."""
    if space in "abcde":
        return [space + row for row in "12345"]
    return [column + space for column in "abcde"]


@functools.cache
def pattern(element: str, cell: str) -> list[str]:
    """Return the other cells from which a placement there may gather (4.4), not for earth."""
    cells = []
    for other in CELLS:
        across, down = abs(ord(other[0]) - ord(cell[0])), abs(int(other[1]) - int(cell[1]))
        fits = {
            "void": across == 1 and down == 1,
            "wind": across + down == 1,
            "fire": across == 0 and down > 0,
            "water": down == 0 and across > 0,
        }
        cells += [other] if fits[element] else []
    return cells


class Game:
    """A log during its replay. `state` is the state of the current step object."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.rules = rules = check_header(log)
        self.roles: list[str] = rules["roles"]
        self.mode: str = rules["mode"]
        self.solo = self.mode == "solo"
        self.tokens: list[str] = []  # Burrow tokens revealed in this Season
        self.just_scored = False
        self.state = self._start()

    def _start(self) -> dict[str, Any]:
        rules = self.rules
        mountain = {cell: list(rules["mountain"][cell]) for cell in CELLS}
        laid = [tile for stack in mountain.values() for tile in stack]
        order = rules.get("order", self.roles)
        if "start" in rules:
            order = gorinto_season.clockwise_from(rules["start"], self.roles)
        mats = [*self.roles, "kitsune"] if self.solo else self.roles
        none = dict.fromkeys(ELEMENTS, 0)
        return {
            "season": 1,
            "phase": "kitsune" if self.solo else "fill",
            "to_move": None,
            "turn": 0,
            "order": list(order),
            "mountain": mountain,
            "path": dict.fromkeys(SPACES),
            "mats": {role: dict(none) for role in mats},
            "wisdom": dict.fromkeys(gorinto_season.sides(self.roles, self.mode), 0),
            "bag": {element: 20 - laid.count(element) for element in ELEMENTS},
            "discarded": dict(none),
            "scoring": None,
            "solo": gorinto_season.no_tokens() if self.solo else None,
            "winners": None,
            "reason": None,
        }

    # -- checks -------------------------------------------------------------------------------

    def check(self, event: object) -> None:
        """Raise `Refused` with the rule of section 6 if the event is not legal here."""
        check_form(event)
        kind = event["type"]
        if not self._is_due(kind):
            raise Refused("6.1", f"{kind} in {self.state['phase']}")
        if "player" in event:
            if event["player"] not in self.roles:
                raise Refused("3.1", "unknown player")
            if event["player"] != self.state["to_move"]:
                raise Refused("6.1", "another player's turn")
        check_names(event)
        getattr(self, f"_check_{kind}", lambda _: None)(event)

    def _is_due(self, kind: str) -> bool:
        if kind == "score":
            return self.just_scored
        if kind in ("resign", "abandon"):
            return self.state["phase"] != "over"
        return kind == self.state["phase"]

    def _check_place(self, event: Event) -> None:
        state = self.state
        tile = state["path"][event["from"]]
        if tile is None or event.get("tile", tile) != tile:
            raise Refused("4.1", "no such tile there")
        if event["to"] not in line(event["from"]):
            raise Refused("4.2", "not in the line")
        take = event.get("take", [])
        if any(isinstance(entry, int) != (tile == "earth") for entry in take):
            raise Refused("4.4", "the wrong kind of entry")
        levels = len(state["mountain"][event["to"]])
        placed = levels + 1 if tile == "earth" else event["to"]
        if placed in take:
            raise Refused("4.5", "the placed tile")
        if not set(take) <= set(self.sources(tile, event["to"], empty=True)):
            raise Refused("4.4", "outside the Pattern")
        sources = self.sources(tile, event["to"])
        if not set(take) <= set(sources) or len(set(take)) != len(take):
            raise Refused("4.6", "an empty stack, or twice")
        if len(take) != min(self.understanding(event["player"], tile), len(sources)):
            raise Refused("4.7", "too many or too few")
        self._check_gift(event, [self.tile_at(tile, event["to"], entry) for entry in take])

    def _check_gift(self, event: Event, gathered: list[str]) -> None:
        due = self.mode == "partnership" and gathered != []
        if due != ("give" in event) or (due and event["give"] not in gathered):
            raise Refused("10.2", "the gift")

    def _check_fill(self, event: Event) -> None:
        tiles = list(event["path"].values())
        if set(event["path"]) != set(self.free_spaces()):
            raise Refused("3.3", "a space missing or not due")
        if any(tiles.count(element) > self.state["bag"][element] for element in ELEMENTS):
            raise Refused("3.3", "more than the bag has")

    def _check_burrow(self, event: Event) -> None:
        tokens, path = event["tokens"], self.state["path"]
        revealed = [*self.tokens, *tokens]
        if not tokens or len(set(revealed)) != len(revealed):
            raise Refused("5.2", "no token, or one twice")
        if any(path[token] is not None for token in tokens[:-1]) or path[tokens[-1]] is None:
            raise Refused("5.2", "not the first whose tile is there")

    def _check_remove(self, event: Event) -> None:
        tile = self.state["path"][event["from"]]
        if tile is None or event.get("tile", tile) != tile:
            raise Refused("5.3", "no such tile there")

    def _check_kitsune(self, event: Event) -> None:
        if len(event["tiles"]) != 5 or len(set(event["tiles"])) != 5:
            raise Refused("11.2", "not five different spaces")

    def _check_chit(self, event: Event) -> None:
        if event["number"] in self.state["solo"]["chits"]:
            raise Refused("11.3", "drawn before")

    def _check_score(self, event: Event) -> None:
        if not set(event["wisdom"]) <= set(self.state["wisdom"]):
            raise Refused("3.1", "no such side")

    def _check_resign(self, event: Event) -> None:
        if event["role"] not in self.roles:
            raise Refused("3.1", "no such role")
        if self.mode == "standard" and len(self.roles) > 2:
            raise Refused("8.3", "no resigning")

    # -- queries ------------------------------------------------------------------------------

    def understanding(self, player: str, element: str) -> int:
        """Return the Understanding of an element (4.3)."""
        return 1 + int(self.state["mats"][player][element])

    def sources(self, element: str, cell: str, empty: bool = False) -> list[Any]:
        """Return the cells (for earth the levels) a placement there can gather from, with `empty`
        also the cells with an empty stack (4.4, 4.6).
        """
        mountain = self.state["mountain"]
        if element == "earth":
            return list(range(1, len(mountain[cell]) + 1))
        return [other for other in pattern(element, cell) if mountain[other] or empty]

    def tile_at(self, element: str, cell: str, entry: Any) -> str:
        """Return the tile of an entry of `take`, before any tile moves."""
        mountain = self.state["mountain"]
        return str(mountain[cell][entry - 1] if element == "earth" else mountain[entry][-1])

    def free_spaces(self) -> list[str]:
        """Return the Path spaces that a fill puts a tile on."""
        taken = self.state["solo"]["tiles"] if self.solo else []
        return [space for space in SPACES if space not in taken]

    # -- transitions --------------------------------------------------------------------------

    def play(self, event: object) -> None:
        """Play an event, or raise `Refused` and change nothing."""
        self.check(event)
        self.just_scored = False
        if event["type"] != "score":  # a claim
            getattr(self, f"_play_{event['type']}")(event)

    def after(self, event: object) -> "Game":
        """Return the game after another event, without changing this one."""
        other = copy.copy(self)
        other.state, other.tokens = copy.deepcopy(self.state), list(self.tokens)
        other.play(event)
        return other

    def _play_fill(self, event: Event) -> None:
        state = self.state
        for space, element in event["path"].items():
            state["path"][space] = element
            state["bag"][element] -= 1
        if self.solo:
            state["phase"], state["solo"]["moving"] = "chit", "head"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        state = self.state
        state["phase"] = "place"
        state["to_move"] = state["order"][state["turn"] % len(state["order"])]

    def _play_place(self, event: Event) -> None:
        state, player, cell = self.state, event["player"], event["to"]
        tile, take = state["path"][event["from"]], event.get("take", [])
        gathered = [self.tile_at(tile, cell, entry) for entry in take]
        stack = state["mountain"][cell]
        if tile == "earth":
            stack[:] = [t for level, t in enumerate(stack, 1) if level not in take]
        else:
            for other in take:
                state["mountain"][other].pop()
        stack.append(tile)
        state["path"][event["from"]] = None
        for element in gathered:
            state["mats"][player][element] += 1
        if "give" in event:
            partner = {"p1": "p3", "p2": "p4", "p3": "p1", "p4": "p2"}[player]
            state["mats"][player][event["give"]] -= 1
            state["mats"][partner][event["give"]] += 1
        state["turn"] += 1
        self._after_placement()

    def _after_placement(self) -> None:
        state, players = self.state, len(self.roles)
        if self.solo:
            state["phase"], state["to_move"] = "coin", None
        elif players == 2 and state["turn"] > 2:
            is_tactical = self.rules["choice_removal"] == "tactical"
            state["phase"] = "remove" if is_tactical else "burrow"
            state["to_move"] = state["to_move"] if is_tactical else None
        else:
            self._season_over_or_next_turn()

    def _season_over_or_next_turn(self) -> None:
        players = len(self.roles)
        left = [tile for tile in self.state["path"].values() if tile is not None]
        ends = self.state["turn"] % players == 0 and len(left) < players
        assert ends == (self.state["turn"] == players * TURNS[players])  # 6.1 and 6.2 agree
        if ends:
            self._end_season()
        else:
            self._next_turn()

    def _play_burrow(self, event: Event) -> None:
        self.tokens += event["tokens"]
        self._play_remove({"from": event["tokens"][-1]})

    def _play_remove(self, event: Event) -> None:
        element = self.state["path"][event["from"]]
        self.state["path"][event["from"]] = None
        self.state["discarded"][element] += 1
        self._season_over_or_next_turn()

    def _play_kitsune(self, event: Event) -> None:
        self.state["solo"]["tiles"] = list(event["tiles"])
        self.state["phase"] = "fill"

    def _play_chit(self, event: Event) -> None:
        solo, number = self.state["solo"], event["number"]
        solo[solo["moving"]] = line(solo["tiles"][number - 1])[number - 1]
        solo["chits"].append(number)
        solo["moving"] = "tail" if len(solo["chits"]) == 1 else None
        if solo["moving"] is None:
            self._next_turn()

    def _play_coin(self, event: Event) -> None:
        state, solo = self.state, self.state["solo"]
        token = {"heads": "head", "tails": "tail"}[event["side"]]
        gorinto_season.kitsune_gathers(self, solo[token])
        if len(solo["chits"]) == 4:
            self._end_season()
        else:
            state["phase"], solo["moving"] = "chit", token

    def _end_season(self) -> None:
        self.just_scored = True
        self.tokens = []
        gorinto_season.end_season(self)

    def _play_resign(self, event: Event) -> None:
        lost = gorinto_season.side_of(event["role"], self.mode)
        others = [r for r in self.roles if gorinto_season.side_of(r, self.mode) != lost]
        self.stop(others or ["kitsune"], "resign")

    def _play_abandon(self, event: Event) -> None:
        self.stop([], "abandon")

    def stop(self, winners: list[str], reason: str) -> None:
        """End the game."""
        self.state.update(phase="over", to_move=None, winners=winners, reason=reason)
        if self.solo:
            self.state["solo"]["moving"] = None


# -- a whole log ----------------------------------------------------------------------------------


@dataclass
class Result:
    """The result of a log. `refused` is (event or None, rule), None if the log is accepted."""

    states: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[tuple[int | None, str]] = field(default_factory=list)
    refused: tuple[int | None, str] | None = None
    game: Any = None


def replay(log: object) -> Result:
    """Replay a parsed JSON log as the log page describes."""
    result = Result()

    def record(game: Game, event: Event) -> None:
        result.states.append(json.loads(json.dumps(game.state)))
        if event["type"] == "score" and wrong_wisdom(event["wisdom"], game.state["wisdom"]):
            result.warnings.append((len(result.states) - 1, "6.3"))

    result.game, result.refused = play_log(log, Game, record)
    if result.refused is None and any(wrong_claims(log.get("outcome", {}), result.game.state)):
        result.warnings.append((None, "log-format"))
    return result


def wrong_wisdom(claim: dict[str, Any], wisdom: dict[str, int]) -> bool:
    """Return whether claimed Wisdom differs, or belongs to an unknown side."""
    return any(side not in wisdom or wisdom[side] != number for side, number in claim.items())


def wrong_claims(claim: dict[str, Any], state: dict[str, Any]) -> Iterator[bool]:
    """Yield for each given key of an outcome whether it differs."""
    if "winners" in claim:
        both = claim["winners"], state["winners"]
        claimed, actual = (names if names is None else set(names) for names in both)
        yield claimed != actual
    if "reason" in claim:
        yield claim["reason"] != state["reason"]
    if "wisdom" in claim:
        yield wrong_wisdom(claim["wisdom"], state["wisdom"])
