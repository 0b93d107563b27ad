"""The verb debate, as people and programs call it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.calling import foam
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS = "night-bus-cli"


@pytest.fixture(scope="session")
def corpus(home: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The documents, loaded."""
    del home
    loaded = foam("load", str(write_debate(tmp_path_factory.mktemp("debated"))), "--corpus", CORPUS, "--json")
    assert loaded.code == 0, loaded
    return CORPUS


@pytest.fixture(scope="session")
def debated(corpus: str) -> dict[str, Any]:
    """The answer of one debate."""
    made = foam("debate", MOTION, "--corpus", corpus, "--format", "short", "--json")
    assert made.code == 0, made
    assert made.err == ""
    found: dict[str, Any] = made.value
    return found


def test_a_debate_is_one_json_value(debated: dict[str, Any]) -> None:
    assert debated["motion"] == MOTION
    assert debated["finished"]
    assert [one["side"] for one in debated["utterances"]] == ["pro", "con", "pro", "con"]
    first = debated["utterances"][0]
    assert {"turn", "side", "stage", "speaker", "text", "accepted", "sentences"} <= first.keys()
    assert first["text"] == " ".join(one["text"] for one in first["sentences"])
    assert any(one["type"] == "factual" and one["cites"] for one in first["sentences"])
    assert debated["ballot"]["winner"] in ("pro", "con", "tie")
    assert debated["marking"].startswith("AI-assisted for ")
    assert "No language model was used." in debated["marking"]


def test_people_read_each_utterance_once_with_its_sources(corpus: str) -> None:
    made = foam("debate", MOTION, "--corpus", corpus, "--rounds", "1")
    assert made.code == 0
    assert made.out.count("AFFIRMATIVE (pro, opening)") == 1
    assert "Sources: " in made.out
    assert "BALLOT: " in made.out
    assert "AI-assisted for " in made.out
    assert "No language model was used." in made.out


def test_a_debate_is_listed_shown_verified_and_taken_up(debated: dict[str, Any]) -> None:
    run = debated["run"]
    assert any(row["id"] == run and row["kind"] == "debate" for row in foam("runs", "--json").value)
    shown = foam("show", run, "--json").value
    assert shown["debate"]["utterances"] == debated["utterances"]
    assert f"Motion: {MOTION}" in foam("show", run).out
    assert foam("verify", run).code == 0
    assert foam("resume", run, "--json").value == debated


def test_a_debate_is_written_as_a_page_a_map_and_a_table(debated: dict[str, Any], tmp_path: Path) -> None:
    run = debated["run"]
    begins = {"dossier": "<!doctype html>", "aif": "{", "flow": '\ufeff"Begun by"'}
    for what, begin in begins.items():
        file = tmp_path / what
        done = foam("export", what, run, "-o", str(file), "--json")
        assert (done.code, done.err) == (0, ""), done
        assert done.value["bytes"] == file.stat().st_size
        assert file.read_text(encoding="utf-8").startswith(begin)


def test_one_utterance_can_be_shown_and_asked_why(debated: dict[str, Any]) -> None:
    first = debated["utterances"][0]["id"]
    assert foam("show", first, "--json").value["kind"] == "Utterance"
    assert foam("why", first).code == 0


def test_a_person_speaks_from_the_terminal_and_ends_early(corpus: str) -> None:
    asked = ("debate", MOTION, "--corpus", corpus, "--format", "short", "--side", "pro", "--opponent", "human")
    made = foam(*asked, "--json", stdin=b"The night bus is a burden.\nIt wastes money.\n\n")
    assert made.code == 2
    assert "input ended before turn 4" in made.value["message"]
    run = made.value["run"]
    shown = foam("show", run, "--json").value["debate"]
    assert [one["turn"] for one in shown["utterances"]] == [1, 2, 3]
    assert shown["utterances"][1]["text"] == "The night bus is a burden. It wastes money."
    ended = foam("resume", run, "--json", stdin=b"That is all.\n")
    assert ended.code == 0, ended
    assert ended.value["utterances"][3]["text"] == "That is all."


def test_a_corpus_has_no_flow_and_a_table_is_no_workbook(corpus: str, debated: dict[str, Any], tmp_path: Path) -> None:
    refused = foam("export", "flow", f"corpus.{corpus}", "-o", str(tmp_path / "flow.csv"), "--json")
    assert refused.code == 2
    assert "not a debate" in refused.value["message"]
    workbook = foam("export", "flow", debated["run"], "-o", str(tmp_path / "flow.xls"), "--json")
    assert workbook.code == 2
    assert "FILE.xlsx" in workbook.value["hint"]
    assert not (tmp_path / "flow.xls").exists()


def test_the_name_of_a_file_says_what_it_holds(debated: dict[str, Any], tmp_path: Path) -> None:
    for what, name, form in (
        ("flow", "flow.xlsx", "xlsx"),
        ("dossier", "debate.docx", "docx"),
        ("flow", "f.csv", "csv"),
    ):
        done = foam("export", what, debated["run"], "-o", str(tmp_path / name), "--json")
        assert (done.code, done.value["format"]) == (0, form)
        assert (tmp_path / name).read_bytes().startswith(b"PK") == (form != "csv")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("x" * 100_000,), "are the most"),
        ((" ",), "empty"),
        (("The town should run a night bus, argued in the voice of Mayor Nora Field.",), "never as a person"),
        (("市镇应当开设夜班车，用市长的口吻",), "never as a person"),
        ((MOTION, "--corpus", "nowhere"), "nowhere"),
        ((MOTION, "--memory", "nothing"), "no memory"),
        ((MOTION, "--format", "duel"), "no format"),
        ((MOTION, "--side", "left"), "no side"),
        ((MOTION, "--rounds", "-3"), "rounds"),
        ((MOTION, "--without", "words"), "words"),
        ((MOTION, "--side", "pro", "--opponent", "/nowhere/at/all"), "no opponent"),
        (("-", "--side", "pro", "--opponent", "human"), "standard input"),
    ],
)
def test_what_cannot_be_debated_is_told_in_one_line(home: Path, given: tuple[str, ...], told: str) -> None:
    del home
    made = foam("debate", *given, "--json", stdin=b"")
    assert made.code == 2, made
    assert told in made.value["message"]
    assert made.value["hint"]


def test_what_a_judge_finds_in_a_persons_words_is_not_told_as_something_that_was_to_be_mended(corpus: str) -> None:
    said = "We oppose it, for it costs too much."
    made = foam(
        "debate",
        MOTION,
        "--corpus",
        corpus,
        "--rounds",
        "1",
        "--side",
        "pro",
        "--opponent",
        "human",
        stdin=f"{said}\n\n".encode(),
    )
    assert made.code == 0, made
    theirs = made.out.partition("2. NEGATIVE")[2]
    assert said in theirs
    assert "Its judge says: " in theirs
    assert "Not mended" not in theirs
