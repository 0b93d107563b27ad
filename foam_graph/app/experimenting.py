"""The experiments on debates: who speaks better next, who wins, what the parts are worth, what people prefer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from foam_graph.agents.endpoint.budget import Spent
from foam_graph.app.experiment_agents import Asked, asked, counting
from foam_graph.app.experiment_reports import (
    ExperimentEstimate,
    ExperimentReport,
    PreferenceForm,
    ReportTable,
    judge_standing,
    report_table,
)
from foam_graph.app.experiment_speakers import speakers_of
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.evaluation.experiments.alignment import alignment_table, read_annotation
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.debaters import Debater, grid
from foam_graph.evaluation.experiments.next_utterance import (
    Said,
    Spoke,
    check_runs,
    chosen_contexts,
    compare_said,
    compared_table,
    length_remark,
    pair_table,
    score,
    score_table,
    speak,
    spoken_remarks,
)
from foam_graph.evaluation.experiments.published import published
from foam_graph.evaluation.experiments.simulation import (
    bias_remarks,
    check_simulation,
    hold_all,
    judge_held,
    points_table,
)
from foam_graph.evaluation.experiments.speakers import SpeakerKind, kind_of
from foam_graph.evaluation.experiments.trying import try_judge
from foam_graph.evaluation.judging.distractors import PAIRS
from foam_graph.evaluation.judging.inspire import FEWEST_RUNS
from foam_graph.evaluation.material.debates import Context, Debate, read_debates
from foam_graph.evaluation.material.overlap import barred, refuse_overlap
from foam_graph.evaluation.material.recall import WordRecall
from foam_graph.evaluation.preference.analysis import preference_remarks, preference_tables
from foam_graph.evaluation.preference.answers import read_answers, read_key
from foam_graph.evaluation.preference.ballot_paper import CANDIDATES, Offer, empty_answers_csv, key_csv, papers
from foam_graph.evaluation.preference.form_page import render_form
from foam_graph.evaluation.preference.kept_forms import KeptForms, form_name
from foam_graph.evaluation.tables import Table
from foam_graph.files.atomic import write_all
from foam_graph.files.locking import locked
from foam_graph.resources import package_folder

FOLDER = "experiments"
"""Below the home folder: where answers are kept where no folder is named."""
_SAMPLE = ("foam_graph.examples", "debates/held_out")
Run = Callable[["Ready"], ExperimentReport]


@dataclass(frozen=True)
class Experiment:
    """What is to be done.

    Attributes:
        debates: Held-out debates, files and folders; none = the fictional sample.
        memory: What may be recalled from, files and folders.
        leave_out: Whether what memory shares with a test is left out of it for that test, instead of refused.
        debaters: Ways to debate; none = all that there are.
        agents: ``offline`` or ``llm``.
        models: Models that speak; none = that of the settings.
        contexts: Points at which somebody speaks next; 0 = all.
        runs: Askings of the judge for each utterance; 0 = utterances are only held against each other.
        rounds: Of a simulated debate, after its openings.
        words: Length of an utterance.
        without: Parts to leave out, one at a time; none = each that there is.
        compare: Whether utterances are held against each other as well, in both orders.
        seed: Of everything that is drawn.
        folder: Where answers are kept; None = in the home folder.
        remembered: Memory in the graph that the R-Debater recalls from.
        corpus: Corpus that the R-Debater may cite.
        pairs: Pairs on which the judge is tried first.
        at_once: Points of debates that are spoken at side by side.
    """

    debates: tuple[Path, ...] = ()
    memory: tuple[Path, ...] = ()
    leave_out: bool = False
    debaters: tuple[str, ...] = ()
    agents: str = "offline"
    models: tuple[str, ...] = ()
    contexts: int = 8
    runs: int = FEWEST_RUNS
    rounds: int = 2
    words: int = 200
    without: tuple[str, ...] = ()
    compare: bool = False
    seed: int = 1
    folder: Path | None = None
    remembered: str = ""
    corpus: str = ""
    pairs: int = PAIRS
    at_once: int = 1


@dataclass(frozen=True)
class Ready:
    """An experiment that can begin.

    Attributes:
        wanted: What is to be done.
        session: Where progress is told.
        debates: Held-out debates.
        debaters: The grid.
        who: Who is asked.
        cells: What was found before.
        folder: Where that is kept.
        remarks: What a reader must know of the set-up.
        estimated: Whether questions are only counted.
    """

    wanted: Experiment
    session: Session
    debates: tuple[Debate, ...]
    debaters: tuple[Debater, ...]
    who: Asked
    cells: Cells
    folder: Path
    remarks: tuple[str, ...]
    estimated: bool = False

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Points at which debaters speak."""
        return chosen_contexts(self.debates, self.wanted.contexts, self.wanted.seed)

    def spoken(self, then: Callable[[Sequence[Said]], None] = lambda _said: None) -> Spoke:
        """What all debaters say at all points; each point is handed on as soon as all have spoken there."""
        at_once = 1 if self.estimated else self.wanted.at_once
        return speak(self.cells, self.debaters, self.contexts, self.wanted.words, self.session.progress, at_once, then)


def run(session: Session, experiment: str, wanted: Experiment) -> ExperimentReport:
    """Does an experiment in which debaters speak and a judge judges; what was done before is not done again.

    Raises:
        UsageError: Something in it cannot be asked for, or memory knows what is tested.
        CorpusError: A debate cannot be read.
        LlmError: The endpoint is gone or the budget spent; what was found until then is kept.
    """
    with _open(session, wanted) as (who, cells, folder):
        return _RUNS[experiment](_ready(session, experiment, wanted, who, cells, folder))


def estimate(session: Session, experiment: str, wanted: Experiment) -> ExperimentEstimate:
    """What an experiment would still take; asks no model and writes nothing.

    Raises:
        UsageError: The agents are rules, which cost nothing, or as ``run`` does.
    """
    if wanted.agents != "llm":
        raise UsageError("an estimate is for experiments with a model", "Add --agents llm, or leave --estimate out.")
    folder = _folder(session, wanted)
    cells = Cells(folder).apart()
    who, counted = counting(session, wanted.models, cells, wanted.seed)
    ready = _ready(session, experiment, wanted, who, cells, folder, estimated=True)
    if experiment == "preference":
        ready.spoken()
    else:
        _RUNS[experiment](ready)
    spent = Spent()
    for one in counted:
        spent = spent.plus(one.spent)
    settings = session.settings
    cost = (spent.tokens_in * settings.price_in + spent.tokens_out * settings.price_out) / 1e6
    by_model = {name: sum(one.calls for one in counted if one.name == name) for name in {c.name: 0 for c in counted}}
    return ExperimentEstimate(
        experiment, sum(by_model.values()), spent.tokens_in, spent.tokens_out, round(cost, 2), by_model
    )


def alignment(found: Path, right: Path, seed: int = 1) -> ExperimentReport:
    """How far an annotator agrees with experts, from a file of each.

    Raises:
        DataFileError: A file is wrong; names the line.
        UsageError: They are not about the same items.
    """
    table = alignment_table(read_annotation(found), read_annotation(right), seed)
    return ExperimentReport("alignment", tables=_with_paper("alignment", table))


def preference_form(session: Session, wanted: Experiment, form: Path) -> PreferenceForm:
    """Writes a blind form about four candidates at each point, as a page and as CSV, and its key beside it.

    It is kept in the home under the name of the page, too, so that ``foam serve`` shows it and keeps what readers answer.

    Raises:
        UsageError: Not four candidates, or a file cannot be written; as ``run`` does.
    """
    with _open(session, wanted) as (who, cells, folder):
        ready = _ready(session, "preference", wanted, who, cells, folder)
        spoke = ready.spoken()
    made, key = papers(_offers(ready, spoke), wanted.seed)
    # First: where readers have answered another form of this name, nothing is written.
    KeptForms(session.settings.home).keep(form_name(form.stem), made, key)
    csv, secret = form.with_suffix(".csv"), form.with_name(f"{form.stem}-key.csv")
    pages = ((form, render_form(made, "Which would you rather have said?")), (csv, empty_answers_csv(made)),
             (secret, key_csv(key)))  # fmt: skip
    try:
        write_all([(path, text.encode("utf-8", "replace")) for path, text in pages])
    except OSError as fault:
        raise UsageError(f"{form} cannot be written: {fault.strerror or fault}", "Name a file in a folder.") from None
    return PreferenceForm(len(made), str(form), str(csv), str(secret), spoke.failures, who.questions, str(folder))


def preference_analysis(answers: Sequence[Path], key: Path, seed: int = 1) -> ExperimentReport:
    """What readers preferred.

    Raises:
        DataFileError: A file is wrong; names the line.
    """
    known = read_key(key)
    found = read_answers(answers, known)
    tables = _with_paper("preference", *preference_tables(found, known, seed))
    return ExperimentReport("preference", tables=tables, remarks=preference_remarks(found, known))


def _next_utterance(ready: Ready, experiment: str = "next-utterance") -> ExperimentReport:
    wanted = ready.wanted
    if not (wanted.runs or wanted.compare):
        raise UsageError("without runs and without comparisons nothing is judged", "Add --compare, or give --runs 3.")
    check_runs(wanted.runs)  # before the judge's trial, which costs something
    standings = []
    if wanted.runs:
        standing = try_judge(ready.who.judge, ready.debates, "inspire", wanted.seed, wanted.pairs)
        standings.append(judge_standing(standing, "inspire"))
    if wanted.compare:
        standing = try_judge(ready.who.judge, ready.debates, "compare", wanted.seed, wanted.pairs)
        standings.append(judge_standing(standing, "compare"))
    # Point by point, so that what is finished when it ends early is judged too.
    spoke = ready.spoken(
        (lambda said: compare_said(ready.who.judge, said, wanted.seed)) if wanted.compare else (lambda _said: None)
    )
    scored = score(ready.who.judge, spoke, wanted.runs, wanted.seed)
    count = len(ready.contexts)
    title = f"InspireScore at {count} point{'s' * (count != 1)}, mean of {wanted.runs} runs"
    found = [score_table(title, scored, wanted.seed), pair_table(scored)] if wanted.runs else []
    if wanted.compare:
        found.append(compared_table(ready.who.judge, spoke.said, wanted.seed))
    tables = _with_paper(experiment, *found)
    told = [length_remark(scored)] if wanted.runs else spoken_remarks(scored)
    return ExperimentReport(
        experiment, tuple(standings), tables, (*ready.remarks, *told), spoke.failures,
        ready.who.questions, str(ready.folder),
    )  # fmt: skip


def _simulation(ready: Ready) -> ExperimentReport:
    wanted = ready.wanted
    check_simulation(ready.debates, wanted.rounds)  # before the judge's trial, which costs something
    standing = try_judge(ready.who.judge, ready.debates, "debatrix", wanted.seed, wanted.pairs)
    tables, remarks, failures = list[Table](), list(ready.remarks), list[str]()
    for model in {one.model: 0 for one in ready.debaters}:
        first, *others = [one for one in ready.debaters if one.model == model]
        for rival in others:
            pair = first, rival
            held, failed = hold_all(
                ready.cells, pair, ready.debates, wanted.rounds, wanted.words, ready.session.progress
            )
            judged = judge_held(ready.who.judge, held, wanted.seed)
            tables.append(points_table(pair, judged, wanted.seed))
            remarks += [f"{first.label} against {rival.label}. {one}" for one in bias_remarks(judged)]
            failures += failed
    return ExperimentReport(
        "simulation", (judge_standing(standing, "debatrix"),), _with_paper("simulation", *tables), tuple(remarks), tuple(failures),
        ready.who.questions, str(ready.folder),
    )  # fmt: skip


_RUNS: dict[str, Run] = {
    "next-utterance": _next_utterance,
    "simulation": _simulation,
    "ablation": lambda ready: _next_utterance(ready, "ablation"),
}


def _ready(
    session: Session,
    experiment: str,
    wanted: Experiment,
    who: Asked,
    cells: Cells,
    folder: Path,
    *,
    estimated: bool = False,
) -> Ready:
    sample = not wanted.debates
    debates = read_debates(wanted.debates or (package_folder(*_SAMPLE),))
    remarks = ["The debates are the fictional sample, too few to tell debaters apart."] if sample else []
    paths = wanted.memory or ((package_folder(*_SAMPLE),) if sample else ())
    recall = None
    if paths:
        memory = read_debates(paths)
        leave_out = wanted.leave_out or (sample and not wanted.memory)
        if not leave_out:
            refuse_overlap(debates, memory)
        recall = WordRecall(memory, barred(debates, memory) if leave_out else None)
        if leave_out:
            remarks.append("What memory shares with a test is left out of it for that test.")
    if wanted.agents == "offline":
        remarks.append("Rules speak and judge: they quote and count, and argue nothing.")
    if who.same:
        remarks.append("A model judges what it wrote: set FOAM_MODEL_EVALUATOR to another.")
    known = speakers_of(
        session, wanted.agents, wanted.remembered, wanted.corpus, cells, who.budget, debates, wanted.at_once
    )
    debaters = grid(_kinds(known, experiment, wanted), who.writers, recall, estimated=estimated)
    return Ready(wanted, session, debates, debaters, who, cells, folder, tuple(remarks), estimated)


def _kinds(
    known: Sequence[SpeakerKind], experiment: str, wanted: Experiment
) -> list[tuple[SpeakerKind, tuple[str, ...]]]:
    named = [_named(name, known) for name in wanted.debaters]
    if experiment == "ablation":
        return _ablations(known if wanted.remembered else known[1:], named, wanted.without)
    if wanted.without:
        raise UsageError("--without is for the experiment ablation", "Leave it out.")
    # Who asks by itself needs Neo4j, and is there where it is named, or where a memory is.
    chosen = named or [(kind, ()) for kind in known if wanted.remembered or not kind.own_calls]
    if experiment == "simulation" and len(chosen) < 2:
        raise UsageError("a debate takes two debaters", "Name two or more with --debater.")
    return chosen


def _named(name: str, known: Sequence[SpeakerKind]) -> tuple[SpeakerKind, tuple[str, ...]]:
    """A debater by its name, e.g. ``four-role`` or ``four-role-without-reviewer``."""
    whole, *without = name.split("-without-")
    return kind_of(whole, known), tuple(without)


def _ablations(
    known: Sequence[SpeakerKind], named: Sequence[tuple[SpeakerKind, tuple[str, ...]]], without: Sequence[str]
) -> list[tuple[SpeakerKind, tuple[str, ...]]]:
    """A debater whole, and without each of its parts; the first that has parts where none was named."""
    whole = [kind for kind in known if kind.parts]
    chosen = [kind for kind, _ in named] or whole[:1]
    for kind in chosen:
        if not kind.parts:
            names = ", ".join(one.name for one in whole)
            raise UsageError(f"{kind.name} has no part that could be left out", f"Use one of {names}.")
    return [(kind, left) for kind in chosen for left in [(), *((part,) for part in without or kind.parts)]]


def _offers(ready: Ready, spoke: Spoke) -> list[Offer]:
    """The points at which all debaters spoke, with what they said."""
    if len(ready.debaters) != CANDIDATES:
        raise UsageError(
            f"{len(ready.debaters)} candidates instead of {CANDIDATES}",
            f"Name {CANDIDATES} debaters, e.g. four-role-without-reviewer, or one debater and {CANDIDATES} models.",
        )
    said: dict[Context, dict[tuple[str, str], tuple[str, ...]]] = {}
    for debater, place, made in spoke.said:
        said.setdefault(place, {})[debater.name, debater.model] = made.spoken.sentences
    return [
        Offer(place.motion, place.following.side, place.history, those)
        for place, those in said.items()
        if len(those) == CANDIDATES
    ]


def _with_paper(experiment: str, *tables: Table) -> tuple[ReportTable, ...]:
    return tuple(report_table(one) for one in (*tables, published(experiment)))


def _folder(session: Session, wanted: Experiment) -> Path:
    return wanted.folder or session.settings.home / FOLDER


@contextmanager
def _open(session: Session, wanted: Experiment) -> Iterator[tuple[Asked, Cells, Path]]:
    """Who is asked, and the cells of a folder, which no other process adds to meanwhile."""
    folder = _folder(session, wanted)
    with locked(folder / ".lock", f"the experiments in {folder}"):
        cells = Cells(folder)
        with asked(session, wanted.agents, wanted.models, cells, wanted.seed) as who:
            yield who, cells, folder
