"""Findings are contested as such: what was raised against one stays in sight until somebody settles it."""

from __future__ import annotations

import uuid
from pathlib import Path

from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.session import Session
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
