"""Sublation: what survives critique, for whom, and what stays open (protocol 6). Pure and deterministic.

``framework`` and the three rule modules turn a run into one attack graph, ``grounded`` labels it for an audience,
``classify`` sorts the claims, ``delta`` writes the result.
"""

from foam_graph.reasoning.sublation.answers import AnswerStanding, IssueStanding
from foam_graph.reasoning.sublation.audiences import Audience, audiences_of
from foam_graph.reasoning.sublation.classify import ClaimStanding, Sublation, sublate
from foam_graph.reasoning.sublation.conditions import Condition
from foam_graph.reasoning.sublation.delta import KERNEL, KERNEL_WITH_AGENDA, current_labels, labelling_delta
from foam_graph.reasoning.sublation.flips import Flip
from foam_graph.reasoning.sublation.memo import MemoItem
from foam_graph.reasoning.sublation.ratings import check_rating
from foam_graph.reasoning.sublation.relabelling import Change, Relabelling
from foam_graph.reasoning.sublation.turning import Turns, what_would_turn

__all__ = [
    "KERNEL",
    "KERNEL_WITH_AGENDA",
    "AnswerStanding",
    "Audience",
    "Change",
    "ClaimStanding",
    "Condition",
    "Flip",
    "IssueStanding",
    "MemoItem",
    "Relabelling",
    "Sublation",
    "Turns",
    "audiences_of",
    "check_rating",
    "current_labels",
    "labelling_delta",
    "sublate",
    "what_would_turn",
]
