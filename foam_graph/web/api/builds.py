"""Builds of memories of debates: transcripts sent, what they would take, begun, followed, stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body
from starlette.requests import Request

from foam_graph.web.api.bodies import BuildBody
from foam_graph.web.api.describing import Later
from foam_graph.web.api.operations import ROOT, Key, Made, asker, reading, writing
from foam_graph.web.house import house_of

if TYPE_CHECKING:
    from foam_graph.app.at_work.building import BuildTold

router = APIRouter()
BUILD = Later("foam_graph.app.at_work.building", "BuildTold")


@writing(
    router,
    "/memories/{memory}/builds",
    "Send transcripts for a memory: they are read for what it would take, and nothing is built yet",
    BUILD,
    202,
)
def send(request: Request, memory: str, body: Annotated[BuildBody, Body()], key: Key = "") -> Made:
    """Keeps transcripts and has them read."""
    from foam_graph.app.at_work.building import build_told, send_once
    from foam_graph.app.at_work.kept_builds import BuildForm

    house = house_of(request)
    form = BuildForm(memory, body.agents, body.keep_free, body.pseudonyms)
    given = [(one.name, one.text) for one in body.transcripts]
    with house.sessions.writing() as session:
        name, again = send_once(session, house.jobs, form, given, key, asker(request))
        told = build_told(session, house.jobs, name)
    return Made(told, f"{ROOT}/builds/{name}", again)


@reading(router, "/builds/{build}", "How far a build is: poll it until `state` is `finished`", BUILD)
def a_build(request: Request, build: str) -> BuildTold:
    """How far a build is."""
    from foam_graph.app.at_work.building import build_told

    house = house_of(request)
    with house.sessions.one() as session:
        return build_told(session, house.jobs, build)


@writing(router, "/builds/{build}/{act}", "Begin a build or take it up (`begin`), or stop it (`stop`)", BUILD, 202)
def act_on_build(request: Request, build: str, act: str) -> Made:
    """Does something with a build."""
    from foam_graph.app.at_work.building import act_on, build_told

    house = house_of(request)
    with house.sessions.writing() as session:
        before = build_told(session, house.jobs, build)
        act_on(session, house.jobs, build, act)
        told = before if act == "discard" else build_told(session, house.jobs, build)
    return Made(told, f"{ROOT}/builds/{build}")
