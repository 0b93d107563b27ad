"""The R-Debater as one of the debaters of an experiment: each of its utterances is a debate of its own in the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.protocol import Agent, CallRecord
from foam_graph.app.debating import Motion, begin_next, finish_next
from foam_graph.app.session import Session
from foam_graph.debate.speaking.holding import ABLATIONS, MOST_REQUESTS
from foam_graph.errors import BadAnswer, ReasoningError
from foam_graph.evaluation.experiments.cells import Cells, Value, key_of
from foam_graph.evaluation.experiments.speakers import BASELINES, SpeakerKind, Speech
from foam_graph.evaluation.material.debates import Debate
from foam_graph.evaluation.material.overlap import shared_motions
from foam_graph.evaluation.material.recall import Recall
from foam_graph.evaluation.material.remembered import remembered_debates
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.pipeline.calls import call_records

NAME = "r-debater"
_OPENING = Lock()
"""Points of debates that are spoken at side by side share one session and one memory, which are opened and read once."""


@dataclass
class SharedWithTests:
    """What a memory in the graph shares with the debates that are tested on; read when it is first asked for.

    Attributes:
        session: Where the memory is.
        memory: Its name; empty = none, with which nothing is shared.
        tests: The debates that are tested on.
    """

    session: Session
    memory: str
    tests: Sequence[Debate]
    _found: dict[str, tuple[str, ...]] | None = field(default=None, init=False)

    def motions(self, motion: str) -> tuple[str, ...]:
        """The motions whose debates a test on some motion must not recall.

        Raises:
            UnknownId: There is no such memory.
        """
        if not self.memory:
            return ()
        if self._found is None:
            self._found = shared_motions(self.tests, remembered_debates(self.session.store, self.memory))
        return self._found.get(motion, ())


@dataclass(frozen=True)
class RDebater:
    """Speaks as ``foam debate`` does.

    Attributes:
        session: Where its debates are written.
        agents: ``offline`` or ``llm``.
        memory: Memory in the graph that it recalls from; empty = none. Debates on the motion itself are left out.
        shared: What else of that memory is left out, since it shares a file or an utterance with a test.
        corpus: Corpus that it may cite; empty = none.
        cells: Where the debates that it has begun are kept, so that one that was cut short is taken up.
        model: The model that it asks in all roles but those that have one of their own; empty for rules.
        budget: What the command may spend; None where it spends nothing.
        without: What it does without.
        at_once: How many of its kind may speak at once, so that together they keep to the budget.
    """

    session: Session
    agents: str
    memory: str
    shared: SharedWithTests
    corpus: str
    cells: Cells
    model: str = ""
    budget: Budget | None = None
    without: frozenset[str] = frozenset()
    at_once: int = 1

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance.

        Raises:
            BadAnswer: No utterance came; it is asked for anew the next time.
            FoamError: The debate ended early; the next time it is taken up.
        """
        with _OPENING:
            self._own(())
            left_out = self.shared.motions(motion)
        wanted = Motion(
            motion, self.corpus, self.memory, agents=self.agents, without=tuple(sorted(self.without)), left_out=left_out
        )
        cell: Value = {
            "begun": NAME, "motion": motion, "side": side, "words": words, "agents": self.agents, "model": self.model,
            "memory": self.memory, "corpus": self.corpus, "without": list(wanted.without),
            "history": key_of({"said": [[one.turn, one.side, one.text] for one in history]}),
        }  # fmt: skip
        if left_out:
            cell = {**cell, "left_out": list(left_out)}
        run = self._begun(cell)
        if not run:
            run = begin_next(self._own(()), wanted, side, history, words)
            self.cells.put(cell, {"run": run})
        before = self._calls(run)
        try:
            said = finish_next(self._own(before), run)
        except ReasoningError as fault:
            self.cells.put(cell, {"run": ""})
            raise BadAnswer(fault.message, fault.advice) from None
        finally:
            calls = self._calls(run)
            if self.budget is not None:
                self.budget.count(calls[len(before) :])
        sources: Mapping[int, str] = {
            n: "; ".join(one.sources) for n, one in enumerate(said.sentences, 1) if one.sources
        }
        tokens = sum(one.tokens_in + one.tokens_out for one in calls)
        return Speech(tuple(one.text for one in said.sentences), tokens, sources)

    def _begun(self, cell: Value) -> str:
        """The debate that was begun for an utterance and is in this graph; empty where there is none."""
        run = str((self.cells.get(cell) or {}).get("run", ""))
        return run if run and self.session.store.ask("nodes_by_id", ids=[run]) else ""

    def _calls(self, run: str) -> list[CallRecord]:
        return call_records(self.session.store.subgraph(run)) if self.agents == "llm" else []

    def _own(self, paid: Sequence[CallRecord]) -> Session:
        """A session that asks this debater's model and may spend what is left of the command's budget."""
        if self.budget is None:
            return self.session
        # A debate counts what it paid for before as spent, and the command does not.
        spent = self.budget.spent
        for one in paid:
            spent = spent.plus(replace(spent, tokens_in=one.tokens_in, tokens_out=one.tokens_out), -1)
        settings = self.session.settings
        tokens, cost = settings.max_tokens_per_run, settings.max_cost_per_run
        own = replace(
            settings,
            model=self.model,
            model_proposer="",
            max_tokens_per_run=max(1, (tokens - spent.tokens) // self.at_once) if tokens else 0,
            max_cost_per_run=max(1e-9, (cost - spent.cost) / self.at_once) if cost else 0.0,
        )
        return self.session.under(own, searching=bool(self.corpus))


def speakers_of(
    session: Session,
    agents: str,
    memory: str,
    corpus: str,
    cells: Cells,
    budget: Budget | None,
    tests: Sequence[Debate],
    at_once: int = 1,
) -> tuple[SpeakerKind, ...]:
    """Every way to debate, the one that is measured first at the head.

    Args:
        session: Where debates of the R-Debater are written.
        agents: ``offline`` or ``llm``.
        memory: Memory in the graph that it recalls from.
        corpus: Corpus that it may cite.
        cells: Where it keeps which debates it has begun.
        budget: What the command may spend; None where it spends nothing.
        tests: Debates that are tested on; what memory shares with them is left out of it.
        at_once: At how many points it speaks side by side.
    """
    shared = SharedWithTests(session, memory, tests)

    def make(agent: Agent, recall: Recall, without: frozenset[str]) -> RDebater:
        del recall  # it asks by itself, under the debate's own record
        model = agent.name if agents == "llm" else ""
        return RDebater(session, agents, memory, shared, corpus, cells, model, budget, without, at_once)

    about = "recall, logic, three drafts, judgement and modification; written into the graph, so Neo4j has to run"
    whole = SpeakerKind(
        NAME, about, make, parts=tuple(ABLATIONS), recalls=bool(memory), paper="R-Debater", own_calls=MOST_REQUESTS
    )
    return (whole, *BASELINES)
