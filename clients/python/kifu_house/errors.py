"""The exception of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from .bodies import Finding


class KifuError(Exception):
    """A request that failed.

    `status` is the HTTP status, None if there was no response. `code` is for programs; the API
    documentation of the site lists all codes. This package adds `connection` (no response),
    `timeout` (an upload was not read in time), `redirect` (to another host), `bad_response` (not
    the documented JSON) and `digest` (a file is damaged). `detail` is for people. `findings` are
    the errors of a log. `retry_after` is how many seconds to wait, `body` the whole response.
    """

    def __init__(
        self,
        status: int | None,
        code: str,
        detail: str,
        *,
        findings: Sequence[Finding] = (),
        retry_after: float | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}" if status is None else f"{status} {code}: {detail}")
        self.status, self.code, self.detail = status, code, detail
        self.findings = list(findings)
        self.retry_after = retry_after
        self.body = dict(body or {})
