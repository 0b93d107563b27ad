"""Repairs of a debate: exactly the turns that were made with what fell are said anew, by every kind of challenge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_speaking import BallotIn
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.debate_comparing import DebateDiff
from foam_graph.app.debated import debate_of
from foam_graph.app.debating import Motion, debate
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.pack_checking import verify_pack
from foam_graph.app.packing import pack
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, UsageError
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.floor import flaws_of, said_of, spoken_nodes
from foam_graph.reasoning.debating.versions import older_versions, said_anew_for, to_be_asked, written_before
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.debate_planting import PlantedDebate
from tests.support.chains.eight_turns import COSTS, TRIAL, EightTurns
from tests.support.chains.planting import Plant
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.model_server import Model, Server, asked_twice, careful
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS = "repaired-bus"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


def upheld(session: Session, target: str, kind: str, grounds: str = "The second sentence does not follow.") -> Contest:
    lodged = challenge(session, Challenge(target, kind, grounds, by="A. Person"))
    assert lodged.challenge is not None
    return rule(session, lodged.challenge, uphold=True, reason="So it is.", by="B. Reviewer")


def standing(graph: Subgraph) -> dict[int, str]:
    return {node["turn"]: node.id for node in spoken_nodes(graph)}


def repaired_turns(graph: Subgraph, planted: EightTurns) -> set[int]:
    """Turns whose newest words are another node than the one planted."""
    now = standing(graph)
    assert set(now) == set(range(1, 9))
    return {turn for turn, one in now.items() if one != planted.said[turn].id}


CASES = {
    "the opening": ("said:1", "inferential", {1, 4, 5, 6}),
    "an answered utterance": ("said:2", "inferential", {2, 3, 8}),
    "one in the middle": ("said:5", "scope", {5, 6}),
    "one that stands alone": ("said:7", "relevance", {7}),
    "the last": ("said:8", "adequacy", {8}),
    "a predicate": ("predicate", "inferential", {4}),
    "a flaw": ("flaw", "inferential", {4}),
    "a sentence cited twice": (TRIAL, "relevance", {1, 4, 5, 6}),
    "a sentence that is too little": (COSTS, "adequacy", {2, 3, 8}),
    "a sentence that was picked": (COSTS, "selection_bias", {2, 3, 8}),
}


def target_of(planted: EightTurns, named: str) -> str:
    if named.startswith("said:"):
        return planted.said[int(named[5:])].id
    if named in planted.sentences:
        return planted.sentences[named].id
    ref = planted.flaw if named == "flaw" else planted.predicate
    assert ref is not None
    return ref.id


@pytest.mark.parametrize("name", CASES)
def test_exactly_what_was_made_with_it_is_said_anew(loaded: Session, name: str) -> None:
    named, kind, expected = CASES[name]
    planted = EightTurns(loaded, CORPUS).plant()
    before = loaded.store.subgraph(planted.run)
    found = upheld(loaded, target_of(planted, named), kind)
    graph = loaded.store.subgraph(planted.run)
    assert found.outcome == "regenerated"
    assert repaired_turns(graph, planted) == expected
    assert set(found.revised or ()) == {planted.said[turn].id for turn in expected}
    # Nothing is overwritten: every node that was there is there, to the byte.
    for node in before.nodes:
        assert graph[node.id].fields == node.fields
    for turn, one in standing(graph).items():
        older = older_versions(graph, graph[one])
        assert [old.id for old in older] == ([planted.said[turn].id] if turn in expected else [])
        assert said_anew_for(graph, graph[one]) == ([graph.of("Challenge")[0].id] if turn in expected else [])
    late = {graph[one]["turn"] for one in written_before(graph)}
    assert late == {turn for turn in range(min(expected) + 1, 9) if turn not in expected}
    ballots = graph.of("Ballot")
    assert [graph.superseded(one.id) for one in ballots] == [True, False]
    assert verify(loaded.store, planted.run).ok


def test_what_is_said_anew_hears_the_ruling_and_cites_nothing_that_was_struck(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[1].id, "inferential")
    graph = loaded.store.subgraph(planted.run)
    first = graph[standing(graph)[1]]
    assert first["text"] == "The trial counted fewer injuries."
    struck = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, struck.sentences[TRIAL].id, "relevance")
    after = loaded.store.subgraph(struck.run)
    barred = str(after[struck.sentences[TRIAL].id]["sentence_id"])
    cited = {i for node in spoken_nodes(after) for one in said_of(after, node) for i in one.cites}
    assert cited
    assert barred not in cited
    offers = [e for a in after.of("Retrieval") if ":offer:" in a["step"] for e in after.out_edges(a.id, "OFFERED")]
    assert offers
    assert barred not in {after[edge.end]["sentence_id"] for edge in offers}


def test_a_turn_said_anew_knows_nothing_that_came_after_it(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[2].id, "inferential")
    graph = loaded.store.subgraph(planted.run)
    for node in spoken_nodes(graph):
        ends = [
            graph[e.end] for e in graph.out_edges(node.id, "ANSWERS", "RESTS_ON") if graph[e.end].kind == "Utterance"
        ]
        assert all(end["turn"] < node["turn"] for end in ends)
        if node.id not in {ref.id for ref in planted.said.values()}:
            assert all(not graph.superseded(end.id) for end in ends), "it answers what stands"


@pytest.mark.parametrize(("target", "kind"), [("flaw", "inferential"), ("predicate", "inferential")])
def test_a_flaw_that_was_struck_is_not_found_again_and_stands_again_on_appeal(
    loaded: Session, target: str, kind: str
) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    texts = {node["turn"]: node["text"] for node in spoken_nodes(loaded.store.subgraph(planted.run))}
    part = target_of(planted, target)
    assert planted.flaw is not None
    found = upheld(loaded, part, kind)
    graph = loaded.store.subgraph(planted.run)
    assert found.withdrawn == (part,)
    assert graph.superseded(part)
    assert planted.flaw.id not in {node.id for node in flaws_of(graph).values()}
    quoted = {node["quoted"] for node in flaws_of(graph).values()}
    assert graph[planted.flaw.id]["quoted"] not in quoted
    lodged = graph.of("Challenge")[0].id
    back = rule(loaded, lodged, uphold=False, reason="It does follow.", by="C. Appeal", appeal=True)
    assert back.outcome == "rejected"
    after = loaded.store.subgraph(planted.run)
    assert {node["turn"]: node["text"] for node in spoken_nodes(after)} == texts
    assert graph[part]["number" if target == "predicate" else "quoted"] in {
        node["number" if target == "predicate" else "quoted"] for node in after.live(graph[part].kind)
    }
    assert verify(loaded.store, planted.run).ok


def test_on_appeal_everything_says_again_what_it_said(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    before = [(node["turn"], node["text"]) for node in spoken_nodes(loaded.store.subgraph(planted.run))]
    upheld(loaded, planted.said[1].id, "inferential")
    middle = loaded.store.subgraph(planted.run)
    assert [(node["turn"], node["text"]) for node in spoken_nodes(middle)] != before
    back = rule(loaded, middle.of("Challenge")[0].id, uphold=False, reason="No.", by="C. Appeal", appeal=True)
    after = loaded.store.subgraph(planted.run)
    assert [(node["turn"], node["text"]) for node in spoken_nodes(after)] == before
    assert len(back.revised or ()) == 4
    assert [one["kind"] for one in after.of("Outcome")][-2:] == ["regenerated", "rejected"]
    # Answers lead to what stands: sentence numbers mean the same as before.
    for node in spoken_nodes(after):
        for edge in after.out_edges(node.id, "ANSWERS"):
            end = after[edge.end]
            assert end.kind != "Utterance" or not after.superseded(end.id)
    again = rule(loaded, middle.of("Challenge")[0].id, uphold=False, reason="No.", by="D. Other")
    assert again.outcome == "rejected"
    assert not again.revised


def test_a_ballot_is_cast_again_and_hears_the_ruling_while_all_that_was_said_stays(
    loaded: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    (old,) = loaded.store.subgraph(planted.run).of("Ballot")
    shown = challenge(loaded, Challenge(old.id, "inferential", "It counts no dropped point.", dry_run=True))
    assert shown.estimate == {"said_anew": 0, "of_people": 0, "calls_at_most": 0}
    asked = heard_by_judges(monkeypatch)
    found = upheld(loaded, old.id, "inferential", "It counts no dropped point.")
    graph = loaded.store.subgraph(planted.run)
    assert repaired_turns(graph, planted) == set()
    new = graph.live("Ballot")[0]
    assert [one.id for one in graph.of("Ballot")] == [old.id, new.id]
    assert (found.outcome, found.revised, found.withdrawn) == ("regenerated", {old.id: new.id}, None)
    assert found.untouched is None or found.untouched == 8
    assert f"foam diff {old.id} {new.id}" in found.remarks[-1]
    assert "read that ruling beside" in new["reasons"]
    assert [told for told in asked if told] == [
        ["A ruling upheld this challenge to the ballot that was cast before, so do not decide in that way: "
         "It counts no dropped point."]
    ]  # fmt: skip
    assert [one["kind"] for one in graph.of("Outcome")] == ["recorded", "regenerated"]
    again = rule(loaded, str(found.challenge), uphold=True, reason="Still so.", by="D. Other")
    assert again.remarks[-1] == "It was carried out already, after an earlier ruling."
    back = rule(loaded, str(found.challenge), uphold=False, reason="It does.", by="C. Appeal", appeal=True)
    assert back.outcome == "rejected"
    after = loaded.store.subgraph(planted.run)
    assert [after.superseded(one.id) for one in after.of("Ballot")] == [True, True, False]
    assert asked[-1] == [], "what was overturned is told to nobody"
    assert "read that ruling beside" not in after.live("Ballot")[0]["reasons"]
    assert take_up(loaded, planted.run) == ()
    assert verify(loaded.store, planted.run).ok


def heard_by_judges(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The rulings that each ballot cast from now on is told of."""
    heard: list[list[str]] = []
    honest = OfflineAgent.answer

    def listening(agent: OfflineAgent, request: Request[Any]) -> Any:
        if isinstance(request.input, BallotIn):
            heard.append(request.input.rulings)
        return honest(agent, request)

    monkeypatch.setattr(OfflineAgent, "answer", listening)
    return heard


def test_a_persons_turn_is_asked_for_and_never_rewritten(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS, people=(4, 6)).plant()
    found = upheld(loaded, planted.said[1].id, "inferential")
    graph = loaded.store.subgraph(planted.run)
    assert repaired_turns(graph, planted) == {1, 5}
    assert [one.node["turn"] for one in to_be_asked(graph)] == [4, 6]
    assert any("turn 4 (Negative), turn 6 (Negative)" in remark for remark in found.remarks)
    assert found.cost is not None
    assert found.cost["said_anew"] == 2
    own = EightTurns(loaded, CORPUS, people=(5,)).plant()
    upheld(loaded, own.said[5].id, "inferential", "It does not follow.")
    after = loaded.store.subgraph(own.run)
    assert repaired_turns(after, own) == {6}
    (asked,) = to_be_asked(after)
    assert (asked.node["turn"], asked.why) == (5, "a ruling upheld a challenge to it: It does not follow.")


def test_a_dry_run_tells_what_it_would_do_and_writes_nothing(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS, people=(4,)).plant()
    before = len(loaded.store.subgraph(planted.run))
    found = challenge(loaded, Challenge(planted.said[1].id, "inferential", "No.", dry_run=True))
    assert found.estimate == {"said_anew": 3, "of_people": 1, "calls_at_most": 0}
    assert len(loaded.store.subgraph(planted.run)) == before


class _Dies(Exception):
    """Stands for the end of the process."""


def test_a_repair_killed_after_every_commit_ends_as_an_unbroken_one(
    loaded: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Store.commit
    unbroken = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, unbroken.said[2].id, "inferential")
    planted = EightTurns(loaded, CORPUS).plant()
    lodged = challenge(loaded, Challenge(planted.said[2].id, "inferential", "The second sentence does not follow."))
    assert lodged.challenge is not None
    done: list[str] = []

    def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if done:
            raise _Dies
        done.append(draft.step)
        return honest(store, draft, delta)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "commit", dies_after_one)
        with suppress(_Dies):
            rule(loaded, lodged.challenge, uphold=True, reason="So it is.", by="B. Reviewer")
    steps = list(done)
    for _ in range(80):
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "commit", dies_after_one)
            with suppress(_Dies):
                take_up(loaded, planted.run)
        if not done:
            break
        steps += done
    assert len(steps) == len(set(steps)) > 15
    one, two = (loaded.store.subgraph(run) for run in (unbroken.run, planted.run))
    assert [node["text"] for node in spoken_nodes(one)] == [node["text"] for node in spoken_nodes(two)]
    assert repaired_turns(two, planted) == {2, 3, 8}
    assert [node["kind"] for node in two.of("Outcome")] == ["recorded", "regenerated"]
    assert take_up(loaded, planted.run) == ()
    assert verify(loaded.store, planted.run).ok


def test_a_label_that_leaves_its_memory_lists_the_debates_which_are_repaired_one_by_one(loaded: Session) -> None:
    memory = Plant(loaded.store)
    loaded.store.ensure_chain(f"memory.{memory.run}", "memory", "planted")
    memory.run = f"memory.{memory.run}"
    remembered = PlantedDebate(memory)
    _, ((said, record), _) = remembered.remembered("Buses bring nurses home.", "They cost too much.")
    remembered.labelled(said, "causal")
    two = [EightTurns(loaded, CORPUS).plant(record) for _ in range(2)]
    label = next(one for one in loaded.store.subgraph(memory.run).into(said.id, "ABOUT") if one.kind == "SchemeLabel")
    found = upheld(loaded, label.id, "inferential", "No cause is named.")
    assert found.outcome == "retracted"
    assert all(any(f"foam resume {one.run}" in remark for remark in found.remarks) for one in two)
    assert loaded.store.subgraph(memory.run).superseded(label.id)
    assert [row["labels"] for row in loaded.store.ask("memory_records", run=memory.run)] == [[], []]
    # Nothing is repaired before it is asked for, and then one debate alone.
    assert all(repaired_turns(loaded.store.subgraph(one.run), one) == set() for one in two)
    (mended,) = take_up(loaded, two[0].run)
    assert mended.outcome == "regenerated"
    assert repaired_turns(loaded.store.subgraph(two[0].run), two[0]) == {6}
    assert repaired_turns(loaded.store.subgraph(two[1].run), two[1]) == set()
    assert take_up(loaded, two[0].run) == ()
    (other,) = take_up(loaded, two[1].run)
    assert other.outcome == "regenerated"
    back = rule(loaded, str(found.challenge), uphold=False, reason="It is.", by="C. Appeal", appeal=True)
    assert back.outcome == "rejected"
    rows = loaded.store.ask("memory_records", run=memory.run)
    assert [row["labels"] for row in rows] == [[["causal", "good"]], []]
    assert take_up(loaded, two[1].run) == ()


def test_a_machine_takes_no_label_out_of_a_memory(loaded: Session) -> None:
    memory = Plant(loaded.store)
    loaded.store.ensure_chain(f"memory.{memory.run}", "memory", "planted")
    memory.run = f"memory.{memory.run}"
    remembered = PlantedDebate(memory)
    _, ((said, _),) = remembered.remembered("Buses bring nurses home.")
    remembered.labelled(said, "causal")
    label = next(one for one in loaded.store.subgraph(memory.run).into(said.id, "ABOUT") if one.kind == "SchemeLabel")
    found = challenge(loaded, Challenge(label.id, "inferential", "No cause is named."))
    assert found.ruling is None
    assert not loaded.store.subgraph(memory.run).superseded(label.id)


def test_a_second_challenge_repairs_what_the_first_one_left(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[7].id, "relevance")
    middle = standing(loaded.store.subgraph(planted.run))
    upheld(loaded, middle[7], "scope", "The first sentence goes too far.")
    graph = loaded.store.subgraph(planted.run)
    newest = graph[standing(graph)[7]]
    assert [one.id for one in older_versions(graph, newest)] == [middle[7], planted.said[7].id]
    assert {turn for turn, one in standing(graph).items() if one != middle[turn]} == {7}


def test_diff_tells_before_and_after_by_ballots_and_by_versions(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[2].id, "inferential")
    graph = loaded.store.subgraph(planted.run)
    one, two = graph.of("Ballot")
    found = diff(loaded, one.id, two.id)
    assert isinstance(found, DebateDiff)
    assert [(change.turn, change.old) for change in found.changed] == [(n, planted.said[n].id) for n in (2, 3, 8)]
    assert found.changed[0].before == graph[planted.said[2].id]["text"]
    assert found.changed[0].after == graph[standing(graph)[2]]["text"] != found.changed[0].before
    assert (found.same, found.written_before) == (5, (4, 5, 6, 7))
    turn = diff(loaded, planted.said[2].id, standing(graph)[2])
    assert isinstance(turn, DebateDiff)
    assert [change.because for change in turn.changed] == [(graph.of("Challenge")[0].id,)]
    with pytest.raises(UsageError, match="was said at turn 2"):
        diff(loaded, planted.said[2].id, planted.said[3].id)
    with pytest.raises(UsageError, match="is a Ballot"):
        diff(loaded, one.id, planted.said[3].id)


def test_a_debate_shows_its_newest_words_and_where_the_older_ones_are(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[2].id, "inferential")
    graph = loaded.store.subgraph(planted.run)
    found = {one.turn: one for one in debate_of(graph, planted.run).utterances}
    assert found[2].earlier == (planted.said[2].id,)
    assert found[2].anew_for == (graph.of("Challenge")[0].id,)
    assert found[4].earlier == ()
    assert found[4].before_turns == (2, 3)
    assert found[1].before_turns == ()


def test_the_page_and_the_map_hold_the_older_words_beside_the_newest(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[2].id, "inferential")
    page = str(export(loaded, "dossier", planted.run))
    assert f"Version {planted.said[2].id}" in page
    assert "A challenge to speech 2 was upheld: The second sentence does not follow." in page
    assert page.count("Said before speech") == 4
    assert "3 speeches were said anew after a ruling" in page
    flow = str(export(loaded, "flow", planted.run))
    assert "2.1 It costs $96,000 per year." in flow
    assert "That is much." not in flow
    nodes = {one["nodeID"]: one["text"] for one in json.loads(str(export(loaded, "aif", planted.run)))["nodes"]}
    assert nodes[f"{planted.said[2].id}.2"] == "That is much."
    assert nodes["2.1"] == "It costs $96,000 per year."
    assert f"2.1.MA.{planted.said[2].id}.2" in nodes


def test_a_pack_of_a_contested_debate_holds_and_a_changed_byte_is_found(loaded: Session, tmp_path: Path) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    upheld(loaded, planted.said[2].id, "inferential")
    now = standing(loaded.store.subgraph(planted.run))
    content, made = pack(loaded, planted.run)
    assert made.prov_valid
    assert made.shacl_conforms
    file = tmp_path / "debate.zip"
    file.write_bytes(content)
    checked = verify_pack(file, claim=now[1])
    assert (checked.ok, checked.faults) == (True, ())
    (said,) = checked.claims
    assert said.text == "The trial counted fewer injuries. That is a reason."
    assert [TRIAL in (one.quotation or "") for one in said.records] == [True]
    told = {one.id for one in verify_pack(file).claims}
    assert {*now.values(), planted.said[2].id} <= told, "what stands and what was said before"
    place = content.index(b"journal/")
    file.write_bytes(content[: place + 400] + bytes([content[place + 400] ^ 1]) + content[place + 401 :])
    assert not verify_pack(file).ok
    assert verify(loaded.store, planted.run).ok


def test_a_repair_by_a_model_keeps_to_the_budget_and_pays_for_no_answer_twice(loaded: Session) -> None:
    passages = Evidence(loaded.corpora.documents(CORPUS)).everything()
    with Server(then=Model(careful(passages))) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        settings = replace(loaded.settings, **values)
        with Session(settings) as session:
            held = debate(session, Motion(MOTION, CORPUS, format="short", agents="llm"))
            lodged = challenge(session, Challenge(held.utterances[0].id, "inferential", "Sentence 3 does not follow."))
            calls = session.store.subgraph(held.run).of("ModelCall")
            spent = sum(call["tokens_in"] + call["tokens_out"] for call in calls)
        assert lodged.challenge is not None
        with Session(replace(settings, max_tokens_per_run=spent + 4_000)) as session:
            with pytest.raises(BudgetSpent) as fault:
                rule(session, lodged.challenge, uphold=True, reason="So it is.", by="B. Reviewer")
            assert f"foam resume {held.run}" in fault.value.hint
            part = debate_of(session.store.subgraph(held.run), held.run)
            assert len(part.utterances) == len(held.utterances), "what stands can be read"
        with Session(settings) as session:
            (mended,) = take_up(session, held.run)
        assert mended.outcome == "regenerated"
        assert mended.cost is not None
        assert int(str(mended.cost["tokens_in"])) > 0
        assert asked_twice(server) == []
    now = debate_of(loaded.store.subgraph(held.run), held.run)
    assert set(mended.revised or ()) >= {held.utterances[0].id}
    # The quotation goes together with what was said of it.
    assert len(now.utterances[0].sentences) == len(held.utterances[0].sentences) - 2
    assert verify(loaded.store, held.run).ok
