"""Streams that follow a run: they end with the visit they were asked in, and with the account."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import httpx
import pytest
from lxml import html

from foam_graph.app.asking import Ask, begin
from foam_graph.app.at_work.job import Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.progress import progress_of
from foam_graph.app.at_work.watching import Watch
from foam_graph.app.session import Session
from foam_graph.app.working import working_on
from foam_graph.reasoning.turns import Limits
from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from tests.support.ways_in import Way
from tests.support.web_site import CORPUS, UNENCRYPTED, Site

PERSON = "Lena Look"


@pytest.fixture(scope="module")
def held(site: Site) -> Iterator[str]:
    """The address of the progress of a run that another process works on, as long as these tests take."""
    with Session(site.settings) as session:
        asked = Ask("Who looks on?", CORPUS, "policy-memo", ("liberty", "order"), limits=Limits(depth="quick"))
        run = begin(session, asked)
        with working_on(session, run):
            yield f"/progress/{run}"


@pytest.fixture
def run(site: Site) -> str:
    """A run that was begun and that nobody works on."""
    with Session(site.settings) as session:
        asked = Ask("Who ended?", CORPUS, "policy-memo", ("liberty", "order"), limits=Limits(depth="quick"))
        return begin(session, asked)


def hidden(page: httpx.Response) -> dict[str, str]:
    fields = html.fromstring(page.text).xpath("//form[@method='post']//input[@type='hidden']")
    return {str(one.get("name")): str(one.get("value")) for one in fields}


def ended(lines: Iterator[str]) -> bool:
    """Whether a stream ends in its own words; a broken one does not."""
    return "event: end" in list(lines)


def test_who_signs_out_is_told_no_more(way: Way, held: str) -> None:
    token = account_file.add(way.file, Account(name=PERSON, roles=("reader",)))
    with way.browser() as browser:
        browser.post("/login", data={**hidden(browser.get("/login")), "secret": token})
        with browser.stream("GET", f"{held}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: progress"
            assert browser.post("/logout", data=hidden(browser.get("/logout"))).status_code == 303
            assert ended(lines)
        assert browser.get(f"{held}/events").status_code in (303, 401)


def test_an_account_that_is_taken_out_ends_its_streams(way: Way, held: str) -> None:
    token = account_file.add(way.file, Account(name=PERSON, roles=("reader",)))
    with httpx.Client(
        base_url=way.address, timeout=300, verify=UNENCRYPTED, headers={"Authorization": f"Bearer {token}"}
    ) as program:
        with program.stream("GET", f"{held}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: progress"
            account_file.remove(way.file, PERSON)
            assert ended(lines)
        assert program.get(f"{held}/events").status_code == 401


def test_a_job_that_takes_up_where_another_ended_is_seen_at_once(site: Site, run: str) -> None:
    jobs, on = Jobs(site.settings), Event()
    watch = Watch(jobs)

    def work(_session: Session, job: Job) -> None:
        job.tell("as many changes as the one before had")
        assert on.wait(60)

    try:
        with Session(site.settings) as session:
            assert jobs.start(run, "run", "", lambda _session, _job: None).wait(60)
            assert watch.look(session, run).state == "cut_short"
            assert jobs.start(run, "run", "", work).wait(60, seen=1)
            assert watch.look(session, run).state == "working"
    finally:
        on.set()


def test_what_ends_while_it_is_read_does_not_pass_as_cut_short(
    site: Site, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(run, "run", "")
    job.begin()
    with Session(site.settings) as session:
        read = session.store.ask

        def ends_meanwhile(name: str, **values: object) -> list[dict[str, Any]]:
            rows = read(name, **values)
            if name == "run_progress":
                job.end("done")
            return rows

        monkeypatch.setattr(session.store, "ask", ends_meanwhile)
        assert progress_of(session, run, job).state == "working"
        assert progress_of(session, run, job).state == "cut_short"
