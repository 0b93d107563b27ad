"""What was found is kept, whole, and only once; an agent is asked each question once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from foam_graph.agents.protocol import Answer, CallRecord, Failed, Request
from foam_graph.errors import BadAnswer, EnvironmentFault, Refused, UsageError
from foam_graph.evaluation.experiments.cells import CALLS, CELLS, Cells, key_of
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, counting_calls, only_values
from foam_graph.evaluation.judging.asking import inspire_request
from tests.support.debate_judging import CON, MOTION, PRO, REPLY
from tests.support.judging import ScriptedAgent, inspire

CELL = {"speech": "direct", "model": "m"}


def question(run: int = 0) -> Request[Any]:
    return inspire_request(MOTION, (PRO, CON), REPLY, {}, run=run)


def test_cells_outlive_the_process(tmp_path: Path) -> None:
    Cells(tmp_path).put(CELL, {"said": "Ünïcode 真 \ud800"})
    again = Cells(tmp_path)
    assert again.get({"model": "m", "speech": "direct"}) is not None
    assert again.get(CELL | {"model": "n"}) is None
    again.put(CELL, {"said": "something else"})
    assert len((tmp_path / CELLS).read_text(encoding="utf-8").splitlines()) == 1
    assert json.loads((tmp_path / CELLS).read_text(encoding="utf-8"))["key"] == key_of(CELL)


def test_a_torn_line_is_dropped_and_the_rest_stays(tmp_path: Path) -> None:
    Cells(tmp_path).put(CELL, {"n": 1})
    with (tmp_path / CELLS).open("ab") as file:
        file.write(b'{"key": "abc", "va')
    kept = Cells(tmp_path)
    assert len(kept) == 1
    kept.put({"other": 1}, {"n": 2})
    assert len(Cells(tmp_path)) == 2


@pytest.mark.parametrize("line", ["no JSON", "[1]", '{"key": 1}', ""])
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: str) -> None:
    Cells(tmp_path).put(CELL, {"n": 1})
    with (tmp_path / CELLS).open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(UsageError, match=r"cells\.jsonl:2 is no result"):
        Cells(tmp_path)


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        Cells(tmp_path / "file").put(CELL, {})
    (tmp_path / CELLS).write_bytes(b"\xff\xfe\n")
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        Cells(tmp_path)


def test_a_copy_keeps_to_itself(tmp_path: Path) -> None:
    cells = Cells(tmp_path)
    copy = cells.apart()
    copy.put(CELL, {"n": 1})
    assert (len(copy), len(cells), list(tmp_path.iterdir())) == (1, 0, [])


def test_each_question_is_asked_once(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda _request: inspire(7))
    first = KeptAgent(agent, Cells(tmp_path))
    values = only_values(first.answer_many([question(0), question(1)]))
    assert (first.asked, len(agent.asked)) == (2, 2)
    later = KeptAgent(agent, Cells(tmp_path))
    assert only_values(later.answer_many([question(1), question(0)])) == values
    assert (later.asked, len(agent.asked)) == (0, 2)
    with counting_calls() as taken:
        later.answer_many([question(1), question(0)])
    assert [one.tokens_in for one in taken] == [100, 100]
    assert only_values(later.answer_many([question(2), question(1), question(2)])) == [values[0]] * 3
    assert (later.asked, len(agent.asked)) == (1, 3)
    other = KeptAgent(ScriptedAgent(lambda _request: inspire(7), "another"), Cells(tmp_path))
    other.answer(question(0))
    assert other.asked == 1


def test_what_is_asked_side_by_side_is_kept_whole_and_counted_apart(tmp_path: Path) -> None:
    both = Barrier(2)

    def answering(_request: Request[Any]) -> dict[str, Any]:
        both.wait(60)
        return inspire(7)

    kept = KeptAgent(ScriptedAgent(answering), Cells(tmp_path))

    def ask(first: int) -> int:
        with counting_calls() as taken:
            for run in range(first, first + 20):
                kept.answer(question(run))
        return len(taken)

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, (0, 100))) == [20, 20]
    assert (kept.asked, len(Cells(tmp_path))) == (40, 40)


def test_a_failure_is_told_and_asked_again(tmp_path: Path) -> None:
    answers: list[Any] = [BadAnswer("free text"), inspire(5)]
    kept = KeptAgent(ScriptedAgent(lambda _request: answers.pop(0)), Cells(tmp_path))
    (found,) = kept.answer_many([question()])
    assert isinstance(found, Failed)
    assert isinstance(only_values([found])[0], BadAnswer)
    assert isinstance(kept.answer(question()), Answer)
    answers.append(BadAnswer("again"))
    with pytest.raises(BadAnswer, match="again"):
        kept.answer(question(3))


def test_a_dead_endpoint_ends_it_and_what_came_before_is_kept(tmp_path: Path) -> None:
    answers: list[Any] = [inspire(5), Refused("no such model")]
    kept = KeptAgent(ScriptedAgent(lambda _request: answers.pop(0)), Cells(tmp_path))
    with pytest.raises(Refused):
        kept.answer_many([question(0), question(1), question(2)])
    assert len(Cells(tmp_path)) == 1


def test_paid_calls_are_kept_before_their_answers(tmp_path: Path) -> None:
    record = CallRecord("inspire_score", "m", "host", "hash", tokens_in=70, tokens_out=7, response="{}")
    cells = Cells(tmp_path)
    cells.keep_call(record)
    cells.keep_call(CallRecord("inspire_score", "m", "host", "hash", replayed=True))
    assert Cells(tmp_path).calls == (record,)
    assert len((tmp_path / CALLS).read_text(encoding="utf-8").splitlines()) == 1
