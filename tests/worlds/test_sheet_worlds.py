"""The planted worlds are what their keys say: every quoted sentence stands in its document, and the counts hold."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.support.worlds.sheet_worlds import FAULT_KINDS, FOLDER, FaultyKey, SheetWorld, sheet_world, sheet_worlds

DATES = {
    "3 March 2026": r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b",
    "03.03.2026": r"\b\d{2}\.\d{2}\.\d{4}\b",
    "2026-03-03": r"\b\d{4}-\d{2}-\d{2}\b",
    "3/3/26": r"\b\d{1,2}/\d{1,2}/\d{2}\b",
    "March 3rd": r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)\b",
}


@pytest.fixture(scope="module")
def worlds() -> list[SheetWorld]:
    return list(sheet_worlds())


def copy(world: str, to: Path) -> Path:
    return Path(shutil.copytree(FOLDER / world, to / world))


def test_ten_kinds_of_fault_are_planted_nine_times_or_more(worlds: list[SheetWorld]) -> None:
    kinds = Counter(one.kind for world in worlds for one in world.planted)
    assert kinds.total() >= 90
    assert {kind: kinds[kind] for kind in FAULT_KINDS if kinds[kind] < 9} == {}


def test_five_worlds_have_faults_and_two_have_none(worlds: list[SheetWorld]) -> None:
    assert sum(bool(world.planted) for world in worlds) >= 5
    assert {world.name for world in worlds if not world.planted} == {"museum_loan", "warranty_mails"}


def test_worlds_are_of_the_size_of_a_case(worlds: list[SheetWorld]) -> None:
    for world in worlds:
        prose = [one for one in world.file if one.structure != "heading"]
        assert 10 <= len(world.file.documents) <= 16, world.name
        assert 80 <= len(prose) <= 200, (world.name, len(prose))
        assert {one.structure for one in world.file} >= {"prose", "row"}, world.name


def test_keys_name_their_faults_and_what_tempts(worlds: list[SheetWorld]) -> None:
    for world in worlds:
        names = [one.id for one in (*world.planted, *world.innocent)]
        assert len(set(names)) == len(names), world.name
        assert len(world.innocent) >= 6, world.name
        assert world.questions, world.name
        assert all({"text", "answer", "because"} == set(question) for question in world.questions)
        assert all(one.says for one in world.planted)
        assert all(one.why for one in world.innocent)
        guilty = {frozenset(one.sentences) for one in world.planted}
        assert not guilty & {frozenset(one.sentences) for one in world.innocent}, world.name


def test_keys_quote_whole_statements(worlds: list[SheetWorld]) -> None:
    for world in worlds:
        quoted = {name for one in (*world.planted, *world.innocent) for name in one.sentences}
        short = [one.text for one in map(world.file.sentence, quoted) if len(one.text.split()) < 4]
        assert short == [], world.name


def test_every_document_is_labelled_fictional() -> None:
    documents = list(FOLDER.glob("*/documents/*.md"))
    assert [d.name for d in documents if "(fictional)" not in d.read_text(encoding="utf-8").split("\n---\n")[0]] == []


def test_dates_are_written_in_every_form(worlds: list[SheetWorld]) -> None:
    texts = [one.text for world in worlds for one in world.file]
    assert [form for form, pattern in DATES.items() if not any(re.search(pattern, text) for text in texts)] == []


def test_no_sentence_form_is_a_template(worlds: list[SheetWorld]) -> None:
    # Figures, names and dates taken away, hardly two sentences of running text are alike.
    prose = [one.text for world in worlds for one in world.file if one.structure == "prose" and len(one.text) > 40]
    forms = Counter(re.sub(r"[A-Z]\w+|[\d.,:]+", "_", text) for text in prose)
    assert sum(count for count in forms.values() if count > 1) <= len(prose) / 50


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("FN 22 is a coach with 53 seats.", "FN 22 is a coach with 53  seats."),
        ("kind: negation", "kind: denial"),
        ("- contradiction disputed", "- contradiction plain"),
        ("- document: 12-office-report.md", "- document: 13-office-report.md"),
        ("fictional: true", "fictional: false"),
        ("      - superseded\n", "      - outdated\n"),
    ],
)
def test_a_key_that_does_not_fit_is_refused(tmp_path: Path, old: str, new: str) -> None:
    folder = copy("school_bus", tmp_path)
    text = (folder / "key.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "key.yaml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(FaultyKey):
        sheet_world(folder)


def test_a_sentence_that_stands_twice_in_its_document_is_refused(tmp_path: Path) -> None:
    folder = copy("school_bus", tmp_path)
    report = folder / "documents" / "08-inspection.md"
    report.write_text(report.read_text(encoding="utf-8") + "\nFN 22 has 49 seats.\n", encoding="utf-8")
    with pytest.raises(FaultyKey, match="2 sentences"):
        sheet_world(folder)


def test_a_fault_that_expects_nothing_is_refused(tmp_path: Path) -> None:
    folder = copy("school_bus", tmp_path)
    key = yaml.safe_load((folder / "key.yaml").read_text(encoding="utf-8"))
    key["faults"][0]["expect"] = []
    (folder / "key.yaml").write_text(yaml.safe_dump(key), encoding="utf-8")
    with pytest.raises(FaultyKey, match="nothing is expected"):
        sheet_world(folder)


def test_a_document_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    folder = copy("school_bus", tmp_path)
    (folder / "documents" / "14-empty.md").write_bytes(b"")
    with pytest.raises(FaultyKey, match="empty"):
        sheet_world(folder)
