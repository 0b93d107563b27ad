"""Later versions of a document: which sentence became which."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.reading import LoadedDocument, read_paths
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.corpus.store import CorpusStore
from foam_graph.corpus.versions import as_version, current, sentence_mapping


def read(folder: Path, text: str, name: str = "a.txt") -> LoadedDocument:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    (document,) = read_paths([folder / name], "c").documents
    return document


def of(read_: LoadedDocument, sentences: list[str]) -> Document:
    """A document with exactly these sentences."""
    text = "\n\n".join(sentences)
    spans, at = [], 0
    for one in sentences:
        spans.append((at, at + len(one)))
        at += len(one) + 2
    cut = replace(segment(text), spans=tuple(spans))
    return replace(read_.plain(), id=document_id(text.encode()), text=text, segmentation=cut)


OLD = "Rents rose in May. Wages did not rise at all. The council met. It voted no. Nobody objected."


def pairs(old: Document, new: Document) -> list[tuple[int, int, bool]]:
    return [(one.old, one.new, one.likeness == 1.0) for one in sentence_mapping(old, new)]


def test_kept_moved_reworded_removed_and_new_sentences(tmp_path: Path) -> None:
    old = read(tmp_path / "1", OLD)
    new = read(
        tmp_path / "2", "A preface. Rents rose in May. Wages did not  rise much at all. It voted no. Nobody objected."
    )
    assert pairs(old, new) == [(1, 2, True), (2, 3, False), (4, 4, True), (5, 5, True)]
    assert pairs(old, old) == [(n, n, True) for n in range(1, 6)]
    assert pairs(new, old) == [(m, n, same) for n, m, same in pairs(old, new)]


def test_repeated_sentences_are_mapped_in_order(tmp_path: Path) -> None:
    base = read(tmp_path / "1", OLD)
    old, new = of(base, ["Yes."] * 3 + ["No."]), of(base, ["Oh.", *["Yes."] * 4, "No."])
    assert [(m - n) for n, m, _ in pairs(old, new)] in ([1, 1, 1, 2], [1, 2, 2, 2], [1, 1, 2, 2], [2, 2, 2, 2])


def test_a_version_is_known_by_its_path_and_its_words(tmp_path: Path) -> None:
    old = read(tmp_path / "1", OLD)
    new = read(tmp_path / "2", OLD.replace("May", "June"))
    later = as_version(new, [old.plain()])
    assert later.supersedes == old.id
    assert [one.likeness == 1.0 for one in later.mapping] == [False, True, True, True, True]
    other = read(tmp_path / "3", "Quite another subject: how bees find flowers.")
    assert as_version(other, [old.plain()]) == other
    assert as_version(other, [old.plain()], of=old.id).supersedes == old.id
    assert as_version(read(tmp_path / "4", OLD + " More.", "b.txt"), [old.plain()]).supersedes == ""
    assert current([old.plain(), later.plain(), other.plain()]) == [later.plain(), other.plain()]


def test_the_mapping_is_stored(tmp_path: Path) -> None:
    old = read(tmp_path / "1", OLD)
    later = as_version(read(tmp_path / "2", OLD + " And more."), [old.plain()])
    store = CorpusStore(tmp_path / "home")
    store.add([old])
    store.add([later])
    assert store.document("c", later.id) == later.plain()
    assert len(store.document("c", later.id).mapping) == 5
    assert store.check("c") == []


@settings(max_examples=150, deadline=None)
@given(*[st.lists(st.sampled_from(["A b c.", "A b d.", "X.", "Y y.", "Long one here.", "Zz."]), max_size=12)] * 2)
def test_a_mapping_goes_forward_and_maps_each_sentence_once(ours: list[str], theirs: list[str]) -> None:
    base = LoadedDocument(**_BASE.__dict__)
    old, new = of(base, ours), of(base, theirs)
    found = sentence_mapping(old, new)
    assert [one.old for one in found] == sorted({one.old for one in found})
    assert [one.new for one in found] == sorted({one.new for one in found})
    for one in found:
        assert (ours[one.old - 1] == theirs[one.new - 1]) == (one.likeness == 1.0)
        assert 0.6 <= one.likeness <= 1.0
    if ours == theirs:
        assert len(found) == len(ours)


_BASE = LoadedDocument(
    id="d" + "0" * 16,
    corpus="c",
    path="a.txt",
    sha256="0" * 64,
    text="",
    citation=Citation("T"),
    segmentation=segment(""),
)
