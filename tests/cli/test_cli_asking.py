"""The verb ask with nothing but a question and a corpus: what it takes, and that it says so."""

from __future__ import annotations

from pathlib import Path

from tests.support.calling import CORPUS, QUESTION, QUICK, foam


def test_a_question_and_a_corpus_are_enough_and_what_was_taken_is_said(world: Path) -> None:
    assert world.is_dir()
    told = foam("ask", QUESTION, "--corpus", CORPUS, "--dated", "2026-11-21", *QUICK)
    assert (told.code, told.err) == (0, "")
    line = told.out.splitlines()[1]
    assert line.startswith(
        "Argued with template policy-memo, because the question asks what should be done; perspectives"
    )
    assert "liberty, order, commonwealth" in line
    assert "--template NAME (foam templates), --perspectives A,B (foam perspectives)" in line
    run = told.out.split()[1].rstrip(",")
    assert foam("resume", run, "--json").value["chosen"] in line


def test_what_was_named_is_not_told_as_chosen(world: Path) -> None:
    asked = ("ask", QUESTION, "--corpus", CORPUS, "--dated", "2026-11-21", *QUICK, "--json")
    found = foam(*asked, "--template", str(world / "memo.yaml"), "--perspectives", "liberty,order").value
    assert "chosen" not in found
    half = foam(*asked, "--perspectives", "liberty,order", "--seed", "5").value
    assert half["chosen"] == "template policy-memo, because the question asks what should be done"


def test_of_a_run_is_shown_what_a_person_asks_for_and_the_template_is_left_to_programs(world: Path) -> None:
    asked = ("ask", QUESTION, "--corpus", CORPUS, "--dated", "2026-11-21", *QUICK, "--json")
    run = str(foam(*asked).value["run"])
    told = foam("show", run).out
    line = next(one for one in told.splitlines() if one.startswith("  parameters: "))
    assert f"corpus {CORPUS}" in line
    assert "template policy-memo" in line
    assert max(map(len, told.splitlines())) < 2500
    assert foam("show", run, "--json").value["fields"]["parameters"]["template"]["id"] == "policy-memo"
