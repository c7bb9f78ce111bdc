"""How often a client may read and join rooms. Writing has the limits of variations and notes."""

from replays.access.throttles import ClientThrottle


class RoomThrottle(ClientThrottle):
    """Limits reading of rooms, also with codes that no room has."""

    scope = "rooms"


class JoinThrottle(ClientThrottle):
    """Limits codes of invitations, which could be guessed."""

    scope = "joins"
