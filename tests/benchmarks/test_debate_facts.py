"""What a judge makes of recorded speeches that it holds against their file: counted again from what was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from benchmarks.debate_facts import (
    DOCUMENTS,
    LABELS,
    TRANSCRIPT,
    counted,
    recording,
    replayed,
    requests,
    speeches,
)
from foam_graph.agents.tasks.debate_speaking import JudgeUtteranceOut
from foam_graph.corpus.reading import read_paths
from foam_graph.reasoning.debating.shelf import shelf_of
from foam_graph.reasoning.evidence import Evidence
from tests.support.shared_data import ROOT

RECORDED = ROOT / "benchmarks" / "recorded" / "judged" / "debate-facts.jsonl"
SAID = speeches(TRANSCRIPT.read_text(encoding="utf-8"))
EVIDENCE = Evidence(read_paths([DOCUMENTS], "sample").documents)
ASKED = requests(SAID, EVIDENCE)
IDS = frozenset(shelf_of(EVIDENCE).ids)
LABELLED = yaml.safe_load(LABELS.read_text(encoding="utf-8"))["false_statements"]


def test_every_speech_is_asked_about_with_the_whole_file_and_what_was_said_before() -> None:
    assert [len(one.input.history) for one in ASKED] == list(range(8))  # type: ignore[attr-defined]
    assert {len(one.input.file.documents) for one in ASKED} == {35}  # type: ignore[attr-defined]
    assert set(LABELLED) <= {each.name for one in SAID for each in one.sentences}


def test_the_docs_say_what_was_recorded() -> None:
    answers, changed = replayed(RECORDED, ASKED)
    found = counted(SAID, answers, LABELLED, IDS)
    page = " ".join((ROOT / "docs" / "reference" / "debate.md").read_text(encoding="utf-8").split())
    # Where the task is another by now, whoever reads the figures has to be told that nobody was asked again.
    assert (changed == []) is not ("and was not asked anew" in page)
    assert found.unanswered == 0
    assert f"**{len(found.caught)} of {len(found.false)}**" in page
    assert f"**{len(found.refused)} of {found.true}**" in page
    assert f"`{RECORDED.name}`" in page


def test_a_failure_that_names_nothing_of_the_file_is_not_counted() -> None:
    answers, _ = replayed(RECORDED, ASKED)
    blank = []
    for one in answers:
        assert one is not None
        tests = [each.model_copy(update={"shown_by": ["D99.1", "nothing"]}) for each in one.tests]
        blank.append(one.model_copy(update={"tests": tests}))
    found = counted(SAID, blank, LABELLED, IDS)
    assert (found.caught, found.refused) == ((), ())
    assert counted(SAID, [None] * 8, LABELLED, IDS).unanswered == 8


def test_a_recording_is_told_from_that_of_another_prompt(tmp_path: Path) -> None:
    answers: list[JudgeUtteranceOut | None]
    answers, _ = replayed(RECORDED, ASKED)
    again = tmp_path / "again.jsonl"
    again.write_text(recording(ASKED, answers), encoding="utf-8")
    kept = [json.loads(line)["answer"] for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    assert [json.loads(line)["answer"] for line in again.read_text(encoding="utf-8").splitlines()] == kept
    assert replayed(again, ASKED) == (answers, [])
    other = [ASKED[1], *ASKED[1:]]
    assert replayed(again, other)[1] == [1]
