"""Every verb with --json on a real server: exactly one JSON value on stdout, nothing on stderr."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.position import CLASSES
from foam_graph.cli.verbs import VERBS
from tests.support.calling import CORPUS, DOCUMENTS, QUESTION, a_claim, ask, foam, value_of
from tests.support.endpoints.embedding_server import SIZE, embedding_server
from tests.support.endpoints.research_server import serving

pytestmark = pytest.mark.whole
Asked = dict[str, Any]


def test_every_verb_is_called_in_this_file_or_in_one_of_its_own() -> None:
    here = Path(__file__)
    others = [here.with_name(f"test_cli_{verb}.py") for verb in ("debate", "experiment", "exports", "memory")]
    texts = [one.read_text(encoding="utf-8") for one in (here, *others)]
    assert all("--json" in text for text in texts)
    called = "".join(texts)
    # Those that serve are called where what they serve is tested.
    elsewhere = ("ask", "load", "demo", "loaders", "serve", "mcp")
    assert [verb for verb in VERBS if f'"{verb}"' not in called and verb not in elsewhere] == []


def test_accounts_are_added_listed_and_removed(tmp_path: Path) -> None:
    file = str(tmp_path / "accounts.yaml")
    added = value_of("account", "add", "Ada Marsh", "--role", "auditor", "--file", file)
    assert added["token"]
    [one] = value_of("account", "list", "--file", file)
    assert (one["name"], one["roles"]) == ("Ada Marsh", ["auditor"])
    assert value_of("account", "remove", "Ada Marsh", "--file", file)
    assert value_of("account", "list", "--file", file) == []


def test_webhooks_are_added_listed_and_removed(home: Path) -> None:
    assert home
    made = value_of("webhooks", "add", "https://cases.example/foam", "--event", "certified")
    assert made["id"] in [one["id"] for one in value_of("webhooks", "list")]
    assert value_of("webhooks", "deliveries", "--dead") == []
    assert value_of("webhooks", "remove", made["id"])
    assert made["id"] not in [one["id"] for one in value_of("webhooks", "list")]


def test_up_again_and_status_agree(home: Path) -> None:
    again, status = value_of("up"), value_of("status")
    assert again["running"] is status["running"] is True
    assert again["pid"] == status["pid"]
    assert status["home"] == str(home)


def test_down_and_what_a_home_without_a_server_refuses(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rebuild that succeeds is in tests/app/test_rebuilding.py."""
    del home
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "own"))
    refused = foam("rebuild", "--json")
    assert (refused.code, refused.value["error"]) == (3, "StoreUnreachable")
    assert value_of("down") == {"stopped": False}
    value_of("up")
    assert value_of("down") == {"stopped": True}


def test_doctor_names_origins_and_finds_nothing_broken(world: Path) -> None:
    found = value_of("doctor", "--deep")
    assert found["ok"]
    assert {"name": "home", "value": str(found["settings"][0]["value"]), "origin": "environment FOAM_HOME"} in found[
        "settings"
    ]
    results = {check["name"]: check["result"] for check in found["checks"]}
    assert results["Neo4j"] == results["constraints"] == results[f"corpus {CORPUS}"] == results["index"] == "pass"


def test_doctor_masks_secrets(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-to-be-seen")
    answer = foam("doctor", "--json")
    assert "sk-not-to-be-seen" not in answer.out
    assert {"name": "openai_api_key", "value": "***", "origin": "environment OPENAI_API_KEY"} in answer.value[
        "settings"
    ]
    assert "sk-not-to-be-seen" not in foam("doctor").out


def test_sheet(world: Path) -> None:
    found = value_of("sheet", CORPUS)["findings"]
    assert {"id", "kind", "basis", "text", "verdict", "sentences"} <= found[0].keys()
    assert all({"id", "text", "document"} <= one.keys() for row in found for one in row["sentences"])


def test_an_estimate_is_for_runs_with_a_model(world: Path) -> None:
    asked = ("ask", "Should it?", "--corpus", CORPUS, "--template", "policy-memo", "--perspectives", "liberty,order")
    assert "--agents llm" in foam(*asked, "--estimate", "--json").value["hint"]


def test_documents_and_retrieve(world: Path) -> None:
    assert {d["title"] for d in value_of("documents", "--corpus", CORPUS)} == {
        title for title, _, _ in DOCUMENTS.values()
    }
    (found,) = value_of("retrieve", "bollards and signs", "--corpus", CORPUS, "-k", "2")
    hits = found["hits"]
    assert hits[0]["text"] == "The bollards and signs would cost $180,000 once."
    assert [hit["rank"] for hit in hits] == list(range(1, len(hits) + 1))


def test_ingest_makes_a_corpus_and_files_to_import(
    home: Path, world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    told = value_of("ingest", str(world / "documents"), "--corpus", "bulk", "--out", str(tmp_path / "out"))
    assert (told["documents"], told["partitions"], told["imported"]) == (len(DOCUMENTS), 1, False)
    assert told["command"].endswith(f"@{tmp_path / 'out' / 'graph' / 'import.args'}")
    assert {d["title"] for d in value_of("documents", "--corpus", "bulk")} == {one[0] for one in DOCUMENTS.values()}
    assert value_of("ingest", str(world / "documents"), "--corpus", "bulk", "--out", str(tmp_path / "out"))["skipped"]
    said = foam("ingest", str(world / "documents"), "--corpus", "bulk", "--out", str(tmp_path / "out"))
    assert f"Import it with: {told['command']}" in said.out
    monkeypatch.setenv("FOAM_HOME", str(home))
    refused = foam("ingest", str(world), "--corpus", "late", "--out", str(tmp_path / "late"), "--import", "--json")
    assert (refused.code, refused.value["error"]) == (3, "ServerFault")
    assert not (tmp_path / "late").exists()


def test_a_file_of_queries(world: Path, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "q", "text": "bollards and signs"}\n\n{"text": "zzz"}\n', encoding="utf-8")
    found = value_of("retrieve", "--corpus", CORPUS, "--queries", str(queries), "-k", "3", "--mode", "sparse")
    assert [one["id"] for one in found] == ["q", "3"]
    assert found[0]["hits"][0].keys() == {"rank", "document", "sentence", "score"}
    assert found[0]["hits"][0]["sentence"].startswith(found[0]["hits"][0]["document"] + ":")
    assert found[1]["hits"] == []
    only = found[0]["hits"][0]["document"]
    narrowed = value_of("retrieve", "road", "--corpus", CORPUS, "--document", only)
    assert {hit["document"] for hit in narrowed[0]["hits"]} <= {only}
    assert value_of("retrieve", "road", "--corpus", CORPUS, "--since", "2999")[0]["hits"] == []
    assert value_of("retrieve", "road", "--corpus", CORPUS, "--class", "ruling")[0]["hits"] == []


def test_search_by_meaning(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with embedding_server() as server:
        monkeypatch.setenv("FOAM_ENCODER", server.url)
        monkeypatch.setenv("FOAM_ENCODER_MODEL", "hashed")
        assert value_of("encoder")["dimensions"] == SIZE
        for mode in ("dense", "hybrid"):
            (found,) = value_of("retrieve", "bollards and signs", "--corpus", CORPUS, "-k", "5", "--mode", mode)
            assert any("bollards" in hit["text"] for hit in found["hits"])
        assert {asked["model"] for asked in server.requests} == {"hashed"}


def test_loading_again_adds_nothing(world: Path) -> None:
    assert value_of("load", str(world / "documents"), "--corpus", CORPUS)["added"] == []


def test_an_answer_is_a_position_with_its_checks(asked: Asked) -> None:
    assert {"run", "position", "certified", "checks", "core", "synthesis"} <= asked.keys()
    assert asked["certified"] == all(check["ok"] for check in asked["checks"])


def test_runs_lists_it_as_finished(asked: Asked) -> None:
    row = next(row for row in value_of("runs") if row["id"] == asked["run"])
    assert (row["finished"], row["position"], row["title"]) == (True, asked["position"], QUESTION)
    assert {row["kind"] for row in value_of("runs", "--all")} >= {"run", "corpus", "library"}


def test_resuming_a_finished_run_gives_the_same_answer_by_a_prefix(asked: Asked) -> None:
    assert value_of("resume", asked["run"][:-1]) == {**asked, "idle": True, "repaired": []}


def test_show_says_who_wrote_a_claim_and_what_it_is_tied_to(asked: Asked) -> None:
    claim = a_claim(asked)
    found = value_of("show", claim["id"])
    assert (found["kind"], found["fields"]["text"]) == ("Claim", claim["text"])
    assert found["written_by"]["agent"] == "offline-rules"
    assert found["written_by"]["stance_id"] == claim["stance_id"]
    assert found["standing"] in CLASSES
    assert {e["type"] for e in found["in"]} >= {"WARRANTS", "CLASSIFIES"}
    assert not [name for name in found["fields"] if name.endswith(("_salt", "_commitment"))]
    assert not {"salt", "commitment", "caption", "row_form"} & found["fields"].keys()


def test_verbs_that_read_look_back(asked: Asked, tmp_path: Path) -> None:
    run, claim = asked["run"], a_claim(asked)["id"]
    place = value_of("show", claim)["seq"]
    then = f"{run}-{place}"
    assert value_of("query", "positions", "--as-of", then) != value_of("query", "positions")
    assert value_of("show", claim, "--as-of", str(place))["standing"] == "current"
    kinds = {item["kind"] for item in value_of("why", claim, "--as-of", then)["leads_to"]}
    assert "Position" not in kinds
    out = tmp_path / "then.jsonl"
    assert value_of("export", "journal", run, "--as-of", str(place), "-o", str(out))["bytes"] > 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == place + 1


def test_show_takes_an_activity(asked: Asked) -> None:
    found = value_of("show", f"{asked['run']}-0")
    assert (found["kind"], found["standing"], found["written_by"]) == ("Opening", None, None)


def _kinds(items: list[dict[str, Any]]) -> set[str]:
    """Kinds of everything in a tree."""
    return {one["kind"] for one in items} | {k for one in items for k in _kinds(one.get("leads_to", []))}


def test_why_leads_from_a_sentence_to_the_position(asked: Asked) -> None:
    claim = a_claim(asked)
    record = value_of("show", claim["records"][0])
    sentence = next(e["id"] for e in record["out"] if e["type"] == "QUOTES")
    tree = value_of("why", sentence)
    kinds = []
    # It leads to the finding of the sheet that rests on it as well.
    items = [one for one in tree["leads_to"] if one["kind"] == "EvidenceRecord"]
    while items:
        item = next((i for i in items if not i.get("again")), items[0])
        kinds.append(item["kind"])
        items = item.get("leads_to", [])
    assert kinds[:3] == ["EvidenceRecord", "Warrant", "Claim"]
    # Where two paths meet, the second is told in brief: one of them goes on to the position.
    assert "Position" in _kinds(tree["leads_to"])


def test_diff_of_a_run_with_itself_is_empty(asked: Asked) -> None:
    found = value_of("diff", asked["run"], asked["run"])
    assert found["parameters"] == {}
    for name in ("candidates", "choices", "claims"):
        assert found[name]["changed"] == found[name]["only_a"] == found[name]["only_b"] == []


def test_a_challenge_a_ruling_and_what_they_touched(asked: Asked, world: Path) -> None:
    fresh = ask(world, seed=11).value
    record = a_claim(fresh)["records"][0]
    dry = value_of("challenge", record, "--kind", "relevance", "--grounds", "It is about another road.", "--dry-run")
    assert dry["challenge"] is None
    assert dry["frontier"]
    lodged = value_of("challenge", record, "--kind", "relevance", "--grounds", "It is about another road.", "--by", "A")
    ruled = value_of("rule", lodged["challenge"], "--uphold", "--reason", "So it is.", "--by", "B")
    assert ruled["ruling"]["upheld"]
    found = value_of("diff", fresh["position"], ruled["position"])
    assert found["changed"] or found["removed"] or found["standings"]
    assert value_of("verify", fresh["run"])["ok"]


def test_query(asked: Asked) -> None:
    names = {row["name"] for row in value_of("query", "--list")}
    assert {"standing", "who_said", "runs"} <= names
    rows = value_of("query", "standing", "-p", f"run={asked['run']}")
    assert {"id": asked["position"], "kind": "Position", "standing": "current"} in rows
    (row,) = value_of("query", "labels_of", "-p", f'ids=["{asked["run"]}"]', "--internal")
    assert row["labels"] == ["Artifact", "Run"]


def test_perspectives_and_templates() -> None:
    listed = value_of("perspectives")
    assert value_of("perspectives", "list") == listed
    assert value_of("perspectives", "show", listed[0]["stance_id"])["role_label"] == listed[0]["role_label"]
    sampled = value_of("perspectives", "shuffle", "--seed", "7", "--domain", "governance")
    assert sampled == value_of("perspectives", "shuffle", "--seed", "7", "--domain", "governance")
    names = [row["id"] for row in value_of("templates")]
    assert names == [row["id"] for row in value_of("templates", "list")]
    assert value_of("templates", "show", names[0])["id"] == names[0]


def test_schema_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    stale = foam("schema", "--check", "--root", str(tmp_path), "--json")
    assert (stale.code, stale.value["ok"]) == (1, False)
    written = value_of("schema", "--write", "--root", str(tmp_path))["written"]
    assert sorted(written) == sorted(stale.value["stale"])
    assert value_of("schema", "--check", "--root", str(tmp_path))["ok"]


def test_segment(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("The first. The second, 3.5 long.\n", encoding="utf-8")
    (document,) = value_of("segment", str(file))
    assert document.keys() == {"path", "language", "engine", "sentences"}
    assert [(s["start"], s["end"]) for s in document["sentences"]] == [(0, 10), (11, 32)]
    assert document["path"] == str(file)


def test_quotes_one_and_many(world: Path, tmp_path: Path) -> None:
    source = str(world / "documents" / "count.md")
    (good,) = value_of("quotes", "check", "--text", "caused 14 injuries", "--document", source)
    assert (good["verdict"], good["score"], good["document"], good["diff"]) == ("exact", 1.0, source, "")
    (document,) = [d["id"] for d in value_of("documents", "--corpus", CORPUS) if d["path"].endswith("count.md")]
    lines = [
        {"id": "a", "quote": "Crashes on Mill Road caused 14 injuries per year.", "document": document, "case": "x"},
        {"id": "b", "quote": "Crashes on Mill Road caused 41 injuries per year.", "document": document, "case": "x"},
        {"id": "c", "quote": "Crashes on Mill Road caused 14 injuries per year.", "document": "d0", "case": "y"},
        {"id": "d", "quote": "Crashes on Mill Road caused 14 injuries per year.", "document": None},
    ]
    file = tmp_path / "quotes.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    answer = foam("quotes", "check", str(file), "--corpus", CORPUS, "--json")
    assert answer.code == 1
    assert [(row["id"], row["verdict"]) for row in answer.value] == [
        ("a", "exact"),
        ("b", "altered"),
        ("c", "not_found"),
        ("d", "exact"),
    ]
    assert [row["document"] for row in answer.value] == [document, document, None, document]
    assert "41" in answer.value[1]["diff"]
    assert answer.value[0]["spans"] == answer.value[3]["spans"]
    papers = foam("quotes", "check", str(file), "--documents", str(world / "documents"), "--rule", "papers", "--json")
    assert papers.value[1]["verdict"] == "partial"
    report = value_of("evidence", "report", CORPUS, "--quotes", str(file))
    assert (report["cemr"], report["cfvr"], report["cases"], report["unmeasured_cases"]) == (0.6667, 0.0, 2, 1)
    assert [row["id"] for row in report["unfaithful"]] == ["b"]


def test_evidence_report_of_a_run_and_of_its_corpus(asked: Asked) -> None:
    of_run, of_corpus = value_of("evidence", "report", asked["run"]), value_of("evidence", "report", CORPUS)
    assert (of_run["kind"], of_corpus["kind"]) == ("run", "corpus")
    for found in (of_run, of_corpus):
        rates = ("cemr", "cemr_strict", "cfvr", "cfvr_strict", "fidelity")
        assert {name: found[name] for name in rates} == dict.fromkeys(rates, 1.0)
        assert (found["altered"], found["unmeasured"]) == (0.0, 0)
        surplus = found["over_citation"]
        assert surplus["check"]
        assert surplus["sentences"] == surplus["needed"] + surplus["extra"]
        assert surplus["citations"] > 0
    assert asked["run"] in [run["run"] for run in of_corpus["runs"]]
    assert of_run["runs"][0]["unfaithful"] == []
    lines = foam("evidence", "report", asked["run"])
    assert lines.code == 0
    assert "CEMR 1.0000 (strict 1.0000)" in lines.out


def test_evidence_report_of_nothing_known(world: Path) -> None:
    answer = foam("evidence", "report", "no-such-thing", "--json")
    assert answer.code == 2
    assert "neither a run nor a corpus" in answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["runs"], ["doctor"], ["status"], ["perspectives"], ["templates", "show", "policy-memo"], ["query", "--list"],
        ["query", "runs"], ["documents", "--corpus", CORPUS], ["retrieve", "road", "--corpus", CORPUS], ["verify"],
        ["perspectives", "show", "liberty"], ["schema"],
    ],
)  # fmt: skip
def test_people_get_lines_instead(asked: Asked, arguments: list[str]) -> None:
    answer = foam(*arguments)
    assert answer.code in (0, 1)
    assert answer.err == ""
    assert answer.out.strip()
    assert not answer.out.startswith(("{", "["))


def test_people_can_read_nodes_too(asked: Asked) -> None:
    claim = a_claim(asked)["id"]
    assert "written by offline-rules" in foam("show", claim).out
    assert asked["position"] in foam("why", claim).out
    assert "the same" in foam("diff", asked["run"], asked["run"]).out
    assert asked["position"] in foam("resume", asked["run"]).out


def test_an_auditors_own_statement(asked: Asked) -> None:
    found = value_of("cypher", "MATCH (c:Claim {run: $run}) RETURN c.id ORDER BY c.id", "-p", f"run={asked['run']}")
    assert (found["columns"], found["more"]) == (["c.id"], False)
    assert a_claim(asked)["id"] in {row[0] for row in found["rows"]}
    refused = foam("cypher", "MATCH (c:Claim) DETACH DELETE c", "--json")
    assert (refused.code, refused.value["error"]) == (2, "UsageError")


def test_a_rerun_of_what_is_not_there(asked: Asked) -> None:
    answer = foam("rerun", "no-such-run", "--drop", "liberty", "--json")
    assert (answer.code, answer.value["error"]) == (2, "UnknownId")


def test_coverage_of_a_corpus(world: Path) -> None:
    card = value_of("documents", "--corpus", CORPUS, "--coverage")
    assert (card["corpus"], card["documents"], card["newest"]) == (CORPUS, len(DOCUMENTS), "2026-03-01")
    assert "statistics" in card["source_classes"]
    assert any(gap.startswith("no document of class") for gap in card["gaps"])


def test_fetch_takes_what_a_service_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as served:
        monkeypatch.setenv("FOAM_ARXIV_URL", served.url("/arxiv"))
        found = value_of("fetch", "rents", "--source", "arxiv", "--corpus", "fetched-cli", "-k", "2")
    assert [one["document"] for one in found["found"]] == found["added"]
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)
    refused = foam("fetch", "rents", "--source", "tavily", "--corpus", "fetched-cli", "--json")
    assert (refused.code, refused.value["error"]) == (2, "UsageError")
