"""Errors of services. Client errors: TooLarge, OverQuota, Refusal. Internal errors: UploadFault,
LeaseLost.
"""

from typing import Any

from django.utils.translation import gettext, ngettext

from games.core.findings import LOG_FORMAT, Finding
from games.core.language import translated
from replays.access.limits import MIB


class TooLarge(Exception):
    """Client error: an upload has more than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"An upload may have at most {limit} bytes.")
        self.limit = limit


class OverQuota(Exception):
    """Client error: a client has reached its daily limit. `what` is bytes or games,
    `limit` how many, `wait` the seconds until the next day.
    """

    def __init__(self, what: str, limit: int, wait: int) -> None:
        text = (
            ngettext(
                "You have reached the daily limit of {most} game.",
                "You have reached the daily limit of {most} games.",
                limit,
            )
            if what == "games"
            else gettext("You have reached the daily limit of {most} MiB of uploads.")
        )
        most = f"{limit:,}" if what == "games" else f"{limit / MIB:.4g}"
        advice = gettext(
            "Try again after midnight (UTC), or ask the people who run this site for more."
        )
        super().__init__(f"{text.format(most=most)} {advice}")
        self.what, self.limit, self.wait = what, limit, wait


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
