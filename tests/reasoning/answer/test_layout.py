"""A text in Markdown becomes sentences that know how they stand, and blocks of them are the text again."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.answer.layout import Form, blocks, cells, put_together, runs, sentences_of, taken_apart
from foam_graph.reasoning.answer.lines import Line, closed_up


@dataclass(frozen=True)
class Said:
    form: Form
    text: str


def told(text: str) -> list[tuple[str, str]]:
    found = blocks(Said(form, one) for form, one in taken_apart(text))
    return [(one.form, " ".join(each.text for each in one.sentences)) for one in found]


def test_paragraphs_items_and_steps_are_told_apart() -> None:
    text = "One is so. Two is so.\n\nA second.\n\n- first item. It goes on.\n* second,\n  in two lines\n\n1. do this\n2) then that"
    assert told(text) == [
        ("paragraph", "One is so. Two is so."),
        ("paragraph", "A second."),
        ("item", "first item. It goes on."),
        ("item", "second, in two lines"),
        ("step", "do this"),
        ("step", "then that"),
    ]
    assert [form for form, _ in taken_apart(text)][:3] == ["paragraph", "continues", "paragraph"]
    assert [len(run) for run in runs(blocks(Said(form, one) for form, one in taken_apart(text)))] == [1, 1, 2, 2]


def test_headings_emphasis_and_tables_leave_their_words() -> None:
    text = "## Income\n**Wages:** they *count*.\n\n| kind | sum |\n|---|---:|\n| tips | 12 |"
    assert told(text) == [("paragraph", "Wages: they count."), ("columns", "kind | sum"), ("row", "tips | 12")]


def test_rows_of_a_table_stand_together_under_the_names_of_their_columns() -> None:
    text = "Told.\n\n| Place | Warning |\n|---|:--:|\n| Tessary. North | 12 |\n| Halvane | |\n\n| alone | 3 |\n\n- item"
    forms = [form for form, _ in taken_apart(text)]
    assert forms == ["paragraph", "columns", "row", "row", "row", "item"]
    assert cells(told(text)[2][1]) == ["Tessary. North", "12"]
    assert cells(told(text)[3][1]) == ["Halvane", "–"]
    found = runs(blocks(Said(form, one) for form, one in taken_apart(text)))
    assert [[one.form for one in run] for run in found][1][:3] == ["columns", "row", "row"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Under s. 44 it stands. So be it.", 2),
        ("Under No. 24 and Art. 5 it stands.", 1),
        ("Dr. Hale wrote on 3.4.2026 that it holds.", 1),
        ("Under Charles II. Parliament paid; James II. Stuart did not.", 1),
        ("J. Marsh says: “It is late.” That is so.", 2),
        ("It costs 3.5. The rest is 4.", 2),
        ("Is it? Yes! “So,” he said.", 3),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, parts: int) -> None:
    assert len(sentences_of(text)) == parts, sentences_of(text)


@given(st.text(alphabet='ab A.?!”“"’ \n-1*#|:', max_size=120))
def test_no_word_is_lost_and_none_is_twice(text: str) -> None:
    found = " ".join(one for _, one in taken_apart(text))
    kept = [line for line in text.splitlines() if not re.match(r"\s*#{1,6}\s", line)]
    letters = "".join(char for char in "".join(kept) if char in "abA")
    assert "".join(char for char in found if char in "abA") == letters
    assert all(one.strip() for _, one in taken_apart(text))


@given(st.lists(st.sampled_from([" ", "x.", "Yes.", "No. 3", "“A.”"]), min_size=1, max_size=8))
def test_sentences_joined_are_the_paragraph(words: list[str]) -> None:
    block = " ".join(" ".join(words).split())
    assert " ".join(sentences_of(block)) == block


def lines(*forms: Form) -> list[Line]:
    return [Line("why", f"Sentence {n}.", form=form) for n, form in enumerate(forms)]


@pytest.mark.parametrize(
    ("forms", "gone", "left"),
    [
        (("paragraph", "continues", "continues"), (0,), ("paragraph", "continues")),
        (("paragraph", "continues", "item", "continues"), (2,), ("paragraph", "continues", "item")),
        (("paragraph", "item", "continues", "item"), (1, 2), ("paragraph", "item")),
        (("step", "continues", "continues"), (0, 1), ("step",)),
        (("paragraph", "continues"), (1,), ("paragraph",)),
        (("heading", "paragraph", "continues"), (1,), ("heading", "paragraph")),
        (("columns", "row", "row"), (1,), ("columns", "row")),
    ],
)  # fmt: skip
def test_what_is_left_of_a_paragraph_begins_it(
    forms: tuple[Form, ...], gone: tuple[int, ...], left: tuple[Form, ...]
) -> None:
    whole = lines(*forms)
    kept = [line for n, line in enumerate(whole) if n not in gone]
    assert tuple(line.form for line in closed_up(whole, kept)) == left
    assert [line.text for line in closed_up(whole, kept)] == [line.text for line in kept]


_TOLD = st.lists(
    st.tuples(
        st.sampled_from(["paragraph", "item", "step", "continues"]),
        st.text("abcdef ", min_size=3, max_size=30).map(lambda text: " ".join(f"A sum {text} holds.".split())),
    ),
    min_size=1,
    max_size=12,
)


@given(_TOLD)
def test_what_is_put_together_is_taken_apart_again(told: list[tuple[Form, str]]) -> None:
    begun: list[tuple[Form, str]] = [("paragraph" if told[0][0] == "continues" else told[0][0], told[0][1]), *told[1:]]
    assert taken_apart(put_together(begun)) == begun


def test_a_table_is_put_together_with_its_columns() -> None:
    told: list[tuple[Form, str]] = [
        ("paragraph", "It is compared."), ("columns", "Limit | Sum"), ("row", "60 | 57"), ("row", "50 | 57"), ("paragraph", "So be it."),
    ]  # fmt: skip
    assert taken_apart(put_together(told)) == told
