"""`/api/v1/status/`: the state of the site for programs."""

from datetime import datetime
from typing import Annotated

from rest_framework.request import Request
from rest_framework.response import Response

from goryo_site.runtime import health, state
from replays.rest.base import PublicView
from replays.rest.body import Body, doc
from replays.rest.openapi import endpoint


class SitePart(Body):
    """A part of the site."""

    key: Annotated[str, doc(enum=["web", "database", "broker", "beat"])]
    works: bool
    since: Annotated[datetime | None, doc("Since when it works or does not. Null: not known.")]


class SiteQueue(Body):
    """What waits for a worker. Only what will be public is counted."""

    key: Annotated[str, doc(enum=["uploads", "counting"])]
    waiting: int
    oldest: Annotated[datetime | None, doc("Since when the oldest entry waits. Null: not known.")]
    late: Annotated[bool, doc("The oldest entry has waited for more than ten minutes.")]


class SiteFit(Body):
    """When the ratings of human games were computed last."""

    kind: str
    computed_at: datetime


class SiteStatus(Body):
    """The state of the site."""

    ok: Annotated[bool, doc("All parts work.")]
    parts: list[SitePart]
    queues: Annotated[list[SiteQueue], doc("Empty if the database does not work.")]
    ratings: list[SiteFit]
    open_data_at: Annotated[datetime | None, doc("When the newest dump was made.")]


class StatusView(PublicView):
    """The state of the site."""

    @endpoint("status", SiteStatus)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return which parts of the site work, since when, and what waits. It always answers with
        200; `/healthz` answers with 503 if a part fails.
        """
        parts = state.part_states(health.report(tuple(health.CHECKS)))
        has_database = parts["database"].works
        queues = state.queue_states() if has_database else {}
        body = SiteStatus(
            all(part.works for part in parts.values()),
            [SitePart(key, part.works, part.since) for key, part in parts.items()],
            [SiteQueue(key, q.waiting, q.oldest, q.is_late) for key, q in queues.items()],
            [SiteFit(fit.kind, fit.computed_at) for fit in state.fit_states()]
            if has_database
            else [],
            state.newest_dump() if has_database else None,
        )
        return Response(body, headers={"Cache-Control": "no-store"})
