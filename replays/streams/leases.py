"""How many streams a client has open in all web processes, counted in Redis where there is one.

A client is a sorted set in Redis: its open streams with the times at which their leases end. Open
streams renew their leases, so those of a process that was killed are not counted for long. Without
Redis, or while it fails, each process counts its own streams only (`responses`).
"""

import secrets
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from .wake import try_redis

LEASE_SECONDS = 90
RENEW_SECONDS = 30.0
_PREFIX = "kifu:streams:"
_TAKE = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[3] ~= '' and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""


class Lease:
    """The place of one open stream among those of a client."""

    def __init__(self, client: str) -> None:
        digest = salted_hmac("replays.streams", client, algorithm="sha256").hexdigest()
        self._key, self._id = f"{_PREFIX}{digest}", secrets.token_hex(8)

    def take(self) -> bool:
        """Count the stream; return False if the client has too many already."""
        taken = self._count(str(settings.STREAMS_PER_CLIENT))
        return taken is None or bool(taken)

    def renew(self) -> None:
        """Count the stream for another `LEASE_SECONDS`, also if Redis has lost it."""
        self._count("")

    def release(self) -> None:
        """Stop counting the stream."""
        try_redis(lambda redis: redis.zrem(self._key, self._id))

    def _count(self, most: str) -> Any:
        values = (self._id, LEASE_SECONDS, most)
        return try_redis(lambda redis: redis.eval(_TAKE, 1, self._key, *values))
