"""Damaged files of every format: they load whole or are rejected with a reason; nothing else happens."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.reading import ReadReport, extract, read_paths
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError
from tests.support.worlds.sample_files import HTML, pdf, word, zipped

CARDS = b'{"text": "Rents rose. Wages did not.", "title": "One"}\n{"text": "Two.", "date": "2026"}\n'
SAMPLES = {
    "a.txt": "---\ntitle: Rents\ndate: 2026-03-14\n---\nRents rose — by 3.5 p.c. Wages “did not”.\n".encode(),
    "a.md": "# Rents\n\n- They rose.\n- Wages did not. 租金上涨。\n".encode(),
    "wide.txt": "Rents rose. Wages did not.".encode("utf-16"),
    "a.html": HTML.encode(),
    "a.pdf": pdf("Rents rose in May.\nWages did not.", "A second page.", title="Rents"),
    "a.docx": word("Rents rose. Wages did not.", rows=(("a", "b"), ("c", "d")), title="Rents"),
    "cards.jsonl": CARDS,
    "a.zip": zipped(
        {"a.txt": b"Rents rose.", "a.txt.meta.yaml": b"title: T\n", "b.pdf": pdf("A page."), "c.jsonl": CARDS}
    ),
}


def mutated(content: bytes, seed: int) -> bytes:
    """The bytes with a few of the things done to them that happen to files."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    out = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(out) + 1)
        match chance.randrange(7):
            case 0:
                out[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del out[at : at + chance.choice((1, 4, 50))]
            case 2:
                out[at:at] = chance.randbytes(chance.choice((1, 4, 50)))
            case 3:
                del out[at:]
            case 4:
                out[at:at] = out[: chance.randrange(len(out) + 1)]
            case 5:
                out[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"<!--", b"---\n", b"\x7f\xff"))
            case _:
                out[at:at] = chance.choice(
                    (b"<" * 500, b"[" * 500, b"\xf0\x9f", b"\xed\xa0\x80", b"<table>" * 100, b".")
                )
        if not out:
            break
    return bytes(out)


def whole(report: ReadReport) -> None:
    """Every document of a report is complete and consistent, every rejection has a reason."""
    assert all(path and reason for path, reason in report.rejected)
    for document in report.documents:
        spans = document.segmentation.spans
        assert spans
        kept = "".join(document.text[start:end] for start, end in spans)
        assert "".join(kept.split()) == "".join(document.text.split())
        assert list(document.pages) == sorted(document.pages)
        document.text.encode("utf-8")


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("start", range(0, 240, 40))
def test_a_damaged_file_loads_whole_or_not_at_all(tmp_path: Path, name: str, start: int) -> None:
    (tmp_path / "in").mkdir()
    loaded = 0
    for seed in range(start, start + 40):
        (tmp_path / "in" / name).write_bytes(mutated(SAMPLES[name], seed))
        report = read_paths([tmp_path / "in"], "c")
        whole(report)
        assert report.documents or report.rejected
        loaded += len(report.documents)
        if report.documents and seed % 8 == 0:
            store = CorpusStore(tmp_path / f"home{seed}")
            assert len(store.add(report.documents)) == len({document.id for document in report.documents})
            assert store.check("c") == []
            assert {d.id: d for d in store.documents("c")} == {d.id: d.plain() for d in report.documents}
    assert loaded or name in ("a.docx", "a.zip", "a.pdf")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["a.txt", "a.md", "a.html", "a.pdf", "a.docx", "c.jsonl#L1"]), st.binary(max_size=400))
def test_any_bytes_at_all(name: str, content: bytes) -> None:
    try:
        found = extract(content, name)
    except CorpusError:
        return
    assert found.text.strip()


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("<>/=\"' ab\0\r\n&;!-#pdivtablescrx1é租\ufffe")), max_size=300))
def test_html_of_any_shape_keeps_its_words_outside_tags(text: str) -> None:
    page = f"<p>Before.</p>{text}"
    assert extract(page.encode(), "a.html").text.startswith("Before.")


@given(st.binary(max_size=200))
def test_no_byte_of_a_text_file_is_lost(content: bytes) -> None:
    if b"\0" in content:
        with pytest.raises(CorpusError, match="NUL byte at offset"):
            extract(b"A " + content, "a.txt")
        return
    found = extract(b"A " + content, "a.txt")
    raw = (b"A " + content).decode("utf-8", "surrogateescape")
    assert len(found.text) == len(raw)
    for ours, theirs in zip(found.text, raw, strict=True):
        if "\udc80" <= theirs <= "\udcff":
            assert ours in (bytes([ord(theirs) - 0xDC00]).decode("cp1252", "ignore"), chr(ord(theirs) - 0xDC00))
        else:
            assert ours == theirs
    assert bool(found.notes) == any("\udc80" <= one <= "\udcff" for one in raw)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(alphabet="ab .\n?é租。", max_size=60), min_size=1, max_size=5))
def test_loading_twice_is_loading_once(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("twice")
    (folder / "in").mkdir()
    for n, text in enumerate(texts):
        (folder / "in" / f"{n}.txt").write_bytes(text.encode())
    first, second = (read_paths([folder / "in"], "c") for _ in range(2))
    assert first == second
    if not first.documents:
        return
    store = CorpusStore(folder / "home")
    assert store.add(first.documents) == [document.id for document in first.documents]
    before = store.documents("c")
    assert store.add(second.documents) == []
    assert store.documents("c") == before
