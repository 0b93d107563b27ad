"""An author's text in whatever Markdown is taken apart into title, answer and sections, and nothing of it is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.position import SECTIONS, WrittenText
from foam_graph.reasoning.answer.layout import taken_apart
from foam_graph.reasoning.answer.markdown import ANSWER, text_of_markdown


def read(markdown: str) -> WrittenText:
    found = text_of_markdown(markdown)
    assert found is not None
    return found


def sections(markdown: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Sections by heading, each with its sentences and how they stand."""
    return [(one.heading, [*taken_apart(one.text)]) for one in read(markdown).sections]


FREE = """# Appeal of Mara Ellison: reverse the denial

**Answer.** Reverse the denial. The Tribunal "must uphold" it only for one lawful ground (s. 44) [3], and none is left.

Caution. All documents are of one side [1–3].

---

## Ground 1: income – wrong

Only wages paid in March count [2.22, 2.23].

- **Bakery:** $380 + 390 = $770 [4]
- *Cleaning*: $336 [5.3]

### Old limit

> The limit was replaced [2][17].

**What to do**

1. **Some troops are needed in peace.** Garrisons are [2]:
   - in the west;
   - in the yards.
2. **Union.** It removes the pretext.

| Item | Amount |
|---|---:|
| Wages | $1,949.00 |
"""


def test_a_text_in_its_authors_form_becomes_title_answer_and_sections() -> None:
    text = read(FREE)
    assert text.title == "Appeal of Mara Ellison: reverse the denial"
    assert text.answer.startswith('Reverse the denial. The Tribunal "must uphold" it')
    assert text.answer.endswith("(s. 44) [3], and none is left.")
    assert sections(FREE) == [
        ("", [("paragraph", "Caution."), ("continues", "All documents are of one side [1,2,3].")]),
        (
            "Ground 1: income – wrong",
            [
                ("paragraph", "Only wages paid in March count [2]."),
                ("item", "Bakery: $380 + 390 = $770 [4]"),
                ("item", "Cleaning: $336 [5]"),
            ],
        ),
        ("Old limit", [("paragraph", "The limit was replaced [2][17].")]),
        (
            "What to do",
            [
                ("step", "Some troops are needed in peace."),
                ("continues", "Garrisons are [2]:"),
                ("item", "in the west;"),
                ("item", "in the yards."),
                ("step", "Union: It removes the pretext."),
                ("columns", "Item | Amount"),
                ("row", "Wages | $1,949.00"),
            ],
        ),
    ]


@pytest.mark.parametrize(
    ("head", "heading"),
    [
        ("## Answer\n\n", ""),
        ("## The decision in brief\n\n", ""),
        ("Answer: ", ""),
        ("**Short answer:** ", ""),
        ("## Grounds\n\n", "Grounds"),
        ("", ""),
    ],
)
def test_what_only_calls_the_answer_so_goes(head: str, heading: str) -> None:
    text = read(f"# Title\n\n{head}It is reversed.\n\nFor two reasons.")
    assert (text.title, text.answer) == ("Title", "It is reversed.")
    assert [(one.heading, one.text) for one in text.sections] == [(heading, "For two reasons.")]


def test_what_an_answer_has_beyond_its_length_stands_below_it() -> None:
    long = " ".join(f"Sentence {n} has these seven words here." for n in range(20))
    text = read(f"# Title\n\n{long}\n\nMore.")
    assert len(text.answer.split()) <= ANSWER
    assert " ".join(f"{text.answer} {text.sections[0].text}".split()) == f"{long} More."


@pytest.mark.parametrize(
    "markdown", ["It is reversed.", "# Title", "# Title\n\nIt is.", "---\n\n```\n```", " \n", "#\n#\n"]
)
def test_a_text_without_reasons_is_none(markdown: str) -> None:
    assert text_of_markdown(markdown) is None


@pytest.mark.parametrize(
    ("told", "becomes"),
    [
        ("**Union.** It holds.", "Union: It holds."),
        ("- **At once:** share it.", "- At once: share it."),
        ("**Household: three persons.** A child counts.", "**Household: three persons.** A child counts."),
        ("**Some troops are needed.** Garrisons are.", "**Some troops are needed.** Garrisons are."),
        ("- **Militia instead?** It is slow.", "- Militia instead? It is slow."),
        ("**Reverse** the denial.", "**Reverse** the denial."),
    ],
)
def test_a_word_or_two_in_bold_before_a_sentence_are_its_label(told: str, becomes: str) -> None:
    assert read(f"# T\n\n**No.** It is not.\n\n{told}").sections[0].text == becomes
    assert read(f"# T\n\n**No.** It is not.\n\n{told}").answer == "**No.** It is not."


@pytest.mark.parametrize(
    ("told", "becomes"),
    [
        ("[1–6]", "[1,2,3,4,5,6]"),
        ("[7.12; 7.14]", "[7]"),
        ("[2, 16]", "[2,16]"),
        ("[9-2]", "[9-2]"),
        ("[1-99]", "[1-99]"),
        ("Smith [2003] UKHL 3", "Smith [2003] UKHL 3"),
        ("see [the log](https://example.org/x)", "see the log"),
    ],
)
def test_references_become_numbers_of_documents(told: str, becomes: str) -> None:
    assert read(f"# T\n\nA.\n\nIt says so {told}.").sections[0].text == f"It says so {becomes}."


def test_more_sections_than_a_text_may_have_go_on_in_its_last_one() -> None:
    text = read("# T\n\nA.\n\n" + "\n\n".join(f"## H{n}\n\nText {n}." for n in range(SECTIONS + 3)))
    assert len(text.sections) == SECTIONS
    assert text.sections[-1].text.endswith(f"H{SECTIONS + 2}:\n\nText {SECTIONS + 2}.")


WORD = st.from_regex(r"[A-Za-z]{4,9}", fullmatch=True)
RUN = st.lists(WORD, min_size=1, max_size=30).map(lambda words: " ".join(words).capitalize() + ".")
BLOCK = st.one_of(
    RUN,
    st.lists(RUN, min_size=1, max_size=4).map(" ".join),
    st.lists(RUN, min_size=1, max_size=4).map(lambda items: "\n".join(f"- {one}" for one in items)),
    st.lists(RUN, min_size=1, max_size=4).map(lambda steps: "\n".join(f"{n}. {one}" for n, one in enumerate(steps, 1))),
    WORD.map(lambda word: f"### {word}"),
    WORD.map(lambda word: f"**{word}**"),
    st.tuples(WORD, RUN).map(lambda told: f"**{told[0]}.** {told[1]}"),
    st.lists(WORD, min_size=2, max_size=2).map(
        lambda cells: f"| {' | '.join(cells)} |\n|---|---|\n| {' | '.join(cells)} |"
    ),
)


@given(st.lists(BLOCK, min_size=1, max_size=40))
def test_no_word_under_a_title_is_lost_and_their_order_stays(found: list[str]) -> None:
    markdown = "# Title\n\n" + "\n\n".join(found)
    text = text_of_markdown(markdown)
    if text is None:
        return
    told = [text.answer, *(part for one in text.sections for part in (one.heading, one.text))]
    bare = [one for one in found if not re.fullmatch(r"### \w+|\*\*\w+\*\*", one)]
    words = re.findall(r"[A-Za-z]{4,}", " ".join(told))
    # A heading under which nothing stands goes; nothing else does.
    assert [one for one in re.findall(r"[A-Za-z]{4,}", " ".join(bare)) if one not in words] == []


@given(st.text(max_size=400))
def test_whatever_is_written_is_a_text_or_none(markdown: str) -> None:
    text = text_of_markdown(markdown)
    assert text is None or (text.answer and text.sections)
