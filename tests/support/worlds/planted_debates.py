"""Ten fictional debates with sixty planted flaws, two of them flawless, and what rules find of them.

Each debate is a JSON file of ``development`` or ``held_out`` under tests/worlds/debates; ``key.json`` says which sentences hold
which flaw. All were written before the rules; the held-out half was not looked at while rules were written. ``reader.json`` is what
a strong reader, who had not seen the key, answered in the place of a model about the held-out half.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from foam_graph.agents.tasks.debate_logic import FlawOut
from foam_graph.findings.debate.flaws import FLAW_KINDS, Flaw, FlawKind
from foam_graph.findings.debate.logic.extracting import predicates_of
from foam_graph.findings.debate.logic.finding import flaws
from foam_graph.findings.debate.spoken import SIDES, Spoken
from tests.support.shared_data import ROOT


@dataclass(frozen=True)
class Read:
    """A flaw that the strong reader held against a side.

    Attributes:
        kind: Which of the nine.
        sentence: Name of the sentence that it attacks.
        quoted: Words of that sentence.
        why: What is wrong.
    """

    kind: FlawKind
    sentence: str
    quoted: str
    why: str


Asserted = Flaw | FlawOut | Read
FOLDER = ROOT / "tests" / "worlds" / "debates"
HALVES = ("development", "held_out")


@dataclass(frozen=True)
class PlantedFlaw:
    """A planted flaw.

    Attributes:
        id: Its debate and letter.
        half: Of the debates.
        kind: One of the nine.
        at: The sentence that it attacks.
        sentences: All sentences that hold it.
        across_turns: Whether these are of several turns.
    """

    id: str
    half: str
    kind: str
    at: str
    sentences: tuple[str, ...]
    across_turns: bool


@dataclass(frozen=True)
class PlantedDebate:
    """A debate of the worlds.

    Attributes:
        name: Name of its file.
        half: Its half.
        motion: The motion.
        said: Its utterances.
        planted: Its flaws.
    """

    name: str
    half: str
    motion: str
    said: tuple[Spoken, ...]
    planted: tuple[PlantedFlaw, ...]

    def sentences(self) -> dict[str, str]:
        """Its sentences by name."""
        return {name: text for one in self.said for name, text in one.named()}

    def found(self) -> list[Flaw]:
        """What the rules hold against either side."""
        return [flaw for side in SIDES for flaw in _found(self.motion, [one for one in self.said if one.side == side])]


def _found(motion: str, said: list[Spoken]) -> list[Flaw]:
    return flaws(motion, said, predicates_of(said))


@cache
def planted_debates() -> tuple[PlantedDebate, ...]:
    """The ten debates, those of the development half first."""
    key = [_planted(one) for one in json.loads((FOLDER / "key.json").read_text(encoding="utf-8"))]
    return tuple(_debate(path, half, key) for half in HALVES for path in sorted((FOLDER / half).glob("*.json")))


def _planted(one: dict[str, Any]) -> PlantedFlaw:
    return PlantedFlaw(one["id"], one["half"], one["kind"], one["at"], tuple(one["sentences"]), one["across_turns"])


def _debate(path: Path, half: str, key: Iterable[PlantedFlaw]) -> PlantedDebate:
    data = json.loads(path.read_text(encoding="utf-8"))
    said = tuple(
        Spoken(one["turn"], one["speaker"], one["side"], one["stage"], tuple(one["sentences"])) for one in data["turns"]
    )
    planted = tuple(one for one in key if one.id.partition(".")[0] == path.stem)
    return PlantedDebate(path.stem, half, data["motion"], said, planted)


def right(flaw: Asserted, debate: PlantedDebate) -> list[PlantedFlaw]:
    """The planted flaws that a flaw finds: of its kind, and of a sentence that holds it."""
    return [one for one in debate.planted if one.kind == flaw.kind and flaw.sentence in one.sentences]


@cache
def read_by_a_model() -> dict[str, tuple[Read, ...]]:
    """What the strong reader held against either side of each held-out debate."""
    rows = json.loads((FOLDER / "reader.json").read_text(encoding="utf-8"))
    names = [path.stem for path in (FOLDER / "held_out").glob("*.json")]
    return {name: tuple(_read(one) for one in rows if one["debate"] == name) for name in names}


def _read(one: dict[str, Any]) -> Read:
    return Read(one["kind"], one["sentence"], one["quoted"], one["why"])


def measured(
    debates: Iterable[PlantedDebate], asserted: Callable[[PlantedDebate], Sequence[Asserted]] = PlantedDebate.found
) -> dict[str, Any]:
    """Precision over all that is told, and recall by kind.

    Args:
        debates: The debates.
        asserted: What is asserted of one; by default what rules assert.

    Returns:
        ``told`` and ``right`` counts, ``kinds`` with ``planted``, ``found`` and ``told`` each, the ids ``missed``, and ``false``.
    """
    kinds = {kind: {"planted": 0, "found": 0, "told": 0, "right": 0} for kind in FLAW_KINDS}
    hit: set[str] = set()
    false: list[dict[str, str]] = []
    planted: list[PlantedFlaw] = []
    for debate in debates:
        planted += debate.planted
        for flaw in asserted(debate):
            held = right(flaw, debate)
            kinds[flaw.kind]["told"] += 1
            kinds[flaw.kind]["right"] += bool(held)
            hit |= {one.id for one in held}
            if not held:
                false.append({"debate": debate.name, "kind": flaw.kind, "sentence": flaw.sentence, "why": flaw.why})
    for kind in FLAW_KINDS:
        kinds[kind]["planted"] = sum(one.kind == kind for one in planted)
        kinds[kind]["found"] = sum(one.kind == kind and one.id in hit for one in planted)
    across = [one for one in planted if one.across_turns]
    return {
        "told": sum(one["told"] for one in kinds.values()),
        "right": sum(one["right"] for one in kinds.values()),
        "planted": len(planted),
        "found": len(hit),
        "across_turns": {"planted": len(across), "found": sum(one.id in hit for one in across)},
        "kinds": kinds,
        "missed": [one.id for one in planted if one.id not in hit],
        "false": false,
    }
