"""Whether a client is blocked."""

from django.http import HttpRequest

from accounts.keys import user_of
from moderation.reads.blocks import block_of
from replays.access.addresses import client_network
from replays.access.guards import Blocked
from replays.access.viewer import viewer_of


def check_block(request: HttpRequest) -> None:
    """Raise Blocked for a client with a blocked owner key, account or network."""
    user = user_of(request)
    user_pk = None if user is None else int(user.pk)
    block = block_of(viewer_of(request).keys, user_pk, client_network(request))
    if block is not None:
        raise Blocked(block.expires_at, block.reason)
