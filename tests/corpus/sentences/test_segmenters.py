"""Engines: the same interface, no character lost, and a clear message where one is missing or wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.sentences import engines as segmenters
from foam_graph.corpus.sentences.engines import engines, segment_with
from foam_graph.corpus.sentences.segmentation import ENGINE, LIMIT, segment
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError, EnvironmentFault

TEXT = "Mr. Smith met Dr. Jones. They spoke; then he left.\n\nA second paragraph. It ends."


class EveryTenth:
    """An engine of a package: cuts after every tenth character."""

    name, version, parameters = "tenth", "1", "0" * 64

    def spans(self, text: str, language: str) -> Iterator[tuple[int, int]]:
        for start in range(0, len(text), 10):
            yield start, min(start + 10, len(text))


class Wrong(EveryTenth):
    """An engine that gives spans that do not fit."""

    def spans(self, text: str, language: str) -> Iterator[tuple[int, int]]:
        yield 5, 3


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [
        EntryPoint("tenth", f"{__name__}:EveryTenth", segmenters.GROUP),
        EntryPoint("wrong", f"{__name__}:Wrong", segmenters.GROUP),
        EntryPoint("broken", "no_such_package:Engine", segmenters.GROUP),
    ]
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    monkeypatch.setattr(segmenters, "entry_points", lambda group: EntryPoints(points))
    segmenters._made.cache_clear()
    yield
    segmenters._made.cache_clear()


def test_our_own_engine_is_the_first_and_the_default() -> None:
    assert engines()[:3] == [ENGINE, "nupunkt", "sentencex"]
    assert segment_with(ENGINE, TEXT) == segment(TEXT)


@pytest.mark.parametrize("name", ["nupunkt", "sentencex"])
def test_engines_of_other_packages(name: str) -> None:
    pytest.importorskip(name, reason=f"{name} is not installed")
    found = segment_with(name, TEXT)
    assert (found.engine, found.language, len(found.parameters)) == (name, "en", 64)
    assert [TEXT[start:end] for start, end in found.spans] == [
        "Mr. Smith met Dr. Jones.",
        "They spoke; then he left.",
        "A second paragraph.",
        "It ends.",
    ]


@pytest.mark.parametrize("name", ["nupunkt", "sentencex", "tenth"])
@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet=st.sampled_from(list("abT .?!\n\r\t\"'()。？é中\x0c")), max_size=200))
def test_no_character_is_lost_whatever_the_engine(name: str, text: str) -> None:
    if name == "tenth":
        spans = tuple(segmenters._filled(EveryTenth(), text, "en"))
        assert "".join(text[start:end] for start, end in spans) == text
        return
    pytest.importorskip(name, reason=f"{name} is not installed")
    spans = segment_with(name, text).spans
    covered = [position for start, end in spans for position in range(start, end)]
    assert covered == sorted(set(covered))
    assert {n for n, one in enumerate(text) if not one.isspace()} <= set(covered)


def test_an_engine_that_a_package_registers(registered: None, tmp_path: Path) -> None:
    assert engines()[-3:] == ["sentencex", "tenth", "wrong"]
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (document,) = read_paths([tmp_path / "a.txt"], "c", engine="tenth").documents
    assert document.segmentation.engine == "tenth"
    store = CorpusStore(tmp_path / "home")
    store.add([document])
    assert store.check("c") == []


def test_a_document_of_an_engine_that_is_gone_still_checks(registered: None, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    store = CorpusStore(tmp_path / "home")
    store.add(read_paths([tmp_path / "a.txt"], "c", engine="tenth").documents)
    segmenters._made.cache_clear()
    segmenters.entry_points = lambda group: EntryPoints([])  # type: ignore[assignment]
    assert store.check("c") == []


def test_a_sentence_of_any_engine_has_a_limit(registered: None) -> None:
    pytest.importorskip("sentencex", reason="the optional engine is not installed")
    assert max(end - start for start, end in segment_with("sentencex", "word " * 3000).spans) <= LIMIT


def test_engines_that_cannot_be_used(registered: None, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no segmentation engine 'spacy'") as caught:
        read_paths([tmp_path], "c", engine="spacy")
    assert ENGINE in caught.value.hint
    with pytest.raises(CorpusError, match="does not fit"):
        segment_with("wrong", TEXT)
    with pytest.raises(EnvironmentFault, match="cannot be loaded"):
        segment_with("broken", TEXT)
    with pytest.raises(CorpusError, match="'fr'"):
        segment_with("tenth", TEXT, "fr")


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    segmenters._made.cache_clear()
    monkeypatch.setitem(sys.modules, "nupunkt", None)
    with pytest.raises(EnvironmentFault, match="nupunkt is not installed") as caught:
        segment_with("nupunkt", TEXT)
    assert "foam-graph[nupunkt]" in caught.value.hint
    segmenters._made.cache_clear()
