"""Case sheets of whatever has one: a corpus, files, a run; by rules alone, or read by a model as well."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.agents.endpoint.budget import CASE_SHARE, MAX_OUTPUT_TOKENS, Budget
from foam_graph.app.agents import check_agents, close_agent
from foam_graph.app.asking import open_run
from foam_graph.app.case_sheet import Given, Sheet, case_sheet, given_documents, sheet_from
from foam_graph.app.session import Session
from foam_graph.casefile.building import case_file
from foam_graph.casefile.rendering import tokens
from foam_graph.config import Settings
from foam_graph.errors import CorpusError, StoreUnreachable, UsageError
from foam_graph.findings.sheet.assembling import in_order, sheet
from foam_graph.model.kinds import Role
from foam_graph.pipeline.case_reading import file_of
from foam_graph.reasoning.sheet_reading.reading import read_by, request_of
from foam_graph.reasoning.sheet_reading.stored import finding_of

MOST_READ = 120_000
"""Most tokens that a model is sent at once where nobody says what it takes."""
_RUN = re.compile(r"r[a-z0-9]{10}")


def sheet_of(
    session: Session, name: str, today: date | None = None, agents: str = "offline", question: str = ""
) -> Sheet:
    """The sheet of a corpus, of files and folders that are read without being stored, or of a run as it has it.

    Args:
        session: The session; Neo4j is needed for a run alone.
        name: Name of a corpus; else the path of a file, folder or archive; else the id of a run.
        today: The day by which open limits are judged; None = the documents' own dates alone.
        agents: ``offline``: rules alone; ``llm``: a model reads it as well, in one call, or two where it refuses a part; nothing of them is kept.
        question: What is to be decided, for the model; empty for nothing.

    Raises:
        CorpusError: No such corpus and no such path, or nothing in the path could be read.
        UsageError: No such agents, too much to read at once, or a run with a day, agents or a question of its own.
        LlmError: The model gave no usable answer.
    """
    check_agents(agents, session.settings)
    if question and agents == "offline":
        raise UsageError("rules ask nothing, so that a question changes nothing", "Add --agents llm, or leave it out.")
    if _is_run(session, name):
        if today is not None or agents != "offline":
            raise UsageError(f"{name} is a run, which has its sheet", "Leave --dated and --agents out.")
        return _of_run(session, name)
    return case_sheet(session, name, today) if agents == "offline" else _read(session, name, today, question)


def _is_run(session: Session, name: str) -> bool:
    known = name in session.corpora.names() or Path(name).exists()
    return not known and _RUN.fullmatch(name) is not None


def _of_run(session: Session, run: str) -> Sheet:
    try:
        state = open_run(session, run)
    except StoreUnreachable:
        told = f"there is no corpus and no path {run}, and Neo4j, which knows the runs, does not answer"
        raise CorpusError(
            told, ("Give the name of a corpus or a path.", NextStep(Action.START_STORE, "Or start it with"))
        ) from None
    file = file_of(state)
    # A sentence that was erased since is in no finding any more.
    nodes = {
        id(one): (node, one)
        for node, one in ((node.id, finding_of(state.graph, node)) for node in state.graph.live("Finding"))
        if {*one.sentences, *one.against} <= file.by_id.keys()
    }
    found = in_order([one for _, one in nodes.values()], file)
    given = Given(list(state.evidence.documents.values()))
    asked = next((str(node["text"]) for node in state.graph.live("Question")), "")
    return sheet_from(run, file, given, found, (), [nodes[id(one)][0] for one in found], asked)


def _read(session: Session, corpus: str, today: date | None, question: str) -> Sheet:
    # The client's library takes a second to import, which every offline command would pay.
    from foam_graph.agents.endpoint.client import OpenAIAgent

    given = given_documents(session, corpus)
    file = case_file(given.documents)
    found = sheet(file, today)
    case = request_of(file, found, question).case
    _check_size(session.settings, tokens(case.text) if case is not None else 0)
    role = str(Role.PROPOSER).lower()
    own = role in session.settings.own_models()
    settings = session.settings.of_role(role) if own else session.settings
    session.progress("findings")
    agent = OpenAIAgent(settings, Budget.of(session.settings))
    try:
        made = read_by(agent, file, found, question)
    finally:
        close_agent(agent)
    return sheet_from(corpus, file, given, made.findings, made.refused)


def _check_size(settings: Settings, needed: int) -> None:
    """Fails where a model could not take the whole file at once; nothing is asked."""
    besides = MAX_OUTPUT_TOKENS * CASE_SHARE
    most = settings.context_tokens - besides if settings.context_tokens else MOST_READ
    if needed > most:
        raise UsageError(
            f"the documents with their sheet take about {needed:,} tokens, and {max(0, most):,} are read at once",
            (
                "Read fewer documents, or set FOAM_CONTEXT_TOKENS.",
                NextStep(Action.ASK, "Or have a part of a large corpus read for a question"),
            ),
        )
