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
