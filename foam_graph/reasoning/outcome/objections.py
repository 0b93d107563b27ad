"""Objections to an argument with what became of them, in words that a reader understands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.plain import first_sentence, readable, sentence

_MET = "The argument was corrected to meet it."
_UP = ("WARRANTS", "BACKS", "QUALIFIES", "EXCEPTS", "FILLS")


@dataclass(frozen=True)
class Objection:
    """One objection.

    Attributes:
        name: Its short name, e.g. K4.
        id: Its node.
        issue: Name of the issue that it bears on; empty where it bears on none.
        against: Short name of the part or argument that it attacks; empty for an issue or the question as a whole.
        text: What was objected, for readers.
        grounds: The same as its author wrote it, ids included, for agents.
        fate: What became of it, as a sentence, for readers.
        became: The same with the ids of whoever rated or replied, for agents.
        weight: How much it matters, by its latest rating, from 0 to 1; 0 where it has none.
        stands: Whether it is accepted for somebody.
        open: Whether it is undecided for somebody and accepted for nobody.
    """

    name: str
    id: str
    issue: str
    against: str
    text: str
    grounds: str
    fate: str
    became: str
    weight: float
    stands: bool
    open: bool

    @property
    def met(self) -> bool:
        """Whether the argument was corrected to meet it: what stands now says nothing that it denies."""
        return self.fate == _MET

    @property
    def told(self) -> str:
        """Objection and fate."""
        return f"It was objected: {self.text} {self.fate}"


def objections(
    graph: Subgraph,
    names: Names,
    issue_of: Mapping[str, str],
    unsettled: Mapping[str, Collection[str]],
    file: CaseFile,
    threshold: float,
) -> list[Objection]:
    """The live objections of a run, the weightiest first.

    Args:
        graph: The run.
        names: Its short names.
        issue_of: Name of an argument to its issue, and node id of an issue to its name.
        unsettled: Objections that still speak against something, with the labels that they have for somebody.
        file: The case file, for titles.
        threshold: Materiality under which an objection is immaterial.
    """
    found = []
    for name, critique in names.critiques.items():
        if graph.superseded(critique.id):
            continue
        targets = graph.out(critique.id, "ATTACKS")
        against = next((one for target in targets for one in _parts(graph, names, target)), "")
        issue = issue_of.get(against.partition(".")[0], "")
        issue = issue or next((issue_of[target.id] for target in targets if target.id in issue_of), "")
        told = unsettled.get(critique.id, ())
        text = sentence(readable(critique["grounds"], file))
        ratings = [one for one in graph.into(critique.id, "RATES") if not graph.superseded(one.id)]
        weight = float(ratings[-1]["materiality"]) if ratings else 0.0
        stands = "in" in told and not (ratings and weight < threshold)
        fate = _fate(graph, critique, ratings, stands, lambda words: readable(words, file), threshold)
        became = _fate(graph, critique, ratings, stands, lambda words: " ".join(words.split()), threshold)
        open_ = not stands and "undecided" in told
        found.append(
            Objection(
                name, critique.id, issue, against, text, str(critique["grounds"]), fate, became, weight, stands, open_
            )
        )
    return sorted(found, key=lambda one: (-one.weight, int(one.name[1:])))


def _parts(graph: Subgraph, names: Names, target: Node) -> list[str]:
    """Names of the parts or arguments that a node belongs to."""
    stack, seen, found = [target], {target.id}, []
    while stack:
        node = stack.pop()
        if node.id in names.of and node.kind in ("Claim", "Syllogism"):
            found.append(names.of[node.id])
            continue
        above = graph.out(node.id, *_UP)
        above += graph.into(node.id, "USES", "QUOTES") if node.kind.startswith("Evidence") else []
        above += [t for rated in graph.out(node.id, "RATES") for t in graph.out(rated.id, "ATTACKS")]
        stack += [one for one in above if one.id not in seen]
        seen |= {one.id for one in above}
    return sorted(dict.fromkeys(found), key=lambda name: (len(name), name))


def _fate(
    graph: Subgraph,
    critique: Node,
    ratings: Sequence[Node],
    stands: bool,
    words: Callable[[str], str],
    threshold: float,
) -> str:
    replies = graph.into(critique.id, "ANSWERS")
    rated = [one for reply in replies for one in graph.into(reply.id, "RATES") if not graph.superseded(one.id)]
    verdicts = {said for one in (*ratings, *rated) for said in _said(one)}
    changed = any(one.kind == "Claim" for one in replies)
    if not ratings:
        return "Nobody has judged it yet."
    why = f" {sentence(words(first_sentence(ratings[-1]['reasons'])))}" if ratings[-1].get("reasons") else ""
    if stands:
        return f"It stands.{why}"
    if "answered" in verdicts:
        return _MET
    if "partly" in verdicts:
        return f"It was met in part; what remains does not carry far.{why}"
    if "invalid" in verdicts:
        return f"It was found not to hold.{why}"
    if "adequate" in verdicts:
        reply = next((one for one in reversed(replies) if one.kind == "Reply" and one.get("text")), None)
        said = f": {words(first_sentence(reply['text']))}" if reply else ""
        return sentence(f"It was answered{said}")
    if verdicts & {"requires_more_evidence"}:
        return f"The file does not decide it.{why}"
    if ratings[-1]["materiality"] < threshold:
        return f"It is right, and does not carry far{', as the argument was corrected' if changed else ''}.{why}"
    return f"It does not stand.{why}"


def _said(rating: Node) -> list[str]:
    """What an evaluation says of the objection, of the reply to it and of the version after it.

    Of an objection that there was nothing to, nothing else counts.
    """
    if rating["verdict"] == "invalid":
        return ["invalid"]
    return [str(one) for one in (rating["verdict"], rating.get("reply"), rating.get("version")) if one]
