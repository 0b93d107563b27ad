"""Loaders of debates: one form each, whole or not at all, in English and Chinese, with everything accounted for."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.app.exporting import export
from foam_graph.config import Settings
from foam_graph.debate.memory.held import records
from foam_graph.loaders import aif_debate, debate_jsonl, debate_text, numbered_claims, orchid
from foam_graph.reasoning.debating.floor import spoken_nodes
from foam_graph.store.store import Store
from tests.support.calling import foam as called
from tests.support.worlds.held_debate import held_debate

EN = [("pro", "Ann", "Free trams fill trams."), ("con", "Bo", "Somebody pays for them.")]
ZH = [("正方", "正方一辩", "免费的电车会坐满人。"), ("反方", "反方一辩", "总得有人付钱。")]
TOPIC = {"en": "Trams should be free.", "zh": "电车应当免费"}
Turns = list[tuple[str, str, str]]
Form = Callable[[str, Turns], str]


def typed(topic: str, turns: Turns) -> str:
    return f"Motion: {topic}\n\n" + "".join(f"{speaker} ({side}): {text}\n" for side, speaker, text in turns)


def as_orchid(topic: str, turns: Turns) -> str:
    rows = [{"stance": side, "debater": speaker, "utterance": text} for side, speaker, text in turns]
    return json.dumps({"topic": topic, "debate": rows}, ensure_ascii=False)


def as_lines(topic: str, turns: Turns) -> str:
    rows = [{"side": side, "speaker": speaker, "text": text} for side, speaker, text in turns]
    return "".join(json.dumps(row) + "\n" for row in [{"topic": topic}, *rows])


def numbered(topic: str, turns: Turns) -> str:
    parts = [f"- proposition: {topic}\n"]
    for n, (side, speaker, text) in enumerate(turns, 1):
        parts.append(f"## Turn {n}: {side}\n\n- speaker: {speaker}\n\n[P{n}.1] {text}\n")
    return "\n".join(parts)


def as_aif(topic: str, turns: Turns) -> str:
    nodes = [{"nodeID": str(n), "type": "L", "text": f"{who}: {text}"} for n, (_, who, text) in enumerate(turns)]
    sides = {side: [who] for side, who, _ in turns}
    return json.dumps({"topic": topic, "nodes": nodes, "edges": [], "locutions": [], "sides": sides})


FORMS: dict[str, tuple[Callable[..., fg.MemoryReport], str, Form]] = {
    "debate-text": (debate_text.load, "a.txt", typed),
    "orchid": (orchid.load, "a.json", as_orchid),
    "debate-jsonl": (debate_jsonl.load, "a.jsonl", as_lines),
    "numbered-claims": (numbered_claims.load, "a.md", numbered),
    "aif-debate": (aif_debate.load, "b.json", as_aif),
}


@pytest.fixture
def memory() -> str:
    return f"loaded{uuid.uuid4().hex[:8]}"


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_debate_of_each_form_is_taken_once(
    foam: fg.Foam, store: Store, memory: str, tmp_path: Path, name: str, language: str
) -> None:
    load, file, written = FORMS[name]
    turns = EN if language == "en" else ZH
    (tmp_path / file).write_text(written(TOPIC[language], turns), encoding="utf-8")
    report = load(foam, tmp_path, memory=memory)
    assert (report.ok, len(report.added), report.records) == (True, 1, 2)
    held = sorted((one.item.side, one.item.text, one.item.topic) for one in records(store, memory))
    sides = ("pro", "con")
    wanted = [(side, text, TOPIC[language]) for side, (_, _, text) in zip(sides, turns, strict=True)]
    assert held == sorted(wanted)
    again = load(foam, tmp_path, memory=memory)
    assert (again.added, len(again.unchanged)) == ((), 1)


def test_another_form_is_refused_by_name_and_stops_no_other(foam: fg.Foam, memory: str, tmp_path: Path) -> None:
    for name, (_, file, written) in FORMS.items():
        (tmp_path / f"{name}{Path(file).suffix}").write_text(written(TOPIC["en"], EN), encoding="utf-8")
    (tmp_path / "binary.txt").write_bytes(b"\x89PNG\xff")
    report = orchid.load(foam, tmp_path, memory=memory)
    assert len(report.added) == 1
    reasons = {Path(one.path).name: one.reason for one in report.rejected}
    assert "not UTF-8" in reasons["binary.txt"]
    assert reasons["debate-text.txt"] == "its form is speaker-lines, not orchid"
    assert reasons["aif-debate.json"] == "its form is aif, not orchid"
    assert len(report.rejected) == 5
    with pytest.raises(fg.CorpusError, match=r"no debate in .* could be taken"):
        orchid.load(foam, tmp_path / "binary.txt", memory=memory + "x")


def test_options_are_yes_or_no(foam: fg.Foam, store: Store, memory: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(typed(TOPIC["en"], EN) + "# Free debate\nAnn (pro): Who, Bo?\n", encoding="utf-8")
    with pytest.raises(fg.UsageError, match="keep_free is 'maybe'"):
        debate_text.load(foam, path, memory=memory, keep_free="maybe")
    report = debate_text.load(foam, path, memory=memory, keep_free="yes", pseudonyms="yes")
    assert report.records == 3
    assert "Who, Con 1?" in {one.item.text for one in records(store, memory)}


def test_what_foam_exports_of_a_debate_can_be_remembered(
    foam: fg.Foam, settings: Settings, store: Store, memory: str, tmp_path: Path
) -> None:
    with held_debate(settings, tmp_path, f"aif{memory}") as held:
        text = export(held.session, "aif", held.run)
        said = spoken_nodes(held.graph)
    path = tmp_path / "debate.json"
    path.write_text(text, encoding="utf-8")
    report = aif_debate.load(foam, path, memory=memory)
    taken = sorted(records(store, memory), key=lambda one: one.item.text)
    assert (report.records, [one.item.side for one in taken].count("pro")) == (len(said), len(said) // 2)
    squeezed = {" ".join(str(node["text"]).split()) for node in said}
    assert {" ".join(one.item.text.split()) for one in taken} == squeezed


def test_a_debate_loads_from_the_command_line(
    settings: Settings, foam: fg.Foam, memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(settings.home))
    (tmp_path / "a.txt").write_text(typed(TOPIC["en"], EN), encoding="utf-8")
    words = ("load", "--loader", "debate-text", str(tmp_path))
    done = called(*words, "--option", f"memory={memory}")
    assert (done.code, f"{memory}: 1 debate, 2 utterances" in done.out) == (0, True)
    (tmp_path / "empty.txt").write_bytes(b"")
    mixed = called(*words, "--option", f"memory={memory}")
    assert mixed.code == 1
    assert mixed.err.startswith("foam: 1 were refused; the other debates are loaded")
    for more, told in (((), "needs memory"), (("--corpus", "x"), "name the memory: --option memory=NAME")):
        refused = called(*words, *more)
        assert (refused.code, told in refused.err) == (2, True)
