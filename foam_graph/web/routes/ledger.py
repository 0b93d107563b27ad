"""The ledger: every chain with its head, and what re-reading one or all of them says."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.chains import find_chain, runs
from foam_graph.app.result import Listing
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number
from foam_graph.web.seeing import seen

router = APIRouter()
SIZE = 100
"""Chains on a page."""


@page(router, "/ledger", "Every chain with its head")
def chains(request: Request, number: Number = 1) -> Page:
    """Every chain of activities, the latest first."""
    with house_of(request).sessions.one() as session:
        found = seen(request, session, runs(session))
    part = Part(number, SIZE, len(found), "/ledger")
    shown = Listing(found[part.skip : part.skip + SIZE])
    return Page("ledger.html", "Ledger", {**part.as_json(), "chains": shown}, {"chains": shown, "part": part})


@page(router, "/ledger/verification", "Every chain re-read, with the checkpoints and the anchors")
def whole(request: Request) -> Page:
    """Everything re-read: chains, the database around them, checkpoints, anchors."""
    from foam_graph.app.verifying import verify_all

    with house_of(request).sessions.one() as session:
        found = verify_all(session)
        titles = {chain.id: chain.title for chain in runs(session)}
    return Page("verification.html", "Verification of everything", found, {"v": found, "titles": titles, "chain": None})


@page(router, "/ledger/{chain}", "One chain re-read: whether every hash holds")
def one_chain(request: Request, chain: str) -> Page:
    """One chain, re-read."""
    from foam_graph.app.verifying import verify_run

    with house_of(request).sessions.one() as session:
        known = find_chain(session, chain)
        found = verify_run(session, known.id)
    shown = {"v": found, "titles": {known.id: known.title}, "chain": known}
    return Page("verification.html", f"Verification: {known.title}", found, shown)
