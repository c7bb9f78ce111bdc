"""What could be known and what actions were worth, told in the words of `games.core.scene`: an
overlay a step, for the view that asks.
"""

from collections.abc import Mapping
from typing import Any

from games.core.language import Labels, format_number, gettext, gettext_noop, join_and, ngettext
from games.core.replay import Replay
from games.core.scene import Curve, Insight, Judged, Mark, Overlay, Panel, translate_marks
from games.goryo.assessment import (
    UNIFORM,
    Assessed,
    Assessment,
    Knowledge,
    assess,
    prior_for,
    read_priors,
)
from games.goryo.assessment.questions import Option
from games.goryo.assessment.worth import DiscoveryWorth, DrawWorth, PlanWorth, QuestionWorth, Worth
from games.goryo.rules.editions import SPIRITS
from games.goryo.scene.panels import NOTHING
from games.goryo.terms import colour_name, type_name

MARKS: list[Mark] = [
    {
        "id": "certain",
        "symbol": "certain",
        "words": gettext_noop("a cube is certain"),
        "layer": "over",
    },
    {
        "id": "impossible",
        "symbol": "impossible",
        "words": gettext_noop("no cube is possible"),
        "layer": "over",
    },
]
PRIORS = Labels(
    {"uniform": gettext_noop("all plans alike"), "fitted": gettext_noop("as people plan")}
)
LISTED = 12
"""How many names a line lists before it says how many more there are."""
LINES = 4
KNOWN = ("known-hypotheses", "known-bits", "known-targets", "known-bound")
"""The slots of what can be known at a step."""
WORTH_TELLING = 0.005
"""So many bits more are told of; less would be printed as nothing."""


def panels() -> list[Panel]:
    """The panels of what could be known."""
    names = (
        gettext("Hypotheses possible"),
        gettext("Still unknown"),
        gettext("Possible targets"),
        gettext("Possible bound types"),
    )
    return [
        {
            "id": "known",
            "title": gettext("What the Samurai can know"),
            "form": "facts",
            "place": "under",
            "items": [{"id": slot, "name": name} for slot, name in zip(KNOWN, names, strict=True)],
        },
        {
            "id": "worth",
            "title": gettext("What this step was worth"),
            "form": "lines",
            "place": "under",
            "items": [{"id": f"worth-{n}", "name": ""} for n in range(LINES)],
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
        "shade_words": gettext("chance of a cube of route or target"),
        "marks": translate_marks(MARKS),
        "panels": panels(),
        "overlays": [_nothing(), *(_overlay(step) for step in assessed.steps)],
        "curves": _curves(assessed),
    }
    return dict(found)


def _nothing() -> Overlay:
    """An overlay of a step at which no plan is secret."""
    return {"shades": {}, "cells": {}, "texts": dict.fromkeys(KNOWN, NOTHING), "judged": []}


def _overlay(step: Assessed) -> Overlay:
    overlay = _nothing()
    if step.known is not None:
        overlay["texts"] |= _known(step.known)
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
        return {"known-hypotheses": gettext("none: the plan or an answer is a mistake")}
    targets = list(known.block.targets)
    bound = [type_name(name) for name in known.block.bound]
    hypotheses = ngettext(
        "{hypotheses} ({n} plan with their bound types)",
        "{hypotheses} ({n} plans with their bound types)",
        known.plans,
    )
    bits = gettext("{bits} bits; of the target {of_target}")
    return {
        "known-hypotheses": hypotheses.format(
            hypotheses=format_number(known.hypotheses), n=known.plans
        ),
        "known-bits": bits.format(
            bits=format_number(known.masses.bits, ".1f"),
            of_target=format_number(known.target_bits, ".1f"),
        ),
        "known-targets": f"{len(targets)}: {_some(targets)}",
        "known-bound": f"{len(bound)}: {_some(bound)}",
    }


def _some(names: list[str]) -> str:
    if len(names) <= LISTED:
        return ", ".join(names)
    more = len(names) - LISTED
    return ngettext("{names} and {n} more", "{names} and {n} more", more).format(
        names=", ".join(names[:LISTED]), n=more
    )


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
    before = format_number(worth.before)
    if worth.bits is None:
        return [gettext("Of {before} hypotheses none is left.").format(before=before)]
    lines = [
        gettext("{bits} bits: {before} hypotheses before, {after} after.").format(
            bits=_bits(worth.bits), before=before, after=format_number(worth.after)
        ),
        _chance_words(worth.answer).format(
            chance=_percent(worth.chance), expected=_bits(worth.expected)
        ),
    ]
    if worth.best is not None and worth.more >= WORTH_TELLING:
        lines.append(_best(worth.best, worth.more))
    elif worth.best is not None:
        lines.append(gettext("No question within this Samurai's reach promised more."))
    return lines


def _chance_words(answer: bool) -> str:
    if answer:
        return gettext("“yes” had a chance of {chance}; {expected} bits were to be expected.")
    return gettext("“no” had a chance of {chance}; {expected} bits were to be expected.")


def _best(best: Option, more: float) -> str:
    if not best.moves:
        told = (
            gettext("Best within reach: search {space}, {bits} bits expected, {more} more.")
            if best.kind == "search"
            else gettext("Best within reach: sniff {space}, {bits} bits expected, {more} more.")
        )
    elif best.kind == "search":
        told = ngettext(
            "Best within reach: search {space} after {n} move, {bits} bits expected, {more} more.",
            "Best within reach: search {space} after {n} moves, {bits} bits expected, {more} more.",
            best.moves,
        )
    else:
        told = ngettext(
            "Best within reach: sniff {space} after {n} move, {bits} bits expected, {more} more.",
            "Best within reach: sniff {space} after {n} moves, {bits} bits expected, {more} more.",
            best.moves,
        )
    return told.format(space=best.space, n=best.moves, bits=_bits(best.bits), more=_bits(more))


def _draw(worth: DrawWorth) -> list[str]:
    lines = [
        ngettext(
            "{type} had a chance of {chance} ({n} token in the bag).",
            "{type} had a chance of {chance} ({n} tokens in the bag).",
            worth.tokens,
        ).format(
            type=type_name(worth.object).capitalize(),
            chance=_percent(worth.chance),
            n=worth.tokens,
        )
    ]
    if worth.sealed:
        lines.append(gettext("It sealed {spaces}.").format(spaces=join_and(worth.sealed)))
    if worth.end_chance:
        ended = (
            gettext("A draw could end the game with a chance of {chance}; and it did.")
            if worth.ended
            else gettext("A draw could end the game with a chance of {chance}; it did not.")
        )
        lines.append(ended.format(chance=_percent(worth.end_chance)))
    if worth.bound_after < worth.bound_before:
        lines.append(
            gettext("Possible bound types: {before}, then {after}.").format(
                before=worth.bound_before, after=worth.bound_after
            )
        )
    return lines


def _discovery(worth: DiscoveryWorth) -> list[str]:
    plans = ngettext("{n} plan", "{n} plans", worth.plans).format(n=worth.plans)
    lines = [
        ngettext(
            "Before it {plans} with {n} target fitted what lay open.",
            "Before it {plans} with {n} targets fitted what lay open.",
            worth.targets,
        ).format(plans=plans, n=worth.targets)
    ]
    if worth.catch_chance is not None:
        lines.append(
            ngettext(
                "That a Samurai stood on the target had a chance of {chance}; "
                "{n} Samurai stood there.",
                "That a Samurai stood on the target had a chance of {chance}; "
                "{n} Samurai stood there.",
                worth.caught,
            ).format(chance=_percent(worth.catch_chance), n=worth.caught)
        )
    return lines


def _plan(worth: PlanWorth) -> list[str]:
    lines = [
        ngettext(
            "Stealth: of {legal} legal plans {plans} shared its public story when the chase "
            "ended, with {n} target.",
            "Stealth: of {legal} legal plans {plans} shared its public story when the chase "
            "ended, with {n} targets.",
            worth.targets,
        ).format(
            legal=format_number(worth.legal), plans=format_number(worth.plans), n=worth.targets
        )
    ]
    if worth.chance_first is not None and worth.chance_last is not None:
        lines.append(
            gettext("Its target had a chance of {first} at first and of {last} at the end.").format(
                first=_percent(worth.chance_first), last=_percent(worth.chance_last)
            )
        )
    lines.append(_exposure(worth))
    return lines


def _exposure(worth: PlanWorth) -> str:
    who = [colour_name(colour) for colour in worth.reached_by]
    if not who:
        return gettext(
            "Exposure: No Samurai could come to stand on the target; "
            "{asked} of {cubes} cubes could be asked of."
        ).format(asked=worth.asked, cubes=worth.cubes)
    return ngettext(
        "Exposure: {samurai} could come to stand on the target; "
        "{asked} of {cubes} cubes could be asked of.",
        "Exposure: {samurai} could come to stand on the target; "
        "{asked} of {cubes} cubes could be asked of.",
        len(who),
    ).format(samurai=join_and(who), asked=worth.asked, cubes=worth.cubes)


def _bits(value: float) -> str:
    return format_number(value, ".2f")


def _percent(chance: float) -> str:
    return format_number(chance, ".0%")


def _curves(assessed: Assessment) -> list[Curve]:
    points = assessed.timeline
    bits: list[float | None] = [None, *(p.bits for p in points)]
    bound: list[float | None] = [None, *(float(p.bound_types) for p in points)]
    spirits: list[float | None] = [0.0, *(float(p.spirits) for p in points)]
    gong: list[float | None] = [0.0, *(float(p.gong) for p in points)]
    return [
        {
            "id": "bits",
            "title": gettext("Bits unknown to the Samurai"),
            "most": _most(bits),
            "values": bits,
        },
        {
            "id": "bound",
            "title": gettext("Possible bound types"),
            "most": _most(bound),
            "values": bound,
        },
        {"id": "spirits", "title": gettext("Spirits flipped"), "most": SPIRITS, "values": spirits},
        {"id": "gong", "title": gettext("Gong"), "most": max(1.0, _most(gong)), "values": gong},
    ]


def _most(values: list[float | None]) -> float:
    return max([1.0, *(value for value in values if value is not None)])
