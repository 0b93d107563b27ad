"""Phase 4b: replies, ratings, and what ratings call for (foam.md 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from foam_graph.llm.tasks import AnswerIn, AnswerOut, CritiqueOut, Passage, RateIn, RateOut
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.criticism import against, words_of
from foam_graph.reasoning.evidence import Evidence, add_record, admitted, claim_sentences, offered_for, sentence_refs
from foam_graph.reasoning.opening import perspective_node_id
from foam_graph.reasoning.perspectives import Perspective
from foam_graph.reasoning.planning import critique_of, evaluation_fields, occurs
from foam_graph.reasoning.turns import PANEL, Brief, Turn, view

ANSWERED_RULE = "revision-drops-attacked-words"


def hook(critique: str) -> str:
    """Purpose under which sentences are offered that a rating asked for."""
    return f"hook:{critique}"


def claims_behind(graph: Subgraph, node: Node) -> list[Node]:
    """The live claims that a node belongs to: itself, or those that rest on it as warrant, record or sentence."""
    if node.is_a("Claim"):
        return [] if graph.superseded(node.id) else [node]
    if node.is_a("EvidenceSentence"):
        up = graph.into(node.id, "QUOTES")
    elif node.is_a("EvidenceRecord"):
        up = graph.into(node.id, "USES")
    elif node.is_a("Evaluation"):
        up = [t for rated in graph.out(node.id, "RATES") for t in graph.out(rated.id, "ATTACKS", "ANSWERS")]
    else:
        up = graph.out(node.id, "WARRANTS", "QUALIFIES", "EXCEPTS", "BACKS")
    found = [c for n in up if not graph.superseded(n.id) for c in claims_behind(graph, n)]
    return list({c.id: c for c in found}.values())


def cited(graph: Subgraph, node: Node, evidence: Evidence) -> list[Passage]:
    """The passages that a critique or reply cites."""
    ids = [s for record in graph.out(node.id, "RESTS_ON") for s in record.get("sentence_ids", ())]
    return evidence.passages(ids)


def open_critiques(graph: Subgraph) -> list[Node]:
    """Critiques of live nodes, plans left out: those that bear on the position."""
    found = []
    for critique in graph.live("Critique"):
        targets = graph.out(critique.id, "ATTACKS")
        if targets and not any(t.is_a("Plan") or graph.superseded(t.id) for t in targets):
            found.append(critique)
    return found


def answer_critiques(brief: Brief, graph: Subgraph, owner: Perspective, evidence: Evidence, step: str) -> Turn:
    """A perspective answers what was said against, and asked about, its own claims; or concedes."""
    turn = Turn(brief, Role.PROPOSER, step, owner.stance_id)
    turn.delta.edge("HOLDS", turn.me, Ref(perspective_node_id(owner), "Perspective"))
    refs = sentence_refs(graph)
    for critique in open_critiques(graph):
        target = graph.out(critique.id, "ATTACKS")[0]
        own = [c for c in claims_behind(graph, target) if c["stance_id"] == owner.stance_id]
        if own and not graph.into(critique.id, "ANSWERS") and critique["stance_id"] != owner.stance_id:
            passages = cited(graph, critique, evidence)
            _reply(turn, graph, own[0], critique, critique["grounds"], critique["flaw"], passages, evidence, refs)
    for exchange in graph.of("Exchange"):
        own = [c for c in graph.out(exchange.id, "ABOUT") if c.get("stance_id") == owner.stance_id]
        if own and not graph.into(exchange.id, "ANSWERS"):
            _reply(turn, graph, own[0], exchange, exchange["question"], "", [], evidence, refs)
    return turn


def _reply(
    turn: Turn,
    graph: Subgraph,
    claim: Node,
    to: Node,
    asked: str,
    flaw: str,
    passages: list[Passage],
    evidence: Evidence,
    refs: dict[str, Ref],
) -> None:
    record = evidence.passages(claim_sentences(graph, claim.id))
    others = offered_for(graph, against(claim["leaf"])) + offered_for(graph, claim["leaf"])
    owner = turn.brief.perspective(turn.stance_id)
    offered = admitted(evidence.passages(dict.fromkeys(i for i in others if i in refs)), owner, turn.brief.as_of)
    citable = [p.id for p in (*admitted(record, owner, turn.brief.as_of), *offered)]
    warrants = graph.into(claim.id, "WARRANTS")
    data = AnswerIn(
        view=view(owner),
        claim=claim["text"],
        warrant=warrants[0]["text"] if warrants else "",
        record=record,
        asked=asked,
        flaw=flaw,
        against=passages,
        offered=offered,
    )
    answer = turn.ask("answer", data, AnswerOut, citable)
    if answer is None or not answer.text.strip():
        return
    concedes = answer.concedes
    # A reply that concedes does not attack the critique: it is recorded as what it is, an admission.
    ref = turn.delta.node("Reply", text=answer.text, stance_id=turn.stance_id, concedes=concedes)
    turn.delta.edge("ANSWERS", ref, to.ref)
    usable = [i for i in answer.evidence if i in citable]
    if usable:
        turn.delta.edge("RESTS_ON", ref, add_record(turn.delta, evidence, refs, usable, "in reply"))


def rate(brief: Brief, graph: Subgraph, evidence: Evidence, step: str, again: Collection[str] = ()) -> Turn:
    """The evaluator rates every critique and reply that has no rating yet.

    Args:
        brief: The run.
        graph: The run so far.
        evidence: The documents.
        step: Name of the step.
        again: Critiques to rate anew because evidence was found for them.
    """
    turn = Turn(brief, Role.EVALUATOR, step)
    for critique in open_critiques(graph):
        if graph.into(critique.id, "RATES") and critique.id not in again:
            continue
        data = rate_input(graph, critique, evidence)
        _write_rating(turn, data, critique.ref)
    for reply in graph.live("Reply"):
        answered = [n for n in graph.out(reply.id, "ANSWERS") if n.is_a("Critique")]
        if not answered or graph.into(reply.id, "RATES"):
            continue
        if reply["concedes"]:
            _rate_by_rule(turn, reply.ref, "inadequate", "The reply concedes the point.", "concession")
            continue
        data = rate_input(graph, answered[0], evidence).model_copy(
            update={"what": "reply", "reply": reply["text"], "reply_evidence": cited(graph, reply, evidence)}
        )
        _write_rating(turn, data, reply.ref)
    return turn


def _write_rating(turn: Turn, data: RateIn, rated: Ref) -> None:
    answer = turn.ask("rate", data, RateOut)
    expected = ("adequate", "inadequate") if data.what == "reply" else ("valid", "invalid", "requires_more_evidence")
    if answer is None or answer.verdict not in expected:
        turn.notes.append(f"{rated.id} stays unrated: no usable rating")
        return
    ref = turn.delta.node("Evaluation", **evaluation_fields(answer))
    turn.delta.edge("RATES", ref, rated)


def rate_input(graph: Subgraph, critique: Node, evidence: Evidence) -> RateIn:
    """Both sides of a critique, as an evaluator sees them."""
    target = graph.out(critique.id, "ATTACKS")[0]
    claims = claims_behind(graph, target)
    quoted = [s for c in claims for s in claim_sentences(graph, c.id)]
    if target.is_a("EvidenceSentence"):
        quoted = [target["sentence_id"], *quoted]
    passages = cited(graph, critique, evidence)
    near = [s for c in claims for s in offered_for(graph, against(c["leaf"]))] + offered_for(graph, hook(critique.id))
    taken = {*quoted, *(p.id for p in passages)}
    return RateIn(
        target=words_of(target),
        form=claims[0]["form"] if claims else "sentence",
        record=evidence.passages(dict.fromkeys(quoted)),
        critique=_as_asked(critique, target),
        against=passages,
        corroboration=evidence.passages(dict.fromkeys(i for i in near if i not in taken)),
        what="critique",
    )


def _as_asked(critique: Node, target: Node) -> CritiqueOut:
    part = {"Claim": "claim", "Warrant": "warrant", "EvidenceRecord": "record"}.get(target.kind, "record")
    if target.is_a("EvidenceSentence"):
        part = str(target["sentence_id"])
    return critique_of(critique).model_copy(update={"part": part})


def wanting(graph: Subgraph) -> list[Node]:
    """Critiques whose latest rating asks for more evidence."""
    found = []
    for critique in open_critiques(graph):
        ratings = graph.into(critique.id, "RATES")
        if ratings and ratings[-1]["verdict"] == "requires_more_evidence":
            found.append(critique)
    return found


def standing_verdict(graph: Subgraph, critique: str) -> str:
    """The latest rating of a critique by the panel or a person; empty where it is unrated."""
    ratings = [r for r in graph.into(critique, "RATES") if not graph.superseded(r.id)]
    people = [r for r in ratings if r.get("human")]
    return str((people or ratings)[-1]["verdict"]) if ratings else ""


def answered_critiques(brief: Brief, graph: Subgraph, step: str) -> Turn:
    """Rates critiques of superseded versions ``answered`` where the new version no longer says what was attacked."""
    turn = Turn(brief, Role.EVALUATOR, step)
    for critique in graph.live("Critique"):
        for target in graph.out(critique.id, "ATTACKS"):
            if not graph.superseded(target.id) or target.is_a("Plan"):
                continue
            newest = graph.newest(target.id)
            if standing_verdict(graph, critique.id) in ("", "answered") or occurs(critique["quoted"], words_of(newest)):
                continue
            reasons = f"The new version {newest.id} no longer contains the words attacked."
            _rate_by_rule(turn, critique.ref, "answered", reasons, ANSWERED_RULE)
    return turn


def _rate_by_rule(turn: Turn, rated: Ref, verdict: str, reasons: str, rule: str) -> None:
    """A rating that needs no judgement: the rule and its condition are stated."""
    ref = turn.delta.node(
        "Evaluation",
        verdict=verdict,
        materiality=1.0,
        recommendation="none",
        reasons=reasons,
        stance_id=PANEL,
        rule=rule,
        provisional=True,
    )
    turn.delta.edge("RATES", ref, rated)


def unanswered(graph: Subgraph, threshold: float) -> Iterable[tuple[Node, Node]]:
    """Valid, material critiques without an adequate reply, with the live claims they fell."""
    for critique in open_critiques(graph):
        ratings = graph.into(critique.id, "RATES")
        if not ratings or ratings[-1]["verdict"] != "valid" or ratings[-1]["materiality"] < threshold:
            continue
        if ratings[-1]["recommendation"] != "revise":
            continue
        replies = graph.into(critique.id, "ANSWERS")
        if any(r["verdict"] == "adequate" for reply in replies for r in graph.into(reply.id, "RATES")):
            continue
        for claim in claims_behind(graph, graph.out(critique.id, "ATTACKS")[0]):
            yield critique, claim
