"""How people come in: what a server is started with, and who a request is of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from starlette.requests import Request

from foam_graph.errors import FoamError
from foam_graph.web.access.accounts import Account, Accounts
from foam_graph.web.access.peers import NO_PEERS, Peers, only
from foam_graph.web.access.person import LOCAL, STRANGER, UNNAMED, Person
from foam_graph.web.access.rates import Rates
from foam_graph.web.access.reading_log import ReadingLog
from foam_graph.web.access.roles import RoleName
from foam_graph.web.access.visits import Visits

if TYPE_CHECKING:
    from foam_graph.web.access.provider import Provider

Way = Literal["none", "tokens", "proxy", "oidc"]
COOKIE = "foam_session"
_BOUND = "__Host-"
"""A cookie whose name begins so is set by this host alone, over https, for all of it: browsers see to that."""


class Denied(Exception):
    """A request that nobody may make, whoever they say they are.

    Args:
        status: The HTTP status.
        why: What is wrong.
        hint: What to do next.
    """

    def __init__(self, status: int, why: str, hint: str) -> None:
        super().__init__(why)
        self.status, self.why, self.hint = status, why, hint


@dataclass(frozen=True)
class Access:
    """How people come in.

    Attributes:
        way: By which way: none, with tokens, through a proxy, or by an OpenID provider.
        accounts: The file of accounts; None where there is none.
        header: The header in which the proxy says whom a request is of.
        peers: Proxies that are believed.
        others: The role of those whom the proxy or the provider names and the file does not; None: they may not in.
        provider: The OpenID provider.
        visits: Who has signed in.
        rates: How often what costs something is allowed.
        log: Where it is written who read what; None where nobody asked for it.
    """

    way: Way = "none"
    accounts: Accounts | None = None
    header: str = ""
    peers: Peers = NO_PEERS
    others: RoleName | None = None
    provider: Provider | None = None
    visits: Visits = field(default_factory=Visits)
    rates: Rates = field(default_factory=Rates)
    log: ReadingLog | None = None

    def who(self, request: Request, asks: bool = True) -> Person:
        """Who a request is of.

        Args:
            request: The request.
            asks: Whether it asks for something just now; one that is still being answered keeps no visit from ending.

        Raises:
            Denied: It is of nobody who may come in.
            Smuggled: A proxy's header came twice.
            FoamError: The file of accounts cannot be read any more.
        """
        if self.way == "none":
            return LOCAL
        if self.way == "proxy":
            return self._through_proxy(request)
        if "authorization" in request.headers:
            return self._with_token(request)
        visit = self.visits.of(request.cookies.get(cookie_name(request), ""), asks)
        found = None if visit is None else self.known(visit.name)
        if found is None or visit is None or visit.proof != self.proof(found):
            return STRANGER
        return found.person()

    def still(self, request: Request, person: Person) -> bool:
        """Whether a request that is being answered is still of the same person, with the same rights."""
        try:
            return self.who(request, asks=False) == person
        except (Denied, FoamError):
            return False

    def known(self, name: str) -> Account | None:
        """The account of a name, or what stands for it where others are let in; None for nobody."""
        account = None if self.accounts is None else self.accounts.named(name)
        if account is None and self.others is not None and self.way in ("proxy", "oidc"):
            return Account.model_construct(name=name, roles=(self.others,))
        return account

    def proof(self, account: Account) -> str:
        """What a visit is signed in with: a new token, or one that has run out, ends it."""
        if self.way != "tokens":
            return self.way
        return (account.token or "") if account.holds else "run out"

    def sign_in(self, token: str) -> Account | None:
        """The account whose token this is; None for nobody's."""
        return None if self.accounts is None else self.accounts.of_token(token)

    def _with_token(self, request: Request) -> Person:
        scheme, _, token = only(request.headers, "authorization").partition(" ")
        account = self.sign_in(token.strip()) if scheme.lower() == "bearer" else None
        if account is None:
            raise Denied(401, "this token is nobody's, or has run out", "Send Authorization: Bearer TOKEN.")
        return account.person()

    def _through_proxy(self, request: Request) -> Person:
        if not self.peers.speak_for(request.scope):
            raise Denied(403, "this server is reached through its proxy alone", "Use the address of the proxy.")
        name = " ".join(only(request.headers, self.header).split())
        if not name:
            return UNNAMED
        account = self.known(name)
        if account is None or not name.isprintable() or len(name) > 200:
            raise Denied(403, "you have no account here", "Ask who runs this server for one.")
        return account.person()


def cookie_name(request: Request) -> str:
    """The name of the cookie of a visit: over https one that no other host can set."""
    return f"{_BOUND}{COOKIE}" if request.url.scheme == "https" else COOKIE
