"""Parts of papers by their number: the rule, clause or article that a sentence stands in, and those that a sentence names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence

_NOUNS = "article|section|clause|rule|regulation|condition|by-?law|paragraph|schedule|item|standing order|point|chapter|part|byelaw"
_BEGINS = re.compile(
    rf"^[^\w§]*(?P<noun>{_NOUNS}|art\.|sec\.|para\.|§+)?\s*(?P<number>\d{{1,3}}[a-z]?(?:\.\d{{1,3}})*|(?-i:[A-Z]{{1,3}})-?\d{{1,3}}|[IVX]{{1,5}}(?:\.\d{{1,3}})?)(?=[.):]\s|[.):]?\*|[.)]?$|(?-i:\s[A-Z*(]))",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"\b(?P<noun>{_NOUNS}|art\.|sec\.|para\.)s?\s\(?(?P<number>\d{{1,3}}[a-z]?(?:\.\d{{1,3}})*|[IVX]{{1,5}}(?:\.\d{{1,3}})?)(?![\w])|§+\s?(?P<sign>\d{{1,3}}[a-z]?(?:\.\d{{1,3}})*)|\b(?P<own>(?-i:[A-Z]{{1,3}})-?\d{{1,3}})\b",
    re.IGNORECASE,
)

_ONE_NOUN = {"art.": "article", "sec.": "section", "para.": "paragraph", "by-law": "bylaw", "byelaw": "bylaw"}
"""What is written in several ways, as one."""


@dataclass(frozen=True)
class Part:
    """A numbered part of a paper.

    Attributes:
        document: Number of the document.
        number: Its number as written, e.g. ``9.2`` or ``12``.
        sentences: Its sentences, headings among them.
    """

    document: int
    number: str
    sentences: tuple[CaseSentence, ...]

    @property
    def noun(self) -> str:
        """What it is called, e.g. ``item``; empty where it bears a number alone."""
        match = _BEGINS.match(self.sentences[0].text)
        return _noun(match["noun"] if match else "")


def _noun(written: str | None) -> str:
    noun = (written or "").lower()
    return "section" if noun.startswith("§") else _ONE_NOUN.get(noun, noun)


def named(text: str) -> Iterator[str]:
    """The numbers of the rules, clauses and the like that a sentence names, as written.

    Args:
        text: The sentence.
    """
    for _, number in named_as(text):
        yield number


def named_as(text: str) -> Iterator[tuple[str, str]]:
    """The same with what each is called there: ``("rule", "2")``; a paragraph sign is a section.

    Args:
        text: The sentence.
    """
    for match in _NAMED.finditer(text):
        noun = "" if match["own"] else _noun(match["noun"] or "§")
        yield noun, (match["number"] or match["sign"] or match["own"]).lower()


@lru_cache(maxsize=4)
def parts(file: CaseFile) -> Mapping[int, tuple[Part, ...]]:
    """The numbered parts of every document of a file, by the document's number.

    Args:
        file: The case file.
    """
    return {one.number: parts_of(one) for one in file.documents}


def _parts(document: CaseDocument) -> Iterator[Part]:
    number = ""
    run: list[CaseSentence] = []
    for one in document.sentences:
        match = None if one.structure == "row" else _BEGINS.match(one.text)
        if match is not None and _begins(match, one.text[match.end() :]):
            if run and number:
                yield Part(document.number, number, tuple(run))
            number, run = match["number"].lower(), [one]
        elif number and one.structure == "heading":
            yield Part(document.number, number, tuple(run))
            number, run = "", []
        elif number:
            run.append(one)
    if run and number:
        yield Part(document.number, number, tuple(run))


def begins_with(text: str) -> str:
    """The number of the part that a sentence begins; empty where it begins none.

    Args:
        text: The sentence.
    """
    match = _BEGINS.match(text)
    return match["number"].lower() if match is not None and _begins(match, text[match.end() :]) else ""


def _begins(match: re.Match[str], rest: str) -> bool:
    """Whether a number at the beginning of a sentence is that of a part: not the day of a date, nor the number of a house."""
    if match["noun"] or rest[:1] in (".", ")", ":", "*"):
        return True
    return "." in match["number"] and not match["number"].isalpha()


def parts_of(document: CaseDocument) -> tuple[Part, ...]:
    """The numbered parts of one document.

    Args:
        document: The document.
    """
    return tuple(_parts(document))


def under(number: str, found: tuple[Part, ...]) -> list[Part]:
    """The parts of a document that a number names: the part itself, and those below it ("9" has 9.1 and 9.2).

    Args:
        number: The number, see ``named``.
        found: The parts of the document.
    """
    return [one for one in found if one.number == number or one.number.startswith(f"{number}.")]
