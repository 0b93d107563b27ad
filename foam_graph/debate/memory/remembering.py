"""An open memory: what it gives before a turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam_graph.advice import Action, NextStep
from foam_graph.agents.protocol import Agent, Request
from foam_graph.agents.tasks.debate_memory import KeywordsIn, KeywordsOut, TurnShown
from foam_graph.config import Settings
from foam_graph.debate.memory.embedding import Embedding
from foam_graph.debate.memory.encoding import recorded_encoder
from foam_graph.debate.memory.held import HeldRecord, must_be_there, records
from foam_graph.errors import CorpusError
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.reasoning.debating.recalling import Candidates, K, MemoryItem, Recalled, candidates, recalled
from foam_graph.store.store import Store


class Memory:
    """The records of a memory, read once, and their vectors.

    Args:
        store: The graph.
        settings: The home folder and the encoder are read.
        name: Name of the memory.

    Raises:
        UnknownId: There is none of that name.
        CorpusError: It holds nothing that can be recalled.
        UsageError: It was built with an encoder that is not here, or with two.
        EnvironmentFault: Its vectors cannot be read or made anew.
    """

    def __init__(self, store: Store, settings: Settings, name: str) -> None:
        must_be_there(store, name)
        # What was erased has nothing left that could be compared or shown.
        held = [one for one in records(store, name) if one.item.text]
        if not held:
            raise CorpusError(
                f"memory {name!r} holds nothing", NextStep(Action.ADD_DEBATES, "Add debates", {"memory": name})
            )
        self.name = name
        self.encoder = _one_encoder(name, held)
        self._items = tuple(one.item for one in held)
        self._embedding = Embedding(settings, name, recorded_encoder(settings, name, self.encoder))
        self._embedding.bring(held)

    def __len__(self) -> int:
        return len(self._items)

    def item(self, record: str) -> MemoryItem | None:
        """The record of an id; None where it is not held any more."""
        return next((one for one in self._items if one.record == record), None)

    def candidates(self, keywords: Sequence[str], without: Collection[str] = ()) -> Candidates:
        """The records that hold a keyword (see ``recalling.candidates``)."""
        return candidates(self._items, keywords, without)

    def recall(
        self,
        motion: str,
        history: Sequence[Spoken],
        side: Side,
        keywords: Sequence[str],
        k: int = K,
        without: Collection[str] = (),
    ) -> Recalled:
        """What memory gives before a turn.

        Args:
            motion: What is debated.
            history: What was said so far; before the first turn the motion alone is compared.
            side: Who speaks next.
            keywords: Words that are matched first (see ``keywords_of``).
            k: Records asked for.
            without: Motions whose debates are left out.

        Raises:
            EnvironmentFault: The encoder or the vectors cannot be used.
        """
        found = self.candidates(keywords, without)
        said = [motion, *(sentence for one in history for sentence in one.sentences)]
        scores = self._embedding.scores(self._embedding.vector(said), [one.key for one in found.items])
        return recalled(found, scores, side, k)


def keywords_request(motion: str, history: Sequence[Spoken], side: Side, seed: int = 0) -> Request[KeywordsOut]:
    """Asks for the words by which memory is matched first."""
    turns = [TurnShown(turn=one.turn, side=one.side, text=one.text) for one in history]
    asked = KeywordsIn(motion=motion, side=side, history=turns)
    return Request("debate_keywords", "Retriever", asked, KeywordsOut, seed=seed)


def keywords_of(agent: Agent, motion: str, history: Sequence[Spoken], side: Side) -> list[str]:
    """The words by which memory is matched first, each once.

    Raises:
        LlmError: The agent does not answer.
    """
    answer = agent.answer(keywords_request(motion, history, side)).value
    return list(dict.fromkeys(word.strip() for word in answer.keywords if word.strip()))


def _one_encoder(name: str, held: Sequence[HeldRecord]) -> str:
    known = sorted({one.encoder for one in held})
    if len(known) > 1:
        raise CorpusError(
            f"memory {name!r} holds records of {len(known)} encoders: {'; '.join(known)}", "Build it anew."
        )
    return known[0]
