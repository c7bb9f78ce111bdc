"""The results as tables for people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def to_text(result: Mapping[str, Any]) -> str:
    """Return balance, ratings, predictions and log losses as text."""
    parts = [
        *(_group(group) for group in result["groups"]),
        _table(
            ("pool", "player", "role", "rating", "95 % interval", "games", "component"),
            (
                (
                    row["pool"], row["player"], row["role"] or "", f"{row['rating']:.0f}",
                    f"{row['low']:.0f}–{row['high']:.0f}", str(row["games"]), str(row["component"]),
                )
                for row in result["players"]
            ),
        ),
        _table(
            ("pool", "group", "game", "chance of the first place"),
            (
                (
                    row["pool"], row["group"], row["game"],
                    ", ".join(f"{side} {p:.1%}" for side, p in row["p"].items()),
                )
                for row in result["predictions"]
            ),
        ),
        _table(
            ("pool", "strength", "role", "drift per root year", "board"),
            (
                (row["pool"], *(_number(row[name]) for name in (
                    "strength_sd", "role_sd", "drift_sd_per_root_year", "board_sd")))
                for row in result["variances"]
            ),
        ),
        _table(
            ("pool", "games predicted", "log loss", "log loss of raw shares"),
            (
                (row["pool"], str(row["n"]), f"{row['model']:.4f}", f"{row['base']:.4f}")
                for row in result["log_loss"]
            ),
        ),
    ]  # fmt: skip
    return "\n\n".join(part for part in parts if part) or "The file has no games."


def _group(group: Mapping[str, Any]) -> str:
    title = f"{group['pool']} {group['group']}".strip()
    basis = (
        f"{group['games']} games, {group['players']} players, "
        f"{group['players_on_several_sides']} on several sides, "
        f"{group['effective_games']:.1f} effective games"
    )
    if group["reason"]:
        basis += f", {group['reason'].replace('_', ' ')}"
    rows = [
        (
            seat["seat"], _percent(seat["share"]),
            "" if seat["low"] is None else f"{seat['low']:.1%}–{seat['high']:.1%}",
            f"{seat['raw_share']:.1%}", _number(seat["p_adjusted"]), seat["verdict"],
        )
        for seat in group["seats"]
    ]  # fmt: skip
    head = ("seat", "at equal skill", "95 % interval", "raw share", "adjusted p", "verdict")
    return f"{title}: {basis}\n{_table(head, rows)}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an aligned table; nothing without rows."""
    lines = [head, *rows]
    if len(lines) == 1:
        return ""
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
