"""foam experiment on the command line: one JSON value, clean stderr, the failure of a judge first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.calling import foam
from tests.support.shared_data import ROOT

GOLD = "item,scheme,quality\na,causal,good\nb,value,poor\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path


def test_the_report_opens_with_the_failure_of_its_judge() -> None:
    answer = foam("experiment", "next-utterance", "--contexts", "1", "--debater", "direct")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("THE JUDGE FAILED (inspire): offline-rules ranks the true utterance first in 0 of 100")
    assert "Paper, table 1" in answer.out


def test_one_json_value() -> None:
    found = foam("experiment", "ablation", "--contexts", "1", "--without", "reviewer", "--json").value
    assert found["judges"][0]["qualified"] is False
    assert [row[1] for row in found["tables"][0]["rows"]] == ["four-role", "four-role without reviewer"]
    assert found["tables"][0]["rows"][0][2] is None


def test_alignment(home: Path) -> None:
    for name in ("found.csv", "gold.csv"):
        (home / name).write_text(GOLD, encoding="utf-8")
    found = foam("experiment", "alignment", str(home / "found.csv"), str(home / "gold.csv"), "--json").value
    assert dict(found["tables"][0]["rows"])["Jaccard"] == 1.0
    assert "judges" not in found
    (home / "found.csv").write_text(GOLD.replace("b,value,poor\n", ""), encoding="utf-8")
    answer = foam("experiment", "alignment", str(home / "found.csv"), str(home / "gold.csv"))
    assert answer.code == 2
    assert "rows are missing of what is found: b" in answer.err


def test_preference(home: Path) -> None:
    four = ("direct", "naive-rag", "four-role", "four-role-without-analyst")
    asked = [word for name in four for word in ("--debater", name)]
    form = home / "form.html"
    made = foam("experiment", "preference", *asked, "--contexts", "1", "--form", str(form), "--json").value
    assert made["contexts"] == 1
    assert form.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    answer = foam("experiment", "preference", "--answers", made["csv"], "--key", made["key"])
    assert answer.code == 2
    assert "a row without a reader" in answer.err


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("next-utterance", "nowhere.txt"), "nowhere.txt: it cannot be read"),
        (("next-utterance", "--estimate"), "with a model"),
        (("next-utterance", "--runs", "1"), "1 runs"),
        (("preference",), "neither a form to write nor answers to read"),
        (("preference", "--form", "form.docx"), "neither a form"),
        (("preference", "--answers", "a.csv"), "belong together"),
        (("alignment", "a.csv", "b.csv"), "a.csv: cannot be read"),
        (("dance",), "No such command"),
    ],
)
def test_what_cannot_be_done(words: tuple[str, ...], fault: str) -> None:
    answer = foam("experiment", *words)
    assert (answer.code, answer.out) == (2, "")
    assert fault in answer.err


def test_an_annotator_is_measured_against_two_readers(home: Path) -> None:
    form = home / "items.jsonl"
    debates = str(ROOT / "examples" / "debates" / "memory")
    made = foam("experiment", "annotation", debates, "--form", str(form), "--items", "20", "--json").value
    assert (made["items"], made["languages"]) == (20, {"en": 20})
    assert "## Schemes" in Path(made["instructions"]).read_text(encoding="utf-8")
    items = [json.loads(line)["item"] for line in form.read_text(encoding="utf-8").splitlines()]
    for name in ("ada", "ben"):
        rows = [{"item": item, "schemes": {"causal": "good"} if place % 2 else {}} for place, item in enumerate(items)]
        (home / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    both = [word for name in ("ada", "ben") for word in ("--answers", str(home / f"{name}.jsonl"))]
    found = foam("experiment", "annotation", "--form", str(form), *both, "--json").value
    readers, annotators, by_scheme = found["tables"]
    assert {row[0]: row[3] for row in readers["rows"]}["causal"] == 1.0
    assert [row[0] for row in annotators["rows"]] == [
        "offline-rules", "always causal", "always all seven", "reader 2 against reader 1",
    ]  # fmt: skip
    assert len(by_scheme["rows"]) == 7
    assert any("few" in one for one in found["remarks"])
    one = foam("experiment", "annotation", "--form", str(form), *both[:2])
    assert (one.code, "of 1 readers" in one.err) == (2, True)
    for words in (("--form", str(form)), (debates,), (debates, "--form", str(home / "x.csv"))):
        assert foam("experiment", "annotation", *words).code == 2
    assert not (home / "x.csv").exists()
