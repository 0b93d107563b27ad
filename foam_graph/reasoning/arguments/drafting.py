"""Case theories and whole arguments: asked of each perspective, checked, asked again where refused, written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.protocol import Case
from foam_graph.agents.tasks.agenda import AgendaShown
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, ArgumentOut, Holding, TheoryIn, TheoryOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.errors import ReasoningError
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of, agenda_shown
from foam_graph.reasoning.arguments.checking import argument_faults, figure_faults
from foam_graph.reasoning.arguments.sharing_out import Holdings, Share
from foam_graph.reasoning.arguments.speaker import citable, speaker
from foam_graph.reasoning.arguments.writing import add_argument
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.evidence import Evidence
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
    """

    brief: Brief
    evidence: Evidence
    file: CaseFile
    case: Case
    library: SyllogismLibrary

    def turn(self, role: Role, step: str, perspective: Perspective | None = None) -> Turn:
        """A turn of a perspective, or of one who speaks for none, whose agent reads the case file first."""
        turn = turn_of(self.brief, role, step, perspective) if perspective else Turn(self.brief, role, step)
        turn.case = self.case
        return turn

    def citable(self, perspective: Perspective | None = None) -> tuple[str, ...]:
        """Short ids that a perspective may cite."""
        return citable(perspective, self.file, self.brief.as_of)

    def citing(self, turn: Turn, graph: Subgraph) -> Citing:
        """Writes what a turn cites."""
        return Citing(turn.delta, graph, self.evidence, self.file)

    def shown(self, graph: Subgraph) -> tuple[Agenda, AgendaShown]:
        """The run's agenda, also as agents see it."""
        agenda = agenda_of(graph)
        if agenda is None:
            raise ReasoningError("the run has no agenda, so nothing can be argued in it", "Ask anew with: foam ask")
        return agenda, agenda_shown(graph, agenda, self.library, self.file)


def hold(desk: Desk, graph: Subgraph, perspective: Perspective, step: str) -> Turn:
    """A perspective's case theory: for each issue the outcome that it holds, and why."""
    turn = desk.turn(Role.PROPOSER, step, perspective)
    agenda, shown = desk.shown(graph)
    data = TheoryIn(
        question=desk.brief.question, speaker=speaker(perspective, desk.file, desk.brief.as_of), agenda=shown
    )
    answer = turn.ask("case_theory", data, TheoryOut, desk.citable(perspective))
    if answer is not None:
        known = [h for h in answer.holdings if _known(h, agenda)]
        turn.notes += [f"no such outcome: {h.issue}={h.outcome}" for h in answer.holdings if h not in known]
        turn.delta.node(
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
    for data in _calls(desk, perspective, share, shown, held):
        allowed = {f"{name}={held[name].outcome}" for name in data.argue}
        allowed |= {f"{name}={outcome}" for name, outcome in data.advocate.items()}
        for found in _drafted(desk, turn, perspective, data, agenda, findings, allowed):
            assigned = data.advocate.get(found.issue) == found.outcome
            add_argument(turn, found.model_copy(update={"advocacy": assigned}), agenda, desk.library, citing, findings)
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
                holdings=[held[name] for name, outcome in some if not outcome],
                argue=[name for name, outcome in some if not outcome],
                advocate={name: outcome for name, outcome in some if outcome},
            )
        )
    return calls


def _drafted(
    desk: Desk,
    turn: Turn,
    perspective: Perspective,
    data: ArgueIn,
    agenda: Agenda,
    findings: Mapping[str, Node],
    allowed: set[str],
) -> list[ArgumentOut]:
    """Arguments without faults; those with one are asked for again, and left out, noted, where it stays."""
    texts = {number: node["text"] for number, node in findings.items()}
    ids = desk.citable(perspective)
    good: dict[str, ArgumentOut] = {}
    asked = data
    for attempt in range(ATTEMPTS):
        answer = turn.ask("argue", asked, ArgueOut, ids, attempt)
        faults: list[str] = []
        for found in answer.arguments if answer else ():
            own = argument_faults(found, agenda, desk.library, texts, allowed - good.keys())
            if not own:
                own = figure_faults(found, desk.file, texts, desk.brief.question, strict=attempt == 0)
            if own:
                faults += own
            else:
                good[f"{found.issue}={found.outcome}"] = found
        missing = allowed - good.keys()
        if not missing:
            break
        faults += [f"{pair}: no argument was given" for pair in sorted(missing) if not any(pair in f for f in faults)]
        turn.notes += faults
        asked = _again(data, missing, faults)
    return list(good.values())


def _again(data: ArgueIn, missing: set[str], faults: Sequence[str]) -> ArgueIn:
    names = {pair.partition("=")[0] for pair in missing}
    return data.model_copy(
        update={
            "argue": [name for name in data.argue if name in names],
            "advocate": {n: o for n, o in data.advocate.items() if f"{n}={o}" in missing},
            "faults": list(faults)[:20],
        }
    )
