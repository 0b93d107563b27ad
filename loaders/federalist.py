"""The Federalist: one text into its papers, each with its author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from foam_graph import CorpusError, Foam, LoadReport, NewDocument, Refusal, Remark

from .folders import FoundFile, found_files, read_text

LAST = 85
_HAMILTON, _MADISON, _JAY = "Hamilton, Alexander", "Madison, James", "Jay, John"
_JAYS = {2, 3, 4, 5, 64}
_MADISONS = {10, 14, *range(37, 49)}
_JOINT = {18, 19, 20}
_DISPUTED = {*range(49, 59), 62, 63}
"""Both claimed them; Madison's by their style (Mosteller and Wallace 1964, Inference and Disputed Authorship)."""
_HEADING = re.compile(
    r"^[ \t]*(?:THE )?FEDERALIST(?: PAPERS?)?[ ,:.]*(?:NO|NUMBER)\b[ .:]*(\d{1,3}|[IVXLC]+)(?:[ \t]*[.:—–-][^\n]{0,80})?[ \t]*$",
    re.I | re.M,
)
_FILE = re.compile(r"(?:^|\D)0*(\d{1,2})(?:\D*)$")
_BYLINE = re.compile(
    r"^[ \t]*(?:HAMILTON|MADISON|JAY)(?:[ ,]+(?:AND|OR|WITH)[ ]+(?:HAMILTON|MADISON))?[ .]*$", re.I | re.M
)
_ADDRESS = re.compile(r"^[ \t]*To the People of the State of New York", re.I | re.M)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_END = re.compile(r"^\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG", re.I | re.M)


def load(foam: Foam, path: Path, *, corpus: str) -> LoadReport:
    """The Federalist: one text of all papers, or a file a paper, each with its author.

    A paper begins at a line "FEDERALIST No. 10". Its author is whom its own byline names, otherwise whom scholars name.
    Not read: other books, editions whose papers have no such line, PDF and HTML (save them as text). Of two copies of one
    paper in a text, as in editions that print No. 70 twice, the first is loaded and the other refused.

    Args:
        foam: The graph.
        path: A text file, or a folder of them.
        corpus: Name of the corpus.

    Raises:
        CorpusError: There is no paper in it. Nothing was loaded.
    """
    return foam.corpus(corpus).add(papers(path), by_loader="federalist")


def papers(path: Path) -> Iterator[NewDocument | Refusal | Remark]:
    """The papers at or below a path, and what cannot be one."""
    seen: dict[int, str] = {}
    for file in found_files(path, (".txt", ".md")):
        if isinstance(file, Refusal):
            yield file
            continue
        try:
            parts = list(_parts(file))
        except CorpusError as fault:
            yield Refusal(file.name, fault.message)
            continue
        for number, text in parts:
            where = f"{file.name} No. {number}"
            if not 1 <= number <= LAST:
                yield Refusal(where, f"there are papers 1 to {LAST}")
            elif number in seen:
                yield Refusal(where, f"a second text of paper {number}; that of {seen[number]} was taken")
            elif not text.strip():
                yield Refusal(where, "no text under its heading")
            else:
                seen[number] = file.name
                yield _paper(number, text)
    if 1 < len(seen) < LAST:
        missing = [str(number) for number in range(1, LAST + 1) if number not in seen]
        yield Remark(path.name, f"{len(missing)} of {LAST} papers are not in it: {', '.join(missing)}")


def _parts(file: FoundFile) -> Iterator[tuple[int, str]]:
    """Number and text of each paper of a file.

    Raises:
        CorpusError: It cannot be read, or holds no paper.
    """
    text = read_text(file.path).replace("\r\n", "\n")
    end = _END.search(text)
    text = text[: end.start()] if end else text
    headings = list(_HEADING.finditer(text))
    if not headings:
        called = _FILE.search(PurePath(file.name).stem)
        if not called or not re.search("paper|federalist", file.name, re.I):
            raise CorpusError("no line like 'FEDERALIST No. 10', nor a number in a name like paper_10.txt")
        yield int(called[1]), text
        return
    ends = [*(heading.start() for heading in headings[1:]), None]
    parts = [(_number(heading[1]), text[heading.end() : end]) for heading, end in zip(headings, ends, strict=True)]
    addressed = {number for number, part in parts if _ADDRESS.search(part)}
    # A table of contents has the same lines: of a paper that begins with its address, what does not is none.
    yield from ((number, part) for number, part in parts if number not in addressed or _ADDRESS.search(part))


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    values = [_ROMAN[letter] for letter in text.upper()]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def _paper(number: int, text: str) -> NewDocument:
    """A paper without its heading: what stands above "To the People" names its subject, newspaper and author."""
    address = _ADDRESS.search(text)
    head, body = (text[: address.start()], text[address.start() :]) if address else ("", text)
    byline = _BYLINE.search(head)
    return NewDocument(
        name=f"federalist/paper-{number:02}.txt",
        text=body.strip() + "\n",
        title=f"The Federalist No. {number}",
        author=_named(byline[0]) if byline else author_of(number),
        source_class="advocacy",
    )


def _named(byline: str) -> str:
    people = [full for full in (_HAMILTON, _MADISON, _JAY) if full.partition(",")[0].upper() in byline.upper()]
    return (" or " if " OR " in byline.upper() else " and ").join(people)


def author_of(number: int) -> str:
    """Who wrote a paper, as scholars have it where it says nothing itself."""
    if number in _JAYS:
        return _JAY
    if number in _JOINT:
        return f"{_HAMILTON} and {_MADISON}"
    return _MADISON if number in _MADISONS | _DISPUTED else _HAMILTON
