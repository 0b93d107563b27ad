"""What the requests of a debate send, counted again from what was recorded, and how it is recorded."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.debate_tokens import RECORDED, Sent, counted, recording, rows_of, speeches
from foam_graph.agents.endpoint.prompting import fence
from tests.support.shared_data import ROOT

BEFORE = RECORDED.with_name("whole-file-before.jsonl")


def an_utterance(path: Path) -> tuple[int, ...]:
    """Tokens sent, of the file, kept, new, and new by task, for one utterance."""
    rows = rows_of(path)
    found, spoken = counted(rows)["all"], speeches(rows)
    new, by_task = found.sent - found.kept, found.sent - found.kept_by_task
    return tuple(one // spoken for one in (found.sent, found.file, found.kept, new, by_task))


def test_the_docs_say_what_was_recorded() -> None:
    page = " ".join((ROOT / "docs" / "reference" / "debate.md").read_text(encoding="utf-8").split())
    decision = (ROOT / "docs" / "decisions" / "0045-one-file-for-all.md").read_text(encoding="utf-8")
    before, now = an_utterance(BEFORE), an_utterance(RECORDED)
    for one, other in zip(before, now, strict=True):
        pair = f"{one:,} | {other:,} |" if f"{one:,} | {other:,} |" in page else f"**{one:,}** | **{other:,}** |"
        assert pair in page, (one, other)
    for one in (before[0], before[3], now[0], now[3], now[4], before[4]):
        assert f"{one:,}" in decision
    drafts = [counted(rows_of(path))["speak"] for path in (RECORDED, BEFORE)]
    told = [f"{n // one.requests:,}" for one in drafts for n in (one.sent, one.kept)]
    assert f"A draft sends {told[0]} tokens, {told[1]} of which begin" in page
    assert f"({told[2]} and {told[3]} before)" in page
    assert {path.name for path in (RECORDED, BEFORE) if f"`{path.name}`" in page} == {RECORDED.name, BEFORE.name}
    assert {(len(rows_of(path)), speeches(rows_of(path))) for path in (RECORDED, BEFORE)} == {(73, 8)}


def test_every_request_of_who_reads_the_file_has_it_and_nobody_else() -> None:
    sizes = {task: sent for task, sent in counted(rows_of(RECORDED)).items() if task != "all"}
    assert {task for task, sent in sizes.items() if not sent.file} == {"ballot", "sum up the debate"}
    files = {row["file"] for row in rows_of(RECORDED)} - {0}
    assert len(files) == 1, "the file is as long in each"


def test_a_recording_tells_file_and_beginnings(tmp_path: Path) -> None:
    file = fence({"file": {"documents": []}}, compact=True)
    first = ["Rules.", f"{file}\n\n# Task: speak\n\n" + '{"turn":3}']
    second = ["Rules.", f"{file}\n\n# Task: ballot\n\n{{}}"]
    for n, texts in enumerate((first, second, first), 1):
        body = {"messages": [{"role": "user", "content": one} for one in texts]}
        (tmp_path / f"req-{n:04}.json").write_text(json.dumps(body), encoding="utf-8")
    rows = recording(tmp_path)
    shared = len(f"Rules.\n{file}\n\n# Task: ")
    assert [row["file"] for row in rows] == [len(file)] * 3
    assert [row["kept"] for row in rows] == [0, shared, rows[0]["sent"]]
    assert [row["kept_by_task"] for row in rows] == [0, 0, rows[0]["sent"]]
    assert speeches(rows) == 1
    assert counted(rows)["ballot"] == Sent(1, rows[1]["sent"] // 4, len(file) // 4, shared // 4, 0)
