"""What a test of the case sheet shows on an issue: the outcome that it bears out, and everything it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from foam_graph.agents.tasks.arguments import RecordOut
from foam_graph.agents.tasks.calculation import CalculationOut
from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.wording import bare, source_name
from foam_graph.findings.passages import Passage
from foam_graph.phrases import opened

Basis = Literal["exception", "recomputed", "condition"]
"""How it is shown: an exception or special rule applies, something was computed, a condition was looked up."""
STRENGTH: tuple[Basis, ...] = ("condition", "recomputed", "exception")
"""The same, the weaker first: what is special goes before what is general, computing before reading."""
_LONGEST = 880
_A_RECORD = 5


@dataclass(frozen=True)
class Cited:
    """Sentences that are cited together.

    Attributes:
        tag: What they show.
        sentences: Short ids.
        any_of: Name of a group of which one is enough; empty where all are needed.
        against: They speak against what they are cited in.
    """

    tag: str
    sentences: tuple[str, ...]
    any_of: str = ""
    against: bool = False


@dataclass(frozen=True)
class Showing:
    """An outcome of an issue with what bears it out.

    Attributes:
        outcome: Name of the outcome.
        basis: How it is shown.
        rules: Short ids of the sentences that state the rule.
        facts: What the file records on it.
        compared: What was computed and held against what, in words; empty where nothing was computed.
        calculation: The same as typed steps; None where it cannot be stated so.
        findings: Numbers of the findings that it rests on.
        exception: Short ids of the sentences that state an exception which applies; empty for none.
        excepted: What shows that it applies.
        conclusion: What follows, in a sentence or two.
        disputed: Whether what it rests on is disputed by evidence that is as good.
    """

    outcome: str
    basis: Basis
    rules: tuple[str, ...]
    facts: tuple[Cited, ...]
    conclusion: str
    compared: str = ""
    calculation: CalculationOut | None = None
    findings: tuple[str, ...] = ()
    exception: tuple[str, ...] = ()
    excepted: tuple[Cited, ...] = ()
    disputed: bool = False

    @property
    def needed(self) -> frozenset[str]:
        """Short ids of the sentences without which it is not shown."""
        groups = [one for one in (*self.facts, *self.excepted) if not one.against and not one.any_of]
        used = {s for s in _operands(self.calculation) if s}
        return frozenset([*self.rules, *self.exception, *used, *(s for one in groups for s in one.sentences)])

    @property
    def alternatives(self) -> tuple[frozenset[str], ...]:
        """Groups of sentences of each of which one is enough."""
        names = dict.fromkeys(one.any_of for one in (*self.facts, *self.excepted) if one.any_of and not one.against)
        every = (*self.facts, *self.excepted)
        return tuple(frozenset(s for one in every if one.any_of == name for s in one.sentences) for name in names)

    def open_to(self, file: CaseFile, barred: Iterable[int]) -> bool:
        """Whether somebody who may not cite some documents can argue it."""
        out = frozenset(barred)
        allowed = {one.short for one in file if one.document not in out}
        return self.needed <= allowed and all(group & allowed for group in self.alternatives)


def _operands(made: CalculationOut | None) -> list[str]:
    if made is None:
        return []
    found = [one.sentence or "" for step in made.steps for one in step.operands]
    if made.comparison is not None:
        found += [made.comparison.left.sentence or "", made.comparison.threshold.sentence or ""]
    return found


def passage_of(file: CaseFile, sentence: CaseSentence) -> Passage:
    """A sentence as the rules of wording read it."""
    document = file.document_of(sentence)
    return Passage(
        sentence.id, document.id, document.title, sentence.text, document.date, document.source_class,
        called=document.called, untitled=document.untitled,
    )  # fmt: skip


def source_of(file: CaseFile, short: str) -> str:
    """How the document of a sentence is called, with its date."""
    sentence = file.sentence(short)
    day = file.document_of(sentence).date
    return source_name(passage_of(file, sentence)) + (f" ({spoken_day(day)})" if day else "")


def spoken_day(iso: str) -> str:
    """A day in words; a month or year as it is written."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    return spelt_day(day)


def quoted(file: CaseFile, shorts: Sequence[str], most: int = _LONGEST) -> str:
    """Sentences in quotation marks under the names of their documents, as many as there is room for."""
    by: dict[str, list[str]] = {}
    for short in shorts:
        sentence = file.sentence(short)
        by.setdefault(source_of(file, short), []).append(f"“{bare(sentence.text).strip().rstrip('.')}”")
    told = ""
    for source, texts in by.items():
        part = ""
        for n, text in enumerate(texts):
            more = f"{part}; {text}" if n else f"{opened(source)}: {text}"
            if len(told) + len(more) + 2 > most:
                break
            part = more
        told = f"{told} {part}." if part else told
    return told.strip()


def records(groups: Sequence[Cited], most: int = 6) -> list[RecordOut]:
    """Groups as an argument cites them: at most five sentences a record, alternatives one record each.

    Args:
        groups: What is cited.
        most: Most records.
    """
    found: list[RecordOut] = []
    for one in groups:
        stands: Literal["for", "against"] = "against" if one.against else "for"
        parts = [one.sentences[n : n + _A_RECORD] for n in range(0, len(one.sentences), _A_RECORD)]
        found += [RecordOut(tag=one.tag[:160], sentences=list(p), any_of=one.any_of, stands=stands) for p in parts]
    return found[:most]


def joined(text: str, most: int = _LONGEST) -> str:
    """A text within a limit, cut between words."""
    told = " ".join(text.split())
    return told if len(told) <= most else told[:most].rsplit(" ", 1)[0] + " …"
