"""The floor of a debate: what was said so far, read from the graph, and what the next speaker may use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.debate_speaking import FAILING, EvidenceShown, FlawShown, Heard, HeardSentence, UpheldShown
from foam_graph.findings.debate.spoken import SIDES, Side, Spoken, other
from foam_graph.findings.debate.subjects import told_apart
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.grounding import figures
from foam_graph.reasoning.debating.speech import Said, Speech
from foam_graph.reasoning.evidence import Evidence, offered_for
from foam_graph.reasoning.turns import Brief

_NAMED = 2
"""Most names told of whom a figure is."""


def purpose(turn: int) -> str:
    """What sentences are offered for at a turn."""
    return f"turn:{turn}"


def sentences_of(node: Node) -> tuple[str, ...]:
    """The sentences of an utterance, as its cuts say; without cuts, all of its text is one."""
    text = node["text"]
    cuts = node["cuts"] or ((0, len(text)) if text else ())
    return tuple(text[start:end] for start, end in zip(cuts[::2], cuts[1::2], strict=True))


def was_spoken(node: Node) -> bool:
    """Whether an utterance was spoken: an agent's draft has no verdict yet."""
    return node["origin"] != "agent" or node.get("accepted") is not None


def spoken_nodes(graph: Subgraph) -> list[Node]:
    """What was said, as it stands now, in the order of turns."""
    return sorted(
        (node for node in graph.live("Utterance") if was_spoken(node)),
        key=lambda node: (node["turn"], node.seq, node.ord),
    )


def judgement_on(graph: Subgraph, node: Node) -> Node | None:
    """The judgement of these words; None where nobody judged them."""
    found = [judgement for judgement in graph.into(node.id, "ABOUT") if judgement.kind == "Judgement"]
    return found[-1] if found else None


def weight_of(judged: Node) -> tuple[bool, bool, int, int]:
    """How well a judgement found a version, the better the greater: accepted, its side and matter kept, few sentences that are false, few faults.

    Args:
        judged: The judgement.
    """
    fit = judged["own_side"] and not judged["other_side"] and judged["relevant"]
    false = sum(verdict in FAILING for _, verdict, *_ in json.loads(judged.get("tests") or "[]"))
    faults = len(judged["faults"]) + bool(judged["feedback"])
    return bool(judged["accepted"]), bool(fit), -false, -faults


def judgement_of(graph: Subgraph, node: Node) -> Node | None:
    """The judgement of an utterance, or of the draft that it was spoken from."""
    if not was_spoken(node):
        return judgement_on(graph, node)
    drafts = [one for one in graph.out(node.id, "SUPERSEDES") if not was_spoken(one)]
    # Of a speech that was strengthened in vain both versions are drafts of it: it was spoken from the one of the same words.
    drafts.sort(key=lambda one: bool(one["text"] != node["text"]))
    return next((found for one in (node, *drafts[:1]) if (found := judgement_on(graph, one)) is not None), None)


def choice_of(graph: Subgraph, node: Node) -> Node | None:
    """The choice between drafts that what was spoken goes back to; None where one draft was written."""
    return next((one for one in _choices_behind(graph, node) if not compares_versions(graph, one)), None)


def comparison_of(graph: Subgraph, node: Node) -> Node | None:
    """How a speech was held against what it was before it was strengthened; None where it was not strengthened."""
    return next((one for one in _choices_behind(graph, node) if compares_versions(graph, one)), None)


def _choices_behind(graph: Subgraph, node: Node) -> Iterator[Node]:
    """The choices that an utterance goes back to, through its drafts alone."""
    seen, left = {node.id}, [node]
    while left:
        now = left.pop(0)
        yield from (one for one in graph.into(now.id, "CHOSE") if one.is_a("DraftChoice"))
        below = [one for one in graph.out(now.id, "SUPERSEDES") if not was_spoken(one) and one.id not in seen]
        seen |= {one.id for one in below}
        left += below


def compares_versions(graph: Subgraph, choice: Node) -> bool:
    """Whether a choice is between two versions of one draft, rather than between drafts."""
    return any(one["round"] for one in graph.out(choice.id, "ABOUT"))


def assertions_of(graph: Subgraph, node: Node) -> dict[int, Node]:
    """What the sentences of an utterance do, by number."""
    found = [one for one in graph.into(node.id, "ABOUT") if one.kind == "Assertion" and not graph.superseded(one.id)]
    return {one["sentence"]: one for one in found}


def as_spoken(node: Node) -> Spoken:
    """An utterance as rules read it; one whose text was erased says nothing."""
    sentences = sentences_of(node) if node["text"].strip() else ()
    return Spoken(node["turn"], node["speaker"], node["side"], node["stage"], sentences)


@dataclass(frozen=True)
class Floor:
    """A debate at one turn.

    Attributes:
        brief: What all turns share; its question is the motion.
        graph: The debate as committed.
        evidence: The documents that may be cited.
        speech: Whose turn it is.
        upheld: What rulings found wrong in earlier versions of the turn; empty where it is spoken for the first time.
    """

    brief: Brief
    graph: Subgraph
    evidence: Evidence
    speech: Speech
    upheld: tuple[UpheldShown, ...] = ()

    @property
    def motion(self) -> str:
        """The motion."""
        return self.brief.question

    def earlier(self) -> list[Node]:
        """What was said before this turn."""
        return [node for node in spoken_nodes(self.graph) if node["turn"] < self.speech.turn]

    def history(self) -> list[Spoken]:
        """The same as rules read it."""
        return [as_spoken(node) for node in self.earlier()]

    def heard(self) -> list[Heard]:
        """The same as agents are shown it."""
        return [heard(self.graph, self.evidence, node) for node in self.earlier()]

    def offered(self) -> dict[str, str]:
        """Short id to stable id of what may be cited at this turn, in order; a sentence keeps its id through the debate."""
        ids = [one for one in offered_for(self.graph, purpose(self.speech.turn)) if one in self.evidence.sentences]
        numbers = _numbers(self.graph)
        return {f"E{numbers[one]}": one for one in ids}

    def shown_evidence(self, only: Iterable[str] | None = None) -> list[EvidenceShown]:
        """What may be cited, as agents are shown it.

        Args:
            only: Stable ids to which it is limited; None = all.
        """
        wanted = None if only is None else set(only)
        offered = {short: stable for short, stable in self.offered().items() if wanted is None or stable in wanted}
        of = self.told_of(offered.values())
        return [_evidence(self.evidence, short, stable, of[stable]) for short, stable in offered.items()]

    def argued(self) -> list[str]:
        """What the argument is about now: the motion and the last speech of each side, in sentences."""
        last = {node["side"]: sentences_of(node) for node in self.earlier()}
        return [self.motion, *(text for side in SIDES for text in last.get(side, ()))]

    def told_of(self, ids: Iterable[str]) -> dict[str, str]:
        """Of whom figures are told, by sentence: empty where none is told, or it is told of whom the argument is about."""
        ids = list(ids)
        pages = {one: self.evidence.page(one) for one in ids}
        names, argued = told_apart(self.evidence.told_in(pages), self.argued())
        found = dict.fromkeys(ids, "")
        for one, (title, texts, place) in pages.items():
            of = names.subject(texts, place, title) if figures(texts[place]) else ()
            found[one] = "" if set(of).intersection(argued) else ", ".join(of[:_NAMED])
        return found

    def flaws(self) -> dict[str, Node]:
        """Flaws found in what the other side said, by their short ids."""
        return {
            name: node
            for name, node in flaws_of(self.graph).items()
            if _against(self.graph, node) == other(self.speech.side)
        }

    def chain(self) -> Node | None:
        """How the other side argues, as last told."""
        found = [node for node in self.graph.live("ReasoningChain") if node["side"] == other(self.speech.side)]
        return found[-1] if found else None

    def drafts(self) -> list[Node]:
        """The drafts of this turn, the newest last."""
        found = [n for n in self.graph.of("Utterance") if n["turn"] == self.speech.turn and not was_spoken(n)]
        return sorted(found, key=lambda node: (node.seq, node.ord))

    def versions(self) -> list[Node]:
        """The draft that goes on, the one that was chosen, else the first, and its modifications in order."""
        found, choice = self.drafts(), self.choice()
        first = found[0] if choice is None else self.graph.out(choice.id, "CHOSE")[0]
        return [first, *(one for one in found if one["round"])]

    def draft(self) -> Node:
        """The version that goes on: the last modification, else the draft."""
        return self.versions()[-1]

    def final(self) -> Node:
        """The version that is spoken: the last that its judge accepted, else the one with the lightest faults.

        What was strengthened and was not put first, or whose judge refused it, leaves the version before it standing. Where none
        was accepted and nobody judged the last one, it is that.
        """
        last, best = self.draft(), self._best(self.versions())
        judged = None if best is None else judgement_on(self.graph, best)
        if best is None or judged is None or not (judged["accepted"] or judgement_on(self.graph, last)):
            return last
        return best

    def before(self) -> Node | None:
        """The best version before the last; None where there is none."""
        return self._best(self.versions()[:-1])

    def _best(self, versions: Sequence[Node]) -> Node | None:
        judged = [(weight_of(found), one) for one in versions if (found := judgement_on(self.graph, one)) is not None]
        # Of equal ones the last: what is at fault in both was mended in it.
        return max(judged, key=lambda one: (one[0], one[1].seq, one[1].ord))[1] if judged else None

    def choice(self) -> Node | None:
        """The choice between the drafts of this turn; None where there was none."""
        return next((one for one in self._choices() if not compares_versions(self.graph, one)), None)

    def comparison(self) -> Node | None:
        """How the draft was held against what it became when it was strengthened; None where it was not."""
        return next((one for one in self._choices() if compares_versions(self.graph, one)), None)

    def put_first(self) -> bool:
        """Whether the draft was held against what it became when it was strengthened, and the later version was put first."""
        compared = self.comparison()
        return compared is not None and any(one["round"] for one in self.graph.out(compared.id, "CHOSE"))

    def left(self) -> dict[str, str]:
        """What the chosen draft leaves without a good answer: sentences of the other side, each with what would answer it."""
        choice = self.choice()
        if choice is None or not choice.get("left"):
            return {}
        return dict(zip(choice["left"], choice["would_answer"], strict=True))

    def _choices(self) -> list[Node]:
        """The choices between drafts and versions of this turn, the newest first."""
        mine = {one.id for one in self.drafts()}
        choices = self.graph.of("DraftChoice")
        return [one for one in choices if any(each.id in mine for each in self.graph.out(one.id, "CHOSE"))][::-1]

    def recollection(self) -> Node | None:
        """What was recalled before this turn."""
        step = f"recall:{self.speech.turn}"
        found = [node for node in self.graph.of("Recollection") if self.graph[node.activity]["step"].endswith(step)]
        return found[-1] if found else None

    def answerable(self) -> dict[str, tuple[Node, int]]:
        """Names that an utterance may answer: each with its node and, of an utterance, the sentence."""
        found: dict[str, tuple[Node, int]] = {name: (node, 0) for name, node in self.flaws().items()}
        for node in self.earlier():
            if node["side"] != self.speech.side:
                found |= {f"{node['turn']}.{n}": (node, n) for n in range(1, len(sentences_of(node)) + 1)}
        return found


def rivals(floor: Floor) -> list[Node]:
    """The drafts of a turn between which somebody has to choose: of those that say the same the first."""
    found: dict[str, Node] = {}
    for one in floor.drafts():
        if not one["round"]:
            found.setdefault(one["text"], one)
    return list(found.values()) if len(found) > 1 else []


def heard(graph: Subgraph, evidence: Evidence, node: Node) -> Heard:
    """An utterance as agents are shown it, with the sources of each sentence."""
    said = said_of(graph, node)
    # The list of flaws is shown to one side only, so that their ids would mean nothing here.
    places = {name: _attacked(graph, flaw) for name, flaw in flaws_of(graph).items()}
    sentences = [
        HeardSentence(
            name=f"{node['turn']}.{n}",
            text=one.text,
            sources=sources(evidence, one.cites),
            answers=list(dict.fromkeys(name for given in one.answers if (name := places.get(given, given)))),
        )
        for n, one in enumerate(said, 1)
    ]
    return Heard(
        turn=node["turn"], speaker=node["speaker"], side=node["side"], stage=node["stage"], sentences=sentences
    )


def sources(evidence: Evidence, cites: Iterable[str]) -> list[str]:
    """The documents of sentences, in words, each once."""
    documents = [evidence.documents[evidence.sentences[i].document] for i in cites if i in evidence.sentences]
    told = (f"{d.citation.title} ({d.citation.date})" if d.citation.date else d.citation.title for d in documents)
    return list(dict.fromkeys(told))


def flaws_of(graph: Subgraph) -> dict[str, Node]:
    """The flaws that stand in the debate, by short ids that stay: K1, K2, …, in the order in which all were found.

    A flaw falls with the utterance that it was found in and with each predicate that it rests on.
    """
    # A person's challenge is no flaw that a debater found, and no speaker is told of it.
    critiques = [node for node in graph.of("Critique") if not node.is_a("Challenge")]
    found = [node for node in critiques if any(e.kind == "Utterance" for e in graph.out(node.id, "ATTACKS"))]
    return {f"K{n}": node for n, node in enumerate(found, 1) if _holds(graph, node)}


def _holds(graph: Subgraph, flaw: Node) -> bool:
    if graph.superseded(flaw.id) or not _any_stands(graph, graph.out(flaw.id, "ATTACKS")):
        return False
    basis = [one for one in graph.out(flaw.id, "RESTS_ON") if one.kind == "Predicate"]
    return all(not graph.superseded(one.id) and _any_stands(graph, graph.out(one.id, "RESTS_ON")) for one in basis)


def _any_stands(graph: Subgraph, nodes: Iterable[Node]) -> bool:
    return any(one.kind == "Utterance" and not graph.superseded(one.id) for one in nodes)


def shown_flaws(flaws: dict[str, Node]) -> list[FlawShown]:
    """Flaws as agents are shown them."""
    return [
        FlawShown(id=name, flaw=node["flaw"], quoted=node["quoted"], grounds=node["grounds"])
        for name, node in flaws.items()
    ]


def said_of(graph: Subgraph, node: Node) -> list[Said]:
    """An utterance sentence by sentence, with what each cites and answers, read back from the graph."""
    texts = sentences_of(node)
    cites: list[list[str]] = [[] for _ in texts]
    answers: list[list[str]] = [[] for _ in texts]
    for edge in graph.out_edges(node.id, "RESTS_ON"):
        target = graph.get(edge.end)
        if target is not None and target.kind == "EvidenceRecord":
            for n in edge.fields.get("sentences", ()):
                cites[n - 1] += target["sentence_ids"]
    names = {flaw.id: name for name, flaw in flaws_of(graph).items()}
    for edge in graph.out_edges(node.id, "ANSWERS"):
        target = graph.get(edge.end)
        if target is None:
            continue
        for n, of in zip(edge.fields.get("sentences", ()), edge.fields.get("of", ()), strict=False):
            name = f"{target['turn']}.{of}" if target.kind == "Utterance" else names.get(target.id, "")
            answers[n - 1] += [name] if name else []
    schemes = list(node.get("schemes") or [""] * len(texts))
    return [Said(text, tuple(dict.fromkeys(cites[n])), tuple(answers[n]), schemes[n]) for n, text in enumerate(texts)]


def _attacked(graph: Subgraph, flaw: Node) -> str:
    """Name of the sentence that a flaw is found in; empty where its words stand in none."""
    for node in graph.out(flaw.id, "ATTACKS"):
        if node.kind == "Utterance":
            for n, text in enumerate(sentences_of(node), 1):
                if flaw["quoted"] in text:
                    return f"{node['turn']}.{n}"
    return ""


def _numbers(graph: Subgraph) -> dict[str, int]:
    """The sentences that were offered at any turn so far, numbered in the order in which they first were."""
    found: dict[str, int] = {}
    for activity in sorted(graph.of("Retrieval"), key=lambda node: node.seq):
        edges = [edge for edge in graph.out_edges(activity.id, "OFFERED") if graph.get(edge.end) is not None]
        for edge in sorted(edges, key=lambda edge: edge.fields["rank"]):
            found.setdefault(graph[edge.end]["sentence_id"], len(found) + 1)
    return found


def _against(graph: Subgraph, flaw: Node) -> Side | None:
    return next((node["side"] for node in graph.out(flaw.id, "ATTACKS") if node.kind == "Utterance"), None)


def _evidence(evidence: Evidence, short: str, stable: str, of: str) -> EvidenceShown:
    passage = evidence.passage(stable)
    return EvidenceShown(
        id=short, text=passage.text, title=passage.title, date=passage.date, source_class=passage.source_class, of=of
    )
