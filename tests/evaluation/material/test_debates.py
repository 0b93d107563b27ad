"""Debates as tests and as memory: read, and refused where they share anything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import CorpusError, UsageError
from foam_graph.evaluation.material.debates import Debate, contexts, length_of, read_debates, sentences_of
from foam_graph.evaluation.material.overlap import barred, normal_motion, overlaps, refuse_overlap, shared_motions
from foam_graph.evaluation.material.recall import WordRecall
from foam_graph.findings.debate.spoken import Spoken
from tests.support.judging import HELD_OUT, held_out
from tests.support.shared_data import SHARED, require

HEAD = "Topic: The town should plant trees.\n\n"


def one(motion: str, *texts: str, sha: str = "") -> Debate:
    spoken = [
        Spoken(turn, "A", "pro" if turn % 2 else "con", "", sentences_of(text)) for turn, text in enumerate(texts, 1)
    ]
    return Debate(motion[:20], motion, sha, tuple(spoken))


def test_the_sample_is_whole() -> None:
    found = held_out()
    assert [debate.name for debate in found] == ["deposit-bottles", "exam-essays", "night-buses", "school-gardens"]
    for debate in found:
        assert [said.side for said in debate.spoken] == ["pro", "con"] * 3
        assert [said.stage for said in debate.spoken[::2]] == ["opening", "rebuttal", "closing"]
        assert len(debate.sha256) == 64
    assert len(contexts(found)) == 24
    assert len(contexts(found, opening=False)) == 20
    assert not list(overlaps(found[:2], found[2:]))


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("empty.txt", b"", "empty transcript"),
        ("nosides.txt", b"Topic: X\nAnn: Hello there.\n", "no utterance of a side"),
        ("binary.md", b"PRO: a\x00b", "bytes of value 0"),
        ("nomotion.txt", b"PRO: Trees are good.\nCON: They are not.\n", "states no motion"),
    ],
)
def test_what_is_no_debate_is_refused(tmp_path: Path, name: str, content: bytes, fault: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CorpusError, match=fault):
        read_debates([tmp_path / name])


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no debate was named"):
        read_debates([])
    with pytest.raises(CorpusError, match="holds no transcript"):
        read_debates([tmp_path])
    with pytest.raises(CorpusError, match="cannot be read"):
        read_debates([tmp_path / "nowhere.txt"])
    (tmp_path / "README.md").write_text("About this folder.", encoding="utf-8")
    (tmp_path / "a.txt").write_text(f"{HEAD}PRO: Trees cool a street.\nCON: They cost.\n", encoding="utf-8")
    assert len(read_debates([tmp_path, tmp_path / "a.txt"])) == 1


def test_what_memory_shares_with_a_test_is_refused() -> None:
    tests = held_out()
    with pytest.raises(UsageError, match="same file"):
        refuse_overlap(tests, tests[:1])
    reworded = replace(tests[0], sha256="other", motion=f"This House believes that {tests[0].motion.upper()}")
    assert [found.why for found in overlaps(tests, [reworded])] == ["motion"]
    borrowed = replace(one("Another motion.", tests[0].spoken[2].text), sha256="third")
    assert [(found.test, found.why) for found in overlaps(tests, [borrowed])] == [("deposit-bottles", "utterance")]
    refuse_overlap(
        tests, [one("Another motion.", "Nothing of this was said in any of the four other debates, I hope.")]
    )


def test_a_shared_line_is_no_shared_utterance() -> None:
    thanks = one("Another motion.", "Thank you, and good evening to all of you here tonight in this hall.")
    same = one("A third motion.", "Thank you all.", "That is the whole case, and nothing has answered it.")
    assert not list(overlaps([thanks], [same]))
    assert not list(overlaps(held_out(), [same]))


def test_swapped_debates_on_one_motion_are_found() -> None:
    found = read_debates([require(SHARED / "data" / "transcripts")])
    assert {pair.why for pair in overlaps(found[:1], found[1:])} == {"motion"}
    assert set(barred(found, found)) == {debate.motion for debate in found}
    assert all(len(those) == 2 for those in barred(found, found).values())


def test_motions_of_memory_are_named_whose_debates_share_what_was_said() -> None:
    first, second, *others = held_out()
    borrowed = replace(others[0], motion="Another one.", sha256="", spoken=(*others[0].spoken, first.spoken[1]))
    found = shared_motions([first, second], iter([borrowed, *others]))
    assert found == {first.motion: ("Another one.",), second.motion: ()}
    assert shared_motions([first], [replace(first, motion=f"This house believes that {first.motion}")]) == {
        first.motion: (f"This house believes that {first.motion}",)
    }


def test_a_debate_of_orchid_is_read() -> None:
    (found,) = read_debates([require(SHARED / "data" / "orchid" / "debate_full.json")])
    assert len(found.spoken) == 6
    assert all(len(said.sentences) > 3 for said in found.spoken)


@given(st.text(max_size=80))
def test_motions_are_compared_without_case_and_marks(text: str) -> None:
    assert normal_motion(f"  {text}!! ") == normal_motion(text)
    assert normal_motion("Resolved: schools should open.") == normal_motion("SCHOOLS SHOULD OPEN")


@pytest.mark.parametrize(
    ("text", "length"),
    [("We don't pay 4,200 dollars.", 5), ("种树很好。", 4), ("据 WTO 的数据，增长了2.3%。", 9), ("", 0), ("… – !", 0)],
)
def test_length_counts_words_and_chinese_characters(text: str, length: int) -> None:
    assert length_of(Spoken(1, "A", "pro", "", (text,))) == length


def test_recall_finds_what_shares_words() -> None:
    memory = held_out()
    recall = WordRecall(memory)
    assert recall.find("", "night buses and nurses at three o'clock", 1)[0].name.startswith("night-buses")
    assert recall.find("", "zyx", 5) == []
    assert WordRecall(()).find("", "night", 5) == []
    assert len(recall.find("", "the city should pay", 3)) == 3


def test_nothing_is_recalled_of_what_is_tested() -> None:
    memory = held_out()
    motion = memory[2].motion
    left = WordRecall(memory, barred(memory, memory))
    found = left.find(motion, "night buses and nurses at three o'clock", 20)
    assert found
    assert not [one.name for one in found if one.name.startswith("night-buses")]
    assert left.fingerprint != WordRecall(memory).fingerprint
    assert WordRecall(memory[:2]).fingerprint != WordRecall(memory).fingerprint
    assert left.fingerprint == WordRecall(held_out(), barred(memory, memory)).fingerprint


def test_the_sample_says_that_it_is_fictional() -> None:
    assert "Fictional" in (HELD_OUT / "README.md").read_text(encoding="utf-8")
