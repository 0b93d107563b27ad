"""What a deliberation came to, as data: issues with their ends, options, objections, margins, gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.objections import Objection

End = Literal["answered", "contested", "open", "moot", "out_of_scope"]

UNDECIDED = "it is not decided"
"""Why an argument does not prevail that nothing felled."""


@dataclass(frozen=True)
class Turning:
    """Something that would turn the answer.

    Attributes:
        kind: Removal, contrary finding, reading of a rule, or order of values.
        text: In words.
        issue: Issue that it turns; empty where it turns none by itself.
        option: Option that would hold then; empty where the answer would be open.
        nodes: Ids of what would have to fall, or be otherwise.
        exhaustive: Whether the search that found it looked at everything of its kind.
    """

    kind: Literal["removal", "contrary", "reading", "value_order"]
    text: str
    issue: str = ""
    option: str = ""
    nodes: tuple[str, ...] = ()
    exhaustive: bool = True

    def as_json(self) -> dict[str, object]:
        """An item of ``Answer.turns``."""
        return {
            "kind": self.kind,
            "text": self.text,
            "issue": self.issue,
            "option": self.option,
            "nodes": list(self.nodes),
            "exhaustive": self.exhaustive,
        }


@dataclass(frozen=True)
class IssueEnd:
    """How one issue ended.

    Attributes:
        name: Its short name.
        question: The question.
        end: answered, contested, open, moot or out_of_scope.
        outcomes: Audience to outcome; empty where it is undecided or does not arise.
        words: What it came to, in words.
        brief: The same in a few words.
        for_whom: For whom, where not for all alike.
        settles: Where it is not answered: what would settle it.
        standing: Names of the arguments that stand for what it came to.
        fallen: Names of arguments that do not stand, with why, in words that go on after a colon.
        objections: Objections that bear on it, the weightiest first.
        margins: Recomputed figures with their margins, tests against limits first.
        margin: By how much it holds, by the first of these tests; empty where there is none.
        findings: Numbers of the findings that its arguments rest on, without those that fell.
    """

    name: str
    question: str
    end: End
    outcomes: Mapping[str, str]
    words: str
    brief: str = ""
    for_whom: str = ""
    settles: str = ""
    standing: tuple[str, ...] = ()
    fallen: Mapping[str, str] = field(default_factory=dict)
    objections: tuple[Objection, ...] = ()
    margins: tuple[str, ...] = ()
    margin: str = ""
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionEnd:
    """What became of one option."""

    name: str
    text: str
    status: Literal["core", "conditional", "open", "dissent"]
    in_for: tuple[str, ...]
    out_for: tuple[str, ...]
    condition: str = ""


def prevailing(options: Sequence[tuple[str, int]], heard: int) -> int | None:
    """Which option is the answer: the one that holds for everybody, else the one that holds for more than half.

    What holds for a minority is told with for whom, not as the answer, and so is what a minority holds against it.

    Args:
        options: Of each option its status and for how many it holds.
        heard: How many were heard.

    Returns:
        Its place, or None where none is.
    """
    core = [n for n, (status, _) in enumerate(options) if status == "core"]
    most = core or [n for n, (status, count) in enumerate(options) if status == "conditional" and 2 * count > heard]
    return most[0] if len(most) == 1 else None


@dataclass(frozen=True)
class Results:
    """What a deliberation came to.

    Attributes:
        question: What was asked.
        dated: The day to which ages and limits are counted, ISO 8601.
        names: Short names of what it holds.
        roles: Audience to the words for it.
        first: Audience to the value that it weighs most, as it is said; none where two weigh alike.
        issues: Issues in the order of the agenda.
        options: Options in the order of the agenda.
        arguments: Every argument with a live part, by name.
        asserted: Parts that may be stated, by name, with their condition; empty for none.
        conditional: Those of them that hold for some only.
        advocates: Names of the best arguments for what did not come out.
        turns: What would turn the answer, by name.
        reliefs: What is asked for beyond the options, by name.
        gaps: What the file lacks, by name.
        leaning: What one document alone shows, by name; their numbers go on from those of the gaps.
        concluding: Argument to its part that concludes.
        outcomes: Issue to its outcomes in words.
        nodes: Turn, relief or gap, by name, to the ids of the nodes that it is about.
        felled: Findings that nobody accepts, by number.
        ruled_out: Names of what a person's ruling took back, with the parts of arguments that need it: told nowhere.
    """

    question: str
    dated: str
    names: Names
    roles: Mapping[str, str]
    first: Mapping[str, str]
    issues: tuple[IssueEnd, ...]
    options: tuple[OptionEnd, ...]
    arguments: Mapping[str, ArgumentShown]
    asserted: frozenset[str]
    conditional: Mapping[str, str]
    advocates: tuple[str, ...]
    turns: Mapping[str, Turning]
    reliefs: Mapping[str, str]
    gaps: Mapping[str, str]
    concluding: Mapping[str, str]
    outcomes: Mapping[str, Mapping[str, str]]
    nodes: Mapping[str, tuple[str, ...]]
    leaning: Mapping[str, str] = field(default_factory=dict)
    felled: frozenset[str] = frozenset()
    ruled_out: frozenset[str] = frozenset()

    @property
    def answer(self) -> OptionEnd | None:
        """The option that holds for everybody, else the one that alone holds, and for most; None where it is open."""
        found = prevailing([(one.status, len(one.in_for)) for one in self.options], len(self.roles))
        return None if found is None else self.options[found]

    @property
    def status(self) -> Literal["core", "conditional", "open"]:
        """What became of the question."""
        told = {one.status for one in self.options}
        return "core" if "core" in told else "conditional" if "conditional" in told else "open"

    @property
    def briefs(self) -> dict[str, str]:
        """Issue to what it came to, in a few words."""
        return {one.name: one.brief for one in self.issues}

    @cached_property
    def sentences(self) -> dict[str, tuple[str, ...]]:
        """Short id of a sentence to the id of its node."""
        graph, known = self.names.graph, self.names.file.by_id
        found = {node["sentence_id"]: node.id for node in graph.of("EvidenceSentence")}
        return {known[stable].short: (node,) for stable, node in found.items() if stable in known}

    def behind(self, names: Iterable[str]) -> list[str]:
        """Ids of the nodes behind names, whatever they name; those that name nothing are left out."""
        of = {name: node for node, name in self.names.of.items()}
        found = [node for name in names for node in (*self.nodes.get(name, ()), *self.sentences.get(name, ()))]
        live = [self.names.node(name).id for name in names if name in of]
        return list(dict.fromkeys([*live, *found]))

    def objection(self, name: str) -> Objection | None:
        """An objection by its name."""
        return next((one for issue in self.issues for one in issue.objections if one.name == name), None)
