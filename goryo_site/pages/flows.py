"""The figure of flows: a small board with arrows. The width of each shows its number of games."""

from collections.abc import Mapping
from math import hypot
from typing import Any

from django.utils.translation import gettext, ngettext

from analytics.forms.tables import rate_context
from analytics.insight.continuations import Flow, FromHere
from analytics.insight.people import People, drawn_rate
from analytics.insight.verdicts import few_players
from analytics.insight.wilson import Rate
from games.core.scene import CELL
from replays.web.replay_drawing import Drawing

NARROW, WIDE = 4.0, 15.0
"""Widths of arrows, in board units."""
START, END, HEAD, BOW = 10.0, 20.0, 15.0, 0.1
ASIDE = 12.0
"""Distance from the line between the middles, so that both directions stay visible."""
Point = tuple[float, float]


def occupied(scene: Mapping[str, Any], frame: Mapping[str, Any]) -> frozenset[str]:
    """Return the spaces with a piece, or with a tile that can be placed."""
    stacks = frame.get("stacks", {})
    tiles = {c["id"] for c in scene["cells"] if c.get("form") == "space" and stacks.get(c["id"])}
    pieces = {
        cell["id"]
        for x, y, *_ in frame["pieces"].values()
        for cell in scene["cells"]
        if 0 <= x - cell["x"] < CELL and 0 <= y - cell["y"] < CELL
    }
    return frozenset(tiles | pieces)


def people_context(rate: Rate, people: People | None, address: str = "") -> dict[str, Any]:
    """Return a rate for the template with the wider interval, that of games or of players, and the
    number of players.
    """
    context = rate_context(drawn_rate(rate, people), address)
    if people is None:
        return context
    interval = few_players() if people.is_few else context["interval"]
    return context | {"interval": interval, "players": people.clusters}


def flow_figure(
    drawing: Drawing, answer: FromHere, people: Mapping[tuple[str, str], People | None]
) -> dict[str, Any] | None:
    """Return the figure for the template, with its table; None without movements. `people` are
    those of the movements.
    """
    scene = drawing.scene
    middles = {c["id"]: (c["x"] + CELL / 2, c["y"] + CELL / 2) for c in scene["cells"]}
    flows = [flow for flow in answer.flows if {flow.origin, flow.to} <= middles.keys()]
    if not flows:
        return None
    most = max(flow.share.k for flow in flows)
    return {
        "view_box": " ".join(f"{value:g}" for value in scene["view_box"]),
        "areas": scene["areas"],
        "walls": scene["walls"],
        "cells": scene["cells"],
        "arrows": [_arrow(flow, middles, most) for flow in reversed(flows)],
        "rows": [
            {
                "origin": flow.origin,
                "to": flow.to,
                "share": people_context(flow.share, people.get((flow.origin, flow.to))),
            }
            for flow in flows
        ],
        "text": _text(flows[0]),
        "is_narrow": answer.is_narrow,
    }


def _text(flow: Flow) -> str:
    text = ngettext(
        "Most often from {origin} to {to}: {k} of {n} game",
        "Most often from {origin} to {to}: {k} of {n} games",
        flow.share.n,
    )
    return text.format(origin=flow.origin, to=flow.to, k=flow.share.k, n=flow.share.n)


def _arrow(flow: Flow, middles: Mapping[str, Point], most: int) -> dict[str, str]:
    """Return a line and its head; it is bent if it passes other spaces."""
    (x1, y1), (x2, y2) = middles[flow.origin], middles[flow.to]
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    width = NARROW + (WIDE - NARROW) * flow.share.k / most
    head = HEAD + width / 3
    x1, x2, y1, y2 = x1 - ASIDE * uy, x2 - ASIDE * uy, y1 + ASIDE * ux, y2 + ASIDE * ux
    start, tip = (x1 + START * ux, y1 + START * uy), (x2 - END * ux, y2 - END * uy)
    end = (tip[0] - head * ux, tip[1] - head * uy)
    bow = BOW * length if length > 1.5 * CELL else 0.0
    bend = (
        (start[0] + end[0]) / 2 - bow * uy,
        (start[1] + end[1]) / 2 + bow * ux,
    )
    half = HEAD / 2 + width / 2
    side = (-uy * half, ux * half)
    corners = (tip, (end[0] + side[0], end[1] + side[1]), (end[0] - side[0], end[1] - side[1]))
    title = gettext("{origin} to {to}: {k} of {n}")
    return {
        "d": f"M{_at(start)}Q{_at(bend)} {_at(end)}",
        "head": f"M{'L'.join(map(_at, corners))}Z",
        "width": f"{width:.1f}",
        "title": title.format(origin=flow.origin, to=flow.to, k=flow.share.k, n=flow.share.n),
    }


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
