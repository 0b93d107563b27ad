"""A finding: what the documents show before anybody argues, with the sentences that show it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

FindingKind = Literal[
    "timeline", "sum", "threshold", "rule", "compliance", "contradiction", "scope", "superseded", "leaning", "unused"
]
Basis = Literal["recomputed", "read", "judged"]
Verdict = Literal[
    "right", "wrong", "within", "beyond", "met", "met_single_source", "not_met", "disputed", "no_document_says"
]
FINDING_KINDS: tuple[str, ...] = get_args(FindingKind)
BASES: tuple[str, ...] = get_args(Basis)
FINDING_VERDICTS: tuple[str, ...] = get_args(Verdict)
_CONDITION: tuple[Verdict | None, ...] = ("met", "met_single_source", "not_met", "disputed", "no_document_says")
VERDICTS_OF: Mapping[FindingKind, tuple[Verdict | None, ...]] = {
    "timeline": (None, "within", "beyond", "disputed"),
    "sum": ("right", "wrong"),
    "threshold": ("within", "beyond"),
    "rule": _CONDITION,
    "compliance": _CONDITION,
    "contradiction": ("disputed",),
    "scope": (None,),
    "superseded": (None,),
    "leaning": (None,),
    "unused": (None,),
}
"""The verdicts that a finding of a kind may have; a pointer has none, whatever its kind."""
_BY_KIND: Any = ""
"""In place of a basis: by what the finding is."""
_READ = frozenset[FindingKind]({"scope", "leaning", "unused"})
"""Kinds that compute nothing, nor hold anything against anything."""
READING = "model reading"
"""In place of a rule: a model proposed it and the program tested what can be tested of it."""
POINTER = "read together"
"""In place of a rule: two sentences have words in common; what they have to do with each other was not tested."""

UNTESTED = "To be read together, not tested"
"""How the text of a pointer begins."""


@dataclass(frozen=True)
class Doubt:
    """That somebody holds a finding to be false or beside the matter; the finding stays.

    Attributes:
        by: Name of the model that doubts it.
        why: Why, in a sentence.
    """

    by: str
    why: str


@dataclass(frozen=True)
class Finding:
    """One tested statement about the documents.

    Attributes:
        kind: What was tested.
        text: The finding in a sentence or two that a reader understands without the rest.
        sentences: Stable ids of the sentences that it rests on, the deciding ones first.
        verdict: What the test gave; None where the kind has no verdict, e.g. an entry of the timeline.
        basis: ``recomputed`` by the program; ``read`` off the words by a rule, where there was nothing to compute; or ``judged``:
            for a person to check, as a model proposed it or a pointer says it. If none is given, the first two by what it is.
        rule: Name of the rule that made it; ``READING`` where a model proposed it, ``POINTER`` where nothing is asserted.
        version: Version of that rule.
        inputs: What the rule was applied to: operands, conditions, dates; plain JSON values.
        against: Stable ids of the sentences that speak against it, where it has two sides.
        by: Name of the model that proposed it; empty for a rule.
        doubts: Who holds it to be false or beside the matter.
        taken_back: The ruling that took it back, in words; empty where it is asserted.
    """

    kind: FindingKind
    text: str
    sentences: tuple[str, ...]
    verdict: Verdict | None = None
    basis: Basis = _BY_KIND
    rule: str = ""
    version: str = "1"
    inputs: Mapping[str, object] = field(default_factory=dict)
    against: tuple[str, ...] = ()
    by: str = ""
    doubts: tuple[Doubt, ...] = ()
    taken_back: str = ""

    def __post_init__(self) -> None:
        """Says on what it rests, where its maker does not."""
        if self.basis == _BY_KIND:
            dated = self.kind == "timeline" and self.verdict is None
            object.__setattr__(self, "basis", "read" if dated or self.kind in _READ else "recomputed")

    @property
    def only_dated(self) -> bool:
        """Whether it is an entry of the timeline on which nothing was tested: people want them in order, agents have the sentence."""
        return self.kind == "timeline" and self.verdict is None and not self.is_pointer

    @property
    def is_pointer(self) -> bool:
        """Whether it asserts nothing: two sentences to read together, whose relation was not tested."""
        return points(self.rule)


def finding_name(one: Finding) -> str:
    """A name for a finding that is the same wherever the same is found over the same sentences.

    Args:
        one: The finding.
    """
    key = "\n".join((one.kind, one.rule, one.text, *sorted(one.sentences)))
    return "f" + hashlib.sha256(key.encode("utf-8", errors="surrogatepass")).hexdigest()[:12]


def points(rule: str) -> bool:
    """Whether a rule, with or without its version, is that of pointers: such findings assert nothing.

    Args:
        rule: Name of the rule of a finding.
    """
    return rule == POINTER or rule.startswith(f"{POINTER} ")
