"""The agenda as rules see it: issues, each with what the sheet's tests show on it; the same whenever it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case import comparisons, conditions, time_limits
from foam_graph.agents.rules.case.bearing import Numbered, numbered, same_section
from foam_graph.agents.rules.case.connective import Connective, connective
from foam_graph.agents.rules.case.decision import FAILS, STANDS, Decision, Ground, decision_of
from foam_graph.agents.rules.case.question import Choice, choices, slug
from foam_graph.agents.rules.case.showing import Showing, joined
from foam_graph.findings.language.wording import bare
from foam_graph.findings.language.words import words

MOST = 12
"""Most issues of an agenda."""
_BESIDE = 4
"""Most issues beside the grounds of a decision."""
_A_NAME = 40
"""Characters of a measure that can be the name of an issue: a longer one would be cut in the middle of it."""
_GROUND = {STANDS: "The ground stands.", FAILS: "The ground does not stand."}
_LIMIT = {"kept": "The limit is kept.", "broken": "The limit is not kept."}
_BOUND = {"reached": "It is reached.", "not_reached": "It is not reached."}
_CONDITION = {conditions.MET: "It is met.", conditions.NOT_MET: "It is not met."}
_OPEN = {"shown": "The file shows it.", "not_shown": "The file does not show it."}
_ASKED = 300
"""Characters of the question that are repeated as its issue."""


@dataclass(frozen=True)
class PlannedIssue:
    """An issue with what is shown on it.

    Attributes:
        name: Short name.
        question: The question.
        why: Why it decides.
        governing: Short ids of the sentences by which it is decided.
        outcomes: Its outcomes in words, by name.
        showings: What tests show, at most one an outcome.
        relied: The outcome on which the decision under review relied; empty for none.
        lacks: What keeps it open, where nothing is shown; empty where that is not known.
    """

    name: str
    question: str
    why: str
    governing: tuple[str, ...]
    outcomes: Mapping[str, str]
    showings: tuple[Showing, ...] = ()
    relied: str = ""
    lacks: str = ""

    def showing(self, outcome: str) -> Showing | None:
        """What shows an outcome; None where nothing does."""
        return next((one for one in self.showings if one.outcome == outcome), None)


@dataclass(frozen=True)
class Plan:
    """What is to be decided in a case.

    Attributes:
        choices: What the question asks to choose between.
        issues: The issues, by name.
        grounds: Names of those that are grounds of the decision under review.
        rule: The sentence that ties the grounds to an option; None where none does.
        decision: The decision under review; None where there is none.
    """

    choices: tuple[Choice, ...]
    issues: Mapping[str, PlannedIssue]
    grounds: tuple[str, ...]
    rule: Connective | None
    decision: Decision | None


def planned(question: str, data: CaseData) -> Plan:
    """The issues of a case: the grounds of the decision under review, then rules that facts were held against.

    Args:
        question: The question of the run.
        data: The case.
    """
    asked = choices(question)
    decision = decision_of(data.file)
    rule = connective(data.file, asked)
    grounds = [_ground(one, decision, data) for one in decision.grounds] if decision else []
    if rule is not None and not grounds:
        grounds = [_unread(rule)]
    room = _BESIDE if grounds else MOST
    found = grounds[:MOST] + list(_beside(grounds, decision, data))[: min(room, MOST - len(grounds[:MOST]))]
    if not found:
        found = [_nothing(question)]
    named: dict[str, PlannedIssue] = {}
    for one in found:
        named.setdefault(one.name, one)
    return Plan(
        asked,
        named,
        tuple(one.name for one in grounds[:MOST]),
        rule,
        decision,
    )


def _nothing(question: str) -> PlannedIssue:
    """The issue of a case in which nothing could be tested."""
    return PlannedIssue(
        "question", joined(question, _ASKED),
        "Rules alone found no test that decides it; a reader, or a language model, can weigh the documents.", (),
        _OPEN,
    )  # fmt: skip


def _ground(ground: Ground, decision: Decision, data: CaseData) -> PlannedIssue:
    found: list[Showing] = []
    lacks: list[str] = []
    compared = comparisons.on_ground(ground, decision, data)
    for one, shown in compared:
        found += conditions.with_exceptions(shown, one.rule, ground, decision, data)
        lacks.append(conditions.unsettled(shown, one.rule, ground, decision, data))
    lacks += [comparisons.doubt(ground, decision, data), time_limits.unsettled(ground, data)]
    found += time_limits.on_ground(ground, decision, data)
    if not found:
        found = [shown for _, shown in conditions.on_ground(ground, decision, data)]
    if not found and not compared:
        found = conditions.excepted(ground, decision, data)
    rules = dict.fromkeys(short for shown in (*found, *(s for _, s in compared)) for short in shown.rules)
    return PlannedIssue(
        ground.name,
        f"Does the ground “{ground.what}” stand?",
        "The decision under review rests on it.",
        tuple(rules)[:8] or (ground.sentences[0].short,),
        _GROUND,
        _one_each(found),
        STANDS,
        ""
        if found
        else next((one for one in lacks if one), "It was not tested: no rule of the program applies to it."),
    )


def _unread(rule: Connective) -> PlannedIssue:
    """The one issue of a decision that tells no grounds apart, where a rule makes the answer depend on them."""
    of_one = (rule.amount == "any") == rule.stands
    outcomes = (
        {STANDS: "At least one ground stands.", FAILS: "No ground stands."}
        if of_one
        else {STANDS: "Every ground stands.", FAILS: "At least one ground does not stand."}
    )
    return PlannedIssue(
        "grounds",
        f"Does {'at least one' if of_one else 'every'} ground of the decision stand?",
        "A rule of the file makes the answer depend on it.",
        (rule.sentence.short,),
        outcomes,
        relied=STANDS,
        lacks="Rules found no decision that gives its grounds one by one, so that they cannot tell which they are.",
    )


def _one_each(found: Sequence[Showing]) -> tuple[Showing, ...]:
    """Of several showings of an outcome the first."""
    kept: dict[str, Showing] = {}
    for one in found:
        kept.setdefault(one.outcome, one)
    return tuple(kept.values())


def _beside(grounds: Sequence[PlannedIssue], decision: Decision | None, data: CaseData) -> Iterator[PlannedIssue]:
    """Rules that facts were held against and that no ground turns on: quantities first, then conditions."""
    file = data.file
    used = [file.sentence(short) for one in grounds for short in one.governing]
    stated = {name for one in decision.grounds for name in one.ids} if decision else set()
    seen: set[str] = set()
    by_rule: dict[str, list[Numbered]] = {}
    for one in numbered(data, "threshold"):
        if comparisons.sound(one, decision, data):
            by_rule.setdefault(one.rule, []).append(one)
    for rule, group in by_rule.items():
        if not any(same_section(file.by_id[rule], other) for other in used):
            # Two rules of the program may have held one fact against one limit: the one that gives its value tells more.
            with_value = [one for one in group if comparisons.measured(one)]
            yield from _named(_limit(rule, with_value or group, data), seen)
    for one in numbered(data, "rule"):
        near = any(same_section(file.by_id[one.rule], other) for other in used)
        if near or one.rule in by_rule or one.ids & stated:
            continue
        shown = conditions.alone(one, decision, data)
        if shown and one.finding.inputs.get("kind") != "trigger":
            yield from _named(_condition(one, shown, data), seen)


def _named(issue: PlannedIssue | None, seen: set[str]) -> Iterator[PlannedIssue]:
    if issue is not None and issue.name and issue.name not in seen:
        seen.add(issue.name)
        yield issue


def _limit(rule: str, group: Sequence[Numbered], data: CaseData) -> PlannedIssue | None:
    sentence = data.file.by_id[rule]
    bound = any(_outcome(one) in _BOUND for one in group)
    outcomes = _BOUND if bound else _LIMIT
    shown = [(one, _outcome(one)) for one in group if _outcome(one) in outcomes and one.finding.basis == "recomputed"]
    if not shown:
        return None
    text = bare(sentence.text).strip().rstrip(".")
    question = f"Is the bound of this rule reached: “{text}”?" if bound else f"Is this limit kept: “{text}”?"
    # Of several that come to the same the one nearest to the bound: the others hold all the more.
    shown.sort(key=lambda pair: Decimal(str(pair[0].finding.inputs.get("margin", "0"))))
    made = comparisons.alone([one for one, _ in shown], data)
    renamed = [_renamed(one, outcome, outcomes[outcome]) for one, (_, outcome) in zip(made, shown, strict=True)]
    measure = comparisons.measure_of(shown[0][0])
    return PlannedIssue(
        slug(measure) if 0 < len(measure) <= _A_NAME else slug(_said(text)), question, "The file states what this rule is measured by.", (sentence.short,), outcomes,
        _strongest(renamed),
    )  # fmt: skip


def _said(text: str) -> str:
    """The first words of a text that say something."""
    told = [word.lower for word in words(text) if not word.function and word.lower.isalpha()]
    return " ".join(told[:5])


def _renamed(shown: Showing, outcome: str, text: str) -> Showing:
    """A showing under the issue's own outcome, which it concludes with; what was counted stands in the part before."""
    result = shown.compared.rsplit(";", 1)[-1].strip().removeprefix("that is ").rstrip(".")
    return replace(shown, outcome=outcome, conclusion=f"{text.rstrip('.')}: {result}.")


def _strongest(found: Sequence[Showing]) -> tuple[Showing, ...]:
    """One showing an outcome: what was computed from records before what somebody states."""
    return _one_each(sorted(found, key=lambda one: "=" not in one.compared))


def _outcome(one: Numbered) -> str:
    """How a quantity stands to its bound, as an outcome."""
    inputs, verdict = one.finding.inputs, one.finding.verdict
    if verdict == "met":
        return "reached"
    over = Decimal(str(inputs.get("value", "0"))) > Decimal(str(inputs.get("bound", "0")))
    if inputs.get("comparator") == ">" and verdict == "within" and not over:
        return "not_reached"
    return {"within": "kept", "beyond": "broken"}.get(str(verdict), "")


def _condition(one: Numbered, shown: Sequence[Showing], data: CaseData) -> PlannedIssue:
    condition = conditions.condition_of(one)
    sentence = data.file.by_id[one.rule]
    kind = "exception" if one.finding.inputs.get("kind") == "exception" else "condition"
    return PlannedIssue(
        slug(_said(condition)) or f"{kind}_{one.number.lower()}",
        f"Is this {kind} met: “{condition}”?",
        f"The rule “{bare(sentence.text).strip().rstrip('.')}” makes it one.",
        (sentence.short,),
        _CONDITION,
        _one_each(shown),
    )
