"""How the issues of a deliberation ended: for whom, in which words, by which arguments, and what would settle what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam_graph.model.subgraph import Node
from foam_graph.phrases import opened
from foam_graph.reasoning.outcome.deciding import given
from foam_graph.reasoning.outcome.ends import UNDECIDED, IssueEnd
from foam_graph.reasoning.outcome.margins import margins
from foam_graph.reasoning.outcome.plain import (
    beginning,
    first_sentence,
    listed,
    perspectives_of,
    readable,
    sentence,
    spoken,
    within,
)
from foam_graph.reasoning.outcome.reader import STANDING, Reader
from foam_graph.reasoning.sublation import ClaimStanding, IssueStanding

_OMITTED = 16
"""Words told of what an argument left out."""


def issue_end(reader: Reader, found: IssueStanding) -> IssueEnd:
    """How one issue ended."""
    node = reader.agenda.issues[found.name]
    by = {one: found.outcome(one) for one in reader.sublation.labels}
    told = [one for one in dict.fromkeys(by.values()) if one]
    own = [arg for arg, made in reader.concluding.items() if made.issue == found.name]
    standing = [a for a in own if _stands(reader, a) and (not told or reader.concluding[a].outcome in told)]
    shown = standing or [a for a in own if not reader.concluding[a].advocacy]
    counted, margin = margins(reader.names, [reader.arguments[a] for a in shown if a in reader.arguments], reader.holds)
    return IssueEnd(
        name=found.name,
        question=node["text"],
        end=found.end,
        # For whom an issue does not arise it has no outcome, whatever is argued for the case that it did.
        outcomes={one: "" if one in found.moot_for else outcome for one, outcome in by.items()},
        words=_came_to(reader, found, told, node),
        brief=_brief(reader, found, told),
        for_whom=_for_whom(reader, found, by, told),
        settles=_settles(reader, found),
        standing=tuple(standing),
        fallen={a: _why_not(reader, a) for a in own if a not in standing and _told_to_fall(reader, a)},
        objections=tuple(one for one in reader.raised if one.issue == found.name),
        margins=tuple(counted),
        margin=margin,
        findings=tuple(dict.fromkeys(f for a in shown for f in _findings(reader, a))),
    )


def _came_to(reader: Reader, found: IssueStanding, told: Sequence[str], node: Node) -> str:
    wordings = reader.wordings(found.name)
    if found.end == "answered":
        burden = " (not proved, not disproved: the burden of proof decides)" if found.by_burden else ""
        return sentence("; ".join(wordings.get(one, spoken(one)) for one in told) + burden)
    if found.end == "out_of_scope":
        return sentence(f"Not decided here: {node['out_of_scope']}")
    if found.end == "moot":
        held = f"; had it arisen: {'; '.join(wordings.get(one, spoken(one)) for one in told)}" if told else ""
        return sentence(f"{_not_needed(reader, found)}{held}")
    if found.end == "contested":
        return sentence(f"Contested: {_contested(reader, found)}")
    argued = any(found.conclusions.values())
    return "Open: nothing that was argued decides it." if argued else "Open: nothing was argued on it."


def _brief(reader: Reader, found: IssueStanding, told: Sequence[str]) -> str:
    """What it came to in a few words, for where there is no room."""
    ends = {"moot": _not_needed(reader, found, short=True), "out_of_scope": "not decided here"}
    became = " or ".join(map(spoken, told)) if found.end == "answered" else ends.get(found.end, found.end)
    return sentence(f"{reader.spoken_name(found.name)}: {became}")


def _not_needed(reader: Reader, found: IssueStanding, short: bool = False) -> str:
    """Why an issue does not arise: what the issue came to on whose other outcome it hangs."""
    needs = given(reader.agenda.issues[found.name])
    parent = reader.sublation.issues.get(needs[0]) if needs is not None else None
    if parent is None:
        return "it does not arise"
    became = [one for one in dict.fromkeys(parent.outcome(who) for who in found.moot_for) if one]
    if not became:
        return (
            "it does not arise"
            if short
            else f"it does not arise, as “{reader.agenda.issues[parent.name]['text']}” does not"
        )
    if short:
        return f"not needed ({reader.spoken_name(parent.name)}: {' or '.join(map(spoken, became))})"
    wordings = reader.wordings(parent.name)
    return f"it is not needed, since {' or '.join(within(wordings.get(one, spoken(one))) for one in became)}"


def _contested(reader: Reader, found: IssueStanding) -> str:
    """Why an issue is contested, as the labels have it."""
    live = [o for o, claims in found.conclusions.items() if any(reader.is_alive(c) for c in claims)]
    if len(live) > 1:
        return "both sides stand"
    barred = _barred(reader, found)
    if barred:
        return "; ".join(barred)
    return f"only one side is argued, and {_unsettled(reader, found)}"


def _unsettled(reader: Reader, found: IssueStanding) -> str:
    """The objection that keeps an issue open: what its argument left out, as far as that stands for somebody."""
    graph = reader.names.graph
    omitted = [c for c in graph.into(found.issue, "ATTACKS") if c.is_a("Critique") and reader.is_alive(c.id)]
    if not omitted:
        return "an objection to it is not settled"
    grounds = first_sentence(readable(omitted[0]["grounds"], reader.desk.file))
    return f"it does not deal with this: {beginning(grounds, _OMITTED).rstrip('.')}"


def _barred(reader: Reader, found: IssueStanding) -> list[str]:
    """Who has no outcome because a document behind the only conclusion is not admitted to it."""
    held = [a for a in reader.sublation.labels if found.outcome(a)]
    without = [a for a in reader.sublation.labels if not found.outcome(a) and a not in found.moot_for]
    claims = [c for one in found.conclusions.values() for c in one]
    told = []
    for who in without if held else ():
        sources = dict.fromkeys(s for c in claims for s in _refused(reader, reader.sublation.claims.get(c), who))
        if sources:
            role = reader.roles.get(who, spoken(who))
            told.append(
                f"{perspectives_of([role])} does not admit {listed(list(sources))}, on which the only conclusion rests"
            )
    return told


def _refused(reader: Reader, standing: ClaimStanding | None, who: str) -> list[str]:
    """Documents by title that a claim needs and that an audience does not admit."""
    found = standing.condition if standing is not None else None
    return reader.refused_by(found, who)


def _for_whom(reader: Reader, found: IssueStanding, by: Mapping[str, str], told: Sequence[str]) -> str:
    if not told or (len(told) == 1 and all(outcome or one in found.moot_for for one, outcome in by.items())):
        return ""
    wordings = reader.wordings(found.name)
    sides = [f"{within(wordings.get(o, spoken(o)))}, {reader.seen_by([a for a in by if by[a] == o])}" for o in told]
    left = [one for one, outcome in by.items() if not outcome and one not in found.moot_for]
    sides += [f"{reader.seen_by(left)} it is undecided"] if left else []
    return opened("; ".join(sides))


def _stands(reader: Reader, argument: str) -> bool:
    made = reader.concluding[argument]
    return not made.advocacy and reader.class_of(made.claim) in STANDING


def _settles(reader: Reader, found: IssueStanding) -> str:
    if found.end not in ("contested", "open"):
        return ""
    live = [o for o, claims in found.conclusions.items() if any(reader.is_alive(c) for c in claims)]
    wordings = reader.wordings(found.name)
    sides = [f"“{wordings.get(one, spoken(one))}”" for one in live]
    if len(live) > 1:
        weighed = any(node["issue"] == found.name for node in reader.graph.live("Weighing"))
        decides = "the weighing between them is itself contested" if weighed else "no weighing decides between them"
        return f"Both {listed(sides)} are argued, and {decides}."
    if live and (barred := _barred(reader, found)):
        return sentence("; ".join(barred))
    if live:
        return f"Only {sides[0]} is argued, and {_unsettled(reader, found)}."
    if reader.desk.brief.agent.provider == "offline" and not any(found.conclusions.values()):
        # Rules write down what they could not settle; a model's agenda says why an issue decides.
        return sentence(str(reader.agenda.issues[found.name]["why"]))
    return "No argument for an outcome stands."


def _told_to_fall(reader: Reader, argument: str) -> bool:
    """Whether it is said of an argument that it fell: one argued by assignment falls only by its own side's word."""
    return not reader.concluding[argument].advocacy or argument in reader.given_up


def _why_not(reader: Reader, argument: str) -> str:
    """Why an argument does not stand."""
    made = reader.concluding[argument]
    if argument in reader.given_up:
        told = sentence(readable(str(reader.given_up[argument]["text"]), reader.desk.file))
        return f"its own side gave it up. {told}"
    felled = [o for o in reader.raised if o.against.partition(".")[0] == argument and o.stands]
    if felled:
        return f"an objection stands. {felled[0].text}"
    for node in reader.graph.live("Weighing"):
        held = any(labels.get(node.id) == "in" for labels in reader.labels)
        if node["issue"] == made.issue and node["under"] == made.outcome and held:
            why = sentence(readable(first_sentence(node.get("reasons") or ""), reader.desk.file))
            return f"it was outweighed. {why}".strip()
    return UNDECIDED if reader.is_alive(made.claim.id) else "what it rests on does not stand"


def _findings(reader: Reader, argument: str) -> list[str]:
    shown = reader.arguments.get(argument)
    rested = [r for part in shown.parts for r in part.rests_on] if shown else []
    return [r for r in rested if r in reader.names.findings and reader.holds(reader.names.findings[r])]
