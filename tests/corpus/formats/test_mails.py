"""Mail among other papers: a message is a document, a mailbox is a folder of messages."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from foam_graph.corpus.formats.mailboxes import messages
from foam_graph.corpus.reading import read_paths, read_stream
from foam_graph.errors import CorpusError

ONE = b"From: Ada Quist <ada@ferry.example>\nTo: Ben\nDate: Fri, 2 May 2025 23:50:00 -0300\nSubject: =?utf-8?q?Pr=C3=BCfung?=\n\n"


def test_a_message_is_read_with_its_head(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(ONE + b"It was late.\n")
    (document,) = read_paths([tmp_path], "c").documents
    assert document.text == (
        "From: Ada Quist <ada@ferry.example>\nTo: Ben\nDate: Fri, 02 May 2025 23:50:00 -0300\nSubject: Prüfung\n\nIt was late.\n"
    )
    cite = document.citation
    assert (cite.title, cite.date, cite.source_class) == ("Prüfung", "2025-05-02", "correspondence")
    assert cite.author == "Ada Quist <ada@ferry.example>"


def test_a_sidecar_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(ONE + b"It was late.\n")
    (tmp_path / "a.eml.meta.yaml").write_text("title: Exhibit 4\nsource_class: testimony\n", encoding="utf-8")
    (document,) = read_paths([tmp_path], "c").documents
    assert (document.citation.title, document.citation.source_class) == ("Exhibit 4", "testimony")


def test_a_mailbox_is_read_message_by_message_by_both_readers(tmp_path: Path) -> None:
    box = (
        b"From ada Fri May  2 2025\n"
        + ONE
        + b"One.\n\nFrom ben Sat May  3 2025\n"
        + ONE
        + b"Two.\n\nFrom ben Sun May 4 2025\nno head\n"
    )
    (tmp_path / "in.mbox").write_bytes(box)
    report = read_paths([tmp_path], "c")
    assert [one.path for one in report.documents] == ["in.mbox/1.eml", "in.mbox/2.eml"]
    assert [path for path, _ in report.rejected] == ["in.mbox/3.eml"]
    streamed = list(read_stream([tmp_path], "c"))
    assert [one if isinstance(one, tuple) else one.id for one in streamed] == [
        *(one.id for one in report.documents),
        *report.rejected,
    ]


def test_sentences_that_begin_with_from_part_no_message() -> None:
    box = (
        b"From a Fri May 2 2025\nSubject: X\n\nFrom the bridge we saw it.\n\nFrom 2025 on.\n\n>From me.\n>>From you.\n"
    )
    assert list(messages(io.BytesIO(box))) == [
        b"Subject: X\n\nFrom the bridge we saw it.\n\nFrom 2025 on.\n\nFrom me.\n>From you.\n"
    ]


@pytest.mark.parametrize("content", [b"", b"Dear all,\n", b"\0\1"])
def test_what_is_no_mailbox_says_so(content: bytes) -> None:
    with pytest.raises(CorpusError, match=r"empty|not a mailbox"):
        list(messages(io.BytesIO(content)))
