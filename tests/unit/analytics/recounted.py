"""An independent count with pandas: from the plain steps of games, knowing neither `facts` nor
cells. The suite compares endpoints with it on some games, `make recounted` on 10,000.
"""

import json
from math import log2
from typing import Any

import pandas as pd

from games.registry import KINDS, judge

KIND = KINDS["goryo"]
NAMES = ("games", "rounds", "plans", "marks", "questions", "draws")
POWERS = {"sprint": "sprint_left", "trail": "false_trail_left"}
Frames = dict[str, pd.DataFrame]


def frames(logs: list[dict[str, Any]]) -> Frames:
    """`games`: a row a game; `rounds`: a row a round that was reached, with where the game stood;
    `plans`: a row a discovered plan; `marks`: a row a thing that happened on a space in a
    discovered round; `questions`; `draws`: a row a type in the bag at a draw.
    """
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in NAMES}
    for number, log in enumerate(logs):
        judged = next(judge(json.dumps(log).encode()))
        assert judged.replay is not None
        for name, rows in _game(number, log, judged.replay).items():
            found[name] += rows
    return {name: pd.DataFrame(rows) for name, rows in found.items()}


def _game(number: int, log: dict[str, Any], replay: Any) -> dict[str, list[dict[str, Any]]]:
    steps = list(KIND.display.steps(replay, "omniscient", False))
    beliefs = list(KIND.display.steps(replay, "samurai", True))
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in NAMES}
    pending: list[tuple[str, dict[str, Any]]] = []
    plan: dict[str, Any] = {}
    spent = {"sprint": "never", "trail": "never"}
    before: dict[str, Any] = {}
    known: int | None = None
    for step, belief in zip(steps, beliefs, strict=True):
        event, state, kind = step["event"], step["state"], step["event"]["type"]
        now = (belief.get("belief") or {}).get("hypotheses")
        if state["phase"] == "plan" and before.get("phase") != "plan":
            left = sum(word == "intact" for word in state["types"].values())
            rows["rounds"].append(
                {"round": state["round"], "spirits": state["spirits"], "gong": state["gong"],
                 "left": left}
            )  # fmt: skip
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
            _take(rows, pending)
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
    if not over.reason:  # what stops before its end is in no other frame
        rows = {name: [] for name in rows}
    rows["games"] = [game]
    told = {"game": number, "winner": game["winner"], "month": game["month"],
            "edition": game["edition"], "mode": game["mode"]}  # fmt: skip
    return {name: [told | row for row in some] for name, some in rows.items()}


def _drawn(steps: list[dict[str, Any]], until: dict[str, Any]) -> set[str]:
    """The types drawn before a step."""
    earlier = steps[: steps.index(until)]
    return {step["event"]["object"] for step in earlier if step["event"]["type"] == "draw"}


def _draw(
    steps: list[dict[str, Any]], step: dict[str, Any], before: dict[str, Any]
) -> list[dict[str, Any]]:
    """A row a type that was in the bag."""
    drawn, types = step["event"]["object"], before["types"]
    gone = {*_drawn(steps, step), before["bound"], steps[1]["event"]["object"]}
    bag = [one for one in types if one not in gone]
    return [{"type": one, "chance": 1 / len(bag), "drawn": one == drawn} for one in bag]


def _discovery(
    rows: dict[str, list[dict[str, Any]]],
    plan: dict[str, Any],
    before: dict[str, Any],
    state: dict[str, Any],
) -> None:
    """What a discovery lays open."""
    stood = list(before["samurai"].values())
    marks = [("start", before["pawn"]), ("target", plan["target"])]
    marks += [("route", space) for space in plan["route"]]
    marks += [("standing", space) for space in stood]
    marks += [("spirits", plan["target"])] * (state["spirits"] - before["spirits"])
    rows["marks"] += [{"layer": a, "space": b, "times": 1} for a, b in marks]
    way = " ".join([*plan["route"], ">" + plan["target"]])
    rows["plans"].append({"round": before["round"], "way": way, "caught": plan["target"] in stood})


def _take(rows: dict[str, list[dict[str, Any]]], pending: list[tuple[str, dict[str, Any]]]) -> None:
    """What was asked in a round that was discovered."""
    for name, row in pending:
        rows[name].append(row)


def _end(
    log: dict[str, Any], over: Any, steps: list[dict[str, Any]], n_rounds: int
) -> dict[str, Any]:
    """What the header says, and how it ended."""
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
