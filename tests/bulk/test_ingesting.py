"""An ingest: whoever does the work and however often it is stopped, the same files; bad input leaves nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foam_graph.bulk import ingesting, running
from foam_graph.bulk.folders import Job, write_pieces
from foam_graph.bulk.ingesting import Plan, ingest
from foam_graph.bulk.partitions import Partition, Piece
from foam_graph.bulk.resolving import resolve
from foam_graph.bulk.running import team
from foam_graph.bulk.staging import stage
from foam_graph.config import Settings
from foam_graph.corpus.near_copies import near_copies
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError, EnvironmentFault, FoamError, UsageError
from tests.support.worlds.scattered import AT, LONG, OPERATOR, begun, card, left, stored, take, write_corpus


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partitions of two kilobytes and activities of nine documents, so that little text makes many."""
    cut = ingesting.partitions
    monkeypatch.setattr(ingesting, "partitions", lambda paths, _size: cut(paths, 2000))
    monkeypatch.setattr("foam_graph.bulk.resolving.DOCUMENTS", 9)
    monkeypatch.setattr("foam_graph.bulk.writing.DOCUMENTS", 9)


@pytest.mark.usefixtures("small")
def test_what_is_stored_is_what_loading_stores(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "in")
    done = take(tmp_path / "home", source, tmp_path / "out")
    read = read_paths([source], "river", divided=True)
    assert done.partitions > 5
    assert (done.documents, done.copies) == (len(read.documents), len(read.duplicates))
    assert done.rejected == len(read.rejected) > 3
    near = near_copies((one.id, one.sketch) for one in read.documents)
    assert done.near_duplicates == len(near) > 0
    CorpusStore(tmp_path / "loaded").add(read.documents)
    assert stored(tmp_path / "home") == stored(tmp_path / "loaded")
    assert CorpusStore(tmp_path / "home").check("river") == []
    assert not (tmp_path / "out" / "salt-key").exists()
    assert not list(tmp_path.rglob("staged.gz"))
    assert not list((tmp_path / "out").rglob(".*"))


def test_workers_write_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = ingesting.partitions
    monkeypatch.setattr(ingesting, "partitions", lambda paths, _size: cut(paths, 20_000))
    source = tmp_path / "in"
    source.mkdir()
    (source / "cards.jsonl").write_text("\n".join(card(n, author="Ann") for n in range(600)), encoding="utf-8")
    (source / "more.jsonl").write_text("\n".join(card(n, author="Ann") for n in range(550, 700)), encoding="utf-8")
    alone = take(tmp_path / "one", source, begun(tmp_path / "a"), size=1)
    both = take(tmp_path / "two", source, begun(tmp_path / "b"), size=1, workers=2, runner="dask")
    assert alone.partitions == both.partitions > 4
    assert alone.copies == 50
    assert alone.head == both.head
    assert left(tmp_path / "a") == left(tmp_path / "b")
    assert stored(tmp_path / "one") == stored(tmp_path / "two")


def die_once(place: Path) -> dict[str, Any]:
    """Ends its process the first time it is called for a place."""
    try:
        place.touch(exist_ok=False)
    except FileExistsError:
        return {"place": place.name}
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def test_what_a_dying_worker_was_doing_is_done_by_another(tmp_path: Path) -> None:
    with team("dask", 2) as workers:
        found = list(workers.each(die_once, [tmp_path / "a", tmp_path / "b"]))
    assert sorted(one["place"] for one in found) == ["a", "b"]


def read_where(home: int) -> Callable[[int], dict[str, Any]]:
    """Work that can be read in one process only."""
    if os.getpid() != home:
        raise ImportError("no such module here")
    return Unreadable()


class Unreadable:
    """Work that no worker can begin: each ends while it reads what it is to do."""

    def __reduce__(self) -> tuple[Any, ...]:
        return read_where, (os.getpid(),)

    def __call__(self, item: int) -> dict[str, Any]:
        return {"item": item}


def test_when_no_worker_is_left_it_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "ALONE", 2.0)
    with team("dask", 1) as workers, pytest.raises(EnvironmentFault, match="every worker ended"):
        list(workers.each(Unreadable(), [1]))


def interrupted(monkeypatch: pytest.MonkeyPatch, step: str, after: int) -> None:
    """Makes a step of the next ingest fail in the middle."""
    work, calls = getattr(ingesting, step), iter(range(10**6))

    def stopped(job: Job, what: Any) -> Any:
        if next(calls) == after:
            raise KeyboardInterrupt
        return work(job, what)

    monkeypatch.setattr(ingesting, step, stopped)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("step", "after"), [("stage", 3), ("write", 0), ("write", 4)])
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, step: str, after: int) -> None:
    source = write_corpus(tmp_path / "in")
    take(tmp_path / "whole", source, begun(tmp_path / "a"))
    out = begun(tmp_path / "b")
    with pytest.MonkeyPatch.context() as patch:
        interrupted(patch, step, after)
        with pytest.raises(KeyboardInterrupt):
            take(tmp_path / "home", source, out)
    assert (out / "salt-key").stat().st_size == 32
    done = take(tmp_path / "home", source, out)
    assert done.skipped == (after if step == "stage" else done.partitions)
    assert left(out) == left(tmp_path / "a")
    assert stored(tmp_path / "home") == stored(tmp_path / "whole")
    again = take(tmp_path / "home", source, out)
    assert (again.skipped, again.head) == (again.partitions, done.head)
    assert left(out) == left(tmp_path / "a")


def test_a_command_that_was_killed_goes_on(tmp_path: Path) -> None:
    source, text = tmp_path / "cards.jsonl", " ".join(LONG)
    source.write_text(
        "\n".join(json.dumps({"text": f"{n} {text}", "author": "Ann"}) for n in range(1000)), encoding="utf-8"
    )
    take(tmp_path / "whole", source, begun(tmp_path / "a"), size=1)
    out = begun(tmp_path / "b")
    call = [
        sys.executable,
        "-m",
        "foam_graph.cli",
        "ingest",
        str(source),
        "--corpus",
        "river",
        "--out",
        str(out),
        "--size",
        "1",
    ]
    given = os.environ | {"FOAM_HOME": str(tmp_path / "home"), "FOAM_OPERATOR": OPERATOR}
    child = subprocess.Popen(call, env=given, stdout=subprocess.DEVNULL)
    while not (out / "parts" / "000001" / "read.json").exists():
        assert child.poll() is None
        time.sleep(0.01)
    child.kill()
    child.wait()
    done = take(tmp_path / "home", source, out, size=1)
    assert 2 <= done.skipped <= done.partitions
    assert left(out) == left(tmp_path / "a")


@pytest.mark.usefixtures("small")
def test_what_changed_is_made_anew(tmp_path: Path) -> None:
    source, out = write_corpus(tmp_path / "in"), begun(tmp_path / "a")
    first = take(tmp_path / "home", source, out)
    (source / "sub" / "a2.txt").write_text("A new one. It is short.", encoding="utf-8")
    (source / "rows.csv").unlink()
    out.joinpath("salt-key").write_bytes(b"k" * 32)
    second = take(tmp_path / "home", source, out)
    assert 0 < second.skipped < first.partitions
    assert second.documents == first.documents - 60 + 1
    assert second.head == take(tmp_path / "fresh", source, begun(tmp_path / "b")).head
    assert left(out).keys() == left(tmp_path / "b").keys()
    assert stored(tmp_path / "home") == stored(tmp_path / "fresh")


@pytest.mark.parametrize("seed", range(4))
def test_near_duplicates_are_those_of_the_whole_corpus(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not a secret
    texts = []
    for _ in range(120):
        told = list(rng.choice([LONG, LONG[:12], [f"Word {rng.random()}." for _ in range(9)]]))
        for _ in range(rng.randrange(4)):
            told[rng.randrange(len(told))] = f"Changed {rng.randrange(5)}."
        texts.append(" ".join(told))
    job = Job(tmp_path, "river", "foam-punkt", Settings(home=tmp_path), AT)
    for number in range(6):
        pieces = []
        for n, text in enumerate(texts[number * 20 : number * 20 + 20]):
            path = tmp_path / f"{number}-{n:02}.txt"
            path.write_text(text, encoding="utf-8")
            pieces.append(Piece(str(path), path.name))
        write_pieces(job, Partition(number, tuple(pieces), 1))
        stage(job, number)
    shares = resolve(job, 6, lambda _step: None)
    read = read_paths(sorted(tmp_path.glob("*.txt")), "river").documents
    expected = [(one.document, one.of, one.likeness) for one in near_copies((d.id, d.sketch) for d in read)]
    assert [pair for share in shares for pair in share.near] == expected
    assert len(expected) > 20
    assert sum(share.documents for share in shares) == len(read)


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"size": 0}, UsageError, "0 MiB"),
        ({"workers": 0}, UsageError, "0 workers"),
        ({"workers": 2}, UsageError, "2 workers"),
        ({"runner": "spark"}, UsageError, "spark"),
        ({"engine": "nothing"}, FoamError, "nothing"),
        ({"corpus": "../x"}, CorpusError, "../x"),
        ({"out": "a,b"}, UsageError, "comma"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_leaves_nothing(
    tmp_path: Path, more: dict[str, Any], error: type[FoamError], words: str
) -> None:
    (tmp_path / "a.txt").write_text("A word.", encoding="utf-8")
    given = {"corpus": "river", "out": "out", **more}
    given["out"] = tmp_path / given["out"]
    with pytest.raises(error, match=words.replace("(", "\\(")) as caught:
        ingest(Settings(home=tmp_path / "home"), [tmp_path / "a.txt"], Plan(**given))
    assert caught.value.hint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt"]


def test_folders_and_corpora_that_are_others_are_refused(tmp_path: Path) -> None:
    source, home = tmp_path / "a.txt", tmp_path / "home"
    source.write_text("A word.", encoding="utf-8")
    with pytest.raises(UsageError, match="not the folder of an ingest"):
        take(home, source, tmp_path)
    with pytest.raises(CorpusError, match="no document could be read; 1 were rejected"):
        take(home, tmp_path / "absent", tmp_path / "none")
    assert not home.exists()
    take(home, source, tmp_path / "out")
    with pytest.raises(CorpusError, match="there already"):
        take(home, source, tmp_path / "second")
    assert not (tmp_path / "second").exists()
    with pytest.raises(UsageError, match="another ingest"):
        ingest(Settings(home=home, operator=OPERATOR), [source], Plan("lake", tmp_path / "out"))
    (tmp_path / "out" / "parts" / "000000" / "read.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match=r"read\.json: the manifest cannot be read"):
        take(home, source, tmp_path / "out")


def test_workers_without_the_extra_are_a_readable_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(running, "import_module", missing)
    with pytest.raises(EnvironmentFault, match="Dask, which is not installed"):
        take(tmp_path / "home", tmp_path, tmp_path / "out", workers=2, runner="dask")
    assert not (tmp_path / "out").exists()


def test_what_was_put_by_and_is_damaged_is_a_readable_fault(tmp_path: Path) -> None:
    source, out = tmp_path / "cards.jsonl", tmp_path / "out"
    source.write_text("\n".join(card(n) for n in range(50)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        interrupted(patch, "write", 0)
        with pytest.raises(KeyboardInterrupt):
            take(tmp_path / "home", source, out)
    kept = out / "parts" / "000000" / "staged.gz"
    kept.write_bytes(kept.read_bytes()[:-40])
    with pytest.raises(EnvironmentFault, match="000000 cannot be read back"):
        take(tmp_path / "home", source, out)
