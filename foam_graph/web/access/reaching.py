"""What somebody may open: the gate refuses by it, and pages offer nothing that would be refused."""

from __future__ import annotations

from foam_graph.web.access.matching import need_of
from foam_graph.web.access.person import Person
from foam_graph.web.access.table import Need


def lacks_role(person: Person, need: Need) -> bool:
    """Whether none of the roles gives what a route needs."""
    return need.needs is not None and not person.may(need.needs)


def lacks_grant(person: Person, need: Need) -> bool:
    """Whether a route is about everything there is, and the person was granted a part."""
    return need.whole and not person.grants.everything


def may_open(person: Person, address: str) -> bool:
    """Whether a page may offer a link: who has not signed in is asked to when they follow it.

    Args:
        person: Whoever reads the page.
        address: The address of this server that the link leads to.
    """
    found = need_of("GET", address.partition("?")[0].partition("#")[0])
    if found is None or not person.roles:
        return found is not None
    return not lacks_role(person, found[1]) and not lacks_grant(person, found[1])
