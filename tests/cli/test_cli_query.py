"""``foam query``: what writes has no name there, the gate stands before the rest, and a reader sees what the columns are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foam_graph.store.queries import library, store_statements
from foam_graph.store.store import Store
from tests.support.calling import foam

Asked = dict[str, Any]


def _claim(asked: Asked) -> dict[str, Any]:
    name = next(c["id"] for kind in ("core", "conditional", "contested") for c in asked[kind])
    found: dict[str, Any] = foam("show", name, "--json").value
    return found


@pytest.mark.parametrize("more", [[], ["--internal"]])
def test_no_statement_that_writes_can_be_named(asked: Asked, more: list[str]) -> None:
    before = _claim(asked)
    rows = json.dumps([{"id": before["id"], "gone": {"text": "The road stays open.", "text_salt": None}}])
    answers = [
        foam("query", "erase", "-p", f"rows={rows}", "-p", "edges=[]", "--json", *more),
        foam("query", "lock_heads", "-p", f"runs={asked['run']}", "--json", *more),
        foam("query", "schema_names", "--json", *more),
    ]
    assert _claim(asked) == before, "foam query replaced the text of a claim"
    assert [(answer.code, answer.value["error"]) for answer in answers] == [(2, "UnknownId")] * 3
    listed = {row["name"] for row in foam("query", "--list", "--json", *more).value}
    assert not listed & store_statements().keys()
    assert foam("verify", asked["run"]).code == 0


@pytest.mark.parametrize(
    "name",
    ["store/erase", "../cypher/store/erase", "store.erase", "erase.cypher", "ERASE", "audit/who_said", "/etc/passwd",
     "who_said\n", "MATCH (n) DETACH DELETE n", "erase; MATCH (n) SET n.x = 1"],
)  # fmt: skip
def test_a_name_is_no_path_and_no_statement(home: Path, name: str) -> None:
    for more in ([], ["--internal"]):
        answer = foam("query", name, "-p", "rows=[]", "-p", "edges=[]", "--json", *more)
        assert (answer.code, answer.value["error"]) == (2, "UnknownId")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("standing", 'run={"a": 1}', None),
        ("nodes_by_id", 'ids=[{"id": "a"}]', "ids must be str[]"),
        ("nodes_by_id", 'ids=[["a"]]', "ids must be str[]"),
        ("nodes_by_id", "ids=[" * 5000, "ids must be str[]"),
        ("nodes_by_id", "ids=" + ",".join(["a"] * 10_001), "more than 10,000 items"),
        ("slow_steps", "limit=99999999999999999999", "limit must be int"),
        ("slow_steps", "limit=-1", "refused"),
        ("ledger_activities", "low=nan", "low must be float"),
        ("ledger_activities", "low=inf", "low must be float"),
        ("standing", "run=\udcff", "run must be str"),
    ],
)
def test_parameters_stay_what_the_header_says(asked: Asked, name: str, value: str, says: str | None) -> None:
    before = foam("query", "totals", "--json").value
    rest = {"slow_steps": ["-p", f"run={asked['run']}"], "ledger_activities": ["-p", "run=x", "-p", "limit=1"]}
    internal = ["--internal"] if name in ("nodes_by_id", "ledger_activities") else []
    answer = foam("query", name, "-p", value, *rest.get(name, []), *internal, "--json")
    if says is None:  # a text that looks like a map is a text
        assert (answer.code, answer.value) == (0, [])
    else:
        assert answer.code == 2, answer
        assert says in answer.value["message"]
    assert foam("query", "totals", "--json").value == before


def test_the_gate_stands_before_named_statements_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a file that writes ever get into the library, the server's plan of it is refused."""
    from dataclasses import replace

    known = library()
    planted = replace(known["totals"], text="MATCH (n:Artifact) SET n.seen = true RETURN count(n) AS artifacts")
    monkeypatch.setitem(known, "totals", planted)
    answer = foam("query", "totals", "--json")
    assert (answer.code, answer.value["error"]) == (2, "UsageError")
    assert "writes" in answer.value["message"]


def test_readers_questions_are_listed_apart_from_internal_statements(home: Path) -> None:
    listed = {row["name"] for row in foam("query", "--list", "--json").value}
    internal = {row["name"] for row in foam("query", "--internal", "--json").value}
    assert {"who_said", "standing", "runs", "positions"} <= listed
    assert {"labels_of", "run_edges", "erasure_of_run"} <= internal
    assert not listed & internal
    assert listed | internal == library().keys()
    text = foam("query", "--list").out
    assert "who_said(id: str)" in text
    assert "labels_of" not in text
    assert "--internal" in text


def test_an_internal_statement_is_run_only_if_asked_for_as_such(asked: Asked) -> None:
    words = ("query", "labels_of", "-p", f"ids={asked['run']}", "--json")
    refused = foam(*words)
    assert (refused.code, refused.value["error"]) == (2, "UsageError")
    assert "--internal" in refused.value["hint"]
    assert foam(*words, "--internal").value == [{"id": asked["run"], "labels": ["Artifact", "Run"]}]
    unknown = foam("query", "whosaid", "--json")
    assert "who_said" in unknown.value["message"]
    assert "labels_of" not in unknown.value["message"] + unknown.value["hint"]


def test_columns_are_named_for_people(asked: Asked) -> None:
    lines = foam("query", "standing", "-p", f"run={asked['run']}").out.splitlines()
    assert lines[0].split("\t") == ["id", "kind", "standing"]
    assert [asked["position"], "Position", "current"] in [line.split("\t") for line in lines[1:]]
    empty = foam("query", "standing", "-p", "run=none-such").out.splitlines()
    assert empty == ["id\tkind\tstanding", "no rows"]


def test_an_answer_is_whole_or_refused(asked: Asked) -> None:
    words = ("query", "standing", "-p", f"run={asked['run']}", "--json")
    count = len(foam(*words).value)
    assert len(foam(*words, "--rows", str(count)).value) == count
    short = foam(*words, "--rows", str(count - 1))
    assert (short.code, short.value["error"]) == (2, "UsageError")
    assert "--rows" in short.value["hint"]


def test_the_same_question_has_the_same_answer_behind_the_gate(asked: Asked, store: Store) -> None:
    for name in ("standing", "challenges_of", "perspectives_heard"):
        assert foam("query", name, "-p", f"run={asked['run']}", "--json").value == store.ask(name, run=asked["run"])
