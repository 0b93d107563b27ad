"""The figures of the debate that was held against its file, counted again from what was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.debate_held import DOCUMENTS, RECORDED, counted, read_of, recording, rows_of, spoken, texts_of
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.debating.undoing import taken_back
from tests.support.shared_data import ROOT

ROWS = rows_of(RECORDED)
FOUND = counted(ROWS, texts_of(DOCUMENTS))
LABELS = read_of(RECORDED)
APART = RECORDED.with_name("four-rounds-apart.jsonl")


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


def test_the_docs_say_what_was_recorded_with_writer_and_judge_apart() -> None:
    page = words_of(ROOT / "docs" / "reference" / "debate.md")
    found, read = counted(rows_of(APART), texts_of(DOCUMENTS)), read_of(APART)
    for told in (
        f"{found.requests} requests",
        f"{found.sent:,} tokens sent",
        f"{found.statements} of {found.sentences} sentences by the judge's own count",
        f"{found.quotations} of {found.quotations} quotations",
        f"**{len(read['false_statements'])}, none surely**",
        f"{len(read['beyond_the_file'])} goes beyond",
        f"{len(read['misleading'])} are called misleading",
        f"**{len(found.sent_back)} sentences** of drafts",
        f"{found.accepted} of the eight",
        f"`{APART.name}`",
    ):
        assert told in page, told
    assert found.unfound == ()
    rows = spoken(rows_of(APART))
    for name in found.strange:
        turn, n = map(int, name.split("."))
        assert "816,000" in rows[turn]["sentences"][n - 1], (
            "the difference that 5.24 works out is the one figure of no document"
        )


@pytest.mark.parametrize("path", [RECORDED, APART], ids=["together", "apart"])
def test_the_transcript_is_what_was_heard(path: Path) -> None:
    page, rows = words_of(ROOT / "docs" / "reference" / f"debate-{path.stem}.md"), spoken(rows_of(path))
    for row in rows.values():
        assert " ".join(row["sentences"]) in page
    said = {f"{turn}.{n}" for turn, row in rows.items() for n in range(1, len(row["sentences"]) + 1)}
    assert set().union(*read_of(path).values()) <= said


def test_of_versions_the_one_that_was_heard_afterwards_is_counted() -> None:
    [kept] = [row for row in rows_of(APART) if row.get("heard") and row["turn"] == 2]
    assert spoken(rows_of(APART))[2] == kept
    assert [row["heard"] for row in rows_of(APART) if row["task"] == "judge the utterance" and row["turn"] == 2] == [
        True,
        False,
    ]


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


@pytest.mark.parametrize(
    ("turn", "failing", "wrong", "back"),
    [
        (2, 26, (), "The wave of 2011 came on a November evening."),
        (7, 11, (2, 5), "Stairs must come."),
    ],
)
def test_what_the_two_refused_mends_of_the_debate_cost_is_taken_back_and_nothing_else(
    turn: int, failing: int, wrong: tuple[int, ...], back: str
) -> None:
    before, after = (row["sentences"] for row in rows_of(APART) if row["turn"] == turn and "verdict" in row)
    found = [one.text for one in taken_back([*map(Said, before)], [*map(Said, after)], [failing], wrong)]
    assert back in found
    assert back not in after
    # Of the second speech what the refused sentence points at comes back; of the seventh the sentence itself is what it was.
    assert set(after) - set(found) == ({after[failing - 1]} if turn == 7 else set())
    assert [one for one in found if one != back] == [one for one in after if one in found]
