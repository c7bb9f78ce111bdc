"""Addresses of clients, as limits count them."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

IPV6_PREFIX = 64
"""Bits of an IPv6 address that count: a client has the others to choose from."""


def client_network(request: HttpRequest) -> str:
    """Return the client's address as seen through trusted proxies, or its IPv6 network."""
    return network_of_meta(request.META)


def network_of_meta(meta: Mapping[str, Any]) -> str:
    """Return the same for the `META` of a request."""
    sender = HttpRequest()
    sender.META = dict(meta)
    return network_of(str(BaseThrottle().get_ident(sender) or ""))  # type: ignore[arg-type]


def network_of(text: str) -> str:
    """Return an IPv4 address, the network of an IPv6 address, or other text as it is."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, IPV6_PREFIX), strict=False))
