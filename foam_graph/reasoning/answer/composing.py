"""The six parts composed by the program from claims, findings and titles: short plain sentences, never a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.asked import asks_order, bearing, parts_asked, what_is_open, words_of
from foam_graph.findings.finding import points
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.agenda.tree import leaves, read_tree
from foam_graph.reasoning.answer.layout import Form
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEAD_WORDS,
    Line,
    Part,
    authored,
    condensed,
    count,
    in_order,
    with_short_head,
)
from foam_graph.reasoning.outcome.ends import UNDECIDED, IssueEnd, OptionEnd, Results
from foam_graph.reasoning.outcome.plain import ASKED, listed, perspectives_of, readable, sentence

_OBJECTIONS = 2
"""Objections told of an issue; the others are in the memo."""
_FAULTY = ("wrong", "beyond", "not_met")
"""Verdicts of findings that an answer names where it is open, in this order."""
_LEADS = {
    "wrong": "Counted again, and wrong: ",
    "beyond": "Held against a limit, and beyond it: ",
    "not_met": "A condition that was tested, and is not met: ",
}
"""What is said before the first of each."""
_SEVERAL = 2
"""Parts from which a question is more than one."""
_SHOWN_FAULTS = 2
_NEW_WORDS = 3
"""Words that a reason must have beside those of its issue to say more than that."""
_WORDS = re.compile(r"[^\W_]{3,}")
_OF_CONDITIONS = frozenset({"condition", "exception"})
_OTHERS = 6
"""Arguments told of the other side."""


def composed(results: Results, words: int) -> list[Line]:
    """The position as the program words it.

    Args:
        results: What the run came to.
        words: Most words of the whole.

    Returns:
        Its lines in reading order, within the limits.
    """
    lines = [_answer(results)]
    lines += [_overview(results, issue) for issue in results.issues]
    for issue in results.issues:
        lines += _why(results, issue)
    lines += [_line("turns", one.text, (name,), one.issue) for name, one in results.turns.items()]
    lines += _other_side(results)
    lines += _also_asked(results)
    lines += _order(results)
    lines += [_line("lacks", text, (name,), _left_open(results, name)) for name, text in results.gaps.items()]
    lines += [_line("leaning", text, (name,)) for name, text in results.leaning.items()]
    ordered = in_order(lines, [one.name for one in results.issues])
    most = min(HEAD_WORDS, words)
    return condensed(_with_faults(with_short_head(ordered, results.briefs, most), results, most), words)[0]


def _left_open(results: Results, gap: str) -> str:
    """The issue that a gap leaves open; empty where it is a finding, on what no document says."""
    agenda = agenda_of(results.names.graph)
    issues = {node.id: name for name, node in agenda.issues.items()} if agenda is not None else {}
    return next((issues[one] for one in results.nodes.get(gap, ()) if one in issues), "")


def _with_faults(lines: list[Line], results: Results, words: int) -> list[Line]:
    """Lines with what does not hold behind the answer, as far as answer and overview have room for it."""
    room = words - count(line for line in lines if line.part in HEAD)
    kept: list[Line] = []
    for line in _faults(results):
        if count([*kept, line]) <= room:
            kept.append(line)
    first, *others = lines
    return [first, *kept, *others]


def with_overview(lines: Sequence[Line], results: Results) -> list[Line]:
    """An author's text with the program's overview behind the answer: how each issue came out, as an index of it.

    Args:
        lines: The text; the program's own has its overview.
        results: What the run came to.
    """
    if not authored(lines):
        return list(lines)
    answer = [line for line in lines if line.part == "answer"]
    index = [_index(issue) for issue in results.issues]
    return [*answer, *index, *(line for line in lines if line.part != "answer")]


def _index(issue: IssueEnd) -> Line:
    """How an issue came out, with its margin: the text has the rest."""
    words = f"{issue.question} {sentence(issue.for_whom or issue.words)}"
    return _line("overview", words, (), issue.name, issue.margin)


def _line(part: Part, text: str, rests_on: tuple[str, ...] = (), issue: str = "", margin: str = "") -> Line:
    form: Form = "paragraph" if part in HEAD else "continues" if part == "other_side" else "item"
    return Line(part, sentence(readable(text)), rests_on, issue, margin, computed=True, form=form)


def _answer(results: Results) -> Line:
    chosen = results.answer
    rests = tuple(results.concluding[a] for issue in results.issues for a in issue.standing[:1])[:8]
    if chosen is not None:
        everybody = f"this holds for every perspective heard ({listed(list(results.roles.values()))})"
        whom = for_whom(chosen, results) if chosen.condition else everybody
        return _line("answer", f"{chosen.text.rstrip('.')}; {whom}.", rests)
    some = [one for one in results.options if one.status == "conditional"]
    if some:
        sides = " ".join(f"{one.text.rstrip('.')}: {for_whom(one, results)}." for one in some)
        return _line("answer", f"The answer is not the same for all. {sides}", rests)
    waits = next((one.condition for one in results.options if one.status == "open" and one.condition), "")
    if waits:
        return _line("answer", f"The answer is {waits}", rests)
    agenda = agenda_of(results.names.graph)
    conditions = [one["condition"] for one in agenda.options.values() if one.get("condition")] if agenda else []
    if agenda is not None and not conditions:
        return _line("answer", f"{what_is_open(results.question)}: {_undecided(results)}.", rests)
    decide = {leaf.issue for condition in conditions for leaf in leaves(read_tree(condition))}
    unsettled = [issue for issue in results.issues if issue.end in ("open", "contested") and issue.name in decide]
    if not unsettled:
        return _line("answer", f"{what_is_open(results.question)}: no option's condition is shown to hold.", rests)
    names = listed([f"“{issue.question}”" for issue in unsettled[:3]])
    more = f" and {len(unsettled) - 3} more" if len(unsettled) > 3 else ""
    return _line("answer", f"{what_is_open(results.question)}: it hangs on {names}{more}.", rests)


def _also_asked(results: Results) -> Iterator[Line]:
    """The parts of a question that nothing which was decided speaks of, where it has several."""
    parts = parts_asked(results.question)
    if len(parts) < _SEVERAL:
        return
    decided = " ".join(issue.question for issue in results.issues if issue.end not in ("open", "contested"))
    chosen = results.answer.text if results.answer is not None else ""
    for part in parts:
        others = [other for other in parts if other != part]
        own = words_of(part) - set().union(*map(words_of, others))
        if not own & (words_of(decided) | words_of(chosen)):
            yield _line("order", f"Asked, and not decided here: “{part}”.")


def _undecided(results: Results) -> str:
    """Why nothing decides between the options."""
    if any(issue.findings or issue.standing for issue in results.issues):
        return "rules alone could not tell which of the findings decide it; what was tested is set out issue by issue"
    return "rules alone found no test that decides it, and what has to be read with judgement was not judged"


def _faults(results: Results) -> Iterator[Line]:
    """Where the question stays open: what of the file does not hold, which whoever decides has to know before all else."""
    if results.status != "open":
        return
    told = {number for issue in results.issues for number in issue.findings}
    found = [
        (number, node)
        for number, node in results.names.findings.items()
        if node.get("verdict") in _FAULTY and not points(node["rule"]) and number not in {*told, *results.felled}
    ]
    # What bears on the question first: of one file much may not hold that has nothing to do with it.
    found.sort(key=lambda each: (-bearing(results.question, str(each[1]["text"])), _FAULTY.index(each[1]["verdict"])))
    for n, (number, node) in enumerate(found[:_SHOWN_FAULTS]):
        lead = _LEADS[str(node["verdict"])] if n == 0 or node["verdict"] != found[0][1]["verdict"] else "Also: "
        yield _line("answer", f"{lead}{node['text']}", (number,))


def for_whom(chosen: OptionEnd, results: Results) -> str:
    """For whom an option holds and for whom it is open or does not hold, each with what it puts first, in a few words."""

    def put_first(audience: str) -> str:
        role, most = results.roles.get(audience, audience), results.first.get(audience)
        return f"{role} ({most} first)" if most else role

    def named(audiences: Sequence[str]) -> str:
        return perspectives_of([put_first(one) for one in audiences])

    others = [one for one in results.roles if one not in (*chosen.in_for, *chosen.out_for)]
    told = [f"this holds from {named(chosen.in_for)}"]
    told += [f"from {named(chosen.out_for)} it does not"] if chosen.out_for else []
    told += [f"from {named(others)} it is open"] if others else []
    return "; ".join(told)


def _overview(results: Results, issue: IssueEnd) -> Line:
    words = f"{issue.question} {issue.words}"
    if issue.for_whom:
        words = f"{issue.question} {issue.for_whom}."
    return _line("overview", words, (), issue.name, issue.margins[0] if issue.margins else _reason(results, issue))


def _reason(results: Results, issue: IssueEnd) -> str:
    """Where nothing was computed: what the standing argument concludes, if all alike admit it."""
    if not issue.standing or issue.for_whom:
        return ""
    claim = results.names.parts[results.concluding[issue.standing[0]]]
    told = readable(str(claim["text"]))
    said = {word.casefold() for word in _WORDS.findall(f"{issue.question} {issue.words}")}
    more = {word.casefold() for word in _WORDS.findall(told)} - said - _OF_CONDITIONS
    return sentence(told) if len(more) >= _NEW_WORDS else ""


def _why(results: Results, issue: IssueEnd) -> Iterator[Line]:
    """The standing argument, what it concludes first, else what the findings say; then the strongest objections."""
    if issue.standing:
        shown = results.arguments[issue.standing[0]]
        *earlier, last = shown.parts
        for part in (last, *earlier):
            # What the conclusion says already is not said again; where words run short, the last sentences go first.
            if part.id in results.asserted and (part is last or part.text.rstrip(".") not in last.text):
                yield _line("why", part.text, (part.id,), issue.name)
    else:
        if issue.name == ASKED and issue.settles and not issue.findings:
            return  # what is left open says it, with the question
        told = issue.settles or issue.words
        gap = next((name for name, text in results.gaps.items() if issue.settles and issue.settles in text), "")
        yield Line("why", sentence(told), (gap,) if gap else (), issue.name, computed=True, form="item")
        for number in issue.findings:
            yield _line("why", str(results.names.findings[number]["text"]), (number,), issue.name)
    for objection in issue.objections[:_OBJECTIONS]:
        yield _line("why", objection.told, (objection.name,), issue.name)


def _other_side(results: Results) -> Iterator[Line]:
    for name in results.advocates[:_OTHERS]:
        part = results.concluding[name]
        claim = results.names.parts[part]
        yield _line("other_side", str(claim["text"]), (part,))
        shown = results.arguments[name]
        own = [issue for issue in results.issues if issue.name == shown.issue]
        why = next((why for issue in own for why in _reasons(results, issue, shown.outcome)), "")
        if why:
            told = f"It does not prevail: {why}" if why != UNDECIDED else "Whether it prevails is not decided"
            yield Line("other_side", sentence(told), (part,), computed=True, form="continues")


def _reasons(results: Results, issue: IssueEnd, outcome: str) -> list[str]:
    """Why arguments for an outcome of an issue do not stand; an advocate's own standing is not computed."""
    return [why for name, why in issue.fallen.items() if results.arguments[name].outcome == outcome]


def _is_asked(results: Results) -> bool:
    """Whether the one issue of a run is what was asked: that it waits for itself says nothing."""
    if len(results.issues) != 1 or results.reliefs:
        return False
    asked, issue = words_of(results.question), words_of(results.issues[0].question)
    return bool(asked) and asked <= issue


def _order(results: Results) -> Iterator[Line]:
    chosen = results.answer
    if chosen is not None:
        rests = tuple(results.concluding[a] for issue in results.issues for a in issue.standing[:1])[:8]
        yield _line("order", f"Decide accordingly: {chosen.text}", rests)
    else:
        unsettled = any(issue.end in ("open", "contested") for issue in results.issues)
        told = (
            "before the open issues are settled"
            if unsettled
            else "as long as it is open which answer the findings lead to"
        )
        if unsettled and _is_asked(results):
            return
        lead = "Nothing can be ordered" if asks_order(results.question) else "What was asked cannot be decided"
        yield _line("order", f"{lead} {told}.")
    for name, text in results.reliefs.items():
        yield _line("order", text, (name,))
