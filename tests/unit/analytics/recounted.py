"""An independent count with pandas from the plain steps of games, without `facts` or cells. The
suite compares endpoints with it on some games, `make recounted` on 10,000.
"""

import json
from collections import defaultdict
from math import log2
from typing import Any

import pandas as pd

from games.registry import KINDS, judge

KIND = KINDS["goryo"]
NAMES = ("games", "rounds", "plans", "marks", "questions", "draws")
POWERS = {"sprint": "sprint_left", "trail": "false_trail_left"}
Frames = dict[str, pd.DataFrame]
Rows = defaultdict[str, list[dict[str, Any]]]


def frames(logs: list[dict[str, Any]]) -> Frames:
    """Return a row for each: game; round that was reached, with the state of the game; discovered
    plan; mark on a space in a discovered round; question; type in the bag at a draw.
    """
    all_rows = Rows(list)
    for number, log in enumerate(logs):
        for name, rows in _game(number, log, next(judge(json.dumps(log).encode())).replay).items():
            all_rows[name] += rows
    return {name: pd.DataFrame(all_rows[name]) for name in NAMES}


def _game(number: int, log: dict[str, Any], replay: Any) -> Rows:
    steps = list(KIND.display.steps(replay, "omniscient", False))
    beliefs = list(KIND.display.steps(replay, "samurai", True))
    rows = Rows(list)
    pending: list[tuple[str, dict[str, Any]]] = []
    plan: dict[str, Any] = {}
    spent = {"sprint": "never", "trail": "never"}
    before: dict[str, Any] = {}
    known: int | None = None
    for step, belief in zip(steps, beliefs, strict=True):
        event, state, kind = step["event"], step["state"], step["event"]["type"]
        now = (belief.get("belief") or {}).get("hypotheses")
        if state["phase"] == "plan" and before.get("phase") != "plan":
            left = list(state["types"].values()).count("intact")
            rows["rounds"].append({key: state[key] for key in ("round", "spirits", "gong")})
            rows["rounds"][-1]["left"] = left
        if kind == "plan":
            plan, pending = event, []
        elif kind in ("search", "sniff"):
            space = event.get("space") or before["samurai"][event["samurai"]]
            layer = "asked_yes" if event["answer"] else "asked_no"
            pending.append(("marks", {"layer": layer, "space": space, "times": 1}))
            gained = log2(known / now) if known and now else None
            pending.append(("questions", {"round": before["round"], "answer": event["answer"],
                                          "bits": gained}))  # fmt: skip
        elif kind == "discover":
            for name, row in pending:
                rows[name].append(row)
            _discovery(rows, plan, before, state)
            spent |= {
                power: f"r{before['round']}"
                for power, word in POWERS.items()
                if before[word] and not state[word]
            }
        elif kind == "draw" and before["bound"] is not None:
            rows["draws"] += _draw(steps, step, before)
        before, known = state, now
    over = replay.outcome
    game = _end(log, over, steps, len(rows["plans"])) | spent
    if not over.reason:  # unfinished games are in no other frame
        rows.clear()
    rows["games"] = [game]
    common = {key: game[key] for key in ("winner", "month", "edition", "mode")} | {"game": number}
    return Rows(list, {name: [common | row for row in of] for name, of in rows.items()})


def _draw(
    steps: list[dict[str, Any]], step: dict[str, Any], before: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return a row for each type that was in the bag."""
    earlier = [other["event"] for other in steps[: steps.index(step)]]
    drawn = {event["object"] for event in earlier if event["type"] == "draw"}
    bag = [*{*before["types"]} - drawn - {before["bound"], steps[1]["event"]["object"]}]
    now = step["event"]["object"]
    return [{"type": name, "chance": 1 / len(bag), "drawn": name == now} for name in bag]


def _discovery(
    rows: Rows, plan: dict[str, Any], before: dict[str, Any], state: dict[str, Any]
) -> None:
    """Add what a discovery reveals."""
    stood = list(before["samurai"].values())
    marks = [("start", before["pawn"]), ("target", plan["target"])]
    marks += [("route", space) for space in plan["route"]]
    marks += [("standing", space) for space in stood]
    marks += [("spirits", plan["target"])] * (state["spirits"] - before["spirits"])
    rows["marks"] += [{"layer": a, "space": b, "times": 1} for a, b in marks]
    way = " ".join([*plan["route"], ">" + plan["target"]])
    rows["plans"].append({"round": before["round"], "way": way, "caught": plan["target"] in stood})


def _end(
    log: dict[str, Any], over: Any, steps: list[dict[str, Any]], n_rounds: int
) -> dict[str, Any]:
    """Return the fields of the header, and how it ended."""
    date, events = log.get("played_at"), [step["event"] for step in steps]
    return {
        "edition": log["ruleset"]["edition"],
        "mode": "advanced" if log["ruleset"].get("advanced") else "standard",
        "month": date[:7] if date else "unknown",
        "winner": over.winner or "",
        "reason": over.reason or "",
        "first": next((event["object"] for event in events if event["type"] == "haunt"), ""),
        "mistakes": steps[-1]["state"]["mistakes"] if steps else 0,
        "n_rounds": n_rounds,
        "actions": sum(event["type"] in ("move", "search", "sniff") for event in events),
        **{player["role"]: player["name"] or "" for player in log["players"]},
    }
