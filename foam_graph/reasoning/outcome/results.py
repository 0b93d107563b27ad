"""What a deliberation came to, read off the run and its labels, ready to be worded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.outcome.ends import IssueEnd, Results, Turning
from foam_graph.reasoning.outcome.issue_ends import issue_end
from foam_graph.reasoning.outcome.option_ends import option_end
from foam_graph.reasoning.outcome.plain import (
    readable,
    sentence,
    spoken,
)
from foam_graph.reasoning.outcome.reader import STANDING, Reader
from foam_graph.reasoning.sublation import Sublation
from foam_graph.reasoning.taken_back import ruled_out, taken_back


def _best(reader: Reader, others: Sequence[str]) -> list[str]:
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
    reader = Reader(desk, graph, sublation)
    issues = tuple(issue_end(reader, sublation.issues[name]) for name in reader.agenda.issues)
    held = {name for issue in issues for name in issue.standing}
    out = _ruled_out(reader)
    fell = {name.partition(".")[0] for name in out if name in reader.names.parts}
    others = [name for name in reader.concluding if name not in held and name not in fell]
    asserted = _asserted(reader)
    reliefs, gaps, leaning = _reliefs(reader), _gaps(reader, issues), _leaning(reader)
    nodes = {f"T{n}": one.nodes for n, one in enumerate(turns, 1)}
    nodes |= {f"Q{n}": (node,) for n, node in enumerate(reliefs, 1)}
    nodes |= {f"G{n}": (node,) for n, node in enumerate((*gaps.values(), *leaning.values()), 1)}
    return Results(
        question=desk.brief.question,
        dated=desk.brief.as_of[:10],
        names=reader.names,
        roles=reader.roles,
        first={one.stance_id: spoken(one.weighs_most) for one in desk.brief.perspectives if one.weighs_most},
        issues=issues,
        options=tuple(option_end(reader, sublation.answers[name]) for name in reader.agenda.options),
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
        felled=_felled(reader),
        ruled_out=out,
    )


def _asserted(reader: Reader) -> dict[str, str]:
    """Parts that may be stated, with their condition."""
    advocacy = {name for name, shown in reader.concluding.items() if shown.advocacy}
    found = {}
    for name, claim in reader.names.parts.items():
        if reader.class_of(claim) in STANDING and name.partition(".")[0] not in advocacy:
            found[name] = _condition(reader, claim)
    return found


def _condition(reader: Reader, claim: Node) -> str:
    standing = reader.sublation.claims[claim.id]
    own = str(claim.get("condition", ""))
    return reader.condition_words(standing.condition) or (f"holds {own}" if own else "")


def _felled(reader: Reader) -> frozenset[str]:
    """Findings that a ruling took back, or that have a label and are accepted for nobody."""
    return frozenset(number for number, node in reader.names.findings.items() if not reader.holds(node))


def _ruled_out(reader: Reader) -> frozenset[str]:
    """Names of findings, sentences and parts of arguments that a person's ruling took back, or that need what one did."""
    graph, names = reader.graph, reader.names
    shared = {name: node for name, node in names.findings.items() if taken_back(graph, node) is not None}
    parts = {name: claim for name, claim in names.parts.items() if ruled_out(graph, claim)}
    while more := _resting_on(reader, parts):
        parts |= more
    sentences = [one for one in graph.of("EvidenceSentence") if taken_back(graph, one) is not None]
    return frozenset((*shared, *parts, *names.short(one["sentence_id"] for one in sentences)))


def _resting_on(reader: Reader, parts: Mapping[str, Node]) -> dict[str, Node]:
    """Further parts of arguments, by name, whose claims need one of some parts."""
    ids = {claim.id for claim in parts.values()}

    def needs_one(claim: Node) -> bool:
        needed = {edge.end for edge in reader.graph.out_edges(claim.id, "RESTS_ON") if not edge.fields.get("group")}
        return any(reader.graph.newest(one).id in ids for one in needed if one in reader.graph)

    return {name: c for name, c in reader.names.parts.items() if name not in parts and needs_one(c)}


def _reliefs(reader: Reader) -> dict[str, str]:
    """What is asked for beyond the options and what became of it, by the id of its node."""
    words = {"granted": "Granted", "refused": "Refused", "not_ours": "Not for this body to give"}
    found = {}
    for node in reader.agenda.reliefs:
        who = f" ({node['by']})" if node.get("by") else ""
        became = f"{words[node['answer']]}: {node['why']}" if node["answer"] in words else str(node["why"])
        told = f"{sentence(node['text'].rstrip('.') + who)} {sentence(readable(became, reader.desk.file))}"
        found[node.id] = told
    return found


def _gaps(reader: Reader, issues: Sequence[IssueEnd]) -> dict[str, str]:
    """What the file lacks, with the id of the node that says so."""
    found: dict[str, str] = {}
    for text, node in _found(reader, "no_document_says"):
        found[sentence(f"No document says: {text}")] = node
    for issue in issues:
        if issue.settles:
            found[sentence(f"{issue.question} {issue.settles}")] = reader.agenda.issues[issue.name].id
    return found


def _leaning(reader: Reader) -> dict[str, str]:
    """What one document alone shows, with the id of the finding: that is no lack, and no more than it says."""
    return {sentence(text): node for text, node in _found(reader, "met_single_source")}


def _found(reader: Reader, verdict: str) -> list[tuple[str, str]]:
    """Findings of a verdict that no ruling took back: their words with their ids."""
    return [
        (readable(node["text"], reader.desk.file), node.id)
        for node in reader.names.findings.values()
        if node.get("verdict") == verdict and taken_back(reader.graph, node) is None
    ]
