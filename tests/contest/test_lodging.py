"""What is shown before anything is spent, what is refused, who may rule after whom, and two at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_settling import MAX_GROUNDS
from foam_graph.app.contesting import challenge
from foam_graph.app.position import read_position
from foam_graph.app.positions_comparing import diff_positions
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import ContestError, FoamError, UnknownId, UsageError
from foam_graph.model.kinds import CHALLENGE_KINDS
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.ledger.verification import verify
from tests.support.worlds.planted_world import ask_world


def target_of(graph: Subgraph, kind: str) -> str:
    """A node that a kind of challenge speaks to."""
    claim = next(c for c in graph.live("Claim") if claim_records(graph, c.id))
    return {
        "inferential": graph.into(claim.id, "WARRANTS")[-1].id,
        "scope": claim.id,
        "normative": graph.of("Perspective")[0].id,
        "structural": graph.live("Issue")[0].id,
    }.get(kind, claim_records(graph, claim.id)[0])


@pytest.mark.parametrize("kind", CHALLENGE_KINDS)
def test_every_kind_shows_what_it_would_touch_and_cost_and_writes_nothing(
    tarn: Session, tarn_run: str, kind: str
) -> None:
    before, totals = tarn.store.traffic.snapshot(), tarn.store.ask("totals")
    graph = tarn.store.subgraph(tarn_run)
    target = target_of(graph, kind)
    shown = challenge(
        tarn, Challenge(target, kind, "Something is wrong with it.", dry_run=True, run=tarn_run)
    ).as_json()
    assert tarn.store.traffic.since(before).writes == 0
    assert tarn.store.ask("totals") == totals
    assert (shown["challenge"], shown["ruling"]) == (None, None)
    assert shown["frontier"], kind
    assert all(row["why"] for row in shown["frontier"])
    assert shown["untouched"] + len(shown["frontier"]) == len(graph.live("Claim"))
    assert set(shown["estimate"]) == {"slots", "model_calls", "tokens", "writes", "floor"}
    assert shown["estimate"]["floor"] == len(shown["frontier"])
    assert shown["bears_on"] == target


def test_a_file_of_counter_evidence_is_not_loaded_by_a_dry_run(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("The bridge was closed in May.\n", encoding="utf-8")
    graph = tarn.store.subgraph(tarn_run)
    corpus = json.loads(graph[tarn_run]["parameters"])["corpus"]
    known = {d.id for d in tarn.corpora.documents(corpus)}
    challenge(tarn, Challenge(target_of(graph, "adequacy"), "adequacy", "Wrong.", str(note), dry_run=True))
    assert {d.id for d in tarn.corpora.documents(corpus)} == known


def test_what_a_challenge_would_cost_with_a_model_is_more_than_nothing(tarn: Session, tarn_run: str) -> None:
    from foam_graph.contest.estimate import estimate, localize

    graph = tarn.store.subgraph(tarn_run)
    frontier = localize(tarn.store, graph, graph[target_of(graph, "scope")])
    told = estimate(graph, frontier, offline=False)
    assert told["tokens"] > told["model_calls"] >= len(frontier.all) > 0


@pytest.mark.parametrize(
    "content", [b"", b"  \n \n", b"\x00\x01\x02" * 300, b"\xff\xfeb\x00a\x00d\x00", b"%PDF-1.7 \xe2\xe3"]
)
def test_counter_evidence_that_is_no_text_is_refused_and_leaves_nothing(
    tarn: Session, tarn_run: str, tmp_path: Path, content: bytes
) -> None:
    graph = tarn.store.subgraph(tarn_run)
    corpus = json.loads(graph[tarn_run]["parameters"])["corpus"]
    known = {d.id for d in tarn.corpora.documents(corpus)}
    bad = tmp_path / "bad.txt"
    bad.write_bytes(content)
    before = tarn.store.traffic.snapshot()
    with pytest.raises(FoamError) as caught:
        challenge(tarn, Challenge(target_of(graph, "adequacy"), "adequacy", "See the file.", str(bad)))
    assert "bad.txt" in caught.value.message
    assert caught.value.hint
    assert tarn.store.traffic.since(before).writes == 0
    assert {d.id for d in tarn.corpora.documents(corpus)} == known


def test_evidence_is_not_kept_for_a_challenge_that_cannot_be(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("The workshop was closed in May for repairs.\n", encoding="utf-8")
    graph = tarn.store.subgraph(tarn_run)
    before = tarn.store.traffic.snapshot()
    with pytest.raises(ContestError, match="no part"):
        challenge(
            tarn, Challenge(target_of(graph, "normative"), "relevance", "It was closed.", str(note), run=tarn_run)
        )
    assert tarn.store.traffic.since(before).writes == 0


def test_grounds_of_a_hundred_kilobytes_are_refused_and_long_ones_kept(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    target = target_of(graph, "scope")
    before = tarn.store.traffic.snapshot()
    with pytest.raises(UsageError, match="100,000 characters"):
        challenge(tarn, Challenge(target, "scope", "x" * 100_000))
    with pytest.raises(UsageError, match="grounds"):
        challenge(tarn, Challenge(target, "scope", " \n\t "))
    assert tarn.store.traffic.since(before).writes == 0
    long = "The claim reaches too far. " * (MAX_GROUNDS // 27)
    lodged = challenge(tarn, Challenge(target, "scope", long)).as_json()
    assert tarn.store.subgraph(tarn_run)[lodged["challenge"]]["grounds"] == " ".join(long.split())


def test_unknown_and_unchallengeable_nodes_are_refused(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    before = tarn.store.traffic.snapshot()
    with pytest.raises(UnknownId, match="no-such-node"):
        challenge(tarn, Challenge("no-such-node", "scope", "x"))
    for kind in ("Question", "Synthesis", "Check", "Labelling"):
        with pytest.raises(ContestError, match="cannot be challenged"):
            challenge(tarn, Challenge(graph.of(kind)[0].id, "scope", "x"))
    with pytest.raises(ContestError, match="no part that a relevance challenge"):
        challenge(tarn, Challenge(target_of(graph, "normative"), "relevance", "x", run=tarn_run))
    bare = next(c for c in graph.live("Claim") if not claim_records(graph, c.id) and graph.out(c.id, "FILLS"))
    with pytest.raises(ContestError, match="no part that an adequacy challenge") as caught:
        challenge(tarn, Challenge(bare.id, "adequacy", "x"))
    named = [c.id for c in graph.live("Claim") if claim_records(graph, c.id) and c.id in caught.value.hint]
    assert named
    argument = {one.id for one in graph.out(bare.id, "FILLS")}
    assert all(argument & {one.id for one in graph.out(name, "FILLS")} for name in named)
    assert f"To {bare.id} itself speak" in caught.value.hint
    with pytest.raises(UnknownId):
        rule(tarn, target_of(graph, "scope"), True, "A claim is no challenge.", "Judge Roe")
    assert tarn.store.traffic.since(before).writes == 0


def fields(graph: Subgraph) -> dict[str, Any]:
    return {n.id: dict(n.fields) for n in graph.nodes}


def test_a_challenge_to_what_was_replaced_is_recorded_and_pointed_on(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    old = read_position(graph, tarn_run).as_json()["position"]
    challenge(tarn, Challenge(target_of(graph, "scope"), "scope", "Too wide once more."))
    current = read_position(tarn.store.subgraph(tarn_run), tarn_run).as_json()["position"]
    stale = challenge(tarn, Challenge(old, "scope", "Too wide as well.")).as_json()
    after = tarn.store.subgraph(tarn_run)
    assert (stale["ruling"], stale["position"]) == (None, current)
    assert (after[stale["challenge"]]["stale"], after[stale["challenge"]]["successor"]) == (True, current)
    assert read_position(after, tarn_run).as_json()["position"] == current, "nothing was repaired"


def test_a_challenge_to_a_ruling_that_another_took_the_place_of_points_to_that_one(
    tarn: Session, tarn_run: str
) -> None:
    lodged = challenge(tarn, Challenge(target_of(tarn.store.subgraph(tarn_run), "scope"), "scope", "Too wide by far."))
    rulings = []
    for by in ("Judge Roe", "Appeal Poe"):
        ruled = rule(tarn, str(lodged.challenge), False, "It is not.", by, appeal=bool(rulings))
        assert ruled.ruling is not None
        rulings.append(ruled.ruling.id)
    current = read_position(tarn.store.subgraph(tarn_run), tarn_run).as_json()["position"]
    stale = challenge(tarn, Challenge(rulings[0], "normative", "The judge is a cousin of the guard."))
    assert tarn.store.subgraph(tarn_run)[str(stale.challenge)]["successor"] == rulings[1]
    assert (stale.position, rulings[1] in str(stale.outcome)) == (current, True)
    assert stale.next.startswith(f"Challenge what holds now: foam challenge {rulings[1]} ")


def test_appeals_from_a_machine_to_a_person_and_from_a_person_to_another(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    claim = _settled(graph)
    lodged = challenge(tarn, Challenge(claim_records(graph, claim.id)[0], "adequacy", "It is a guess.")).as_json()
    first = lodged["ruling"]
    assert first["provisional"]
    upheld = rule(tarn, lodged["challenge"], True, "A guess it is.", "Judge Roe").as_json()
    assert upheld["ruling"]["upheld"]
    assert not upheld["ruling"]["provisional"]
    then = tarn.store.subgraph(tarn_run)
    assert standings(then)[then.newest(claim.id).id]["class"] not in ("core", "conditional") or upheld["revised"]

    opposed = rule(tarn, lodged["challenge"], False, "It is reckoned from the books.", "Judge Poe").as_json()
    assert opposed["outcome"] == "recorded", "two people who differ leave it open"
    with pytest.raises(UsageError, match="reason and a name"):
        rule(tarn, lodged["challenge"], False, " ", "Judge Poe")
    settled = rule(tarn, lodged["challenge"], False, "The books were seen.", "Court of Appeal", appeal=True).as_json()
    assert settled["outcome"] == "rejected"
    after = tarn.store.subgraph(tarn_run)
    rulings = after.into(lodged["challenge"], "DECIDES")
    assert [r["human"] for r in rulings] == [False, True, True, True], "every ruling stays"
    assert [after.superseded(r.id) for r in rulings] == [False, True, True, False]
    now = after.newest(claim.id)
    assert now["text"] == claim["text"], "what was said before the challenge is said again"
    assert standings(after)[now.id]["class"] in ("core", "conditional")
    assert verify(tarn.store, tarn_run).ok


def test_an_appeal_needs_a_ruling_to_appeal_against(tarn: Session, tarn_run: str) -> None:
    lodged = challenge(tarn, Challenge(_settled(tarn.store.subgraph(tarn_run)).id, "scope", "Much too wide.")).as_json()
    before = tarn.store.traffic.snapshot()
    with pytest.raises(UsageError, match="no person has ruled"):
        rule(tarn, lodged["challenge"], True, "Yes.", "Court of Appeal", appeal=True)
    assert tarn.store.traffic.since(before).writes == 0


def _settled(graph: Subgraph) -> Node:
    found = standings(graph)
    claims = [c for c in graph.live("Claim") if claim_records(graph, c.id) and c.id in found]
    return next(c for c in claims if found[c.id]["class"] == "core")


def edited(graph: Subgraph, node_id: str, **changes: Any) -> Subgraph:
    """The same graph, one node's fields changed: what no store would let happen."""
    nodes = [replace(n, fields={**n.fields, **changes}) if n.id == node_id else n for n in graph.nodes]
    return Subgraph(nodes, [Edge(e.type, e.start, e.end, e.fields, e.seq) for e in graph.edges])


def test_diff_notices_the_edit_of_any_one_node_outside_the_frontier(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    old = graph.live("Position")[-1].id
    lodged = challenge(tarn, Challenge(_settled(graph).id, "scope", "It says too much by far.")).as_json()
    whole = tarn.store.subgraph(tarn_run)
    before = tarn.store.subgraph(tarn_run, whole[old].seq)
    clean = diff(tarn, old, lodged["position"]).as_json()
    touched = {pair["old"] for pair in clean["changed"]} | {node["id"] for node in clean["removed"]}
    frontier = {row["claim"] for row in lodged["frontier"]}
    assert {i for i in touched if whole[i].kind == "Claim"} <= frontier
    for kind, field in (("Claim", "text"), ("Claim", "words"), ("Warrant", "text"), ("EvidenceRecord", "tag")):
        for node in before.live(kind):
            if node.id not in touched and node.id not in frontier:
                value = node[field] + 1 if field == "words" else node[field] + " "
                found = diff_positions(
                    before, old, edited(whole, node.id, **{field: value}), lodged["position"]
                ).as_json()
                assert node.id in {pair["old"] for pair in found["changed"]}, (kind, field)
                assert found["same"] < clean["same"]


_LODGE = """
import json, sys
from pathlib import Path
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.config import Settings
home, target, grounds = sys.argv[1:]
with Session(Settings(home=Path(home), operator="the test session")) as session:
    found = challenge(session, Challenge(target, "scope", grounds)).as_json()
print(json.dumps({"challenge": found["challenge"], "outcome": found["outcome"], "position": found["position"]}))
"""


def test_two_challenges_at_once_from_two_processes_both_stand(tarn: Session, tarn_run: str, settings: Settings) -> None:
    graph = tarn.store.subgraph(tarn_run)
    target = _settled(graph).id
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _LODGE, str(settings.home), target, grounds],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
        )
        for grounds in ("Too wide, says the first.", "Too narrow, says the second.")
    ]  # fmt: skip
    ended = [(process.communicate(timeout=400), process.returncode) for process in running]
    assert [code for _, code in ended] == [0, 0], [err for (_, err), _ in ended]
    found = [json.loads(out) for (out, _), _ in ended]
    after = tarn.store.subgraph(tarn_run)
    assert len({one["challenge"] for one in found}) == 2
    assert len(after.live("Position")) == 1
    listed = {c["grounds"] for c in after.of("Challenge")}
    assert {"Too wide, says the first.", "Too narrow, says the second."} <= listed
    for one in found:
        assert after.into(one["challenge"], "RESOLVES")
    classified = [c.id for s in after.live("Standing") for c in after.out(s.id, "CLASSIFIES")]
    assert len(classified) == len(set(classified)), "one standing for each claim"
    assert verify(tarn.store, tarn_run).ok


def test_a_part_of_another_run_is_neither_challenged_in_this_one_nor_evidence_in_it(
    tarn: Session, tarn_run: str, tarn_corpus: str
) -> None:
    other = ask_world(tarn, tarn_corpus)
    mine, theirs = (next(iter(tarn.store.subgraph(run).live("Claim"))).id for run in (tarn_run, other))
    record = next(iter(tarn.store.subgraph(other).live("EvidenceRecord"))).id
    totals = tarn.store.ask("totals")
    for dry in (True, False):
        with pytest.raises(ContestError, match=f"{theirs} belongs to {other}, not to {tarn_run}"):
            challenge(tarn, Challenge(theirs, "scope", "It goes too far.", run=tarn_run, dry_run=dry))
        with pytest.raises(UsageError, match="neither a file nor a sentence, record or document of the run"):
            challenge(tarn, Challenge(mine, "scope", "It goes too far.", record, dry_run=dry))
    assert tarn.store.ask("totals") == totals
