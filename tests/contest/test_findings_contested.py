"""Findings are contested as such: what was raised against one stays in sight until somebody settles it."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.compared import PositionsDiff
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_status import challenge_status
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.app.sheets import sheet_of
from foam_graph.app.showing import Shown, show
from foam_graph.app.tracing import why
from foam_graph.cli.answers import answer_lines
from foam_graph.cli.contesting import _outcome
from foam_graph.cli.demo import SAMPLES
from foam_graph.cli.output import emit
from foam_graph.cli.showing import _why
from foam_graph.findings.sheet.sections import TAKEN_BACK, sections
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.attacked import claims_behind
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.challenge_targets import component
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.sublation import audiences_of, current_labels
from foam_graph.resources import package_folder
from tests.support.worlds.planted_world import DOCUMENTS, ask_world, load_world

WHY = "The guests of the second day were counted on the third."
GUESTS = (
    "Guest book",
    "official_record",
    "The guests were 12 on Monday, 15 on Tuesday and 20 on Wednesday, 57 in all.",
)


def test_an_objection_to_a_finding_that_nobody_settled_is_in_the_memo_of_a_position_that_is_certified(
    tarn: Session, tmp_path: Path
) -> None:
    corpus = f"guests-{uuid.uuid4().hex[:8]}"
    load_world(tarn, tmp_path, corpus, {**DOCUMENTS, "guests": GUESTS})
    run = ask_world(tarn, corpus)
    finding = next(one for one in tarn.store.subgraph(run).live("Finding") if one.get("verdict") == "wrong")
    lodged = challenge(tarn, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
    assert lodged.ruling is not None
    assert not lodged.ruling.upheld
    after = tarn.store.subgraph(run)
    position, memo = after.live("Position")[-1], after.live("DissentMemo")[-1]
    assert lodged.challenge in {node.id for node in after.out(memo.id, "LISTS")}
    assert WHY.rstrip(".") in memo["text"]
    assert position["certified"], [dict(one.fields) for one in after.of("CertificateCheck")][-14:]
    rule(tarn, str(lodged.challenge), False, "They were counted on the day.", "Judge Roe")
    settled = tarn.store.subgraph(run)
    assert lodged.challenge not in {n.id for n in settled.out(settled.live("DissentMemo")[-1].id, "LISTS")}
    assert settled.live("Position")[-1]["certified"]


COUNTED = "The 15 guests of Tuesday stayed on Wednesday; the 57 counts them on both days."
LETTER = """---
title: "Letter of the innkeeper"
date: "2026-03-02"
source_class: official_record
---
The 15 guests of Tuesday stayed on Wednesday, when 30 guests were in the house. The guests were 57 in all.
"""


def as_read(shown: Shown) -> str:
    """A run as the command line shows its answer, with what was found beside it."""
    assert shown.answer is not None
    return "\n".join(answer_lines(shown.answer, shown.parts))


@pytest.mark.parametrize("kind", ["inferential", "selection_bias"])
def test_a_finding_that_an_upheld_ruling_took_back_is_asserted_nowhere_and_marked_where_it_is_shown(
    tarn: Session, tmp_path: Path, kind: str
) -> None:
    corpus = f"guests-{uuid.uuid4().hex[:8]}"
    load_world(tarn, tmp_path, corpus, {**DOCUMENTS, "guests": GUESTS})
    run = ask_world(tarn, corpus)
    before = tarn.store.subgraph(run)
    finding = next(one for one in before.live("Finding") if one.get("verdict") == "wrong")
    said = str(finding["text"])
    position = before.live("Position")[-1].id
    assert said in as_read(show(tarn, run))
    letter = tmp_path / "letter" / "letter.md"
    letter.parent.mkdir()
    letter.write_text(LETTER, encoding="utf-8")
    evidence = str(letter) if kind == "selection_bias" else ""
    lodged = challenge(tarn, Challenge(finding.id, kind, WHY, evidence, by="Jo Doe"))
    assert show(tarn, finding.id).standing == "current"
    rule(tarn, str(lodged.challenge), True, COUNTED, "Judge Roe")

    after = tarn.store.subgraph(run)
    latest = after.live("Position")[-1]
    assert latest["certified"], [dict(one.fields) for one in after.of("CertificateCheck")][-14:]
    ruling = next(one for one in after.into(str(lodged.challenge), "DECIDES") if one["human"])
    told = f"taken back: ruling of {str(ruling.at)[:10]}, {COUNTED.rstrip('.')}; challenge {lodged.challenge}"

    assert said not in as_read(show(tarn, run))
    assert said not in str(after.live("Synthesis")[-1]["text"])
    sheet = sheet_of(tarn, run)
    marked = [one for one in sheet.findings if one.taken_back]
    assert [(one.text, one.taken_back) for one in marked] == [(said, told)]
    places = dict(sections(sheet.findings))
    assert [sheet.findings[place].text for place in places.pop(TAKEN_BACK)] == [said]
    assert said not in {sheet.findings[n].text for found in places.values() for n in found}
    assert told in sheet.html()
    assert show(tarn, finding.id).standing == "taken back"
    root = why(tarn, finding.id)
    assert root.standing == "taken back"
    assert str(lodged.challenge) in {one.id for one in root.walk()}
    assert [one.text for one in root.walk() if one.kind == "Outcome"][-1] == "retracted"
    found = diff(tarn, position, latest.id)
    assert isinstance(found, PositionsDiff)
    assert [(one.id, one.text) for one in found.taken_back] == [(finding.id, f"{said} ({told})")]
    assert lodged.challenge not in {n.id for n in after.out(after.live("DissentMemo")[-1].id, "LISTS")}

    dossier = str(export(tarn, "dossier", run))
    assert "Upheld: the finding is no longer asserted" in dossier
    assert "against a sentence" not in dossier
    assert "it bears on a sentence" not in dossier

    rule(tarn, str(lodged.challenge), False, "The guest book is right.", "Judge Roe")
    assert show(tarn, finding.id).standing == "current"
    assert not [one for one in sheet_of(tarn, run).findings if one.taken_back]


def test_what_else_rests_on_the_sentences_of_a_contested_finding_keeps_its_labels(
    tarn: Session, tmp_path: Path
) -> None:
    corpus = f"shared-{uuid.uuid4().hex[:8]}"
    load_world(tarn, tmp_path, corpus)
    run = ask_world(tarn, corpus)
    before = tarn.store.subgraph(run)
    used = {s.id for c in before.live("Claim") for r in claim_records(before, c.id) for s in before.out(r, "QUOTES")}
    finding = next(
        one for one in before.live("Finding")
        if {s.id for s in before.out(one.id, "RESTS_ON")} & used and not before.into(one.id, "RESTS_ON")
    )  # fmt: skip
    sentences = [s.id for s in before.out(finding.id, "RESTS_ON")]
    stood = {claim: node["class"] for claim, node in standings(before).items()}
    lodged = challenge(tarn, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
    assert not lodged.frontier
    rule(tarn, str(lodged.challenge), True, COUNTED, "Judge Roe")
    after = tarn.store.subgraph(run)
    assert [one.id for one in after.out(str(lodged.challenge), "ATTACKS")] == [finding.id]
    for audience in audiences_of(after):
        labels = current_labels(after, audience.name)
        assert labels[finding.id] == "out"
        assert {labels[one] for one in sentences} == {"in"}
    assert {claim: node["class"] for claim, node in standings(after).items()} == stood
    dossier = str(export(tarn, "dossier", run))
    assert f"Finding {finding['number']} of the case sheet" in dossier
    told = challenge_status(tarn, str(lodged.challenge)).outcomes
    assert [one.words for one in told] == ["recorded, and not decided yet", "upheld: the finding is no longer asserted"]
    assert "Sentences beside the position" not in dossier


@pytest.mark.parametrize("kind", ["Finding", "Calculation", "RuleApplication"])
@pytest.mark.parametrize("challenge_kind", ["relevance", "adequacy", "selection_bias", "inferential", "scope"])
def test_what_is_made_of_sentences_is_itself_attacked(kind: str, challenge_kind: str) -> None:
    edge = Edge("RESTS_ON", "part", "s", {})
    graph = Subgraph([Node("part", kind, {}, 1, 1), Node("s", "EvidenceSentence", {}, 0, 1)], [edge])
    assert component(graph, graph["part"], challenge_kind).id == "part"


def test_what_was_taken_back_is_no_reason_of_an_issue_that_rested_on_it_and_an_appeal_brings_it_back(
    tarn: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = f"benefits-{uuid.uuid4().hex[:8]}"
    load(tarn, [package_folder(SAMPLES, "benefits") / "documents"], corpus)
    run = ask(tarn, Ask("Should the denial be upheld?", corpus, dated="2026-05-15"))
    before = tarn.store.subgraph(run)
    (finding,) = [one for one in before.live("Finding") if claims_behind(before, one)]
    said = str(finding["text"])

    lodged = challenge(tarn, Challenge(finding.id, "adequacy", "The rent was raised in May.", by="Jo Doe"))
    assert tarn.store.subgraph(run).live("Position")[-1]["certified"]
    assert said not in as_read(show(tarn, run))
    # Rules could not test it: that is not told as if they had rejected it.
    emit(lodged, False, _outcome)
    assert "provisionally left open: No rule can test this" in capsys.readouterr().out

    rule(tarn, str(lodged.challenge), True, "It was.", "Judge Roe")
    fell = tarn.store.subgraph(run)
    assert fell.live("Position")[-1]["certified"], [dict(one.fields) for one in fell.of("Check")][-13:]
    assert said not in as_read(show(tarn, run))

    rule(tarn, str(lodged.challenge), False, "It was not.", "Judge Poe", appeal=True)
    after = tarn.store.subgraph(run)
    assert after.live("Position")[-1]["certified"]
    assert {one: node["class"] for one, node in standings(after).items()} == {
        one: node["class"] for one, node in standings(before).items()
    }

    # So is a calculation, which its node says, as a finding's does; the objection is named by what is wrong.
    counted = next(iter(after.live("Calculation")))
    own = challenge(tarn, Challenge(counted.id, "inferential", "A wage was paid in April.", by="Jo Doe"))
    assert show(tarn, counted.id).standing == "current"
    rule(tarn, str(own.challenge), True, "It was.", "Judge Roe")
    assert show(tarn, counted.id).standing == "taken back"
    assert tarn.store.subgraph(run).live("Position")[-1]["certified"]
    emit(why(tarn, counted.id), False, _why)
    assert f"Challenge {own.challenge} [inferential]" in capsys.readouterr().out
