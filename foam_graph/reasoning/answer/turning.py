"""What would turn the answer, in words: facts that fall, issues that come out otherwise, orders of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.outcome import Results, Turning
from foam_graph.reasoning.answer.plain import first_sentence, listed, perspectives_of, readable, sentence, spoken
from foam_graph.reasoning.sublation import Sublation, Turns, what_would_turn
from foam_graph.reasoning.sublation.turning import Fact, Removal

_MOST = 6
"""Things told that would turn the answer; what makes no difference is one of them."""
_REMOVALS = 4
"""Sets of facts that are told for each group of audiences; the others are in the graph."""


def turnings(results: Results, sublation: Sublation) -> list[Turning]:
    """What would turn the answer, as labelling again found it, the nearest first.

    Args:
        results: What the run came to.
        sublation: Its labels.
    """
    groups = what_would_turn(sublation)
    told: dict[tuple[str, str, str], tuple[Turning, list[str]]] = {}
    for turns in groups:
        for one in _Words(results, turns).all():
            told.setdefault((one.kind, one.text, one.issue), (one, []))[1].extend(turns.audiences)
    found = [_for(results, one, audiences, len(sublation.labels)) for one, audiences in told.values()]
    nearest = sorted([*found, *_orders(results, sublation)], key=_distance)
    same = [one for one in nearest if one.kind == "contrary" and not one.issue]
    return [*[one for one in nearest if one not in same][: _MOST - len(same[:1])], *same[:1]]


def _distance(one: Turning) -> int:
    """What has a margin first, then facts, issues without a figure, orders of values."""
    if one.kind == "contrary":
        return 0 if any(char.isdigit() for char in one.text.partition(" the answer would be")[2]) else 2
    return {"removal": 1, "value_order": 1}.get(one.kind, 2)


def _for(results: Results, one: Turning, audiences: Sequence[str], all_of_them: int) -> Turning:
    """What turns the answer for some audiences only says for whom."""
    if len(set(audiences)) == all_of_them:
        return one
    roles = [results.roles.get(name, spoken(name)) for name in dict.fromkeys(audiences)]
    return replace(one, text=f"From {perspectives_of(roles)}: {one.text}")


class _Words:
    """What turns the answer for one group of audiences, in words."""

    def __init__(self, results: Results, turns: Turns) -> None:
        self.results, self.turns = results, turns
        self.questions = {issue.name: issue.question for issue in results.issues}

    def all(self) -> list[Turning]:
        """Facts first, then issues, then what makes no difference."""
        return [*self._removals(), *self._issues(), *self._either_way()]

    def _made(self, kind: str, text: str, issue: str, after: str, nodes: tuple[str, ...] = ()) -> Turning:
        return Turning(kind, sentence(text), issue, after, nodes, self.turns.exhausted)  # type: ignore[arg-type]

    def _removals(self) -> Iterator[Turning]:
        graph = self.results.names.graph
        for one in [r for r in self.turns.removals if not self._beside_the_point(graph, r)][:_REMOVALS]:
            facts = listed([self._fact(fact) for fact in one.facts])
            issues = [f"“{self.questions[name]}”" for name in one.issues if name in self.questions]
            hangs = f" It would turn {listed(issues)}" if issues else ""
            more = "" if self.turns.exhausted else " Not every larger set of facts was tried."
            text = f"without {facts}, {self._becomes(one.after, one.advocated)}.{hangs}{more}"
            issue = one.issues[0] if one.issues else ""
            yield self._made("removal", text, issue, one.after, tuple(fact.node for fact in one.facts))

    def _beside_the_point(self, graph: Subgraph, one: Removal) -> bool:
        """Whether it takes away what carries nothing, or turns only issues of which it is said: either way."""
        contrary = any(graph.into(fact.node, "CONSIDERS") for fact in one.facts)
        return contrary or (bool(one.issues) and set(one.issues) <= set(self.turns.either_way))

    def _issues(self) -> Iterator[Turning]:
        margins = {issue.name: issue.margins for issue in self.results.issues}
        for one in self.turns.issues:
            known = self.results.outcomes[one.issue]
            nodes = tuple(c.fact.node for c in self.turns.contrary if (c.issue, c.outcome) == (one.issue, one.outcome))
            told = next((c.margin for c in self.turns.contrary if c.issue == one.issue and c.margin), "")
            margin = margins[one.issue][0] if margins[one.issue] else sentence(told)
            words = known.get(one.outcome, spoken(one.outcome))
            text = f"if “{self.questions[one.issue]}” were answered “{words}”, {self._becomes(one.after, one.advocated)}. {margin}"
            yield self._made("contrary", text.strip(), one.issue, one.after, nodes)

    def _either_way(self) -> Iterator[Turning]:
        names = [f"“{self.questions[name]}”" for name in self.turns.either_way if name in self.questions]
        if names and self.turns.answer:
            yield self._made("contrary", f"either way the answer is the same on {listed(names)}", "", self.turns.answer)

    def _becomes(self, option: str, advocated: bool = False) -> str:
        texts = [one.text.rstrip(".") for one in self.results.options if one.name == option]
        whose = ", on what is argued for the other side" if advocated else ""
        return f"the answer would be: {texts[0]}{whose}" if texts else "the answer would be open"

    def _fact(self, fact: Fact) -> str:
        node = self.results.names.graph.get(fact.node)
        marks = [word for word, held in (("disputed", fact.disputed), ("from one source", fact.single_source)) if held]
        return _named(self.results, node, marks) if node is not None else "a fact"


def _named(results: Results, node: Node, marks: Sequence[str]) -> str:
    """A fact as it is called in a sentence, with what is to be known of it."""
    file = results.names.file
    if node.kind == "EvidenceRecord":
        shorts = results.names.short(node["sentence_ids"])
        titles = dict.fromkeys(file.document_of(file.by_short[short]).title for short in shorts)
        about = "; ".join(filter(None, [readable(str(node.get("tag") or ""), file), *marks]))
        return f"what {listed(list(titles)) or 'a record'} shows ({about})" if about else "a record"
    told = str(node.get("statement") or node.get("text") or "a fact")
    about = f" ({', '.join(marks)})" if marks else ""
    kind = "calculation" if node.kind == "Calculation" else "finding"
    return f"the {kind}{about} “{first_sentence(readable(told, file)).rstrip('.')}”"


def _orders(results: Results, sublation: Sublation) -> Sequence[Turning]:
    """Orders of values and policies under which an option is the answer that is not the answer for all."""
    found = []
    for option in results.options:
        standing = sublation.answers[option.name]
        condition = standing.falls_if if option.status == "core" else standing.condition
        if condition is None:
            continue
        words = condition.words()
        for document in results.names.file.documents:
            words = words.replace(document.id, document.title)
        where = words.removeprefix("holds ").removeprefix("if ").removeprefix("where ")
        becomes = "it would not hold" if option.status == "core" else "it is the answer"
        text = f"{option.text.rstrip('.')}: {becomes} where {where}"
        found.append(Turning("value_order", sentence(text), "", option.name))
    return found
