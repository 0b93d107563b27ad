"""``foam memory``: built from the samples, shown, searched, counted; a debate taken out; bad input."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from foam_graph.findings.debate.schemes import SCHEME_IDS
from tests.support.calling import foam
from tests.support.shared_data import ROOT

SAMPLES = str(ROOT / "examples" / "debates" / "memory")


@pytest.fixture(scope="module")
def city(home: Path) -> str:
    """A memory of the six sample debates."""
    name = f"city{uuid.uuid4().hex[:8]}"
    answer = foam("memory", "build", name, SAMPLES, "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.value["ok"]
    assert answer.value["run"] == f"memory.{name}"
    assert (answer.value["debates"], answer.value["records"], len(answer.value["added"])) == (6, 36, 6)
    assert answer.value["annotator"] == "offline-rules"
    return name


def test_people_are_told_what_encodes_and_that_rules_read(city: str) -> None:
    answer = foam("memory", "build", city, SAMPLES)
    assert answer.code == 0
    assert "0 new" in answer.out
    assert "already there: 6" in answer.out
    assert "lexical: hashed words" in answer.out
    assert "rules over wording, no reading" in answer.out


def test_an_estimate_asks_and_writes_nothing(home: Path) -> None:
    name = f"none{uuid.uuid4().hex[:8]}"
    told = foam("memory", "build", name, SAMPLES, "--agents", "llm", "--estimate", "--json").value
    assert (told["debates"], told["utterances"], told["calls"], told["rejected"]) == (6, 36, 72, [])
    assert 72 * 500 < told["prompt_tokens"] < 72 * 5000
    assert foam("memory", "stats", name).code == 2


def test_debates_utterances_and_examples_are_shown(city: str) -> None:
    listed = foam("memory", "show", city, "--json").value
    assert {one["name"] for one in listed} >= {"street-lights.txt", "free-transit.txt"}
    turns = foam("memory", "show", city, "street-lights.txt", "--json").value
    assert [one["turn"] for one in turns] == [1, 2, 3, 4, 5, 6]
    assert {label["scheme"] for one in turns for label in one["labels"]} <= set(SCHEME_IDS)
    examples = foam("memory", "show", city, "--scheme", "analogy", "--json").value
    assert examples
    assert all("analogy" in one["labels"] for one in examples)
    assert "Rosa Henning (pro, opening)" in foam("memory", "show", city, "street-lights.txt").out


def test_a_search_says_how_it_came_about(city: str) -> None:
    found = foam("memory", "search", city, "Buses should be free.", "--side", "con", "-k", "3", "--json").value
    assert found["k"] == len(found["found"]) == 3
    assert found["found"][0]["side"] == "con"
    assert "buses" in found["keywords"]
    assert "free of charge" in found["found"][0]["topic"]
    lost = foam("memory", "search", city, "Xylophones, marimbas.").out
    assert "no record holds a keyword: all records were compared" in lost


def test_counts_add_up(city: str) -> None:
    told = foam("memory", "stats", city, "--json").value
    assert told["records"] == sum(told["sides"].values()) == sum(told["stages"].values()) == 36
    assert [one["scheme"] for one in told["schemes"]] == list(SCHEME_IDS)
    for one in told["schemes"]:
        assert sum(one["qualities"].values()) == one["utterances"]


def test_a_debate_is_withdrawn_once_and_with_a_reason(home: Path) -> None:
    name = f"gone{uuid.uuid4().hex[:8]}"
    assert foam("memory", "build", name, f"{SAMPLES}/street-lights.txt", f"{SAMPLES}/free-transit.txt").code == 0
    assert foam("memory", "withdraw", name, "street-lights.txt").code == 2
    done = foam("memory", "withdraw", name, "street-lights.txt", "--why", "asked for", "--json")
    assert (done.code, done.value["shaped"]) == (0, [])
    again = foam("memory", "withdraw", name, "street-lights.txt", "--why", "asked for")
    assert (again.code, "was withdrawn at" in again.err) == (2, True)
    told = foam("memory", "stats", name, "--json").value
    assert (told["debates"], told["withdrawn"], told["records"]) == (1, 1, 6)
    assert foam("verify", f"memory.{name}").code == 0


def test_what_is_refused_is_told_and_stops_no_other(home: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "binary.md").write_bytes(b"\x89PNG\xff")
    (tmp_path / "good.txt").write_text("Motion: A b.\nAda (Pro): So.\nBo (Con): No.\n", encoding="utf-8")
    name = f"mix{uuid.uuid4().hex[:8]}"
    answer = foam("memory", "build", name, str(tmp_path), "--json")
    assert (answer.code, answer.value["ok"], len(answer.value["added"])) == (1, False, 1)
    assert {Path(one["path"]).name for one in answer.value["rejected"]} == {"empty.txt", "binary.md"}
    people = foam("memory", "build", name, str(tmp_path))
    assert people.code == 1
    assert people.err.startswith("foam: 2 were refused; the other debates are taken")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("stats", "nosuch"), "there is no memory 'nosuch'"),
        (("show", "nosuch"), "there is no memory 'nosuch'"),
        (("search", "nosuch", "x"), "there is no memory 'nosuch'"),
        (("build", "../up", SAMPLES), "cannot name a memory"),
        (("build", "x", "nothing.txt"), "there is no file nothing.txt"),
        (("build", "x", SAMPLES, "--agents", "oracle"), "no agents called 'oracle'"),
        (("search", "CITY", "x", "--side", "left"), "no side 'left'"),
        (("search", "CITY", "x", "-k", "0"), "0 records cannot be asked for"),
        (("show", "CITY", "--scheme", "rhetoric"), "no scheme 'rhetoric'"),
        (("show", "CITY", "nosuch.txt"), "has no debate 'nosuch.txt'"),
        (("show", "CITY", "street-lights.txt", "--scheme", "value"), "Give one of them"),
    ],
)
def test_what_cannot_be_asked_is_a_clear_error(city: str, words: tuple[str, ...], told: str) -> None:
    answer = foam("memory", *(city if word == "CITY" else word for word in words))
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err


def test_a_page_shows_examples_of_each_scheme_and_runs_nothing(city: str, tmp_path: Path) -> None:
    path = tmp_path / "schemes.html"
    made = foam("memory", "page", city, "-o", str(path), "--most", "2", "--json").value
    page = path.read_text(encoding="utf-8")
    assert list(made["examples"]) == list(SCHEME_IDS)
    assert sum(made["examples"].values()) == page.count("<figure>") > 7
    assert max(made["examples"].values()) == 2
    assert page.count("<section") == 7
    assert "<script" not in page
    assert "evidence for nothing" in page
    assert "Read their labels as suggestions" in page
    again = foam("memory", "page", city, "-o", str(path), "--most", "2")
    assert (again.code, again.out.startswith(str(path))) == (0, True)
    assert path.read_text(encoding="utf-8") == page


def test_words_of_a_transcript_are_no_markup_on_the_page(home: Path, tmp_path: Path) -> None:
    name = f"odd{uuid.uuid4().hex[:8]}"
    (tmp_path / "a.txt").write_text(
        "Motion: <b>A</b>.\nAda (Pro): For example, <script>alert(1)</script> in Arden.\nBo (Con): No.\n", "utf-8"
    )
    assert foam("memory", "build", name, str(tmp_path / "a.txt")).code == 0
    assert foam("memory", "page", name, "-o", str(tmp_path / "p.html")).code == 0
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    for words in (("p.txt",), ("none/p.html",), ("p.html", "--most", "0")):
        refused = foam("memory", "page", name, "-o", str(tmp_path / words[0]), *words[1:])
        assert (refused.code, refused.out) == (2, "")
