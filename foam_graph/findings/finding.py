"""A finding: what the documents show before anybody argues, with the sentences that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

FindingKind = Literal[
    "timeline", "sum", "threshold", "rule", "compliance", "contradiction", "scope", "superseded", "leaning", "unused"
]
Basis = Literal["recomputed", "judged"]
Verdict = Literal[
    "right", "wrong", "within", "beyond", "met", "met_single_source", "not_met", "disputed", "no_document_says"
]
FINDING_KINDS: tuple[str, ...] = get_args(FindingKind)
BASES: tuple[str, ...] = get_args(Basis)
FINDING_VERDICTS: tuple[str, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Finding:
    """One tested statement about the documents.

    Attributes:
        kind: What was tested.
        text: The finding in a sentence or two that a reader understands without the rest.
        sentences: Stable ids of the sentences that it rests on, the deciding ones first.
        verdict: What the test gave; None where the kind has no verdict, e.g. an entry of the timeline.
        basis: ``recomputed`` by a rule, or ``judged``: proposed by a model, for a person to check.
        rule: Name of the rule that made it.
        version: Version of that rule.
        inputs: What the rule was applied to: operands, conditions, dates; plain JSON values.
        against: Stable ids of the sentences that speak against it, where it has two sides.
    """

    kind: FindingKind
    text: str
    sentences: tuple[str, ...]
    verdict: Verdict | None = None
    basis: Basis = "recomputed"
    rule: str = ""
    version: str = "1"
    inputs: Mapping[str, object] = field(default_factory=dict)
    against: tuple[str, ...] = ()
