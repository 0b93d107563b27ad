"""The rule for ``critique_claim``: what other documents, the evidence itself or another value say against a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation

from foam_graph.agents.rules.background import Background, keys_of, nearby, passages_of
from foam_graph.agents.rules.filling.toulmin import agreeing
from foam_graph.agents.rules.source_strength import strength, strengths
from foam_graph.agents.tasks.table import CritiqueClaimIn, CritiqueOut, CritiquesOut, CritiqueType, Flaw
from foam_graph.findings.comparing.conflicts import Conflict
from foam_graph.findings.comparing.support import is_unsupported, scope_wider, unsupported
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.wording import bare, dated, opened, said, unattributed
from foam_graph.findings.passages import Passage

_MOST, _PER_SENTENCE = 6, 2
_YEARS = 3
# For facts, testimony and what is weaker lies below it in source_strength.yaml: one of these alone is thin.
_WEAK = 0.6
_FACTUAL = frozenset({"calculation", "conflict", "corroboration"})
_VALUE_SHARE = 0.5
_FLAWS: dict[str, tuple[Flaw, CritiqueType]] = {
    "number": ("number_conflict", "logical_gap"),
    "negation": ("negation_conflict", "logical_gap"),
    "date": ("date_conflict", "logical_gap"),
    "stale": ("stale_date", "missing_evidence"),
    "scope": ("scope_wider_than_evidence", "scope_overreach"),
}
_NOW = re.compile(r"\b(?:currently|current|today|now|at present|presently|nowadays|so far|to date)\b", re.IGNORECASE)
_SUM = re.compile(r"((?:[$€£]?\d[\d,]*(?:\.\d+)?\s\+\s)+[$€£]?\d[\d,]*(?:\.\d+)?)\scome to\s([$€£]?\d[\d,]*(?:\.\d+)?)")
_COMPOSED = ("calculation", "conflict", "corroboration", "exception", "chain", "inference")


def critique_claim(data: CritiqueClaimIn, background: Background, rollout: int = 0) -> CritiquesOut:
    """Criticises a claim; every critique quotes words of its target and cites what it rests on.

    Order, strongest first: missing support, wrong arithmetic, unsupported content, conflicts of the record's sentences
    with other documents (by likeness), a reach wider than the evidence, staleness, one weak source, a value conflict.

    Args:
        data: The request.
        background: Word frequencies and values.
        rollout: Not used.
    """
    del rollout
    record, others = passages_of(data.record), passages_of(data.others)
    found = [
        *_support(data, record),
        *_conflicting(data, record, others, background),
        *_reach(data, record),
        *_stale(data, record, others, background),
        *_single_source(data, record, others, background),
        *_values(data, record, others, background),
    ]
    unique = {(one.part, one.flaw, tuple(one.evidence)): one for one in reversed(found)}
    kept = [one for one in found if unique.get((one.part, one.flaw, tuple(one.evidence))) is one]
    return CritiquesOut(critiques=kept[:_MOST])


def _support(data: CritiqueClaimIn, record: Sequence[Passage]) -> Iterator[CritiqueOut]:
    """No record, no warrant, wrong arithmetic, or words that no sentence of the record has."""
    if not data.claim.strip():
        return
    if not data.record and data.slot.evidence == "required":
        yield CritiqueOut(
            part="claim",
            type="missing_evidence",
            flaw="no_support",
            quoted=data.claim,
            grounds="No sentence supports the claim.",
            hook=bare(data.claim)[:300],
        )
    wrong = wrong_sum(data.claim)
    if wrong:
        yield CritiqueOut(
            part="claim", type="logical_gap", flaw="unsupported_content", quoted=wrong[0], grounds=wrong[1]
        )
    claim = unattributed(data.claim, record)
    if record and data.form not in _COMPOSED and is_unsupported(claim, record):
        missing = [words for words in unsupported(claim, record) if words in data.claim]
        if missing:
            names = ", ".join(f'"{words}"' for words in missing[:4])
            yield CritiqueOut(
                part="claim",
                type="logical_gap",
                flaw="unsupported_content",
                quoted=missing[0],
                grounds=f"No sentence of the record has {names}.",
                evidence=[one.id for one in record][:5],
            )


def wrong_sum(claim: str) -> tuple[str, str] | None:
    """A shown sum that does not come to its total: the words, and what they come to.

    Args:
        claim: A claim's text.
    """
    for match in _SUM.finditer(claim):
        try:
            parts = [_figure(part) for part in match[1].split("+")]
            total = _figure(match[2])
        except InvalidOperation:
            continue
        if sum(parts, Decimal(0)) != total:
            return match.group(), f"The amounts come to {sum(parts, Decimal(0)):,}, not to {match[2]}."
    return None


def _figure(text: str) -> Decimal:
    return Decimal(re.sub(r"[^\d.]", "", text))


def _conflicting(
    data: CritiqueClaimIn, record: Sequence[Passage], others: Sequence[Passage], background: Background
) -> Iterator[CritiqueOut]:
    """Conflicts of each sentence of the record with sentences of other documents.

    A claim that itself reports a disagreement is not refuted by either side of it.
    """
    if data.form == "conflict" or (data.form == "inference" and not record):
        # A conclusion without a record of its own falls with the claims below it, which are attacked themselves.
        return
    rows: list[tuple[Conflict, str]] = []
    known = {one.document for one in record}
    for target in record:
        rivals = [one for one in nearby(target, others) if one.document not in known]
        rows.extend((one, target.id) for one in background.conflicts_of(target, rivals)[:_PER_SENTENCE])
    if not data.record:
        claim = Passage("claim", "", "", data.claim)
        rows.extend((one, "claim") for one in background.conflicts_of(claim, nearby(claim, others))[:1])
    for conflict, part in sorted(rows, key=lambda row: (-row[0].strength, row[1], row[0].other.id)):
        yield _critique(conflict, part)


def _critique(conflict: Conflict, part: str) -> CritiqueOut:
    flaw, kind = _FLAWS[conflict.kind]
    grounds = f"{opened(said(conflict.other))}. {opened(conflict.detail)}."
    if conflict.kind == "stale":
        grounds = f"{opened(dated(conflict.other))} is later. {grounds}"
    return CritiqueOut(
        part=part,
        type=kind,
        flaw=flaw,
        quoted=conflict.quoted,
        grounds=grounds,
        hook=bare(conflict.target.text)[:300],
        evidence=[conflict.other.id],
    )


def _reach(data: CritiqueClaimIn, record: Sequence[Passage]) -> Iterator[CritiqueOut]:
    """A claim that reaches further than its record says."""
    if not record or data.form in _COMPOSED or data.claim.strip() in {one.text.strip() for one in record}:
        return
    wider = scope_wider(f"{data.claim} {data.qualifier}".strip(), record)
    if wider:
        yield CritiqueOut(
            part="claim",
            type="scope_overreach",
            flaw="scope_wider_than_evidence",
            quoted=data.claim,
            grounds=wider,
            evidence=[one.id for one in record][:5],
        )


def _stale(
    data: CritiqueClaimIn, record: Sequence[Passage], others: Sequence[Passage], background: Background
) -> Iterator[CritiqueOut]:
    """A sentence about "now" in a document years older than the date asked for and than another one on its matter."""
    for one in record:
        if not _NOW.search(one.text) or _years(one.date, data.as_of) <= _YEARS:
            continue
        newer = [other for other in agreeing_matter(one, others, background) if _years(one.date, other.date) > _YEARS]
        if newer:
            match = _NOW.search(one.text)
            grounds = f'The source is of {one.date} and says "{match.group() if match else ""}"; {said(newer[0])}.'
            yield CritiqueOut(
                part=one.id,
                type="missing_evidence",
                flaw="stale_date",
                quoted=one.text,
                grounds=grounds,
                hook=bare(one.text)[:300],
                evidence=[newer[0].id],
            )


def agreeing_matter(target: Passage, others: Sequence[Passage], background: Background) -> list[Passage]:
    """Sentences of other documents that share half of the weight of a sentence's words, in the order given."""
    weight = background.statistics.weight
    mine = keys_of(target.text)
    total = sum(weight(key) for key in sorted(mine)) or 1.0
    return [
        one
        for one in nearby(target, others)
        if sum(weight(key) for key in sorted(mine & keys_of(one.text))) >= total / 2
    ]


def _years(earlier: str, later: str) -> int:
    """Years between two ISO dates; 0 where one is missing."""
    if not re.match(r"\d{4}", earlier) or not re.match(r"\d{4}", later):
        return 0
    return int(later[:4]) - int(earlier[:4])


def _single_source(
    data: CritiqueClaimIn, record: Sequence[Passage], others: Sequence[Passage], background: Background
) -> Iterator[CritiqueOut]:
    """One document of a weak class, and no other offered sentence that agrees."""
    if len({one.document for one in record}) != 1 or data.form == "proposal":
        return
    first = record[0]
    if strength(first) >= _WEAK or any(agreeing(one, others, background) for one in record):
        return
    why = strengths().named(first.source_class).why
    yield CritiqueOut(
        part=first.id,
        type="missing_evidence",
        flaw="single_source",
        quoted=first.text,
        grounds=f"Only {dated(first)} says so ({first.source_class.replace('_', ' ')}). {why}",
        hook=bare(first.text)[:300],
        evidence=[first.id],
    )


def _values(
    data: CritiqueClaimIn, record: Sequence[Passage], others: Sequence[Passage], background: Background
) -> Iterator[CritiqueOut]:
    """The critic's first values against the claim's, where a sentence on the same matter speaks for the critic's.

    A trade-off needs two sides: the proposer weighs the claim's value above the critic's, the critic the other way
    round. Sums and reports of fact are not traded off. At most one: the first value the claim does not speak of.
    """
    if data.form in _FACTUAL:
        return
    weights = dict(zip(data.view.values, data.view.weights, strict=False))
    theirs = data.proposer_weights
    for value in data.view.values[:2]:
        against = sorted(
            (
                v
                for v in data.values
                if weights.get(v, 0.0) < weights[value] and theirs.get(v, 0.0) > theirs.get(value, 0.0)
            ),
            key=lambda v: (-theirs[v], v),
        )
        if not against or value in data.values:
            continue
        spoken = [one for one in (*record, *others) if background.values_of(one.text).get(value, 0.0) >= _VALUE_SHARE]
        near = [one for one in spoken if len(keys_of(one.text) & keys_of(data.claim)) >= 2 and _evaluates(one.text)]
        if near:
            best = max(near, key=lambda one: (len(keys_of(one.text) & keys_of(data.claim)), background.draw(one.id)))
            own, other = against[0].replace("_", " "), value.replace("_", " ")
            yield CritiqueOut(
                part="claim",
                type="value_conflict",
                flaw="value_conflict",
                quoted=data.claim,
                grounds=f"The claim is weighed by {own}; {said(best)}, which speaks for {other}.",
                value_target=against[0],
                value_critic=value,
                evidence=[best.id],
            )
            return


def _evaluates(text: str) -> bool:
    """Whether a sentence weighs something rather than reports a figure or a date."""
    reading = read(text)
    return not reading.quantities and not reading.dates
