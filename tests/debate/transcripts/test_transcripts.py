"""Transcripts in every form: who said what for which side, nothing lost or doubled, and what is no transcript is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.debate.transcripts.reading import MOST_BYTES, read_file, read_transcript
from foam_graph.debate.transcripts.transcript import FREE, partition_fault, without_free_debate
from foam_graph.errors import CorpusError
from tests.support.shared_data import SHARED, require

PLAIN = """Motion: Trams should be free.
Tournament: Harbour Cup
Date: 2026-03-01
Pro: Ann, Ben
Con: Cleo

# Opening
Moderator: Welcome, everybody.
Ann: Free trams fill trams. Note: the depot of Vell counted 900 riders.
They were 400 before.
(applause)
Cleo: Somebody pays: the town.

[Free debate]
Ben: Who?
Cleo: Everybody.
"""
CHINESE = """辩题：坚持追求真爱是理智的行为
主席：欢迎各位。
正方一辩：真爱就是真挚的爱。
反方一辩：对方没有定义理智。
【自由辩论】
正方二辩：那么请问什么是理智？
反方二辩：理智是深思熟虑。
"""
NUMBERED = """# Debate x

- proposition: Trams should be free.

## Turn 1: PRO Opening

- model: one

[P1.1] Free trams fill trams.
[P1.2] They help the poor.

## Turn 2: CON Rebuttal

- model: two

[C1.1] [P1.1] leaves out who pays.
"""
ORCHID = {
    "competition": "Harbour Cup", "match": "Final", "topic": "Trams should be free",
    "positions": {"PRO": "They should", "CON": "They should not"},
    "debate": [
        {"stance": "PRO", "debater": "P1", "utterance": "Free trams \"fill\" trams.\nThey do."},
        {"stance": "CON", "debater": "C1", "utterance": "Somebody pays."},
        {"stance": "", "debater": "Chair", "utterance": "Thank you."},
        {"stance": "PRO", "debater": "P2", "utterance": "  "},
    ],
}  # fmt: skip


def said(source: str) -> list[tuple[str, str, str]]:
    return [(one.side, one.stage, one.text) for one in read_transcript(source).utterances]


def test_names_before_what_is_said_with_sides_in_the_head() -> None:
    found = read_transcript(PLAIN)
    assert said(PLAIN) == [
        ("pro", "opening", "Free trams fill trams. Note: the depot of Vell counted 900 riders.\nThey were 400 before.\n(applause)"),
        ("con", "opening", "Somebody pays: the town."),
        ("pro", FREE, "Who?"),
        ("con", FREE, "Everybody."),
    ]  # fmt: skip
    assert [one.speaker for one in found.utterances] == ["Ann", "Cleo", "Ben", "Cleo"]
    told = found.occasion
    assert (told.topic, told.institution, told.date, told.language) == (
        "Trams should be free.", "Harbour Cup", "2026-03-01", "en",
    )  # fmt: skip
    assert [one.text for one in found.omissions if one.reason == "moderator"] == ["Welcome, everybody."]
    assert found.remarks == ()


def test_chinese_sides_stages_and_chair() -> None:
    found = read_transcript(CHINESE)
    assert [(one.side, one.stage) for one in found.utterances] == [
        ("pro", ""),
        ("con", ""),
        ("pro", FREE),
        ("con", FREE),
    ]
    assert (found.occasion.topic, found.occasion.language) == ("坚持追求真爱是理智的行为", "zh")
    assert [one.text for one in found.omissions if one.reason == "moderator"] == ["欢迎各位。"]


def test_a_head_that_says_what_a_side_stands_for_is_no_turn() -> None:
    found = read_transcript(
        "辩题：城市应当限制私家车\n正方：支持限制\n反方：反对限制\n正方一辩：事故会减少。\n反方一辩：商店会关门。\n"
    )
    assert [(one.speaker, one.side) for one in found.utterances] == [("正方一辩", "pro"), ("反方一辩", "con")]
    assert found.occasion.positions == (("pro", "支持限制"), ("con", "反对限制"))
    # Where no other label of its side follows, it is what the side says.
    alone = read_transcript("Motion: A b.\nPro: We say so\nCon: We do not.\n")
    assert [one.speaker for one in alone.utterances] == ["Pro", "Con"]


def test_numbered_claims_cite_each_other() -> None:
    first, second = read_transcript(NUMBERED).utterances
    assert (first.side, first.stage, first.speaker) == ("pro", "opening", "one")
    assert first.text == "Free trams fill trams.\nThey help the poor."
    assert [(one.name, one.text, one.cites) for one in second.claims] == [
        ("C1.1", "[P1.1] leaves out who pays.", ("P1.1",))
    ]
    assert read_transcript(NUMBERED).occasion.topic == "Trams should be free."


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_orchids_object_keeps_what_it_says_of_the_debate(indent: int | None, ascii_only: bool) -> None:
    source = json.dumps(ORCHID, indent=indent, ensure_ascii=ascii_only)
    found = read_transcript(source)
    assert [one.text for one in found.utterances] == ['Free trams "fill" trams.\nThey do.', "Somebody pays."]
    assert found.occasion.positions == (("pro", "They should"), ("con", "They should not"))
    assert found.occasion.institution == "Harbour Cup"
    assert [one.reason for one in found.omissions if one.reason != "structure"] == ["moderator", "empty"]
    assert partition_fault(found, len(source)) == ""
    (span,) = found.utterances[1].spans
    assert source[span.start : span.end] == "Somebody pays."


def test_a_line_a_turn() -> None:
    turns = [{"topic": "Trams"}, *ORCHID["debate"][:2]]  # type: ignore[misc]
    source = "\n".join(json.dumps(one) for one in turns) + "\n"
    found = read_transcript(source)
    assert (found.format, found.occasion.topic, len(found.utterances)) == ("jsonl", "Trams", 2)
    assert partition_fault(found, len(source)) == ""


def test_free_debate_can_be_left_out_and_is_listed_then() -> None:
    found = without_free_debate(read_transcript(PLAIN), PLAIN)
    assert [one.stage for one in found.utterances] == ["opening", "opening"]
    assert [one.text for one in found.omissions if one.reason == "free_debate"] == ["Who?", "Everybody."]
    assert partition_fault(found, len(PLAIN)) == ""


@pytest.mark.parametrize(
    ("turns", "remark"),
    [
        ("con: No.\npro: Yes.\n", "the side against the motion speaks first"),
        ("pro 1: Yes.\npro 2: Indeed.\n", "only one side speaks"),
        ("pro: Yes.\ncon: No.\ncon: Never.\n", "the same side speaks twice in a row at turn 3"),
        ("pro: Yes.\ncon: No.\npro: Yes.\n", "the number of turns is odd: 3"),
        ("Ann (pro): Yes.\nAnn (con): No.\n", "speaks for both sides: Ann"),
        ("pro: It is 很好的，真的很好。\ncon: It is not 很好.\n", "it mixes languages"),
    ],
)
def test_what_is_unusual_of_a_debate_is_told(turns: str, remark: str) -> None:
    assert any(one.startswith(remark) for one in read_transcript(turns).remarks)


@pytest.mark.parametrize(
    "label",
    ["Ann (pro) / Bo (con)", "Ann and Bo", "Bo & Ann (pro)", "Pro 1, Con 1", "Both", "正方一辩、反方二辩", "双方"],
)
def test_what_several_say_at_once_is_nobodys_and_listed(label: str) -> None:
    source = f"Pro: Ann\nCon: Bo\n\nAnn: The quay is --\n{label}: We agree.\nBo: [interrupting] No!\nAnn: -- loud.\n"
    found = read_transcript(source)
    assert [(one.speaker, one.side, one.text) for one in found.utterances] == [
        ("Ann", "pro", "The quay is --"),
        ("Bo", "con", "[interrupting] No!"),
        ("Ann", "pro", "-- loud."),
    ]
    assert [one.text for one in found.omissions if one.reason == "several"] == ["We agree."]
    assert "several speak at once in 1 place, which are left out" in found.remarks
    assert partition_fault(found, len(source)) == ""


def test_a_name_with_and_in_it_is_one_speaker() -> None:
    found = read_transcript("Rock and Sons (pro): Yes.\nBo (con): No.\nRock and Sons (pro): Indeed.\n")
    assert [one.side for one in found.utterances] == ["pro", "con", "pro"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("Ann and Ben talked about trams.", "no utterance of a side"),
        ("Ann: Yes.\nBen: No.\nAnn: Yes.\nBen: No.\n", "no side"),
        ("{", "not JSON"),
        ('{"debate": []}', "no list of turns"),
        ('{"debate": [{"stance": "PRO"}]}', "turn 1 has no text"),
        ('{"debate": ["PRO: yes"]}', "turn 1 is not an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"text": "Yes.", "side": "pro"}\n{"text": 3}\n', "line 2 has no text"),
        ("pro\x00: yes", "bytes of value 0"),
        (f"Motion: {'quay ' * 20_000}\npro: Yes.\ncon: No.\n", "its motion has 99,999 characters; 2,000 are the most"),
        (json.dumps({"topic": "q" * 2001, "debate": [{"stance": "PRO", "text": "Yes."}]}), "2,000 are the most"),
    ],
)
def test_what_is_no_transcript_is_refused_with_the_reason(source: str, told: str) -> None:
    with pytest.raises(CorpusError) as fault:
        read_transcript(source)
    assert told in fault.value.message
    assert fault.value.hint


def test_a_file_is_named_in_what_is_wrong_with_it(tmp_path: Path) -> None:
    binary, large, missing = tmp_path / "b.txt", tmp_path / "l.txt", tmp_path / "m.txt"
    binary.write_bytes(b"pro: \xff\xfe")
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for path, told in ((binary, "not UTF-8 at byte 5"), (large, "MB, at most 20"), (missing, "cannot be read")):
        with pytest.raises(CorpusError, match=told) as fault:
            read_file(path)
        assert str(path) in fault.value.message


WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\x00\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=60
)
LABELS = st.sampled_from(
    [
        "Pro",
        "CON 2",
        "Ann",
        "Ann / Pro",
        "Both",
        "Moderator",
        "正方一辩",
        "反方",
        "Note",
        "Motion",
        "Ann (con)",
        "# Opening",
        "",
    ]
)


@given(st.lists(st.tuples(LABELS, st.sampled_from([": ", "：", " ", "\n"]), WORDS), max_size=12))
def test_every_character_of_typed_lines_is_in_one_place(lines: list[tuple[str, str, str]]) -> None:
    source = "\n".join("".join(one) for one in [*lines, ("pro", ": ", "yes")])
    if source.lstrip()[:1] not in ("[", "{"):
        assert partition_fault(read_transcript(source), len(source)) == ""


@given(st.lists(st.tuples(st.sampled_from(["PRO", "CON", "", "Chair"]), WORDS), max_size=8), st.booleans())
def test_every_character_of_json_is_in_one_place(turns: list[tuple[str, str]], lines: bool) -> None:
    rows = [{"stance": side, "utterance": text} for side, text in [*turns, ("CON", "no")]]
    source = "\n".join(map(json.dumps, rows)) if lines and len(rows) > 1 else json.dumps({"debate": rows}, indent=1)
    found = read_transcript(source)
    assert partition_fault(found, len(source)) == ""
    assert [one.text for one in found.utterances] == [
        row["utterance"] for row in rows
        if row["stance"] in ("PRO", "CON") and row["utterance"].strip() and row["utterance"] in {o.text for o in found.utterances}
    ]  # fmt: skip


@given(
    st.lists(
        st.tuples(st.sampled_from(["PRO Opening", "CON Closing", "Chair"]), st.lists(WORDS, max_size=4)), max_size=6
    )
)
def test_every_character_of_numbered_claims_is_in_one_place(turns: list[tuple[str, list[str]]]) -> None:
    parts = ["# Debate\n"]
    for n, (label, claims) in enumerate([*turns, ("CON Closing", ["no"])], 1):
        body = "\n".join(f"[C{n}.{k}] {text}" for k, text in enumerate(claims, 1))
        parts.append(f"## Turn {n}: {label}\n\n- model: x\n\n{body}\n")
    source = "\n".join(parts)
    assert partition_fault(read_transcript(source), len(source)) == ""


def test_real_transcripts_are_read_whole() -> None:
    folder = require(SHARED / "data" / "transcripts")
    for path in sorted(folder.glob("*.md")):
        found, source = read_file(path)
        assert partition_fault(found, len(source)) == ""
        assert [one.side for one in found.utterances] == ["pro", "con"] * 5
        assert found.occasion.topic
        assert sum(len(one.claims) for one in found.utterances) > 20


def test_a_debate_of_orchids_shape_is_read_whole() -> None:
    found, source = read_file(require(SHARED / "data" / "orchid" / "debate_full.json"))
    assert partition_fault(found, len(source)) == ""
    assert (len(found.utterances), found.occasion.language) == (6, "zh")
    assert found.remarks == ("the same side speaks twice in a row at turn 5",)
