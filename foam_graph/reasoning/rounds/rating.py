"""Raters of a round: one call each over all critiques, one evaluation for each critique.

An evaluation says what the critique was worth against the version that it attacked, what the reply is worth, whether the
new version meets it, and how material what remains is. Whether that decides the answer is computed, never rated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from foam_graph.agents.tasks.rounds import ArgumentShown, CritiqueShown, RateCaseIn, RateCaseOut, RatingOut
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.critiques import Criticised, criticised, shown
from foam_graph.reasoning.rounds.drifting import add_drift, declared
from foam_graph.reasoning.turns import PANEL, Turn

ATTEMPTS = 2
"""Times that a rater is asked: once more for what it left out, since an unrated critique leaves its part undecided."""


def seat(number: int) -> str:
    """Under which name a rater of the panel rates, from 1; each has its own, so that one does not overrule another."""
    return PANEL if number == 1 else f"panel-{number}"


def rate_round(
    desk: Desk,
    graph: Subgraph,
    step: str,
    number: int = 1,
    perspective: Perspective | None = None,
    challenges: Collection[str] = (),
    again: Mapping[str, str] | None = None,
    only: Collection[str] | None = None,
) -> Turn | None:
    """A rater rates what is new: critiques that it has not rated, or that were answered since.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        step: Name of the step.
        number: Number of the rater in the panel, from 1.
        perspective: Perspective that the rater speaks for, in place of the panel: it rates neither what it wrote nor
            what was said against it.
        challenges: Ids of people's challenges whose answers are to be rated as well.
        again: Ids of critiques to be rated once more, and nothing else, with why their rating fell.
        only: Ids of the critiques to which this is confined; None for all.

    Returns:
        The rater's turn; None where nothing is to be rated.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    name = perspective.stance_id if perspective is not None else seat(number)
    asked = {
        one.name: one
        for one in criticised(names, desk.brief, challenges)
        if (one.awaits_rating(name) if again is None else one.node.id in again)
        and (one.parts is None or one.answered_at >= 0)
        and (only is None or one.node.id in only)
        and name not in {s for s in (one.owner, one.node["stance_id"]) if s}
    }
    if not asked:
        return None
    turn = desk.turn(Role.EVALUATOR, step, perspective)
    turn.stance_id = name
    written = _Ratings(turn, asked, desk.brief.limits.materiality)
    data = _input(desk, names, list(asked.values()))
    if again:
        fell = [f"The earlier rating of {k} fell: {again[one.node.id]}" for k, one in asked.items()]
        data = data.model_copy(update={"faults": fell})
    drifts: set[tuple[str, str]] = set()
    for attempt in range(ATTEMPTS):
        answer = turn.ask("rate_case", data, RateCaseOut, (), (number - 1) * ATTEMPTS + attempt)
        for rating in answer.ratings if answer is not None else ():
            written.take(rating)
        for found in answer.drift if answer is not None else ():
            if (found.part, found.broken) not in drifts:
                drifts.add((found.part, found.broken))
                add_drift(turn, names, found)
        missing = written.missing()
        if answer is None or not missing:
            break
        left = [one for one in data.critiques if one.id in missing]
        data = data.model_copy(update={"critiques": left, "faults": list(missing.values())[:20]})
    written.write()
    return turn


def _input(desk: Desk, names: Names, asked: Sequence[Criticised]) -> RateCaseIn:
    """What a rater sees: the arguments as they stood when the last critique was raised, the critiques, what came of them."""
    then = Names(_as_of(names.graph, max(one.node.seq for one in asked)), desk.file)
    of = {part.partition(".")[0] for one in asked for part in (*one.touched, *_answering(one, names))}
    issues = {one.target for one in asked if one.attacked is None}
    arguments = [one for one in then.shown() if one.id in of or one.issue in issues]
    return RateCaseIn(
        question=desk.brief.question,
        agenda=desk.agenda(names.graph),
        arguments=arguments,
        critiques=_each_version_once([_shown(one, names, arguments) for one in asked]),
        declared=declared([p for p in desk.brief.perspectives if p.stance_id in {a.by for a in arguments}]),
    )


def _answering(one: Criticised, names: Names) -> list[str]:
    """Names of the parts whose versions answer a critique."""
    return [names.of[version.id] for version in one.versions if version.id in names.of]


def _shown(one: Criticised, names: Names, arguments: Sequence[ArgumentShown]) -> CritiqueShown:
    """A critique; with the words that it attacked, where the arguments show a later version of them."""
    found = shown(one, names)
    there = {part.id: part.text for argument in arguments for part in argument.parts}
    if one.attacked is None or found.attacked or there.get(one.target) == one.attacked["text"]:
        return found
    return found.model_copy(update={"attacked": one.attacked["text"]})


def _each_version_once(critiques: Sequence[CritiqueShown]) -> list[CritiqueShown]:
    """Critiques of which only the first that led to a version shows it: one new version often meets several."""
    first: dict[tuple[str, str], str] = {}
    found = []
    for one in critiques:
        earlier = first.setdefault((one.target, one.new_version), one.id)
        if one.new_version and earlier != one.id:
            short = {"new_version": f"as for {earlier}", "new_cites": [], "new_rests_on": []}
            one = one.model_copy(update=short)
        found.append(one)
    return found


def _as_of(graph: Subgraph, seq: int) -> Subgraph:
    """The run as it was once an activity was committed."""
    return Subgraph((n for n in graph.nodes if n.seq <= seq), (e for e in graph.edges if e.seq <= seq))


class _Ratings:
    """What a rater's answers come to.

    Args:
        turn: The rater's turn.
        asked: Critiques to be rated, by name.
        threshold: Materiality under which what remains does not count.
    """

    def __init__(self, turn: Turn, asked: Mapping[str, Criticised], threshold: float) -> None:
        self._turn, self._asked, self._threshold = turn, asked, threshold
        self._ratings: dict[str, RatingOut] = {}

    def take(self, rating: RatingOut) -> None:
        """Takes a rating, or notes why it is refused."""
        one = self._asked.get(rating.critique)
        if one is None:
            self._turn.notes.append(f"rating refused: {rating.critique[:40]!r} is no critique to be rated here")
        elif rating.critique in self._ratings and not self._lacks(one, self._ratings[rating.critique]):
            self._turn.notes.append(f"rating refused: {rating.critique} has been rated")
        else:
            self._ratings[rating.critique] = rating

    def missing(self) -> dict[str, str]:
        """What is still to be rated, by critique, in words."""
        found = {name: self._lacks(one, self._ratings.get(name)) for name, one in self._asked.items()}
        return {name: lack for name, lack in found.items() if lack}

    def _lacks(self, one: Criticised, rating: RatingOut | None) -> str:
        if rating is None:
            return f"{one.name} is not rated"
        if _defends(one) and rating.reply == "none":
            return f"the reply to {one.name} is not rated"
        if one.versions and rating.version == "none":
            return f"the new version after {one.name} is not rated"
        return ""

    def write(self) -> None:
        """Writes what was rated; what was not stays unrated, and says so."""
        self._turn.notes += [f"left unrated: {lack}" for lack in self.missing().values()]
        rated: set[str] = set()
        for name, rating in self._ratings.items():
            one = self._asked[name]
            # What several perspectives answer is rated once; of each other one its reply is.
            if one.node.id not in rated or (one.reply is not None and self._of_reply(one, rating) != "none"):
                self._write(one, rating, one.node.id not in rated)
            rated.add(one.node.id)

    def _write(self, one: Criticised, rating: RatingOut, first: bool) -> None:
        delta = self._turn.delta
        reply, version = self._of_reply(one, rating), rating.version if one.versions else "none"
        left = rating.verdict == "valid" and reply != "adequate" and version != "answered"
        ref = delta.node(
            "Evaluation",
            verdict=rating.verdict,
            reply=None if reply == "none" else reply,
            version=None if version == "none" else version,
            materiality=float(rating.materiality),
            recommendation="revise" if left and rating.materiality >= self._threshold else "none",
            reasons=rating.reasons,
            stance_id=self._turn.stance_id,
            rule="",
            provisional=True,
        )
        if first:
            delta.edge("RATES", ref, one.node.ref)
        if one.reply is not None and reply != "none":
            delta.edge("RATES", ref, Ref(one.reply.id, one.reply.kind))
        self._turn.used.append(one.node.id)

    def _of_reply(self, one: Criticised, rating: RatingOut) -> str:
        """What the last reply is worth.

        A reply that concedes defends nothing. An omission has no version that could take its place, so that there the
        reply which announces the new part stands for it: it is as good as that part.
        """
        if one.reply is None:
            return "none"
        if not one.reply["concedes"]:
            return rating.reply
        taken_up = one.attacked is None and bool(one.versions)
        met = rating.version == "answered" or (rating.version == "partly" and rating.materiality < self._threshold)
        return "adequate" if taken_up and met else "inadequate"


def _defends(one: Criticised) -> bool:
    return one.reply is not None and not one.reply["concedes"]
