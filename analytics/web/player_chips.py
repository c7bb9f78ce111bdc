"""The filters of the list of players, as chips with the number of names that each leads to."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from analytics.forms.addresses import with_params
from analytics.reads import players as player_reads
from analytics.requests.player_filter import PlayerFilter
from analytics.web.filters import Chip
from games.registry import KINDS

MORE_FIELDS = ("edition", "mode")
RULES = dict.fromkeys(MORE_FIELDS, "")


def name_counts(form: PlayerFilter) -> dict[str, int]:
    """Return how many names are in human games, and in bot games."""
    return {
        played: _count(form, {**form.conditions(), "is_simulated": simulated})
        for played, simulated in (("no", False), ("yes", True))
    }


def player_filters(form: PlayerFilter, counts: dict[str, int]) -> dict[str, Any]:
    """Return the filters for the template; `counts` are those of `name_counts`."""
    path, params = reverse("players"), form.params()

    def link(**changes: str) -> str:
        return with_params(path, form.params(**changes))

    labels = {"no": pgettext("played by", "Humans"), "yes": pgettext("played by", "Bots")}
    played = [
        Chip(label, counts[key], link(simulated=key), form.played_by == key)
        for key, label in labels.items()
    ]
    others = [
        {"text": form.label_of(name), "address": link(**{name: ""})}
        for name in MORE_FIELDS
        if name in params
    ]
    if "q" in params:
        others.append({"text": f"“{params['q']}”", "address": link(q="")})
    return {
        "action": path,
        "groups": [
            {"key": "simulated", "title": gettext("Played by"), "chips": played},
            {"key": "kind", "title": gettext("Game"), "chips": _kinds(form, link)},
        ],
        "others": others,
        "fields": [form[name] for name in MORE_FIELDS],
        "hidden": {name: value for name, value in params.items() if name not in MORE_FIELDS},
        "n_active": len(others) + ("kind" in params),
        "clear": with_params(path, {}),
    }


def _kinds(form: PlayerFilter, link: Any) -> list[Chip]:
    of_all = {key: value for key, value in form.conditions().items() if key not in {"kind", *RULES}}
    chosen = form.params().get("kind", "")
    chips = [
        Chip(pgettext("games", "All"), _count(form, of_all), link(kind="", **RULES), not chosen)
    ]
    for slug, kind in KINDS.items():
        n = _count(form, {**of_all, "kind": slug})
        chips.append(Chip(kind.title, n, link(kind=slug, **RULES), slug == chosen))
    return chips


def _count(form: PlayerFilter, conditions: dict[str, Any]) -> int:
    return player_reads.list_players(conditions, form.cleaned_data["q"], reader=form.sums()).count()
