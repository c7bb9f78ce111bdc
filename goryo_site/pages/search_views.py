"""`/search/?q=`: the page of results, and the suggestions of the search box."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.access.costs import TooOften, count
from replays.access.throttles import SearchThrottle

from .search import MAX_QUERY, clean_query, search

ON_PAGE, SUGGESTED = 12, 4
"""Results of each type."""


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Show what was found, by sort."""
    query = clean_query(request.GET.get("q", ""))
    context = {"query": query, "max_query": MAX_QUERY}
    try:
        if query:
            count(request, SearchThrottle())
            context["groups"] = search(query, ON_PAGE)
    except TooOften as error:
        context["problem"] = str(error)
        response = render(request, "site/search.html", context, status=429)
        response["Retry-After"] = str(error.wait)
        return response
    return render(request, "site/search.html", context)


@require_safe
def suggestions(request: HttpRequest) -> HttpResponse:
    """Return a few results of each sort as JSON, in the language of the address."""
    query = clean_query(request.GET.get("q", ""))
    try:
        if query:
            count(request, SearchThrottle())
    except TooOften as error:
        response = JsonResponse({"groups": []}, status=429)
        response["Retry-After"] = str(error.wait)
        return response
    groups = [
        {"title": group.title, "hits": [hit._asdict() for hit in group.hits]}
        for group in search(query, SUGGESTED)
    ]
    response = JsonResponse({"groups": groups})
    response["Cache-Control"] = "no-cache"
    return response
