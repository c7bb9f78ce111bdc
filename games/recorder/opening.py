"""Opening a table: the header of its log from what a form chose."""

from collections.abc import Mapping
from typing import Any

from games.core import recording
from games.core.branching import Refused
from games.core.chance import Chance
from games.core.contract import GameKind
from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text
from games.registry import get_kind, judge_log

from .offers import parse_json
from .table import Table

MAX_SETUP = 20_000
"""Characters of a board or set-up that is pasted."""


def header_of(
    kind: GameKind, params: Mapping[str, str], ruleset: str, played_at: str, chance: Chance
) -> dict[str, Any]:
    """Return the header of a log. What chance decides in the set-up is dealt here, unless the form
    has it: `own` is a JSON object with "board" or "setup". Raises Refused.
    """
    header = dict(kind.log.simulated_header(ruleset, None, chance))
    del header["source"]
    header["players"] = [
        {
            "role": player["role"],
            "name": " ".join(params.get(f"name-{player['role']}", "").split()) or None,
        }
        for player in header["players"]
    ]
    header["played_at"] = played_at
    depth = params.get("depth", "")
    if depth in kind.rules.decisions.depths:
        header["setup"] = {**header.get("setup", {}), "depth": depth}
    own = parse_json(params.get("own", "").strip() or "{}", MAX_SETUP)
    if not isinstance(own, dict) or own.keys() - {"board", "setup"}:
        message = text('Board and set-up must be a JSON object with "board" or "setup".')
        raise Refused(Problem(LOG_FORMAT, "bad_setup", message))
    if isinstance(own.get("setup"), dict):
        header["setup"] = {**header.get("setup", {}), **own["setup"]}
    if "board" in own:
        header["board"] = own["board"]
    return header


def open_table(header: Mapping[str, Any]) -> Table:
    """Return a table without events. Raises Refused if its header is refused."""
    judged = judge_log({**header, "events": []})
    if judged.record is None or judged.replay is None or judged.findings:
        first = judged.findings[0]
        raise Refused(Problem(first.rule, first.code, first.message))
    kind = get_kind(judged.record.kind)
    if not recording.can_record(kind, judged.record.setup):
        message = text("A record of one side can't be made here. Upload a log instead.")
        raise Refused(Problem(LOG_FORMAT, "not_recordable", message))
    drop = ("outcome", "x_simulated")
    header = {key: value for key, value in judged.record.header.items() if key not in drop}
    return Table(kind, header, [], judged.replay)


def restored_table(header: Mapping[str, Any], rows: list[dict[str, Any]]) -> Table:
    """Return a table that was stored. Raises Refused if the rules refuse its events: another
    version of the rules recorded them.
    """
    events = [row["event"] for row in rows]
    judged = judge_log({**header, "events": events})
    if judged.replay is None or judged.record is None or judged.findings:
        first = judged.findings[0]
        raise Refused(Problem(first.rule, first.code, first.message))
    return Table(get_kind(judged.record.kind), header, rows, judged.replay)
