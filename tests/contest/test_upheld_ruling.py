"""A person's upheld ruling prevails: counter-evidence is a record a sentence, and no machine's critique of it undoes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from tests.support.calling import foam
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.argued_run import argued

LETTER = """---
title: "Letter of the night guard"
date: "2025-12-20"
source_class: official_record
---
After six in the evening the guard counted 9 people in the reading room on average. The guard kept a list of names.
"""


def defended(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """Owners defend everything as it stands, and raters find nothing in any critique."""
    if asked.name == "RespondOut":
        answer["revisions"] = []
        for one in answer["answers"]:
            one["answer"] = "reply"
    if asked.name == "RateCaseOut":
        for one in answer["ratings"]:
            one |= {"verdict": "invalid", "reply": "adequate", "version": "none", "materiality": 0.0}
    return answer


def fell(session: Session, run: str, record: Node) -> None:
    """A machine's critique of a record, rated valid by a machine."""
    delta = Delta()
    critique = delta.node(
        "Critique", type="missing_evidence", flaw="no_support", grounds="A guard is no counter.", quoted=record["quotation"][:20],
        stance_id="commonwealth",
    )  # fmt: skip
    delta.edge("ATTACKS", critique, record.ref)
    done = session.store.commit(ActivityDraft(run, "AgentTurn", Role.CRITIC, "planted-critique", MODEL), delta)
    rating = Delta()
    node = rating.node(
        "Evaluation", verdict="valid", materiality=0.9, recommendation="revise", reasons="So it is.", stance_id="", rule="",
        provisional=True,
    )  # fmt: skip
    made = session.store.subgraph(run)[done.ids[0]]
    rating.edge("RATES", node, made.ref)
    session.store.commit(ActivityDraft(run, "AgentTurn", Role.EVALUATOR, "planted-rating", MODEL), rating)


def class_of(graph: Subgraph, claim: str) -> str:
    return str(standings(graph)[graph.newest(claim).id]["class"])


@pytest.mark.parametrize("felled", [0, 1, 2])
def test_the_claim_falls_whatever_machines_say_of_the_counter_evidence(
    loaded: Session, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, felled: int
) -> None:
    letter = tmp_path / "letter.md"
    letter.write_text(LETTER, encoding="utf-8")
    with argued(loaded, corpus, tmp_path, defended) as (session, run, _):
        for name, value in (
            ("HOME", str(session.settings.home)), ("OPENAI_BASE_URL", session.settings.openai_base_url),
            ("OPENAI_API_KEY", KEY), ("MODEL", MODEL),
        ):  # fmt: skip
            monkeypatch.setenv(f"FOAM_{name}", value)
        before = session.store.subgraph(run)
        claim = next(c for c in before.live("Claim") if class_of(before, c.id) in ("core", "conditional"))
        lodged = foam(
            "challenge", claim.id, "--kind", "scope", "--grounds", "The guard counted fewer.", "--evidence", str(letter),
            "--by", "Jo Doe", "--json",
        ).value  # fmt: skip
        graph = session.store.subgraph(run)
        records = graph.out(lodged["challenge"], "RESTS_ON")
        assert [len(r["sentence_ids"]) for r in records] == [1, 1], "a record a sentence"
        assert {e.fields["group"] for e in graph.out_edges(lodged["challenge"], "RESTS_ON")} == {"counter-evidence"}
        assert lodged["ruling"]["upheld"] is False
        for record in records[:felled]:
            fell(session, run, record)
        ruled = foam(
            "rule", lodged["challenge"], "--uphold", "--reason", "The list is clear.", "--by", "Judge Roe", "--json"
        )
        assert ruled.value["outcome"] == "retracted"
        after = assert_sound(session, run)
        assert class_of(after, claim.id) == "dissent"
        assert claim.id not in {n.id for n in after.live("Synthesis") for n in after.out(n.id, "SYNTHESIZES")}
        appealed = foam(
            "rule", lodged["challenge"], "--reject", "--reason", "Another room.", "--by", "Poe", "--appeal", "--json"
        ).value
        assert appealed["outcome"] == "rejected"
        assert class_of(assert_sound(session, run), claim.id) == class_of(before, claim.id), "an appeal undoes it"


def test_who_lodges_and_rules_is_remarked_and_the_next_step_is_told(
    loaded: Session, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with argued(loaded, corpus, tmp_path, defended) as (session, run, _):
        for name, value in (
            ("HOME", str(session.settings.home)), ("OPENAI_BASE_URL", session.settings.openai_base_url),
            ("OPENAI_API_KEY", KEY), ("MODEL", MODEL),
        ):  # fmt: skip
            monkeypatch.setenv(f"FOAM_{name}", value)
        claim = session.store.subgraph(run).live("Claim")[0]
        told = foam("challenge", claim.id, "--kind", "scope", "--grounds", "Too much.", "--by", "Jo  Doe").out
        number = told.splitlines()[0].removeprefix("challenge: ")
        assert told.splitlines()[-1] == (
            f"A machine ruled, provisionally; a person rules with: foam rule {number} --uphold|--reject --reason TEXT --by NAME"
        )
        own = foam("rule", number, "--uphold", "--reason", "I know it.", "--by", "jo doe").out
        assert "Whoever lodged this challenge also ruled on it." in own
        assert own.splitlines()[-1].endswith("--appeal")
        other = foam("rule", number, "--reject", "--reason", "No.", "--by", "Judge Roe").out
        assert "People disagree about it" in other.splitlines()[-1]
        dossier = foam("export", "dossier", run, "-o", str(tmp_path / "d.html"), "--json")
        assert dossier.code == 0
        page = (tmp_path / "d.html").read_text(encoding="utf-8")
    assert "Whoever lodged this challenge also ruled on it." in page
    assert "Jo  Doe" not in page
    assert "jo doe" not in page
