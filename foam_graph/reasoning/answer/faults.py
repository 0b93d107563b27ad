"""What is wrong with a wording: as a whole, and with each of its sentences, in words that its author can act on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from foam_graph.reasoning.answer.grounding import Ground
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEAD_WORDS,
    HEADS,
    Line,
    answer_line,
    by_section,
    closed_up,
    count,
    numbered,
    supported,
    without_bare_headings,
)
from foam_graph.reasoning.answer.worked_out import WorkedOut
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import beginning

ANSWER_WORDS = HEAD_WORDS // 2
"""Most words of the answer: the other half is the overview's."""
_NAMED_BY = 12
"""Words of a sentence told with what is wrong with it, for whoever reads the notes without its number."""


def wording_faults(
    option: str, lines: Sequence[Line], results: Results, ground: Ground, words: int, gone: Collection[str] = ()
) -> list[str]:
    """What is wrong with a wording whose support was named.

    Args:
        option: The option that its author says it states.
        lines: The wording.
        results: What was computed.
        ground: What its sentences are held against.
        words: Most words of the whole.
        gone: Sentences that may not come back.
    """
    holds = results.answer.name if results.answer else ""
    faults = []
    if option != holds:
        faults.append(f"the answer states {option or 'no option'}; computed was {holds or 'that it is open'}")
    worked_out = ground.worked_out(lines)
    for name, line in numbered(supported(lines)).items():
        found = line_faults(line, ground, gone, worked_out)
        faults += [f"{name} “{beginning(line.text, _NAMED_BY)}” {one}" for one in found]
    names = {id(line): name for name, line in numbered(lines).items()}
    for section, line in too_connective(lines):
        told = f"{names[id(line)]} “{beginning(line.text, _NAMED_BY)}”"
        faults.append(f"{section}: more than one sentence in three rests on nothing: {told}")
    return faults + shape_faults(lines, words)


def shape_faults(lines: Sequence[Line], words: int) -> list[str]:
    """What a wording lacks or has too much of, whatever its sentences rest on."""
    answer = answer_line(lines)
    faults = [] if answer is not None else ["the answer is empty"]
    if answer is not None and answer.words > ANSWER_WORDS:
        faults.append(f"the answer has {answer.words} words, at most {ANSWER_WORDS}")
    if count(lines) > words:
        faults.append(f"the whole has {count(lines)} words, at most {words}: shorten by {count(lines) - words}")
    return faults


def line_faults(line: Line, ground: Ground, gone: Collection[str], worked_out: WorkedOut) -> list[str]:
    """What is wrong with one sentence; a name that may not stand below a heading is the fault of who rests on it."""
    # The headline may say what any section says.
    read = replace(line, part="why") if line.form == "heading" and line.part in HEAD else line
    known = [name for name in line.rests_on if line.form not in HEADS or ground.known(name, read.part)]
    found = ground.faults(replace(read, rests_on=tuple(known)), worked_out)
    if line.text in gone:
        found.append("was refused before")
    return found


def too_connective(lines: Sequence[Line]) -> list[tuple[str, Line]]:
    """Connectives beyond one sentence in three of their section, the last ones, each with the section's name."""
    found = []
    for section in by_section(lines):
        if section[0].part in HEAD:
            continue
        own = [line for line in section if line.form not in HEADS]
        name = " ".join(filter(None, (section[0].part, section[0].issue if section[0].part == "why" else "")))
        bare = [line for line in own if not line.rests_on and not line.computed]
        allowed = len(own) // 3
        # Each that goes leaves a shorter section, in which fewer are allowed.
        while len(bare) > allowed:
            last = bare.pop()
            own = [line for line in own if line is not last]
            allowed = len(own) // 3
            found.append((section[0].text if section[0].form == "heading" else name, last))
    return found


def balanced(lines: Sequence[Line]) -> list[Line]:
    """Lines without the connectives that are too many, since others went: at most one in three of a section."""
    bare = [line for _, line in too_connective(lines)]
    return without_bare_headings(closed_up(lines, [line for line in lines if not any(line is one for one in bare)]))
