"""Critics of a round: one call over all opponents' arguments, checked point by point, written as critiques.

A critique that names no live part of an opponent, quotes words that are not there, sets values against facts or says
what was said before is refused and noted on the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from foam_graph.agents.tasks.rounds import (
    ArgumentShown,
    CaseCritiqueOut,
    CriticiseIn,
    CriticiseOut,
    OmissionOut,
    PartShown,
)
from foam_graph.corpus.text.folding import fold, folded
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.arguments.speaker import speaker
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.critiques import OMISSION, Criticised, criticised, given_up, vocabulary
from foam_graph.reasoning.turns import Brief, Turn

_VALUES = "value_conflict"
_WORDS = {"EvidenceRecord": "quotation", "Calculation": "statement", "RuleApplication": "consequence"}
"""Where a node has its words, if not in its text."""
_QUOTES = "\"'“”‘’«» "


@dataclass(frozen=True)
class Anew:
    """What a round is confined to where only some issues are argued anew.

    Attributes:
        issues: Their names.
        first: Whether nothing of it has been criticised yet.
    """

    issues: Collection[str]
    first: bool


def criticise(
    desk: Desk, graph: Subgraph, critic: Perspective, step: str, iteration: int = 1, anew: Anew | None = None
) -> Turn | None:
    """One perspective criticises what the others argue.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        critic: Who criticises.
        step: Name of the step.
        iteration: Number of the round, from 1.
        anew: What it is confined to; None for everything.

    Returns:
        The critic's turn; None where nobody else argues anything, or nobody else changed anything since the last round.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    arguments, opposed = _laid_out(names, desk.brief, critic, iteration, anew)
    if not opposed:
        return None
    turn = desk.turn(Role.CRITIC, step, critic)
    agenda, shown = desk.shown(graph)
    weighs = any(issue.get("weighs") for issue in agenda.issues.values())
    data = CriticiseIn(
        question=desk.brief.question,
        agenda=shown,
        arguments=arguments,
        values=vocabulary(desk.brief) if weighs else [],
        earlier=_earlier(names, desk.brief, iteration, anew),
        opposed=[one.id for one in opposed],
        speaker=speaker(critic, desk.file, desk.brief.as_of),
    )
    citable = desk.citable(critic)
    answer = turn.ask("criticise", data, CriticiseOut, citable)
    if answer is not None:
        issues = agenda.issues if anew is None else {n: i for n, i in agenda.issues.items() if n in anew.issues}
        written = Points(
            turn, names, replace(agenda, issues=issues), desk.citing(turn, graph), frozenset(citable), iteration
        )
        written.confined_to = None if anew is None else frozenset(one.id for one in opposed)
        for found in answer.critiques:
            written.add_critique(found)
        for omitted in answer.omissions:
            written.add_omission(omitted)
    return turn


def _laid_out(
    names: Names, brief: Brief, critic: Perspective, iteration: int, anew: Anew | None
) -> tuple[list[ArgumentShown], list[ArgumentShown]]:
    """The arguments as a critic sees them, and those that are to be criticised."""
    fit = [one for one in names.shown() if anew is None or one.issue in anew.issues]
    opposed = [one for one in fit if one.by != critic.stance_id]
    if not _first(iteration, anew):
        gone = given_up(names, brief)
        opposed = [one for one in opposed if one.id not in gone]
        opposed = opposed if any(part.state for one in opposed for part in one.parts) else []
    return laid_out(names, iteration, anew), opposed


def _first(iteration: int, anew: Anew | None) -> bool:
    return iteration == 1 if anew is None else anew.first


def laid_out(names: Names, iteration: int, anew: Anew | None = None) -> list[ArgumentShown]:
    """Everybody's arguments as every critic of a round sees them: in a later one whole only what is new.

    Args:
        names: Names of the run's parts, as they stand before anybody answers.
        iteration: Number of the round, from 1.
        anew: What it is confined to; None for everything.
    """
    first, found = _first(iteration, anew), list[ArgumentShown]()
    for one in names.shown():
        fits = anew is None or one.issue in anew.issues
        new = first or any(part.state for part in one.parts)
        found.append(one if fits and new else _named(one))
    return found


def _earlier(names: Names, brief: Brief, iteration: int, anew: Anew | None) -> list[str]:
    """Points that have been made, so that nobody repeats them.

    Of earlier rounds alone: what critics of one round are asked must not hang on who of them spoke first.
    """
    found = [one for one in criticised(names, brief) if one.node.get("iteration", 0) < iteration]
    if anew is not None:
        own = {*anew.issues, *(one.id for one in names.shown() if one.issue in anew.issues)}
        found = [one for one in found if one.target.partition(".")[0] in own]
    return [f"{one.target}: {one.node['grounds']}" for one in found]


def _named(argument: ArgumentShown) -> ArgumentShown:
    """An argument that is not criticised here, or was before and that nobody changed: named by what it concludes."""
    last = argument.parts[-1]
    return argument.model_copy(update={"parts": [PartShown(id=last.id, text=last.text)]})


def wanted(graph: Subgraph) -> dict[str, list[str]]:
    """Searches that critics asked for and that are to run before the owners answer: by critic, in order."""
    found: dict[str, list[str]] = {}
    for critique in graph.live("Critique"):
        if critique.get("hook") and not graph.into(critique.id, "ANSWERS", "RATES"):
            queries = found.setdefault(critique["stance_id"], [])
            if critique["hook"] not in queries:
                queries.append(critique["hook"])
    return found


class Points:
    """Checks and writes what one critic says.

    Args:
        turn: The critic's turn.
        names: Names of the run's parts.
        agenda: The agenda.
        citing: Writes what is cited.
        citable: Sentences that the critic may cite.
        iteration: Number of the round.

    Attributes:
        confined_to: Names of the arguments that alone are criticised; None for all.
    """

    confined_to: frozenset[str] | None = None

    def __init__(
        self, turn: Turn, names: Names, agenda: Agenda, citing: Citing, citable: frozenset[str], iteration: int
    ) -> None:
        self._turn, self._names, self._agenda, self._citing = turn, names, agenda, citing
        self._citable, self._iteration = citable, iteration
        self._vocabulary = frozenset(vocabulary(turn.brief))
        self._seen = {key for one in criticised(names, turn.brief) for key in _made(one, names.graph)}

    def add_critique(self, found: CaseCritiqueOut, named: str = "") -> Ref | None:
        """Writes one critique, or notes why it is refused.

        Args:
            found: The critique.
            named: Its flaw where that has a name which its form does not know, as one of a speech.

        Returns:
            The critique; None where it is refused.
        """
        conflict = _VALUES in (found.type, found.flaw)
        values = (found.value_target.strip(), found.value_critic.strip()) if conflict else ("", "")
        claim = self._names.parts.get(found.target)
        places = self._places(claim, found.quoted) if claim is not None else []
        fault = self._fault(found, claim, places) or (self._value_fault(found.target, values) if conflict else "")
        evidence = [] if fault else self._evidence(found.evidence, found.target)
        stable = self._citing.stable(evidence)
        flaw = _VALUES if conflict else named or found.flaw
        if fault or claim is None or not places or self._repeats(found, claim, flaw, stable, values):
            reason = fault or "the point has been made"
            self._turn.notes.append(f"critique of {found.target[:40]} refused: {reason}")
            return None
        quoted = as_it_stands(found.quoted, words_of(places[0]))
        delta = self._turn.delta
        ref = delta.node(
            "Critique",
            type=_VALUES if conflict else found.type,
            flaw=flaw,
            grounds=found.grounds,
            quoted=quoted,
            stance_id=self._turn.stance_id,
            value_target=values[0] or None,
            value_critic=values[1] or None,
            hook=found.wanted.strip() or None,
            iteration=self._iteration,
        )
        for place in places:
            delta.edge("ATTACKS", ref, place.ref)
        if evidence:
            tag = f"against {claim['component']}: {flaw.replace('_', ' ')}"
            delta.edge("RESTS_ON", ref, self._citing.record(evidence, tag))
        self._turn.used.append(claim.id)
        return ref

    def add_omission(self, found: OmissionOut) -> None:
        """Writes one omission, or notes why it is refused."""
        issue = self._agenda.issues.get(found.issue)
        if issue is None:
            self._turn.notes.append(f"omission refused: there is no issue {found.issue[:40]!r}")
            return
        evidence = self._evidence(found.evidence, found.issue)
        stable = self._citing.stable(evidence)
        keys = _keys(found.issue, found.issue, OMISSION, found.grounds, stable, ("", ""))
        if keys & self._seen:
            self._turn.notes.append(f"omission in {found.issue} refused: the point has been made")
            return
        self._seen |= keys
        delta = self._turn.delta
        ref = delta.node(
            "Critique",
            type="missing_evidence",
            flaw=OMISSION,
            grounds=found.grounds,
            quoted=issue["text"],
            stance_id=self._turn.stance_id,
            iteration=self._iteration,
        )
        delta.edge("ATTACKS", ref, issue.ref)
        if evidence:
            delta.edge("RESTS_ON", ref, self._citing.record(evidence, f"left out of {found.issue}"))
        self._turn.used.append(issue.id)

    def _fault(self, found: CaseCritiqueOut, claim: Node | None, places: Sequence[Node]) -> str:
        if claim is None:
            return "there is no such part"
        if claim["stance_id"] == self._turn.stance_id:
            return "it is a part of one's own"
        if self.confined_to is not None and found.target.partition(".")[0] not in self.confined_to:
            return "its argument is none of those that are argued anew"
        if found.flaw == "conceded":
            return "only its owner concedes a part"
        if not places:
            return f"{found.quoted[:60]!r} does not stand in it"
        return ""

    def _value_fault(self, target: str, values: tuple[str, str]) -> str:
        """Values decide only between what should be done, and only those that the run weighs (protocol 6.7)."""
        issue = self._agenda.issues.get(self._names.argument(target.partition(".")[0]).issue)
        if issue is None or not issue.get("weighs"):
            return "a conflict of values in an issue that does not weigh"
        if not set(values) <= self._vocabulary or values[0] == values[1]:
            return "a conflict of values must name two values of the run"
        return ""

    def _places(self, claim: Node, quoted: str) -> list[Node]:
        """Where words stand: in the claim, else in its warrants, qualifier, calculation, rule or records, in that order.

        A part with alternatives has a warrant of the same words for each: the critique attacks them all.
        """
        graph = self._names.graph
        records = [graph[record] for record in claim_records(graph, claim.id)]
        made = [one for one in graph.out(claim.id, "RESTS_ON") if one.kind in ("Calculation", "RuleApplication")]
        warrants, qualifiers = graph.into(claim.id, "WARRANTS"), graph.into(claim.id, "QUALIFIES")
        for group in ([claim], warrants, qualifiers, made, records):
            found = [one for one in group if not graph.superseded(one.id) and stands_in(quoted, words_of(one))]
            if found:
                return found
        return []

    def _evidence(self, named: Sequence[str], target: str) -> list[str]:
        """What may be cited; the rest is noted."""
        kept = [one for one in dict.fromkeys(named) if one in self._citable]
        if len(kept) < len(set(named)):
            lost = sorted(set(named) - set(kept))
            self._turn.notes.append(f"critique of {target}: {', '.join(lost)} may not be cited")
        return kept

    def _repeats(
        self, found: CaseCritiqueOut, claim: Node, flaw: str, stable: Sequence[str], values: tuple[str, str]
    ) -> bool:
        keys = _keys(found.target, claim.id, flaw, found.quoted, stable, values)
        again = bool(keys & self._seen)
        self._seen |= keys
        return again


Key = tuple[str, ...]


def _keys(target: str, version: str, flaw: str, quoted: str, cited: Sequence[str], values: tuple[str, str]) -> set[Key]:
    """What makes a critique the same as another.

    The same fault in the same words of a part, whatever its version; the same fault of one version by the same
    sentences; the same two values.
    """
    if any(values):
        return {("values", target, *values)}
    keys: set[Key] = {("words", target, flaw, _plain(quoted))} if quoted else set()
    return keys | ({("cited", version, flaw, *sorted(cited))} if cited else set())


def _made(one: Criticised, graph: Subgraph) -> set[Key]:
    """Keys of a critique that has been made."""
    node = one.node
    cited = [s for record in graph.out(node.id, "RESTS_ON") for s in record.get("sentence_ids", ())]
    if one.attacked is None:
        return _keys(one.target, one.target, OMISSION, node["grounds"], cited, ("", ""))
    values = (node.get("value_target", ""), node.get("value_critic", ""))
    return _keys(one.target, one.attacked.id, node["flaw"], node["quoted"], cited, values)


def words_of(node: Node) -> str:
    """The words of a part's node that a critique may quote."""
    return str(node[_WORDS.get(node.kind, "text")])


def _plain(words: str) -> str:
    return " ".join(fold(words).strip(_QUOTES).split()).casefold()


def stands_in(words: str, text: str) -> bool:
    """Whether words stand in a text, white space, case, typography and quotation marks around them aside."""
    quoted = _plain(words)
    return bool(quoted) and quoted in " ".join(fold(text).split()).casefold()


def as_it_stands(words: str, text: str) -> str:
    """Words of a text as the text writes them; as they were given where they cannot be traced to one place."""
    source, quoted = folded(text), fold(words).strip(_QUOTES)
    low, wanted_ = source.text.casefold(), quoted.casefold()
    at = low.find(wanted_)
    if at < 0 or not wanted_ or len(low) != len(source.text):
        return quoted or words
    return text[source.start(at) : source.stop(at + len(wanted_))]
