"""The decision under review and its grounds."""

from __future__ import annotations

import pytest

from foam_graph.agents.rules.case.decision import decision_of
from tests.support.case_texts import case_of
from tests.support.worlds.workshop_world import DOCUMENTS


def grounds(text: str, source_class: str = "decision") -> list[tuple[str, list[str]]]:
    found = decision_of(case_of(("Letter", source_class, "2026-01-01", text)))
    return [(one.name, [s.text for s in one.sentences]) for one in found.grounds] if found else []


def test_grounds_that_are_named_are_read_with_their_paragraph() -> None:
    found = decision_of(case_of(*DOCUMENTS))
    assert found is not None
    assert [(one.name, one.what, len(one.sentences)) for one in found.grounds] == [
        ("noise", "noise", 2),
        ("waste", "waste", 3),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We refuse.\n\n## Ground 1: age\n\nHe is too young.\n\n## Ground 2: place\n\nHe lives elsewhere.\n\n## End\n\nBye.",
        "Reason 1: age. He is too young.\n\nReason 2: place. He lives elsewhere.",
    ],
)
def test_numbered_grounds_end_where_the_next_begins(text: str) -> None:
    found = grounds(text)
    assert [name for name, _ in found] == ["age", "place"]
    assert any("too young" in text for text in found[0][1])
    assert not any("elsewhere" in text for text in found[0][1])
    assert not any("Bye" in text for text in found[1][1])


def test_a_list_that_is_announced_as_grounds_is_one() -> None:
    found = grounds("The refusal has these grounds:\n\n- He is too young.\n- He lives elsewhere.\n\nWrite to us.")
    assert [len(sentences) for _, sentences in found] == [1, 1]


_NUMBERED = {
    "digits": "We refuse your application. Our reasons are these.\n\n1. Income. Your income was $2,100. That comes to $120 over the limit.\n\n"
    "2. Residence. You lived elsewhere.\n\nYou told us so.\n\nYou may appeal within 30 days.",
    "letters": "The licence is revoked on the following grounds:\n\n(a) Income: It was too high. It was 62.\n(b) Residence: It was elsewhere.\n\nBye.",
    "ordinals": "The claim is dismissed.\n\nFirst, income. It was due on 2 March. It came later.\n\nSecondly, residence. None was shown.\n\nBye.",
    "ordinals with the noun": "Dear Ms Ray,\n\nFirst ground: income. It was high. It is.\n\nSecond ground: residence. None.\n\nBye.",
    "headings": "## Grounds\n\n### 1. Income\n\nIt was too high. It was 2,000.\n\n### 2. Residence\n\nYou left.\n\n## Appeal\n\nYou may appeal.",
    "run-in": "Your appeal cannot be allowed.\n\n**1. Income.** It was high. It was 2,000.\n\n**2. Residence.** You left.\n\n"
    "**3. Other points.** We leave the others open.\n\nBye.",
    "roman": "The permit is refused for these reasons:\n\n(i) Income. It was high. It was 2.\n\n(ii) Residence. You left.\n\nBye.",
}


@pytest.mark.parametrize("text", _NUMBERED.values(), ids=_NUMBERED)
def test_a_ground_is_its_heading_with_all_its_sentences_up_to_the_next(text: str) -> None:
    found = grounds(text)
    assert [name for name, _ in found] == ["income", "residence"]
    assert len(found[0][1]) >= 2
    assert not any("appeal" in one or "Bye" in one for _, sentences in found for one in sentences)


@pytest.mark.parametrize(
    "text",
    [
        "The permit is refused.\n\nYou should know:\n\n1. An appeal lies within 30 days.\n\n2. It costs nothing.",
        "First, we thank you for the letter.\n\nSecond, we enclose a form.",
        "The reasons follow.\n\n2. Income. It was high.\n\n4. Residence. You left.",
        "## Facts\n\n1. You came.\n\n2. You left.\n\n## Result\n\nRefused.",
    ],
)
def test_a_list_of_other_things_holds_no_grounds(text: str) -> None:
    assert grounds(text) == []


@pytest.mark.parametrize(
    ("text", "source_class"),
    [
        ("The first ground is age. He is young.", "decision"),
        ("The first ground is age.\n\nThe second ground is place.", "advocacy"),
        ("There are many reasons to be glad.", "decision"),
    ],
)
def test_what_enumerates_no_grounds_of_a_decision_gives_none(text: str, source_class: str) -> None:
    assert grounds(text, source_class) == []
