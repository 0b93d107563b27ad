"""Conflicts over planted corpora: topics that the rules were not tuned on, and corpora without a fault."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from foam_graph.findings.comparing.conflicts import Conflict, conflicts, scope_wider, unsupported
from foam_graph.findings.comparing.support import is_unsupported
from foam_graph.findings.language.likeness import Statistics, alike
from foam_graph.findings.passages import Passage
from tests.support.worlds.planted_faults import FACT_KINDS, Corpus, Split, corpus, topics

NONE = Statistics()


def passage(text: str, name: str = "a", date: str = "", before: str = "", title: str = "") -> Passage:
    return Passage(name, name, title, text, date, "unknown", before)


def between(one: str, other: str, dates: tuple[str, str] = ("", "")) -> list[Conflict]:
    return conflicts(passage(one, "a", dates[0]), [passage(other, "b", dates[1])], NONE)


def kinds(one: str, other: str, dates: tuple[str, str] = ("", "")) -> set[str]:
    return {found.kind for found in between(one, other, dates)}


def reports(found: Corpus) -> set[tuple[str, frozenset[str]]]:
    statistics = Statistics.over(found.passages)
    return {
        (one.kind, frozenset((one.target.id, one.other.id)))
        for target in found.passages
        for one in conflicts(target, found.passages, statistics)
    }


def measured(split: Split, seeds: range) -> dict[str, tuple[float, float, int]]:
    """Recall, precision and number of planted faults for each kind; every report on a clean corpus is false."""
    hits, misses, alarms = Counter[str](), Counter[str](), Counter[str]()
    for seed in seeds:
        for fault in (True, False):
            made = corpus(split, seed, fault)
            planted = {(kind, frozenset((one, other))) for kind, one, other in made.faults}
            found = reports(made)
            hits.update(kind for kind, _ in planted & found)
            misses.update(kind for kind, _ in planted - found)
            alarms.update(kind for kind, _ in found - planted)
    return {
        kind: (
            hits[kind] / max(1, hits[kind] + misses[kind]),
            hits[kind] / max(1, hits[kind] + alarms[kind]),
            hits[kind] + misses[kind],
        )
        for kind in (*FACT_KINDS, "stale")
    }


@pytest.mark.parametrize("kind", FACT_KINDS)
def test_held_out_topics_reach_recall_and_precision(kind: str) -> None:
    recall, precision, planted = held()[kind]
    assert planted >= 12
    assert recall >= 0.8
    assert precision >= 0.9


_HELD: dict[str, tuple[float, float, int]] = {}


def held() -> dict[str, tuple[float, float, int]]:
    if not _HELD:
        _HELD.update(measured("held", range(100, 110)))
    return _HELD


def test_topic_sets_are_disjoint_and_wide() -> None:
    tune, kept = topics("tune"), topics("held")
    assert len(tune) + len(kept) >= 8
    assert not {one.name for one in tune} & {one.name for one in kept}
    for topic in (*tune, *kept):
        assert all(len(set(one.patterns)) >= 6 for one in (*topic.numbers, *topic.dates))


def test_missing_support_is_found_and_supported_claims_are_not_reported() -> None:
    hits = misses = alarms = 0
    for topic in topics("held"):
        for figures in (*topic.numbers, *topic.dates):
            rng = random.Random(topic.name)  # noqa: S311
            value, other = rng.sample(figures.values, 2)
            for claim, evidence in zip(figures.patterns, figures.patterns[1:], strict=False):
                shown = [passage(evidence.format(n=value)), passage(topic.distractors[0], "b")]
                alarms += is_unsupported(claim.format(n=value), shown)
                found = is_unsupported(claim.format(n=other), shown)
                hits, misses = hits + found, misses + (not found)
                elsewhere = is_unsupported(claim.format(n=value), [passage(topic.distractors[1], "c")])
                hits, misses = hits + elsewhere, misses + (not elsewhere)
    assert hits / (hits + misses) >= 0.8
    assert hits / (hits + alarms) >= 0.9


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Maria Lopez worked 40 hours in March.", "Maria Lopez worked 32 hours in April."),
        ("Maria Lopez worked 40 hours in March.", "Ines Duarte worked 32 hours in March."),
        ("The adult ticket costs $3.", "The student ticket costs $2."),
        ("The income limit is $1,310 a month.", "Her income was $1,450 a month."),
        ("Applications must be filed by 1 March.", "The application was filed on 5 March."),
        ("About 400 people attended the fair.", "The fair was attended by 396 people."),
        ("The lease lasts 2 weeks.", "The lease lasts 14 days."),
        ("More than 400 people attended the fair.", "The fair was attended by 450 people."),
        ("Applicants are not eligible unless they reside in the county.", "Applicants are eligible."),
        ("The council did not reject the plan.", "The council approved the plan."),
        ("The shelter has 60 beds.", "The shelter had 45 beds in 2019."),
        ("Mr Reyes attended four hearings.", "Mr Reyes missed two hearings."),
        ("Is the bridge open?", "The bridge is not open."),
        ("Adults pay $5 and children pay $3.", "Children pay $3."),
        ("", ""),
        ("...", "12"),
    ],
)
def test_no_conflict(one: str, other: str) -> None:
    assert between(one, other) == []


@pytest.mark.parametrize(
    ("one", "other", "kind", "quote"),
    [
        ("The clinic treats 400 patients a month.", "Each month 350 patients are treated at the clinic.", "number",
         "400 patients a month"),
        ("The council approved the plan.", "The plan was rejected by the council.", "negation", "approved"),
        ("No bus runs on Sunday.", "Buses run on Sunday.", "negation", "No bus runs"),
        ("The bridge opened on 3 March 2021.", "The bridge was inaugurated on 9 March 2021.", "date", "3 March 2021"),
        ("All schools have a library.", "Some schools have a library.", "scope", "All"),
    ],
)  # fmt: skip
def test_kind_and_quoted_words(one: str, other: str, kind: str, quote: str) -> None:
    (found,) = between(one, other)
    assert found.kind == kind
    assert found.quoted in one
    assert quote.startswith(found.quoted) or found.quoted.startswith(quote.split()[0])


def test_a_later_source_makes_a_figure_stale() -> None:
    assert kinds("The fee is $40.", "The fee is now $45.", ("2023", "2024-05-01")) >= {"stale"}
    assert kinds("The fee is $40.", "As of May the fee is $45.", ("2023", "2024-05-01")) == {"stale"}
    assert "stale" not in kinds("The fee is $40.", "The fee is $45.", ("2024", "2023"))


def test_a_pronoun_takes_its_subject_from_the_sentence_before() -> None:
    one = passage("It holds 40 beds.", "a", before="The Elm clinic opened last year.")
    assert [c.kind for c in conflicts(one, [passage("The Elm clinic holds 52 beds.", "b")], NONE)] == ["number"]
    assert conflicts(one, [passage("The Oak hospital holds 52 beds.", "b")], NONE) == []


def test_documents_of_one_series_speak_of_different_items() -> None:
    one = passage("Gross pay was $412.50.", "a", title="Pay slip March 2026")
    assert conflicts(one, [passage("Gross pay was $388.00.", "b", title="Pay slip April 2026")], NONE) == []
    assert conflicts(one, [passage("Gross pay was $388.00.", "b", title="Bank letter")], NONE) != []


def test_likeness_is_symmetric_and_tells_subject_from_topic() -> None:
    one, two = passage("The hospital employs 40 nurses."), passage("40 nurses are employed at the hospital.", "b")
    three = passage("The hospital serves 300 meals.", "c")
    assert alike(one, two, NONE) == alike(two, one, NONE) > 0.8
    assert alike(one, three, NONE) < 0.5


def test_scope_wider() -> None:
    evidence = [passage("In the pilot, some households cut their use of water.")]
    assert '"Every"' in scope_wider("Every household cut its use of water.", evidence)
    assert scope_wider("Households cut their use of water.", evidence)
    assert scope_wider("In the pilot, some households cut their use.", evidence) == ""
    assert scope_wider("Every household cut its use.", []) == ""


def test_unsupported_names_the_words() -> None:
    evidence = [passage("The ferry carried 400 passengers in May.")]
    assert unsupported("The ferry carried 400 passengers in May.", evidence) == []
    assert unsupported("The ferry carried 450 passengers in May.", evidence) == ["450 passengers"]
    assert "Skerry" in unsupported("The ferry to Skerry carried 400 passengers.", evidence)
    assert "June" in unsupported("The ferry carried 400 passengers in June.", evidence)
    assert unsupported("", evidence) == []
