"""One debate while it is held: what is committed, and how the next step gets committed.

Every step is one activity with a name of its own; a step whose name is already in the chain is skipped. That is all there
is to resuming, as with a run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from foam_graph.agents.tasks.debate_speaking import UpheldShown
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.debating.speech import Speech
from foam_graph.reasoning.debating.turn_view import turn_of
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import Brief, Turn
from foam_graph.store.store import Store

Make = Callable[[str], Turn | None]
"""Given the full step name, makes a turn, or None where there is nothing to do."""


@dataclass
class DebateState:
    """One debate in the making.

    Attributes:
        store: The graph.
        brief: What every turn shares.
        evidence: The documents that may be cited.
        graph: The debate as committed so far, or a view of it.
        progress: Told of every step.
        prefix: What the names of its steps begin with; empty but where something is said anew.
        whole: The debate, where ``graph`` is a view of it: what is committed is added to both.
        upheld: What rulings found wrong in earlier versions of the turn that is said anew.
    """

    store: Store
    brief: Brief
    evidence: Evidence
    graph: Subgraph
    progress: Callable[[str], None] = field(default=lambda _step: None)
    prefix: str = ""
    whole: Subgraph | None = None
    upheld: tuple[UpheldShown, ...] = ()

    def floor(self, speech: Speech) -> Floor:
        """The floor at a turn; what is committed later is on it as well."""
        return Floor(self.brief, self.graph, self.evidence, speech, self.upheld)

    def done(self, name: str) -> bool:
        """Whether a step is committed."""
        return self.activity(name) is not None

    def activity(self, name: str) -> Node | None:
        """The activity of a step."""
        full = self.named(name)
        return next((one for one in self.graph.of("Activity") if one["step"] == full), None)

    def named(self, name: str) -> str:
        """The full name of a step."""
        return f"{self.prefix}{name}"

    def perform(self, name: str, make: Make) -> None:
        """Makes and commits a turn, unless it is committed already.

        Args:
            name: Step name.
            make: Makes the turn.
        """
        if self.done(name):
            return
        self.progress(name)
        turn = make(self.named(name))
        if turn is not None:
            self.commit(turn.draft(), turn.delta)

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        """Commits, and adds what was committed to the graph in memory."""
        done = self.store.commit(draft, delta)
        self.graph.apply(draft, delta, done)
        if self.whole is not None:
            self.whole.apply(draft, delta, done)
        return done

    def asked(self, turn: int) -> int:
        """Questions that a turn of the debate has put to a model so far; the words that a memory is asked by are one."""
        own = [one for one in self.graph.of("Activity") if turn_of(str(one["step"]))[1] == turn]
        recalled = sum(1 for one in own if turn_of(str(one["step"]))[0] == "recall")
        return recalled + sum(len(one.get("prompt_hashes", ())) for one in own)
