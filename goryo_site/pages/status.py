"""`/status/`: whether each part of the site works, since when, and what waits, in words."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.registry import KINDS
from goryo_site.runtime import health, state


class Part(NamedTuple):
    """A part of the site: its name, and what it does for users."""

    name: str | Promise
    purpose: str | Promise


class Row(NamedTuple):
    """A part or queue on the page: whether it is well, since when, and a sentence."""

    name: str | Promise
    sentence: str | Promise
    is_well: bool
    since: datetime | None = None


PARTS = {
    "web": Part(_("Website"), _("Pages and API.")),
    "database": Part(_("Database"), _("Games, statistics and pages.")),
    "broker": Part(_("Queue"), _("Passes uploads to the workers.")),
    "beat": Part(_("Workers"), _("Read uploads and count games.")),
}


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show the parts of the site and what waits. The page itself always answers with 200."""
    parts = state.part_states(health.report(tuple(health.CHECKS)))
    rows = [Row(*PARTS[name], is_well=part.works, since=part.since) for name, part in parts.items()]
    has_database = parts["database"].works
    queues = list(_queues()) if has_database else []
    context = {
        "parts": rows,
        "queues": queues,
        "results": list(_results()) if has_database else [],
        "is_well": all(part.works for part in parts.values()),
        "is_late": any(not row.is_well for row in queues),
    }
    return render(request, "site/status.html", context)


def _queues() -> Iterator[Row]:
    queues = state.queue_states()
    uploads, counting = queues["uploads"], queues["counting"]
    none = gettext("No upload is waiting.")
    text = ngettext("{n} upload is waiting", "{n} uploads are waiting", uploads.waiting)
    yield Row(_("Uploads"), _waiting(uploads, none, text), not uploads.is_late)
    none = gettext("All games are counted.")
    text = ngettext(
        "{n} game is waiting to be counted", "{n} games are waiting to be counted", counting.waiting
    )
    yield Row(_("Statistics"), _waiting(counting, none, text), not counting.is_late)


def _waiting(queue: state.QueueState, none: str, text: str) -> str:
    if not queue.waiting:
        return none
    sentence = text.format(n=queue.waiting)
    if queue.oldest is None:
        return f"{sentence}."
    return gettext("{sentence}, the oldest for {age}.").format(
        sentence=sentence, age=_age(queue.oldest)
    )


def _results() -> Iterator[Row]:
    for fit in state.fit_states():
        name = gettext("Ratings of {game}").format(game=KINDS[fit.kind].title)
        yield Row(name, _ago(fit.computed_at), True)
    if made_at := state.newest_dump():
        yield Row(_("Open data"), _ago(made_at), True)


def _ago(moment: datetime) -> str:
    return gettext("Computed {age} ago.").format(age=_age(moment))


def _age(moment: datetime) -> str:
    """Return an age in words: `3 hours`."""
    if (timezone.now() - moment).total_seconds() < 60:
        return gettext("less than a minute")
    return timesince(moment, depth=1)
