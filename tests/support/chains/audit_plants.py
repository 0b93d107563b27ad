"""Fictional graphs for the audit questions that the demo run has no rows for, planted through the one write path.

The demo's town knows no failed check, no model and no clash; each graph here holds the one thing that its question asks
for. ``audit_examples.py`` plants them after it has asked the demo run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.support.chains.debate_audit_cases import DEBATE_CASES
from tests.support.chains.planting import Plant

Planting = Callable[[Plant], Mapping[str, Any]]
"""Plants a graph; gives parameters besides the run."""
PLANTS: dict[str, Planting] = {}
SHUT = "Closing Mill Road to cars would reduce injuries by 60 percent."
OPEN = "Mill Road must stay open, because customers arrive by car."
MODEL = "a-model"


def planted(planting: Planting) -> Planting:
    """Enters a planting under the name of its question."""
    PLANTS[planting.__name__] = planting
    return planting


@planted
def claims_without_evidence(p: Plant) -> Mapping[str, Any]:
    """A claim whose only record was withdrawn, beside one that kept its own."""
    p.withdraw(p.line(p.claim(SHUT), p.sentence(p.document("Engineer's report"))))
    p.cited(p.claim(OPEN, "liberty"))
    return {}


@planted
def clashing_claims(p: Plant) -> Mapping[str, Any]:
    """Two claims that stand and exclude each other."""
    p.rebuts(p.claim(SHUT), p.claim(OPEN, "liberty"), "The road cannot be both closed and open to cars.")
    return {}


@planted
def concessions(p: Plant) -> Mapping[str, Any]:
    """A reply that gives a point away."""
    p.reply(p.critique(p.claim(SHUT)), concedes=True, text="Granted: the count was made in a single week.")
    return {}


@planted
def failed_checks(p: Plant) -> Mapping[str, Any]:
    """A position with one check that it passed and one that it did not."""
    p.position(checks=[("evidence linkage", True)])
    p.position(checks=[("quotations", False)], seen="1 of 12 quotations is altered")
    return {}


@planted
def uncertified_positions(p: Plant) -> Mapping[str, Any]:
    """A position that is not certified because of two checks."""
    p.position(checks=[("quotations", False), ("slot completeness", False), ("budgets", True)], seen="see the report")
    return {}


@planted
def fragile_claims(p: Plant) -> Mapping[str, Any]:
    """A core claim that another order of values would fell."""
    p.position((p.claim(SHUT), {"falls_if": ["liberty over safety"]}))
    return {}


@planted
def model_usage(p: Plant) -> Mapping[str, Any]:
    """Calls for two tasks, one of which failed once."""
    _calls(p)
    return {}


@planted
def models_everywhere(p: Plant) -> Mapping[str, Any]:
    """Calls of two models."""
    _calls(p)
    p.call(model="another-model", ms=2_100)
    return {}


@planted
def prompt_usage(p: Plant) -> Mapping[str, Any]:
    """One prompt, sent to two models that answered differently."""
    for model, response in ((MODEL, "valid"), ("another-model", "invalid")):
        p.call(model=model, response=response, prompt="3f9a" * 16)
    return {}


@planted
def repeated_failures(p: Plant) -> Mapping[str, Any]:
    """A model that timed out three times at one task."""
    for _ in range(3):
        p.call("timeout", model=MODEL, task="criticise")
    return {}


@planted
def slow_steps(p: Plant) -> Mapping[str, Any]:
    """One quick call and one that took half a minute."""
    for latency in (900, 31_400):
        p.call(model=MODEL, ms=latency)
    return {}


@planted
def near_copies_cited(p: Plant) -> Mapping[str, Any]:
    """A claim that counts a report and its near copy as two sources."""
    first = p.document("Engineer's report")
    second = p.document("Engineer's report, reprinted", near=first)
    p.line(p.claim(SHUT), p.sentence(first), p.sentence(second))
    return {}


@planted
def self_ratings(p: Plant) -> Mapping[str, Any]:
    """A critique rated by its own author, and by the author of what it attacks."""
    critique = p.critique(p.claim(SHUT, "order"), "liberty")
    p.rate(critique, "valid", stance="liberty")
    p.rate(critique, "invalid", stance="order")
    return {}


@planted
def unfaithful_quotations(p: Plant) -> Mapping[str, Any]:
    """A quotation that lost a word of its source."""
    sentence = p.sentence(p.document("Engineer's report"), "The trial did not reduce injuries.")
    record = p.line(p.claim(SHUT), sentence, says="The trial did reduce injuries.")
    p.verdict(record, "altered", "The trial did [-not-] reduce injuries.")
    return {}


def _calls(p: Plant) -> None:
    p.call(model=MODEL, task="draft_claim", ms=1_800)
    for outcome in ("ok", "timeout"):
        p.call(outcome, model=MODEL, task="criticise", ms=2_400)


def _debate(name: str) -> Planting:
    """What a query about debates is tested on is its example too."""

    def plant(p: Plant) -> Mapping[str, Any]:
        return {key: value for key, value in DEBATE_CASES[name](p, True)[0].items() if key != "run"}

    return plant


PLANTS |= {name: _debate(name) for name in DEBATE_CASES}
