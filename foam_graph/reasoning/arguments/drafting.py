"""Case theories and whole arguments: asked of each perspective, checked, asked again where refused, written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from foam_graph.advice import Action, NextStep
from foam_graph.agents.protocol import Case
from foam_graph.agents.tasks.agenda import AgendaShown
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, ArgumentOut, Holding, TheoryIn, TheoryOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.errors import ReasoningError
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of, agenda_or_empty, agenda_shown
from foam_graph.reasoning.arguments.admitting import admission_faults, refused_by_some, without_company
from foam_graph.reasoning.arguments.checking import (
    application_faults,
    argument_faults,
    figure_faults,
    without_unfit,
)
from foam_graph.reasoning.arguments.exceptions import relate_exceptions
from foam_graph.reasoning.arguments.presupposing import needs_of, outcome_named
from foam_graph.reasoning.arguments.sharing_out import Holdings, Share
from foam_graph.reasoning.arguments.speaker import citable, speaker
from foam_graph.reasoning.arguments.writing import add_argument
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.debate_points import TakenDebate
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.opening import turn_of
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary
from foam_graph.reasoning.turns import Brief, Turn

A_CALL = 4
"""Arguments asked for in one call: more, and the last ones are drafted thinly."""
ATTEMPTS = 3
"""Times that an argument is asked for: what was refused is named, and only that is asked again."""


@dataclass(frozen=True)
class Desk:
    """What everybody who argues in a run has before them.

    Attributes:
        brief: The run.
        evidence: The documents.
        file: The case file.
        case: The case file as agents read it.
        library: Types of argument.
        debate: The debate that the run is cross-examined by, where there is one.
        struck: Stable ids of sentences that an upheld challenge attacks: nobody may cite them any more.
    """

    brief: Brief
    evidence: Evidence
    file: CaseFile
    case: Case
    library: SyllogismLibrary
    debate: TakenDebate | None = None
    struck: frozenset[str] = frozenset()

    @cached_property
    def refused(self) -> list[int]:
        """Numbers of the documents that some perspective does not admit."""
        return refused_by_some(self.brief.perspectives, self.file, self.brief.as_of)

    def turn(self, role: Role, step: str, perspective: Perspective | None = None) -> Turn:
        """A turn of a perspective, or of one who speaks for none, whose agent reads the case file first."""
        turn = turn_of(self.brief, role, step, perspective) if perspective else Turn(self.brief, role, step)
        turn.case = self.case
        return turn

    def citable(self, perspective: Perspective | None = None) -> tuple[str, ...]:
        """Short ids that a perspective may cite."""
        out = {self.file.by_id[one].short for one in self.struck if one in self.file.by_id}
        return tuple(one for one in citable(perspective, self.file, self.brief.as_of) if one not in out)

    def citing(self, turn: Turn, graph: Subgraph) -> Citing:
        """Writes what a turn cites."""
        return Citing(turn.delta, graph, self.evidence, self.file)

    def shown(self, graph: Subgraph) -> tuple[Agenda, AgendaShown]:
        """The run's agenda, also as agents see it."""
        agenda = agenda_of(graph)
        if agenda is None:
            raise ReasoningError(
                "the run has no agenda, so nothing can be argued in it", NextStep(Action.ASK, "Ask anew with")
            )
        return agenda, agenda_shown(graph, agenda, self.library, self.file)

    def agenda(self, graph: Subgraph) -> AgendaShown:
        """The agenda as agents see it: an empty one in a run that was argued slot by slot, whose claims are answered for."""
        return agenda_shown(graph, agenda_or_empty(graph), self.library, self.file)


def hold(desk: Desk, graph: Subgraph, perspective: Perspective, step: str, only: Collection[str] | None = None) -> Turn:
    """A perspective's case theory: for each issue the outcome that it holds, and why.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        perspective: Whose theory it is.
        step: Name of the step.
        only: Names of the issues on which it is asked for anew; on the others it holds what it held. None for all.
    """
    turn = desk.turn(Role.PROPOSER, step, perspective)
    agenda, shown = desk.shown(graph)
    data = TheoryIn(
        question=desk.brief.question,
        speaker=speaker(perspective, desk.file, desk.brief.as_of),
        agenda=shown,
        only=sorted(only or ()),
    )
    answer = turn.ask("case_theory", data, TheoryOut, desk.citable(perspective))
    if answer is not None:
        known = [h for h in answer.holdings if _known(h, agenda)]
        turn.notes += [f"no such outcome: {h.issue}={h.outcome}" for h in answer.holdings if h not in known]
        if only is not None:
            before = [h for h in theories(graph).get(perspective.stance_id, []) if h.issue not in only]
            known = [h for h in before if _known(h, agenda)] + [h for h in known if h.issue in only]
        plan = turn.delta.node(
            "Plan",
            stance_id=perspective.stance_id,
            goal=answer.goal,
            portfolio=[f"{h.issue}={h.outcome}: {h.why}" for h in known],
            anticipated=list(answer.anticipated),
            queries=list(answer.wanted),
            rollout=0,
            chosen=True,
            score=0.0,
        )
        for old in graph.live("Plan") if only is not None else ():
            if old["stance_id"] == perspective.stance_id:
                turn.delta.edge("SUPERSEDES", plan, old.ref)
    return turn


def _known(holding: Holding, agenda: Agenda) -> bool:
    issue = agenda.issues.get(holding.issue)
    return issue is not None and holding.outcome in issue["outcomes"]


def theories(graph: Subgraph) -> dict[str, list[Holding]]:
    """What each perspective holds, from its plan."""
    found: dict[str, list[Holding]] = {}
    for plan in graph.live("Plan"):
        held = []
        for line in plan["portfolio"]:
            pair, _, why = line.partition(": ")
            issue, _, outcome = pair.partition("=")
            held.append(Holding(issue=issue, outcome=outcome, why=why or "-"))
        found[plan["stance_id"]] = held
    return found


def holdings_of(graph: Subgraph) -> Holdings:
    """Stance id to the outcome that it holds on each issue."""
    return {stance: {h.issue: h.outcome for h in held} for stance, held in theories(graph).items()}


def argue(
    desk: Desk, graph: Subgraph, perspective: Perspective, share: Share, step: str, findings: Mapping[str, Node]
) -> Turn:
    """A perspective argues its share, a few issues a call; what is refused is asked for once more."""
    turn = desk.turn(Role.PROPOSER, step, perspective)
    agenda, shown = desk.shown(graph)
    citing = desk.citing(turn, graph)
    held = {h.issue: h for h in theories(graph).get(perspective.stance_id, [])}
    drafts = _Drafts(desk, turn, agenda, findings, needs_of(graph, agenda), _documents(desk, graph, findings))
    for data in _calls(desk, perspective, share, shown, held):
        allowed = {f"{name}={held[name].outcome}" for name in data.argue}
        allowed |= {f"{name}={outcome}" for name, outcome in data.advocate.items()}
        for found in drafts.ask(data, allowed, desk.citable(perspective)):
            assigned = data.advocate.get(found.issue) == found.outcome
            add_argument(turn, found.model_copy(update={"advocacy": assigned}), agenda, desk.library, citing, findings)
    relate_exceptions(turn.delta, graph)
    return turn


def _calls(
    desk: Desk, perspective: Perspective, share: Share, shown: AgendaShown, held: Mapping[str, Holding]
) -> list[ArgueIn]:
    who = speaker(perspective, desk.file, desk.brief.as_of)
    wanted = [(name, "") for name in share.holds] + list(share.advocates.items())
    calls = []
    for start in range(0, len(wanted), A_CALL):
        some = wanted[start : start + A_CALL]
        calls.append(
            ArgueIn(
                question=desk.brief.question,
                speaker=who,
                agenda=shown,
                not_admitted_by_all=[n for n in desk.refused if n not in who.not_citable],
                holdings=[held[name] for name, outcome in some if not outcome],
                argue=[name for name, outcome in some if not outcome],
                advocate={name: outcome for name, outcome in some if outcome},
            )
        )
    return calls


def _documents(desk: Desk, graph: Subgraph, findings: Mapping[str, Node]) -> dict[str, set[int]]:
    """Finding to the numbers of the documents that it rests on."""
    found = {}
    for number, node in findings.items():
        below = [one["sentence_id"] for one in graph.out(node.id, "RESTS_ON") if one.kind == "EvidenceSentence"]
        found[number] = {desk.file.document_of(desk.file.by_id[one]).number for one in below if one in desk.file.by_id}
    return found


@dataclass
class _Drafts:
    """Arguments asked for and checked.

    Attributes:
        desk: What everybody has before them.
        turn: The turn that argues.
        agenda: The agenda.
        findings: The sheet, by number.
        needs: Which issues presuppose which, what is accepted here included.
        documents: Finding to the numbers of the documents that it rests on.
    """

    desk: Desk
    turn: Turn
    agenda: Agenda
    findings: Mapping[str, Node]
    needs: dict[str, set[str]]
    documents: Mapping[str, Collection[int]]

    def ask(self, data: ArgueIn, allowed: set[str], ids: Sequence[str]) -> list[ArgumentOut]:
        """Arguments without faults; those with one are asked for again, and left out, noted, where it stays."""
        good: dict[str, ArgumentOut] = {}
        asked = data
        for attempt in range(ATTEMPTS):
            answer = self.turn.ask("argue", asked, ArgueOut, ids, attempt)
            self.turn.wanted += answer.wanted if answer else ()
            faults: list[str] = []
            refused: list[ArgumentOut] = []
            for found in answer.arguments if answer else ():
                taken, own = self._checked(found, allowed - good.keys(), attempt)
                faults += own
                if taken is not None:
                    good[f"{found.issue}={found.outcome}"] = taken
                else:
                    refused.append(found)
            missing = allowed - good.keys()
            if not missing:
                self.turn.notes += faults
                break
            if not faults and self.desk.brief.agent.provider == "offline":
                # Where no test shows an outcome, rules have no argument for it, however often they are asked.
                break
            faults += [f"{p}: no argument was given" for p in sorted(missing) if not any(p in f for f in faults)]
            self.turn.notes += faults
            asked = _again(data, missing, faults, refused)
        return list(good.values())

    def _checked(self, found: ArgumentOut, allowed: set[str], attempt: int) -> tuple[ArgumentOut | None, list[str]]:
        """An argument as it is taken, and what is wrong with it.

        The application of a rule that does not fit is asked for once more and then left out: the argument says no more
        than its text, and is not worth a third call for it.
        """
        desk = self.desk
        texts = {number: node["text"] for number, node in self.findings.items()}
        faults = argument_faults(found, self.agenda, desk.library, texts, allowed, self.needs)
        if not faults:
            strict = attempt == 0
            faults = figure_faults(found, desk.file, texts, desk.brief.question, self.agenda, strict=strict)
            faults += admission_faults(found, desk.refused) if strict else []
        unfit = {} if faults else application_faults(found, desk.file)
        told = [f"{found.issue}={found.outcome}.{name}: {one}" for name, those in unfit.items() for one in those]
        if faults or (unfit and attempt == 0):
            return None, [*faults, *told]
        found = self._alone(found, allowed)
        named = (outcome_named(premise) for part in found.parts for premise in part.premises)
        self.needs.setdefault(found.issue, set()).update(one[0] for one in named if one)
        return without_unfit(found, unfit), told

    def _alone(self, found: ArgumentOut, allowed: set[str]) -> ArgumentOut:
        """An argument without the findings that it cites for company, where it stands so."""
        desk = self.desk
        if desk.brief.agent.provider == "offline":
            return found
        bare = without_company(found, self.documents)
        if bare is found:
            return found
        texts = {number: node["text"] for number, node in self.findings.items()}
        faults = argument_faults(bare, self.agenda, desk.library, texts, allowed, self.needs)
        faults += figure_faults(bare, desk.file, texts, desk.brief.question, self.agenda, strict=False)
        if faults:
            return found
        self.turn.notes.append(f"{found.issue}={found.outcome}: findings on further documents were not needed")
        return bare


def _again(data: ArgueIn, missing: set[str], faults: Sequence[str], refused: Sequence[ArgumentOut]) -> ArgueIn:
    names = {pair.partition("=")[0] for pair in missing}
    return data.model_copy(
        update={
            "argue": [name for name in data.argue if name in names],
            "advocate": {n: o for n, o in data.advocate.items() if f"{n}={o}" in missing},
            "faults": list(faults)[:20],
            "refused": [one.model_dump_json(exclude_defaults=True) for one in refused if one.issue in names][:A_CALL],
        }
    )
