"""What differs between two positions of a run, or between two runs.

Two positions show what a repair touched: everything else is the same to the byte. Two runs over the same question
show what another perspective, seed or template changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from foam_graph.advice import Action, NextStep
from foam_graph.app.debate_comparing import DebateDiff, diff_debate, diff_turn
from foam_graph.app.node_texts import text_of
from foam_graph.app.result import FILLED, HIDDEN, JsonValue, Listing, Result, named
from foam_graph.app.run_parameters import recorded
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.model.canonical import canonical
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import part_told
from foam_graph.reasoning.attacked import SHARED
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.taken_back import taken_back, taken_back_by

KINDS = ("Issue", "Option", "Claim", "EvidenceRecord", "Warrant")
"""Kinds of node that two positions are compared by."""
ASSERTED = ("Claim", "Warrant", "EvidenceRecord", "Weighing", *SHARED)
"""Kinds of node that say something of the case, and say it no more where a ruling took them back."""
FALLEN = ("dissent", "unsupported")
"""Classes of claims that nobody can go by."""
RowT = TypeVar("RowT", bound=Result)
ChangeT = TypeVar("ChangeT", bound=Result)


@dataclass(frozen=True)
class Replaced(Result):
    """An issue, option, claim, record or warrant and the version that took its place.

    Attributes:
        kind: Which of these.
        old: Id of the version before.
        new: Id of the version after; the same where only what it stands on changed.
        before: Its text then, as a reader sees it.
        after: Its text now.
    """

    kind: str
    old: str
    new: str
    before: str
    after: str


@dataclass(frozen=True)
class Mentioned(Result):
    """An issue, option, claim, record or warrant that only one of two positions has: its kind, its id, its text.

    Attributes:
        kind: Which of these.
        id: Its id.
        text: Its text; of what was taken back with the ruling and the challenge.
        challenge: Of what was taken back, the challenge.
        linked: The text where the challenge is linked, so that it need not be named.
    """

    kind: str
    id: str
    text: str
    challenge: str = field(default="", metadata=HIDDEN)
    linked: str = field(default="", metadata=HIDDEN)


@dataclass(frozen=True)
class StandingChange(Result):
    """A claim whose standing became another: its id, its class before and after."""

    claim: str
    before: str
    after: str


@dataclass(frozen=True)
class PositionsDiff(Result):
    """What differs between two positions of a run.

    Attributes:
        of: ``positions``.
        a: Id of the first position.
        b: Id of the second.
        same: How many issues, options, claims, records and warrants are the same to the byte.
        changed: Those that a new version took the place of.
        added: Those that only the second has.
        removed: Those that only the first has.
        standings: Claims in both whose standing became another.
        taken_back: What the first still asserted (claims, evidence, reasons, findings, calculations, applications of rules, weighings)
            and a ruling has taken back since, without a new version in its place: each with that ruling.
    """

    of: Literal["positions"]
    a: str
    b: str
    same: int
    changed: Listing[Replaced]
    added: Listing[Mentioned]
    removed: Listing[Mentioned]
    standings: Listing[StandingChange]
    taken_back: Listing[Mentioned] = field(default=Listing(()), metadata=FILLED)


@dataclass(frozen=True)
class ScoredCandidate(Result):
    """A draft for a slot, whose it was, and how it scored."""

    leaf: str
    stance_id: str
    text: str
    score: float


@dataclass(frozen=True)
class CandidateChange(Result):
    """A draft that both runs have, and its score in each."""

    leaf: str
    stance_id: str
    text: str
    a: float
    b: float


@dataclass(frozen=True)
class BranchChoice(Result):
    """A choice between branches of the template: what was chosen, and the votes as JSON."""

    branch: str
    children: tuple[str, ...]
    votes: str


@dataclass(frozen=True)
class ChoiceChange(Result):
    """A choice that both runs made, the first one's votes, and what each run chose."""

    branch: str
    votes: str
    a: tuple[str, ...]
    b: tuple[str, ...]


@dataclass(frozen=True)
class ClassedClaim(Result):
    """A claim of a run: its slot, whose it is, its words, its class and where it holds."""

    leaf: str
    stance_id: str
    text: str
    class_: str = field(metadata=named("class"))
    condition: str


@dataclass(frozen=True)
class ClaimChange(Result):
    """A claim that both runs make, where it holds in the first, and its class in each."""

    leaf: str
    stance_id: str
    text: str
    condition: str
    a: str
    b: str


@dataclass(frozen=True)
class Compared(Result, Generic[RowT, ChangeT]):
    """Rows of two runs side by side.

    Attributes:
        same: How many are in both with the same outcome.
        changed: Those in both with another outcome.
        only_a: Those of the first alone.
        only_b: Those of the second alone.
    """

    same: int
    changed: Listing[ChangeT]
    only_a: Listing[RowT]
    only_b: Listing[RowT]


@dataclass(frozen=True)
class RunsDiff(Result):
    """What differs between two runs.

    Attributes:
        of: ``runs``.
        a: Id of the first run.
        b: Id of the second.
        parameters: What they began with and differs: both values by name.
        candidates: Drafts by slot.
        choices: Choices between branches of the template.
        claims: Claims by slot.
    """

    of: Literal["runs"]
    a: str
    b: str
    parameters: Mapping[str, tuple[JsonValue, JsonValue]]
    candidates: Compared[ScoredCandidate, CandidateChange]
    choices: Compared[BranchChoice, ChoiceChange]
    claims: Compared[ClassedClaim, ClaimChange]


def diff(session: Session, one: str, two: str) -> PositionsDiff | RunsDiff | DebateDiff:
    """Compares two positions of one run, two runs, a debate at two of its ballots, or two versions of what was said at a turn.

    Args:
        session: The session.
        one: Id of a run, position, ballot or utterance, or its beginning.
        two: Another one.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: The two are not of one sort, or of different runs, debates or turns.
    """
    a, b = (session.store.find(prefix, ("Run", "Position", "Ballot", "Utterance")) for prefix in (one, two))
    if a["kind"] != b["kind"]:
        told = "Give two runs, two positions, two ballots or two utterances."
        raise UsageError(f"{a['id']} is a {a['kind']}, {b['id']} is a {b['kind']}", told)
    if a["kind"] == "Run":
        graphs = [session.store.subgraph(row["id"]) for row in (a, b)]
        for row, graph in zip((a, b), graphs, strict=True):
            if graph[row["id"]]["kind"] != "run":
                raise UsageError(f"{row['id']} is of kind {graph[row['id']]['kind']}, not a run", "Give two runs.")
        return diff_runs(graphs[0], a["id"], graphs[1], b["id"])
    if a["kind"] != "Position":
        return _of_debate(session, a, b)
    if a["run"] != b["run"]:
        told = f"{a['id']} and {b['id']} are positions of different runs"
        raise UsageError(told, NextStep(Action.COMPARE, "Compare the runs", {"one": a["run"], "other": b["run"]}))
    whole = session.store.subgraph(a["run"])
    before, after = (session.store.subgraph(a["run"], whole[row["id"]].seq) for row in (a, b))
    return diff_positions(before, a["id"], after, b["id"])


def _of_debate(session: Session, a: Mapping[str, str], b: Mapping[str, str]) -> DebateDiff:
    if a["run"] != b["run"]:
        told = f"{a['id']} and {b['id']} are of different chains"
        raise UsageError(told, "Give two ballots or two versions of a turn of one debate.")
    whole = session.store.subgraph(a["run"])
    one, two = whole[a["id"]], whole[b["id"]]
    if one.kind == "Utterance":
        if one["turn"] != two["turn"]:
            told = f"{one.id} was said at turn {one['turn']}, {two.id} at turn {two['turn']}"
            raise UsageError(
                told, ("Give two versions of one turn.", NextStep(Action.SHOW, "List them with", {"id": a["run"]}))
            )
        return diff_turn(whole, one, two)
    before, after = (session.store.subgraph(a["run"], node.seq) for node in (one, two))
    return diff_debate(before, after, one, two)


def diff_positions(before: Subgraph, a: str, after: Subgraph, b: str) -> PositionsDiff:
    """Compares what was live when two positions of one run were written.

    Args:
        before: The run up to the first position.
        a: Id of the first position.
        after: The run up to the second.
        b: Id of the second.
    """
    old, new = _live(before), _live(after)
    kept = [i for i in old if i in new and _same(before, old[i], after, new[i])]
    gone, come = ({i: node for i, node in nodes.items() if i not in kept} for nodes in (old, new))
    pairs = _pairs(before, gone, after, come)
    replaced, replacing = {p.old for p in pairs}, {p.new for p in pairs}
    return PositionsDiff(
        of="positions",
        a=a,
        b=b,
        same=len(kept),
        changed=Listing(pairs),
        added=Listing(_brief(after, node) for i, node in come.items() if i not in replacing),
        removed=Listing(_brief(before, node) for i, node in gone.items() if i not in replaced),
        standings=_standing_changes(before, after),
        taken_back=Listing(_taken_back(before, after)),
    )


def _taken_back(before: Subgraph, after: Subgraph) -> Iterator[Mentioned]:
    """What rulings took back between two positions and nothing took the place of, each with what was ruled.

    Of a claim that fell with one of its parts the claim is told, else the part that was challenged.
    """
    fallen = {claim for claim, node in standings(after).items() if node["class"] in FALLEN}

    def fell(node: Node) -> bool:
        if node.kind not in ASSERTED or after.superseded(node.id):
            return False
        return node.id in fallen if node.kind == "Claim" else taken_back(after, node) is not None

    told = set[str]()
    for challenge in after.of("Challenge"):
        ruled = taken_back_by(after, challenge)
        if ruled is None:
            continue
        named = after.out(challenge.id, "CHALLENGES", "ATTACKS")
        node = next((one for one in named if _stood(before, one) and fell(one)), None)
        if node is not None and node.id not in told:
            told.add(node.id)
            text = text_of(node.fields)
            linked = f"{text} ({ruled.ruled})"
            yield Mentioned(node.kind, node.id, f"{text} ({ruled.told})", challenge.id, linked)


def _stood(graph: Subgraph, node: Node) -> bool:
    """Whether a node was there and no ruling had taken it back yet."""
    if node.id not in graph or graph.superseded(node.id):
        return False
    if node.kind != "Claim":
        # What a challenge names and leaves stands.
        return taken_back(graph, node) is None
    return all(taken_back_by(graph, one) is None for one in graph.into(node.id, "CHALLENGES", "ATTACKS"))


def _live(graph: Subgraph) -> dict[str, Node]:
    return {node.id: node for kind in KINDS for node in graph.live(kind)}


def _same(before: Subgraph, old: Node, after: Subgraph, new: Node) -> bool:
    """Whether a node is the same to the byte, and so is its text as a reader sees it."""
    return canonical(dict(old.fields)) == canonical(dict(new.fields)) and rendered(before, old) == rendered(after, new)


def rendered(graph: Subgraph, node: Node) -> str:
    """The text of an issue, option, claim, record or warrant as a reader sees it, with what it stands on."""
    if node.kind in ("Issue", "Option"):
        return part_told(node)
    if node.kind == "EvidenceRecord":
        return f"{node['tag']}: {node['quotation']}"
    if node.kind == "Warrant":
        return str(node["text"])
    parts = [
        node,
        *(n for kind in ("QUALIFIES", "EXCEPTS") for n in graph.into(node.id, kind) if not graph.superseded(n.id)),
    ]
    quoted = [f"“{graph[record]['quotation']}”" for record in claim_records(graph, node.id)]
    return " ".join([*(str(part["text"]) for part in parts), *quoted])


def _pairs(before: Subgraph, gone: Mapping[str, Node], after: Subgraph, come: Mapping[str, Node]) -> list[Replaced]:
    """New versions with the version that was live before; a node whose own surroundings changed pairs with itself."""
    pairs = []
    for i, node in come.items():
        old = i if i in gone else next((one.id for one in after.older(i) if one.id in gone), "")
        if old:
            pairs.append(Replaced(node.kind, old, i, rendered(before, gone[old]), rendered(after, node)))
    return pairs


def _brief(graph: Subgraph, node: Node) -> Mentioned:
    return Mentioned(node.kind, node.id, rendered(graph, node))


def _standing_changes(before: Subgraph, after: Subgraph) -> Listing[StandingChange]:
    """Claims in both whose standing became another."""
    old, new = standings(before), standings(after)
    return Listing(
        StandingChange(claim, old[claim]["class"], new[claim]["class"])
        for claim in old
        if claim in new and _outcome(old[claim]) != _outcome(new[claim])
    )


def _outcome(standing: Node) -> tuple[object, ...]:
    return standing["class"], standing["condition"], tuple(standing["in_for"]), tuple(standing["out_for"])


def diff_runs(one: Subgraph, a: str, two: Subgraph, b: str) -> RunsDiff:
    """Compares two runs by branches of their templates and by what their claims say: ids differ between runs."""
    mine, yours = recorded(one, a), recorded(two, b)
    return RunsDiff(
        of="runs",
        a=a,
        b=b,
        parameters={
            name: (mine.get(name), yours.get(name)) for name in {**mine, **yours} if mine.get(name) != yours.get(name)
        },
        candidates=_compared(
            _candidates(one),
            _candidates(two),
            lambda row: row.score,
            lambda x, y: CandidateChange(x.leaf, x.stance_id, x.text, x.score, y.score),
        ),
        choices=_compared(
            _choices(one),
            _choices(two),
            lambda row: (sorted(row.children), row.votes),
            lambda x, y: ChoiceChange(x.branch, x.votes, x.children, y.children),
        ),
        claims=_compared(
            _claims(one),
            _claims(two),
            lambda row: (row.class_, row.condition),
            lambda x, y: ClaimChange(x.leaf, x.stance_id, x.text, x.condition, x.class_, y.class_),
        ),
    )


def _candidates(graph: Subgraph) -> dict[tuple[str, ...], ScoredCandidate]:
    return {
        (n["leaf"], n["stance_id"], n["text"]): ScoredCandidate(n["leaf"], n["stance_id"], n["text"], n["score"])
        for n in graph.of("Candidate")
    }


def _choices(graph: Subgraph) -> dict[tuple[str, ...], BranchChoice]:
    return {
        (n["branch"],): BranchChoice(n["branch"], tuple(n["children"]), n["votes"])
        for n in graph.live("TemplateChoice")
    }


def _claims(graph: Subgraph) -> dict[tuple[str, ...], ClassedClaim]:
    """Claims by what they say, whoever said it: of those that say the same the first, the second and so on."""
    classed, told = standings(graph), Counter[str]()
    found: dict[tuple[str, ...], ClassedClaim] = {}
    for n in graph.live("Claim"):
        standing, text = classed.get(n.id), str(n["text"])
        told[text] += 1
        found[text, str(told[text])] = ClassedClaim(
            leaf=n["leaf"],
            stance_id=n["stance_id"],
            text=text,
            class_=standing["class"] if standing is not None else "none",
            condition=standing["condition"] if standing is not None else "",
        )
    return found


def _compared(
    one: Mapping[tuple[str, ...], RowT],
    two: Mapping[tuple[str, ...], RowT],
    outcome: Callable[[RowT], object],
    change: Callable[[RowT, RowT], ChangeT],
) -> Compared[RowT, ChangeT]:
    """Rows in both with the same outcome are counted, those with another shown with both."""
    both = [key for key in one if key in two]
    changed = [key for key in both if outcome(one[key]) != outcome(two[key])]
    return Compared(
        same=len(both) - len(changed),
        changed=Listing(change(one[key], two[key]) for key in changed),
        only_a=Listing(row for key, row in one.items() if key not in two),
        only_b=Listing(row for key, row in two.items() if key not in one),
    )
