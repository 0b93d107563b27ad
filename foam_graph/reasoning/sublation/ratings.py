"""Protocol 6.4: ratings, materiality, opposed evaluators, rulings by people, and who may rate what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Literal

from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.attack_rules import Objections, carry
from foam_graph.reasoning.sublation.drafting import Draft, chain_order

Effect = Literal["stands", "dismissed", "pending", "answered", "taken_up"]
_EFFECTS: dict[str, dict[str, Effect]] = {
    "Critique": {"valid": "stands", "invalid": "dismissed", "requires_more_evidence": "pending",
                 "answered": "answered", "partly": "answered", "not_answered": "stands"},
    "Reply": {"adequate": "stands", "inadequate": "dismissed", "requires_more_evidence": "pending"},
    "Evaluation": {"valid": "stands", "adequate": "stands", "invalid": "dismissed", "inadequate": "dismissed"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rating:
    """One rating of one critique, reply or rating.

    Attributes:
        node: The evaluation.
        effect: What it does to what it rates.
        why: Verdict in words.
        versions: Versions of the critique's targets that were live when it was made; of an omission that was taken up, the
            claims that did so.
    """

    node: Node
    effect: Effect
    why: str
    versions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Who rates: a person, or a machine acting from a perspective; each nameless person is one of their own."""

    person: bool
    name: str
    agent: str = ""


def evaluator_of(graph: Subgraph, node: Node) -> Evaluator:
    """The evaluator behind a rating."""
    activity = graph.get(node.activity)
    agent = str(activity.get("agent", "")) if activity else ""
    stance = str(node.get("stance_id", ""))
    if node.get("human", False) or (not stance and agent == "person"):
        by = node.get("by", "") or (activity.get("by", "") if activity else "")
        return Evaluator(True, str(by) or node.id)
    return Evaluator(False, stance, agent)


def check_rating(graph: Subgraph, target: str, stance_id: str, activity: str = "", person: str = "") -> None:
    """Checks that somebody may rate a critique or reply: nobody decides a challenge to a rating of their own.

    Args:
        graph: The run.
        target: The critique or reply to be rated.
        stance_id: Perspective of the evaluator; empty for a person.
        activity: The evaluator's turn, where known.
        person: The person, where known; a person may decide challenges to anybody else's rating.

    Raises:
        ReasoningError: The challenged rating is the evaluator's own (protocol 6.4).
    """
    who = Evaluator(True, person) if not stance_id else Evaluator(False, stance_id)
    own = _own_rating(graph, _disputed(graph, target), who, activity)
    if own:
        raise ReasoningError(
            f"{stance_id or 'this person'} cannot decide {target}: it challenges {own}, a rating by the same evaluator",
            "Let another turn of another perspective, or a person, decide it.",
        )


def _own_rating(graph: Subgraph, disputed: Iterable[Node], who: Evaluator, activity: str) -> str:
    """The evaluator's own rating among those that a dispute is about, or nothing."""
    for rating in disputed:
        owner = evaluator_of(graph, rating)
        same_turn = bool(activity) and activity == rating.activity and not who.person
        if same_turn or (who.person == owner.person and who.name == owner.name):
            return rating.id
    return ""


def _disputed(graph: Subgraph, target: str) -> Iterator[Node]:
    """Ratings that a critique challenges, directly or through the replies and critiques it stands under."""
    seen, stack = {target}, [target]
    while stack:
        for node in graph.out(stack.pop(), "ATTACKS", "ANSWERS"):
            if node.is_a("Evaluation"):
                yield node
            elif node.id not in seen and (node.is_a("Critique") or node.kind == "Reply"):
                seen.add(node.id)
                stack.append(node.id)


def _disputes(graph: Subgraph) -> dict[str, list[Node]]:
    """What ``_disputed`` finds for every critique and reply at once, from the challenged ratings outwards."""
    found: dict[str, list[Node]] = defaultdict(list)
    for rating in graph.of("Evaluation"):
        seen, stack = {rating.id}, [rating.id]
        while stack:
            for node in graph.into(stack.pop(), "ATTACKS", "ANSWERS"):
                if node.id not in seen and (node.is_a("Critique") or node.kind == "Reply"):
                    seen.add(node.id)
                    found[node.id].append(rating)
                    stack.append(node.id)
    return found


def add_ratings(draft: Draft, objections: Objections, threshold: float) -> None:
    """Adds rule 4 to a draft that already holds critiques and replies."""
    counted = _counted(draft, threshold, objections, draft.graph.of("Evaluation"), _disputes(draft.graph))
    for kind in ("Critique", "Reply", "Evaluation"):
        for node in draft.graph.of(kind):
            _rate(draft, node, counted.get(node.id, []), objections)


def add_ratings_of(draft: Draft, objections: Objections, threshold: float, critiques: Sequence[Node]) -> None:
    """Adds rule 4 for critiques that the draft has not held before, and for their ratings."""
    graph = draft.graph
    ratings = {rating.id: rating for critique in critiques for rating in graph.into(critique.id, "RATES", "DECIDES")}
    disputes = {critique.id: list(_disputed(graph, critique.id)) for critique in critiques}
    counted = _counted(draft, threshold, objections, list(ratings.values()), disputes)
    for critique in critiques:
        _rate(draft, critique, counted.get(critique.id, []), objections)


def _rate(draft: Draft, node: Node, ratings: list[Rating], objections: Objections) -> None:
    if node.is_a("Critique") or node.kind == "Reply":
        _mark(draft, node, ratings)
    for rating in ratings:
        _apply(draft, node, rating, objections)
    for one, other in combinations(ratings, 2):
        _oppose(draft, one, other)


def _counted(
    draft: Draft,
    threshold: float,
    objections: Objections,
    evaluations: Sequence[Node],
    disputes: Mapping[str, Sequence[Node]],
) -> dict[str, list[Rating]]:
    """Ratings that count, by what they rate: live, fitting, not refused, the evaluator's latest."""
    found: dict[str, list[Rating]] = defaultdict(list)
    latest: dict[tuple[str, Evaluator], Rating] = {}
    for node in sorted(evaluations, key=chain_order):
        if draft.graph.superseded(node.id):
            continue
        for target in {n.id: n for n in draft.graph.out(node.id, "RATES", "DECIDES")}.values():
            rating = _read(draft, node, target, threshold)
            if rating is None:
                continue
            who = evaluator_of(draft.graph, node)
            if not who.person and draft.beyond_machines(target):
                refuse(draft, node.id, "only an appeal undoes what a person ruled")
                continue
            if _own_rating(draft.graph, disputes.get(target.id, ()), who, node.activity):
                refuse(draft, node.id, "an evaluator cannot decide a challenge to a rating of its own")
                continue
            earlier = latest.get((target.id, who))
            if earlier is not None:
                found[target.id].remove(earlier)
                _replace(draft, earlier, rating, objections)
            latest[target.id, who] = rating
            found[target.id].append(rating)
    return found


def refuse(draft: Draft, node_id: str, reason: str) -> None:
    """A rating that the rules refuse is out, and listed."""
    draft.frame.refused[node_id] = reason
    draft.strike(node_id, "refused", 4, reason)


def _read(draft: Draft, node: Node, target: Node, threshold: float) -> Rating | None:
    """A rating as the kernel reads it; one whose verdict does not fit what it rates decides nothing.

    ``answered`` before there is a newer version has nothing to speak of but the critique, which it grants.
    """
    kind = next((label for label in _EFFECTS if target.is_a(label)), "")
    verdict = verdict_on(node, target)
    effect = _EFFECTS.get(kind, {}).get(verdict)
    if effect is None:
        return None
    why = verdict
    if verdict == "partly":
        if float(node.get("materiality", 1.0)) < threshold:
            draft.frame.partly.add(target.id)
        else:
            effect = "stands"
    elif kind == "Critique" and effect != "answered" and float(node.get("materiality", 1.0)) < threshold:
        if effect != "dismissed":
            why = "immaterial"
            draft.frame.immaterial.add(target.id)
        effect = "dismissed"
    versions = _live_at(draft.graph, target, node.seq)
    if effect == "answered" and versions <= {n.id for n in draft.graph.out(target.id, "ATTACKS")}:
        # Of what was left out on an issue there is no newer version: the claims that speak of it now answer it.
        taken_up = _live(draft.graph, _answering(draft.graph, target))
        effect, versions = ("taken_up", taken_up) if taken_up else ("stands", versions)
    return Rating(node, effect, why, versions)


def _answering(graph: Subgraph, critique: Node) -> list[str]:
    """Claims that can meet a critique although what it attacks has no newer version.

    What a person challenged is met so on an issue alone: a claim that leaves a finding or a calculation behind makes it no better
    for others that rest on it.
    """
    if critique.kind == "Challenge" and not any(n.kind == "Issue" for n in graph.out(critique.id, "ATTACKS")):
        return []
    return [n.id for n in graph.into(critique.id, "ANSWERS") if n.kind == "Claim"]


def verdict_on(node: Node, target: Node) -> str:
    """What an evaluation says of one of the things that it rates.

    One evaluation can speak of a critique, of the reply to it and of the version that came after it: of the critique
    counts what is left of it, unless there was nothing to it.
    """
    verdict = str(node.get("verdict", ""))
    if target.kind == "Reply":
        return str(node.get("reply") or verdict)
    return verdict if verdict == "invalid" else str(node.get("version") or verdict)


def _live_at(graph: Subgraph, critique: Node, seq: int) -> frozenset[str]:
    """Versions of a critique's targets that were live once the activity ``seq`` was committed."""
    return _live(graph, [n.id for n in graph.out(critique.id, "ATTACKS")] if critique.is_a("Critique") else [], seq)


def _live(graph: Subgraph, nodes: Sequence[str], seq: float = inf) -> frozenset[str]:
    """The newest versions of nodes, as of an activity."""
    live: set[str] = set()
    stack = list(nodes)
    seen = set(stack)
    while stack:
        current = stack.pop()
        newer = {n.id for n in graph.into(current, "SUPERSEDES") if n.seq <= seq}
        if not newer:
            live.add(current)
        stack.extend(newer - seen)
        seen |= newer
    return frozenset(live)


def _replace(draft: Draft, earlier: Rating, later: Rating, objections: Objections) -> None:
    """A later rating by the same evaluator supersedes; unchanged, it inherits the challenges to the earlier one."""
    draft.strike(earlier.node.id, "superseded", 4, "the same evaluator rated again later")
    if earlier.effect == later.effect:
        for objection in list(objections.get(earlier.node.id, ())):
            carry(draft, objections, objection, later.node.id)


def _mark(draft: Draft, node: Node, ratings: list[Rating]) -> None:
    """Unrated critiques and replies are undecided; they are so again when the ratings that did not dismiss them fall."""
    if not ratings:
        draft.frame.unrated.add(node.id)
        draft.frame.attack(draft.at(node.id), draft.at(node.id), 3, "unrated")
        return
    draft.frame.rated.add(node.id)
    holding = [rating for rating in ratings if rating.effect in ("stands", "pending")]
    if holding:
        unrated = draft.derive(f"unrated:{node.id}", node.id)
        draft.frame.attack(unrated, unrated, 3, "unrated")
        draft.frame.attack(unrated, draft.at(node.id), 3, "every rating that held it up fell")
        for rating in holding:
            draft.frame.attack(draft.at(rating.node.id), unrated, 4, rating.why)


def _apply(draft: Draft, node: Node, rating: Rating, objections: Objections) -> None:
    me, target = draft.at(rating.node.id), draft.at(node.id)
    if rating.effect == "dismissed":
        draft.frame.attack(me, target, 4, rating.why)
    elif rating.effect == "pending":
        pending = draft.derive(f"pending:{node.id}/{rating.node.id}", node.id)
        draft.frame.attack(pending, pending, 3, "requires more evidence")
        draft.frame.attack(pending, target, 3, "requires more evidence")
        draft.falls_with_argument(pending, me, 4, "the rating fell")
    elif rating.effect == "taken_up":
        for claim in sorted(rating.versions):
            answer = draft.derive(f"taken up:{node.id}/{rating.node.id}/{claim}", node.id)
            draft.falls_with_argument(answer, me, 4, "the rating fell")
            draft.falls_with_argument(answer, draft.at(claim), 4, "the claim that took it up fell")
            draft.frame.attack(answer, target, 4, "taken up by a claim")
    elif rating.effect == "answered":
        for version in sorted(rating.versions):
            for objection in objections.get(version, ()):
                # Never the critique itself: it was right about the version that it attacked.
                if objection.critique == node.id and objection.argument != target:
                    draft.frame.attack(me, objection.argument, 5, "answered by this version")


def _opposed(one: Rating, other: Rating) -> bool:
    """Whether two ratings cannot both be followed.

    ``answered`` opposes only a rating made about the same version: an earlier ``valid`` speaks of what was there then,
    and ``invalid`` agrees that nothing is left against the new version.
    """
    effects = {one.effect, other.effect}
    if len(effects) == 1 or effects <= {"answered", "dismissed", "taken_up"}:
        return False
    return not effects & {"answered", "taken_up"} or bool(one.versions & other.versions)


def _oppose(draft: Draft, one: Rating, other: Rating) -> None:
    """Opposed ratings attack each other; a person's ruling defeats a machine's rating one-way."""
    if not _opposed(one, other):
        return
    for attacker, target in ((one, other), (other, one)):
        by_person, at_person = (evaluator_of(draft.graph, rating.node).person for rating in (attacker, target))
        if by_person or not at_person:
            draft.frame.attack(draft.at(attacker.node.id), draft.at(target.node.id), 4, "opposed rating")
