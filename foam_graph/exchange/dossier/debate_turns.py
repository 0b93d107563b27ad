"""The transcript of a debate on its page: sentence by sentence, with what stands in the margin."""

from __future__ import annotations

from dataclasses import dataclass, replace

from foam_graph.exchange.dossier.claims import LinkView
from foam_graph.exchange.dossier.debate_reading import SIDE_WORDS, DebateReading, copied_of, scheme_name
from foam_graph.exchange.dossier.evidence import Sources
from foam_graph.exchange.dossier.words import clipped, listed, sentence
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.doubts import failures_of, limits_of
from foam_graph.reasoning.debating.floor import (
    assertions_of,
    choice_of,
    comparison_of,
    judgement_of,
    said_of,
    was_spoken,
)
from foam_graph.reasoning.debating.flow import FlowSentence
from foam_graph.reasoning.debating.turn_view import turn_of
from foam_graph.reasoning.debating.versions import older_versions, to_be_asked, was_let_stand, written_before

TYPES = {
    "factual": "tells a fact",
    "valuing": "values",
    "reasoning": "draws a conclusion",
    "rhetorical": "asks or calls",
    "procedural": "leads on",
}
"""What a sentence does, in words."""
ORIGINS = {"agent": "", "person": "said by a person", "transcript": "taken over as it was held elsewhere"}
_SHOWN = 90
_PARTS = {
    "Predicate": "how a speech was read",
    "Critique": "a flaw that was found",
    "EvidenceSentence": "a sentence that is cited",
}
_OTHERWISE = "A ruling was overturned, or a scheme label left its memory."


@dataclass(frozen=True)
class QuoteView:
    """A sentence of a document that a speech cites: its text, the document, and where both stand on the page."""

    text: str
    title: str
    date: str
    class_: str
    anchor: str
    language: str


@dataclass(frozen=True)
class SentenceView:
    """One sentence of a speech, with its margin."""

    anchor: str
    name: str
    text: str
    type: str
    scheme: str
    quotes: tuple[QuoteView, ...]
    answers: tuple[LinkView, ...]
    answered: tuple[LinkView, ...]
    extends: tuple[LinkView, ...]
    dropped: bool
    supported: bool | None
    against: str = ""
    limit: str = ""


@dataclass(frozen=True)
class VersionView:
    """What was said at a turn before: its id, its words, and why it was said anew."""

    id: str
    text: str
    why: str


@dataclass(frozen=True)
class UnspokenView:
    """A draft of a speech that another one was chosen before: its id, its words, and what its writer knew."""

    id: str
    text: str
    told: str


@dataclass(frozen=True)
class LeftView:
    """A sentence of the other side that a draft left without a good answer, and what would answer it."""

    strand: LinkView
    answer: str


@dataclass(frozen=True)
class StrengthenedView:
    """What who chose a draft found left in it, what became of that, and the version that was not spoken."""

    left: tuple[LeftView, ...]
    told: str
    id: str
    text: str


@dataclass(frozen=True)
class SpeechView:
    """One speech."""

    anchor: str
    turn: int
    side: str
    told: str
    speaker: str
    stage: str
    origin: str
    origin_said: str
    sentences: tuple[SentenceView, ...]
    judged: bool
    accepted: bool | None
    verdict: str
    feedback: str
    faults: tuple[str, ...]
    copied: tuple[str, ...]
    older: tuple[VersionView, ...]
    before: str
    unspoken: tuple[UnspokenView, ...]
    chosen: str
    strengthened: StrengthenedView | None


def speech_views(reading: DebateReading, sources: Sources) -> tuple[SpeechView, ...]:
    """The speeches, in order."""
    return tuple(
        _speech(reading, sources, node, flowed.sentences)
        for node, flowed in zip(reading.spoken, reading.flow.speeches, strict=True)
    )


def _speech(reading: DebateReading, sources: Sources, node: Node, flowed: tuple[FlowSentence, ...]) -> SpeechView:
    judged, choice = judgement_of(reading.graph, node), choice_of(reading.graph, node)
    checked = assertions_of(reading.graph, node)
    said = said_of(reading.graph, node)
    against, limits = {n: told for n, _, told in failures_of(judged)}, limits_of(judged)
    sentences = [
        replace(
            _sentence(reading, sources, one, said[n - 1].answers, checked[n]["supported"] if n in checked else None),
            against=against.get(n, ""),
            limit=sentence(limits.get(n, "")),
        )
        for n, one in enumerate(flowed, 1)
    ]
    # A person's utterance carries no verdict of its own; what its judge said of it stands in the judgement.
    accepted = bool(judged["accepted"]) if judged is not None else None
    return SpeechView(
        anchor=f"t{node['turn']}",
        turn=node["turn"],
        side=str(node["side"]),
        told=SIDE_WORDS[node["side"]],
        speaker=str(node["speaker"]),
        stage=str(node["stage"]),
        origin=str(node["origin"]),
        origin_said=ORIGINS.get(node["origin"], ""),
        sentences=tuple(sentences),
        judged=judged is not None,
        accepted=accepted,
        verdict=_verdict(judged, node),
        feedback=sentence(judged["feedback"]) if judged is not None else "",
        faults=tuple(map(str, judged["faults"])) if judged is not None else (),
        copied=tuple(words for words, _ in copied_of(node)),
        older=_older(reading, node),
        before=_said_before(reading, node),
        unspoken=_unspoken(reading.graph, choice) if choice is not None else (),
        chosen=sentence(str(choice["why"])) if choice is not None else "",
        strengthened=_strengthened(reading, node, choice),
    )


def _strengthened(reading: DebateReading, node: Node, choice: Node | None) -> StrengthenedView | None:
    """What a draft left, and whether what was spoken is a version that was modified for it; None where it left nothing."""
    if choice is None or not choice.get("left"):
        return None
    graph, comparison = reading.graph, comparison_of(reading.graph, node)
    pairs = zip(choice["left"], choice["would_answer"], strict=True)
    left = tuple(LeftView(_linked(reading, name), sentence(str(answer))) for name, answer in pairs)
    if comparison is None:
        return StrengthenedView(left, _mended_for(graph, node), "", "")
    (first,) = graph.out(comparison.id, "CHOSE")
    (other,) = (one for one in graph.out(comparison.id, "ABOUT") if one.id != first.id)
    why = sentence(str(comparison["why"]))
    if not first["round"]:
        return StrengthenedView(
            left, f"Modified for that, it was not put before what it was: {why}", other.id, str(other["text"])
        )
    if not node.get("round"):
        told = f"Modified for that, it was put before what it was, and its judge refused it: {why}"
        return StrengthenedView(left, told, first.id, str(first["text"]))
    back = ", and what its judge refused of it was taken back" if _taken_back(graph, node) else ""
    return StrengthenedView(
        left, f"Modified for that, it was put before what it was{back}: {why}", other.id, str(other["text"])
    )


def _mended_for(graph: Subgraph, node: Node) -> str:
    """Whether what was spoken was modified for what it left, where it was not held against what it was."""
    if node.get("round"):
        back = "; what its judge refused of that was taken back" if _taken_back(graph, node) else ""
        return f"It was modified, also for that{back}."
    tried = any(one["round"] for one in graph.out(node.id, "SUPERSEDES") if not was_spoken(one))
    return (
        "Modified also for that, it was found worse, and is spoken as it was."
        if tried
        else "It was not modified for that."
    )


def _taken_back(graph: Subgraph, node: Node) -> bool:
    """Whether something of the last modification was taken back in what was spoken."""
    drafts = [one for one in graph.out(node.id, "SUPERSEDES") if one["text"] == node["text"] and not was_spoken(one)]
    return any(turn_of(str(graph[one.activity]["step"]))[0] == "undo" for one in drafts if one.activity in graph)


def _unspoken(graph: Subgraph, choice: Node) -> tuple[UnspokenView, ...]:
    """The drafts that were not chosen, by their numbers."""
    chosen = {one.id for one in graph.out(choice.id, "CHOSE")}
    left = [one for one in graph.out(choice.id, "ABOUT") if one.id not in chosen]
    return tuple(
        UnspokenView(
            one.id,
            str(one["text"]),
            f"Draft {one.get('draft')}, "
            + ("with what was recalled and found." if one.get("advised") else "from the debate alone."),
        )
        for one in sorted(left, key=lambda node: node.get("draft", 0))
    )


def _older(reading: DebateReading, node: Node) -> tuple[VersionView, ...]:
    """The older versions of a speech, the latest first, each with what its successor was said for."""
    graph, found, newer = reading.graph, [], node
    for old in older_versions(graph, node):
        ends = [edge.end for edge in graph.out_edges(newer.id, "ANSWERS") if not edge.fields]
        told = [graph[end] for end in ends if end in graph and graph[end].is_a("Challenge")]
        why = " ".join(
            f"A challenge to {_what(graph, one)} was upheld: {sentence(str(one['grounds']))}" for one in told
        )
        text = str(old["text"]) or "(the text was erased)"
        found.append(VersionView(old.id, text, why or _OTHERWISE))
        newer = old
    return tuple(found)


def _what(graph: Subgraph, challenge: Node) -> str:
    """What a challenge is about, in words."""
    part = next(iter(graph.out(challenge.id, "ATTACKS")), None)
    if part is not None and part.kind == "Utterance":
        return f"speech {part['turn']}"
    return _PARTS.get(part.kind if part is not None else "", "what it rests on")


def _said_before(reading: DebateReading, node: Node) -> str:
    """What a speech did not know: earlier ones that were said anew after it; and, of a person's, that it should be asked for."""
    turns = written_before(reading.graph).get(node.id, ())
    named = listed([str(turn) for turn in turns])
    several = len(turns) > 1
    told = (
        f"Said before speech{'es' if several else ''} {named} {'were' if several else 'was'} said anew."
        if turns
        else ""
    )
    asked = next((one for one in to_be_asked(reading.graph) if one.node.id == node.id), None)
    if asked is not None:
        why = "" if turns else f" ({asked.why})"
        return f"{told} Its speaker has to say whether it stands{why}.".strip()
    return f"{told} Its speaker let it stand.".strip() if was_let_stand(reading.graph, node) else told


def _verdict(judged: Node | None, node: Node) -> str:
    """What the judge found, in one sentence."""
    if judged is None:
        return "No valid judgement came."
    faults = [
        "does not speak for its side" if not judged["own_side"] else "",
        "speaks for the other side" if judged["other_side"] else "",
        "is not relevant" if not judged["relevant"] else "",
        "does not argue by the schemes that it claims" if not judged["complies"] else "",
    ]
    wrong = "; ".join(filter(None, faults))
    rounds = int(node.get("round") or 0)
    mended = f" after {rounds} modification{'s' if rounds != 1 else ''}" if rounds else ""
    if judged["accepted"]:
        return f"Accepted{mended}: it keeps to its side, is relevant and true to its schemes."
    return f"Not accepted{mended}" + (f": it {wrong}." if wrong else ".")


def _sentence(
    reading: DebateReading, sources: Sources, one: FlowSentence, named: tuple[str, ...], supported: bool | None
) -> SentenceView:
    argument = reading.home.get(one.name)
    first = argument is not None and argument.name == one.name
    return SentenceView(
        anchor=reading.place(one.name),
        name=one.name,
        text=one.text or "(the text was erased)",
        type=TYPES.get(one.type, one.type),
        scheme=scheme_name(one.scheme) if one.scheme else "",
        quotes=tuple(_quote(reading, sources, stable) for stable in one.cites),
        answers=tuple(_linked(reading, name) for name in named),
        answered=tuple(_linked(reading, name) for name in argument.answered_by) if argument and first else (),
        extends=tuple(_linked(reading, name) for name in argument.extends) if argument and first else (),
        dropped=bool(argument and first and argument.status == "dropped" and not argument.extends),
        supported=supported,
    )


def _linked(reading: DebateReading, name: str) -> LinkView:
    if name in reading.flaws:
        return LinkView(reading.place(name), f"flaw {name}", clipped(str(reading.flaws[name]["grounds"]), _SHOWN))
    return LinkView(reading.place(name), f"sentence {name}", clipped(reading.texts.get(name, ""), _SHOWN))


def _quote(reading: DebateReading, sources: Sources, stable: str) -> QuoteView:
    document, _, number = stable.rpartition(":")
    source = sources.source(document)
    text = sources.texts(document).get(int(number), "(the sentence was erased)")
    return QuoteView(text, source.title, source.dated, source.class_, reading.quoted(stable), source.language)
