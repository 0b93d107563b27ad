"""A run, a debate, and what differs between two of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.comparing import diff
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.app.run_pages import RunPage, chain_of, debate_page, run_page
from foam_graph.app.showing import runs
from foam_graph.exchange.dossier.view import DossierView
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number

router = APIRouter()
GROUPS = 12
"""Groups of objections on a page; most belong to one claim each."""
Compared = Annotated[str, Query(min_length=1, max_length=200, description="Id of a run or a position.")]


@page(router, "/runs/{run}", "A run: its answer, its position, and what stands behind it")
def a_run(request: Request, run: str) -> Page:
    """A run; the answer first."""
    with house_of(request).sessions.one() as session:
        found = run_page(session, run)
        others = [one for one in runs(session) if one.kind == "run" and one.id != found.run.id and one.finished]
    shown = {
        "it": found,
        "d": found.view,
        "sources": _sources(found),
        "before": found.versions[-2] if len(found.versions) > 1 else None,
        "others": others[:20],
    }
    return Page("run.html", found.run.title, found, shown)


@page(router, "/runs/{run}/objections", "The objections of a run, with their evidence, ratings and replies")
def objections(request: Request, run: str, number: Number = 1) -> Page:
    """Every objection of a run, some of the groups at a time."""
    with house_of(request).sessions.one() as session:
        found = run_page(session, run)
    groups = found.view.groups if found.view is not None else ()
    part = Part(number, GROUPS, len(groups), request.url.path)
    shown = groups[part.skip : part.skip + GROUPS]
    twin: JsonObject = {**part.as_json(), "run": found.run.id, "groups": plain_json(shown)}
    return Page("objections.html", "Objections", twin, {"it": found, "d": found.view, "groups": shown, "part": part})


@page(router, "/debates/{run}", "A debate: the transcript with its margins, the flow, the ballot")
def a_debate(request: Request, run: str) -> Page:
    """A debate."""
    with house_of(request).sessions.one() as session:
        found = debate_page(session, run)
    return Page("debate.html", found.view.motion, found, {"it": found, "d": found.view})


@router.get("/chains/{chain}", include_in_schema=False)
def a_chain(request: Request, chain: str) -> Response:
    """Leads to the page of a chain, whatever kind it is of."""
    with house_of(request).sessions.one() as session:
        found = chain_of(session, chain)
    if found.kind == "corpus":
        return RedirectResponse(f"/corpora/{found.title}", 303)
    kind = {"run": "runs", "debate": "debates"}.get(found.kind, "ledger")
    return RedirectResponse(f"/{kind}/{found.id}", 303)


@page(router, "/diff", "What differs between two positions of a run, or between two runs")
def differences(request: Request, a: Compared, b: Compared) -> Page:
    """Two positions of a run, or two runs, side by side."""
    with house_of(request).sessions.one() as session:
        found = diff(session, a.strip(), b.strip())
        titles = {chain.id: chain.title for chain in runs(session)}
    return Page("diff.html", "What differs", found, {"d": found, "titles": titles})


def _sources(found: RunPage) -> dict[str, str]:
    """For each claim's place in the page: where the first sentence that it quotes stands in its document."""
    view: DossierView | None = found.view
    if view is None or not found.corpus:
        return {}
    claims = view.claims
    groups = [*(some for _, _, some in claims.core), claims.conditional, claims.contested, claims.dissent]
    places = {}
    for claim in (one for group in (*groups, claims.unsupported, claims.unlabelled) for one in group):
        passages = [passage for record in claim.records for passage in record.passages]
        if passages:
            first = passages[0]
            places[claim.anchor] = sentence_address(found.corpus, first.source.id, first.numbers[0])
    return places


def sentence_address(corpus: str, document: str, number: int) -> str:
    """Where a sentence stands in its document."""
    return f"/corpora/{corpus}/documents/{document}?sentence={number}#s{number}"
