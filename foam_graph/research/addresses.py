"""Which addresses may be fetched: public ones over HTTP, unless a person allowed a host by name."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore

from foam_graph.errors import FetchFault

_PORTS: Final = {"http": 80, "https": 443}
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def place_of(url: str) -> str:
    """Host and port of an address, ``host:port``.

    Raises:
        FetchFault: Not an http(s) address with a host, or one with a password in it.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise FetchFault(f"{shown(url)} is not an address") from None
    if parts.scheme not in _PORTS:
        raise FetchFault(f"{shown(url)}: only http and https are fetched, not {parts.scheme[:20] or 'this'}")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise FetchFault(f"{shown(url)}: an address needs a host, and no user or password")
    return f"{parts.hostname.lower()}:{port or _PORTS[parts.scheme]}"


def shown(url: str) -> str:
    """An address for messages: without its query, which may hold a key, and not too long."""
    return url.partition("?")[0].partition("#")[0][:200]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, also after any translation from IPv6 to IPv4."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to the very address that was checked, and to none that is not public; keeps one deadline for all.

    The name is looked up once and the connection made to what came of it, so that a name that changes its mind between
    the check and the connection gains nothing.

    Args:
        allowed: Places (``host:port``) that may be private, since a person named them.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed = frozenset(place.lower() for place in allowed)
        self._backend = httpcore.SyncBackend()
        self.deadline = 0.0

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to a public address, or an allowed one.

        Raises:
            FetchFault: No such host, or not a public address.
            httpcore.ConnectError: No connection.
        """
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise FetchFault(f"{host[:200]} has no address", "Check the name and the connection.") from None
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if f"{host.lower()}:{port}" not in self._allowed:
            private = [address for address in addresses if not is_public(address)]
            if private:
                raise FetchFault(
                    f"{host[:200]} is at {private[0]}, which is not a public address",
                    "Name host:port in FOAM_RESEARCH_HOSTS if it may be fetched all the same.",
                )
        failed: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses[:4]:
            try:
                stream = self._backend.connect_tcp(address, port, self._left(timeout), local_address, socket_options)
                return _Timed(stream, self)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as fault:
                failed = fault
        raise failed

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        """Never.

        Raises:
            FetchFault: Always.
        """
        del timeout, socket_options
        raise FetchFault(f"{path[:200]} is no address that is fetched")

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)

    def _left(self, timeout: float | None) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the time is up")
        return left if timeout is None else min(left, timeout)


class _Timed(httpcore.NetworkStream):
    """A connection on which every wait ends at the deadline, however slowly the other side drips."""

    def __init__(self, inner: httpcore.NetworkStream, backend: GuardedBackend) -> None:
        self._inner = inner
        self._backend = backend

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._backend._left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._backend._left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Timed(self._inner.start_tls(ssl_context, server_hostname, self._backend._left(timeout)), self._backend)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
