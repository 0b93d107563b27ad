"""What would turn the answer, in words: facts that fall, issues that come out otherwise, orders of values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.outcome.ends import Results, Turning
from foam_graph.reasoning.outcome.margins import is_test
from foam_graph.reasoning.outcome.plain import (
    first_sentence,
    listed,
    perspectives_of,
    readable,
    sentence,
    spoken,
    with_titles,
    within,
)
from foam_graph.reasoning.sublation import Sublation, Turns, what_would_turn
from foam_graph.reasoning.sublation.facts import Fact
from foam_graph.reasoning.sublation.turning import ContraryFinding, IssueTurn, Removal

_MOST = 6
"""Things told that would turn the answer; what makes no difference is one of them."""
_REMOVALS = 4
"""Things that may fall told for each group of audiences; the others are in the graph."""
_ALIKE = 3
"""Facts told together of which each one alone turns the same."""
_QUOTED = 2
"""Sentences quoted of a record that may fall."""
_MARGINS = 2
"""Calculations told of an issue that they decide."""
_ASIDE = re.compile(r"\s*\([^()]*\)")
_BECAUSE = re.compile(r",? (?:because|since|as|for the reason that) .*", re.DOTALL)


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
    """Facts that may fall and issues with a margin first, then orders of values, then issues without a figure."""
    if one.kind == "contrary":
        return 0 if any(char.isdigit() for char in one.text.partition(" the answer would be")[2]) else 2
    return {"removal": 0, "value_order": 1}.get(one.kind, 2)


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
        # Questions stand in quotation marks here, and may quote themselves.
        inner = str.maketrans("“”", "‘’")
        self.questions = {one.name: _ASIDE.sub("", one.question).translate(inner) for one in results.issues}

    def all(self) -> list[Turning]:
        """Facts first, then issues, then what makes no difference."""
        return [*self._removals(), *self._issues(), *self._either_way()]

    def _made(self, kind: str, text: str, issue: str, after: str, nodes: Sequence[str] = ()) -> Turning:
        return Turning(kind, sentence(text), issue, after, tuple(nodes), self.turns.exhausted)  # type: ignore[arg-type]

    def _removals(self) -> Iterator[Turning]:
        """What turns the answer by falling; facts of which each alone turns the same are told together."""
        alike: dict[tuple[object, ...], list[Removal]] = {}
        for one in self.turns.removals:
            if not self._beside_the_point(one):
                alone = one.facts if len(one.facts) > 1 else ()
                alike.setdefault((one.issues, one.after, one.advocated, alone), []).append(one)
        for same in list(alike.values())[:_REMOVALS]:
            facts = list(dict.fromkeys(fact for one in same for fact in one.facts))
            yield self._removal(same[0], facts, len(same) > 1)

    def _removal(self, one: Removal, facts: Sequence[Fact], any_of_them: bool) -> Turning:
        told = list(dict.fromkeys(self._fact(fact) for fact in facts))
        if any_of_them:
            told = told[:_ALIKE]
        so = listed(told, "or" if any_of_them else "and")
        whose = ", on what is argued for the other side" if one.advocated else ""
        names = [f"“{self.questions[name]}”" for name in one.issues if name in self.questions]
        if one.after and names:
            then = f"{listed(names)} would come out otherwise{whose}, and {self._becomes(one.after)}"
        elif names:
            then = f"{listed(names)} would be undecided, and {self._becomes(one.after)}"
        else:
            then = f"{self._becomes(one.after)}{whose}"
        more = "" if self.turns.exhausted else " Not every larger set of facts was tried."
        text = f"{sentence(f'if it did not hold that {so}, {then}')}{more}"
        return self._made("removal", text, one.issues[0] if one.issues else "", one.after, [f.node for f in facts])

    def _beside_the_point(self, one: Removal) -> bool:
        """Whether it turns only issues of which it is said: either way."""
        return bool(one.issues) and set(one.issues) <= set(self.turns.either_way)

    def _issues(self) -> Iterator[Turning]:
        for one in self.turns.issues:
            known = self.results.outcomes[one.issue]
            deciding = [c for c in self.turns.contrary if (c.issue, c.outcome) == (one.issue, one.outcome)]
            words = known.get(one.outcome, spoken(one.outcome))
            whose = ", on what is argued for the other side" if one.advocated and not one.rules else ""
            then = f"if “{self.questions[one.issue]}” were answered “{words}”, {self._becomes(one.after)}{whose}"
            text = " ".join([sentence(then), *self._by_rules(one), *self._margins(one, deciding)])
            # What is said rests on the issue where no fact decides it alone.
            yield self._made(
                "contrary", text, one.issue, one.after, [c.fact.node for c in deciding] or self._ids(one.issue)
            )

    def _by_rules(self, turn: IssueTurn) -> list[str]:
        """The rules of the file by which the turn goes on to other issues, each with the figures that it was applied to."""
        names, told = self.results.names, dict[str, None]()
        for one in turn.rules:
            rule = names.graph[one]
            counted = [n for n in names.graph.out(one, "RESTS_ON") if n.kind == "Calculation" and n.get("comparison")]
            figures = readable(str(counted[0]["statement"]), names.file).rpartition("; ")[2].rstrip(".")
            told[f"{within(readable(str(rule['consequence']), names.file))} ({figures})"] = None
        if not told:
            return []
        return [
            sentence(
                f"{'A rule' if len(told) == 1 else 'Rules'} of the file lead{'s' * (len(told) == 1)} there: {listed(list(told))}"
            )
        ]

    def _margins(self, turn: IssueTurn, deciding: Sequence[ContraryFinding]) -> list[str]:
        """By how much an issue is decided as it is: tests that its own arguments carry out and the other side does not."""
        names, own = self.results.names, dict[str, None]()
        tests = self._tests(turn.issue)
        for one in deciding:
            node = names.graph[one.fact.node]
            if one.margin and node.id in tests and not self._common_ground(node, turn):
                # The last step of a calculation compares; how it came to its figure stands with the reasons.
                own[readable(str(node["statement"]), names.file).rpartition("; ")[2].rstrip(".")] = None
        return [sentence(f"As it is, {listed(list(own)[:_MARGINS])}")] if own else []

    def _tests(self, issue: str) -> set[str]:
        """Calculations of arguments on an issue that hold a figure against a limit: that two are equal is no margin."""
        graph, parts = self.results.names.graph, self.results.names.parts
        arguments = {name for name, shown in self.results.arguments.items() if shown.issue == issue}
        claims = [claim for part, claim in parts.items() if part.partition(".")[0] in arguments]
        behind = [node for claim in claims for node in graph.out(claim.id, "RESTS_ON") if node.kind == "Calculation"]
        return {node.id for node in behind if is_test(node)}

    def _common_ground(self, calculation: Node, turn: IssueTurn) -> bool:
        """Whether arguments for another outcome of the issue count the same."""
        graph, parts = self.results.names.graph, self.results.names.parts
        for name, shown in self.results.arguments.items():
            if shown.issue == turn.issue and shown.outcome == turn.outcome:
                own = [claim for part, claim in parts.items() if part.partition(".")[0] == name]
                rests = [
                    node for claim in own for node in graph.out(claim.id, "RESTS_ON") if node.kind == "Calculation"
                ]
                if any(node["statement"] == calculation["statement"] for node in rests):
                    return True
        return False

    def _either_way(self) -> Iterator[Turning]:
        names = [f"“{self.questions[name]}”" for name in self.turns.either_way if name in self.questions]
        if names and self.turns.answer:
            text = f"either way the answer is the same on {listed(names)}"
            yield self._made("contrary", text, "", self.turns.answer, self._ids(*self.turns.either_way))

    def _ids(self, *issues: str) -> list[str]:
        return [node.id for node in self.results.names.graph.live("Issue") if node["name"] in issues]

    def _becomes(self, option: str) -> str:
        """What the answer would be, without the reasons that its words may give."""
        texts = [_BECAUSE.sub("", one.text.rstrip(".")) for one in self.results.options if one.name == option]
        return f"the answer would be: {texts[0]}" if texts else "the answer would be open"

    def _fact(self, fact: Fact) -> str:
        """A fact as it is called in a sentence, with where it stands and what is to be known of it."""
        names = self.results.names
        node = names.graph.get(fact.node)
        if node is None:
            return "a fact"
        marks = [
            word for word, held in (("disputed", fact.disputed), ("only one source says so", fact.leaning)) if held
        ]
        ids = node["sentence_ids"] if node.kind == "EvidenceRecord" else [node.get("sentence_id", "")]
        quoted = [names.file.by_id[one] for one in ids if one in names.file.by_id]
        own = [str(node.get("statement") or node.get("text") or node.get("tag") or "a record")]
        words = [one.text for one in quoted[:_QUOTED]] or [first_sentence(readable(own[0], names.file))]
        about = "; ".join([*marks, *dict.fromkeys(names.file.document_of(one).title for one in quoted)])
        return listed([f"“{one.rstrip('.')}”" for one in words]) + (f" ({about})" if about else "")


def _orders(results: Results, sublation: Sublation) -> Sequence[Turning]:
    """Orders of values and policies under which an option is the answer that is not the answer for all."""
    found = []
    for option in results.options:
        standing = sublation.answers[option.name]
        condition = standing.falls_if if option.status == "core" else standing.condition
        if condition is None:
            continue
        words = with_titles(condition.words(), results.names.file)
        where = words.removeprefix("holds ").removeprefix("if ").removeprefix("where ")
        becomes = "it would not hold" if option.status == "core" else "it is the answer"
        text = f"{option.text.rstrip('.')}: {becomes} where {where}"
        nodes = [node.id for node in results.names.graph.live("Option") if node["name"] == option.name]
        found.append(Turning("value_order", sentence(text), "", option.name, tuple(nodes)))
    return found
