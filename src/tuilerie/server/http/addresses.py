"""Internet addresses: what a text means, and which of them are one household."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from tuilerie.engine.errors import BadInput

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def read_address(text: str) -> Address | None:
    """None for what is no address. An IPv4 address in IPv6 clothes is an IPv4 address."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def read_network(text: str) -> Network:
    """`192.0.2.7` or `192.0.2.0/24`, as a person writes it on the command line."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise BadInput("serve.network", text=text[:80]) from None


def household(text: str) -> str:
    """An IPv4 address, or the /64 that an IPv6 subscriber has: the others of it are the same people."""
    found = read_address(text)
    return str(IPv6Network((found.packed[:8] + bytes(8), 64))) if isinstance(found, IPv6Address) else str(found or text)
