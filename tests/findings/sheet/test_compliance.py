"""Facts that break or keep a rule: compliance, never a contradiction."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet import compliance, contradictions
from tests.support.case_texts import case_of


def file_of(rule: str, *facts: str) -> CaseFile:
    told = [(f"Report {n}", "official_record", "2025-05-02", f"{fact} It rained.") for n, fact in enumerate(facts)]
    return case_of(("Harbour rules", "law", "2020-01-01", f"{rule} These rules have nine sections."), *told)


BROKEN = [
    ("The skipper must close the hatch.", "The skipper did not close the hatch."),
    ("Every boat must be inspected by the harbour master.", "The boat was never inspected by the harbour master."),
    ("The clerk shall publish the tender.", "The clerk failed to publish the tender."),
    ("The warden is required to lock the gate.", "The warden did not lock the gate."),
    ("Visitors must not feed the seals.", "A visitor fed the seals."),
    ("No member may sell the mooring.", "Mr Lund sold the mooring."),
    ("The fuel may not be stored in the cabin.", "The fuel was stored in the cabin."),
    ("The report must be signed by two auditors before payment.", "The report was not signed by the auditors."),
    ("The engine shall not be run at night.", "The engine was run at night."),
    ("Nets must be returned by 31 March 2025.", "The nets were returned on 14 April 2025."),
    ("Crew are not permitted to smoke in the hold.", "The crew smoked in the hold."),
    ("The mate has to record the temperature.", "The temperature was not recorded by the mate."),
    ("The council shall hear the tenants.", "The council did not hear the tenants."),
]
KEPT = [
    ("The skipper must close the hatch.", "The skipper closed the hatch."),
    ("Every boat must be inspected by the harbour master.", "The boat was inspected by the harbour master."),
    ("The clerk shall publish the tender.", "The clerk published the tender."),
    ("The warden is required to lock the gate.", "The warden locked the gate."),
    ("Nets must be returned by 31 March 2025.", "The nets were returned on 14 March 2025."),
    ("The council shall hear the tenants.", "The council heard the tenants."),
]
INNOCENT = [
    ("The skipper must close the hatch.", "The skipper did not close the shop."),
    ("Nets must be returned within 14 days of the storm.", "The nets were returned on 14 April 2025."),
    ("The clerk shall publish the tender.", "The clerk will publish the tender."),
    ("Visitors must not feed the seals.", "Visitors like the seals."),
    ("The report must be signed by two auditors.", "The report would not be signed."),
    ("No member may sell the mooring.", "The member bought the mooring."),
    ("The warden must lock the gate.", "The gate is old."),
    ("The council shall hear the tenants.", "The council should have heard the tenants."),
    ("The engine shall not be run at night.", "If the engine is run at night, the neighbours complain."),
    ("The fuel may not be stored in the cabin.", "The fuel was stored in the shed."),
    ("The mate must record the temperature.", "Three of the 20 mates recorded the temperature."),
    ("Crew are not permitted to smoke in the hold.", "The hold smelled of smoke."),
]


@pytest.mark.parametrize(("rule", "fact"), BROKEN)
def test_a_fact_breaks_a_rule(rule: str, fact: str) -> None:
    file = file_of(rule, fact)
    (found,) = compliance.findings(file)
    assert (found.kind, found.verdict, len(found.sentences)) == ("compliance", "not_met", 2)
    assert fact.rstrip(".") in found.text
    assert list(contradictions.findings(file)) == []


@pytest.mark.parametrize(("rule", "fact"), KEPT)
def test_a_fact_keeps_a_rule(rule: str, fact: str) -> None:
    (found,) = compliance.findings(file_of(rule, fact))
    assert found.verdict == "met"


@pytest.mark.parametrize(("rule", "fact"), INNOCENT)
def test_what_is_no_act_under_the_rule_is_none(rule: str, fact: str) -> None:
    assert [one.text for one in compliance.findings(file_of(rule, fact))] == []


def test_what_one_document_says_was_done_and_another_denies_is_disputed() -> None:
    rule = "The skipper must close the hatch."
    (found,) = compliance.findings(
        file_of(rule, "The skipper closed the hatch.", "The skipper did not close the hatch.")
    )
    assert found.verdict == "disputed"
    assert found.against
