"""The offline annotator: what wording leads to which scheme and quality, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.rules.debate.annotating import annotate_schemes, score_schemes
from foam_graph.agents.rules.debate.cues import CUE_FILE, CueTable
from foam_graph.agents.tasks.debate_memory import (
    MOST_WORDS,
    AnnotateIn,
    LabelShown,
    SchemeScore,
    ScoreSchemesIn,
    Sentence,
)
from foam_graph.errors import DataFileError
from foam_graph.findings.debate.qualities import VALUES
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.resources import load_yaml, package_file

MOTION = "The town should close the harbour road to cars."


def asked(*sentences: str) -> AnnotateIn:
    numbered = [Sentence(number=n, text=text) for n, text in enumerate(sentences, 1)]
    return AnnotateIn(motion=MOTION, side="pro", stage="opening", sentences=numbered, schemes=[])


def found(*sentences: str) -> dict[str, list[int]]:
    return {one.scheme: one.sentences for one in annotate_schemes(asked(*sentences)).labels}


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("For example, the quay in the next town is quiet now.", "example"),
        ("According to the fire service, one way in is not enough.", "expert_opinion"),
        ("Most surveyors say that the bridge is too weak.", "expert_opinion"),
        ("Closing it would improve the air for those who live there.", "positive_consequence"),
        ("Closing it will drive the shops out.", "negative_consequence"),
        ("The noise comes from lorries that change down.", "causal"),
        ("It is no different from asking bathers for a licence.", "analogy"),
        ("Fairness comes before thrift.", "value"),
        ("例如，隔壁的城市已经这样做了。", "example"),
        ("专家指出，这样做是安全的。", "expert_opinion"),
        ("这就好比让病人自己开药。", "analogy"),
        ("这会导致严重的问题。", "negative_consequence"),
        ("这样做有利于社会的发展。", "positive_consequence"),
        ("这关系到每个人的尊严。", "value"),
    ],
)
def test_a_strong_cue_is_enough(text: str, scheme: str) -> None:
    assert found("We speak for the motion.", text)[scheme] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Good evening.",
        "Who asked the residents?",
        "We define the harbour road as the road along the quay.",
        "谢谢大家。",
    ],
)
def test_what_argues_nothing_has_no_label(text: str) -> None:
    assert found(text) == {}


def test_weak_cues_count_in_two_sentences() -> None:
    assert "value" not in found("Trust is at stake.")
    assert found("Trust is at stake.", "So is respect.")["value"] == [1, 2]


def test_two_named_past_events_are_an_example() -> None:
    told = found("In 2019 the council of Arden closed its quay.", "The shops in Arden lost a third of their trade.")
    assert told["example"] == [1, 2]
    assert "example" not in found("If Arden closed its quay, the shops in Arden would have suffered.")


def test_the_reason_is_short_cites_the_words_and_says_that_a_rule_speaks() -> None:
    label = annotate_schemes(asked("For example, " + "very " * 200 + "long it was.")).labels[0]
    assert len(label.reason.split()) <= MOST_WORDS
    assert "a rule, not a reading" in label.reason
    assert "'For example' in sentence 1" in label.reason


def scored(label: list[int], *sentences: str) -> SchemeScore:
    base = asked(*sentences)
    shown = [LabelShown(scheme="causal", sentences=label, reason="r")]
    request = ScoreSchemesIn(
        motion=MOTION, side="pro", sentences=base.sentences, labels=shown, schemes=[], dimensions=[], exemplars=[]
    )
    return score_schemes(request).scores[0]


def test_a_source_and_an_answered_objection_make_an_argument_better() -> None:
    bare = scored([1], "The noise is always caused by lorries, and whatever they do makes things loud.")
    backed = scored(
        [1],
        "The noise on the harbour road is caused by lorries, because they change down before the bridge.",
        "The count of May 2024 found 30 of them in an hour, most of them empty.",
        "Some will say that cars are as loud, but even if they were, they are fewer.",
    )
    assert VALUES[bare.overall] < VALUES[backed.overall]
    for dimension in ("acceptability", "inference", "relevance", "robustness"):
        assert VALUES[getattr(bare, dimension)] <= VALUES[getattr(backed, dimension)]


def test_scores_come_in_the_order_of_the_labels() -> None:
    base = asked("It will harm us.", "For example, in Arden.")
    shown = [LabelShown(scheme=name, sentences=[1], reason="r") for name in ("example", "negative_consequence")]
    request = ScoreSchemesIn(
        motion=MOTION, side="con", sentences=base.sentences, labels=shown, schemes=[], dimensions=[], exemplars=[]
    )
    assert [one.scheme for one in score_schemes(request).scores] == ["example", "negative_consequence"]


@given(st.lists(st.text(max_size=300), max_size=6))
def test_labels_cite_sentences_that_are_there_each_scheme_once(texts: list[str]) -> None:
    labels = annotate_schemes(asked(*texts)).labels
    assert len({one.scheme for one in labels}) == len(labels)
    assert all(set(one.sentences) <= set(range(1, len(texts) + 1)) for one in labels)


def test_a_cue_table_without_a_scheme_s_name_is_refused() -> None:
    text = package_file("foam_graph.agents.rules.debate", CUE_FILE)
    assert set(load_yaml(CUE_FILE, CueTable, text).schemes) == set(SCHEME_IDS)
    with pytest.raises(DataFileError, match=CUE_FILE):
        load_yaml(CUE_FILE, CueTable, text.replace("  analogy:", "  likeness:"))
