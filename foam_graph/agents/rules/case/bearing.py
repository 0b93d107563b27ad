"""Which findings of the sheet bear on a ground of the decision under review, and how far their verdicts can be used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.decision import Decision, Ground
from foam_graph.agents.rules.source_strength import strengths
from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import same, words
from foam_graph.findings.sheet.applying.held import RULE as HELD

INTERESTED = frozenset({"advocacy", "testimony"})
"""Classes of those who speak for themselves or for a side."""
_SHARED = 0.5


@dataclass(frozen=True)
class Numbered:
    """A finding under its number."""

    number: str
    finding: Finding

    @property
    def ids(self) -> frozenset[str]:
        """Stable ids of all its sentences."""
        return frozenset((*self.finding.sentences, *self.finding.against))

    @property
    def rule(self) -> str:
        """Stable id of the sentence that states its rule: a measure held against its limit names it last, everything else first."""
        ids = self.finding.sentences
        measured = self.finding.kind == "threshold" and self.finding.rule != HELD
        return (ids[-1] if measured else ids[0]) if ids else ""


def numbered(data: CaseData, *kinds: str) -> list[Numbered]:
    """The computed findings of some kinds whose sentences the case file holds, in the order of the sheet."""
    return [
        Numbered(number, one)
        for number, one in data.findings.items()
        if one.kind in kinds
        and one.basis == "recomputed"
        and one.sentences
        and all(name in data.file.by_id for name in (*one.sentences, *one.against))
    ]


def deadlines(data: CaseData) -> list[Numbered]:
    """Findings that hold the days between two events against the limit of a rule."""
    return [one for one in numbered(data, "timeline") if one.finding.verdict and one.finding.inputs.get("spans")]


def keys(text: str) -> list[str]:
    """Keys of the words of a text that say something."""
    return list(dict.fromkeys(word.key for word in words(text) if not word.function and not light(word.key)))


def share(asked: Iterable[str], text: str) -> float:
    """Share of some keys that a text has too."""
    wanted, said = list(asked), keys(text)
    return sum(any(same(one, other) for other in said) for one in wanted) / len(wanted) if wanted else 0.0


def same_section(one: CaseSentence, other: CaseSentence) -> bool:
    """Whether two sentences stand in one paragraph, or under one heading, of a document."""
    return one.document == other.document and (
        one.paragraph == other.paragraph or (bool(one.heading) and one.heading == other.heading)
    )


@dataclass(frozen=True)
class Asserted:
    """A comparison that a decision makes.

    Attributes:
        value: What it counted.
        bound: What it held that against.
        sentence: Where.
    """

    value: Quantity
    bound: Quantity
    sentence: CaseSentence

    @property
    def above(self) -> bool:
        """Whether what was counted is more than the bound."""
        return self.value.value > self.bound.value


_LIMIT = frozenset({"limit", "cap", "ceiling", "maximum", "minimum", "requirement", "threshold", "allowance", "bound"})


def asserted(ground: Ground, unit: str) -> Asserted | None:
    """The comparison that a ground makes in a unit; None where no sentence of it states both figures."""
    for sentence in ground.sentences:
        found = [q for q in find_quantities(sentence.text) if q.unit == unit and q.role == "level"]
        bounds = [q for q in found if _is_limit(sentence.text, q)]
        values = [q for q in found if q not in bounds]
        if len(bounds) == 1 and values:
            return Asserted(values[0], bounds[0], sentence)
    return None


def _is_limit(text: str, quantity: Quantity) -> bool:
    """Whether a limit is named right before an amount ("the limit of $10", "the requirement is 30 hours")."""
    before = [word.lower for word in words(text[: quantity.start])][-4:]
    return any(one in _LIMIT or one.rstrip("s") in _LIMIT for word in before for one in word.split("-"))


def trusted(finding: Finding, data: CaseData, decision: Decision | None) -> str:
    """The verdict of a condition with what the decision under review says of it left out: it is what is examined.

    One party's word meets no condition that anything else disputes.

    Args:
        finding: A finding of kind ``rule``.
        data: The case.
        decision: The decision under review.

    Returns:
        ``met``, ``not_met``, ``disputed``; ``said_not_met`` where only the decision says so and nothing disputes it;
        else empty.
    """
    out = decision.document.number if decision else -1
    file = data.file
    rule = finding.sentences[0]
    excepting = {one.id for one in beside(finding, file)}
    told = [s for s in finding.sentences[1:] if s not in excepting]
    for_ = [s for s in told if s not in finding.against and file.by_id[s].document != out]
    against = [s for s in finding.against if file.by_id[s].document != out]
    if finding.verdict in ("met", "met_single_source"):
        return "met" if for_ else ""
    if finding.verdict == "not_met":
        # What the decision says of itself, and nobody disputes, is told as such.
        return "not_met" if against or (not finding.against and for_) else "said_not_met"
    if finding.verdict != "disputed" or rule not in file.by_id:
        return ""
    classes = {file.document_of(file.by_id[s]).source_class for s in for_}
    if for_ and not against:
        return "met" if classes - INTERESTED else ""
    if against and not for_:
        return "not_met"
    return "disputed"


def beside(finding: Finding, file: CaseFile) -> list[CaseSentence]:
    """The sentences of the rule's own paper that stand beside it in a finding: what it excepts in a clause nearby, and no evidence.

    Args:
        finding: A finding of kind ``rule``.
        file: The case file.
    """
    rule = file.by_id.get(finding.sentences[0])
    found = (file.by_id[name] for name in finding.sentences[1:])
    return [one for one in found if one.document == rule.document] if rule is not None else []


def speaks_to(condition: str, sentences: Iterable[CaseSentence]) -> bool:
    """Whether one of some sentences uses at least half of the words of a condition: less may be of something else."""
    wanted = keys(condition)
    return any(share(wanted, one.text) >= _SHARED for one in sentences)


def ranked(file: CaseFile, shorts: Iterable[str]) -> list[str]:
    """Sentences of the strongest class of source first."""
    found = list(dict.fromkeys(shorts))
    return sorted(found, key=lambda s: -strengths().named(file.document_of(file.sentence(s)).source_class).fact)
