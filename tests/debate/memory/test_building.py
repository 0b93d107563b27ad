"""Building a memory in a real graph: what is taken, what is refused, and what happens when a build is stopped."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from foam_graph.agents.protocol import Agent, Answer, AnswerT, CallRecord, Failed, Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.app.erasing import erase_node
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.debate.memory import building
from foam_graph.debate.memory.building import Builder, Built, Plan
from foam_graph.debate.memory.held import chain_of, debates, records, utterances
from foam_graph.debate.memory.remembering import Memory, keywords_of
from foam_graph.debate.memory.withdrawing import withdraw
from foam_graph.errors import BadAnswer, CorpusError, EnvironmentFault, LlmError, RoleViolation, UnknownId, UsageError
from foam_graph.files.locking import locked
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.validation import check
from foam_graph.reasoning.debating.recollection import recollection_delta, recollection_draft
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.endpoints.qdrant_server import REAL, STAND_IN, either_qdrant, qdrant_server
from tests.support.shared_data import ROOT, SHARED, require

SAMPLES = ROOT / "examples" / "debates" / "memory"
ORCHID = SHARED / "data" / "orchid" / "debate_full.json"
SHORT = """Motion: The town should close the quay to lorries.

# Opening

Ada Berg (Pro): For example, Arden closed its quay in 2019. The noise there was caused by lorries.
Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.

# Free debate

Ada Berg (Pro): Really?
Bo Lund (Con): Really, Ada.
"""
OFFLINE = OfflineAgent((), lambda _text: {}, 0)


@pytest.fixture
def memory() -> str:
    return f"m{uuid.uuid4().hex[:10]}"


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.txt"
    path.write_text(SHORT, encoding="utf-8")
    return path


def build(store: Store, settings: Settings, memory: str, *paths: Path, agent: Agent = OFFLINE, **plan: bool) -> Built:
    return Builder(store, settings, Plan(memory, **plan), agent).build(paths)


class Ending:
    """An agent that ends after some answers, or answers badly."""

    name, provider = "ending", "test"

    def __init__(self, answers: int, error: LlmError) -> None:
        self.left = answers
        self.error = error

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        self.left -= 1
        if self.left < 0:
            raise self.error
        value = OFFLINE.answer(request).value
        return Answer(value, CallRecord(request.task, self.name, self.provider, ""))

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        found: list[Answer[AnswerT] | Failed] = []
        for request in requests:
            try:
                found.append(self.answer(request))
            except LlmError as fault:
                found.append(Failed(fault))
        return found


def test_the_samples_become_a_memory_whose_chain_holds(store: Store, settings: Settings, memory: str) -> None:
    built = build(store, settings, memory, SAMPLES)
    assert (len(built.added), built.rejected, built.utterances, built.vectors) == (6, [], 36, 36)
    held = debates(store, memory)
    assert all(one.complete and one.annotator == "offline-rules" for one in held)
    assert {one.licence for one in held} == {"CC0 1.0"}
    assert {one.institution for one in held} == {"Fictional city debates"}
    assert "2024-03-12" in {one.date for one in held}
    assert {one.domain for one in held} >= {"Society & Livelihood", "Politics & Governance"}
    assert any("moderator" in one.omissions for one in held)
    assert verify(store, chain_of(memory)).ok


def test_what_is_there_is_not_taken_twice(store: Store, settings: Settings, memory: str, short: Path) -> None:
    first = build(store, settings, memory, short)
    copy = short.with_name("copy.md")
    copy.write_bytes(short.read_bytes())
    before = store.ask("chain_end", run=chain_of(memory))
    again = build(store, settings, memory, short, copy)
    assert (again.added, again.finished, again.vectors) == ([], [], 0)
    assert again.unchanged == [str(short), str(copy)]
    assert store.ask("chain_end", run=chain_of(memory)) == before
    assert len(first.added) == len(debates(store, memory)) == 1


def test_free_debate_is_left_out_unless_it_is_kept(store: Store, settings: Settings, memory: str, short: Path) -> None:
    build(store, settings, memory, short)
    (one,) = debates(store, memory)
    assert one.utterances == 2
    assert "free_debate" in one.omissions
    build(store, settings, f"{memory}f", short, keep_free=True)
    (kept,) = debates(store, f"{memory}f")
    assert kept.utterances == 4


def test_labels_cite_sentences_and_say_that_rules_spoke(
    store: Store, settings: Settings, memory: str, short: Path
) -> None:
    build(store, settings, memory, short)
    (one,) = debates(store, memory)
    first, second = utterances(store, memory, one.id)
    assert {label[0] for label in first.labels} == {"example", "causal"}
    assert {label[0] for label in second.labels} == {"negative_consequence", "expert_opinion"}
    assert all("a rule, not a reading" in label[2] for label in first.labels)
    assert first.spoken.sentences[1] == "The noise there was caused by lorries."


def test_pseudonyms_leave_no_name_of_a_speaker(store: Store, settings: Settings, memory: str, short: Path) -> None:
    build(store, settings, memory, short, keep_free=True, pseudonyms=True)
    rows = store.ask("run_nodes", run=chain_of(memory), low=0, high=100)
    every = " ".join(str(row["rows"]) for row in rows)
    assert "Pro 1" in every
    assert "Really, Pro 1." in every
    for name in ("Ada", "Berg", "Bo Lund", "Lund"):
        assert name not in every


@pytest.mark.parametrize("stop", ["records_delta", "annotated"])
def test_a_build_that_is_stopped_goes_on(
    store: Store, settings: Settings, memory: str, short: Path, stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(building, stop, killed)
        with pytest.raises(KeyboardInterrupt):
            build(store, settings, memory, short)
    (half,) = debates(store, memory)
    assert not half.complete
    again = build(store, settings, memory, short)
    assert (again.added, again.finished, again.unchanged) == ([], [half.id], [str(short)])
    (whole,) = debates(store, memory)
    assert whole.complete
    assert len(records(store, memory)) == 2
    assert all(one.item.labels for one in records(store, memory))


def test_an_agent_that_ends_leaves_a_debate_to_be_read_later(
    store: Store, settings: Settings, memory: str, short: Path
) -> None:
    with pytest.raises(LlmError, match="gone"):
        build(store, settings, memory, short, agent=Ending(1, LlmError("the endpoint is gone")))
    (half,) = debates(store, memory)
    assert (half.records, half.annotator) == (2, "")
    assert build(store, settings, memory, short).finished == [half.id]


def test_an_answer_that_cannot_be_used_is_told_and_leaves_the_others(
    store: Store, settings: Settings, memory: str, short: Path
) -> None:
    build(store, settings, memory, short, agent=Ending(3, BadAnswer("not of the form")))
    (one,) = debates(store, memory)
    assert one.annotator == "ending"
    assert one.note == "no usable answer about turn 2"
    assert [bool(row.labels) for row in utterances(store, memory, one.id)] == [True, False]


BAD: dict[str, tuple[bytes, str]] = {
    "empty.txt": (b"", "empty transcript"),
    "binary.txt": (b"\x00\x01\xff\xfe" * 30, "not UTF-8|value 0"),
    "latin.txt": ("Motion: a\nAda (Pro): caf\xe9".encode("latin-1"), "not UTF-8"),
    "sideless.txt": (b"Motion: A b.\nAda: One thing.\nBo: Another thing.\n", "no utterance of a side"),
    "motionless.txt": (b"Ada (Pro): One thing.\nBo (Con): Another thing.\n", "what is debated"),
    "free.txt": (b"Motion: A b.\n# Free debate\nAda (Pro): One.\nBo (Con): Two.\n", "free debate throughout"),
    "huge.txt": (b"Motion: A b.\nAda (Pro): " + b"word " * 10_000_000, "has 50 MB, at most 20"),
    "motion.txt": (b"Motion: " + b"word " * 20_000 + b"\nAda (Pro): So.\nBo (Con): No.\n", "2,000 are the most"),
    "long.txt": (b"Motion: A b.\nAda (Pro): " + b"word " * 210_000, "1,000,000 characters"),
    "broken.json": (b'{"topic": "A", "debate": [', "JSON|not JSON|list of turns"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_taken_is_told_and_nothing_of_it_is_written(
    store: Store, settings: Settings, memory: str, short: Path, tmp_path: Path, name: str
) -> None:
    content, reason = BAD[name]
    bad = tmp_path / name
    bad.write_bytes(content)
    built = build(store, settings, memory, bad, short)
    assert len(built.added) == 1
    ((path, told),) = built.rejected
    assert path == str(bad)
    assert any(part in told for part in reason.split("|")), told
    assert [one.name for one in debates(store, memory)] == ["short.txt"]


def test_a_debate_of_one_speaker_is_taken_and_that_is_told(
    store: Store, settings: Settings, memory: str, tmp_path: Path
) -> None:
    path = tmp_path / "alone.txt"
    path.write_text("Motion: A b.\nAda (Pro): It would harm us.\n", encoding="utf-8")
    built = build(store, settings, memory, path)
    assert "only one side speaks" in [remark for _, remark in built.remarks]


def test_paths_that_are_not_there_and_names_that_cannot_be_are_refused(
    store: Store, settings: Settings, memory: str, tmp_path: Path
) -> None:
    with pytest.raises(CorpusError, match="there is no file"):
        build(store, settings, memory, tmp_path / "nothing.txt")
    with pytest.raises(CorpusError, match="no transcript in"):
        build(store, settings, memory, tmp_path)
    with pytest.raises(CorpusError, match="cannot name a memory"):
        build(store, settings, "../up", tmp_path)
    with pytest.raises(UnknownId, match="there is no memory"):
        Memory(store, settings, memory)


def test_recall_finds_the_debate_that_is_meant_and_writes_a_legal_row(
    store: Store, settings: Settings, memory: str, chain: str
) -> None:
    build(store, settings, memory, SAMPLES)
    opened = Memory(store, settings, memory)
    motion = "Rubbish should be paid for by the kilo."
    told = opened.recall(motion, [], "con", keywords_of(OFFLINE, motion, [], "con"))
    assert (len(told.found), told.found[0].side) == (5, "con")
    assert "waste" in told.found[0].topic
    delta, _ = recollection_delta(memory, told)
    store.commit(recollection_draft(chain, told), delta)
    assert len(store.subgraph(chain).of("Recollection")) == 1
    left = opened.recall(motion, [], "con", ["waste"], without=[told.found[0].topic])
    assert told.found[0].topic not in {one.topic for one in left.found}


def test_a_withdrawn_debate_is_recalled_no_more_and_what_it_shaped_is_told(
    store: Store, settings: Settings, memory: str, chain: str
) -> None:
    build(store, settings, memory, SAMPLES)
    told = Memory(store, settings, memory).recall("Close the streets to cars.", [], "pro", ["cars"])
    delta, recollection = recollection_delta(memory, told)
    done = store.commit(recollection_draft(chain, told), delta)
    with pytest.raises(UsageError, match="for a reason"):
        withdraw(store, settings, memory, "old-town-cars.txt", "an operator", " ")
    one, shaped = withdraw(store, settings, memory, "old-town-cars.txt", "an operator", "its speakers asked for it")
    assert {(row.debate, row.recollection) for row in shaped} == {(chain, done.id_of(recollection))}
    with pytest.raises(UsageError, match="was withdrawn at"):
        withdraw(store, settings, memory, one.id, "an operator", "again")
    assert one.topic not in {row.item.topic for row in records(store, memory)}
    assert verify(store, chain_of(memory)).ok
    again = build(store, settings, memory, SAMPLES / "old-town-cars.txt")
    assert "was withdrawn" in again.rejected[0][1]
    assert again.added == []


def test_a_memory_of_another_encoder_is_told_and_not_mixed(
    store: Store, settings: Settings, memory: str, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(LexicalEncoder):
        @property
        def key(self) -> str:
            return "0123456789abcdef"

        def describe(self) -> str:
            return "another encoder (0123456789abcdef)"

    with monkeypatch.context() as patch:
        patch.setattr(building, "chosen_encoder", lambda *_: Other())
        build(store, settings, memory, short)
    for work in (
        lambda: build(store, settings, memory, SAMPLES),
        lambda: Memory(store, settings, memory),
    ):
        with pytest.raises(UsageError, match=r"built with another encoder \(another encoder"):
            work()
    assert len(debates(store, memory)) == 1


def test_lost_vectors_are_made_anew_from_the_graph(store: Store, settings: Settings, memory: str, short: Path) -> None:
    build(store, settings, memory, short)
    first = Memory(store, settings, memory).recall("quay", [], "pro", ["quay"])
    for folder in (settings.home / "memories" / memory).iterdir():
        (folder / "vectors.json").write_bytes(b"{")
    assert Memory(store, settings, memory).recall("quay", [], "pro", ["quay"]) == first


def test_a_whole_chinese_debate_is_read_in_pieces(store: Store, settings: Settings, memory: str) -> None:
    built = build(store, replace(settings, encoder=""), memory, require(ORCHID))
    assert built.encoder.startswith("lexical")
    rows = store.ask("memory_records", run=chain_of(memory))
    assert max(row["pieces"] for row in rows) > 3
    told = Memory(store, settings, memory).recall("真爱是理智的行为", [], "pro", ["真爱"])
    assert len(told.found) == 5
    assert not told.fell_back


def test_what_is_erased_is_in_no_vector_either(settings: Settings, store: Store, memory: str, short: Path) -> None:
    build(store, settings, memory, short)
    one, other = records(store, memory)
    vector = LexicalEncoder().encode([one.item.text])[0]
    before = Memory(store, settings, memory)._embedding.scores(vector, [one.item.key, other.item.key])
    with Session(settings) as session:
        erase_node(session, one.item.utterance, "a speaker asked for it", "an operator")
    assert not (settings.home / "memories" / ".vectors").exists()
    opened = Memory(store, settings, memory)
    after = opened._embedding.scores(vector, [one.item.key, other.item.key])
    assert before[one.item.key] > 0.99
    assert after == {other.item.key: before[other.item.key]}
    assert "Arden" not in str(store.ask("memory_utterances", run=chain_of(memory), transcript=one.item.transcript))


def test_two_builds_of_one_memory_do_not_run_at_once(
    store: Store, settings: Settings, memory: str, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.debate.memory.building.WAIT", 0.0)
    busy = locked(settings.home / "memories" / ".locks" / f"build-{memory}", "a build", 1.0)
    with busy, pytest.raises(EnvironmentFault, match="in use by another process"):
        build(store, settings, memory, short)


def test_only_an_operator_may_withdraw(store: Store) -> None:
    delta = Delta()
    delta.edge("WITHDRAWS", Ref(SELF, "HumanAct"), Ref("t-1", "Transcript"), why="so")
    check(ActivityDraft("memory.x", "HumanAct", Role.OPERATOR, "withdraw", "person"), delta)
    with pytest.raises(RoleViolation):
        check(ActivityDraft("memory.x", "HumanAct", Role.CONTESTER, "withdraw", "person"), delta)


@pytest.mark.parametrize("which", [STAND_IN, REAL])
def test_a_memory_on_a_qdrant_server_recalls_what_one_on_disk_does(
    store: Store, settings: Settings, memory: str, which: str
) -> None:
    with either_qdrant(which) as server:
        there = replace(settings, qdrant_url=server.url)
        assert build(store, there, memory, SAMPLES).vectors == 36
        assert list(server.collections.values()) == [36]
        assert not (settings.home / "memories" / memory).exists()
        found, on_disk = (
            Memory(store, one, memory).recall("Close the old streets.", [], "pro", ["town", "streets"])
            for one in (there, settings)
        )
        assert [one.record for one in found.found] == [one.record for one in on_disk.found]
        assert (found.prior, found.schemes) == (on_disk.prior, on_disk.schemes)
        withdraw(store, there, memory, "old-town-cars.txt", "an operator", "its speakers asked for it")
        assert list(server.collections.values()) == [30]
        utterance = records(store, memory)[0].item.utterance
        with Session(there) as session:
            erase_node(session, utterance, "a speaker asked for it", "an operator")
        assert server.collections == {}
        Memory(store, there, memory)
        assert list(server.collections.values()) == [29]


def test_a_server_that_is_gone_leaves_a_debate_to_be_encoded_later(
    store: Store, settings: Settings, memory: str, short: Path
) -> None:
    with qdrant_server() as server:
        there = replace(settings, qdrant_url=server.url)
        server.fault = 503
        with pytest.raises(EnvironmentFault, match="the Qdrant server at"):
            build(store, there, memory, short)
        server.fault = 0
        again = build(store, there, memory, short)
        assert (len(again.unchanged), again.vectors) == (1, 2)
    assert verify(store, chain_of(memory)).ok
