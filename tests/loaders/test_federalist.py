"""The Federalist: one text into its papers, an author to each; other books are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.loaders import federalist
from tests.support.shared_data import FEDERALIST, needs

BOOK = """The Project Gutenberg eBook

CONTENTS

FEDERALIST No. 1
    General Introduction
FEDERALIST No. 18

The number of a line in prose is none:
Federalist No. 10 is another.

FEDERALIST No. 1

General Introduction

For the Independent Journal.

HAMILTON

To the People of the State of New York:

The subject speaks its own importance. It is yours.

PUBLIUS

FEDERALIST No. 18

MADISON, with HAMILTON

To the People of the State of New York:

Among the confederacies of antiquity was one of Greeks.

FEDERALIST. No. LXIV.

To the People of the State of New York:

It is a just observation.

The Federalist No. 51 says otherwise, as this line of the text does in passing and at length, on and on and on.

FEDERALIST No. 64

To the People of the State of New York:

A second text.

FEDERALIST No. 86

There is no such paper.

FEDERALIST No. 62

*** END OF THE PROJECT GUTENBERG EBOOK
The licence.
"""


def test_one_text_is_divided_into_papers_with_their_authors(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(BOOK.replace("\n", "\r\n"), encoding="utf-8")
    report = federalist.load(foam, tmp_path / "book.txt", corpus=corpus)
    rows = foam.corpus(corpus).documents()
    assert [(row.path, row.title, row.author) for row in rows] == [
        ("federalist/paper-01.txt", "The Federalist No. 1", "Hamilton, Alexander"),
        ("federalist/paper-18.txt", "The Federalist No. 18", "Hamilton, Alexander and Madison, James"),
        ("federalist/paper-64.txt", "The Federalist No. 64", "Jay, John"),
    ]
    assert {one.path: one.reason for one in report.rejected} == {
        "book.txt No. 64": "a second text of paper 64; that of book.txt was taken",
        "book.txt No. 86": "there are papers 1 to 85",
        "book.txt No. 62": "no text under its heading",
    }
    (remark,) = report.remarks
    assert remark.note.startswith("82 of 85 papers are not in it: 2, 3, ")
    again = federalist.load(foam, tmp_path / "book.txt", corpus=corpus)
    assert (again.added, again.unchanged) == ((), 3)


def test_the_words_of_a_paper_are_kept_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(BOOK, encoding="utf-8")
    first = next(one for one in federalist.papers(tmp_path / "book.txt") if isinstance(one, fg.NewDocument))
    assert first.text.startswith("To the People of the State of New York:\n\nThe subject speaks")
    assert first.text.endswith("It is yours.\n\nPUBLIUS\n")


@pytest.mark.parametrize(
    ("number", "author"),
    [(1, "Hamilton"), (5, "Jay"), (10, "Madison"), (19, "Hamilton, Alexander and Madison"), (51, "Madison"), (64, "Jay"),
     (61, "Hamilton"), (63, "Madison"), (85, "Hamilton")],
)  # fmt: skip
def test_scholars_name_the_author_where_the_text_does_not(number: int, author: str) -> None:
    assert federalist.author_of(number).startswith(author)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("book.txt", b"", "empty"),
        ("book.txt", b"FEDERALIST No. 1\n\0\0", "NUL byte at offset 17"),
        ("book.txt", "FEDERALIST No. 1\n\nGr\u00f6\u00dfe.".encode("cp1252"), "not UTF-8 at byte 20"),
        ("moby.txt", b"Call me Ishmael.\n", "no line like 'FEDERALIST No. 10'"),
        ("chapter_10.txt", b"Call me Ishmael.\n", "no line like 'FEDERALIST No. 10'"),
        ("book.pdf", b"%PDF-1.7", "not one of .txt, .md"),
        ("book.txt", b"FEDERALIST No. 0\n\nNothing.", "there are papers 1 to 85"),
    ],
)
def test_what_is_not_the_federalist_says_why_and_loads_nothing(
    foam: fg.Foam, corpus: str, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(fg.CorpusError, match=reason):
        federalist.load(foam, tmp_path / name, corpus=corpus)
    assert corpus not in foam.corpora()


@needs(FEDERALIST)
def test_a_folder_with_a_file_a_paper_is_all_85() -> None:
    papers = list(federalist.papers(FEDERALIST))
    documents = [one for one in papers if isinstance(one, fg.NewDocument)]
    assert len(documents) == len(papers) == 85
    authors = [document.author for document in documents]
    # As counted by Mosteller and Wallace (1964): 51 of Hamilton, 14 of Madison and 12 in dispute, 5 of Jay, 3 of both.
    assert [authors.count(author) for author in dict.fromkeys(authors)] == [51, 5, 26, 3]
