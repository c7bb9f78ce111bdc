"""The filters of a page as chips: each is a link, with the number of games it leads to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.forms.addresses import with_params
from analytics.insight.question import Filters
from analytics.reads.facets import Facets, facets_of
from analytics.requests.stats import StatsRequest
from analytics.web.present import filter_labels, page_address
from games.core.contract import GameKind

Link = Callable[..., str]
"""Returns the address of the page with some parameters changed."""
RESULT_FIELDS = ("winner", "reason")
RATING_FIELDS = ("rating", "rated")
PEOPLE_FIELDS = ("player", *RATING_FIELDS)
MORE_FIELDS = (
    *("simulated", "edition", "mode", "board", *RESULT_FIELDS, "month", "from", "to"),
    *PEOPLE_FIELDS,
)
RATED = gettext_noop(
    "Ratings are the overall ratings of the stored fit, which also uses these games. So filtering "
    "by rating slightly favours winners. Only players of the largest group linked by common games "
    "count, with at least ten rated games. The numbers cover all sides of the selected games, not "
    "only the selected players."
)


@dataclass(frozen=True, slots=True)
class Chip:
    """A choice: its label, how many games it has, its address, and whether it is chosen."""

    label: str
    n: int
    address: str
    is_now: bool


def filter_context(
    stats: StatsRequest,
    *,
    boards: Mapping[str, str],
    address: str = "",
    extra: Mapping[str, str] | None = None,
    is_about_wins: bool = False,
    has_people: bool = True,
) -> dict[str, Any]:
    """Return the filters for the template. `address` is that of the page by default of the metric,
    `extra` are its own parameters. Pages about wins do not offer results: they would answer the
    question with itself. `has_people`: players can be chosen.
    """
    path, own = address or page_address(stats), dict(extra or {})
    filters, kind = stats.filters, stats.kind

    def link(**changes: str) -> str:
        return with_params(path, {**stats.params(**changes), **own})

    facets = facets_of(stats.sums, kind.slug, filters)
    omitted = RESULT_FIELDS if is_about_wins else ()
    if not has_people:
        omitted = (*omitted, *PEOPLE_FIELDS)
    elif filters.simulated == "all":  # ratings of humans and bots are not comparable
        omitted = (*omitted, *RATING_FIELDS)
    fields = [
        field
        for field in stats.form.visible_fields()
        if field.name in MORE_FIELDS and field.name not in omitted
    ]
    names = {field.name for field in fields}
    kept = {name: value for name, value in {**stats.params(), **own}.items() if name not in names}
    chips = [*_played_by(filters, facets, link), *_rulesets(kind, filters, facets, link)]
    others = _others(kind, filters, facets, boards, link)
    return {
        "action": path,
        "groups": chips,
        "others": others,
        "fields": fields,
        "hidden": kept,
        "months": stats.sums.months(kind.slug),
        "n_active": len(others) + bool(filters.edition or filters.mode),
        "is_about_wins": is_about_wins,
        "about_ratings": gettext(RATED) if "rating" in names else "",
        "clear": link(**filters.without()),
    }


def _played_by(filters: Filters, facets: Facets, link: Link) -> list[dict[str, Any]]:
    labels = {
        "no": pgettext("played by", "Humans"),
        "yes": pgettext("played by", "Bots"),
        "all": pgettext("played by", "Both"),
    }
    chips = [
        Chip(label, facets.played_by[key], link(simulated="" if key == "no" else key), is_now)
        for key, label in labels.items()
        if (is_now := key == filters.simulated) or not (key == "all" or filters.is_by_people)
    ]
    return [{"key": "simulated", "title": gettext("Played by"), "chips": chips}]


def _rulesets(kind: GameKind, filters: Filters, facets: Facets, link: Link) -> list[dict[str, Any]]:
    chosen = (filters.edition, filters.mode)
    games = dict(facets.rulesets)
    if all(chosen):
        games.setdefault(chosen, 0)
    if len(games) < 2 and not any(chosen):
        return []
    chips = [
        Chip(
            pgettext("rules", "All"),
            facets.n_all_rulesets,
            link(edition="", mode=""),
            not (filters.edition or filters.mode),
        )
    ]
    for (edition, mode), n in games.items():
        text = kind.identity.rules_text(edition, mode)
        chips.append(Chip(text, n, link(edition=edition, mode=mode), (edition, mode) == chosen))
    title = gettext("Edition") if kind.identity.editions else gettext("Mode")
    return [{"key": "rules", "title": title, "chips": chips}]


def _others(
    kind: GameKind, filters: Filters, facets: Facets, boards: Mapping[str, str], link: Link
) -> list[dict[str, str]]:
    """Return the filters that no chip shows, each with the address without it."""
    names = ["board", "winner", "reason", "month", "first", "last", "player", "rating"]
    if (filters.edition, filters.mode) not in facets.rulesets:
        names += ["edition", "mode"]
    params = {"first": "from", "last": "to"}
    others = []
    for name in names:
        value = getattr(filters, name)
        if not value:
            continue
        own = {"rated": filters.rated} if name == "rating" else {}
        only = Filters(simulated=filters.simulated, games=filters.games).but(**{name: value}, **own)
        label = filter_labels(kind, only, dict(boards))[-1]
        text = gettext("{name}: {value}").format(name=label[0], value=label[1])
        others.append(
            {
                "text": text,
                "address": link(**{params.get(name, name): "", **dict.fromkeys(own, "")}),
            }
        )
    return others
