"""Cases of an odd form: what does not compute, goes in circles, asks for too much, or is too large to be read at once."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foam_graph.app.asking import Ask, begin, finish, open_run
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import Refused, UsageError
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.deliberating import draft_case
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel, CaseRewrite
from tests.support.endpoints.openai_server import Behaviour, Server, fails
from tests.support.worlds.llm_world import PERSPECTIVES, QUESTION, write_documents, write_template

SMALL, LARGE = "library-odd", "library-large"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], SMALL)
        yield session


@contextmanager
def asking(loaded: Session, then: Behaviour, **changes: Any) -> Iterator[tuple[Session, Server]]:
    with Server(then=then) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **(values | changes))) as session:
            yield session, server


def case(folder: Path, corpus: str = SMALL, **limits: Any) -> Ask:
    return Ask(
        QUESTION, corpus, str(write_template(folder)), PERSPECTIVES, agents="llm", seed=5, dated="2026-01-15",
        limits=Limits(depth="quick", **limits),
    )  # fmt: skip


def drafted(loaded: Session, wanted: Ask, rewrite: CaseRewrite) -> tuple[CaseModel, Server, Subgraph]:
    """A run up to its arguments, with a model whose answers are changed."""
    model = CaseModel(rewrite)
    with asking(loaded, model) as (session, server):
        run = begin(session, wanted)
        draft_case(open_run(session, run))
        return model, server, assert_sound(session, run)


def operand(value: str, unit: str, sentence: str) -> dict[str, Any]:
    return {"value": value, "unit": unit, "sentence": sentence, "step": "", "constant": None}


def calculation(operator: str, result: str, unit: str, *operands: dict[str, Any]) -> dict[str, Any]:
    steps = [{"name": "one", "operator": operator, "operands": list(operands), "unit": ""}]
    rounding = {"mode": "none", "decimals": 0, "sentence": None}
    made = {"name": "costs", "steps": steps, "rounding": rounding, "comparison": None}
    return made | {"result": result, "unit": unit, "shows": "What it comes to."}


def _places(asked: CaseAsked) -> tuple[str, str, str]:
    """Short ids of the sentences with 48,000 a year, with 20,000, and with 64 people."""
    found = [next(i for i, text in asked.sentences.items() if figure in text) for figure in ("48,000", "20,000", "64 ")]
    return found[0], found[1], found[2]


def _odd(kind: str, asked: CaseAsked) -> dict[str, Any]:
    costs, cut, people = _places(asked)
    return {
        "a wrong sum": calculation("sum", "70000", "USD", operand("48000", "USD", costs), operand("20000", "USD", cut)),
        "nothing divides": calculation(
            "divide", "0", "USD", operand("48000", "USD", costs), operand("0", "", costs)
        ),
        "units that do not fit": calculation(
            "sum", "48064", "USD", operand("48000", "USD", costs), operand("64", "person", people)
        ),
        "a figure of no sentence": calculation(
            "sum", "68001", "USD", operand("48000", "USD", costs), operand("20001", "USD", cut)
        ),
    }[kind]  # fmt: skip


ODD = ("a wrong sum", "nothing divides", "units that do not fit", "a figure of no sentence")


@pytest.mark.parametrize("kind", ODD)
def test_a_calculation_that_does_not_hold_is_refused_by_name_and_is_nowhere_in_the_graph(
    loaded: Session, tmp_path: Path, kind: str
) -> None:
    def counting(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.name == "ArgueOut" and not asked.data.get("faults"):
            part = answer["arguments"][0]["parts"][0]
            part["calculation"] = _odd(kind, asked)
        return answer

    model, _, graph = drafted(loaded, case(tmp_path), counting)
    again = [one.data["faults"] for one in model.asked if one.name == "ArgueOut" and one.data.get("faults")]
    assert again, "it was asked for once more"
    assert all(any("costs" in fault or "calculation" in fault for fault in faults) for faults in again), again
    assert graph.of("Calculation") == []
    assert len(graph.of("Syllogism")) == 4, "what was put right is there"


def test_premises_in_a_circle_are_refused_by_name(loaded: Session, tmp_path: Path) -> None:
    def circular(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.name == "ArgueOut" and not asked.data.get("faults"):
            for argument in answer["arguments"]:
                argument["parts"][0]["premises"] = [argument["parts"][-1]["component"]]
        return answer

    model, _, graph = drafted(loaded, case(tmp_path), circular)
    again = [fault for one in model.asked for fault in one.data.get("faults", ())]
    assert any("nothing rests on itself" in fault for fault in again)
    assert len(graph.of("Syllogism")) == 4


def test_a_search_of_ten_thousand_words_is_cut_and_recorded(loaded: Session, tmp_path: Path) -> None:
    words = " ".join(["evening count of readers"] * 2_500)

    def wordy(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        return answer | {"wanted": [words, " ", ""]} if "wanted" in answer else answer

    _, server, graph = drafted(loaded, case(tmp_path, reading_tokens=420), wordy)
    asked = [query for reading in graph.of("Reading") for query in reading["queries"]]
    assert any(query.startswith("evening count of readers") for query in asked)
    assert max(map(len, asked)) <= 300
    assert all(map(str.strip, asked))
    assert max(len(json.dumps(body)) for body in server.requests) < 100_000, "it comes back in no prompt"


def test_what_whoever_sets_the_agenda_and_whoever_argues_asks_for_is_searched(loaded: Session, tmp_path: Path) -> None:
    def curious(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        return answer | {"wanted": [f"evening count for {asked.name}"]} if "wanted" in answer else answer

    _, _, graph = drafted(loaded, case(tmp_path, reading_tokens=420), curious)
    asked = {query for reading in graph.of("Reading") for query in reading["queries"]}
    assert {"evening count for AgendaOut", "evening count for TheoryOut", "evening count for ArgueOut"} <= asked


def test_a_case_file_beyond_what_the_model_takes_is_told_before_anything_is_asked_or_written(
    loaded: Session, tmp_path: Path
) -> None:
    with asking(loaded, CaseModel(), context_tokens=22_500) as (session, server):
        before = session.store.traffic.snapshot()
        with pytest.raises(UsageError, match="the model takes 22,500 at once") as caught:
            begin(session, case(tmp_path))
        assert session.store.traffic.since(before).writes == 0
        assert server.requests == []
        fits = int(caught.value.hint.partition("reading_tokens=")[2].rstrip("."))
        assert begin(session, case(tmp_path, reading_tokens=fits)), "what it names does fit"
        with pytest.raises(UsageError, match="one call would take about"):
            begin(session, case(tmp_path, reading_tokens=fits + 2))


def test_an_endpoint_to_which_a_case_file_is_too_long_says_so_and_nothing_is_spent(
    loaded: Session, tmp_path: Path
) -> None:
    refused = fails(400, "maximum context length is 8192 tokens", code="context_length_exceeded")
    with asking(loaded, refused) as (session, server):
        run = begin(session, case(tmp_path))
        with pytest.raises(Refused, match="maximum context length") as caught:
            finish(session, run)
        graph = assert_sound(session, run)
    assert "context size" in caught.value.hint
    assert len(server.requests) == 1
    assert sum(call["tokens_in"] + call["tokens_out"] for call in graph.of("ModelCall")) == 0
    assert graph.of("Agenda") == []


def shared(one: str, other: str) -> int:
    """Signs with which both begin: found by halving, for prompts are long and each is held against all before it."""
    return bisect_left(range(min(len(one), len(other))), True, key=lambda n: one[: n + 1] != other[: n + 1])


THINGS = ("reading room", "bus", "heating", "shelf", "newspaper", "staff rota", "window", "catalogue", "lamp", "fee")
DOINGS = ("was counted", "was mended", "cost the town much", "was asked for", "was closed", "was moved", "is in use")
WHENS = (
    "in the evening",
    "on Sundays",
    "after six",
    "until nine",
    "in winter",
    "for eight weeks",
    "before noon",
    "last year",
)


def write_large(folder: Path, documents: int = 30, sentences: int = 105) -> Path:
    """More than three thousand sentences of plain prose; the first document speaks of nothing but the question."""
    dice = Random(11)  # noqa: S311 - not for secrets
    for n in range(documents):
        lines = [
            f"The {dice.choice(THINGS)} of town library {n} {dice.choice(DOINGS)} {dice.choice(WHENS)}, note {n}-{m} says."
            for m in range(sentences)
        ]
        if not n:
            lines = [f"Whether the town library should stay open until nine was asked of group {m}." for m in range(30)]
        paragraphs = "\n\n".join(" ".join(lines[at : at + 5]) for at in range(0, len(lines), 5))
        head = f'---\ntitle: "Notes of branch {n}"\ndate: "2025-01-{n + 1:02}"\nsource_class: official_record\n---\n'
        (folder / f"notes-{n:02}.md").write_text(head + paragraphs + "\n", encoding="utf-8")
    return folder


def test_three_thousand_sentences_are_read_by_question_and_issues_and_most_of_each_prompt_is_shared(
    loaded: Session, tmp_path: Path
) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    load(loaded, [write_large(folder)], LARGE)
    documents = loaded.corpora.documents(LARGE)
    assert sum(len(d.sentences) for d in documents) >= 3_000
    with asking(loaded, CaseModel()) as (session, server):
        run = begin(session, case(tmp_path, LARGE))
        finish(session, run)
        graph = assert_sound(session, run)
    readings = graph.of("Reading")
    assert [one["mode"] for one in readings][:2] == ["selected", "supplement"]
    assert sum(one["tokens"] for one in readings) <= Limits().reading_tokens
    first = {graph[e.end]["title"] for e in graph.out_edges(readings[0].id, "READ")}
    assert "Notes of branch 0" in first, "what speaks of the question is read"
    assert graph.live("Position")
    asked = ["".join(m["content"] for m in body["messages"]) for body in server.requests]
    known = sum(max(shared(text, earlier) for earlier in asked[:n]) for n, text in enumerate(asked) if n)
    share = known / sum(map(len, asked))
    assert share >= 0.8, f"{share:.0%} of the prompts is the same as in an earlier one"
