"""The verbs checkpoint and prove, and what verify says of checkpoints."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import neo4j
import pytest

from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.calling import foam

pytestmark = pytest.mark.whole
Asked = dict[str, object]


def test_a_checkpoint_is_made_verified_and_proved(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_ANCHORS", f"file:{tmp_path / 'outside'}")
    made = foam("checkpoint", "--json").value
    assert made["checkpoint"]["size"] > 0
    assert [anchor["anchor"] for anchor in made["anchors"]] == [f"file:{tmp_path / 'outside'}"]
    witness = foam("verify", "--json").value["witness"]
    assert (witness["anchored_size"], witness["key"]) == (made["checkpoint"]["size"], made["key"])
    assert str(asked["run"]) in {row["run"] for row in witness["anchored"]}

    proof, growth = tmp_path / "proof.json", tmp_path / "growth.json"
    assert foam("prove", str(asked["position"]), "-o", str(proof), "--json").value["bytes"] > 0
    shown = foam("prove", "--check", str(proof), "--key", made["key"], "--json").value
    assert (shown["ok"], shown["trusted"]) == (True, True)
    assert asked["position"] in shown["artifacts"]
    foam("prove", "--since", "1", "-o", str(growth))
    assert foam("prove", "--check", str(growth), "--key", made["key"], "--json").value["ok"]

    data = json.loads(proof.read_text(encoding="utf-8"))
    data["event"]["at"] = "2001-01-01T00:00:00.000000Z"
    proof.write_text(json.dumps(data), encoding="utf-8")
    answer = foam("prove", "--check", str(proof), "--json")
    assert (answer.code, answer.value["ok"]) == (1, False)
    assert "hash" in answer.value["fault"]

    for words in (["checkpoint"], ["prove", "--check", str(growth)], ["verify"], ["prove", str(asked["position"])]):
        told = foam(*words)
        assert (told.code, told.err) == (0, "")
        assert told.out.strip()


def test_a_failed_anchor_is_told(asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_ANCHORS", f"file:{tmp_path / 'no' / 'place'}")
    (tmp_path / "note.md").write_text("The anchor of the ferry was lost in the harbour.", encoding="utf-8")
    assert foam("load", str(tmp_path / "note.md"), "--corpus", "anchors", "--json").code == 0
    answer = foam("checkpoint", "--json")
    assert answer.code == 1
    assert "did not take the checkpoint" in answer.value["failed"][0]
    assert answer.value["new"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["prove"], "give one of"),
        (["prove", "x", "--since", "1"], "give one of"),
        (["prove", "no-such-node"], "no-such-node"),
        (["prove", "--check", "/no/such/file"], "cannot be read"),
        (["prove", "--check", __file__], "no JSON"),
        (["prove", "--since", "9999"], "there are no checkpoints"),
        (["verify", "--key", "none"], "no verifier key"),
        (["verify", "x", "--key", "none"], "belongs to all chains"),
    ],
)
def test_what_cannot_be_proved_is_refused(asked: Asked, words: list[str], told: str) -> None:
    answer = foam(*words, "--json")
    assert answer.code in (1, 2)
    assert told in answer.value["message"]


def test_a_setting_that_names_no_anchor_is_refused(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_ANCHORS", "rekor:x")
    answer = foam("checkpoint")
    assert (answer.code, "names no anchor" in answer.err) == (2, True)


def test_a_journal_of_everything_is_exported_and_not_replayed_onto_itself(asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    assert foam("export", "journal", "all", "-o", str(file), "--json").value["bytes"] > 0
    runs = [json.loads(line)["run"] for line in file.read_text(encoding="utf-8").split("\n") if line]
    assert {"library", str(asked["run"])} <= set(runs)
    checked = foam("verify", "--journal", str(file), "--json").value
    assert checked["ok"], checked["faults"][:3]
    answer = foam("replay", str(file), "--json")
    assert (answer.code, "already" in answer.value["message"]) == (2, True)
    assert foam("replay", "/no/such/file", "--json").code == 2
    (tmp_path / "other.jsonl").write_text("{}\n", encoding="utf-8")
    assert foam("replay", str(tmp_path / "other.jsonl"), "--json").code == 1


def test_a_full_export_is_not_replayed_onto_itself_and_a_plain_one_not_at_all(asked: Asked, tmp_path: Path) -> None:
    full, plain = tmp_path / "full.trig", tmp_path / "plain.trig"
    words = ("export", "prov", str(asked["run"]), "--format", "trig")
    assert foam(*words, "--full", "-o", str(full), "--json").value["full"] is True
    assert foam(*words, "-o", str(plain), "--json").value["full"] is False
    answer = foam("replay", str(full), "--json")
    assert (answer.code, "already" in answer.value["message"]) == (2, True)
    answer = foam("replay", str(plain), "--json")
    assert (answer.code, "--full" in answer.value["hint"]) == (1, True)
    assert foam(*words, "--full", "--redact", "-o", str(full), "--json").code == 2
    assert foam("export", "journal", str(asked["run"]), "--full", "-o", str(full), "--json").code == 2


def test_what_the_store_cannot_give_is_a_fault_of_the_environment(
    endpoint: Endpoint, home: Path, tmp_path: Path
) -> None:
    """A node whose activity is gone is in no line of a journal: no check failed, the database is not as it must be."""
    chain = f"broken-{uuid.uuid4().hex[:8]}"
    auth = (endpoint.user, endpoint.password)
    with Store(endpoint, "a test") as store, neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver:
        store.ensure_chain(chain, "corpus", "a test")
        stray = f"{chain}-7-1"
        driver.execute_query("CREATE (:Artifact:Claim {id: $id, run: $run, seq: 7, ord: 1})", id=stray, run=chain)
        try:
            answer = foam("export", "journal", chain, "-o", str(tmp_path / "x.jsonl"), "--json")
            plain = foam("export", "journal", chain, "-o", str(tmp_path / "x.jsonl"))
        finally:
            driver.execute_query("MATCH (n:Artifact {id: $id}) DELETE n", id=stray)
    assert (answer.code, answer.value["error"]) == (3, "StoreFault")
    assert (plain.code, plain.out, plain.err[:6]) == (3, "", "foam: ")
    assert list(tmp_path.iterdir()) == []
