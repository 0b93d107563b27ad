"""Positions as their users were promised them: one test for each promise that a command can show."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.config import Settings
from foam_graph.findings.finding import BASES, FINDING_KINDS, FINDING_VERDICTS
from foam_graph.reasoning.outcome.plain import words_in
from foam_graph.store.server.control import Endpoint
from tests.support.calling import Answer, foam
from tests.support.shared_data import ROOT

SAMPLE = ROOT / "examples" / "benefits"
CORPUS = "benefits-promised"
QUESTION = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"
HEARD = ("applicant", "caseworker", "budget_officer")


@pytest.fixture(scope="module")
def home(settings: Settings, endpoint: Endpoint) -> Iterator[Path]:
    """The session's home folder, set for every call; its server runs, and no model is set."""
    assert endpoint
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(settings.home))
        for name in ("OPENAI_API_KEY", "FOAM_OPENAI_API_KEY"):
            patch.delenv(name, raising=False)
        yield settings.home


@pytest.fixture(scope="module")
def run(home: Path) -> str:
    """The sample appeal with its whole file, argued by rules alone."""
    assert home
    assert foam("load", str(SAMPLE / "documents"), "--corpus", CORPUS, "--json").code == 0
    asked = _asked("--dated", "2026-06-01")
    assert asked.code == 0
    return str(asked.value["run"])


def _asked(*more: str) -> Answer:
    return foam(
        "ask", QUESTION, "--corpus", CORPUS, "--template", "benefits-appeal", "--perspectives", ",".join(HEARD), *more, "--json"
    )  # fmt: skip


def test_the_answer_stands_in_the_first_lines_and_in_json(run: str) -> None:
    lines = foam("show", run).out.splitlines()
    place = lines.index("ANSWER")
    assert place < 5
    assert "should be reversed" in lines[place + 1]
    answer = foam("show", run, "--json").value["answer"]
    assert (answer["status"], answer["option"]) == ("core", "reversed")
    assert [set(one["perspectives"]) for one in answer["for"]] == [set(HEARD)]
    assert answer["text"] == lines[place + 1]


def test_rules_alone_recompute_what_decides_and_say_what_each_ground_comes_to(run: str) -> None:
    issues = {one["issue"]: one for one in foam("show", run, "--json").value["parts"]["issues"]}
    grounds = ("income", "work", "missed_time_limit")
    assert set(grounds) <= {name.replace(" ", "_") for name in issues}
    told = {name: f"{one['finding']} {one['margin']}" for name, one in issues.items()}
    assert "$1,874 is at most $1,980: $106 under" in told["income"]
    assert "18 days is at most 21 days: 3 days under" in told[next(n for n in told if "time" in n)]
    assert {one["end"] for name, one in issues.items() if name.replace(" ", "_") in grounds} == {"answered"}


def test_the_position_keeps_its_limits_and_shows_no_id(run: str) -> None:
    parts = foam("show", run, "--json").value["parts"]
    sentences = [one for name in ("answer", "turns", "other_side", "order", "lacks") for one in parts[name]]
    sentences += [one for issue in parts["issues"] for one in issue["sentences"]]
    head = words_in(
        " ".join(
            [*(one["text"] for one in parts["answer"]), *(f"{i['finding']} {i['margin']}" for i in parts["issues"])]
        )
    )
    whole = head + sum(words_in(f"{one['text']} {one['condition']}") for one in sentences if one not in parts["answer"])
    assert head <= 200
    assert whole <= 900
    assert not [one["text"] for one in sentences if re.search(rf"\b{run}-\d|\b[AK]\d+\.[a-z]", one["text"])]


def test_every_number_behind_a_sentence_is_a_document_of_the_list(run: str) -> None:
    parts = foam("show", run, "--json").value["parts"]
    numbers = [one["number"] for one in parts["documents"]]
    assert numbers == sorted(set(numbers))
    # The files of the sample are numbered: a document has the number that its file has.
    for one in parts["documents"]:
        (file,) = (SAMPLE / "documents").glob(f"{one['number']:02}-*.md")
        assert one["title"] in file.read_text(encoding="utf-8")
    used = {n for issue in parts["issues"] for one in issue["sentences"] for n in one.get("documents", ())}
    assert used
    assert used <= set(numbers)
    shown = foam("show", run).out
    assert "DOCUMENTS, by the numbers above" in shown
    told = next(one for issue in parts["issues"] for one in issue["sentences"] if one.get("sources"))
    assert {int(place.partition(".")[0]) for place in told["sources"]} == set(told["documents"])
    for one in parts["documents"]:
        assert f"  {one['number']}  {one['title']}" in shown
        assert foam("show", one["id"], "--json").value["kind"] == "Document"


def test_the_sheet_says_what_was_tested_and_what_it_came_to(run: str) -> None:
    assert run
    findings = foam("sheet", CORPUS, "--json").value["findings"]
    assert findings
    for one in findings:
        assert one["kind"] in FINDING_KINDS
        assert one["basis"] in BASES
        assert one["verdict"] is None or one["verdict"] in FINDING_VERDICTS
        assert all(sentence["text"] and sentence["document"] for sentence in one["sentences"])
    assert any("$1,874" in one["text"] for one in findings)


def test_what_would_turn_it_and_the_next_step_are_said(run: str) -> None:
    shown = foam("show", run)
    assert "WHAT WOULD TURN IT" in shown.out
    parts = foam("show", run, "--json").value["parts"]
    claim = next(c for issue in parts["issues"] for one in issue["sentences"] for c in one["claims"])
    tried = foam("challenge", claim, "--kind", "scope", "--grounds", "It goes too far.", "--dry-run")
    assert tried.code == 0
    assert foam("show", run, "--json").value["parts"] == parts, "a dry run changed the position"


def test_an_estimate_asks_nothing_and_needs_no_key(run: str) -> None:
    before = len(foam("runs", "--json").value)
    told = _asked("--agents", "llm", "--depth", "standard", "--estimate").value
    assert 0 < told["calls"] <= 40
    assert told["prompt_tokens"] <= 900_000
    assert told["shared_tokens"] > told["prompt_tokens"] / 2
    assert len(foam("runs", "--json").value) == before
    assert run


def test_a_run_of_a_model_is_shipped_and_says_which_model_and_when() -> None:
    with gzip.open(SAMPLE / "recorded" / "journal.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    calls = [row for row in rows if row["event_type"] == "Call"]
    assert calls
    assert {node["fields"]["model"] if "fields" in node else node["model"] for row in calls for node in row["nodes"]}
    assert all(re.match(r"\d{4}-\d{2}-\d{2}T", row["at"]) for row in rows)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--depth", "bottomless"), "depth"),
        (("--dated", "the ides of March"), "date"),
        (("--agents", "llm"), "key"),
        (("--limit", "words=nine hundred"), "words"),
    ],
)
def test_what_cannot_be_asked_is_told_before_anything_is_written(run: str, more: tuple[str, ...], told: str) -> None:
    assert run
    before = foam("runs", "--json").value
    refused = _asked(*more)
    assert refused.code in (2, 3)
    assert told in refused.out.casefold()
    assert foam("runs", "--json").value == before
