"""How often the judge of utterances mistakes the side (φ), and what it misses of what is factual.

    .venv/bin/python benchmarks/debate_judge.py [--agents llm --folder DIR] [--count 200] [--shared DIR] [--json]

Up to 200 utterances are shown to the judge, half of them flipped: as if they were said for the other side. They are of the
fictional debates of this repository, of sixteen that grant something (debate_labels.yaml), and of transcripts of others, read in
place from DIR (``transcripts`` and ``orchid``; left out where they are not there). The types of sentences are held against the
labels of six fictional debates. With ``--agents llm`` the model of the role ``evaluator`` is asked, one request an utterance;
``--folder`` keeps the answers, so that nothing is asked twice and the figures are made again from them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from foam_graph.agents.tasks.debate_speaking import JudgeUtteranceOut
from foam_graph.app.experiment_agents import asked, counting
from foam_graph.app.session import Session
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, only_values
from foam_graph.evaluation.judging.side_trial import SideCase, counted, side_cases, side_request
from foam_graph.evaluation.material.debates import Context, contexts, read_debates
from foam_graph.findings.debate.sentence_types import SentenceType, type_of
from foam_graph.findings.debate.spoken import Spoken
from tests.support.shared_data import ROOT, SHARED
from tests.support.worlds.planted_debates import planted_debates

LABELS = Path(__file__).parent / "debate_labels.yaml"
OWN = ROOT / "examples" / "debates"
LETTERS: dict[str, SentenceType] = {
    "F": "factual", "V": "valuing", "R": "reasoning", "T": "rhetorical", "P": "procedural",
}  # fmt: skip
_SEED = 1


def groups(shared: Path) -> dict[str, Sequence[Context]]:
    """Points of debates by where they are from."""
    labels = yaml.safe_load(LABELS.read_text(encoding="utf-8"))
    granting = [
        Context(
            "concession", one["motion"], (), Spoken(1, one["side"], one["side"], "rebuttal", tuple(one["sentences"]))
        )
        for one in labels["concessions"]
    ]
    own = contexts(read_debates((OWN / "held_out", OWN / "memory")))
    theirs = [path for path in (shared / "transcripts", shared / "orchid" / "debate_full.json") if path.exists()]
    found: dict[str, Sequence[Context]] = {"granting": granting, "planted": _planted(), "sample": own}
    if theirs:
        found["others"] = contexts(read_debates(theirs))
    return found


def labelled(labels: str) -> list[tuple[str, Context, tuple[SentenceType | None, ...]]]:
    """The utterances whose sentences were labelled; None where two readers differ.

    Args:
        labels: Which labels: ``types``, ``types_by_task``, or ``types_of_planted``, those of debates with planted flaws.
    """
    types = yaml.safe_load(LABELS.read_text(encoding="utf-8"))[labels]
    own = [(one.name, place) for one in read_debates((OWN / "held_out", OWN / "memory")) for place in contexts([one])]
    places = own + [(place.debate, place) for place in _planted()]
    letters = {name: iter(str(said).split()) for name, said in types.items()}
    return [
        (name, place, tuple(LETTERS.get(one) for one in next(letters[name])))
        for name, place in places
        if name in letters
    ]


def _planted() -> list[Context]:
    """Every point of the debates with planted flaws."""
    return [
        Context(debate.name, debate.motion, debate.said[:n], one)
        for debate in planted_debates()
        for n, one in enumerate(debate.said)
    ]


def judged(agent: KeptAgent, cases: Sequence[SideCase]) -> list[JudgeUtteranceOut | None]:
    """What the judge answers; None where no valid answer came."""
    answers = only_values(agent.answer_many([side_request(one, _SEED) for one in cases]))
    return [None if isinstance(one, BadAnswer) else one for one in answers]


def sides(agent: KeptAgent, shared: Path, count: int) -> dict[str, Any]:
    """Errors about the side, by group and over all."""
    cases = side_cases(groups(shared), count, _SEED)
    rows = list(zip(cases, judged(agent, cases), strict=True))
    names = [*dict.fromkeys(one.group for one in cases), "all"]
    result: dict[str, Any] = {}
    for name in names:
        found = counted([row for row in rows if name in (row[0].group, "all")])
        result[name] = {**vars(found), "errors": found.errors}
    return result


def typed(agent: KeptAgent, rules: bool, labels: str = "types") -> dict[str, Any]:
    """How the types of sentences agree with labels; by rules no answer of the judge is needed."""
    rows = labelled(labels)
    cases = [SideCase("typing", place, place.following.side) for _, place, _ in rows]
    answers = [None] * len(rows) if rules else judged(agent, cases)
    pairs: Counter[tuple[str, str]] = Counter()
    for (_, place, right), answer in zip(rows, answers, strict=True):
        given = {one.number: one.type for one in answer.types} if answer is not None else {}
        for n, (text, wanted) in enumerate(zip(place.following.sentences, right, strict=True), 1):
            if wanted is not None:
                pairs[wanted, given.get(n) or type_of(text)] += 1
    facts = sum(n for (right, _), n in pairs.items() if right == "factual")
    told = sum(n for (_, found), n in pairs.items() if found == "factual")
    hit = pairs["factual", "factual"]
    return {
        "sentences": pairs.total(),
        "agree": sum(n for (right, found), n in pairs.items() if right == found),
        "factual": facts,
        "missed": facts - hit,
        "told_factual": told,
        "wrongly": told - hit,
        "pairs": {f"{right} as {found}": n for (right, found), n in sorted(pairs.items()) if right != found},
    }


def _print(result: dict[str, Any]) -> None:
    for name, one in result["sides"].items():
        share = "none" if one["errors"] is None else f"{one['errors']:.1%}"
        print(
            f"{name:10} errors {share:>6}: refused {one['refused']} of {one['true']} true, "
            f"passed {one['passed']} of {one['flipped']} flipped, unanswered {one['unanswered']}"
        )
    for told, name in (
        ("by the first labels", "types"),
        ("by two readers of the task as it was", "types_by_task"),
        ("other debates, by two readers of the task as it is", "types_of_planted"),
    ):
        types = result[name]
        print(f"\n{told}: types agree {types['agree']} of {types['sentences']}")
        print(
            f"factual sentences missed {types['missed']} of {types['factual']}, wrongly factual {types['wrongly']} of {types['told_factual']}"
        )
        print("; ".join(f"{one} {n}" for one, n in types["pairs"].items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", choices=("offline", "llm"), default="offline")
    parser.add_argument("--count", type=int, default=200, help="most utterances for the side")
    parser.add_argument("--folder", type=Path, help="where answers are kept")
    parser.add_argument("--shared", type=Path, default=SHARED / "data", help="where transcripts and orchid lie")
    parser.add_argument("--estimate", action="store_true", help="count requests and tokens, and ask nothing")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    with Session() as session:
        cells = Cells(given.folder)
        if given.estimate:
            who, counts = counting(session, (), cells.apart(), _SEED)
            sides(who.judge, given.shared, given.count)
            typed(who.judge, rules=False)
            print(
                f"{counts[-1].calls} requests, {counts[-1].spent.tokens_in} prompt tokens, {counts[-1].spent.tokens_out} of answers"
            )
            return
        with asked(session, given.agents, (), cells, _SEED) as who:
            rules = given.agents == "offline"
            result = {"sides": sides(who.judge, given.shared, given.count), "types": typed(who.judge, rules)}
            result |= {name: typed(who.judge, rules, name) for name in ("types_by_task", "types_of_planted")}
    if given.json:
        print(json.dumps(result, indent=1))
    else:
        _print(result)


if __name__ == "__main__":
    main()
