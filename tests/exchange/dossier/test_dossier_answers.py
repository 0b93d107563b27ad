"""The head of a dossier: the answer first, its six parts, what else was found; everything else folded."""

from __future__ import annotations

import re

import pytest

from foam_graph.exchange.dossier.page import render_dossier
from foam_graph.model.delta import SELF, Delta, Ref
from foam_graph.model.kinds import Role
from tests.support.chains.dossier_run import dossier_run
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.drafts import OVER, drafted, late, noise
from tests.support.worlds.wordings import READ, saying, words_it

HOSTILE = "<script>alert('x')</script> is what it says"


@pytest.fixture(scope="module")
def page() -> str:
    room = AnswerRoom(offline=True)
    delta = Delta()
    for n, verdict in enumerate(("right", "disputed"), 2):
        delta.node(
            "Finding", number=f"F{n}", kind="sum", basis="recomputed", verdict=verdict, text=f"{HOSTILE} {n}.", rule="r 1",
            inputs="{}",
        )  # fmt: skip
    _, doubted = room.write("Validation", Role.VALIDATOR, delta)
    read = Delta()
    read.node(
        "Finding", number="F4", kind="leaning", basis="judged", text="Only a neighbour says so.", rule="model reading 1", inputs="{}",
    )  # fmt: skip
    read.edge("DOUBTS", Ref(SELF, "AgentTurn"), Ref(doubted, "Finding"), why=HOSTILE)
    room.write("AgentTurn", Role.PROPOSER, read)
    room.answer()
    return render_dossier(room.graph, "run-1", room.evidence)


def places(page: str, *texts: str) -> list[int]:
    found = [page.index(text) for text in texts]
    assert found == sorted(found)
    return found


def test_the_parts_stand_in_order_before_the_claims(page: str) -> None:
    places(
        page, 'id="h-answer"', "The permit is renewed; this holds", 'id="answer-issues"', ">Form</h3>", ">Noise</h3>",
        ">Hours</h3>", ">What would turn it</h3>", ">The other side at its best</h3>", ">The order</h3>",
        ">What is left open, and why</h3>", 'id="answer-sheet"', 'id="h-position"',
    )  # fmt: skip


def test_everything_behind_the_answer_is_folded(page: str) -> None:
    places(page, 'id="answer-sheet"', "Everything behind it:", 'id="core"', 'id="objections"', 'id="agents"')
    assert page.count("<details") == page.count("</details>")


def test_what_is_also_found_begins_with_what_is_disputed_and_is_escaped(page: str) -> None:
    places(page, "Sum, disputed", "Sum, right")
    assert "<script" not in page


def test_what_a_model_read_and_what_it_doubts_says_so(page: str) -> None:
    assert "Only a neighbour says so. (proposed by scripted, for a person to check)" in page
    assert "(scripted doubts it: &lt;script&gt;" in page


def test_each_sentence_leads_to_its_claim(page: str) -> None:
    head = page[page.index('id="h-answer"') : page.index('id="h-position"')]
    marks = re.findall(r'<a href="#(c\d+)"', head)
    assert marks
    assert all(f'id="{mark}"' in page for mark in marks)


def test_a_run_without_an_agenda_has_no_answer_and_nothing_folded_around_it() -> None:
    graph, run, _ = dossier_run()
    old = render_dossier(graph, run)
    assert 'id="h-answer"' not in old
    assert "Everything behind it" not in old
    assert ">The position</h2>" in old


def test_what_a_claim_computes_applies_and_takes_from_another_issue_is_shown() -> None:
    room = AnswerRoom((), (), offline=True)
    drafted(room, "caseworker", [noise("over", OVER | {"consequence": HOSTILE}), late(["issue:noise=over"])])
    room.validate()
    room.answer()
    page = render_dossier(room.graph, "run-1", room.evidence)
    assert "57 decibels is over 55 decibels: 2 decibels over" in page
    assert "“the noise exceeds 55 decibels at night”: met. &lt;script&gt;" in page
    assert "Was the noise under the limit? It was not." in page
    assert HOSTILE not in page


def test_a_sentence_that_tells_a_document_shows_its_place_and_its_words() -> None:
    room = AnswerRoom()
    words_it(room.agent, saying("why", "Noise: a neighbour says that nobody here can sleep.", "5.2"))
    room.agent.says("second_reading", READ)
    room.answer()
    page = render_dossier(room.graph, "run-1", room.evidence)
    (number,) = re.findall(r'<li value="(\d+)">Letter of a neighbour</li>', page)
    told = page[page.index("<strong>Noise:</strong> a neighbour says") :]
    assert f'<span title="Nobody here can sleep.">{number}.2</span>' in told[: told.index("</li>")]


@pytest.mark.parametrize("weighed", [True, False])
def test_an_open_answer_ends_with_what_is_to_be_read_together(weighed: bool) -> None:
    room = AnswerRoom(offline=True) if weighed else AnswerRoom(offline=True, weighed=())
    delta = Delta()
    delta.node(
        "Finding", number="F8", kind="rule", basis="judged", text=f"To be read together, not tested: {HOSTILE}", rule="read together 1",
        inputs="{}",
    )  # fmt: skip
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    shown = render_dossier(room.graph, "run-1", room.evidence)
    assert ('id="answer-together"' in shown) is not weighed
    assert "<script" not in shown
    if not weighed:
        places(shown, 'id="answer-sheet"', "To be read together, not tested</h3>", "is what it says", 'id="h-position"')
