"""Memories of debates: what each holds, its debates with their utterances, its schemes with their best examples."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.result import Listing
from foam_graph.web.access.person import person_of
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number

router = APIRouter()
SIZE = 50
"""Debates, or utterances, on a page."""
EXAMPLES = 25
"""Best examples of a scheme."""


def _may_build(request: Request) -> bool:
    person = person_of(request)
    return person.may("operate") and person.grants.everything


@page(router, "/memories", "The memories of debates")
def all_memories(request: Request) -> Page:
    """Every memory."""
    from foam_graph.app.memories import memories

    with house_of(request).sessions.one() as session:
        found = memories(session)
    return Page("memories.html", "Memories of debates", found, {"found": found, "may_build": _may_build(request)})


@page(router, "/memories/{memory}", "A memory: what it holds, its schemes, its debates")
def a_memory(request: Request, memory: str, number: Number = 1) -> Page:
    """A memory, some of its debates at a time."""
    from foam_graph.app.recollecting import (  # with it comes a debate's speaking: a server starts without
        scheme_name,
        show,
        stats,
    )

    with house_of(request).sessions.one() as session:
        told = stats(session, memory)
        held = show(session, memory)
    part = Part(number, SIZE, len(held), request.url.path)
    some = Listing(held[part.skip : part.skip + SIZE])
    names = {one.scheme: scheme_name(one.scheme) for one in told.schemes}
    shown = {"memory": memory, "told": told, "debates": some, "part": part, "names": names}
    shown |= {"may_build": _may_build(request)}
    return Page("memory.html", f"Memory {memory}", {**part.as_json(), "holds": told, "debates": some}, shown)


@page(router, "/memories/{memory}/debates/{debate}", "A debate of a memory, utterance by utterance, with its schemes")
def a_remembered_debate(request: Request, memory: str, debate: str, number: Number = 1) -> Page:
    """The utterances of a debate, some at a time."""
    from foam_graph.app.recollecting import scheme_name, show, show_debate

    with house_of(request).sessions.one() as session:
        said = show_debate(session, memory, debate)
        about = next((one for one in show(session, memory) if debate in (one.id, one.name)), None)
    part = Part(number, SIZE, len(said), request.url.path)
    some = Listing(said[part.skip : part.skip + SIZE])
    topic = about.topic if about is not None else debate
    names = {label.scheme: scheme_name(label.scheme) for one in some for label in one.labels}
    shown = {"memory": memory, "topic": topic, "about": about, "said": some, "part": part, "names": names}
    return Page("memory_debate.html", topic, {**part.as_json(), "debate": about, "utterances": some}, shown)


@page(router, "/memories/{memory}/schemes/{scheme}", "The best examples of a scheme in a memory")
def a_scheme(request: Request, memory: str, scheme: str) -> Page:
    """The best examples of a scheme of argument."""
    from foam_graph.app.recollecting import scheme_name, show_scheme

    with house_of(request).sessions.one() as session:
        found = show_scheme(session, memory, scheme, EXAMPLES)
    name = scheme_name(scheme)
    shown = {"memory": memory, "scheme": scheme, "name": name, "found": found}
    return Page("memory_scheme.html", name, found, shown)
