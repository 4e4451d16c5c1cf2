"""Which network addresses a page named by a model may come from."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether the address belongs to the open internet, also where it wraps another one.

    Loopback, private, link-local, shared, multicast and reserved ranges do not.
    """
    ip = _unwrapped(ip_address(address))
    return ip.is_global and not ip.is_multicast


def anywhere(address: str) -> bool:
    """Any address: for a server that the author named."""
    return bool(address)


def _unwrapped(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)
