"""What can go wrong at the door: theirs (too large, refused) and ours (a fault while reading)."""

from games.core.findings import LOG_FORMAT, Finding
from games.core.language import translated


class TooLarge(Exception):
    """Theirs: more bytes than one upload may have. `limit` in bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"An upload may have at most {limit} bytes.")
        self.limit = limit


class UploadFault(Exception):
    """Ours: reading an upload failed in a way no log can be blamed for. The upload is kept;
    `fault_id` is in the log.
    """

    def __init__(self, fault_id: str, public_id: str) -> None:
        super().__init__(f"fault {fault_id} while reading upload {public_id}")
        self.fault_id = fault_id
        self.public_id = public_id


class Refusal(Exception):
    """Theirs: what cannot be done with a branch or a set of notes, as a finding. `status` is 403,
    409 or 422.
    """

    def __init__(self, status: int, finding: Finding) -> None:
        super().__init__(finding.message)
        self.status, self.finding = status, finding

    def translated(self) -> str:
        """Return the message in the reader's language."""
        return translated(self.finding.message)


def refusal(status: int, code: str, message: str, at: int | None = None) -> Refusal:
    """A refusal that is about no rule of the game; `at` is the event it is about, from 0."""
    return Refusal(status, Finding(0, at, LOG_FORMAT, code, message))


class LeaseLost(Exception):
    """Somebody else reads this upload now; what we had in hand is theirs to store."""
