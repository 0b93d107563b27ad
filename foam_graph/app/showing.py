"""What is in the graph, for reading: one node with its surroundings, a corpus's documents and what it covers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from foam_graph.app.answering import Answer, AnswerParts, answer_of, parts_of
from foam_graph.app.debated import Debate, debate_of
from foam_graph.app.graph_item import GraphItem, Source
from foam_graph.app.loading import DocumentRow, document_rows
from foam_graph.app.looking_back import seen_at
from foam_graph.app.node_texts import MOST_EDGES, standings_of, text_of
from foam_graph.app.result import OPTIONAL, JsonObject, JsonValue, Listing, Result, named, plain_json
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.reasoning.certifying.coverage import corpus_coverage
from foam_graph.store.reading import kind_of, plain


@dataclass(frozen=True)
class Share(Result):
    """A value and the share of documents that have it."""

    value: str
    share: float


@dataclass(frozen=True)
class Skew(Result):
    """How unevenly a corpus is made up.

    Attributes:
        largest: The most common value of each property, with its share.
        effective_source_classes: As many classes of one size would be as diverse (exponential of Shannon's entropy).
    """

    largest: Mapping[str, Share]
    effective_source_classes: float


@dataclass(frozen=True)
class Coverage(Result):
    """What a corpus covers, and what it does not.

    Attributes:
        corpus: Its name.
        documents: Documents.
        current: Those that no later version superseded.
        superseded: The others.
        sentences: Sentences.
        oldest: Date of the oldest document; empty where none is dated.
        newest: Date of the newest.
        undated: Documents without a date.
        years: Documents by year.
        source_classes: Documents by class.
        languages: Documents by language.
        unstated: How many do not state a property.
        copies: Documents that are nearly the same as another one.
        skew: How unevenly it is made up.
        freshness: What the newest date means, in words.
        gaps: What is missing or one-sided, in words.
    """

    corpus: str
    documents: int
    current: int
    superseded: int
    sentences: int
    oldest: str | None
    newest: str | None
    undated: int
    years: Mapping[str, int]
    source_classes: Mapping[str, int]
    languages: Mapping[str, int]
    unstated: Mapping[str, int]
    copies: int
    skew: Skew
    freshness: str
    gaps: tuple[str, ...]


@dataclass(frozen=True)
class Author(Result):
    """Who wrote something.

    Attributes:
        activity: The activity that wrote it.
        kind: Its kind.
        role: The role acted in.
        step: The step of the run.
        agent: Who acted.
        stance_id: The perspective acted from; empty for none.
        at: When.
    """

    activity: str
    kind: str
    role: str
    step: str
    agent: str
    stance_id: str
    at: str


@dataclass(frozen=True)
class EdgeEnd(Result):
    """An edge of a node, and the node at its other end.

    Attributes:
        type: Type of the edge.
        id: The other node.
        kind: Its kind.
        text: What it says.
        fields: The edge's own fields.
    """

    type: str
    id: str
    kind: str
    text: str
    fields: JsonObject


@dataclass(frozen=True, eq=False)
class Shown(GraphItem):
    """One node or activity with its surroundings.

    Attributes:
        kind: Its kind.
        run: Its chain.
        seq: Its activity's number there.
        at: When it was written.
        standing: ``current``, ``superseded``, a class …; None for an activity.
        text: What it says, in its own words; empty where it has none or they were erased.
        fields: Its fields, in the order of the model.
        written_by: Who wrote it; None for an activity.
        out: Its edges to others.
        into: Others' edges to it.
        more_edges: Whether there are more edges than are shown.
        answer: Of a run with an agenda: what it answers.
        parts: Of such a run: its position in its parts.
        debate: Of a debate: what was said, and the ballot.
    """

    kind: str
    run: str
    seq: int
    at: str
    standing: str | None
    text: str
    fields: JsonObject
    written_by: Author | None
    out: Listing[EdgeEnd]
    into: Listing[EdgeEnd] = field(metadata=named("in"))
    more_edges: bool
    answer: Answer | None = field(default=None, metadata=OPTIONAL)
    parts: AnswerParts | None = field(default=None, metadata=OPTIONAL)
    debate: Debate | None = field(default=None, metadata=OPTIONAL)


def documents(session: Session, corpus: str) -> Listing[DocumentRow]:
    """The documents of a corpus.

    Raises:
        CorpusError: No such corpus.
    """
    return document_rows(session.corpora.documents(corpus))


def coverage(session: Session, corpus: str) -> Coverage:
    """The coverage card of a corpus: dates, source classes, skew, gaps.

    Raises:
        CorpusError: No such corpus.
    """
    card = corpus_coverage(session.corpora.documents(corpus))
    largest = {name: Share(**share) for name, share in card["skew"]["largest"].items()}
    skew = Skew(largest, card["skew"]["effective_source_classes"])
    return Coverage(**{**card, "corpus": corpus, "skew": skew, "gaps": tuple(card["gaps"])})


def show(session: Session, prefix: str, as_of: str = "", source: Source | None = None) -> Shown:
    """One node or activity: its fields, who wrote it, its standing, and its edges out and in.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.
        source: Where what is shown can be followed further.

    Raises:
        UnknownId: Nothing has an id that begins so, or had one then.
        AmbiguousId: More than one has.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    session = seen_at(session, as_of, prefix)
    found = session.store.find(prefix)
    row = session.store.ask("show_node", id=found["id"])[0]
    kind, props = kind_of(row["labels"]), row["props"]
    edges = session.store.ask("neighbourhood", id=found["id"], limit=MOST_EDGES)
    ends = [
        (e["direction"], EdgeEnd(e["type"], e["id"], kind_of(e["labels"]), e["text"], _own_fields(e["props"])))
        for e in edges
    ]
    graph = read_run(session, found["id"]) if kind == "Run" and props.get("kind") in ("run", "debate") else None
    argued = graph if props.get("kind") == "run" else None
    standing = None if kind in ACTIVITIES else standings_of(session, [found["id"]]).get(found["id"], "current")
    return Shown(
        id=found["id"],
        kind=kind,
        run=props["run"],
        seq=props["seq"],
        at=props["at"],
        standing=standing,
        text=text_of(props),
        fields=readable(kind, props),
        written_by=None if row["activity"] is None else author(row["activity"]),
        # Every artifact was generated by its activity, which ``written_by`` says already.
        out=Listing(end for side, end in ends if side == "out" and end.type != "WAS_GENERATED_BY"),
        into=Listing(end for side, end in ends if side == "in"),
        more_edges=len(edges) == MOST_EDGES,
        answer=answer_of(argued) if argued is not None else None,
        parts=parts_of(argued) if argued is not None else None,
        debate=debate_of(graph, found["id"]) if graph is not None and argued is None else None,
        source=source,
    )


def author(activity: Mapping[str, str]) -> Author:
    """Who wrote something: the activity, the role, the agent and the perspective it acted from."""
    return Author(
        activity=activity["id"],
        kind=activity["kind"],
        role=activity["role"],
        step=activity["step"],
        agent=activity["agent"],
        stance_id=activity.get("stance_id", ""),
        at=activity["at"],
    )


def readable(kind: str, props: Mapping[str, object]) -> JsonObject:
    """Fields in the order of the model table, without stamps, salts and hashes; JSON text as data."""
    declared: tuple[Field, ...] = ACTIVITY_FIELDS if kind in ACTIVITIES else fields_of(kind)
    own = plain(props)
    return {field.name: _parsed(field, own[field.name]) for field in declared if field.name in own}


def _parsed(declared: Field, value: object) -> JsonValue:
    if declared.type == "json" and isinstance(value, str):
        parsed: JsonValue = json.loads(value)
        return parsed
    return plain_json(value)


def _own_fields(props: Mapping[str, object]) -> JsonObject:
    return {name: plain_json(value) for name, value in plain(props).items() if name != "activity"}
