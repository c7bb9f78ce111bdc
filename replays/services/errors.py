"""Errors of services. Client errors: TooLarge, Refusal. Internal errors: UploadFault, LeaseLost."""

from typing import Any

from games.core.findings import LOG_FORMAT, Finding
from games.core.language import translated


class TooLarge(Exception):
    """Client error: an upload has more than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"An upload may have at most {limit} bytes.")
        self.limit = limit


class UploadFault(Exception):
    """Internal error while reading an upload, which stays stored; the log line has `fault_id`."""

    def __init__(self, fault_id: str, public_id: str) -> None:
        super().__init__(f"fault {fault_id} while reading upload {public_id}")
        self.fault_id = fault_id
        self.public_id = public_id


class Refusal(Exception):
    """Client error, as a finding. `status` is 403, 409 or 422."""

    def __init__(self, status: int, finding: Finding) -> None:
        super().__init__(finding.message)
        self.status, self.finding = status, finding

    def translated(self) -> str:
        """Return the message in the reader's language."""
        return translated(self.finding.message)


def refusal(
    status: int, code: str, message: str, *, at: int | None = None, **values: Any
) -> Refusal:
    """Return a refusal that cites no rule of the game. `at` is the index of the event, from 0;
    `values` fill the placeholders of the message.
    """
    return Refusal(status, Finding(0, at, LOG_FORMAT, code, message.format(**values)))


class LeaseLost(Exception):
    """Another reader has the lease of this upload."""
