"""Requests with credentials, retries and errors of one kind."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import httpx

from .bodies import Finding
from .errors import KifuError
from .parsing import parse

T = TypeVar("T")
Query = dict[str, str]
IDEMPOTENT = frozenset({"GET", "HEAD", "PUT"})
"""Methods whose repetition changes nothing. A repeated DELETE would have another response."""
FIRST_PAUSE = 0.5
"""Seconds before the first retry without `Retry-After`; doubled for each further one."""
REDIRECTS_MAX = 5
LIMITED = frozenset({429, 503})
"""Statuses of requests that were not processed, and may be repeated after `Retry-After`."""
TEMPORARY = frozenset({502, 503, 504})


def _user_agent() -> str:
    try:
        return f"kifu-house-python/{version('kifu-house')}"
    except PackageNotFoundError:  # run from its sources
        return "kifu-house-python"


class Connection:
    """Sends requests to one site. Credentials are never sent to another host."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float,
        retries: int,
        longest_wait: float,
        transport: httpx.BaseTransport | None,
    ) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise ValueError(
                f"{base_url!r} is not a site address. Use one that starts with https://."
            )
        self._retries, self._longest_wait = retries, longest_wait
        self._http = httpx.Client(
            base_url=base_url,
            timeout=timeout,
            transport=transport,
            headers={"User-Agent": _user_agent()},
        )
        self.credentials: dict[str, str] = {}

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def get(self, path: str, params: Mapping[str, str] | None = None) -> Any:
        """Return the JSON of an endpoint. Raises KifuError."""
        return json_of(self.send("GET", path, params=params))

    def send(
        self,
        method: str,
        path: str,
        *,
        is_safe: bool = False,
        accepts: frozenset[int] = frozenset(),
        **request: Any,
    ) -> httpx.Response:
        """Return the response with status 2xx, or one of `accepts`. Raises KifuError.

        `is_safe`: the request changes nothing, though its method could.
        """
        built = self._http.build_request(method, path, **request)
        response = self._respond(built, is_repeatable=is_safe or method in IDEMPOTENT)
        try:
            response.read()
        except httpx.HTTPError as error:
            raise _no_response(error) from error
        finally:
            response.close()
        if not response.is_success and response.status_code not in accepts:
            raise error_of(response)
        return response

    @contextmanager
    def stream(
        self, url: str, headers: Mapping[str, str] | None = None, params: Query | None = None
    ) -> Iterator[Iterator[bytes]]:
        """Yield the bytes of a file or stream of the site, in pieces. Raises KifuError."""
        # the digest of a file is that of the stored bytes
        sent = {"Accept-Encoding": "identity", **(headers or {})}
        request = self._http.build_request("GET", path_of(url), headers=sent, params=params)
        response = self._respond(request, is_repeatable=True)
        try:
            if not response.is_success:
                response.read()
                raise error_of(response)
            yield response.iter_raw()
        except httpx.HTTPError as error:
            raise _no_response(error) from error
        finally:
            response.close()

    def _respond(self, request: httpx.Request, *, is_repeatable: bool) -> httpx.Response:
        """Return the response to a request, repeated if this is allowed and of use."""
        request.headers.update(self.credentials)
        pause, left = FIRST_PAUSE, self._retries
        while True:
            try:
                response = self._follow(request)
            except httpx.HTTPError as error:
                if not (left and is_repeatable):
                    raise _no_response(error) from error
                wait = pause
            else:
                again = self._wait_after(response, pause if is_repeatable else None)
                if not left or again is None:
                    return response
                response.close()
                wait = again
            time.sleep(wait)
            pause, left = pause * 2, left - 1

    def _wait_after(self, response: httpx.Response, pause: float | None) -> float | None:
        """Return how long to wait before a retry, `pause` if the site does not say. None: the
        response is final.
        """
        wait = retry_after(response)
        if response.status_code in LIMITED and wait is not None:
            return wait if wait <= self._longest_wait else None
        return pause if response.status_code in TEMPORARY else None

    def _follow(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and follow redirects within the site: a game that became part of another
        one.
        """
        response = self._http.send(request, stream=True)
        for _ in range(REDIRECTS_MAX):
            following = response.next_request
            if following is None:
                return response
            response.close()
            if _origin(following.url) != _origin(request.url):
                detail = f"{request.url} leads to another host: {following.url.host}."
                raise KifuError(response.status_code, "redirect", detail)
            following.headers.update(self.credentials)
            response = self._http.send(following, stream=True)
        return response


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def path_of(url: str) -> str:
    """Return the path and query of an address of the site, for a request to its own host."""
    return httpx.URL(url).raw_path.decode("ascii")


def retry_after(response: httpx.Response) -> float | None:
    """Return the seconds of `Retry-After`; None if there are none."""
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdecimal() else None


def json_of(response: httpx.Response) -> Any:
    """Return the JSON of a response. Raises KifuError."""
    try:
        return response.json()
    except ValueError as error:
        detail = f"{response.request.url} did not respond with JSON. Check the address of the site."
        raise KifuError(response.status_code, "bad_response", detail) from error


def parsed(body: type[T], data: Any) -> T:
    """Return a dataclass from the JSON of a response. Raises KifuError."""
    try:
        return parse(body, data)
    except ValueError as error:
        detail = f"The response is not as documented: {error}. Is this client too old or too new?"
        raise KifuError(None, "bad_response", detail) from error


def error_of(response: httpx.Response) -> KifuError:
    """Return the exception for a response with an error: problem details (RFC 9457), or any other
    text, for example of a proxy.
    """
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or "code" not in body:
        detail = response.reason_phrase or "no reason"
        return KifuError(
            response.status_code, "http_error", detail, retry_after=retry_after(response)
        )
    return KifuError(
        response.status_code,
        str(body["code"]),
        str(body.get("detail", "")),
        findings=[parsed(Finding, finding) for finding in body.get("findings", [])],
        retry_after=retry_after(response),
        body=body,
    )


def _no_response(error: httpx.HTTPError) -> KifuError:
    return KifuError(None, "connection", f"The site did not respond: {error}")
