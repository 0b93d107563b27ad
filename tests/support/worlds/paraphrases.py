"""Worlds of paraphrases: each fault told in five wordings, so that what a rule owes to an author's words shows.

A domain is one YAML file of tests/worlds/paraphrases. Its n-th world holds the n-th wording of every fault and of
everything innocent, under the same documents. ``aside`` holds domains that whoever writes rules does not look at.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from foam_graph.casefile.building import case_file
from foam_graph.corpus.reading import read_paths
from tests.support.shared_data import ROOT
from tests.support.worlds.sheet_worlds import FAULT_KINDS, FaultyKey, Innocent, Planted, SheetWorld, sort_of

PARAPHRASES = ROOT / "tests" / "worlds" / "paraphrases"
WORDINGS = 5
EXPECTED: Mapping[str, Sequence[str]] = {
    "number": ("contradiction disputed",),
    "negation": ("contradiction disputed",),
    "date": ("timeline disputed", "contradiction disputed"),
    "sum": ("sum wrong",),
    "scope": ("scope none", "scope disputed", "contradiction disputed"),
    "superseded": ("superseded none",),
    "single source": ("leaning none",),
    "exception": ("rule met", "rule met_single_source", "compliance met", "compliance met_single_source"),
    "value": ("contradiction disputed",),
}
"""Sorts of finding that find a fault of a kind; a condition names its own."""
Wording = Sequence[Mapping[str, str]]
"""Sentences, each under the name of its document."""


def paraphrases(half: str) -> Iterator[SheetWorld]:
    """The worlds of one half, by domain and wording.

    Args:
        half: ``development`` or ``aside``.

    Raises:
        FaultyKey: A sentence is not one sentence of its document, or a fault has not five wordings.
    """
    for path in sorted((PARAPHRASES / half).glob("*.yaml")):
        domain = yaml.safe_load(path.read_text(encoding="utf-8"))
        for fault in domain["faults"]:
            if fault["kind"] not in FAULT_KINDS or len(fault["wordings"]) != WORDINGS:
                raise FaultyKey(f"{path.name}: {fault['id']} needs a kind and {WORDINGS} wordings")
        for number in range(WORDINGS):
            yield _world(domain, number)


def _world(domain: Mapping[str, Any], number: int) -> SheetWorld:
    told = {one["id"]: one["wordings"][number % len(one["wordings"])] for one in _families(domain)}
    name = f"{domain['name']}_{number + 1}"
    with tempfile.TemporaryDirectory() as folder:
        for key, about in domain["documents"].items():
            sentences = [text for wording in (domain["filler"], *told.values()) for text in _of(key, wording)]
            lines = "\n".join(f"{field}: {value!r}" for field, value in about.items())
            body = "\n\n".join(sentences)
            (Path(folder) / f"{key}.md").write_text(f"---\n{lines}\nlicence: Apache-2.0\n---\n{body}\n", "utf-8")
        report = read_paths([Path(folder)], name.replace("_", "-"))
    if report.rejected or report.duplicates:
        raise FaultyKey(f"{name}: {report.rejected or report.duplicates}")
    ids = {(Path(d.path).stem, one.text): one.id for d in report.documents for one in d.sentences}
    return SheetWorld(
        name,
        case_file(report.documents),
        (),
        tuple(_planted(one, _ids(name, told[one["id"]], ids)) for one in domain["faults"]),
        tuple(Innocent(one["id"], one["why"], _ids(name, told[one["id"]], ids), ()) for one in domain["innocent"]),
        {document.id: Path(document.path).name for document in report.documents},
    )


def _families(domain: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*domain["faults"], *domain["innocent"]]


def _of(document: str, wording: Wording) -> list[str]:
    return [text for sentence in wording for name, text in sentence.items() if name == document]


def _ids(world: str, wording: Wording, ids: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    named = [(name, text) for sentence in wording for name, text in sentence.items()]
    missing = [text for name, text in named if (name, text) not in ids]
    if missing:
        raise FaultyKey(f"{world}: no single sentence: {missing}")
    return tuple(ids[one] for one in named)


def _planted(one: Mapping[str, Any], sentences: tuple[str, ...]) -> Planted:
    expect = one.get("expect") or EXPECTED[one["kind"]]
    return Planted(one["id"], one["kind"], one["says"], tuple(sort_of(text) for text in expect), sentences)
