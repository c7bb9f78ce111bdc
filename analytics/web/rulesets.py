"""Pages about one ruleset at a time, of human or bot games: reading the request, and the tabs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from analytics.forms.addresses import with_params
from analytics.reads.sums import SumsReader
from analytics.web.pools import has_bot_games, pool_context, read_sums, sums_params
from analytics.web.responses import bad_question, snapshot_context
from games.registry import KINDS

Rows = Callable[..., Sequence[Any]]
"""`(sums, kind, simulated=…)` → the rows of a kind: objects with `edition` and `mode`."""


def ruleset_key(row: Any) -> str:
    """Return the query parameter of a row's ruleset."""
    return "-".join(part for part in (row.edition, row.mode) if part)


def ruleset_context(
    request: HttpRequest,
    slug: str,
    route: str,
    param: str,
    names: Sequence[str],
    rows_of: Rows,
    key_of: Callable[[Any], str],
    titles_of: Callable[[SumsReader, Iterable[Any]], Iterable[str]],
    unknown_row: str,
) -> dict[str, Any] | HttpResponse:
    """Return the context of a page about the row that `param` selects, by default the first; or the
    page with the errors of the request. `route` is that of the page, `names` are the snapshots that
    have rows, `unknown_row` is the message for an unknown row (with `{known}`). Raises Http404 for
    an unknown kind.
    """
    if slug not in KINDS:
        raise Http404
    sums, is_simulated, wrong = read_sums(request, slug, names, param)
    selected = request.GET.get(param, "")
    rows = {key_of(row): row for row in rows_of(sums, slug, simulated=is_simulated)}
    pool = pool_context(route, slug, sums, simulated=is_simulated)
    if selected and selected not in rows and not pool["set_state"]:
        message = unknown_row.format(known=", ".join(rows) or gettext("none yet"))
        wrong.append({"parameter": param, "message": message})
    if wrong:
        return bad_question(request, wrong, kind=KINDS[slug])

    def has_selection(other: SumsReader, kind: str, params: Mapping[str, str]) -> bool:
        there = rows_of(other, kind, simulated=params.get("simulated") == "yes")
        return params.get(param) in (None, "", *map(key_of, there))

    row = rows.get(selected) or next(iter(rows.values()), None)
    common = {"simulated": "yes" if is_simulated else "", **sums_params(sums)}
    addresses = [with_params(request.path, {param: key, **common}) for key in rows]
    tabs = zip(rows.values(), titles_of(sums, rows.values()), addresses, strict=True)
    return {
        "kind": KINDS[slug],
        "row": row,
        "sums": sums,
        "tabs": [
            {"title": title, "address": address, "is_now": each == row}
            for each, title, address in tabs
        ],
        **pool,
        "has_simulated": has_bot_games(
            sums, slug, has_fit=bool(rows_of(sums, slug, simulated=True))
        ),
        **snapshot_context([slug], sums, names, request.path, request.GET.dict(), has_selection),
    }
