"""Owners of a round: one call over all critiques of one's own case, answered by replies, concessions and new versions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from foam_graph.agents.tasks.arguments import PartOut
from foam_graph.agents.tasks.cross_examination import CrossRespondOut, CrossResponseOut
from foam_graph.agents.tasks.rounds import ArgumentShown, CritiqueShown, RespondIn, RespondOut, ResponseOut, RevisionOut
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.exceptions import relate_exceptions
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.arguments.speaker import speaker
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.debate_points import keys_of
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.critiques import Criticised, criticised, shown
from foam_graph.reasoning.rounds.cross_examining import answers_in, said_by_name
from foam_graph.reasoning.rounds.drifting import Drifted, to_tell
from foam_graph.reasoning.rounds.twins import as_one, twins
from foam_graph.reasoning.rounds.versions import Argument, Version
from foam_graph.reasoning.turns import Turn

ATTEMPTS = 2
"""Times that an owner is asked: once more for the versions that were refused, so that a slip is no concession."""

_BESIDE = "(On what it attacks {} rests as well: give each part that needs a new version one.)"


def respond(
    desk: Desk,
    graph: Subgraph,
    owner: Perspective,
    step: str,
    findings: Mapping[str, Node],
    challenges: Collection[str] = (),
    laid_out: Sequence[ArgumentShown] = (),
) -> Turn | None:
    """A perspective answers every critique of its own case.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        owner: Who answers.
        step: Name of the step.
        findings: The sheet, by number.
        challenges: Ids of people's challenges that are carried out now; only these are answered, where there are any.
        laid_out: Everybody's arguments as the critics of the round saw them, so that what was asked then is gone on with; none for the
            owner's alone.

    Returns:
        The owner's turn; None where nothing is left to answer.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    threshold = desk.brief.limits.materiality
    mine = {
        one.name: one
        for one in criticised(names, desk.brief, challenges)
        if one.owner == owner.stance_id
        and one.awaits_answer(threshold)
        and (not challenges or one.node.id in challenges)
    }
    # What was upheld against somebody is answered alone; everything else waits for the next round.
    drifts = {one.name: one for one in to_tell(names, owner.stance_id)} if not challenges else {}
    if not mine and not drifts:
        return None
    turn = desk.turn(Role.REFINER, step, owner)
    of = twins(list(mine.values()), graph)
    told = as_one([_told(one, names, desk) for one in mine.values()], of)
    own = names.shown({owner.stance_id})
    data = RespondIn(
        question=desk.brief.question,
        speaker=speaker(owner, desk.file, desk.brief.as_of),
        agenda=desk.agenda(graph),
        arguments=list(laid_out) or own,
        own=[one.id for one in own] if laid_out else [],
        whole=[one for one in own if laid_out and one not in laid_out],
        critiques=told,
        drift=[one.shown() for one in drifts.values()],
    )
    turn.used += [one.report.id for one in drifts.values()]
    taken = _Taken(turn, desk, names, mine, findings, frozenset(desk.citable(owner)), drifts, of)
    for attempt in range(ATTEMPTS):
        answer = turn.ask("respond", data, _form(data), desk.citable(owner), attempt)
        if answer is None:
            break
        faults = taken.take(answer, last=attempt == ATTEMPTS - 1)
        if not taken.refused:
            break
        again = [one for one in told if one.id in taken.refused]
        left = [one.shown() for one in drifts.values() if one.name in taken.refused]
        data = data.model_copy(update={"critiques": again, "drift": left, "faults": faults[:20]})
    taken.write()
    return turn


def redraft(
    desk: Desk,
    graph: Subgraph,
    owner: Perspective,
    step: str,
    findings: Mapping[str, Node],
    challenge: Node,
    fallen: Sequence[tuple[Node, str]],
) -> Turn | None:
    """A perspective writes anew what an upheld challenge to values or stakeholders has let fall.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        owner: Whose arguments they are.
        step: Name of the step.
        findings: The sheet, by number.
        challenge: The challenge.
        fallen: Claims of the owner that fell, each with what became of it in words.

    Returns:
        The owner's turn, with new versions and no reply; None where nothing of its arguments fell.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    number = names.of[challenge.id]
    mine: dict[str, Criticised] = {}
    told: dict[str, str] = {}
    for claim, fate in fallen:
        target = names.of.get(claim.id, "")
        if target and target.partition(".")[0] not in {one.target.partition(".")[0] for one in mine.values()}:
            name = number if not mine else f"{number}-{len(mine) + 1}"
            mine[name] = Criticised(name, challenge, target, owner.stance_id, claim, (), (), ())
            told[name] = f"{challenge['grounds']} This was upheld, and {target} is {fate}."
    if not mine:
        return None
    turn = desk.turn(Role.REFINER, step, owner)
    shown_ = [shown(one, names).model_copy(update={"grounds": told[name], "quoted": ""}) for name, one in mine.items()]
    data = RespondIn(
        question=desk.brief.question,
        speaker=speaker(owner, desk.file, desk.brief.as_of),
        agenda=desk.agenda(graph),
        arguments=names.shown({owner.stance_id}),
        critiques=shown_,
    )
    taken = _Taken(turn, desk, names, mine, findings, frozenset(desk.citable(owner)), {})
    answer = turn.ask("respond", data, RespondOut, desk.citable(owner))
    if answer is not None:
        taken.take(answer, last=True)
    taken.write(replies=False)
    return turn


def _told(one: Criticised, names: Names, desk: Desk) -> CritiqueShown:
    """A critique as its owner is shown it, with how the debate that it comes from answered it."""
    answers = answers_in(desk.debate, keys_of(names.graph, one.node.id), names)
    found = shown(one, names)
    more = [part for part in one.touched if part != one.target]
    if more:
        found = found.model_copy(update={"grounds": f"{found.grounds} {_BESIDE.format(', '.join(more))}"})
    return found.model_copy(update={"debate": answers}) if answers else found


def _form(data: RespondIn) -> type[RespondOut]:
    return CrossRespondOut if any(one.debate for one in data.critiques) else RespondOut


class _Taken:
    """What an owner's answers come to.

    Args:
        turn: The owner's turn.
        desk: What everybody has before them.
        names: Names of the run's parts.
        critiques: Critiques that the owner has to answer, by name.
        findings: The sheet, by number.
        citable: Sentences that the owner may cite.
        drifts: Findings that its parts leave its scope or constraints, by name.
        twins: Critiques that were shown to the owner to the others that make the same point.
    """

    def __init__(
        self,
        turn: Turn,
        desk: Desk,
        names: Names,
        critiques: Mapping[str, Criticised],
        findings: Mapping[str, Node],
        citable: frozenset[str],
        drifts: Mapping[str, Drifted],
        twins: Mapping[str, Sequence[str]] = {},
    ) -> None:
        self._turn, self._desk, self._names = turn, desk, names
        self._critiques, self._findings, self._citable = critiques, findings, citable
        self._drifts, self._twins = drifts, twins
        self._answers: dict[str, ResponseOut] = {}
        self._revisions: dict[str, Version] = {}
        self._arguments: dict[str, Argument] = {}
        self.refused: set[str] = set()

    def take(self, answer: RespondOut, last: bool) -> list[str]:
        """Takes what is usable and notes the rest.

        Args:
            answer: What the owner said.
            last: Whether it is not asked again: a figure that stands nowhere is then left to the raters.

        Returns:
            What was wrong with the versions, in words that their author can act on; ``refused`` names the critiques.
        """
        again, self.refused = self.refused, set()
        for one in answer.answers:
            self._answer(one, again)
            for twin in self._twins.get(one.critique, ()):
                self._answer(one.model_copy(update={"critique": twin}), again)
        drafts = {one.target: one.part for one in answer.revisions}
        faults = [fault for one in answer.revisions for fault in self._revise(one, drafts, last)]
        for name, found in self._answers.items():
            if found.answer == "concede_part" and not self._versions(name) and name not in self.refused:
                self.refused.add(name)
                faults.append(f"{name} is conceded in part, but {self._critiques[name].target} has no new version")
        self._turn.notes += faults
        return faults

    def _answer(self, found: ResponseOut, again: Collection[str]) -> None:
        if found.critique not in self._critiques:
            self._turn.notes.append(f"answer refused: {found.critique[:40]!r} is no critique to be answered here")
        elif found.critique in self._answers and found.critique not in again:
            self._turn.notes.append(f"answer refused: {found.critique} has been answered")
        elif found.answer == "reply" and not found.text.strip():
            self._turn.notes.append(f"answer refused: the reply to {found.critique} says nothing")
        else:
            self._answers[found.critique] = found

    def _revise(self, revision: RevisionOut, drafts: Mapping[str, PartOut], last: bool) -> list[str]:
        """Takes a version, or says what is wrong with it."""
        name, _, component = revision.target.partition(".")
        where, claim = revision.target[:80], self._names.parts.get(revision.target)
        if claim is None or claim["stance_id"] != self._turn.stance_id:
            return [f"{where!r} is no part of your case"]
        if revision.target in self._revisions:
            return [f"{where} has a new version already"]
        answered = dict.fromkeys(name for k in revision.answers for name in (k, *self._twins.get(k, ())))
        told = [self._critiques[k] for k in answered if k in self._critiques]
        about = {one.name for one in told if self._argument_of(one, name)}
        about |= {d for d in revision.answers if d in self._drifts and self._drifts[d].part == revision.target}
        if not about:
            return [f"{where}: the new version answers no critique of its argument"]
        if revision.part.component not in (component, revision.target):
            self.refused |= about
            return [f"{where}: its component is {component}, not {revision.part.component[:40]!r}"]
        argument = self._arguments.setdefault(name, Argument(self._desk, self._names, name, self._findings))
        part = argument.completed(revision.part, component)
        if last and argument.unfit(part):
            # It is not asked again: the part stands by its text, without the rule that does not fit.
            self._turn.notes += [f"{where}: {fault}" for fault in argument.unfit(part)]
            part = part.model_copy(update={"application": None})
        faults = list(argument.faults(part, self._citable, revision.drops)) or argument.unfit(part)
        if not faults and not last:
            beside = {t.partition(".")[2]: d for t, d in drafts.items() if t.startswith(f"{name}.")}
            faults = argument.unfounded(part, beside, revision.drops)
        if faults:
            self.refused |= about
            return [f"{where}: {fault}" for fault in faults]
        speaks_to = {one.name: {*one.touched} & {revision.target, self._issue(name)} for one in told}
        met = tuple(one.node for one in told if one.name in about and speaks_to[one.name])
        self._revisions[revision.target] = Version(component, part, met, tuple(revision.drops))
        return []

    def _argument_of(self, one: Criticised, name: str) -> bool:
        """Whether a critique attacks the argument, or says that something was left out of its issue."""
        return name in {part.partition(".")[0] for part in one.touched} or (
            one.attacked is None and one.target == self._issue(name)
        )

    def _issue(self, name: str) -> str:
        return self._names.argument(name).issue

    def _versions(self, name: str) -> list[str]:
        """Parts whose new version answers a critique."""
        node = self._critiques[name].node.id
        return [part for part, one in self._revisions.items() if node in {critique.id for critique in one.answers}]

    def write(self, replies: bool = True) -> None:
        """Writes replies, concessions and new versions; or new versions alone."""
        citing = self._desk.citing(self._turn, self._names.graph)
        for name, critique in self._critiques.items() if replies else ():
            found, parts = self._answers.get(name), self._versions(name)
            if found is not None and found.answer != "none":
                told = found.text.strip() or "Conceded."
                self._reply(critique, told, found.answer != "reply", found.evidence, citing, _taken_up(found))
            elif parts:
                self._reply(critique, f"Taken up in the new version of {', '.join(parts)}.", True, (), citing)
        for name, argument in self._arguments.items():
            versions = [one for part, one in self._revisions.items() if part.startswith(f"{name}.")]
            argument.write(self._turn, versions, citing)
        relate_exceptions(self._turn.delta, self._names.graph)

    def _reply(
        self,
        to: Criticised,
        text: str,
        concedes: bool,
        evidence: Sequence[str],
        citing: Citing,
        takes_up: Sequence[str] = (),
    ) -> None:
        # A reply that concedes is no defence: it is recorded as what it is, and the new version has to do the rest.
        delta = self._turn.delta
        ref = delta.node("Reply", text=text, stance_id=self._turn.stance_id, concedes=concedes)
        delta.edge("ANSWERS", ref, to.node.ref)
        usable = [one for one in dict.fromkeys(evidence) if one in self._citable]
        if usable:
            delta.edge("RESTS_ON", ref, citing.record(usable, "in reply"))
        said = said_by_name(self._desk.debate, keys_of(self._names.graph, to.node.id))
        for point, one in (said[name] for name in dict.fromkeys(takes_up) if name in said):
            delta.edge("TAKES_UP", ref, one.utterance, point=point.key, turn=one.turn, sentences=[one.sentence])
            self._turn.used.append(one.utterance.id)
        self._turn.used.append(to.node.id)


def _taken_up(found: ResponseOut) -> Sequence[str]:
    return found.takes_up if isinstance(found, CrossResponseOut) else ()
