"""Challenges by other programs: lodged, followed, ruled on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body
from starlette.requests import Request

from foam_graph.web.api.bodies import ChallengeBody, RulingBody, WithdrawalBody
from foam_graph.web.api.describing import Later
from foam_graph.web.api.operations import ROOT, Items, Key, Made, Size, asker, listing, reading, writing
from foam_graph.web.house import house_of
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number
from foam_graph.web.seeing import seen_challenges

if TYPE_CHECKING:
    from foam_graph.app.contest_status import ChallengeStatus


router = APIRouter()
CONTESTED = Later("foam_graph.app.contested_once", "Contested")
CHALLENGE_ROW = Later("foam_graph.app.contest_status", "ChallengeRow")
CHALLENGE_STATUS = Later("foam_graph.app.contest_status", "ChallengeStatus")
CONTEST = Later("foam_graph.app.contest_forms", "Contest")


@listing(router, "/challenges", "The challenges of every run, the latest first", CHALLENGE_ROW)
def all_challenges(request: Request, number: Number = 1, size: Size = 50) -> Items:
    """Every challenge."""
    with house_of(request).sessions.one() as session:
        found = seen_challenges(request, session, (number - 1) * size, size)
    return Items(found.challenges, Part(number, size, found.total, request.url.path, {"size": str(size)}))


@reading(router, "/challenges/{challenge}", "A challenge, its rulings, and what it led to", CHALLENGE_STATUS)
def a_challenge(request: Request, challenge: str) -> ChallengeStatus:
    """A challenge and what became of it; who raised it and who ruled is not told."""
    from foam_graph.app.contest_status import challenge_status

    with house_of(request).sessions.one() as session:
        return challenge_status(session, challenge)


@writing(router, "/challenges", "Challenge a part of a position; only what rests on it changes", CONTESTED)
def challenge(request: Request, body: Annotated[ChallengeBody, Body()], key: Key = "") -> Made:
    """Lodges a challenge, has it ruled on provisionally, and repairs what it fells."""
    from foam_graph.app.contested_once import challenge_once

    by = asker(request)
    with house_of(request).sessions.writing() as session:
        evidence = body.document.given() if body.document else None
        told, again = challenge_once(session, body.challenge(by), evidence, key, by)
    return Made(told, f"{ROOT}/challenges/{told.challenge.id}", again)


@writing(router, "/challenges/preview", "What a challenge would touch and cost; nothing is written", CONTEST, 200)
def preview(request: Request, body: Annotated[ChallengeBody, Body()]) -> Made:
    """Says what a challenge would touch."""
    from foam_graph.app.contested_once import foreseen

    with house_of(request).sessions.writing() as session:
        return Made(foreseen(session, body.challenge(asker(request))), f"{ROOT}/challenges")


@writing(router, "/challenges/{challenge}/rulings", "Rule on a challenge, as a person", CONTESTED)
def ruling(request: Request, challenge: str, body: Annotated[RulingBody, Body()], key: Key = "") -> Made:
    """Rules on a challenge, and repairs the position accordingly."""
    from foam_graph.app.contested_once import rule_once

    by = asker(request)
    with house_of(request).sessions.writing() as session:
        told, again = rule_once(session, body.verdict(challenge, by), key, by)
    return Made(told, f"{ROOT}/challenges/{told.challenge.id}", again)


@writing(router, "/receipts/{code}/withdrawal", "Take a challenge back, by its receipt", CONTESTED)
def withdrawal(request: Request, code: str, body: Annotated[WithdrawalBody, Body()], key: Key = "") -> Made:
    """Withdraws a challenge; what it had felled by a machine's ruling is restored."""
    from foam_graph.app.contested_once import withdraw_once

    with house_of(request).sessions.writing() as session:
        told, again = withdraw_once(session, code, body.reason, key, asker(request))
    return Made(told, f"{ROOT}/challenges/{told.challenge.id}", again)
