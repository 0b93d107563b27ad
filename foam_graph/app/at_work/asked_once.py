"""A question that a program asks: its run is opened once under its key, and argued in the background."""

from __future__ import annotations

from dataclasses import asdict

from foam_graph.app.answered_once import Asked, Write, once
from foam_graph.app.ask_forms import AskForm, asked
from foam_graph.app.at_work.arguing import start_run, take_up
from foam_graph.app.at_work.job import ENDED
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.chains import Chain, runs
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.app.run_parameters import run_parameters
from foam_graph.app.session import Session
from foam_graph.app.working import is_worked_on

_LATEST = 50
"""Runs that are kept in mind: they are ordered by the clock, which may be set back a little."""


def ask_once(session: Session, jobs: Jobs, form: AskForm, key: str = "", by: str = "") -> tuple[str, bool]:
    """Opens a run and has it argued, unless that was done under the same key.

    Args:
        session: The session.
        jobs: Where it is worked on.
        form: What is asked.
        key: The key; empty = none.
        by: The account that asks.

    Returns:
        Id of the run, and whether it was there before.

    Raises:
        KeyReused: The key was used for another question.
        FoamError: As ``ask_forms.asked`` and ``arguing.start_run`` do. Nothing was written.
    """
    wanted = asked(session, form)

    def found(before: JsonObject) -> JsonObject | None:
        known = before["runs"]
        new = [one for one in _runs(session) if isinstance(known, list) and one.id not in known]
        run = next((one for one in new if _is(session, one, form)), None)
        if run is None:
            return None
        job = jobs.find(run.id)
        if not run.finished and (job is None or job.state in ENDED) and not is_worked_on(session, run.id):
            take_up(session, jobs, run.id)
        return {"run": run.id}

    write = Write(
        lambda: {"runs": [one.id for one in _runs(session)[:_LATEST]]},
        found,
        lambda _: {"run": start_run(session, jobs, wanted).name},
    )
    given = {name: plain_json(value) for name, value in asdict(form).items()}
    answered = once(session, Asked("ask", given, key, by), write)
    return str(answered.ids["run"]), answered.again


def _runs(session: Session) -> list[Chain]:
    return [one for one in runs(session) if one.kind == "run"]


def _is(session: Session, run: Chain, form: AskForm) -> bool:
    """Whether a run is what a form asked for."""
    began = run_parameters(session.store.subgraph(run.id), run.id)
    if began is None or run.title != " ".join(form.question.split()):
        return False
    said = (began.corpus, began.agents, began.seed)
    if said != (form.corpus, form.agents, form.seed) or form.template not in ("", began.template.get("id")):
        return False
    return not form.perspectives or len(form.perspectives) == len(began.perspectives)
