"""One file as it came in through a door."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A name, as the sender gave it, and bytes."""

    name: str
    data: bytes
