"""What experiments give back: the standing of the judge first, then tables beside the paper's."""

from __future__ import annotations

from dataclasses import dataclass, field

from foam_graph.app.result import FILLED, Result
from foam_graph.evaluation.judging.standing import Standing
from foam_graph.evaluation.tables import Cell, Table


@dataclass(frozen=True)
class JudgeStanding(Result):
    """How a judge did when it was judged itself.

    Attributes:
        judge: Its name.
        way: By which of its tasks: ``inspire``, ``debatrix`` or ``compare``.
        qualified: Whether it may be believed.
        faults: Why not.
        accuracy: Share of pairs in which it ranked the true utterance first; None without pairs.
        low: Lower end of the 95 % interval, by context.
        high: Upper end.
        pairs: Pairs it was asked.
        right: Pairs it got right.
        ties: Pairs with equal scores, counted as wrong.
        unjudged: Pairs that it did not judge, counted as wrong.
        by_kind: Right ones and pairs of each kind.
        longer_ahead: How often the longer of two came out ahead, and of how many pairs of different length.
    """

    judge: str
    way: str
    qualified: bool
    faults: tuple[str, ...]
    accuracy: float | None
    low: float | None
    high: float | None
    pairs: int
    right: int
    ties: int
    unjudged: int
    by_kind: dict[str, tuple[int, int]]
    longer_ahead: tuple[int, int]


@dataclass(frozen=True)
class ReportTable(Result):
    """A table of a report.

    Attributes:
        title: What it shows.
        headings: Of its columns.
        rows: Texts and figures; null where there is no such figure.
        remarks: What a reader must know.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class ExperimentReport(Result):
    """What an experiment found.

    Attributes:
        experiment: Which.
        judges: How its judge did, by each task that the tables rest on; empty where no agent judges.
        tables: Our figures, the paper's last.
        remarks: Bias and other things to know.
        failures: What went wrong and is in no table.
        asked: Questions that were asked anew; all others were answered before.
        folder: Where the answers are kept; empty where nothing is asked.
    """

    experiment: str
    judges: tuple[JudgeStanding, ...] = field(default=(), metadata=FILLED)
    tables: tuple[ReportTable, ...] = ()
    remarks: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    asked: int = 0
    folder: str = ""


@dataclass(frozen=True)
class ExperimentEstimate(Result):
    """What an experiment would take that is not done yet.

    Attributes:
        experiment: Which.
        calls: Questions to models, without repairs and retries.
        prompt_tokens: Tokens sent.
        completion_tokens: Tokens answered.
        cost: US dollars by the prices of the settings; 0 where none are set.
        by_model: Questions to each model.
    """

    experiment: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    by_model: dict[str, int]


@dataclass(frozen=True)
class PreferenceForm(Result):
    """A form that was written.

    Attributes:
        contexts: Points of debates that it asks about.
        form: The page.
        csv: The same as a table to be filled in.
        key: Who spoke; not for readers.
        failures: What went wrong; such points are not in the form.
        asked: Questions that were asked anew.
        folder: Where the answers are kept.
    """

    contexts: int
    form: str
    csv: str
    key: str
    failures: tuple[str, ...]
    asked: int
    folder: str


def judge_standing(found: Standing, way: str) -> JudgeStanding:
    """A standing as a result."""
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    kinds = {str(kind): counts for kind, counts in found.by_kind.items()}
    return JudgeStanding(
        found.judge, way, found.qualified, found.faults, found.accuracy, low, high, found.pairs, found.right, found.ties,
        found.unjudged, kinds, found.longer_ahead,
    )  # fmt: skip


def report_table(found: Table) -> ReportTable:
    """A table as a result."""
    return ReportTable(found.title, found.headings, found.rows, found.remarks)
