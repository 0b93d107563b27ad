"""Protocol 6.1, 6.2, 6.5 and 6.6 beyond the worked cases: support and versions."""

from __future__ import annotations

from foam_graph.reasoning.sublation import sublate
from tests.support.chains.sublation_runs import RunOf

CARE, FISCAL = "care", "fiscal_responsibility"
THREE = {"left": {CARE: 0.7, FISCAL: 0.3}, "right": {CARE: 0.3, FISCAL: 0.7}, "tied": {CARE: 0.5, FISCAL: 0.5}}


def class_of(run: RunOf, claim: str = "c") -> str:
    return sublate(run.graph()).claims[claim].class_


def label_of(run: RunOf, node: str) -> str:
    return next(iter(sublate(run.graph()).labels.values()))[node]


def test_an_answered_objection_frees_the_second_version_and_every_later_one() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.claim("c2", old="c")
    run.rate("a", "k", "answered")
    assert class_of(run, "c2") == "core"
    run.claim("c3", old="c2")
    found = sublate(run.graph())
    assert found.claims["c3"].class_ == "core"
    assert found.claims["c3"].tested
    assert found.labels["ann"]["k"] == "in"


def test_versions_that_name_each_other_are_not_current_and_what_replaces_them_is() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.claim("c2", old="c")
    run.edge("SUPERSEDES", "c", "c2")
    run.claim("other")
    assert set(sublate(run.graph()).claims) == {"other"}
    run.claim("c3", old="c2")
    assert set(sublate(run.graph()).claims) == {"other", "c3"}


def test_answered_before_there_is_a_new_version_answers_nothing() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="answered")
    assert class_of(run) == "dissent"
    run.claim("c2", old="c")
    assert class_of(run, "c2") == "dissent"


def test_an_earlier_valid_rating_does_not_oppose_answered_but_a_later_one_does() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "valid", by="one")
    run.claim("c2", old="c")
    run.rate("e2", "k", "answered", by="two")
    assert class_of(run, "c2") == "core"
    run.rate("e3", "k", "valid", by="three")
    assert class_of(run, "c2") == "contested"


def test_invalid_and_answered_agree_that_nothing_is_left() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "invalid", by="one")
    run.claim("c2", old="c")
    run.rate("e2", "k", "answered", by="two")
    assert class_of(run, "c2") == "core"


def test_invalid_and_answered_agree_about_the_same_version_too() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.claim("c2", old="c")
    run.rate("e1", "k", "invalid", by="one")
    run.rate("e2", "k", "answered", by="two")
    assert class_of(run, "c2") == "core"


def test_answered_spares_only_the_target_that_was_revised() -> None:
    run = RunOf()
    run.claim("c")
    run.claim("d")
    run.critique("k", "c", "d", rated=None)
    run.claim("c2", old="c")
    run.rate("a", "k", "answered", materiality=0.1)
    found = sublate(run.graph())
    assert (found.claims["c2"].class_, found.claims["d"].class_) == ("core", "dissent")


def test_answered_too_early_grants_the_critique_and_opposes_a_dismissal() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="answered")
    run.rate("e", "k", "invalid", by="another")
    assert class_of(run) == "contested"


def test_a_carried_value_conflict_fails_for_the_same_audiences() -> None:
    run = RunOf(THREE)
    run.claim("c")
    run.critique("k", "c", values=(CARE, FISCAL))
    run.claim("c2", old="c")
    standing = sublate(run.graph()).claims["c2"]
    assert standing.audiences("in") == ["left"]
    assert standing.condition is not None
    assert standing.condition.words() == "holds where care weighs more than fiscal responsibility"


def test_a_revised_link_takes_the_place_of_the_old_one_for_what_rests_on_it() -> None:
    run = RunOf()
    run.syllogism("s", "link", "impact")
    run.claim("link", fills=("s", "link"))
    run.claim("impact", fills=("s", "impact"), rests_on=["link"])
    run.critique("k", "link")
    run.claim("link2", old="link")
    run.rate("a", "k", "answered")
    found = sublate(run.graph())
    assert found.labels["ann"]["s"] == "in"
    assert found.claims["impact"].class_ == "core"


def test_a_syllogism_without_a_required_component_does_not_stand() -> None:
    run = RunOf()
    run.syllogism("s", "link", "impact")
    run.claim("link", fills=("s", "link"))
    assert label_of(run, "s") == "out"


def test_the_threshold_decides_what_is_immaterial() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e", "k", "valid", materiality=0.5)
    assert sublate(run.graph()).claims["c"].class_ == "dissent"
    assert sublate(run.graph(), threshold=0.51).claims["c"].class_ == "core"


def test_only_the_latest_verdict_about_a_quotation_counts() -> None:
    run = RunOf()
    run.claim("c")
    run.verdict("R-c", "altered")
    assert class_of(run) == "unsupported"
    run.verdict("R-c", "exact")
    assert class_of(run) == "core"
    run.verdict("R-c", "not_found")
    assert class_of(run) == "core"


def test_a_record_rests_on_all_its_sentences_unless_severable() -> None:
    for severable, expected in ((False, "dissent"), (True, "core")):
        run = RunOf()
        run.sentence("s1")
        run.sentence("s2")
        run.claim("c", ground=False)
        run.record("r", ["s1", "s2"], severable=severable)
        run.line("c", "w", "r")
        run.critique("k", "s1")
        assert class_of(run) == expected
        run.critique("l", "s2")
        assert class_of(run) == "dissent"


def test_evidence_rules_of_components() -> None:
    expected = {"required": "unsupported", "optional": "core", "none": "core"}
    for evidence, outcome in expected.items():
        run = RunOf()
        run.claim("c", evidence=evidence, ground=False)
        run.line("c", "w")
        assert class_of(run) == outcome
        run.critique("k", "w")
        assert class_of(run) == ("unsupported" if evidence == "required" else "dissent")
    for evidence, outcome in {"required": "unsupported", "optional": "unsupported", "none": "core"}.items():
        run = RunOf()
        run.claim("c", evidence=evidence, ground=False)
        assert class_of(run) == outcome


def test_records_play_no_part_where_no_evidence_is_asked_for() -> None:
    run = RunOf()
    run.claim("c", evidence="none", ground=False)
    run.line("c", "w", "r")
    run.critique("k", "r")
    assert class_of(run) == "core"
