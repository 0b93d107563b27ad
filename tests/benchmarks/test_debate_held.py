"""The figures of the debate that was held against its file, counted again from what was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from benchmarks.debate_held import DOCUMENTS, READ, RECORDED, counted, recording, rows_of, spoken, texts_of
from tests.support.shared_data import ROOT

ROWS = rows_of(RECORDED)
FOUND = counted(ROWS, texts_of(DOCUMENTS))
LABELS = yaml.safe_load(READ.read_text(encoding="utf-8"))
TRANSCRIPT = ROOT / "docs" / "reference" / "debate-four-rounds-held.md"


def words_of(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


def test_the_docs_say_what_was_recorded() -> None:
    page = words_of(ROOT / "docs" / "reference" / "debate.md")
    for told in (
        f"{FOUND.requests} requests",
        f"{FOUND.sent:,} tokens sent",
        f"at most {FOUND.most} an utterance",
        f"{FOUND.statements} statements",
        f"**{len(LABELS['false_statements'])} are false**",
        f"{len(LABELS['beyond_the_file'])} go beyond",
        f"**{len(FOUND.sent_back)} sentences**",
        f"{len(FOUND.untested)} of them",
        f"`{RECORDED.name}`",
    ):
        assert told in page, told
    assert (FOUND.unfound, FOUND.strange, FOUND.accepted) == ((), (), 8)


def test_the_transcript_is_what_was_judged_last() -> None:
    page = words_of(TRANSCRIPT)
    for row in spoken(ROWS).values():
        assert " ".join(row["sentences"]) in page
    said = {f"{turn}.{n}" for turn, row in spoken(ROWS).items() for n in range(1, len(row["sentences"]) + 1)}
    assert set().union(*LABELS.values()) <= said


def test_a_quotation_or_figure_from_nowhere_is_counted() -> None:
    rows = json.loads(json.dumps(ROWS))
    row = spoken(rows)[5]
    row["sentences"][1] = 'You said, "nobody ever asked us," and that it takes 77 minutes.'
    found = counted(rows, texts_of(DOCUMENTS))
    assert (found.unfound, found.strange) == (("5.2",), ("5.2",))
    assert found.quotations == FOUND.quotations


def test_a_folder_of_requests_becomes_a_recording(tmp_path: Path) -> None:
    data = {"utterance": [{"number": 1, "text": "Yes."}], "testing": [{"number": 1, "why": "granted"}]}
    asked = f"# Task: judge the utterance\n\n<<<data aa\n{json.dumps(data)}\ndata aa>>>"
    answer = {"verdict": "accept", "types": [{"number": 1, "type": "reasoning"}], "tests": [], "feedback": ""}
    for n, (text, said) in enumerate([("# Task: debate_keywords", {"keywords": []}), (asked, answer)], 1):
        body = {"messages": [{"role": "user", "content": text}]}
        (tmp_path / f"req-{n}.json").write_text(json.dumps(body), encoding="utf-8")
        (tmp_path / f"res-{n}.txt").write_text(json.dumps(said), encoding="utf-8")
    first, second = recording(tmp_path)
    assert (first["task"], first["turn"], first["sent"]) == ("debate_keywords", 1, 23)
    assert (second["turn"], second["sentences"], second["testing"], second["verdict"]) == (
        1,
        ["Yes."],
        [[1, "granted"]],
        "accept",
    )
