"""Fetches over HTTP within limits: public addresses, bounded size and time, few redirects, few repeats, robots.txt."""

from __future__ import annotations

import ssl
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpcore

from foam_graph.errors import FetchFault
from foam_graph.research.addresses import GuardedBackend, place_of, shown
from foam_graph.research.robots import MOST_BYTES, Rules, read_rules
from foam_graph.version import __version__

AGENT: Final = "foam-graph"
MOST_REDIRECTS: Final = 5
TRIES: Final = 3
LONGEST_WAIT: Final = 20.0
"""Seconds that a server may ask us to wait before we give up instead."""
_AGAIN: Final = frozenset({429, 500, 502, 503, 504})
_MOVED: Final = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Limits:
    """Bounds of one fetch.

    Attributes:
        size: Most bytes, unpacked.
        seconds: Most seconds for one try, all redirects included.
    """

    size: int = 20 * 1024**2
    seconds: float = 30.0


@dataclass(frozen=True)
class Fetched:
    """What came.

    Attributes:
        url: Address that it came from, after redirects.
        content: The bytes.
        type: Media type in small letters, without parameters.
        headers: Headers by small name.
    """

    url: str
    content: bytes
    type: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: dict[str, str]
    content: bytes


class Fetcher:
    """Fetches one address after another.

    Args:
        allowed: Places (``host:port``) that may be private.
        limits: Bounds of every fetch.
        wait: How to wait.
    """

    def __init__(
        self, allowed: Iterable[str] = (), limits: Limits | None = None, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._limits = limits or Limits()
        self._wait = wait
        self._backend = GuardedBackend(allowed)
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=self._backend, max_connections=4
        )
        self._rules: dict[str, Rules] = {}
        self._last: dict[str, float] = {}

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def service(self, url: str, headers: Mapping[str, str] | None = None, body: bytes | None = None) -> bytes:
        """The answer of a service, asked with a key: no redirect is followed, since the key would go along.

        Raises:
            FetchFault: No answer, a refusal, or too large an answer.
        """
        answer = self._tried(url, headers or {}, body)
        if answer.status != 200:
            raise _refused(url, answer)
        return answer.content

    def page(self, url: str) -> Fetched:
        """A page, if its site's robots.txt allows it.

        Raises:
            FetchFault: It cannot be had or may not be.
        """
        for _ in range(MOST_REDIRECTS + 1):
            rules = self._robots(url)
            if not rules.allow(url):
                told = "cannot be had" if rules.closed else "forbids it"
                raise FetchFault(f"{shown(url)}: the site's robots.txt {told}")
            self._paced(place_of(url), rules.delay)
            answer = self._tried(url, {}, None)
            if answer.status in _MOVED and answer.headers.get("location"):
                url = _joined(url, answer.headers["location"])
                continue
            if answer.status != 200:
                raise _refused(url, answer)
            media = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
            return Fetched(url, answer.content, media, answer.headers)
        raise FetchFault(f"{shown(url)}: more than {MOST_REDIRECTS} redirects")

    def _robots(self, url: str) -> Rules:
        """The rules of a site, asked once (RFC 9309, 2.3.1: absent allows all, a failing server forbids all)."""
        place_of(url)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if origin not in self._rules:
            self._rules[origin] = self._read_robots(f"{origin}/robots.txt")
        return self._rules[origin]

    def _read_robots(self, url: str) -> Rules:
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._once(url, {}, None, MOST_BYTES, cut=True)
            if answer.status in _MOVED and answer.headers.get("location"):
                url = _joined(url, answer.headers["location"])
                continue
            if 400 <= answer.status < 500 and answer.status != 429:
                return Rules()
            if answer.status != 200:
                return Rules(closed=True)
            return read_rules(answer.content.decode("utf-8-sig", "replace"), AGENT)
        return Rules()

    def _paced(self, place: str, delay: float) -> None:
        if delay > LONGEST_WAIT:
            raise FetchFault(f"{place}: its robots.txt asks for {delay:g} seconds between fetches")
        since = time.monotonic() - self._last.get(place, float("-inf"))
        if since < delay:
            self._wait(delay - since)
        self._last[place] = time.monotonic()

    def _tried(self, url: str, headers: Mapping[str, str], body: bytes | None) -> _Answer:
        """The answer, after repeats where a server is busy or broken and says so."""
        for tried in range(1, TRIES + 1):
            answer = self._once(url, headers, body, self._limits.size)
            if answer.status not in _AGAIN or tried == TRIES:
                return answer
            pause = _asked_pause(answer.headers.get("retry-after", ""), float(2 ** (tried - 1)))
            if pause > LONGEST_WAIT:
                raise FetchFault(
                    f"{shown(url)} answers {answer.status} and asks to wait {pause:.0f} seconds",
                    "Try again after that.",
                )
            self._wait(pause)
        raise AssertionError("unreachable")

    def _once(self, url: str, headers: Mapping[str, str], body: bytes | None, most: int, cut: bool = False) -> _Answer:
        place_of(url)
        self._backend.deadline = time.monotonic() + self._limits.seconds
        sent: dict[bytes | str, bytes | str] = {
            "Host": urlsplit(url).netloc,
            "User-Agent": f"{AGENT}/{__version__}",
            "Accept-Encoding": "gzip, identity;q=0.5",
        }
        sent.update(headers.items())
        if body is not None:
            sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        try:
            with self._pool.stream("GET" if body is None else "POST", url, headers=sent, content=body) as response:
                found = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in response.headers}
                content = _content(response, found, most, cut, url)
                return _Answer(response.status, found, content)
        except (
            httpcore.TimeoutException,
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.UnsupportedProtocol,
        ) as fault:
            why = "took too long" if isinstance(fault, httpcore.TimeoutException) else str(fault)[:200] or "broke off"
            raise FetchFault(f"{shown(url)} cannot be fetched: {why}", "Check the connection and try again.") from None
        except (ssl.SSLError, OSError, UnicodeError, ValueError) as fault:
            raise FetchFault(f"{shown(url)} cannot be fetched: {str(fault)[:200]}") from None


def _content(response: httpcore.Response, headers: Mapping[str, str], most: int, cut: bool, url: str) -> bytes:
    """The unpacked body, never more than ``most`` bytes of it."""
    coding = headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("identity", "", "gzip", "x-gzip"):
        raise FetchFault(f"{shown(url)}: packed as {coding[:40]}, which was not asked for")
    unpacker = zlib.decompressobj(31) if "gzip" in coding else None
    pieces: list[bytes] = []
    size = 0
    try:
        for packed in response.iter_stream():
            chunk = packed if unpacker is None else unpacker.decompress(packed, most + 1 - size)
            pieces.append(chunk)
            size += len(chunk)
            if size > most:
                if cut:
                    break
                raise FetchFault(f"{shown(url)} is larger than {most / 1024**2:g} MB")
    except zlib.error:
        raise FetchFault(f"{shown(url)}: its packing is damaged") from None
    if unpacker is not None and not unpacker.eof and size and not cut:
        raise FetchFault(f"{shown(url)}: it ends in the middle")
    return b"".join(pieces)[:most]


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError:
        raise FetchFault(f"{shown(url)} redirects to what is no address") from None


def _asked_pause(stated: str, otherwise: float) -> float:
    """Seconds of a ``Retry-After`` (RFC 9110, 10.2.3): a number, or a date."""
    if stated.strip().isdecimal() and len(stated) < 10:
        return float(stated)
    try:
        return max(0.0, (parsedate_to_datetime(stated) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return otherwise


def _refused(url: str, answer: _Answer) -> FetchFault:
    hint = {
        401: "Check the key in the environment.",
        403: "Check the key in the environment and what it may do.",
        429: "Wait, or ask for less; the service limits how much.",
    }.get(answer.status, "Try again later." if answer.status >= 500 else "Check the address.")
    return FetchFault(f"{shown(url)} answers {answer.status}", hint)
