"""A memory built in the browser and by programs: told first, begun, stopped, taken up, and nothing of it lost on the way."""

from __future__ import annotations

import io
import json
import os
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from lxml import html

from foam_graph.app.at_work import building, kept_builds
from foam_graph.app.at_work.building import build_told, unfinished_builds
from foam_graph.app.at_work.job import ENDED, Job
from foam_graph.app.at_work.jobs import AT_ONCE, Jobs
from foam_graph.app.at_work.kept_builds import KEPT_DAYS, BuildForm, files_of_build, kept_build, kept_names
from foam_graph.app.remembering import Plan
from foam_graph.app.remembering import build as build_memory
from foam_graph.app.session import Session
from foam_graph.app.uploads import Upload, keep_upload
from foam_graph.config import Settings
from foam_graph.errors import CorpusError, UnknownId, UsageError
from tests.support.endpoints.memory_model import as_a_model
from tests.support.endpoints.openai_server import Server
from tests.support.web_site import EVIL, Site, filled, settled

ROOT = "/api/v1"
TOPICS = ("close the quay to lorries", "sell its library", "run a night bus")
Sent = tuple[str, tuple[str, bytes]]


def transcript(topic: str, more: str = "") -> bytes:
    return (
        f"Motion: The town should {topic}. {more}\n"
        "Ada Berg (Pro): For example, Arden did so in 2019. The noise there was caused by lorries.\n"
        "Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.\n"
    ).encode()


@pytest.fixture
def memory() -> str:
    return f"b{uuid.uuid4().hex[:10]}"


@pytest.fixture
def session(site: Site) -> Iterator[Session]:
    with Session(site.settings) as found:
        yield found


def sent(web: httpx.Client, memory: str, files: Sequence[Sent], **more: str) -> httpx.Response:
    return web.post("/remember", data={**filled(web, "/remember"), "memory": memory, **more}, files=list(files))


def read(web: httpx.Client, memory: str, files: Sequence[Sent], **more: str) -> str:
    """The address of a build that was read."""
    answer = sent(web, memory, files, **more)
    assert answer.status_code == 303, answer.text
    settled(web, answer.headers["location"])
    return str(answer.headers["location"])


def act(web: httpx.Client, place: str, name: str) -> httpx.Response:
    return web.post(f"{place}/{name}", data=filled(web, "/remember"))


def state(web: httpx.Client, place: str) -> dict[str, Any]:
    found: dict[str, Any] = web.get(f"{place}.json").json()
    return found


def uploaded(session: Session, *contents: bytes) -> Upload:
    return keep_upload(session, [(f"{n}.txt", io.BytesIO(content)) for n, content in enumerate(contents)])


def ended(jobs: Jobs, name: str) -> Job:
    job = jobs.find(name)
    assert job is not None
    assert job.wait(60.0), job.step
    return job


def test_it_is_told_first_what_it_takes_and_built_when_that_is_wanted(web: httpx.Client, memory: str) -> None:
    files = [
        ("folder", ("held/../../../../quay.txt", transcript(TOPICS[0], EVIL))),
        ("files", ("again.txt", transcript(TOPICS[0], EVIL))),
        ("files", ("library.txt", transcript(TOPICS[1]))),
        ("files", ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(200))),
        ("files", (f"{EVIL}.txt", b"")),
        ("files", ("..", b"nothing")),
    ]
    place = read(web, memory, files)
    told = state(web, place)
    assert (told["state"], told["files"], told["debates"]) == ("foretold", 6, 0), told
    assert (told["foretold"]["debates"], told["foretold"]["utterances"], told["foretold"]["calls"]) == (2, 4, 0)
    refused = {one["path"]: one["reason"] for one in told["foretold"]["rejected"]}
    assert {"picture.png", ".."} <= refused.keys()
    assert all(refused.values())
    assert not [text for text in (*refused, *refused.values()) if text.startswith("/") or "builds/" in text]
    assert memory not in [one["name"] for one in web.get("/memories.json").json()]
    page = html.fromstring(web.get(place).text)
    assert page.xpath("//button/text()") == ["Begin", "Throw away what was sent"]
    assert "No language model is asked" in page.xpath("string(//main)")
    assert not page.xpath("//main//script")
    assert html.fromstring(web.get("/remember").text).xpath(f"//a[@href='{place}']")

    assert act(web, place, "begin").headers["location"] == place
    settled(web, place)
    told = state(web, place)
    assert (told["state"], told["debates"], told["unfinished"]) == ("finished", 2, 0), told
    assert len(told["result"]["added"]) == 2
    assert len(told["result"]["unchanged"]) == 1
    assert not [path for path in told["result"]["unchanged"] if path.startswith("/")]
    assert web.get(f"/memories/{memory}.json").json()["holds"]["debates"] == 2
    page = html.fromstring(web.get(place).text)
    assert page.xpath(f"//a[@href='/memories/{memory}']")
    assert page.xpath("//main//button") == []
    assert act(web, place, "begin").status_code == 400
    assert act(web, place, "stop").status_code == 404


def test_what_is_there_is_not_taken_twice_and_nothing_new_is_not_begun(web: httpx.Client, memory: str) -> None:
    files = [("files", ("quay.txt", transcript(TOPICS[0])))]
    place = read(web, memory, files)
    act(web, place, "begin")
    settled(web, place)
    again = read(web, memory, files)
    assert "Nothing of it can be taken that is not there already." in web.get(again).text
    assert html.fromstring(web.get(again).text).xpath("//button/text()") == ["Throw away what was sent"]
    refused = act(web, again, "begin")
    assert refused.status_code == 400
    assert "nothing that was sent can be taken" in refused.text
    assert act(web, again, "discard").headers["location"] == "/memories"
    assert web.get(again).status_code == web.get(f"{again}.json").status_code == 404


@pytest.mark.parametrize(
    ("name", "files", "more", "said"),
    [
        ("", [("files", ("a.txt", transcript("x")))], {}, "name"),
        ("../../etc", [("files", ("a.txt", transcript("x")))], {}, "name"),
        ("A b", [("files", ("a.txt", transcript("x")))], {}, "name"),
        ("fine", [], {}, "No file was sent"),
        ("fine", [("files", ("a.txt", transcript("x")))], {"agents": "magic"}, "no agents called"),
        ("fine", [("files", ("a.txt", transcript("x")))], {"agents": EVIL}, "no agents called"),
    ],
)
def test_what_cannot_be_built_is_said_on_the_form(
    site: Site, web: httpx.Client, name: str, files: list[Sent], more: dict[str, str], said: str
) -> None:
    known = set(kept_names(site.settings))
    before = set((site.settings.home / "uploads").glob("*"))
    answer = sent(web, name, files or [("files", ("", b""))], **more)
    assert answer.status_code == 400, answer.text
    alert = html.fromstring(answer.text).xpath("string(//main//*[@role='alert'])")
    assert said in alert
    assert set(kept_names(site.settings)) == known
    assert set((site.settings.home / "uploads").glob("*")) == before


def test_no_page_but_the_servers_own_has_anything_built(web: httpx.Client, memory: str) -> None:
    place = read(web, memory, [("files", ("quay.txt", transcript(TOPICS[0])))])
    for path in ("/remember", f"{place}/begin", f"{place}/discard"):
        assert web.post(path, data={"memory": memory}, files=[("files", ("a.txt", b"x"))]).status_code in (403, 415)
    token = filled(web, place)
    with httpx.Client(base_url=web.base_url) as other:
        assert other.post(f"{place}/begin", data=token).status_code == 403
    assert state(web, place)["state"] == "foretold"
    for bad in ("nothing", "m" + "0" * 24, "..%2f..%2fbuilds", "m" + "g" * 24, "%00"):
        assert web.get(f"/remember/{bad}").status_code == 404
        assert web.post(f"/remember/{bad}/begin", data=token).status_code == 404
    assert act(web, place, "burn").status_code == 404


def test_it_is_stopped_between_two_debates_and_taken_up_by_the_next_server(
    session: Session, memory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Jobs(session.settings)
    contents = [transcript(topic) for topic in TOPICS]
    name = building.send(session, first, BuildForm(memory), uploaded(session, *contents))
    ended(first, name)
    advance = Job.tell_bytes

    def stopping(job: Job, done: int, total: int) -> None:
        job.stop()
        advance(job, done, total)

    with monkeypatch.context() as patch:
        patch.setattr(Job, "tell_bytes", stopping)
        building.begin(session, first, name)
        assert ended(first, name).state == "stopped"
    told = build_told(session, first, name)
    assert (told.state, told.debates, told.running) == ("cut_short", 1, False)

    second = Jobs(session.settings)
    told = build_told(session, second, name)
    assert (told.state, told.fault, told.files) == ("cut_short", "", 3)
    assert [one.build for one in unfinished_builds(session, second) if one.memory == memory] == [name]
    with pytest.raises(UnknownId, match="nothing of that name is being worked on"):
        building.stop(session, second, name)
    building.begin(session, second, name)
    assert ended(second, name).state == "done"
    told = build_told(session, Jobs(session.settings), name)
    assert (told.state, told.debates, told.unfinished) == ("finished", 3, 0)
    assert not files_of_build(session.settings, name).exists()


def test_a_server_that_died_while_it_read_reads_again(session: Session, memory: str) -> None:
    jobs = Jobs(session.settings)
    name = building.send(session, jobs, BuildForm(memory), uploaded(session, transcript(TOPICS[0])))
    ended(jobs, name)
    kept = kept_build(session.settings, name)
    kept_builds.write_build(session.settings, replace(kept, stage="sent", foretold=None))
    later = Jobs(session.settings)
    assert build_told(session, later, name).state == "cut_short"
    building.begin(session, later, name)
    ended(later, name)
    assert build_told(session, later, name).state == "foretold"


def test_one_that_waits_for_its_turn_can_be_stopped_and_not_thrown_away(session: Session, memory: str) -> None:
    jobs, free, taken = Jobs(session.settings), threading.Event(), threading.Semaphore(0)

    def waits(_session: Session, _job: Job) -> None:
        taken.release()
        free.wait(60)

    name = building.send(session, jobs, BuildForm(memory), uploaded(session, transcript(TOPICS[0])))
    ended(jobs, name)
    for n in range(AT_ONCE):
        jobs.start(f"w{n}", "load", "Others", waits)
    try:
        # Each has its turn before another waits for one.
        for _ in range(AT_ONCE):
            assert taken.acquire(timeout=60)
        building.begin(session, jobs, name)
        assert building.begin(session, jobs, name) == name
        assert build_told(session, jobs, name).state == "queued"
        with pytest.raises(UsageError, match="being worked on"):
            building.discard(session, jobs, name)
        building.stop(session, jobs, name)
        assert build_told(session, jobs, name).state == "stopping"
    finally:
        free.set()
    assert ended(jobs, name).state in ENDED
    assert build_told(session, jobs, name).state == "cut_short"
    assert building.discard(session, jobs, name) == memory
    with pytest.raises(UnknownId):
        build_told(session, jobs, name)


def test_a_model_is_told_first_and_what_it_took_is_told_as_it_goes(session: Session, memory: str) -> None:
    with Server(then=as_a_model) as server:
        told = server.settings()
        own = {"openai_base_url": told.openai_base_url, "openai_api_key": told.openai_api_key, "model": told.model}
        settings: Settings = replace(session.settings, **own, price_in=2.0, price_out=8.0)
        with Session(settings) as with_model:
            jobs = Jobs(settings)
            name = building.send(with_model, jobs, BuildForm(memory, "llm"), uploaded(session, transcript(TOPICS[0])))
            ended(jobs, name)
            assert server.requests == []
            foretold = build_told(with_model, jobs, name).foretold
            assert isinstance(foretold, dict)
            assert foretold["calls"] == 4
            building.begin(with_model, jobs, name)
            job = ended(jobs, name)
            assert job.state == "done", job.fault
            found = build_told(with_model, jobs, name)
            assert found.calls == len(server.requests) > 0
            assert found.tokens_in > 0
            assert found.cost > 0


def test_why_it_failed_is_told_by_the_next_server_too(
    session: Session, memory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = Jobs(session.settings)
    name = building.send(session, jobs, BuildForm(memory), uploaded(session, transcript(TOPICS[0])))
    ended(jobs, name)

    def failing(*_given: object) -> None:
        raise CorpusError("/srv/x/y cannot be read", "Mend it.")

    monkeypatch.setattr(building, "build", failing)
    building.begin(session, jobs, name)
    assert ended(jobs, name).state == "failed"
    for known in (jobs, Jobs(session.settings)):
        told = build_told(session, known, name)
        assert (told.state, told.fault, told.hint) == (
            "cut_short",
            "(a file of this machine) cannot be read",
            "Mend it.",
        )


def test_what_nobody_wanted_is_thrown_away_after_a_week(session: Session, memory: str) -> None:
    jobs = Jobs(session.settings)
    old, fresh = (building.send(session, jobs, BuildForm(memory), uploaded(session, transcript(t))) for t in TOPICS[:2])
    ended(jobs, old)
    ended(jobs, fresh)
    then = time.time() - (KEPT_DAYS + 1) * 86_400
    os.utime(session.settings.home / "builds" / old / "build.json", (then, then))
    kept_builds.forget_builds(session.settings, [old])
    assert old in kept_names(session.settings)
    kept_builds.forget_builds(session.settings, [])
    assert (old in kept_names(session.settings), fresh in kept_names(session.settings)) == (False, True)


def test_a_program_does_the_same_once_under_its_key(web: httpx.Client, memory: str) -> None:
    body = {"transcripts": [{"name": "quay.txt", "text": transcript(TOPICS[0]).decode()}]}
    address, key = f"{ROOT}/memories/{memory}/builds", {"Idempotency-Key": f"k-{memory}"}
    first = web.post(address, json=body, headers=key)
    assert first.status_code == 202, first.text
    again = web.post(address, json=body, headers=key)
    assert (again.headers["Location"], again.headers["Idempotency-Replayed"]) == (first.headers["Location"], "true")
    other = {"transcripts": [{"name": "bus.txt", "text": transcript(TOPICS[2]).decode()}]}
    assert web.post(address, json=other, headers=key).status_code == 422
    place, build = first.headers["Location"], first.json()["build"]
    settled(web, f"/remember/{build}")
    assert web.get(place).json()["foretold"]["debates"] == 1
    assert web.post(f"{place}/begin", json={}).status_code == 202
    settled(web, f"/remember/{build}")
    assert web.get(place).json()["state"] == "finished"
    assert web.get(place).json() == web.get(f"/remember/{build}.json").json()
    gone = web.post(f"{place}/discard", json={})
    assert gone.status_code == 202, gone.text
    assert web.get(place).status_code == 404
    for bad in (
        {"transcripts": []}, {}, {"transcripts": [{"name": "", "text": "x"}]}, {**body, "path": "/etc"},
        {"transcripts": [{"name": "x", "path": "/etc/passwd"}]}, [],
    ):  # fmt: skip
        assert (
            web.post(address, content=json.dumps(bad), headers={"Content-Type": "application/json"}).status_code == 422
        )
    assert web.post(f"{ROOT}/memories/No%20Name/builds", json=body).status_code in (400, 404)


def test_what_is_built_here_is_what_the_command_builds(
    session: Session, web: httpx.Client, memory: str, tmp_path: Path
) -> None:
    (tmp_path / "quay.txt").write_bytes(transcript(TOPICS[0]))
    build_memory(session, [tmp_path], Plan(f"{memory}c"))
    place = read(web, memory, [("files", ("quay.txt", transcript(TOPICS[0])))])
    act(web, place, "begin")
    settled(web, place)
    here, there = (web.get(f"/memories/{name}.json").json()["holds"] for name in (memory, f"{memory}c"))
    assert {**here, "memory": ""} == {**there, "memory": ""}
