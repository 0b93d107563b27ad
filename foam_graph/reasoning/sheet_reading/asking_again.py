"""A model asked for findings, and once more for those that were refused, with why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from foam_graph.agents.tasks.findings import FindingOut, FindingsIn, FindingsOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.reasoning.answer.grounding import words_of
from foam_graph.reasoning.sheet_reading.examining import Examined, examined

AGAIN = 20
"""Most findings that are asked for again: an answer that is wrong throughout is not worth a prompt full of it."""
_ALIKE = 0.5
"""Share of its words by which a finding is known again that rests on other sentences than before."""

Ask = Callable[[FindingsIn, int], tuple[FindingsOut, str] | None]
"""Asks for findings, as the so-manieth attempt: the answer and who gave it, or None where no valid one came."""


def read_through(
    ask: Ask, data: FindingsIn, file: CaseFile, sheet: Mapping[str, Finding], admitted: Collection[str]
) -> Examined | None:
    """What a model reads out of a case file, examined; what was refused is asked for once more.

    Args:
        ask: Asks the model.
        data: What it is asked.
        file: The case file that it reads.
        sheet: The findings so far, by number.
        admitted: Short ids that may be cited.

    Returns:
        What became of both answers together, None where the first is none.
    """
    answered = ask(data, 0)
    if answered is None:
        return None
    first = examined(answered[0], file, sheet, admitted, answered[1])
    asked = first.faulty[:AGAIN]
    if not asked:
        return first
    faults, refused = [why for _, why in asked], [one.model_dump_json(exclude_defaults=True) for one, _ in asked]
    answered = ask(data.model_copy(update={"faults": faults, "refused": refused}), 1)
    if answered is None:
        return first
    again, strange, missing = _paired([one for one, _ in asked], answered[0].findings)
    known = {**sheet, **{f"new {n}": one for n, one in enumerate(first.findings)}}
    second = examined(FindingsOut(findings=again), file, known, admitted, answered[1])
    return Examined(
        [*first.findings, *second.findings],
        first.doubts,
        [*(asked[n] for n in missing), *second.faulty, *first.faulty[AGAIN:]],
        [*first.needless, *second.needless, *strange],
    )


def _paired(asked: Sequence[FindingOut], given: Iterable[FindingOut]) -> tuple[list[FindingOut], list[str], list[int]]:
    """Findings given for those that were asked for, one each; words on the others; and which of those asked are missing."""
    left = dict(enumerate(asked))
    again, strange = list[FindingOut](), list[str]()
    for one in given:
        best = max(left, key=lambda n: _likeness(left[n], one), default=None)
        if best is None or _likeness(left[best], one) < _ALIKE:
            strange.append(f"“{' '.join(one.text.split()[:12])}”: it was not asked for again")
            continue
        del left[best]
        again.append(one)
    return again, strange, list(left)


def _likeness(one: FindingOut, other: FindingOut) -> float:
    """How much of it two findings have alike: sentences, each counted whole, and the share of their words."""
    shared = {c.sentence for c in one.sentences} & {c.sentence for c in other.sentences}
    mine, theirs = words_of(one.text), words_of(other.text)
    return len(shared) + len(mine & theirs) / max(1, len(mine | theirs))
