"""The position written as one text from the whole file, reviewed with the outcome in view and written again, before anybody asks what it rests on.

Who must name support for each sentence while writing writes notes: judges of eight wordings found the points of a position
level with those of the same model's free answer and its text much harder to read, and a text that is turned into such notes
afterwards loses what made it readable (docs/reference/substance.md). So the text that was written is the text that is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from foam_graph.agents.protocol import Case
from foam_graph.agents.tasks.position import (
    DRAFTS,
    ChangeShown,
    ChooseIn,
    ChooseOut,
    ComposeIn,
    ComposeOut,
    DraftFault,
    DraftRead,
    IssueResult,
    OptionResult,
    PositionSection,
    ReconsiderIn,
    ReconsiderOut,
    ReviewIn,
    ReviewOut,
    RewriteIn,
    RewriteOut,
    WrittenText,
)
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.lines import Line, lines_of, words_written
from foam_graph.reasoning.answer.markdown import markdown_of, text_of_markdown
from foam_graph.reasoning.answer.references import bare
from foam_graph.reasoning.answer.stored import earlier_text
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.outcome.ends import IssueEnd, Results
from foam_graph.reasoning.turns import Turn

_OF_ALL = 0.98
"""Of the words of the whole the share that its author may write: who writes counts a little otherwise than the program, and what a second reading misses needs room.

Drafts of 87 percent, so that reviews find room, were tried: they came out in fragments themselves, and lost (docs/reference/substance.md)."""
_COMPLETE = 0.8
"""A draft that holds this share of the points is not written again, but mended: whoever writes a complete text again lets go of points for
what a reviewer would have besides, and judges like it less than the draft (decision 0061)."""
_MENDED = 3
"""Faults of the taken draft that its author hears of: each mend makes a text denser."""


def written(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, words: int, points: Sequence[str] = ()
) -> list[Line]:
    """The position as an agent writes it, no sentence with what it rests on yet; empty where nobody writes.

    Where a position stands already, its text is reconsidered: after a challenge what need not change keeps its words.

    Args:
        turn: The turn that words; the call is recorded on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        words: Most words of the whole.
        points: What somebody else found decisive in the file: a check for whoever writes and for whoever chooses.
    """
    stands = earlier_text(graph, desk.file)
    taken = _Taken(stands) if stands is not None else _drafted(turn, desk, results, words, points)
    if taken is None:
        return []
    told = ReconsiderIn(
        question=results.question,
        dated=desk.brief.as_of[:10],
        words=int(words * _OF_ALL),
        options=option_results(results),
        issues=_outcomes(results),
        turns=[one.text for one in results.turns.values()],
        reliefs=list(results.reliefs.values()),
        gaps=list(results.gaps.values()),
        brief=brief_of(desk, graph),
        faults=list(taken.faults),
        written=taken.text,
        used=words_written(taken.text),
    )
    names = [one.name for one in results.issues]
    again = _reviewed_twice(turn, desk, told, points, taken) if taken.reviewed else None
    if again is None:
        again = turn.ask("reconsider", told, ReconsiderOut, desk.citable())
    return lines_of(again, names) if again is not None else []


def _reviewed_twice(
    turn: Turn, desk: Desk, told: ReconsiderIn, points: Sequence[str], taken: _Taken
) -> ReconsiderOut | None:
    """The draft written again from the file with what a severe reader would have otherwise, and once more with what became of it; None where it was not.

    Who reviews has before them what came out of the argument, who writes only which option holds: an author who has all of it
    writes to it, and loses points of the file for it.
    """
    draft, used, before, others = markdown_of(taken.text), told.used, "", list(taken.others)
    last: ReconsiderOut | None = None
    for faults in (told.faults, []):
        shown = told.model_copy(update={"used": used, "faults": faults})
        review = _reviewed(turn, desk, shown, points, draft, before, others)
        if review is None or not review.changes:
            break
        asked = RewriteIn(
            question=told.question,
            dated=told.dated,
            words=told.words,
            used=used,
            options=told.options,
            issues={one.issue: one.question for one in told.issues},
            draft=draft,
            changes=[ChangeShown(**one.model_dump()) for one in review.changes],
            keep=review.keep,
        )
        texts = turn.ask_several("rewrite", asked, RewriteOut, desk.citable(), (0,), _papers(turn))
        again = _indexed(texts[0], last) if texts else None
        if again is None:
            break
        last, before, others = again, draft, []
        draft, used = markdown_of(again), words_written(again)
    return last


def _indexed(found: RewriteOut, before: ReconsiderOut | None) -> ReconsiderOut | None:
    """A text in Markdown with what each section deals with: as its author says, or as the section of that heading did before."""
    text = text_of_markdown(found.text)
    if text is None:
        return None
    deals = {_key(one.heading): one.deals_with for one in before.sections} if before is not None else {}
    deals |= {_key(one.heading): one.deals_with for one in found.index}
    sections = [
        PositionSection(
            heading=one.heading, text=one.text, deals_with=deals.get(_key(one.heading), []) if one.heading else []
        )
        for one in text.sections
    ]
    return ReconsiderOut(title=text.title, answer=text.answer, sections=sections)


def _key(heading: str) -> str:
    """A heading as it is compared: letters and digits alone."""
    return "".join(filter(str.isalnum, bare(heading).casefold()))


@dataclass(frozen=True)
class _Taken:
    """A text that is to be written again.

    Attributes:
        text: What it says.
        reviewed: Whether somebody else reviews it: not where it stood before or holds nearly all of the points, nor in a quick run.
        others: Drafts that were not taken, in Markdown.
        faults: What was found wrong in it.
    """

    text: WrittenText
    reviewed: bool = False
    others: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def _drafted(turn: Turn, desk: Desk, results: Results, words: int, points: Sequence[str]) -> _Taken | None:
    """The text written from the file, the best of several where the run is not a quick one."""
    asked = ComposeIn(question=results.question, dated=desk.brief.as_of[:10], words=int(words * _OF_ALL))
    quick = desk.brief.limits.depth == "quick"
    rollouts = range(1 if quick else DRAFTS)
    texts = turn.ask_several("compose", asked, ComposeOut, desk.citable(), rollouts, _papers(turn))
    read = [(one.text, text_of_markdown(one.text)) for one in texts]
    made = [(markdown, text) for markdown, text in read if text is not None]
    turn.notes += [f"a draft has no answer with reasons: “{one[:80]}”" for one, text in read if text is None]
    if not made:
        return None
    best, faults, held = _chosen(turn, desk, asked, points, made) if len(made) > 1 else (0, [], 0.0)
    others = tuple(one for n, (one, _) in enumerate(made) if n != best)
    complete = bool(points) and held >= _COMPLETE * len(points)
    return _Taken(made[best][1], not quick and not complete, others, tuple(faults))


def _papers(turn: Turn) -> Case | None:
    """The documents alone: who has the sheet and the agenda before them writes to these, and leaves points of the file out (decision 0054)."""
    return turn.case.bare if turn.case is not None else None


def _chosen(
    turn: Turn, desk: Desk, asked: ComposeIn, points: Sequence[str], made: Sequence[tuple[str, WrittenText]]
) -> tuple[int, list[str], float]:
    """Which draft scores best, what its readers found wrong in it, and how many of the points they found in it."""
    reader = desk.turn(Role.EVALUATOR, turn.step)
    readings, reasons = list[list[DraftRead]](), list[str]()
    # Which stands last is liked better more often than not: each is scored wherever it stands.
    for way in (1, -1):
        data = ChooseIn(
            question=asked.question, dated=asked.dated, words=asked.words, points=list(points),
            drafts=[one for one, _ in made[::way]],
        )  # fmt: skip
        found = reader.ask("choose", data, ChooseOut, desk.citable())
        if found is not None and len(found.readings) == len(made):
            readings.append(found.readings[::way])
            reasons.append(found.why)
    _adopt(turn, reader)
    if not readings:
        return 0, [], 0.0
    sums = [sum(of_one[n].sum for of_one in readings) / len(readings) for n in range(len(made))]
    best = max(range(len(made)), key=lambda n: (sums[n], sum(of_one[n].held for of_one in readings), -n))
    scores = ", ".join(f"“{text.title}” {score:g}" for (_, text), score in zip(made, sums, strict=True))
    turn.notes.append(f"of {len(made)} drafts the one with the best score of 60 was taken: {scores}")
    turn.notes += [f"what sets the best apart: {why}" for why in dict.fromkeys(reasons)]
    held = sum(of_one[best].held for of_one in readings) / len(readings)
    return best, _faults([of_one[best].faults for of_one in readings]), held


def _reviewed(
    turn: Turn, desk: Desk, told: ReconsiderIn, points: Sequence[str], draft: str, before: str, others: list[str]
) -> ReviewOut | None:
    """What a severe reader would have otherwise in a text, before its author writes it again."""
    reader = desk.turn(Role.EVALUATOR, turn.step)
    data = ReviewIn(
        question=told.question,
        dated=told.dated,
        words=told.words,
        used=told.used,
        points=list(points),
        options=told.options,
        issues=told.issues,
        turns=told.turns,
        gaps=told.gaps,
        faults=told.faults,
        others=others,
        before=before,
        draft=draft,
    )
    found = reader.ask("review", data, ReviewOut, desk.citable())
    _adopt(turn, reader)
    if found is not None:
        turn.notes += [f"a severe reader: {one.weak}" for one in found.changes]
    return found


def _adopt(turn: Turn, reader: Turn) -> None:
    """What somebody else was asked for a turn stands with it."""
    turn.calls += reader.calls
    turn.notes += reader.notes


def _outcomes(results: Results) -> list[IssueResult]:
    """How each issue came out, without the arguments."""
    return [issue_result(results, one).model_copy(update={"standing": []}) for one in results.issues]


def _faults(found: Sequence[Sequence[DraftFault]]) -> list[str]:
    """The worst that readers found wrong in one draft, what each puts first before what another puts second, the same words once."""
    by_weight = [one for row in zip_longest(*found) for one in row if one is not None]
    once = {one.words.casefold(): one for one in reversed(by_weight)}
    return [_told(one) for one in by_weight if once[one.words.casefold()] is one][:_MENDED]


def _told(fault: DraftFault) -> str:
    evidence = f" ({', '.join(fault.evidence)})" if fault.evidence else ""
    return f"“{fault.words}”: {fault.wrong}{evidence}"


def brief_of(desk: Desk, graph: Subgraph) -> str:
    """The answer in short that came with the agenda, before anybody argued; empty where there is none."""
    return str(desk.shown(graph)[0].node.get("text") or "")


def option_results(results: Results) -> list[OptionResult]:
    """The options as whoever words the position is told of them."""
    return [
        OptionResult(option=one.name, text=one.text, status=one.status, condition=one.condition)
        for one in results.options
    ]


def issue_result(results: Results, issue: IssueEnd) -> IssueResult:
    """An issue as whoever words the position is told of it: an objection that the argument was corrected to meet is history."""
    return IssueResult(
        issue=issue.name,
        question=issue.question,
        end=issue.end,
        outcome=issue.words,
        for_=issue.for_whom,
        settles=issue.settles,
        standing=[results.arguments[name] for name in issue.standing],
        fallen=[f"{name} ({results.arguments[name].outcome}): {why}" for name, why in issue.fallen.items()],
        objections=[f"{one.name}: {one.grounds} {one.became}" for one in issue.objections if not one.met],
        margins=list(issue.margins),
    )
