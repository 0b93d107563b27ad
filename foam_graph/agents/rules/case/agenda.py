"""The agenda by rules: grounds and rules as issues, a condition for an option only where a sentence states it."""

from __future__ import annotations

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.decision import FAILS, STANDS
from foam_graph.agents.rules.case.plan import Plan, PlannedIssue, planned
from foam_graph.agents.rules.case.showing import joined
from foam_graph.agents.tasks.agenda import AgendaIn, AgendaOut, Ground, IssueOut, Need, OptionOut, OutcomeOut

TYPE = "eligibility_factor"
"""The form in which rules argue: rule, facts, calculation, exception, conclusion."""


def agenda(asked: AgendaIn, data: CaseData) -> AgendaOut:
    """Writes the agenda of a case.

    Args:
        asked: What is asked.
        data: The case.
    """
    plan = planned(asked.question, data)
    shorts = set(data.file.by_short)
    return AgendaOut(
        options=_options(plan),
        issues=[_issue(one, shorts) for one in plan.issues.values()],
        stakeholders=_stakeholders(plan),
        brief="",
    )


def _stakeholders(plan: Plan) -> list[str]:
    """Who is affected, as far as the case itself says so: a case without a decision names nobody."""
    if plan.decision is None:
        return ["whoever the answer affects: rules alone cannot tell who that is"]
    author = " ".join(plan.decision.document.author.split()) or "not named"
    return [
        f"the body that decided: that its decision stands ({author})".replace(";", ","),
        "whom the decision concerns: that its grounds are right",
    ]


def _issue(one: PlannedIssue, shorts: set[str]) -> IssueOut:
    return IssueOut(
        name=one.name,
        question=one.question,
        why=one.lacks or one.why,
        governing=[short for short in one.governing if short in shorts][:8],
        outcomes=[OutcomeOut(name=name, text=text) for name, text in one.outcomes.items()],
        type=TYPE,
        relied=one.relied,
    )


def _options(plan: Plan) -> list[OptionOut]:
    conditions = _conditions(plan)
    rule = plan.rule
    return [
        OptionOut(
            name=one.name,
            text=joined(one.text),
            holds_if=conditions.get(one.name, []),
            by=[rule.sentence.short] if rule is not None and one.name in conditions else [],
        )
        for one in plan.choices
    ]


def _conditions(plan: Plan) -> dict[str, list[Ground]]:
    """When each option holds, as far as a sentence of the file says so.

    Of two alternatives the other one holds where the first cannot: a decision of which no ground is left is not upheld.
    """
    rule = plan.rule
    if rule is None or not plan.grounds:
        return {}
    told = STANDS if rule.stands else FAILS
    other = FAILS if rule.stands else STANDS
    own = _grounds(plan, told, rule.amount == "all")
    rest = _grounds(plan, other, rule.amount == "any")
    found = {rule.option: own}
    if len(plan.choices) == 2:
        found.update({one.name: rest for one in plan.choices if one.name != rule.option})
    return found


def _grounds(plan: Plan, outcome: str, together: bool) -> list[Ground]:
    needs = [Need(issue=name, outcome=outcome) for name in plan.grounds]
    return [Ground(all_of=needs)] if together else [Ground(all_of=[need]) for need in needs]
