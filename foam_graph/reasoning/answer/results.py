"""What a deliberation came to, ready to be worded: issues with their ends, options, objections, margins, gaps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.deciding import (
    MOOT,
    Concluding,
    Verdict,
    conclusions,
    end_of,
    options_of,
    outcomes,
    status_of,
)
from foam_graph.reasoning.answer.objections import Objection, objections
from foam_graph.reasoning.answer.plain import first_sentence, listed, readable, sentence, spoken
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.slot_versions import condition_of
from foam_graph.reasoning.sublation import current_labels

STANDING = ("core", "conditional")
"""Classes of claims that a position asserts."""
_GAPS = {"no_document_says": "No document says", "met_single_source": "Only one source says"}


@dataclass(frozen=True)
class Turning:
    """Something that would turn the answer.

    Attributes:
        kind: Removal, contrary finding, reading of a rule, or order of values.
        text: In words.
        issue: Issue that it turns; empty where it turns none by itself.
        option: Option that would hold then; empty where the answer would be open.
        nodes: Ids of what would have to fall, or be otherwise.
        exhaustive: Whether the search that found it looked at everything of its kind.
    """

    kind: Literal["removal", "contrary", "reading", "value_order"]
    text: str
    issue: str = ""
    option: str = ""
    nodes: tuple[str, ...] = ()
    exhaustive: bool = True

    def as_json(self) -> dict[str, object]:
        """An item of ``Answer.turns``."""
        return {
            "kind": self.kind,
            "text": self.text,
            "issue": self.issue,
            "option": self.option,
            "nodes": list(self.nodes),
            "exhaustive": self.exhaustive,
        }


@dataclass(frozen=True)
class IssueEnd:
    """How one issue ended.

    Attributes:
        name: Its short name.
        question: The question.
        end: answered, contested, open, moot or out_of_scope.
        outcomes: Audience to outcome; empty where undecided, ``MOOT`` where it does not arise.
        words: What it came to, in words.
        for_whom: For whom, where not for all alike.
        settles: Where it is not answered: what would settle it.
        standing: Names of the arguments that stand for what it came to.
        fallen: Names of arguments that do not stand, with why, in words.
        objections: Objections that bear on it, the weightiest first.
        margins: Recomputed figures with their margins.
        findings: Numbers of the findings that its arguments rest on.
    """

    name: str
    question: str
    end: str
    outcomes: Mapping[str, str]
    words: str
    for_whom: str = ""
    settles: str = ""
    standing: tuple[str, ...] = ()
    fallen: Mapping[str, str] = field(default_factory=dict)
    objections: tuple[Objection, ...] = ()
    margins: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionEnd:
    """What became of one option."""

    name: str
    text: str
    status: Literal["core", "conditional", "open", "dissent"]
    in_for: tuple[str, ...]
    out_for: tuple[str, ...]
    condition: str = ""


@dataclass(frozen=True)
class Results:
    """What a deliberation came to.

    Attributes:
        question: What was asked.
        names: Short names of what it holds.
        roles: Audience to the words for it.
        issues: Issues in the order of the agenda.
        options: Options in the order of the agenda.
        arguments: Every argument with a live part, by name.
        asserted: Parts that may be stated, by name, with their condition; empty for none.
        conditional: Those of them that hold for some only.
        advocates: Names of the best arguments for what did not come out.
        turns: What would turn the answer, by name.
        reliefs: What is asked for beyond the options, by name.
        gaps: What the file lacks, by name.
        weighs: Why one side of an issue was outweighed: ids of the weighings, by issue.
    """

    question: str
    names: Names
    roles: Mapping[str, str]
    issues: tuple[IssueEnd, ...]
    options: tuple[OptionEnd, ...]
    arguments: Mapping[str, ArgumentShown]
    asserted: frozenset[str]
    conditional: Mapping[str, str]
    advocates: tuple[str, ...]
    turns: Mapping[str, Turning]
    reliefs: Mapping[str, str]
    gaps: Mapping[str, str]

    @property
    def answer(self) -> OptionEnd | None:
        """The option that holds for everybody, else the one that alone holds for somebody; None where it is open."""
        core = [one for one in self.options if one.status == "core"]
        some = core or [one for one in self.options if one.status == "conditional"]
        return some[0] if len(some) == 1 else None

    @property
    def status(self) -> Literal["core", "conditional", "open"]:
        """What became of the question."""
        told = {one.status for one in self.options}
        return "core" if "core" in told else "conditional" if "conditional" in told else "open"

    def objection(self, name: str) -> Objection | None:
        """An objection by its name."""
        return next((one for issue in self.issues for one in issue.objections if one.name == name), None)


class _Reader:
    """Reads results off a run whose labels are written."""

    def __init__(self, desk: Desk, graph: Subgraph) -> None:
        self.desk, self.graph = desk, graph
        self.agenda, _ = desk.shown(graph)
        self.names = Names(graph, desk.file)
        self.standing = standings(graph)
        self.audiences = list(dict.fromkeys(node["audience"] for node in graph.live("Labelling")))
        self.labels = {one: current_labels(graph, one) for one in self.audiences}
        self.found = [c for c in conclusions(graph) if c.issue in self.agenda.issues]
        self.arguments = {one.id: one for one in self.names.shown()}
        self.concluding = {self.names.of[c.claim.id].partition(".")[0]: c for c in self.found if c.claim.id in self.names.of}
        self.decided = {one: outcomes(self.agenda.issues, self.found, self.labels[one]) for one in self.audiences}
        self.roles = {p.stance_id: p.role_label for p in desk.brief.perspectives}
        self.raised = self._raised()

    def _raised(self) -> list[Objection]:
        issue_of = {name: made.issue for name, made in self.concluding.items()}
        issue_of |= {node.id: name for name, node in self.agenda.issues.items()}
        threshold = self.desk.brief.limits.materiality
        labels = list(self.labels.values())
        return objections(self.graph, self.names, issue_of, labels, self.desk.file, threshold)

    def class_of(self, claim: Node) -> str:
        """The class of a claim; empty where none was computed."""
        found = self.standing.get(claim.id)
        return str(found["class"]) if found else ""

    def for_words(self, audiences: Sequence[str]) -> str:
        """Audiences in words."""
        return listed([self.roles.get(one, spoken(one)) for one in audiences])

    def wordings(self, issue: str) -> dict[str, str]:
        """The outcomes of an issue in words."""
        return {name: str(text) for name, text in json.loads(self.agenda.issues[issue]["wordings"]).items()}

    def issue(self, name: str) -> IssueEnd:
        """How one issue ended."""
        node = self.agenda.issues[name]
        by = {one: decided[name] for one, decided in self.decided.items()}
        alive = {c.outcome for c in self.found if c.issue == name and not c.advocacy and self._alive(c)}
        end = end_of(node, list(by.values()), len(alive) > 1)
        own = [arg for arg, made in self.concluding.items() if made.issue == name]
        told = [one for one in dict.fromkeys(by.values()) if one and one != MOOT]
        standing = [a for a in own if self._stands(a) and (not told or self.concluding[a].outcome in told)]
        wordings, differ = self.wordings(name), len(told) > 1
        words = {
            "answered": "; ".join(wordings.get(one, spoken(one)) for one in told),
            "moot": "It does not arise.",
            "out_of_scope": str(node.get("out_of_scope", "")),
        }.get(end, f"It stays {end}.")
        for_whom = "; ".join(
            f"{wordings.get(one, spoken(one))}: {self.for_words([a for a in by if by[a] == one])}" for one in told
        )
        return IssueEnd(
            name=name,
            question=node["text"],
            end=end,
            outcomes=by,
            words=words,
            for_whom=for_whom if differ or (told and not all(by.values())) else "",
            settles=self._settles(name, end, sorted(alive)),
            standing=tuple(standing),
            fallen={a: self._why_not(a) for a in own if a not in standing and not self.concluding[a].advocacy},
            objections=tuple(one for one in self.raised if one.issue == name),
            margins=tuple(self._margins(standing or own)),
            findings=tuple(dict.fromkeys(f for a in standing or own for f in self._findings(a))),
        )

    def _alive(self, one: Concluding) -> bool:
        return any(labels.get(one.claim.id, "out") != "out" for labels in self.labels.values())

    def _stands(self, argument: str) -> bool:
        made = self.concluding[argument]
        return not made.advocacy and self.class_of(made.claim) in STANDING

    def _settles(self, name: str, end: str, alive: Sequence[str]) -> str:
        if end not in ("contested", "open"):
            return ""
        hooks = [c["hook"] for c in self.graph.live("Critique") if c.get("hook") and self._bears(c, name)]
        asked = f" A document on this would settle it: {hooks[0]}." if hooks else ""
        if len(alive) > 1:
            wordings = self.wordings(name)
            sides = listed([f"“{wordings.get(one, spoken(one))}”" for one in alive])
            return f"Both {sides} are argued, and nothing in the file outweighs the one or the other.{asked}"
        return f"No argument for an outcome stands.{asked}"

    def _bears(self, critique: Node, issue: str) -> bool:
        return any(one.id == critique.id and one.issue == issue for one in self.raised)

    def _why_not(self, argument: str) -> str:
        """Why an argument does not stand."""
        made = self.concluding[argument]
        said = self.wordings(made.issue).get(made.outcome, spoken(made.outcome)).rstrip(".")
        felled = [o for o in self.raised if o.against.partition(".")[0] == argument and o.stands]
        if felled:
            return f"{said}: {felled[0].text}"
        for node in self.graph.live("Weighing"):
            held = any(labels.get(node.id) == "in" for labels in self.labels.values())
            if node["issue"] == made.issue and node["under"] == made.outcome and held:
                why = sentence(readable(first_sentence(node["reasons"]), self.desk.file))
                return f"{said}: it was outweighed. {why}"
        if self._alive(made):
            return f"{said}: undecided."
        return f"{said}: what it rests on does not stand."

    def _margins(self, arguments: Sequence[str]) -> list[str]:
        """What calculations and findings behind arguments came to, in their order."""
        found: dict[str, None] = {}
        for name in arguments:
            for part in self.arguments[name].parts if name in self.arguments else ():
                for node in self.graph.out(self.names.parts[part.id].id, "RESTS_ON"):
                    newest = self.graph.newest(node.id)
                    if newest.kind == "Calculation":
                        found[sentence(readable(newest["statement"], self.desk.file))] = None
                    elif newest.kind == "Finding" and newest["kind"] in ("threshold", "sum", "timeline"):
                        found[sentence(readable(newest["text"], self.desk.file))] = None
        return list(found)

    def _findings(self, argument: str) -> list[str]:
        shown = self.arguments.get(argument)
        return [r for part in shown.parts for r in part.rests_on if r in self.names.findings] if shown else []

    def options(self) -> tuple[OptionEnd, ...]:
        """What became of each option."""
        found = []
        verdicts: dict[str, dict[str, Verdict]] = {
            one: options_of(self.agenda.issues, self.agenda.options, self.decided[one]) for one in self.audiences
        }
        for name, node in self.agenda.options.items():
            by = {one: verdicts[one][name] for one in self.audiences}
            in_for = [one for one, verdict in by.items() if verdict == "in"]
            out_for = [one for one, verdict in by.items() if verdict == "out"]
            status = status_of(list(by.values()) or ["undecided"])
            condition = f"for {self.for_words(in_for)}" if status == "conditional" else ""
            found.append(OptionEnd(name, node["text"], status, tuple(in_for), tuple(out_for), condition))
        return tuple(found)

    def asserted(self) -> dict[str, str]:
        """Parts that may be stated, with their condition."""
        advocacy = {name for name, shown in self.arguments.items() if shown.advocacy}
        found = {}
        for name, claim in self.names.parts.items():
            standing = self.standing.get(claim.id)
            if standing is not None and standing["class"] in STANDING and name.partition(".")[0] not in advocacy:
                found[name] = condition_of(claim, standing)
        return found

    def reliefs(self) -> list[str]:
        """What is asked for beyond the options, and what became of it."""
        words = {"granted": "Granted", "refused": "Refused", "not_ours": "Not for this body to give"}
        found = []
        for node in self.agenda.reliefs:
            who = f" ({node['by']})" if node.get("by") else ""
            became = f"{words.get(node['answer'], 'Not decided')}: {node['why']}"
            found.append(f"{sentence(node['text'] + who)} {sentence(readable(became, self.desk.file))}")
        return found

    def gaps(self, issues: Sequence[IssueEnd]) -> list[str]:
        """What the file lacks."""
        found: dict[str, None] = {}
        for node in self.names.findings.values():
            if node.get("verdict") in _GAPS:
                found[f"{_GAPS[node['verdict']]}: {readable(node['text'], self.desk.file)}"] = None
        for node in self.graph.of("Reading"):
            if not node["sentences"]:
                found.update(dict.fromkeys(f"A search found nothing: {query}" for query in node["queries"]))
        for issue in issues:
            if issue.settles:
                found[f"{issue.question} {issue.settles}"] = None
        return [sentence(one) for one in found]


def results(desk: Desk, graph: Subgraph, turns: Sequence[Turning] = ()) -> Results:
    """What a run came to.

    Args:
        desk: The run, its documents and its case file.
        graph: The run, its labels written.
        turns: What would turn the answer, as computed by relabelling.

    Raises:
        ReasoningError: The run has no agenda.
    """
    reader = _Reader(desk, graph)
    issues = tuple(reader.issue(name) for name in reader.agenda.issues)
    options = reader.options()
    held = {name for issue in issues for name in issue.standing}
    others = [name for name, made in reader.concluding.items() if name not in held]
    asserted = reader.asserted()
    return Results(
        question=desk.brief.question,
        names=reader.names,
        roles=reader.roles,
        issues=issues,
        options=options,
        arguments=reader.arguments,
        asserted=frozenset(asserted),
        conditional={name: condition for name, condition in asserted.items() if condition},
        advocates=tuple(sorted(others, key=lambda name: not reader.concluding[name].advocacy)),
        turns={f"T{n}": one for n, one in enumerate(turns, 1)},
        reliefs={f"Q{n}": one for n, one in enumerate(reader.reliefs(), 1)},
        gaps={f"G{n}": one for n, one in enumerate(reader.gaps(issues), 1)},
    )
