"""What a deliberation came to, read off the run and its labels, ready to be worded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.phrases import opened
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.deciding import Concluding, given
from foam_graph.reasoning.outcome.ends import UNDECIDED, IssueEnd, OptionEnd, Results, Turning
from foam_graph.reasoning.outcome.margins import margins
from foam_graph.reasoning.outcome.objections import Objection, objections
from foam_graph.reasoning.outcome.plain import (
    beginning,
    first_sentence,
    listed,
    perspectives_of,
    readable,
    sentence,
    spoken,
    with_titles,
    within,
)
from foam_graph.reasoning.rounds.critiques import given_up
from foam_graph.reasoning.sublation import AnswerStanding, ClaimStanding, Condition, IssueStanding, Sublation
from foam_graph.reasoning.sublation.agenda_reading import concludes
from foam_graph.reasoning.sublation.conditions import Admission
from foam_graph.reasoning.taken_back import ruled_out, taken_back

STANDING = ("core", "conditional")
"""Classes of claims that a position asserts."""

_OMITTED = 16
"""Words told of what an argument left out."""


class _Reader:
    """Reads results off a run and its labels."""

    def __init__(self, desk: Desk, graph: Subgraph, sublation: Sublation) -> None:
        self.desk, self.graph, self.sublation = desk, graph, sublation
        self.agenda, _ = desk.shown(graph)
        self.names = Names(graph, desk.file)
        self.labels = list(sublation.labels.values())
        self.concluding = self._concluding()
        self.arguments = {one.id: self._shown(one) for one in self.names.shown()}
        self.roles = {p.stance_id: p.role_label for p in desk.brief.perspectives}
        self.raised = self._raised()
        self.given_up = given_up(self.names, desk.brief)
        self._labelled = {one for labels in self.labels for one in labels}

    def _concluding(self) -> dict[str, Concluding]:
        """Arguments with what they conclude for; a new version of a claim concludes as the one before it."""
        found = {}
        for name, claim in self.names.parts.items():
            for edge in concludes(self.graph, claim)[:1]:
                issue, outcome = self.graph[edge.end]["name"], str(edge.fields["outcome"])
                advocacy = bool(edge.fields.get("advocacy"))
                found[name.partition(".")[0]] = Concluding(claim, issue, outcome, advocacy)
        return {name: one for name, one in found.items() if one.issue in self.agenda.issues}

    def _shown(self, argument: ArgumentShown) -> ArgumentShown:
        """An argument with what it concludes for, also where only an earlier version of its conclusion said so."""
        made = self.concluding.get(argument.id)
        told = {"issue": made.issue, "outcome": made.outcome, "advocacy": made.advocacy} if made else {}
        return argument.model_copy(update=told)

    def _raised(self) -> list[Objection]:
        issue_of = {name: made.issue for name, made in self.concluding.items()}
        issue_of |= {node.id: name for name, node in self.agenda.issues.items()}
        threshold = self.desk.brief.limits.materiality
        unsettled = {item.critique: set(item.labels.values()) for item in self.sublation.memo}
        return objections(self.graph, self.names, issue_of, unsettled, self.desk.file, threshold)

    def class_of(self, claim: Node) -> str:
        """The class of a claim; empty where none was computed."""
        found = self.sublation.claims.get(claim.id)
        return found.class_ if found else ""

    def condition_words(self, condition: Condition | None) -> str:
        """A condition in words, documents by their titles."""
        return with_titles(condition.words(), self.desk.file) if condition else ""

    def wordings(self, issue: str) -> dict[str, str]:
        """The outcomes of an issue in words, without a full stop."""
        told = json.loads(self.agenda.issues[issue]["wordings"])
        return {name: str(text).strip().rstrip(".") for name, text in told.items()}

    def issue(self, found: IssueStanding) -> IssueEnd:
        """How one issue ended."""
        node = self.agenda.issues[found.name]
        by = {one: found.outcome(one) for one in self.sublation.labels}
        told = [one for one in dict.fromkeys(by.values()) if one]
        own = [arg for arg, made in self.concluding.items() if made.issue == found.name]
        standing = [a for a in own if self._stands(a) and (not told or self.concluding[a].outcome in told)]
        shown = standing or [a for a in own if not self.concluding[a].advocacy]
        counted, margin = margins(self.names, [self.arguments[a] for a in shown if a in self.arguments], self.holds)
        return IssueEnd(
            name=found.name,
            question=node["text"],
            end=found.end,
            # For whom an issue does not arise it has no outcome, whatever is argued for the case that it did.
            outcomes={one: "" if one in found.moot_for else outcome for one, outcome in by.items()},
            words=self._came_to(found, told, node),
            brief=self._brief(found, told),
            for_whom=self._for_whom(found, by, told),
            settles=self._settles(found),
            standing=tuple(standing),
            fallen={a: self._why_not(a) for a in own if a not in standing and self._told_to_fall(a)},
            objections=tuple(one for one in self.raised if one.issue == found.name),
            margins=tuple(counted),
            margin=margin,
            findings=tuple(dict.fromkeys(f for a in shown for f in self._findings(a))),
        )

    def _came_to(self, found: IssueStanding, told: Sequence[str], node: Node) -> str:
        wordings = self.wordings(found.name)
        if found.end == "answered":
            burden = " (not proved, not disproved: the burden of proof decides)" if found.by_burden else ""
            return sentence("; ".join(wordings.get(one, spoken(one)) for one in told) + burden)
        if found.end == "out_of_scope":
            return sentence(f"Not decided here: {node['out_of_scope']}")
        if found.end == "moot":
            held = f"; had it arisen: {'; '.join(wordings.get(one, spoken(one)) for one in told)}" if told else ""
            return sentence(f"{self._not_needed(found)}{held}")
        if found.end == "contested":
            return sentence(f"Contested: {self._contested(found)}")
        argued = any(found.conclusions.values())
        return "Open: nothing that was argued decides it." if argued else "Open: nothing was argued on it."

    def _brief(self, found: IssueStanding, told: Sequence[str]) -> str:
        """What it came to in a few words, for where there is no room."""
        ends = {"moot": self._not_needed(found, short=True), "out_of_scope": "not decided here"}
        became = " or ".join(map(spoken, told)) if found.end == "answered" else ends.get(found.end, found.end)
        return sentence(f"{self._spoken(found.name)}: {became}")

    def _spoken(self, issue: str) -> str:
        """The short name of an issue as it is said, with the capitals of its question."""
        return spoken(issue, str(self.agenda.issues[issue]["text"]))

    def _not_needed(self, found: IssueStanding, short: bool = False) -> str:
        """Why an issue does not arise: what the issue came to on whose other outcome it hangs."""
        needs = given(self.agenda.issues[found.name])
        parent = self.sublation.issues.get(needs[0]) if needs is not None else None
        if parent is None:
            return "it does not arise"
        became = [one for one in dict.fromkeys(parent.outcome(who) for who in found.moot_for) if one]
        if not became:
            return (
                "it does not arise"
                if short
                else f"it does not arise, as “{self.agenda.issues[parent.name]['text']}” does not"
            )
        if short:
            return f"not needed ({self._spoken(parent.name)}: {' or '.join(map(spoken, became))})"
        wordings = self.wordings(parent.name)
        return f"it is not needed, since {' or '.join(within(wordings.get(one, spoken(one))) for one in became)}"

    def _contested(self, found: IssueStanding) -> str:
        """Why an issue is contested, as the labels have it."""
        live = [o for o, claims in found.conclusions.items() if any(self._alive_id(c) for c in claims)]
        if len(live) > 1:
            return "both sides stand"
        barred = self._barred(found)
        if barred:
            return "; ".join(barred)
        return f"only one side is argued, and {self._unsettled(found)}"

    def _unsettled(self, found: IssueStanding) -> str:
        """The objection that keeps an issue open: what its argument left out, as far as that stands for somebody."""
        graph = self.names.graph
        omitted = [c for c in graph.into(found.issue, "ATTACKS") if c.is_a("Critique") and self._alive_id(c.id)]
        if not omitted:
            return "an objection to it is not settled"
        grounds = first_sentence(readable(omitted[0]["grounds"], self.desk.file))
        return f"it does not deal with this: {beginning(grounds, _OMITTED).rstrip('.')}"

    def _barred(self, found: IssueStanding) -> list[str]:
        """Who has no outcome because a document behind the only conclusion is not admitted to it."""
        held = [a for a in self.sublation.labels if found.outcome(a)]
        without = [a for a in self.sublation.labels if not found.outcome(a) and a not in found.moot_for]
        claims = [c for one in found.conclusions.values() for c in one]
        told = []
        for who in without if held else ():
            sources = dict.fromkeys(s for c in claims for s in self._refused(self.sublation.claims.get(c), who))
            if sources:
                role = self.roles.get(who, spoken(who))
                told.append(
                    f"{perspectives_of([role])} does not admit {listed(list(sources))}, on which the only conclusion rests"
                )
        return told

    def _refused(self, standing: ClaimStanding | None, who: str) -> list[str]:
        """Documents by title that a claim needs and that an audience does not admit."""
        found = standing.condition if standing is not None else None
        return self.refused_by(found, who)

    def refused_by(self, condition: Condition | None, who: str) -> list[str]:
        """Documents by title that a condition wants admitted and that an audience refuses."""
        audience = next(one for one in self.sublation.audiences if one.name == who)
        titles = {document.id: document.title for document in self.desk.file.documents}
        return [
            titles.get(source.document.partition("@")[0], source.document)
            for term in (condition.terms if condition else ())
            for literal in term
            if isinstance(literal, Admission) and literal.admitted and not literal.holds(audience)
            for source in literal.sources
            if audience.refuses(source)
        ]

    def _for_whom(self, found: IssueStanding, by: Mapping[str, str], told: Sequence[str]) -> str:
        if not told or (len(told) == 1 and all(outcome or one in found.moot_for for one, outcome in by.items())):
            return ""
        wordings = self.wordings(found.name)
        sides = [f"{within(wordings.get(o, spoken(o)))}, {self._seen_by([a for a in by if by[a] == o])}" for o in told]
        left = [one for one, outcome in by.items() if not outcome and one not in found.moot_for]
        sides += [f"{self._seen_by(left)} it is undecided"] if left else []
        return opened("; ".join(sides))

    def _seen_by(self, audiences: Sequence[str]) -> str:
        """From whose perspective something holds."""
        return f"from {perspectives_of([self.roles.get(one, spoken(one)) for one in audiences])}"

    def _stands(self, argument: str) -> bool:
        made = self.concluding[argument]
        return not made.advocacy and self.class_of(made.claim) in STANDING

    def _settles(self, found: IssueStanding) -> str:
        if found.end not in ("contested", "open"):
            return ""
        live = [o for o, claims in found.conclusions.items() if any(self._alive_id(c) for c in claims)]
        wordings = self.wordings(found.name)
        sides = [f"“{wordings.get(one, spoken(one))}”" for one in live]
        if len(live) > 1:
            weighed = any(node["issue"] == found.name for node in self.graph.live("Weighing"))
            decides = "the weighing between them is itself contested" if weighed else "no weighing decides between them"
            return f"Both {listed(sides)} are argued, and {decides}."
        if live and (barred := self._barred(found)):
            return sentence("; ".join(barred))
        if live:
            return f"Only {sides[0]} is argued, and {self._unsettled(found)}."
        if self.desk.brief.agent.provider == "offline" and not any(found.conclusions.values()):
            # Rules write down what they could not settle; a model's agenda says why an issue decides.
            return sentence(str(self.agenda.issues[found.name]["why"]))
        return "No argument for an outcome stands."

    def _alive_id(self, claim: str) -> bool:
        return any(labels.get(claim, "out") != "out" for labels in self.labels)

    def _told_to_fall(self, argument: str) -> bool:
        """Whether it is said of an argument that it fell: one argued by assignment falls only by its own side's word."""
        return not self.concluding[argument].advocacy or argument in self.given_up

    def _why_not(self, argument: str) -> str:
        """Why an argument does not stand."""
        made = self.concluding[argument]
        if argument in self.given_up:
            told = sentence(readable(str(self.given_up[argument]["text"]), self.desk.file))
            return f"its own side gave it up. {told}"
        felled = [o for o in self.raised if o.against.partition(".")[0] == argument and o.stands]
        if felled:
            return f"an objection stands. {felled[0].text}"
        for node in self.graph.live("Weighing"):
            held = any(labels.get(node.id) == "in" for labels in self.labels)
            if node["issue"] == made.issue and node["under"] == made.outcome and held:
                why = sentence(readable(first_sentence(node.get("reasons") or ""), self.desk.file))
                return f"it was outweighed. {why}".strip()
        return UNDECIDED if self._alive_id(made.claim.id) else "what it rests on does not stand"

    def _findings(self, argument: str) -> list[str]:
        shown = self.arguments.get(argument)
        rested = [r for part in shown.parts for r in part.rests_on] if shown else []
        return [r for r in rested if r in self.names.findings and self.holds(self.names.findings[r])]

    def option(self, found: AnswerStanding) -> OptionEnd:
        """What became of one option."""
        node = self.agenda.options[found.name]
        in_for, out_for = found.audiences("in"), found.audiences("out")
        condition = ""
        if found.status == "conditional":
            condition = self._for_some(found, in_for)
        elif found.status == "open":
            condition = self._challenged(node)
        return OptionEnd(found.name, node["text"], found.status, tuple(in_for), tuple(out_for), condition)

    def _challenged(self, option: Node) -> str:
        """Why an option is open whatever its issues came to: it, or the agenda, is challenged, and nobody has settled that."""
        asked = {option.id, self.agenda.node.id}
        unsettled = [one for one in self.raised if one.stands or one.open]
        told = [one.text for one in unsettled if {node.id for node in self.graph.out(one.id, "ATTACKS")} & asked]
        return f"open as long as this is not ruled on: {' '.join(told)}" if told else ""

    def _for_some(self, found: AnswerStanding, in_for: Sequence[str]) -> str:
        """For whom an option holds, and why it does not for the others, each said once."""
        told = [self._seen_by(in_for)]
        refusing = False
        for who in (one for one in self.sublation.labels if one not in in_for):
            barred = dict.fromkeys(self.refused_by(found.condition, who))
            if barred:
                refusing = True
                reached = self.sublation.issues.values()
                left = [one for one in reached if not one.outcome(who) and any(one.outcome(a) for a in in_for)]
                names = listed([self._spoken(one.name) for one in left]) or "the answer"
                role = self.roles.get(who, spoken(who))
                told.append(
                    f"{perspectives_of([role])}, which does not admit {listed(list(barred))}, leaves {names} open"
                )
        if not refusing and found.condition is not None:
            told.append(f"where {self.condition_words(found.condition).removeprefix('holds where ')}")
        return "; ".join(told) if refusing else " ".join(told)

    def asserted(self) -> dict[str, str]:
        """Parts that may be stated, with their condition."""
        advocacy = {name for name, shown in self.concluding.items() if shown.advocacy}
        found = {}
        for name, claim in self.names.parts.items():
            if self.class_of(claim) in STANDING and name.partition(".")[0] not in advocacy:
                found[name] = self._condition(claim)
        return found

    def _condition(self, claim: Node) -> str:
        standing = self.sublation.claims[claim.id]
        own = str(claim.get("condition", ""))
        return self.condition_words(standing.condition) or (f"holds {own}" if own else "")

    def holds(self, node: Node) -> bool:
        """Whether a finding or a calculation may be told as what was found: no ruling took it back, and labelled it is in for somebody."""
        fell = node.id in self._labelled and not any(labels.get(node.id) == "in" for labels in self.labels)
        return not fell and taken_back(self.graph, node) is None

    def felled(self) -> frozenset[str]:
        """Findings that a ruling took back, or that have a label and are accepted for nobody."""
        return frozenset(number for number, node in self.names.findings.items() if not self.holds(node))

    def ruled_out(self) -> frozenset[str]:
        """Names of findings, sentences and parts of arguments that a person's ruling took back, or that need what one did."""
        graph, names = self.graph, self.names
        shared = {name: node for name, node in names.findings.items() if taken_back(graph, node) is not None}
        parts = {name: claim for name, claim in names.parts.items() if ruled_out(graph, claim)}
        while more := self._resting_on(parts):
            parts |= more
        sentences = [one for one in graph.of("EvidenceSentence") if taken_back(graph, one) is not None]
        return frozenset((*shared, *parts, *names.short(one["sentence_id"] for one in sentences)))

    def _resting_on(self, parts: Mapping[str, Node]) -> dict[str, Node]:
        """Further parts of arguments, by name, whose claims need one of some parts."""
        ids = {claim.id for claim in parts.values()}

        def needs_one(claim: Node) -> bool:
            needed = {edge.end for edge in self.graph.out_edges(claim.id, "RESTS_ON") if not edge.fields.get("group")}
            return any(self.graph.newest(one).id in ids for one in needed if one in self.graph)

        return {name: c for name, c in self.names.parts.items() if name not in parts and needs_one(c)}

    def reliefs(self) -> dict[str, str]:
        """What is asked for beyond the options and what became of it, by the id of its node."""
        words = {"granted": "Granted", "refused": "Refused", "not_ours": "Not for this body to give"}
        found = {}
        for node in self.agenda.reliefs:
            who = f" ({node['by']})" if node.get("by") else ""
            became = f"{words[node['answer']]}: {node['why']}" if node["answer"] in words else str(node["why"])
            told = f"{sentence(node['text'].rstrip('.') + who)} {sentence(readable(became, self.desk.file))}"
            found[node.id] = told
        return found

    def gaps(self, issues: Sequence[IssueEnd]) -> dict[str, str]:
        """What the file lacks, with the id of the node that says so."""
        found: dict[str, str] = {}
        for text, node in self._found("no_document_says"):
            found[sentence(f"No document says: {text}")] = node
        for issue in issues:
            if issue.settles:
                found[sentence(f"{issue.question} {issue.settles}")] = self.agenda.issues[issue.name].id
        return found

    def leaning(self) -> dict[str, str]:
        """What one document alone shows, with the id of the finding: that is no lack, and no more than it says."""
        return {sentence(text): node for text, node in self._found("met_single_source")}

    def _found(self, verdict: str) -> list[tuple[str, str]]:
        """Findings of a verdict that no ruling took back: their words with their ids."""
        return [
            (readable(node["text"], self.desk.file), node.id)
            for node in self.names.findings.values()
            if node.get("verdict") == verdict and taken_back(self.graph, node) is None
        ]


def _best(reader: _Reader, others: Sequence[str]) -> list[str]:
    """Of the arguments that did not prevail one for each outcome, in the order of the agenda: its advocate's, if any.

    One that its own side gave up is told only where nobody else argues for the outcome, and then with what was conceded.
    """
    found: dict[tuple[str, str], str] = {}
    for name in sorted(others, key=lambda one: (one in reader.given_up, not reader.concluding[one].advocacy)):
        made = reader.concluding[name]
        found.setdefault((made.issue, made.outcome), name)
    place = list(reader.agenda.issues)
    return [found[key] for key in sorted(found, key=lambda key: place.index(key[0]))]


def results(desk: Desk, graph: Subgraph, sublation: Sublation, turns: Sequence[Turning] = ()) -> Results:
    """What a run came to.

    Args:
        desk: The run, its documents and its case file.
        graph: The run.
        sublation: Its labels.
        turns: What would turn the answer, as computed by relabelling.

    Raises:
        ReasoningError: The run has no agenda.
    """
    reader = _Reader(desk, graph, sublation)
    issues = tuple(reader.issue(sublation.issues[name]) for name in reader.agenda.issues)
    held = {name for issue in issues for name in issue.standing}
    out = reader.ruled_out()
    fell = {name.partition(".")[0] for name in out if name in reader.names.parts}
    others = [name for name in reader.concluding if name not in held and name not in fell]
    asserted = reader.asserted()
    reliefs, gaps, leaning = reader.reliefs(), reader.gaps(issues), reader.leaning()
    nodes = {f"T{n}": one.nodes for n, one in enumerate(turns, 1)}
    nodes |= {f"Q{n}": (node,) for n, node in enumerate(reliefs, 1)}
    nodes |= {f"G{n}": (node,) for n, node in enumerate((*gaps.values(), *leaning.values()), 1)}
    return Results(
        question=desk.brief.question,
        names=reader.names,
        roles=reader.roles,
        first={one.stance_id: spoken(one.weighs_most) for one in desk.brief.perspectives if one.weighs_most},
        issues=issues,
        options=tuple(reader.option(sublation.answers[name]) for name in reader.agenda.options),
        arguments=reader.arguments,
        asserted=frozenset(asserted),
        conditional={name: condition for name, condition in asserted.items() if condition},
        advocates=tuple(_best(reader, others)),
        turns={f"T{n}": one for n, one in enumerate(turns, 1)},
        reliefs={f"Q{n}": one for n, one in enumerate(reliefs.values(), 1)},
        gaps={f"G{n}": one for n, one in enumerate(gaps, 1)},
        leaning={f"G{n}": one for n, one in enumerate(leaning, 1 + len(gaps))},
        concluding={name: reader.names.of[made.claim.id] for name, made in reader.concluding.items()},
        outcomes={name: reader.wordings(name) for name in reader.agenda.issues},
        nodes=nodes,
        felled=reader.felled(),
        ruled_out=out,
    )
