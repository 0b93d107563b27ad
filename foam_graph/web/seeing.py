"""What somebody was granted a part of may see: checked for every request in one place, by the names of what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.app.whereabouts import Whereabouts, chain_whereabouts, whereabouts
from foam_graph.errors import AmbiguousId, UnknownId
from foam_graph.web.access.person import Grants, person_of
from foam_graph.web.house import house_of

if TYPE_CHECKING:
    from foam_graph.app.contest_status import ChallengeList


Named = Literal["corpus", "node", "job", "none"]
NAMES: Mapping[str, Named] = {
    "corpus": "corpus",
    # Of a run its id, else a code that nobody can guess.
    "job": "job",
    **dict.fromkeys(
        ("run", "chain", "node", "contest", "challenge", "map", "target", "focus", "a", "b", "debate"), "node"
    ),
    # A document is named beside its corpus; whoever has the code of a receipt may follow it; a form is of no case.
    **dict.fromkeys(("document", "code", "form"), "none"),
}
"""Parameters of paths, queries, forms and JSON bodies that name something, and what. What is not in it names nothing."""


MOST_SIFTED = 10_000
"""Challenges that are gone through for somebody who was granted a part of them."""


class _Stands(Protocol):
    @property
    def id(self) -> str: ...


Chain = TypeVar("Chain", bound=_Stands)


async def must_be_seen(request: Request) -> None:
    """Refuses what names something outside of the grants of who asks, as if it did not exist.

    Raises:
        UnknownId: It names something that they may not see, or that is not there.
    """
    grants = person_of(request).grants
    if grants.everything or request.url.path.startswith("/receipts/"):
        return
    named = [(NAMES.get(name, "none"), value) for name, value in await _given(request)]
    wanted = [(kind, value) for kind, value in named if kind != "none" and value.strip()]
    if wanted:
        await run_in_threadpool(_check, request, grants, wanted)


def seen(request: Request, session: Session, chains: Iterable[Chain]) -> list[Chain]:
    """Those of some chains that who asks may see."""
    grants = person_of(request).grants
    if grants.everything:
        return list(chains)
    return [chain for chain in chains if _covers(grants, placed(request, session, chain.id))]


def seen_challenges(request: Request, session: Session, skip: int, most: int, by: str = "") -> ChallengeList:
    """Some of the challenges that who asks may see, the latest first, and how many there are.

    Args:
        request: The request.
        session: The session.
        skip: How many to pass over.
        most: How many to list.
        by: Only those that somebody of this name raised; empty for all.
    """
    from foam_graph.app.contest_status import ChallengeList, challenges

    grants = person_of(request).grants
    if grants.everything:
        found = challenges(session, skip, most, by)
        return found if found.total else ChallengeList(challenges(session, 0, 1, by).total, found.challenges)
    every = challenges(session, 0, MOST_SIFTED, by).challenges
    granted = [one for one in every if _covers(grants, placed(request, session, one.run))]
    return ChallengeList(len(granted), Listing(granted[skip : skip + most]))


def placed(request: Request, session: Session, chain: str) -> Whereabouts:
    """Where a chain stands; asked once, as it stays there."""
    known = house_of(request).places
    found = known.get(chain)
    if found is None:
        found = known[chain] = chain_whereabouts(session, chain)
    return found


def _covers(grants: Grants, place: Whereabouts) -> bool:
    return grants.cover(place.corpus, place.chain)


def _check(request: Request, grants: Grants, wanted: Iterable[tuple[Named, str]]) -> None:
    with house_of(request).sessions.one() as session:
        for kind, value in wanted:
            if not _is_seen(session, grants, kind, value):
                # In the words for what is not there: who may not see it does not learn that it is.
                raise UnknownId(f"there is nothing {value[:80]!r} that you may see", "Begin at the start page.")


def _is_seen(session: Session, grants: Grants, kind: Named, value: str) -> bool:
    if kind == "corpus":
        return grants.cover(value)
    try:
        return _covers(grants, whereabouts(session, value))
    except UnknownId:
        return kind == "job"
    except AmbiguousId:
        return False


async def _given(request: Request) -> Iterator[tuple[str, str]]:
    """Every name and text that came with a request. Bodies are kept once they are read: the route gets the same."""
    found = [*request.path_params.items(), *request.query_params.multi_items()]
    if request.method != "GET":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "application/json":
            with suppress(ValueError):  # what is no JSON names nothing, and the route refuses it
                found += _texts(await request.json())
        elif kind:
            found += (await request.form()).multi_items()
    return ((str(name), value) for name, value in found if isinstance(value, str))


def _texts(value: object) -> Iterator[tuple[str, object]]:
    """The names and texts of a JSON value, however deep they lie."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from one.items()
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
