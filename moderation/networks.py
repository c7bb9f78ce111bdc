"""Networks that can be blocked."""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from replays.access.addresses import IPV6_PREFIX

LEAST_PREFIX, MOST_PREFIX = {4: 16, 6: 32}, {4: 32, 6: IPV6_PREFIX}
"""The widest and narrowest networks, by version of the protocol."""
Network = IPv4Network | IPv6Network


def parse_network(text: str) -> Network:
    """Return a network as blocks have it. Raises ValueError for other text."""
    network: Network = ip_network(text, strict=False)
    most = MOST_PREFIX[network.version]
    return network.supernet(new_prefix=most) if network.prefixlen > most else network


def networks_around(text: str) -> Iterator[str]:
    """Yield the network of a client and all larger ones that can be blocked."""
    try:
        network = parse_network(text)
    except ValueError:
        return
    for prefix in range(LEAST_PREFIX[network.version], network.prefixlen + 1):
        yield str(network.supernet(new_prefix=prefix))
