"""Checkpoints over a database of their own, and an attacker with full rights on that database, the files, or both."""

from __future__ import annotations

import json
import shutil
import subprocess
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import neo4j
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, StoreFault, UnknownId, VerifyError
from foam_graph.exchange.packs.proof_files import check_proof, prove_growth, prove_inclusion
from foam_graph.model.canonical import body_hash, chain_hash, digest
from foam_graph.proofs.anchors import FileAnchor, GitAnchor
from foam_graph.proofs.folder import LogFolder
from foam_graph.proofs.note import Checkpoint, VerifierKey, opened, sign
from foam_graph.store.chain.row_check import ACTIVITY_KEYS, EDGE_KEYS, NODE_KEYS
from foam_graph.store.chain.sealing import edge_form, header_form, node_form
from foam_graph.store.ledger.checkpoint_check import Witnessed, witnessed
from foam_graph.store.ledger.checkpoints import LEDGER, make_checkpoint, stored_checkpoints
from foam_graph.store.ledger.verification import read_events, verify
from foam_graph.store.server import control as server
from foam_graph.store.store import Store
from tests.support.chains.deltas import claims, draft, story

TIMES = [f"2026-06-0{n}T12:00:00Z" for n in range(1, 9)]


@dataclass
class Log:
    """A store with three checkpoints over two runs: 1 anchored outside, the others only in the log's folder."""

    store: Store
    folder: LogFolder
    anchor: FileAnchor
    raw: neo4j.Driver
    first: str
    second: str

    def check(self, key: VerifierKey | None = None) -> Witnessed:
        return witnessed(self.store, self.folder, [self.anchor], key)

    def query(self, text: str, **values: object) -> None:
        counters = self.raw.execute_query(text, first=self.first, second=self.second, **values).summary.counters
        assert counters.contains_updates, "the tampering itself did nothing"


@pytest.fixture(scope="module")
def own_store(spare: Settings) -> Iterator[tuple[Store, neo4j.Driver]]:
    endpoint = server.endpoint(spare)
    with (
        Store(endpoint, "the test") as store,
        neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver,
    ):
        yield store, driver


@pytest.fixture
def log(own_store: tuple[Store, neo4j.Driver], tmp_path: Path) -> Log:
    store, raw = own_store
    raw.execute_query("MATCH (n) DETACH DELETE n")
    made = Log(store, LogFolder(tmp_path / "ledger"), FileAnchor(tmp_path / "outside"), raw, new_run(), new_run())
    for run in (made.first, made.second):
        store.ensure_chain(run, "run", "a test")
    story(store, made.first)
    make_checkpoint(store, made.folder, TIMES[0], [made.anchor])
    story(store, made.second)
    make_checkpoint(store, made.folder, TIMES[1])
    store.commit(draft(made.first), claims())
    make_checkpoint(store, made.folder, TIMES[2])
    return made


def new_run() -> str:
    return f"r{uuid.uuid4().hex[:10]}"


def test_an_honest_database_holds_and_its_ranges_are_told_apart(log: Log) -> None:
    log.store.commit(draft(log.second), claims(1))
    found = log.check()
    assert found.faults == []
    # Opening and four activities of the first run, then the opening of the second.
    assert (found.checkpoints, found.size, found.anchored_size) == (3, 14, 6)
    assert [(r.run, r.first, r.last) for r in found.anchored] == sorted([(log.first, 0, 4), (log.second, 0, 0)])
    unanchored = {r.run: (r.first, r.last) for r in found.unanchored}
    assert unanchored == {log.first: (5, 5), log.second: (1, 5), LEDGER: (0, 3)}
    assert verify(log.store).ok


def test_a_checkpoint_of_nothing_new_is_not_made(log: Log) -> None:
    again = make_checkpoint(log.store, log.folder, TIMES[3])
    assert (again.new, again.checkpoint and again.checkpoint.number) == (False, 3)
    assert len(log.folder.notes()) == len(stored_checkpoints(log.store)) == 3


def test_an_empty_database_has_none(own_store: tuple[Store, neo4j.Driver], tmp_path: Path) -> None:
    store, raw = own_store
    raw.execute_query("MATCH (n) DETACH DELETE n")
    made = make_checkpoint(store, LogFolder(tmp_path / "ledger"), TIMES[0])
    assert (made.checkpoint, made.new) == (None, False)
    assert witnessed(store, LogFolder(tmp_path / "ledger")) == Witnessed()


def test_a_failed_anchor_does_not_undo_the_checkpoint(log: Log, tmp_path: Path) -> None:
    log.store.commit(draft(log.first), claims(1))
    made = make_checkpoint(log.store, log.folder, TIMES[3], [FileAnchor(tmp_path / "no" / "place"), log.anchor])
    assert (made.new, len(made.held), len(made.failed)) == (True, 1, 1)
    assert "did not take the checkpoint" in made.failed[0]
    assert log.check().anchored_size == log.check().size


def test_an_anchor_that_was_not_there_gets_the_newest_checkpoint_although_nothing_is_new(
    log: Log, tmp_path: Path
) -> None:
    late = FileAnchor(tmp_path / "late" / "checkpoints")
    assert len(make_checkpoint(log.store, log.folder, TIMES[3], [late]).failed) == 1
    (tmp_path / "late").mkdir()
    for _ in range(2):
        made = make_checkpoint(log.store, log.folder, TIMES[3], [late, log.anchor])
        assert (made.new, made.failed) == (False, ())
        assert [held.anchor for held in made.held] == [late.name, log.anchor.name]
    # It is given to each once, and to the one that has it already not again.
    assert [held.note for held in late.held()] == log.folder.notes()[2:]
    assert [held.note for held in log.anchor.held()] == [log.folder.notes()[0], log.folder.notes()[2]]


def test_what_is_missing_altered_or_reordered_in_a_git_anchor_is_seen(log: Log, tmp_path: Path) -> None:
    notes = log.folder.notes()
    other = notes[1].replace("time 2026", "time 2025")

    def with_anchor(name: str, held: list[list[str]]) -> tuple[Witnessed, str]:
        """Each list is the anchor's file in one commit."""
        anchor = GitAnchor(tmp_path / name)
        anchor.publish(held[0][0])
        git = ["git", "-C", str(tmp_path / name), "-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-q"]
        for file in held:
            (tmp_path / name / "checkpoints").write_text("".join(f"{note}\n" for note in file), encoding="utf-8")
            subprocess.run([*git, "--allow-empty", "-a", "-m", "x"], check=True)
        found = witnessed(log.store, log.folder, [anchor])
        return found, " ".join(fault.detail for fault in found.faults)

    whole, details = with_anchor("whole", [notes])
    assert (details, whole.anchored_size, whole.anchors[0]["lacks"]) == ("", whole.size, "0")
    cut_off, details = with_anchor("cut off", [notes[:2]])
    assert (details, cut_off.anchors[0]["lacks"]) == ("", "0")
    assert cut_off.anchored_size < whole.anchored_size
    gap, details = with_anchor("a gap", [[notes[0], notes[2]]])
    assert (details, gap.anchored_size, gap.anchors[0]["lacks"]) == ("", whole.size, "1")
    # Altered in place, by which the file does not grow, and put right again.
    for name, files in {"now": [[notes[0], other, notes[2]]], "once": [[notes[0], other], notes]}.items():
        assert "not signed" in with_anchor(name, files)[1], name
    assert "a log only grows" in with_anchor("reordered", [[notes[0], notes[2], notes[1]]])[1]


def test_files_that_a_crash_left_behind_catch_up(log: Log) -> None:
    notes, leaves = log.folder.notes(), log.folder.leaf_count()
    (log.folder.path / "checkpoints").write_text(f"{notes[0]}\n", encoding="utf-8")
    log.store.commit(draft(log.first), claims(1))
    make_checkpoint(log.store, log.folder, TIMES[3])
    assert log.folder.notes()[:3] == notes
    assert log.folder.leaf_count() > leaves
    assert log.check().faults == []


def test_what_is_not_whole_is_not_put_under_a_checkpoint(log: Log) -> None:
    log.store.commit(draft(log.second), claims(1))
    log.store.commit(draft(log.second), claims(1))
    log.query("MATCH (a:Activity {run: $second, seq: 5}) DETACH DELETE a")
    with pytest.raises(StoreFault, match="are gone"):
        make_checkpoint(log.store, log.folder, TIMES[3])


def test_a_lost_key_is_not_replaced_in_silence(log: Log) -> None:
    (log.folder.path / "key").unlink()
    log.store.commit(draft(log.first), claims(1))
    with pytest.raises(EnvironmentFault, match="signing key"):
        make_checkpoint(log.store, log.folder, TIMES[3])
    assert len(stored_checkpoints(log.store)) == 3


@pytest.mark.parametrize("text", [None, "", "foam-graph/x 00", "no key at all"])
def test_a_key_that_cannot_sign_is_told_although_nothing_is_new(log: Log, text: str | None) -> None:
    file = log.folder.path / "key"
    assert make_checkpoint(log.store, log.folder, TIMES[3]).new is False
    file.unlink()
    if text is not None:
        file.write_text(text)
    with pytest.raises(EnvironmentFault, match="signing key"):
        make_checkpoint(log.store, log.folder, TIMES[3])


def test_a_public_key_that_a_crash_kept_from_being_written_is_written(log: Log) -> None:
    key = log.folder.verifier_key()
    (log.folder.path / "key.pub").unlink()
    log.store.commit(draft(log.first), claims(1))
    make_checkpoint(log.store, log.folder, TIMES[3])
    assert log.folder.verifier_key() == key
    assert log.check().faults == []


def rehash(log: Log, run: str) -> None:
    """What somebody with the database and this software does: every hash of a chain is made anew from what is there."""
    head = "0" * 64
    for event in list(read_events(log.store, run)):
        assert event.props is not None
        props = dict(event.props)
        own = {key: value for key, value in props.items() if key not in ACTIVITY_KEYS}
        digests = []
        for labels, row in sorted(event.nodes, key=lambda node: node[1]["ord"]):
            stored = {key: value for key, value in row.items() if key not in NODE_KEYS}
            digests.append(node_form(row["id"], labels[-1], row["ord"], stored))
        edges = [edge for edge in event.edges if edge[0] not in ("WAS_GENERATED_BY", "NEXT")]
        for type_, start, end, row in sorted(edges, key=lambda edge: edge[3]["ord"]):
            stored = {key: value for key, value in row.items() if key not in EDGE_KEYS}
            digests.append(edge_form(type_, start, end, row["ord"], stored))
        props["body_hash"] = body_hash([digest(form) for form in digests])
        props["prev_hash"] = head
        header = header_form(props, own, props["nodes"], props["edges"])
        props["hash"] = head = chain_hash(header, props["body_hash"], props["prev_hash"])
        log.raw.execute_query("MATCH (a:Activity {id: $id}) SET a = $p", id=props["id"], p=props)


def test_a_chain_rehashed_as_a_whole_verifies_alone_but_not_against_its_checkpoint(log: Log) -> None:
    log.query("MATCH (n:Artifact {id: $first + '-1-1'}) SET n.words = 5")
    assert not verify(log.store, log.first).ok
    rehash(log, log.first)
    assert verify(log.store, log.first).ok, "the attacker of this test does not do the work"
    found = log.check()
    assert found.faults[0].activity == f"{log.first}-1", found.faults
    assert "is not the activity that checkpoint 1 was made over" in found.faults[0].detail
    assert found.anchored_size == 0


def resign(log: Log, key: Ed25519PrivateKey, name: str) -> None:
    """The attacker also makes all checkpoints anew, under a key of their own."""
    log.raw.execute_query("MATCH (n {run: $run}) DETACH DELETE n", run=LEDGER)
    shutil.rmtree(log.folder.path)
    log.folder.path.mkdir()
    (log.folder.path / "key").write_text(f"{name} {key.private_bytes_raw().hex()}\n")
    public = VerifierKey(name, key.public_key().public_bytes_raw())
    (log.folder.path / "key.pub").write_text(f"{public}\n")
    make_checkpoint(log.store, log.folder, TIMES[0])


def test_only_an_anchor_or_a_published_key_finds_who_rewrote_everything(log: Log) -> None:
    published = log.folder.verifier_key()
    assert published is not None
    log.query("MATCH (n:Artifact {id: $first + '-1-1'}) SET n.words = 5")
    rehash(log, log.first)
    resign(log, Ed25519PrivateKey.generate(), published.name)
    assert witnessed(log.store, log.folder).faults == [], "inside, nothing is left to compare with"
    assert [fault.kind for fault in log.check().faults] == ["anchor"]
    assert "not signed by" in witnessed(log.store, log.folder, (), published).faults[0].detail


def test_the_true_key_does_not_help_to_rewrite_what_is_anchored(log: Log) -> None:
    name, key = log.folder.private_key()
    log.query("MATCH (n:Artifact {id: $first + '-1-1'}) SET n.words = 5")
    rehash(log, log.first)
    resign(log, key, name)
    faults = log.check().faults
    assert [fault.kind for fault in faults] == ["anchor"]
    assert "6 leaves" in faults[0].detail


TAMPERINGS: dict[str, tuple[Callable[[Log], None], str, str]] = {
    # name: (what is done, kind of the first fault, what it must name)
    "tail cut off with its rows": (lambda log: cut(log, log.first, 5), "checkpoint", "{first}-5"),
    "a whole run deleted": (
        lambda log: log.query("MATCH (n {run: $second}) DETACH DELETE n"), "checkpoint", "{second}-0",
    ),
    "everything deleted": (lambda log: log.query("MATCH (n) DETACH DELETE n"), "checkpoint", "holds a checkpoint of 6"),
    "the ledger chain deleted": (
        lambda log: log.query("MATCH (n {run: 'ledger'}) DETACH DELETE n"), "checkpoint", "holds a checkpoint of 6",
    ),
    "the last checkpoint deleted": (lambda log: cut(log, LEDGER, 3), "checkpoint", "checkpoint of 14 leaves"),
    "a hash exchanged": (
        lambda log: log.query("MATCH (a:Activity {run: $second, seq: 2}) SET a.hash = a.body_hash"), "checkpoint",
        "{second}-2",
    ),
    "checkpoint notes swapped": (lambda log: swap(log), "checkpoint", "checkpoint-1"),
    "checkpoint root": (
        lambda log: log.query("MATCH (c:Checkpoint {number: 2}) SET c.root = $first"), "checkpoint", "checkpoint-2",
    ),
    "checkpoint size": (
        lambda log: log.query("MATCH (c:Checkpoint {number: 2}) SET c.size = 3"), "checkpoint", "checkpoint-2",
    ),
    "checkpoint peaks": (
        lambda log: log.query("MATCH (c:Checkpoint {number: 2}) SET c.peaks = reverse(c.peaks)"), "checkpoint",
        "checkpoint-2",
    ),
    "checkpoint number": (
        lambda log: log.query("MATCH (c:Checkpoint {number: 2}) SET c.number = 7"), "checkpoint", "checkpoint-3",
    ),
    "checkpoint batches shortened": (lambda log: rebatch(log, -1), "checkpoint", "checkpoint-2"),
    "checkpoint batches lengthened": (lambda log: rebatch(log, 1), "checkpoint", "under checkpoint 2"),
    "public key replaced": (lambda log: replace_key(log), "checkpoint", "checkpoint-1"),
    "public key garbled": (
        lambda log: bytes_of(log, "key.pub", b"none"), "checkpoint", "no verifier key",
    ),
    "public key deleted": (lambda log: (log.folder.path / "key.pub").unlink(), "checkpoint", "no key"),
    "leaves file changed": (lambda log: flip(log, "leaves", 40), "checkpoint", "file of leaves differs"),
    "leaves file cut": (lambda log: bytes_of(log, "leaves", b"x" * 33), "checkpoint", "within a hash"),
    "notes file changed": (lambda log: flip(log, "checkpoints", 30), "checkpoint", "the log's own files"),
    "anchored copy changed": (lambda log: flip(log, "../outside", 30), "anchor", "file:"),
    "anchored copy of another root": (lambda log: forge(log), "anchor", "another root for 6"),
}  # fmt: skip


def cut(log: Log, run: str, seq: int) -> None:
    log.query("MATCH (n {run: $run}) WHERE n.seq >= $seq DETACH DELETE n", run=run, seq=seq)


def swap(log: Log) -> None:
    log.query(
        "MATCH (a:Checkpoint {number: 1}) MATCH (b:Checkpoint {number: 2}) WITH a, b, a.note AS n "
        "SET a.note = b.note, b.note = n"
    )


def rebatch(log: Log, by: int) -> None:
    batches = [[b.run, b.low, b.high] for b in stored_checkpoints(log.store)[1].batches]
    batches[-1][2] = int(batches[-1][2]) + by
    log.query("MATCH (c:Checkpoint {number: 2}) SET c.batches = $batches", batches=json.dumps(batches))


def replace_key(log: Log) -> None:
    known = log.folder.verifier_key()
    assert known is not None
    public = VerifierKey(known.name, Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    bytes_of(log, "key.pub", f"{public}\n".encode())


def bytes_of(log: Log, name: str, content: bytes) -> None:
    (log.folder.path / name).write_bytes(content)


def flip(log: Log, name: str, place: int) -> None:
    path = log.folder.path / name
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def forge(log: Log) -> None:
    name, key = log.folder.private_key()
    log.anchor.publish(sign(Checkpoint(name, 6, bytes(32), TIMES[0]), key))


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_and_named(log: Log, name: str) -> None:
    act, kind, named = TAMPERINGS[name]
    assert log.check().faults == []
    act(log)
    faults = log.check().faults
    assert faults, "nothing was found"
    first = faults[0]
    wanted = named.format(first=log.first, second=log.second)
    assert (first.kind, wanted in f"{first.activity} {first.row} {first.detail}") == (kind, True), faults


def test_a_proof_shows_one_activity_and_nothing_else(log: Log) -> None:
    key = log.folder.verifier_key()
    assert key is not None
    proof = prove_inclusion(log.store, log.folder, log.second, 1)
    shown = check_proof(json.loads(json.dumps(proof)), key)
    assert (shown["activity"], shown["size"]) == (f"{log.second}-1", 14)
    assert f"{log.second}-1-1" in shown["artifacts"]
    other = prove_inclusion(log.store, log.folder, log.second, 2)
    for part in ("event", "index", "path", "checkpoint", "key", "size"):
        mixed = {**proof, part: other[part] if other[part] != proof[part] else 7}
        with pytest.raises(VerifyError):
            check_proof(mixed)
    deep: list[object] = []
    for _ in range(900):
        deep = [deep]
    for part, value in (("index", float("inf")), ("size", 14.0), ("index", str(proof["index"])), ("event", deep)):
        with pytest.raises(VerifyError):
            check_proof({**proof, part: value}, key)
    changed = json.loads(json.dumps(proof))
    changed["event"]["nodes"][0]["fields"]["text"] = "The ferry runs early."
    with pytest.raises(VerifyError, match="-1-1 form or text or values is not what was committed to"):
        check_proof(changed, key)


def test_an_activity_that_no_checkpoint_covers_has_no_proof_yet(log: Log) -> None:
    log.store.commit(draft(log.second), claims(1))
    with pytest.raises(UnknownId, match="no checkpoint covers"):
        prove_inclusion(log.store, log.folder, log.second, 5)


def test_checkpoints_grow_out_of_one_another(log: Log) -> None:
    key = log.folder.verifier_key()
    assert key is not None
    for old, new in ((1, 3), (2, 3), (1, 2), (3, 3)):
        assert check_proof(prove_growth(log.store, log.folder, old, new), key)["ok"]
    growth = prove_growth(log.store, log.folder, 1, 3)
    with pytest.raises(VerifyError, match="no beginning"):
        check_proof({**growth, "old": prove_growth(log.store, log.folder, 2, 3)["old"]}, key)
    with pytest.raises(UnknownId, match="no checkpoints 4"):
        prove_growth(log.store, log.folder, 4)


def test_the_note_in_the_graph_is_the_one_in_the_file(log: Log) -> None:
    key = log.folder.verifier_key()
    assert key is not None
    assert [stored.note for stored in stored_checkpoints(log.store)] == log.folder.notes()
    assert [opened(note, key).time for note in log.folder.notes()] == TIMES[:3]
    assert (log.folder.path / "key").stat().st_mode & 0o777 == 0o600
