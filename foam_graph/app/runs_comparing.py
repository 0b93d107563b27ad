"""What differs between two runs over the same question: what another perspective, seed or template changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from foam_graph.app.compared import (
    BranchChoice,
    CandidateChange,
    ChangeT,
    ChoiceChange,
    ClaimChange,
    ClassedClaim,
    Compared,
    RowT,
    RunsDiff,
    ScoredCandidate,
)
from foam_graph.app.result import Listing
from foam_graph.app.run_parameters import recorded
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.certifying.checks import standings


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
