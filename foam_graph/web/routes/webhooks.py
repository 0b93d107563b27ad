"""Webhooks: who is told of what, and what could not be told."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.webhooks import deliveries, webhooks
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()


@page(router, "/webhooks", "Webhooks, and the latest deliveries; those that are not tried any more first")
def all_webhooks(request: Request) -> Page:
    """The webhooks with their deliveries; secrets are shown nowhere."""
    with house_of(request).sessions.one() as session:
        known, dead, latest = webhooks(session), deliveries(session, "dead"), deliveries(session)
    twin = {"webhooks": known, "dead": dead, "latest": latest}
    return Page("webhooks.html", "Webhooks", twin, {"known": known, "dead": dead, "latest": latest})
