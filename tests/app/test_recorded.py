"""A recorded run is written into another database as it was, once; a broken recording writes nothing."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.recorded import JOURNAL, PERSPECTIVES, record, replay_recording
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.cli.demo import SAMPLES
from foam_graph.config import Settings
from foam_graph.errors import FoamError, ReasoningError, StoreFault, UnknownId, UsageError, VerifyError
from foam_graph.reasoning.corpus_chain import chain_of
from foam_graph.reasoning.turns import Limits
from foam_graph.resources import package_folder
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.llm_world import PERSPECTIVES as SPEAKERS
from tests.support.worlds.llm_world import QUESTION, write_documents, write_template

CORPUS = "recorded-case"


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_documents(tmp_path_factory.mktemp("documents"))


@pytest.fixture(scope="module")
def recording(
    settings: Settings, endpoint: Endpoint, documents: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, str, Path]:
    """A run, its head, and the folder of its recording."""
    folder = tmp_path_factory.mktemp("recording")
    with Session(settings) as session:
        load(session, [documents], CORPUS)
        limits = Limits(depth="quick")
        template = str(write_template(folder))
        run = ask(session, Ask(QUESTION, CORPUS, template, SPEAKERS, dated="2026-01-15", limits=limits))
        record(session, run, folder / "made")
        return run, verify_run(session, run).head, folder / "made"


@pytest.fixture
def other(spare: Settings) -> Iterator[Session]:
    with Session(spare) as session:
        yield session


def copy_of(folder: Path, to: Path, journal: bytes) -> Path:
    to.mkdir()
    (to / PERSPECTIVES).write_bytes((folder / PERSPECTIVES).read_bytes())
    (to / JOURNAL).write_bytes(gzip.compress(journal))
    return to


def test_without_its_documents_nothing_of_a_recording_is_written(
    recording: tuple[str, str, Path], other: Session
) -> None:
    run, _, folder = recording
    with pytest.raises(StoreFault):
        replay_recording(other, folder)
    assert not other.store.ask("labels_of", ids=[run])


def test_a_recording_stands_in_another_database_with_its_hashes_and_only_once(
    recording: tuple[str, str, Path], other: Session, documents: Path
) -> None:
    run, head, folder = recording
    load(other, [documents], CORPUS)
    found = replay_recording(other, folder)
    checked = verify_run(other, run)
    assert (found.run, found.question) == (run, QUESTION)
    days = sorted({one.at[:10] for one in other.store.subgraph(run).of("Activity")})
    assert found.date.split(" to ") == list(dict.fromkeys((days[0], days[-1])))
    assert (checked.ok, checked.head, checked.activities) == (True, head, found.activities)
    assert replay_recording(other, folder) == found
    assert verify_run(other, run).head == head


def test_beside_perspectives_that_were_loaded_later_its_provenance_is_valid(
    recording: tuple[str, str, Path], other: Session, documents: Path, tmp_path: Path
) -> None:
    run, _, folder = recording
    load(other, [documents], CORPUS)
    replay_recording(other, folder)
    for number, wanted in enumerate(
        (Wanted((run,), "trig"), Wanted(("all",), "trig"), Wanted(("all",), "trig", full=True))
    ):
        # It is checked before it is written.
        assert export_prov(other, wanted, tmp_path / f"{number}.trig").path


def test_the_same_run_makes_the_same_bytes(
    recording: tuple[str, str, Path], settings: Settings, tmp_path: Path
) -> None:
    run, _, folder = recording
    with Session(settings) as session:
        again = record(session, run, tmp_path / "again")
    assert (again / JOURNAL).read_bytes() == (folder / JOURNAL).read_bytes()
    assert (again / PERSPECTIVES).read_text() == (folder / PERSPECTIVES).read_text()


def test_what_a_model_argued_is_recorded_again_without_a_model(other: Session, tmp_path: Path) -> None:
    sample = package_folder(SAMPLES, "benefits")
    load(other, [sample / "documents"], "benefits")
    found = replay_recording(other, sample / "recorded")
    assert found.model not in ("", "offline-rules")
    again = record(other, found.run, tmp_path / "again")
    for name in (JOURNAL, PERSPECTIVES):
        assert (again / name).read_bytes() == (sample / "recorded" / name).read_bytes(), name


def test_what_is_no_run_is_not_recorded(recording: tuple[str, str, Path], settings: Settings, tmp_path: Path) -> None:
    with Session(settings) as session:
        for name, error in (("rzzzzzzzzzz", UnknownId), (chain_of(CORPUS), ReasoningError)):
            with pytest.raises(error):
                record(session, name, tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_what_is_no_recording_is_refused_and_nothing_is_written(
    recording: tuple[str, str, Path], other: Session, tmp_path: Path
) -> None:
    _, _, folder = recording
    journal = gzip.decompress((folder / JOURNAL).read_bytes())
    lines = journal.splitlines(keepends=True)
    # Another id, since the run itself may be in the database already.
    broken: list[tuple[Path, type[FoamError]]] = [
        (tmp_path / "missing", UsageError),
        (copy_of(folder, tmp_path / "empty", b""), VerifyError),
        (
            copy_of(folder, tmp_path / "cut", b"".join(lines).replace(recording[0].encode(), b"rzzzzzzzzzz")),
            VerifyError,
        ),
    ]
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / JOURNAL).write_bytes((folder / JOURNAL).read_bytes()[:200])
    broken.append((tmp_path / "torn", UsageError))
    before = other.store.ask("runs")
    for place, error in broken:
        with pytest.raises(error):
            replay_recording(other, place)
    assert other.store.ask("runs") == before
