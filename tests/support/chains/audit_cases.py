"""Every query of cypher/audit on a planted graph, and on one that differs in one thing and must give nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from foam_graph.model.kinds import Role
from tests.support.chains.planting import Plant

Params = dict[str, Any]
Rows = list[dict[str, Any]]
Planting = Callable[[Plant, bool], tuple[Params, Rows]]
"""Plants a graph, with or without the one thing that matters; gives parameters, and columns of the rows to come."""
CASES: dict[str, Planting] = {}


def case(planting: Planting) -> Planting:
    CASES[planting.__name__] = planting
    return planting


# --- From a node


@case
def who_said(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim("Said so.", "order")
    said = {
        "id": claim.id,
        "kind": "Claim",
        "text": "Said so.",
        "role": "Refiner",
        "stance_id": "order",
        "step": "fill",
    }
    return {"id": claim.id if there else claim.id + "9"}, [said]


@case
def from_what(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim, document = p.claim(), p.document("A register")
    record = p.line(claim, p.sentence(document, "It is listed."))
    if not there:
        p.withdraw(record)
    return {"id": claim.id}, [{"text": "It is listed.", "document": document.id, "title": "A register"}]


@case
def objections_to(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim, other = p.claim(), p.claim()
    light, heavy = (p.critique(claim if there else other) for _ in range(2))
    p.rate(light, "invalid", materiality=0.1)
    p.rate(heavy, "valid", materiality=0.9)
    p.reply(heavy)
    return {"id": claim.id}, [
        {"critique": heavy.id, "verdict": "valid", "materiality": 0.9, "replies": 1},
        {"critique": light.id, "verdict": "invalid", "materiality": 0.1, "replies": 0},
    ]


@case
def versions_of(p: Plant, there: bool) -> tuple[Params, Rows]:
    old = p.claim("Before.")
    critique = p.critique(old)
    new = p.claim("After.", replaces=old if there else None, answers=critique)
    return {"id": old.id}, [
        {"id": old.id, "replaces": None, "standing": "superseded", "because": []},
        {"id": new.id, "replaces": old.id, "standing": "current", "because": [critique.id]},
    ]


@case
def withdrawn_document(p: Plant, there: bool) -> tuple[Params, Rows]:
    document, below = p.document(), p.claim("Below.")
    above, beside = p.claim("Above.", rests=[below]), p.claim("Beside.")
    sentence, elsewhere = p.sentence(document), p.sentence(p.document())
    p.line(below, sentence)
    p.line(beside, sentence, elsewhere, severable=True)
    if not there:
        p.line(below, elsewhere)
    return {"document": document.id}, [{"claim": below.id, "depth": 0}, {"claim": above.id, "depth": 1}]


@case
def citing_document(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    document = p.cited(claim)
    if not there:
        p.withdraw(claim)
    return {"document": document.id}, [{"run": p.run, "claims": 1, "critiques": 0, "sentences": 1}]


@case
def document_origin(p: Plant, there: bool) -> tuple[Params, Rows]:
    first = p.document()
    document = p.document("Again", near=first)
    wanted = document if there else p.claim()
    return {"document": wanted.id}, [
        {"document": document.id, "licence": "CC0", "by": "An operator", "near": [first.id]}
    ]


@case
def sentence_uses(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim, document = p.claim(), p.document()
    here, other = (p.sentence(document, key=f"{p.run}:{n}") for n in (1, 1 if there else 2))
    record = p.line(claim, other)
    return {"id": here.id}, [{"record": record.id, "used_by": claim.id, "kind": "Claim", "stance_id": "order"}]


@case
def position_changes(p: Plant, there: bool) -> tuple[Params, Rows]:
    kept, moved, old, gone = p.claim(), p.claim(), p.claim("Old."), p.claim()
    first = p.position(*((c, {}) for c in (kept, moved, old, gone)))
    if not there:
        second = p.position(*((c, {}) for c in (kept, moved, old, gone)), replaces=first)
        return {"before": first.id, "after": second.id}, []
    challenge = p.challenge(old)
    new, added = p.claim("New.", replaces=old), p.claim()
    p.withdraw(gone)
    second = p.position((kept, {}), (moved, {"class": "contested"}), (new, {}), (added, {}), replaces=first)
    p.outcome(challenge, second)
    because = [f"{challenge.id} narrowed"]
    told = [
        ("added", added, None, "core"), ("removed", gone, "core", None), ("revised", new, "core", "core"),
        ("standing", moved, "core", "contested"),
    ]  # fmt: skip
    rows = [{"change": c, "claim": n.id, "before": b, "after": a, "because": because} for c, n, b, a in told]
    return {"before": first.id, "after": second.id}, rows


@case
def challenge_course(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    challenge, other = p.challenge(claim), p.challenge(claim)
    machine = p.ruling(challenge, "invalid", human=False)
    person = p.ruling(challenge, "valid", human=True)
    end = p.outcome(challenge)
    return {"id": challenge.id if there else other.id}, [
        {"what": "ruling", "id": machine.id, "detail": "invalid", "by_person": False},
        {"what": "ruling", "id": person.id, "detail": "valid", "by_person": True},
        {"what": "outcome", "id": end.id, "detail": "narrowed", "by_person": False},
    ]


# --- Evidence of a run


@case
def claims_without_evidence(p: Plant, there: bool) -> tuple[Params, Rows]:
    bare, free = p.claim("Bare."), p.claim("Free.", evidence="none")
    record = p.line(bare, p.sentence(p.document()))
    if there:
        p.withdraw(record)
    assert free.id != bare.id
    return {"run": p.run}, [{"claim": bare.id, "leaf": "l1", "stance_id": "order", "text": "Bare."}]


@case
def single_source_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim("Only once.")
    document = p.cited(claim)
    p.line(claim, p.sentence(document if there else p.document()))
    return {"run": p.run}, [{"claim": claim.id, "document": document.id, "title": "A report"}]


@case
def near_copies_cited(p: Plant, there: bool) -> tuple[Params, Rows]:
    first = p.document()
    second = p.document(near=first if there else None)
    claim = p.claim()
    p.line(claim, p.sentence(first), p.sentence(second))
    return {"run": p.run}, [{"claim": claim.id, "document": first.id, "copy": second.id, "likeness": 0.9}]


@case
def stale_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim, sentence = p.claim(), p.sentence(p.document())
    p.line(claim, sentence, newest="2019-05-01")
    p.line(claim, sentence, newest="2020-12-31" if there else "2021-01-01")
    return {"run": p.run, "before": "2021"}, [{"claim": claim.id, "newest": "2020-12-31"}]


@case
def evidence_for_both_sides(p: Plant, there: bool) -> tuple[Params, Rows]:
    sentence, claim = p.sentence(p.document(), "It rains."), p.claim(stance="order")
    p.line(claim, sentence)
    against = p.critique(claim, "liberty" if there else "order", p.record(sentence, role=Role.CRITIC))
    expected = {"text": "It rains.", "sides": ["order", "liberty"], "claims": [claim.id], "critiques": [against.id]}
    return {"run": p.run}, [expected]


@case
def unfaithful_quotations(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    record = p.line(claim, p.sentence(p.document()))
    p.verdict(record, "exact")
    p.verdict(record, "altered" if there else "elided")
    return {"run": p.run}, [{"record": record.id, "verdict": "altered", "claims": [claim.id]}]


@case
def documents_offered_unused(p: Plant, there: bool) -> tuple[Params, Rows]:
    document = p.document()
    sentence = p.sentence(document, offered=True)
    if not there:
        p.record(sentence)
    return {"run": p.run}, [{"document": document.id, "title": "A report", "offered": 1}]


# --- Objections of a run


@case
def objections_dismissed(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    critique = p.critique(claim)
    p.rate(critique, "valid")
    p.rate(critique, "invalid" if there else "valid", rule="on-the-matter")
    return {"run": p.run}, [
        {"critique": critique.id, "target": claim.id, "rule": "on-the-matter", "evaluator": "umpire"}
    ]


@case
def unresolved_dissent(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    critique, settled = p.critique(claim), p.critique(claim)
    for one in (critique, settled):
        p.rate(one, "valid", materiality=0.7)
        p.rate(p.reply(one), "inadequate" if one is critique and there else "adequate")
    p.position(memo=[critique, settled])
    return {"run": p.run}, [{"critique": critique.id, "target": claim.id, "verdict": "valid", "materiality": 0.7}]


@case
def unanswered_objections(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    critique = p.critique(claim)
    p.rate(critique, "valid", materiality=0.6)
    if not there:
        p.reply(critique)
    return {"run": p.run, "least": 0.6}, [{"critique": critique.id, "target": claim.id, "materiality": 0.6}]


@case
def concessions(p: Plant, there: bool) -> tuple[Params, Rows]:
    critique = p.critique(p.claim())
    reply = p.reply(critique, concedes=there)
    return {"run": p.run}, [{"reply": reply.id, "stance_id": "order", "critique": critique.id, "critic": "liberty"}]


@case
def clashing_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    one, two = p.claim("Yes."), p.claim("No.")
    p.rebuts(one, two)
    if not there:
        p.withdraw(two)
    return {"run": p.run}, [{"claim": one.id, "against": two.id, "other": "No.", "why": "Not both."}]


@case
def self_ratings(p: Plant, there: bool) -> tuple[Params, Rows]:
    critique = p.critique(p.claim(stance="order"), "liberty")
    by = ("liberty", "order") if there else ("umpire", "umpire")
    first, second = (p.rate(critique, stance=stance) for stance in by)
    return {"run": p.run}, [
        {"evaluation": first.id, "rated": critique.id, "interest": "rates its own words"},
        {"evaluation": second.id, "rated": critique.id, "interest": "rates an objection to its own words"},
    ]


@case
def overruled_ratings(p: Plant, there: bool) -> tuple[Params, Rows]:
    challenge = p.challenge(p.claim())
    p.ruling(challenge, "invalid", human=False)
    p.ruling(challenge, "valid" if there else "invalid", human=True)
    return {"run": p.run}, [
        {
            "challenge": challenge.id,
            "machine": "invalid",
            "machine_rule": "a-rule",
            "person": "valid",
            "reasons": "So ruled.",
        }
    ]


@case
def challenges_of(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    challenge = p.challenge(claim) if there else p.critique(claim)
    if there:
        p.ruling(challenge, "invalid", human=False)
        p.ruling(challenge, "valid", human=True)
        p.outcome(challenge, kind="defended")
    expected = {
        "challenge": challenge.id,
        "kind": "relevance",
        "target": claim.id,
        "ruling": "valid",
        "outcome": "defended",
    }
    return {"run": p.run}, [{**expected, "by_person": True, "untouched": 3}]


# --- Position of a run


@case
def fragile_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    first = p.position((claim, {"falls_if": ["safety first"]}))
    if not there:
        p.position((claim, {}), replaces=first)
    return {"run": p.run}, [{"claim": claim.id, "tested": True, "falls_if": ["safety first"]}]


@case
def divided_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    told = {
        "class": "conditional",
        "condition": "safety first",
        "in_for": ["order"],
        "out_for": ["liberty"] if there else [],
    }
    p.position((claim, told))
    return {"run": p.run}, [{"claim": claim.id, **told}]


@case
def untested_core_claims(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim, contested = p.claim("Core."), p.claim()
    p.position((claim, {"tested": not there}), (contested, {"class": "contested", "tested": False}))
    return {"run": p.run}, [{"claim": claim.id, "text": "Core."}]


@case
def foundations(p: Plant, there: bool) -> tuple[Params, Rows]:
    low = p.claim("Low.")
    middle = p.claim(rests=[low])
    p.claim(rests=[middle] if there else [])
    return {"run": p.run}, [{"claim": low.id, "text": "Low.", "dependents": 2}]


@case
def failed_checks(p: Plant, there: bool) -> tuple[Params, Rows]:
    first = p.position(checks=[("quotations", False)])
    last = p.position(checks=[("quotations", not there), ("sources", True)], replaces=first)
    return {"run": p.run}, [{"position": last.id, "name": "quotations", "detail": "seen"}]


@case
def branch_decisions(p: Plant, there: bool) -> tuple[Params, Rows]:
    choice = p.choice(*(["c2"] if there else []))
    return {"run": p.run}, [{"choice": choice.id, "branch": "b1", "taken": ["c1"], "left": ["c2"], "why": "It fits."}]


# --- Who did the work


@case
def stance_drift(p: Plant, there: bool) -> tuple[Params, Rows]:
    turn = f"{p.run}-1"
    p.claim()
    p.drift(turn, 0.25 if there else 0.005)
    return {"run": p.run}, [
        {"turn": turn, "step": "fill", "stance_id": "order", "drift": 0.25, "violated": ["a value"]}
    ]


@case
def perspectives_heard(p: Plant, there: bool) -> tuple[Params, Rows]:
    if not there:
        p.drift(p.run, 0.5)
        return {"run": p.run}, []
    kept, gone = p.claim(stance="order"), p.claim(stance="order")
    p.withdraw(gone)
    p.rate(p.critique(kept, "liberty"), "valid")
    return {"run": p.run}, [
        {"stance_id": "liberty", "turns": 1, "claims": 0, "standing": 0, "critiques": 1, "upheld": 1},
        {"stance_id": "order", "turns": 2, "claims": 2, "standing": 1, "critiques": 0, "upheld": 0},
    ]


@case
def model_usage(p: Plant, there: bool) -> tuple[Params, Rows]:
    if there:
        p.call()
        p.call("timeout")
    expected = {"model": f"model-{p.run}", "task": "rate", "calls": 2, "failed": 1, "tokens_in": 14, "tokens_out": 6}
    return {"run": p.run}, [{**expected, "latency_ms": 10}]


@case
def prompt_usage(p: Plant, there: bool) -> tuple[Params, Rows]:
    p.call(prompt="p1", response="yes", model="m1")
    p.call(prompt="p1" if there else "p2", response="no", model="m2")
    return {"run": p.run}, [{"prompt_hash": "p1", "task": "rate", "models": ["m1", "m2"], "calls": 2, "answers": 2}]


@case
def agents_at_work(p: Plant, there: bool) -> tuple[Params, Rows]:
    if there:
        p.call(ms=4)
        p.call(ms=6)
    return {"run": p.run}, [{"agent": "offline-rules", "role": "Proposer", "acts": 2, "failed": 0, "latency_ms": 10}]


@case
def slow_steps(p: Plant, there: bool) -> tuple[Params, Rows]:
    activity = p.call(ms=70 if there else 69)
    return {"run": p.run, "least_ms": 70}, [{"activity": activity, "step": "plant", "latency_ms": 70, "calls": 1}]


@case
def repeated_failures(p: Plant, there: bool) -> tuple[Params, Rows]:
    p.call("timeout", model="m1")
    p.call("timeout" if there else "ok", model="m1")
    return {"run": p.run}, [{"what": "call rate", "agent": "m1", "outcome": "timeout", "times": 2}]


@case
def acts_of_people(p: Plant, there: bool) -> tuple[Params, Rows]:
    claim = p.claim()
    if there:
        p.challenge(claim, by="Somebody")
    return {"run": p.run}, [{"role": "Contester", "step": "challenge", "by": "Somebody", "note": "wrong"}]


# --- Every run


@case
def uncertified_positions(p: Plant, there: bool) -> tuple[Params, Rows]:
    first = p.position(checks=[("quotations", False)])
    last = p.position(checks=[("quotations", not there), ("sources", True)], replaces=first)
    return {"limit": 100_000}, [{"run": p.run, "position": last.id, "failed": ["quotations"]}]


@case
def models_everywhere(p: Plant, there: bool) -> tuple[Params, Rows]:
    model = f"model-{p.run}"
    p.call("timeout", model=model if there else "another")
    return {"limit": 100_000}, [{"model": model, "runs": 1, "calls": 1, "failed": 1, "tokens": 10}]


@case
def documents_relied_on(p: Plant, there: bool) -> tuple[Params, Rows]:
    document = p.document()
    record = p.record(p.sentence(document))
    if not there:
        p.withdraw(record)
    return {"limit": 100_000}, [{"document": document.id, "runs": 1, "records": 1}]
