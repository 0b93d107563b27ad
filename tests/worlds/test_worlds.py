"""The two sample worlds, end to end: what their positions hold, and what turns them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask, open_run
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.corpus.text.cues import cues_in
from foam_graph.reasoning.read_time import sentence_spans, words_read
from foam_graph.reasoning.sublation import Audience, sublate
from foam_graph.store.server.control import Endpoint

EXAMPLES = Path(__file__).parents[2] / "examples"
FIGURE = re.compile(r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)(?![\w-])")


@dataclass(frozen=True)
class World:
    """One sample world and what is asked of it."""

    name: str
    question: str
    template: str
    perspectives: tuple[str, ...]


WORLDS = [
    World(
        "benefits",
        "Should the denial of Mara Ellison's household support benefit be upheld or reversed?",
        "benefits-appeal",
        ("applicant", "caseworker", "budget_officer"),
    ),
    World(
        "debate",
        "Should the Federation of Veldmark establish a national coastal early-warning network?",
        "policy-1ac",
        ("util", "security", "localist"),
    ),
]


@dataclass(frozen=True)
class Argued:
    """A world as argued: its session, corpus, run, result and graph."""

    session: Session
    world: World
    run: str
    found: dict[str, Any]
    graph: Any

    @property
    def claims(self) -> list[dict[str, Any]]:
        """The claims of every class."""
        names = ("core", "conditional", "contested", "dissent", "unsupported")
        return [c for name in names for c in self.found[name] if c["text"]]

    @property
    def statements(self) -> list[dict[str, Any]]:
        """The claims whose records come from two or more documents."""
        return [c for c in self.claims if len(c["documents"]) > 1]


def argue(session: Session, world: World, folder: Path, corpus: str) -> Argued:
    """Loads a world and runs the main job over it."""
    load(session, [folder], corpus)
    run = ask(session, Ask(world.question, corpus, world.template, world.perspectives, dated="2026-06-01"))
    graph = open_run(session, run).graph
    return Argued(session, world, run, read_position(graph, run).as_json(), graph)


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


@pytest.fixture(scope="module", params=WORLDS, ids=lambda w: w.name)
def argued(request: pytest.FixtureRequest, session: Session) -> Argued:
    world: World = request.param
    return argue(session, world, EXAMPLES / world.name / "documents", world.name)


def test_the_position_holds_statements_from_two_or_more_documents(argued: Argued) -> None:
    forms = {c["form"] for c in argued.statements}
    assert len(argued.statements) >= 5, [(c["leaf"], c["form"]) for c in argued.claims]
    assert forms >= {"calculation", "exception", "conflict"}


def test_every_class_is_there(argued: Argued) -> None:
    assert [c for c in argued.found["core"] if c["tested"]]
    assert all(c["condition"].startswith("holds where") for c in argued.found["conditional"])
    for name in ("conditional", "contested", "dissent"):
        assert argued.found[name], f"no {name} claim"


def test_the_position_is_certified(argued: Argued) -> None:
    assert [c for c in argued.found["checks"] if not c["ok"]] == []
    assert argued.found["certified"]


def test_reversing_a_named_value_order_flips_what_the_conditions_say_and_nothing_else(argued: Argued) -> None:
    now = sublate(argued.graph)
    pairs = {
        (literal["more"], literal["less"])
        for standing in now.claims.values()
        if standing.condition is not None
        for term in standing.condition.as_json()
        for literal in term
        if "more" in literal
    }
    assert pairs
    for audience in now.audiences:
        for more, less in sorted(pairs):
            weights = {**audience.weights, more: audience.weights.get(less, 0.0), less: audience.weights.get(more, 0.0)}
            turned = Audience(audience.name, weights, audience.policy, audience.on)
            then = sublate(argued.graph, orders={audience.name: weights})
            for claim, standing in now.claims.items():
                if standing.condition is not None and standing.condition.exact:
                    is_in = then.labels[audience.name][claim] == "in"
                    assert is_in == standing.condition.holds(turned), (claim, audience.name, more, less)


def test_words_read_aloud_fit_and_nothing_that_turns_a_sentence_is_left_unread(argued: Argued) -> None:
    graph = argued.graph
    position = graph.live("Position")[-1]
    assert position["words"] == sum(words_read(graph).values())
    assert next(c for c in argued.found["checks"] if c["name"] == "budgets")["ok"]
    cut = 0
    for record in graph.live("EvidenceRecord"):
        for text, spans in zip(record["quotation"].split(JOIN), sentence_spans(record), strict=True):
            read = " ".join(text[a:b] for a, b in spans)
            cut += len(read.split()) < len(text.split())
            if read:
                kept = cues_in(read)
                assert all(set(words) <= set(kept.get(kind, ())) for kind, words in cues_in(text).items()), read
    assert bool(cut) == any(record.get("highlights") is not None for record in graph.live("EvidenceRecord"))


def test_withdrawing_the_named_evidence_flips_what_the_memo_says(argued: Argued) -> None:
    now = sublate(argued.graph)
    flips = [flip for item in now.memo for flip in item.flips]
    assert flips
    for flip in flips[:40]:
        then = sublate(
            argued.graph,
            withdrawn=frozenset(flip.fall),
            accepted=frozenset(flip.arrive),
            answered=frozenset([flip.answer] if flip.answer else []),
        )
        assert now.labels[flip.audience][flip.claim] == flip.before
        assert then.labels[flip.audience][flip.claim] == flip.after


def test_changing_the_deciding_sentence_changes_the_statement(argued: Argued, session: Session, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(EXAMPLES / argued.world.name / "documents", folder)
    changed: dict[str, str] = {}
    for claim in argued.statements:
        for sentence_id in claim["sentences"]:
            if sentence_id not in changed and change_sentence(argued, folder, sentence_id, claim["text"]):
                changed[sentence_id] = claim["text"]
                break
    assert len(set(changed.values())) >= 5
    again = argue(session, argued.world, folder, f"{argued.world.name}-changed")
    kept = {c["text"] for c in again.claims} & set(changed.values())
    assert not kept, "a statement survived the change of the sentence that decides it"


def change_sentence(argued: Argued, folder: Path, sentence_id: str, claim: str) -> bool:
    """Changes a figure of a sentence that the claim states, or turns the sentence into another; True when done."""
    document = argued.session.corpora.document(argued.world.name, sentence_id.rpartition(":")[0])
    sentence = argued.session.corpora.sentence(argued.world.name, sentence_id).text
    path = folder / Path(document.path).name
    text = path.read_text(encoding="utf-8")
    if text.count(sentence) != 1:
        return False
    stated = {m[1].replace(",", "").rstrip("0").rstrip(".") for m in FIGURE.finditer(claim)}
    figures = [m for m in FIGURE.finditer(sentence) if m[1].replace(",", "").rstrip("0").rstrip(".") in stated]
    if figures:
        figure = figures[0]
        new = sentence[: figure.start()] + "7" + figure[1] + sentence[figure.end() :]
    else:
        new = "The file holds nothing on this point."
    path.write_text(text.replace(sentence, new), encoding="utf-8")
    return True
