"""The critiques of a run as they stand: what each attacks, who has to answer it, and what became of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from foam_graph.agents.tasks.rounds import CritiqueShown, PartShown
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_told, asks_the_same, part_told
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.attacked import MADE_OF_SENTENCES, SHARED, claims_behind
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.sublation.agenda_reading import concludes
from foam_graph.reasoning.turns import Brief

OMISSION = "omission"
"""Flaw of a critique that something decisive was left out; it attacks an issue, not a part."""
_BEHIND = {"Warrant": "WARRANTS", "Qualifier": "QUALIFIES"}


@dataclass(frozen=True)
class Criticised:
    """One critique with what it attacks and what became of it.

    Attributes:
        name: Its short name, e.g. K4.
        node: The critique.
        target: Name of the part that it attacks, e.g. A3.facts; of the issue, for an omission.
        owner: Perspective that has to answer; empty where nobody argues the issue.
        attacked: The version of the part that it attacks; None for an omission.
        replies: Replies to it, in order.
        versions: New versions that answer it, in order.
        ratings: Its ratings, in order.
        parts: Of what several parts may rest on, the names of the owner's that do as they stand; None for what belongs to one part.
    """

    name: str
    node: Node
    target: str
    owner: str
    attacked: Node | None
    replies: tuple[Node, ...]
    versions: tuple[Node, ...]
    ratings: tuple[Node, ...]
    parts: tuple[str, ...] | None = None

    @property
    def touched(self) -> tuple[str, ...]:
        """Names of the parts, or of the issue, that it speaks to."""
        return tuple(dict.fromkeys((self.target, *(self.parts or ()))))

    @property
    def reply(self) -> Node | None:
        """The last reply to it."""
        return self.replies[-1] if self.replies else None

    @property
    def answered_at(self) -> int:
        """Place in the chain of the last reply or version; -1 where there is none."""
        return max((node.seq for node in (*self.replies, *self.versions)), default=-1)

    def awaits_answer(self, threshold: float) -> bool:
        """Whether its owner has to answer, for the first time or again.

        Again where it was rated valid and material since the last answer. Who conceded it whole has answered for good, and so has
        whoever rests on it no more.
        """
        if self.parts is not None and not self.parts:
            return False
        if self.answered_at < 0:
            return True
        if not self.ratings or self.ratings[-1].seq <= self.answered_at:
            return False
        last = self.ratings[-1]
        given_up = self.reply is not None and self.reply["concedes"] and not self.versions
        met = last.get("reply") == "adequate" or last.get("version") == "answered"
        return last["verdict"] == "valid" and last["materiality"] >= threshold and not met and not given_up

    def awaits_rating(self, stance_id: str) -> bool:
        """Whether an evaluator has to rate it: not rated yet, or answered since."""
        own = [rating for rating in self.ratings if rating["stance_id"] == stance_id]
        return not own or own[-1].seq < self.answered_at


def criticised(names: Names, brief: Brief, challenges: Collection[str] = ()) -> list[Criticised]:
    """The critiques of parts and issues, in order.

    Args:
        names: Names of the run's parts.
        brief: The run.
        challenges: Ids of people's challenges that are carried out now; all others have a way of their own.

    Returns:
        One for each; a challenge to what the parts of several perspectives may rest on has one for each of these.
    """
    return list(_criticised(names, brief, challenges))


def _criticised(names: Names, brief: Brief, challenges: Collection[str]) -> Iterator[Criticised]:
    graph = names.graph
    for name, node in names.critiques.items():
        if (node.kind != "Critique" and node.id not in challenges) or graph.superseded(node.id):
            continue
        targets = graph.out(node.id, "ATTACKS")
        if not targets:
            continue
        if node.kind != "Critique" and targets[0].kind in SHARED:
            yield from _of_each_owner(names, name, node, targets[0])
            continue
        claim = claim_behind(graph, targets[0])
        if claim is not None and claim.id in names.of and not graph.superseded(graph.newest(claim.id).id):
            target, owner = names.of[claim.id], str(claim["stance_id"])
        elif made := [one for one in graph.into(node.id, "ANSWERS") if one.kind == "Agenda"]:
            yield Criticised(name, node, _of_agenda(targets[0]), "", targets[0], (), tuple(made), _ratings(graph, node))
            continue
        elif targets[0].kind == "Issue" and (issue := _put_still(graph, targets[0])) is not None:
            target, owner = str(issue["name"]), speaks_to(graph, issue, node, brief)
        else:
            continue
        given = _given(graph, node)
        yield Criticised(
            name,
            node,
            target,
            owner,
            claim,
            tuple(one for one in given if one.kind == "Reply"),
            tuple(one for one in given if one.kind == "Claim"),
            _ratings(graph, node),
        )


def _given(graph: Subgraph, critique: Node) -> list[Node]:
    """Replies and versions that answer a critique."""
    return [one for one in graph.into(critique.id, "ANSWERS") if one.kind != "Reply" or not graph.superseded(one.id)]


def _of_each_owner(names: Names, name: str, challenge: Node, attacked: Node) -> Iterator[Criticised]:
    """A challenge to what parts of several perspectives may rest on, once for each of these."""
    graph, given = names.graph, _given(names.graph, challenge)
    rested = sorted(claims_behind(graph, attacked, past=True), key=lambda one: (one.seq, one.ord))
    here = {one.id for one in claims_behind(graph, attacked)}
    ratings = _ratings(graph, challenge)
    for owner in dict.fromkeys(str(one["stance_id"]) for one in rested):
        own = [one for one in given if one["stance_id"] == owner]
        versions = tuple(one for one in own if one.kind == "Claim")
        replaced = [old for one in versions for old in graph.out(one.id, "SUPERSEDES") if old.kind == "Claim"]
        spoken_to = [one for one in rested if one["stance_id"] == owner and one.id in here]
        first = next((one for one in (*spoken_to, *replaced) if one.id in names.of), None)
        if first is None:
            continue
        yield Criticised(
            name,
            challenge,
            names.of[first.id],
            owner,
            first,
            tuple(one for one in own if one.kind == "Reply"),
            versions,
            ratings,
            tuple(dict.fromkeys(names.of[one.id] for one in spoken_to if one.id in names.of)),
        )
        number = int(name.partition("-")[2] or 1) + 1
        name = f"{name.partition('-')[0]}-{number}"


def _ratings(graph: Subgraph, critique: Node) -> tuple[Node, ...]:
    return tuple(one for one in graph.into(critique.id, "RATES") if not graph.superseded(one.id))


def _of_agenda(part: Node) -> str:
    """How raters are told what of the agenda was challenged; no part of an argument has a name like it."""
    return "agenda" if part.kind == "Agenda" else f"{part.kind.lower()} {part['name']}"


def _put_still(graph: Subgraph, issue: Node) -> Node | None:
    """The live version of an issue that asks what it asked; None where the agenda has it no more or puts it otherwise."""
    newest = graph.newest(issue.id)
    return newest if not graph.superseded(newest.id) and asks_the_same(issue, newest) else None


def given_up(names: Names, brief: Brief) -> dict[str, Node]:
    """Arguments that their own authors gave up, each with the reply that says so.

    An argument is given up where its author conceded a critique whole, without a new version, of the conclusion or of a
    part that the conclusion needs, unless that critique was found not to hold or to matter little.

    Args:
        names: Names of the run's parts.
        brief: The run.
    """
    found: dict[str, Node] = {}
    for one in criticised(names, brief):
        name, reply = one.target.partition(".")[0], one.reply
        if one.attacked is None or name in found or reply is None or one.target not in names.parts:
            continue
        whole = reply["concedes"] and reply["stance_id"] == one.owner and not one.versions
        last = one.ratings[-1] if one.ratings else None
        holds = last is None or (last["verdict"] == "valid" and last["materiality"] >= brief.limits.materiality)
        part = names.parts[one.target]
        if whole and holds and part.seq < reply.seq and part.id in _needed(names, name):
            found[name] = reply
    return found


def _needed(names: Names, argument: str) -> set[str]:
    """Live versions of what an argument concludes and of the parts of it that this rests on."""
    own = {claim.id: claim for name, claim in names.parts.items() if name.partition(".")[0] == argument}
    stack = [claim for claim in own.values() if concludes(names.graph, claim)]
    needed = {claim.id for claim in stack}
    while stack:
        for below in names.graph.out(stack.pop().id, "RESTS_ON"):
            newest = own.get(names.graph.newest(below.id).id)
            if newest is not None and newest.id not in needed:
                needed.add(newest.id)
                stack.append(newest)
    return needed


def claim_behind(graph: Subgraph, node: Node) -> Node | None:
    """The claim that an attacked node belongs to: itself, or what its words stand behind."""
    if node.kind == "Claim":
        return node
    if node.kind == "EvidenceRecord":
        found = [claim for warrant in graph.into(node.id, "USES") for claim in graph.out(warrant.id, "WARRANTS")]
    elif node.kind in MADE_OF_SENTENCES:
        # Of those that rest on it the first that stands answers; a version that has been replaced says who argued it.
        live = claims_behind(graph, node)
        found = live or [one for one in graph.into(node.id, "RESTS_ON") if one.kind == "Claim"]
    else:
        found = graph.out(node.id, _BEHIND[node.kind]) if node.kind in _BEHIND else []
    return found[0] if found else None


def speaks_to(graph: Subgraph, issue: Node, critique: Node, brief: Brief) -> str:
    """Who answers for an issue: the first in the run's order who concludes on it and did not raise the point."""
    there = {
        graph[edge.start]["stance_id"]
        for edge in graph.in_edges(issue.id, "CONCLUDES")
        if not edge.fields.get("advocacy") and not graph.superseded(edge.start)
    }
    stances = [p.stance_id for p in brief.perspectives]
    return next((s for s in stances if s in there and s != critique["stance_id"]), "")


def shown(one: Criticised, names: Names) -> CritiqueShown:
    """A critique as owners and raters see it, with its last answer and the part's new version."""
    graph, node = names.graph, one.node
    made = graph.newest(one.versions[-1].id) if one.versions else None
    if made is not None and made.kind == "Agenda":
        return _agenda_answer(one, names, made)
    versions = _versions(one, names, made)
    several = len(versions) > 1 or any(version.id != one.target for version in versions)
    words = [f"{version.id}: {_words(version)}" if several else _words(version) for version in versions]
    return CritiqueShown(
        id=one.name,
        target=one.target,
        by=node["stance_id"],
        flaw=" ".join([node["flaw"], *([_conflict(node)] if node.get("value_target") else [])]),
        quoted=node["quoted"] if one.attacked is not None else "",
        grounds=node["grounds"],
        evidence=_cited(one.node, names),
        answer=_answer(one, names),
        new_version=" ".join(words),
        new_cites=list(dict.fromkeys(short for version in versions for short in version.cites)),
        new_rests_on=list(dict.fromkeys(name for version in versions for name in version.rests_on)),
    )


def _versions(one: Criticised, names: Names, made: Node | None) -> list[PartShown]:
    """What was written because of a critique as it stands: the part's last version, or that of each part that it speaks to."""
    if made is None:
        return []
    if one.parts is None:
        return [names.part(one.target, made)]
    newest = {new.id: new for new in (names.graph.newest(version.id) for version in one.versions)}
    return [names.part(names.of[new.id], new) for new in newest.values() if new.id in names.of]


def _words(version: PartShown) -> str:
    more = {
        "Computed": version.computed,
        "Applies": version.applies,
        "Warrant": version.warrant,
        "Qualifier": version.qualifier,
    }
    return " ".join([version.text, *(f"{name}: {text}" for name, text in more.items() if text)])


def _agenda_answer(one: Criticised, names: Names, made: Node) -> CritiqueShown:
    """A challenge to what is to be decided, with the agenda that was made because of it."""
    graph, node, part = names.graph, one.node, one.attacked
    words = "" if part is None else agenda_told(graph, part) if part.kind == "Agenda" else part_told(part)
    return CritiqueShown(
        id=one.name,
        target=one.target,
        by=node["stance_id"],
        flaw=node["flaw"],
        quoted="",
        grounds=node["grounds"],
        evidence=_cited(node, names),
        attacked=words,
        proposed=Remedy.of(node).correction,
        new_version=agenda_told(graph, made),
    )


def _conflict(node: Node) -> str:
    return f"({node['value_critic']} against {node['value_target']})"


def _answer(one: Criticised, names: Names) -> str:
    if one.reply is None:
        return ""
    how = "replies" if not one.reply["concedes"] else "concedes in part" if one.versions else "concedes"
    cited = _cited(one.reply, names)
    return f"{how}: {one.reply['text']}" + (f" ({', '.join(cited)})" if cited else "")


def _cited(node: Node, names: Names) -> list[str]:
    return names.short(s for record in names.graph.out(node.id, "RESTS_ON") for s in record.get("sentence_ids", ()))


def orders(brief: Brief) -> dict[str, list[str]]:
    """The values that each perspective of a run names, by its id, what weighs most first."""
    return {
        p.stance_id: sorted(p.value_priorities, key=lambda value: -p.value_priorities[value])
        for p in brief.perspectives
    }


def vocabulary(brief: Brief) -> list[str]:
    """The values of a run: those to which one of its perspectives gives a weight, in order of their naming."""
    return list(dict.fromkeys(value for p in brief.perspectives for value in p.value_priorities))
