"""How a dossier words the graph's closed vocabularies: plain English for readers who know neither Dung nor PROV."""

from __future__ import annotations

import re
import unicodedata

from foam_graph.phrases import counted as counted
from foam_graph.phrases import listed as listed
from foam_graph.phrases import opened

_JOINED = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MARK = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")

LABELS = {"in": "accepted", "out": "not accepted", "undecided": "undecided"}
"""Labels of Dung's theory in the reader's words."""
CLASSES = {
    "core": "Consensus core",
    "conditional": "Conditional",
    "contested": "Contested",
    "dissent": "Dissent",
    "unsupported": "Unsupported",
}
VERDICTS = {
    "valid": "valid",
    "invalid": "invalid",
    "requires_more_evidence": "needs more evidence",
    "adequate": "adequate",
    "inadequate": "inadequate",
    "answered": "answered by a new version",
    "partly": "partly answered",
    "not_answered": "not answered",
}
"""Ratings of critiques and replies."""
QUOTE_VERDICTS = {
    "exact": "exact: word for word in the source",
    "elided": "elided: word for word, omissions marked",
    "partial": "partial: differs in punctuation, case or edges only",
    "altered": "altered: a content word differs from the source",
    "paraphrase": "paraphrase: not the source’s words",
    "misattributed": "misattributed: stands in another document",
    "fabricated": "fabricated: stands nowhere in the corpus",
    "not_found": "not found: the document is missing",
    "error": "error: the document could not be read",
    "": "not validated",
}
FAITHFUL = frozenset({"exact", "elided", "partial"})
OUTCOMES = {
    "evidence_swapped": "upheld: other evidence took the place of the one challenged",
    "narrowed": "upheld: the claim was narrowed",
    "retracted": "upheld: the claim is no longer asserted",
    "defended": "upheld, but no claim lost its standing",
    "counter_argument": "a counter-argument was added",
    "regenerated": "upheld: the part was built anew",
    "corrected": "upheld: a corrected version took its place",
    "relabelled": "upheld: the weighing was done anew, nothing was rewritten",
    "rejected": "rejected: the position stands as it was",
    "recorded": "recorded, and not decided yet",
}
"""What a challenge led to."""
KINDS = {
    "Claim": "the claim",
    "Warrant": "the inference",
    "Backing": "the backing",
    "Qualifier": "the qualification",
    "Rebuttal": "the exception",
    "EvidenceRecord": "the evidence",
    "EvidenceSentence": "a sentence",
    "Plan": "a plan",
    "TemplateChoice": "a choice of structure",
    "Syllogism": "an argument",
    "Agenda": "the agenda",
    "Issue": "an issue",
    "Option": "an option",
    "Perspective": "a perspective",
    "Stakeholder": "the stakeholders",
    "Evaluation": "a rating",
    "Ruling": "a ruling",
    "Position": "the position",
    "Finding": "a finding",
    "Calculation": "a calculation",
    "RuleApplication": "the application of a rule",
    "Weighing": "a weighing",
    "Critique": "an objection",
    "Challenge": "a challenge",
    "Reply": "a reply",
    "ImportedInformation": "a statement of a map",
    "ImportedLocution": "what a map says somebody said",
    "ImportedScheme": "a step of a map",
}
"""What a critique can be aimed at."""


def plain(name: object) -> str:
    """A name of the data as a reader says it: ``rule_of_law`` becomes ``rule of law``."""
    return str(name).replace("_", " ")


capital = opened


def unjoined(text: object) -> str:
    """A computed sentence with the names in it made readable; ids, which hold hyphens and digits, stay."""
    return _JOINED.sub(lambda found: found[0].replace("_", " "), str(text))


def sentence(text: object) -> str:
    """The text as one sentence: made readable, with a capital and a full stop."""
    told = capital(unjoined(text).strip())
    return told if not told or told[-1] in '.!?…”"' else f"{told}."


def day(moment: object) -> str:
    """The day of an ISO 8601 moment in words, ``21 November 2026``; what is no such moment stays as it is."""
    found = re.match(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?=$|T)", str(moment))
    if not found:
        return str(moment)
    year, month, date = found.groups()
    if month is None or not 1 <= int(month) <= len(_MONTHS):
        return str(moment) if month else year
    return " ".join(part for part in (date and str(int(date)), _MONTHS[int(month) - 1], year) if part)


def clock(moment: object) -> str:
    """Day and minute of an ISO 8601 moment in UTC."""
    time = re.match(r"[^T]+T(\d{2}:\d{2})", str(moment))
    return f"{day(moment)}, {time[1]} UTC" if time else day(moment)


def visible(text: str) -> str:
    """The text with characters that no page may hold replaced by U+FFFD."""
    return _MARK.sub("�", text)


def wrapped(text: str, width: int, most: int) -> list[str]:
    """A text broken at its blanks into at most so many lines; the last one is cut where the text is longer."""
    words, lines = text.split(), [""]
    for n, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if clipped(longer, width) == longer or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[n:]])
            break
    return [clipped(line, width) for line in lines]


def clipped(text: str, width: int) -> str:
    """The beginning of a text that fits a width, wide (East Asian) characters counted twice."""
    used, text = 0, " ".join(text.split())
    for n, character in enumerate(text):
        used += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used > width:
            return text[: max(n - 1, 1)].rstrip(" ,;:") + "…"
    return text
