"""What a node is called where people look at the graph: a short text made of its kind and fields (decision 0016).

A caption is no field. It is written beside the fields, under no hash, made again when a text is erased, and held against
the fields when a chain is verified; no export has it. So it can neither say something else than its node nor outlive
what was erased.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of

LENGTH = 60
"""Characters of a caption: more than a circle in Neo4j Browser shows, and little beside what a claim weighs."""
ERASED = "(erased)"
ACTIVITY = ("{step}", "{stance_id}")
"""Of every activity; never who acted."""
SHOWN: Mapping[str, tuple[str, ...]] = {
    "Run": ("{title}",),
    "Question": ("{text}",),
    "Stakeholder": ("{name}",),
    "Perspective": ("{role_label}",),
    "Plan": ("{goal}",),
    "Portfolio": ("{reasons}",),
    "TemplateNode": ("{name}",),
    "TemplateChoice": ("{branch}", "{why}"),
    "TemplateTraversal": ("{leaf}",),
    "Syllogism": ("{name}", "{type}"),
    "Claim": ("{text}",),
    "Candidate": ("{text}",),
    "Attempt": ("{task}", "{stance_id}"),
    "Warrant": ("{text}",),
    "Backing": ("{text}",),
    "Qualifier": ("{text}",),
    "Rebuttal": ("{text}",),
    "Document": ("{title}",),
    "EvidenceSentence": ("{text}",),
    "EvidenceRecord": ("{quotation}",),
    "Critique": ("{flaw}", "{grounds}"),
    "Challenge": ("{kind}", "{grounds}"),
    "Reply": ("{text}",),
    "Exchange": ("{question}",),
    "Evaluation": ("{verdict}", "{reasons}"),
    "Ruling": ("{verdict}", "{reasons}"),
    "Reading": ("{mode} reading", "{sentences} sentences"),
    "Finding": ("{number}", "{text}"),
    "Agenda": ("agenda",),
    "Issue": ("{name}", "{text}"),
    "Option": ("{name}", "{text}"),
    "Relief": ("{answer}", "{text}"),
    "Calculation": ("{statement}",),
    "RuleApplication": ("{met}", "{consequence}"),
    "Weighing": ("{issue}", "{over}", "over {under}"),
    "Answer": ("{option}", "{status}"),
    "Transcript": ("{name}", "{topic}"),
    "Utterance": ("turn {turn}", "{side}", "{text}"),
    "SchemeLabel": ("{scheme}", "{overall}"),
    "MemoryRecord": ("{key}",),
    "Recollection": ("recollection", "{memory}"),
    "Predicate": ("{number}", "{relation}", "{terms}"),
    "ReasoningChain": ("{side}", "{text}"),
    "DebateSummary": ("{overview}",),
    "Judgement": ("round {round}", "{feedback}"),
    "DraftChoice": ("choice", "{why}"),
    "Assertion": ("sentence {sentence}", "{type}"),
    "Ballot": ("{winner}", "{reasons}"),
    "Score": ("iteration {iteration}", "{proposal} for", "{criticism} against"),
    "Labelling": ("labelling", "{audience}"),
    "Standing": ("{class}", "{condition}"),
    "Synthesis": ("{text}",),
    "DissentMemo": ("{text}",),
    "Position": ("position {version}", "{statement}"),
    "Check": ("{name}", "{detail}"),
    "ValidationResult": ("{verdict}",),
    "DriftReport": ("drift {drift_score}", "{stance_id}"),
    "Outcome": ("{kind}",),
    "ModelCall": ("{task}", "{model}"),
    "Checkpoint": ("checkpoint {number}", "{size} activities"),
    "ImportedMap": ("{name}",),
    "ImportedInformation": ("{text}",),
    "ImportedLocution": ("{text}",),
    "ImportedScheme": ("{text}",),
}
"""Parts of the caption of each kind of node; a kind that is not here is called by its name. A part whose field is absent or empty is left out.

Verification makes captions again, so a change here shows in every database until ``foam rebuild`` has written them anew.
"""
_NAME = re.compile(r"\{(\w+)\}")


class _Part(NamedTuple):
    """A part of a caption: text around one field."""

    before: str
    name: str
    after: str
    is_erased_if_absent: bool


@lru_cache(maxsize=256)
def _parts(kind: str) -> tuple[_Part, ...]:
    templates = ACTIVITY if kind in ACTIVITIES else SHOWN.get(kind, ())
    fields = {field.name: field for field in (ACTIVITY_FIELDS if kind in ACTIVITIES else fields_of(kind))}
    found = []
    for template in templates:
        named = _NAME.search(template)
        if named is None:
            found.append(_Part(template, "", "", is_erased_if_absent=False))
            continue
        field = fields[named[1]]
        # What must be there and is not was erased; of what need not be there nobody can tell.
        erased = field.personal and field.required
        found.append(_Part(template[: named.start()], named[1], template[named.end() :], erased))
    return tuple(found)


@lru_cache(maxsize=256)
def _only_field(kind: str) -> str:
    """The field that a caption consists of, as most do; empty where there is more to it."""
    parts = _parts(kind)
    return parts[0].name if len(parts) == 1 and not parts[0].before and not parts[0].after else ""


def caption(kind: str, fields: Mapping[str, Any]) -> str:
    """The caption of a node or activity.

    Args:
        kind: Kind of node, or of activity.
        fields: Its fields; others are not looked at.

    Returns:
        One line of at most ``LENGTH`` characters; the kind's name where no part has anything to say.
    """
    alone = _only_field(kind)
    if alone and type(only := fields.get(alone)) is str and only:
        return shortened(only) or kind
    told = []
    for before, name, after, erased in _parts(kind):
        value = fields.get(name) if name else ""
        if value is None:
            told += [ERASED] if erased else []
        elif type(value) is float:
            told.append(f"{before}{value:g}{after}")
        elif not name or value != "":
            told.append(f"{before}{value}{after}")
    return shortened(" · ".join(told)) or kind


def shortened(text: str) -> str:
    """The beginning of a text on one line."""
    # Collapsing is only worth doing where it can show.
    line = " ".join((text if len(text) <= 4 * LENGTH else text[: 4 * LENGTH]).split())
    return line if len(line) <= LENGTH else line[: LENGTH - 1].rstrip() + "…"
