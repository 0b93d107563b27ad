"""Best of n for critics and evaluators: every distinct candidate is kept with its rubric scores, one is chosen (protocol 2.2).

What is chosen goes on as critiques and ratings. The others stay as ``Attempt`` nodes, which attack and rate nothing, so
that sublation never sees them. The scores follow stated rules, not a judge: they cost no call, and no wording of a
candidate can talk them up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from foam_graph.agents.tasks.table import CritiqueOut, CritiquesOut, RateIn, RateOut
from foam_graph.model.delta import Ref
from foam_graph.reasoning.turns import Question, Turn, json_text

AnswerT = TypeVar("AnswerT", bound=BaseModel)

MANY = 4
"""Critiques of one target from which more of them earn nothing further."""
PRECISE = 15
"""Most words that a critique quotes and still points at something in particular."""
VERDICTS_FOR: Mapping[str, tuple[str, ...]] = {
    "critique": ("valid", "invalid", "requires_more_evidence"),
    "reply": ("adequate", "inadequate"),
}
"""What is rated to the verdicts that fit it."""
_CONFLICTS = frozenset({"number_conflict", "negation_conflict", "date_conflict", "stale_date"})
_FITTING = {
    "valid": ("revise", "branch", "none"),
    "invalid": ("defend", "none"),
    "requires_more_evidence": ("none", "defend"),
    "adequate": ("defend", "none"),
    "inadequate": ("revise", "branch", "none"),
}


@dataclass
class Aim(Generic[AnswerT]):
    """What several candidates are asked for.

    Attributes:
        about: The node that they speak of.
        question: The question; its rollout is set with each asking.
        rubric: Scores of a candidate, given the share of candidates that said the same.
        found: Distinct candidates with the rollout that gave each first and how many gave it.
        open: Whether a further candidate is wanted.
    """

    about: Ref
    question: Question
    rubric: Callable[[AnswerT, float], Mapping[str, float]]
    found: dict[Hashable, tuple[AnswerT, int, int]] = field(default_factory=dict)
    open: bool = True

    def add(self, key: Hashable, answer: AnswerT, rollout: int) -> None:
        """Adds a candidate; a repetition closes the matter."""
        known = self.found.get(key)
        self.found[key] = (known[0], known[1], known[2] + 1) if known else (answer, rollout, 1)
        self.open = known is None


def best_of(
    turn: Turn,
    task: str,
    aims: Sequence[Aim[AnswerT]],
    answer: type[AnswerT],
    same: Callable[[AnswerT], Hashable],
    usable: Callable[[AnswerT, Question], bool],
) -> list[AnswerT | None]:
    """Asks for up to n candidates for each aim, writes them all and chooses one of each.

    A candidate that repeats another ends the asking: two of one mind settle what a third would be asked.

    Args:
        turn: The turn; its role decides n.
        task: The task.
        aims: What is asked; all of a round at once.
        answer: The answer's model.
        same: What makes two candidates the same; wording does not.
        usable: Whether a candidate answers its question at all.

    Returns:
        For each aim the chosen answer: said most often, then best scored, then first; None where none is usable.
    """
    rollouts = turn.brief.rollouts(turn.role)
    for rollout in range(rollouts):
        asked = [aim for aim in aims if aim.open]
        questions = [replace(aim.question, rollout=rollout) for aim in asked]
        for aim, found in zip(asked, turn.ask_many(task, questions, answer), strict=True):
            if found is not None and usable(found, aim.question):
                aim.add(same(found), found, rollout)
    return [_chosen(turn, task, aim, keep=rollouts > 1) for aim in aims]


def critique_sets(
    turn: Turn, task: str, asked: Sequence[tuple[Ref, Question, Callable[[CritiqueOut], bool]]]
) -> list[CritiquesOut | None]:
    """The chosen set of critiques for each target.

    Args:
        turn: The critic's turn.
        task: ``critique_claim`` or ``critique_plan``.
        asked: For each target what is asked about it, and whether a critique of it aims at something that is there.
    """

    def aim(target: Ref, question: Question, holds: Callable[[CritiqueOut], bool]) -> Aim[CritiquesOut]:
        return Aim(target, question, lambda found, _agreement: critic_rubric(found, holds))

    return best_of(turn, task, [aim(*one) for one in asked], CritiquesOut, same_critiques, lambda _found, _asked: True)


def best_ratings(turn: Turn, asked: Sequence[tuple[Ref, RateIn]]) -> list[RateOut | None]:
    """The chosen rating for each critique or reply; None where no candidate has a verdict that fits it.

    Args:
        turn: The evaluator's turn.
        asked: What is rated, and by what.
    """

    def aim(rated: Ref, data: RateIn) -> Aim[RateOut]:
        return Aim(rated, Question(data), lambda found, agreement: evaluator_rubric(data, found, agreement))

    def usable(found: RateOut, question: Question) -> bool:
        return isinstance(question.data, RateIn) and found.verdict in VERDICTS_FOR[question.data.what]

    return best_of(turn, "rate", [aim(*one) for one in asked], RateOut, same_rating, usable)


def _chosen(turn: Turn, task: str, aim: Aim[AnswerT], *, keep: bool) -> AnswerT | None:
    given = sum(times for _, _, times in aim.found.values())
    scored = [(value, rollout, times, aim.rubric(value, times / given)) for value, rollout, times in aim.found.values()]
    means = [sum(scores.values()) / len(scores) for *_, scores in scored]
    order = sorted(range(len(scored)), key=lambda n: (-scored[n][2], -means[n], n))
    for n, (value, rollout, times, scores) in enumerate(scored):
        if keep and _says_something(value):
            ref = turn.delta.node(
                "Attempt",
                task=task,
                stance_id=turn.stance_id,
                rollout=rollout,
                times=times,
                score=float(round(means[n], 2)),
                rubrics=json_text({name: float(score) for name, score in scores.items()}),
                chosen=n == order[0],
                draft=json_text(value.model_dump(mode="json")),
            )
            turn.delta.edge("AIMS_AT", ref, aim.about)
    return scored[order[0]][0] if scored else None


def _says_something(value: BaseModel) -> bool:
    """A critic that finds nothing has made nothing that could be kept."""
    return not isinstance(value, CritiquesOut) or bool(value.critiques)


def same_critiques(found: CritiquesOut) -> Hashable:
    """The flaws that a critic reports, where, and by what evidence; not the words of its grounds."""
    return frozenset(
        (
            c.part if c.part != "plan" else " ".join(c.quoted.split()).casefold(),
            c.type,
            c.flaw,
            tuple(sorted(c.evidence)),
            c.value_target,
            c.value_critic,
        )
        for c in found.critiques
    )


def critic_rubric(found: CritiquesOut, holds: Callable[[CritiqueOut], bool]) -> dict[str, float]:
    """The critic's rubric, 0 to 10 each, by what can be counted (protocol 2.2).

    Genuine flaws: critiques that aim at words which are there and, where they speak of a conflict, cite a sentence.
    Specificity: critiques that quote at most ``PRECISE`` words or cite a sentence. Challenges assumptions: critiques of
    a warrant, a weighing of values, a reach, or with a search for what is missing. Each is the share of the set times its
    size, up to ``MANY``.

    Args:
        found: The set.
        holds: Whether a critique's target is there with the words it quotes.
    """
    made = found.critiques
    if not made:
        return dict.fromkeys(("genuine_flaws", "specificity", "challenges_assumptions"), 0.0)
    genuine = sum(holds(c) and (c.flaw not in _CONFLICTS or bool(c.evidence)) for c in made)
    specific = sum(len(c.quoted.split()) <= PRECISE or bool(c.evidence) for c in made)
    deep = sum(c.part == "warrant" or c.type in ("value_conflict", "scope_overreach") or bool(c.hook) for c in made)
    weight = 10 * min(1.0, len(made) / MANY) / len(made)
    names = ("genuine_flaws", "specificity", "challenges_assumptions")
    return {name: round(weight * count, 2) for name, count in zip(names, (genuine, specific, deep), strict=True)}


def same_rating(found: RateOut) -> Hashable:
    """The verdict and what follows from it; not the reasons."""
    return (found.verdict, found.recommendation, found.materiality >= 0.5)


def evaluator_rubric(data: RateIn, found: RateOut, agreement: float) -> dict[str, float]:
    """The evaluator's rubric, 0 to 10 each: does it weigh strengths against validity (protocol 2.2)?

    Agreement: the share of candidates that came to the same verdict. Consistency: the recommendation follows from the
    verdict. Grounds: its reasons name a sentence or a document that it was shown, or a rule.

    Args:
        data: What was rated.
        found: The rating.
        agreement: Share of the candidates that said the same.
    """
    shown = (*data.record, *data.against, *data.corroboration, *data.reply_evidence)
    named = not shown or bool(found.rule) or any(p.id in found.reasons or p.title in found.reasons for p in shown)
    return {
        "agreement": round(10 * agreement, 2),
        "consistency": 10.0 if found.recommendation in _FITTING[found.verdict] else 0.0,
        "grounds": 10.0 if named else 0.0,
    }
