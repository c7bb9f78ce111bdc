"""Reading statistics from a replica, if one is configured (`goryo_site.runtime.replica`)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from goryo_site.runtime.replica import replica_scope, use_replica


class Replica:
    """Lets the pages and the API of statistics read sums from the replica."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; `process_view` chooses."""
        with replica_scope():
            return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        *_: Any,
    ) -> None:
        """Use the replica for views of the statistics that only read."""
        if request.method in {"GET", "HEAD"} and view.__module__.startswith("analytics."):
            use_replica()
