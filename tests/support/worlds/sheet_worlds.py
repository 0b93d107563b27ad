"""The worlds that the case sheet is measured on: documents with planted faults, and a key that says which.

A world is a folder of tests/worlds/sheet: ``documents/*.md`` and ``key.yaml``. The key quotes the deciding sentences word
for word; loading finds each as one sentence of the named document and refuses the world otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.finding import FINDING_KINDS, FINDING_VERDICTS
from tests.support.shared_data import ROOT

FOLDER = ROOT / "tests" / "worlds" / "sheet"
DEVELOPMENT = ROOT / "tests" / "worlds" / "sheet_development"
"""Worlds that rules are written with; FOLDER is what they are measured on."""
HELD_OUT = ROOT / "tests" / "worlds" / "sheet_held_out"
"""Worlds whose misses no rule may be written for."""
FAULT_KINDS = (
    "number", "negation", "date", "sum", "scope", "superseded", "single source", "condition", "exception", "value"
)  # fmt: skip
Sort = tuple[str, str | None]
"""Kind and verdict of a finding."""


class FaultyKey(ValueError):
    """A key that does not fit its documents or the vocabulary of findings."""


@dataclass(frozen=True)
class Planted:
    """A planted fault.

    Attributes:
        id: Its name within the world.
        kind: One of FAULT_KINDS.
        says: What a right finding must say, in one line.
        expect: Sorts of finding, any of which finds it.
        sentences: Stable ids of the deciding sentences.
    """

    id: str
    kind: str
    says: str
    expect: tuple[Sort, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Innocent:
    """Sentences that tempt a rule and are no fault.

    Attributes:
        id: Its name within the world.
        why: Why there is no fault, in one line.
        sentences: Stable ids; a single one is stated arithmetic that is right.
        allow: Kinds of finding that may rest on them all the same.
    """

    id: str
    why: str
    sentences: tuple[str, ...]
    allow: tuple[str, ...]


@dataclass(frozen=True)
class SheetWorld:
    """Documents with what is planted in them."""

    name: str
    file: CaseFile
    questions: tuple[dict[str, str], ...]
    planted: tuple[Planted, ...]
    innocent: tuple[Innocent, ...]
    paths: dict[str, str]
    """File name of a document by its stable id."""


def sheet_worlds(folder: Path = FOLDER) -> Iterator[SheetWorld]:
    """All worlds, by name."""
    for key in sorted(folder.glob("*/key.yaml")):
        yield sheet_world(key.parent)


def sheet_world(folder: Path) -> SheetWorld:
    """One world.

    Raises:
        FaultyKey: A document cannot be read, a quoted sentence is not there, or a word is not of the vocabulary.
    """
    report = read_paths([folder / "documents"], folder.name.replace("_", "-"))
    if report.rejected or report.duplicates:
        raise FaultyKey(f"{folder.name}: {report.rejected or report.duplicates}")
    ids: dict[tuple[str, str], list[str]] = {}
    for document in report.documents:
        for sentence in document.sentences:
            ids.setdefault((Path(document.path).name, sentence.text), []).append(sentence.id)
    key = yaml.safe_load((folder / "key.yaml").read_text(encoding="utf-8"))
    if key["name"] != folder.name or key["fictional"] is not True:
        raise FaultyKey(f"{folder.name}: the key is of another world, or not labelled fictional")
    return SheetWorld(
        folder.name,
        case_file(report.documents),
        tuple(key["questions"]),
        tuple(_planted(one, ids) for one in key["faults"]),
        tuple(_innocent(one, ids) for one in key["innocent"]),
        {document.id: Path(document.path).name for document in report.documents},
    )


def _planted(one: dict[str, Any], ids: dict[tuple[str, str], list[str]]) -> Planted:
    if one["kind"] not in FAULT_KINDS:
        raise FaultyKey(f"{one['id']}: no kind of fault is called {one['kind']!r}")
    expect = tuple(sort_of(text) for text in one["expect"])
    if not expect:
        raise FaultyKey(f"{one['id']}: nothing is expected of it")
    return Planted(one["id"], one["kind"], one["says"], expect, _sentences(one, ids))


def _innocent(one: dict[str, Any], ids: dict[tuple[str, str], list[str]]) -> Innocent:
    allow = tuple(one.get("allow", ()))
    if set(allow) - set(FINDING_KINDS):
        raise FaultyKey(f"{one['id']}: no kinds of finding: {allow}")
    return Innocent(one["id"], one["why"], _sentences(one, ids), allow)


def sort_of(text: str) -> Sort:
    """A sort of finding as a key writes it: kind and verdict."""
    kind, _, verdict = text.partition(" ")
    if kind not in FINDING_KINDS or verdict not in (*FINDING_VERDICTS, "none"):
        raise FaultyKey(f"no sort of finding: {text!r}")
    return kind, None if verdict == "none" else verdict


def _sentences(one: dict[str, Any], ids: dict[tuple[str, str], list[str]]) -> tuple[str, ...]:
    found = []
    for quoted in one["sentences"]:
        here = ids.get((quoted["document"], quoted["text"]), [])
        if len(here) != 1:
            raise FaultyKey(f"{one['id']}: {len(here)} sentences of {quoted['document']} read {quoted['text']!r}")
        found += here
    if not found or len(set(found)) != len(found):
        raise FaultyKey(f"{one['id']}: its sentences are none, or one is named twice")
    return tuple(found)
