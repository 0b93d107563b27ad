"""After a repair of a debate its people are asked whether their turns stand: they let them stand, or say them anew.

Nobody else writes a person's turn. What agents said to words that a person takes back is said anew, and the debate is decided again;
turns of people that came after it are asked for in turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_graph.app.asking import resumable
from foam_graph.app.contest_forms import Contest
from foam_graph.app.contest_settling import one_at_a_time
from foam_graph.app.cross_repairing import told_of_runs
from foam_graph.app.debate_repairing import Mended, cost_of, record, remarks_of
from foam_graph.app.debating import at_the_table, parameters_of
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.debate.speaking.others import AskedAgain, People
from foam_graph.debate.speaking.repairing import HeardAnew, Mending, hear_anew
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.descendants import descendants
from foam_graph.reasoning.debating.floor import as_spoken, spoken_nodes
from foam_graph.reasoning.debating.speech import Speech
from foam_graph.reasoning.debating.versions import LET_STAND, Asked, to_be_asked

_HEARD = re.compile(r"^(?P<prefix>.+:)hear:\d+$")


def ask_again(session: Session, run: str, people: People | None) -> tuple[Contest, ...]:
    """Asks for the turns of people that a repair has touched, in order, and mends what rests on those that are said anew.

    Nothing is held while a person thinks: what changed in the meantime is read again before the answer is taken down.

    Args:
        session: The session.
        run: The debate, which has ended.
        people: Who answers; None: nobody, so that only what was cut short is finished.

    Returns:
        What each answer led to; none for turns that are left open.

    Raises:
        UsageError: Too much is said at a turn. Nothing was written for it.
        EnvironmentFault: A contest of the debate did not end in time.
        FoamError: A repair ended early; what is committed stays, and the next call goes on.
    """
    found = _finished(session, run)
    left_open: set[str] = set()
    while people is not None:
        graph = session.store.subgraph(run)
        asked = next((one for one in to_be_asked(graph) if one.node.id not in left_open), None)
        if asked is None:
            break
        text = people.again(_shown(graph, run, asked))
        if text is None:
            left_open.add(asked.node.id)
            continue
        with one_at_a_time(session, run), resumable(run):
            graph = session.store.subgraph(run)
            still = next((one for one in to_be_asked(graph) if one.node.id == asked.node.id), None)
            if still is None or still.since != asked.since:
                continue  # it was answered, or something else changed, while the person thought
            if _same(text, str(asked.node["text"])):
                found.append(_let_stand(session, run, still))
            else:
                found.append(_heard(session, graph, run, still, HeardAnew(still.node, text, people.origin)))
    return tuple(found)


def _same(one: str, other: str) -> bool:
    return "".join(one.split()) == "".join(other.split())


def _shown(graph: Subgraph, run: str, asked: Asked) -> AskedAgain:
    speeches = [Speech(**one) for one in parameters_of(graph, run).speeches]  # type: ignore[arg-type]
    turn = asked.node["turn"]
    speech = next(one for one in speeches if one.turn == turn)
    place = sum(1 for one in speeches if one.turn <= turn and one.side == speech.side)
    history = [as_spoken(node) for node in spoken_nodes(graph) if node["turn"] < turn]
    return AskedAgain(speech, place, history, str(asked.node["text"]), asked.why)


def _let_stand(session: Session, run: str, asked: Asked) -> Contest:
    turn = asked.node["turn"]
    draft = ActivityDraft(
        run, "HumanAct", Role.OPERATOR, f"{asked.node.id}:{LET_STAND}:{turn}", "person", used=(asked.node.id,)
    )
    session.store.commit(draft, Delta())
    return Contest(target=asked.node.id, debate=run, outcome="recorded", remarks=(f"Turn {turn} stands as it was.",))


def _heard(session: Session, graph: Subgraph, run: str, asked: Asked, heard: HeardAnew) -> Contest:
    """A person says a turn anew: what agents said to the old words is said anew."""
    return _mended(session, graph, run, heard, _touched(graph, asked.node), asked.challenge)


def _touched(graph: Subgraph, old: Node) -> list[str]:
    return [one for one in descendants(graph, old, past_people=False) if one != old.id]


def _mended(
    session: Session, graph: Subgraph, run: str, heard: HeardAnew, touched: Sequence[str], challenge: Ref | None
) -> Contest:
    old, prefix = heard.old, f"{heard.old.id}:"
    with at_the_table(session, run, graph, people=False) as table:
        mending = Mending(prefix, challenge, touched, rereads=True)
        revised = hear_anew(table.state, table.speeches, table.company, mending, heard)
    told = f"Turn {old['turn']} was said anew by its speaker."
    mended = Mended("regenerated", revised, (), (told, *remarks_of(graph, revised)), cost_of(graph, prefix, revised))
    record(session, graph, run, prefix, mended, [old.id, *touched], None)
    runs = told_of_runs(session, revised)
    return Contest(
        target=old.id, debate=run, outcome=mended.outcome, revised=dict(revised), cost=mended.cost,
        remarks=(*mended.remarks, *runs),
    )  # fmt: skip


def _finished(session: Session, run: str) -> list[Contest]:
    """Finishes what was begun after a person's answer and cut short."""
    if not _begun(session.store.subgraph(run)):
        return []
    found = []
    with one_at_a_time(session, run), resumable(run):
        for act in _begun(session.store.subgraph(run)):
            graph = session.store.subgraph(run)
            before = graph.until(run, act.seq - 1)
            old = before[act["used"][0]]
            challenge = next((one.challenge for one in to_be_asked(before) if one.node.id == old.id), None)
            touched = [one for one in _touched(before, old) if not _replaced_otherwise(graph, one, f"{old.id}:")]
            origin = next(one["origin"] for one in graph.into(old.id, "SUPERSEDES"))
            found.append(_mended(session, graph, run, HeardAnew(old, "", origin), touched, challenge))
    return found


def _begun(graph: Subgraph) -> list[Node]:
    """The acts by which a person said a turn anew and whose consequences were cut short."""
    steps = {str(one["step"]) for one in graph.of("Activity")}
    acts = [(one, _HEARD.match(str(one["step"]))) for one in graph.of("HumanAct")]
    return [act for act, found in acts if found is not None and f"{found['prefix']}{OUTCOME}" not in steps]


def _replaced_otherwise(graph: Subgraph, utterance: str, prefix: str) -> bool:
    """Whether something else than this repair said an utterance anew in the meantime."""
    newer = graph.into(utterance, "SUPERSEDES")
    return any(not str(graph[one.activity]["step"]).startswith(prefix) for one in newer)
