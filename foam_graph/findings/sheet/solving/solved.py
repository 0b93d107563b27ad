"""Stated calculations counted again over the sentences that state them; wrong only where no other road leads to the figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.counting.recounting import agrees, is_their_mean, judged
from foam_graph.findings.sheet.solving.derivable import derivable
from foam_graph.findings.sheet.solving.frames import FRAMES
from foam_graph.findings.sheet.solving.results import Solved
from foam_graph.findings.sheet.solving.window import Window, windows
from foam_graph.phrases import acting

RULE = "calculation in sentences"


def findings(file: CaseFile) -> Iterator[Finding]:
    """Every calculation whose form is known, counted again.

    Args:
        file: The case file.
    """
    for document in file.documents:
        for one in windows(document):
            yield from _of_window(one)


def _of_window(window: Window) -> Iterator[Finding]:
    made: dict[int, tuple[Solved, Finding]] = {}
    for frame in FRAMES:
        for solved in frame(window):
            if solved.result.quantity.start not in made and (found := _finding(window, solved)) is not None:
                made[solved.result.quantity.start] = solved, found
    for solved, found in made.values():
        if found.verdict == "right" or not any(_within(solved, other) for other, _ in made.values()):
            yield found


def _within(one: Solved, other: Solved) -> bool:
    """Whether another calculation takes all figures of one as its terms: then the one is read into a part of a list."""
    figures = {id(f) for f in (*one.operands, one.result)}
    return one is not other and figures <= {id(f) for f in other.operands}


def _finding(window: Window, solved: Solved) -> Finding | None:
    result = solved.result.stated
    right = agrees(result, solved.value)
    if not right:
        others = [f for f in window.figures if f is not solved.result]
        operands = [f.stated for f in solved.operands]
        if derivable(solved.result, others) or any(one.rounded or one.comparator != "=" for one in operands):
            return None
        if judged(result, operands, lambda _values: solved.value) is None or result.comparator not in ("=", "~"):
            return None
    told = " ".join(one.text for one in window.sentences)
    if not right and is_their_mean([f.value for f in solved.operands], result.value, told):
        return None
    form = replace(result, unit=solved.unit)
    said, again = form.like(result.value), form.like(solved.value)
    text = f"{acting(window.document.cited, 'says')} that {solved.told} is {said}; "
    text += "that is right." if right else f"it is {again}."
    ids = tuple(dict.fromkeys((window.sentences[-1].id, *(f.sentence.id for f in solved.operands))))
    return Finding(
        "sum", text, ids, "right" if right else "wrong", rule=RULE,
        inputs={"operation": solved.operation, "operands": [str(f.value) for f in solved.operands],
                "stated": str(result.value), "computed": str(solved.value)},
    )  # fmt: skip
