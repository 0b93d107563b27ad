"""The part of the front door that argues: runs and debates, made, taken up again and made anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app import asking, chains, debating, resuming, varying
from foam_graph.app.debated import Debate
from foam_graph.app.debating import Motion
from foam_graph.app.graph_item import GraphItem
from foam_graph.app.handles import Run, run_of
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.app.turn_files import TurnFile, TurnsGiven
from foam_graph.debate.speaking.formats import STANDARD
from foam_graph.errors import UnknownId
from foam_graph.reasoning.turns import Limits


class Arguing:
    """What the front door does with runs and debates; ``Foam`` has it all."""

    _session: Session

    def ask(
        self,
        question: str,
        *,
        corpus: str,
        template: str = "",
        perspectives: Sequence[str] = (),
        agents: str = "offline",
        seed: int = 0,
        dated: str = "",
        perspective_file: Path | None = None,
        limits: Limits | None = None,
        debate: GraphItem | str = "",
    ) -> Run:
        """Answers a question over a corpus with a position.

        Args:
            question: The question.
            corpus: Name of the corpus.
            template: Name or file of the template; empty = what fits the question, by the rule that its ``parameters.chosen`` names.
            perspectives: Two to six ids of perspectives; none = those that the template comes with.
            agents: ``offline`` (rules, no network) or ``llm``.
            seed: The same seed gives the same offline position.
            dated: Day that ages and limits are counted to, ISO 8601; today where none is given.
            perspective_file: File or folder of further perspectives.
            limits: Parameters of the protocol.
            debate: A debate that ended: what was held against a side in it is put to the arguments that it touches.

        Raises:
            UsageError: The question, template, perspectives or agents cannot be used. Nothing was written.
            CorpusError: No such corpus, or it is empty. Nothing was written.
            FoamError: It ended early; its ``run`` names the run that ``resume`` takes up.
        """
        self._session.store.must_be_present("nothing is asked")
        asked = asking.Ask(
            question=question,
            corpus=corpus,
            template=template,
            perspectives=tuple(perspectives),
            agents=agents,
            seed=seed,
            dated=dated,
            perspective_file=perspective_file,
            limits=limits or Limits(),
            debate=id_of(debate) if debate else "",
        )
        return self.run(asking.ask(self._session, asked))

    def resume(self, run: GraphItem | str) -> Run:
        """Takes up a run that was cut short, and repairs of it that were; what was committed is not made again.

        Raises:
            UnknownId: No such run.
            ReasoningError: The chain is not a run.
        """
        self._session.store.must_be_present("nothing is resumed")
        found = str(self._session.store.find(id_of(run), ("Run",))["id"])
        resuming.resume(self._session, found)
        return self.run(found)

    def debate(
        self,
        motion: str,
        *,
        corpus: str = "",
        memory: str = "",
        rounds: int = 0,
        side: str = "both",
        opponent: str = "r-debater",
        format: str = STANDARD,  # noqa: A002 - as in export
        agents: str = "offline",
        seed: int = 0,
        without: Sequence[str] = (),
        openings: Path | None = None,
    ) -> Debate:
        """Holds a debate on a motion, with a ballot at the end.

        Args:
            motion: The motion.
            corpus: Corpus whose sentences may be cited; empty = none.
            memory: Memory that is recalled from; empty = none.
            rounds: Stages; 0 = as the format says.
            side: The side that the R-Debater plays: ``pro``, ``con`` or ``both``.
            opponent: Who plays the other: ``r-debater``, ``baseline``, or a file with its turns.
            format: ``standard``, ``policy`` or ``short``.
            agents: ``offline`` (rules, no network) or ``llm``.
            seed: The same seed gives the same offline debate.
            without: What the R-Debater does without: ``modification``, ``logic``, ``schemes``, ``drafts``.
            openings: File with what is said at the first turns, parted by lines of ---.

        Raises:
            UsageError: The motion, format, side, opponent or agents cannot be used. Nothing was written.
            CorpusError: No such corpus, or it is empty. Nothing was written.
            FoamError: It ended early; its ``run`` names the debate that ``resume_debate`` takes up.
        """
        self._session.store.must_be_present("no debate is held")
        wanted = Motion(motion, corpus, memory, rounds, side, opponent, format, agents, seed, tuple(without), openings)
        return debating.debate(self._session, wanted)

    def resume_debate(self, run: str, turns: Mapping[int, str] | Path | None = None) -> Debate:
        """Takes up a debate that was cut short, and repairs of it that were; what was committed is not made again.

        A repair writes no person's turn anew: which ones their speakers are asked for is told by ``asked`` of their utterances.

        Args:
            run: The debate.
            turns: A person's words by the number of the turn, or a file with all turns of a side: for turns that were not spoken
                yet, and for those that are asked for again. The same words as before let a turn stand.

        Raises:
            UnknownId: No such chain.
            ReasoningError: The chain is no debate, or no utterance came for a turn.
            UsageError: A person's words end early; what is committed stays.
            FoamError: It ended early again; what is committed stays.
        """
        self._session.store.must_be_present("nothing is resumed")
        found = str(self._session.store.find(run, ("Run",))["id"])
        people = TurnFile(turns) if isinstance(turns, Path) else TurnsGiven(turns) if turns is not None else None
        return resuming.resume_debate(self._session, found, turns=people).debate

    def rerun(
        self,
        run: GraphItem | str,
        *,
        reweight: Sequence[str] = (),
        add: Sequence[str] = (),
        drop: Sequence[str] = (),
        bar: Sequence[str] = (),
        perspective_file: Path | None = None,
    ) -> Run:
        """Makes a run anew with other perspectives, values or evidence rules; the first one stays.

        Args:
            run: The first run.
            reweight: ``VALUE=WEIGHT``, or ``PERSPECTIVE:VALUE=WEIGHT``.
            add: Perspectives to argue as well.
            drop: Perspectives to leave out.
            bar: Source classes that nobody may use.
            perspective_file: File or folder of further perspectives.

        Raises:
            UnknownId: No such run or perspective.
            UsageError: Nothing would be different, or it cannot be carried out. Nothing was written.
        """
        self._session.store.must_be_present("nothing is made anew")
        variation = varying.Variation(tuple(reweight), tuple(add), tuple(drop), tuple(bar), perspective_file)
        return self.run(varying.rerun(self._session, id_of(run), variation))

    def runs(self) -> Listing[Run]:
        """The runs, the latest first."""
        return Listing(run_of(self._session, chain) for chain in chains.runs(self._session) if chain.kind == "run")

    def run(self, run: GraphItem | str) -> Run:
        """One run.

        Args:
            run: Its id, or the beginning of it.

        Raises:
            UnknownId: No such run.
            AmbiguousId: More than one has an id that begins so.
        """
        chain = chains.find_chain(self._session, id_of(run))
        if chain.kind != "run":
            raise UnknownId(f"{chain.id} is no run", NextStep(Action.LIST_RUNS, "List runs with"))
        return run_of(self._session, chain)


def id_of(item: GraphItem | Path | str) -> str:
    """The id of what a method was given."""
    return str(item) if isinstance(item, str | Path) else item.id
