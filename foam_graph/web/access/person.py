"""Whoever asks: a name, roles, and the corpora and runs that they were granted."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.types import Scope

from foam_graph.app.session import ACTING, NOBODY, Acting
from foam_graph.web.access.roles import ROLE_NAMES, Permission, RoleName, roles

_KEY = "foam.person"


@dataclass(frozen=True)
class Grants:
    """What a person may see.

    Attributes:
        everything: Whether that is everything; the other two say nothing then.
        corpora: Names of corpora, each with all runs and debates on it.
        runs: Ids of runs and debates, whatever corpus they are on.
    """

    everything: bool = True
    corpora: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()

    def cover(self, corpus: str, run: str = "") -> bool:
        """Whether a corpus, or a run on it, is among them."""
        return self.everything or (corpus != "" and corpus in self.corpora) or (run != "" and run in self.runs)


@dataclass(frozen=True)
class Person:
    """Whoever asks.

    Attributes:
        name: The name of the account; empty where there are no accounts, and for who has not signed in.
        roles: Its roles; none for who has not signed in.
        grants: What it may see.
        signs_in_here: Whether somebody who has not signed in can do so at this server; behind a proxy nobody can.
    """

    name: str = ""
    roles: tuple[RoleName, ...] = ()
    grants: Grants = field(default_factory=Grants)
    signs_in_here: bool = True

    @property
    def local(self) -> bool:
        """Whether there are no accounts: whoever is on this machine."""
        return self.name == "" and self.roles != ()

    @property
    def signed_in(self) -> bool:
        """Whether it is known who it is."""
        return self.name != ""

    @property
    def acting(self) -> Acting:
        """The account, as what it does is recorded; nobody where there are no accounts."""
        return Acting(self.name, self.roles) if self.name else NOBODY

    def may(self, permission: Permission) -> bool:
        """Whether one of the roles gives a permission."""
        known = roles()
        return any(permission in known[role].may for role in self.roles)


LOCAL = Person(roles=ROLE_NAMES)
"""Whoever reaches a server without accounts: it listens on the loopback address alone."""
STRANGER = Person(grants=Grants(everything=False))
"""Whoever has not signed in where there are accounts."""
UNNAMED = Person(grants=Grants(everything=False), signs_in_here=False)
"""Whoever a proxy, which knows who people are, has let through without a name."""


def person_of(request: Request) -> Person:
    """Who asks, as the gate found out before the request came here."""
    person: Person = request.scope.get(_KEY, STRANGER)
    return person


def set_person(scope: Scope, person: Person) -> None:
    """Tells what answers a request who asks."""
    scope[_KEY] = person
    ACTING.set(person.acting)
