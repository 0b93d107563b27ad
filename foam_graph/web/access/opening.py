"""From what a server is started with to how people come in; what does not fit together is refused, with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.loopback import ADDRESS
from foam_graph.web.access.accounts import Accounts, must_be_private
from foam_graph.web.access.entry import Access, Way
from foam_graph.web.access.peers import Peers
from foam_graph.web.access.provider import Provider
from foam_graph.web.access.rates import ALLOWED, Allowed, Rates
from foam_graph.web.access.reading_log import ReadingLog
from foam_graph.web.access.roles import ROLE_NAMES, RoleName

_HEADER = re.compile(r"[A-Za-z0-9-]{1,100}\Z")
_MOST_SECRET = 4_096


@dataclass(frozen=True)
class Opened:
    """What a server is started with, as it was given.

    Attributes:
        host: Address to listen on.
        address: Address under which people know it, e.g. ``https://foam.example``; empty for the one it listens on.
        tokens: File of accounts with tokens.
        people: File of accounts whose names a proxy or a provider tells.
        others: Role of those whom these name and the file does not; empty: they may not in.
        proxy_header: Header in which the proxy says whom a request is of.
        proxy_from: Addresses of proxies.
        issuer: Address of the OpenID provider.
        client: Name of this server there.
        client_secret: File with the secret that it shares with this server.
        claim: What of a person it is that accounts are named by.
        log: File to write into who read what.
        challenges: Challenges that a person or address may raise in an hour.
    """

    host: str = ADDRESS
    address: str = ""
    tokens: Path | None = None
    people: Path | None = None
    others: str = ""
    proxy_header: str = ""
    proxy_from: tuple[str, ...] = ()
    issuer: str = ""
    client: str = ""
    client_secret: Path | None = None
    claim: str = "email"
    log: Path | None = None
    challenges: int = ALLOWED["challenge"].times

    @cached_property
    def access(self) -> Access:
        """How people come in.

        Raises:
            UsageError: What was given does not fit together, or a file may be read by others.
            EnvironmentFault: A file cannot be read or written.
        """
        way = self._way()
        self._must_fit(way)
        return Access(
            way=way,
            accounts=self._accounts(),
            header=self.proxy_header.lower(),
            peers=Peers.of(self.proxy_from),
            others=_role(self.others) if self.others else None,
            provider=self._provider() if way == "oidc" else None,
            rates=Rates({**ALLOWED, "challenge": Allowed(self.challenges, ALLOWED["challenge"].seconds)}),
            log=None if self.log is None else ReadingLog(self.log),
        )

    def check(self) -> None:
        """Says what does not fit together before anything else is started.

        Raises:
            UsageError: As ``access`` does.
            EnvironmentFault: As ``access`` does.
        """
        _ = self.access

    def hosts(self, port: int) -> frozenset[str]:
        """Values of the ``Host`` header under which it is known besides those of the loopback address."""
        named = {urlsplit(self.address).netloc.lower()} if self.address else set()
        if not _reaches_all(self.host):
            named |= {f"{self.shown}:{port}", *([self.shown] if port == 80 else ())}
        return frozenset(named)

    @property
    def shown(self) -> str:
        """The address to listen on, as it stands in the address of a page."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def _way(self) -> Way:
        given: Mapping[Way, object] = {"tokens": self.tokens, "proxy": self.proxy_header, "oidc": self.issuer}
        ways = [way for way, value in given.items() if value]
        if len(ways) > 1:
            raise UsageError(
                f"people would come in by {' and by '.join(ways)}",
                "Give one of --tokens, --proxy-header, --oidc-issuer.",
            )
        return ways[0] if ways else "none"

    def _must_fit(self, way: Way) -> None:
        if way == "none" and not _is_loopback(self.host):
            raise UsageError(
                f"{self.host} can be reached by others, and without accounts each of them may do everything",
                "Give --tokens FILE, --proxy-header or --oidc-issuer, or leave --host out.",
            )
        if way == "none" and (self.address or self.proxy_from or self.others or self.people):
            raise UsageError(
                "a proxy lets others in, and without accounts each of them may do everything",
                "Give --tokens FILE, --proxy-header or --oidc-issuer.",
            )
        if _reaches_all(self.host) and not self.address:
            raise UsageError(
                f"on {self.host} it has no name of its own",
                "Say under which it is known: --address https://foam.example",
            )
        if way == "proxy" and not (self.proxy_from and _HEADER.match(self.proxy_header)):
            raise UsageError(
                "the header of a proxy is believed from listed addresses only", "Give --proxy-from ADDRESS as well."
            )
        if way in ("proxy", "oidc") and not (self.people or self.others):
            raise UsageError("nobody would be let in", "Give --people FILE, --others reader, or both.")
        if way == "tokens" and (self.people or self.others):
            raise UsageError("with --tokens the file of tokens says who may what", "Leave --people and --others out.")
        if way == "oidc" and not (self.client and self.address):
            raise UsageError(
                "the provider has to know this server by a name, and where to lead people back to",
                "Give --oidc-client NAME and --address https://foam.example.",
            )
        parts = urlsplit(self.address)
        if self.address and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/")):
            raise UsageError(f"{self.address!r} is no address of a site", "Give it as https://foam.example.")

    def _accounts(self) -> Accounts | None:
        path = self.tokens or self.people
        return None if path is None else Accounts(path)

    def _provider(self) -> Provider:
        secret = ""
        if self.client_secret is not None:
            must_be_private(self.client_secret)
            try:
                secret = read_bounded(self.client_secret, _MOST_SECRET).decode().strip()
            except (OSError, UnicodeDecodeError):
                raise EnvironmentFault(
                    f"the secret in {self.client_secret} cannot be read", "Put it into a text file of its own."
                ) from None
        return Provider(self.issuer, self.client, secret, f"{self.address.rstrip('/')}/login/return", self.claim)


def _role(name: str) -> RoleName:
    found = next((role for role in ROLE_NAMES if role == name), None)
    if found is None:
        raise UsageError(f"there is no role {name!r}", f"Give one of: {', '.join(ROLE_NAMES)}.")
    return found


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        raise UsageError(f"{host!r} is no address of a machine", "Give one such as 10.0.0.5 or 0.0.0.0.") from None


def _reaches_all(host: str) -> bool:
    return ip_address(host).is_unspecified
