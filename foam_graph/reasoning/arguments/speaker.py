"""A perspective as an agent gets it: everything in its record that is to change what it says, in words."""

from __future__ import annotations

from datetime import date

from foam_graph.agents.tasks.arguments import Speaker
from foam_graph.casefile.case_file import CaseFile
from foam_graph.reasoning.perspectives.constraints import SourceUse, latest_day
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.perspectives.space import dimension_space


def speaker(perspective: Perspective, file: CaseFile, dated: str) -> Speaker:
    """A perspective with its point, axes, scope, constraints, and what it may not cite.

    Args:
        perspective: Who speaks.
        file: The case file; which of its documents the evidence policy admits is worked out.
        dated: ISO 8601 date against which the age of sources counts.
    """
    space = dimension_space()
    manner = [
        f"{dimension.replace('_', ' ')}: {space.value(dimension, value).meaning}"
        for dimension, value in sorted(perspective.point.items())
    ]
    scope = perspective.scope_limits
    return Speaker(
        id=perspective.stance_id,
        role=perspective.role_label,
        disclosure=perspective.disclosure_text,
        values={v: w for v, w in sorted(perspective.value_priorities.items(), key=lambda i: (-i[1], i[0])) if w > 0},
        manner=manner,
        axes=[
            f"{axis.name.replace('_', ' ')} {axis.value:+g}: {axis.rationale}" for axis in perspective.epistemic_axes
        ],
        scope=f"{scope.jurisdiction}; {scope.time_horizon}",
        binds=[f"{one.kind}: {one}" for one in perspective.coherence_constraints],
        not_citable=sorted(barred(perspective, file, dated)),
    )


def barred(perspective: Perspective, file: CaseFile, dated: str) -> set[int]:
    """Numbers of the documents that a perspective may read but not cite: its policy or a hard constraint bars them."""
    on = latest_day(dated) or date.max
    classes = {
        name
        for constraint in perspective.coherence_constraints
        if constraint.kind == "hard" and constraint.predicate == "no_unflagged_class"
        for name in constraint.classes
    }
    return {
        one.number
        for one in file.documents
        if one.source_class in classes
        or perspective.evidence_policy.refusal(
            SourceUse(document=one.id, source_class=one.source_class, date=one.date), on
        )
    }


def citable(perspective: Perspective | None, file: CaseFile, dated: str) -> tuple[str, ...]:
    """Short ids that a perspective may cite; all of them for one who speaks for none."""
    out = barred(perspective, file, dated) if perspective is not None else set()
    return tuple(sentence.short for sentence in file if sentence.document not in out)
