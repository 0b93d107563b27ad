"""Weighing opposed outcomes: which pairs there are, one call for all of them, typed reasons held against metadata.

A reason that its records do not bear out counts as mere judgement, with a note: what a weigher calls newer has to be
newer (protocol 6.4 on ratings, of which a weighing is one).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from foam_graph.agents.rules.source_strength import strengths
from foam_graph.agents.tasks.rounds import Opposed, WeighIn, WeighingOut, WeighOut
from foam_graph.casefile.case_file import CaseDocument
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.perspectives.constraints import latest_day
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.critiques import orders, vocabulary
from foam_graph.reasoning.turns import PANEL, Turn

JUDGEMENT = "judgement"
VALUE = "value"
_INTERESTED = frozenset({"advocacy", "testimony", "unknown"})
"""Classes of source that do not show that their author has no interest in the outcome."""


@dataclass(frozen=True)
class Pair:
    """Two outcomes of one issue, both with a live conclusion that somebody asserts.

    Attributes:
        issue: Name of the issue.
        a: The outcome that the agenda names first.
        b: The other.
        for_a: Names of the arguments for the one.
        for_b: Names of the arguments for the other.
    """

    issue: str
    a: str
    b: str
    for_a: tuple[str, ...]
    for_b: tuple[str, ...]

    def of(self, outcome: str) -> tuple[str, ...]:
        """The arguments for one of the outcomes."""
        return self.for_a if outcome == self.a else self.for_b


def opposed(names: Names) -> list[Pair]:
    """Pairs of outcomes that are argued against each other, in the agenda's order; what is argued by assignment aside."""
    agenda = agenda_of(names.graph)
    if agenda is None:
        return []
    found: dict[tuple[str, str], list[str]] = {}
    for argument in names.shown():
        if argument.outcome and not argument.advocacy:
            found.setdefault((argument.issue, argument.outcome), []).append(argument.id)
    return [
        Pair(name, a, b, tuple(found[name, a]), tuple(found[name, b]))
        for name, issue in agenda.issues.items()
        for a, b in combinations([o for o in issue["outcomes"] if (name, o) in found], 2)
    ]


def weigh(
    desk: Desk,
    graph: Subgraph,
    step: str,
    perspective: Perspective | None = None,
    pairs: Sequence[Pair] | None = None,
    fell: Sequence[str] = (),
) -> Turn | None:
    """Weighs opposed outcomes.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        step: Name of the step.
        perspective: Who weighs, where it is not the panel; pairs to which it is a party are left out.
        pairs: What to weigh; None = every opposed pair without a weighing.
        fell: Why earlier weighings of these pairs fell.

    Returns:
        The turn; None where nothing is to be weighed.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    wanted = list(pairs) if pairs is not None else [p for p in opposed(names) if not _weighed(graph, p)]
    stance = perspective.stance_id if perspective is not None else PANEL
    wanted = [p for p in wanted if stance not in {names.argument(n).by for n in (*p.for_a, *p.for_b)}]
    if not wanted:
        return None
    turn = desk.turn(Role.EVALUATOR, step, perspective)
    agenda, shown = desk.shown(graph)
    involved = {name for pair in wanted for name in (*pair.for_a, *pair.for_b)}
    weighs = any(agenda.issues[pair.issue].get("weighs") for pair in wanted)
    data = WeighIn(
        question=desk.brief.question,
        agenda=shown,
        arguments=[one for one in names.shown() if one.id in involved],
        pairs=[Opposed(issue=p.issue, a=p.a, b=p.b, arguments=[*p.for_a, *p.for_b]) for p in wanted],
        orders=orders(desk.brief) if weighs else {},
        fell=list(fell),
    )
    answer = turn.ask("weigh", data, WeighOut, desk.citable())
    if answer is not None:
        written = _Weighings(turn, desk, names, agenda, wanted)
        for found in answer.weighings:
            written.add(found)
        written.note_missing()
    return turn


def _weighed(graph: Subgraph, pair: Pair) -> bool:
    for node in graph.live("Weighing"):
        sides = {node["over"], node["under"]} if node["over"] else set(node["under"].split("|"))
        if node["issue"] == pair.issue and sides == {pair.a, pair.b}:
            return True
    return False


class _Weighings:
    """Checks and writes weighings.

    Args:
        turn: The weigher's turn.
        desk: What everybody has before them.
        names: Names of the run's parts.
        agenda: The agenda.
        pairs: What is to be weighed.
    """

    def __init__(self, turn: Turn, desk: Desk, names: Names, agenda: Agenda, pairs: Sequence[Pair]) -> None:
        self._turn, self._desk, self._names, self._agenda = turn, desk, names, agenda
        self._citing: Citing = desk.citing(turn, names.graph)
        self._citable = frozenset(desk.citable())
        self._left = list(pairs)

    def add(self, found: WeighingOut) -> None:
        """Writes one weighing, or notes why it is refused."""
        over, under = found.over.strip(), found.under.strip()
        named = {over, under} - {""}
        fitting = [p for p in self._left if p.issue == found.issue and (not named or named == {p.a, p.b})]
        if not fitting or len(named) == 1:
            sides = f"{found.issue[:40]}: {over[:40] or '-'} over {under[:40] or '-'}"
            self._turn.notes.append(f"weighing refused: {sides} is no pair that is left to be weighed")
            return
        evidence = [one for one in dict.fromkeys(found.evidence) if one in self._citable]
        if len(evidence) < len(set(found.evidence)):
            lost = ", ".join(sorted(set(found.evidence) - set(evidence)))
            self._turn.notes.append(f"weighing of {found.issue}: {lost} may not be cited")
        for pair in fitting:
            self._left.remove(pair)
            self._write(pair, found, over, evidence)

    def note_missing(self) -> None:
        """Notes the pairs that nobody weighed."""
        self._turn.notes += [f"left unweighed: {p.issue}: {p.a} against {p.b}" for p in self._left]

    def _write(self, pair: Pair, found: WeighingOut, over: str, evidence: Sequence[str]) -> None:
        # Where neither outweighs the other, no typed reason decided anything.
        reason, values = str(found.reason) if over else JUDGEMENT, ("", "")
        if over:
            lack = self._lack(pair, found, over, evidence)
            if lack:
                self._turn.notes.append(f"weighing of {pair.issue} counts as judgement, not {reason}: {lack}")
                reason = JUDGEMENT
        if over and reason == VALUE:
            values = found.value_over.strip(), found.value_under.strip()
        under = (pair.b if over == pair.a else pair.a) if over else f"{pair.a}|{pair.b}"
        delta = self._turn.delta
        ref = delta.node(
            "Weighing",
            issue=pair.issue,
            over=over,
            under=under,
            reason=reason,
            value_over=values[0] or None,
            value_under=values[1] or None,
            verdict="valid",
            materiality=1.0,
            recommendation="none",
            reasons=found.text,
            stance_id=self._turn.stance_id,
            rule="",
            provisional=True,
        )
        if evidence:
            delta.edge("RESTS_ON", ref, self._citing.record(evidence, f"weighed: {reason}"))

    def _lack(self, pair: Pair, found: WeighingOut, over: str, evidence: Sequence[str]) -> str:
        """What a reason lacks; nothing where it is borne out, or is a judgement and says so."""
        if found.reason == JUDGEMENT:
            return ""
        if found.reason == VALUE:
            return self._value_lack(pair, found)
        if not evidence:
            return "no sentence is cited for it"
        under = pair.b if over == pair.a else pair.a
        sides = self._sides(pair.of(over), pair.of(under), evidence)
        if found.reason == "recomputed":
            return "" if self._computed(pair.of(over)) else "no recomputed finding or calculation bears the winner"
        if found.reason == "independent_origins":
            # Of what is cited alone: how often the loser cites a rule says nothing about a fact.
            cited = [one for one in sides[1] if one in self._documents(evidence)]
            return "" if len(sides[0]) > max(1, len(cited)) else "the winner has no more documents than the loser"
        check = _CHECKS.get(found.reason)
        return check(*sides) if check is not None else ""

    def _value_lack(self, pair: Pair, found: WeighingOut) -> str:
        if not self._agenda.issues[pair.issue].get("weighs"):
            return "values decide only what should be done"
        values = {found.value_over.strip(), found.value_under.strip()}
        if len(values) < 2 or not values <= set(vocabulary(self._desk.brief)):
            return "two values of the run are not named"
        return ""

    def _sides(
        self, winners: Sequence[str], losers: Sequence[str], evidence: Sequence[str]
    ) -> tuple[list[CaseDocument], list[CaseDocument]]:
        """Documents that speak for either side: of what is cited, and for the loser all it cites where none of it is."""
        theirs = self._cites(losers) - self._cites(winners)
        lost = [one for one in evidence if one in theirs]
        won = [one for one in evidence if one not in theirs]
        return self._documents(won), self._documents(lost or sorted(theirs))

    def _cites(self, arguments: Sequence[str]) -> set[str]:
        return {s for name in arguments for part in self._names.argument(name).parts for s in part.cites}

    def _documents(self, shorts: Sequence[str]) -> list[CaseDocument]:
        file = self._desk.file
        found = {one.number: one for one in (file.document_of(file.sentence(s)) for s in shorts)}
        return list(found.values())

    def _computed(self, arguments: Sequence[str]) -> bool:
        """Whether something that the program recomputed is among what an argument rests on, at any depth."""
        graph = self._names.graph
        stack = [self._names.parts[part.id] for name in arguments for part in self._names.argument(name).parts]
        seen = {node.id for node in stack}
        while stack:
            node = stack.pop()
            if node.kind == "Calculation" or (node.kind == "Finding" and node["basis"] == "recomputed"):
                return True
            below = [graph.newest(one.id) for one in graph.out(node.id, "RESTS_ON")]
            stack += [one for one in below if one.id not in seen]
            seen |= {one.id for one in below}
        return False


Check = Callable[[Sequence[CaseDocument], Sequence[CaseDocument]], str]
"""What a reason lacks, by the documents of the winner's and the loser's side; nothing where it is borne out."""


def _newer(won: Sequence[CaseDocument], lost: Sequence[CaseDocument]) -> str:
    mine = [day for day in (first_day(one.date) for one in won) if day is not None]
    theirs = [latest_day(one.date) for one in lost]
    if not mine or not theirs or None in theirs:
        return "the dates of both sides are not stated"
    return "" if max(mine) > max(day for day in theirs if day is not None) else "the record is not the later one"


def first_day(text: str) -> date | None:
    """The first day that an ISO 8601 date, month or year can mean; None where it means none."""
    last = latest_day(text)
    if last is None:
        return None
    parts = text.strip().count("-")
    return last.replace(day=1, month=1) if parts == 0 else last.replace(day=1) if parts == 1 else last


def _higher(won: Sequence[CaseDocument], lost: Sequence[CaseDocument]) -> str:
    mine = [strengths().named(one.source_class).rule for one in won]
    theirs = [strengths().named(one.source_class).rule for one in lost]
    return "" if mine and theirs and max(mine) > max(theirs) else "its source is not of a higher class"


def _disinterested(won: Sequence[CaseDocument], lost: Sequence[CaseDocument]) -> str:
    mine = any(one.source_class not in _INTERESTED for one in won)
    theirs = not lost or any(one.source_class in _INTERESTED for one in lost)
    return "" if mine and theirs else "the classes of source do not show it"


_CHECKS: Mapping[str, Check] = {
    "authority": _higher,
    "date": _newer,
    "recency": _newer,
    "disinterested": _disinterested,
}
