"""What each sentence of a position rests on, named by an agent, and the changes that it makes where something is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam_graph.agents.tasks.position import IssueResult, NewSentence, ReliefAnswer, SupportIn, SupportOut
from foam_graph.agents.tasks.rounds import ArgumentShown, PartShown
from foam_graph.reasoning.answer.grounding import Ground, Missed, quoted
from foam_graph.reasoning.answer.layout import TABLE
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEADS,
    Line,
    by_section,
    closed_up,
    count,
    deals_with,
    numbered,
    without_bare_headings,
)
from foam_graph.reasoning.answer.references import references_of, with_references
from foam_graph.reasoning.answer.sources import best_told
from foam_graph.reasoning.answer.worked_out import NOTHING, WorkedOut
from foam_graph.reasoning.answer.writing import issue_result, option_results
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import with_margin
from foam_graph.reasoning.turns import Turn

SPARE = 0.99
"""Of the words of the whole the share that whoever mends is told: where counts differ by a word, the text still fits."""
_UNREAD = 0.98
"""The same before anybody read the text again: what that reading brings needs words."""
_TOLD = 40
"""Faults told of one wording."""
_QUOTED_WORDS = 3
"""Words of a quotation from which on the sentence that holds it is found by the program."""


@dataclass(frozen=True)
class Asked:
    """What a wording is asked with beside the results.

    Attributes:
        missed: Points of a second reading by name.
        faults: What is wrong with the earlier wording.
        gone: Sentences that may not come back.
        rollout: Number of the first attempt.
        earlier: The wording before; empty where the text has still to be written.
        met: Of the missed points those that the wording before took up.
        wished: Points that a reader would have expected, and that decide nothing.
        reliefs: What the wording before answered to what is asked for beyond the options, by name.
        decisive: What somebody found decisive in the file before anything was written.
    """

    missed: Mapping[str, Missed] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    rollout: int = 0
    earlier: Sequence[Line] = ()
    met: frozenset[str] = frozenset()
    wished: tuple[str, ...] = ()
    reliefs: Mapping[str, ReliefAnswer] = field(default_factory=dict)
    decisive: tuple[str, ...] = ()

    def answered(self) -> Asked:
        """What is asked with once more, when only what is refused is left to mend.

        What a reader wished was weighed, and what it would let go of has another number by now.
        """
        bare = {name: replace(one, instead="") for name, one in self.missed.items()}
        return replace(self, missed=bare, wished=())


def support_input(
    results: Results, words: int, lines: Sequence[Line], asked: Asked, faults: Sequence[str]
) -> SupportIn:
    """What whoever names support is given: first what is the same each time, so that an endpoint can keep it.

    Args:
        results: What the run came to.
        words: Most words of the whole.
        lines: The wording so far.
        asked: What a reader missed, and what was answered before.
        faults: What is wrong with it.
    """
    return SupportIn(
        question=results.question,
        options=option_results(results),
        issues=[_stated(issue_result(results, one)) for one in results.issues],
        turns=[f"{name}: {one.text}" for name, one in results.turns.items()],
        advocates=[_saying(results.arguments[name]) for name in results.advocates if name in results.arguments],
        reliefs=[f"{name}: {text}" for name, text in results.reliefs.items()],
        gaps=[f"{name}: {text}" for name, text in results.gaps.items()],
        fell=sorted(results.felled - results.ruled_out, key=lambda number: int(number[1:])),
        words=int(words * (SPARE if asked.earlier else _UNREAD)),
        used={"whole": count(lines), "answer": count(line for line in lines if line.part == "answer")},
        position=[shown(name, line) for name, line in numbered(lines).items()],
        faults=list(faults)[:_TOLD],
        missed=[_told(name, one, asked) for name, one in asked.missed.items()],
        wished=list(asked.wished),
        answered=[f"{name} {one.answer}: {one.why} ({', '.join(one.rests_on)})" for name, one in asked.reliefs.items()],
    )


def _stated(issue: IssueResult) -> IssueResult:
    """An issue as far as a sentence can rest on it; figures with their margins stand in the parts that count them."""
    return issue.model_copy(update={"standing": [_saying(one) for one in issue.standing], "margins": []})


def _saying(argument: ArgumentShown) -> ArgumentShown:
    """An argument with what its parts say, how far it holds and what they cite: why, and what would weaken it, supports nothing."""
    parts = [PartShown(id=o.id, text=o.text, qualifier=o.qualifier, cites=o.cites) for o in argument.parts]
    return argument.model_copy(update={"parts": parts})


def shown(name: str, line: Line) -> str:
    """A numbered sentence with its place and what it rests on."""
    place = " ".join(filter(None, (line.part, line.issue, *line.also)))
    rests = f" ({', '.join(line.rests_on)})" if line.rests_on else ""
    # For whom an answer holds is the program's to say, and is no part of the text.
    return f"{name} [{place}, {line.form}] {with_margin(line.text, line.margin)}{rests}"


def _told(name: str, point: Missed, asked: Asked) -> str:
    """A missed point with its sentences, and whether it has been taken up."""
    met = "It is in the position now: keep it there." if name in asked.met else replacing(point.instead)
    return " ".join(filter(None, (f"{name}: {point.text}", f"({', '.join(point.sentences)})", met)))


def replacing(number: str) -> str:
    """What a reader would let go of for a point that is missed."""
    return f"[instead of {number}]" if number else ""


def applied(turn: Turn, lines: Sequence[Line], answer: SupportOut) -> list[Line]:
    """A wording with what an agent names as support and the changes that it makes.

    The answer never goes, nor a heading while something is left below it: they can be worded otherwise. A new sentence that
    follows nothing is noted.

    Args:
        turn: Notes what could not be placed.
        lines: The wording, numbered in this order.
        answer: Support and changes.
    """
    named = {one.sentence: one for one in answer.sentences}
    follow: dict[str, list[NewSentence]] = {}
    for one in answer.new:
        follow.setdefault(one.after, []).append(one)
    before = numbered(lines)
    gone = {name for name, line in before.items() if name in answer.gone and not _stays(line)}
    closed = iter(closed_up(lines, [line for name, line in before.items() if name not in gone]))
    found = list[Line]()
    for name, line in before.items():
        if name not in gone:
            now = next(closed)
            tie = named.get(name)
            found.append(now if tie is None else _changed(now, " ".join(tie.text.split()), tie.rests_on))
        found += [_new(one, line) for one in follow.pop(name, ())]
    for place, some in follow.items():
        end = _end_of(found, place)
        if end is None:
            turn.notes += [f"left out, since it follows {place}, which is nowhere: “{one.text[:80]}”" for one in some]
        else:
            found[end + 1 : end + 1] = [_new(one, found[end]) for one in some]
    return without_bare_headings(found)


def _stays(line: Line) -> bool:
    return line.part in HEAD or line.form in HEADS


def _end_of(lines: Sequence[Line], place: str) -> int | None:
    """Place of the last line of the last section that deals with an issue or a part."""
    own = [section for section in by_section(lines) if section[0].part not in HEAD and place in deals_with(section)]
    return next((n for n, line in enumerate(lines) if own and line is own[-1][-1]), None)


def _changed(line: Line, text: str, rests_on: Sequence[str]) -> Line:
    if line.form in HEADS:
        # What a heading rests on is what stands below it.
        return replace(line, text=text.rstrip(".") or line.text, computed=line.computed and not text)
    rests = tuple(dict.fromkeys(rests_on)) or (line.rests_on if text else ())
    if not text or text == line.text:
        return replace(line, rests_on=rests, computed=line.computed and not rests)
    return replace(line, text=text, rests_on=rests, computed=False)


def _new(one: NewSentence, line: Line) -> Line:
    """A new sentence in the section of a line; behind the answer, which is one paragraph, it gives reasons.

    Behind a row nothing goes on.
    """
    inside = line.part in HEAD
    alone = one.form == "continues" and (inside or line.form in TABLE)
    return Line(
        "why" if inside else line.part, " ".join(one.text.split()), tuple(dict.fromkeys(one.rests_on)),
        "" if inside else line.issue, form="paragraph" if alone else one.form,
    )  # fmt: skip


def with_quoted(line: Line, ground: Ground) -> Line:
    """A line that rests on the sentences of the file that hold its quotations, where nothing that it names does.

    A quotation is looked up, not argued: whoever reads finds it in the document.
    """
    if _stays(line) or line.computed:
        return line
    more = list[str]()
    for one in quoted(line.said):
        if len(one.split()) >= _QUOTED_WORDS and not ground.quotes(one, (*line.rests_on, *more)):
            place = ground.place_of(one, line.rests_on)
            more += [place] if place else []
    return replace(line, rests_on=(*line.rests_on, *more)) if more else line


def with_referred(turn: Turn, line: Line, ground: Ground, below: Sequence[str] = ()) -> Line:
    """A line that rests on a sentence of each document whose number stands in it; a number that nothing bears out goes.

    Args:
        turn: Notes which numbers went.
        line: The line.
        ground: What it is held against.
        below: Of names of columns what stands below them rests on.
    """
    told = references_of(line.text)
    if not told or line.computed:
        return line
    text, before = line.said, 0
    shown = {int(one.partition(".")[0]) for one in ground.behind(below or line.rests_on)}
    more = dict[int, str]()
    for one in told:
        for number in (n for n in one.documents if n not in shown and n not in more and not _stays(line)):
            found = _told_there(number, (text[before : one.place], text), ground)
            more |= {number: found} if found else {}
        before = one.place
    kept = [(one.place, [n for n in one.documents if n in shown or n in more]) for one in told]
    if gone := [n for one in told for n in one.documents if n not in shown and n not in more]:
        turn.notes.append(f"left out: the numbers {', '.join(map(str, gone))} within “{text[:60]}”")
    return replace(line, text=with_references(text, kept), rests_on=(*line.rests_on, *more.values()))


def _told_there(number: int, texts: Iterable[str], ground: Ground) -> str:
    """The sentence of a document that the first of some texts tells most of which tells of any; empty where none does."""
    own = [one for one in ground.results.sentences if one.partition(".")[0] == str(number)]
    said = [ground.file.by_short[one].text for one in own]
    places = (best_told(text, said) for text in texts)
    return next((own[place] for place in places if place is not None), "")


def without_strange_company(turn: Turn, line: Line, ground: Ground, worked_out: WorkedOut = NOTHING) -> Line:
    """A line without what is at fault beside it and not in it: that is not worth asking for it anew.

    That is a name among others that may not be rested on there.
    """
    if line.form in HEADS or not ground.faults(line, worked_out):
        return line
    known = tuple(name for name in line.rests_on if ground.known(name, line.part))
    bare = replace(line, rests_on=known)
    if not known or bare == line or ground.faults(bare, worked_out):
        return line
    strange = [name for name in line.rests_on if name not in known]
    turn.notes.append(f"left out: {', '.join(strange)} behind “{line.text[:60]}”")
    return bare


def reliefs_of(
    turn: Turn, answer: SupportOut, results: Results, ground: Ground, before: Mapping[str, ReliefAnswer]
) -> tuple[dict[str, ReliefAnswer], list[str]]:
    """What becomes of what is asked for, as far as it bears looking at; and what is wrong with the rest.

    Args:
        turn: Notes what was left out.
        answer: An agent's answers.
        results: What is asked for.
        ground: What answers are held against.
        before: What was answered before and still holds.
    """
    good, faults = dict(before), list[str]()
    for one in answer.reliefs:
        line = without_strange_company(turn, Line("order", one.why, tuple(dict.fromkeys(one.rests_on))), ground)
        own = [f"is about {one.relief}, which nobody asks for"] if one.relief not in results.reliefs else []
        own += ground.faults(line)
        faults += [f"relief {one.relief}: “{one.why[:80]}” {fault}" for fault in own]
        if not own:
            good[one.relief] = one.model_copy(update={"rests_on": list(line.rests_on)})
    told = {one.relief for one in answer.reliefs} | good.keys()
    return good, faults + [f"relief {name} has no answer" for name in results.reliefs if name not in told]
