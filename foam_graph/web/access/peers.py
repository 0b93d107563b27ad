"""Programs that stand before the server and are believed: a proxy says whom a request is of, and how it came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from foam_graph.errors import UsageError

_KEY = "foam.address"
Network = IPv4Network | IPv6Network


class Smuggled(Exception):
    """A header that a proxy sets came more than once, or in a form that no proxy writes."""


@dataclass(frozen=True)
class Peers:
    """Addresses that are believed.

    Attributes:
        networks: Addresses, or networks of them.
    """

    networks: tuple[Network, ...] = ()

    @classmethod
    def of(cls, addresses: Iterable[str]) -> Peers:
        """Addresses as they are given, e.g. ``10.0.0.7`` or ``10.0.0.0/24``.

        Raises:
            UsageError: One is neither an address nor a network, or is every address there is.
        """
        found = []
        for text in addresses:
            try:
                network = ip_network(text.strip(), strict=False)
            except ValueError:
                raise UsageError(
                    f"{text!r} is neither an address nor a network", "Give the proxy's own: --proxy-from 10.0.0.7"
                ) from None
            if network.prefixlen == 0:
                raise UsageError(f"{text} is every address there is", "Give the proxy's own: --proxy-from 10.0.0.7")
            found.append(network)
        return cls(tuple(found))

    def hold(self, address: str) -> bool:
        """Whether an address is one of them."""
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def speak_for(self, scope: Scope) -> bool:
        """Whether a request came through one of them."""
        client = scope.get("client")
        return client is not None and self.hold(str(client[0]))


NO_PEERS = Peers()
"""Nobody is believed."""


def only(headers: Headers, name: str) -> str:
    """The one value of a header; empty where it was not sent.

    Raises:
        Smuggled: It was sent more than once: who sent which cannot be told.
    """
    values = headers.getlist(name)
    if len(values) > 1:
        raise Smuggled(name)
    return values[0].strip() if values else ""


def scheme_of(scope: Scope, peers: Peers) -> str:
    """``http`` or ``https``, as the browser sees it.

    Raises:
        Smuggled: A proxy that is believed says neither.
    """
    said = only(Headers(scope=scope), "x-forwarded-proto").lower() if peers.speak_for(scope) else ""
    if said not in ("", "http", "https"):
        raise Smuggled("x-forwarded-proto")
    return said or str(scope["scheme"])


def address_of(scope: Scope, peers: Peers) -> str:
    """The address that a request came from: of the last one on its way that is not believed.

    Raises:
        Smuggled: A proxy that is believed names something that is no address.
    """
    client = scope.get("client")
    address = str(client[0]) if client else ""
    if not peers.hold(address):
        return address
    hops = [hop.strip() for value in Headers(scope=scope).getlist("x-forwarded-for") for hop in value.split(",")]
    for hop in reversed(hops):
        try:
            ip_address(hop)
        except ValueError:
            raise Smuggled("x-forwarded-for") from None
        if not peers.hold(hop):
            return hop
    return address


def set_address(scope: Scope, address: str) -> None:
    """Tells what answers a request where it came from."""
    scope[_KEY] = address


def address_from(scope: Scope) -> str:
    """Where a request came from, as the gate found out."""
    return str(scope.get(_KEY, ""))
