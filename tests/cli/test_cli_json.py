"""Every verb with --json on a real server: exactly one JSON value on stdout, nothing on stderr."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calling import CORPUS, DOCUMENTS, QUESTION, ask, foam

from foam_graph.app.results import CLASSES
from foam_graph.cli.verbs import VERBS

Asked = dict[str, Any]


def value_of(*arguments: str) -> Any:
    answer = foam(*arguments, "--json")
    assert answer.code == 0, answer
    return answer.value


def a_claim(asked: Asked) -> dict[str, Any]:
    """A claim of the position that quotes something."""
    return next(c for name in CLASSES for c in asked[name] if c.get("records"))


def test_every_verb_is_called_in_this_file() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [verb for verb in VERBS if f'"{verb}"' not in text and verb not in ("down", "ask", "load")] == []


def test_up_again_and_status_agree(home: Path) -> None:
    again, status = value_of("up"), value_of("status")
    assert again["running"] is status["running"] is True
    assert again["pid"] == status["pid"]
    assert status["home"] == str(home)


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


def test_documents_and_retrieve(world: Path) -> None:
    assert {d["title"] for d in value_of("documents", "--corpus", CORPUS)} == {
        title for title, _, _ in DOCUMENTS.values()
    }
    hits = value_of("retrieve", "bollards and signs", "--corpus", CORPUS, "-k", "2")
    assert hits[0]["text"] == "The bollards and signs would cost $180,000 once."
    assert [hit["rank"] for hit in hits] == list(range(1, len(hits) + 1))


def test_loading_again_adds_nothing(world: Path) -> None:
    assert value_of("load", str(world / "documents"), "--corpus", CORPUS)["added"] == []


def test_an_answer_is_a_position_with_its_checks(asked: Asked) -> None:
    assert {"run", "position", "certified", "checks", "core", "synthesis"} <= asked.keys()
    assert asked["certified"] == all(check["ok"] for check in asked["checks"])


def test_runs_lists_it_as_finished(asked: Asked) -> None:
    row = next(row for row in value_of("runs") if row["id"] == asked["run"])
    assert (row["finished"], row["position"], row["title"]) == (True, asked["position"], QUESTION)
    assert {row["kind"] for row in value_of("runs", "--all")} == {"run", "corpus", "library"}


def test_resuming_a_finished_run_gives_the_same_answer_by_a_prefix(asked: Asked) -> None:
    assert value_of("resume", asked["run"][:-1]) == asked


def test_show_says_who_wrote_a_claim_and_what_it_is_tied_to(asked: Asked) -> None:
    claim = a_claim(asked)
    found = value_of("show", claim["id"])
    assert (found["kind"], found["fields"]["text"]) == ("Claim", claim["text"])
    assert found["written_by"]["agent"] == "offline-rules"
    assert found["written_by"]["stance_id"] == claim["stance_id"]
    assert found["standing"] in CLASSES
    assert {e["type"] for e in found["in"]} >= {"WARRANTS", "CLASSIFIES"}
    assert not [name for name in found["fields"] if name.endswith(("_salt", "_commitment"))]


def test_show_takes_an_activity(asked: Asked) -> None:
    found = value_of("show", f"{asked['run']}-0")
    assert (found["kind"], found["standing"], found["written_by"]) == ("Opening", None, None)


def test_why_leads_from_a_sentence_to_the_position(asked: Asked) -> None:
    claim = a_claim(asked)
    record = value_of("show", claim["records"][0])
    sentence = next(e["id"] for e in record["out"] if e["type"] == "QUOTES")
    tree = value_of("why", sentence)
    kinds = []
    items = tree["leads_to"]
    while items:
        item = next((i for i in items if not i.get("again")), items[0])
        kinds.append(item["kind"])
        items = item.get("leads_to", [])
    assert kinds[:3] == ["EvidenceRecord", "Warrant", "Claim"]
    assert kinds[-1] == "Position"


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


def test_verify_one_all_and_a_journal(asked: Asked, tmp_path: Path) -> None:
    one = value_of("verify", asked["run"])
    assert one["ok"]
    whole = value_of("verify")
    assert {"id": asked["run"], "head": one["head"]}.items() <= next(
        c for c in whole["chains"] if c["id"] == asked["run"]
    ).items()
    file = tmp_path / "run.jsonl"
    value_of("export", "journal", asked["run"], "-o", str(file))
    assert value_of("verify", "--journal", str(file), "--head", one["head"])["activities"] == one["activities"]
    damaged = file.read_text(encoding="utf-8").replace("Mill Road", "Mall Road", 1)
    file.write_text(damaged, encoding="utf-8")
    answer = foam("verify", "--journal", str(file), "--json")
    assert answer.code == 1
    assert answer.value["faults"]


@pytest.mark.parametrize(
    ("what", "form", "begins"),
    [("prov", "ttl", "@prefix"), ("prov", "json", "{"), ("prov", "provn", "document"), ("dossier", "html", "<!")],
)
def test_exports_are_files_or_standard_output(asked: Asked, tmp_path: Path, what: str, form: str, begins: str) -> None:
    file = tmp_path / "new folder" / f"run.{form}"
    told = value_of("export", what, asked["run"], "--format", form, "-o", str(file))
    assert told == {"what": what, "format": form, "path": str(file), "bytes": file.stat().st_size}
    assert list(file.parent.iterdir()) == [file]
    text = file.read_text(encoding="utf-8")
    assert text.lstrip().lower().startswith(begins)
    assert foam("export", what, asked["run"], "--format", form, "-o", "-").out == text


def test_query(asked: Asked) -> None:
    names = {row["name"] for row in value_of("query", "--list")}
    assert {"standing", "why_leads", "runs"} <= names
    rows = value_of("query", "standing", "-p", f"run={asked['run']}")
    assert {"id": asked["position"], "kind": "Position", "standing": "current"} in rows
    (row,) = value_of("query", "labels_of", "-p", f'ids=["{asked["run"]}"]')
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
    good = value_of("quotes", "check", "--text", "caused 14 injuries", "--document", source)
    assert good["results"][0]["verdict"] == "exact"
    (document,) = [d["id"] for d in value_of("documents", "--corpus", CORPUS) if d["path"].endswith("count.md")]
    lines = [
        {"id": "a", "quote": "Crashes on Mill Road caused 14 injuries per year.", "document": document, "case": "x"},
        {"id": "b", "quote": "Crashes on Mill Road caused 41 injuries per year.", "document": document, "case": "x"},
        {"id": "c", "quote": "Crashes on Mill Road caused 14 injuries per year.", "document": "d0", "case": "y"},
    ]
    file = tmp_path / "quotes.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    answer = foam("quotes", "check", str(file), "--corpus", CORPUS, "--json")
    assert answer.code == 1
    assert [row["verdict"] for row in answer.value["results"]] == ["exact", "altered", "not_found"]
    summary = answer.value["summary"]
    assert (summary["cemr"], summary["cfvr"], summary["cases"], summary["unmeasured_cases"]) == (0.5, 0.0, 2, 1)
    papers = foam("quotes", "check", str(file), "--documents", str(world / "documents"), "--rule", "papers", "--json")
    assert papers.value["results"][1]["verdict"] == "partial"


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
