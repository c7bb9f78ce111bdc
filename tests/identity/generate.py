"""Random games, the partial records of them, and records with one wrong event.

Records are made from the plain events of a complete log by the rules of the log formats. The
engine only plays the games and says whether a changed log is still valid.
"""

import json
import random
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from games.goryo.rules.board import default_board
from games.kyoto.rules.components import IDENTITIES, SITE_CARDS
from games.registry import KINDS, judge, random_game, simulate
from tests.support import kyoto_games

from . import driver
from .driver import Json

TWO_PLAYERS = ("2p-burrow", "2p-tactical")
SYLLABLES = ("ka", "ri", "to", "mé", "ßu", "no", "zë", "İl", "sho", "pán")


def clean(log: Json) -> Json:
    """Return a log as people would have recorded it: without claims and custom fields."""
    return {
        key: value for key, value in log.items() if key != "outcome" and not key.startswith("x_")
    }


def is_finished(log: Json) -> bool:
    """Return whether a log is accepted, and its game over."""
    (judged,) = judge(json.dumps(log).encode())
    return not judged.findings and judged.replay is not None and judged.replay.is_over


def outcome_of(log: Json) -> Any:
    """Return the outcome of an accepted log."""
    (judged,) = judge(json.dumps(log).encode())
    assert judged.replay is not None
    assert judged.findings == (), judged.findings
    return judged.replay.outcome


def goryo(rng: random.Random) -> Json:
    """Return a complete, distinctive game of Goryō; half of them end by resignation in a chase."""
    rules = rng.choice(
        [("2019", "standard"), ("2021", "standard"), ("2024", "standard"), ("2024", "advanced")]
    )
    log: Json = {"events": []}
    while len(choices := _choices(log)) < MIN_CHOICES:
        record = random_game("goryo", rules, None, default_board().digest, rng).record
        log = headed(record.plain(), rng)
    chases = [n for n in choices[MIN_CHOICES:] if log["events"][n]["type"] == "move"]
    if chases and rng.random() < 0.5:
        log["events"] = log["events"][: rng.choice(chases) + 1]
        log["events"].append({"type": "resign", "role": rng.choice(["goryo", "samurai"])})
    assert is_finished(log)
    return log


MIN_CHOICES = 9


def _choices(log: Json) -> list[int]:
    """Return the numbers of the events that were certainly decisions (1.5)."""
    kinds = ("haunt", "plan", "move", "search", "sniff")
    return [n for n, event in enumerate(log["events"]) if event["type"] in kinds]


def kyoto(rng: random.Random) -> Json:
    """Return a complete game of Shadows in Kyoto that ends by resignation after some turns."""
    mode = rng.choice(["base", "charisma", "equipment"])
    log: Json = {"events": []}
    while len(log["events"]) < 34:
        log = kyoto_games.random_log(mode, str(rng.random()), turn_cap=30)
    ruleset = {key: value for key, value in log["ruleset"].items() if key != "turn_cap"}
    log = headed({key: value for key, value in log.items() if key != "setup"}, rng)
    resign = {"type": "resign", "role": rng.choice(["oniwaban", "government"])}
    log |= {"ruleset": ruleset, "events": [*log["events"][: rng.randrange(26, 34)], resign]}
    assert is_finished(log)
    return log


def gorinto(rng: random.Random) -> Json:
    """Return a game of Gorinto between two."""
    return headed(simulate("gorinto", rng.choice(TWO_PLAYERS), "0", rng).plain(), rng)


def name(rng: random.Random) -> str:
    """Return a name that no other game has."""
    return "".join(rng.choices(SYLLABLES, k=3)).capitalize() + f" {rng.randrange(10**9)}"


def headed(log: Json, rng: random.Random) -> Json:
    """Return a log with new names and a day."""
    day = date(1980, 1, 1) + timedelta(days=rng.randrange(9000))
    players = [{**player, "name": name(rng)} for player in log["players"]]
    return {**clean(log), "players": players, "played_at": day.isoformat()}


# ----------------------------------------------------------------------------- partial records


def samurai_record(log: Json) -> Json:
    """Return what the Samurai recorded: an unknown bound type, save where the end showed it, and an
    unknown last plan if it was never discovered (5.1).
    """
    events = [dict(event) for event in log["events"]]
    if outcome_of(log).reason != "bound":
        events[0]["object"] = None
    plans = [n for n, event in enumerate(events) if event["type"] == "plan"]
    if plans and not any(event["type"] == "discover" for event in events[plans[-1] :]):
        events[plans[-1]] = {"type": "plan", "route": None, "target": None}
    setup = {**log.get("setup", {}), "known_by": "samurai"}
    return {**log, "setup": setup, "events": events}


def goryo_sheet(log: Json) -> Json:
    """Return the Goryō's own sheet: every plan, and of the Samurai's turn the answers (5.2)."""
    events = [event for event in log["events"] if event["type"] != "move"]
    return {**log, "setup": {**log.get("setup", {}), "known_by": "goryo"}, "events": events}


def pile_of(card: str | None) -> str | None:
    """Return the pile of a card."""
    return None if card is None else "site" if card in SITE_CARDS else "tactic"


def table_record(log: Json) -> Json:
    """Return what both sides of Shadows in Kyoto saw (5.3)."""
    events = [_at_table(event) for event in log["events"] if event["type"] not in HIDDEN]
    full = {**log, "setup": {**log.get("setup", {}), "depth": "table"}, "events": events}
    if outcome_of(log).reason == "stuck" and not is_finished(full):
        events.append({"type": "stuck"})
    return full


def last_agents(log: Json) -> dict[str, dict[str, str]]:
    """Return the identities on the board at the end of a full log of Shadows in Kyoto, by side."""
    (judged,) = judge(json.dumps(log).encode())
    assert judged.replay is not None
    *_, last = KINDS["kyoto"].display.steps(judged.replay, "omniscient", False)
    return {
        role: {space: agent["identity"] for space, agent in agents.items()}
        for role, agents in last["state"]["agents"].items()
    }


HIDDEN = ("deal", "deploy")


def _at_table(event: Json) -> Json:
    shown = {key: value for key, value in event.items() if key not in ("cards", "note")}
    if event["type"] == "show":
        return event
    if event["type"] == "draw":
        if event.get("cards"):
            shown["piles"] = [pile_of(card) for card in event["cards"]]
        if event.get("returned"):
            shown["returned"] = [pile_of(card) for card in event["returned"]]
    if event["type"] == "bait":
        shown["marks"] = [None] * len(event["marks"])
    if event["type"] == "swap":
        shown["swapped"] = None
    return shown


# ------------------------------------------------------------------- the same game, written again


def respelled(text: str, rng: random.Random) -> str:
    """Return a name that is equal after normalisation (2.1)."""
    change: Callable[[str], str] = rng.choice(
        [str.upper, str.lower, lambda t: f"  {t} ", lambda t: t.replace(" ", "   "), _decomposed]
    )
    changed = change(text)
    return changed if driver.fold(changed) == driver.fold(text) else text


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def vary(log: Json, rng: random.Random) -> Json:
    """Return a record with another header that fits: names, date, event, tags, notes, times."""
    changed = {**log, "players": [dict(player) for player in log["players"]]}
    for player in changed["players"]:
        player["name"] = rng.choice([player["name"], None, respelled(player["name"], rng)])
    day = date.fromisoformat(log["played_at"])
    fitting = [
        None,
        day.isoformat(),
        (day + timedelta(days=1)).isoformat(),
        f"{day}T20:15:00",
        f"{day}T20:15:00+02:00",
    ]
    changed["played_at"] = rng.choice(fitting)
    if changed["played_at"] is None:
        del changed["played_at"]
    if rng.random() < 0.3:
        changed["event"] = "Club evening"
    events = [dict(event) for event in log["events"]]
    if rng.random() < 0.5:
        events[rng.randrange(len(events))]["note"] = "a bold move"
    return {**changed, "events": events}


# --------------------------------------------------------------------------- one event is wrong


def alternatives(event: Json) -> Iterator[Json]:
    """Yield the same event with one public field changed."""
    columns, rows = "abcdef", "123456"
    spaces = [column + row for column in columns for row in rows]
    values: dict[str, list[Any]] = {
        "answer": [True, False],
        "to": spaces,
        "space": spaces,
        "role": ["goryo", "samurai", "oniwaban", "government", "p1", "p2"],
        "card": [*SITE_CARDS],
        "defender": [*IDENTITIES],
        "object": ["fan", "flower", "helmet", "lantern", "mask", "scroll", "urn", "vase"],
    }
    if event["type"] in ("bind", "haunt", "plan", "deal", "deploy"):
        return
    for key, options in values.items():
        if key in event:
            yield from ({**event, key: value} for value in options if value != event[key])


def contradicting(log: Json, rng: random.Random, attempts: int = 150) -> tuple[Json, int] | None:
    """Return a finished record that differs from another in one public event, and that event's
    number; None if none was found.
    """
    changes = [
        (number, changed)
        for number, event in enumerate(log["events"])
        for changed in alternatives(event)
    ]
    late_first = sorted(changes, key=lambda change: change[0] + rng.randrange(12), reverse=True)
    for number, changed in late_first[:attempts]:
        events = [*log["events"][:number], changed, *log["events"][number + 1 :]]
        if is_finished({**log, "events": events}):
            return {**log, "events": events}, number
    return None


def contradicting_often(log: Json, rng: random.Random, count: int) -> Json:
    """Return a finished record that differs from another in so many public events."""
    changed, numbers = log, set[int]()
    for _ in range(40):
        found = contradicting(changed, rng)
        if found is None:
            break
        changed = found[0]
        pairs = zip(log["events"], changed["events"], strict=True)
        numbers = {n for n, (one, other) in enumerate(pairs) if one != other}
        if len(numbers) == count:
            return changed
        if len(numbers) > count:
            changed = log
    raise AssertionError(f"no record with {count} wrong events")
