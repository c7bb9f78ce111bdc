"""`/collections/<id>/stats/…`: the statistics of a collection's games. They are the pages of the
statistics with the collection's set of games in the address.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.reads.collections import entries_of, kinds_of
from replays.reads.sets import collection_key

from .collection import collection_or_404


@require_safe
def collection_stats(request: HttpRequest, public_id: str, rest: str = "") -> HttpResponse:
    """Redirect to the page of the statistics; without one to that of the game with the most games.
    Raises Http404.
    """
    collection = collection_or_404(request, public_id)
    if not rest:
        kinds = kinds_of(entries_of(collection, viewer_of(request)))
        rest = f"{next(iter(kinds), next(iter(KINDS)))}/"
    params = {**request.GET.dict(), "set": collection_key(collection)}
    return HttpResponseRedirect(f"{reverse('stats')}{rest}?{urlencode(params)}")
