"""The flow of a debate: which argument answers which, which carry an earlier one on, and which were dropped.

Debaters keep a flow on paper: a column a speech, a line an argument, and what is said to it later beside it. An argument
here is a sentence of a speech with the bare reasoning that follows it. What an utterance answers it says itself; nothing
is guessed from its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.debate.sentence_types import type_of
from foam_graph.findings.debate.spoken import SIDES, Side
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import assertions_of, flaws_of, said_of, sentences_of, spoken_nodes

Status = Literal["answered", "dropped", "last"]


@dataclass(frozen=True)
class FlowSentence:
    """A sentence of a speech.

    Attributes:
        name: Its name, e.g. 3.2.
        text: Its text.
        type: What it does: factual, valuing, reasoning, rhetorical or procedural.
        cites: Stable ids of sentences of the corpus.
        answers: Names of sentences of the other side that it answers, directly or by a flaw found in them.
        scheme: Id of the scheme by which it argues; empty for none.
    """

    name: str
    text: str
    type: str
    cites: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    scheme: str = ""


@dataclass(frozen=True)
class FlowSpeech:
    """A speech, which is a column of the flow."""

    turn: int
    side: Side
    speaker: str
    stage: str
    sentences: tuple[FlowSentence, ...]


@dataclass(frozen=True)
class Argument:
    """One argument.

    Attributes:
        name: The name of its first sentence.
        turn: Its speech.
        side: Whose it is.
        sentences: Its sentences.
        answers: Arguments of the other side that it answers.
        extends: Earlier arguments of its own side that it carries on: it cites what they cite.
        answered_by: Later arguments of the other side that answer it, or an argument that carries it on.
        status: ``answered``; ``dropped`` where the other side spoke later and answered it nowhere; ``last`` where the
            other side did not speak any more.
    """

    name: str
    turn: int
    side: Side
    sentences: tuple[FlowSentence, ...]
    answers: tuple[str, ...]
    extends: tuple[str, ...]
    answered_by: tuple[str, ...]
    status: Status


@dataclass(frozen=True)
class Line:
    """An argument that answers nothing, and all that was said to it.

    Attributes:
        root: The argument.
        cells: Names of arguments by turn, its own included.
    """

    root: str
    cells: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Flow:
    """The flow of a debate.

    Attributes:
        speeches: Its columns.
        arguments: All arguments by name, in order.
        sheets: The lines that each side began, in order.
    """

    speeches: tuple[FlowSpeech, ...]
    arguments: Mapping[str, Argument]
    sheets: Mapping[Side, tuple[Line, ...]]

    def dropped(self, side: Side) -> tuple[Argument, ...]:
        """What one side argued and the other never answered, though it spoke again; what is carried on counts once."""
        found = (one for one in self.arguments.values() if one.side == side and one.status == "dropped")
        return tuple(one for one in found if not one.extends)


def flow_of(graph: Subgraph) -> Flow:
    """The flow of a debate as its chain holds it."""
    attacked = {name: attacked_by(graph, node) for name, node in flaws_of(graph).items()}
    return flow_from([_speech(graph, node, attacked) for node in spoken_nodes(graph)])


def flow_from(speeches: Sequence[FlowSpeech]) -> Flow:
    """The flow of speeches, given in the order of turns.

    Answers to a sentence of one's own side, or that was not said before, are passed over.
    """
    whose = {one.name: speech for speech in speeches for one in speech.sentences}
    asked = {name for speech in speeches for one in speech.sentences for name in one.answers}
    drawn: list[tuple[FlowSpeech, tuple[FlowSentence, ...]]] = [
        (speech, group) for speech in speeches for group in _groups(speech, asked)
    ]
    home = {one.name: group[0].name for _, group in drawn for one in group}
    answers: dict[str, tuple[str, ...]] = {}
    extends: dict[str, tuple[str, ...]] = {}
    for speech, group in drawn:
        named = [name for one in group for name in one.answers if name in home]
        fit = [n for n in named if whose[n].side != speech.side and whose[n].turn < speech.turn]
        answers[group[0].name] = tuple(dict.fromkeys(home[name] for name in fit))
    for speech, group in drawn:
        own = [(s, g) for s, g in drawn if s.side == speech.side and s.turn < speech.turn]
        extends[group[0].name] = () if answers[group[0].name] else tuple(_earlier(group, own))
    answered = _answered(answers, extends)
    arguments = {
        group[0].name: Argument(
            group[0].name,
            speech.turn,
            speech.side,
            group,
            answers[group[0].name],
            extends[group[0].name],
            answered[group[0].name],
            _status(speech, answered[group[0].name], speeches),
        )
        for speech, group in drawn
    }
    return Flow(tuple(speeches), arguments, _sheets(arguments))


def _groups(speech: FlowSpeech, asked: set[str]) -> Iterator[tuple[FlowSentence, ...]]:
    """The arguments of a speech: what leads on belongs to none, unless it cites, answers or is answered."""
    group: list[FlowSentence] = []
    for one in speech.sentences:
        stands = bool(one.cites or one.answers)
        if group and one.type in ("reasoning", "rhetorical") and not stands:
            group.append(one)
            continue
        if group:
            yield tuple(group)
        group = [one] if stands or one.type not in ("procedural", "rhetorical") or one.name in asked else []
    if group:
        yield tuple(group)


def _earlier(
    group: Sequence[FlowSentence], own: Sequence[tuple[FlowSpeech, tuple[FlowSentence, ...]]]
) -> Iterator[str]:
    """The first argument of the same side that rests on one of the same sentences, for each of them."""
    found: dict[str, None] = {}
    for cited in dict.fromkeys(i for one in group for i in one.cites):
        first = next((g[0].name for _, g in own if any(cited in one.cites for one in g)), "")
        if first:
            found[first] = None
    yield from found


def _answered(
    answers: Mapping[str, tuple[str, ...]], extends: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """What answers each argument; an answer to what carries it on answers it too."""
    found: dict[str, dict[str, None]] = {name: {} for name in answers}
    for name, targets in answers.items():
        for target in targets:
            for one in (target, *extends[target]):
                found[one][name] = None
    return {name: tuple(by) for name, by in found.items()}


def _status(speech: FlowSpeech, answered: Sequence[str], speeches: Sequence[FlowSpeech]) -> Status:
    if answered:
        return "answered"
    later = any(one.turn > speech.turn and one.side != speech.side for one in speeches)
    return "dropped" if later else "last"


def _sheets(arguments: Mapping[str, Argument]) -> dict[Side, tuple[Line, ...]]:
    """Lines by the side that began them; what answers two of them stands in both."""
    lines: dict[str, dict[int, list[str]]] = {}
    of: dict[str, list[str]] = {}
    for name, one in arguments.items():
        roots = dict.fromkeys(root for target in (*one.answers, *one.extends) for root in of[target])
        of[name] = list(roots) or [name]
        for root in of[name]:
            lines.setdefault(root, {}).setdefault(one.turn, []).append(name)
    made = {root: Line(root, {turn: tuple(names) for turn, names in cells.items()}) for root, cells in lines.items()}
    return {side: tuple(line for root, line in made.items() if arguments[root].side == side) for side in SIDES}


def _speech(graph: Subgraph, node: Node, attacked: Mapping[str, tuple[str, ...]]) -> FlowSpeech:
    types = assertions_of(graph, node)
    sentences = []
    for n, one in enumerate(said_of(graph, node), 1):
        named = (target for name in one.answers for target in attacked.get(name, (name,)))
        kind = str(types[n]["type"]) if n in types else type_of(one.text)
        sentences.append(
            FlowSentence(f"{node['turn']}.{n}", one.text, kind, one.cites, tuple(dict.fromkeys(named)), one.scheme)
        )
    return FlowSpeech(node["turn"], node["side"], node["speaker"], node["stage"], tuple(sentences))


def attacked_by(graph: Subgraph, flaw: Node) -> tuple[str, ...]:
    """The sentences in which a flaw was found: those that hold the words it quotes, else those it was read from."""
    found: list[str] = []
    quoted = _plain(str(flaw["quoted"])) if flaw.get("quoted") else ""
    for node in graph.out(flaw.id, "ATTACKS"):
        if node.kind != "Utterance":
            continue
        held = [n for n, text in enumerate(sentences_of(node), 1) if quoted and quoted in _plain(text)]
        read = [
            one["sentence"]
            for one in graph.out(flaw.id, "RESTS_ON")
            if one.kind == "Predicate" and any(of.id == node.id for of in graph.out(one.id, "RESTS_ON"))
        ]
        found += [f"{node['turn']}.{n}" for n in held[:1] or dict.fromkeys(read)]
    return tuple(found)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
