"""`/api/v1/search/?q=`: the search for programs."""

from typing import Annotated

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from replays.access.throttles import SearchThrottle
from replays.rest.base import PublicView, bad_parameter, number
from replays.rest.body import Body, Url, doc
from replays.rest.openapi import endpoint, query

from .search import MAX_QUERY, clean_query, search

MOST, USUAL = 20, 10
Q = query("q", f"What to search for, up to {MAX_QUERY} characters: parts of names, words, an id.")
LIMIT = query("limit", f"Results of each type, 1 to {MOST}. Default: {USUAL}.")


class SearchResult(Body):
    """A player, game, rule, statistic or page."""

    title: str
    detail: Annotated[str, doc("More about it; empty if there is nothing to add.")]
    url: Annotated[Url, doc("Its page.")]
    kind: Annotated[str | None, doc("The board game it belongs to.")]
    simulated: Annotated[bool, doc("A bot, or a game played by bots.")]


class SearchGroup(Body):
    """Results of one type, the best first."""

    key: Annotated[str, doc(enum=["players", "games", "events", "rules", "statistics", "pages"])]
    results: list[SearchResult]
    more: Annotated[Url | None, doc("A page with all results. Null: these are all.")]


class SearchResults(Body):
    """What was found. Types without results are absent."""

    query: Annotated[str, doc("The query, without surplus white space.")]
    groups: list[SearchGroup]


class SearchView(PublicView):
    """The search over the whole site."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit searches. An empty query costs nothing."""
        return [SearchThrottle()] if clean_query(self.request.GET.get("q", "")) else []

    @endpoint("search", SearchResults, Q, LIMIT, errors=(400, 429))
    def get(self, request: Request) -> Response:
        """Return players, games, events, rules, statistics and pages that contain every word of a
        query. Hidden names are not found. Results of games are not shown.
        """
        limit = number(request, "limit", USUAL, MOST)
        if not limit:
            raise bad_parameter("limit", f"a number from 1 to {MOST}")
        text = clean_query(request.query_params.get("q", ""))
        absolute = request.build_absolute_uri
        groups = [
            SearchGroup(
                group.key,
                [
                    SearchResult(h.title, h.detail, absolute(h.url), h.kind or None, h.is_bot)
                    for h in group.hits
                ],
                absolute(group.more) if group.more else None,
            )
            for group in search(text, limit)
        ]
        return Response(SearchResults(text, groups))
