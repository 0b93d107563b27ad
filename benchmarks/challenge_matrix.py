"""Scripted challenges, valid and planted-bad, against an offline run of each sample world, and their confusion matrices.

Usage: python benchmarks/challenge_matrix.py [--set appeal|debate] [--json] [--home DIR]. Without ``--home`` it starts a
managed Neo4j of its own. Which challenges are lodged, and which of them are right, is said in ``challenges.yaml`` (the
appeal, on which the rules were worked out) and ``challenges_debate.yaml`` (held out). Exit status 1 where a claim
outside the frontier of a challenge changed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
import uuid
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contesting import Challenge, challenge
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FoamError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.resources import load_yaml
from foam_graph.store.server.control import down, up

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


@dataclass(frozen=True)
class Scene:
    """A run and the challenges to it.

    Attributes:
        script: File of the challenges.
        documents: Folder of the world.
        ask: The run; its corpus is set when it is made.
    """

    script: str
    documents: Path
    ask: Ask


SCENES = {
    "appeal": Scene(
        "challenges.yaml",
        EXAMPLES / "benefits" / "documents",
        Ask(
            "Should the denial of Mara Ellison's household support benefit be upheld or reversed?",
            "",
            "benefits-appeal",
            ("applicant", "caseworker", "auditor"),
            dated="2026-06-01",
        ),
    ),
    "debate": Scene(
        "challenges_debate.yaml",
        EXAMPLES / "debate" / "documents",
        Ask(
            "Should the Federation of Veldmark establish a national coastal early-warning network?",
            "",
            "policy-1ac",
            ("util", "security", "fiscal"),
            dated="2026-06-22",
        ),
    ),
}
_AMOUNT = re.compile(r"\$?\d[\d,]*\.\d\d|\b\d+(?:\.\d+)?(?= (?:days?|hours?|persons?|percent|per cent)\b)")
_VERB = re.compile(r"\b(?:is|are|was|were|has been|have been|must|may|shall)\b")
_DAY = re.compile(r"\b(\d{1,2}) (?=January|February|March|April|May|June|July|August|September|October|November)")


class Shape(BaseModel):
    """Every part of the set is exact: a misspelt key is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Pick(Shape):
    """How a target is found in a finished run; every condition that is set has to hold.

    Attributes:
        node: Kind of node.
        leaf: Id of the template leaf that the claim fills.
        component: Component of the claim.
        form: Form of the claim.
        standing: Class of the claim.
        title: Part of the title of a document that the claim quotes.
        source: Source class of a document that the claim quotes.
        holds: What the quoted sentence has to hold for the templates to be filled in.
        names: Words that the quoted sentence has to hold.
    """

    node: Literal["claim", "record", "warrant", "choice", "perspective"] = "record"
    leaf: str = ""
    component: str = ""
    form: str = ""
    standing: str = ""
    title: str = ""
    source: str = ""
    holds: Literal["", "amount", "verb", "day"] = ""
    names: str = ""


class CounterDocument(Shape):
    """A document of counter-evidence; ``text`` may use the names that ``fillings`` gives."""

    title: str = Field(min_length=1)
    date: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")
    source_class: str
    text: str = Field(min_length=1)
    swap: dict[str, str] = Field(default_factory=dict)


class Scripted(Shape):
    """One challenge of the set."""

    name: str = Field(min_length=1)
    kind: Literal["relevance", "adequacy", "selection_bias", "inferential", "scope", "normative", "structural"]
    pick: Pick
    grounds: str = Field(min_length=1)
    evidence: CounterDocument | None = None
    corpus: str = Field(default="", description="Part of the title of a document of the corpus, as counter-evidence.")
    valid: bool
    why: str = Field(min_length=1)


class ChallengeSet(Shape):
    """Schema of ``challenges.yaml``."""

    challenges: tuple[Scripted, ...]


@dataclass(frozen=True)
class Target:
    """What a challenge is aimed at."""

    node: str
    claim: str
    sentence: str


@dataclass(frozen=True)
class Line:
    """What became of one challenge; ``ruled`` is upheld, rejected or needs_evidence, or not_lodged with the reason."""

    name: str
    kind: str
    valid: bool
    ruled: str
    rule: str
    outcome: str
    frontier: int
    untouched: int
    violations: list[str]
    writes: int
    seconds: float
    target: str
    note: str


def fillings(sentence: str, claim: str) -> dict[str, str]:
    """What a text of counter-evidence may use.

    Returns:
        ``quoted``, ``bare`` (without the full stop, first letter small), ``claim``, and where the sentence allows it
        ``changed`` (another first amount), ``negated``, ``moved`` (another first day), ``lead`` and ``amount``.
    """
    bare = sentence.rstrip(".")
    found = {"quoted": sentence, "claim": claim, "bare": bare[:1].lower() + bare[1:], "plain": bare}
    amount, verb, day = _AMOUNT.search(sentence), _VERB.search(sentence), _DAY.search(sentence)
    if amount:
        other = _other_amount(amount.group())
        found["changed"] = sentence[: amount.start()] + other + sentence[amount.end() :]
        found |= {"amount": amount.group(), "other": other}
    if verb:
        found["negated"] = f"{sentence[: verb.end()]} not{sentence[verb.end() :]}"
        found["lead"] = sentence[: verb.start()].strip()
    if day:
        other = str(int(day.group(1)) % 27 + 1)
        found["moved"] = sentence[: day.start()] + other + sentence[day.end(1) :]
    return found


def _other_amount(text: str) -> str:
    sign, plain = text[: len(text) - len(text.lstrip("$"))], text.lstrip("$").replace(",", "")
    decimals = len(plain.partition(".")[2])
    return f"{sign}{float(plain) * 1.5 + 1:,.{decimals}f}"


def find(graph: Subgraph, titles: dict[str, str], pick: Pick, used: set[str]) -> Target | None:
    """The first fitting target that no challenge was aimed at, else the first fitting one."""
    if pick.node in ("choice", "perspective"):
        nodes = graph.live("TemplateChoice") if pick.node == "choice" else graph.of("Perspective")
        fitting = [Target(node.id, "", "") for node in nodes]
    else:
        fitting = [t for claim in graph.live("Claim") for t in _targets(graph, titles, claim, pick)]
    fresh = [one for one in fitting if one.claim not in used]
    return next(iter(fresh or fitting), None)


def _targets(graph: Subgraph, titles: dict[str, str], claim: Node, pick: Pick) -> list[Target]:
    found_standings = standings(graph)
    standing = found_standings[claim.id]["class"] if claim.id in found_standings else ""
    for wanted, found in (
        (pick.leaf, claim["leaf"]),
        (pick.component, claim["component"]),
        (pick.form, claim["form"]),
        (pick.standing, standing),
    ):
        if wanted and wanted != found:
            return []
    return [
        t for record in claim_records(graph, claim.id) for t in _in_record(graph, titles, claim, graph[record], pick)
    ]


def _in_record(graph: Subgraph, titles: dict[str, str], claim: Node, record: Node, pick: Pick) -> list[Target]:
    named = [titles.get(document, "") for document in record["documents"]]
    if pick.title and not any(pick.title.casefold() in title.casefold() for title in named):
        return []
    if pick.source and pick.source not in record["source_classes"]:
        return []
    wanted = {"": "quoted", "amount": "changed", "verb": "negated", "day": "moved"}[pick.holds]
    found = []
    for sentence in str(record["quotation"]).split(" /.../ "):
        if wanted in fillings(sentence, "") and pick.names in sentence:
            warrants = [w.id for w in graph.into(claim.id, "WARRANTS")]
            node = {"claim": claim.id, "record": record.id, "warrant": warrants[-1] if warrants else claim.id}[
                pick.node
            ]
            found.append(Target(node, claim.id, sentence))
    return found


def write_counter(folder: Path, wanted: CounterDocument, target: Target, claim: str) -> Path:
    """Writes the counter-document of a challenge, its template filled in."""
    words = fillings(target.sentence, claim)
    text = wanted.text.format(**words)
    for old, new in wanted.swap.items():
        text = text.replace(old, new)
    path = folder / f"{uuid.uuid4().hex}.md"
    head = f'---\ntitle: "{wanted.title}"\ndate: "{wanted.date}"\nsource_class: {wanted.source_class}\n---\n'
    path.write_text(head + text + "\n", encoding="utf-8")
    return path


def violations(before: Subgraph, after: Subgraph, frontier: set[str], rebuilt: bool) -> list[str]:
    """Live claims outside the frontier that are gone or differ, and new ones that replace none of the frontier."""
    outside = [c for c in before.live("Claim") if c.id not in frontier]
    live = {c.id: dict(c.fields) for c in after.live("Claim")}
    found = [c.id for c in outside if c.id not in live or _bytes(live[c.id]) != _bytes(dict(c.fields))]
    if not rebuilt:
        known = {c.id for c in before.of("Claim")}
        heirs = {after.newest(i).id for i in frontier}
        heirs |= {twin.id for i in heirs for twin in after.into(i, "BRANCHES")}  # the same slot, under a condition
        found += [i for i in live if i not in known and i not in heirs]
    return found


def _bytes(fields: dict[str, Any]) -> str:
    return json.dumps(fields, sort_keys=True, default=str)


def one(session: Session, run: str, corpus: str, wanted: Scripted, used: set[str], folder: Path) -> Line:
    """Lodges one challenge and records what became of it."""
    before = session.store.subgraph(run)
    titles = {d.id: d.citation.title for d in session.corpora.documents(corpus)}
    target = find(before, titles, wanted.pick, used)
    if target is None:
        return _not_lodged(wanted, "nothing in the run fits its pick")
    used.add(target.claim)
    evidence = next((i for i, title in titles.items() if wanted.corpus and wanted.corpus in title), "")
    claim = str(before[target.claim]["text"]) if target.claim else ""
    if wanted.evidence:
        evidence = str(write_counter(folder, wanted.evidence, target, claim))
    traffic, began = session.store.traffic.snapshot(), time.perf_counter()
    try:
        lodged = Challenge(target.node, wanted.kind, wanted.grounds, evidence, "benchmark", run=run)
        answer = challenge(session, lodged).as_json()
    except FoamError as fault:
        return _not_lodged(wanted, str(fault))
    seconds, spent = time.perf_counter() - began, session.store.traffic.since(traffic)
    frontier = {row["claim"] for row in answer["frontier"]}
    ruling = answer["ruling"] or {"verdict": "none", "rule": "", "reasons": ""}
    ruled = {"valid": "upheld", "invalid": "rejected"}.get(ruling["verdict"], "needs_evidence")
    rebuilt = wanted.kind == "structural" and ruled == "upheld"
    broken = violations(before, session.store.subgraph(run), frontier, rebuilt)
    return Line(
        wanted.name, wanted.kind, wanted.valid, ruled, ruling["rule"], answer["outcome"], len(frontier),
        answer["untouched"], broken, spent.writes, round(seconds, 3), target.sentence, ruling["reasons"],
    )  # fmt: skip


def _not_lodged(wanted: Scripted, why: str) -> Line:
    return Line(wanted.name, wanted.kind, wanted.valid, "not_lodged", "", "", 0, 0, [], 0, 0.0, "", why)


def measures(lines: list[Line]) -> dict[str, Any]:
    """Confusion matrix, precision, recall, accuracy and cost; a challenge that was not lodged counts in none."""
    verdicts = ("upheld", "rejected", "needs_evidence")
    matrix = {
        side: {v: sum(one.valid == flag and one.ruled == v for one in lines) for v in verdicts}
        for side, flag in (("valid", True), ("invalid", False))
    }
    hits, false = matrix["valid"]["upheld"], matrix["invalid"]["upheld"]
    lodged = [one for one in lines if one.ruled != "not_lodged"]
    right = sum(one.valid == (one.ruled == "upheld") for one in lodged)
    valid = sum(matrix["valid"].values())
    upheld = [one for one in lodged if one.ruled == "upheld"]
    return {
        "challenges": len(lines),
        "lodged": len(lodged),
        "matrix": matrix,
        "precision": round(hits / (hits + false), 3) if hits + false else None,
        "recall": round(hits / valid, 3) if valid else None,
        "accuracy": round(right / len(lodged), 3) if lodged else None,
        "changed_outside_frontier": sum(len(one.violations) for one in lines),
        "writes_per_challenge": round(sum(one.writes for one in lodged) / max(1, len(lodged)), 1),
        "writes_per_upheld": round(sum(one.writes for one in upheld) / max(1, len(upheld)), 1),
        "seconds_per_challenge": round(sum(one.seconds for one in lodged) / max(1, len(lodged)), 3),
    }


def run_set(session: Session, scene: Scene) -> list[Line]:
    """Makes one run and lodges a whole set against it, in order."""
    corpus = f"challenged-{uuid.uuid4().hex[:8]}"
    scripted = load_yaml(HERE / scene.script, ChallengeSet).challenges
    load(session, [scene.documents], corpus)
    run = ask(session, replace(scene.ask, corpus=corpus))
    used: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        return [one(session, run, corpus, wanted, used, Path(folder)) for wanted in scripted]


def show(lines: list[Line]) -> None:
    """Prints a line for each challenge, then the matrix and the measures."""
    for each in lines:
        right = "  " if each.ruled == "not_lodged" else "ok" if each.valid == (each.ruled == "upheld") else "XX"
        side = "valid" if each.valid else "bad"
        print(
            f"{right} {each.kind:<15}{side:<6}{each.ruled:<15}{each.rule:<22}{each.outcome:<17}"
            f"{each.frontier:>3} of {each.frontier + each.untouched:<3}{each.writes:>5} rows {each.seconds:>6.2f} s  {each.name}"
        )
        for claim in each.violations:
            print(f"     CHANGED outside the frontier: {claim}")
        if right != "ok":
            print(f"     target: {each.target}\n     {each.note}")
    found = measures(lines)
    print(f"\n{'':<10}{'upheld':>10}{'rejected':>10}{'needs evidence':>16}")
    for side, row in found.pop("matrix").items():
        print(f"{side:<10}{row['upheld']:>10}{row['rejected']:>10}{row['needs_evidence']:>16}")
    for name, value in found.items():
        print(f"{name.replace('_', ' '):<28}{value}")


def main(names: list[str], as_json: bool, home: str) -> int:
    """Runs the sets in a temporary home, or in one whose Neo4j is up already."""
    if home:
        with Session(Settings(home=Path(home), operator="benchmark")) as session:
            found = {name: run_set(session, SCENES[name]) for name in names}
    else:
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(home=Path(folder), operator="benchmark")
            up(settings)
            try:
                with Session(settings) as session:
                    found = {name: run_set(session, SCENES[name]) for name in names}
            finally:
                down(settings)
    if as_json:
        told = {n: {**measures(lines), "lines": [asdict(each) for each in lines]} for n, lines in found.items()}
        print(json.dumps(told, indent=1))
    else:
        for name, lines in found.items():
            print(f"\n== {name}: {SCENES[name].script}")
            show(lines)
    return 1 if any(each.violations for lines in found.values() for each in lines) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=(*SCENES, "both"), default="both", help="which set; both if not given")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--home", default="", help="a FOAM_HOME whose Neo4j is up; its graph gains a run for each set")
    given = parser.parse_args()
    sys.exit(main(list(SCENES) if given.set == "both" else [given.set], given.json, given.home))
