"""Phase 4b beside the claims: what a corpus holds that is at odds with itself, used in the position or not (protocol 3.5).

Only rule-based agents sweep: a model would be asked once for every sentence. A small corpus is scanned whole; of a
large one, what was offered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from foam_graph.agents.tasks.table import CritiqueClaimIn, CritiqueOut, CritiquesOut, Passage, RelateIn, RelateOut, Slot
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.deliberation.criticism import Targets, add_critique, critique_keys
from foam_graph.reasoning.evidence import Evidence, claim_sentences, sentence_refs
from foam_graph.reasoning.templates.traversal import Traversal
from foam_graph.reasoning.turns import Brief, Turn, view

MOST_SCANNED = 800
"""Citable sentences of the largest corpus that is scanned whole."""
NEAR = 24
"""Sentences that one sentence is held against."""
SHARED = 2
"""Longer words that two sentences must share to be held against each other."""
UNSWEPT = ("single_source", "no_support", "value_conflict")
"""Flaws of a claim, not of a sentence that stands beside it."""
_WORD = re.compile(r"[^\W_]{4,}")


class Pool:
    """Passages with their longer words, to find the nearest ones of other documents.

    Args:
        passages: The passages.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = list(passages)
        self._words: Mapping[str, frozenset[str]] = {
            p.id: frozenset(_WORD.findall(p.text.casefold())) for p in self.passages
        }

    def nearest(self, passage: Passage) -> list[Passage]:
        """The sentences of other documents that share most words with one; all pairs would not scale."""
        mine = self._words[passage.id]
        shared = ((len(mine & self._words[p.id]), p) for p in self.passages if p.document != passage.document)
        near = sorted((row for row in shared if row[0] >= SHARED), key=lambda row: (-row[0], row[1].id))
        return [p for _, p in near[:NEAR]]


def relate(brief: Brief, evidence: Evidence, slots: Sequence[Traversal]) -> dict[str, list[str]]:
    """Sentences of a small corpus that say something only together, for every slot that takes evidence.

    Args:
        brief: The run.
        evidence: The documents.
        slots: The slots to be filled.
    """
    passages = evidence.everything()
    if len(passages) > MOST_SCANNED:
        return {}
    turn = Turn(brief, Role.RETRIEVER, "relate")
    data = RelateIn(question=brief.question, passages=passages)
    answer = turn.ask("relate", data, RelateOut, [p.id for p in passages])
    found = list(dict.fromkeys(i for group in answer.groups for i in group)) if answer else []
    return {slot.leaf_id: found for slot in slots if slot.evidence != "none"} if found else {}


def scan(brief: Brief, evidence: Evidence, known: Collection[str]) -> list[str]:
    """Sentences of a small corpus that were not offered and are at odds with others, both sides of each conflict.

    Nothing is written: what is found is offered first, like anything else that is cited.

    Args:
        brief: The run.
        evidence: The documents.
        known: Sentences already in the graph.
    """
    passages = evidence.everything()
    if len(passages) > MOST_SCANNED:
        return []
    turn, pool = Turn(brief, Role.CRITIC, "scan"), Pool(passages)
    found: list[str] = []
    for passage in passages:
        if passage.id not in known:
            for critique in _ask(turn, passage, pool):
                found += [passage.id, *critique.evidence]
    return list(dict.fromkeys(i for i in found if i not in known))


def sweep(brief: Brief, graph: Subgraph, evidence: Evidence, step: str) -> Turn:
    """Attacks sentences that were offered and not used: what lies beside a position must be sound too."""
    turn = Turn(brief, Role.CRITIC, step)
    used = {s for claim in graph.live("Claim") for s in claim_sentences(graph, claim.id)}
    nodes = {node["sentence_id"]: node for node in graph.of("EvidenceSentence")}
    pool = Pool(evidence.passages(nodes))
    refs = sentence_refs(graph)
    seen = {key for node in graph.of("Critique") for key in critique_keys(graph, node)}
    for sentence_id in [i for i in nodes if i not in used and i in evidence.sentences]:
        node = nodes[sentence_id]
        claimless = Node(node.id, node.kind, {**node.fields, "component": "sentence"})
        targets = Targets(claimless, {"claim": node, "record": node, sentence_id: node})
        for critique in _ask(turn, evidence.passage(sentence_id), pool):
            add_critique(turn, critique, targets, evidence, refs, seen)
    return turn


def _ask(turn: Turn, passage: Passage, pool: Pool) -> list[CritiqueOut]:
    """What rules say against one sentence, by the sentences nearest to it in other documents."""
    others = pool.nearest(passage)
    if not others:
        return []
    lens = view(turn.brief.perspectives[0]).model_copy(update={"stance_id": "", "role_label": "sweep", "values": []})
    slot = Slot(
        leaf="sweep",
        name="sweep",
        syllogism="",
        syllogism_type="",
        component="sentence",
        meaning="A sentence beside the position.",
        evidence="none",
        word_budget=100,
    )
    data = CritiqueClaimIn(
        question=turn.brief.question,
        view=lens,
        proposer="",
        slot=slot,
        claim=passage.text,
        warrant="",
        qualifier="",
        values=[],
        form="sentence",
        record=[passage],
        others=others,
        as_of=turn.brief.as_of,
    )
    answer = turn.ask("critique_claim", data, CritiquesOut, [passage.id, *(p.id for p in others)])
    return [c for c in answer.critiques if c.flaw not in UNSWEPT] if answer else []
