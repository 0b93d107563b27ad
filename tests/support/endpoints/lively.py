"""Quick, well-formed, quarrelsome answers to every task: every slot gets filled, criticised, answered, rated, revised."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.support.endpoints.model_server import Asked

_VERDICTS = (("valid", 0.8, "revise"), ("invalid", 0.3, "defend"), ("requires_more_evidence", 0.6, "none"))


def lively(asked: Asked) -> dict[str, Any]:
    """The answer to one question; the same question always gets the same answer."""
    answer: dict[str, Any] = globals()[f"_{asked.task}"](asked.input, asked, _number(asked))
    return answer


def _number(asked: Asked) -> int:
    return hashlib.sha256(asked.data.model_dump_json().encode()).digest()[0]


def _words(text: str, count: int = 4) -> str:
    return " ".join(text.split()[:count])


def _stakeholders(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"stakeholders": [{"name": view.role_label, "interest": f"{view.values[0]}."} for view in data.perspectives]}


def _draft_plan(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    goal = f"Decide by {data.view.values[0]}, candidate {len(data.earlier)}."
    return {
        "goal": goal,
        "portfolio": data.branches[:2],
        "anticipated": ["It costs money."],
        "queries": ["opening hours"],
    }


def _critique_plan(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"critiques": [_critique("plan", data.plan.goal, f"Round {data.iteration}: says nothing of limits.")]}


def _critique(part: str, text: str, grounds: str, **more: Any) -> dict[str, Any]:
    plain = {"type": "logical_gap", "flaw": "weak_warrant", "hook": "", "value_target": "", "value_critic": ""}
    return plain | {"part": part, "quoted": _words(text), "grounds": grounds, "evidence": []} | more


def _revise_plan(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    plan: dict[str, Any] = data.plan.model_dump()
    return plan | {"goal": f"Within limits, {plan['goal']}"}


def _score_plan(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    proposal = dict.fromkeys(("relevance", "clarity", "feasibility", "innovation", "completeness"), 6.0)
    return {
        "proposal": proposal,
        "criticism": {"genuine_flaws": 4.0, "specificity": 5.0, "challenges_assumptions": 3.0},
    }


def _choose_branch(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"scores": {child.id: 1 / place for place, child in enumerate(data.children, 1)}, "why": "In order."}


def _propose_branch(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {
        "proposed": bool(data.types),
        "name": f"{_words(data.question)} by {data.view.values[0]}",
        "syllogism_type": data.types[0].name if data.types else "",
        "values": [],
        "considerations": [],
        "why": "Nothing else has a sentence.",
    }


def _fill_slot(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    filled = bool(data.offered) or data.slot.evidence == "none"
    chosen = [p for p in data.offered if [p.id] not in data.earlier][:1] if data.slot.evidence != "none" else []
    text = f"On {data.slot.component}, {_words(chosen[0].text if chosen else data.question, 9)}"
    more = {"backing": "", "qualifier": "As far as counted.", "rebuttal": "", "values": data.view.values[:1]}
    calculus = dict.fromkeys(("timeframe", "probability", "magnitude", "reversibility"), "")
    made = {
        "filled": filled,
        "text": text,
        "warrant": f"The source speaks of {data.slot.component}.",
        "tag": "a source",
    }
    return {
        **made,
        "evidence": [p.id for p in chosen],
        "further": [],
        **more,
        "form": "quotation",
        **calculus,
        "score": 6.0,
        "why": "Fits.",
    }


def _critique_claim(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    other = [p.id for p in data.others[:1]]
    found = [
        _critique("claim", data.claim, "Another source differs.", flaw="number_conflict", evidence=other),
        _critique("warrant", data.warrant, "It does not follow."),
        _critique("record", data.record[0].text if data.record else "", "One source.", type="missing_evidence",
                  flaw="single_source", hook="other counts"),
    ]  # fmt: skip
    if data.values and data.view.values[0] not in data.values:
        names = {"value_target": data.values[0], "value_critic": data.view.values[0]}
        found.append(
            _critique("claim", data.claim, "It costs more.", type="value_conflict", flaw="value_conflict", **names)
        )
    return {"critiques": [c for c in found if c["quoted"]]}


def _examine(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"question": "Over how many weeks was that counted?"}


def _answer(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"text": "The source says so.", "concedes": n % 4 == 0, "evidence": list(asked.offered[:1])}


def _rate(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    verdict, materiality, recommendation = _VERDICTS[n % 3]
    if data.what == "reply":
        verdict = "adequate" if n % 2 else "inadequate"
    made = {"verdict": verdict, "materiality": materiality, "recommendation": recommendation}
    return made | {"reasons": "By the sentences on both sides.", "rule": ""}


def _revise_claim(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    offered = [p for p in data.offered if p.id not in {r.id for r in data.record}]
    made = {"filled": bool(offered), "text": f"More narrowly, {_words(offered[0].text, 8)}" if offered else ""}
    evidence = [offered[0].id] if offered else []
    blank = dict.fromkeys(("backing", "rebuttal", "timeframe", "probability", "magnitude", "reversibility"), "")
    more = {
        "warrant": "The other source is better.",
        "tag": "better source",
        "evidence": evidence,
        "further": [],
        "values": [],
    }
    return blank | made | more | {"qualifier": "", "form": "quotation", "score": 6.0, "why": "It answers."}


def _synthesise(data: Any, asked: Asked, n: int) -> dict[str, Any]:
    return {"sentences": [{"text": f"{c.condition} {c.text}.".strip(), "claims": [c.id]} for c in data.claims]}
