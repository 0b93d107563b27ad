"""Phase 4b: replies, ratings, and what ratings call for (protocol 2.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from foam_graph.agents.tasks.table import AnswerIn, AnswerOut, CritiqueOut, Passage, RateIn
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attempts import best_ratings
from foam_graph.reasoning.deliberation.criticism import against, words_of
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.drafting.planning import critique_of, evaluation_fields, flaw_of, occurs
from foam_graph.reasoning.evidence import Evidence, add_record, admitted, claim_sentences, offered_for, sentence_refs
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.turns import PANEL, Brief, Question, Turn, view

ANSWERED_RULE = "revision-drops-attacked-words"
MIRROR_RULE = "mirrored-trade-off"
"""Rates the other side of a weighing of values; nothing is left to reply to."""


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
        up = [t for t in up if not t.is_a("Evaluation")]
    elif node.is_a("Critique"):
        up = [t for t in graph.out(node.id, "ATTACKS") if not (t.is_a("Critique") or t.is_a("Evaluation"))]
    elif node.kind in ("Finding", "Calculation", "RuleApplication"):
        up = [t for t in graph.into(node.id, "RESTS_ON") if t.kind == "Claim"]
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


def answer_critiques(
    brief: Brief,
    graph: Subgraph,
    owner: Perspective,
    evidence: Evidence,
    step: str,
    only: Collection[str] | None = None,
) -> Turn:
    """A perspective answers what was said against, and asked about, its own claims; or concedes.

    Args:
        brief: The run.
        graph: The run so far.
        owner: The perspective.
        evidence: The documents.
        step: Name of the step.
        only: Claims to answer for; None = all live ones.
    """
    turn = turn_of(brief, Role.PROPOSER, step, owner)
    refs = sentence_refs(graph)
    asked: list[tuple[Node, AnswerIn, list[str]]] = []
    for critique in open_critiques(graph):
        target = graph.out(critique.id, "ATTACKS")[0]
        own = [c for c in claims_behind(graph, target) if c["stance_id"] == owner.stance_id]
        own = [c for c in own if only is None or c.id in only]
        mirrored = any(r["rule"] == MIRROR_RULE for r in graph.into(critique.id, "RATES"))
        if own and not graph.into(critique.id, "ANSWERS") and critique["stance_id"] != owner.stance_id and not mirrored:
            asked.append((critique, *_asked(turn, graph, own[0], critique, evidence, refs)))
    for exchange in graph.of("Exchange"):
        own = [c for c in graph.out(exchange.id, "ABOUT") if c.get("stance_id") == owner.stance_id]
        own = [c for c in own if only is None or c.id in only]
        if own and not graph.into(exchange.id, "ANSWERS"):
            asked.append((exchange, *_asked(turn, graph, own[0], exchange, evidence, refs)))
    answers = turn.ask_many("answer", [Question(data, citable) for _, data, citable in asked], AnswerOut)
    for (to, _, citable), answer in zip(asked, answers, strict=True):
        if answer is not None and answer.text.strip():
            _write_reply(turn, to, answer, citable, evidence, refs)
    return turn


def _asked(
    turn: Turn, graph: Subgraph, claim: Node, to: Node, evidence: Evidence, refs: dict[str, Ref]
) -> tuple[AnswerIn, list[str]]:
    """What the owner of a claim is asked about a critique or question, and the sentences it may cite."""
    record = evidence.passages(claim_sentences(graph, claim.id))
    places = (hook(to.id), against(claim["leaf"]), claim["leaf"])
    others = [i for place in places for i in offered_for(graph, place)]
    owner = turn.brief.perspective(turn.stance_id)
    offered = admitted(evidence.passages(dict.fromkeys(i for i in others if i in refs)), owner, turn.brief.as_of)
    citable = [p.id for p in (*admitted(record, owner, turn.brief.as_of), *offered)]
    warrants = graph.into(claim.id, "WARRANTS")
    critique = to.is_a("Critique")
    data = AnswerIn(
        view=view(owner),
        claim=claim["text"],
        warrant=warrants[0]["text"] if warrants else "",
        record=record,
        asked=to["grounds"] if critique else to["question"],
        flaw=flaw_of(to) if critique else "",
        against=cited(graph, to, evidence) if critique else [],
        offered=offered,
    )
    return data, citable


def _write_reply(
    turn: Turn, to: Node, answer: AnswerOut, citable: list[str], evidence: Evidence, refs: dict[str, Ref]
) -> None:
    # A reply that concedes does not attack the critique: it is recorded as what it is, an admission.
    ref = turn.delta.node("Reply", text=answer.text, stance_id=turn.stance_id, concedes=answer.concedes)
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
    asked = [
        (critique.ref, rate_input(graph, critique, evidence))
        for critique in open_critiques(graph)
        if not graph.into(critique.id, "RATES") or critique.id in again
    ]
    for reply in graph.live("Reply"):
        answered = [n for n in graph.out(reply.id, "ANSWERS") if n.is_a("Critique")]
        if not answered or graph.into(reply.id, "RATES"):
            continue
        if reply["concedes"]:
            add_rule_rating(turn, reply.ref, "inadequate", "The reply concedes the point.", "concession")
            continue
        data = rate_input(graph, answered[0], evidence).model_copy(
            update={"what": "reply", "reply": reply["text"], "reply_evidence": cited(graph, reply, evidence)}
        )
        asked.append((reply.ref, data))
    for (rated, _), answer in zip(asked, best_ratings(turn, asked), strict=True):
        if answer is None:
            turn.notes.append(f"{rated.id} stays unrated: no usable rating")
            continue
        ref = turn.delta.node("Evaluation", **evaluation_fields(answer))
        turn.delta.edge("RATES", ref, rated)
    return turn


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
    rating = standing_rating(graph, critique)
    return str(rating["verdict"]) if rating else ""


def standing_rating(graph: Subgraph, critique: str) -> Node | None:
    """The rating of a critique that counts: the latest by a person, else the latest."""
    ratings = [r for r in graph.into(critique, "RATES") if not graph.superseded(r.id)]
    people = [r for r in ratings if r.get("human")]
    return (people or ratings)[-1] if ratings else None


def answered_adequately(graph: Subgraph, critique: str) -> bool:
    """Whether a reply to a critique was found adequate."""
    replies = graph.into(critique, "ANSWERS")
    return any(r["verdict"] == "adequate" for reply in replies for r in graph.into(reply.id, "RATES"))


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
            if _still_weighed(critique, newest):
                continue
            reasons = f"The new version {newest.id} no longer contains the words attacked."
            add_rule_rating(turn, critique.ref, "answered", reasons, ANSWERED_RULE)
    return turn


def _still_weighed(critique: Node, newest: Node) -> bool:
    """Whether a value conflict goes on in other words: the new version speaks for the value, or under a condition."""
    if critique["type"] != "value_conflict" or not newest.is_a("Claim"):
        return False
    return critique.get("value_target") in newest["values"] or bool(newest.get("condition"))


def add_rule_rating(turn: Turn, rated: Ref, verdict: str, reasons: str, rule: str, materiality: float = 1.0) -> None:
    """A rating that needs no judgement: the rule and its condition are stated."""
    ref = turn.delta.node(
        "Evaluation",
        verdict=verdict,
        materiality=materiality,
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
        if answered_adequately(graph, critique.id):
            continue
        for claim in claims_behind(graph, graph.out(critique.id, "ATTACKS")[0]):
            yield critique, claim
