"""`/stats/definitions/`: every number of balance, ratings and rates, and the simulated worlds."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.numbers import SECTIONS
from analytics.insight.rounding import NOTHING, decimal, percent, span
from analytics.insight.verdicts import BALANCE_VERDICTS
from analytics.models import ResultsFit
from analytics.reads import balance as balance_reads
from analytics.reads import ratings as rating_reads
from analytics.results_model.games import MODEL_VERSION
from analytics.results_model.last_run import (
    NEXT,
    Comparison,
    Rate,
    Run,
    WorldResult,
    read_last_run,
)
from analytics.web.responses import reject_query_params
from games.registry import KINDS

WORLD_TITLES = {
    "no preference, 200 games": gettext_noop("no preference, 200 games"),
    "advantage 0.5, 200 games": gettext_noop("one seat better by 0.5, 200 games"),
    "mild preference, 200 games": gettext_noop("mild preference for a seat, 200 games"),
    "strong preference, 200 games": gettext_noop("strong preference for a seat, 200 games"),
    "role-specific skill, 200 games": gettext_noop("skill differs by role, 200 games"),
    "no preference, 800 games": gettext_noop("no preference, 800 games"),
    "advantage 0.5, 800 games": gettext_noop("one seat better by 0.5, 800 games"),
    "mild preference, 800 games": gettext_noop("mild preference for a seat, 800 games"),
    "strong preference, 800 games": gettext_noop("strong preference for a seat, 800 games"),
    "role-specific skill, 800 games": gettext_noop("skill differs by role, 800 games"),
    "sparse preference": gettext_noop("40 players, 80 games, strong preference"),
    "four seats": gettext_noop("four seats"),
    "four seats with preference": gettext_noop("four seats, mild preference"),
    "three seats with ties": gettext_noop("three seats with ties"),
    "teams of two": gettext_noop("teams of two"),
    "20 % nameless": gettext_noop("20 % of seats without a name"),
    "two groups with shared players": gettext_noop("two rulesets, the same players"),
    "ten pairs that swap": gettext_noop("ten separate pairs that swap seats"),
    "ten pairs that never swap": gettext_noop("ten separate pairs that never swap seats"),
    "one player against all": gettext_noop("one player against all others"),
    "a seat that wins everything": gettext_noop("a seat that wins everything"),
    "one pair plays 60 % of the games": gettext_noop("one pair plays 60 % of the games"),
    "eight boards of one ruleset": gettext_noop("eight boards of one ruleset"),
    "20 even groups": gettext_noop("20 even rulesets"),
    "steady skill": gettext_noop("steady skill"),
    "drifting skill": gettext_noop("drifting skill"),
}
RATE_TITLES = {
    "coverage": gettext_noop("interval contains the truth"),
    "identified": gettext_noop("has an estimate"),
    "false verdicts": gettext_noop("false verdict"),
    "shares add up to 1": gettext_noop("shares add up to 100 %"),
    "finite": gettext_noop("estimate is finite"),
    "ahead": gettext_noop("verdict “ahead”"),
    "sensitivity given": gettext_noop("refits shown"),
    "pools with a verdict": gettext_noop("any “ahead” or “behind”"),
}


@require_safe
@reject_query_params
def definitions_page(request: HttpRequest) -> HttpResponse:
    """`/stats/definitions/`: formulas, assumptions and limits, the fits, and the last run of the
    simulated worlds.
    """
    results = read_last_run()
    shown = {result.world for result in results}
    missing = [gettext(title) for world, title in WORLD_TITLES.items() if world not in shown]
    context = {
        "sections": [
            {
                "title": gettext(title),
                "numbers": [[gettext(text) for text in number] for number in numbers],
            }
            for title, numbers in SECTIONS
        ],
        "texts": [
            balance_reads.definitions()["BALANCE"],
            gettext(BALANCE_VERDICTS),
            *map(gettext, (rating_reads.RATINGS, rating_reads.LADDER)),
            balance_reads.definitions()["UPLOADS"],
        ],
        "version": MODEL_VERSION,
        "fits": [*map(_fit_row, ResultsFit.of(None).order_by("kind", "is_simulated"))],
        "runs": [_run_text(run) for run in dict.fromkeys(result.run for result in results)],
        "worlds": _worlds(results),
        "missing": "; ".join(missing),
    }
    return render(request, "analytics/definitions.html", context)


def _fit_row(row: ResultsFit) -> dict[str, Any]:
    """Return what a pool's fit was made from."""
    names = {
        "strength_sd": gettext("strength"),
        "role_sd": gettext("role"),
        "drift_sd_per_root_year": gettext("drift per root year"),
        "board_sd": gettext("boards"),
    }
    deviations = ", ".join(
        f"{title} {decimal(row.variances[name])}"
        for name, title in names.items()
        if row.variances.get(name) is not None
    )
    players = gettext("bot games") if row.is_simulated else gettext("human games")
    title = KINDS[row.kind].title if row.kind in KINDS else row.kind
    return {"row": row, "title": f"{title}, {players}", "deviations": deviations or NOTHING}


def _run_text(run: Run) -> str:
    text = gettext(
        "Simulated on {day}: {runs} runs of each world, from seed {seed}, model {version}."
    )
    text = text.format(day=run.day, runs=run.runs, seed=run.seed, version=run.model_version)
    if run.model_version != MODEL_VERSION:
        text += " " + gettext("This is an earlier version of the model.")
    return text


def _worlds(results: Iterable[WorldResult]) -> Table:
    """Return a row for each rate of each simulated world."""
    columns = (
        gettext("Simulated world"), gettext("What is counted"), gettext("How often"),
        gettext("99 % interval"), gettext("Required"), gettext("Runs"),
    )  # fmt: skip
    rows = [
        TableRow(gettext(WORLD_TITLES[result.world]), False, (*cells, Cell(_short(result.run))))
        for result in results
        for cells in (
            *map(_rate_cells, result.rates),
            *([_forecast_cells(result.forecast)] if result.forecast else []),
        )
    ]
    return Table(gettext("Simulated worlds"), columns, tuple(rows), is_wide=True)


def _short(run: Run) -> str:
    return f"{run.runs} · {run.day}"


def _rate_cells(rate: Rate) -> tuple[Cell, ...]:
    low, high = rate.interval
    bounds = span(percent(low).removesuffix(" %"), percent(high)) if rate.n else "–"
    wanted = percent(rate.low)
    if rate.low != rate.high:
        wanted = span(percent(rate.low).removesuffix(" %"), percent(rate.high))
    verdict = gettext("missed") if rate.is_missed else ""
    return (
        Cell(gettext(RATE_TITLES[rate.name])),
        Cell(gettext("{k} of {n}").format(k=rate.k, n=rate.n), small=verdict),
        Cell(bounds),
        Cell(wanted),
    )


def _forecast_cells(comparison: Comparison) -> tuple[Cell, ...]:
    """Return the difference of two log losses; the wanted one is below 0."""
    text = gettext("log loss of the next {n} games minus that of OpenSkill").format(n=NEXT)
    return (
        Cell(text),
        Cell(
            f"{comparison.difference:+.4f}", small=gettext("missed") if comparison.is_missed else ""
        ),
        Cell(
            gettext("95 %: {low} to {high}").format(
                low=f"{comparison.low:+.4f}", high=f"{comparison.high:+.4f}"
            )
        ),
        Cell(gettext("not above 0")),
    )
