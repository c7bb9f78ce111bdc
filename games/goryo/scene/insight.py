"""What could be known and what actions were worth, told in the words of `games.core.scene`: an
overlay a step, for the view that asks.
"""

from collections.abc import Mapping
from typing import Any

from games.core.replay import Replay
from games.core.scene import Curve, Insight, Judged, Mark, Overlay, Panel
from games.goryo.assessment import (
    UNIFORM,
    Assessed,
    Assessment,
    Knowledge,
    assess,
    prior_for,
    read_priors,
)
from games.goryo.assessment.worth import DiscoveryWorth, DrawWorth, PlanWorth, QuestionWorth, Worth
from games.goryo.rules.editions import SPIRITS
from games.goryo.scene.words import count, listed

MARKS: list[Mark] = [
    {"id": "certain", "symbol": "certain", "words": "a cube is certain", "layer": "over"},
    {"id": "impossible", "symbol": "impossible", "words": "no cube is possible", "layer": "over"},
]
PRIORS = {"uniform": "all plans alike", "fitted": "as people plan"}
SHADE_WORDS = "chance of a cube of route or target"
LISTED = 12
"""How many names a line lists before it says how many more there are."""
PANELS: list[Panel] = [
    {
        "id": "known",
        "title": "What the Samurai can know",
        "form": "facts",
        "place": "under",
        "items": [
            {"id": "known-hypotheses", "name": "Hypotheses possible"},
            {"id": "known-bits", "name": "Still unknown"},
            {"id": "known-targets", "name": "Possible targets"},
            {"id": "known-bound", "name": "Possible bound types"},
        ],
    },
    {
        "id": "worth",
        "title": "What this step was worth",
        "form": "lines",
        "place": "under",
        "items": [{"id": f"worth-{n}", "name": ""} for n in range(4)],
    },
]


def insight(replay: Replay, view: str, prior_name: str, fitted: Any) -> dict[str, Any]:
    """An overlay for each frame, step 0 included. `prior_name` is one of `PRIORS`; `fitted` a file
    of priors as plain data, None where there is none. Raises ValueError where it is no such file.
    """
    prior = UNIFORM
    if prior_name == "fitted":
        priors = {} if fitted is None else read_priors(fitted)
        prior = prior_for(priors, replay.record.setup)
    assessed = assess(replay, view, prior)
    found: Insight = {
        "prior": prior.words,
        "shade_words": SHADE_WORDS,
        "marks": MARKS,
        "panels": PANELS,
        "overlays": [_nothing(), *(_overlay(step) for step in assessed.steps)],
        "curves": _curves(assessed),
    }
    return dict(found)


def _nothing() -> Overlay:
    return {"shades": {}, "cells": {}, "texts": {}, "judged": []}


def _overlay(step: Assessed) -> Overlay:
    overlay = _nothing()
    if step.known is not None:
        overlay["texts"] = _known(step.known)
        if step.known.hypotheses:
            overlay["shades"] = _shades(step.known)
            bare = [space for space, chance in overlay["shades"].items() if not chance]
            overlay["cells"] = dict.fromkeys(bare, "impossible") | dict.fromkeys(
                step.known.block.certain, "certain"
            )
    lines = _worth(step.worth) if step.worth is not None else []
    overlay["texts"] |= {f"worth-{n}": line for n, line in enumerate(lines)}
    overlay["judged"] = [_judged(mark.to_json()) for mark in step.marks]
    return overlay


def _judged(mark: Mapping[str, Any]) -> Judged:
    return {key: str(mark[key]) for key in ("key", "title", "sort", "words")}  # type: ignore[return-value]


def _shades(known: Knowledge) -> dict[str, int]:
    """The chance of a cube of route or target by space, in whole percent: 0 and 100 are exact, what
    lies between is 1 to 99.
    """
    certain, possible = set(known.block.certain), set(known.block.possible)
    shades = {}
    for name, mass in zip(known.board.names, known.masses.cubes, strict=True):
        percent = round(100 * mass / known.masses.total)
        between = min(99, max(1, percent))
        shades[name] = 100 if name in certain else between if name in possible else 0
    return shades


def _known(known: Knowledge) -> dict[str, str]:
    if not known.hypotheses:
        return {"known-hypotheses": "none: the plan or an answer is a mistake"}
    targets, bound = list(known.block.targets), list(known.block.bound)
    plans = count(known.plans, "plan")
    return {
        "known-hypotheses": f"{known.hypotheses:,} ({plans} with their bound types)",
        "known-bits": f"{known.masses.bits:.1f} bits; of the target {known.target_bits:.1f}",
        "known-targets": f"{len(targets)}: {_some(targets)}",
        "known-bound": f"{len(bound)}: {_some(bound)}",
    }


def _some(names: list[str]) -> str:
    if len(names) <= LISTED:
        return ", ".join(names)
    return f"{', '.join(names[:LISTED])} and {len(names) - LISTED} more"


def _worth(worth: Worth) -> list[str]:
    match worth:
        case QuestionWorth():
            return _question(worth)
        case DrawWorth():
            return _draw(worth)
        case DiscoveryWorth():
            return _discovery(worth)
    return _plan(worth)


def _question(worth: QuestionWorth) -> list[str]:
    if worth.bits is None:
        return [f"Of {worth.before:,} hypotheses none is left."]
    answer = "yes" if worth.answer else "no"
    lines = [
        f"{worth.bits:.2f} bits: {worth.before:,} hypotheses before, {worth.after:,} after.",
        f"“{answer}” had a chance of {worth.chance:.0%}; {worth.expected:.2f} bits were to be "
        "expected.",
    ]
    if worth.best is not None and worth.more >= 0.005:
        best = worth.best
        walk = f" after {count(best.moves, 'move')}" if best.moves else ""
        lines.append(
            f"Best within reach: {best.kind} {best.space}{walk}, {best.bits:.2f} bits expected, "
            f"{worth.more:.2f} more."
        )
    elif worth.best is not None:
        lines.append("No question within this Samurai's reach promised more.")
    return lines


def _draw(worth: DrawWorth) -> list[str]:
    lines = [
        f"{worth.object.capitalize()} had a chance of {worth.chance:.0%} "
        f"({count(worth.tokens, 'token')} in the bag)."
    ]
    if worth.sealed:
        lines.append(f"It sealed {listed(worth.sealed)}.")
    if worth.end_chance:
        ended = "and it did" if worth.ended else "it did not"
        lines.append(f"A draw could end the game with a chance of {worth.end_chance:.0%}; {ended}.")
    if worth.bound_after < worth.bound_before:
        lines.append(f"Possible bound types: {worth.bound_before}, then {worth.bound_after}.")
    return lines


def _discovery(worth: DiscoveryWorth) -> list[str]:
    lines = [
        f"Before it {count(worth.plans, 'plan')} with {count(worth.targets, 'target')} "
        "fitted what lay open."
    ]
    if worth.catch_chance is not None:
        stood = f"{count(worth.caught, 'Samurai', 'Samurai')} stood there"
        lines.append(
            f"That a Samurai stood on the target had a chance of {worth.catch_chance:.0%}; {stood}."
        )
    return lines


def _plan(worth: PlanWorth) -> list[str]:
    lines = [
        f"Stealth: of {worth.legal:,} legal plans {worth.plans:,} shared its public story when "
        f"the chase ended, with {count(worth.targets, 'target')}."
    ]
    if worth.chance_first is not None and worth.chance_last is not None:
        lines.append(
            f"Its target had a chance of {worth.chance_first:.0%} at first and of "
            f"{worth.chance_last:.0%} at the end."
        )
    who = listed([name.capitalize() for name in worth.reached_by]) or "No Samurai"
    lines.append(
        f"Exposure: {who} could come to stand on the target; {worth.asked} of {worth.cubes} cubes "
        "could be asked of."
    )
    return lines


def _curves(assessed: Assessment) -> list[Curve]:
    points = assessed.timeline
    bits: list[float | None] = [None, *(p.bits for p in points)]
    bound: list[float | None] = [None, *(float(p.bound_types) for p in points)]
    spirits: list[float | None] = [0.0, *(float(p.spirits) for p in points)]
    gong: list[float | None] = [0.0, *(float(p.gong) for p in points)]
    return [
        {"id": "bits", "title": "Bits unknown to the Samurai", "most": _most(bits), "values": bits},
        {"id": "bound", "title": "Possible bound types", "most": _most(bound), "values": bound},
        {"id": "spirits", "title": "Spirits flipped", "most": SPIRITS, "values": spirits},
        {"id": "gong", "title": "Gong", "most": max(1.0, _most(gong)), "values": gong},
    ]


def _most(values: list[float | None]) -> float:
    return max([1.0, *(value for value in values if value is not None)])
