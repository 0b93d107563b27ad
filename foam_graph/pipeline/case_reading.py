"""Reading a case: what agents read is chosen, recorded as a Reading, and made again from the record on every resume."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from foam_graph.agents.protocol import Case, CaseData
from foam_graph.agents.rules.agent import PROVIDER as OFFLINE
from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.casefile.rendering import end_word, papers, render
from foam_graph.casefile.selecting import Selection, select, whole
from foam_graph.corpus.documents import Document
from foam_graph.findings.finding import READING, Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of, agenda_shown
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.document_numbers import GIVEN, in_order
from foam_graph.reasoning.perspectives.constraints import latest_day
from foam_graph.reasoning.reading import price, reading_turn
from foam_graph.reasoning.sheet_reading.asking import sheet_lines
from foam_graph.reasoning.sheet_reading.stored import add_finding, finding_of, findings_in
from foam_graph.reasoning.turns import Turn

NO_LONGER_FOUND = "With what the file has now it no longer comes out."
"""Why a finding is withdrawn that nothing takes the place of."""
FIRST = "read"
"""Step of the first reading."""
SUPPLEMENT_SHARE = 0.25
"""Part of the reading budget that is kept for what is asked for later."""
HITS, MOST_HITS = 40, 640
"""Sentences of one search that are looked at, a passage each; and most of them, where the budget holds more than that."""
USED = 0.8
"""Part of a budget that counts as used: the next passage may be too long for what is left."""


def numbered(state: RunState) -> list[Document]:
    """The run's documents in the order of their numbers, whatever is read of them."""
    documents = state.evidence.documents
    return [documents[one] for one in in_order(state.graph, {one.id: one.path for one in documents.values()})]


def read_given(state: RunState, name: str, documents: Collection[str]) -> None:
    """Reads documents that were given with a challenge, whole: they are what it is about.

    Args:
        state: The run.
        name: Step name.
        documents: Their ids.
    """
    known = selection_of(state.graph)
    new = {
        one: places for one, places in whole(state.evidence.documents[d] for d in documents).items() if one not in known
    }
    if new:
        state.perform(name, lambda step: _turn(state, step, "supplement", new, (), GIVEN))


def read_case(state: RunState, queries: Sequence[str]) -> None:
    """The first reading: everything where it fits the budget, else what the question and the template lead to."""
    state.perform(FIRST, lambda step: _first(state, step, queries))


def _first(state: RunState, step: str, queries: Sequence[str]) -> Turn:
    budget = state.brief.limits.reading_tokens
    everything = whole(numbered(state))
    if _price(state, everything) <= budget:
        return _turn(state, step, "whole", everything, (), "Everything fits the budget.")
    room = int(budget * (1 - SUPPLEMENT_SHARE))
    chosen = _chosen(state, queries, room)
    return _turn(state, step, "selected", chosen, queries, "By the question and the template.")


def asked_for(graph: Subgraph, step: str) -> list[str]:
    """Searches that the agent of a step asked for."""
    found = [node.get("parameters") for node in graph.of("Activity") if node["step"] == step]
    return [query for text in found if text for query in json.loads(text).get("wanted", ())]


def read_more(state: RunState, name: str, wanted: Mapping[str, Sequence[str]]) -> None:
    """A further reading for searches that agents asked for; nothing where all was read, or no search is left.

    Args:
        state: The run.
        name: Step name.
        wanted: Who asked, and for what.
    """
    queries = list(dict.fromkeys(q.strip()[:300] for group in wanted.values() for q in group if q.strip()))
    if queries and not _read_whole(state.graph):
        state.perform(name, partial(_more, state, queries=queries, why=", ".join(wanted)))


def _more(state: RunState, step: str, queries: Sequence[str], why: str) -> Turn:
    known = selection_of(state.graph)
    spent = sum(node["tokens"] for node in state.graph.of("Reading") if node["mode"] == "supplement")
    room = max(0, int(state.brief.limits.reading_tokens * SUPPLEMENT_SHARE) - spent)
    chosen = _chosen(state, queries, room, known)
    return _turn(state, step, "supplement", chosen, queries, f"Asked for by {why}.")


def _chosen(state: RunState, queries: Sequence[str], room: int, known: Selection | None = None) -> Selection:
    """Passages around what searches find; where searches agree, so that their best hits leave room, around more hits."""
    hits = HITS
    while True:
        found = [state.retrieval.search([query], hits) for query in queries]
        chosen = select(state.evidence.documents, found, room, known)
        exhausted = all(len(row) < hits for row in found)
        if exhausted or hits >= MOST_HITS or _price(state, chosen) >= USED * room:
            return chosen
        hits = min(MOST_HITS, 4 * hits)


def _price(state: RunState, chosen: Selection) -> int:
    return price(state.evidence, chosen)


def _turn(state: RunState, step: str, mode: str, chosen: Selection, queries: Sequence[str], why: str) -> Turn:
    budget = state.brief.limits.reading_tokens
    return reading_turn(state.brief, state.graph, state.evidence, step, chosen, mode, budget, why, queries)


def _read_whole(graph: Subgraph) -> bool:
    return any(node["mode"] == "whole" for node in graph.of("Reading"))


def selection_of(graph: Subgraph, modes: Sequence[str] = ("whole", "selected", "supplement")) -> Selection:
    """What was read, by document id."""
    found: Selection = {}
    for reading in graph.of("Reading"):
        if reading["mode"] in modes:
            for name, places in _read_by(graph, reading.id).items():
                found.setdefault(name, set()).update(places)
    return found


def _read_by(graph: Subgraph, reading: str) -> Selection:
    found: Selection = {}
    for edge in graph.out_edges(reading, "READ"):
        name = graph[edge.end]["doc_id"]
        for text in edge.fields["ranges"]:
            low, high = map(int, text.split("-"))
            found.setdefault(name, set()).update(range(low, high + 1))
    return found


def file_of(state: RunState) -> CaseFile:
    """The case file of a run as read so far."""
    return case_file(numbered(state), selection_of(state.graph))


def case_of(state: RunState, file: CaseFile) -> Case:
    """The case file as agents read it: supplements stand behind the first reading, so that what came before it stays.

    Args:
        state: The run.
        file: Everything read so far.
    """
    if state.brief.agent.provider == OFFLINE:
        # Rules read the case as data: its text would be written for nobody.
        return Case("", "", (), _data_of(state, file))
    first = case_file(numbered(state), selection_of(state.graph, ("whole", "selected")))
    end = end_word(file, state.brief.seed)
    documents, supplements = papers(first), _supplements(state)
    later = list(supplements)
    agenda = agenda_of(state.graph)
    if agenda is not None:
        shown = agenda_shown(state.graph, agenda, state.template.library(), file).model_dump(exclude_defaults=True)
        later.append(f"AGENDA\n{json.dumps(shown, ensure_ascii=False, separators=(',', ':'))}")
    holds = ("agenda",) if agenda is not None else ()
    text = render(documents, sheet_lines(_kept(state), file), end, later)
    return Case(text, end, holds, papers=render(documents, (), end, supplements))


def _kept(state: RunState) -> dict[str, Finding]:
    """The sheet as agents may rest on it: without what a ruling took back."""
    return {number: one for number, one in findings_in(state.graph).items() if not one.taken_back}


def _data_of(state: RunState, file: CaseFile) -> CaseData:
    """The case as rules read it: sentences and findings, the findings as the run's chain has them."""
    kept = _kept(state)
    asserted = {number: one for number, one in kept.items() if not one.is_pointer}
    return CaseData(file, asserted, tuple(p.stance_id for p in state.brief.perspectives))


def _supplements(state: RunState) -> list[str]:
    found = []
    for reading in state.graph.of("Reading"):
        if reading["mode"] == "supplement":
            part = case_file(numbered(state), _read_by(state.graph, reading.id))
            found.append(f"SUPPLEMENT\n\n{papers(part)}")
    return found


def sheet_turn(state: RunState, step: str) -> Turn:
    """Writes the findings of the case sheet, each resting on its sentences; where there is a sheet, what is new in it.

    A finding takes the place of one that the same rule gave before on the same sentence and that no longer comes out. What rules
    found before and find no more, where nothing takes its place, is withdrawn: it was true of the papers that were there.
    """
    file = file_of(state)
    turn = Turn(state.brief, Role.VALIDATOR, step, kind="Validation")
    citing = Citing(turn.delta, state.graph, state.evidence, file)
    made = sheet(file, latest_day(state.brief.as_of))
    before = {(node["kind"], node.get("verdict"), node["text"]): node for node in state.graph.live("Finding")}
    found = {(one.kind, one.verdict, one.text) for one in made}
    fallen: dict[tuple[str, str, str], list[Node]] = {}
    for key, node in before.items():
        if key not in found and (old := finding_of(state.graph, node)).rule != READING:
            fallen.setdefault(_place(old), []).append(node)
    number = len(state.graph.of("Finding"))
    for one in made:
        if (one.kind, one.verdict, one.text) in before:
            continue
        number += 1
        ref = add_finding(turn.delta, citing, f"F{number}", one)
        if olds := fallen.get(_place(one)):
            turn.delta.edge("SUPERSEDES", ref, olds.pop(0).ref)
    for nodes in fallen.values():
        for node in nodes:
            turn.delta.edge("WITHDRAWS", turn.me, node.ref, why=NO_LONGER_FOUND)
    return turn


def _place(finding: Finding) -> tuple[str, str, str]:
    """What a finding is about: its kind, the rule that made it, and the sentence that it tests against."""
    ids = finding.sentences
    about = (ids[-1] if finding.kind == "threshold" else ids[0]) if ids else ""
    return finding.kind, finding.rule, about
