"""What could be known, and the value of actions, for display (`games.core.scene`): one overlay per
step of a view.
"""

from collections.abc import Sequence
from typing import Any

from games.core.language import Labels, format_number, gettext, join_and, ngettext
from games.core.language import gettext_noop as _
from games.core.replay import Replay
from games.core.scene import Curve, Insight, Item, Judged, Mark, Overlay, Panel, translate_marks
from games.goryo.assessment.assess import AssessedStep, assess
from games.goryo.assessment.belief import Knowledge
from games.goryo.assessment.definitions import MARKS as JUDGEMENTS
from games.goryo.assessment.marks import Mark as AssessedMark
from games.goryo.assessment.priors import UNIFORM, prior_for, read_priors
from games.goryo.assessment.questions import Option
from games.goryo.assessment.worth import DiscoveryWorth, DrawWorth, PlanWorth, QuestionWorth, Worth
from games.goryo.rules.editions import SPIRITS
from games.goryo.scene.panels import NOTHING
from games.goryo.sheets import REASON
from games.goryo.terms import colour_name, type_name

MARKS: list[Mark] = [
    {"id": "certain", "symbol": "certain", "label": _("a cube is certain"), "layer": "over"},
    {
        "id": "impossible",
        "symbol": "impossible",
        "label": _("no cube is possible"),
        "layer": "over",
    },
]
PRIORS = Labels({"uniform": _("equal odds"), "fitted": _("weighted by real play")})
MAX_NAMES = 12
"""The most names that a line lists; it counts the others."""
LINES = 4
KNOWN = {
    "known-hypotheses": _("Possible plans and bound types"),
    "known-bits": _("Uncertainty"),
    "known-targets": _("Possible targets"),
    "known-bound": _("Possible bound types"),
}
"""The slots of what can be known at a step."""
MIN_GAIN = 0.005
"""The fewest bits by which a better question must be better to be shown; less rounds to zero."""


def panels() -> list[Panel]:
    """Return the panels of the overlays."""
    known: list[Item] = [{"id": slot, "name": gettext(name)} for slot, name in KNOWN.items()]
    lines: list[Item] = [{"id": f"worth-{n}", "name": ""} for n in range(LINES)]
    titles = gettext("What the Samurai can know"), gettext("Value of this step")
    return [
        {"id": "known", "title": titles[0], "form": "facts", "placement": "under", "items": known},
        {"id": "worth", "title": titles[1], "form": "lines", "placement": "under", "items": lines},
    ]


def insight(replay: Replay, view: str, prior_name: str, fitted: Any) -> dict[str, Any]:
    """Return an overlay for each frame, with step 0. `prior_name` is one of `PRIORS`; `fitted` is a
    file of priors as plain data, or None. Raise ValueError if it is not such a file.

    For a sheet, whose positions are not all known, it is empty and says why.
    """
    if not replay.is_exact:
        return dict(_no_insight(replay))
    prior = UNIFORM
    if prior_name == "fitted":
        priors = {} if fitted is None else read_priors(fitted)
        prior = prior_for(priors, replay.record.setup)
    assessed = assess(replay, view, prior)
    result: Insight = {
        "prior": prior.description,
        "shade_label": gettext("chance of a route or target cube"),
        "marks": translate_marks(MARKS),
        "panels": panels(),
        "overlays": [_empty_overlay(), *map(_overlay, assessed)],
        "curves": _curves(replay, assessed),
    }
    return dict(result)


def _no_insight(replay: Replay) -> Insight:
    """Return an insight without numbers, and the reason."""
    nothing: Overlay = {"shades": {}, "cells": {}, "texts": {}, "judged": []}
    reason = gettext("What the Samurai could know can't be computed.")
    return {
        "prior": f"{gettext(REASON)} {reason}",
        "shade_label": "",
        "marks": [],
        "panels": [],
        "overlays": [nothing, *(nothing for _step in replay.steps)],
        "curves": [],
    }


def _empty_overlay() -> Overlay:
    """Return the overlay of a step without a secret plan."""
    return {"shades": {}, "cells": {}, "texts": dict.fromkeys(KNOWN, NOTHING), "judged": []}


def _overlay(step: AssessedStep) -> Overlay:
    overlay = _empty_overlay()
    if step.known is not None:
        overlay["texts"] |= _known_texts(step.known)
        if step.known.hypotheses:
            overlay["shades"] = _shades(step.known)
            empty = [space for space, chance in overlay["shades"].items() if not chance]
            overlay["cells"] = dict.fromkeys(empty, "impossible") | dict.fromkeys(
                step.known.belief.certain, "certain"
            )
    lines = _worth_lines(step.worth) if step.worth is not None else []
    overlay["texts"] |= {f"worth-{n}": line for n, line in enumerate(lines)}
    overlay["judged"] = [_judged(mark) for mark in step.marks]
    return overlay


def _judged(mark: AssessedMark) -> Judged:
    definition = JUDGEMENTS[mark.key]
    return {"key": mark.key, "title": definition.title, "sort": definition.sort, "text": mark.text}


def _shades(known: Knowledge) -> dict[str, int]:
    """Return the chance of a cube of route or target by space, in whole percent. 0 and 100 are
    exact; other chances are rounded to 1 to 99.
    """
    certain, possible = set(known.belief.certain), set(known.belief.possible)
    shades = {}
    for name, mass in zip(known.board.names, known.masses.cubes, strict=True):
        percent = round(100 * mass / known.masses.total)
        between = min(99, max(1, percent))
        shades[name] = 100 if name in certain else between if name in possible else 0
    return shades


def _known_texts(known: Knowledge) -> dict[str, str]:
    if not known.hypotheses:
        return {"known-hypotheses": gettext("none: the plan or an answer is a mistake")}
    targets = list(known.belief.targets)
    bound = [type_name(name) for name in known.belief.bound]
    hypotheses = ngettext("{hypotheses} ({n} plan)", "{hypotheses} ({n} plans)", known.plans)
    bits = gettext("{bits} bits ({of_target} bits for the target)")
    return {
        "known-hypotheses": hypotheses.format(
            hypotheses=format_number(known.hypotheses), n=known.plans
        ),
        "known-bits": bits.format(
            bits=format_number(known.masses.bits, ".1f"),
            of_target=format_number(known.target_bits, ".1f"),
        ),
        "known-targets": f"{len(targets)}: {_list_some(targets)}",
        "known-bound": f"{len(bound)}: {_list_some(bound)}",
    }


def _list_some(names: list[str]) -> str:
    if len(names) <= MAX_NAMES:
        return ", ".join(names)
    more = len(names) - MAX_NAMES
    return ngettext("{names} and {n} more", "{names} and {n} more", more).format(
        names=", ".join(names[:MAX_NAMES]), n=more
    )


def _worth_lines(worth: Worth) -> list[str]:
    match worth:
        case QuestionWorth():
            return _question_lines(worth)
        case DrawWorth():
            return _draw_lines(worth)
        case DiscoveryWorth():
            return _discovery_lines(worth)
    return _plan_lines(worth)


def _question_lines(worth: QuestionWorth) -> list[str]:
    before = format_number(worth.before)
    if worth.bits is None:
        text = gettext("None of the {before} hypotheses fits this answer.")
        return [text.format(before=before)]
    gained = gettext("{bits} bits: {before} hypotheses before, {after} after.")
    chance = (
        gettext("The chance of “yes” was {chance}; {expected} bits were expected.")
        if worth.answer
        else gettext("The chance of “no” was {chance}; {expected} bits were expected.")
    )
    lines = [
        gained.format(bits=_bits(worth.bits), before=before, after=format_number(worth.after)),
        chance.format(chance=_percent(worth.chance), expected=_bits(worth.expected)),
    ]
    if worth.best is not None and worth.more >= MIN_GAIN:
        lines.append(_best_line(worth.best, worth.more))
    elif worth.best is not None:
        lines.append(gettext("This Samurai had no better question in reach."))
    return lines


def _best_line(best: Option, more: float) -> str:
    if not best.moves:
        text = (
            gettext("Best in reach: search {space} ({bits} bits expected, {more} more).")
            if best.kind == "search"
            else gettext("Best in reach: sniff {space} ({bits} bits expected, {more} more).")
        )
    elif best.kind == "search":
        text = ngettext(
            "Best in reach: search {space} after {n} move ({bits} bits expected, {more} more).",
            "Best in reach: search {space} after {n} moves ({bits} bits expected, {more} more).",
            best.moves,
        )
    else:
        text = ngettext(
            "Best in reach: sniff {space} after {n} move ({bits} bits expected, {more} more).",
            "Best in reach: sniff {space} after {n} moves ({bits} bits expected, {more} more).",
            best.moves,
        )
    return text.format(space=best.space, n=best.moves, bits=_bits(best.bits), more=_bits(more))


def _draw_lines(worth: DrawWorth) -> list[str]:
    text = ngettext(
        "The chance of {type} was {chance} ({n} token in the bag).",
        "The chance of {type} was {chance} ({n} tokens in the bag).",
        worth.tokens,
    )
    kind, chance = type_name(worth.object), _percent(worth.chance)
    lines = [text.format(type=kind, chance=chance, n=worth.tokens)]
    if worth.sealed:
        lines.append(gettext("Sealed: {spaces}.").format(spaces=join_and(worth.sealed)))
    if worth.end_chance:
        text = (
            gettext("The chance that the draw would end the game was {chance}, and it did.")
            if worth.ended
            else gettext("The chance that the draw would end the game was {chance}; it did not.")
        )
        lines.append(text.format(chance=_percent(worth.end_chance)))
    if worth.bound_after < worth.bound_before:
        lines.append(
            gettext("Possible bound types: {before}, then {after}.").format(
                before=worth.bound_before, after=worth.bound_after
            )
        )
    return lines


def _discovery_lines(worth: DiscoveryWorth) -> list[str]:
    plans = ngettext("{n} plan", "{n} plans", worth.plans).format(n=worth.plans)
    text = ngettext(
        "Before the discovery, {plans} with {n} target were possible.",
        "Before the discovery, {plans} with {n} targets were possible.",
        worth.targets,
    )
    lines = [text.format(plans=plans, n=worth.targets)]
    if worth.catch_chance is not None:
        text = ngettext(
            "The chance of a Samurai on the target was {chance}; {n} Samurai was there.",
            "The chance of a Samurai on the target was {chance}; {n} Samurai were there.",
            worth.caught,
        )
        lines.append(text.format(chance=_percent(worth.catch_chance), n=worth.caught))
    return lines


def _plan_lines(worth: PlanWorth) -> list[str]:
    legal, plans = format_number(worth.legal), format_number(worth.plans)
    text = ngettext(
        "Stealth: {plans} plans with {n} target were still possible at the end of the chase "
        "(legal plans: {legal}).",
        "Stealth: {plans} plans with {n} targets were still possible at the end of the chase "
        "(legal plans: {legal}).",
        worth.targets,
    )
    lines = [text.format(legal=legal, plans=plans, n=worth.targets)]
    if worth.chance_first is not None and worth.chance_last is not None:
        first, last = _percent(worth.chance_first), _percent(worth.chance_last)
        text = gettext("The chance of its target was {first} at the start and {last} at the end.")
        lines.append(text.format(first=first, last=last))
    lines.append(_exposure_line(worth))
    return lines


def _exposure_line(worth: PlanWorth) -> str:
    names = [colour_name(colour) for colour in worth.reached_by]
    text = (
        gettext(
            "Exposure: {samurai} could reach the target; {asked} of {cubes} cubes could be "
            "investigated."
        )
        if names
        else gettext(
            "Exposure: no Samurai could reach the target; {asked} of {cubes} cubes could be "
            "investigated."
        )
    )
    return text.format(samurai=join_and(names), asked=worth.exposed, cubes=worth.cubes)


def _bits(value: float) -> str:
    return format_number(value, ".2f")


def _percent(chance: float) -> str:
    return format_number(chance, ".0%")


def _curves(replay: Replay, assessed: tuple[AssessedStep, ...]) -> list[Curve]:
    tables = [step.state.table for step in replay.steps]
    spirits, gong = [0, *(t.spirits for t in tables)], [0, *(t.gong for t in tables)]
    known = [step.known for step in assessed]
    bits = [None, *(k.masses.bits if k and k.hypotheses else None for k in known)]
    bound = [None, *(step.bound_types for step in assessed)]
    return [
        {
            **_curve("bits", gettext("The Samurai's uncertainty (bits)"), bits),
            "short": gettext("Uncertainty in bits"),
        },
        _curve("bound", gettext("Possible bound types"), bound),
        {**_curve("spirits", gettext("Spirits flipped"), spirits), "most": SPIRITS},
        _curve("gong", gettext("Gong"), gong),
    ]


def _curve(key: str, title: str, numbers: Sequence[float | None]) -> Curve:
    values = [None if number is None else float(number) for number in numbers]
    most = max([1.0, *(value for value in values if value is not None)])
    return {"id": key, "title": title, "most": most, "values": values}
