"""How the offline scheme annotator agrees with AraucariaDB's labels, against always saying the most frequent one.

    .venv/bin/python benchmarks/scheme_annotation.py [--json] [--each]

An inference of an argument map is one unit: its premises and its conclusion, a sentence each, as the annotator reads an
utterance. Counted are those whose label is one of the seven schemes. The annotator may name several schemes; the heaviest
is its answer, and no cue is a wrong answer. `with the majority behind it` answers the most frequent label where there is
no cue. The maps give no connectives between sentences, which are most of what cues are: a harder case than debates.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from foam_graph.agents.rules.debate.annotating import ENOUGH, scheme_weights
from foam_graph.findings.debate.schemes import SchemeId, scheme_of_aif

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.shared_data import SHARED

MAPS = SHARED / "data" / "aif" / "araucaria"
Unit = tuple[str, SchemeId, list[str]]


def units(folder: Path) -> Iterator[Unit]:
    """File, label and sentences of each inference that is labelled with one of the seven schemes."""
    for file in sorted(folder.glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        nodes = {node["nodeID"]: node for node in told["nodes"]}
        for node in told["nodes"]:
            label = scheme_of_aif(node.get("scheme") or "") if node["type"] == "RA" else None
            if label is None:
                continue
            ends = [edge["fromID"] for edge in told["edges"] if edge["toID"] == node["nodeID"]]
            ends += [edge["toID"] for edge in told["edges"] if edge["fromID"] == node["nodeID"]]
            yield file.name, label, [nodes[end]["text"] for end in ends if nodes[end]["type"] == "I"]


def agreement(gold: Sequence[str], answers: Sequence[str | None]) -> dict[str, float]:
    """Accuracy, and the mean F1 over the labels that occur."""
    right = Counter(one for one, other in zip(gold, answers, strict=True) if one == other)
    there, told = Counter(gold), Counter(answers)
    scores = {name: 2 * right[name] / (there[name] + told[name]) for name in sorted(there)}
    return {
        "accuracy": round(sum(right.values()) / len(gold), 3),
        "macro_f1": round(sum(scores.values()) / len(scores), 3),
        **{f"f1 {name}": round(score, 3) for name, score in scores.items()},
    }


def measured(found: Sequence[Unit]) -> dict[str, Any]:
    """Agreement of the majority's label, of the annotator, and of the annotator with the majority behind it."""
    gold = [label for _, label, _ in found]
    majority = Counter(gold).most_common(1)[0][0]
    weights = [scheme_weights(list(enumerate(sentences, 1))) for _, _, sentences in found]
    heaviest = [next(iter(one), None) for one in weights]
    used = [{name for name, (weight, _) in one.items() if weight >= ENOUGH} for one in weights]
    return {
        "units": len(gold),
        "labels": dict(Counter(gold)),
        "majority": agreement(gold, [majority] * len(gold)),
        "annotator": agreement(gold, heaviest),
        "with the majority behind it": agreement(gold, [one or majority for one in heaviest]),
        "label among those annotated": round(sum(g in u for g, u in zip(gold, used, strict=True)) / len(gold), 3),
        "labels annotated, on average": round(sum(map(len, used)) / len(gold), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--each", action="store_true", help="print each unit with what was found in it")
    given = parser.parse_args()
    found = list(units(MAPS))
    if not found:
        sys.exit(f"{MAPS} holds no labelled inference; FOAM_SHARED names another folder")
    result = measured(found)
    if given.json:
        print(json.dumps(result, indent=1))
        return
    for file, label, sentences in found if given.each else ():
        weights = {name: weight for name, (weight, _) in scheme_weights(list(enumerate(sentences, 1))).items()}
        print(f"{file} {label}: {weights}")
    for name, value in result.items():
        print(f"{name:30} {value}")


if __name__ == "__main__":
    main()
