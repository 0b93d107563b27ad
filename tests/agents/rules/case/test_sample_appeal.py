"""The sample appeal with one deciding sentence changed, or one document left out: each ground comes out right, or open."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

import pytest

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.plan import planned
from foam_graph.casefile.building import case_file
from foam_graph.cli.demo import QUESTION, SAMPLES
from foam_graph.corpus.documents import Document
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.resources import package_folder

Ends = dict[str, list[str]]


@lru_cache(maxsize=1)
def documents() -> tuple[Document, ...]:
    read = read_paths([package_folder(SAMPLES, "benefits/documents")], "sample").documents
    return tuple(sorted(read, key=lambda one: one.path))


def ends(*kept: Document) -> Ends:
    """Ground to the outcomes that are shown on it."""
    file = case_file(kept)
    data = CaseData(file, {f"F{n}": one for n, one in enumerate(sheet(file, date(2026, 6, 1)), 1)})
    plan = planned(QUESTION, data)
    return {name: [f"{s.basis}: {s.outcome}" for s in plan.issues[name].showings] for name in plan.grounds}


def changed(number: str, old: str, new: str) -> list[Document]:
    found = []
    for one in documents():
        if one.path.startswith(number):
            assert old in one.text
            text = one.text.replace(old, new)
            found.append(Document(one.id, one.corpus, one.path, "", text, one.citation, segment(text)))
        else:
            found.append(one)
    return found


COMPUTED = {
    "income": ["recomputed: fails"],
    "work": ["recomputed: stands", "exception: fails"],
    "missed_time_limit": ["exception: fails"],
}


def test_every_ground_fails_as_the_documents_are() -> None:
    assert ends(*documents()) == COMPUTED


@pytest.mark.parametrize(
    ("number", "old", "new", "ground"),
    [
        (
            "02",
            "A one-off back payment for an earlier month must not be counted as income of the month of receipt, unless "
            "the back payment exceeds $500.00.",
            "A one-off back payment for an earlier month is counted as income of the month of receipt.",
            "income",
        ),
        ("04", "Gross wages paid on 3 April 2026 were", "Gross wages paid on 31 March 2026 were", "income"),
        ("07", "since 4 June 2024", "since 4 November 2025", "work"),
        ("17", "a second time on 20 March 2026", "a second time on 16 March 2026", "missed_time_limit"),
    ],
    ids=["back payments count", "another pay date", "a new clinician", "an earlier mailing"],
)
def test_where_a_deciding_sentence_is_changed_its_ground_no_longer_fails(
    number: str, old: str, new: str, ground: str
) -> None:
    found = ends(*changed(number, old, new))
    assert not [one for one in found[ground] if one.endswith("fails")]
    assert {name: one for name, one in found.items() if name != ground} == {
        name: one for name, one in COMPUTED.items() if name != ground
    }


@pytest.mark.parametrize(
    ("number", "ground"),
    [("02", "income"), ("04", "income"), ("05", "income"), ("07", "work"), ("17", "missed_time_limit")],
)
def test_where_a_deciding_document_is_missing_its_ground_is_open(number: str, ground: str) -> None:
    assert ends(*[one for one in documents() if not one.path.startswith(number)])[ground] == []
