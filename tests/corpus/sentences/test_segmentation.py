"""Sentence boundaries: rules, invariants, and the Golden Rules where they are at hand."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.sentences.abbreviations import rules
from foam_graph.corpus.sentences.paragraphs import paragraphs
from foam_graph.corpus.sentences.rules import period_ends
from foam_graph.corpus.sentences.segmentation import LIMIT, segment
from foam_graph.errors import CorpusError
from tests.support.shared_data import FEDERALIST, GOLDEN, MUELLER, needs

TEXTS = st.text(alphabet=st.sampled_from(list("abT .?!\n\r\t\"'()[]。！；？」…•-:|1,2\u3000\u00adé中")), max_size=200)


def sentences(text: str) -> list[str]:
    """Sentences with blanks folded."""
    return [re.sub(r"\s+", " ", text[start:end]) for start, end in segment(text).spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See Roe v. Wade, 410 U.S. 113 (1973). That is it.", 2),
        ("Under 28 C.F.R. § 600.8(c) the fee is $1,450.00. It rose.", 2),
        ("Cf. Smith et al. (2004) at p. 5. See Art. 5 and Sec. 3.1 there.", 2),
        ("See United States v. Roe, et al., No. 18-cr-32 (D.D.C.). Separately, officers left.", 2),
        ("On Apr. 3, 2024, at 3:15 p.m., the Board met.", 1),
        ("The meeting ends at 5 p.m. Please come.", 2),
        ("J. K. Rowling wrote it. Is the answer no? No. It is yes.", 4),
        ("He said: “We won.” “Who?” she asked. (He left.)", 3),
        ("He was ill. Doctors came. He lives in Chicago, Ill. Doctors came.", 3),
        ("It was sent (6:50 p.m. ET) on Monday. See Doc. 5 there.", 2),
        ("He broke the rule. 5 people saw it.", 2),
        ("The end is near... but not yet. Wait … then go.", 2),
        ("It passed.12 The rest followed.", 2),
        ("The U.S. Supreme Court and Acme Inc. agreed. They paid.", 2),
        ("See Gilbert v. Derwinski, 1 Vet. App. 49, 55 (1990). It was denied.", 2),
        ("State v. Roe, 424 So. 2d 1015, 1022 (La. 1982); Doe v. Poe, 60 Fed. Appx. 425 (2003). So held.", 2),
        ("The rule (Smith said so. He was sure.) is old. It stays.", 2),
        ("(He left. She stayed.) They met again.", 3),
        ("It was first noted in 1990.[3] It grew. [4] Then it fell.", 3),
        ("“Who goes there?” Mary asked. “I do!” he said.", 2),
        ("It was “fair use.” The court agreed.", 2),
        ("We asked in vain . . . and left. The rest. . . . Nobody came.", 3),
        ("it is in the hall. it was there. please look", 3),
        ("He bought apples, pears, etc. Then he left.", 2),
        ("*661 It was held so. *662 The rest follows.", 4),
        ("The talk is at 5 p.m. Monday. Dr. No and Mrs. Yes will come.", 2),
        ("His wife (née Hall) was ill. Hall vs. Hall is no case. Id. at 5.", 3),
        ("Thanks for the note! :) See you. 03/14/2026 09:30 AM Please call.", 4),
        ("We are on. I am sure -- Well, go on.", 3),
        ("We see. Mm. That is heavy.", 3),
        ("Go to example.org. https://example.org is the place.", 2),
    ],
)
def test_english_rules(text: str, expected: int) -> None:
    assert len(sentences(text)) == expected, sentences(text)


def test_chinese_by_rule_with_closing_marks() -> None:
    text = "我们认为这是对的。“他说：你好！”然后走了；结束？是的。"
    assert sentences(text) == ["我们认为这是对的。", "“他说：你好！”", "然后走了；结束？", "是的。"]
    assert segment(text).language == "zh"
    assert segment("Plain English.").language == "en"
    assert segment(text, "en").language == "en"


def test_lines_that_stand_alone() -> None:
    text = "Title of the Thing\n\nFirst here. Second.\nLabel: value\nOther: thing\n- one\n- two\n"
    text += "| a. B | c |\n|---|---|\n"
    assert sentences(text) == [
        "Title of the Thing",
        "First here.",
        "Second.",
        "Label: value",
        "Other: thing",
        "- one",
        "- two",
        "| a. B | c |",
        "|---|---|",
    ]


def test_hard_wrapped_lines_are_one_sentence() -> None:
    text = (
        "The council considered the request of the residents for a longer\n"
        "period of notice and found that Mr.\n"
        "Smith had asked for it in writing before the date that was given in\n"
        "the order. It was granted.\n"
    )
    assert len(sentences(text)) == 2


def test_numbers_of_headings_stand_apart_in_legal_text_only() -> None:
    plain = "1. The first point is made.\n\n2. The second is made too.\n"
    assert sentences(plain) == ["1. The first point is made.", "2. The second is made too."]
    law = "Roe v. Wade and Doe v. Bolton were decided under 42 U.S.C. § 1983.\n\n" + plain
    assert sentences(law)[1:] == ["1.", "The first point is made.", "2.", "The second is made too."]
    notes = "[12] See above.\n\n*661 JUSTICE WHITE, concurring.\n"
    assert sentences(notes) == ["[12]", "See above.", "*661", "JUSTICE WHITE, concurring."]


@pytest.mark.parametrize(
    "text",
    [
        "R1. A match is played.", "§ 4. The buyer pays.", "Art. 5. The bar is open.", "12a. The fee is due.", "D-2. Lifts stop.",
        "Clause 3. The tenant pays.", "1.\nThe board meets.", "> 1. He was there.", "(a)\nThe board meets.",
    ],
)  # fmt: skip
def test_a_number_is_no_sentence_by_itself(text: str) -> None:
    assert sentences(text) == [" ".join(text.split())]
    ruled = "By § 1, § 2 and § 3 of the house rules it is so.\n\n"
    assert sentences(ruled + text)[1:] == [" ".join(text.split())]


@pytest.mark.parametrize(
    "text", ["It was in 2012. Then it ended.", "1.\n2.\n3.", "He sat in room B12. It rained.", "Q:\nWhat did you see?"]
)
def test_a_number_within_a_text_still_ends_it(text: str) -> None:
    assert len(sentences(text)) > 1


def test_a_case_name_on_three_lines_is_one_sentence() -> None:
    assert sentences("ROE, APPELLANT,\nv.\nWADE, DISTRICT ATTORNEY\nNo. 70-18.")[0] == (
        "ROE, APPELLANT, v. WADE, DISTRICT ATTORNEY"
    )


def test_lines_of_different_lengths_are_not_wrapped() -> None:
    lines = [
        "A heading of the report",
        "Some words that go on for a while without an end",
        "Thanks to everybody",
        "A B C",
    ]
    assert sentences("\n".join(lines)) == lines


@pytest.mark.parametrize("text", ["", "   ", "\n\r\n\t"])
def test_blank_text_has_no_sentence(text: str) -> None:
    assert segment(text).spans == ()


def test_unknown_language_is_refused() -> None:
    with pytest.raises(CorpusError, match="'fr'"):
        segment("Bonjour.", "fr")


@pytest.mark.parametrize("unit", ["x", "word ", "a, ", "clause; ", "中"])
def test_a_sentence_is_never_longer_than_the_limit(unit: str) -> None:
    text = unit * 5000
    spans = segment(text).spans
    assert len(spans) > 1
    assert max(end - start for start, end in spans) <= LIMIT
    if " " in unit:
        assert all(not text[end : end + 1].strip() for _, end in spans)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_character_is_in_exactly_one_stripped_span(text: str) -> None:
    spans = segment(text).spans
    covered = [position for start, end in spans for position in range(start, end)]
    assert covered == sorted(set(covered))
    assert {n for n, one in enumerate(text) if not one.isspace()} <= set(covered)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS)
def test_an_appended_paragraph_changes_nothing_before_it(text: str, added: str) -> None:
    before = segment(text).spans
    assert segment(f"{text}\n\n{added}").spans[: len(before)] == before


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS)
def test_an_appended_line_changes_at_most_the_last_paragraph(text: str, added: str) -> None:
    *earlier, (last, _, _) = [*paragraphs(text), (len(text), len(text), True)][: -1 or None] or [(0, 0, True)]
    kept = [span for span in segment(text).spans if span[1] <= last]
    assert list(segment(f"{text}\n{added}").spans[: len(kept)]) == kept
    assert len(earlier) <= len(kept)


@given(TEXTS)
def test_segmentation_is_a_function_of_the_text(text: str) -> None:
    assert segment(text) == segment(text)
    assert segment(text).parameters == rules().fingerprint


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        ". ",
        '("',
        "1. ",
        "Ab cd\n",
        "• x ",
        "?!",
        "-\n",
        "U.S. ",
        "(",
        "[",
        "“",
        "a (b. C ",
        ". . ",
        "12/12/2012 1",
        "v.\n",
    ],
)
def test_awkward_repetition_is_covered(unit: str) -> None:
    text = unit * 20_000
    spans = segment(text).spans
    assert sum(len(text[start:end].split()) for start, end in spans) >= len(text.split())


def test_frozen_parameters_are_words_not_text() -> None:
    known = rules()
    assert "mr" in known.learned
    assert {"he", "the"} <= known.starters
    assert all(" " not in word for word in known.learned)


@pytest.mark.parametrize(
    ("before", "after"),
    [("he saw mr", "Smith there"), ("the end", "The next"), ("wine, bread, etc", "The next"), ("by them", "It is")],
)
def test_the_decision_is_punkts_where_only_punkt_decides(before: str, after: str) -> None:
    punkt = pytest.importorskip("nltk.tokenize.punkt", reason="nltk is not installed")
    parameters = punkt.PunktParameters()
    parameters.abbrev_types = set(rules().learned)
    parameters.collocations = set(rules().collocations)
    parameters.sent_starters = set(rules().starters)
    peer = punkt.PunktSentenceTokenizer(parameters)
    assert period_ends(before, f" {after}") == peer.text_contains_sentbreak(f"{before}. {after}")


@needs(GOLDEN)
def test_golden_rules() -> None:
    cases = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    failed = [case["id"] for case in cases if sentences(case["text"]) != case["sents"]]
    assert len(cases) - len(failed) >= 49, failed


@needs(FEDERALIST)
def test_long_argument_in_hard_wrapped_lines() -> None:
    text = (FEDERALIST / "paper_10.txt").read_text(encoding="utf-8")
    found = sentences(text)
    assert "By a faction, I understand a number of citizens" in next(one for one in found if "By a faction" in one)
    assert sum(one[-1] in ".?!:\"'" for one in found) >= 0.95 * len(found)


@needs(MUELLER)
def test_noisy_text_is_kept_whole() -> None:
    text = MUELLER.read_text(encoding="utf-8", errors="replace")
    joined = "".join("".join(text[start:end].split()) for start, end in segment(text).spans)
    assert joined == "".join(text.split())
