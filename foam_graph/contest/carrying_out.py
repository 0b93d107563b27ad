"""What a ruled challenge leads to, by what it attacks (protocol 7.4)."""

from __future__ import annotations

from foam_graph.contest.agenda_back import put_agenda_back
from foam_graph.contest.normative import remedied, undo_remedy
from foam_graph.contest.restoring import restore
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.agenda_anew import set_agenda_anew
from foam_graph.pipeline.checking import validate_records
from foam_graph.pipeline.deliberating import answer_challenge, rate_anew, redraft_fallen, weigh_anew
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda_versions.made import about_agenda
from foam_graph.reasoning.attacked import claims_behind
from foam_graph.reasoning.challenge_targets import WITHOUT_CLAIMS
from foam_graph.reasoning.overturned import RESTORE, overturned
from foam_graph.reasoning.rulings import ruling_of, settled


def carry_out(state: RunState, challenge: Node) -> None:
    """Carries out what was ruled; labels and position are made afterwards.

    Args:
        state: The run, its step prefix set to the challenge's or ruling's id.
        challenge: The challenge, ruled on.
    """
    verdict = settled(state.graph, challenge.id)
    part = state.graph.out(challenge.id, "ATTACKS")[0]
    if verdict == "invalid":
        _undo(state, challenge)
    elif verdict == "valid" and part.kind in ("Perspective", "Stakeholder"):
        redraft_fallen(state, challenge, {one.id: one.after for one in remedied(state, challenge)})
    elif verdict == "valid" and part.kind == "Weighing":
        weigh_anew(state, part, challenge["grounds"])
    elif verdict == "valid" and part.is_a("Evaluation"):
        rate_anew(state, part, challenge["grounds"])
    elif about_agenda(state.graph, challenge):
        # A machine's ruling is provisional: what is to be decided changes by a person's alone.
        ruling = ruling_of(state.graph, challenge.id)
        if verdict == "valid" and ruling is not None and ruling["human"]:
            set_agenda_anew(state, challenge)
    elif verdict in ("valid", "requires_more_evidence") and part.kind not in _ALONE:
        # Owners have their whole argument in view and return what changes; nothing outside of it is written.
        if part.kind == "Issue":
            # Who speaks to it may be known only when what was given has been argued; nobody else answers.
            stances = {p.stance_id for p in state.brief.perspectives}
        else:
            # What was attacked may have a new version by now, to which the challenge carries over.
            stances = {str(c["stance_id"]) for c in claims_behind(state.graph, state.graph.newest(part.id))}
        answer_challenge(state, challenge, sorted(stances))


_ALONE = (
    *(kind for kind in WITHOUT_CLAIMS if kind != "Issue"), "Critique", "Evaluation", "Ruling", "TemplateChoice",
)  # fmt: skip
"""Kinds for which no perspective answers: labels say what follows."""


def _undo(state: RunState, challenge: Node) -> None:
    """What was revised because of an earlier ruling says again what it said, and who was changed is as before.

    Args:
        state: The run, its step prefix set to the ruling's id.
        challenge: The challenge, which was rejected.
    """
    undo_remedy(state, challenge)
    put_agenda_back(state, challenge)
    undone = overturned(state.graph, challenge).pairs
    for stance in dict.fromkeys(str(old["stance_id"]) for _, old in undone):
        own = [(live, old) for live, old in undone if old["stance_id"] == stance]
        state.perform(f"{RESTORE}:{stance}", lambda step, o=own: restore(state, challenge, o, step))  # type: ignore[misc]
    if undone:
        validate_records(state, "validate-restored")
