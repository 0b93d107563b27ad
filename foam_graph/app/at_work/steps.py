"""Steps of runs and debates as people are told them, and the phases that they belong to."""

from __future__ import annotations

import re

_ID = re.compile(r"^\S+-\d+:")
"""Begins the steps of a repair: the id of what led to it."""
READING, ARGUING, CRITICISING, DECIDING, OUTSIDE = (
    "Reading the documents",
    "Setting the issues and arguing",
    "Objections, replies, ratings",
    "Weighing and answering",
    "Challenges and repairs",
)
PHASES = (READING, ARGUING, CRITICISING, DECIDING)
"""The phases of a run, in order."""
_STEPS: tuple[tuple[str, str, str], ...] = (
    ("open", READING, "the question is recorded"),
    ("read-debate", CRITICISING, "reads the debate"),
    ("read-for", ARGUING, "reads what was asked for"),
    ("read", READING, "reads the documents"),
    ("retrieve-against", CRITICISING, "searches for what speaks against it"),
    ("retrieve-hooks", CRITICISING, "searches for what was pointed to"),
    ("retrieve", READING, "searches the documents"),
    ("relate", READING, "looks for what belongs together"),
    ("scan", CRITICISING, "looks through what nobody has used"),
    ("sweep", CRITICISING, "looks for what contradicts it"),
    ("sheet", READING, "tests what the documents show"),
    ("findings", READING, "reads the documents for what the rules overlooked"),
    ("stakeholders", READING, "names who is affected"),
    ("agenda-anew", ARGUING, "sets the issues anew"),
    ("undo-agenda", ARGUING, "puts the issues back as they were"),
    ("agenda", ARGUING, "sets the issues"),
    ("theory", ARGUING, "says how it sees the case"),
    ("argue", ARGUING, "writes its arguments"),
    ("draft", ARGUING, "drafts a plan"),
    ("critique-plan", ARGUING, "looks for faults in the plans"),
    ("rate-plan", ARGUING, "rates the objections to the plans"),
    ("revise-plan", ARGUING, "revises its plan"),
    ("portfolio", ARGUING, "chooses among the plans"),
    ("traverse", ARGUING, "chooses the structure"),
    ("fill", ARGUING, "drafts its claims"),
    ("bind", ARGUING, "writes an argument with its evidence"),
    ("validate", ARGUING, "checks the quotations"),
    ("concessions", CRITICISING, "looks for what was conceded"),
    ("criticise", CRITICISING, "looks for objections"),
    ("cross-examine", CRITICISING, "puts what the debate held against it"),
    ("critique", CRITICISING, "looks for objections"),
    ("respond", CRITICISING, "answers the objections"),
    ("reply", CRITICISING, "answers the objections"),
    ("revise", CRITICISING, "rewrites what fell"),
    ("redraft", CRITICISING, "rewrites what fell"),
    ("answered", CRITICISING, "checks what was answered"),
    ("mirror", CRITICISING, "holds the objections against the others"),
    ("rate-agenda", CRITICISING, "rates whether the new issues meet the challenge"),
    ("rate", CRITICISING, "rates objections and answers"),
    ("restore-weighings", DECIDING, "weighs again as before"),
    ("settle-drift", DECIDING, "checks that everybody kept to their values"),
    ("drift", DECIDING, "checks that everybody kept to their values"),
    ("weigh", DECIDING, "weighs what stands against each other"),
    ("label", DECIDING, "works out what stands"),
    ("compile", DECIDING, "writes the answer and checks it"),
    ("rule", OUTSIDE, "rules on the challenge"),
    ("challenge", OUTSIDE, "the challenge is recorded"),
    ("hear", ARGUING, "takes down what a person says"),
    ("recall", ARGUING, "looks into its memory"),
    ("logic", ARGUING, "reads the other side’s reasoning"),
    ("offer", ARGUING, "looks up what can be cited"),
    ("choose", ARGUING, "chooses among the drafts"),
    ("summarise", ARGUING, "sums the debate up for the judge"),
    ("judge", ARGUING, "judges the speech"),
    ("modify", ARGUING, "mends the speech"),
    ("undo", ARGUING, "takes back what the judge refused of a mend"),
    ("compare", ARGUING, "holds the mended speech against the one before"),
    ("speak", ARGUING, "speaks"),
    ("settle", ARGUING, "checks the speech against its sources"),
    ("ballot", DECIDING, "decides the debate"),
)


def bare(step: str) -> str:
    """A step without the id of what led to it."""
    return _ID.sub("", step)


def phase_of(step: str) -> str:
    """The phase that a step belongs to; empty where its name says nothing, and it goes with the one before."""
    if _ID.match(step):
        return OUTSIDE
    return next((phase for name, phase, _ in _STEPS if step.startswith(name)), "")


def told_step(step: str, stances: frozenset[str] = frozenset()) -> str:
    """A step as people are told it, e.g. ``writes its arguments, for applicant``.

    Args:
        step: Its name; several, where they are done at once, are parted by commas.
        stances: Perspectives of the run, which a name may hold.
    """
    names = [bare(one.strip()) for one in step.split(",")]
    words = list(dict.fromkeys(_words(name) for name in names))
    whose = [part.replace("_", " ") for name in names for part in name.split(":")[1:] if part in stances]
    return "; ".join(words) + (f", for {' and '.join(dict.fromkeys(whose))}" if whose else "")


def _words(name: str) -> str:
    if name.startswith("call:"):
        return f"asked the model ({name.removeprefix('call:').replace('_', ' ')})"
    return next(
        (words for prefix, _, words in _STEPS if name.startswith(prefix)), name.partition(":")[0].replace("-", " ")
    )
