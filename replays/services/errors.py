"""What can go wrong at the door: theirs (too large) and ours (a fault while reading)."""


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


class LeaseLost(Exception):
    """Somebody else reads this upload now; what we had in hand is theirs to store."""
